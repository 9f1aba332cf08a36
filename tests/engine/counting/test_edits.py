"""E: edits, deletions, merges, last posts and the host's closing words."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.counts import Needs, Report, Verdict, What, Why
from engine.posts import Body, Line
from engine.rules import Edits
from engine.times import Interval, Resolution


@pytest.fixture
def late(table):
    """A body with a part merged later: `late(head, added, at)`."""

    def made(head: tuple[str, ...], added: tuple[str, ...], at: Interval | None = None) -> Body:
        table.post("Аня", "08:30", *head, *added)
        marks, lines = table.posts.pop().revisions[0].body.marks, [Line(text) for text in (*head, *added)]
        cut = len(head)
        return Body(
            (*marks[:cut], *(structs.replace(mark, late=True, late_at=at) for mark in marks[cut:])),
            (*lines[:cut], *(structs.replace(line, late=True, late_at=at) for line in lines[cut:])),
            merged=True,
        )

    return made


def test_e1_an_edited_post_counts_as_it_stands_at_its_last_edit(table, targets):
    table.post("Аня", "10:00", "Борис", edited="15:00")
    table.seen_before("14:00", "Гена")
    table.post("Аня", "12:00", "Вера")
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert [report.what for report in counted.reports] == [What.EDITED]
    assert targets(table.count("14:30")) == {"Аня": "Вера"}
    assert targets(table.count("11:00")) == {"Аня": "Гена"}


def test_e1_a_mark_that_the_edit_left_alone_keeps_its_time(table, targets):
    table.post("Аня", "10:00", "Борис", "пояснение", edited="15:00")
    table.seen_before("14:00", "Борис")
    table.post("Аня", "12:00", "Вера")
    assert targets(table.count()) == {"Аня": "Вера"}


def test_e1_an_unknown_order_is_a_ruling_only_if_it_matters(table, why):
    edited = table.post("Аня", "10:00", "Борис", edited="15:00")
    table.post("Аня", "12:00", "Вера")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert why(counted) == {edited: Needs.EDITED}
    for voter in ("Борис", "Вера", "Гена"):
        table.post(voter, "13:00", "Егор")
    counted = table.count()
    assert (counted.verdict, counted.out, counted.rulings_needed) == (Verdict.OUT, ("Егор",), ())


def test_e1_an_edit_between_two_sights_may_come_before_or_after_a_vote(table, why):
    edited = table.post("Аня", "10:00", "Борис")
    table.seen_before("11:00", "Гена")
    old, new = table.posts[-1].revisions
    seen = structs.replace(new, first_seen=table.day.ends)
    table.posts[-1] = structs.replace(table.posts[-1], revisions=(old, seen))
    table.post("Аня", "12:00", "Вера")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert why(counted)[edited] == Needs.EDITED


def test_e1_three_edited_posts_can_stand_in_any_order(table):
    for author, target in (("10:00", "Борис"), ("11:00", "Вера")):
        table.post("Аня", author, target, edited="15:00")
    table.post("Аня", "12:00", "Гена")
    counted = table.count()
    assert {candidate for one in counted.rulings_needed for candidate in one.candidates} == {"Борис", "Вера"}


def test_e2_edited_after_the_end_the_archived_text_counts(table, targets, why):
    table.post("Аня", "10:00", "Борис", edited="22:10")
    table.seen_before("20:00", "Вера")
    counted = table.count()
    assert targets(counted) == {"Аня": "Вера"}
    assert why(counted) == {}


@pytest.mark.parametrize("texts", [("Борис",), ()])
def test_e2_edited_after_the_end_and_never_seen_is_a_ruling(table, targets, why, texts):
    table.post("Аня", "09:00", "Гена")
    post = table.post("Аня", "10:00", *texts, edited="22:10")
    counted = table.count()
    assert targets(counted) == {"Аня": "Гена"}
    assert counted.verdict is Verdict.OPEN
    assert why(counted) == {post: Needs.EDITED_AFTER_END}
    assert [one.text for one in counted.rulings_needed] == ["".join(texts)]


def test_e2_a_minute_that_crosses_the_end_is_unclear(table, why):
    table.knobs("tie", steps=())
    post = table.post("Аня", "10:00", "Борис")
    edited = Interval(table.day.starts, table.day.ends.replace(hour=23))
    only = structs.replace(table.posts[-1].revisions[0], edited=edited)
    table.posts[-1] = structs.replace(table.posts[-1], revisions=(only,))
    assert why(table.count()) == {post: Needs.TIME_UNCLEAR}


def test_v6_a_change_seen_on_both_sides_of_the_end_is_a_question_for_what_it_changed(table, targets, why):
    post = table.post("Аня", "10:00", "Гена", "Вера")
    table.seen_before("21:50", "Гена", "Борис")
    counted = table.count()
    assert targets(counted) == {"Аня": "Гена"}
    assert [(one.post, one.why, one.candidates) for one in counted.rulings_needed] == [
        (post, Needs.TIME_UNCLEAR, ("Борис",)),
        (post, Needs.TIME_UNCLEAR, ("Вера",)),
    ]
    table.posts.clear()
    table.post("Аня", "10:00", "Вера", "Гена")
    table.seen_before("21:50", "Борис", "Гена")
    assert (targets(table.count()), why(table.count())) == ({"Аня": "Гена"}, {})


@pytest.mark.parametrize("old", [("Борис", "Гена"), ("Гена", "Борис", "Гена")])
def test_v6_marks_that_changed_places_in_such_a_change_are_a_question_too(table, targets, why, old):
    post = table.post("Аня", "10:00", "Гена", "Борис")
    table.seen_before("21:50", *old)
    counted = table.count()
    assert (targets(counted), counted.verdict) == ({}, Verdict.OPEN)
    assert why(counted) == {post: Needs.TIME_UNCLEAR}
    assert {one.candidates for one in counted.rulings_needed} == {("Борис",), ("Гена",)}


def test_e3_an_edit_cannot_set_or_change_a_vote(table, targets, why):
    table.knobs("votes", edits=Edits.FORBIDDEN)
    changed = table.post("Аня", "10:00", "Борис", edited="15:00")
    table.seen_before("12:00", "Вера")
    counted = table.count()
    assert targets(counted) == {"Аня": "Вера"}
    assert why(counted) == {changed: Why.EDITED}
    assert [report.what for report in counted.reports] == [What.EDITED]


def test_e3_never_seen_before_the_edit_is_void_and_settled(table, targets, why):
    table.knobs("votes", edits=Edits.FORBIDDEN)
    table.post("Аня", "09:00", "Гена")
    void = table.post("Аня", "10:00", "Борис", edited="10:05")
    counted = table.count()
    assert targets(counted) == {"Аня": "Гена"}
    assert counted.verdict is Verdict.OUT
    assert why(counted) == {void: Why.EDITED}


def test_e3_an_edit_may_be_allowed_for_some_minutes(table, targets):
    table.knobs("votes", edits=Edits.FORBIDDEN, edit_minutes=5)
    table.post("Аня", "10:00", "Борис", edited="10:05")
    table.post("Вера", "10:00", "Борис", edited="10:06")
    assert targets(table.count()) == {"Аня": "Борис"}


@pytest.mark.parametrize(("costs", "ballots", "out"), [("void", 2, ()), ("missed", 1, ()), ("out", 1, ("Аня",))])
def test_e3_what_an_edited_vote_costs(table, targets, costs, ballots, out):
    table.knobs("votes", edits=Edits.FORBIDDEN, edit_costs=costs)
    table.post("Аня", "09:00", "Борис")
    table.post("Аня", "10:00", "Вера", edited="10:05")
    table.post("Гена", "11:00", "Борис")
    counted = table.count()
    assert len(targets(counted)) == ballots
    assert counted.missed_out == out


def test_e4_only_the_last_post_of_the_day_counts(table, targets, why):
    table.knobs("votes", edits=Edits.LAST_POST)
    first = table.post("Аня", "10:00", "Борис")
    last = table.post("Аня", "11:00")
    counted = table.count()
    assert targets(counted) == {}
    assert why(counted) == {first: Why.NOT_LAST_POST}
    assert [(one.post, one.what) for one in counted.reports] == [(last, What.VOTE_LOST_BY_LAST_POST)]
    table.knobs("votes", last_post="with-vote")
    assert targets(table.count()) == {"Аня": "Борис"}


def test_e4_in_its_last_edited_form(table, targets):
    table.knobs("votes", edits=Edits.LAST_POST)
    table.post("Аня", "10:00", "Борис", edited="21:00")
    table.seen_before("12:00", "Вера")
    assert targets(table.count()) == {"Аня": "Борис"}
    assert table.count().rulings_needed == ()


def test_e4_a_last_post_of_unclear_time_is_a_ruling(table, targets, why):
    table.knobs("votes", edits=Edits.LAST_POST)
    first = table.post("Аня", "10:00", "Борис")
    last = table.post("Аня", "10:30", "Вера", resolution=Resolution.DAY)
    counted = table.count()
    assert targets(counted) == {}
    assert why(counted) == {first: Needs.TIME_UNCLEAR, last: Needs.TIME_UNCLEAR}


def test_e5_an_edit_without_a_notice_is_known_by_the_archive(table, targets):
    table.knobs("votes", edits=Edits.FORBIDDEN)
    table.post("Аня", "10:00", "Борис")
    table.seen_before("12:00", "Вера")
    counted = table.count()
    assert targets(counted) == {"Аня": "Вера"}
    assert [report.what for report in counted.reports] == [What.EDITED]


@pytest.mark.parametrize(
    ("gone", "deleted", "ballots"),
    [("12:00", "void", {}), ("12:00", "keep", {"Аня": "Борис"}), ("22:00", "void", {"Аня": "Борис"})],
)
def test_e5_deleted_posts(table, targets, gone, deleted, ballots):
    hour, minute = map(int, gone.split(":"))
    table.knobs("votes", deleted=deleted)
    at = table.day.ends.replace(hour=hour, minute=minute)
    post = table.post("Аня", "10:00", "Борис", gone=Interval.shown(at))
    counted = table.count()
    assert (targets(counted), counted.rulings_needed) == (ballots, ())
    assert [one.why for one in counted.not_counted] == ([] if ballots else [Why.DELETED])
    assert counted.reports == (Report(post, "Аня", What.DELETED, at),)


def test_e5_deleted_at_an_unclear_time_is_a_ruling(table, why):
    post = table.post("Аня", "10:00", "Борис", gone=Interval(table.day.starts, table.day.ends.replace(hour=23)))
    assert why(table.count()) == {post: Needs.TIME_UNCLEAR}


def test_e6_the_hosts_words_close_the_day(table, targets, why):
    table.knobs("votes", closes_with=("начинаю просчёт",))
    table.post("Аня", "20:00", "Борис", resolution=Resolution.MINUTE)
    table.post("Ведущий", "20:00", content=Body((), (Line("Всё, Начинаю просчёт дня."),)), resolution=Resolution.MINUTE)
    late = table.post("Аня", "20:00", "Вера", resolution=Resolution.MINUTE)
    counted = table.count("20:30")
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted) == {late: Why.LATE}
    assert counted.verdict is Verdict.OUT


def test_e7_the_first_ballots_are_kept_and_an_edit_in_the_overtime_is_a_change(table, targets):
    table.post("Аня", "10:00", "Вера", edited="22:10")
    table.seen_before("21:00", "Борис")
    table.post("Борис", "10:01", "Аня")
    counted = table.count("22:30")
    assert {one.voter: one.target for one in counted.first.ballots} == {"Аня": "Борис", "Борис": "Аня"}
    assert targets(counted) == {"Аня": "Вера", "Борис": "Аня"}


def test_e7_a_post_deleted_in_the_overtime_still_counts(table, targets):
    table.post("Аня", "10:00", "Вера", gone=Interval.shown(table.day.ends.replace(minute=10)))
    table.post("Борис", "10:01", "Аня")
    counted = table.count("22:30")
    assert targets(counted) == {"Аня": "Вера", "Борис": "Аня"}


@pytest.mark.parametrize("edits", [Edits.FORBIDDEN, Edits.LAST_EDITED])
def test_e8_a_merge_proved_by_the_archive_counts_at_its_time(table, targets, why, late, edits):
    table.knobs("votes", edits=edits)
    merged = late(("Борис",), ("Вера",), Interval.shown(table.day.ends.replace(hour=21)))
    table.post("Аня", "10:00", content=merged, edited="21:00")
    table.seen_before("20:00", "Борис")
    counted = table.count()
    assert targets(counted) == {"Аня": "Вера"}
    assert targets(table.count("20:30")) == {"Аня": "Борис"}
    assert [report.what for report in counted.reports] == [What.MERGED_LATE]
    assert why(counted) == {}


def test_e8_a_part_merged_after_the_end_is_late(table, targets, why, late):
    merged = late(("Борис",), ("Вера",), Interval.shown(table.day.ends.replace(minute=5)))
    post = table.post("Аня", "21:00", content=merged)
    counted = table.count("22:00")
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted) == {post: Why.LATE}


def test_e8_a_part_merged_at_an_unknown_time_is_unclear(table, targets, why, late):
    post = table.post("Аня", "21:00", content=late(("Борис",), ("Вера",)))
    counted = table.count("22:00")
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted) == {post: Needs.TIME_UNCLEAR}


@pytest.mark.parametrize("edits", [Edits.FORBIDDEN, Edits.LAST_EDITED])
def test_e8_an_edit_line_and_no_archive_is_a_ruling(table, why, late, edits):
    table.knobs("votes", edits=edits)
    post = table.post("Аня", "10:00", content=late(("Борис",), ("Вера",)), edited="22:10")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert why(counted) == {post: Needs.MERGED}


def test_e8_merges_may_count_as_edits(table, targets, why, late):
    table.knobs("votes", edits=Edits.FORBIDDEN, forum_merges="edit")
    post = table.post("Аня", "10:00", content=late(("Борис",), ("Вера",)))
    table.seen_before("12:00", "Борис")
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted) == {post: Why.EDITED}


def test_e3_a_change_within_the_minutes_allowed_is_the_posts_own(table, targets, why):
    table.knobs("votes", edits=Edits.FORBIDDEN, edit_minutes=5)
    table.post("Аня", "10:00", "Борис", "Вера", edited="10:04")
    table.seen_before("10:03", "Борис", "Гена")
    late = table.post("Вера", "10:00", "Борис", edited="10:06")
    table.seen_before("10:05:30", "Гена")
    counted = table.count()
    assert targets(counted) == {"Аня": "Вера", "Вера": "Гена"}
    assert why(counted) == {late: Why.EDITED}
    assert [(fate.text, fate.revision) for fate in counted.fates if fate.voter == "Аня"] == [("Борис", 1), ("Вера", 2)]
    assert [(fate.text, fate.revision) for fate in counted.fates if fate.voter == "Вера"] == [("Гена", 1), ("Борис", 2)]


def test_e8_where_merges_are_edits_a_merge_never_seen_before_it_is_void(table, targets, why, late):
    table.knobs("votes", edits=Edits.FORBIDDEN, forum_merges="edit")
    post = table.post("Аня", "10:00", content=late(("Борис",), ("Вера",)))
    counted = table.count()
    assert targets(counted) == {}
    assert why(counted) == {post: Why.EDITED}
    assert [fate.why for fate in counted.fates] == [Why.EDITED, Why.EDITED]


def test_e2_e5_a_text_never_seen_stays_the_question_though_it_may_be_deleted_as_well(table, why):
    gone = Interval(table.day.starts, table.day.ends.replace(hour=23))
    post = table.post("Аня", "10:00", "Борис", edited="22:10", gone=gone)
    assert why(table.count()) == {post: Needs.EDITED_AFTER_END}


def test_e2_v8_a_text_never_seen_may_have_been_a_vote_for_nobody(table):
    """For nobody it would be two votes against one and a half; for any player it would change nothing."""
    table.knobs("votes", no_lynch=("никого",))
    table.frame(weights={"Егор": 1.5})
    table.post("Аня", "10:00", "никого")
    table.post("Егор", "10:00", "Борис")
    assert table.count().out == ("Борис",)
    table.post("Вера", "10:00", "Дина", edited="22:10")
    assert table.count().verdict is Verdict.OPEN
    table.knobs("votes", no_lynch=())
    assert table.count().out == ("Борис",)


def test_e4_the_last_post_counts_as_edited_though_its_first_text_was_never_seen(table, targets):
    table.knobs("votes", edits=Edits.LAST_POST)
    table.post("Аня", "10:00", "Борис", "Вера", edited="21:00")
    counted = table.count()
    assert (targets(counted), counted.rulings_needed, counted.verdict) == ({"Аня": "Вера"}, (), Verdict.OUT)


def test_e4_of_two_last_posts_one_of_unclear_time_each_mark_is_asked_about(table, targets, why):
    table.knobs("votes", edits=Edits.LAST_POST)
    first = table.post("Аня", "10:00", "Борис", edited="21:00")
    gone = Interval(table.day.starts, table.day.ends.replace(hour=23))
    last = table.post("Аня", "11:00", "Вера", gone=gone)
    counted = table.count()
    assert (targets(counted), counted.verdict) == ({}, Verdict.OPEN)
    assert why(counted) == {first: Needs.TIME_UNCLEAR, last: Needs.TIME_UNCLEAR}


def test_e4_a_post_deleted_in_the_day_is_not_the_last_one(table, targets):
    table.knobs("votes", edits=Edits.LAST_POST)
    table.post("Аня", "10:00", "Борис")
    table.post("Аня", "11:00", "Вера", gone=Interval.shown(table.day.ends.replace(hour=12)))
    assert targets(table.count()) == {"Аня": "Борис"}
    table.knobs("votes", deleted="keep")
    assert targets(table.count()) == {"Аня": "Вера"}


def test_e8_a_merge_below_a_changed_text_is_an_edit(table, targets, why, late):
    table.knobs("votes", edits=Edits.FORBIDDEN)
    merged = late(("Борис",), ("Вера",), Interval.shown(table.day.ends.replace(hour=21)))
    changed = structs.replace(merged, lines=(Line("Борис, и всё"), *merged.lines[1:]))
    post = table.post("Аня", "10:00", content=changed)
    table.seen_before("20:00", "Борис")
    counted = table.count()
    assert (targets(counted), why(counted)) == ({"Аня": "Борис"}, {post: Why.EDITED})
