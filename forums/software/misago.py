"""Misago: the pages of its newer versions, and the JSON that earlier ones carry for their script."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urljoin

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.documents import decoded, embedded, ident, is_json, mapping, posts_in, text_or_none, whole
from forums.epochs import of_iso
from forums.find import Find, absolute, count_in, first_in, has, number_in, text_of, thread_address
from forums.found import Edited, Fields, Frame, Knows, some_time
from forums.pages import Page, PageError, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

PROFILE = Profile(
    quotes=frozenset(["quote-block", "rich-text-quote"]),
    code=frozenset(["rich-text-code"]),
    heads=frozenset(["quote-heading"]),
    dropped=frozenset(["post-signature"]),
)
#: The prefix changed its number between versions; a hidden post's row has a word more.
_ID = re.compile(r"posts?-feed-item-(hidden-)?post-(\d+)\Z")
_USER = re.compile(r"/u/[^/]+/(\d+)/")
_THREAD = re.compile(r"/(?:t|thread)/[^/?#]+/(\d+)(?=[/?#]|\Z)|/api/threads/(\d+)/")
_BELOW = re.compile(r"(.*?/(?:t|thread)/[^/?#]+/\d+)(?=[/?#]|\Z)")
_PAGE = re.compile(r"/(?:t|thread)/[^/?#]+/\d+/(\d+)/?(?=[?#]|\Z)")
_BASE = re.compile(r"(https?://.*?)/(?:t|thread|api)/")
_NUMBER = re.compile(r"#\s*(\d+)\Z")
#: Both spellings of the attribute with the exact time.
_MOMENTS = ("misago-timestamp", "mg-timestamp")
_MOMENT = "@misago-timestamp or @mg-timestamp"
#: What the script of the earlier versions is given.
_GIVEN = ("misago._context", "misago.init(", "window.misago")

_POSTS = Find("//*[starts-with(@id, 'post-feed-item-') or starts-with(@id, 'posts-feed-item-')]")
_DRAWN = Find("//li[starts-with(@id, 'post-')][" + has("post") + "]")
_BODY = Find(".//article[" + has("rich-text") + "] | .//*[@misago-quote-root]")
_NAME = Find(".//*[contains(@class, '-poster-link')]")
_TIME = Find(".//*[contains(@class, '-timestamp')][" + _MOMENT + "][not(contains(@class, 'last-edit'))]")
_EDIT = Find(".//*[contains(@class, 'feed-item-edits')]//*[" + _MOMENT + "]")
_EDITS = Find(".//*[contains(@class, 'feed-item-edits')]")
_COUNTER = Find(".//a[contains(@class, '-counter')]")
_LINKS = Find("//nav//a[@href] | //*[contains(@class, 'paginat')]//a[@href]")
_CURRENT = Find("//form[@misago-page]")
_MOST = Find("//form[@misago-page]//input[@max]")
_TITLE = Find("//h1")
_LOGIN = Find("//form[contains(@action, '/login/')]//input[@type='password']")
_MESSAGE = Find("//*[" + has("page-error") + "] | //*[" + has("message-body") + "] | //*[@id='misago-container']//main")
_EDIT_BY = re.compile(r"(?:\bLast by|Последним был)\s+(?P<by>.+?),\s")


class Misago(Adapter):
    """Times are exact; a hidden post leaves a stub. Events between the posts are no posts."""

    software = "misago"
    example = "https://forum.example/t/mafia/12/2/"
    knows = Knows(seconds=True, edits=True, deletions=True, signatures=True)
    profile = PROFILE
    later = re.compile(r"/(?:t|thread)/[^/?#]+/(\d+)/(?:[2-9]|\d\d)/")
    traces = traced_by("post-|posts?-feed-item-post-like-")

    def read(self, sheet: Sheet) -> Page:
        """The posts of a page of HTML or JSON. Raises PageError for what came cut off."""
        if not is_json(sheet) and self.posts(sheet):
            return super().read(sheet)
        document = _document(sheet)
        told = mapping(document.get("post_set") or document.get("POSTS") or document.get("posts") or document)
        results = posts_in(told.get("results"), sheet)
        posts = [post for post in results if not post.get("is_event")]
        if not any("posted_on" in post for post in posts):
            if not is_json(sheet) and _DRAWN.first(sheet.tree) is not None:
                raise PageError(
                    "{name}: the page shows posts without their data; save /api/threads/NUMBER/posts/ instead",
                    name=sheet.name,
                )
            return self._walled(sheet)
        frame = _json_frame(document, told, sheet)
        fields = [_of_json(post, sheet) for post in posts]
        clock = self.clock(sheet, frame, fields)
        return self.page(sheet, frame, self.readings(sheet, fields, clock), clock)

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return [post for post in _POSTS.all(sheet.tree) if _ID.match(post.get("id", ""))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = tree.css("[id^=post-feed-item-], [id^=posts-feed-item-]")
        posts = [node for node in found if _ID.match(node.id or "")]
        return [node.css_first("article.rich-text, [misago-quote-root]") for node in posts]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        identity = _ID.match(post.get("id", ""))
        found = Fields(id=identity[2] if identity else None, body=_BODY.first(post))
        found.deleted = identity is not None and identity[1] is not None
        name, time, counter = _NAME.first(post), _TIME.first(post), _COUNTER.first(post)
        if name is not None:
            found.author, found.author_id = text_of(name), number_in(name.get("href"), _USER)
        if time is not None:
            found.exact, found.shown = of_iso(_moment(time)), time.get("title") or text_of(time)
        if counter is not None:
            found.number = count_in(text_of(counter), _NUMBER)
            found.url = absolute(sheet.base, counter.get("href"))
        notice, edited = _EDITS.first(post), _EDIT.first(post)
        if notice is not None:
            by = _EDIT_BY.search(text_of(notice))
            exact = of_iso(_moment(edited)) if edited is not None else some_time(found.exact, sheet)
            found.edited = Edited(exact=exact, shown=text_of(notice), by=by["by"] if by else None)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        current = _CURRENT.first(sheet.tree)
        frame = Frame(title=_TITLE.text(sheet.tree) or None, thread=first_in(sheet.addresses, _THREAD))
        here = first_in(reversed(sheet.addresses), _PAGE)
        frame.page = whole(current.get("misago-page")) if current is not None else whole(here) or 1
        linked = (link.get("href") for link in _LINKS.all(sheet.tree))
        own = [href for href in linked if number_in(href, _THREAD) == frame.thread]
        pages = [int(page) for href in own if (page := number_in(href, _PAGE))]
        most = _MOST.first(sheet.tree)
        told = whole(most.get("max")) if most is not None else None
        frame.pages = told or max([frame.page or 1, *pages])
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        if is_json(sheet):
            said = str(mapping(decoded(sheet.text, sheet)).get("detail") or "")
            return walls.of_words(said, status=sheet.source.status), said
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        """The next page of the same kind: JSON where the page's posts came from JSON."""
        base = number_in(page.url, _BASE)
        if page.version == _CLASSIC and base is not None:
            return Request(f"{base}/api/threads/{page.thread}/posts/?page={number}", {"Accept": "application/json"})
        below = thread_address(page, _BELOW)
        return Request(f"{below}/{number}/" if number > 1 else f"{below}/")


