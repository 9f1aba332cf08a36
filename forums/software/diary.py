"""diary.ru: the comments on an entry. The entry itself is no post of a thread and is not read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.telling import Told
from forums import walls
from forums.adapter import Adapter
from forums.find import Find, absolute, first_in, has, number_in, text_of, thread_address
from forums.found import Fields, Frame, Knows
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

PROFILE = Profile(
    quotes=frozenset(["quote", "quote_text"]),
    dropped=frozenset(["commentlinks", "urllink", "signature"]),
    spoilers=frozenset(["morelink", "linkmore"]),
)
_ID = re.compile(r"(?:c|comment|comment-)(\d+)\Z")
_USER = re.compile(r"/member/\??(\d+)|[?&]user(?:id)?=(\d+)")
_COMMENT = re.compile(r"[?&;]commentId=(\d+)")
_THREAD = re.compile(r"/p(\d+)(?:_[^/?#]*)?\.html?\b")
_BELOW = re.compile(r"(.*?/p\d+(?:_[^/?#]*)?\.html?)")
_FROM = re.compile(r"[?&;]from=(\d+)")
_TIME = re.compile(
    r"(?:\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d\d-\d\d|(?:Сегодня|Вчера))[,\s]+(?:в\s+)?\d{1,2}:\d\d(?::\d\d)?", re.I
)
_ON_PAGE = 30
#: An account that is gone: its link stands there with an empty name.
GONE = "[удалён]"

_OWN_NAME = "*[" + has("authorName") + "]"
_POSTS = Find(
    "//*[" + has("discussion") + " or " + has("singleComment") + "]"
    "[@data-id or @id][.//" + _OWN_NAME + " or .//*[" + has("post-inner") + "]]"
)  # fmt: skip
_NAME = Find(".//" + _OWN_NAME)
_EMPTY = Find(".//a/strong[not(node())]")
_LINK = Find("descendant-or-self::a[@href]")
_HEAD = Find(
    ".//*[" + has("post-header") + " or " + has("postDate") + " or " + has("comment-date") + "]"
    "[not(ancestor::*[" + has("post-inner") + " or " + has("postInner") + "])]"
)  # fmt: skip
_BODY = Find(".//*[" + has("post-inner") + " or " + has("postInner") + "]")
_PERMALINK = Find(".//a[contains(@href, 'commentId=')]")
_PAGES = Find("//a[contains(@href, 'from=')]")
_TITLE = Find("//*[" + has("singlePost") + "]//*[" + has("title") + "] | //h1 | //h2")
_LOGIN = Find("//form[contains(@action, 'login') or contains(@action, 'signin')]//input[@type='password']")
_MESSAGE = Find("//*[" + has("alert") + " or " + has("site-error") + " or @id='error'] | //main | //*[@id='content']")
#: A comment, whatever its id or its class; the entry has an author and a text too, but no comment's address.
_ALIKE = Find(
    "//*[" + has("discussion") + " or " + has("singleComment") + " or @data-id and .//a[contains(@href, 'commentId=')]]"
    "[.//" + _OWN_NAME + "][.//*[" + has("post-inner") + " or " + has("postInner") + "]]"
)  # fmt: skip


class Diary(Adapter):
    """Comments are `.discussion[data-id]`; times are text, to the minute; an edit leaves no trace."""

    software = "diary"
    example = "https://forum.example/p12.htm?from=30"
    knows = Knows(seconds=False, edits=False, deletions=False, signatures=False)
    profile = PROFILE
    later = re.compile(r"/p(\d+)(?:_[^/?#]*)?\.html?\?(?:.*&)?from=[1-9]")
    alike = ("authorName", _ALIKE)
    forms = ("d.m.Y", "Y-m-d", "day")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return [post for post in _POSTS.all(sheet.tree) if _identity(post.get("data-id"), post.get("id"))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = [
            node
            for node in tree.css(".discussion, .singleComment")
            if _identity(node.attributes.get("data-id"), node.id)
            and node.css_first(".authorName, .post-inner") is not None
        ]
        return [node.css_first(".post-inner, .postInner") for node in found]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(id=_identity(post.get("data-id"), post.get("id")), body=_BODY.first(post))
        name = _NAME.first(post)
        if name is not None:
            found.author = text_of(name) or (GONE if _EMPTY.first(name) is not None else None)
            found.author_id = first_in((link.get("href") for link in _LINK.all(name)), _USER)
        times = [time for head in _HEAD.all(post) for time in _TIME.findall(_without(head, name))]
        found.shown = times[-1] if times else ""
        link = next((a for a in _PERMALINK.all(post) if number_in(a.get("href"), _COMMENT) == found.id), None)
        found.url = absolute(sheet.base, link.get("href")) if link is not None else None
        return found

    def frame(self, sheet: Sheet) -> Frame:
        hrefs = [*sheet.addresses, *(link.get("href") for link in _PERMALINK.all(sheet.tree))]
        frame = Frame(title=_TITLE.text(sheet.tree) or None, per_page=_ON_PAGE)
        frame.thread = first_in(hrefs, _THREAD)
        start = int(number_in(sheet.source.url, _FROM) or 0)
        # A page that begins between two has no number of its own.
        frame.page = start // _ON_PAGE + 1 if start % _ON_PAGE == 0 else None
        links = [href for link in _PAGES.all(sheet.tree) if _of_entry(href := link.get("href") or "", frame.thread)]
        starts = [int(text) for href in links if (text := number_in(href, _FROM))]
        frame.pages = max([start, *starts]) // _ON_PAGE + 1
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        below = thread_address(page, _BELOW, Told("give the entry's, which ends in .htm"))
        return Request(f"{below}?from={(number - 1) * _ON_PAGE}" if number > 1 else below)


def _of_entry(href: str, thread: str | None) -> bool:
    """Whether a link leads to a page of the entry's comments: lists of entries are parted the same way."""
    return href.startswith("?") or number_in(href, _THREAD) == thread


def _identity(data: str | None, element: str | None) -> str | None:
    """A comment's id, from either place."""
    return data if data and data.isdigit() else number_in(element, _ID)


def _without(head: etree._Element, name: etree._Element | None) -> str:
    """The head's text after the author's name, which may look like a time."""
    text, author = text_of(head), text_of(name) if name is not None else ""
    return text.partition(author)[2] if author and author in text else text


ADAPTER = Diary()
