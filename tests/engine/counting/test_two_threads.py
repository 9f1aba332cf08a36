"""V7: of two posts of different threads within one stretch of time nobody knows which came first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.counts import By, Needs, Verdict, Why
from engine.posts import Body, Line
from engine.rules import Edits, TieStep
from engine.rulings import CloseRuling, VoteRuling
from engine.times import Resolution

Said = Callable[..., str]


@pytest.fixture
def said(table: Any) -> Said:
    """A post of the one thread or of the other, on a board that shows minutes."""

    def write(thread: str, voter: str, at: str, *texts: str, content: Body | None = None) -> str:
        return str(table.post(voter, at, *texts, content=content, resolution=Resolution.MINUTE, thread=thread))

    return write


@pytest.mark.parametrize(("other", "verdict"), [("talk", Verdict.OUT), ("votes", Verdict.OPEN)])
def test_v7_a_players_two_votes_of_one_minute_in_two_threads_are_asked_about(
    table: Any, said: Said, why: Any, other: str, verdict: Verdict
) -> None:
    said("talk", "Борис", "12:00", "Вера")
    first = said("talk", "Аня", "13:00", "Вера")
    second = said(other, "Аня", "13:00", "Гена")
    said("talk", "Вера", "14:00", "Гена")
    counted = table.count()
    if verdict is Verdict.OUT:
        assert counted.out == ("Гена",)
        return
    assert counted.verdict is Verdict.OPEN
    assert why(counted) == {first: Needs.TIME_UNCLEAR, second: Needs.TIME_UNCLEAR}
    table.rulings.append(VoteRuling(first, "Вера"))
    table.rulings.append(VoteRuling(second, "Гена"))
    assert table.count().out == ("Гена",)


def test_v7_two_threads_are_no_question_where_minutes_differ_or_nothing_hangs_on_them(table: Any, said: Said) -> None:
    said("talk", "Аня", "13:00", "Вера")
    said("votes", "Аня", "13:01", "Гена")
    said("votes", "Борис", "13:01", "Гена")
    said("talk", "Дина", "13:01", "Вера")
    counted = table.count()
    assert (counted.out, counted.rulings_needed) == (("Гена",), ())
    said("talk", "Егор", "15:00", "Гена")
    said("votes", "Егор", "15:00", "Дина")
    assert table.count().out == ("Гена",)


@pytest.mark.parametrize(("voter", "target"), [("Аня", "Дина"), ("Дина", "Егор")])
def test_v7_hammer_whose_vote_of_one_minute_came_first_is_asked_about_where_the_end_hangs_on_it(
    table: Any, said: Said, voter: str, target: str
) -> None:
    table.knobs("deciding", hammer=True, rule="majority")
    for earlier in ("Аня", "Борис", "Вера"):
        said("talk", earlier, "12:00", "Егор")
    said("talk", "Гена", "13:00", "Егор")
    said("votes", voter, "13:00", target)
    counted = table.count()
    if target == "Егор":
        assert (counted.by, counted.out, counted.rulings_needed) == (By.HAMMER, ("Егор",), ())
    else:
        assert (counted.verdict, len(counted.rulings_needed)) == (Verdict.OPEN, 2)


@pytest.mark.parametrize("step", [TieStep.FIRST_TO_REACH, TieStep.EARLIER_LAST_VOTE, TieStep.LONGEST_HELD])
@pytest.mark.parametrize("at", ["12:00", "12:01"])
def test_v7_a_tie_that_goes_by_who_came_first_is_asked_about(table: Any, said: Said, step: TieStep, at: str) -> None:
    table.knobs("tie", steps=(step, TieStep.NOBODY))
    said("talk", "Аня", "12:00", "Егор")
    said("votes", "Борис", at, "Дина")
    counted = table.count()
    assert (counted.verdict, counted.out) == ((Verdict.OPEN, ()) if at == "12:00" else (Verdict.OUT, ("Егор",)))


def test_v7_changes_limit_which_of_two_was_the_change_too_many_is_asked_about(table: Any, said: Said) -> None:
    table.knobs("changes", limit=0)
    said("talk", "Аня", "12:00", "Егор")
    said("votes", "Аня", "12:00", "Дина")
    assert table.count().verdict is Verdict.OPEN


def test_v7_e6_a_vote_in_the_minute_of_the_closing_words_of_another_thread_is_asked_about(
    table: Any, said: Said, why: Any
) -> None:
    table.knobs("votes", closes_with=("начинаю просчёт",))
    vote = said("votes", "Аня", "20:00", "Егор")
    said("talk", "Ведущий", "20:00", content=Body((), (Line("Начинаю просчёт"),)))
    assert why(table.count()) == {vote: Needs.TIME_UNCLEAR}
    table.posts[0], table.posts[1] = table.posts[1], table.posts[0]
    said("votes", "Борис", "20:01", "Егор")
    assert why(table.count()) == {vote: Needs.TIME_UNCLEAR, "103": Why.LATE}


@pytest.mark.parametrize("texts", [("Дина",), ()])
def test_v7_e4_which_post_was_the_last_one_is_asked_about(table: Any, said: Said, texts: tuple[str, ...]) -> None:
    table.knobs("votes", edits=Edits.LAST_POST)
    said("talk", "Борис", "10:00", "Егор")
    said("talk", "Аня", "12:00", "Егор")
    said("votes", "Аня", "12:00", *texts)
    said("votes", "Вера", "10:00", "Дина")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    said("talk", "Аня", "12:01", "Егор")
    assert table.count().out == ("Егор",)


@pytest.mark.parametrize(("other", "asked"), [("votes", True), ("talk", False)])
def test_v7_e6_a_vote_in_the_minute_of_a_post_that_the_host_says_ends_the_day(
    table: Any, said: Said, why: Any, other: str, asked: bool
) -> None:
    vote = said(other, "Аня", "20:00", "Егор")
    said("talk", "Борис", "12:00", "Дина")
    said("votes", "Вера", "12:00", "Дина")
    table.rulings.append(CloseRuling(said("talk", "Ведущий", "20:00", content=Body((), (Line("Всё на сегодня"),)))))
    counted = table.count()
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Дина",))
    assert why(counted) == ({vote: Needs.TIME_UNCLEAR} if asked else {})
