"""What of a count may be shown now: `[public]` of game.toml. Knows the game's folder and its counts; no page."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import Struct

from golosa.folder.game import Counted, Game
from golosa.store.visits import stored

UNTIL_END, NOT_BEGUN, TOO_NEW = "until_end", "not_begun", "too_new"


class Allowed(Struct, frozen=True):
    """A count that may be shown, or why none may be."""

    counted: Counted | None
    hidden: str | None = None
    cut: datetime | None = None  #: nothing later than this may be known (UTC); None: all may


def allowed(game: Game, counted: Counted, now: datetime, *, official: bool) -> Allowed:
    """What may be shown at `now` (UTC) of a count: an official one whole, another as late as the host wants it.

    A delayed count is made again as it would have been made then, with what was known then: a vote deleted, edited or
    ruled on since does not show through.
    """
    if now < counted.day.starts:
        return Allowed(None, NOT_BEGUN)
    if official:
        return Allowed(counted)
    found = Allowed(counted)
    table = game.config.public
    if table.delay_minutes:
        found = _as_of(game, counted, now - timedelta(minutes=table.delay_minutes))
    shown = found.counted
    if shown is not None and table.hide_until_end and not is_over(shown):
        return Allowed(None, UNTIL_END, found.cut)
    return found


def _as_of(game: Game, counted: Counted, cut: datetime) -> Allowed:
    first = game.database.rows("SELECT min(recorded) FROM sweep")[0][0]
    if cut < counted.day.starts or first is None or stored(cut) < first:
        return Allowed(None, TOO_NEW, cut)
    return Allowed(game.count(counted.day, cut, known=cut), cut=cut)


def is_over(counted: Counted) -> bool:
    """Whether the day is over at the moment that is counted, in time or early."""
    return counted.count.at >= counted.day.ends or counted.count.ended_at is not None
