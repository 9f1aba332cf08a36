"""Whether the ways to win of a rule set can be won: none is refused that a game can come to."""

from __future__ import annotations

import time

import pytest
from msgspec.structs import replace

from engine.game.victories import victory_problems
from engine.roles import Role, Team, Victory
from engine.rules import Rules


def rules_of(teams: int, *victories: Victory) -> Rules:
    """A rule set of teams `a`, `b`, …, each with a role; nobody alive is a draw, alone each wins, but for `a`."""
    names = "abcdefghijklmnopqrstuvwxyz"[:teams]
    draw = Victory(winner="draw", gone=tuple(names))
    alone = tuple(Victory(winner=name, only=name) for name in names[1:])
    return Rules(
        teams=tuple(Team(id=name, title=name) for name in names),
        roles=tuple(Role(id=f"of_{name}", title=name, team=name) for name in names),
        victories=(draw, *alone, *victories),
    )


def told(rules: Rules) -> list[tuple[str, str]]:
    return list(victory_problems(rules))


@pytest.mark.parametrize("teams", [2, 6])
@pytest.mark.parametrize(
    "rule",
    [
        Victory(winner="a", exactly={"a": 1}),
        Victory(winner="a", exactly={"a": 4}),
        Victory(winner="a", exactly={"a": 20, "b": 17}),
        Victory(winner="a", leads="a", over="b", by=9),
        Victory(winner="a", gone=("b",), any_alive=("a",)),
        Victory(winner="survivor", sole="a"),
    ],
)
def test_g1_a_victory_that_a_game_can_come_to_is_sound_whatever_its_numbers(teams: int, rule: Victory) -> None:
    assert told(rules_of(teams, rule)) == []


@pytest.mark.parametrize(
    ("first", "second", "decides"),
    [
        (Victory(winner="a", exactly={"a": 5, "b": 5}), Victory(winner="a", leads="a", over="b", by=5), True),
        (Victory(winner="a", leads="a", over="b"), Victory(winner="a", leads="a", over="b", by=5), False),
        (Victory(winner="a", leads="a", over="b", by=5), Victory(winner="a", leads="a", over="b"), True),
        (Victory(winner="a", exactly={"a": 5}), Victory(winner="a", leads="a", over="b", by=5), True),
        (Victory(winner="a", any_alive=("a",)), Victory(winner="a", exactly={"a": 7}), False),
        (Victory(winner="a", only="a"), Victory(winner="a", exactly={"a": 7}), False),
        (Victory(winner="a", exactly={"a": 7}), Victory(winner="a", only="a"), True),
        (Victory(winner="a", exactly={"a": 7}), Victory(winner="a", exactly={"a": 7}), False),
        (Victory(winner="a", only="a"), Victory(winner="a", exactly={"a": -1}), False),
    ],
)
def test_g1_the_first_rule_that_fits_decides_so_a_later_one_must_fit_elsewhere(
    first: Victory, second: Victory, decides: bool
) -> None:
    places = [place for place, _ in told(rules_of(2, first, second))]
    assert places == ([] if decides else ["victory 4"])


def test_g1_of_many_teams_one_more_than_a_rule_names_is_tried_too() -> None:
    first = Victory(winner="a", exactly={"a": 1, "b": 1})
    second = Victory(winner="a", leads="a", over="b", by=1, any_alive=("b",))
    assert told(rules_of(10, first, second)) == []
    same = Victory(winner="a", exactly={"a": 1, "b": 1})
    assert [place for place, _ in told(rules_of(10, first, same))] == ["victory 12"]


@pytest.mark.parametrize("teams", [2, 7, 10])
def test_h22_two_of_a_team_are_tried_where_one_alone_is_a_survivor(teams: int) -> None:
    first, second = Victory(winner="survivor", sole="a"), Victory(winner="a", only="a")
    assert told(rules_of(teams, first, second)) == []


@pytest.mark.parametrize("teams", [2, 7, 10])
def test_g1_two_are_tried_where_a_rule_compares_teams(teams: int) -> None:
    first = Victory(winner="a", leads="a", over="b")
    assert told(rules_of(teams, first, Victory(winner="b", leads="b", over="a", any_alive=("a",)))) == []


def test_g1_who_wins_is_told_by_the_rule_not_by_who_is_left() -> None:
    rules = rules_of(2)
    odd = (rules.victories[0], Victory(winner="a", sole="b"), *rules.victories[1:])
    assert told(replace(rules, victories=odd)) == []


def test_t14_3_an_end_that_is_judged_in_the_morning_alone_is_one() -> None:
    rules = rules_of(2, Victory(winner="a", only="a"))
    draw = replace(rules.victories[0], at="morning")
    assert told(replace(rules, victories=(draw, *rules.victories[1:]))) == []


def test_g1_a_team_without_a_role_is_never_alive() -> None:
    rules = rules_of(3, Victory(winner="a", only="a"))
    without = replace(rules, roles=rules.roles[:2])
    assert [place for place, _ in told(without)] == ["victory 3", "victory"]
    assert "'c' can never win" in told(without)[1][1]


def test_h22_who_is_left_alone_wins_for_his_team_and_a_draw_for_none() -> None:
    assert told(rules_of(2, Victory(winner="survivor", sole="a"))) == []
    assert told(rules_of(2, Victory(winner="draw", only="a"))) == [("victory", "team 'a' can never win")]


def test_h22_who_wins_together_with_the_winner_can_win() -> None:
    assert told(rules_of(2, Victory(winner="b", together=("a",), gone=("b",)))) == []


def test_g1_a_game_whose_last_players_die_must_end() -> None:
    rules = rules_of(2, Victory(winner="a", only="a"))
    says = "nobody alive is no end of the game; add a rule whose winner is draw"
    assert told(replace(rules, victories=rules.victories[1:])) == [("victory", says)]


@pytest.mark.parametrize("teams", [12, 26])
def test_g1_many_teams_are_no_endless_search(teams: int) -> None:
    begun = time.process_time()
    assert told(rules_of(teams, Victory(winner="a", only="a"))) == []
    assert time.process_time() - begun < 2
