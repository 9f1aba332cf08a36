"""Resolving a night of a game folder. What `golosa night` and the desk share; all of it is the host's secret."""

from __future__ import annotations

from datetime import datetime

from golosa.errors import GolosaError
from golosa.folder.config import DayTable
from golosa.folder.game import Game
from golosa.folder.phases import day_label, phase_told
from golosa.folder.replay import followed, keep, next_night, replay, resolved_at
from golosa.folder.review import course, refresh
from golosa.scenario.playing import Outcome, Played
from golosa.texts.output import own_templates
from golosa.texts.render import render
from golosa.views import mornings, title_of
from golosa.views.answers import answer_views

NEEDS_HOST = 1


def resolve(
    game: Game, now: datetime, number: int | None = None, at: datetime | None = None, *, preview: bool = False
) -> Played:
    """Plays a night, the next one if `number` is None, with the orders that have come, and keeps it unless a ruling is
    needed first or `preview` is set.

    It is resolved as of `at` (UTC), or as it was before, or now. Raises GolosaError where something of the phases
    before it is missing, with status 1 where one of them waits for the host.
    """
    label = f"night{number}" if number else next_night(game)
    moment = at or resolved_at(game, label) or now
    played = replay(game, label, now, moment)
    if played.phases[-1]["phase"] != label:
        raise GolosaError(
            "{phase} waits for you first: see `golosa count`", NEEDS_HOST, phase=phase_told(played.phases[-1]["phase"])
        )
    if not played.open and not preview:
        keep(game, label, played, moment, now)
        refresh(game, course(game, now), now)  # later nights, where this one was resolved before
    return played


def morning(game: Game, played: Played, now: datetime) -> str | None:
    """The morning post of the night that was played last; None where it waits for the host."""
    label = played.phases[-1]["phase"]
    if played.open or not label.startswith("night"):
        return None
    day = mornings.table_after(game, int(label.removeprefix("night")), now)
    view = mornings.morning_of(game, day, played, label)
    return render("morning.bbcode", game.config.game.lang, view, own_templates(game)).rstrip("\n")


def answers(game: Game, played: Played) -> list[tuple[str, str]]:
    """What each player is told of the last phase played: his name, and the message to paste and send to him alone."""
    return [] if played.open else _answers(game, played.outcomes[-1], played.phases[-1]["phase"])


def answers_of_day(game: Game, day: DayTable, now: datetime) -> list[tuple[str, str]]:
    """The same of a day that is closed, which are due at once: who has become what, with the order that has passed to
    him (T14-33). No answers where the game cannot be played so far."""
    label, night = day_label(day.number), day.number + (game.rules.day.first == "night")
    coming = f"night{night}"  # an order for it may have come by day
    played = followed(game, coming, now, resolved_at(game, coming) or now)
    if played is None:
        return []
    places = [place for place, document in enumerate(played.phases) if document["phase"] == label]
    return _answers(game, played.outcomes[places[0]], label) if places else []


def _answers(game: Game, outcome: Outcome, label: str) -> list[tuple[str, str]]:
    if outcome is None:
        return []
    lang, kind = game.config.game.lang, "day" if label.startswith("day") else "night"
    number = int(label.removeprefix(kind))
    views = answer_views(
        game.rules, outcome.private, title=title_of(game), number=number, by_day=kind == "day", lang=lang
    )
    return [(view.player, render("answer.bbcode", lang, view, own_templates(game)).rstrip("\n")) for view in views]
