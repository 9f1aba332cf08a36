"""One day, from its opening to the evening: the frame that a count needs, and what the count brings about
(T14-12, T14-22, T14-33, H12-H18, G1, G8).

Knows what a verdict does to people; how it came is `engine.counting`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from msgspec.structs import replace

from engine.counts import By, Count, Verdict
from engine.day import Day, Removal
from engine.game.board import Board, evaluate, is_dead
from engine.game.book import Book
from engine.game.ending import judge
from engine.game.hand import apply_acts, puts_out
from engine.game.intake import Intake, Window, inheritable
from engine.game.nights import freeze, health_of, host_part
from engine.game.results import answers, hand_out
from engine.game.turns import Moment, Turn
from engine.game.values import (
    Cause,
    DayOutcome,
    DayPublic,
    Death,
    Do,
    Health,
    Heard,
    HostAct,
    HpChange,
    Inherited,
    Order,
    State,
    Use,
)
from engine.roles import VoteWeight
from engine.rules import Rules


def day_frame(
    rules: Rules, state: State, *, label: str, starts: datetime, ends: datetime, acts: Iterable[HostAct] = ()
) -> Day:
    """The frame of a count for the day that follows `state`: who is out, in coma or in hospital, and the weights."""
    acts = tuple(acts)
    weights = {seat.name: _weights(rules, (seat.role, seat.open_role)) for seat in state.seats}
    return Day(
        label=label,
        starts=starts,
        ends=ends,
        out=frozenset(seat.name for seat in state.seats if not seat.alive),
        coma=frozenset(seat.name for seat in state.living if seat.health is Health.COMA),
        hospital=frozenset(seat.name for seat in state.living if seat.health is Health.HOSPITAL),
        removals=tuple(Removal(act.player, act.at) for act in acts if puts_out(rules, act)),
        revivals=tuple(Removal(act.player, act.at) for act in acts if act.do is Do.REVIVE),
        weights={name: own for name, (own, _) in weights.items() if own != 1},
        default_weights={name: default for name, (own, default) in weights.items() if default != own},
        missed_before=state.missed,
        missed_last=state.missed_last,
        abstained=state.abstained,
    )


def _weights(rules: Rules, roles: tuple[str | None, ...]) -> tuple[int | float, int | float]:
    """A player's weight and that of the vote he is given when he casts none (H13)."""
    for role in rules.roles:
        for ability in role.ability:
            if role.id in roles and isinstance(ability, VoteWeight):
                return ability.weight, ability.default_weight
    return 1, 1


def close_day(
    rules: Rules,
    state: State,
    day: Day,
    count: Count,
    orders: Iterable[Order] = (),
    acts: Iterable[HostAct] = (),
) -> tuple[State, DayOutcome]:
    """The state in the evening and what is told of the day.

    `orders`: the day's actions (of rule sets that have any by day), and the orders for the coming night that have come
    so far: only those sent before the vote's end matter, for T14-33. `acts` before the vote's end come before the vote;
    if they end the game, the vote is not carried out. Raises ValueError where the game is over already, the verdict is
    open, or an act cannot be.
    """
    if state.winner is not None:
        raise ValueError(f"{day.label}: the game has been won by {state.winner}")
    acts, orders = tuple(acts), tuple(orders)
    board = Board(Book(rules), state, day.label)
    dusk = (count.overtime or count.first).count_at
    ended = apply_acts(board, (act for act in acts if act.at < dusk))
    if ended is not None:
        return _ended(board, state, day, ended)
    if count.verdict is Verdict.OPEN:
        raise ValueError(f"{day.label}: the verdict is still open")
    evening = _Evening(board, day, count, dusk, _taken(board, state, day, orders, dusk))
    evening.run()
    standing = _standing(board, state, day, count, orders, dusk)
    judge(board, dusk, orders=standing)
    apply_acts(board, (act for act in acts if act.at >= dusk) if board.winner is None else ())
    return evening.outcome(state)


