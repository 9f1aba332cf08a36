"""PunBB 1.3 and 1.4."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.find import Find, absolute, count_in, first_in, has, number_in, text_of
from forums.found import Edited, Fields, Frame, Knows
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet
from forums.software.fluxbb import counted, linked_thread, page_address
from forums.trees import first_within

PROFILE = Profile(
    quotes=frozenset(["quotebox"]),
    code=frozenset(["codebox"]),
    dropped=frozenset(["sig-content", "sig-line"]),
    foreign=frozenset(["div"]),  # a signature
)
_ID = re.compile(r"p(\d+)\Z")
_USER = re.compile(r"profile\.php\?(?:.*&)?id=(\d+)|/user/?(\d+)")
_THREAD = re.compile(r"viewtopic\.php\?(?:.*&)?id=(\d+)|/topic/?(\d+)")
#: Addresses with names: /topic/12/den-1/page/2/ and /topic12-den-1-p2.html.
_FOLDER = re.compile(r"(.*/topic/\d+(?:/(?!page/)[^/?#]+)?)(?:/|/page/\d+/?)?(?:[?#].*)?\Z")
_FILE = re.compile(r"(.*/topic\d+(?:-[^/?#]*?)?)(?:-p\d+)?\.html(?:[?#].*)?\Z")
_NUMBER = re.compile(r"(\d+)\Z")
_EDIT = re.compile(r"\((?P<at>[^()]+?)\s+(?:отредактировано|изменено|edited by|modified by)\s+(?P<by>.+)\)")

_HEADS = Find("//div[" + has("posthead") + "][starts-with(@id, 'p')]")
_POST_HEAD = Find("./div[" + has("posthead") + "]")
_NUMBERED = Find(".//*[" + has("post-num") + "]")
_NAME = Find("./*[" + has("postbody") + "]//li[" + has("username") + "]")
_BYLINE = Find(".//*[" + has("post-byline") + "]/*[last()]")
_LINK = Find(".//a[@href]")
_TIME = Find(".//*[" + has("post-link") + "]//a[@href]")
_BODY = Find(".//div[" + has("entry-content") + "]")
_EDITED = Find(".//*[" + has("post-edit") + "]")
_PAGES = Find("(//p[" + has("paging") + "])[1]")
_TITLE = Find("(//*[" + has("crumblast") + "])[1]")
_MESSAGE = Find(
    "//*[@id='brd-message']//*["
    + has("main-content")
    + "] | //*[@id='brd-main']//*["
    + has("content-box")
    + "] | //body[count(.//*) < 40]"
)
_LOGIN = Find("//form[contains(@action, 'login.php')]//input[@type='password']")


class PunBB(Adapter):
    """The id is on a post's head, `div.posthead#pN`; the signature stands in the body, the edit notice in the head."""

    software = "punbb"
    example = "https://forum.example/viewtopic.php?id=12&p=2"
    knows = Knows(seconds=True, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = re.compile(
        r"viewtopic\.php\?(?=.*\bid=(\d+))(?=.*\bp=(?:[2-9]|\d\d))|/topic/?(\d+)[^?#]*(?:/page/|-p)(?:[2-9]|\d\d)"
    )
    traces = traced_by("p")
    alike = ('class="posthead', Find("//*[" + has("posthead") + "][.//*[" + has("post-link") + "]//a[@href]]"))
    forms = ("Y-m-d", "day", "d.m.Y", "d M Y", "M d Y", "?-?-Y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        heads = [head for head in _HEADS.all(sheet.tree) if _ID.match(head.get("id", ""))]
        return [post for head in heads if (post := head.getparent()) is not None]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        heads = [node for node in tree.css("div.posthead[id]") if _ID.match(node.id or "")]
        posts = [post for head in heads if (post := head.parent) is not None]
        return first_within(tree, posts, "div.entry-content")

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        head = _POST_HEAD.first(post)
        found = Fields(body=_BODY.first(post))
        if head is None:
            return found
        found.id = number_in(head.get("id"), _ID)
        name = _NAME.first(post)
        name = _BYLINE.first(head) if name is None else name
        if name is not None:
            found.author = text_of(name)
            link = name if name.tag == "a" else _LINK.first(name)
            found.author_id = number_in(link.get("href"), _USER) if link is not None else None
        time = _TIME.first(head)
        if time is not None:
            found.shown = text_of(time)
            found.url = absolute(sheet.source.url, time.get("href"))
        found.number = count_in(_NUMBERED.text(head), _NUMBER)
        found.edited = _edit(_EDITED.text(head), text_of(head))
        return found

    def frame(self, sheet: Sheet) -> Frame:
        frame = Frame(title=_TITLE.text(sheet.tree).strip("→ ") or None)
        pages = _PAGES.first(sheet.tree)
        frame.thread = first_in(sheet.addresses, _THREAD) or linked_thread(sheet, pages)
        counted(frame, pages)
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        if folder := number_in(page.url, _FOLDER):
            return Request(f"{folder}/page/{number}/" if number > 1 else f"{folder}/")
        if file := number_in(page.url, _FILE):
            return Request(f"{file}-p{number}.html" if number > 1 else f"{file}.html")
        return Request(page_address(page, number))


def _edit(notice: str, head: str) -> Edited | None:
    """«(2026-11-27 18:00:00 отредактировано player_7)», whatever its class; in other words where the class is known."""
    if found := _EDIT.search(notice or head):
        return Edited(shown=found["at"], by=found["by"])
    return Edited(shown=notice.strip("()")) if notice else None


ADAPTER = PunBB()
