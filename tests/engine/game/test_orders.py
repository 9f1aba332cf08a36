"""Which orders stand and which are refused, with the one reason (G2-G7, T14-20 to T14-22)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.game.values import Order, Refusal


def test_t14_20_an_order_may_be_changed_once_and_the_last_accepted_one_holds(town: Any, look: Any) -> None:
    town.open_day()
    town.send("boss kill anna", at="1:00")
    town.send("boss kill boris", at="2:00")
    town.send("boss kill vera", at="3:00")
    town.close()
    night = town.night()
    assert look.dead(night) == {"boris": "mafia"}
    assert look.why(night) == ["second_change"]


def test_t14_20_a_new_role_starts_afresh(town: Any, look: Any) -> None:
    town.open_day()
    town.send("lawyer check anna", at="1:00")
    town.send("lawyer check boris", at="2:00")
    town.close(acts=[town.act("remove", "boss", "3:00"), town.act("remove", "bull", "4:00")])
    town.send("lawyer kill vera", at="23:10")
    town.send("lawyer kill gleb", at="23:20")
    night = town.night()
    assert (look.dead(night), look.why(night)) == ({"gleb": "mafia"}, [])


@pytest.mark.parametrize(
    ("said", "more", "code"),
    [
        ("boss kill anna", {"at": "23:45"}, "late"),
        ("boss heal anna", {}, "not_your_role"),
        ("anna kill boris", {}, "not_your_role"),
        ("boss kill Nobody", {}, "unknown_target"),
        ("boss kill boss", {}, "self_target"),
        ("drunk visit drunk", {}, "self_target"),
        ("lawyer check lawyer", {}, "self_target"),
        ("boss kill anna", {"role": "doctor"}, "not_your_role"),
        ("boss kill anna", {"fault": Refusal.UNKNOWN_TARGET}, "unknown_target"),
        ("boss kill anna", {"fault": Refusal.MALFORMED}, "malformed"),
        ("boss kill anna", {"member": "bull"}, "not_your_member"),
    ],
)
def test_g7_one_reason_for_each_refused_order(town: Any, look: Any, said: str, more: dict[str, Any], code: str) -> None:
    town.day()
    town.send(said, **{"at": "23:10", **more})
    night = town.night()
    assert look.why(night) == [code]
    assert night.host.orders == ()


def test_g7_the_first_reason_that_holds_is_given(town: Any, look: Any) -> None:
    town.open_day()
    town.send("anna kill Nobody", at="23:50")  # late comes before the role and the target
    town.send("anna kill Nobody", at="22:00")  # the role before the target
    town.send("boss kill boss", at="21:00", fault=Refusal.UNKNOWN_TARGET)  # an unknown target before oneself
    town.close()
    assert look.why(town.night()) == ["unknown_target", "not_your_role", "late"]


def test_g7_own_team_only_where_the_rules_forbid_it(town: Any, classic: Any, look: Any) -> None:
    classic.day()
    assert look.why(classic.night("maf1 kill maf2", "maf2 kill maf2")) == ["own_team", "self_target"]
    town.day()
    assert look.dead(town.night("boss kill lawyer")) == {"lawyer": "mafia"}


def test_g7_the_dead_send_nothing_and_are_no_target(town: Any, look: Any) -> None:
    town.day("doctor")
    town.night()
    town.day()
    town.send("doctor heal anna", at="12:00")
    town.send("boss kill doctor", at="12:01")
    assert look.why(town.night()) == ["dead", "dead_target"]


def test_g2_the_order_of_one_who_is_voted_out_lapses(town: Any, look: Any) -> None:
    town.open_day()
    town.send("maniac kill anna")
    town.close("maniac")
    night = town.night()
    assert (look.fate(night, "maniac").fate, look.dead(night)) == ("lapsed", {})


def test_g2_the_right_to_an_order_is_that_of_the_moment_of_sending(town: Any, look: Any) -> None:
    town.open_day()
    town.send("bull kill anna", at="22:59")
    town.close("boss")
    town.send("bull kill boris", at="23:00")
    night = town.night()
    assert (look.why(night), look.dead(night)) == (["not_your_role"], {"boris": "mafia"})


def test_g2_after_a_tie_the_elimination_takes_effect_with_its_end(town: Any, look: Any) -> None:
    town.open_day()
    town.send("boss kill anna", at="23:20")
    town.close("boss", overtime=True)
    town.send("boss kill boris", at="23:30")
    night = town.night()
    assert (look.dead(night), look.why(night)) == ({"anna": "mafia"}, ["dead"])


def test_g3_who_is_killed_gets_his_results(town: Any, look: Any) -> None:
    town.day()
    night = town.night("boss kill commissar", "commissar check bull")
    assert look.learned(night, "commissar") == [("role", "bull", "bull")]


def test_g4_an_order_without_a_target_withdraws_and_is_a_change(town: Any, look: Any) -> None:
    town.open_day()
    town.send("boss kill anna", at="1:00")
    town.send("boss kill -", at="2:00")
    town.send("boss kill boris", at="3:00")
    town.close()
    night = town.night()
    assert (look.dead(night), night.host.orders, look.why(night)) == ({}, (), ["second_change"])


def test_g4_repeating_the_standing_order_is_no_change(town: Any, look: Any) -> None:
    town.open_day()
    for at, target in (("1:00", "anna"), ("2:00", "anna"), ("3:00", "boris"), ("4:00", "boris")):
        town.send(f"boss kill {target}", at=at)
    town.close()
    night = town.night()
    assert (look.dead(night), look.why(night)) == ({"boris": "mafia"}, [])


def test_g4_withdrawing_nothing_is_nothing(town: Any, look: Any) -> None:
    town.open_day()
    for at, target in (("1:00", "-"), ("2:00", "anna"), ("3:00", "boris")):
        town.send(f"boss kill {target}", at=at)
    town.close()
    assert look.dead(town.night()) == {"boris": "mafia"}


def test_g5_only_a_doctor_may_target_himself(town: Any, classic: Any, hp: Any, look: Any) -> None:
    town.day()
    assert look.why(town.night("doctor heal doctor", "maniac kill maniac")) == ["self_target"]
    classic.day()
    assert look.why(classic.night("doctor heal doctor", "commissar check commissar")) == ["self_target"]
    assert look.why(hp.night("sniper damage sniper", "medic heal medic", "priest block priest")) == ["self_target"]


def test_g6_orders_from_before_the_day_belong_to_no_night(town: Any, look: Any) -> None:
    town.day()
    town.night()
    town.day()
    early = town.moment("0:00") - (town.moment("0:10") - town.moment("0:00"))
    town.send("boss kill anna", sent=early)
    assert look.why(town.night()) == ["early"]


def test_g6_orders_may_be_taken_from_the_night_only(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["town14"]
    rules = msgspec.structs.replace(rules, night=msgspec.structs.replace(rules.night, orders_from="night"))
    game = table(rules, {"boss": "boss", "a": "townsman", "b": "townsman", "c": "townsman"})
    game.open_day()
    game.send("boss kill a", at="22:59")
    game.close()
    game.send("boss kill b", at="23:00")
    night = game.night()
    assert (look.why(night), look.dead(night)) == (["early"], {"b": "mafia"})


def test_g6_before_a_first_night_from_the_start_of_the_game(hp: Any, look: Any) -> None:
    night = hp.night()
    assert look.why(night) == []


def test_t14_22_against_the_one_voted_out_is_accepted_and_a_skip(town: Any, look: Any) -> None:
    town.open_day()
    town.send("maniac kill anna", at="20:00")
    town.close("anna")
    town.send("commissar check anna", at="23:20")
    night = town.night()
    assert look.why(night) == []
    for name in ("maniac", "commissar"):
        assert (look.fate(night, name).fate, look.fate(night, name).spent) == ("void_target", False)
    assert [line.value for line in night.public.announcements if line.role == "commissar"] == [False]


def test_t14_22_the_one_voted_out_the_day_before_is_a_dead_target(town: Any, look: Any) -> None:
    town.day("anna")
    town.night()
    assert look.why(town.next_night("maniac kill anna")) == ["dead_target"]


def test_t14_22_who_missed_the_day_is_a_skip_only_if_he_goes_out_for_it(town: Any, look: Any) -> None:
    town.day(leaves="anna")
    night = town.night("boss kill anna", "maniac kill boris")
    assert look.fate(night, "boss").fate == "void_target"
    assert look.dead(night) == {"anna": "missed_day", "boris": "maniac"}


def test_an_order_without_an_ability_is_the_only_one_the_role_has(town: Any, look: Any) -> None:
    town.day()
    town.send("boss kill anna", at="23:10", ability=None, role="boss")
    assert look.dead(town.night()) == {"anna": "mafia"}


def test_an_order_of_a_stranger_is_a_fault_of_the_caller(town: Any) -> None:
    town.day()
    town.pool.append(Order(id="x", sender="Stranger", sent=town.moment("23:10"), ability="kill", target="anna"))
    with pytest.raises(ValueError, match="Stranger"):
        town.night()


def test_uses_of_an_ability_can_be_limited(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["town14"]
    roles = tuple(
        msgspec.structs.replace(role, ability=tuple(msgspec.structs.replace(does, uses=1) for does in role.ability))
        for role in rules.roles
    )
    game = table(
        msgspec.structs.replace(rules, roles=roles),
        {"boss": "boss", **dict.fromkeys(("a", "b", "c", "d", "e"), "townsman")},
    )
    game.day()
    game.night("boss kill a")
    assert look.why(game.next_night("boss kill b")) == ["used_up"]


def test_g6_h21_an_order_sent_at_the_very_opening_is_of_that_day_not_ahead(hp: Any, look: Any) -> None:
    """It is judged as of its sending: of who goes out afterwards it lapses and is no refusal (G2)."""
    hp.night()
    hp.open_day()
    before = hp.moment("0:00") - (hp.moment("0:01") - hp.moment("0:00"))
    hp.send("sniper damage anna", at="0:00", phase="night2")
    hp.send("ninja damage anna", sent=before, phase="night2")
    hp.close("sniper")
    night = hp.night("maniac damage boris")
    assert (look.fate(night, "sniper").fate, look.why(night)) == ("lapsed", [])
    assert look.fate(night, "ninja").fate == "done"
