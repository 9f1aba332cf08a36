"""A board whose posts stand elsewhere than its software has them: the places that a host named, as CSS selectors.

Knows no forum: what is not named is found by the software's own adapter. Where nobody knows the software, post, author,
time and body must be named; what is so read is no guess.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from lxml import etree
from lxml.cssselect import CSSSelector
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.times import Interval
from forums.adapter import Adapter
from forums.boards import Selectors
from forums.epochs import of_iso, of_milliseconds, of_seconds
from forums.find import count_in, number_in, text_of
from forums.found import Edited, Fields
from forums.pages import PageError
from forums.shapes import key_of
from forums.sheet import Sheet

_ACCOUNT = re.compile(r"(\d+)[^\d/]*/?(?:[?#-].*)?\Z")
_NUMBER = re.compile(r"(\d+)\D*\Z")
_LABEL = re.compile(r"^[^\d:]*:\s+")
_BY = re.compile(r"(?:by|пользователем|от)\s+(?P<by>\S.*?)\s*\Z")
#: Attributes in which pages carry a moment for machines, and how it is read.
_EPOCHS = (("data-timestamp", of_seconds), ("data-time", of_seconds), ("data-timestamp", of_milliseconds))


def taught(inner: Adapter, selectors: Selectors) -> Adapter:
    """The adapter with some places named by the board; in all else it is as it was."""
    # What the board says is a post need not have the marks of its software's posts.
    marks = {} if selectors.post is None else {"alike": None, "traces": None}
    made: type[Adapter] = type("Taught", (_Taught, type(inner)), {"selectors": selectors, **marks})
    return made()


class _Taught(Adapter):
    """What stands before a software's adapter."""

    selectors: ClassVar[Selectors]

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        if self.selectors.post is None:
            return super().posts(sheet)
        return _all(self.selectors.post, sheet.tree)

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        if self.selectors.post is None or self.selectors.body is None:
            return super().browser_bodies(tree)
        return [node.css_first(self.selectors.body) for node in tree.css(self.selectors.post)]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        places, found = self.selectors, super().fields(post, sheet)
        if found.id is None and (key := key_of(post)) is not None:
            found.id = key[0]
        if places.body is not None:
            found.body = _first(places.body, post)
        if (author := _first(places.author, post)) is not None:
            link = author if author.tag == "a" else author.find(".//a")
            found.author = text_of(author)
            found.author_id = number_in(link.get("href"), _ACCOUNT) if link is not None else None
        if (time := _first(places.time, post)) is not None:
            found.exact, found.shown = _moment(time), _LABEL.sub("", text_of(time)) or time.get("datetime") or ""
        if (number := _first(places.number, post)) is not None:
            found.number = count_in(text_of(number), _NUMBER)
        if places.edited is not None:
            found.edited = _edited(_first(places.edited, post))
        return found


def fault_in(selectors: Selectors) -> str | None:
    """What is wrong with selectors, in one line that begins with the name of one; None if nothing is."""
    for name in selectors.__struct_fields__:
        if (path := getattr(selectors, name)) is not None and _compiled(path) is None:
            return f"{name}: expected a CSS selector, got {path!r}"
    if selectors.body is not None and selectors.post is None:
        return "body: needs `post` beside it"
    return None


@lru_cache(maxsize=128)
def _compiled(path: str) -> CSSSelector | None:
    try:
        return CSSSelector(path)
    except (SyntaxError, etree.XPathError):  # cssselect's errors are SyntaxErrors
        return None


def _all(path: str, root: etree._Element) -> list[etree._Element]:
    found = _compiled(path)
    if found is None:
        raise PageError("{path!r} is no CSS selector; mend it in boards.toml or game.toml", path=path)
    return list(found(root))


def _first(path: str | None, root: etree._Element) -> etree._Element | None:
    found = _all(path, root) if path is not None else []
    return found[0] if found else None


def _moment(time: etree._Element) -> Interval | None:
    if exact := of_iso(time.get("datetime")):
        return exact
    return next((exact for name, read in _EPOCHS if (exact := read(time.get(name)))), None)


def _edited(notice: etree._Element | None) -> Edited | None:
    if notice is None or not text_of(notice):
        return None
    time, text = notice.find(".//time"), text_of(notice)
    by = _BY.search(text)
    return Edited(exact=_moment(time) if time is not None else None, shown=text, by=by["by"] if by else None)
