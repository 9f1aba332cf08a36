"""E1, E3, E8, V6: when a mark came to stand, as far as notices, sights and merges tell, and which text it is of."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.counts import Needs, Verdict, Why
from engine.posts import Body, Line, Mark, Post
from engine.rules import Edits
from engine.times import Interval, Resolution

EDITS = [Edits.FORBIDDEN, Edits.LAST_EDITED]


def revisions(counted: Any) -> dict[str, int]:
    """By the text of a mark, of which known text of its post it is."""
    return {fate.text: fate.revision for fate in counted.fates}


def open_elsewhere(table: Any) -> None:
    """Дина votes for Вера, and Егор's open mark cannot catch up: readings are looked at, and all say one thing."""
    table.post("Дина", "20:00", "Вера")
    table.post("Егор", "20:00", "Егор или Гена")


def test_e1_v7_of_two_edits_in_one_minute_the_forums_order_decides(table: Any, targets: Any) -> None:
    for at, text in (("10:00", "Аня"), ("11:00", "Борис")):
        last = table.post("Вера", at, text, edited="15:00", resolution=Resolution.MINUTE)
        table.seen_before("14:00", "Гена")
    counted = table.count()
    assert (counted.first.ballots[0].post, targets(counted), counted.rulings_needed) == (last, {"Вера": "Борис"}, ())
    assert revisions(counted) == {"Аня": 2, "Борис": 2}


def test_e1_v7_an_edit_of_the_minute_before_a_vote_is_the_earlier_one(table: Any, targets: Any) -> None:
    table.post("Вера", "10:00", "Аня", edited="15:00", resolution=Resolution.MINUTE)
    table.seen_before("14:00", "Гена")
    table.post("Вера", "15:01", "Борис", resolution=Resolution.MINUTE)
    counted = table.count()
    assert (targets(counted), counted.rulings_needed) == ({"Вера": "Борис"}, ())


def test_e1_e5_a_vote_that_an_edit_without_a_notice_wrote_into_an_empty_post_counts(table: Any, targets: Any) -> None:
    for texts in ((), ("Гена",)):
        table.post("Вера", "10:00", "Аня", seen="16:00")
        table.seen_before("12:00", *texts)
        assert targets(table.count()) == {"Вера": "Аня"}
        del table.posts[:]


@pytest.mark.parametrize("limit", [5, "unlimited"])
def test_e1_an_edit_between_two_sights_is_asked_about_also_where_changes_are_limited(
    table: Any, targets: Any, limit: Any
) -> None:
    table.knobs("changes", limit=limit)
    edited = table.post("Вера", "10:00", "Аня", seen="16:00")
    table.seen_before("12:00", "Гена")
    table.post("Вера", "14:00", "Борис")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.text, one.why) for one in counted.rulings_needed] == [(edited, "Аня", Needs.EDITED)]
    assert revisions(counted) == {"Аня": 2, "Борис": 1}
    assert targets(counted) == {"Вера": "Аня"}, "until then the edit is taken for the later one"


def test_v6_the_sights_of_a_post_narrow_its_edit_notice(table: Any, targets: Any) -> None:
    """The notice shows an hour that crosses the end; the new text was seen before it."""
    table.post("Аня", "10:00", "Борис", seen="21:50")
    table.seen_before("21:40", "Вера")
    post = table.posts[0]
    notice = Interval(table.day.ends.replace(hour=21, minute=30), table.day.ends.replace(hour=22, minute=30))
    table.posts[0] = structs.replace(
        post, revisions=(post.revisions[0], structs.replace(post.revisions[1], edited=notice))
    )
    counted = table.count()
    assert (targets(counted), counted.rulings_needed) == ({"Аня": "Борис"}, ())


def test_v6_a_notice_that_contradicts_the_sights_is_the_forums_word(table: Any, targets: Any) -> None:
    """The old text was seen at 16:00, says our clock; the forum says that it was edited at 15:00."""
    table.post("Вера", "10:00", "Аня", edited="15:00")
    table.seen_before("16:00", "Гена")
    table.post("Вера", "15:30", "Борис")
    counted = table.count()
    assert (targets(counted), counted.rulings_needed) == ({"Вера": "Борис"}, ())


def test_e2_v6_an_edit_notice_is_older_than_the_first_sight_of_it(table: Any, targets: Any) -> None:
    notice = Interval(table.day.ends.replace(hour=21, minute=30), table.day.ends.replace(hour=22, minute=30))
    table.post("Аня", "10:00", "Борис", seen="21:45")
    post = table.posts[0]
    table.posts[0] = structs.replace(post, revisions=(structs.replace(post.revisions[0], edited=notice),))
    counted = table.count()
    assert (targets(counted), counted.rulings_needed) == ({"Аня": "Борис"}, ())


