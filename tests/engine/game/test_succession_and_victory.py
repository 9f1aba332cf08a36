"""Who takes a vacant role, what passes to him, and who has won (T14-2, T14-3, T14-32, T14-33, C10, H22, G1, G8)."""

from __future__ import annotations

from typing import Any

import pytest


def test_t14_32_boss_out_the_bull_becomes_boss_and_loses_the_immunity(town: Any, look: Any) -> None:
    day = town.day("boss")
    assert look.learned(day, "bull") == [("new_role", "boss", None)]
    assert look.dead(town.night("maniac kill bull")) == {"bull": "maniac"}


def test_t14_32_boss_and_bull_out_the_lawyer_becomes_boss(town: Any, look: Any) -> None:
    town.kill_off("boss", "bull")
    night = town.night("lawyer kill anna", "lawyer check boris", "commissar check lawyer")
    assert look.dead(night) == {"anna": "mafia"}
    assert look.why(night) == ["not_your_role"]
    assert look.learned(night, "commissar") == [("role", "boss", "lawyer")]


def test_t14_32_the_actor_becomes_boss_only_as_the_last_of_the_mafia(town: Any, look: Any) -> None:
    town.kill_off("bull", "lawyer")
    town.night()
    day = town.day("boss")
    assert look.learned(day, "actor") == [("new_role", "boss", None)]
    night = town.night("actor kill anna", "commissar check actor")
    assert look.learned(night, "commissar") == [("role", "boss", "actor")]


def test_t14_32_two_actors_wait_until_one_is_left(table: Any, look: Any) -> None:
    plain = dict.fromkeys(("a", "b", "c", "d", "e", "f"), "townsman")
    game = table("town14", {"boss": "boss", "x": "actor", "y": "actor", **plain})
    assert dict(game.day("boss").host.roles)["x"] == "actor"
    game.night()
    assert dict(game.day("y").host.roles)["x"] == "boss"


def test_t14_32_orders_sent_under_the_old_role_lapse(town: Any, look: Any) -> None:
    town.open_day()
    town.send("lawyer check anna")
    town.close(acts=[town.act("remove", "boss", "21:00"), town.act("remove", "bull", "21:00")])
    night = town.night("lawyer kill boris")
    assert [(order.ability, str(order.fate)) for order in night.host.orders] == [("check", "lapsed"), ("kill", "done")]


def test_t14_33_the_order_of_a_voted_out_boss_passes_to_the_new_one_who_is_told(town: Any, look: Any) -> None:
    town.open_day()
    town.send("boss kill anna", at="22:00")
    day = town.close("boss")
    assert look.learned(day, "bull") == [("new_role", "boss", "anna")]
    night = town.night()
    assert look.dead(night) == {"anna": "mafia"}
    assert [(order.sender, order.inherited) for order in night.host.orders] == [("bull", True)]


def test_t14_33_the_new_boss_may_send_another_and_change_it_once(town: Any, look: Any) -> None:
    town.open_day()
    town.send("boss kill anna", at="22:00")
    town.close("boss")
    town.send("bull kill boris", at="23:05")
    town.send("bull kill vera", at="23:10")
    town.send("bull kill gleb", at="23:15")
    night = town.night()
    assert (look.dead(night), look.why(night)) == ({"vera": "mafia"}, ["second_change"])
    assert not look.fate(night, "bull").inherited


def test_t14_33_only_what_was_sent_before_the_votes_end_passes_on(town: Any, look: Any) -> None:
    town.day("boss")
    town.send("boss kill anna", at="23:10")
    night = town.night()
    assert (look.why(night), look.dead(night)) == (["dead"], {})


def test_t14_33_an_inherited_order_that_names_himself_is_a_skip(town: Any, look: Any) -> None:
    town.open_day()
    town.send("boss kill bull", at="22:00")
    town.close("boss")
    night = town.night()
    assert (look.fate(night, "bull").fate, look.dead(night)) == ("void_target", {})


