"""Kinds of abilities that the shipped rule sets leave out or use in one way only."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.roles import Block, CheckDeeds, CheckTeam, Damage, Heal, Kill, Protect, Role
from engine.rules import Rules

FOES = {"k": "killer", "g": "guard", "a": "townsman", "b": "townsman", "c": "townsman"}


@pytest.fixture
def with_guard(rulesets: Any) -> Any:
    """A rule set with a killer and a guard who has the given ability."""

    def make(ability: Any, base: str = "classic10") -> Rules:
        rules = rulesets[base]
        attack = Damage(amount=60) if rules.health else Kill()
        roles = (
            Role(id="killer", title="Killer", team="mafia", ability=(attack,)),
            Role(id="guard", title="Guard", team="town", ability=(ability,)),
            *(role for role in rules.roles if role.id == "townsman"),
        )
        night = msgspec.structs.replace(rules.night, order=())
        return msgspec.structs.replace(rules, roles=roles, night=night, announces=())

    return make


def test_protect_nothing_kills_the_target(table: Any, with_guard: Any, look: Any) -> None:
    game = table(with_guard(Protect()), FOES)
    game.day()
    night = game.night("k kill a", "g protect a")
    assert (look.dead(night), night.host.saved) == ({}, ())
    assert look.dead(game.next_night("k kill a", "g protect b")) == {"a": "mafia"}


def test_protect_nothing_hurts_the_target(table: Any, with_guard: Any) -> None:
    game = table(with_guard(Protect(), "hp100"), FOES)
    host = game.night("k damage a", "g protect a").host
    assert dict(host.hp)["a"] == 100
    assert [(one.clause, one.player, one.cause) for one in host.log if one.what == "protected"] == [("H18", "a", "k")]
    assert dict(game.next_night("k damage a").host.hp)["a"] == 40


def test_block_stops_a_kill_without_costing_the_turn(table: Any, with_guard: Any, look: Any) -> None:
    game = table(with_guard(Block()), FOES)
    game.day()
    night = game.night("k kill a", "g block k")
    assert (look.dead(night), look.fate(night, "k").fate, look.fate(night, "k").spent) == ({}, "blocked", False)


def test_check_deeds_without_the_role(table: Any, with_guard: Any, look: Any) -> None:
    game = table(with_guard(CheckDeeds(role=False)), FOES)
    game.day()
    ((kind, deeds, target),) = look.learned(game.night("k kill a", "g check k"), "g")
    assert (kind, [deed.target for deed in deeds], target) == ("deeds", ["a"], "k")


def test_a_check_by_day_is_answered_in_the_evening(table: Any, with_guard: Any, look: Any) -> None:
    game = table(with_guard(CheckTeam(by="day")), FOES)
    game.open_day()
    game.send("g check k", at="12:00")
    assert look.learned(game.close(), "g") == [("team", "mafia", "k")]


def test_a_kill_by_day_takes_effect_in_the_evening(table: Any, with_guard: Any, look: Any) -> None:
    game = table(with_guard(Kill(by="day", cause="shot")), FOES)
    game.open_day()
    game.send("g kill a", at="12:00")
    day = game.close("b")
    assert look.dead(day) == {"a": "shot", "b": "votes"}
    assert [(one.clause, one.player) for one in day.host.log if one.what == "out"] == [("H18", "a"), ("G1", "b")]
    assert game.state.seat("a").gone.at == game.moment("23:00")


def test_a_heal_by_day_saves_from_a_kill_by_day(table: Any, with_guard: Any, look: Any) -> None:
    rules = with_guard(Heal(by="day"))
    killer, *others = rules.roles
    killer = msgspec.structs.replace(killer, ability=(Kill(by="day"),))
    game = table(msgspec.structs.replace(rules, roles=(killer, *others)), FOES)
    game.open_day()
    game.send("g heal a", "k kill a", at="12:00")
    day = game.close()
    assert (look.dead(day), day.host.saved) == ({}, ("a",))


def test_a_kill_takes_all_hp_where_there_are_any(table: Any, with_guard: Any, look: Any) -> None:
    game = table(with_guard(Kill(), "hp100"), FOES)
    night = game.night("g kill a")
    assert (look.dead(night), dict(night.host.hp)["a"], dict(night.public.health)["a"]) == ({"a": "town"}, 0, "dead")


def test_in_hospital_an_ability_may_say_that_it_works(table: Any, with_guard: Any) -> None:
    for allowed, hp in ((True, 40), (False, 100)):
        game = table(with_guard(Damage(amount=60, in_hospital=allowed), "hp100"), FOES)
        game.night("k damage g")
        game.day()
        assert dict(game.night("g damage b").host.hp)["b"] == hp


def test_own_team_and_in_a_row_and_repeat_are_limits_of_any_kind(table: Any, with_guard: Any, look: Any) -> None:
    game = table(with_guard(Protect(own_team=False, in_a_row=2, repeat=False)), FOES)
    game.day()
    assert look.why(game.night("g protect a")) == ["own_team"]
    assert look.why(game.next_night("g protect k")) == []
    assert look.why(game.next_night("g protect k")) == ["same_as_last_night"]
