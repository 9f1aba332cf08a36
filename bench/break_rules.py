"""Breaks each clause that is data, and says which breaks no scenario notices.

    python bench/break_rules.py [RULESET…] [--all]

Every key of a shipped rule set is set to other values, and every ability, succession, victory and announcement is
taken away, one at a time; the scenarios of that rule set are played, those named by the key's clauses first. Prints
each break that none of them notices (`--all`: every break, with the scenario that noticed it first) and exits with 1
if there is one that is not in SAME, where stands why no scenario can notice it.
"""

from __future__ import annotations

import copy
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct, structs

from golosa.errors import GolosaError
from golosa.rulebook import knobs, rulesets
from golosa.scenario.comparing import differences
from golosa.scenario.playing import play
from golosa.scenario.reading import read_scenario
from golosa.scenario.table import lay

SCENARIOS = Path(__file__).parents[1] / "fixtures" / "scenarios"
RULESETS = ("classic10", "hp100", "town14")
#: Keys that say how things are called, not how they go.
NAMES = {"name", "title", "titles", "id", "kind", "clause", "words", "count", "mates", "role", "heir", "winner", "zone"}
_WALL = re.compile(r"(\d\d):(\d\d)")
_CLAUSE = re.compile(r"\b(T14-\d+|[VGLCEH]\d+)\b")

_CLOCK = "a scenario has its own times; tests of `golosa new` and of the keys' values hold the clock"
_MOMENT = "all act at one moment (T14-51, H18): the order shows in the host's log alone"
_DRAW = "nobody left is the draw that comes before it"
#: Breaks that no scenario can notice, with the reason; the key is RULESET:PLACE, or *:PLACE.
SAME: dict[str, str] = {
    "*:day.starts": _CLOCK,
    "*:day.ends": _CLOCK,
    "*:night.starts": _CLOCK,
    "*:night.order": _MOMENT,
    "hp100:role.politician.ability.0.by": "a weight is no action, by day or by night",
    "hp100:role.politician.ability.0.open": "a weight is no action that could be open",
    "hp100:victory.0.gone": "who is left alone wins by a later victory: only the last one's own team is missed",
    "hp100:victory.5.together": "who wins with the town is told in words, not in the winner's id",
    "hp100:victory.5.any_alive": _DRAW,
    "town14:victory.1.any_alive": _DRAW,
}

Place = tuple[str | int, ...]


class Break(Struct, frozen=True):
    """One change of a rule set."""

    place: str
    value: Any
    tables: dict[str, Any]
    clauses: tuple[str, ...]


def breaks(name: str) -> Iterator[Break]:
    """Every break of a shipped rule set, from top to bottom of its TOML."""
    tables = tomllib.loads(rulesets.text(name))
    for place, value, clauses in _walk(tables, (), ""):
        changed = copy.deepcopy(tables)
        *path, last = place
        inner: Any = changed
        for key in path:
            inner = inner[key]
        if value is GONE:
            del inner[last]
        else:
            inner[last] = value
        yield Break(_told(tables, place), "taken away" if value is GONE else value, changed, clauses)


GONE = object()


def _told(tables: dict[str, Any], place: Place) -> str:
    """A place in words: `role.doctor.ability.0.repeat`."""
    said, inner = [], tables
    for key in place:
        inner = inner[key]  # type: ignore[index]
        said.append(str(inner.get("id", key)) if isinstance(inner, dict) and isinstance(key, int) else str(key))
    return ".".join(said)


def _walk(value: Any, place: Place, table: str, clause: str = "") -> Iterator[tuple[Place, Any, tuple[str, ...]]]:
    if isinstance(value, dict):
        clause = value.get("clause", clause)
        for key, inner in value.items():
            where = f"{table}.{key}".lstrip(".")
            if isinstance(inner, dict) and not table and key in knobs.TABLES:
                yield from _walk(inner, (*place, key), where)
            elif isinstance(inner, list) and inner and isinstance(inner[0], dict):
                yield from _rows(inner, (*place, key), where, clause)
            elif key not in NAMES:
                yield from _of_key(value, key, inner, (*place, key), table, clause)