def test_t14_33_a_drunk_at_his_home_stops_the_inherited_kill_too(town: Any, look: Any) -> None:
    town.open_day()
    town.send("boss kill anna", at="22:00")
    town.close("boss")
    night = town.night("drunk visit bull")
    assert (look.fate(night, "bull").fate, look.dead(night)) == ("blocked", {})


def test_t14_33_not_from_a_boss_who_is_removed(town: Any, look: Any) -> None:
    town.open_day()
    town.send("boss kill anna", at="20:00")
    day = town.close(acts=[town.act("remove", "boss", "21:00")])
    assert look.learned(day, "bull") == [("new_role", "boss", None)]
    night = town.night()
    assert (look.fate(night, "boss").fate, look.dead(night)) == ("lapsed", {})


def test_t14_2_town_wins_when_the_mafia_is_out(town: Any) -> None:
    town.kill_off("bull", "lawyer", "actor")
    town.night()
    assert town.day("boss").public.winner == "town"


def test_t14_3_more_mafia_than_town_wins_at_the_start_of_a_day_only(table: Any) -> None:
    game = table(
        "town14", {"boss": "boss", "x": "bull", "y": "actor", "a": "townsman", "b": "townsman", "c": "townsman"}
    )
    assert game.day("a").public.winner is None  # three against two, but it is evening
    assert game.night().public.winner == "mafia"


def test_t14_3_as_many_is_not_enough(table: Any) -> None:
    game = table("town14", {"boss": "boss", "x": "bull", "a": "townsman", "b": "townsman", "c": "townsman"})
    game.day("a")
    assert game.night().public.winner is None


@pytest.mark.parametrize("leaves", [None, "boss"])
def test_t14_3_one_to_one_after_the_vote_wins_at_once(table: Any, leaves: str | None) -> None:
    game = table("town14", {"boss": "boss", "a": "townsman", "b": "townsman"})
    day = game.day("b", leaves=leaves)
    assert day.public.winner == "mafia"
    assert day.host.leaves_next_morning is None  # after a victory there is no lot (G1)


def test_t14_3_nobody_of_the_town_left(table: Any) -> None:
    game = table("town14", {"boss": "boss", "x": "bull", "a": "townsman"})
    assert game.day("a").public.winner == "mafia"


def test_t14_3_nobody_left_is_a_draw(table: Any) -> None:
    game = table("town14", {"boss": "boss", "maniac": "maniac", "drunk": "drunk", "a": "townsman"})
    game.day("a", leaves="drunk")
    night = game.night("boss kill maniac", "maniac kill boss")
    assert (night.public.winner, len(night.public.deaths)) == ("draw", 3)


def test_g1_night_deaths_and_the_leaver_are_judged_together_once(table: Any, look: Any) -> None:
    game = table("town14", {"boss": "boss", "x": "bull", "a": "townsman", "b": "townsman", "c": "townsman"})
    game.day(leaves="x")
    night = game.night("boss kill a")
    assert look.dead(night) == {"x": "missed_day", "a": "mafia"}
    assert night.public.winner is None


def test_g1_after_a_victory_there_is_no_succession_no_night_and_no_day(table: Any) -> None:
    game = table("town14", {"boss": "boss", "x": "bull", "a": "townsman"})
    day = game.day("boss")
    assert day.public.winner == "mafia"
    assert (day.private, dict(day.host.roles)["x"]) == ((), "bull")
    with pytest.raises(ValueError, match="won"):
        game.night()
    with pytest.raises(ValueError, match="won"):
        game.day()


def test_g8_several_removed_at_once_are_judged_after_all_of_them(town: Any) -> None:
    out = [
        "boss",
        "bull",
        "lawyer",
        "actor",
        *("commissar", "doctor", "maniac", "drunk"),
        "anna",
        "boris",
        "vera",
        "gleb",
    ]
    town.open_day()
    day = town.close(acts=[town.act("remove", name, "12:00") for name in out])
    assert day.public.winner == "draw"


def test_g8_one_after_the_other_the_first_victory_ends_the_game(town: Any) -> None:
    town.open_day()
    acts = [town.act("remove", name, "12:00") for name in ("boss", "bull", "lawyer", "actor")]
    day = town.close("anna", acts=acts)
    assert (day.public.winner, day.public.out, day.host.ended_before_vote) == ("town", (), town.moment("12:00"))


