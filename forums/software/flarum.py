"""Flarum: the document that its pages carry for their script, the same from its API, and the page as it was drawn.

Browsers that save what was drawn leave the document out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.documents import decoded, ident, is_json, listed, mapping, posts_in, text_or_none, whole
from forums.epochs import of_iso
from forums.find import Find, count_in, first_in, has, number_in, text_of, thread_address
from forums.found import Edited, Fields, Frame, Knows, some_time
from forums.pages import Page, PageError, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

_THREAD = re.compile(r"/(?:d|discussions)/(\d+)")
_BELOW = re.compile(r"(https?://.*?)/(?:d|api)/")
_PAYLOAD = Find("//script[@id='flarum-json-payload']")
_DRAWN = Find("//*[" + has("PostStream-item") + "][@data-id][@data-type='comment' or .//*[" + has("CommentPost") + "]]")
_LOADED = Find("//*[" + has("PostStream-item") + "][@data-index][@data-id]")
_COMMENT = Find("//*[" + has("CommentPost") + "]")
_NAME = Find(".//*[" + has("PostUser") + "]//*[" + has("username") + "]")
_BODY = Find(".//*[" + has("Post-body") + "]")
_TIME = Find(".//*[" + has("PostMeta") + "]//time[@datetime]")
_EDIT = Find(".//li[" + has("item-edited") + "] | .//*[" + has("PostEdited") + "]")
#: A hidden post, or its button that shows the text all the same.
_HIDDEN = Find(".//article[" + has("Post--hidden") + "] | .//li[" + has("item-toggle") + "]")
_TITLE = Find("//*[" + has("DiscussionHero-title") + "] | //h1")
_COUNT = Find("//*[" + has("Scrubber-count") + "]")
_MESSAGE = Find("//*[@id='flarum-content'] | //main | //body")
_DIGITS = re.compile(r"([\d\s.,]+)")
_ON_PAGE = 20
#: An account that is gone; the software shows this.
_GONE = "[deleted]"


class Flarum(Adapter):
    """Times are to the second; a hidden post leaves a stub. Events between posts count in the numbers of posts."""

    software = "flarum"
    example = "https://forum.example/d/12-mafia?page=2"
    knows = Knows(seconds=True, edits=True, deletions=True, signatures=True)
    profile = Profile(quotes=frozenset(["uncited"]))
    alike = ("CommentPost", _COMMENT)

    def read(self, sheet: Sheet) -> Page:
        """The posts of a page of HTML or JSON. Raises PageError for what came cut off."""
        document = _document(sheet)
        if not all("type" in item for item in posts_in(document.get("included"), sheet)):
            raise PageError("{name}: a post in the JSON is damaged", name=sheet.name)
        frame = _frame(document, sheet)
        comments = [post for post in _loaded(document) if _attributes(post).get("contentType", "comment") == "comment"]
        if not comments:
            return super().read(sheet) if not is_json(sheet) else self._walled(sheet)
        users = {ident(item.get("id")): _attributes(item) for item in _items(document) if item.get("type") == "users"}
        users.pop(None, None)
        fields = [_fields(post, users, frame, sheet) for post in comments]
        clock = self.clock(sheet, frame, fields)
        return self.page(sheet, frame, self.readings(sheet, fields, clock), clock)

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        """The posts that the script drew: those around the one that was looked at."""
        return _DRAWN.all(sheet.tree)

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        items = tree.css(".PostStream-item[data-id]")
        found = [
            item
            for item in items
            if item.attributes.get("data-type") == "comment" or item.css_first(".CommentPost") is not None
        ]
        return [item.css_first(".Post-body") for item in found]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        number, time = whole(post.get("data-number")), _TIME.first(post)
        told = [post.get("data-time"), time.get("datetime") if time is not None else None]
        base, thread = number_in(sheet.source.url, _BELOW), _thread(sheet)
        found = Fields(
            id=ident(post.get("data-id")),
            number=number,
            author=_NAME.text(post) or None,
            exact=next((exact for text in told if (exact := of_iso(text))), None),
            body=_BODY.first(post),
            url=f"{base}/d/{thread}/{number}" if base and number else None,
            deleted=_HIDDEN.first(post) is not None,
        )
        found.shown = text_of(time) if time is not None else ""
        if _EDIT.first(post) is not None:
            if sheet.seen_at is None:
                raise PageError(
                    "{name}: post {post} was edited, the page does not tell when: say when it was seen",
                    name=sheet.name,
                    post=found.id,
                )
            found.edited = Edited(exact=some_time(found.exact, sheet), shown=_EDIT.text(post))
        return found

    def frame(self, sheet: Sheet) -> Frame:
        """What was drawn is a page only where it is the whole thread."""
        frame = Frame(thread=_thread(sheet), title=_TITLE.text(sheet.tree) or None)
        count = count_in(_COUNT.text(sheet.tree), _DIGITS)
        drawn = {whole(item.get("data-index")) for item in _LOADED.all(sheet.tree)}
        if count is not None and drawn >= set(range(count)):
            frame.page = frame.pages = 1
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        if is_json(sheet):
            errors = mapping(decoded(sheet.text, sheet)).get("errors")
            said = " ".join(str(error.get("code", "")) for error in listed(errors))
        else:
            said = _MESSAGE.words(sheet.tree)[:300]
        return walls.of_words(said.replace("_", " "), status=sheet.source.status), said

    def request(self, page: Page, number: int) -> Request:
        below = thread_address(page, _BELOW)
        return Request(f"{below}/d/{page.thread}" + (f"?page={number}" if number > 1 else ""))


def _thread(sheet: Sheet) -> str | None:
    return first_in(sheet.addresses, _THREAD)


def _document(sheet: Sheet) -> Mapping[str, Any]:
    if is_json(sheet):
        return mapping(decoded(sheet.text, sheet))
    payload = _PAYLOAD.first(sheet.tree)
    if payload is not None:
        sheet.require_end()
    return mapping(mapping(decoded(payload.text or "{}", sheet)).get("apiDocument")) if payload is not None else {}


def _items(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Everything in a document of JSON:API: what was asked for and what came along."""
    data = document.get("data")
    return [*listed(data if isinstance(data, list) else [data]), *listed(document.get("included"))]


