"""What a day leaves behind: the frame of its count, what is told in the evening, and what later phases remember."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from engine.game import day_frame
from engine.roles import Damage, Kill, Protect, Role


def log(outcome: Any, what: str) -> list[tuple[Any, ...]]:
    return [(line.clause, line.player, line.cause, line.value) for line in outcome.host.log if line.what == what]


def test_t14_5_a_day_begins_with_what_is_known_of_those_who_missed_one(hp: Any) -> None:
    hp.night("maniac damage sniper", "ninja damage officer", "gunman damage officer")
    hp.day("anna")
    known = {"missed": frozenset({"boris"}), "missed_last": frozenset({"medic"}), "abstained": frozenset({"ninja"})}
    state = msgspec.structs.replace(hp.state, **known)
    starts = hp.moment("8:00")
    act = hp.act("revive", "anna", "9:00")
    day = day_frame(hp.rules, state, label="day2", starts=starts, ends=hp.moment("22:00"), acts=[act])
    assert (day.label, day.starts, day.ends) == ("day2", starts, hp.moment("22:00"))
    assert (day.out, day.coma, day.hospital) == ({"anna"}, {"officer"}, {"sniper"})
    assert (day.missed_before, day.missed_last, day.abstained) == ({"boris"}, {"medic"}, {"ninja"})
    assert [(one.player, one.at) for one in day.revivals] == [("anna", act.at)]
    assert (day.removals, day.weights, day.default_weights) == ((), {"medic": 2}, {"medic": 1})


def test_t14_5_who_missed_days_is_remembered_and_the_last_day_for_itself(town: Any) -> None:
    town.open_day()
    town.close(missed=("anna", "boris"), abstained=("vera",))
    town.night()
    assert (town.state.missed, town.state.missed_last) == ({"anna", "boris"}, {"anna", "boris"})
    town.open_day()
    town.close(missed=("gleb",), abstained=("boss",))
    assert (town.state.missed, town.state.missed_last) == ({"anna", "boris", "gleb"}, {"gleb"})
    assert town.state.abstained == {"vera", "boss"}


def test_missed_out_at_once_is_a_death_of_that_evening(town: Any, look: Any) -> None:
    town.open_day()
    day = town.close("anna", missed_out=("anna", "boris"))
    assert look.dead(day) == {"anna": "votes", "boris": "missed_day"}
    assert log(day, "out") == [("G1", "anna", "votes", None), ("missed", "boris", "missed_day", None)]
    assert [death.player for death in day.public.out] == ["anna"]
    assert {town.state.seat(name).gone.at for name in ("anna", "boris")} == {town.moment("23:00")}


def test_t14_5_who_is_out_by_the_evening_does_not_leave_in_the_morning(town: Any, look: Any) -> None:
    town.open_day()
    day = town.close("anna", leaves="boris", missed_out=("boris",))
    assert (day.host.leaves_next_morning, town.state.leaving) == (None, None)
    assert look.dead(town.night()) == {}


def test_t14_12_the_evening_says_how_it_came_and_when(town: Any) -> None:
    town.open_day()
    day = town.close("anna")
    assert (day.public.phase, str(day.public.by)) == ("day1", "votes")
    gone = town.state.seat("anna").gone
    assert (gone.at, gone.phase, gone.by) == (town.moment("23:00"), "day1", "votes")
    assert (town.state.phase, town.state.dusk) == ("day1", town.moment("23:00"))


def test_g1_a_day_ended_by_the_hosts_hand_is_that_day_and_nobody_leaves_for_it(hp: Any, look: Any) -> None:
    hp.night()
    hp.open_day()
    foes = ("gunman", "poisoner", "ninja", "priest", "maniac")
    day = hp.close("anna", leaves="boris", acts=[hp.act("remove", name, "12:00") for name in foes])
    assert (day.public.phase, day.public.winner, str(day.public.by)) == ("day1", "town", "host")
    assert dict(day.public.health)["gunman"] == "dead"
    assert (str(day.public.verdict), set(look.dead(day)), day.private) == ("nobody", set(foes), ())
    assert (hp.state.phase, hp.state.leaving, hp.state.winner) == ("day1", None, "town")


def test_g1_after_a_victory_by_the_vote_the_hosts_later_acts_are_none(classic: Any, look: Any) -> None:
    classic.day("maf1")
    classic.night()
    classic.open_day()
    day = classic.close("maf2", acts=[classic.act("remove", "anna", "23:10")])
    assert (look.dead(day), day.public.winner) == ({"maf2": "votes"}, "town")


def test_g8_acts_after_the_vote_are_the_evenings(classic: Any, look: Any) -> None:
    classic.open_day()
    day = classic.close("maf2", acts=[classic.act("remove", "anna", "23:00")])
    assert look.dead(day) == {"maf2": "votes", "anna": "removed"}


def test_h15_a_split_is_only_for_games_with_hp(town: Any) -> None:
    town.open_day()
    with pytest.raises(ValueError, match="day1: a split takes hp"):
        town.close(split=("anna", "boris"))


def test_h14_h15_the_log_has_the_damage_of_the_vote(hp: Any) -> None:
    hp.night("maniac damage boris")
    hp.open_day()
    day = hp.close("boris")
    assert log(day, "hp") == [("H14", "boris", "votes", -40)]
    assert log(day, "out") == [("H6", "boris", "votes", None)]
    assert day.public.damage == (("boris", 40),)
    hp.night()
    hp.open_day()
    assert log(hp.close(split=("anna", "medic")), "hp") == [("H15", name, "split", -50) for name in ("anna", "medic")]


def test_h18_h19_day_abilities_and_what_they_changed(hp: Any, look: Any) -> None:
    """A nurse heals 10, a bully takes 10; one whom that leaves 1 hp lives, one whom it leaves none does not."""
    hp.night()
    hp.open_day()
    hp.send("gunman damage boris", "anna heal medic", at="12:00", phase="day1")
    acts = [hp.act("hp", "boris", "9:00", 11), hp.act("hp", "medic", "9:00", 60)]
    day = hp.close(acts=acts)
    assert [(one.player, one.change) for one in day.public.hp_changes] == [("medic", 10), ("boris", -10)]
    assert (look.dead(day), dict(day.public.health)["boris"]) == ({}, "coma")
    assert [(one.sender, one.target) for one in day.host.orders] == [("anna", "medic"), ("gunman", "boris")]
    hp.night()
    hp.open_day()
    hp.send("gunman damage boris", at="12:00", phase="day2")
    day = hp.close(acts=[hp.act("hp", "boris", "9:00", 10)])
    assert look.dead(day) == {"boris": "damage"}
    assert log(day, "out") == [("H6", "boris", "damage", None)]


def test_h14_h18_the_vote_is_the_cause_where_the_day_left_one_hp(hp: Any, look: Any) -> None:
    hp.night()
    hp.open_day()
    hp.send("gunman damage boris", at="12:00", phase="day1")
    day = hp.close("boris", acts=[hp.act("hp", "boris", "9:00", 11)])
    assert (look.dead(day), day.public.damage) == ({"boris": "votes"}, (("boris", 1),))


def test_g6_a_days_action_is_taken_from_its_opening_to_the_votes_end(hp: Any, look: Any) -> None:
    hp.night()
    hp.open_day()
    before = hp.moment("0:00") - timedelta(minutes=1)
    hp.send("gunman damage boris", sent=before)
    hp.send("anna heal medic", at="23:00")
    day = hp.close()
    assert [(one.sender, str(one.why)) for one in day.host.refused] == [("gunman", "early"), ("anna", "late")]
    assert day.public.hp_changes == ()


def test_g2_a_days_action_lapses_with_who_is_removed_after_it(hp: Any, look: Any) -> None:
    hp.night()
    hp.open_day()
    hp.send("gunman damage boris", at="12:00", phase="day1")
    day = hp.close(acts=[hp.act("remove", "gunman", "13:00")])
    fate = look.fate(day, "gunman")
    assert (fate.fate, fate.target, fate.spent, day.public.hp_changes) == ("lapsed", "boris", False, ())


def test_c8_limits_on_successive_nights_hold_for_days_too(table: Any, rulesets: Any) -> None:
    rules = rulesets["classic10"]
    guard = Role(id="guard", title="Guard", team="town", ability=(Protect(by="day", repeat=False),))
    rules = msgspec.structs.replace(
        rules, roles=(*(role for role in rules.roles if role.id != "doctor"), guard), announces=()
    )
    players = {"g": "guard", "m": "mafioso", "a": "townsman", "b": "townsman", "c": "townsman"}
    game = table(msgspec.structs.replace(rules, night=msgspec.structs.replace(rules.night, order=())), players)
    for target, refused in (("a", []), ("a", ["same_as_last_night"]), ("a", []), ("b", [])):
        game.pool.clear()
        game.open_day()
        game.send(f"g protect {target}", at="12:00")
        day = game.close()
        assert [str(one.why) for one in day.host.refused] == refused
        game.night()


def test_h18_a_share_of_hp_by_day_is_of_the_hp_before_the_vote(table: Any, rulesets: Any) -> None:
    rules = rulesets["hp100"]
    biter = Role(id="biter", title="Biter", open=True, ability=(Damage(by="day", share=(1, 3)),))
    game = table(
        msgspec.structs.replace(rules, roles=(*rules.roles, biter)),
        {"x": "townsman", "a": "gunman", "b": "townsman"},
        {"x": "biter", "a": "citizen", "b": "citizen"},
    )
    game.night()
    game.open_day()
    game.send("x damage a", at="12:00", phase="day1")
    day = game.close(split=("a", "b"))
    assert dict(day.host.hp) == {"x": 100, "a": 16, "b": 50}
    assert [(one.player, one.change) for one in day.public.hp_changes] == [("a", -34)]


@pytest.mark.parametrize(("phase", "heir"), [("night1", "anna"), (None, "anna"), ("night2", None)])
def test_t14_33_only_the_order_for_this_night_passes_to_the_heir(town: Any, phase: str | None, heir: Any) -> None:
    town.open_day()
    town.send("boss kill anna", at="12:00", phase=phase)
    day = town.close("boss")
    assert [one.target for one in day.private if one.kind == "new_role"] == [heir]
    assert log(day, "inherited") == ([("T14-33", "bull", "boss", "anna")] if heir else [])
    assert log(day, "succession") == [("T14-32", "bull", None, "boss")]


def test_t14_33_of_several_orders_the_last_before_the_votes_end_passes(town: Any, look: Any) -> None:
    town.open_day()
    town.send("boss kill anna", at="12:00")
    town.send("boss kill boris", at="22:59")
    town.send("boss kill vera", at="23:00")
    town.close("boss")
    night = town.night()
    assert look.dead(night) == {"boris": "mafia"}
    assert look.why(night) == ["dead"]


@pytest.mark.parametrize(
    ("orders_from", "minutes", "passes"), [("day", 0, True), ("day", -1, False), ("night", 0, False)]
)
def test_t14_33_an_order_passes_only_if_it_came_in_the_time_for_orders(
    table: Any, rulesets: Any, orders_from: str, minutes: int, passes: bool
) -> None:
    rules = rulesets["town14"]
    rules = msgspec.structs.replace(rules, night=msgspec.structs.replace(rules.night, orders_from=orders_from))
    game = table(rules, {"boss": "boss", "bull": "bull", **dict.fromkeys("abcde", "townsman")})
    game.open_day()
    game.send("boss kill a", sent=game.moment("0:00") + timedelta(minutes=minutes))
    day = game.close("boss")
    assert [one.target for one in day.private] == ["a" if passes else None]


def test_t14_33_an_order_that_the_limits_forbid_passes_to_nobody(table: Any, rulesets: Any, look: Any) -> None:
    """The second of two nights on the same target is no order of the boss's (C8), so that his heir has none of it."""
    rules = rulesets["town14"]
    once = (Kill(repeat=False),)
    roles = tuple(msgspec.structs.replace(role, ability=once) if role.id == "boss" else role for role in rules.roles)
    players = {"boss": "boss", "bull": "bull", "doctor": "doctor", **dict.fromkeys("abcde", "townsman")}
    for target, passes in (("a", None), ("b", "b")):
        game = table(msgspec.structs.replace(rules, roles=roles), players)
        game.day()
        game.night("boss kill a", "doctor heal a")
        game.open_day()
        game.send(f"boss kill {target}", at="12:00")
        assert look.learned(game.close("boss"), "bull") == [("new_role", "boss", passes)]


