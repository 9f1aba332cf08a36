"""Counts made so far of a game, by all that they were made of: playing it asks for the same ones again and again.

A count is pure, so one that was made of equal values is the same count (V7). Knows no store.
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

#: How many counts of a day are remembered.
MOST_COUNTS = 32


class Counts:
    """`engine.counting.count`, which remembers what it has counted: for each day, of its posts as they were last."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[tuple[Post, ...], list[tuple[tuple[object, ...], Count]]]] = {}

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
        asked = (at, day, about, tuple(draws), rules, roster)
        seen, made = self._made.get(day.label, ((), []))
        if seen != tuple(posts):
            seen, made = tuple(posts), []
        for made_of, found in made:
            if made_of == asked:
                return found
        found = counting.count(rules, roster, day, posts, about, at=at, draws=draws)
        self._made[day.label] = seen, [*made[1 - MOST_COUNTS :], (asked, found)]
        return found


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
