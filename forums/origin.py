"""Where and when a saved page says that it was saved: marks that browsers and their add-ons leave in its source.

Knows those marks; must not know any forum software. No post can write one: they need `<` unescaped.
"""

from __future__ import annotations

import html
import re
from datetime import datetime

from msgspec import Struct

from forums.epochs import of_mail

#: Chromium, Edge and Internet Explorer: the address with its length before it; `--` in it is written as %2D%2D.
_SAVED_FROM = re.compile(r"<!-- saved from url=\(\d+\)(?P<url>https?://\S+?) -->")
_SINGLE_FILE = re.compile(
    r"<!--\s*Page saved with SingleFile\s+url: (?P<url>https?://\S+)\s+saved date: (?P<date>[^\n]+)"
)
_SAVE_PAGE = re.compile(r'<meta name="savepage-(?P<what>url|date)" content="(?P<said>[^"]*)">')
#: JavaScript's `Date.toString()`: `Mon Mar 02 2026 22:05:00 GMT+0300 (…)`.
_SCRIPT_DATE = re.compile(r"\w{3} (\w{3}) (\d\d) (\d{4}) (\d\d:\d\d:\d\d) GMT([+-]\d{4})")
_LINK = re.compile(r"<(?:link|meta)\b[^>]*?(?:rel|property)=[\"'](?:canonical|og:url)[\"'][^>]*>", re.I)
_TARGET = re.compile(r"(?:href|content)=[\"'](https?://[^\"'<>\s]+)[\"']", re.I)


class Origin(Struct, frozen=True, kw_only=True):
    """What a saved page says of its own saving."""

    url: str | None = None  #: the address in the browser when it was saved
    saved_at: datetime | None = None  #: UTC, by the clock of the machine that saved it


def origin_of(text: str) -> Origin:
    """What the page's source tells; nothing where no browser left a mark."""
    if found := _SINGLE_FILE.search(text):
        return Origin(url=found["url"], saved_at=_moment(found["date"]))
    told = {found["what"]: html.unescape(found["said"]) for found in _SAVE_PAGE.finditer(text)}
    if told.get("url", "").startswith(("http://", "https://")):
        return Origin(url=told["url"], saved_at=_moment(told.get("date", "")))
    found = _SAVED_FROM.search(text)
    return Origin(url=html.unescape(found["url"]).replace("%2D%2D", "--") if found else None)


def claimed(text: str) -> str | None:
    """The address that the page claims as its own (canonical link, `og:url`). Forums often name the thread's first page
    on all of them: whoever uses it checks it against the page."""
    for link in _LINK.finditer(text):
        if target := _TARGET.search(link[0]):
            return html.unescape(target[1])
    return None


def _moment(text: str) -> datetime | None:
    found = _SCRIPT_DATE.match(text.strip())
    if found is None:
        return None
    month, day, year, clock, offset = found.groups()
    return of_mail(f"{day} {month} {year} {clock} {offset}")
