"""T14-14, V13: what opens an extra time, when one follows another, and what may still turn on a ruling in it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.counts import Needs, Verdict, Why
from engine.day import Effect, EffectKind, Removal, RulesFrom
from engine.rules import Edits, TieStep
from engine.rulings import ReplaceRuling
from engine.times import Interval


def tie(table):
    table.post("Аня", "10:00", "Борис")
    table.post("Борис", "10:01", "Аня")


def test_t14_14_an_overtime_may_follow_a_revote_and_opens_with_its_end(table, targets, why):
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.OVERTIME, TieStep.LOT), revote_minutes=20)
    tie(table)
    table.post("Аня", "22:05", "Борис")
    table.post("Борис", "22:06", "Аня")
    last = table.post("Вера", "22:45", "Аня")
    too_late = table.post("Гена", "22:50", "Аня")
    assert table.count("22:49").verdict is Verdict.OPEN
    counted = table.count("22:55")
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Аня",))
    assert targets(counted)["Вера"] == "Аня"
    assert why(counted)[too_late] == Why.LATE
    assert last in [one.post for one in counted.overtime.ballots]


def test_t14_14_a_step_that_leaves_the_tie_goes_on_to_the_overtime(table):
    table.knobs("tie", steps=(TieStep.FIRST_TO_REACH, TieStep.OVERTIME, TieStep.LOT))
    bonus = (Effect(player=name, kind=EffectKind.BONUS, value=1) for name in ("Аня", "Борис"))
    table.frame(effects=tuple(bonus))
    assert table.count("22:10").verdict is Verdict.OPEN
    table.post("Вера", "22:10", "Борис")
    counted = table.count("22:30")
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Борис",))


def test_v14_who_is_removed_in_the_overtime_takes_the_days_ballots_along(table, targets):
    table.post("Аня", "10:00", "Вера")
    table.post("Борис", "10:01", "Аня")
    table.frame(removals=(Removal("Вера", table.day.ends + timedelta(minutes=10)),))
    counted = table.count("22:30")
    assert counted.first.tied == ("Аня", "Вера")
    assert targets(counted) == {"Борис": "Аня"}
    assert counted.out == ("Аня",)


def test_v13_where_the_day_may_have_ended_in_a_tie_its_overtime_is_looked_at(table):
    """Вера's mark may make a tie; the overtime would have decided it just as the day did without her."""
    table.post("Аня", "10:00", "Борис")
    table.post("Гена", "10:01", "Борис")
    table.post("Борис", "10:02", "Аня")
    table.post("Вера", "10:03", "Аня или Дина")
    table.post("Дина", "22:10", "Борис")
    assert table.count("22:29").verdict is Verdict.OPEN
    counted = table.count("22:30")
    assert (counted.verdict, counted.out, counted.overtime) == (Verdict.OUT, ("Борис",), None)


def test_v13_where_such_an_overtime_decides_otherwise_the_ruling_is_asked_for(table):
    table.post("Аня", "10:00", "Борис")
    table.post("Гена", "10:01", "Борис")
    table.post("Борис", "10:02", "Аня")
    table.post("Вера", "10:03", "Аня или Дина")
    table.post("Дина", "22:10", "Аня")
    assert table.count("22:30").verdict is Verdict.OPEN


def test_t14_14_who_may_have_had_no_ballot_may_be_barred_from_the_overtime(table):
    """Вера's open mark cannot break the tie of the day, but without it her change in the overtime is none."""
    table.knobs("tie", overtime_voters="changers")
    for voter, target in (("Аня", "Борис"), ("Борис", "Аня"), ("Дина", "Аня"), ("Егор", "Борис")):
        table.post(voter, "10:00", target)
    unsure = table.post("Вера", "10:00", "Гена или Дина")
    table.post("Вера", "22:10", "Аня")
    counted = table.count("22:30")
    assert (counted.verdict, counted.lots) == (Verdict.OPEN, ())
    assert [one.post for one in counted.rulings_needed] == [unsure]


@pytest.mark.parametrize(("step", "out"), [(TieStep.FIRST_TO_REACH, "Вера"), (TieStep.EARLIER_LAST_VOTE, "Гена")])
def test_c5_first_to_reach_remembers_a_vote_that_has_moved_on(table, step, out):
    table.knobs("tie", steps=(step,))
    for voter, at, target in (
        ("Аня", "09:00", "Вера"),
        ("Борис", "09:10", "Вера"),
        ("Дина", "09:20", "Гена"),
        ("Егор", "10:00", "Гена"),
        ("Борис", "11:00", "Аня"),
        ("Гена", "12:00", "Вера"),
    ):
        table.post(voter, at, target)
    assert table.count().out == (out,)


