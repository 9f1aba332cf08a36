"""Which posts of several threads have no order, since they share a stretch of time (V7). Judges no marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.counting.deciding import needs_history
from engine.counting.frame import Frame
from engine.counting.items import may_speak
from engine.posts import Post


def several(posts: Iterable[Post]) -> bool:
    """Whether the posts are of more than one thread."""
    return len({post.thread for post in posts}) > 1


def apart(posts: Sequence[Post], frame: Frame) -> frozenset[str]:
    """The posts, by id, that may have come before or behind one of another thread: of the same player, and of any
    player where the course of the votes decides."""
    if not several(posts):
        return frozenset()
    together = needs_history(frame)
    groups: dict[str, list[Post]] = {}
    for post in may_speak(posts, frame):
        player = frame.authors.who(post, post.at.earliest).player
        if player is not None:
            groups.setdefault("" if together else player, []).append(post)
    stretches = (stretch for mine in groups.values() for stretch in _stretches(mine))
    return frozenset(post.id for stretch in stretches if several(stretch) for post in stretch)


def _stretches(posts: Iterable[Post]) -> Iterator[list[Post]]:
    """The posts, those together whose times overlap."""
    found: list[Post] = []
    for post in sorted(posts, key=lambda post: post.at.earliest):
        if found and all(post.at.earliest >= one.at.latest for one in found):
            yield found
            found = []
        found.append(post)
    if found:
        yield found


def beside(post: Post, other: Post) -> bool:
    """Whether the two are of different threads, and either may have come first."""
    overlap = post.at.earliest < other.at.latest and other.at.earliest < post.at.latest
    return post.thread != other.thread and overlap
