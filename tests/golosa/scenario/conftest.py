"""Helpers for scenarios: a small game as a document, and how it is played."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from golosa.scenario.playing import Played, play
from golosa.scenario.reading import read_scenario
from golosa.scenario.table import lay

FIXTURES = Path(__file__).parents[3] / "fixtures" / "scenarios"

SMALL: dict[str, Any] = {
    "rules": "town14",
    "set": {"missed.rule": "none"},
    "host": "Ведущий",
    "players": [
        {"name": "Аня", "role": "doctor", "accounts": ["anya_1990"]},
        {"name": "Борис", "role": "boss"},
        {"name": "Инна", "role": "townsman"},
        {"name": "Кира", "role": "townsman"},
        {"name": "Лёня", "role": "townsman"},
    ],
    "phases": [
        {
            "phase": "day1",
            "starts": "2026-03-02T00:00:00+03:00",
            "ends": "2026-03-02T23:00:00+03:00",
            "posts": [
                {
                    "id": "101",
                    "author": "anya_1990",
                    "at": "2026-03-02T12:00:05+03:00",
                    "html": '<span style="color: green">Инну</span>',
                },
                {
                    "id": "102",
                    "author": "Борис",
                    "at": "2026-03-02T12:05:00+03:00",
                    "html": '<font color="green">Инна</font>',
                },
            ],
            "pm": [
                {
                    "from": "Борис",
                    "at": "2026-03-02T20:00:00+03:00",
                    "order": {"ability": "kill", "target": "Кира"},
                }
            ],
        },
        {"phase": "night1", "resolve": "2026-03-02T23:45:00+03:00"},
    ],
}


@pytest.fixture
def small() -> dict[str, Any]:
    """A game of five with a day and a night, to be changed by the test."""
    return copy.deepcopy(SMALL)


@pytest.fixture
def played() -> Callable[[dict[str, Any]], Played]:
    """Plays a scenario given as a document."""
    return lambda document: play(lay(read_scenario(json.dumps(document).encode()), FIXTURES))