def test_c5_votes_that_nobody_gave_were_there_from_the_start_for_all_of_the_tied(table):
    table.knobs("tie", steps=(TieStep.FIRST_TO_REACH, TieStep.LOT))
    table.knobs("missed", rule="penalty")
    for voter in ("Аня", "Борис", "Вера", "Гена"):
        table.post(voter, "10:00", "пас")
    table.knobs("missed", abstain=("пас",))
    counted = table.count()
    assert [lot.candidates for lot in counted.lots] == [("Дина", "Егор")]


def test_v7_a_post_of_the_very_moment_of_the_count_is_not_in_it_yet(table):
    table.post("Аня", "12:00", "Борис")
    counted = table.count("12:00")
    assert (counted.fates, counted.not_counted, counted.no_ballot[0]) == ((), (), "Аня")
    assert [fate.counts for fate in table.count("12:01").fates] == [True]
    table.knobs("votes", boundary="inclusive")
    assert table.count("12:00").fates == ()
    assert table.count("11:00").fates == ()


def test_rules_from_a_post_on_decide_once_it_is_there(table):
    vote = table.post("Аня", "10:00", "Борис")
    change = table.post("Ведущий", "11:00")
    strict = type(table.rules)(votes=table.rules.votes, deciding=type(table.rules.deciding)(minimum_votes=2))
    table.frame(rules_from=(RulesFrom(change, strict), RulesFrom("999", table.rules)))
    assert table.count("10:30").out == ("Борис",)
    counted = table.count("11:30")
    assert (counted.verdict, counted.out, counted.first.ballots[0].post) == (Verdict.NOBODY, (), vote)


def test_v10_where_votes_lapse_a_replacement_in_the_overtime_takes_the_days_along(table, targets):
    table.knobs("votes", replaced="lapse")
    table.post("Аня", "10:00", "Вера")
    table.post("Борис", "10:01", "Аня")
    table.rulings.append(ReplaceRuling("vera_new", "Вера", table.day.ends + timedelta(minutes=10)))
    counted = table.count("22:30")
    assert (counted.first.tied, targets(counted), counted.out) == (("Аня", "Вера"), {"Борис": "Аня"}, ("Аня",))


def reasons(counted):
    """Post to what became of its mark: None where it is the standing ballot."""
    return {fate.post: fate.why for fate in counted.fates}


@pytest.mark.parametrize("silent", [False, True])
def test_t14_14_behind_a_revote_the_overtime_goes_on_from_its_ballots(table, targets, why, silent):
    """Вера and Гена vote in the day and no more; Дина votes in the revote, and changes her vote in the overtime."""
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.OVERTIME, TieStep.LOT), revote_minutes=20)
    table.knobs("tie", overtime_voters="changers")
    table.post("Вера", "10:00", "Аня")
    table.post("Гена", "10:01", "Борис")
    table.post("Егор", "22:05", "Аня")
    table.post("Дина", "22:06", "Борис", gone=Interval.shown(table.day.ends + timedelta(minutes=30)))
    outsider = table.post("Дина", "22:30", "Вера")
    new = table.post("Вера", "22:31", "Борис")
    if not silent:
        table.post("Дина", "22:35", "Аня")
    counted = table.count("22:50")
    assert targets(counted) == {"Дина": "Борис" if silent else "Аня", "Егор": "Аня"}
    assert why(counted) == {outsider: Why.NOT_TIED, new: Why.NEW_VOTE_IN_OVERTIME}
    if silent:
        assert [lot.candidates for lot in counted.lots] == [("Аня", "Борис")]
    else:
        assert (counted.verdict, counted.out) == (Verdict.OUT, ("Аня",))


def test_t14_14_behind_a_revote_of_three_the_overtime_may_be_between_two(table, targets):
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.OVERTIME, TieStep.LOT), revote_minutes=20)
    for voter, target in (("Аня", "Борис"), ("Борис", "Вера"), ("Вера", "Аня")):
        table.post(voter, "10:00", target)
    table.post("Гена", "22:05", "Борис")
    table.post("Дина", "22:06", "Вера")
    table.post("Егор", "22:30", "Вера")
    counted = table.count("22:50")
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Вера",))


def test_t14_14_a_vote_taken_back_in_the_revote_is_told_as_such(table, why):
    """Who takes his only vote of the revote back may give none in its overtime; the earlier one was no first vote."""
    table.knobs("votes", unvote=("снимаю голос",))
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.OVERTIME, TieStep.LOT), revote_minutes=20)
    table.knobs("tie", overtime_voters="changers")
    tie(table)
    table.post("Вера", "22:05", "Аня")
    table.post("Вера", "22:06", "снимаю голос")
    table.post("Гена", "22:07", "Аня")
    table.post("Дина", "22:08", "Борис")
    new = table.post("Вера", "22:25", "Борис")
    assert why(table.count("22:50")) == {new: Why.NEW_VOTE_IN_OVERTIME}


