"""The night of town14, sentence by sentence (T14-30 to T14-53)."""

from __future__ import annotations

from typing import Any

import pytest


def test_t14_30_the_boss_kills_and_need_not(town: Any, look: Any) -> None:
    town.day()
    assert look.dead(town.night("boss kill anna")) == {"anna": "mafia"}
    assert look.dead(town.next_night()) == {}


def test_t14_31_the_bull_is_immune_to_the_maniac_alone(town: Any, look: Any) -> None:
    town.day()
    night = town.night("maniac kill bull")
    assert look.dead(night) == {}
    assert (look.fate(night, "maniac").fate, look.fate(night, "maniac").spent) == ("immune", False)
    assert look.dead(town.next_night("boss kill bull")) == {"bull": "mafia"}


def test_t14_34_the_lawyer_learns_role_and_deeds(town: Any, look: Any) -> None:
    town.day()
    night = town.night("lawyer check doctor", "doctor heal anna")
    deeds = [(deed.ability, deed.target) for deed in look.learned(night, "lawyer")[1][1]]
    assert look.learned(night, "lawyer")[0] == ("role", "doctor", "doctor")
    assert deeds == [("heal", "anna")]


def test_t14_34_a_passive_role_has_no_deeds_and_an_idle_one_an_empty_list(town: Any, look: Any) -> None:
    town.day()
    assert look.learned(town.night("lawyer check anna"), "lawyer") == [("role", "townsman", "anna")]
    town.next_night()
    night = town.next_night("lawyer check maniac")
    assert look.learned(night, "lawyer") == [("role", "maniac", "maniac"), ("deeds", (), "maniac")]


def test_t14_34_an_action_that_met_nobody_is_a_deed_a_skip_is_none(town: Any, look: Any) -> None:
    town.day()
    night = town.night("drunk visit anna", "maniac kill drunk", "lawyer check maniac")
    assert [deed.target for deed in look.learned(night, "lawyer")[1][1]] == ["drunk"]
    town.next_night()
    night = town.next_night("maniac kill bull", "lawyer check maniac")
    assert look.learned(night, "lawyer")[1] == ("deeds", (), "maniac")


def test_t14_34_never_on_two_successive_nights(town: Any, look: Any) -> None:
    town.day()
    town.night("lawyer check anna")
    assert look.why(town.next_night("lawyer check boris")) == ["two_nights_running"]
    assert look.why(town.next_night("lawyer check boris")) == []


def test_t14_35_the_commissar_takes_the_actor_for_a_townsman_the_lawyer_does_not(town: Any, look: Any) -> None:
    town.day()
    night = town.night("commissar check actor", "lawyer check actor")
    assert look.learned(night, "commissar") == [("role", "townsman", "actor")]
    assert look.learned(night, "lawyer") == [("role", "actor", "actor")]


def test_t14_40_the_commissar_learns_the_role_every_night(town: Any, look: Any) -> None:
    town.day()
    assert look.learned(town.night("commissar check boss"), "commissar") == [("role", "boss", "boss")]
    assert look.learned(town.next_night("commissar check drunk"), "commissar") == [("role", "drunk", "drunk")]


def test_t14_41_whether_commissar_and_lawyer_got_information_is_announced(town: Any, look: Any) -> None:
    town.day()
    night = town.night("commissar check boss")
    told = {line.role: line.value for line in night.public.announcements if line.kind == "informed"}
    assert told == {"commissar": True, "lawyer": False}


def test_t14_41_not_for_a_role_that_nobody_held_at_the_cut_off(town: Any, look: Any) -> None:
    town.day("commissar")
    kinds = [(line.kind, line.role) for line in town.night("boss kill doctor").public.announcements]
    assert ("informed", "commissar") not in kinds
    assert ("doctor", None) in kinds  # he was killed, but held his role at the cut-off
    assert ("doctor", None) not in [(line.kind, line.role) for line in town.next_night().public.announcements]


