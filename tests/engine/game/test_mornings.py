"""What a night leaves behind: its log, what a night ended by the host's hand tells, and orders of one moment."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.roles import Kill, Role, Visit


def log(outcome: Any, what: str) -> list[tuple[Any, ...]]:
    return [(line.clause, line.player, line.cause, line.value) for line in outcome.host.log if line.what == what]


def test_h3_h5_the_log_has_the_hospitals_hp_by_state(hp: Any) -> None:
    hp.night("maniac damage sniper", "ninja damage officer", "gunman damage officer")
    hp.day()
    night = hp.night()
    assert log(night, "regen") == [("H5", "officer", None, 15), ("H3", "sniper", None, 15)]
    assert log(night, "state") == [("H2", "officer", None, "hospital"), ("H2", "sniper", None, "light")]


def test_h3_regeneration_never_rises_over_the_start(table: Any, rulesets: Any) -> None:
    rules = rulesets["hp100"]
    health = msgspec.structs.replace(rules.health, regen_amount=70)
    game = table(msgspec.structs.replace(rules, health=health), {"m": "maniac", "a": "townsman", "b": "townsman"})
    game.night("m damage a")
    game.day()
    assert dict(game.night().host.hp)["a"] == 100


def test_h6_the_log_says_of_what_somebody_died_in_the_night(hp: Any) -> None:
    night = hp.night("maniac damage anna", "gunman damage anna")
    assert log(night, "out") == [("H6", "anna", "damage", None)]
    assert night.public.phase == "night1"
    gone = hp.state.seat("anna").gone
    assert (gone.at, gone.phase) == (hp.moment("23:45"), "night1")


def test_g2_the_log_has_an_order_that_lapsed(town: Any) -> None:
    town.open_day()
    town.send("maniac kill anna")
    town.close("maniac")
    assert log(town.night(), "order_lapsed") == [("G2", "anna", "maniac", "maniac.kill")]


def test_t14_5_the_log_has_who_left_for_a_missed_day(town: Any) -> None:
    town.day(leaves="anna")
    assert log(town.night(), "out") == [("T14-5", "anna", "missed_day", None)]
    assert town.state.seat("anna").gone.at == town.moment("23:45")
    assert town.state.leaving is None


def test_g1_a_night_ended_by_the_hosts_hand_has_no_deeds(town: Any, look: Any) -> None:
    town.day(leaves="vera")
    foes = ("boss", "bull", "lawyer", "actor")
    night = town.night("maniac kill anna", acts=[town.act("remove", name, "23:44") for name in foes])
    assert (night.public.phase, night.public.winner) == ("night1", "town")
    assert look.dead(night) == dict.fromkeys(foes, "removed")
    assert (night.public.announcements, night.host.orders, night.private) == ((), (), ())
    assert dict(night.host.roles)["boss"] == "boss"
    assert (town.state.phase, town.state.nights, town.state.leaving, town.state.uses) == ("night1", 1, None, ())


def test_g8_acts_at_the_cut_off_come_before_the_deeds_and_later_ones_after(town: Any, look: Any) -> None:
    town.day()
    acts = [town.act("remove", "maniac", "23:45"), town.act("remove", "boss", "23:46")]
    night = town.night("maniac kill anna", "boss kill vera", acts=acts)
    assert look.dead(night) == {"maniac": "removed", "boss": "removed", "vera": "mafia"}


def test_t14_20_of_orders_sent_at_one_moment_the_later_message_holds(town: Any, look: Any) -> None:
    town.day()
    town.send("boss kill anna", at="23:10", id="pm10")
    town.send("boss kill boris", at="23:10", id="pm9")
    night = town.night()
    assert look.dead(night) == {"anna": "mafia"}
    assert look.fate(night, "boss").id == "pm10"


@pytest.mark.parametrize(
    ("first", "second"),
    [("pm9", "pm10"), ("pm", "pm1"), ("a2", "b1"), ("pm2-9", "pm10-1"), ("7", "7²"), ("pm99", "pm100")],
)
def test_t14_20_messages_of_one_moment_are_in_the_order_of_their_numbers(
    town: Any, look: Any, first: str, second: str
) -> None:
    town.day()
    town.send("boss kill boris", at="23:10", id=second)
    town.send("boss kill anna", at="23:10", id=first)
    assert look.fate(town.night(), "boss").id == second


def test_g7_a_refused_order_is_told_with_its_message_and_time(town: Any) -> None:
    town.day()
    town.send("anna kill boris", at="23:10", id="pm7")
    (refused,) = town.night().host.refused
    assert (refused.id, refused.sender, refused.at) == ("pm7", "anna", town.moment("23:10"))
    assert (refused.ability, refused.target) == ("kill", "boris")


def test_t14_45_t14_46_two_who_go_out_drinking(table: Any, rulesets: Any, look: Any) -> None:
    """The first in the roster goes first: whom he visits stays at home, and nobody finds himself there."""
    rules = rulesets["town14"]
    drunks = dict.fromkeys(("d1", "d2", "d3"), "drunk")
    game = table(rules, {**drunks, "boss": "boss", **dict.fromkeys("abcd", "townsman")})
    game.day()
    night = game.night("d1 visit d2", "d2 visit a", "d3 visit boss", "boss kill b")
    assert [look.fate(night, name).fate for name in drunks] == ["done", "blocked", "done"]
    assert look.fate(night, "boss").fate == "blocked"
    night = game.next_night("d1 visit a", "d2 visit d1", "boss kill d1")
    assert [look.fate(night, name).fate for name in ("d1", "d2", "boss")] == ["done", "not_found", "not_found"]
    assert look.fate(night, "d2").spent


def test_h18_a_visit_is_no_block_for_a_block(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["hp100"]
    guest = Role(id="guest", title="Guest", team="town", ability=(Visit(),))
    rules = msgspec.structs.replace(rules, roles=(*rules.roles, guest))
    rules = msgspec.structs.replace(
        rules, night=msgspec.structs.replace(rules.night, order=("guest.visit", *rules.night.order))
    )
    game = table(rules, {"g": "guest", "p": "priest", "s": "sniper", "a": "townsman"})
    night = game.night("g visit p", "p block s", "s damage a")
    assert [look.fate(night, name).fate for name in ("g", "p", "s")] == ["done", "done", "blocked"]
    assert dict(night.host.hp)["a"] == 100


def test_c8_each_doctor_has_his_own_last_patient(table: Any, rulesets: Any, look: Any) -> None:
    players = {"d1": "doctor", "d2": "doctor", "boss": "boss", **dict.fromkeys("abcd", "townsman")}
    game = table(rulesets["town14"], players)
    game.day()
    game.night("d1 heal a", "d2 heal b")
    night = game.next_night("d1 heal b", "d2 heal b")
    assert [(one.sender, str(one.why)) for one in night.host.refused] == [("d2", "same_as_last_night")]


def test_t14_44_the_limits_are_each_abilitys_own(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["town14"]
    both = Role(id="both", title="Both", team="town", ability=(Kill(in_a_row=1), Visit(in_a_row=1)))
    order = (*rules.night.order, "both.kill", "both.visit")
    rules = msgspec.structs.replace(
        rules, roles=(*rules.roles, both), night=msgspec.structs.replace(rules.night, order=order)
    )
    game = table(rules, {"x": "both", "boss": "boss", **dict.fromkeys("abcd", "townsman")})
    game.day()
    game.night("x kill a")
    night = game.next_night("x visit b", "x kill b")
    assert [(one.ability, str(one.why)) for one in night.host.refused] == [("kill", "two_nights_running")]
    assert look.fate(night, "x").ability == "visit"


def test_t14_32_who_takes_a_role_in_the_morning_holds_it_from_the_cut_off_on(town: Any, look: Any) -> None:
    town.day()
    night = town.night("maniac kill boss")
    assert look.learned(night, "bull") == [("new_role", "boss", None)]
    shift = town.state.shifts[-1]
    assert (shift.player, shift.role, shift.at) == ("bull", "boss", town.moment("23:45"))
    night = town.next_night("bull kill anna", "maniac kill vera")
    assert (look.dead(night), look.why(night)) == ({"anna": "mafia"}, ["two_nights_running"])


def test_t14_33_an_inherited_order_is_for_that_night_alone(town: Any, look: Any) -> None:
    town.open_day()
    town.send("boss kill anna", at="12:00")
    town.close("boss")
    night = town.night("drunk visit bull")
    fate = look.fate(night, "bull")
    assert (look.dead(night), fate.fate, fate.inherited, fate.id) == ({}, "blocked", True, None)
    assert fate.sent == town.moment("23:00")
    night = town.next_night()
    assert (look.dead(night), night.host.orders) == ({}, ())


def test_g1_after_a_victory_in_the_night_the_hosts_later_acts_are_none(table: Any, look: Any) -> None:
    game = table("classic10", {"m": "mafioso", "a": "townsman", "b": "townsman", "c": "townsman"})
    game.day()
    night = game.night("m kill a", acts=[game.act("remove", "b", "23:44"), game.act("remove", "m", "23:50")])
    assert (look.dead(night), night.public.winner) == ({"a": "mafia", "b": "removed"}, "mafia")


def test_t14_50_more_than_two_saved_are_told_as_two(table: Any, rulesets: Any, look: Any) -> None:
    drunks = dict.fromkeys(("d1", "d2"), "drunk")
    players = {**drunks, "boss": "boss", "doctor": "doctor", **dict.fromkeys("abcdef", "townsman")}
    game = table(rulesets["town14"], players)
    game.day()
    night = game.night("d1 visit a", "d2 visit a", "boss kill a", "doctor heal a")
    assert (look.dead(night), night.host.saved) == ({}, ("d1", "d2", "a"))
    assert look.told(night, "doctor") == ["two"]
    assert look.fate(night, "boss").sent == game.moment("23:40")


def test_h21_only_teams_that_may_send_for_each_other_do(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["hp100"]
    teams = tuple(msgspec.structs.replace(team, proxy=team.id == "mafia") for team in rules.teams)
    players = {"g": "gunman", "p": "poisoner", "n1": "ninja", "n2": "ninja", "a": "townsman", "b": "townsman"}
    game = table(msgspec.structs.replace(rules, teams=teams), players)
    game.send("g damage a", at="23:10", member="p", ability="damage")
    game.send("n1 damage b", at="23:10", member="n2")
    night = game.night()
    assert [(one.sender, str(one.why)) for one in night.host.refused] == [("n1", "not_your_member")]
    assert look.fate(night, "p").target == "a"
