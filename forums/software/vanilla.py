"""Vanilla: its pages, and the comments of a discussion from its API (version 2)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.times import Interval
from forums import walls
from forums.adapter import Adapter
from forums.documents import decoded, is_json, mapping, posts_in, text_or_none, whole
from forums.epochs import of_iso
from forums.find import Find, absolute, first_in, has, number_in, text_of
from forums.found import Edited, Fields, Frame, Knows
from forums.offsets import proved_zone
from forums.pages import Page, PageError, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

PROFILE = Profile(
    quotes=frozenset(["quote", "userquote", "embedquote", "js-quoteembed"]),
    code=frozenset(["codeblock", "codeinline"]),
    heads=frozenset(["quoteauthor"]),
    dropped=frozenset(["signature", "usersignature", "reactions"]),
    spoilers=frozenset(["userspoiler"]),
)
_ID = re.compile(r"\A(?:Discussion|Comment)_(\d+)\Z")
_USER = re.compile(r"/profile/(\d+)(?:/|\Z)")
_THREAD = re.compile(r"/discussion/(\d+)|[?&]discussionID=(\d+)")
#: A discussion's address: the number, its words in letters, the page.
_BELOW = re.compile(r"(.*?/discussion/\d+)(/(?!p\d+(?:[/?#]|\Z))[^/?#]+)?")
_PAGE = re.compile(r"/p(\d+)(?=[/?#]|\Z)")
_API_PAGE = re.compile(r"[?&]page=(\d+)")
_API = re.compile(r"(https?://.*?/api/v2)/")
_LAST = re.compile(r"[?&]page=(\d+)[^>]*>;\s*rel=\"last\"")
_GIVEN = "__ACTIONS__"  #: what newer versions give to the script that draws the page
_ON_PAGE = 30  #: comments in an answer of the API
_PLACE = re.compile(r"Item_(\d+)\Z")
_EDIT_BY = re.compile(r"\s(?:by|пользователем|от|автором)\s+(?P<by>\S.*?)\.?\s*\Z")

_POSTS = Find("//*[starts-with(@id, 'Discussion_') or starts-with(@id, 'Comment_')]")
_BODY = Find(".//*[" + has("Message") + " or " + has("userContent") + "]")
_NAME = Find(".//*[" + has("Author") + "]//*[" + has("Username") + "]")
_AUTHOR = Find(".//*[" + has("Author") + "]//a[normalize-space(.)]")
_CREATED = Find(".//*[" + has("DateCreated") + "]")
_TIME = Find(".//time[@datetime]")
_PERMALINK = Find(".//*[" + has("DateCreated") + "]//a[@href]")
_PLACED = Find(".//a[starts-with(@name, 'Item_')]")
_PLACED_ANYWHERE = Find("//a[starts-with(@name, 'Item_')]")
_CLASSED = Find("//*[" + has("ItemComment") + " or " + has("ItemDiscussion") + "]")
_EDIT = Find(".//*[" + has("DateUpdated") + "]")
_BAR = Find("//*[@id='PagerBefore' or @id='PagerAfter' or " + has("NumberedPager") + "]")
_LINK = Find(".//a[@href]")
_HERE = Find(".//*[" + has("Highlight") + "]")
_TITLE = Find("//*[" + has("PageTitle") + "]//h1 | //*[@id='Item_0']//h1 | //h1")
_LOGIN = Find("//form[@id='Form_User_SignIn'] | //form[contains(@action, 'entry/signin')]//input[@type='password']")
_MESSAGE = Find("//*[" + has("SplashInfo") + "] | //*[@id='Message'] | //*[@id='Content']")


class Vanilla(Adapter):
    """The opening post is `#Discussion_N`, the others `#Comment_N`; times are exact, edit notices are text.

    The opening post stands on the first page only; the API has an answer of its own for it.
    """

    software = "vanilla"
    example = "https://forum.example/discussion/12/mafia/p2"
    knows = Knows(seconds=True, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = re.compile(r"/discussion/(\d+)/[^/?#]*/p(?:[2-9]|\d\d)")
    forms = ("M d Y", "d M Y", "day", "d.m.Y", "Y-m-d", "?-?-Y")

    def read(self, sheet: Sheet) -> Page:
        """The posts of a page of HTML, or the comments in an answer of the API."""
        if not is_json(sheet):
            if _GIVEN in sheet.text and not self.posts(sheet) and (thread := _thread(sheet)) is not None:
                raise PageError(
                    "{name}: a script draws the posts of this page: give the address /api/v2/discussions/{thread}, or "
                    "save that page and /api/v2/comments?discussionID={thread}&page=1 and so on",
                    name=sheet.name,
                    thread=thread,
                )
            return super().read(sheet)
        document = decoded(sheet.text, sheet)
        told = mapping(document)
        opening = told if "discussionID" in told and "dateInserted" in told and "commentID" not in told else None
        posts = [opening] if opening is not None else posts_in(document, sheet)
        if not any("commentID" in post or post is opening for post in posts):
            said = str(mapping(document).get("message") or "")
            wall = walls.of_words(said, status=whole(mapping(document).get("status")) or sheet.source.status)
            return Page(software=self.software, wall=wall, message=said, url=sheet.source.url)
        frame = _api_frame(opening, posts, sheet)
        fields = [_of_json(post, opening=post is opening) for post in posts]
        clock = self.clock(sheet, frame, fields)
        return self.page(sheet, frame, self.readings(sheet, fields, clock), clock)

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        found = [post for post in _POSTS.all(sheet.tree) if _ID.match(post.get("id", ""))]
        # Rows of a list of discussions have the ids of discussions, but no text.
        if not any(_BODY.first(post) is not None for post in found):
            return []
        return found + _others(sheet, set(found))

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = [node for node in tree.css("[id^=Discussion_], [id^=Comment_]") if _ID.match(node.id or "")]
        return [node.css_first(".Message, .userContent") for node in found]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        identity, opening = number_in(post.get("id"), _ID), post.get("id", "").startswith("Discussion_")
        found = Fields(id=f"d{identity}" if opening else identity, body=_BODY.first(post))
        name = _NAME.first(post)
        name = _AUTHOR.first(post) if name is None else name
        if name is not None:
            found.author = text_of(name)
            found.author_id = name.get("data-userid") or number_in(name.get("href"), _USER)
        found.shown, found.exact = _time(post)
        place = _PLACED.first(post)
        found.url = absolute(sheet.base, _PERMALINK.href(post))
        told = number_in(place.get("name"), _PLACE) if place is not None else None
        found.number = 1 if opening else (int(told) + 1 if told else None)
        notice = _EDIT.first(post)
        if notice is not None:
            found.edited = _edited(notice)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        frame = Frame(title=_TITLE.text(sheet.tree) or None, thread=_thread(sheet), page=1, pages=1)
        numbers = [1]
        for bar in _BAR.all(sheet.tree):
            links = _LINK.all(bar)
            numbers += [int(page) for link in links if (page := number_in(link.get("href"), _PAGE))]
            here = _HERE.text(bar)
            if links:
                frame.page = int(here) if here.isdigit() else whole(number_in(sheet.source.url, _PAGE)) or 1
        frame.pages = max([*numbers, frame.page or 1])
        frame.zone = proved_zone(sheet, map(_time, self.posts(sheet)))
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        if api := number_in(page.url, _API):
            if number == 1:
                return Request(f"{api}/discussions/{page.thread}?expand=insertUser", {"Accept": "application/json"})
            query = f"discussionID={page.thread}&page={number - 1}&limit={_ON_PAGE}&expand=insertUser"
            return Request(f"{api}/comments?{query}", {"Accept": "application/json"})
        below = _BELOW.match(page.url or "")
        if below is None:
            raise PageError(
                "{url}: this is not the discussion's own address; give the address of its first page", url=page.url
            )
        address = f"{below[1]}{below[2] or '/x'}"
        return Request(f"{address}/p{number}" if number > 1 else address)


def _others(sheet: Sheet, known: set[etree._Element]) -> list[etree._Element]:
    """What is a post by its own address or its class, but has not the id of one: it must not be passed over."""
    marked = [*_PLACED_ANYWHERE.all(sheet.tree), *_CLASSED.all(sheet.tree)]
    return [element for element in marked if known.isdisjoint((element, *element.iterancestors()))]


def _time(post: etree._Element) -> tuple[str, Interval | None]:
    """The time as shown, and the same moment for machines where the page has it: version 2.0 shows text alone."""
    created = _CREATED.first(post)
    if created is None:
        return "", None
    time = _TIME.first(created)
    return (
        (text_of(created), None) if time is None else (time.get("title") or text_of(time), of_iso(time.get("datetime")))
    )


def _edited(notice: etree._Element) -> Edited:
    """«Edited March 2, 2026 11:15AM by X.» stands in the title; newer versions hold the exact time too."""
    time, told = _TIME.first(notice), notice.get("title") or text_of(notice)
    by = _EDIT_BY.search(told)
    exact = of_iso(time.get("datetime")) if time is not None else None
    return Edited(exact=exact, shown=told[: by.start()] if by else told.rstrip(". "), by=by["by"] if by else None)


def _thread(sheet: Sheet) -> str | None:
    opening = next((post for post in _POSTS.all(sheet.tree) if post.get("id", "").startswith("Discussion_")), None)
    return first_in(sheet.addresses, _THREAD) or (number_in(opening.get("id"), _ID) if opening is not None else None)


def _api_frame(opening: Mapping[str, Any] | None, posts: Sequence[Mapping[str, Any]], sheet: Sheet) -> Frame:
    """The place of an answer. The opening post, which has an answer of its own, is the first page; the comments are the
    pages after it, told by address and headers, as their answer is a bare list."""
    headers, thread = sheet.source.headers, posts[0].get("discussionID")
    frame = Frame(thread=str(thread) if thread is not None else number_in(sheet.source.url, _THREAD), page=1)
    if opening is not None:
        frame.title, comments = text_or_none(opening.get("name")), whole(opening.get("countComments"))
        frame.pages = None if comments is None else 1 + -(-comments // _ON_PAGE)
        return frame
    frame.page = 1 + (whole(number_in(sheet.source.url, _API_PAGE)) or whole(headers.get("x-app-page-current")) or 1)
    size, count = whole(headers.get("x-app-page-limit")), whole(headers.get("x-app-page-result-count"))
    frame.per_page = size
    if last := number_in(headers.get("link"), _LAST):
        frame.pages = 1 + int(last)
    elif size and count is not None:
        frame.pages = 1 + max(1, -(-count // size))
    return frame


def _of_json(post: Mapping[str, Any], *, opening: bool) -> Fields:
    user, changed = mapping(post.get("insertUser")), text_or_none(post.get("dateUpdated"))
    account, body = whole(post.get("insertUserID")), post.get("body")
    editor, identity = mapping(post.get("updateUser")), whole(post.get("discussionID" if opening else "commentID"))
    return Fields(
        id=None if identity is None else f"{'d' if opening else ''}{identity}",
        number=1 if opening else None,
        author=text_or_none(user.get("name")),
        author_id=str(account) if account else None,
        shown=str(post.get("dateInserted") or ""),
        exact=of_iso(text_or_none(post.get("dateInserted"))),
        html=body if isinstance(body, str) else None,
        edited=Edited(exact=of_iso(changed), shown=changed, by=text_or_none(editor.get("name"))) if changed else None,
        url=text_or_none(post.get("url")),
    )


ADAPTER = Vanilla()
