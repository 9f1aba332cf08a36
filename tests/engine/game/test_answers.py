"""What the night answers, to whom and in which order; and what stands in the log where a rule set names no clause."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.roles import CheckRole, CheckTeam, Heal, HealHp, Kill, Protect, Role, Succession
from engine.rules import Rules


def log(outcome: Any, what: str) -> list[tuple[Any, ...]]:
    return [(line.clause, line.player, line.cause, line.value) for line in outcome.host.log if line.what == what]


def with_role(rules: Rules, role: Role, *before: str) -> Rules:
    """The rule set with a further role, whose abilities act in that order before all others."""
    order = (*(f"{role.id}.{word}" for word in before), *rules.night.order)
    rules = msgspec.structs.replace(rules, roles=(*rules.roles, role))
    return msgspec.structs.replace(rules, night=msgspec.structs.replace(rules.night, order=order))


def test_answers_come_in_roster_order_of_whom_they_are_about(table: Any, rulesets: Any, look: Any) -> None:
    seer = Role(id="seer", title="Seer", team="town", ability=(CheckRole(id="role"), CheckTeam(id="team")))
    game = table(with_role(rulesets["classic10"], seer, "role", "team"), {
        "anna": "townsman", "boris": "mafioso", "s": "seer", "c": "commissar", "vera": "townsman", "gleb": "townsman",
    })  # fmt: skip
    game.day()
    night = game.night("c check anna", "s role vera", "s team anna")
    assert [(answer.to, answer.kind, answer.target) for answer in night.private] == [
        ("s", "team", "anna"),
        ("s", "role", "vera"),
        ("c", "team", "anna"),
    ]


def test_c8_h10_a_players_answers_are_checks_then_his_hp_then_his_heal(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["hp100"]
    medium = Role(id="medium", title="Medium", team="town", ability=(Heal(id="save"), CheckTeam(id="ask")))
    announced = rulesets["classic10"].announces
    assert [one.kind for one in announced] == ["doctor"]
    announced = (msgspec.structs.replace(announced[0], role="medium"),)
    rules = msgspec.structs.replace(with_role(rules, medium, "save", "ask"), announces=announced)
    game = table(rules, {"m": "medium", "s": "sniper", "p": "priest", "a": "townsman"})
    night = game.night("s damage m", "m ask p", "m save a")
    assert look.learned(night, "m") == [("team", "cult", "p"), ("hp", 60, None), ("heal", "not_needed", None)]


def test_t14_32_a_new_role_is_the_last_answer(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["hp100"]
    rules = msgspec.structs.replace(rules, successions=(Succession(role="gunman", heir="poisoner"),))
    game = table(rules, {"p": "poisoner", "g": "gunman", "m": "maniac", "s": "sniper", "a": "townsman", "b": "officer"})
    night = game.night("m damage g", "s damage g", "p damage p")
    assert look.learned(night, "p") == [("hp", 66, None), ("new_role", "gunman", None)]
    assert log(night, "succession") == [("T14-32", "p", None, "gunman")]


def test_c8_each_doctor_learns_what_came_of_his_own_heal(table: Any, rulesets: Any, look: Any) -> None:
    players = {"d1": "doctor", "d2": "doctor", "d3": "doctor", "m": "mafioso", **dict.fromkeys("abc", "townsman")}
    game = table(rulesets["classic10"], players)
    game.day()
    night = game.night("m kill a", "d1 heal a", "d2 heal b")
    assert [look.learned(night, name) for name in ("d1", "d2", "d3")] == [
        [("heal", said, None)] for said in ("one", "not_needed", "none")
    ]


def test_t14_49_a_shootout_keeps_no_third_killer_from_his_victim(table: Any, rulesets: Any, look: Any) -> None:
    hunter = Role(id="hunter", title="Hunter", team="town", ability=(Kill(cause="hunt"),))
    rules = rulesets["town14"]
    rules = msgspec.structs.replace(rules, roles=(*rules.roles, hunter))
    order = (*rules.night.order, "hunter.kill")
    rules = msgspec.structs.replace(rules, night=msgspec.structs.replace(rules.night, order=order))
    game = table(rules, {"boss": "boss", "maniac": "maniac", "h": "hunter", **dict.fromkeys("abcd", "townsman")})
    game.day()
    night = game.night("boss kill a", "maniac kill a", "h kill b")
    assert (look.dead(night), look.told(night, "shootout")) == ({"b": "hunt"}, ["townsman"])
    assert look.dead(game.next_night("boss kill a", "h kill a")) == {"a": "mafia"}


@pytest.mark.parametrize("third", ["boss", "d2"])
def test_t14_46_who_finds_the_drunk_out_does_not_end_the_round(
    table: Any, rulesets: Any, look: Any, third: str
) -> None:
    """A turn that met nobody is spent, whoever visits him afterwards; the later ones go out all the same."""
    drunks = dict.fromkeys(("d1", "d2", "d3"), "drunk")
    game = table(rulesets["town14"], {**drunks, "boss": "boss", **dict.fromkeys("abcd", "townsman")})
    game.day()
    night = game.night("d1 visit a", "d2 visit d1", f"d3 visit {third}", "boss kill b")
    assert [look.fate(night, name).fate for name in drunks] == ["done", "not_found", "done"]
    assert look.fate(night, "boss").fate == ("blocked" if third == "boss" else "done")


def without_clauses(rules: Rules) -> Rules:
    """The rule set as a host may write it: no clause is named."""
    bare = msgspec.structs.replace
    return bare(
        rules,
        roles=tuple(bare(role, ability=tuple(bare(one, clause="") for one in role.ability)) for role in rules.roles),
        successions=tuple(bare(rule, clause="") for rule in rules.successions),
        victories=tuple(bare(rule, clause="") for rule in rules.victories),
    )


def test_the_log_has_the_common_clause_where_the_rule_set_names_none(table: Any, rulesets: Any) -> None:
    game = table(
        without_clauses(rulesets["town14"]), {"boss": "boss", "bull": "bull", **dict.fromkeys("abcd", "townsman")}
    )
    assert log(game.day("boss"), "succession") == [("T14-32", "bull", None, "boss")]
    assert log(game.night("bull kill a"), "order_done") == [("H18", "a", "bull", "boss.kill")]
    assert log(game.day("bull"), "victory") == [("G1", None, None, "town")]


def test_h18_the_log_has_the_common_clause_of_hp_too(table: Any, rulesets: Any) -> None:
    game = table(without_clauses(rulesets["hp100"]), {"s": "sniper", "a": "townsman", "m": "medic"})
    assert log(game.night("s damage a"), "hp") == [("H18", "a", "s", -40)]


def test_h10_a_game_without_hp_tells_of_nobodys_state(town: Any) -> None:
    assert town.day("anna").public.health == ()
    assert town.night("boss kill boris").public.health == ()
    assert [seat.health for seat in town.state.seats if not seat.alive] == [None, None]


def test_h18_heal_and_protection_by_day_reach_who_is_healed(table: Any, rulesets: Any) -> None:
    rules = rulesets["hp100"]
    helper = Role(id="helper", title="Helper", open=True, ability=(HealHp(by="day", amount=1),))
    shield = Role(id="shield", title="Shield", open=True, ability=(Protect(by="day"),))
    opened = {"h": "helper", "s": "shield", "b": "bully", "a": "citizen"}
    rules = msgspec.structs.replace(rules, roles=(*rules.roles, helper, shield))
    game = table(rules, {**dict.fromkeys(opened, "townsman"), "b": "maniac"}, opened)
    game.night("b damage a")
    game.open_day()
    game.send("h heal a", "s protect a", "b damage a", at="12:00", phase="day1")
    assert dict(game.close().host.hp)["a"] == 41


def test_a_player_who_is_not_in_the_game_has_no_seat(town: Any) -> None:
    assert town.state.seat("anna").name == "anna"
    with pytest.raises(KeyError, match="Nobody"):
        town.state.seat("Nobody")
