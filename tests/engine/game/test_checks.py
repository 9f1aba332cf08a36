"""What is told of a rule set that no game can be played by: just that fault, at its place."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.checks import problems
from engine.roles import Kill, Role, Victory


def told(rules: Any) -> list[tuple[str, str]]:
    return [(one.place, one.says) for one in problems(rules)]


def test_without_a_way_to_win_there_is_no_game(rulesets: Any) -> None:
    assert told(replace(rulesets["town14"], victories=())) == [("victory", "there is no way to win")]


def test_two_abilities_of_one_word_cannot_be_told_apart(rulesets: Any) -> None:
    rules = rulesets["classic10"]
    twice = Role(id="twice", title="Twice", team="town", ability=(Kill(), Kill()))
    rules = replace(rules, roles=(*rules.roles, twice))
    rules = replace(rules, night=replace(rules.night, order=(*rules.night.order, "twice.kill")))
    assert [place for place, _ in told(rules)] == ["role twice, ability kill"]


@pytest.mark.parametrize(
    ("rule", "place"),
    [
        (Victory(winner="town", gone=("mafia",), any_alive=("town",)), "victory 6"),
        (Victory(winner="mafia", leads="mafia", over="town", by=1), "victory 6"),
        (Victory(winner="draw"), "victory 6"),
        (Victory(winner="mafia", only="mob"), "victory 6"),
    ],
)
def test_a_further_victory_that_never_decides_is_named_by_its_number(rulesets: Any, rule: Victory, place: str) -> None:
    rules = rulesets["town14"]
    assert len(rules.victories) == 5
    assert [where for where, _ in told(replace(rules, victories=(*rules.victories, rule)))] == [place]


@pytest.mark.parametrize(
    "names", [("drinking", None, "visit"), ("not_at_home", None, "visit"), ("informed", "drunk", "spoken of")]
)
def test_an_announcement_that_could_never_be_is_told(rulesets: Any, names: tuple[str, Any, str]) -> None:
    kind, role, words = names
    rules = rulesets["town14"]
    without = tuple(one if one.id != "drunk" else replace(one, ability=()) for one in rules.roles)
    order = tuple(ref for ref in rules.night.order if ref != "drunk.visit")
    announce = replace(rules.announces[0], kind=kind, role=role)
    rules = replace(rules, roles=without, night=replace(rules.night, order=order), announces=(announce,))
    ((place, says),) = told(rules)
    assert place == f"announce 1 ({kind})"
    assert words in says