def test_t14_42_attacked_and_healed_lives(town: Any, look: Any) -> None:
    town.day()
    night = town.night("boss kill anna", "doctor heal anna")
    assert (look.dead(night), night.host.saved, look.told(night, "doctor")) == ({}, ("anna",), ["one"])


def test_t14_42_the_doctor_never_heals_the_same_one_twice_running_himself_included(town: Any, look: Any) -> None:
    town.day()
    town.night("doctor heal doctor")
    assert look.why(town.next_night("doctor heal doctor")) == ["same_as_last_night"]
    assert look.why(town.next_night("doctor heal doctor")) == []


def test_t14_42_a_guest_cured_with_his_host_may_be_healed_next_night(town: Any, look: Any) -> None:
    town.day()
    town.night("drunk visit anna", "doctor heal anna")
    assert look.why(town.next_night("doctor heal drunk")) == []


def test_t14_43_a_doctor_who_heals_himself_ignores_the_drunk_and_cures_both(town: Any, look: Any) -> None:
    town.day()
    night = town.night("drunk visit doctor", "doctor heal doctor", "boss kill doctor")
    assert (look.dead(night), night.host.saved, look.told(night, "doctor")) == ({}, ("doctor", "drunk"), ["two"])
    night = town.next_night("drunk visit doctor", "doctor heal anna", "boss kill anna")
    assert look.fate(night, "doctor").fate == "blocked"
    assert look.dead(night) == {"anna": "mafia"}


def test_t14_44_the_maniac_never_hunts_on_two_successive_nights(town: Any, look: Any) -> None:
    town.day()
    assert look.dead(town.night("maniac kill anna")) == {"anna": "maniac"}
    assert look.why(town.next_night("maniac kill boris")) == ["two_nights_running"]


def test_t14_44_the_bull_costs_him_no_turn_but_a_bull_become_boss_is_a_boss(town: Any, look: Any) -> None:
    town.day()
    town.night("maniac kill bull")
    town.day("boss")
    night = town.night("maniac kill bull")
    assert look.why(night) == []
    assert look.dead(night) == {"bull": "maniac"}


def test_t14_45_the_drunk_blocks_his_host_whose_turn_stays_unused(town: Any, look: Any) -> None:
    town.day()
    night = town.night("drunk visit maniac", "maniac kill anna")
    assert look.dead(night) == {}
    assert (look.fate(night, "maniac").fate, look.fate(night, "maniac").spent) == ("blocked", False)
    assert look.why(town.next_night("maniac kill anna")) == []


def test_t14_45_the_drunk_never_visits_on_three_successive_nights(town: Any, look: Any) -> None:
    town.day()
    town.night("drunk visit anna")
    assert look.why(town.next_night("drunk visit boris")) == []
    assert look.why(town.next_night("drunk visit vera")) == ["three_nights_running"]
    assert look.why(town.next_night("drunk visit vera")) == []


def test_t14_46_who_seeks_the_absent_drunk_finds_nobody_and_spends_his_turn(town: Any, look: Any) -> None:
    town.day()
    night = town.night("drunk visit anna", "maniac kill drunk", "commissar check drunk")
    assert look.dead(night) == {}
    assert (look.fate(night, "maniac").fate, look.fate(night, "maniac").spent) == ("not_found", True)
    assert look.learned(night, "commissar") == []
    assert look.why(town.next_night("maniac kill anna")) == ["two_nights_running"]


def test_t14_46_a_blocked_player_seeks_nobody(town: Any, look: Any) -> None:
    town.day()
    night = town.night("drunk visit maniac", "maniac kill drunk")
    assert look.fate(night, "maniac").fate == "blocked"
    assert look.told(night, "not_at_home") == []


def test_t14_46_a_visit_that_is_a_skip_leaves_the_drunk_at_home(town: Any, look: Any) -> None:
    town.open_day()
    town.send("drunk visit anna")
    town.close("anna")
    night = town.night("boss kill drunk")
    assert look.dead(night) == {"drunk": "mafia"}
    assert look.told(night, "drinking") == []


