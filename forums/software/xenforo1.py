"""XenForo 1."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.times import Interval
from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.epochs import of_seconds
from forums.find import Find, absolute, count_in, first_in, has, number_in, text_of
from forums.found import Edited, Fields, Frame, Knows
from forums.offsets import proved_zone
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet
from forums.software.xenforo import CANONICAL_THREAD, MERGE_LINE, thread_page

_SPOILER = "bbm_spoiler"
PROFILE = Profile(
    merge_line=MERGE_LINE,
    quotes=frozenset(["bbcodequote"]),
    code=frozenset(["bbcodecode", "bbcodephp", "bbcodehtml"]),
    dropped=frozenset(["signature", "editdate", "quoteexpand"]),
    spoilers=frozenset(["bbcodespoilercontainer", "bbcodespoilertext", "bbmspoilerblock", _SPOILER]),
)
_ID = re.compile(r"post-(\d+)\Z")
_USER = re.compile(r"members/(?:[^/]*\.)?(\d+)")
_THREAD = re.compile(r"threads/(?:[^/?#]*\.)?(\d+)(?=[/?#]|\Z)")
_NUMBER = re.compile(r"#([\d.,\s]+)\Z")

_POSTS = Find("//li[" + has("message") + "][@data-author][starts-with(@id, 'post-')]")
#: The signature bears the body's class too.
_BODY = Find(".//*[" + has("messageText") + "][not(" + has("signature") + ")]")
#: The spoiler of a widespread add-on puts its text into a `blockquote` that is no quote.
_SPOILERS = Find(".//*[contains(@class, 'bbm_spoiler')]/blockquote")
_TIME = Find(".//*[" + has("datePermalink") + "]//*[" + has("DateTime") + "]")
_NUMBERED = Find(".//a[" + has("postNumber") + "]")
#: Not a mention in the text.
_NAME = Find(".//*[" + has("userText") + "]//a[" + has("username") + "]")
_EDIT = Find(".//*[" + has("editDate") + "]")
_EDIT_TIME = Find(".//*[" + has("DateTime") + "]")
#: A post that is not approved yet stands on the page for moderators and its author alone.
_PENDING = Find(".//*[" + has("moderatedNotice") + "]")
_PAGES = Find("(//div[" + has("PageNav") + "][@data-last])[1]")
_TITLE = Find("//*[" + has("titleBar") + "]//h1")
_LOGIN = Find("//*[@id='content']//form[contains(@action, 'login/login')]//input[@type='password']")
_MESSAGE = Find(
    "//*[@id='content']//*[" + has("errorOverlay") + "] | //*[@id='content']//*[" + has("errorPanel") + "]"
    " | //*[@id='content']//*[" + has("baseHtml") + "] | //*[" + has("messageBody") + "]"
)


class XenForo1(Adapter):
    """Posts are `li.message#post-N[data-author]`; young times are epochs, old ones text in the board's zone."""

    software = "xenforo1"
    example = "https://forum.example/threads/mafia.12/page-2"
    knows = Knows(seconds=True, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = re.compile(r"[./](\d+)/page-(?:[2-9]|\d\d)")
    traces = traced_by("post-")
    alike = (
        'class="messageInfo',
        Find(
            "//*["
            + has("messageInfo")
            + "][.//*["
            + has("messageText")
            + "]][not(ancestor::*["
            + has("deleted")
            + "])]"
        ),
    )
    stubs = frozenset({"deleted"})
    forms = ("d M Y", "M d Y", "d.m.Y", "d.m.y", "day", "Y-m-d", "?-?-Y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        # A deleted post is shown to moderators, with or without its text: it is as gone as for a guest.
        found = [post for post in _POSTS.all(sheet.tree) if _ID.match(post.get("id", ""))]
        return [post for post in found if not _deleted(post.get("class"))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = [node for node in tree.css("li.message[data-author]") if _ID.match(node.id or "")]
        for box in tree.css("[class*=bbm_spoiler] > blockquote"):
            box.attrs["class"] = _SPOILER
        return [
            node.css_first(".messageText:not(.signature)")
            for node in found
            if not _deleted(node.attributes.get("class"))
        ]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(id=number_in(post.get("id"), _ID), author=post.get("data-author"), body=_BODY.first(post))
        if _SPOILER in sheet.text:
            for box in _SPOILERS.all(post):
                box.set("class", _SPOILER)
        found.deleted = _PENDING.first(post) is not None
        found.author_id = number_in(_NAME.href(post), _USER)
        found.shown, found.exact = _time(post)
        numbered = _NUMBERED.first(post)
        if numbered is not None:
            found.number = count_in(text_of(numbered), _NUMBER)
            found.url = absolute(sheet.base, numbered.get("href"))
        edited = _EDIT.first(post)
        if edited is not None:
            time = _EDIT_TIME.first(edited)
            shown = _shown(time) if time is not None else text_of(edited)
            found.edited = Edited(shown=shown, exact=of_seconds(time.get("data-time")) if time is not None else None)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        frame = Frame(title=_TITLE.text(sheet.tree) or None, page=1, pages=1)
        frame.thread = first_in(sheet.addresses, _THREAD) or number_in(sheet.canonical, CANONICAL_THREAD)
        bar = _PAGES.first(sheet.tree)
        if bar is not None:
            page, last = bar.get("data-page", ""), bar.get("data-last", "")
            frame.page = int(page) if page.isdigit() else None
            frame.pages = int(last) if last.isdigit() else None
        frame.zone = proved_zone(sheet, map(_time, self.posts(sheet)))
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        return Request(thread_page(page, number))


def _deleted(classes: str | None) -> bool:
    return "deleted" in (classes or "").split()


def _time(post: etree._Element) -> tuple[str, Interval | None]:
    """The time as shown, and the same moment for machines where the page has it."""
    time = _TIME.first(post)
    return (_shown(time), of_seconds(time.get("data-time"))) if time is not None else ("", None)


def _shown(time: etree._Element) -> str:
    """The full date: a young post shows only «5 минут назад», with the date in its attributes."""
    if time.get("data-datestring") and time.get("data-timestring"):
        return f"{time.get('data-datestring')} {time.get('data-timestring')}"
    return time.get("title") or text_of(time)


ADAPTER = XenForo1()
