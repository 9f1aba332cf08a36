"""What was made of a game so far, by all that it was made of: playing it asks for the same again and again.

A count is pure, so one that was made of equal values is the same count (V7). What the archive tells stays the same
until it keeps another visit, what the log tells until the store is another. Knows no store.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from msgspec import Struct, structs

from engine import counting
from engine.counts import Count
from engine.day import Day, Draw
from engine.people import Roster
from engine.posts import Post
from engine.rules import Rules
from engine.rulings import ON_POSTS, ActionRuling, OrderRuling, Ruling

if TYPE_CHECKING:
    from golosa.folder.game import Game

P = ParamSpec("P")
T = TypeVar("T")

#: How many counts of a day are remembered.
MOST_COUNTS = 32
#: How many readings of threads are remembered.
MOST_READ = 64


def of_log(function: Callable[Concatenate[Game, P], T]) -> Callable[Concatenate[Game, P], T]:
    """A function that only the game's store and settings decide, asked once while these are the same. What it gives is
    shared, and so is never changed by who has asked for it."""

    @wraps(function)
    def asked(game: Game, /, *given: P.args, **more: P.kwargs) -> T:
        key = (function, given, tuple(more.items()))
        return game.remembered(key, lambda: function(game, *given, **more))

    return asked


class Read:
    """What was read of an archive, remembered while its version is the same: from one opening of the game to the next
    too, so that a long thread is not read anew for each click."""

    def __init__(self) -> None:
        self._made: dict[tuple[Hashable, Hashable], Any] = {}

    def of(self, version: Hashable, asked: Hashable, read: Callable[[], T]) -> T:
        """What `read` gives for what is `asked` of the archive at that version."""
        key, made = (version, asked), self._made
        if key in made:
            return cast("T", made[key])
        found = read()  # which may ask for more
        kept = [one for one in self._made.items() if one[0][0] == version]
        self._made = dict([*kept[1 - MOST_READ :], (key, found)])  # another page may ask for the same: both find it
        return found


class Counts:
    """`engine.counting.count`, which remembers what it has counted: for each day, of its posts as they were last."""

    def __init__(self) -> None:
        self._made: dict[str, _Day] = {}

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
        known = self._made.get(day.label)
        if known is None or known.posts != tuple(posts):
            known = _Day(tuple(posts))
        about = _about(posts, rulings)
        asked = (at, day, about, tuple(draws), rules, roster)
        for made_of, found in known.made:
            if made_of == asked:
                return found
        found = counting.count(rules, roster, day, posts, about, at=at, draws=draws)
        self._made[day.label] = structs.replace(known, made=(*known.made[1 - MOST_COUNTS :], (asked, found)))
        return found


class _Day(Struct, frozen=True):
    """What was counted of a day's posts, with all that each count was made of besides."""

    posts: tuple[Post, ...]
    made: tuple[tuple[tuple[object, ...], Count], ...] = ()


def _about(posts: Sequence[Post], rulings: Sequence[Ruling]) -> tuple[Ruling, ...]:
    """The rulings that the count of these posts can ask for: not those on other posts, nor on messages and actions."""
    ruled = {ruling.post for ruling in rulings if isinstance(ruling, ON_POSTS)}
    here = {post.id for post in posts if post.id in ruled} if ruled else ruled
    return tuple(
        ruling
        for ruling in rulings
        if not isinstance(ruling, OrderRuling | ActionRuling)
        and (not isinstance(ruling, ON_POSTS) or ruling.post in here)
    )
