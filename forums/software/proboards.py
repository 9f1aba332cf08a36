"""ProBoards 5."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.times import Interval
from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.epochs import of_milliseconds
from forums.find import Find, absolute, first_in, has, number_in, text_of, thread_address
from forums.found import Edited, Fields, Frame, Knows
from forums.offsets import proved_zone
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

PROFILE = Profile(
    quotes=frozenset(["quote"]),
    heads=frozenset(["quote_header"]),
    code=frozenset(["code"]),
    dropped=frozenset(["edited_by", "signature"]),
)
_ID = re.compile(r"post-(\d+)\Z")
_USER = re.compile(r"/user/(\d+)")
_THREAD = re.compile(r"/thread/(\d+)")
_BELOW = re.compile(r"(.*?/thread/\d+[^?#]*)")
_PAGE = re.compile(r"[?&]page=(\d+)")

_POSTS = Find("//*[starts-with(@id, 'post-')][" + has("post") + "]")
_ID_POSTS = Find("//*[starts-with(@id, 'post-')][.//abbr[@data-timestamp]]")
_BODY = Find(".//*[" + has("message") + "]")
_OWN = "[not(ancestor::*[" + has("message") + " or " + has("edited_by") + " or " + has("signature") + "])]"
_NAME = Find(".//*[" + has("user-link") + " or " + has("user-guest") + "][normalize-space(.)]" + _OWN)
_TIME = Find(".//abbr[@data-timestamp]" + _OWN)
_EDIT = Find(".//*[" + has("edited_by") + "]")
_EDIT_TIME = Find(".//abbr[@data-timestamp]")
_EDITOR = Find(".//*[" + has("user-link") + " or " + has("user-guest") + "]")
_PERMALINK = Find(".//a[contains(@href, '/post/')]" + _OWN)
_BARS = Find("//*[contains(@class, 'pagination')]")
_LINK = Find(".//a[contains(@href, 'page=')]")
_HERE = Find(".//*[" + has("state-selected") + " or " + has("state-active") + "]")
_TITLE = Find("//*[" + has("title-bar") + "]//h1 | //h1")
_INSIDE = Find("//a[contains(@href, '/thread/')]")
_LOGIN = Find("//form[contains(@action, 'login')]//input[@type='password']")
_MESSAGE = Find("//*[" + has("error") + "] | //*[@id='content']//*[" + has("content") + "] | //*[@id='content']")


class ProBoards(Adapter):
    """Posts are `#post-N`; times are epochs, those of edits too."""

    software = "proboards"
    example = "https://forum.example/thread/12/mafia?page=2"
    knows = Knows(seconds=True, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = re.compile(r"/thread/(\d+)[^?#]*\?page=(?:[2-9]|\d\d)")
    traces = traced_by("post-")
    alike = (
        'class="message',
        Find("//*[" + has("post") + "][.//abbr[@data-timestamp]][.//*[" + has("message") + "]]"),
    )
    forms = ("M d Y", "d M Y", "day", "Y-m-d", "d.m.Y", "?-?-Y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        found = [post for post in _POSTS.all(sheet.tree) if _ID.match(post.get("id", ""))]
        return found or [post for post in _ID_POSTS.all(sheet.tree) if _ID.match(post.get("id", ""))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = [node for node in tree.css(".post[id^=post-]") if _ID.match(node.id or "")]
        if not found:
            found = [node for node in tree.css("[id^=post-]:has(abbr[data-timestamp])") if _ID.match(node.id or "")]
        return [node.css_first(".message") for node in found]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(id=number_in(post.get("id"), _ID), body=_BODY.first(post))
        name, link = _NAME.first(post), _PERMALINK.first(post)
        if name is not None:
            found.author, found.author_id = text_of(name), number_in(name.get("href"), _USER)
        found.shown, found.exact = _time(post)
        if link is not None:
            found.url = absolute(sheet.base, link.get("href"))
        notice = _EDIT.first(post)
        moment = _EDIT_TIME.first(notice) if notice is not None else None
        if notice is not None:
            exact = of_milliseconds(moment.get("data-timestamp")) if moment is not None else None
            found.edited = Edited(exact=exact, shown=text_of(notice), by=_EDITOR.text(notice) or None)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        hrefs = [*sheet.addresses, *(link.get("href") for link in _INSIDE.all(sheet.tree))]
        frame = Frame(title=_TITLE.text(sheet.tree) or None, page=1, pages=1)
        frame.thread = first_in(hrefs, _THREAD)
        numbers = [1]
        for bar in _BARS.all(sheet.tree):
            links = [int(page) for link in _LINK.all(bar) if (page := number_in(link.get("href"), _PAGE))]
            here = [text for element in _HERE.all(bar) if (text := text_of(element)).isdigit()]
            numbers += links
            if links:
                frame.page = int(here[0]) if here else int(number_in(sheet.source.url, _PAGE) or 1)
        frame.pages = max([*numbers, frame.page or 1])
        frame.zone = proved_zone(sheet, map(_time, self.posts(sheet)))
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        below = thread_address(page, _BELOW)
        return Request(f"{below}?page={number}" if number > 1 else below)


def _time(post: etree._Element) -> tuple[str, Interval | None]:
    """The time as shown, and the same moment for machines."""
    time = _TIME.first(post)
    return (text_of(time), of_milliseconds(time.get("data-timestamp"))) if time is not None else ("", None)


ADAPTER = ProBoards()
