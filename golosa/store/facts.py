"""What people entered: rulings, the host's acts, orders, roles, lots, what was posted. Each dated, each undoable.

The payloads are other parts' structs; nothing is ever overwritten or deleted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from golosa.errors import GolosaError
from golosa.store.database import Database
from golosa.store.visits import stored

T = TypeVar("T")
_FACTS = "SELECT id, kind, phase, made, undone, payload FROM fact"


class Fact(Struct, frozen=True):
    """One entry of the game's log."""

    id: int
    kind: str
    phase: str | None  #: "day3", "night3", or None for the whole game
    made: datetime  #: UTC
    payload: msgspec.Raw
    undone: datetime | None = None

    def read(self, type_: type[T]) -> T:
        """The payload as a value of `type_`."""
        return msgspec.json.decode(self.payload, type=type_)


class _Log:
    """The log as it was at a version of the store."""

    def __init__(self, version: tuple[int, int, int] | None, whole: tuple[Fact, ...]) -> None:
        self.version, self.whole = version, whole
        self.of: dict[str, list[Fact]] = {}
        for fact in whole:
            self.of.setdefault(fact.kind, []).append(fact)

    def of_kinds(self, kinds: Collection[str]) -> Iterator[Fact]:
        """The facts of several kinds, in the order entered."""
        return (fact for fact in self.whole if fact.kind in kinds)


class Facts:
    """The log of one game."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._log = _Log(None, ())

    def add(self, kind: str, payload: object, made: datetime, phase: str | None = None) -> int:
        """Appends a fact and gives its number; it is on disk when this returns."""
        encoded = msgspec.json.encode(payload)
        with self.database.writing() as connection:
            cursor = connection.execute(
                "INSERT INTO fact (kind, phase, made, payload) VALUES (?, ?, ?, ?)",
                (kind, phase, made.astimezone(UTC).isoformat(), encoded),
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def undo(self, number: int, at: datetime) -> Fact:
        """Takes a fact back; it stays in the log as undone. Raises GolosaError where there is none or it is undone."""
        rows = self.database.rows(f"{_FACTS} WHERE id = ?", number)
        if not rows:
            raise GolosaError("no entry {number} in the game's log; see the list", number=number)
        fact = self._fact(rows[0])
        if fact.undone is not None:
            raise GolosaError("entry {number} has been undone already", number=number)
        with self.database.writing() as connection:
            connection.execute("UPDATE fact SET undone = ? WHERE id = ?", (at.astimezone(UTC).isoformat(), number))
        return fact

    def all(
        self, *kinds: str, phase: str | None = None, known: datetime | None = None, with_undone: bool = False
    ) -> tuple[Fact, ...]:
        """Facts of these kinds (all kinds if none is named) in the order entered, as known at `known` (UTC).

        A moment before the first visit was stored asks what had been seen by then (`Archive.posts`): what was entered
        by hand is known at it.
        """
        if known is not None and self._before_all(known):
            known = None
        log = self._read()
        found = log.whole if not kinds else log.of.get(kinds[0], ()) if len(kinds) == 1 else log.of_kinds(kinds)
        return tuple(
            fact
            for fact in found
            if (phase is None or fact.phase == phase) and _stands(fact, known, with_undone=with_undone)
        )

    def _read(self) -> _Log:
        """The whole log, read once for the store as it is."""
        version = self.database.version()
        if self._log.version != version:
            rows = self.database.rows(f"{_FACTS} ORDER BY id")
            self._log = _Log(version, tuple(map(self._fact, rows)))
        return self._log

    def _before_all(self, known: datetime) -> bool:
        first = self.database.rows("SELECT min(recorded) FROM sweep")[0][0]
        return first is not None and stored(known) < first

    @staticmethod
    def _fact(row: tuple[Any, ...]) -> Fact:
        number, kind, phase, made, undone, payload = row
        gone = datetime.fromisoformat(undone) if undone else None
        return Fact(number, kind, phase, datetime.fromisoformat(made), msgspec.Raw(payload), gone)


class Supposed(Facts):
    """The log as it would be with some facts more and others taken back, or as it was known at a moment: for asking
    only. Nothing of it is kept, so it takes and undoes no facts of its own."""

    def __init__(
        self,
        facts: Facts,
        *,
        more: tuple[Fact, ...] = (),
        without: frozenset[int] = frozenset(),
        known: datetime | None = None,
    ) -> None:
        super().__init__(facts.database)
        self.facts, self.more, self.without, self.known = facts, more, without, known

    def all(
        self, *kinds: str, phase: str | None = None, known: datetime | None = None, with_undone: bool = False
    ) -> tuple[Fact, ...]:
        """As `Facts.all`, of this log."""
        kept = self.facts.all(*kinds, phase=phase, known=known or self.known, with_undone=with_undone)
        more = (fact for fact in self.more if (not kinds or fact.kind in kinds) and phase in (None, fact.phase))
        return (*(fact for fact in kept if fact.id not in self.without), *more)

    def add(self, kind: str, payload: object, made: datetime, phase: str | None = None) -> int:
        """Refused: nothing of a supposed log is kept."""
        raise TypeError("a supposed log keeps nothing")

    def undo(self, number: int, at: datetime) -> Fact:
        """Refused: nothing of a supposed log is kept."""
        raise TypeError("a supposed log keeps nothing")


def supposed_fact(kind: str, payload: object, made: datetime, phase: str | None = None) -> Fact:
    """A fact that is not kept, with the number 0."""
    return Fact(0, kind, phase, made, msgspec.Raw(msgspec.json.encode(payload)))


def _stands(fact: Fact, known: datetime | None, *, with_undone: bool) -> bool:
    if known is not None and fact.made > known:
        return False
    if with_undone or fact.undone is None:
        return True
    return known is not None and fact.undone > known