def _attributes(item: Mapping[str, Any]) -> Mapping[str, Any]:
    return mapping(item.get("attributes"))


def _related(item: Mapping[str, Any], name: str) -> Any:
    return mapping(mapping(item.get("relationships")).get(name)).get("data")


def _loaded(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The posts that came, in the order of their numbers."""
    posts = [item for item in _items(document) if item.get("type") == "posts"]
    return sorted(posts, key=lambda post: whole(_attributes(post).get("number")) or 0)


def _frame(document: Mapping[str, Any], sheet: Sheet) -> Frame:
    frame = Frame(thread=number_in(sheet.source.url, _THREAD), per_page=_ON_PAGE)
    found = next((item for item in _items(document) if item.get("type") == "discussions"), None)
    if found is None:
        return frame
    frame.thread = text_or_none(found.get("id")) or frame.thread
    frame.title = text_or_none(_attributes(found).get("title"))
    named = _related(found, "posts")
    loaded = _loaded(document)
    ids = [str(post.get("id")) for post in named if isinstance(post, dict)] if isinstance(named, list) else []
    first = str(loaded[0].get("id")) if loaded else None
    if first in ids:
        before = ids.index(first)
        frame.pages = -(-len(ids) // _ON_PAGE)
        frame.page = before // _ON_PAGE + 1 if before % _ON_PAGE == 0 else None
    return frame


def _fields(
    post: Mapping[str, Any], users: Mapping[str | None, Mapping[str, Any]], frame: Frame, sheet: Sheet
) -> Fields:
    told, user, editor = _attributes(post), _related(post, "user"), _related(post, "editedUser")
    account = ident(mapping(user).get("id"))
    known, changed = users.get(account, {}), users.get(ident(mapping(editor).get("id")), {})
    base, number, content = number_in(sheet.source.url, _BELOW), whole(told.get("number")), told.get("contentHtml")
    when = text_or_none(told.get("editedAt"))
    return Fields(
        id=ident(post.get("id")),
        author=text_or_none(known.get("displayName"))
        or text_or_none(known.get("username"))
        or (_GONE if user is None else None),
        author_id=account,
        shown=text_or_none(told.get("createdAt")) or "",
        exact=of_iso(text_or_none(told.get("createdAt"))),
        html=content if isinstance(content, str) else None,
        edited=Edited(exact=of_iso(when), shown=when, by=text_or_none(changed.get("displayName"))) if when else None,
        url=f"{base}/d/{frame.thread}/{number}" if base and number else None,
        number=number,
        deleted=bool(told.get("isHidden")),
    )


ADAPTER = Flarum()