@pytest.mark.parametrize("healed", [False, True])
def test_t14_47_who_comes_to_the_host_hits_the_guest_too(town: Any, look: Any, healed: bool) -> None:
    town.day()
    orders = ["drunk visit anna", "boss kill anna", "commissar check anna", *["doctor heal anna"] * healed]
    night = town.night(*orders)
    assert look.dead(night) == ({} if healed else {"drunk": "mafia", "anna": "mafia"})
    assert look.learned(night, "commissar") == [("role", "drunk", "drunk"), ("role", "townsman", "anna")]
    assert look.told(night, "doctor") == (["two"] if healed else ["none"])


def test_t14_47_the_bull_stays_immune_his_guest_does_not_and_the_turn_is_spent(town: Any, look: Any) -> None:
    town.day()
    night = town.night("drunk visit bull", "maniac kill bull")
    assert look.dead(night) == {"drunk": "maniac"}
    assert (look.fate(night, "maniac").fate, look.fate(night, "maniac").spent) == ("done", True)


def test_t14_48_drinking_and_not_at_home_are_announced_without_names(town: Any, look: Any) -> None:
    town.day()
    night = town.night("drunk visit anna", "boss kill drunk", "commissar check drunk")
    lines = [line for line in night.public.announcements if line.kind in ("drinking", "not_at_home")]
    assert [line.kind for line in lines] == ["drinking", "not_at_home"]
    assert all(line.role is None and line.player is None for line in lines)


@pytest.mark.parametrize("guest", [False, True])
def test_t14_49_two_killers_at_one_home_shoot_at_each_other(town: Any, look: Any, guest: bool) -> None:
    town.day()
    night = town.night("boss kill actor", "maniac kill actor", *["drunk visit actor"] * guest)
    assert look.dead(night) == {}
    assert look.told(night, "shootout") == ["actor"]
    assert all(look.fate(night, name).spent for name in ("boss", "maniac"))


def test_t14_49_not_over_the_absent_drunk(town: Any, look: Any) -> None:
    town.day()
    night = town.night("drunk visit anna", "boss kill drunk", "maniac kill drunk")
    assert (look.dead(night), look.told(night, "shootout"), look.told(night, "not_at_home")) == ({}, [], [True])


def test_t14_49_at_the_bulls_home_the_maniac_skips_and_the_kill_stands(town: Any, look: Any) -> None:
    town.day()
    night = town.night("boss kill bull", "maniac kill bull")
    assert (look.dead(night), look.told(night, "shootout")) == ({"bull": "mafia"}, [])
    assert not look.fate(night, "maniac").spent


def test_t14_49_with_a_guest_at_the_bulls_home_it_is_a_shootout(town: Any, look: Any) -> None:
    town.day()
    night = town.night("boss kill bull", "maniac kill bull", "drunk visit bull")
    assert (look.dead(night), look.told(night, "shootout")) == ({}, ["bull"])


@pytest.mark.parametrize("healed", [None, "boss", "maniac"])
def test_t14_49_killers_who_go_for_each_other_both_die_unless_cured(town: Any, look: Any, healed: str | None) -> None:
    town.day()
    night = town.night("boss kill maniac", "maniac kill boss", *([f"doctor heal {healed}"] if healed else []))
    assert look.dead(night) == {name: "shootout" for name in ("boss", "maniac") if name != healed}
    assert look.told(night, "shootout") == []
    assert look.told(night, "doctor") == (["one"] if healed else ["none"])


@pytest.mark.parametrize(
    ("orders", "out"),
    [
        (("boss kill maniac", "maniac kill anna"), {"maniac": "mafia", "anna": "maniac"}),
        (("boss kill anna", "maniac kill boss"), {"anna": "mafia", "boss": "maniac"}),
    ],
)
def test_t14_49_where_one_killer_goes_for_the_other_it_is_no_shootout(
    town: Any, look: Any, orders: Any, out: Any
) -> None:
    town.day()
    assert look.dead(town.night(*orders)) == out


