"""What is told of a rule set that no game can be played by: just that fault, at its place."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.checks import problems
from engine.roles import (
    Announce,
    CheckTeam,
    Damage,
    Heal,
    HealHp,
    Kill,
    Role,
    Succession,
    Team,
    Victory,
    Visit,
    VoteWeight,
)
from engine.rules import Rules
from golosa.rulebook.rulesets import load, shipped


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


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_rule_set_has_no_fault(name: str) -> None:
    assert told(load(name)) == []


@pytest.mark.parametrize(
    ("knob", "value", "faults"),
    [
        ("health.states", [4, 3, 2, 1], []),
        ("health.states", [75, 50, 50, 1], ["the lower bounds must fall, down to 1 or more, not [75, 50, 50, 1]"]),
        ("health.states", [1, 20, 50, 75], ["the lower bounds must fall, down to 1 or more, not [1, 20, 50, 75]"]),
        ("health.states", [75, 50, 20, 0], ["the lower bounds must fall, down to 1 or more, not [75, 50, 20, 0]"]),
        ("health.start", 1, []),
        ("health.start", 0, ["everybody would be dead at the start"]),
        ("health.regen_amount", 0, []),
        ("health.regen_amount", -1, ["a number of hp is 0 or more"]),
        ("night.changes", 0, []),
        ("night.changes", -1, ["a number of changes is 0 or more"]),
        ("tie.steps", [], ["the last step must decide the tie; add e.g. lot, nobody or all"]),
        ("tie.steps", ["lot"], []),
    ],
)
def test_h2_h18_t14_20_a_knob_at_its_edge_and_beyond(knob: str, value: Any, faults: list[str]) -> None:
    assert told(load("hp100", {knob: value})) == [(knob, says) for says in faults]


@pytest.mark.parametrize(
    ("knobs", "places"),
    [
        ({"votes.default": "self", "votes.self_vote": True, "missed.rule": "none"}, []),
        ({"votes.default": "self", "votes.self_vote": False, "missed.rule": "none"}, ["votes.default"]),
        ({"votes.default": "self", "votes.self_vote": True, "missed.rule": "out"}, ["missed.rule"]),
        ({"missed.rule": "out"}, []),
        ({"tie.steps": ["overtime", "split"]}, ["tie.steps"]),
        ({"tie.steps": ["overtime"]}, ["tie.steps"]),
    ],
)
def test_h13_knobs_that_contradict_each_other(knobs: dict[str, Any], places: list[str]) -> None:
    assert [place for place, _ in told(load("classic10", knobs))] == places


def with_ability(rules: Rules, ability: Any, **more: Any) -> Rules:
    """The rule set with a role `x` that has the ability, by night in its place."""
    role = Role(**{"id": "x", "title": "X", "team": "town", "ability": (ability,), **more})
    named = [f"x.{one.id}" for one in role.ability if one.by == "night" and not isinstance(one, VoteWeight)]
    night = replace(rules.night, order=(*rules.night.order, *named))
    return replace(rules, roles=(*rules.roles, role), night=night)


@pytest.mark.parametrize(
    ("ability", "says"),
    [
        (HealHp(id="a", amount=1), None),
        (HealHp(id="a", amount=0), "it gives no hp"),
        (Damage(id="a", amount=1), None),
        (Damage(id="a", share=(1, 1)), None),
        (Damage(id="a"), "damage needs either an amount or a share"),
        (Damage(id="a", amount=1, share=(1, 2)), "damage needs either an amount or a share"),
        (Damage(id="a", share=(0, 3)), "[0, 3] is no share of the whole"),
        (Damage(id="a", share=(4, 3)), "[4, 3] is no share of the whole"),
        (Damage(id="a", share=(-1, 3)), "[-1, 3] is no share of the whole"),
        (VoteWeight(id="a", weight=0, default_weight=0), None),
        (VoteWeight(id="a", weight=0.5, default_weight=0.5), None),
        (VoteWeight(id="a", weight=-1, default_weight=1), "a vote cannot weigh less than nothing"),
        (VoteWeight(id="a", weight=1, default_weight=-1), "a vote cannot weigh less than nothing"),
        (CheckTeam(id="a", is_team="law"), None),
        (CheckTeam(id="a", is_team="moon"), "it asks for team 'moon', which is not among the teams"),
        (Heal(id="a", unblocked_on_self=True, self_target=True), None),
        (Heal(id="a", unblocked_on_self=True), "unblocked_on_self is of no use without self = true"),
        (Kill(id="a", open=True), "an ability by night cannot be used openly"),
        (Kill(id="a", open=True, by="day"), None),
        (Kill(id="a", shared=True), None),
        (Kill(id="a", in_hospital=True), None),
        (Kill(id="a", uses=1), None),
        (Kill(id="a", uses=0), "it could never be used"),
    ],
)
def test_an_ability_that_can_do_nothing_is_told_and_one_at_the_edge_is_not(
    rulesets: Any, ability: Any, says: str | None
) -> None:
    expected = [] if says is None else [("role x, ability a", says)]
    assert told(with_ability(rulesets["hp100"], ability)) == expected


@pytest.mark.parametrize(
    ("ability", "says"),
    [
        (HealHp(id="a", amount=5), "it changes hp, and there is no [health]"),
        (Damage(id="a", amount=5), "it changes hp, and there is no [health]"),
        (Kill(id="a", in_hospital=True), "in_hospital is of no use without [health]"),
    ],
)
def test_h1_what_needs_hp_is_told_where_there_are_none(rulesets: Any, ability: Any, says: str) -> None:
    assert told(with_ability(rulesets["town14"], ability)) == [("role x, ability a", says)]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"open": True}, "an open role has no team: teams go by the secret role"),
        ({"team": None}, "a role needs a team"),
        ({"team": "moon"}, "its team 'moon' is not among the teams"),
        ({"hp": 50}, "it has hp, and there is no [health]"),
        ({"immune": ("boss.kill", "boss.kiss")}, "it is immune to 'boss.kiss', which is no ability"),
        (
            {"looks": {"lawyer": "townsman", "moon": "townsman"}},
            "looks names 'moon', which is no role that checks roles",
        ),
        ({"looks": {"boss": "townsman"}}, "looks names 'boss', which is no role that checks roles"),
        ({"looks": {"commissar": "moon"}}, "it looks like 'moon', which is no role"),
    ],
)
def test_h24_t14_31_t14_35_what_a_role_says_must_be_there(rulesets: Any, more: dict[str, Any], says: str) -> None:
    assert told(with_ability(rulesets["town14"], Kill(id="a"), **more)) == [("role x", says)]


def test_an_open_role_has_no_use_for_shared(rulesets: Any) -> None:
    rules = with_ability(rulesets["town14"], Kill(id="a", by="day", shared=True), team=None, open=True)
    assert told(rules) == [("role x, ability a", "shared is of no use without a team")]


@pytest.mark.parametrize(
    ("order", "shootout", "faults"),
    [
        (("a.kill", "b.visit"), (), []),
        (("b.visit", "a.kill"), (), []),
        (
            ("a.kill", "b.visit", "a.kiss"),
            (),
            [("night.order", "'a.kiss' is no ability of the night; there are a.kill, b.visit")],
        ),
        (("a.kill", "b.visit", "a.kill"), (), [("night.order", "'a.kill' stands twice")]),
        (("a.kill",), (), [("night.order", "'b.visit' has no place in it")]),
        (("a.kill", "b.visit"), ("a.kill", "b.visit"), [("night.shootout", "'b.visit' is no kill of the night")]),
        (("a.kill", "b.visit"), ("a.kill",), [("night.shootout", "it takes two kills to shoot at each other")]),
        (
            ("a.kill", "b.visit"),
            ("a.kill", "a.kill"),
            [("night.shootout", "it takes two kills to shoot at each other")],
        ),
    ],
)
def test_t14_49_t14_51_each_ability_of_the_night_has_one_place(
    order: tuple[str, ...], shootout: tuple[str, ...], faults: list[tuple[str, str]]
) -> None:
    rules = load("classic10")
    roles = (
        Role(id="a", title="A", team="mafia", ability=(Kill(), Kill(id="slap", by="day"))),
        Role(id="b", title="B", team="town", ability=(Visit(), VoteWeight(weight=2))),
    )
    night = replace(rules.night, order=order, shootout=shootout)
    assert told(replace(rules, roles=roles, night=night, announces=())) == faults


def test_t14_51_a_night_without_abilities_says_so(rulesets: Any) -> None:
    rules = rulesets["classic10"]
    roles = tuple(Role(id=team.id, title="-", team=team.id) for team in rules.teams)
    rules = replace(rules, roles=roles, night=replace(rules.night, order=("a.kill",)), announces=())
    assert told(rules) == [("night.order", "'a.kill' is no ability of the night; there are none")]


def test_t14_32_every_succession_is_looked_at(rulesets: Any) -> None:
    rules = rulesets["town14"]
    wrong = (
        Succession(role="moon", heir="sun"),
        Succession(role="boss", heir="boss"),
        Succession(role="boss", heir="doctor"),
        Succession(role="boss", heir="actor", only_last=True),
        Succession(role="boss", heir="actor"),
        Succession(role="boss", heir="actor"),
    )
    assert told(replace(rules, successions=wrong)) == [
        ("succession 1", "'moon' is no role"),
        ("succession 1", "'sun' is no role"),
        ("succession 2", "a role cannot inherit itself"),
        ("succession 3", "'doctor' is not of the team of 'boss'"),
        ("succession 6", "an earlier rule names the same heir"),
    ]


def test_what_stands_twice_is_named_by_its_id(rulesets: Any) -> None:
    rules = rulesets["hp100"]
    teams = (*rules.teams, Team(id="law", title="-"), Team(id="survivor", title="-"), Team(id="draw", title="-"))
    roles = (*rules.roles, *(Role(id=name, title="-", team=name) for name in ("survivor", "draw")), rules.roles[0])
    victories = (*rules.victories[1:], Victory(winner="survivor", only="survivor"), Victory(winner="draw", only="draw"))
    found = told(replace(rules, teams=teams, roles=roles, victories=victories))
    assert found[:4] == [
        ("team law", "there are two teams of this id"),
        ("role citizen", "there are two roles of this id"),
        ("team draw", "this word has a meaning of its own in [[victory]]"),
        ("team survivor", "this word has a meaning of its own in [[victory]]"),
    ]


@pytest.mark.parametrize(
    ("announce", "says"),
    [
        (Announce(kind="doctor"), "None is no role that could be spoken of so"),
        (Announce(kind="doctor", role="commissar"), "'commissar' is no role that could be spoken of so"),
        (Announce(kind="informed", role="moon"), "'moon' is no role that could be spoken of so"),
        (Announce(kind="shootout", role="boss"), "it speaks of no role"),
    ],
)
def test_t14_41_t14_48_t14_50_an_announcement_speaks_of_whom_it_can(rulesets: Any, announce: Any, says: str) -> None:
    place = f"announce 1 ({announce.kind})"
    assert told(replace(rulesets["town14"], announces=(announce,))) == [(place, says)]


def test_t14_5_t14_49_an_announcement_of_what_the_rules_leave_out(rulesets: Any) -> None:
    rules = rulesets["town14"]
    rules = replace(rules, night=replace(rules.night, shootout=()), missed=replace(rules.missed, rule="none"))
    assert told(rules) == [
        ("announce 6 (shootout)", "night.shootout names no kills"),
        ("announce 7 (missed_day)", "missed.rule puts nobody out"),
    ]


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (Victory(winner="moon", only="town"), "the winner 'moon' is no team, nor draw or survivor"),
        (Victory(winner="town", leads="town"), "leads and over belong together"),
        (Victory(winner="town", over="town"), "leads and over belong together"),
        (Victory(winner="survivor", only="town"), 'a survivor wins only where one is left: give sole = "TEAM"'),
        (Victory(winner="town", together=("law",)), "it has no condition, so that the game would be over at once"),
        *(
            (Victory(winner="town", **{"leads": "town", "over": "law", field: value}), "'moon' is not among the teams")
            for field, value in (
                ("gone", ("moon",)), ("together", ("moon",)), ("any_alive", ("moon",)), ("exactly", {"moon": 1}),
                ("only", "moon"), ("sole", "moon"), ("leads", "moon"), ("over", "moon"),
            )
        ),
    ],
)  # fmt: skip
def test_h22_what_a_victory_says_must_be_there(rulesets: Any, rule: Victory, says: str) -> None:
    assert told(replace(rulesets["hp100"], victories=(*rulesets["hp100"].victories, rule))) == [("victory 7", says)]


def test_h22_without_teams_nothing_is_said_of_victories(rulesets: Any) -> None:
    rules = rulesets["classic10"]
    bare = replace(rules, teams=(), roles=(), victories=(), announces=(), night=replace(rules.night, order=()))
    assert told(bare) == []
