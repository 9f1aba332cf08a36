"""What an adapter knows of its software and finds on a page, before anything of it is checked or read.

Must not know any forum software, nor how a page is made of this (`forums.adapter`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta

from lxml import etree
from msgspec import Struct

from engine.times import Interval
from forums.find import number_in, text_of
from forums.sheet import Sheet


class Knows(Struct, frozen=True, kw_only=True):
    """What pages of a software can tell."""

    seconds: bool  #: times to the second
    edits: bool  #: edited posts say so
    deletions: bool  #: a deleted post leaves a stub
    signatures: bool  #: signatures are told apart from the text


class Edited(Struct, frozen=True, kw_only=True):
    """An edit notice as found: the text that holds its time, or the exact time; and who edited."""

    shown: str = ""
    exact: Interval | None = None
    by: str | None = None


def some_time(posted: Interval | None, sheet: Sheet) -> Interval | None:
    """When an edit was made of which no time is told: between posting and visit; None where these are unknown."""
    if posted is None or sheet.seen_at is None or sheet.seen_at <= posted.earliest:
        return None
    return Interval(posted.earliest, sheet.seen_at)


class Fields(Struct, kw_only=True):
    """What an adapter found of one post. What is None is missing; the base decides whether that may be."""

    id: str | None = None
    author: str | None = None
    author_id: str | None = None
    shown: str = ""  #: the time's text as shown
    exact: Interval | None = None  #: the time, where the page has it for machines
    body: etree._Element | None = None
    html: str | None = None  #: the body as HTML, for pages that are no HTML themselves; instead of `body`
    edited: Edited | None = None
    url: str | None = None
    number: int | None = None
    deleted: bool = False  #: a stub stands here


class Frame(Struct, kw_only=True):
    """What an adapter found around the posts."""

    version: str | None = None
    page: int | None = None
    pages: int | None = None
    per_page: int | None = None
    thread: str | None = None
    title: str | None = None
    link: str | None = None  #: the address of another page, where only that tells how such are made here
    zone: str | None = None  #: the zone of the shown times in the page's own words: IANA, or a fixed offset
    offset: timedelta | None = None  #: the offset from UTC that the page says it has now
    fixed: bool = False  #: every time on the page is shown at this offset, whatever the season
    now: str | None = None  #: the page's own "now", as shown

    def count_links(self, links: Iterable[etree._Element], start: re.Pattern[str]) -> None:
        """The number of pages, and of posts on one, by the links of a bar of pages: each says its page's number, and in
        its address, as the group of `start`, how many posts stand before it."""
        for link in links:
            label, before = text_of(link), number_in(link.get("href"), start)
            if not label.isdigit():
                continue
            self.pages = max(self.pages or 1, int(label))
            if before and int(before) and int(label) > 1:
                self.per_page = int(before) // (int(label) - 1)