def test_t14_49_a_cure_where_the_shootout_left_everybody_alive_was_not_needed(town: Any, look: Any) -> None:
    town.day()
    night = town.night("boss kill anna", "maniac kill anna", "doctor heal anna")
    assert (night.host.saved, look.told(night, "doctor")) == ((), ["not_needed"])


def test_t14_49_two_kills_of_two_people_are_no_shootout(town: Any, look: Any) -> None:
    town.day()
    assert look.dead(town.night("boss kill anna", "maniac kill boris")) == {"anna": "mafia", "boris": "maniac"}


def test_t14_50_the_doctors_announcement(town: Any, look: Any) -> None:
    town.day()
    assert look.told(town.night(), "doctor") == ["none"]
    assert look.told(town.next_night("doctor heal anna"), "doctor") == ["not_needed"]
    night = town.next_night("doctor heal drunk", "drunk visit boris", "boss kill boris")
    assert (look.told(night, "doctor"), look.dead(night)) == (["not_needed"], {"drunk": "mafia", "boris": "mafia"})


def test_t14_50_whose_order_was_a_skip_healed_nobody(town: Any, look: Any) -> None:
    town.open_day()
    town.send("doctor heal anna")
    town.close("anna")
    night = town.night()
    assert (look.told(night, "doctor"), look.fate(night, "doctor").fate) == (["none"], "void_target")


def test_t14_50_two_saved_when_two_attackers_came_to_one_home_by_two_ways(town: Any, look: Any) -> None:
    town.day()
    night = town.night("drunk visit bull", "maniac kill bull", "doctor heal bull")
    assert (look.told(night, "doctor"), night.host.saved) == (["one"], ("drunk",))


def test_t14_51_who_is_killed_still_acts_in_that_night(town: Any, look: Any) -> None:
    town.day()
    night = town.night("boss kill commissar", "maniac kill doctor", "commissar check boss", "doctor heal anna")
    assert look.learned(night, "commissar") == [("role", "boss", "boss")]
    assert look.told(night, "doctor") == ["not_needed"]
    assert look.dead(night) == {"commissar": "mafia", "doctor": "maniac"}


@pytest.mark.parametrize("said", ["maniac kill anna", "lawyer check anna", "doctor heal anna"])
def test_t14_52_a_blocked_night_leaves_the_turn_unused(town: Any, look: Any, said: str) -> None:
    town.day()
    night = town.night(said, f"drunk visit {said.split()[0]}")
    assert look.fate(night, said.split()[0]).fate == "blocked"
    assert look.why(town.next_night(said)) == []


def test_t14_52_a_visit_that_was_a_skip_does_not_count_for_the_drunk(town: Any, look: Any) -> None:
    town.day()
    town.night("drunk visit boris")
    town.open_day()
    town.send("drunk visit anna")
    town.close("anna")
    town.night()
    assert look.why(town.next_night("drunk visit boris")) == []


def test_t14_53_the_one_who_leaves_still_acts_as_what_he_is(town: Any, look: Any) -> None:
    town.day(leaves="boss")
    night = town.night("boss kill anna")
    assert look.dead(night) == {"anna": "mafia", "boss": "missed_day"}
    assert look.learned(night, "bull") == [("new_role", "boss", None)]


def test_t14_53_killed_that_night_the_attack_is_his_cause_and_cured_he_still_leaves(town: Any, look: Any) -> None:
    town.day(leaves="drunk")
    assert look.dead(town.night("drunk visit anna", "boss kill anna"))["drunk"] == "mafia"


def test_t14_53_cured_he_still_leaves(town: Any, look: Any) -> None:
    town.day(leaves="drunk")
    night = town.night("drunk visit anna", "boss kill anna", "doctor heal anna")
    assert look.dead(night) == {"drunk": "missed_day"}
    assert ("missed_day", "drunk") in [(line.kind, line.player) for line in night.public.announcements]
