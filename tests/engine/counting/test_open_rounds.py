"""V13 over the day and its extra times: readings of both that can be true together, and nothing else, are looked at."""

from __future__ import annotations

from typing import Any

import pytest

from engine.counts import Needs, Verdict, Why
from engine.day import Effect, EffectKind, Removal
from engine.posts import Mark
from engine.rules import TieStep
from engine.rulings import VoteRuling
from engine.times import Resolution


def posts(table: Any, *lines: str) -> dict[str, str]:
    """Writes posts as «10:00 Аня Борис или Вера», and gives each one's id by its voter, the last one's."""
    return {voter: table.post(voter, at, text) for at, voter, text in (line.split(" ", 2) for line in lines)}


TIE = ("10:00 Аня Борис", "10:01 Борис Аня")
TWO_BY_TWO = ("10:00 Аня Борис", "10:01 Борис Аня", "10:02 Дина Борис", "10:03 Егор Аня")


def test_v13_t14_14_an_open_change_of_who_had_a_ballot_could_break_the_tie(table: Any) -> None:
    table.knobs("tie", overtime_voters="changers")
    posts(table, *TIE, "10:02 Вера Гена")
    unsure = table.post("Вера", "22:10", "Борис или Аня")
    counted = table.count("22:30")
    assert (counted.verdict, counted.lots) == (Verdict.OPEN, ())
    assert [one.post for one in counted.rulings_needed] == [unsure]


def test_v13_an_open_vote_of_the_day_may_decide_the_overtime_though_not_the_day(table: Any) -> None:
    unsure = posts(table, *TWO_BY_TWO, "10:04 Вера Гена или Дина", "22:10 Дина Гена")["Вера"]
    counted = table.count("22:30")
    assert (counted.verdict, counted.lots) == (Verdict.OPEN, ())
    assert [one.post for one in counted.rulings_needed] == [unsure]


def test_v13_e7_an_open_vote_that_an_edit_took_away_in_the_overtime_may_have_decided_the_day(table: Any) -> None:
    posts(table, *TIE)
    unsure = table.post("Вера", "10:02", edited="22:10")
    table.seen_before("22:05", "Борис или Аня")
    counted = table.count("22:30")
    assert (counted.verdict, counted.lots) == (Verdict.OPEN, ())
    assert [one.post for one in counted.rulings_needed] == [unsure]


def test_v13_what_cannot_be_true_together_leaves_nothing_open(table: Any) -> None:
    """Whatever Вера said by day stands in the overtime too: for Аня in the one and for Дина in the other is no
    reading of it."""
    posts(
        table, "10:00 Аня Борис", "10:01 Гена Борис", "10:02 Борис Аня", "10:03 Вера Аня или Дина",
        "22:10 Дина Борис", "22:11 Егор Дина", "22:12 Борис Дина",
    )  # fmt: skip
    counted = table.count("22:30")
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Борис",))


def test_v13_v14_an_open_vote_of_one_removed_in_the_overtime_may_have_decided_the_day(table: Any, clock: Any) -> None:
    unsure = posts(table, *TIE, "10:02 Вера Аня или Борис", "22:05 Гена Аня")["Вера"]
    table.frame(removals=(Removal("Вера", clock("22:10")),))
    counted = table.count("22:30")
    assert counted.verdict is Verdict.OPEN
    assert [one.post for one in counted.rulings_needed] == [unsure]


def test_v13_between_whom_it_is_a_tie_is_a_question_while_the_overtime_has_no_end(table: Any) -> None:
    posts(table, "10:00 Гена Дина")
    edited = table.post("Вера", "10:01", "Аня", edited="15:00")
    table.post("Вера", "12:00", "Борис")
    counted = table.count("22:05")
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.why) for one in counted.rulings_needed] == [(edited, Needs.EDITED)]


def test_v13_e1_an_order_that_changes_nothing_is_no_question_while_a_tie_waits_for_its_overtime(table: Any) -> None:
    posts(table, *TWO_BY_TWO)
    table.post("Вера", "10:01", "Гена", edited="15:00")
    table.post("Вера", "12:00", "Дина")
    counted = table.count("22:05")
    assert (counted.verdict, counted.rulings_needed) == (Verdict.OPEN, ())


def test_v13_a_bonus_counts_in_the_leads_of_who_has_it(table: Any) -> None:
    table.knobs("tie", steps=(TieStep.NOBODY,))
    table.frame(effects=(Effect(player="Борис", kind=EffectKind.BONUS, value=1),))
    posts(table, "10:00 Вера Аня", "10:01 Гена Аня", "10:02 Дина Борис или Егор")
    assert table.count().verdict is Verdict.OPEN


