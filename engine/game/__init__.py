"""The game as a fold: a state, a phase's inputs, and the rule set give the next state and what is told of it.

Knows no rule set by name, no forum, no message text, no words of what people read.

    state = open_game(rules, roster, roles, open_roles)
    state, outcome = close_day(rules, state, day, count, orders, acts)
    state, outcome = resolve_night(rules, state, night, orders, acts)

`close_day` takes a count whose verdict is settled. Where the count still needs the lot of a missed day, call it with
that count first: if `outcome.public.winner` is set, the game is over and no lot is drawn (G1); else draw, count again
and close the day with the new count.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from msgspec.structs import replace

from engine.game.board import band, start_hp
from engine.game.book import Book
from engine.game.days import close_day, day_frame, has_day_abilities, hear_day
from engine.game.nights import hear_night, resolve_night
from engine.game.values import Seat, Shift, State
from engine.people import Roster
from engine.rules import Rules
from engine.telling import Told

__all__ = ["close_day", "day_frame", "has_day_abilities", "hear_day", "hear_night", "open_game", "resolve_night"]

_ALWAYS = datetime.min.replace(tzinfo=UTC)


def open_game(
    rules: Rules, roster: Roster, roles: Mapping[str, str], open_roles: Mapping[str, str] | None = None
) -> State:
    """The state before the first phase: everybody with his role (name → role id) and his hp (H1).

    Raises ValueError for a player without a role and for a role that the rule set lacks.
    """
    book = Book(rules)
    seats = tuple(_seat(book, name, roles.get(name), (open_roles or {}).get(name)) for name in roster.names)
    return State(
        seats=seats,
        shifts=tuple(Shift(_ALWAYS, seat.name, seat.role, None) for seat in seats),
        evening=tuple((seat.name, seat.hp) for seat in seats if seat.hp is not None),
    )


def _seat(book: Book, name: str, role: str | None, open_role: str | None) -> Seat:
    if role is None:
        raise ValueError(Told("{name} has no role", name=name))
    for wanted, is_open in ((role, False), (open_role, True)):
        if wanted is not None and (wanted not in book.roles or book.roles[wanted].open is not is_open):
            if is_open:
                raise ValueError(Told("{name}: there is no open role {role!r}", name=name, role=wanted))
            raise ValueError(Told("{name}: there is no role {role!r}", name=name, role=wanted))
    seat = Seat(name=name, role=role, open_role=open_role)
    hp = start_hp(book, seat)
    return replace(seat, hp=hp, health=band(book.rules, hp))
