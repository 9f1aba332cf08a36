"""The game of classic10 (C1 to C15)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest


def test_c1_two_mafiosi_eight_of_the_town(rulesets: Any) -> None:
    rules = rulesets["classic10"]
    deal = {role.id: role.count for role in rules.roles}
    assert deal == {"mafioso": 2, "townsman": 6, "commissar": 1, "doctor": 1}
    assert [team.id for team in rules.teams if team.mates] == ["mafia"]


def test_c3_the_one_voted_out_is_out_and_his_role_revealed(classic: Any, look: Any) -> None:
    day = classic.day("doctor")
    assert [(death.player, death.by, death.role) for death in day.public.deaths] == [("doctor", "votes", "doctor")]
    assert day.public.out == day.public.deaths


def test_c3_what_is_revealed_is_a_knob(table: Any, rulesets: Any) -> None:
    rules = rulesets["classic10"]
    roles = {"m": "mafioso", "a": "doctor", "b": "townsman", "c": "townsman", "d": "townsman"}
    for reveal, told in (("role", "doctor"), ("team", "town"), ("none", None)):
        night = msgspec.structs.replace(rules.night, reveal=reveal)
        game = table(msgspec.structs.replace(rules, night=night), roles)
        assert game.day("a").public.deaths[0].role == told


def test_c4_no_votes_nobody_is_out(classic: Any) -> None:
    day = classic.day()
    assert (str(day.public.verdict), day.public.deaths) == ("nobody", ())


def test_c7_one_kill_for_the_team_the_last_accepted_order_of_either_holds(classic: Any, look: Any) -> None:
    classic.open_day()
    classic.send("maf1 kill anna", at="20:00")
    classic.send("maf2 kill boris", at="21:00")
    classic.close()
    night = classic.night()
    assert look.dead(night) == {"boris": "mafia"}
    assert [order.sender for order in night.host.orders] == ["maf2"]


def test_c7_a_jailed_senders_order_lapses_and_the_partners_stands(classic: Any, look: Any) -> None:
    classic.open_day()
    classic.send("maf2 kill boris", at="20:00")
    classic.send("maf1 kill anna", at="21:00")
    classic.close("maf1")
    night = classic.night()
    assert look.dead(night) == {"boris": "mafia"}
    assert look.fate(night, "maf1").fate == "lapsed"


@pytest.mark.parametrize(("jailed", "sender"), [("maf1", "maf2"), ("maf2", "maf1")])
def test_c7_what_both_have_ordered_stands_whoever_of_them_is_jailed(
    classic: Any, look: Any, jailed: str, sender: str
) -> None:
    classic.open_day()
    classic.send("maf1 kill anna", at="20:00")
    classic.send("maf2 kill anna", at="21:00")
    classic.close(jailed)
    night = classic.night()
    assert look.dead(night) == {"anna": "mafia"}
    assert [(order.sender, str(order.fate)) for order in night.host.orders] == [
        (name, "lapsed" if name == jailed else "done") for name in ("maf1", "maf2")
    ]
    assert night.host.refused == ()


def test_c7_g4_a_partners_repetition_is_no_change_of_his(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["classic10"]
    once = msgspec.structs.replace(rules, night=msgspec.structs.replace(rules.night, changes=1))
    game = table(once, {"maf1": "mafioso", "maf2": "mafioso", **dict.fromkeys("abcdef", "townsman")})
    game.day()
    for at, text in enumerate(("maf1 kill a", "maf2 kill a", "maf2 kill b", "maf2 kill c"), 10):
        game.send(text, at=f"23:{at}")
    night = game.night()
    assert (look.dead(night), look.why(night)) == ({"c": "mafia"}, [])


def test_c7_not_the_own_team_and_nobody_is_allowed(classic: Any, look: Any) -> None:
    classic.day()
    night = classic.night("maf1 kill maf2")
    assert (look.why(night), look.dead(night)) == (["own_team"], {})


def test_c7_the_victims_role_is_shown(classic: Any) -> None:
    classic.day()
    night = classic.night("maf1 kill commissar")
    assert [(death.player, death.by, death.role) for death in night.public.deaths] == [
        ("commissar", "mafia", "commissar")
    ]


def test_c8_healed_and_attacked_lives_and_the_doctor_alone_is_told(classic: Any, look: Any) -> None:
    classic.day()
    night = classic.night("maf1 kill doctor", "doctor heal doctor")
    assert look.dead(night) == {}
    assert look.learned(night, "doctor") == [("heal", "one", None)]
    assert night.public.announcements == ()


def test_c8_never_the_same_one_on_two_successive_nights(classic: Any, look: Any) -> None:
    classic.day()
    assert look.learned(classic.night("doctor heal anna"), "doctor") == [("heal", "not_needed", None)]
    night = classic.next_night("doctor heal anna")
    assert (look.why(night), look.learned(night, "doctor")) == (["same_as_last_night"], [("heal", "none", None)])


def test_c8_the_result_may_be_public_instead(table: Any, rulesets: Any, look: Any) -> None:
    rules = rulesets["classic10"]
    public = msgspec.structs.replace(rules, night=msgspec.structs.replace(rules.night, doctor_result="public"))
    game = table(public, {"m": "mafioso", "doc": "doctor", "a": "townsman", "b": "townsman", "c": "townsman"})
    game.day()
    night = game.night("m kill a", "doc heal a")
    assert (look.told(night, "doctor"), look.learned(night, "doc")) == (["one"], [])


def test_c9_the_commissar_learns_yes_or_no_and_only_he(classic: Any, look: Any) -> None:
    classic.day()
    night = classic.night("commissar check maf1")
    assert look.learned(night, "commissar") == [("team", True, "maf1")]
    assert [answer.to for answer in night.private] == ["commissar", "doctor"]
    assert look.learned(classic.next_night("commissar check anna"), "commissar") == [("team", False, "anna")]


def test_c12_the_game_starts_with_a_day(rulesets: Any) -> None:
    first = {name: rules.day.first for name, rules in rulesets.items()}
    assert first == {"classic10": "day", "town14": "day", "hp100": "night"}


def test_c15_the_morning_never_tells_of_checks(classic: Any) -> None:
    classic.day()
    night = classic.night("commissar check maf1", "maf1 kill anna")
    assert night.public.announcements == ()
    assert [death.player for death in night.public.deaths] == ["anna"]
    assert classic.next_night().public.deaths == ()
