"""The actions by day of a game folder (H25): as they stand in the thread, and those that only the host can read.

Knows the game as it has been played up to the day. What they bring about is `replay`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from msgspec import structs

from engine.counts import Count, Needs
from engine.game.days import has_day_abilities
from engine.messages.day_actions import DayAction
from golosa.errors import GolosaError
from golosa.folder.game import Counted, Game
from golosa.folder.replay import today_of
from golosa.scenario.days import Today, actions_read, day_actions, questions


def with_questions(game: Game, counted: Counted, known: datetime | None) -> Counted:
    """A count that asks for the day's actions in loose form too: they change nothing of the votes, but hp and lives.

    Nothing is added where no role acts by day or no roles are given.
    """
    asked = questions(_found(game, counted, known, day_actions))
    if not asked:
        return counted
    needed = (*counted.count.rulings_needed, *asked)
    return structs.replace(counted, count=structs.replace(counted.count, rulings_needed=needed))


def require_action(game: Game, post: str, now: datetime) -> None:
    """Raises GolosaError where no action of a day is read in that post, whatever was ruled on it before."""
    for day in game.config.day:
        if any(one.id == post for one in game.posts(day)):
            counted = game.count(day, now)
            if any(action.post == post for action in _found(game, counted, None, actions_read)):
                return
    raise GolosaError(
        "no day action is read in post {post} as its player's last one of the day; enter what he does by "
        "`golosa order add`, with a line like «Действие: …»",
        post=post,
    )


def action_waits(count: Count) -> bool:
    """Whether a count asks for an action of the day."""
    return any(one.why is Needs.DAY_ACTION for one in count.rulings_needed)


def _found(
    game: Game, counted: Counted, known: datetime | None, read: Callable[[Today, Count], tuple[DayAction, ...]]
) -> tuple[DayAction, ...]:
    if not has_day_abilities(game.rules_on(counted.day, known)):
        return ()
    today = today_of(game, counted, known)
    return () if today is None else read(today, counted.count)
