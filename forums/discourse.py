"""Discourse: its JSON, and its pages, which carry the same JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter, Edited, Fields, Frame, Knows
from forums.epochs import of_iso
from forums.find import Find, number_in, thread_address
from forums.pages import Page, PageError, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

#: Votes are mostly bold here; colours come from add-ons. `aside.quote` is a quote, `spoiler` needs no mention.
PROFILE = Profile(quotes=frozenset(["quote"]), dropped=frozenset(["onebox", "lightbox-wrapper", "meta"]))
_THREAD = re.compile(r"/t/(?:[^/?#]*/)?(\d+)")
_BASE = re.compile(r"(https?://.*?)/t/")
_POSTS = Find("//*[@data-post-id] | //*[contains(@class, 'crawler-post')]")
_PRELOADED = Find("//*[@id='data-preloaded']")
_MESSAGE = Find("//*[contains(@class, 'page-not-found')] | //*[@id='main-outlet']")
_CHUNK = 20  #: posts on a page, unless the document says otherwise
_SMALL_ACTION = 3  #: a row like "closed this topic", no post


class Discourse(Adapter):
    """Times are to the millisecond; a post taken back or hidden leaves a stub. Edits of the first minutes leave no
    trace."""

    software = "discourse"
    example = "https://forum.example/t/mafia/12?page=2"
    knows = Knows(seconds=True, edits=True, deletions=True, signatures=True)
    profile = PROFILE

    def read(self, sheet: Sheet) -> Page:
        """The posts of a page of HTML or JSON. Raises PageError for what came cut off."""
        document = _decoded(sheet.text, sheet) if _is_json(sheet) else self._preloaded(sheet)
        told = document.get("post_stream")
        stream = told if isinstance(told, dict) else {}
        posts = stream.get("posts")
        if not isinstance(posts, list) or not posts:
            if not _is_json(sheet) and self.posts(sheet):
                raise PageError(f"{sheet.name}: the page shows posts without their data; save /t/NUMBER.json instead")
            return self._walled(sheet)
        frame = _frame(document, stream, sheet)
        written = [post for post in posts if isinstance(post, dict) and post.get("post_type") != _SMALL_ACTION]
        fields = [_fields(post, frame, sheet) for post in written]
        clock = self.clock(sheet, frame, fields)
        return self.page(sheet, frame, self.readings(sheet, fields, clock), clock)

    def _preloaded(self, sheet: Sheet) -> Mapping[str, Any]:
        """The topic that the page holds for its own script."""
        holder = _PRELOADED.first(sheet.tree)
        given = (holder.get("data-preloaded") or holder.text) if holder is not None else None
        told = _decoded(given or "{}", sheet)
        topic = next((value for key, value in told.items() if key.startswith("topic_")), None)
        sheet.require_end()
        return _decoded(topic, sheet) if isinstance(topic, str) else {}

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        """The posts that a script drew on a saved page; they are read from the page's JSON, not from here."""
        return _POSTS.all(sheet.tree)

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        return [node.css_first(".cooked") for node in tree.css("[data-post-id], .crawler-post")]

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        if _is_json(sheet):
            document = _decoded(sheet.text, sheet)
            errors = document.get("errors")
            said = " ".join(map(str, errors)) if isinstance(errors, list) else ""
            kind = {"not_logged_in": Wall.LOGIN, "not_found": Wall.NOT_FOUND, "invalid_access": Wall.PERMISSION}
            known = kind.get(str(document.get("error_type")))
            return known or walls.of_words(said, status=sheet.source.status), said
        said = _MESSAGE.words(sheet.tree)[:300]
        return walls.of_words(said, status=sheet.source.status), said

    def request(self, page: Page, number: int) -> Request:
        """The topic's JSON, which holds what the page shows."""
        base = thread_address(page, _BASE)
        more = f"?page={number}" if number > 1 else ""
        return Request(f"{base}/t/{page.thread}.json{more}", {"Accept": "application/json"})


def _is_json(sheet: Sheet) -> bool:
    return sheet.text.lstrip().startswith("{")


def _decoded(text: str, sheet: Sheet) -> Mapping[str, Any]:
    try:
        document = msgspec.json.decode(text.encode())
    except msgspec.DecodeError as error:
        raise PageError(f"{sheet.name}: the JSON was cut off or damaged: {error}") from error
    return document if isinstance(document, dict) else {}


def _frame(document: Mapping[str, Any], stream: Mapping[str, Any], sheet: Sheet) -> Frame:
    """The page's place: where its first post stands in the list of all. A page that begins between two has none."""
    thread = document.get("id")
    frame = Frame(thread=str(thread) if thread is not None else number_in(sheet.source.url, _THREAD))
    frame.title = document.get("title")
    chunk = document.get("chunk_size")
    frame.per_page = chunk if isinstance(chunk, int) and chunk > 0 else _CHUNK
    ids, first = stream.get("stream"), stream["posts"][0].get("id")
    if isinstance(ids, list) and first in ids:
        before = ids.index(first)
        frame.pages = -(-len(ids) // frame.per_page)
        frame.page = before // frame.per_page + 1 if before % frame.per_page == 0 else None
        if before == 0 and len(stream["posts"]) >= len(ids):
            frame.pages = 1  # `?print=true` gives the whole topic at once
    return frame


def _fields(post: Mapping[str, Any], frame: Frame, sheet: Sheet) -> Fields:
    identity, number, account = post.get("id"), post.get("post_number"), post.get("user_id")
    edited, cooked = post.get("version"), post.get("cooked")
    base = number_in(sheet.source.url, _BASE)
    changed = isinstance(edited, int) and edited > 1
    return Fields(
        id=str(identity) if identity is not None else None,
        author=post.get("username"),
        author_id=str(account) if account is not None else None,
        shown=str(post.get("created_at") or ""),
        exact=of_iso(post.get("created_at")),
        html=cooked if isinstance(cooked, str) else None,
        edited=Edited(exact=of_iso(post.get("updated_at")), shown=str(post.get("updated_at"))) if changed else None,
        url=f"{base}/t/{frame.thread}/{number}" if base and number else None,
        number=number if isinstance(number, int) else None,
        deleted=bool(post.get("user_deleted") or post.get("deleted_at") or post.get("hidden")),
    )


ADAPTER = Discourse()
