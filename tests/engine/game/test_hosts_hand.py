"""G8: what the host does by hand in the midst of a game, and what he says of a night in place of what was ordered."""

from __future__ import annotations

from typing import Any

import pytest


def log(outcome: Any, what: str) -> list[tuple[Any, ...]]:
    return [(line.clause, line.player, line.cause, line.value) for line in outcome.host.log if line.what == what]


def hp_of(outcome: Any, name: str) -> int:
    return int(dict(outcome.host.hp)[name])


def test_g8_every_act_stands_in_the_log_with_its_reason(town: Any) -> None:
    town.open_day()
    day = town.close(acts=[town.act("role", "vera", "9:00", "boss"), town.act("kill", "anna", "9:00")])
    assert log(day, "host_role") == [("G8", "vera", "test", "boss")]
    assert log(day, "host_kill") == [("G8", "anna", "test", None)]
    assert log(day, "out") == [("G8", "anna", "removed", None)]


def test_g8_removing_or_killing_one_who_is_out_cannot_be(town: Any) -> None:
    town.day("anna")
    town.night()
    for do in ("remove", "kill"):
        town.open_day()
        with pytest.raises(ValueError, match=f"{do} anna: he is out already"):
            town.close(acts=[town.act(do, "anna", "9:00")])


def test_g8_an_act_is_for_a_player_of_the_game(town: Any) -> None:
    town.open_day()
    with pytest.raises(ValueError, match="remove Nobody: no player is named so"):
        town.close(acts=[town.act("remove", "Nobody", "9:00")])


def test_g8_acts_come_by_time_and_those_of_one_moment_in_roster_order(town: Any) -> None:
    town.open_day()
    acts = [
        town.act("remove", "vera", "12:00"),
        town.act("remove", "gleb", "9:00"),
        town.act("remove", "anna", "12:00"),
    ]
    day = town.close(acts=acts)
    assert [player for _, player, *_ in log(day, "out")] == ["gleb", "anna", "vera"]


def test_g8_no_hp_left_by_the_hosts_hand_is_a_removal(hp: Any, look: Any) -> None:
    hp.night()
    hp.open_day()
    acts = [hp.act("hp", "anna", "9:00", 0), hp.act("hp", "boris", "9:00", 1), hp.act("hp", "medic", "9:00", -5)]
    frame = hp.frame(acts)
    assert [(one.player, one.at) for one in frame.removals] == [("anna", acts[0].at), ("medic", acts[2].at)]
    day = hp.close(acts=acts)
    assert look.dead(day) == {"anna": "removed", "medic": "removed"}
    assert log(day, "out") == [("G8", name, "removed", None) for name in ("anna", "medic")]
    assert (hp.state.seat("anna").gone.at, hp.state.seat("anna").gone.phase) == (acts[0].at, "day1")
    assert (hp_of(day, "boris"), dict(day.public.health)["boris"]) == (1, "coma")


def test_g8_hp_of_one_who_is_out_already_is_no_second_death(hp: Any, look: Any) -> None:
    hp.night()
    hp.open_day()
    hp.close(acts=[hp.act("remove", "anna", "9:00")])
    hp.open_day()
    day = hp.close(acts=[hp.act("hp", "anna", "9:00", 0)])
    assert (look.dead(day), log(day, "out"), hp_of(day, "anna")) == ({}, [], 0)


def test_g8_hp_is_a_number_and_only_in_games_with_hp(hp: Any, town: Any) -> None:
    hp.night()
    hp.open_day()
    with pytest.raises(ValueError, match="anna: 'many' is no number of hp"):
        hp.close(acts=[hp.act("hp", "anna", "9:00", "many")])
    town.open_day()
    with pytest.raises(ValueError, match="anna: 5 is no number of hp"):
        town.close(acts=[town.act("hp", "anna", "9:00", 5)])


def test_g8_who_is_brought_back_without_hp_starts_anew_and_else_keeps_his(hp: Any) -> None:
    hp.night("ninja damage boris")
    hp.open_day()
    hp.close(acts=[hp.act("hp", "anna", "9:00", 0), hp.act("remove", "boris", "9:00")])
    hp.open_day()
    acts = [hp.act("revive", "anna", "9:00"), hp.act("revive", "boris", "9:01")]
    assert [one.player for one in hp.frame(acts).revivals] == ["anna", "boris"]
    day = hp.close(acts=acts)
    assert [(one.player, one.at, one.gone) for one in hp.state.shifts[-2:]] == [
        (act.player, act.at, None) for act in acts
    ]
    health = dict(day.public.health)
    assert (hp_of(day, "anna"), health["anna"], hp_of(day, "boris"), health["boris"]) == (100, "healthy", 55, "light")


def test_g8_a_role_is_one_of_the_rule_sets(town: Any) -> None:
    town.open_day()
    with pytest.raises(ValueError, match="role anna: there is no role 7"):
        town.close(acts=[town.act("role", "anna", "9:00", 7)])


def test_g8_who_goes_out_in_a_night_is_as_the_host_says(town: Any, look: Any) -> None:
    town.day()
    night = town.night("boss kill anna", "commissar check boss", result={"boris": "accident"})
    assert look.dead(night) == {"boris": "accident"}
    assert look.learned(night, "commissar") == [("role", "boss", "boss")]
    assert log(night, "out") == [("G8", "boris", "accident", None)]


