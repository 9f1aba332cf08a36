"""Hit points: hp100, H1 to H27 as far as the game goes (votes are the count's)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.game import day_frame
from engine.game.values import Health


def states(outcome: Any) -> dict[str, str]:
    return {name: str(state) for name, state in outcome.public.health if state != Health.HEALTHY}


def hps(outcome: Any) -> dict[str, int]:
    return {name: hp for name, hp in outcome.host.hp if hp != 100}


def test_h1_everybody_starts_with_100_unless_the_role_says_otherwise(table: Any, rulesets: Any) -> None:
    rules = rulesets["hp100"]
    roles = tuple(msgspec.structs.replace(role, hp=120 if role.id == "maniac" else None) for role in rules.roles)
    game = table(msgspec.structs.replace(rules, roles=roles), {"x": "maniac", "a": "townsman"})
    assert [seat.hp for seat in game.state.seats] == [120, 100]


@pytest.mark.parametrize(
    ("hp", "state"),
    [
        (75, "healthy"),
        (74, "light"),
        (50, "light"),
        (49, "hospital"),
        (20, "hospital"),
        (19, "coma"),
        (1, "coma"),
        (0, "dead"),
    ],
)
def test_h2_states_by_hp(table: Any, hp: int, state: str) -> None:
    game = table("hp100", {"a": "townsman", "b": "townsman", "x": "maniac"})
    game.open_day()
    day = game.close(acts=[game.act("hp", "a", "9:00", hp)])
    assert dict(day.public.health)["a"] == state


def test_h3_the_hospital_gives_15_from_the_next_night_on_and_no_night_abilities(hp: Any, look: Any) -> None:
    night = hp.night("maniac damage sniper")
    assert (hps(night), states(night)) == ({"sniper": 40}, {"sniper": "hospital"})
    hp.day()
    night = hp.night("sniper damage anna")
    assert (look.why(night), hps(night)) == (["in_hospital"], {"sniper": 55})
    assert states(night) == {"sniper": "light"}


def test_h3_who_got_there_in_the_evening_gets_it_the_same_night(hp: Any) -> None:
    hp.night("maniac damage sniper", "ninja damage boris")
    hp.day(split=["boris", "anna"])
    night = hp.night()
    assert hps(night)["boris"] == 55 - 50 + 15


def test_h4_discharged_in_the_evening_too(hp: Any) -> None:
    hp.night("gunman damage boris")
    hp.next_night("sniper damage anna", "medic heal boris")
    assert dict(hp.outcome.host.hp)["boris"] == 80
    hp.open_day()
    day = hp.close(acts=[hp.act("hp", "boris", "9:00", 45)])
    assert states(day)["boris"] == "hospital"
    hp.open_day()
    hp.state = msgspec.structs.replace(hp.state, phase="night2")
    hp.send("anna heal boris", at="12:00")
    day = hp.close()
    assert dict(day.host.hp)["boris"] == 55
    assert "boris" in states(day)
    assert states(day)["boris"] == "light"


def test_h5_coma_no_actions_and_15_a_night_until_more_than_19(hp: Any, look: Any) -> None:
    hp.night("maniac damage sniper", "sniper damage maniac")
    hp.open_day()
    day = hp.close(acts=[hp.act("hp", "sniper", "9:00", 3)])
    assert states(day)["sniper"] == "coma"
    night = hp.night("sniper damage anna")
    assert (look.why(night), hps(night)["sniper"], states(night)["sniper"]) == (["in_coma"], 18, "coma")
    hp.open_day()
    hp.send("sniper heal anna", at="12:00")
    frame = day_frame(hp.rules, hp.state, label="day2", starts=hp.moment("0:00"), ends=hp.moment("23:00"))
    assert frame.coma == {"sniper"}
    assert look.why(hp.close()) == ["not_your_role"]
    assert states(hp.night())["sniper"] == "hospital"


def test_h5_no_day_action_from_coma_but_one_from_the_hospital(hp: Any, look: Any) -> None:
    hp.night()
    hp.open_day()
    hp.close(acts=[hp.act("hp", "anna", "9:00", 10), hp.act("hp", "gunman", "9:00", 30)])
    hp.night()
    hp.open_day()
    hp.send("anna heal boris", "gunman damage boris", at="12:00")
    hp.state = msgspec.structs.replace(
        hp.state,
        seats=tuple(
            msgspec.structs.replace(seat, health=Health.COMA) if seat.name == "anna" else seat
            for seat in hp.state.seats
        ),
    )
    day = hp.close()
    assert (look.why(day), dict(day.host.hp)["boris"]) == (["in_coma"], 90)


def test_h6_the_dead_are_no_target_and_their_secret_role_is_told(hp: Any, look: Any) -> None:
    hp.night()
    day = hp.day("poisoner")
    assert [(death.player, death.by, death.role) for death in day.public.deaths] == [("poisoner", "votes", "poisoner")]
    night = hp.night("sniper damage poisoner")
    assert look.why(night) == ["dead_target"]


def test_h7_damage_is_rounded_up(hp: Any) -> None:
    assert hps(hp.night("poisoner damage anna")) == {"anna": 66}


def test_h8_an_action_is_carried_out_though_its_actor_has_no_hp_left(hp: Any, look: Any) -> None:
    night = hp.night("maniac damage sniper", "gunman damage sniper", "sniper damage anna")
    assert look.dead(night) == {"sniper": "damage"}
    assert dict(night.host.hp)["anna"] == 60


def test_h9_results_go_to_nobody_who_died_that_night(hp: Any, look: Any) -> None:
    night = hp.night("officer check ninja", "maniac damage officer", "gunman damage officer")
    assert look.learned(night, "officer") == []


def test_h9_results_wait_for_the_end_of_a_coma(hp: Any, look: Any) -> None:
    night = hp.night("officer check ninja", "ninja damage officer", "sniper damage officer")
    assert (states(night)["officer"], look.learned(night, "officer")) == ("coma", [("hp", 15, None)])
    assert hp.day().private == ()
    night = hp.night()
    assert look.learned(night, "officer") == [("team", "yakuza", "ninja"), ("hp", 30, None)]


def test_h9_who_wakes_in_the_evening_learns_it_then(hp: Any, look: Any) -> None:
    hp.night("officer check ninja", "ninja damage officer", "sniper damage officer")
    hp.open_day()
    hp.send("anna heal officer", at="12:00")
    assert look.learned(hp.close(), "officer") == [("team", "yakuza", "ninja")]


def test_h9_who_dies_in_coma_never_learns_it(hp: Any, look: Any) -> None:
    hp.night("officer check ninja", "ninja damage officer", "sniper damage officer")
    assert hp.day("officer").private == ()
    assert look.learned(hp.night(), "officer") == []
    assert hp.state.owed == ()


def test_h10_each_living_player_whose_hp_changed_learns_it_numbers_are_not_public(hp: Any, look: Any) -> None:
    night = hp.night("maniac damage anna", "sniper damage boris", "gunman damage boris", "poisoner damage boris")
    assert [(answer.to, answer.says) for answer in night.private] == [("anna", 40)]
    assert look.dead(night) == {"boris": "damage"}
    assert b"40" not in msgspec.json.encode(night.public)
    assert b"sniper" not in msgspec.json.encode((night.public.deaths, night.public.announcements))


def test_h10_damage_and_healing_that_even_out_are_no_change(hp: Any, look: Any) -> None:
    hp.night("maniac damage anna")
    hp.open_day()
    hp.close(acts=[hp.act("hp", "anna", "9:00", 60)])
    assert look.learned(hp.night("medic heal anna", "poisoner damage anna"), "anna") == [("hp", 70, None)]
    hp.open_day()
    hp.close(acts=[hp.act("hp", "anna", "9:00", 90)])
    assert look.learned(hp.night("medic heal anna", "poisoner damage anna"), "anna") == []


def test_h13_weights_of_the_count(hp: Any) -> None:
    frame = day_frame(hp.rules, hp.state, label="day1", starts=hp.moment("0:00"), ends=hp.moment("23:00"))
    assert (frame.weights, frame.default_weights) == ({"medic": 2}, {"medic": 1})


def test_h14_the_executed_loses_all_hp(hp: Any, look: Any) -> None:
    hp.night("sniper damage anna")
    hp.open_day()
    hp.send("anna heal anna", at="12:00")
    day = hp.close("anna")
    assert (day.public.damage, look.dead(day), dict(day.host.hp)["anna"]) == ((("anna", 70),), {"anna": "votes"}, 0)


def test_h15_in_a_split_each_of_the_tied_takes_50(hp: Any, look: Any) -> None:
    hp.night("maniac damage anna")
    day = hp.day(split=["anna", "boris"])
    assert (day.public.damage, day.public.out) == ((("anna", 50), ("boris", 50)), ())
    assert look.dead(day) == {"anna": "split"}
    assert hps(day) == {"anna": -10, "boris": 50}


def test_h15_the_damage_of_a_split_is_a_knob(table: Any, rulesets: Any) -> None:
    rules = rulesets["hp100"]
    rules = msgspec.structs.replace(rules, tie=msgspec.structs.replace(rules.tie, split_damage=30))
    game = table(rules, {"a": "townsman", "b": "townsman", "x": "maniac"})
    assert hps(game.day(split=["a", "b"])) == {"a": 70, "b": 70}


def test_h17_night_actions_change_without_limit(hp: Any, look: Any) -> None:
    targets = ("anna", "boris", "medic", "ninja")
    night = hp.night(*(f"sniper damage {target}" for target in targets))
    assert (hps(night), look.why(night)) == ({"ninja": 60}, [])


def test_h18_regeneration_comes_before_the_nights_abilities_and_their_shares(hp: Any) -> None:
    hp.night("maniac damage anna")
    hp.day()
    assert hps(hp.night("poisoner damage anna")) == {"anna": 55 - 19}


def test_h18_regeneration_after_is_a_knob(table: Any, rulesets: Any) -> None:
    rules = rulesets["hp100"]
    rules = msgspec.structs.replace(rules, health=msgspec.structs.replace(rules.health, regen="after"))
    game = table(rules, {"a": "townsman", "p": "poisoner", "x": "maniac"})
    game.night("x damage a")
    game.day()
    assert hps(game.night("p damage a")) == {"a": 40 - 14 + 15}


def test_h18_damage_and_healing_are_summed_and_nobody_rises_over_his_start(hp: Any) -> None:
    assert hps(hp.night("maniac damage anna", "gunman damage anna", "medic heal anna")) == {"anna": 20}
    assert hps(hp.next_night("medic heal boris")) == {"anna": 35}


def test_h18_blocks_come_first_and_a_block_cannot_be_blocked(table: Any, look: Any) -> None:
    game = table("hp100", {"p1": "priest", "p2": "priest", "s": "sniper", "a": "townsman"})
    night = game.night("p1 block p2", "p2 block s", "s damage a")
    assert [str(order.fate) for order in night.host.orders] == ["done", "done", "blocked"]
    assert hps(night) == {}


def test_h18_who_is_killed_by_day_abilities_is_out_with_no_damage_by_the_vote(hp: Any, look: Any) -> None:
    hp.night()
    hp.open_day()
    hp.send("gunman damage boris", at="12:00")
    day = hp.close("boris", acts=[hp.act("hp", "boris", "9:00", 10)])
    assert (day.public.damage, [death.player for death in day.public.out]) == ((("boris", 0),), ["boris"])
    assert look.dead(day) == {"boris": "damage"}


def test_h18_in_a_split_one_already_killed_takes_50_too(hp: Any, look: Any) -> None:
    hp.night()
    hp.open_day()
    hp.send("gunman damage boris", at="12:00")
    day = hp.close(split=["boris", "ninja"], acts=[hp.act("hp", "boris", "9:00", 10)])
    assert dict(day.public.damage) == {"boris": 50, "ninja": 50}
    assert hps(day) == {"boris": -50, "ninja": 50}
    assert look.dead(day) == {"boris": "damage"}


def test_h18_day_abilities_after_the_execution_is_a_knob(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["hp100"]
    rules = msgspec.structs.replace(rules, health=msgspec.structs.replace(rules.health, day_abilities="after"))
    game = table(
        rules, {"a": "townsman", "b": "townsman", "x": "maniac"}, {"a": "bully", "b": "citizen", "x": "citizen"}
    )
    game.night()
    game.open_day()
    game.send("a damage b", at="12:00")
    day = game.close("b", acts=[game.act("hp", "b", "9:00", 10)])
    assert (day.public.damage, look.dead(day)) == ((("b", 10),), {"b": "votes"})


def test_h18_states_are_set_only_morning_and_evening(hp: Any) -> None:
    hp.night("maniac damage sniper")
    frame = day_frame(hp.rules, hp.state, label="day1", starts=hp.moment("0:00"), ends=hp.moment("23:00"))
    assert frame.hospital == {"sniper"}


def test_h19_hp_changes_by_day_are_public(hp: Any) -> None:
    hp.night()
    hp.open_day()
    hp.send("gunman damage boris", "anna heal boris", at="12:00")
    assert hp.close().public.hp_changes[0].player == "boris"


def test_h20_abilities_may_be_used_on_oneself(hp: Any) -> None:
    assert hps(hp.night("sniper damage sniper")) == {"sniper": 60}


def test_h21_members_may_send_for_absent_members_the_last_sent_holds(hp: Any, look: Any) -> None:
    hp.night()
    hp.open_day()
    hp.close()
    hp.send("gunman damage anna", at="23:10")
    hp.send("poisoner damage boris", at="23:20", member="gunman", ability="damage")
    hp.send("sniper damage boris", at="23:30", member="officer", ability="check")
    night = hp.night()
    assert (look.fate(night, "gunman").target, look.why(night)) == ("boris", ["not_your_member"])
    assert hps(night) == {"boris": 50}


def test_h21_orders_ahead_are_checked_when_their_night_comes(hp: Any, look: Any) -> None:
    hp.send("sniper damage anna", "maniac damage boris", at="1:00", phase="night2")
    assert hp.night().host.orders == ()
    hp.day("anna")
    night = hp.night()
    assert (look.why(night), hps(night)["boris"]) == (["dead_target"], 40)


def test_h21_a_day_action_ahead(hp: Any) -> None:
    hp.send("gunman damage boris", at="0:10", phase="day1")
    hp.night()
    hp.open_day()
    assert hps(hp.close()) == {"boris": 90}


def test_h21_ahead_only_where_the_rules_allow_it(town: Any, look: Any) -> None:
    town.open_day()
    town.send("boss kill anna", at="12:00", phase="night2")
    town.close()
    town.night()
    town.day()
    night = town.night()
    assert look.why(night) == ["early"]


def test_h24_the_open_role_acts_by_day_the_secret_one_by_night(hp: Any, look: Any) -> None:
    assert look.why(hp.night("anna heal boris")) == ["not_your_role"]
    hp.open_day()
    hp.send("medic heal boris", at="12:00")
    assert look.why(hp.close()) == ["not_your_role"]


def test_h27_day_actions_of_one_who_dies_that_evening_stand(hp: Any) -> None:
    hp.night()
    hp.open_day()
    hp.send("gunman damage boris", at="12:00")
    assert hps(hp.close("gunman")) == {"gunman": 0, "boris": 90}


def test_h11_the_game_starts_with_a_night(hp: Any) -> None:
    assert hp.rules.day.first == "night"
    assert hp.night("sniper damage anna").public.phase == "night1"
