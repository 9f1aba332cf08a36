"""A state being played: the seats of one phase while it happens, and the host's log of it.

The functions that make up a phase change a board; `engine.game` makes it from a state and freezes it into the next one,
so that outside everything stays a pure function.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace

from engine.game.book import Book
from engine.game.values import Cause, Death, Effect, Gone, Health, Private, Seat, Shift, State
from engine.rules import Rules


class Board:
    """What is being played in one phase."""

    def __init__(self, book: Book, state: State, phase: str) -> None:
        self.book = book
        self.rules = book.rules
        self.phase = phase
        self.seats: dict[str, Seat] = {seat.name: seat for seat in state.seats}
        self.order = {name: place for place, name in enumerate(self.seats)}
        self.shifts = list(state.shifts)
        self.inherited = list(state.inherited)
        self.owed = list(state.owed)
        self.winner: str | None = None
        self.fallen: dict[str, str] = {}  #: who is out by this phase, and by what
        self.private: list[Private] = []
        self.log: list[Effect] = []

    @property
    def living(self) -> tuple[Seat, ...]:
        """Who is in the game now, in roster order."""
        return tuple([seat for seat in self.seats.values() if seat.gone is None])  # asked for hundreds of times a game

    def note(
        self,
        clause: str,
        what: str,
        player: str | None = None,
        cause: str | None = None,
        value: str | int | None = None,
    ) -> None:
        """One line of the host's log."""
        self.log.append(Effect(clause, what, player, cause, value))

    def put_out(self, name: str, at: datetime, by: str, clause: str) -> None:
        """`name` is out from `at` on."""
        gone = Gone(at, self.phase, by)
        health = Health.DEAD if self.seats[name].health is not None else None
        self._seat(name, at, replace(self.seats[name], gone=gone, health=health))
        self.fallen[name] = by
        self.owed = [result for result in self.owed if result.to != name]
        self.note(clause, "out", name, by)

    def bring_back(self, name: str, at: datetime) -> None:
        """`name` plays again from `at` on; without hp left he gets his starting number."""
        seat = self.seats[name]
        hp = start_hp(self.book, seat) if is_dead(self.rules, seat.hp) else seat.hp
        self._seat(name, at, replace(seat, gone=None, hp=hp, health=band(self.rules, hp)))
        self.fallen.pop(name, None)

    def take_role(self, name: str, role: str, at: datetime) -> None:
        """`name` holds `role` and no other from `at` on."""
        self._seat(name, at, replace(self.seats[name], role=role))

    def kill(self, name: str, at: datetime, by: str, clause: str) -> None:
        """`name` dies of a deed: he is out, and has no hp left where there are any."""
        hp = self.seats[name].hp
        if hp is not None:
            self.set_hp(name, min(hp, 0))
        self.put_out(name, at, by, clause)

    def set_hp(self, name: str, hp: int) -> None:
        """Sets hp; states are set anew only in the morning and in the evening (H18)."""
        self.seats[name] = replace(self.seats[name], hp=hp)

    def change_hp(self, name: str, change: int) -> tuple[int, int]:
        """Changes hp and gives those before and after. Nobody rises over his start (H18), but what he has over it, by
        the host's hand (G8) or from another role, is not taken from him. Raises ValueError in games without hp."""
        seat = self.seats[name]
        hp, start = seat.hp, start_hp(self.book, seat)
        if hp is None or start is None:
            raise ValueError(f"{self.phase}: an ability changes the hp of {name}, and this rule set has none")
        after = min(hp + change, max(hp, start))
        self.set_hp(name, after)
        return hp, after

    def standing(self, name: str, moment: datetime) -> Shift:
        """What `name` was at `moment` (G2)."""
        return next(shift for shift in reversed(self.shifts) if shift.player == name and shift.at <= moment)

    def deaths(self) -> tuple[Death, ...]:
        """Everybody who is out by this phase, in roster order."""
        fallen = (seat for seat in self.seats.values() if seat.name in self.fallen)
        return tuple(Death(seat.name, self.fallen[seat.name], self.book.revealed(seat.role)) for seat in fallen)

    def privates(self) -> tuple[Private, ...]:
        """The private answers, in roster order of who gets them and of whom they are about."""
        late = {"hp": 1, "heal": 2, "new_role": 3}

        def place(answer: Private) -> tuple[int, int, int]:
            about = -1 if answer.target is None else self.order[answer.target]
            return self.order[answer.to], late.get(answer.kind, 0), about

        return tuple(sorted(self.private, key=place))

    def _seat(self, name: str, at: datetime, seat: Seat) -> None:
        self.seats[name] = seat
        self.shifts.append(Shift(at, name, seat.role, seat.gone))


def start_hp(book: Book, seat: Seat) -> int | None:
    """The hp with which a seat starts and over which no heal raises it (H1, H18); None in games without hp."""
    health = book.rules.health
    if health is None:
        return None
    own = book.roles[seat.role].hp
    if own is None and seat.open_role is not None:
        own = book.roles[seat.open_role].hp
    return health.start if own is None else own


def band(rules: Rules, hp: int | None) -> Health | None:
    """The state that belongs to a number of hp (H2); None in games without hp."""
    if rules.health is None or hp is None:
        return None
    named = (Health.HEALTHY, Health.LIGHT, Health.HOSPITAL, Health.COMA)
    return next((state for state, least in zip(named, rules.health.states, strict=True) if hp >= least), Health.DEAD)


def is_dead(rules: Rules, hp: int | None) -> bool:
    """Whether one with so many hp is dead: with less than coma takes, 0 or less where the rule set has it as H2."""
    return band(rules, hp) is Health.DEAD


def evaluate(board: Board, at: datetime, causes: dict[str, str], clause: str) -> None:
    """Sets the states anew (H18).

    Who has no hp left is out, by his entry in `causes` or by damage; who wakes gets what is owed to him (H9).
    """
    for seat in board.living:
        health = band(board.rules, seat.hp)
        if health is Health.DEAD:
            board.put_out(seat.name, at, causes.get(seat.name, Cause.DAMAGE), clause)
            continue
        if health is not seat.health:
            board.note("H2", "state", seat.name, value=health)
        board.seats[seat.name] = replace(seat, health=health)
    _wake(board, (seat.name for seat in board.living if seat.health is not Health.COMA))


def _wake(board: Board, awake: Iterable[str]) -> None:
    """Gives those who are awake the results that waited for them (H9)."""
    names = set(awake)
    board.private.extend(result for result in board.owed if result.to in names)
    board.owed = [result for result in board.owed if result.to not in names]