def test_g8_what_would_have_put_him_out_anyway_stays_the_cause(town: Any, look: Any) -> None:
    town.day(leaves="vera")
    said = dict.fromkeys(("anna", "vera", "boris"), "accident")
    night = town.night("boss kill anna", result=said)
    assert look.dead(night) == {"anna": "mafia", "boris": "accident", "vera": "missed_day"}


def test_g8_where_the_host_says_nobody_nobody_goes_out_for_a_missed_day_either(town: Any, look: Any) -> None:
    town.day(leaves="vera")
    night = town.night("boss kill anna", result={})
    assert look.dead(night) == {}
    assert [line.kind for line in night.public.announcements if line.kind == "missed_day"] == []


@pytest.mark.parametrize("name", ["gleb", "Nobody"])
def test_g8_only_who_is_in_the_game_can_go_out(town: Any, name: str) -> None:
    town.day("gleb")
    with pytest.raises(ValueError, match=f"{name} cannot go out"):
        town.night(result={name: "accident"})


def test_g8_whom_the_host_spares_keeps_the_hp_he_had(hp: Any, look: Any) -> None:
    hp.night("maniac damage anna")
    hp.day()
    night = hp.night("gunman damage anna", "sniper damage anna", "ninja damage boris", result={})
    assert (look.dead(night), hp_of(night, "anna"), hp_of(night, "boris")) == ({}, 55, 55)
    assert log(night, "spared") == [("G8", "anna", None, None)]


def test_g8_whom_nothing_was_left_is_spared_too(hp: Any, look: Any) -> None:
    night = hp.night("maniac damage anna", "sniper damage anna", result={})
    assert (look.dead(night), hp_of(night, "anna")) == ({}, 100)
    assert log(night, "spared") == [("G8", "anna", None, None)]


def test_g8_whom_the_host_puts_out_has_no_hp_left(hp: Any, look: Any) -> None:
    night = hp.night("gunman damage anna", result={"anna": "accident", "boris": "accident"})
    assert look.dead(night) == {"anna": "accident", "boris": "accident"}
    assert (hp_of(night, "anna"), hp_of(night, "boris")) == (0, 0)
    assert dict(night.public.health)["anna"] == "dead"


def test_g8_who_is_brought_back_in_a_game_without_hp_has_no_state(town: Any) -> None:
    town.open_day()
    day = town.close(acts=[town.act("remove", "anna", "9:00"), town.act("revive", "anna", "10:00")])
    assert (day.public.health, day.host.hp, town.state.seat("anna").health) == ((), (), None)
    town.night()
    town.open_day()
    with pytest.raises(ValueError, match="revive anna: he is in the game"):
        town.close(acts=[town.act("revive", "anna", "9:00")])


def test_g8_who_is_brought_back_after_the_cut_off_has_his_state_that_morning(hp: Any) -> None:
    hp.night()
    hp.day("anna")
    night = hp.night(acts=[hp.act("revive", "anna", "23:50")])
    assert (dict(night.public.health)["anna"], hp_of(night, "anna")) == ("healthy", 100)


def test_g8_who_is_left_one_hp_needs_no_sparing(hp: Any, look: Any) -> None:
    hp.night()
    hp.open_day()
    hp.close(acts=[hp.act("hp", "anna", "9:00", 55)])
    night = hp.night("sniper damage anna", "priest block sniper", result={})
    assert (hp_of(night, "anna"), log(night, "spared")) == (55, [])
    hp.open_day()
    hp.close(acts=[hp.act("hp", "anna", "9:00", 51)])
    night = hp.night("gunman damage anna", result={})
    assert (hp_of(night, "anna"), log(night, "spared"), look.dead(night)) == (1, [], {})


@pytest.mark.parametrize(("left", "hp_then"), [(1, 1), (0, 100), (-3, 100)])
def test_g8_who_has_one_hp_left_comes_back_with_it(hp: Any, left: int, hp_then: int) -> None:
    hp.night()
    hp.open_day()
    acts = [hp.act("hp", "anna", "9:00", left), *([hp.act("remove", "anna", "9:01")] if left > 0 else [])]
    day = hp.close(acts=[*acts, hp.act("revive", "anna", "10:00")])
    assert (hp_of(day, "anna"), day.public.deaths) == (hp_then, ())


def test_g8_a_stranger_among_those_of_one_moment_stops_all_of_them(town: Any) -> None:
    town.open_day()
    acts = [town.act("remove", "boss", "9:00"), town.act("remove", "Nobody", "9:00")]
    with pytest.raises(ValueError, match="remove Nobody: no player is named so"):
        town.close(acts=acts)
    assert town.state.seat("boss").alive


def test_g8_damage_that_would_have_put_him_out_stays_the_cause(hp: Any, look: Any) -> None:
    said = dict.fromkeys(("anna", "medic"), "accident")
    night = hp.night(
        "maniac damage anna", "gunman damage anna", "ninja damage medic", "sniper damage boris", result=said
    )
    assert look.dead(night) == {"anna": "damage", "medic": "accident"}
    assert (hp_of(night, "anna"), hp_of(night, "medic"), hp_of(night, "boris")) == (-10, 0, 60)
