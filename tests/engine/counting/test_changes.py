"""`[changes]` and what ends a day by votes: each act in its place, one for each post (V3), with removals between."""

from __future__ import annotations

from typing import Any

import pytest

from engine.counts import By, Needs, Verdict, Why
from engine.day import Removal
from engine.posts import Mark
from engine.rules import ChangeStage
from engine.times import Resolution

RED = "#ff0000"


@pytest.mark.parametrize(("at", "target"), [("20:59", "Вера"), ("21:00", "Борис")])
def test_changes_stages_begin_with_their_very_moment(table: Any, targets: Any, at: str, target: str) -> None:
    table.knobs("changes", stages=(ChangeStage(minutes_left=60, limit=0),))
    table.post("Аня", "10:00", "Борис", resolution=Resolution.MINUTE)
    table.post("Аня", at, "Вера", resolution=Resolution.MINUTE)
    assert targets(table.count()) == {"Аня": target}


def test_changes_stages_count_those_of_their_very_moment(table: Any, targets: Any) -> None:
    table.knobs("changes", stages=(ChangeStage(minutes_left=60, limit=1),))
    table.post("Аня", "10:00", "Борис")
    table.post("Аня", "21:00", "Вера")
    table.post("Аня", "21:30", "Гена")
    assert targets(table.count()) == {"Аня": "Вера"}


def test_v3_changes_limit_of_several_marks_of_one_post_only_the_last_is_a_vote(table: Any, targets: Any) -> None:
    table.knobs("changes", limit=0)
    table.post("Аня", "10:00", "Борис", "Вера")
    assert targets(table.count()) == {"Аня": "Вера"}


def test_v13_changes_limit_two_open_marks_of_one_post(table: Any) -> None:
    table.knobs("changes", limit=1)
    post = table.post("Аня", "10:00", "Борис или Вера", "Вера или Гена")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.text) for one in counted.rulings_needed] == [
        (post, "Борис или Вера"),
        (post, "Вера или Гена"),
    ]


def test_changes_over_costs_every_mark_of_the_day(table: Any, why: Any) -> None:
    table.knobs("changes", limit=1, over="missed")
    posts = [table.post("Аня", f"1{hour}:00", name) for hour, name in enumerate(("Борис", "Вера", "Гена"))]
    counted = table.count()
    assert why(counted) == dict.fromkeys(posts, Why.CHANGES_SPENT)
    assert counted.no_ballot[0] == "Аня"


def test_v13_changes_over_an_open_mark_that_may_cost_the_ballot_is_asked_about(table: Any) -> None:
    """If Аня's first mark counts, her last one is the second change; then she has no ballot, and no mark stands."""
    table.knobs("changes", limit=1, over="missed")
    unsure = table.post("Аня", "10:00", "Борис или Гена")
    table.post("Аня", "11:00", "Вера")
    table.post("Аня", "12:00", "Дина")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [one.post for one in counted.rulings_needed] == [unsure]


# --- early ends -------------------------------------------------------------------------------------------------------


def hammer(table: Any, **knobs: Any) -> None:
    table.knobs("deciding", rule="majority", hammer=True, **knobs)


def test_g8_deciding_hammer_who_comes_back_makes_the_majority_another(table: Any, clock: Any, targets: Any) -> None:
    """Three of the five living would be a majority; when the third votes, six are in the game."""
    hammer(table)
    table.frame(out=frozenset({"Дина"}), revivals=(Removal("Дина", clock("10:02")),))
    for voter, at in (("Аня", "10:00"), ("Борис", "10:01"), ("Вера", "10:03")):
        table.post(voter, at, "Егор")
    assert table.count("12:00").at_post is None
    own = table.post("Дина", "10:04", "Егор")
    counted = table.count("12:00")
    assert (counted.at_post, targets(counted)["Дина"]) == (own, "Егор")


def test_g8_deciding_hammer_a_removal_may_make_it_fall_on_whom_the_last_vote_does_not_name(
    table: Any, clock: Any
) -> None:
    hammer(table)
    for place, (voter, target) in enumerate((("Аня", "Егор"), ("Борис", "Егор"), ("Вера", "Егор"), ("Гена", "Аня"))):
        last = table.post(voter, f"10:0{place}", target)
    table.frame(removals=(Removal("Дина", clock("11:00")),))
    counted = table.count("12:00")
    assert (counted.by, counted.out, counted.at_post) == (By.HAMMER, ("Егор",), last)
    assert (table.count("10:59").by, table.count("11:00").by) == (None, By.HAMMER)


