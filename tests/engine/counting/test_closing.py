"""E6: the host's closing words: whose they are, since when they stand, and what is asked where that is not plain."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from msgspec import structs

from engine.counts import Needs, Verdict, Why
from engine.posts import Body, Line
from engine.rulings import CloseRuling, VoidRuling
from engine.times import Interval

Clock = Callable[[str], datetime]


@pytest.fixture(autouse=True)
def words(table: Any) -> None:
    table.knobs("votes", closes_with=("начинаю просчёт",))


def said(*lines: str | Line) -> Body:
    found = tuple(line if isinstance(line, Line) else Line(line) for line in lines)
    return Body((), found, any(line.late for line in found))


def quoted(table: Any) -> str:
    """Аня's vote at 20:00, the host's post with words of unknown origin at 20:10, two more votes behind it."""
    table.post("Аня", "20:00", "Борис")
    post = str(table.post("Ведущий", "20:10", content=said("Как писал вчера:", Line("начинаю просчёт", unclear=True))))
    table.post("Вера", "20:20", "Аня")
    table.post("Гена", "20:21", "Аня")
    return post


@pytest.mark.parametrize("at", ["20:30", "22:00"])
def test_e6_words_that_may_be_a_quotation_are_asked_about_and_end_nothing(table: Any, targets: Any, at: str) -> None:
    post = quoted(table)
    counted = table.count(at)
    assert (counted.ended_at, counted.verdict) == (None, Verdict.OPEN)
    assert targets(counted) == {"Аня": "Борис", "Вера": "Аня", "Гена": "Аня"}
    (asked,) = counted.rulings_needed
    assert (asked.post, asked.author, asked.text) == (post, "Ведущий", "начинаю просчёт")
    assert (asked.why, asked.candidates) == (Needs.UNCLEAR_CLOSING, ())


def test_v10_e6_the_host_says_whether_they_end_the_day(table: Any, clock: Clock) -> None:
    post = quoted(table)
    table.rulings.append(VoidRuling(post))
    counted = table.count()
    assert (counted.out, counted.ended_at, counted.rulings_needed) == (("Аня",), None, ())
    table.rulings.append(CloseRuling(post))
    counted = table.count()
    assert (counted.out, counted.ended_at, counted.rulings_needed) == (("Борис",), clock("20:10"), ())


def test_v13_e6_once_the_day_is_over_they_are_no_question_where_both_ends_lead_to_the_same(table: Any) -> None:
    quoted(table)
    table.post("Дина", "09:00", "Аня")
    table.post("Егор", "09:01", "Аня")
    assert [one.why for one in table.count("21:00").rulings_needed] == [Needs.UNCLEAR_CLOSING]
    counted = table.count()
    assert (counted.out, counted.rulings_needed) == (("Аня",), ())


def test_e6_words_half_of_which_may_be_a_quotation_are_asked_about(table: Any) -> None:
    table.post("Ведущий", "20:10", content=said(Line("начинаю", unclear=True), "просчёт дня"))
    assert [one.why for one in table.count("21:00").rulings_needed] == [Needs.UNCLEAR_CLOSING]


def test_e6_unclear_words_beside_clear_ones_are_no_question(table: Any, clock: Clock) -> None:
    table.post("Ведущий", "20:10", content=said(Line("начинаю просчёт", unclear=True), "Начинаю просчёт."))
    counted = table.count("21:00")
    assert (counted.ended_at, counted.rulings_needed) == (clock("20:10"), ())


def test_e6_unclear_words_after_the_day_was_closed_are_no_question(table: Any, clock: Clock) -> None:
    table.post("Ведущий", "20:00", content=said("Начинаю просчёт."))
    table.post("Ведущий", "20:10", content=said(Line("начинаю просчёт", unclear=True)))
    counted = table.count("21:00")
    assert (counted.ended_at, counted.rulings_needed) == (clock("20:00"), ())


def test_e6_unclear_words_before_clear_ones_are_a_question_only_where_they_could_change_who_is_out(
    table: Any, clock: Clock
) -> None:
    quoted(table)
    table.post("Ведущий", "20:30", content=said("Начинаю просчёт."))
    counted = table.count("21:00")
    assert (counted.verdict, counted.ended_at) == (Verdict.OPEN, clock("20:30"))
    assert [one.why for one in counted.rulings_needed] == [Needs.UNCLEAR_CLOSING]
    del table.posts[2:4]
    counted = table.count("21:00")
    assert (counted.out, counted.rulings_needed) == (("Борис",), ())


@pytest.mark.parametrize("late_at", [None, "21:30"])
def test_e8_e6_words_merged_into_an_earlier_post_end_the_day_when_they_were_merged(
    table: Any, clock: Clock, targets: Any, why: Any, late_at: str | None
) -> None:
    merged = Line("Начинаю просчёт.", late=True, late_at=Interval.shown(clock(late_at)) if late_at else None)
    table.post("Ведущий", "20:00", content=said("Напоминаю: час до конца.", merged), seen="21:40")
    between = table.post("Аня", "21:00", "Борис")
    after = table.post("Вера", "21:35", "Аня")
    counted = table.count("21:50")
    if late_at:
        assert (targets(counted), counted.ended_at) == ({"Аня": "Борис"}, clock("21:30"))
        assert why(counted) == {after: Why.LATE}
    else:
        assert targets(counted) == {}
        assert why(counted) == dict.fromkeys((between, after), Needs.TIME_UNCLEAR)


def test_e5_e6_words_that_an_edit_brought_end_the_day_with_the_edit(table: Any, clock: Clock, targets: Any) -> None:
    table.post("Ведущий", "12:00", content=said("Начинаю просчёт."), edited="21:30")
    table.seen_before("21:20", content=said("Час до конца."))
    table.post("Аня", "20:00", "Борис")
    late = table.post("Вера", "21:40", "Аня")
    counted = table.count("21:50")
    assert (targets(counted), counted.ended_at) == ({"Аня": "Борис"}, clock("21:30"))
    assert [one.post for one in counted.not_counted] == [late]


def test_e6_e1_words_of_a_post_that_nobody_saw_before_its_edit_may_stand_since_either_moment(
    table: Any, targets: Any, why: Any
) -> None:
    table.post("Ведущий", "20:00", content=said("Начинаю просчёт."), edited="21:00")
    before = table.post("Аня", "19:00", "Борис")
    between = table.post("Вера", "20:30", "Аня")
    after = table.post("Гена", "21:30", "Аня")
    counted = table.count("21:50")
    assert (targets(counted), before) == ({"Аня": "Борис"}, table.posts[1].id)
    assert (why(counted)[between], why(counted)[after]) == (Needs.TIME_UNCLEAR, Why.LATE)


def test_v10_e6_a_ruling_ends_the_day_when_its_post_was_made(table: Any, clock: Clock) -> None:
    post = table.post("Ведущий", "20:00", content=said("Закрываю день."), edited="21:00")
    table.knobs("votes", closes_with=())
    table.rulings.append(CloseRuling(post))
    assert table.count("21:50").ended_at == clock("20:00")
    table.rulings[0] = CloseRuling(table.post("Аня", "19:00", "Борис"))
    assert table.count("21:50").ended_at is None


@pytest.mark.parametrize("taken_back", ["edited", "deleted"])
def test_e6_words_that_the_host_took_back_are_asked_about(table: Any, clock: Clock, taken_back: str) -> None:
    table.post("Аня", "20:00", "Борис")
    if taken_back == "edited":
        table.post("Ведущий", "20:10", content=said("Рано, день идёт."), edited="20:15")
        table.seen_before("20:12", content=said("Начинаю просчёт."))
    else:
        table.post("Ведущий", "20:10", content=said("Начинаю просчёт."))
        table.posts[-1] = structs.replace(table.posts[-1], gone=Interval.shown(clock("20:15")))
    table.post("Вера", "20:20", "Аня")
    table.post("Гена", "20:21", "Аня")
    counted = table.count("21:00")
    assert (counted.ended_at, counted.verdict) == (None, Verdict.OPEN)
    assert [one.why for one in counted.rulings_needed] == [Needs.UNCLEAR_CLOSING]


def test_e6_a_count_tells_when_and_where_the_words_came_to_stand(table: Any, clock: Clock) -> None:
    post = table.post("Ведущий", "20:00", content=said("Начинаю просчёт."))
    counted = table.count("21:00")
    assert (counted.closing, counted.closing_order) == (Interval.shown(clock("20:00")), int(post))
    table.posts.clear()
    assert (table.count("21:00").closing, table.count("21:00").closing_order) == (None, None)


def test_v6_e6_v7_an_inclusive_last_second_ends_with_the_hosts_post_in_it(table: Any, targets: Any, why: Any) -> None:
    table.knobs("votes", boundary="inclusive")
    table.post("Борис", "22:00", "Вера")
    closing = table.post("Ведущий", "22:00", content=said("Начинаю просчёт."))
    behind = table.post("Аня", "22:00", "Вера")
    counted = table.count()
    assert (targets(counted), why(counted)) == ({"Борис": "Вера"}, {behind: Why.LATE})
    assert counted.closing_order == int(closing)
    table.knobs("votes", boundary="exclusive")
    assert (targets(table.count()), table.count().closing) == ({}, None)
