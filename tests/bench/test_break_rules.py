"""The breaker of rules breaks every key, and what it breaks is noticed; its excuses are for keys that there are."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

BREAKER = runpy.run_path(str(Path(__file__).parents[2] / "bench" / "break_rules.py"))


def places(name: str) -> dict[str, Any]:
    return {change.place: change for change in BREAKER["breaks"](name)}


@pytest.mark.parametrize("name", BREAKER["RULESETS"])
def test_every_excuse_is_for_a_break_that_is_made(name: str) -> None:
    excused = [key.partition(":")[2] for key in BREAKER["SAME"] if key.partition(":")[0] == name]
    assert set(excused) <= set(places(name))


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("classic10", "role.doctor.ability.0.repeat"),
        ("hp100", "health.regen_amount"),
        ("town14", "night.changes"),
        ("town14", "succession.2"),
    ],
)
def test_a_break_is_noticed_by_a_scenario_of_its_clause(name: str, place: str) -> None:
    change = places(name)[place]
    noticed = BREAKER["Stage"](name).first_to_notice(change)
    assert noticed is not None
    assert noticed.startswith(tuple(f"{clause}-" for clause in change.clauses))


def test_a_rule_set_as_it_is_is_noticed_by_nobody() -> None:
    change = next(BREAKER["breaks"]("classic10"))
    whole = BREAKER["tomllib"].loads(BREAKER["rulesets"].text("classic10"))
    assert BREAKER["Stage"]("classic10").first_to_notice(BREAKER["structs"].replace(change, tables=whole)) is None