def test_deciding_hammer_that_all_have_voted_ends_nothing_by_itself(table: Any) -> None:
    hammer(table)
    for place, voter in enumerate(("Аня", "Борис", "Вера", "Гена", "Дина", "Егор")):
        table.post(voter, f"10:0{place}", "Егор" if place < 3 else "Аня")
    assert table.count("12:00").at_post is None
    fourth = table.post("Гена", "11:00", "Егор")
    assert (table.count("12:00").at_post, table.count("12:00").out) == (fourth, ("Егор",))


def test_v8_deciding_hammer_abstentions_end_nothing(table: Any) -> None:
    hammer(table, no_lynch="abstention")
    table.knobs("votes", no_lynch=("никого",))
    for place, voter in enumerate(("Аня", "Борис", "Вера", "Гена", "Дина")):
        table.post(voter, f"10:0{place}", "никого")
    assert table.count("12:00").at_post is None


def test_v14_deciding_closes_all_final_when_the_last_who_was_not_is_removed_between_two_votes(
    table: Any, clock: Any
) -> None:
    table.knobs("deciding", closes="all-final")
    table.knobs("votes", final=("досрочно",))
    final = [
        table.post(voter, f"10:0{place}", Mark("Егор", colour=RED, after="досрочно"))
        for place, voter in enumerate(("Аня", "Борис", "Вера", "Гена", "Егор"))
    ]
    table.frame(removals=(Removal("Дина", clock("11:00")),))
    table.post("Аня", "12:00", "Вера")
    counted = table.count("13:00")
    assert (counted.out, counted.at_post) == (("Егор",), final[-1])


def test_v14_deciding_closes_all_final_with_a_removal_before_the_last_final_vote(table: Any, clock: Any) -> None:
    table.knobs("deciding", closes="all-final")
    table.knobs("votes", final=("досрочно",))
    table.frame(removals=(Removal("Дина", clock("10:02:30")),))
    final = [
        table.post(voter, f"10:0{place}", Mark("Егор", colour=RED, after="досрочно"))
        for place, voter in enumerate(("Аня", "Борис", "Вера", "Гена", "Егор"))
    ]
    assert table.count("12:00").at_post == final[-1]


# --- the order of one voter's marks -----------------------------------------------------------------------------------


def test_e1_a_vote_between_a_post_and_its_edit_is_the_earlier_one(table: Any, targets: Any) -> None:
    edited = table.post("Вера", "10:00", "Аня", edited="15:00")
    table.seen_before("14:00", "Гена")
    table.post("Вера", "12:00", "Борис")
    counted = table.count()
    assert (counted.first.ballots[0].post, targets(counted), counted.rulings_needed) == (edited, {"Вера": "Аня"}, ())


def test_e1_of_two_edited_posts_the_one_edited_last_holds(table: Any, targets: Any) -> None:
    edited = table.post("Вера", "10:00", "Аня", edited="16:00")
    table.seen_before("14:00", "Гена")
    table.post("Вера", "11:00", "Борис", edited="15:00")
    table.seen_before("14:00", "Дина")
    counted = table.count()
    assert (counted.first.ballots[0].post, targets(counted), counted.rulings_needed) == (edited, {"Вера": "Аня"}, ())


def test_v7_of_two_posts_in_one_minute_the_later_one_in_the_thread_holds_however_closely_each_is_known(
    table: Any, targets: Any
) -> None:
    table.post("Вера", "10:00", "Аня", resolution=Resolution.MINUTE, seen="10:00:40")
    table.post("Вера", "10:00", "Борис", resolution=Resolution.MINUTE)
    counted = table.count()
    assert (targets(counted), counted.verdict, counted.rulings_needed) == ({"Вера": "Борис"}, Verdict.OUT, ())


def test_e8_a_part_merged_in_at_an_unknown_time_is_asked_about_where_it_could_be_the_vote(
    table: Any, make_body: Any
) -> None:
    merged = table.post("Вера", "10:00", content=make_body("Аня", late_at=None, late=["Гена"]))
    table.post("Вера", "12:00", "Борис")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.text, one.why) for one in counted.rulings_needed] == [(merged, "Гена", Needs.TIME_UNCLEAR)]
