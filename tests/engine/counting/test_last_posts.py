"""E4: which post is a player's last one, where only that one counts, and what is said of the others."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.counts import Needs, Report, Spoken, Verdict, What, Why
from engine.day import Removal, RulesFrom
from engine.posts import Body, Line
from engine.rules import Edits
from engine.rulings import ReplaceRuling, VoidRuling, VoteRuling
from engine.times import Interval, Resolution


@pytest.fixture(autouse=True)
def last_posts_count(table: Any) -> None:
    table.knobs("votes", edits=Edits.LAST_POST)


def test_e4_e5_a_last_post_that_was_deleted_after_the_end_is_still_the_last(
    table: Any, clock: Any, targets: Any
) -> None:
    table.post("Аня", "10:00", "Борис")
    table.post("Аня", "11:00", "Вера", gone=Interval(clock("22:10"), clock("22:20")))
    counted = table.count("22:30")
    assert (targets(counted), counted.rulings_needed) == ({"Аня": "Вера"}, ())


def test_e4_e6_a_post_before_the_closing_one_of_the_same_minute_is_the_last(table: Any, targets: Any) -> None:
    table.knobs("votes", closes_with=("начинаю просчёт",))
    table.post("Аня", "10:00", "Борис")
    table.post("Аня", "20:10", "Вера", resolution=Resolution.MINUTE)
    table.post("Ведущий", "20:10", content=Body((), (Line("начинаю просчёт"),)), resolution=Resolution.MINUTE)
    table.post("Аня", "20:10", "Гена", resolution=Resolution.MINUTE)
    counted = table.count()
    assert (targets(counted), counted.rulings_needed) == ({"Аня": "Вера"}, ())


@pytest.mark.parametrize("at", ["07:00", "22:00", "22:10"])
def test_e4_v6_a_post_outside_the_day_is_not_its_last(table: Any, targets: Any, at: str) -> None:
    table.post("Аня", "10:00", "Борис")
    table.post("Аня", at)
    table.posts.sort(key=lambda post: post.at.earliest)
    counted = table.count("22:30")
    assert (targets(counted), counted.reports) == ({"Аня": "Борис"}, ())


def test_e4_posts_without_a_vote_hide_nobodys_later_votes_where_only_those_with_one_count(
    table: Any, targets: Any
) -> None:
    table.knobs("votes", last_post="with-vote")
    table.post("Аня", "09:00", "Борис")
    table.post("Аня", "10:00")
    table.post("Борис", "11:00", "Вера")
    assert targets(table.count()) == {"Аня": "Борис", "Борис": "Вера"}


def test_e4_a_lost_vote_is_reported_with_its_post_and_who_only_talks_has_lost_none(
    table: Any, clock: Any, targets: Any
) -> None:
    table.post("Прохожий", "08:30")
    table.post("Вера", "09:00")
    table.post("Аня", "10:00", "Борис")
    lost = table.post("Аня", "11:00")
    table.post("Борис", "12:00", "Аня")
    counted = table.count()
    assert targets(counted) == {"Борис": "Аня"}
    assert counted.reports == (Report(lost, "Аня", What.VOTE_LOST_BY_LAST_POST, clock("11:00")),)


def test_e4_the_last_of_two_posts_with_a_vote_is_no_question(table: Any, targets: Any) -> None:
    table.knobs("votes", last_post="with-vote")
    table.post("Аня", "10:00", "Борис")
    table.post("Аня", "11:00", "Вера")
    counted = table.count()
    assert (targets(counted), counted.rulings_needed) == ({"Аня": "Вера"}, ())


def test_e4_v6_a_single_post_of_unclear_time_is_asked_about(table: Any, why: Any) -> None:
    only = table.post("Аня", "21:30", "Борис", resolution=Resolution.HOUR)
    assert why(table.count()) == {only: Needs.TIME_UNCLEAR}


def test_e4_v12_what_stands_behind_the_last_post_with_a_vote_has_its_own_reason(
    table: Any, targets: Any, why: Any
) -> None:
    table.knobs("votes", last_post="with-vote")
    table.frame(out=frozenset({"Егор"}))
    alone = table.post("Вера", "10:00", "Незнакомка")
    before = table.post("Аня", "10:01", "Егор")
    table.post("Аня", "10:02", "Борис")
    behind = table.post("Аня", "10:03", "Егор")
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted) == {alone: Why.UNKNOWN_NAME, before: Why.NOT_LAST_POST, behind: Why.DEAD_TARGET}


def test_e4_v12_what_comes_before_not_last_post_is_told_first(table: Any, clock: Any, why: Any) -> None:
    early = table.post("Аня", "07:00", "Борис")
    deleted = table.post("Аня", "09:00", "Вера", gone=Interval.shown(clock("12:00")))
    void = table.post("Аня", "09:30", "Вера")
    table.post("Аня", "10:00", "Гена")
    table.rulings.append(VoidRuling(void))
    assert why(table.count()) == {early: Why.EARLY, deleted: Why.DELETED, void: Why.VOID}


def test_e4_v10_an_earlier_post_may_be_ruled_a_vote(table: Any, targets: Any) -> None:
    ruled = table.post("Аня", "09:00", "молчун")
    table.post("Аня", "10:00")
    table.rulings.append(VoteRuling(ruled, "Борис"))
    assert targets(table.count()) == {"Аня": "Борис"}


def test_e4_v10_the_account_that_plays_on_writes_the_players_last_post(table: Any, clock: Any, targets: Any) -> None:
    table.rulings.append(ReplaceRuling("vera_new", "Вера", clock("12:00")))
    table.post("Вера", "10:00", "Аня")
    table.post("vera_new", "13:00", "Борис")
    assert targets(table.count()) == {"Вера": "Борис"}


def test_e4_v8_a_vote_taken_back_in_an_earlier_post_is_told_as_such(table: Any) -> None:
    table.knobs("votes", unvote=("снимаю голос",), no_lynch=("никого",))
    table.post("Аня", "10:00", "снимаю голос")
    table.post("Аня", "10:01", "никого")
    table.post("Аня", "10:02", "Борис")
    said = [(fate.word, fate.why) for fate in table.count().fates]
    assert said == [(Spoken.UNVOTE, Why.NOT_LAST_POST), (Spoken.NO_LYNCH, Why.NOT_LAST_POST), (None, None)]


def test_e4_e1_when_the_last_post_was_edited_is_no_question(table: Any) -> None:
    """Both of Вера's marks stand in it, so their order is that of its text; only whom the second names is asked."""
    edited = table.post("Вера", "10:00", "Аня", "Борис или Гена", edited="15:00")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.why) for one in counted.rulings_needed] == [(edited, Needs.AMBIGUOUS_NAME)]


