"""What the rule sets lay down before anybody acts, and how a day's end and a morning are told."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.counts import Count, Round, Verdict
from engine.game import close_day, day_frame, open_game
from engine.people import Player, Roster
from engine.roles import CheckTeam, Role


def test_t14_1_four_mafiosi_and_ten_of_the_town(rulesets: Any) -> None:
    deal = {role.id: role.count for role in rulesets["town14"].roles}
    special = dict.fromkeys(("boss", "bull", "lawyer", "actor", "commissar", "doctor", "maniac", "drunk"), 1)
    assert deal == {**special, "townsman": 6}


def test_t14_4_day_until_23_orders_until_2345(rulesets: Any) -> None:
    rules = rulesets["town14"]
    clock = (rules.day.starts, rules.day.ends, rules.night.until, rules.day.zone)
    assert clock == ("00:00", "23:00", "23:45", "Europe/Moscow")


def test_t14_7_the_mafiosi_learn_of_each_other(rulesets: Any) -> None:
    assert [team.id for team in rulesets["town14"].teams if team.mates] == ["mafia"]


def test_c6_the_night_starts_at_23_and_ends_when_the_host_says(rulesets: Any) -> None:
    night = rulesets["classic10"].night
    assert (night.starts, night.until) == ("23:00", "host")


def test_h23_the_sample_roles(rulesets: Any) -> None:
    rules = rulesets["hp100"]
    secret = {role.id: role.team for role in rules.roles if not role.open}
    assert secret == {
        "townsman": "town",
        "medic": "town",
        "officer": "law",
        "sniper": "law",
        "gunman": "mafia",
        "poisoner": "mafia",
        "ninja": "yakuza",
        "priest": "cult",
        "maniac": "neutral",
    }
    assert [role.id for role in rules.roles if role.open] == ["citizen", "politician", "nurse", "bully"]


def test_h12_h25_day_abilities_are_used_openly_and_have_their_words(rulesets: Any) -> None:
    words = {does.words for role in rulesets["hp100"].roles for does in role.ability if does.open and does.words}
    assert words == {("лечу",), ("бью",)}


def test_t14_5_the_one_drawn_is_out_at_the_start_of_the_next_day(town: Any, look: Any) -> None:
    day = town.day(leaves="anna")
    assert (day.public.deaths, day.host.leaves_next_morning) == ((), "anna")
    assert town.state.seat("anna").alive
    night = town.night()
    assert [(death.player, death.by, death.role) for death in night.public.deaths] == [
        ("anna", "missed_day", "townsman")
    ]
    told = [(line.player, line.role) for line in night.public.announcements if line.kind == "missed_day"]
    assert told == [("anna", "townsman")]


@pytest.mark.parametrize(("reveal", "told"), [("role", "actor"), ("team", "mafia"), ("none", None)])
def test_t14_5_c3_of_who_leaves_so_much_is_told_as_of_others(table: Any, rulesets: Any, reveal: Any, told: Any) -> None:
    rules = rulesets["town14"]
    rules = replace(rules, night=replace(rules.night, reveal=reveal))
    game = table(rules, {"boss": "boss", "x": "actor", **dict.fromkeys("abcde", "townsman")})
    game.day(leaves="x")
    night = game.night()
    assert [death.role for death in night.public.deaths] == [told]
    assert [line.role for line in night.public.announcements if line.kind == "missed_day"] == [told]


def test_t14_12_most_votes_out_and_the_role_revealed(town: Any) -> None:
    day = town.day("actor")
    assert [(death.player, death.role) for death in day.public.out] == [("actor", "actor")]


def test_t14_13_nobody_is_voted_out_without_ballots(town: Any) -> None:
    day = town.day(leaves="boris")
    assert (str(day.public.verdict), day.public.out) == ("nobody", ())


def test_t14_24_the_morning_tells_who_is_out_by_what_and_his_role(town: Any) -> None:
    town.day(leaves="vera")
    night = town.night("boss kill anna", "maniac kill boris")
    assert [(death.player, death.by, death.role) for death in night.public.deaths] == [
        ("anna", "mafia", "townsman"),
        ("boris", "maniac", "townsman"),
        ("vera", "missed_day", "townsman"),
    ]


@pytest.mark.parametrize(
    ("roles", "open_roles", "says"),
    [
        ({}, {}, "^a has no role$"),
        ({"a": "wizard"}, {}, "^a: there is no role 'wizard'$"),
        ({"a": "nurse"}, {}, "^a: there is no role 'nurse'$"),
        ({"a": "medic"}, {"a": "sniper"}, "^a: there is no open role 'sniper'$"),
    ],
)
def test_a_game_does_not_open_with_roles_that_are_not(
    rulesets: Any, roles: dict[str, str], open_roles: dict[str, str], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        open_game(rulesets["hp100"], Roster((Player("a"),)), roles, open_roles)


def test_a_day_with_an_open_verdict_cannot_be_closed(town: Any) -> None:
    at = town.moment("23:00")
    frame = day_frame(town.rules, town.state, label="day1", starts=town.moment("0:00"), ends=at)
    count = Count(at=at, first=Round(at, (), ()), verdict=Verdict.OPEN)
    with pytest.raises(ValueError, match="still open"):
        close_day(town.rules, town.state, frame, count)


def test_h24_open_roles_are_for_games_without_hp_too(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["classic10"]
    spy = Role(id="spy", title="Spy", open=True, ability=(CheckTeam(by="day"),))
    rules = replace(rules, roles=(*rules.roles, spy))
    game = table(rules, {"m": "mafioso", **dict.fromkeys("abcd", "townsman")}, {"a": "spy"})
    assert [seat.open_role for seat in game.state.seats] == [None, "spy", None, None, None]
    game.open_day()
    game.send("a check m", at="12:00", phase="day1")
    assert look.learned(game.close(), "a") == [("team", "mafia", "m")]