class _Evening:
    """What happens when the vote ends (H14, H15, H18), with the day's actions as they stand then (H16, H25)."""

    def __init__(self, board: Board, day: Day, count: Count, dusk: datetime, intake: Intake) -> None:
        self.board, self.day, self.count, self.dusk = board, day, count, dusk
        self.damage: dict[str, int] = {}
        self.changes: dict[str, int] = {}
        self.causes: dict[str, str] = {}
        stands, lapsed = intake.standing()
        self.moment = Moment(board, map(Turn, stands))
        self.lapsed = [Turn(order).told() for order in lapsed]
        self.refused = tuple(intake.refused)

    def run(self) -> None:
        """Abilities and execution in the rule set's order, then the states."""
        health = self.board.rules.health
        self.moment.play()
        if health is None or health.day_abilities == "before":
            self._abilities()
            self._execute()
        else:
            self._execute()
            self._abilities()
        evaluate(self.board, self.dusk, self.causes, "H6")
        hand_out(self.board, answers(self.moment))

    def _abilities(self) -> None:
        """Whom the vote has put out already, nothing saves and nothing else befalls (H6, H14, H15)."""
        board = self.board
        out = {name for name, seat in board.seats.items() if name in self.causes or not seat.alive}
        for name, change in self.moment.hp_changes(out).items():
            before, after = board.change_hp(name, change)
            self.changes[name] = after - before
            if is_dead(board.rules, after):
                self.causes.setdefault(name, Cause.DAMAGE)
        for name, cause in self.moment.dying.items():
            if name not in out:
                board.kill(name, self.dusk, cause, "H18")

    def _execute(self) -> None:
        match self.count.verdict:
            case Verdict.OUT:
                for name in self.count.out:
                    self._vote_out(name)
            case Verdict.SPLIT:
                for name in (self.count.overtime or self.count.first).tied:
                    self._hurt(name, self.board.rules.tie.split_damage, Cause.SPLIT, "H15")
        for name in self.count.missed_out:
            if self.board.seats[name].alive:
                self.board.put_out(name, self.dusk, Cause.MISSED_DAY, "missed")

    def _vote_out(self, name: str) -> None:
        hp = self.board.seats[name].hp
        if hp is not None:
            self._hurt(name, 0 if is_dead(self.board.rules, hp) else hp, Cause.VOTES, "H14")
        elif self.board.seats[name].alive:
            self.board.put_out(name, self.dusk, Cause.VOTES, "G1")

    def _hurt(self, name: str, damage: int, cause: Cause, clause: str) -> None:
        """Damage by the vote: nothing saves from it."""
        hp = self.board.seats[name].hp
        if hp is None:
            raise ValueError(f"{self.day.label}: a split takes hp, and this rule set has none")
        self.damage[name] = damage
        self.board.set_hp(name, hp - damage)
        self.board.note(clause, "hp", name, cause, -damage)
        if is_dead(self.board.rules, hp - damage):
            self.causes.setdefault(name, cause)

    def outcome(self, state: State) -> tuple[State, DayOutcome]:
        """The evening as the next state and what is told of it."""
        board, count = self.board, self.count
        leaves = count.leaves_next_morning if board.winner is None else None
        leaves = leaves if leaves is not None and board.seats[leaves].alive else None
        public = DayPublic(
            phase=self.day.label,
            verdict=count.verdict,
            by=count.by,
            out=tuple(Death(name, Cause.VOTES, board.book.revealed(board.seats[name].role)) for name in count.out),
            deaths=board.deaths(),
            damage=_in_order(board, self.damage),
            hp_changes=tuple(HpChange(name, change) for name, change in _in_order(board, self.changes)),
            health=health_of(board),
            winner=board.winner,
        )
        fates = tuple(turn.told() for turn in sorted(self.moment.turns, key=lambda turn: board.order[turn.actor]))
        spent = tuple(
            Use(state.nights, turn.actor, turn.power.ref, turn.target) for turn in self.moment.turns if turn.spent
        )
        host = host_part(
            board,
            orders=(*fates, *self.lapsed),
            refused=self.refused,
            leaves_next_morning=leaves,
            saved=self.moment.saved,
        )
        closed = replace(
            freeze(board, state),
            phase=self.day.label,
            uses=(*state.uses, *spent),
            leaving=leaves,
            inherited=tuple(board.inherited),
            orders_open=self.day.starts if board.rules.night.orders_from == "day" else self.dusk,
            dusk=self.dusk,
            missed=state.missed | frozenset(count.missed),
            missed_last=frozenset(count.missed),
            abstained=state.abstained | frozenset(count.abstained),
        )
        return closed, DayOutcome(public=public, private=board.privates(), host=host)


def hear_day(rules: Rules, state: State, day: Day, orders: Iterable[Order], acts: Iterable[HostAct] = ()) -> Heard:
    """How the actions of a day stand, if the vote ends in time: what `close_day` would say of them, without anything
    being carried out. In a game that is over there are none. Raises ValueError for an act that cannot be."""
    if state.winner is not None:
        return Heard()
    board = Board(Book(rules), state, day.label)
    if apply_acts(board, (act for act in acts if act.at < day.ends)) is not None:
        return Heard()
    return _taken(board, state, day, orders, day.ends).heard()


def _taken(board: Board, state: State, day: Day, orders: Iterable[Order], dusk: datetime) -> Intake:
    """The day's actions, each accepted or refused."""
    window = Window(
        label=day.label,
        opens=day.starts,
        until=dusk,
        by="day",
        check_ahead_at=day.starts,
        night=state.nights,
    )
    intake = Intake(board, window, state.uses)
    intake.take(order for order in orders if by_day(board.book, order, day.label))
    return intake


def by_day(book: Book, order: Order, label: str) -> bool:
    """Whether an order is an action of the day `label`: it says so, or says no phase where abilities by day exist."""
    return order.phase == label or (order.phase is None and has_day_abilities(book.rules))


def has_day_abilities(rules: Rules) -> bool:
    """Whether any role can do something by day besides voting (H12)."""
    return any(
        ability.by == "day" and not isinstance(ability, VoteWeight) for role in rules.roles for ability in role.ability
    )


def _standing(
    board: Board, state: State, day: Day, count: Count, orders: Iterable[Order], dusk: datetime
) -> tuple[Inherited, ...]:
    """The night orders, as they stood at the vote's end, of those whom it put out (T14-33)."""
    if not (count.out and board.rules.successions):
        return ()
    window = Window(
        label=f"night{state.nights + 1}",
        opens=day.starts if board.rules.night.orders_from == "day" else dusk,
        until=dusk,
        by="night",
        check_ahead_at=day.starts,
        night=state.nights + 1,
    )
    intake = Intake(board, window, state.uses)
    intake.take(order for order in orders if not by_day(board.book, order, day.label))
    _, lapsed = intake.standing()
    return tuple(order for name in count.out for order in inheritable(lapsed, name))


def _ended(board: Board, state: State, day: Day, at: datetime) -> tuple[State, DayOutcome]:
    """The host's hand ended the game before the vote's end: nobody is voted out (G1)."""
    public = DayPublic(
        phase=day.label,
        verdict=Verdict.NOBODY,
        by=By.HOST,
        out=(),
        deaths=board.deaths(),
        health=health_of(board),
        winner=board.winner,
    )
    host = host_part(board, ended_before_vote=at)
    closed = replace(freeze(board, state), phase=day.label)
    return closed, DayOutcome(public=public, private=board.privates(), host=host)


def _in_order(board: Board, values: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((name, values[name]) for name in board.seats if name in values)
