"""What has been made so far in an open game, by all that it was made of: playing a game asks for the same again.

Counts are pure, so one that was made of equal values is the same count (V7). Knows no store.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine import counting
from engine.counts import Count
from engine.day import Day, Draw
from engine.people import Roster
from engine.posts import Post
from engine.rules import Rules
from engine.rulings import OrderRuling, Ruling, VoidRuling, VoteRuling

#: How many counts are remembered.
MOST_COUNTS = 128


class Counts:
    """`engine.counting.count`, which remembers what it has counted."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, datetime], list[tuple[tuple[object, ...], Count]]] = {}
        self._kept = 0

    def count(
        self,
        rules: Rules,
        roster: Roster,
        day: Day,
        posts: Sequence[Post],
        rulings: Sequence[Ruling] = (),
        *,
        at: datetime,
        draws: Sequence[Draw] = (),
    ) -> Count:
        """The count of a day, as `engine.counting.count` makes it of these values."""
        about = _about(posts, rulings)
        asked = (rules, roster, day, tuple(posts), about, tuple(draws))
        same = self._made.setdefault((day.label, at), [])
        for made_of, found in same:
            if made_of == asked:
                return found
        if self._kept >= MOST_COUNTS:
            self._made, self._kept = {}, 0
        made = counting.count(rules, roster, day, posts, about, at=at, draws=draws)
        self._made.setdefault((day.label, at), []).append((asked, made))
        self._kept += 1
        return made


def _about(posts: Sequence[Post], rulings: Sequence[Ruling]) -> tuple[Ruling, ...]:
    """The rulings that these posts' count can ask for: without those on other posts, and on messages."""
    on_posts = [ruling.post for ruling in rulings if isinstance(ruling, VoteRuling | VoidRuling)]
    known = {post.id for post in posts}.intersection(on_posts) if on_posts else frozenset[str]()
    return tuple(
        ruling
        for ruling in rulings
        if not isinstance(ruling, OrderRuling)
        and (not isinstance(ruling, VoteRuling | VoidRuling) or ruling.post in known)
    )
