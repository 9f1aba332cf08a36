"""NodeBB: a topic's JSON (`/api/topic/…`) and its page, which carries the same facts in attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.times import Interval
from forums import walls
from forums.adapter import Adapter
from forums.dates import Clock, read_time
from forums.documents import decoded, ident, is_json, mapping, posts_in, text_or_none
from forums.epochs import of_iso
from forums.find import Find, has, number_in, text_of
from forums.found import Edited, Fields, Frame, Knows, some_time
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet
from forums.trees import first_within

PROFILE = Profile(dropped=frozenset(["sr-only", "visually-hidden", "post-signature"]))
_THREAD = re.compile(r"/topic/(\d+)(?:/[^/?#]*)?")
_EDITED = re.compile(r"(\d{1,2}[./]\d{1,2}[./]\d{4}, \d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?|\d{4}-\d\d-\d\d.*)")
_MILLISECOND = timedelta(milliseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_POSTS = Find("//*[@component='post'][@data-pid]")
_ALIKE = Find("//*[@data-index][@data-timestamp][@data-username] | //*[@data-pid][.//*[@component='post/content']]")
_BODY = Find(".//*[@component='post/content']")
_PUBLISHED = Find(".//meta[@itemprop='datePublished']")
_PEN = Find(".//*[@component='post/edit-indicator'] | .//i[" + has("edit-icon") + "]")
_EDITOR = Find(".//*[@component='post/editor']")
_WHEN = Find(".//*[@title]")
#: What stands for the time of an edit where there was none.
_NEVER = "Invalid Date"
_MODIFIED = Find(".//meta[@itemprop='dateModified']")
_PAGES = Find("//*[@component='pagination']")
_CURRENT = Find(".//li[" + has("active") + "]//a[@data-page]")
_LINK = Find(".//a[@data-page]")
_TITLE = Find("//*[@component='topic/title']")
_LOGIN = Find("//form[@id='login-form'] | //*[@component='login/local']")
_MESSAGE = Find("//*[" + has("alert") + " and contains(@class, 'danger')] | //main | //div[" + has("wrapper") + "]")
_PAGE = Find("//body[contains(@class, 'page-status-')]")
_STATUS = re.compile(r"\bpage-status-(\d{3})\b")
_ON_PAGE = 20  #: posts on a page, unless the board has it otherwise
#: Forms of the edit notice's time: whatever language the server has.
_EDIT_FORMS = ("d.m.Y", "?-?-Y", "Y-m-d")


class NodeBB(Adapter):
    """Times are to the millisecond in UTC; a deleted post leaves a stub; a page of JSON holds what the page shows."""

    software = "nodebb"
    example = "https://forum.example/topic/12/mafia?page=2"
    knows = Knows(seconds=True, edits=True, deletions=True, signatures=True)
    profile = PROFILE
    alike = ('component="post/content"', _ALIKE)

    def read(self, sheet: Sheet) -> Page:
        """The posts of a page of HTML or JSON."""
        return self._topic(sheet, mapping(decoded(sheet.text, sheet))) if is_json(sheet) else super().read(sheet)

    def _topic(self, sheet: Sheet, document: Mapping[str, Any]) -> Page:
        posts = posts_in(document.get("posts"), sheet)
        if not posts or "tid" not in document:
            return self._refused(sheet, document)
        pagination = mapping(document.get("pagination"))
        frame = Frame(
            page=_whole(pagination.get("currentPage")),
            pages=_whole(pagination.get("pageCount")),
            thread=str(document["tid"]),
            title=document.get("titleRaw") or document.get("title"),
        )
        fields = [_of_json(post, sheet) for post in posts]
        clock = self.clock(sheet, frame, fields)
        return self.page(sheet, frame, self.readings(sheet, fields, clock), clock)

    def _refused(self, sheet: Sheet, document: Mapping[str, Any]) -> Page:
        said = " ".join(str(document.get(key, "")) for key in ("title", "error", "message", "response")).strip()
        status = document.get("status")
        words = f"{said} {status.get('message', '')}" if isinstance(status, dict) else said
        wall = Wall.NOT_A_THREAD
        if isinstance(status, dict) and status.get("code") in ("not-authorised", "forbidden"):
            wall = Wall.LOGIN if status["code"] == "not-authorised" else Wall.PERMISSION
        elif "404" in said:
            wall = Wall.NOT_FOUND
        elif set(document) == {"site_title"}:
            wall = Wall.MAINTENANCE
        elif any(key in document for key in ("error", "status", "loggedIn")) or sheet.source.status not in (None, 200):
            wall = walls.of_words(words, status=sheet.source.status)
        return Page(software=self.software, wall=wall, message=words.strip(), url=sheet.source.url)

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return _POSTS.all(sheet.tree)

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        return first_within(tree, tree.css('[component="post"][data-pid]'), '[component="post/content"]')

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        index = _whole(post.get("data-index"))
        found = Fields(
            id=ident(post.get("data-pid")) or _far(post.get("data-pid")),
            author=post.get("data-username"),
            author_id=_account(post.get("data-uid")),
            body=_BODY.first(post),
            number=index + 1 if index is not None else None,
            deleted="deleted" in (post.get("class") or "").split(),
        )
        found.url = _permalink(found.id, sheet)
        stamp = post.get("data-timestamp")
        published = _PUBLISHED.first(post)
        if stamp and stamp.isdigit():
            found.exact, found.shown = _at(int(stamp)), stamp
        elif published is not None:
            found.shown = published.get("content") or ""
        found.edited = _edit(post, found, sheet)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        frame = Frame(thread=number_in(sheet.source.url, _THREAD), title=_TITLE.text(sheet.tree) or None)
        pages = _PAGES.first(sheet.tree)
        if pages is not None:
            current = _CURRENT.first(pages)
            linked = [int(page) for link in _LINK.all(pages) if (page := link.get("data-page") or "").isdigit()]
            frame.page = _whole(current.get("data-page")) if current is not None else None
            frame.pages = max(linked, default=None)
        if frame.pages is None and len(self.posts(sheet)) < _ON_PAGE:
            frame.page = frame.pages = 1
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        login = _LOGIN.first(sheet.tree) is not None
        element = _MESSAGE.first(sheet.tree)
        said = "" if login or element is None else text_of(element)[:300]
        page = _PAGE.first(sheet.tree)  # its class tells what the server answered, in a saved page too
        status = number_in(page.get("class"), _STATUS) if page is not None else None
        return walls.of_words(said, login_form=login, status=int(status) if status else sheet.source.status), said

    def request(self, page: Page, number: int) -> Request:
        """The topic's JSON: the page has no more, and its edit notices are in the server's zone."""
        base = (page.url or "").split("/api/topic/")[0].split("/topic/")[0]
        return Request(f"{base}/api/topic/{page.thread}?page={number}", {"Accept": "application/json"})


def _whole(value: object) -> int | None:
    text = str(value) if value is not None else ""
    return int(text) if text.isdigit() else None


def _account(uid: object) -> str | None:
    """An account id; guests have 0."""
    return str(uid) if uid is not None and str(uid) not in ("0", "") else None


def _at(milliseconds: int) -> Interval:
    moment = _EPOCH + milliseconds * _MILLISECOND
    return Interval(moment, moment + _MILLISECOND)


def _permalink(pid: str | None, sheet: Sheet) -> str | None:
    base = (sheet.source.url or "").split("/api/topic/")[0].split("/topic/")[0]
    return f"{base}/post/{pid}" if pid and base else None


def _of_json(post: Mapping[str, Any], sheet: Sheet) -> Fields:
    user = mapping(post.get("user"))
    stamp, edited, index = _whole(post.get("timestamp")), _whole(post.get("edited")), _whole(post.get("index"))
    content, pid = post.get("content"), ident(post.get("pid")) or _far(post.get("pid"))
    return Fields(
        id=pid,
        author=text_or_none(user.get("username")) or text_or_none(user.get("displayname")),  # as its pages name him
        author_id=_account(post.get("uid")),
        exact=_at(stamp) if stamp is not None else None,
        shown=str(post.get("timestampISO") or stamp or ""),
        html=content if isinstance(content, str) else None,
        edited=Edited(exact=_at(edited), by=_editor(post)) if edited else None,
        url=_permalink(pid, sheet),
        number=index + 1 if index is not None else None,
        deleted=bool(post.get("deleted")),
    )


def _far(pid: object) -> str | None:
    """The id of a post that came from another server: its address there."""
    return pid if isinstance(pid, str) and pid.startswith(("http://", "https://")) else None


def _editor(post: Mapping[str, Any]) -> str | None:
    editor = post.get("editor")
    return editor.get("username") if isinstance(editor, dict) else None


def _edit(post: etree._Element, found: Fields, sheet: Sheet) -> Edited | None:
    """Version 1 tells the exact time beside the editor, hidden or not; later ones tell it in the title of a pen, in the
    server's zone (UTC unless taught). A pen or an editor that is hidden stands beside every other post."""
    pen, editor = _PEN.first(post), _EDITOR.first(post)
    exact = _exact_edit(post, editor)
    if exact is not None and (found.exact is None or exact.earliest > found.exact.earliest):
        return Edited(exact=exact)
    notice = pen if pen is not None else editor
    if notice is None or "hidden" in (notice.get("class") or "").split() or _says_never(pen, editor):
        return None
    told = _EDITED.search(notice.get("title") or "")
    if told is None:
        return Edited(exact=some_time(found.exact, sheet), shown=notice.get("title") or text_of(notice))
    clock = Clock(zone=sheet.board.edit_zone or "UTC", forms=_EDIT_FORMS, day_first=sheet.board.day_first)
    return Edited(shown=told[1], exact=read_time(told[1], clock))


def _says_never(*notices: etree._Element | None) -> bool:
    """Whether the time of the edit says that there was none, in a notice or in an element right in it."""
    told = (part.get("title") or "" for notice in notices if notice is not None for part in (notice, *notice))
    return any(_NEVER in title for title in told)


def _exact_edit(post: etree._Element, editor: etree._Element | None) -> Interval | None:
    when, modified = _WHEN.first(editor) if editor is not None else None, _MODIFIED.first(post)
    told = [when.get("title") if when is not None else None, modified.get("content") if modified is not None else None]
    return next((exact for text in told if (exact := of_iso(text))), None)


ADAPTER = NodeBB()