def test_v13_h13_who_may_give_no_vote_may_vote_against_himself(table: Any) -> None:
    """If Борис names nobody, he has three votes as Дина has; otherwise she is out."""
    table.knobs("votes", default="self")
    table.knobs("tie", steps=(TieStep.NOBODY,))
    table.frame(default_weights={"Вера": 0, "Гена": 0})
    posts(
        table, "10:00 Вера Дина", "10:01 Гена Дина", "10:02 Егор Борис", "10:03 Аня Борис", "10:04 Борис Вера или Гена"
    )
    assert table.count().verdict is Verdict.OPEN


@pytest.mark.parametrize("limit", [5, "unlimited"])
def test_v13_e1_an_edit_that_nobody_saw_may_stand_at_either_time_also_where_changes_are_limited(
    table: Any, limit: Any
) -> None:
    table.knobs("changes", limit=limit)
    edited = table.post("Вера", "10:00", "Аня", edited="15:00")
    table.post("Вера", "12:00", "Борис")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.why) for one in counted.rulings_needed] == [(edited, Needs.EDITED)]


def test_v13_a_revote_between_others_than_a_ruling_would_have_tied_says_nothing_of_theirs(table: Any) -> None:
    """If Гена's mark is for Аня, she too would have been voted on again, and Борис's vote for her would count."""
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.LOT))
    unsure = posts(
        table, "10:00 Вера Егор", "10:01 Аня Дина", "10:02 Гена Аня или Гена", "22:10 Вера Егор", "22:11 Борис Аня"
    )["Гена"]
    counted = table.count("23:00")
    assert counted.verdict is Verdict.OPEN
    assert [one.post for one in counted.rulings_needed] == [unsure]


def test_v13_v14_an_open_vote_of_the_day_for_one_who_was_removed_in_the_overtime(table: Any, clock: Any) -> None:
    """If it counts, Борис was out by the day; if not, the overtime went on without him."""
    posts(table, *TIE)
    unsure = table.post("Вера", "10:02", Mark("Борис", colour="#ff0000", unclear=True))
    table.frame(removals=(Removal("Борис", clock("22:10")),))
    table.post("Гена", "22:15", "Аня")
    counted = table.count("22:30")
    assert counted.verdict is Verdict.OPEN
    assert [one.post for one in counted.rulings_needed] == [unsure]


#: The day ties Егор and Дина, and Аня too if Гена's mark is for her.
WITH_OR_WITHOUT = ("10:00 Вера Егор", "10:01 Аня Дина", "10:02 Гена Аня или Гена")


def test_v13_a_revote_that_ends_alike_between_whomever_a_ruling_ties_is_settled(table: Any) -> None:
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.LOT))
    posts(table, *WITH_OR_WITHOUT, "22:10 Вера Егор", "22:11 Гена Егор", "22:12 Борис Аня")
    assert table.count("22:30").verdict is Verdict.OPEN
    counted = table.count("23:00")
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Егор",))
    assert [one.why for one in counted.rulings_needed] == [Needs.AMBIGUOUS_NAME]


def test_v13_an_open_mark_of_the_revote_is_looked_at_in_each_of_them(table: Any) -> None:
    """Between the three, Дина's mark may make a tie of Егор and Аня; between the two it may not."""
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.LOT))
    posts(table, *WITH_OR_WITHOUT, "22:10 Вера Егор", "22:11 Гена Егор", "22:12 Борис Аня", "22:13 Дина Аня или Борис")
    assert table.count("23:00").verdict is Verdict.OPEN
    table.post("Егор", "22:14", "Егор")
    assert table.count("23:00").out == ("Егор",)


def test_v13_a_revote_that_a_ruling_would_have_called_is_looked_at(table: Any) -> None:
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.LOT))
    posts(table, "10:00 Вера Егор", "10:01 Аня Егор", "10:02 Гена Дина", "10:03 Борис Дина или Вера")
    assert table.count("23:00").verdict is Verdict.OPEN
    table.post("Вера", "22:10", "Егор")
    assert table.count("22:59").verdict is Verdict.OPEN
    counted = table.count("23:00")
    assert (counted.verdict, counted.out, counted.overtime) == (Verdict.OUT, ("Егор",), None)
    table.post("Борис", "22:11", "Дина")
    assert table.count("23:00").verdict is Verdict.OPEN


def test_v13_a_revote_behind_an_overtime_is_looked_at_between_whom_each_ruling_leaves_tied(table: Any) -> None:
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.REVOTE, TieStep.NOBODY), revote_minutes=20)
    posts(table, "10:00 Вера Егор", "10:01 Аня Дина", "22:10 Гена Аня или Гена", "22:35 Борис Егор", "22:36 Дина Аня")
    assert table.count("22:50").verdict is Verdict.OPEN
    table.post("Егор", "22:37", "Егор")
    assert table.count("22:50").out == ("Егор",)