def test_t14_33_whether_an_order_passes_is_a_knob(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["town14"]
    none = tuple(msgspec.structs.replace(rule, inherits_order=False) for rule in rules.successions)
    players = {"boss": "boss", "bull": "bull", **dict.fromkeys("abcd", "townsman")}
    game = table(msgspec.structs.replace(rules, successions=none), players)
    game.open_day()
    game.send("boss kill a", at="12:00")
    assert look.learned(game.close("boss"), "bull") == [("new_role", "boss", None)]
    assert look.dead(game.night()) == {}


def test_t14_33_of_several_who_go_out_only_the_holders_order_passes(table: Any, rulesets: Any, look: Any) -> None:
    """Where all of the tied are out, the doctor's order dies with him."""
    rules = rulesets["town14"]
    players = {"doctor": "doctor", "boss": "boss", "bull": "bull", **dict.fromkeys("abcde", "townsman")}
    game = table(rules, players)
    game.open_day()
    game.send("doctor heal b", "boss kill a", at="12:00")
    game.close(both=("doctor", "boss"))
    assert look.learned(game.outcome, "bull") == [("new_role", "boss", "a")]
    night = game.night()
    assert look.dead(night) == {"a": "mafia"}
    assert [(one.sender, str(one.fate)) for one in night.host.orders] == [("doctor", "lapsed"), ("bull", "done")]


@pytest.mark.parametrize(("out", "passes"), [(None, "a"), ("a", None)])
def test_t14_33_h21_an_order_sent_ahead_passes_as_it_is_when_its_day_opens(
    table: Any, rulesets: Any, look: Any, out: str | None, passes: str | None
) -> None:
    rules = rulesets["town14"]
    rules = msgspec.structs.replace(rules, night=msgspec.structs.replace(rules.night, ahead=True))
    game = table(rules, {"boss": "boss", "bull": "bull", **dict.fromkeys("abcdef", "townsman")})
    game.open_day()
    game.send("boss kill a", at="12:00", phase="night2")
    game.close(out)
    game.night()
    game.open_day()
    assert look.learned(game.close("boss"), "bull") == [("new_role", "boss", passes)]
    assert look.dead(game.night()) == ({"a": "mafia"} if passes else {})


def test_h15_h18_the_ability_is_the_cause_where_the_vote_left_one_hp(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["hp100"]
    rules = msgspec.structs.replace(rules, health=msgspec.structs.replace(rules.health, day_abilities="after"))
    players = {"g": "gunman", "a": "townsman", "b": "townsman"}
    game = table(rules, players, {"g": "bully", "a": "citizen", "b": "citizen"})
    game.night()
    game.open_day()
    game.send("g damage a", at="12:00", phase="day1")
    day = game.close(split=("a", "b"), acts=[game.act("hp", "a", "9:00", 51)])
    assert look.dead(day) == {"a": "damage"}


def test_h21_a_days_action_sent_ahead_is_checked_when_its_day_comes(hp: Any, look: Any) -> None:
    hp.send("gunman damage anna", "anna heal boris", at="20:00", phase="day1")
    hp.night("maniac damage boris", "sniper damage boris")
    hp.open_day()
    day = hp.close()
    assert [(one.sender, str(one.why)) for one in day.host.refused] == [("anna", "dead_target")]
    assert [(one.player, one.change) for one in day.public.hp_changes] == [("anna", -10)]
