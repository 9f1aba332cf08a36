"""Whether the orders that have come would be taken if nothing more happened: told at once, not when their night is
resolved (G7, T14-20).

Knows the folder's log and plays it as far as it has come; keeps nothing. All of it is the host's secret.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta

from msgspec import Struct, structs

from engine.day import Day
from engine.game import hear_day, hear_night, open_game
from engine.game.values import Heard, HostAct, Order, Refused, State
from golosa.errors import GolosaError, told
from golosa.folder.dealing import given, given_open
from golosa.folder.frames import night_frame
from golosa.folder.game import Game
from golosa.folder.phases import day_label, phase_told
from golosa.folder.replay import by_day, follow, labels_until, messages, office, phase_of, resolved_at
from golosa.folder.standing import acts_in
from golosa.scenario.inputs import MessageIn, PhaseIn
from golosa.scenario.letters import Letters, Unsure, source


class Judged(Struct, frozen=True):
    """What became of messages: the orders in them that are refused, as the game stands."""

    refused: tuple[tuple[str, Refused], ...] = ()  #: phase and order; `source(order.id)` is the message
    unsure: str = ""  #: why it cannot be told yet, where it cannot


def judged(game: Game, ids: Collection[str], now: datetime) -> Judged:
    """Which orders in the messages of these ids are refused (`now` is UTC). Orders sent ahead are judged when their
    phase comes (H21)."""
    phases = dict.fromkeys(
        phase for message in messages(game) if message.id in ids for phase in phases_of(game, message)
    )
    refused: list[tuple[str, Refused]] = []
    try:
        for phase in phases:
            refused += [(phase, order) for order in _heard_in(game, phase, now)[0].refused if source(order.id) in ids]
    except GolosaError as error:
        return Judged(tuple(refused), told(error))
    return Judged(tuple(refused))


def phases_of(game: Game, message: MessageIn) -> tuple[str, ...]:
    """The phases for which a message may hold orders, unless they name another: the coming night, and the day in which
    it was sent where that has actions of its own (H25)."""
    opened = [day for day in game.config.day if day.starts <= message.at]
    last = max((day.number for day in opened), default=0)
    night = max(last, 1) if game.rules.day.first == "day" else last + 1
    days = tuple(day_label(day.number) for day in game.config.day if by_day(game, day, message))
    return (*days, f"night{night}")


def owing(game: Game, label: str, now: datetime) -> tuple[tuple[tuple[str, str, str], ...], tuple[str, ...]]:
    """Who may act in a night and has sent nothing (player, role id, ability's word), and who has sent what only the
    host can read. Raises GolosaError where it cannot be told yet."""
    heard, unsure = _heard_in(game, label, now)
    unclear = tuple(dict.fromkeys(one.order.member or one.order.sender for one in unsure))
    return tuple(one for one in heard.owed if one[0] not in unclear), unclear


def _heard_in(game: Game, label: str, now: datetime) -> tuple[Heard, list[Unsure]]:
    """How the orders of a phase stand, and those that only the host can read."""
    *before, _ = labels_until(label, game.rules.day.first)
    state, acts = _standing(game, before, now)
    orders, unsure = _orders(game, [*before, label], state, now)
    acts = (*acts, *acts_in(game, label))
    if label.startswith("day"):
        day = next(day for day in game.config.day if day_label(day.number) == label)
        frame = Day(label=label, starts=day.starts.astimezone(UTC), ends=day.ends.astimezone(UTC))
        return hear_day(game.rules, state, frame, orders, acts), unsure
    day_before = _phase(game, before[-1], now) if before else None
    clock = (day_before.starts, day_before.ends) if day_before and day_before.starts and day_before.ends else None
    night = night_frame(game.rules, label, _resolve(game, label, now), clock)
    return hear_night(game.rules, state, night, orders, acts), unsure


def _standing(game: Game, before: list[str], now: datetime) -> tuple[State, tuple[HostAct, ...]]:
    """How the game stands after the phases `before`; while the last of them is a day that is not over, as it stands
    before it, and the host's acts of it."""
    if not before:
        return _opened(game), ()
    try:
        played = follow(game, before[-1], now)
    except GolosaError:
        if before[-1].startswith("night"):
            raise
    else:
        if not played.open:
            return played.state, ()
    acts = acts_in(game, before[-1])
    if len(before) == 1:
        return _opened(game), acts
    played = follow(game, before[-2], now)
    if played.open:
        raise GolosaError("{phase} waits for you first", phase=phase_told(played.phases[-1]["phase"]))
    return played.state, acts


def _opened(game: Game) -> State:
    try:
        return open_game(game.rules, game.roster, given(game), given_open(game))
    except ValueError as error:
        raise GolosaError("{error}; give it with `golosa dice deal` or `golosa dice give`", error=error) from error


def _orders(game: Game, labels: Sequence[str], state: State, now: datetime) -> tuple[list[Order], list[Unsure]]:
    """Every order that may be for the last of the phases, and every one that only the host can read: those without a
    phase of its own messages, and those sent ahead."""
    label = labels[-1]
    *earlier, letters = [_letters(game, one, state, now) for one in labels]
    ahead = (order for others in earlier for order in others.orders if order.phase is not None)
    orders = [*ahead, *letters.orders, *(structs.replace(order, phase=label) for order in letters.day_orders)]
    unsure = [one for others in earlier for one in others.unsure if one.order.phase is not None]
    return orders, [one for one in (*unsure, *letters.unsure) if one.order.phase in (None, label)]


def _letters(game: Game, label: str, state: State, now: datetime) -> Letters:
    return office(game).letters(_phase(game, label, now), state)


def _phase(game: Game, label: str, now: datetime) -> PhaseIn:
    return phase_of(game, label, _resolve(game, label, now))


def _resolve(game: Game, label: str, now: datetime) -> datetime:
    """When a night was resolved; one that is not takes all that has come."""
    latest = max((message.at for message in messages(game)), default=now)
    return resolved_at(game, label) or max(now, latest) + timedelta(seconds=1)