def test_g8_the_host_can_bring_back_and_give_a_role(town: Any, look: Any) -> None:
    town.open_day()
    acts = [
        town.act("remove", "anna", "9:00"),
        town.act("revive", "anna", "10:00"),
        town.act("role", "anna", "11:00", "boss"),
    ]
    day = town.close(acts=acts)
    assert day.public.deaths == ()
    assert look.dead(town.night("anna kill boris")) == {"boris": "mafia"}


@pytest.mark.parametrize(
    ("do", "player", "value", "said"),
    [
        ("remove", "Nobody", None, "named"),
        ("revive", "anna", None, "in the game"),
        ("role", "anna", "wizard", "wizard"),
        ("hp", "anna", 5, "hp"),
    ],
)
def test_g8_an_act_that_cannot_be_is_refused(town: Any, do: str, player: str, value: Any, said: str) -> None:
    town.open_day()
    with pytest.raises(ValueError, match=said):
        town.close(acts=[town.act(do, player, "9:00", value)])


def test_t14_60_removal_in_the_night_counts_before_the_cut_off_and_after(town: Any, look: Any) -> None:
    town.day()
    night = town.night(
        "boss kill anna", acts=[town.act("remove", "boss", "23:30"), town.act("remove", "vera", "23:50")]
    )
    assert look.dead(night) == {"boss": "removed", "vera": "removed"}
    assert look.learned(night, "bull") == [("new_role", "boss", None)]


def test_c10_no_mafia_town_wins_as_many_mafia_wins(classic: Any) -> None:
    classic.day("maf1")
    classic.night()
    assert classic.day("maf2").public.winner == "town"


def test_c10_living_mafia_as_many_as_town(table: Any) -> None:
    game = table("classic10", {"maf": "mafioso", "x": "mafioso", "a": "townsman", "b": "townsman", "c": "doctor"})
    assert game.day("a").public.winner == "mafia"


def test_h22_a_clan_wins_when_only_its_members_live(table: Any) -> None:
    for role, team in (("gunman", "mafia"), ("ninja", "yakuza"), ("priest", "cult")):
        game = table("hp100", {"x": role, "a": "townsman", "b": "townsman"})
        game.night()
        game.day("a")
        assert game.state.winner is None
        game.night()
        assert game.day("b").public.winner == team


def test_h22_town_and_law_win_together_when_nobody_else_lives(table: Any) -> None:
    game = table("hp100", {"x": "maniac", "a": "townsman", "b": "officer"})
    game.night()
    assert game.day("x").public.winner == "town"


def test_h22_a_neutral_wins_alone_by_his_name_and_two_of_them_do_not(table: Any) -> None:
    game = table("hp100", {"x": "maniac", "y": "maniac", "a": "townsman"})
    game.night()
    assert game.day("a").public.winner is None
    game.night()
    assert game.day("y").public.winner == "x"


def test_h22_a_patient_in_coma_is_alive(table: Any) -> None:
    game = table("hp100", {"x": "gunman", "y": "maniac", "a": "townsman"})
    night = game.night("x damage a", "y damage a")
    assert night.public.winner is None  # dead: 100 - 50 - 60
    game = table("hp100", {"x": "gunman", "y": "sniper", "a": "ninja"})
    game.night("x damage a", "y damage a")
    assert game.day("y").public.winner is None


def test_h22_nobody_alive_is_a_draw(table: Any) -> None:
    game = table("hp100", {"x": "maniac", "a": "maniac"})
    game.night("x damage a", "a damage x")
    assert game.day(split=("x", "a")).public.winner == "draw"


def test_t14_33_the_order_of_a_boss_who_was_removed_that_day_goes_to_nobody(town: Any, look: Any) -> None:
    town.open_day()
    town.send("boss kill anna", at="11:00")
    day = town.close("bull", acts=[town.act("remove", "boss", "12:00")])
    assert look.learned(day, "lawyer") == [("new_role", "boss", None)]
    assert look.dead(town.night()) == {}
