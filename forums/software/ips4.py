"""Invision Community 4; version 5 reads by the same rules (`forums.software.ips5`)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.epochs import of_iso, of_seconds
from forums.find import Find, absolute, first_in, has, number_in, text_of, thread_address
from forums.found import Edited, Fields, Frame, Knows
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

PROFILE = Profile(
    quotes=frozenset(["ipsquote", "ipsblockquote", "citation"]),
    code=frozenset(["ipscode"]),
    dropped=frozenset(["ipstype_light", "ipsedited", "ipsquote_citation"]),
    # Before 4.2 a spoiler was a `blockquote`; posts taken over from version 3 keep its boxes.
    spoilers=frozenset(["ipsspoiler", "ipsstyle_spoiler", "ipsstyle_spoilerfancy", "bbc_spoiler"]),
)
_ID = re.compile(r"elComment_(\d+)\Z")
_THREAD = re.compile(r"(?:/topic/|[?&]/?topic/|showtopic=)(\d+)")
_BELOW = re.compile(r"(.*?/topic/\d+[^/?#]*)")
_BY = re.compile(r"(?:пользователем|користувачем|by)\s+(\S.*)\Z")

_POSTS = Find("//article[starts-with(@id, 'elComment_')]")
#: A moderator's box to choose a post: of one that is hidden or waits it says that it may be shown.
_HELD = Find(
    ".//input[@data-role='moderation'][contains(@data-actions, 'unhide') or contains(@data-actions, 'approve')]"
    "[not(ancestor::*[@data-role='commentContent'])]"
)
_DATA = Find(".//*[@data-quotedata]")
_NAME = Find(".//*[" + has("cAuthorPane_author") + "] | .//*[" + has("ipsUsername") + "]")
_LINKED = "a[contains(@href, 'do=findComment') or contains(@href, '#comment-') or contains(@href, '#findComment-')]"
#: Links of the post itself, not of what it quotes.
_OUTSIDE = "[not(ancestor::*[@data-role='commentContent'])]"
_PERMALINK = Find(".//" + _LINKED + _OUTSIDE)
_TIME = Find(".//" + _LINKED + _OUTSIDE + "//time[@datetime]")
#: Guests may see the time without a link.
_META = "(" + has("ipsComment_meta") + " or " + has("ipsEntry__date") + ")"
_META_TIME = Find(".//*[" + _META + "]//time[@datetime]" + _OUTSIDE)
_BODY = Find(".//*[@data-role='commentContent']")
_EDIT = Find(".//*[@data-excludequote][.//time[@datetime]]")
_EDIT_TIME = Find(".//time[@datetime]")
_EDIT_WORDS = Find("./strong")  #: without the reason, which anybody may have worded
_PAGES = Find("(//ul[" + has("ipsPagination") + "][@data-pages])[1]")
_CURRENT = Find(".//*[" + has("ipsPagination_active") + " or " + has("ipsPagination__active") + "]")
_TITLE = Find("//h1[" + has("ipsType_pageTitle") + "]//span[not(.//span)] | //h1")
_LOGIN = Find("//form[contains(@action, '/login/')]//input[@type='password'][@name='password'][not(ancestor::header)]")
_MESSAGE = Find("//*[@id='elError'] | //*[" + has("ipsMessage_error") + "] | //section[contains(@class, 'error')]")


class IPS4(Adapter):
    """Posts are `article#elComment_N`; the data for quoting hold author, account and epoch."""

    software = "ips4"
    example = "https://forum.example/topic/12-mafia/?page=2"
    knows = Knows(seconds=True, edits=True, deletions=True, signatures=True)
    profile = PROFILE
    later = re.compile(r"/topic/(\d+)[^/?#]*/(?:page/|[?&]page=)(?:[2-9]|\d\d)")
    traces = traced_by("elComment_|comment-", then="_wrap")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return [post for post in _POSTS.all(sheet.tree) if _ID.match(post.get("id", ""))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = [node for node in tree.css("article[id^=elComment_]") if _ID.match(node.id or "")]
        return [node.css_first('[data-role="commentContent"]') for node in found]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(id=number_in(post.get("id"), _ID), body=_BODY.first(post))
        # Posts hidden by moderators stand on the page for them alone.
        holder = _DATA.first(post)
        found.deleted = _hidden(post) or _hidden(holder) or _HELD.first(post) is not None  # the second before 4.2
        told = _data(holder)
        name = _NAME.first(post)
        found.author = told.get("username") or (text_of(name) if name is not None else None)
        found.author_id = str(told["userid"]) if told.get("userid") else None
        found.exact = of_seconds(told.get("timestamp"))
        time = _TIME.first(post)
        time = _META_TIME.first(post) if time is None else time
        if time is not None:
            found.shown = time.get("title") or text_of(time)
            found.exact = found.exact or of_iso(time.get("datetime"))
        found.url = absolute(sheet.base, _PERMALINK.href(post))
        notice = _EDIT.first(found.body) if found.body is not None else None
        if notice is not None:
            edited = _EDIT_TIME.first(notice)
            when = of_iso(edited.get("datetime")) if edited is not None else None
            words = _EDIT_WORDS.text(notice) or text_of(notice)
            found.edited = Edited(exact=when, by=number_in(words, _BY))
        if holder is not None and holder.get("data-first-page") == "false":
            found.number = 1  # the opening post, where the board shows it on every page
        return found

    def frame(self, sheet: Sheet) -> Frame:
        frame = Frame(title=_TITLE.text(sheet.tree) or None, page=1, pages=1)
        told = (str(thread) for post in self.posts(sheet) if (thread := _data(_DATA.first(post)).get("contentid")))
        frame.thread = first_in(sheet.addresses, _THREAD) or next(told, None)
        bar = _PAGES.first(sheet.tree)
        if bar is not None:
            current, pages = _CURRENT.text(bar), bar.get("data-pages", "")
            size = bar.get("data-ipspagination-perpage") or ""
            frame.pages = int(pages) if pages.isdigit() else None
            frame.page = int(current) if current.isdigit() else (1 if frame.pages == 1 else None)
            frame.per_page = int(size) if size.isdigit() else None
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        # Versions before 4.2 know only `?page=`, the later ones both.
        below = thread_address(page, _BELOW)
        # Where the server rewrites no addresses, they are behind a question mark already.
        return Request(f"{below}/{'&' if '?' in below else '?'}page={number}" if number > 1 else f"{below}/")


def _hidden(element: etree._Element | None) -> bool:
    return element is not None and "ipsModerated" in (element.get("class") or "").split()


def _data(holder: etree._Element | None) -> Mapping[str, Any]:
    """The data for quoting a post; empty where there are none that can be read."""
    try:
        told = json.loads(holder.get("data-quotedata") or "{}") if holder is not None else {}
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


ADAPTER = IPS4()
