"""The evening of a day of a game folder: what is told with its result of those who are out (C3, T14-6, T14-12), of
wounds (H2, H19) and of the winner.

Plays the game from its log; keeps nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from engine.game.values import DayOutcome, DayPublic
from engine.messages import Legend
from engine.rules import Rules
from golosa import catalogue
from golosa.folder.config import DayTable
from golosa.folder.game import Game
from golosa.folder.letters import said_in, sender_of
from golosa.folder.replay import messages, played_to
from golosa.texts.plurals import number
from golosa.views.nights import cause_of, revealed, states_of, winner_of
from golosa.views.shapes import DeathView, EveningView

VOTES = "votes"


def evening(game: Game, day: DayTable, now: datetime) -> EveningView | None:
    """What is told with the result of a day that is decided; None where the game cannot be played so far, or was over
    before: a result does not wait for that."""
    played = played_to(game, day, now)
    outcome = played.outcomes[-1] if played is not None else None
    if not isinstance(outcome, DayOutcome):
        return None
    return evening_view(game.rules, outcome.public, lang=game.config.game.lang, legends=_legends(game, now))


def evening_view(rules: Rules, public: DayPublic, *, lang: str, legends: Mapping[str, str]) -> EveningView:
    """`legends` may hold everybody's: only those of who is out are shown."""
    words = catalogue.of(lang)
    return EveningView(
        lang=lang,
        deaths=tuple(
            DeathView(
                death.player,
                cause_of(death.by, rules, words),
                revealed(death.role, rules, lang),
                legends.get(death.player),
            )
            for death in public.deaths
            if death.role is not None or death.by != VOTES or death.player in legends
        ),
        changes=tuple(
            f"{one.player} {'+' if one.change > 0 else ''}{number(one.change, lang)}"
            for one in public.hp_changes
            if one.change
        ),
        states=states_of(public.health, words),
        winner=winner_of(public.winner, rules, words) if public.winner else None,
    )


def _legends(game: Game, now: datetime) -> dict[str, str]:
    """Player to the last legend that he has sent."""
    return {
        sender_of(game, message): said.text
        for message in messages(game)
        if message.at <= now
        for said in said_in(game, message)
        if isinstance(said, Legend)
    }
