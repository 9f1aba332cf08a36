"""phpBB 3.0-3.2 with subsilver2, the style of tables."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.find import Find, has, number_in, text_of
from forums.found import Fields, Frame, Knows
from forums.pages import Page, Request, Wall
from forums.sheet import Sheet
from forums.software.phpbb import ADAPTER as PROSILVER
from forums.software.phpbb import (
    EDIT_WORDS,
    FORMS,
    LATER,
    POST_ID,
    PROFILE,
    USER,
    counted,
    edit_of,
    permalink,
    tell_spoilers,
    tell_spoilers_shown,
    thread_of,
    told_zone,
)

_POSTS = Find("//a[starts-with(@name, 'p')]/ancestor::table[1]")
_ANCHOR = Find(".//a[starts-with(@name, 'p')]")
_AUTHOR = Find(".//*[" + has("postauthor") + "]")
_PROFILE_LINK = Find(".//td[" + has("profile") + "]/..//a[contains(@href, 'mode=viewprofile')]")
_HEAD = Find(".//td[" + has("gensmall") + "]//div[contains(@style, 'right')]")
_TIME_LABEL = Find(".//b")
_LINK = Find(".//a[contains(@href, 'p=')]")
_BODY = Find(".//div[" + has("postbody") + "]")
_SMALL = Find(".//span[" + has("gensmall") + "]")
_BAR = Find("//table[.//td[" + has("nav") + "]/strong][1]")
_CURRENT = Find(".//td[" + has("nav") + "]/strong")
_TITLE = Find("//a[" + has("titles") + "]")
_MESSAGE = Find(
    "//table[" + has("tablebg") + "]//td/p[" + has("gen") + "]"
    " | //form[contains(@action, 'mode=login')]//td[@class='row3']/span[" + has("gensmall") + "]"
)
#: The login page's own form; the small one below the list of forums has no places in the order of tabs.
_LOGIN = Find("//form[contains(@action, 'mode=login')][.//input[@type='password'][@tabindex]]")
#: What stands before a signature.
_RULE = "_" * 17

#: A writer and a time; an advert that looks like a post was posted at no time.
_ALIKE = Find("//*[" + has("postauthor") + "][ancestor::table[1]//td[" + has("gensmall") + "]//div/b]")


class Subsilver2(Adapter):
    """Posts are tables with an anchor `a[name=pN]`; the signature is a second `div.postbody`, no part of the text."""

    software = "phpbb"
    example = PROSILVER.example
    knows = Knows(seconds=False, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = LATER
    alike = ('class="postauthor"', _ALIKE)
    forms = FORMS

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return [post for post in _POSTS.all(sheet.tree) if _anchor(post)]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        bodies: list[LexborNode | None] = []
        for anchor in tree.css("a[name]"):
            if not POST_ID.match(anchor.attributes.get("name") or ""):
                continue
            table = anchor.parent
            while table is not None and table.tag != "table":
                table = table.parent
            bodies.append(tell_spoilers_shown(table.css_first("div.postbody") if table is not None else None))
        return bodies

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(id=_anchor(post), author=_AUTHOR.text(post) or None, body=_BODY.first(post))
        if found.body is not None and text_of(found.body).startswith(_RULE):
            found.body = None  # the signature, where the text should stand
        if found.body is not None:
            tell_spoilers(found.body)
        found.author_id = number_in(_PROFILE_LINK.href(post), USER)
        head = _HEAD.first(post)
        if head is not None:
            label = _TIME_LABEL.first(head)
            found.shown = ((label.tail if label is not None else None) or "").strip()
            if found.id:
                found.url = permalink(_LINK.href(head), found.id, sheet)
        for small in _SMALL.all(post):
            if EDIT_WORDS.search(text_of(small)):
                found.edited = edit_of(small)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        title = _TITLE.first(sheet.tree)
        frame = Frame(
            version="3.0", title=text_of(title) if title is not None else None, thread=thread_of(sheet, title)
        )
        counted(frame, _BAR.first(sheet.tree), _CURRENT, title)
        told_zone(frame, sheet.text)
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        return PROSILVER.request(page, number)


def _anchor(post: etree._Element) -> str | None:
    for anchor in _ANCHOR.all(post):
        if found := number_in(anchor.get("name"), POST_ID):
            return found
    return None


ADAPTER = Subsilver2()