#: The versions whose posts are in JSON.
_CLASSIC = "0"


def _moment(element: etree._Element) -> str | None:
    return next((told for name in _MOMENTS if (told := element.get(name))), None)


def _document(sheet: Sheet) -> Mapping[str, Any]:
    if is_json(sheet):
        return mapping(decoded(sheet.text, sheet))
    sheet.require_end()
    return next((told for mark in _GIVEN if (told := embedded(sheet, mark))), {})


def _json_frame(document: Mapping[str, Any], told: Mapping[str, Any], sheet: Sheet) -> Frame:
    thread = mapping(document.get("THREAD") or document.get("thread") or document)
    identity = whole(thread.get("id"))
    return Frame(
        version=_CLASSIC,
        page=whole(told.get("page")),
        pages=whole(told.get("pages")),
        thread=str(identity) if identity else number_in(sheet.source.url, _THREAD),
        title=text_or_none(thread.get("title")),
    )


def _of_json(post: Mapping[str, Any], sheet: Sheet) -> Fields:
    poster, content = mapping(post.get("poster")), post.get("content")
    account, address = whole(poster.get("id")), text_or_none(mapping(post.get("url")).get("index"))
    posted, changed = text_or_none(post.get("posted_on")), text_or_none(post.get("updated_on"))
    edited = None
    if whole(post.get("edits")):
        edited = Edited(exact=of_iso(changed), shown=changed or "", by=text_or_none(post.get("last_editor_name")))
    return Fields(
        id=ident(post.get("id")),
        author=text_or_none(poster.get("username")) or text_or_none(post.get("poster_name")),
        author_id=str(account) if account else None,
        shown=posted or "",
        exact=of_iso(posted),
        html=content if isinstance(content, str) else None,
        edited=edited,
        url=urljoin(sheet.source.url or "", address) if address else None,
        deleted=bool(post.get("is_hidden")),  # moderators see its text still
    )


ADAPTER = Misago()
