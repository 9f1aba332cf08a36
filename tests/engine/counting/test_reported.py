"""What a count tells beside its result: reports with their post, player and time, reasons, ties of an open verdict."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.counts import Needs, Report, Verdict, Why
from engine.day import Removal
from engine.rules import Edits, TieStep
from engine.times import Interval


@pytest.fixture
def clock(table):
    """A moment of the day, so many minutes after its end."""
    return lambda minutes: table.day.ends + timedelta(minutes=minutes)


def test_e8_a_late_merge_is_reported_with_its_player_and_its_time(table, targets, clock, make_body):
    post = table.post("Аня", "10:00", content=make_body("Борис", late=("Вера",), late_at=clock(5)))
    counted = table.count("22:30")
    assert counted.reports == (Report(post, "Аня", "merged_late", clock(5)),)
    assert [(one.post, one.why, one.text) for one in counted.not_counted] == [(post, Why.LATE, "Вера")]
    assert targets(counted) == {"Аня": "Борис"}


def test_e1_an_edit_is_reported_with_its_player_and_its_time(table, clock):
    post = table.post("Аня", "10:00", "Борис", edited="12:00")
    assert table.count().reports == (Report(post, "Аня", "edited", clock(-600)),)


def test_v6_the_boundary_is_exclusive_unless_the_rules_say_otherwise(table, targets, why):
    on_the_dot = table.post("Аня", "22:00", "Борис")
    later = table.post("Вера", "22:00:01", "Борис")
    assert targets(table.count()) == {}
    assert why(table.count("22:30")) == {on_the_dot: Why.LATE, later: Why.LATE}
    table.knobs("votes", boundary="inclusive")
    assert targets(table.count()) == {"Аня": "Борис"}
    assert targets(table.count("22:30")) == {"Аня": "Борис"}
    assert targets(table.count("21:59")) == {}


def test_v5_an_open_vote_among_the_dead_alone_is_worth_nothing_for_that_reason(table, why):
    table.frame(out=frozenset({"Егор", "Дина"}))
    post = table.post("Аня", "10:00", "Егор или Дина")
    assert why(table.count()) == {post: Why.DEAD_TARGET}


def test_v14_an_open_vote_given_before_one_of_its_candidates_left_may_have_lapsed(table, clock):
    table.frame(removals=(Removal("Вера", clock(-600)),))
    before = table.post("Аня", "10:00", "Вера или Борис")
    after = table.post("Гена", "13:00", "Вера или Борис")
    needed = {one.post: (one.why, one.candidates) for one in table.count().rulings_needed}
    assert needed == {
        before: (Needs.AMBIGUOUS_NAME, ("Борис", "Вера")),
        after: (Needs.AMBIGUOUS_NAME, ("Борис",)),
    }


def test_v13_an_open_verdict_shows_who_is_tied_without_the_open_marks(table):
    table.knobs("tie", steps=(TieStep.LOT,))
    table.post("Аня", "10:00", "Борис")
    table.post("Борис", "10:00", "Аня")
    table.post("Вера", "11:00", "Борис или Аня")
    counted = table.count()
    assert (counted.verdict, counted.out, counted.lots) == (Verdict.OPEN, (), ())
    assert counted.first.tied == ("Аня", "Борис")


def test_v9_reports_come_by_the_time_of_what_they_tell(table, clock):
    edited = table.post("Аня", "10:00", "Борис", edited="15:00")
    gone = table.post("Борис", "12:00", "Аня", gone=Interval.shown(clock(-540)))
    counted = table.count()
    assert [(one.post, one.what) for one in counted.reports] == [(gone, "deleted"), (edited, "edited")]
    assert [(fate.post, fate.revision) for fate in counted.fates] == [(gone, 1), (edited, 1)]


def test_e5_a_notice_of_an_edit_that_changed_nothing_is_an_edit(table, targets):
    post = table.post("Аня", "10:00", "Борис", edited="15:00")
    table.seen_before("14:00", "Борис")
    counted = table.count()
    assert (targets(counted), [(one.post, one.what) for one in counted.reports]) == (
        {"Аня": "Борис"},
        [(post, "edited")],
    )


def test_v3_where_several_marks_are_asked_about_a_single_one_still_counts(table, targets):
    table.knobs("votes", several_marks="ruling")
    asked = table.post("Аня", "10:00", "Борис", "Вера")
    table.post("Гена", "10:00", "Борис")
    table.post("Дина", "10:00", "Борис", "Борис")
    counted = table.count()
    assert targets(counted) == {"Гена": "Борис", "Дина": "Борис"}
    assert {one.post for one in counted.rulings_needed} == {asked}


def test_v13_h15_a_split_between_others_is_another_result(table):
    table.knobs("tie", steps=(TieStep.SPLIT,))
    table.post("Аня", "10:00", "Борис")
    table.post("Борис", "10:00", "Аня")
    table.post("Гена", "10:00", "Дина или Егор")
    assert table.count().verdict is Verdict.OPEN


def test_e4_where_the_last_post_with_a_vote_counts_an_open_one_leaves_the_one_before_it_open(table, targets, why):
    table.knobs("votes", edits=Edits.LAST_POST, last_post="with-vote")
    first = table.post("Аня", "10:00", "Борис")
    last = table.post("Аня", "11:00", "Вера или Гена")
    counted = table.count()
    assert (targets(counted), counted.verdict) == ({}, Verdict.OPEN)
    assert set(why(counted)) == {first, last}
    assert Why.NOT_LAST_POST not in why(counted).values()
