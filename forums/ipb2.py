"""Invision Power Board 2."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter, Edited, Fields, Frame, Knows
from forums.complete import traced_by
from forums.find import Find, absolute, count_in, has, number_in, text_of
from forums.ipb3 import SESSION, THREAD, page_address, page_size
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

PROFILE = Profile(
    quotes=frozenset(["quotetop", "quotemain"]),
    code=frozenset(["codetop", "codemain", "sqltop", "sqlmain", "htmltop", "htmlmain"]),
    dropped=frozenset(["edit", "signature"]),
)
_ID = re.compile(r"post-(\d+)\Z")
_USER = re.compile(r"showuser=(\d+)")
_NUMBER = re.compile(r"#\s*(\d+)\Z")
_START = re.compile(r"[?&;]st=(\d+)")
_POSTED = re.compile(r"^(?:сообщение|Отправлено|post|Posted)\s*:?\s+", re.I)
_EDITED = re.compile(
    r"(?:Сообщение отредактировал[аи]?|This post has been edited by)\s+(?P<by>.+?)(?: -|:)\s+(?P<at>.+)\Z"
)

_BODIES = Find("//div[" + has("postcolor") + "][starts-with(@id, 'post-')]")
_BODY = Find("descendant-or-self::div[" + has("postcolor") + "][starts-with(@id, 'post-')]")
_ANCHOR = Find(".//a[starts-with(@name, 'entry')]")
_NAME = Find(".//*[" + has("normalname") + "]")
_LINK = Find(".//a[@href]")
_DETAILS = Find("(.//*[" + has("postdetails") + "])[1]")
_PERMALINK = Find(".//a[contains(@href, 'findpost')]")
_EDIT = Find(".//span[" + has("edit") + "]")
_CURRENT = Find("(//*[" + has("pagecurrent") + "])[1]")
_PAGELINKS = Find("//*[" + has("pagelink") + " or " + has("pagelinklast") + "]//a[contains(@href, 'st=')]")
_TITLE = Find("//div[" + has("maintitle") + "]//b")
_TOPIC_LINK = Find("//a[contains(@href, 'showtopic=')]")
_LOGIN = Find("//form[contains(@action, 'act=Login')][.//input[@type='password']]")
_MESSAGE = Find("//*[" + has("errorwrap") + "] | //*[" + has("tablepad") + "]")


class IPB2(Adapter):
    """Bodies are `div.postcolor#post-N` in a table with the anchor `entryN`; times are text, to the minute."""

    software = "ipb2"
    example = "https://forum.example/index.php?showtopic=12&st=20"
    knows = Knows(seconds=False, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = re.compile(r"showtopic=(\d+)\b.*[?&;]st=[1-9]")
    traces = traced_by("post-|post-main-|entry", "id|name")
    forms = ("d.m.Y", "day", "d M Y", "M d Y", "Y-m-d", "?-?-Y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return [_post(body) for body in _BODIES.all(sheet.tree) if _ID.match(body.get("id", ""))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        return [node for node in tree.css("div.postcolor[id^=post-]") if _ID.match(node.id or "")]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        body = _BODY.first(post)
        found = Fields(body=body, id=number_in(body.get("id"), _ID) if body is not None else None)
        name = _NAME.first(post)
        if name is not None:
            found.author = text_of(name)
            link = _LINK.first(name)
            found.author_id = number_in(link.get("href"), _USER) if link is not None else None
        details = _DETAILS.first(post)
        if details is not None:
            found.shown = _POSTED.sub("", text_of(details))
        link = _PERMALINK.first(post)
        if link is not None:
            found.number = count_in(text_of(link), _NUMBER)
            found.url = absolute(sheet.base, link.get("href"), SESSION)
        notice = _EDIT.first(post)
        if notice is not None:
            told = _EDITED.match(text_of(notice))
            found.edited = Edited(shown=told["at"] if told else text_of(notice), by=told["by"] if told else None)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        hrefs = [sheet.source.url, *(link.get("href") for link in _TOPIC_LINK.all(sheet.tree))]
        frame = Frame(title=_TITLE.text(sheet.tree) or None)
        frame.thread = next((thread for href in hrefs if (thread := number_in(href, THREAD))), None)
        current = number_in(_CURRENT.text(sheet.tree), re.compile(r"(\d+)"))
        links = [link for link in _PAGELINKS.all(sheet.tree) if text_of(link).isdigit()]
        frame.page = int(current) if current else (None if links else 1)
        if frame.page is not None:
            frame.pages = max([frame.page, *(int(text_of(link)) for link in links)])
        found = [self.fields(post, sheet) for post in self.posts(sheet)]
        frame.per_page = _size(links) or page_size(frame, found, len(found))
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        return Request(page_address(page, number))


def _post(body: etree._Element) -> etree._Element:
    """The table with the anchor of this very post; the body itself where a skin has none, to be refused."""
    wanted = f"entry{number_in(body.get('id'), _ID)}"
    for above in body.iterancestors("table"):
        anchors = [anchor.get("name") for anchor in _ANCHOR.all(above)]
        if anchors:
            return above if wanted in anchors else body
    return body


def _size(links: Sequence[etree._Element]) -> int | None:
    """Posts on a page, from a link to another one."""
    for link in links:
        start, page = number_in(link.get("href"), _START), int(text_of(link))
        if start and int(start) and page > 1:
            return int(start) // (page - 1)
    return None


ADAPTER = IPB2()