def test_v9_a_mark_of_a_revote_before_the_overtime_is_told_as_the_revote_judged_it(table, why):
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.OVERTIME, TieStep.LOT), revote_minutes=20)
    tie(table)
    first = table.post("Аня", "22:04", "Аня")
    second = table.post("Аня", "22:05", "Борис")
    third = table.post("Борис", "22:06", "Аня")
    outsider = table.post("Вера", "22:07", "Егор")
    table.post("Гена", "22:30", "Аня")
    late = table.post("Дина", "22:50", "Борис")
    counted = table.count("22:55")
    assert reasons(counted) == {
        "101": Why.EARLIER_ROUND,
        "102": Why.EARLIER_ROUND,
        first: Why.SUPERSEDED,
        second: None,
        third: None,
        outsider: Why.NOT_TIED,
        "107": None,
        late: Why.LATE,
    }
    assert why(counted) == {outsider: Why.NOT_TIED, late: Why.LATE}


def test_v9_marks_of_the_day_and_of_the_overtime_before_a_revote_are_told_as_those_judged_them(table, why):
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.REVOTE, TieStep.LOT), revote_minutes=20)
    tie(table)
    table.post("Борис", "22:01", "Вера")
    table.post("Борис", "22:02", "Аня")
    late = table.post("Вера", "22:50", "Аня")
    last = table.post("Аня", "22:40", "Борис")
    counted = table.count("22:55")
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Борис",))
    assert reasons(counted) == {
        "101": Why.EARLIER_ROUND,
        "102": Why.SUPERSEDED,
        "103": Why.SUPERSEDED,
        "104": Why.EARLIER_ROUND,
        last: None,
        late: Why.LATE,
    }
    assert why(counted) == {late: Why.LATE}
    clauses = {fate.post: fate.clause for fate in counted.fates}
    assert (clauses["101"], clauses["104"], clauses[last]) == ("tie.revote", "tie.revote", "V3")


def test_e5_a_vote_of_the_overtime_that_is_deleted_in_it_is_void(table, targets, why):
    tie(table)
    gone = Interval.shown(table.day.ends + timedelta(minutes=20))
    void = table.post("Вера", "22:10", "Аня", gone=gone)
    table.post("Гена", "22:11", "Борис", gone=Interval.shown(table.day.ends + timedelta(minutes=30)))
    counted = table.count("22:30")
    assert targets(counted) == {"Аня": "Борис", "Борис": "Аня", "Гена": "Борис"}
    assert why(counted)[void] == Why.DELETED
    assert counted.out == ("Борис",)


def test_e4_e5_a_post_of_the_overtime_that_is_deleted_in_it_is_not_the_last_one(table, targets):
    table.knobs("votes", edits=Edits.LAST_POST)
    tie(table)
    table.post("Аня", "22:10", "Вера", gone=Interval.shown(table.day.ends + timedelta(minutes=20)))
    assert targets(table.count("22:30")) == {"Аня": "Борис", "Борис": "Аня"}


def test_e5_e7_a_vote_of_the_day_that_is_deleted_in_the_overtime_stays(table, targets):
    table.post("Аня", "10:00", "Борис", gone=Interval.shown(table.day.ends + timedelta(minutes=20)))
    table.post("Борис", "10:01", "Аня")
    assert targets(table.count("22:30")) == {"Аня": "Борис", "Борис": "Аня"}


def test_v13_a_vote_deleted_perhaps_in_the_overtime_is_asked_about(table):
    tie(table)
    ends = table.day.ends + timedelta(minutes=30)
    asked = table.post("Вера", "22:10", "Аня", gone=Interval(ends - timedelta(minutes=1), ends + timedelta(minutes=1)))
    counted = table.count("22:40")
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.why) for one in counted.rulings_needed] == [(asked, Needs.TIME_UNCLEAR)]


def test_tie_steps_no_revote_is_held_where_a_step_before_it_decides(table, targets):
    table.knobs("tie", steps=(TieStep.EARLIER_LAST_VOTE, TieStep.REVOTE, TieStep.NOBODY))
    tie(table)
    late = table.post("Вера", "22:05", "Аня")
    counted = table.count("23:30")
    assert (counted.verdict, counted.out, counted.overtime) == (Verdict.OUT, ("Борис",), None)
    assert targets(counted) == {"Аня": "Борис", "Борис": "Аня"}
    assert [(one.post, one.why) for one in counted.not_counted] == [(late, Why.LATE)]


def test_tie_steps_a_revote_is_between_those_whom_the_step_before_it_leaves(table, targets, why):
    table.knobs("tie", steps=(TieStep.FIRST_TO_REACH, TieStep.REVOTE, TieStep.NOBODY))
    table.knobs("missed", rule="penalty")
    for voter, target in (("Аня", "Вера"), ("Борис", "Борис"), ("Вера", "Аня"), ("Гена", "Гена")):
        table.post(voter, "10:00", target)
    table.post("Гена", "22:05", "Дина")
    other = table.post("Борис", "22:06", "Вера")
    counted = table.count("23:00")
    assert counted.first.tied == ("Аня", "Борис", "Вера", "Гена", "Дина", "Егор")
    assert why(counted)[other] == Why.NOT_TIED
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Дина",))
