"""docs/rules.md is what the knobs say of themselves, and every value of a knob is shown by a scenario."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from golosa.rulebook.knobs import KNOB_TABLES, TABLES, knobs

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def made() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_rules", ROOT / "docs" / "make_rules.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_of_knobs_is_up_to_date(made: Any) -> None:
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == made.document(), "run python docs/make_rules.py"


def test_every_value_of_a_knob_is_shown_by_a_scenario(made: Any) -> None:
    lacking = [
        f"{knob.name} = {value}"
        for knob in knobs()
        if knob.name not in made.ELSEWHERE
        for value, names in made.shown_by(knob).items()
        if not names
    ]
    assert lacking == []


def test_what_shows_the_other_knobs_names_them(made: Any) -> None:
    for knob, file in made.ELSEWHERE.items():
        key = knob.rpartition(".")[2]
        assert key in (ROOT / file).read_text(encoding="utf-8"), f"{file} says nothing of {knob}"


def test_every_knob_stands_in_the_table_with_its_meaning() -> None:
    found = {knob.name: knob.says for knob in knobs()}
    fields = {
        f"{table}.{field.encode_name}" for table in KNOB_TABLES for field in msgspec.structs.fields(TABLES[table])
    }
    assert set(found) == fields
    assert all(found.values())


def test_scenarios_of_knobs_are_named_by_knobs_that_there_are(made: Any) -> None:
    named = [one for one in made.scenarios() if one.name.startswith("knob-")]
    assert [one.name for one in named if made.named_after(one) is None] == []
