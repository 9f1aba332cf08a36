"""V10: a ruling on a post is one on the text that the host saw; what an edit made of it since is asked about anew."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.counts import Needs, Verdict, Why
from engine.rules import Edits
from engine.rulings import VoidRuling, VoteRuling

Fixture = Any


@pytest.fixture
def post(table: Fixture) -> str:
    """Аня's «Борис или Вера», which she edits in the overtime into a vote for Гена: it would decide the tie."""
    table.post("Вера", "10:00", "Гена")
    table.post("Борис", "10:01", "Дина")
    made = str(table.post("Аня", "13:00", "Гена", edited="22:10"))
    table.seen_before("22:05", "Борис или Вера")
    return made


def rule(table: Fixture, clock: Any, ruling: VoidRuling | VoteRuling, at: str | None) -> None:
    table.rulings.append(structs.replace(ruling, at=None if at is None else clock(at)))


@pytest.mark.parametrize("at", ["22:30", None])
def test_v10_a_ruling_holds_for_every_text_that_the_host_may_have_seen(
    table: Fixture, clock: Any, post: str, why: Any, at: str | None
) -> None:
    rule(table, clock, VoidRuling(post), at)
    counted = table.count("22:30")
    assert (counted.verdict, why(counted)) == (Verdict.OPEN, {post: Why.VOID})
    assert [lot.candidates for lot in counted.lots] == [("Гена", "Дина")]


@pytest.mark.parametrize("ruling", [VoidRuling, VoteRuling])
def test_v10_an_edit_after_the_ruling_is_asked_about(
    table: Fixture, clock: Any, post: str, why: Any, targets: Any, ruling: Any
) -> None:
    rule(table, clock, ruling(post, "Егор") if ruling is VoteRuling else ruling(post), "21:00")
    day = table.count("22:00")
    assert targets(day).get("Аня") == ("Егор" if ruling is VoteRuling else None)
    counted = table.count("22:30")
    assert (counted.verdict, counted.lots) == (Verdict.OPEN, ())
    assert [(one.post, one.text, one.why) for one in counted.rulings_needed] == [(post, "Гена", Needs.EDITED)]


def test_v10_each_of_two_rulings_holds_for_the_text_of_its_time(
    table: Fixture, clock: Any, post: str, targets: Any
) -> None:
    rule(table, clock, VoidRuling(post), "21:00")
    rule(table, clock, VoteRuling(post, "Дина"), "22:20")
    counted = table.count("22:30")
    assert {ballot.voter for ballot in counted.first.ballots} == {"Вера", "Борис"}
    assert (targets(counted)["Аня"], counted.out) == ("Дина", ("Дина",))
    rule(table, clock, VoteRuling(post, "Гена"), "22:25")
    assert table.count("22:30").out == ("Гена",)


def test_v10_a_vote_that_the_host_gave_may_have_been_taken_back_by_an_edit(
    table: Fixture, clock: Any, targets: Any
) -> None:
    table.post("Борис", "10:01", "Дина")
    post = table.post("Аня", "13:00", edited="22:10")
    table.seen_before("22:05", "Борис или Вера")
    rule(table, clock, VoteRuling(post, "Гена"), "21:00")
    assert targets(table.count("22:00")) == {"Аня": "Гена", "Борис": "Дина"}
    counted = table.count("22:30")
    assert (counted.verdict, [one.why for one in counted.rulings_needed]) == (Verdict.OPEN, [Needs.EDITED])
    rule(table, clock, VoidRuling(post), "22:20")
    assert table.count("22:30").out == ("Дина",)


def test_v10_a_mark_that_the_edit_left_as_it_was_is_the_one_that_was_ruled_on(
    table: Fixture, clock: Any, why: Any
) -> None:
    post = table.post("Аня", "13:00", "Борис или Вера", "Гена", edited="15:00")
    table.seen_before("14:00", "Борис или Вера")
    rule(table, clock, VoidRuling(post), "14:30")
    counted = table.count("22:00")
    assert [(one.text, one.why) for one in counted.not_counted] == [("Борис или Вера", Why.VOID)]
    assert [(one.text, one.why) for one in counted.rulings_needed] == [("Гена", Needs.EDITED)]


def test_v10_another_word_beside_the_marks_makes_no_other_text(table: Fixture, clock: Any, targets: Any) -> None:
    post = table.post("Аня", "13:00", "Борис или Вера", edited="15:00")
    table.seen_before("14:00", "Борис или Вера")
    rule(table, clock, VoidRuling(post), "14:30")
    rule(table, clock, VoteRuling(post, "Вера"), "20:00")
    assert targets(table.count("22:00")) == {"Аня": "Вера"}


def test_v10_e3_where_editing_is_forbidden_the_ruling_is_on_the_text_that_counts(
    table: Fixture, clock: Any, targets: Any, post: str
) -> None:
    table.knobs("votes", edits=Edits.FORBIDDEN)
    rule(table, clock, VoidRuling(post), "21:00")
    rule(table, clock, VoteRuling(post, "Вера"), "23:00")
    assert targets(table.count("22:00"))["Аня"] == "Вера"
