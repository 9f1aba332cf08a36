"""Posts of a scenario as the engine's posts: what every visit saw, and when (V6, V7, E5, E8).

The final text is taken as seen at the end of all time. Knows no rules of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache

import msgspec

from engine.posts import Body, Post, Revision
from engine.times import INSTANT, Interval
from forums.body import read_body
from golosa.scenario.inputs import PostIn, SeenIn

#: When the final text of a post is seen that is never deleted.
LAST_VISIT = datetime(9999, 1, 1, tzinfo=UTC)

_body = lru_cache(maxsize=4096)(read_body)


def engine_posts(posts: Sequence[PostIn]) -> tuple[Post, ...]:
    """The posts in the order of the file, which is the thread's order."""
    return tuple(_post(post, order) for order, post in enumerate(posts))


def _post(post: PostIn, order: int) -> Post:
    at = Interval.shown(post.at.astimezone(UTC), post.resolution)
    if post.seen:
        at = at.narrowed(before=_after(post.seen[0].at))
    return Post(
        id=post.id,
        order=order,
        author=post.author,
        at=at,
        revisions=tuple(_revisions(post, at)),
        number=order + 1,
        gone=_exact(post.deleted) if post.deleted else None,
    )


def _revisions(post: PostIn, at: Interval) -> list[Revision]:
    """One revision for each text with its edit notice; sights of the same text in a row are one."""
    edit = Interval.shown(post.edited.astimezone(UTC), post.resolution) if post.edited else None
    last_seen = post.deleted.astimezone(UTC) - INSTANT if post.deleted else LAST_VISIT
    sights = [(seen.at.astimezone(UTC), seen.html, _notice_then(edit, seen, post)) for seen in post.seen]
    final = (last_seen, post.html, edit)
    made: list[Revision] = []
    texts: list[tuple[str, Interval | None]] = []
    for when, html, notice in [*sights, final]:
        if texts and texts[-1] == (html, notice):
            made[-1] = msgspec.structs.replace(made[-1], last_seen=when)
            continue
        made.append(Revision(_text(post, html, at, made), first_seen=when, last_seen=when, edited=notice))
        texts.append((html, notice))
    return _narrowed(made)


def _notice_then(edit: Interval | None, seen: SeenIn, post: PostIn) -> Interval | None:
    """The edit notice that a visit saw: the last edit's, once that edit had been made."""
    if edit is None:
        return None
    made = edit.before(seen.at.astimezone(UTC))
    return edit if made or (made is None and seen.html == post.html) else None


def _narrowed(revisions: list[Revision]) -> list[Revision]:
    """The edit came after the last sight without its notice and before the first with it (V6)."""
    made: list[Revision] = []
    for revision in revisions:
        if revision.edited and made and made[-1].edited is None:
            edited = revision.edited.narrowed(made[-1].last_seen, _after(revision.first_seen))
            revision = msgspec.structs.replace(revision, edited=edited)
        made.append(revision)
    return made


def _text(post: PostIn, html: str, at: Interval, earlier: Sequence[Revision]) -> Body:
    """The body as read; what was merged into it counts at `merged_at` where the file tells it (E8)."""
    body = _body(html, at=at)
    if post.merged_at is None or html != post.html:
        return body
    added = _exact(post.merged_at)
    head = earlier[-1].body if earlier else Body()
    marks, lines = len(head.marks), len(head.lines)
    if not body.merged and (body.marks[:marks] != head.marks or body.lines[:lines] != head.lines or not earlier):
        return msgspec.structs.replace(body, merged=True)
    return Body(
        tuple(
            msgspec.structs.replace(mark, late=True, late_at=added) if mark.late or _beyond(body, i, marks) else mark
            for i, mark in enumerate(body.marks)
        ),
        tuple(
            msgspec.structs.replace(line, late=True, late_at=added) if line.late or _beyond(body, i, lines) else line
            for i, line in enumerate(body.lines)
        ),
        merged=True,
    )


def _beyond(body: Body, index: int, known: int) -> bool:
    """Whether a piece stands below the archived head of a body that shows no notice of the merge itself."""
    return not body.merged and index >= known


def _exact(moment: datetime) -> Interval:
    utc = moment.astimezone(UTC)
    return Interval(utc, utc + INSTANT)


def _after(moment: datetime) -> datetime:
    """The first moment that a sight at `moment` excludes."""
    return moment.astimezone(UTC) + INSTANT
