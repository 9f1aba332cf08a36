"""The night of a game folder as views: the morning post, who owes an order, who is about to die, the end.

Plays the game from its log; keeps nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.game.values import NightOutcome
from golosa.errors import GolosaError
from golosa.folder.config import DayTable
from golosa.folder.daybook import result_of
from golosa.folder.dice import keys
from golosa.folder.game import Game
from golosa.folder.judging import owing
from golosa.folder.phases import order_of, phase_told
from golosa.folder.replay import NIGHT, next_night, replay
from golosa.scenario.playing import Played
from golosa.views.counts import title_of
from golosa.views.host import DyingView, OwedView, dying_view, owed_view
from golosa.views.nights import end_view, morning_view
from golosa.views.shapes import EndView, MorningView


def number_after(game: Game, night: int) -> int:
    """The number of the day that follows a night."""
    return night + 1 if game.rules.day.first == "day" else night


def table_after(game: Game, night: int, now: datetime) -> DayTable:
    """The day after a night, opened or not: the morning post is written before its thread is there."""
    after = number_after(game, night)
    found = next((day for day in game.config.day if day.number == after), None)
    return found or DayTable(number=after, starts=now, ends=now + timedelta(days=1))


def morning_day(game: Game, number: int | None, now: datetime) -> DayTable:
    """The day of that number whose morning is to be told; if None, the one after the last night that was resolved, or
    the last one that has begun, whichever is later. Raises GolosaError where there is no such day."""
    nights = len(_nights(game))
    begun = max((day.number for day in game.config.day if day.starts <= now), default=0)
    after = number_after(game, nights) if nights else 0
    if after and (number == after or (number is None and after >= begun)):
        return table_after(game, nights, now)
    return game.day(number, now)


def morning(game: Game, day: DayTable, now: datetime) -> MorningView:
    """The post that opens `day`, of the night before it. Raises GolosaError where that night is not resolved."""
    night = day.number if game.rules.day.first == "night" else day.number - 1
    if not night:
        raise GolosaError(
            "no night came before day {day}: `golosa night`, then `golosa day open` for the day after it",
            day=day.number,
        )
    label = f"night{night}"
    if not game.facts.all(NIGHT, phase=label):
        raise GolosaError(
            "{phase}, before day {day}, has not been resolved: `golosa night`", phase=phase_told(label), day=day.number
        )
    return morning_of(game, day, replay(game, label, now), label)


def morning_of(game: Game, day: DayTable, played: Played, label: str) -> MorningView:
    """The post that opens `day`, of a game played up to the night `label`."""
    outcome, document = _outcome(played, label), played.phases[-1]
    return morning_view(
        game.rules,
        outcome.public,
        title=title_of(game),
        day=day.number,
        lang=game.config.game.lang,
        living=[seat.name for seat in played.state.living],
        legends=document["legends"],
        notes=document["notes"],
    )


def owed(game: Game, now: datetime) -> OwedView:
    """Who may act in the coming night and has sent nothing, and whose order only the host can read; for him alone."""
    label = next_night(game)
    orders, unclear = owing(game, label, now)
    number, _ = order_of(label)
    return owed_view(game.rules, orders, unclear, title=title_of(game), night=number, lang=game.config.game.lang)


def dying(game: Game, now: datetime) -> DyingView:
    """Who would die of the coming night as the orders stand; for the host alone (T14-23)."""
    label = next_night(game)
    return dying_of(game, replay(game, label, now, now), label)


def dying_of(game: Game, played: Played, label: str) -> DyingView:
    """Who dies of the night `label`, up to which the game has been played."""
    public = _outcome(played, label).public
    number, _ = order_of(label)
    return dying_view(game.rules, public.deaths, title=title_of(game), night=number, lang=game.config.game.lang)


def end(game: Game, now: datetime) -> EndView:
    """The end of the game. Raises GolosaError while nobody has won."""
    over = (day for day in game.config.day if day.ends <= now or result_of(game, day) is not None)
    phases = [*(f"day{day.number}" for day in over), *_nights(game)]
    played = replay(game, max(phases, key=lambda label: order_of(label, game.rules.day.first)), now) if phases else None
    if played is None or played.state.winner is None:
        raise GolosaError("the game is not over: nobody has won")
    return end_of(game, played)


def end_of(game: Game, played: Played) -> EndView:
    """The end of a game that has been played to its winner."""
    legends = {name: text for document in played.phases for name, text in document["legends"].items()}
    found = keys(game)
    secrets = (f"deal: {found.deal}", f"chain end: {found.last}") if found else ()
    return end_view(
        game.rules,
        played.state,
        title=title_of(game),
        lang=game.config.game.lang,
        legends=legends,
        secrets=secrets,
    )


def _nights(game: Game) -> list[str]:
    return [fact.phase for fact in game.facts.all(NIGHT) if fact.phase]


def _outcome(played: Played, label: str) -> NightOutcome:
    """The outcome of that night. Raises GolosaError (status 1) where the game waits for the host first."""
    outcome = played.outcomes[-1]
    if played.phases[-1]["phase"] != label or not isinstance(outcome, NightOutcome):
        raise GolosaError(
            "{phase} waits for you first: `golosa count`, `golosa order list`",
            1,
            phase=phase_told(played.phases[-1]["phase"]),
        )
    return outcome
