"""Who has written how much in a day's threads, and when last. Knows authors and times; no votes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from engine.counting.authors import Authors, Kind
from engine.people import Roster
from engine.posts import Post
from engine.rulings import ReplaceRuling, Ruling


class Presence(Struct, frozen=True):
    """One player's posts of a day."""

    player: str
    posts: int
    last: Post | None = None


def presence(
    roster: Roster, posts: Sequence[Post], rulings: Sequence[Ruling] = (), *, starts: datetime, at: datetime
) -> tuple[Presence, ...]:
    """How many posts each player of the roster made from `starts` to `at` (UTC), in roster order.

    A post that is gone is none; one by an account that only looks like a player's is not his.
    """
    authors = Authors(roster, posts, [ruling for ruling in rulings if isinstance(ruling, ReplaceRuling)])
    found: dict[str, list[Post]] = {name: [] for name in roster.names}
    for post in sorted(posts, key=lambda post: post.order):
        made = post.at.earliest
        if made >= at or post.at.latest <= starts or (post.gone is not None and post.gone.earliest < at):
            continue
        author = authors.who(post, made)
        if author.kind is Kind.PLAYER and author.player in found:
            found[author.player].append(post)
    return tuple(_presence(name, made) for name, made in found.items())


def _presence(name: str, posts: Sequence[Post]) -> Presence:
    return Presence(name, len(posts), max(posts, key=lambda post: (post.at.earliest, post.order), default=None))