def test_e1_a_notice_of_an_earlier_edit_says_nothing_of_a_later_change(table: Any, targets: Any) -> None:
    """The notice was there from the first sight on and stayed as it was; the change came between 12:00 and 16:00."""
    edited = table.post("Вера", "10:00", "Аня", edited="10:30", seen="16:00")
    table.seen_before("12:00", "Гена")
    post = table.posts[0]
    old, new = post.revisions
    table.posts[0] = structs.replace(post, revisions=(structs.replace(old, edited=new.edited), new))
    table.post("Вера", "14:00", "Борис")
    counted = table.count()
    assert [(one.post, one.text) for one in counted.rulings_needed] == [(edited, "Аня")]


def test_e2_v6_a_text_edited_before_its_first_sight_and_again_around_the_end(table: Any) -> None:
    crossing = table.post("Вера", "10:00", "Аня", edited="15:00")
    post = table.posts[0]
    first = structs.replace(post.revisions[0], first_seen=table.day.ends.replace(hour=16))
    old = structs.replace(first, last_seen=table.day.ends.replace(hour=21, minute=50))
    new = structs.replace(
        first, body=Body((structs.replace(first.body.marks[0], text="Борис"),), (Line("Борис"),)),
        first_seen=table.day.ends.replace(minute=10),
    )  # fmt: skip
    table.posts[0] = structs.replace(post, revisions=(old, new))
    counted = table.count()
    assert [(one.post, one.why, one.text) for one in counted.rulings_needed] == [
        (crossing, Needs.TIME_UNCLEAR, "Аня"),
        (crossing, Needs.TIME_UNCLEAR, "Борис"),
    ]


def test_e2_the_text_that_stands_for_one_never_seen_is_the_first_known(table: Any) -> None:
    table.post("Аня", "10:00", "Борис", edited="22:30", seen="23:00")
    assert revisions(table.count("23:30")) == {"Борис": 1}


def test_e3_an_edit_within_the_minutes_allowed_is_later_than_a_post_between(table: Any, targets: Any) -> None:
    table.knobs("votes", edits=Edits.FORBIDDEN, edit_minutes=5)
    table.post("Аня", "10:00", "Вера", edited="10:03")
    table.seen_before("10:02", "Гена")
    table.post("Аня", "10:01", "Борис")
    open_elsewhere(table)
    counted = table.count()
    assert (targets(counted)["Аня"], counted.verdict, counted.out) == ("Вера", Verdict.OUT, ("Вера",))


# --- merges (E8) ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edits", EDITS)
def test_e8_a_part_merged_at_a_known_time_is_later_than_a_post_between(
    table: Any, clock: Any, targets: Any, make_body: Any, edits: Edits
) -> None:
    table.knobs("votes", edits=edits)
    table.post("Аня", "10:00", content=make_body("Борис", late_at=clock("15:00"), late=("Вера",)))
    table.post("Аня", "12:00", "Гена")
    counted = table.count()
    assert (targets(counted), counted.rulings_needed) == ({"Аня": "Вера"}, ())
    assert revisions(counted) == {"Борис": 1, "Вера": 1, "Гена": 1}
    open_elsewhere(table)
    counted = table.count()
    assert (targets(counted)["Аня"], counted.verdict, counted.out) == ("Вера", Verdict.OUT, ("Вера",))


@pytest.mark.parametrize("edits", EDITS)
@pytest.mark.parametrize("limit", [5, "unlimited"])
def test_e8_a_part_merged_between_two_sights_is_asked_about_where_a_vote_lies_between_too(
    table: Any, make_body: Any, edits: Edits, limit: Any
) -> None:
    table.knobs("votes", edits=edits)
    table.knobs("changes", limit=limit)
    merged = table.post("Аня", "10:00", content=make_body("Борис", late=("Вера",)), seen="16:00")
    table.seen_before("12:00", "Борис")
    table.post("Аня", "14:00", "Гена")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.text, one.why) for one in counted.rulings_needed] == [(merged, "Вера", Needs.TIME_UNCLEAR)]
    assert revisions(counted) == {"Борис": 1, "Вера": 2, "Гена": 1}


