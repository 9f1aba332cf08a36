"""E7: an edit in the overtime is a change at its time; what the post said before it was a vote of the day."""

from __future__ import annotations

from typing import Any

import pytest

from engine.counts import Why
from engine.day import Effect, EffectKind
from engine.posts import Mark
from engine.rules import ChangeStage, TieStep

RED = "#ff0000"


@pytest.fixture(autouse=True)
def tie(table: Any) -> None:
    """Егор's vote makes a tie of the two that Дина and Гена have; the tests edit what Аня and Борис said."""
    table.post("Вера", "10:00", "Гена")
    table.post("Егор", "10:01", "Дина")


def edited(table: Any, voter: str, at: str, before: str | Mark, *after: str | Mark) -> str:
    """A vote of the day that an edit in the overtime, at 22:10, made another."""
    post = str(table.post(voter, at, *after, edited="22:10"))
    table.seen_before("22:05", before)
    return post


def test_e7_changes_limit_an_edit_in_the_overtime_hides_no_earlier_change(table: Any, targets: Any, why: Any) -> None:
    table.knobs("changes", stages=(ChangeStage(minutes_left=600, limit=1),))
    post = edited(table, "Аня", "13:00", "Борис", "Гена")
    table.post("Аня", "14:00", "Егор")
    counted = table.count("22:30")
    assert counted.first.tied == ("Гена", "Дина", "Егор")
    assert targets(counted)["Аня"] == "Егор"
    assert why(counted) == {post: Why.CHANGES_SPENT}


def test_e7_changes_limit_a_vote_stays_where_the_edit_of_it_is_a_change_too_many(table: Any, targets: Any) -> None:
    table.knobs("changes", limit=0)
    post = edited(table, "Аня", "13:00", "Егор", "Гена")
    counted = table.count("22:30")
    assert targets(counted)["Аня"] == "Егор"
    fates = [(fate.text, fate.counts, fate.why, fate.revision) for fate in counted.fates if fate.post == post]
    assert fates == [("Егор", True, None, 1), ("Гена", False, Why.CHANGES_SPENT, 2)]
    table.knobs("changes", limit=1)
    assert targets(table.count("22:30"))["Аня"] == "Гена"


def test_e7_votes_final_a_final_vote_stays_also_in_a_post_that_is_edited(table: Any, targets: Any) -> None:
    table.knobs("votes", final=("окончательно",))
    edited(table, "Аня", "13:00", Mark("Егор", colour=RED, after=" окончательно"), "Гена")
    assert targets(table.count("22:30"))["Аня"] == "Егор"


def test_e7_changes_limit_a_vote_taken_out_of_its_post_leaves_what_was_said_before(table: Any, targets: Any) -> None:
    table.knobs("changes", limit=1)
    table.post("Аня", "12:00", "Егор")
    edited(table, "Аня", "13:00", "Борис")
    assert targets(table.count("22:30"))["Аня"] == "Егор"
    table.post("Аня", "22:20", "Гена")  # the day's change was made all the same
    assert targets(table.count("22:30"))["Аня"] == "Егор"


def test_e7_first_to_reach_a_vote_that_an_edit_took_away_stood_until_then(table: Any) -> None:
    """Дина had two votes before Гена had them; in the overtime she loses one of them and is given another."""
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.FIRST_TO_REACH, TieStep.LOT))
    edited(table, "Аня", "13:00", "Дина", "Борис")
    table.post("Борис", "14:00", "Гена")
    table.post("Дина", "22:20", "Дина")
    counted = table.count("22:30")
    assert counted.overtime.tied == ("Гена", "Дина")
    assert counted.out == ("Дина",)


@pytest.mark.parametrize("limit", ["unlimited", 1])
def test_v9_what_was_edited_in_the_overtime_is_told_with_its_earlier_text(table: Any, limit: Any) -> None:
    table.knobs("changes", limit=limit)
    post = edited(table, "Аня", "13:00", "Егор", "Гена")
    counted = table.count("22:30")
    fates = [(fate.text, fate.counts, fate.why, fate.revision) for fate in counted.fates if fate.post == post]
    assert fates == [("Егор", False, Why.SUPERSEDED, 1), ("Гена", True, None, 2)]
    assert counted.not_counted == ()


def test_v9_before_a_revote_too(table: Any) -> None:
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.LOT))
    post = edited(table, "Аня", "13:00", "Егор", "Гена")
    table.post("Егор", "22:11", "Дина")
    counted = table.count("23:00")
    fates = [(fate.text, fate.counts, fate.why) for fate in counted.fates if fate.post == post]
    assert fates == [("Егор", False, Why.EARLIER_ROUND), ("Гена", True, None)]


@pytest.mark.parametrize(("voters", "target"), [("all", "Егор"), ("changers", None)])
def test_e1_t14_14_an_unvote_that_an_edit_takes_back_gives_no_ballot_to_who_may_only_change_one(
    table: Any, targets: Any, voters: str, target: str | None
) -> None:
    table.knobs("votes", unvote=("снимаю голос",))
    table.knobs("tie", overtime_voters=voters)
    table.post("Аня", "12:00", "Егор")
    edited(table, "Аня", "13:00", "снимаю голос")
    counted = table.count("22:30")
    assert "Аня" in counted.no_ballot
    assert targets(counted).get("Аня") == target


def test_v9_a_vote_of_the_overtime_that_an_edit_in_the_revote_took_away_is_told_as_the_overtime_judged_it(
    table: Any, targets: Any
) -> None:
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.REVOTE, TieStep.LOT))
    table.knobs("changes", limit=2)
    post = table.post("Аня", "22:10", "Гена", edited="22:50")
    table.seen_before("22:40", "Егор")
    counted = table.count("23:30")
    assert (targets(counted), counted.out) == ({"Аня": "Гена"}, ("Гена",))
    fates = [(fate.text, fate.counts, fate.why) for fate in counted.fates if fate.post == post]
    assert fates == [("Егор", False, Why.EARLIER_ROUND), ("Гена", True, None)]


def test_v12_a_first_vote_in_the_overtime_is_that_whoever_it_is_for(table: Any, why: Any) -> None:
    table.knobs("tie", overtime_voters="changers")
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.UNTOUCHABLE),))
    first = table.post("Аня", "22:10", "Егор")
    table.post("Вера", "22:11", "Егор")
    assert why(table.count("22:30")) == {first: Why.NEW_VOTE_IN_OVERTIME, "104": Why.UNTOUCHABLE}