def _rows(rows: list[Any], place: Place, table: str, clause: str) -> Iterator[tuple[Place, Any, tuple[str, ...]]]:
    for index, row in enumerate(rows):
        if table not in ("role", "team"):
            yield (*place, index), GONE, _CLAUSE.findall(row.get("clause", clause)) or ()  # type: ignore[misc]
        yield from _walk(row, (*place, index), table, row.get("clause", clause))


def _of_key(
    row: dict[str, Any], key: str, value: Any, place: Place, table: str, clause: str
) -> Iterator[tuple[Place, Any, tuple[str, ...]]]:
    kind = knobs.ABILITIES[row["kind"]] if table == "role.ability" else knobs.TABLES[table]
    said = knobs.comments(kind).get(key, "")
    clauses = tuple(dict.fromkeys((*_CLAUSE.findall(clause), *_CLAUSE.findall(said))))
    for other in _others(kind, key, value):
        yield place, other, clauses


def _others(kind: type[Struct], key: str, value: Any) -> Iterator[Any]:
    """Other values of a key."""
    field = next(field for field in structs.fields(kind) if field.encode_name == key)
    choices = [one for part in (field.type, *get_args(field.type)) for one in knobs._members(part)]
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (value + 1, value - 1) if value >= 1 else (value + 1, value * 2 + 0.01)
    elif isinstance(value, str):
        yield from (str(one) for one in choices if one != value)
        if found := _WALL.fullmatch(value):
            yield (
                f"{found[1]}:{(int(found[2]) + 59) % 60:02}"
                if found[2] != "00"
                else f"{(int(found[1]) + 23) % 24:02}:59"
            )
    elif isinstance(value, list):
        yield from ([*value[:index], *value[index + 1 :]] for index in range(len(value)) if len(value) > 1)
        if value and all(isinstance(one, int) for one in value):
            yield from ([one + (place == index) for place, one in enumerate(value)] for index in range(len(value)))
        elif value:
            yield []
        elif key in ("unvote", "no_lynch"):
            yield ["Аня", "Борис", "Вера"]
        if len(value) > 1 and key in ("steps", "order"):
            yield value[::-1]
        elif key == "colour":
            yield [*value, "green" if "green" not in value else "red"]
        elif key == "closes_with":
            yield [*value, "считаем" if value else "просчёт"]
    elif isinstance(value, dict):
        yield {}


class Stage:
    """The scenarios of a rule set, to be played by other rules."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.files = {file.stem: read_scenario(file.read_bytes()) for file in sorted(SCENARIOS.glob("*.json"))}
        self.files = {stem: found for stem, found in self.files.items() if found.rules == name}

    def first_to_notice(self, change: Break) -> str | None:
        """The first scenario that goes otherwise, those of the change's clauses first; None if none does."""
        original = rulesets._parsed

        def parsed(name: str, source: str) -> dict[str, Any]:
            return copy.deepcopy(change.tables) if name == self.name else original(name, source)

        rulesets._parsed = parsed
        rulesets._LOADED.clear()  # it knows the rule set by its text, which is not broken
        try:
            order = sorted(self.files, key=lambda stem: not stem.startswith(tuple(f"{one}-" for one in change.clauses)))
            return next((stem for stem in order if self._differs(stem)), None)
        finally:
            rulesets._parsed = original
            rulesets._LOADED.clear()

    def _differs(self, stem: str) -> bool:
        scenario = self.files[stem]
        try:
            return bool(differences(scenario.expect, play(lay(scenario, SCENARIOS)).phases))
        except (GolosaError, KeyError):
            return True  # it cannot be played so


def main() -> int:
    """Breaks the named rule sets, or all three."""
    names = [word for word in sys.argv[1:] if not word.startswith("--")] or list(RULESETS)
    unnoticed = made = 0
    for name in names:
        stage = Stage(name)
        for change in breaks(name):
            made += 1
            noticed = stage.first_to_notice(change)
            key = f"{name}:{change.place}"
            why = SAME.get(key) or SAME.get(f"*:{change.place}")
            if noticed is None and why is None:
                unnoticed += 1
                print(f"{key} = {change.value!r}: nothing notices it ({', '.join(change.clauses) or 'no clause'})")
            elif "--all" in sys.argv:
                print(f"{key} = {change.value!r}: {noticed or why}")
    print(f"{made} breaks, {unnoticed} unnoticed")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