def test_e8_e6_a_part_merged_in_the_minute_of_the_closing_post_has_no_place_in_the_thread(
    table: Any, clock: Any, why: Any, make_body: Any
) -> None:
    content = make_body("Борис", late_at=clock("20:10:30"), late=("Вера",))
    merged = table.post("Аня", "10:00", content=content)
    closing(table)
    assert why(table.count("20:30")) == {merged: Needs.TIME_UNCLEAR}


@pytest.mark.parametrize("edits", EDITS)
def test_e8_the_text_of_a_part_whose_time_is_known_is_told(
    table: Any, clock: Any, make_body: Any, edits: Edits
) -> None:
    table.knobs("votes", edits=edits)
    table.post("Аня", "10:00", content=make_body("Борис", late_at=clock("15:00"), late=("Вера",)), seen="16:00")
    table.seen_before("12:00", "Борис")
    assert revisions(table.count()) == {"Борис": 1, "Вера": 2}


def test_e8_a_merged_post_with_an_edit_line_is_asked_about_as_merged(table: Any, make_body: Any) -> None:
    merged = table.post("Аня", "10:00", content=make_body("Борис", late=("Вера",)), edited="15:00")
    table.post("Аня", "12:00", "Гена")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.why) for one in counted.rulings_needed] == [(merged, Needs.MERGED)]


def test_e8_e7_a_part_merged_in_the_overtime_is_a_vote_in_it(
    table: Any, clock: Any, targets: Any, make_body: Any
) -> None:
    table.post("Борис", "10:00", "Аня")
    table.post("Аня", "10:01", content=make_body("Борис", late_at=clock("22:10"), late=("Вера",)))
    table.post("Гена", "22:11", "Аня")
    counted = table.count("22:30")
    assert counted.first.tied == ("Аня", "Борис")
    assert (targets(counted), counted.out) == ({"Аня": "Вера", "Борис": "Аня", "Гена": "Аня"}, ("Аня",))


def test_e7_a_text_edited_in_the_overtime_and_never_seen_before_it_is_a_vote_in_it(table: Any, targets: Any) -> None:
    table.post("Борис", "10:00", "Аня")
    table.post("Аня", "10:01", "Борис")
    unseen = table.post("Вера", "10:02", "Гена", edited="22:10")
    counted = table.count("22:30")
    assert "Вера" not in {one.voter for one in counted.first.ballots}
    assert targets(counted)["Вера"] == "Гена"
    assert [(one.post, one.why) for one in counted.rulings_needed] == [(unseen, Needs.EDITED_AFTER_END)]


# --- the closing post (E6) --------------------------------------------------------------------------------------------


def closing(table: Any) -> Post:
    table.knobs("votes", closes_with=("начинаю просчёт",))
    table.post("Ведущий", "20:10", content=Body((), (Line("начинаю просчёт"),)), resolution=Resolution.MINUTE)
    return table.posts[-1]


def test_e6_v6_an_edit_in_the_minute_of_the_closing_post_has_no_place_in_the_thread(table: Any, why: Any) -> None:
    edited = table.post("Аня", "10:00", "Борис", edited="20:10", resolution=Resolution.MINUTE)
    table.seen_before("19:00", "Вера")
    closing(table)
    assert why(table.count("20:30")) == {edited: Needs.TIME_UNCLEAR}


def test_v7_deciding_hammer_the_next_post_of_the_same_minute_is_late(table: Any, why: Any) -> None:
    table.knobs("deciding", hammer=True)
    for voter in ("Аня", "Борис", "Вера", "Гена"):
        table.post(voter, "10:00", "Егор", resolution=Resolution.MINUTE)
    late = table.post("Аня", "10:00", "Гена", resolution=Resolution.MINUTE)
    assert why(table.count("12:00")) == {late: Why.LATE}


def test_e3_edit_minutes_the_marks_of_a_forgiven_edit_stand_in_the_order_of_its_text(table, targets):
    table.knobs("votes", edits=Edits.FORBIDDEN, edit_minutes=10)
    table.post("Аня", "10:00", "Борис", "Вера", edited="10:05")
    table.seen_before("10:02", "Вера")
    assert targets(table.count()) == {"Аня": "Вера"}


def test_e1_a_final_word_that_an_edit_adds_is_in_force_since_the_edit(table, targets, why):
    table.knobs("votes", final=("окончательно",))
    said = Mark("Борис", colour=table.rules.votes.colour[0], after=", окончательно")
    table.post("Аня", "10:00", said, edited="12:00")
    table.seen_before("11:00", "Борис")
    late = table.post("Аня", "13:00", "Вера")
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted)[late] == Why.FINAL
