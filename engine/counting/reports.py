"""What the host should know of the day's posts without having to decide: edits, deletions, renames and the like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.counting.authors import Author, Kind
from engine.counting.frame import Frame
from engine.counting.marks import NEAR_COLOUR, vote_distance
from engine.counting.statements import change_times, is_edited, is_plain
from engine.counts import Report, What
from engine.posts import Mark, Post


def reports_of(posts: Sequence[Post], frame: Frame) -> tuple[Report, ...]:
    """Reports on players' posts, by time of the post (C11, E3, E5, E8, V1, V15)."""
    written = [(post, frame.authors.who(post, post.at.earliest)) for post in posts]
    found = [report for post, author in written if not _says_nothing(post) for report in _of_post(post, author, frame)]
    found += list(_dead_posts(written, frame))
    found += list(_renames(written))
    order = {post.id: (post.at.earliest, post.order) for post in posts}
    return tuple(sorted(found, key=lambda report: order[report.post]))


def _says_nothing(post: Post) -> bool:
    return is_plain(post) and post.gone is None and not post.revisions[0].body.merged


def _of_post(post: Post, author: Author, frame: Frame) -> Iterator[Report]:
    if author.kind is not Kind.PLAYER or author.player is None:
        return
    name = author.player
    if is_edited(post):
        last = post.revisions[-1]
        yield Report(post.id, name, What.EDITED, (last.edited or change_times(post)[-1]).earliest)
    if post.gone is not None:
        yield Report(post.id, name, What.DELETED, post.gone.earliest)
    body = post.revisions[-1].body
    if body.merged:
        late = next((mark.late_at.earliest for mark in body.marks if mark.late_at is not None), None)
        yield Report(post.id, name, What.MERGED_LATE, late)
    if any(_near(mark, frame) for mark in body.marks):
        yield Report(post.id, name, What.NEAR_COLOUR, post.at.earliest)


def _near(mark: Mark, frame: Frame) -> bool:
    """A name in almost the vote colour: perhaps a vote that its writer believes to count."""
    distance = vote_distance(mark, frame.rules.votes)
    if distance is None or not frame.rules.votes.colour_distance < distance < NEAR_COLOUR:
        return False
    named = frame.names.read(mark.text, before=mark.before, after=mark.after)
    return named.player is not None or bool(named.ask)


def _dead_posts(written: Sequence[tuple[Post, Author]], frame: Frame) -> Iterator[Report]:
    """C11: one last word is allowed, a further post is reported."""
    spoken = set(frame.day.last_words)
    for post, author in written:
        name = author.player
        if name is None or author.kind is not Kind.PLAYER or frame.alive(name, post.at.earliest):
            continue
        if name in spoken:
            yield Report(post.id, name, What.DEAD_POSTS_AGAIN, post.at.earliest)
        spoken.add(name)


def _renames(written: Sequence[tuple[Post, Author]]) -> Iterator[Report]:
    told: set[str] = set()
    for post, author in written:
        if author.renamed and author.player is not None and post.author not in told:
            told.add(post.author)
            yield Report(post.id, author.player, What.RENAMED, post.at.earliest)
