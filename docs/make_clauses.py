"""Writes docs/clauses.md: which tests and scenarios show each clause of the rule sets.

    python docs/make_clauses.py

A clause is shown by a test whose name begins with its id (`test_v6_…`, `test_t14_31_…`, several ids may follow one
another) and by a scenario of fixtures/scenarios whose name does. The list of clauses is CLAUSES; a test holds it
against the rules.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "clauses.md"

#: Every clause, by group: the numbers that there are.
CLAUSES: dict[str, tuple[int, ...]] = {
    "V": tuple(range(1, 16)),
    "G": tuple(range(1, 9)),
    "L": tuple(range(1, 6)),
    "C": tuple(range(1, 16)),
    "E": tuple(range(1, 9)),
    "H": tuple(range(1, 28)),
    "T14-": (*range(1, 8), *range(10, 16), *range(20, 25), *range(30, 36), *range(40, 54), 60),
}
GROUPS = {
    "V": "Votes",
    "G": "The game",
    "L": "Lots",
    "C": "classic10",
    "E": "Edits and last posts",
    "H": "hp100",
    "T14-": "town14",
}
IDS = tuple(f"{group}{number}" for group, numbers in CLAUSES.items() for number in numbers)

_TEST = re.compile(r"^\s*(?:async )?def (test_\w+)", re.M)
_ID = re.compile(r"(t14_\d+|[vglceh]\d+)(?:_|$)")
_SCENARIO = re.compile(r"(?:T14-|[VGLCEH])\d+")


def clauses_of(test: str) -> list[str]:
    """The clause ids with which a test's name begins."""
    rest, found = test.removeprefix("test_"), []
    while match := _ID.match(rest):
        found.append(match[1].upper().replace("_", "-"))
        rest = rest[match.end() :]
    return found


def shown_by() -> dict[str, list[str]]:
    """By clause: the tests (`path::name`, from tests/) and the scenarios that show it."""
    shown: dict[str, list[str]] = {clause: [] for clause in IDS}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for test in dict.fromkeys(_TEST.findall(file.read_text(encoding="utf-8"))):
            for clause in clauses_of(test):
                shown.setdefault(clause, []).append(f"{file.relative_to(ROOT / 'tests').as_posix()}::{test}")
    for file in sorted((ROOT / "fixtures" / "scenarios").glob("*.json")):
        named = _SCENARIO.match(file.stem)
        if named:
            shown.setdefault(named[0], []).append(file.stem)
    return shown


def document() -> str:
    """The text of docs/clauses.md."""
    shown = shown_by()
    lines = [
        "# Which tests show which clause",
        "",
        "Written by `python docs/make_clauses.py`; a test fails when it is not up to date. Names with `::` are tests",
        "(under `tests/`), the others scenarios (under `fixtures/scenarios/`), which `golosa play --check` runs.",
    ]
    for group, numbers in CLAUSES.items():
        lines += ["", f"## {GROUPS[group]}", "", "| clause | shown by |", "|---|---|"]
        for number in numbers:
            clause = f"{group}{number}"
            lines.append(f"| {clause} | {'<br>'.join(f'`{name}`' for name in shown[clause])} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(document(), encoding="utf-8")
