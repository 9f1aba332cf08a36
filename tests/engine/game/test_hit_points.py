"""What moves hp, and by how much: the start as the bound of healing, patients, shares, and states that are told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.roles import Damage, Kill, Protect, Role, Succession, Visit


def log(outcome: Any, what: str) -> list[tuple[Any, ...]]:
    return [(line.clause, line.player, line.cause, line.value) for line in outcome.host.log if line.what == what]


def hp_of(outcome: Any, name: str) -> int:
    return int(dict(outcome.host.hp)[name])


def test_h18_what_the_host_gave_over_the_start_is_lost_to_no_heal(hp: Any) -> None:
    """Nobody rises over his start, and nobody falls to it by being healed or lightly hurt (G8)."""
    hp.night()
    hp.open_day()
    hp.send("anna heal boris", "gunman damage medic", at="12:00", phase="day1")
    day = hp.close(acts=[hp.act("hp", "boris", "9:00", 150), hp.act("hp", "medic", "9:00", 150)])
    assert (hp_of(day, "boris"), hp_of(day, "medic")) == (150, 140)
    assert [(one.player, one.change) for one in day.public.hp_changes] == [("medic", -10), ("boris", 0)]
    night = hp.night("medic heal boris", "ninja damage medic")
    assert (hp_of(night, "boris"), hp_of(night, "medic")) == (150, 95)


def test_h18_who_takes_a_role_of_fewer_hp_keeps_those_he_has(table: Any, rulesets: Any) -> None:
    rules = rulesets["hp100"]
    roles = tuple(msgspec.structs.replace(role, hp=140) if role.id == "poisoner" else role for role in rules.roles)
    rules = msgspec.structs.replace(rules, roles=roles, successions=(Succession(role="gunman", heir="poisoner"),))
    game = table(rules, {"g": "gunman", "p": "poisoner", "m": "medic", "s": "sniper", "a": "townsman"})
    game.night()
    game.day("g")
    assert game.state.seat("p").role == "gunman"
    assert hp_of(game.night("m heal p"), "p") == 140
    assert hp_of(game.next_night("m heal p", "s damage p"), "p") == 130


def test_h18_a_heal_gives_as_much_as_is_missing(hp: Any) -> None:
    hp.night()
    hp.open_day()
    hp.send("anna heal boris", at="12:00", phase="day1")
    day = hp.close(acts=[hp.act("hp", "boris", "9:00", 96)])
    assert [(one.player, one.change) for one in day.public.hp_changes] == [("boris", 4)]


def late_abilities(rules: Any) -> Any:
    """The rule set with day abilities after the execution."""
    return msgspec.structs.replace(rules, health=msgspec.structs.replace(rules.health, day_abilities="after"))


def evening(table: Any, rules: Any, *said: str) -> Any:
    """The first day of a nurse, a bully and others, with what they do openly."""
    opened = {"n": "nurse", "b": "bully", "a": "citizen", "x": "citizen", "y": "citizen"}
    game = table(rules, {**dict.fromkeys(opened, "townsman"), "x": "maniac"}, opened)
    game.night()
    game.open_day()
    game.send(*said, at="12:00", phase="day1")
    return game


def test_h14_nothing_saves_the_executed_where_abilities_come_after(table: Any, rulesets: Any, look: Any) -> None:
    game = evening(table, late_abilities(rulesets["hp100"]), "n heal a", "b damage a")
    day = game.close("a")
    assert (look.dead(day), day.public.damage, hp_of(day, "a")) == ({"a": "votes"}, (("a", 100),), 0)
    assert (day.public.hp_changes, dict(day.public.health)["a"]) == ((), "dead")
    assert log(day, "too_late") == [("H6", "a", "n", None), ("H6", "a", "b", None)]


def test_h15_nothing_saves_from_a_split_where_abilities_come_after(table: Any, rulesets: Any, look: Any) -> None:
    game = evening(table, late_abilities(rulesets["hp100"]), "n heal a", "b damage y")
    day = game.close(split=("a", "y"), acts=[game.act("hp", "a", "9:00", 50)])
    assert (look.dead(day), hp_of(day, "a"), hp_of(day, "y")) == ({"a": "split"}, 0, 40)
    assert [(one.player, one.change) for one in day.public.hp_changes] == [("y", -10)]


def test_h18_a_heal_after_the_execution_helps_who_outlived_it(table: Any, rulesets: Any, look: Any) -> None:
    game = evening(table, late_abilities(rulesets["hp100"]), "n heal a")
    day = game.close(split=("a", "y"), acts=[game.act("hp", "a", "9:00", 51)])
    assert (look.dead(day), hp_of(day, "a"), dict(day.public.health)["a"]) == ({}, 11, "coma")


@pytest.fixture
def with_day_kill(rulesets: Any) -> Any:
    """hp100 where the bully kills by day."""
    rules = rulesets["hp100"]
    kill = (Kill(by="day", cause="blow"),)
    roles = tuple(msgspec.structs.replace(role, ability=kill) if role.id == "bully" else role for role in rules.roles)
    return msgspec.structs.replace(rules, roles=roles)


def test_h18_who_was_killed_by_day_has_no_hp_for_the_vote_to_take(table: Any, with_day_kill: Any, look: Any) -> None:
    game = evening(table, with_day_kill, "b kill a")
    day = game.close("a")
    assert (look.dead(day), day.public.damage, hp_of(day, "a")) == ({"a": "blow"}, (("a", 0),), 0)


def test_h14_the_vote_is_the_cause_where_the_kill_comes_after(table: Any, with_day_kill: Any, look: Any) -> None:
    game = evening(table, late_abilities(with_day_kill), "b kill a")
    day = game.close("a")
    assert (look.dead(day), day.public.damage, hp_of(day, "a")) == ({"a": "votes"}, (("a", 100),), 0)
    assert [(clause, name, by) for clause, name, by, _ in log(day, "out")] == [("H6", "a", "votes")]


def with_guests(rulesets: Any) -> Any:
    """hp100 with a guest who goes on visits and a guard who protects."""
    rules = rulesets["hp100"]
    guest = Role(id="guest", title="Guest", team="town", ability=(Visit(),))
    guard = Role(id="guard", title="Guard", team="town", ability=(Protect(),))
    order = ("guest.visit", "guard.protect", *rules.night.order)
    rules = msgspec.structs.replace(rules, roles=(*rules.roles, guest, guard))
    return msgspec.structs.replace(rules, night=msgspec.structs.replace(rules.night, order=order))


@pytest.mark.parametrize("immune", [False, True])
@pytest.mark.parametrize("players", [("host", "guest"), ("guest", "host")])
def test_h18_t14_47_protection_meets_host_and_guest(table: Any, rulesets: Any, players: Any, immune: bool) -> None:
    """But for one whose role it does nothing to: he is hurt beside the other."""
    rules, kinds = with_guests(rulesets), {"host": "townsman", "guest": "guest"}
    if immune:
        unsafe = [msgspec.structs.replace(one, immune=("guard.protect",)) for one in rules.roles if one.id == "guest"]
        rules = msgspec.structs.replace(rules, roles=(*(one for one in rules.roles if one.id != "guest"), *unsafe))
    game = table(rules, {**{name: kinds[name] for name in players}, "g": "guard", "s": "sniper"})
    night = game.night("guest visit host", "g protect host", "s damage host")
    assert (hp_of(night, "host"), hp_of(night, "guest")) == (100, 60 if immune else 100)
    protected = [name for name in players if name == "host" or not immune]
    assert log(night, "protected") == [("H18", name, "s", None) for name in protected]
    assert log(night, "hp") == ([("H18", "guest", "s", -40)] if immune else [])


def test_h18_protection_keeps_nobody_from_being_healed(table: Any, rulesets: Any) -> None:
    game = table(with_guests(rulesets), {"a": "townsman", "g": "guard", "s": "sniper", "m": "medic", "n": "ninja"})
    game.night("s damage a")
    assert hp_of(game.next_night("g protect a", "m heal a", "n damage a"), "a") == 90


def test_the_log_gives_the_clause_of_the_rule_set_itself(table: Any, rulesets: Any) -> None:
    rules = rulesets["hp100"]
    hurt = (Damage(amount=7, clause="X7"),)
    roles = tuple(msgspec.structs.replace(role, ability=hurt) if role.id == "sniper" else role for role in rules.roles)
    game = table(msgspec.structs.replace(rules, roles=roles), {"a": "townsman", "s": "sniper"})
    night = game.night("s damage a")
    assert log(night, "hp") == [("X7", "a", "s", -7)]
    assert log(night, "order_done") == [("X7", "a", "s", "sniper.damage")]


def test_damage_in_a_game_without_hp_is_told_and_not_played(table: Any, rulesets: Any) -> None:
    """Such a rule set is refused when it is read; played all the same, it ends in an error."""
    rules = rulesets["classic10"]
    brute = Role(id="brute", title="Brute", team="mafia", ability=(Damage(amount=10),))
    game = table(
        msgspec.structs.replace(rules, roles=(*rules.roles, brute)), {"x": "brute", **dict.fromkeys("abcd", "townsman")}
    )
    game.day()
    with pytest.raises(ValueError, match="night1: an ability changes the hp of a, and this rule set has none"):
        game.night("x damage a")


def test_h6_who_visits_the_executed_is_hurt_though_his_host_is_beyond_it(table: Any, rulesets: Any) -> None:
    rules = late_abilities(rulesets["hp100"])
    caller = Role(id="caller", title="Caller", open=True, ability=(Visit(by="day"),))
    opened = {"a": "citizen", "b": "bully", "c": "caller", "x": "citizen"}
    rules = msgspec.structs.replace(rules, roles=(*rules.roles, caller))
    game = table(rules, {**dict.fromkeys(opened, "townsman"), "x": "maniac"}, opened)
    game.night()
    game.open_day()
    game.send("c visit a", "b damage a", at="12:00", phase="day1")
    day = game.close("a")
    assert (hp_of(day, "a"), hp_of(day, "c")) == (0, 90)


def test_h1_an_open_role_may_say_the_hp_where_the_secret_one_does_not(table: Any, rulesets: Any) -> None:
    rules = rulesets["hp100"]
    own = {"maniac": 120, "bully": 80, "nurse": 70}
    roles = tuple(msgspec.structs.replace(role, hp=own.get(role.id)) for role in rules.roles)
    game = table(
        msgspec.structs.replace(rules, roles=roles),
        {"a": "townsman", "b": "townsman", "x": "maniac", "y": "maniac"},
        {"a": "bully", "b": "citizen", "x": "nurse"},
    )
    assert [seat.hp for seat in game.state.seats] == [80, 100, 120, 120]


@pytest.fixture
def frail(table: Any, rulesets: Any) -> Any:
    """hp100 where who has less than 10 hp is dead (H2 as a knob)."""
    rules = rulesets["hp100"]
    rules = msgspec.structs.replace(rules, health=msgspec.structs.replace(rules.health, states=(75, 50, 20, 10)))
    secret = {"anna": "townsman", "boris": "townsman", "g": "gunman", "s": "sniper", "n": "ninja"}
    return table(rules, secret, dict.fromkeys(secret, "citizen") | {"g": "bully"})


def test_h2_who_has_less_than_the_last_bound_is_dead_by_damage(frail: Any, look: Any) -> None:
    night = frail.night("g damage anna", "n damage anna", "s damage boris", "n damage anna")
    assert (look.dead(night), hp_of(night, "anna"), hp_of(night, "boris")) == ({"anna": "damage"}, 5, 60)


def test_g8_h2_whom_the_host_spares_is_not_left_less_than_the_last_bound(frail: Any, look: Any) -> None:
    night = frail.night("g damage anna", "n damage anna", result={})
    assert (look.dead(night), hp_of(night, "anna")) == ({}, 100)
    assert log(night, "spared") == [("G8", "anna", None, None)]
    frail.day()
    night = frail.night("g damage anna", "s damage anna", result={})
    assert (look.dead(night), hp_of(night, "anna")) == ({}, 10)


def test_g8_h2_hp_below_the_last_bound_by_the_hosts_hand_are_a_death(frail: Any, look: Any) -> None:
    frail.night()
    frail.open_day()
    acts = [frail.act("hp", "anna", "9:00", 9), frail.act("hp", "boris", "9:00", 10)]
    assert [one.player for one in frail.frame(acts).removals] == ["anna"]
    assert look.dead(frail.close(acts=acts)) == {"anna": "removed"}
    frail.night()
    frail.open_day()
    assert hp_of(frail.close(acts=[frail.act("revive", "anna", "9:00")]), "anna") == 100


@pytest.mark.parametrize(("left", "cause"), [(59, "split"), (60, None)])
def test_h15_h2_a_split_that_leaves_less_than_the_last_bound_kills(
    frail: Any, look: Any, left: int, cause: Any
) -> None:
    frail.night()
    frail.open_day()
    day = frail.close(split=("anna", "boris"), acts=[frail.act("hp", "anna", "9:00", left)])
    assert look.dead(day) == ({"anna": cause} if cause else {})


def test_h18_h2_a_blow_that_leaves_less_than_the_last_bound_is_the_cause(frail: Any, look: Any) -> None:
    frail.night()
    frail.open_day()
    frail.send("g damage anna", at="12:00", phase="day1")
    day = frail.close("anna", acts=[frail.act("hp", "anna", "9:00", 19)])
    assert (look.dead(day), day.public.damage) == ({"anna": "damage"}, (("anna", 0),))
