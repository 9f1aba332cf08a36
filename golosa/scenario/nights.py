"""One night of a scenario.

Knows no documents; the game's fold is `playing`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct, structs

from engine.counts import RulingNeeded
from engine.game import resolve_night
from engine.game.values import NightOutcome, Order, State
from golosa.folder.frames import night_frame
from golosa.scenario.inputs import PhaseIn
from golosa.scenario.letters import Unsure
from golosa.scenario.readings import readings
from golosa.scenario.table import Table, acts_of


class NightPlayed(Struct, frozen=True):
    """A played night. Without an outcome it waits for rulings and the state is as it was."""

    state: State
    outcome: NightOutcome | None = None
    rulings: tuple[RulingNeeded, ...] = ()


def play_night(
    table: Table,
    state: State,
    phase: PhaseIn,
    day: tuple[datetime, datetime] | None,
    orders: Sequence[Order],
    unsure: Sequence[Unsure],
) -> NightPlayed:
    """Plays the night `phase` on from `state`; `day` are start and end of the day before it. An order that only the
    host can read holds the night up unless every reading of it comes to the same."""
    assert phase.resolve is not None
    night = night_frame(table.rules, phase.phase, phase.resolve, day)
    acts = acts_of(phase)
    ways = readings(unsure)
    result = table.outcomes.get(phase.phase)
    found = [resolve_night(table.rules, state, night, [*orders, *way], acts, result) for way in ways or ()]
    if found and all(_essence(*way) == _essence(*found[0]) for way in found):
        return NightPlayed(*found[0])
    return NightPlayed(state, None, tuple(order.ruling for order in unsure))


def _essence(state: State, outcome: NightOutcome) -> tuple[object, ...]:
    """All that comes of a night; a refused order changes nothing (G7)."""
    fates = tuple(structs.replace(order, id=None, sent=None) for order in outcome.host.orders)
    return state, outcome.public, outcome.private, fates, outcome.host.saved
