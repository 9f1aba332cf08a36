"""The days that are over, from the store; counted again only where something of them has changed.

A day's public data under `out/public/data/` is the memory; `out/days.json` tells what it was made of.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

import msgspec

from golosa import __version__
from golosa.config import NAME, DayTable
from golosa.game import Game
from golosa.public.allowed import Allowed
from golosa.public.days import is_settled, public_day
from golosa.views.public import PublicDay, PublicDayFile, PublicPast

MEMORY = "days.json"


def data_name(number: int) -> str:
    """Where a day's data stands under `out/public/`."""
    return f"data/day-{number}.json"


def page_name(number: int) -> str:
    """Where a day's page stands under `out/public/`."""
    return f"day-{number}.html"


def summary_of(day: PublicDay) -> PublicPast:
    """A day that is over in one line: as it was closed, or else as it is counted."""
    out = day.closed.out if day.closed else day.out if day.complete else ()
    verdict = ("out" if out else "nobody") if day.closed else day.verdict if day.complete else "open"
    return PublicPast(day.number, day.ends, day.official, verdict, out, page_name(day.number), data_name(day.number))


class Past:
    """The earlier days of a game; `out` is its folder `out/`."""

    def __init__(self, game: Game, out: Path) -> None:
        self.game, self.out = game, out
        self.marks = self._read()
        self.common = self._common()

    def day(self, table: DayTable, now: datetime) -> PublicDay:
        """That day as its readers see it at `now` (UTC), all of it: a later one has begun."""
        mark, key = self._mark(table), str(table.number)
        kept = self._kept(table.number) if self.marks.get(key) == mark else None
        if kept is not None:
            return kept
        counted = self.game.count(table, now)
        self.marks[key] = mark
        return public_day(self.game, table, Allowed(counted), official=is_settled(self.game, counted))

    def memory(self) -> bytes:
        """What `out/days.json` is to hold now."""
        return msgspec.json.encode(self.marks)

    def _read(self) -> dict[str, str]:
        try:
            return msgspec.json.decode((self.out / MEMORY).read_bytes(), type=dict[str, str])
        except (OSError, msgspec.DecodeError):
            return {}  # it only saves work

    def _kept(self, number: int) -> PublicDay | None:
        try:
            content = (self.out / "public" / data_name(number)).read_bytes()
            return msgspec.json.decode(content, type=PublicDayFile).day
        except (OSError, msgspec.DecodeError):
            return None

    def _common(self) -> bytes:
        """All that may change any day: the program, game.toml, the log."""
        facts = [(fact.id, fact.undone) for fact in self.game.facts.all(with_undone=True)]
        settings = (self.game.folder / NAME).read_bytes()
        return hashlib.sha256(__version__.encode() + settings + msgspec.json.encode(facts)).digest()

    def _mark(self, table: DayTable) -> str:
        """What a day was made of: also the visits to its threads."""
        visits = [sweeps[-1].id if (sweeps := self.game.archive.sweeps(url)) else 0 for url in table.threads]
        return hashlib.sha256(self.common + msgspec.json.encode(visits)).hexdigest()
