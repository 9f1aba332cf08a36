"""The host's log: who did what to whom, what came of it, and by which clause; nothing of it is for anybody else."""

from __future__ import annotations

from typing import Any


def log(outcome: Any) -> list[tuple[Any, ...]]:
    return [(line.clause, line.what, line.player, line.cause, line.value) for line in outcome.host.log]


def test_t14_49_a_shootout_with_both_who_shot(town: Any) -> None:
    town.day()
    assert log(town.night("boss kill actor", "maniac kill actor")) == [
        ("T14-30", "order_done", "actor", "boss", "boss.kill"),
        ("T14-49", "shootout", "actor", "boss", None),
        ("T14-44", "order_done", "actor", "maniac", "maniac.kill"),
        ("T14-49", "shootout", "actor", "maniac", None),
    ]


def test_t14_51_deaths_with_their_cause(town: Any) -> None:
    town.day()
    assert log(town.night("drunk visit boris", "boss kill boris", "doctor heal anna")) == [
        ("T14-45", "order_done", "boris", "drunk", "drunk.visit"),
        ("T14-30", "order_done", "boris", "boss", "boss.kill"),
        ("T14-42", "order_done", "anna", "doctor", "doctor.heal"),
        ("T14-51", "out", "drunk", "mafia", None),
        ("T14-51", "out", "boris", "mafia", None),
    ]


def test_t14_42_who_was_saved(town: Any) -> None:
    town.day()
    assert log(town.night("doctor heal commissar", "maniac kill commissar")) == [
        ("T14-44", "order_done", "commissar", "maniac", "maniac.kill"),
        ("T14-42", "order_done", "commissar", "doctor", "doctor.heal"),
        ("T14-42", "saved", "commissar", None, None),
    ]


def test_h18_damage_and_healing_with_their_numbers(hp: Any) -> None:
    found = log(hp.night("maniac damage anna", "medic heal anna"))
    told = {(what, player, cause): value for _, what, player, cause, value in found if what == "hp"}
    assert set(told) == {("hp", "anna", "maniac"), ("hp", "anna", "medic")}
    assert told["hp", "anna", "maniac"] < 0 < told["hp", "anna", "medic"]
    assert {clause for clause, *_ in found} <= {f"H{number}" for number in range(1, 30)}


def test_h18_a_blocked_order_names_who_blocked_it(table: Any) -> None:
    game = table("hp100", {"p": "priest", "s": "sniper", "a": "townsman", "m": "maniac"})
    found = log(game.night("p block s", "s damage a"))
    blocked = [line for line in found if line[1] == "order_blocked"]
    assert [(what, player, cause, value) for _, what, player, cause, value in blocked] == [
        ("order_blocked", "a", "p", "sniper.damage")
    ]


def test_t14_2_a_victory_with_its_clause(town: Any) -> None:
    town.open_day()
    acts = [town.act("remove", name, "12:00") for name in ("boss", "bull", "lawyer", "actor")]
    assert log(town.close(acts=acts))[-1] == ("T14-2", "victory", None, None, "town")


def test_h9_results_that_are_lost_or_wait(hp: Any) -> None:
    night = hp.night("officer check gunman", "gunman damage officer", "maniac damage officer")
    assert [line[:3] for line in log(night) if "result" in line[1]] == [("H9", "result_lost", "officer")]


def test_h9_a_result_that_waits_for_who_is_in_coma(hp: Any) -> None:
    night = hp.night("officer check gunman", "ninja damage officer", "sniper damage officer")
    assert [line[:3] for line in log(night) if "result" in line[1]] == [("H9", "result_waits", "officer")]


def test_t14_22_t14_31_t14_46_orders_that_did_nothing_have_their_clause(town: Any) -> None:
    town.day("anna")
    night = town.night("drunk visit boris", "boss kill drunk", "maniac kill bull", "commissar check anna")
    assert [line for line in log(night) if line[1].startswith("order_") and line[1] != "order_done"] == [
        ("T14-46", "order_not_found", "drunk", "boss", "boss.kill"),
        ("T14-31", "order_immune", "bull", "maniac", "maniac.kill"),
        ("T14-22", "order_void_target", "anna", "commissar", "commissar.check"),
    ]
    assert [(one.sender, one.role) for one in night.host.orders if one.sender == "boss"] == [("boss", "boss")]
