"""Writes docs/rules.md: every knob of a rule set, what it means, its values in the rule sets that come with the
program, and the scenarios that show it.

    python docs/make_rules.py

Meanings stand beside the fields of engine.rules and are read from there. A scenario of fixtures/scenarios shows a value
of a knob if it sets it, if it is named after the knob (`knob-tie-steps-…`), or if it is named by a clause that stands
in the knob's meaning and is played with that value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from golosa.rulebook.knobs import Knob, knobs, members
from golosa.rulebook.rulesets import load, shipped

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "rules.md"

#: Knobs that no scenario can show, since it gives its own times and its own people: what shows them instead.
ELSEWHERE = {
    "day.zone": "tests/golosa/commands/test_new.py",
    "day.starts": "tests/golosa/commands/test_new.py",
    "day.ends": "tests/golosa/commands/test_new.py",
    "day.hours": "tests/golosa/commands/test_day_hours.py",
    "night.starts": "tests/golosa/commands/test_notice.py",
}
TITLES = {
    "votes": "What a vote is",
    "names": "How players may be named",
    "day": "The clock by day",
    "deciding": "What it takes to be out",
    "tie": "A tie",
    "missed": "Who does not vote",
    "changes": "Changing one's vote",
    "night": "The night",
    "health": "Hit points",
}

_CLAUSE = re.compile(r"\b(T14-|[VGLCEH])(\d+)(?:-(?:T14-|[VGLCEH])?(\d+))?\b")
_NAMED = re.compile(r"((?:T14-|[VGLCEH])\d+)-")


class Scenario(msgspec.Struct, frozen=True, eq=False):
    """What a scenario tells of knobs."""

    name: str
    set: dict[str, Any]
    rules: dict[str, Any]  #: its whole rule set, as plain values
    clause: str | None


@cache
def scenarios() -> tuple[Scenario, ...]:
    """The scenarios, by name."""
    found = []
    for file in sorted((ROOT / "fixtures" / "scenarios").glob("*.json")):
        told = json.loads(file.read_text(encoding="utf-8"))
        changed = told.get("set", {})
        named = _NAMED.match(file.stem)
        rules = msgspec.to_builtins(load(told["rules"], changed))
        found.append(Scenario(file.stem, changed, rules, named[1] if named else None))
    return tuple(found)


def clauses_of(knob: Knob) -> frozenset[str]:
    """The clauses that stand in a knob's meaning, ranges told out."""
    found = []
    for group, first, last in _CLAUSE.findall(knob.says):
        found += [f"{group}{number}" for number in range(int(first), int(last or first) + 1)]
    return frozenset(found)


def value_in(rules: dict[str, Any], knob: Knob) -> Any:
    """A knob's value in a whole rule set; for a knob of a list of tables the values in all of them."""
    table, key = knob.name.rsplit(".", 1)
    place: Any = rules
    for name in table.split("."):
        place = place.get(name) if isinstance(place, dict) else None
    if isinstance(place, tuple):
        return tuple(entry[key] for entry in place)
    return place.get(key) if place else None


def values_of(knob: Knob) -> tuple[Any, ...]:
    """The values that ask for a scenario each: of a closed set every one, else one that is not the default."""
    return (*knob.values, *((OTHER,) if not knob.values or knob.kind == "number" else ()))


#: Stands for any value that is not the default.
OTHER = "…"
EMPTY: tuple[Any, ...] = ()


@cache
def named_after(scenario: Scenario) -> str | None:
    """The knob that a scenario is named after: the one with the longest name that fits."""
    stems = {"knob-" + re.sub(r"[._]", "-", knob.name): knob.name for knob in knobs()}
    fitting = [stem for stem in stems if f"{scenario.name}-".startswith(f"{stem}-")]
    return stems[max(fitting, key=len)] if fitting else None


def shows(scenario: Scenario, knob: Knob, value: Any) -> bool:
    """Whether a scenario shows a value of a knob."""
    table = knob.name.rsplit(".", 1)[0]
    set_here = knob.name in scenario.set or any(key == table and knob.name.count(".") > 1 for key in scenario.set)
    named = named_after(scenario) == knob.name or scenario.clause in clauses_of(knob)
    if not (set_here or named):
        return False
    found = value_in(scenario.rules, knob)
    if value is OTHER:
        return found is not None and found not in (EMPTY, knob.default, *knob.values)
    return value in found if knob.many and isinstance(found, tuple) else found == value


def shown_by(knob: Knob) -> dict[Any, list[str]]:
    """By value: the scenarios that show it."""
    return {value: [one.name for one in scenarios() if shows(one, knob, value)] for value in values_of(knob)}


def document() -> str:
    """The text of docs/rules.md."""
    sets = {name: msgspec.to_builtins(load(name)) for name in shipped()}
    lines = [
        "# Every knob of a rule set",
        "",
        "Written by `python docs/make_rules.py`; a test fails when it is not up to date. A knob is set in a rule set",
        "file (`[votes]`, `self_vote = false`), in `game.toml` (`[set.votes]`), or with `--set votes.self_vote=false`;",
        "`golosa rules check` says where knobs contradict each other. Scenarios (of `fixtures/scenarios/`) show what",
        "a value does: `golosa play --check` runs them. Clauses such as V6 are those of [clauses.md](clauses.md).",
        "Roles, teams, abilities and victory: [rule-sets.md](rule-sets.md).",
    ]
    for table, title in TITLES.items():
        own = [knob for knob in knobs() if knob.name.split(".")[0] == table]
        lines += ["", f"## {title}: `[{table}]`", "", _row("knob", "means", "values", *sets, "shown by")]
        lines.append(_row(*["---"] * (4 + len(sets))))
        lines += [_row(*_cells(knob, sets.values())) for knob in own]
    return "\n".join(lines) + "\n"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(knob: Knob, sets: Iterable[dict[str, Any]]) -> Iterable[str]:
    yield f"`{knob.name}`"
    yield _plain(knob.says)
    yield _values(knob)
    yield from (_shown(value_in(rules, knob)) for rules in sets)
    named = [one.name for one in scenarios() if named_after(one) == knob.name]
    clauses = sorted(clauses_of(knob) & {one.clause for one in scenarios()})
    shown = [f"`{name}`" for name in named] + ([f"clauses {', '.join(clauses)}"] if clauses else [])
    elsewhere = [f"`{ELSEWHERE[knob.name]}`"] if knob.name in ELSEWHERE else []
    yield "<br>".join([*shown, *elsewhere])


def _values(knob: Knob) -> str:
    told = members(knob)
    values = [f"`{_shown(value)}`" + (f": {_plain(told[value])}" if value in told else "") for value in knob.values]
    if knob.values in ((True, False), (False, True)):
        return "`true`, `false`"
    kind = f"list of {knob.kind}s" if knob.many and knob.kind else "list of" if knob.many else knob.kind
    return "<br>".join([*([kind] if kind and kind != "yes or no" else []), *values])


def _plain(text: str) -> str:
    return text.replace("|", "\\|")


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return _plain(
        msgspec.json.encode(value).decode().replace(",", ", ").strip('"') if value not in (EMPTY, []) else "–"
    )


def main() -> None:
    """Writes the file."""
    TARGET.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