def test_v13_more_readings_of_revotes_than_are_tried_leave_the_verdict_open(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three readings of the day, and as many of each of two revotes."""
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.LOT))
    posts(table, *WITH_OR_WITHOUT, "22:10 Вера Егор", "22:11 Гена Егор", "22:12 Борис Аня")
    monkeypatch.setattr("engine.counting.openness.MOST_READINGS", 6)
    assert table.count("23:00").out == ("Егор",)
    monkeypatch.setattr("engine.counting.openness.MOST_READINGS", 5)
    assert table.count("23:00").verdict is Verdict.OPEN
    monkeypatch.undo()
    for most, verdict in ((2, Verdict.OUT), (1, Verdict.OPEN)):
        monkeypatch.setattr("engine.counting.openness.MOST_REVOTES", most)
        assert table.count("23:00").verdict is verdict


# --- readings that must not be forgotten: without any, everything would look settled ----------------------------------


@pytest.mark.parametrize("said", ["снимаю голос", "пас"])
def test_v13_t14_14_who_had_no_ballot_takes_none_back_in_the_overtime_and_nothing_is_settled_by_it(
    table: Any, why: Any, said: str
) -> None:
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.NOBODY), overtime_voters="changers")
    table.knobs("votes", unvote=("снимаю голос",))
    table.knobs("missed", abstain=("пас",))
    posts(table, "10:00 Аня Борис", "10:01 Вера Борис", "10:02 Гена Аня")
    unsure = table.post("Дина", "10:03", "Аня или Вера")
    table.post("Егор", "22:05", said)
    counted = table.count("22:30")
    assert (counted.verdict, [one.post for one in counted.rulings_needed]) == (Verdict.OPEN, [unsure])
    table.rulings.append(VoteRuling(unsure, "Аня"))
    assert why(table.count("22:30")) == {table.posts[-1].id: Why.NEW_VOTE_IN_OVERTIME}


def test_v13_v14_a_first_vote_of_the_overtime_that_has_lapsed_settles_nothing(table: Any, clock: Any, why: Any) -> None:
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.NOBODY), overtime_voters="changers")
    posts(table, "10:00 Гена Аня", "10:01 Дина Гена", "22:05 Аня Дина")
    unsure = table.post("Дина", "22:06", "Вера или Гена")
    table.frame(removals=(Removal("Аня", clock("22:20")),), revivals=(Removal("Аня", clock("22:21")),))
    counted = table.count("22:30")
    assert (counted.verdict, [one.post for one in counted.rulings_needed]) == (Verdict.OPEN, [unsure])
    assert why(counted)["103"] == Why.LAPSED


def test_v13_v6_of_two_marks_of_the_last_minute_the_first_alone_may_be_of_the_day(table: Any, clock: Any) -> None:
    """Then Гена has not missed the day, though his overtime ends without a vote."""
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.LOT), overtime_voters="changers")
    table.knobs("votes", unvote=("снимаю голос",))
    table.knobs("missed", rule="lot")
    table.frame(closed_at=clock("21:58:30"))
    unsure = [table.post("Гена", "21:58", text, resolution=Resolution.MINUTE) for text in ("Дина", "снимаю голос")]
    counted = table.count("23:00")
    assert (counted.verdict, [one.post for one in counted.rulings_needed]) == (Verdict.OPEN, unsure)


def test_v13_h13_who_is_silent_may_bear_his_own_vote_and_a_penalty(table: Any) -> None:
    """Against Дина stand three votes; if Аня is silent and Дина votes for her, three stand against Аня too."""
    table.knobs("votes", default="self")
    table.knobs("missed", rule="penalty")
    table.knobs("tie", steps=(TieStep.NOBODY,))
    table.frame(weights={"Вера": 2})
    posts(table, "10:00 Вера Дина", "10:01 Борис Дина")
    unsure = [
        table.post(voter, "10:02", Mark(target, colour="#ff0000", unclear=True))
        for voter, target in (("Аня", "Дина"), ("Дина", "Аня"))
    ]
    counted = table.count()
    assert (counted.verdict, [one.post for one in counted.rulings_needed]) == (Verdict.OPEN, unsure)


def test_v13_t14_14_who_may_have_taken_his_vote_back_may_have_been_barred_from_the_overtime(table):
    """Гена has missed the day if the second mark took his vote back; then his vote in the overtime is none."""
    table.knobs("missed", rule="out")
    table.knobs("tie", overtime_voters="changers")
    for voter in ("Аня", "Борис", "Дина", "Егор"):
        table.post(voter, "10:00", "Вера")
    red = table.rules.votes.colour[0]
    table.post("Вера", "10:00", "Дина")
    asked = table.post("Гена", "10:01", "Аня", Mark("Аня", colour=red, before="Не голосую за "))
    table.post("Гена", "22:10", "Дина")
    counted = table.count("23:00")
    assert counted.verdict is Verdict.OPEN
    assert [one.post for one in counted.rulings_needed] == [asked]
