"""What is remembered between two writings of the page: the days that are over, and what was made official.

A day that is over is counted again only where something of it has changed. Its public data under `out/public/data/` is
the memory; `out/days.json` tells what it was made of. Without that file nothing is lost but time, and the marks of
results that were called official without being posted or closed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from golosa import __version__
from golosa.folder.config import NAME, DayTable
from golosa.folder.game import Counted, Game, standing_ballots
from golosa.public.allowed import Allowed
from golosa.public.days import is_settled, public_day
from golosa.public.pages import name_of
from golosa.views.public import PublicDay, PublicDayFile, PublicPast

FILE = "days.json"


def data_name(number: int) -> str:
    """Where a day's data stands under `out/public/`."""
    return f"data/day-{number}.json"


def summary_of(day: PublicDay) -> PublicPast:
    """A day that is over in one line: as it was closed, or else as it is counted."""
    out = day.closed.out if day.closed else day.out if day.complete else ()
    verdict = ("out" if out else "nobody") if day.closed else day.verdict if day.complete else "open"
    return PublicPast(
        day.number, day.ends, day.official, verdict, out, name_of(day, current=False), data_name(day.number)
    )


class Earlier(Struct, frozen=True):
    """A day that is over, with its pages as they stand; without pages where they are to be made."""

    day: PublicDay
    pages: Mapping[str, bytes] = {}


class Memory:
    """The memory of a game's pages. `out` is its folder `out/`, `design` names what pages are made with."""

    def __init__(self, game: Game, out: Path, design: str) -> None:
        self.game, self.out = game, out
        self.marks = self._read()
        self.common = self._common(design)

    def official(self, counted: Counted, *, made: bool) -> bool:
        """Whether a count is its day's official result: made so now, or before and the same since."""
        key, seal = f"official-{counted.day.number}", _seal(counted)
        if made and self.marks.get(key) != seal:
            self.marks[key] = seal
            self.marks.pop(str(counted.day.number), None)  # its page, if it has one already, says otherwise
        return made or self.marks.get(key) == seal or is_settled(self.game, counted)

    def earlier(self, table: DayTable, now: datetime) -> Earlier:
        """That day as its readers see it at `now` (UTC), all of it: a later one has begun."""
        mark, key = self._mark(table), str(table.number)
        kept = self._kept(table.number) if self.marks.get(key) == mark else None
        if kept is not None:
            return kept
        counted = self.game.count(table, now)
        self.marks[key] = mark
        return Earlier(public_day(self.game, table, Allowed(counted), official=self.official(counted, made=False)))

    def content(self) -> bytes:
        """What `out/days.json` is to hold now."""
        return msgspec.json.encode(self.marks)

    def _read(self) -> dict[str, str]:
        try:
            return msgspec.json.decode((self.out / FILE).read_bytes(), type=dict[str, str])
        except (OSError, msgspec.DecodeError):
            return {}  # it only saves work

    def _kept(self, number: int) -> Earlier | None:
        public = self.out / "public"
        try:
            day = msgspec.json.decode((public / data_name(number)).read_bytes(), type=PublicDayFile).day
            names = (name_of(day, current=False, votes=True), name_of(day, current=False))
            return Earlier(day, {name: (public / name).read_bytes() for name in names})
        except (OSError, msgspec.DecodeError):
            return None

    def _common(self, design: str) -> bytes:
        """All that may change any day: the program, game.toml, the rules, the log."""
        facts = [(fact.id, fact.undone) for fact in self.game.facts.all(with_undone=True)]
        settings = (self.game.folder / NAME).read_bytes()
        parts = (__version__.encode(), design.encode(), settings, msgspec.json.encode((self.game.rules, facts)))
        return hashlib.sha256(b"\0".join(parts)).digest()

    def _mark(self, table: DayTable) -> str:
        """What a day was made of: also the visits to its threads."""
        visits = [sweeps[-1].id if (sweeps := self.game.archive.sweeps(url)) else 0 for url in table.threads]
        return hashlib.sha256(self.common + msgspec.json.encode(visits)).hexdigest()


def _seal(counted: Counted) -> str:
    """What must stay the same for a result to stay the same: whether it is whole, each ballot, who is out."""
    count = counted.count
    said = (counted.complete, count.verdict, count.out, count.missed_out, standing_ballots(count))
    return hashlib.sha256(msgspec.json.encode(said)).hexdigest()
