"""What players wrote before a day, among which the last words of the dead are looked for (C11). Knows the archive; not
who is out.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.counting.authors import Authors, Kind
from engine.posts import Post
from engine.rulings import ReplaceRuling
from engine.times import Interval
from golosa.folder.config import DayTable, utc

if TYPE_CHECKING:
    from golosa.folder.game import Game


class Word(Struct, frozen=True):
    """A post of a player, before today."""

    post: str
    player: str
    at: datetime


def said_before(
    game: Game, day: DayTable, threads: tuple[str, ...], known: datetime | None, replaced: tuple[ReplaceRuling, ...]
) -> tuple[Word, ...]:
    """What players wrote in these threads before a day, by time, as known at `known` (UTC); what belongs to the day
    itself is none of it. `replaced`: the rulings on whose the accounts are."""
    asked = ("said before", day, threads, known, game.roster, replaced)
    return game.of_archive(asked, lambda: tuple(_said_before(game, day, threads, known, replaced)))


def _said_before(
    game: Game, day: DayTable, threads: Sequence[str], known: datetime | None, replaced: Sequence[ReplaceRuling]
) -> list[Word]:
    today = {post.id for post in game.posts(day, known)} if set(threads) & set(day.threads) else frozenset[str]()
    starts = utc(day.starts)
    posts = [
        Post(row.post, place, row.author, Interval.shown(row.at), (), author_id=row.author_id)
        for place, row in enumerate(game.authors_in(threads, known))
        if not (row.thread in day.threads and row.post in today) and row.at < starts
    ]
    authors = Authors(game.roster, posts, replaced)
    wrote = [(post, authors.who(post, post.at.earliest)) for post in posts]
    return [
        Word(post.id, author.player, post.at.earliest)
        for post, author in wrote
        if author.kind is Kind.PLAYER and author.player is not None
    ]
