"""What counts as a difference between what was played and what a scenario expects."""

import pytest

from golosa.scenario.comparing import Difference, differences
from golosa.scenario.reading import ScenarioError

PHASES = [
    {"phase": "day1", "count_at": "2026-03-02T23:00:00+03:00", "ballots": {"Аня": {"target": "Лис", "weight": 1}},
     "tied": ["Аня", "Лис"], "damage": {"Лис": 50}, "winner": None},
    {"phase": "night1", "saved": []},
]  # fmt: skip


def expecting(*phases):
    return differences({"phases": list(phases)}, PHASES)


@pytest.mark.parametrize(
    "expected",
    [
        {"phase": "night1", "saved": []},
        {"ballots": {"Аня": {"target": "Лис"}}},
        {"count_at": "2026-03-02T20:00:00Z"},
        {"winner": None, "tied": ["Аня", "Лис"]},
        {"ballots": {"Аня": {"weight": 1.0}}},
        {},
    ],
)
def test_any_subset_may_be_expected(expected):
    assert expecting(expected) == ()


@pytest.mark.parametrize(
    ("expected", "difference"),
    [
        ({"tied": ["Аня"]}, Difference("day1.tied", ["Аня"], ["Аня", "Лис"])),
        ({"tied": ["Лис", "Аня"]}, Difference("day1.tied", ["Лис", "Аня"], ["Аня", "Лис"])),
        ({"damage": {}}, Difference("day1.damage", {}, {"Лис": 50})),
        ({"damage": {"Аня": 50}}, Difference("day1.damage.Аня", 50, None)),
        ({"damage": {"Лис": 40}}, Difference("day1.damage.Лис", 40, 50)),
        ({"ballots": {"Аня": {"weight": True}}}, Difference("day1.ballots.Аня.weight", True, 1)),
        ({"count_at": "2026-03-02T23:00:01+03:00"},
         Difference("day1.count_at", "2026-03-02T23:00:01+03:00", "2026-03-02T23:00:00+03:00")),
        ({"phase": "day7"}, Difference("phases[0]", "day7", None)),
    ],
)  # fmt: skip
def test_a_difference_has_its_place(expected, difference):
    assert expecting(expected) == (difference,)


def test_lists_are_compared_whole_down_to_their_objects():
    played = [{"phase": "night1", "deaths": [{"player": "Аня", "by": "mafia"}]}]
    assert differences({"phases": [{"deaths": [{"player": "Аня"}]}]}, played)
    assert not differences({"phases": [{"deaths": [{"player": "Аня", "by": "mafia"}]}]}, played)


def test_a_phase_that_was_not_played_is_a_difference():
    assert expecting({}, {}, {"winner": "town"}) == (Difference("phases[2]", "a phase", None),)


@pytest.mark.parametrize(
    ("expect", "place"),
    [({}, "expect"), ({"winner": "town"}, "expect.winner"), ({"phases": [1]}, "expect.phases[0]")],
)
def test_what_cannot_be_compared_is_a_fault(expect, place):
    with pytest.raises(ScenarioError) as caught:
        differences(expect, PHASES)
    assert caught.value.place == place