def test_v3_several_marks_are_asked_about_only_in_posts_under_that_rule(table: Any, targets: Any) -> None:
    table.knobs("votes", edits=Edits.LAST_EDITED)
    table.post("Аня", "10:00", "Борис", "Вера")
    change = table.post("Ведущий", "11:00")
    asked = table.post("Гена", "12:00", "Борис", "Вера")
    asking = structs.replace(table.rules, votes=structs.replace(table.rules.votes, several_marks="ruling"))
    table.frame(rules_from=(RulesFrom(change, asking),))
    counted = table.count()
    assert targets(counted) == {"Аня": "Вера"}
    assert {one.post for one in counted.rulings_needed} == {asked}


def test_e4_v14_a_lapsed_vote_in_what_may_not_be_the_last_post_leaves_it_open_who_has_missed_the_day(
    table: Any, clock: Any
) -> None:
    """Nobody saw what Дина's last post said by the end: if it held a vote, the lapsed one before it is nothing."""
    table.knobs("votes", edits=Edits.LAST_POST, last_post="with-vote")
    table.knobs("missed", rule="lot")
    table.frame(removals=(Removal("Гена", clock("21:00")),))
    table.post("Дина", "09:00", "Гена", edited="12:00")
    unseen = table.post("Дина", "10:00", "Аня", edited="22:01")
    counted = table.count("23:00")
    assert (counted.verdict, counted.lots) == (Verdict.OPEN, ())
    assert unseen in [one.post for one in counted.rulings_needed]


@pytest.mark.parametrize("author", ["Вера", "Bepa"])
def test_e4_v15_a_post_of_one_who_only_bears_the_players_name_is_not_his_last(
    table: Any, targets: Any, clock: Any, author: str
) -> None:
    """The account that played before, or a look-alike: whatever it writes takes no vote from who plays."""
    if author == "Вера":
        table.rulings.append(ReplaceRuling("vera_new", "Вера", clock("09:30")))
    table.post("vera_new" if author == "Вера" else "Вера", "10:00", "Борис")
    table.post(author, "11:00")
    counted = table.count()
    assert (targets(counted), counted.reports) == ({"Вера": "Борис"}, ())
