"""Discourse: its JSON, its pages, which carry the same JSON, and its plain pages for readers without a script."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.documents import decoded, ident, is_json, mapping, posts_in, text_or_none, whole
from forums.epochs import of_iso, of_milliseconds
from forums.find import Find, first_in, has, number_in, text_of, thread_address
from forums.found import Edited, Fields, Frame, Knows, some_time
from forums.pages import Page, PageError, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

#: Votes are mostly bold here; colours come from add-ons. `aside.quote` is a quote, `spoiler` needs no mention.
PROFILE = Profile(quotes=frozenset(["quote"]), dropped=frozenset(["onebox", "lightbox-wrapper", "meta"]))
_THREAD = re.compile(r"/t/(?:[^/?#]*/)?(\d+)")
_BASE = re.compile(r"(https?://.*?)/t/")
_PAGE = re.compile(r"[?&]page=(\d+)")
_NUMBER = re.compile(r"\A(?:post_|#?)(\d+)\Z")
_PRELOADED = Find("//*[@id='data-preloaded']")
#: Posts that a script drew, and their parts.
_DRAWN = Find(
    "//*[" + has("topic-post") + "][.//article[@data-post-id]]"
    " | //article[@data-post-id][not(ancestor::*[" + has("topic-post") + "])]"
)
_ARTICLE = Find("descendant-or-self::article[@data-post-id]")
_DRAWN_NAME = Find(".//*[" + has("names") + "]//*[@data-user-card]")
_DRAWN_TIME = Find(".//*[" + has("post-date") + "]//*[@data-time]")
_DRAWN_BODY = Find(".//*[" + has("cooked") + "]")
_DRAWN_EDIT = Find(
    ".//*["
    + has("edits")
    + "] | .//*["
    + has("topic-meta-data")
    + "]//button[.//*[local-name()='use'][contains(@href, '#pencil') or contains(@href, '#far-pen-to-square')]]"
)
#: What brings a deleted post back, for those who may.
_RECOVER = Find(".//button[" + has("recover") + "]")
#: Posts as they are shown to readers without a script; the links to other pages wear the same class.
_POSTS = Find(
    "//*[" + has("crawler-post") + "][not(@role='navigation')] | //*[" + has("crawler-post-meta") + "]/parent::*"
)
#: The same before version 2.2.
_OLD_POSTS = Find(
    "//*[contains(@itemtype, 'DiscussionForumPosting')][./*[" + has("creator") + "] or ./*[" + has("post") + "]]"
)
_NAME = Find(".//*[" + has("creator") + "]//*[@itemprop='name']")
_OLD_NAME = Find("./*[" + has("creator") + "]//b")
_TIME = Find(".//*[" + has("crawler-post-meta") + "]//time[@datetime] | ./*[" + has("creator") + "]//time[@datetime]")
_CHANGED = Find(".//*[" + has("crawler-post-meta") + "]//meta[@itemprop='dateModified']")
_PLACE = Find(
    ".//*["
    + has("crawler-post-meta")
    + "]//*[@itemprop='position'] | ./*["
    + has("creator")
    + "]//*[@itemprop='position']"
)
_BODY = Find(".//*[" + has("post") + "][@itemprop='text' or @itemprop='articleBody']")
_TITLE = Find("//*[@id='topic-title']//h1 | //h1")
_NEXT = Find("//link[@rel='next'][@href] | //a[@rel='next'][@href]")
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
        document = mapping(decoded(sheet.text, sheet)) if is_json(sheet) else self._preloaded(sheet)
        stream = mapping(document.get("post_stream"))
        if posts := posts_in(stream.get("posts"), sheet):
            return self._topic(sheet, document, stream, posts)
        if not is_json(sheet) and self.posts(sheet):
            return super().read(sheet)  # for readers without a script, or as a script drew it
        return self._walled(sheet)

    def _topic(
        self, sheet: Sheet, document: Mapping[str, Any], stream: Mapping[str, Any], posts: Sequence[Mapping[str, Any]]
    ) -> Page:
        frame = _frame(document, stream, sheet)
        fields = [_fields(post, frame, sheet) for post in posts if post.get("post_type") != _SMALL_ACTION]
        clock = self.clock(sheet, frame, fields)
        return self.page(sheet, frame, self.readings(sheet, fields, clock), clock)

    def _preloaded(self, sheet: Sheet) -> Mapping[str, Any]:
        """The topic that the page holds for its own script."""
        holder = _PRELOADED.first(sheet.tree)
        given = (holder.get("data-preloaded") or holder.text) if holder is not None else None
        told = mapping(decoded(given or "{}", sheet))
        topic = next((value for key, value in told.items() if key.startswith("topic_")), None)
        sheet.require_end()
        return mapping(decoded(topic, sheet)) if isinstance(topic, str) else {}

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return _plain(sheet) or _DRAWN.all(sheet.tree)

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        if found := tree.css(".crawler-post:not([role=navigation])"):
            return [node.css_first(".post[itemprop=text], .post[itemprop=articleBody]") for node in found]
        if found := [
            node for node in tree.css("[itemtype*=DiscussionForumPosting]") if node.css_first(".creator, .post")
        ]:
            return [node.css_first(".post[itemprop=articleBody]") for node in found]
        return [node.css_first(".cooked") for node in tree.css("article[data-post-id]")]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        """What stands in a post: for readers without a script it has its number in the thread, but no other id."""
        if (article := _ARTICLE.first(post)) is not None:
            return _drawn(post, article, sheet)
        number = number_in(post.get("id"), _NUMBER) or number_in(_PLACE.text(post), _NUMBER)
        time, changed, base = _TIME.first(post), _CHANGED.first(post), number_in(sheet.source.url, _BASE)
        found = Fields(
            id=f"n{number}" if number else None,
            number=int(number) if number else None,
            author=_NAME.text(post) or _OLD_NAME.text(post) or None,
            body=_BODY.first(post),
            url=f"{base}/t/{_thread(sheet)}/{number}" if base and number else None,
        )
        if time is not None:
            found.exact, found.shown = of_iso(time.get("datetime")), text_of(time)
        when = of_iso(changed.get("content")) if changed is not None else None
        if when is not None and found.exact is not None and when.earliest > found.exact.earliest:
            found.edited = Edited(exact=when)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        """The place of a page for readers without a script: it tells whether it is the last, not how many there are.

        What a script drew is no page, but what lies around the post that was looked at.
        """
        if not _plain(sheet):
            return Frame(title=_TITLE.text(sheet.tree) or None, thread=_thread(sheet))
        page = int(first_in(sheet.addresses, _PAGE) or 1)
        last = _NEXT.first(sheet.tree) is None
        return Frame(
            title=_TITLE.text(sheet.tree) or None,
            thread=_thread(sheet),
            page=page,
            pages=page if last else None,
            per_page=_CHUNK,
        )

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        if is_json(sheet):
            document = mapping(decoded(sheet.text, sheet))
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


def _plain(sheet: Sheet) -> Sequence[etree._Element]:
    """The posts of a page for readers without a script."""
    return _POSTS.all(sheet.tree) or _OLD_POSTS.all(sheet.tree)


def _drawn(post: etree._Element, article: etree._Element, sheet: Sheet) -> Fields:
    """A post as a script drew it: without the texts of posts far from the one that was looked at."""
    number, base = number_in(article.get("id"), _NUMBER), number_in(sheet.source.url, _BASE)
    name, time = _DRAWN_NAME.first(post), _DRAWN_TIME.first(post)
    classes = f"{post.get('class')} {article.get('class')}".split()
    found = Fields(
        id=ident(article.get("data-post-id")),
        number=int(number) if number else None,
        author=name.get("data-user-card") if name is not None else None,
        author_id=ident(article.get("data-user-id")),
        exact=of_milliseconds(time.get("data-time")) if time is not None else None,
        shown=text_of(time) if time is not None else "",
        body=_DRAWN_BODY.first(post),
        url=f"{base}/t/{_thread(sheet)}/{number}" if base and number else None,
        deleted="deleted" in classes or "post-hidden" in classes or _RECOVER.first(post) is not None,
    )
    if (edit := _DRAWN_EDIT.first(post)) is not None:
        if sheet.seen_at is None:
            raise PageError(
                "{name}: post {post} was edited, the page does not tell when: say when it was seen",
                name=sheet.name,
                post=found.id,
            )
        found.edited = Edited(exact=some_time(found.exact, sheet), shown=text_of(edit))
    return found


def _thread(sheet: Sheet) -> str | None:
    return first_in(sheet.addresses, _THREAD)


def _frame(document: Mapping[str, Any], stream: Mapping[str, Any], sheet: Sheet) -> Frame:
    """The page's place: where its first post stands in the list of all. A page that begins between two has none."""
    frame = Frame(thread=ident(document.get("id")) or number_in(sheet.source.url, _THREAD))
    frame.title = text_or_none(document.get("title"))
    frame.per_page = whole(document.get("chunk_size")) or _CHUNK
    ids, first = stream.get("stream"), stream["posts"][0].get("id")
    if isinstance(ids, list) and first in ids:
        before = ids.index(first)
        frame.pages = -(-len(ids) // frame.per_page)
        frame.page = before // frame.per_page + 1 if before % frame.per_page == 0 else None
        if before == 0 and len(stream["posts"]) >= len(ids):
            frame.pages = 1  # `?print=true` gives the whole topic at once
    return frame


def _fields(post: Mapping[str, Any], frame: Frame, sheet: Sheet) -> Fields:
    number, account = whole(post.get("post_number")), ident(post.get("user_id"))
    edited, cooked = post.get("version"), post.get("cooked")
    base = number_in(sheet.source.url, _BASE)
    changed, updated = isinstance(edited, int) and edited > 1, text_or_none(post.get("updated_at"))
    return Fields(
        id=ident(post.get("id")),
        author=text_or_none(post.get("username")),
        author_id=account,
        shown=str(post.get("created_at") or ""),
        exact=of_iso(text_or_none(post.get("created_at"))),
        html=cooked if isinstance(cooked, str) else None,
        edited=Edited(exact=of_iso(updated), shown=updated or "") if changed else None,
        url=f"{base}/t/{frame.thread}/{number}" if base and number else None,
        number=number,
        deleted=bool(post.get("user_deleted") or post.get("deleted_at") or post.get("hidden")),
    )


ADAPTER = Discourse()
