"""Which orders stand: every order is accepted or refused with one reason (G2-G7, T14-20, H21).

Knows who may order what and when; not what an order does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from msgspec import Struct

from engine.game.board import Board
from engine.game.book import Power
from engine.game.values import Cause, Health, Heard, Inherited, Order, Refusal, Refused, Use

RUNNING = {1: Refusal.TWO_NIGHTS_RUNNING, 2: Refusal.THREE_NIGHTS_RUNNING}


class Window(Struct, frozen=True, kw_only=True):
    """The stretch in which orders of one phase are taken."""

    label: str
    opens: datetime | None
    until: datetime
    by: Literal["night", "day"]
    check_ahead_at: datetime | None  #: the moment as of which orders sent ahead are checked (H21)
    night: int  #: number of the night; for a day, of the night before it
    skips: str | None = None  #: the day whose voted-out player is a target that counts as a skip (T14-22)


class Accepted(Struct, frozen=True, kw_only=True):
    """An accepted order. Without a target it withdraws."""

    actor: str
    power: Power
    target: str | None
    sent: datetime
    id: str | None = None
    inherited: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """What only one order can stand for: an actor's ability, or a team's where it is shared (C7)."""
        return holder(self.actor, self.power), self.power.ref


def holder(actor: str, power: Power) -> str:
    """Whose turn a use of the ability takes."""
    return power.team if power.does.shared and power.team else actor


class Intake:
    """Takes the orders of one window, oldest first."""

    def __init__(self, board: Board, window: Window, uses: Iterable[Use]) -> None:
        self.board = board
        self.window = window
        self.uses = tuple(uses)
        self.accepted: list[Accepted] = [
            Accepted(actor=order.heir, power=board.book.powers[order.ability], target=order.target, sent=order.at,
                     inherited=True)
            for order in board.inherited
            if window.by == "night"
        ]  # fmt: skip
        self.refused: list[Refused] = []
        self._changes: dict[tuple[str, str], int] = {}

    def take(self, orders: Iterable[Order]) -> None:
        """Judges the orders of this window; those for other phases are left alone."""
        mine = (order for order in orders if order.phase in (None, self.window.label))
        for order in sorted(mine, key=lambda order: (order.sent, _natural(order.id))):
            why = self._judge(order)
            if why is not None:
                self.refused.append(
                    Refused(order.id, order.sender, order.sent, why, ability=order.ability, target=order.target)
                )

    def standing(self) -> tuple[list[Accepted], list[Accepted]]:
        """The orders that stand, and those that lapse: their actor is out or has another role by now (G2, T14-32).

        The last accepted order holds; a withdrawn one is none. Where a team shares the ability, the last one of a
        member who is still there (C7).
        """
        stands: dict[tuple[str, str], Accepted] = {}
        lapsed: dict[tuple[str, str], Accepted] = {}
        for order in self.accepted:
            if self._still_holds(order):
                stands[order.key] = order
            else:
                lapsed[order.actor, order.power.ref] = order
        return _with_target(stands.values()), _with_target(lapsed.values())

    def heard(self) -> Heard:
        """How the orders stand."""
        owed = tuple((name, power.role, power.word) for name, power in self._owing())
        return Heard(tuple(self.refused), owed)

    def _owing(self) -> tuple[tuple[str, Power], ...]:
        """Who may act and has sent nothing, not even that he targets nobody: player and ability, in roster order. An
        ability that a team shares is owed by its holders until one of them has sent it (C7)."""
        heard = [order for order in self.accepted if self._still_holds(order)]
        players = {order.actor for order in heard}
        shared = {order.power.ref for order in heard if order.power.does.shared}
        return tuple(
            (seat.name, power)
            for seat in self.board.living
            if seat.name not in players
            for role in (seat.role, seat.open_role)
            if role is not None
            for power in self.board.book.powers_of(role, self.window.by)
            if power.ref not in shared and self._could(seat.name, power)
        )

    def _could(self, actor: str, power: Power) -> bool:
        """Whether the ability could be used against anybody (H3, H5, T14-52)."""
        return self._unfit(actor, power) is None and any(
            self._limit(actor, power, name) is None for name in self.board.seats
        )

    def _still_holds(self, order: Accepted) -> bool:
        seat = self.board.seats[order.actor]
        return seat.alive and order.power.role in (seat.role, seat.open_role)

    def _judge(self, order: Order) -> Refusal | None:
        """Accepts the order, or gives the first reason against it (G7)."""
        actor = order.member or order.sender
        for name in (order.sender, actor):
            if name not in self.board.seats:
                raise ValueError(f"order {order.id}: no player is named {name!r}")
        moment = self._moment(order)
        if (why := self._untimely(order) or self._absent(order, actor, moment)) is not None:
            return why
        power = self._power(order, actor, moment)
        if power is None:
            return Refusal.NOT_YOUR_ROLE
        if (why := self._unfit(actor, power) or self._bad_target(order, actor, power, moment)) is not None:
            return why
        return self._change(order, actor, power)

    def _moment(self, order: Order) -> datetime:
        """As of when the order is judged: its sending, or its night's coming when sent ahead (H21)."""
        ahead = self.window.check_ahead_at
        return ahead if self._ahead(order) and ahead is not None else order.sent

    def _ahead(self, order: Order) -> bool:
        opens = self.window.opens
        allowed = self.board.rules.night.ahead and order.phase == self.window.label
        return allowed and opens is not None and order.sent < opens

    def _untimely(self, order: Order) -> Refusal | None:
        if order.sent >= self.window.until:
            return Refusal.LATE
        opens = self.window.opens
        return Refusal.EARLY if opens is not None and order.sent < opens and not self._ahead(order) else None

    def _absent(self, order: Order, actor: str, moment: datetime) -> Refusal | None:
        board = self.board
        if any(board.standing(name, moment).gone for name in (order.sender, actor)):
            return Refusal.DEAD
        if order.fault is Refusal.MALFORMED:
            return Refusal.MALFORMED
        if actor == order.sender:
            return None
        teams = {board.book.team(board.standing(name, moment).role) for name in (order.sender, actor)}
        return None if len(teams) == 1 and teams <= board.book.proxies else Refusal.NOT_YOUR_MEMBER

    def _power(self, order: Order, actor: str, moment: datetime) -> Power | None:
        """The ability meant: of the actor's role at that moment (G2)."""
        roles = (self.board.standing(actor, moment).role, self.board.seats[actor].open_role)
        powers = [
            power
            for role in roles
            if role is not None and order.role in (None, role)
            for power in self.board.book.powers_of(role, self.window.by)
            if order.ability in (None, power.word)
        ]
        return powers[0] if len(powers) == 1 else None

    def _unfit(self, actor: str, power: Power) -> Refusal | None:
        health = self.board.seats[actor].health
        if health is Health.COMA:
            return Refusal.IN_COMA
        barred = self.window.by == "night" and not power.does.in_hospital
        return Refusal.IN_HOSPITAL if health is Health.HOSPITAL and barred else None

    def _bad_target(self, order: Order, actor: str, power: Power, moment: datetime) -> Refusal | None:
        board = self.board
        if order.fault is Refusal.UNKNOWN_TARGET:
            return Refusal.UNKNOWN_TARGET
        if order.target is None:
            return None
        if order.target not in board.seats:
            return Refusal.UNKNOWN_TARGET
        then = board.standing(order.target, moment)
        if then.gone and not (then.gone.by == Cause.VOTES and then.gone.phase == self.window.skips):
            return Refusal.DEAD_TARGET
        if order.target == actor:
            return None if power.does.self_target else Refusal.SELF_TARGET
        own = board.book.team(then.role) == power.team
        return Refusal.OWN_TEAM if own and not power.does.own_team else None

    def _change(self, order: Order, actor: str, power: Power) -> Refusal | None:
        """G4, T14-20: the first order, a repetition, or a change within the number allowed; then the limits."""
        new = Accepted(actor=actor, power=power, target=order.target, sent=order.sent, id=order.id)
        key = (actor, power.ref)
        stands = next((old.target for old in reversed(self.accepted) if old.key == new.key), None)
        if stands == order.target:
            self.accepted.append(new)  # a partner's word for the same stands if the other's lapses (C7)
            return None
        sent = self._changes.get(key, 0)
        allowed = self.board.rules.night.changes
        if self.window.by == "night" and isinstance(allowed, int) and sent > allowed:
            return Refusal.SECOND_CHANGE
        if order.target is not None and (why := self._limit(actor, power, order.target)) is not None:
            return why
        self._changes[key] = sent + 1
        self.accepted.append(new)
        return None

    def _limit(self, actor: str, power: Power, target: str) -> Refusal | None:
        """The limits on successive nights, which a skip does not touch (T14-52), and on uses."""
        who = holder(actor, power)
        past = {use.night: use.target for use in self.uses if use.holder == who and use.ability == power.ref}
        night = self.window.night
        if not power.does.repeat and past.get(night - 1) == target:
            return Refusal.SAME_AS_LAST_NIGHT
        run = power.does.in_a_row
        if run is not None and all(night - back in past for back in range(1, run + 1)):
            return RUNNING[run]
        return Refusal.USED_UP if power.does.uses is not None and len(past) >= power.does.uses else None


def inheritable(standing: Iterable[Accepted], actor: str) -> tuple[Inherited, ...]:
    """The standing orders of one who is voted out, for his heir to take over (T14-33)."""
    return tuple(
        Inherited(actor, order.power.ref, order.target, order.sent, order.sent)
        for order in standing
        if order.actor == actor and order.target is not None
    )


def _with_target(orders: Iterable[Accepted]) -> list[Accepted]:
    return [order for order in orders if order.target is not None]


def _natural(text: str) -> list[tuple[str, int, str]]:
    """Sorts `pm2` before `pm10`."""
    return [(words, len(digits), digits) for words, digits in re.findall(r"(\D*)(\d*)", text)]
