"""What a single mark may be worth: who is meant by «я», lapsed candidates, votes taken back, rulings on a post."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from msgspec import structs

from engine.counts import By, Needs, Report, Verdict, What, Why
from engine.day import Draw, Removal
from engine.posts import Body, Line, Mark
from engine.rules import TieStep
from engine.rulings import ReplaceRuling, VoteRuling
from engine.times import Interval, Resolution

RED = "#ff0000"


def test_v4_who_votes_for_himself_in_so_many_words_does(table: Any, targets: Any) -> None:
    table.post("Аня", "10:00", "за себя")
    assert targets(table.count()) == {"Аня": "Аня"}


@pytest.mark.parametrize(("before", "after"), [("", " не буду казнить"), ("не голосую за ", "")])
def test_v11_what_stands_beside_a_coloured_name_may_deny_it(
    table: Any, targets: Any, why: Any, before: str, after: str
) -> None:
    post = table.post("Аня", "10:00", Mark("Бориса", colour=RED, before=before, after=after))
    assert (targets(table.count()), why(table.count())) == ({}, {post: Needs.NEGATED})


def test_v15_e2_a_text_never_seen_of_an_unclear_account_is_asked_about_for_its_account(table: Any) -> None:
    asked = table.post("Вeра", "10:00", "Борис", edited="22:30", seen="23:00")
    assert [(one.post, one.why) for one in table.count("23:30").rulings_needed] == [(asked, Needs.UNKNOWN_ACCOUNT)]


def test_v14_v13_a_candidate_who_left_since_takes_the_open_vote_along(table: Any, clock: Any) -> None:
    """Аня's mark gives Гена a second vote, or nobody any: he is out with one vote too."""
    table.post("Борис", "10:00", "Гена")
    table.post("Аня", "11:00", "Вера или Гена")
    table.frame(removals=(Removal("Вера", clock("12:00")),))
    counted = table.count()
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Гена",))


def test_v14_a_vote_in_the_minute_of_a_removal_tells_whom_it_is_for(table: Any, clock: Any) -> None:
    table.post("Аня", "10:00", "Борис")
    asked = table.post("Аня", "12:00", "Вера", resolution=Resolution.MINUTE)
    table.frame(removals=(Removal("Вера", clock("12:00:30")),))
    counted = table.count()
    assert [(one.post, one.why, one.candidates) for one in counted.rulings_needed] == [
        (asked, Needs.TIME_UNCLEAR, ("Вера",))
    ]
    table.posts[1] = structs.replace(table.posts[1], at=Interval.shown(clock("11:00")))
    assert [(fate.target, fate.why) for fate in table.count().fates][1:] == [("Вера", Why.LAPSED)]


@pytest.mark.parametrize(("unvote", "verdict"), [((), Verdict.OUT), (("снимаю голос",), Verdict.OPEN)])
def test_v8_t14_5_a_text_never_seen_may_have_taken_the_vote_back_where_words_for_it_are_set(
    table: Any, unvote: tuple[str, ...], verdict: Verdict
) -> None:
    """It cannot change who is out, but who takes his vote back has missed the day."""
    table.knobs("missed", rule="lot")
    table.knobs("votes", unvote=unvote)
    for voter in ("Аня", "Борис", "Вера", "Гена", "Дина"):
        table.post(voter, "10:00", "Егор")
    table.post("Аня", "11:00", "Дина", edited="22:30", seen="23:00")
    assert table.count("23:30").verdict is verdict


@pytest.mark.parametrize(
    ("text", "unvote", "verdict"),
    [
        ("не голосую за Дину", (), Verdict.OPEN),
        ("Дина или Гена", (), Verdict.OUT),
        ("Дина или Гена", ("снимаю голос",), Verdict.OUT),
    ],
)
def test_v11_t14_5_a_negation_may_have_taken_the_vote_back_and_two_names_not(
    table: Any, text: str, unvote: tuple[str, ...], verdict: Verdict
) -> None:
    table.knobs("missed", rule="lot")
    table.knobs("votes", unvote=unvote)
    for voter in ("Аня", "Борис", "Вера", "Гена", "Дина"):
        table.post(voter, "10:00", "Егор")
    table.post("Аня", "11:00", text)
    assert table.count().verdict is verdict


def test_v8_a_mark_of_two_names_is_no_vote_for_nobody(table: Any) -> None:
    """For nobody it would make two votes against two; for Борис or Вера it changes nothing."""
    table.knobs("votes", no_lynch=("никого",))
    for voter, target in (("Дина", "Егор"), ("Вера", "Егор"), ("Гена", "никого"), ("Аня", "Борис или Вера")):
        table.post(voter, "10:00", target)
    assert (table.count().verdict, table.count().out) == (Verdict.OUT, ("Егор",))


def test_v12_an_open_mark_without_any_candidate_has_the_first_ones_reason(table: Any, why: Any) -> None:
    table.knobs("votes", self_vote=False)
    table.frame(out=frozenset({"Борис"}))
    post = table.post("Аня", "10:00", "Аня или Борис")
    assert why(table.count()) == {post: Why.SELF_VOTE}


@pytest.mark.parametrize("at", ["12:00", "13:00"])
def test_v10_v14_where_votes_lapse_a_replacement_and_a_removal_each_take_theirs_along(
    table: Any, clock: Any, targets: Any, at: str
) -> None:
    table.knobs("votes", replaced="lapse")
    table.rulings.append(ReplaceRuling("vera_new", "Вера", clock("12:00")))
    table.frame(removals=(Removal("Гена", clock("11:00")),))
    for voter, target in (("Аня", "Гена"), ("Борис", "Вера"), ("Вера", "Егор"), ("Егор", "Аня")):
        table.post(voter, "10:00", target)
    assert targets(table.count(at)) == {"Егор": "Аня"}


def test_v10_several_replacements_the_old_account_is_asked_about_from_the_first_on(
    table: Any, clock: Any, targets: Any, why: Any
) -> None:
    table.rulings += [ReplaceRuling("one", "Вера", clock("12:00")), ReplaceRuling("two", "Вера", clock("15:00"))]
    table.post("Вера", "11:00", "Аня")
    old = table.post("Вера", "13:00", "Борис")
    counted = table.count()
    assert (targets(counted), why(counted)) == ({"Вера": "Аня"}, {old: Needs.UNKNOWN_ACCOUNT})


# --- rulings on a post (V10) ------------------------------------------------------------------------------------------


def test_v10_a_ruling_is_told_with_the_words_and_the_text_of_its_post(table: Any) -> None:
    edited = table.post("Аня", "10:00", "тот молчун", edited="15:00")
    table.seen_before("12:00", "кто-то")
    empty = table.post("Борис", "10:01")
    nobody = table.post("Вера", "10:02")
    table.rulings += [VoteRuling(edited, "Гена"), VoteRuling(empty, "Дина"), VoteRuling(nobody, None)]
    assert [(fate.post, fate.text, fate.revision, fate.clause) for fate in table.count().fates] == [
        (empty, "Дина", 1, "V10"),
        (nobody, "", 1, "V10"),
        (edited, "тот молчун", 2, "V10"),
    ]


@pytest.mark.parametrize("seen", [False, True])
@pytest.mark.parametrize("text", ["Аня", "Аня или Гена"])
def test_v10_e1_a_ruling_on_an_edited_mark_counts_since_the_edit(
    table: Any, targets: Any, seen: bool, text: str
) -> None:
    """The host is asked which vote is the later one, or for whom it is; his answer is no earlier vote than another."""
    edited = table.post("Вера", "10:00", text, edited="15:00")
    if seen:
        table.seen_before("11:00", "Дина")
    table.post("Вера", "12:00", "Борис")
    table.rulings.append(VoteRuling(edited, "Аня"))
    counted = table.count()
    assert (targets(counted), counted.rulings_needed) == ({"Вера": "Аня"}, ())
    table.post("Вера", "16:00", "Гена")
    assert targets(table.count()) == {"Вера": "Гена"}


def test_v10_e8_a_ruling_on_a_part_merged_in_at_an_unknown_time_counts_as_late_as_that_may_have_been(
    table: Any, targets: Any, make_body: Any
) -> None:
    merged = table.post("Вера", "10:00", content=make_body("Аня", late_at=None, late=["Гена"]), seen="21:00")
    table.post("Вера", "12:00", "Борис")
    assert [one.post for one in table.count().rulings_needed] == [merged]
    table.rulings.append(VoteRuling(merged, "Гена"))
    assert targets(table.count()) == {"Вера": "Гена"}


def test_v14_v2_a_lapsed_vote_that_may_not_be_the_writers_own_may_have_left_the_one_before_it(
    table: Any, clock: Any
) -> None:
    table.post("Аня", "09:00", "Борис")
    unsure = table.post("Аня", "10:00", Mark("Гена", colour="#ff0000", unclear=True))
    table.frame(removals=(Removal("Гена", clock("12:00")),))
    counted = table.count()
    assert (counted.verdict, [one.post for one in counted.rulings_needed]) == (Verdict.OPEN, [unsure])
    table.rulings.append(VoteRuling(unsure, "Гена"))
    assert table.count().verdict is Verdict.NOBODY


def test_v10_e6_a_ruling_makes_no_vote_of_a_post_behind_the_closing_one_in_its_minute(
    table: Any, targets: Any, why: Any
) -> None:
    table.knobs("votes", closes_with=("начинаю просчёт",))
    before = table.post("Аня", "20:10", "молчун", resolution=Resolution.MINUTE)
    table.post("Ведущий", "20:10", content=Body((), (Line("начинаю просчёт"),)), resolution=Resolution.MINUTE)
    behind = table.post("Борис", "20:10", "молчун", resolution=Resolution.MINUTE)
    table.rulings += [VoteRuling(before, "Гена"), VoteRuling(behind, "Гена")]
    counted = table.count("20:30")
    assert (targets(counted), why(counted)) == ({"Аня": "Гена"}, {behind: Why.LATE})


def test_v10_e6_the_host_closes_the_day_also_where_somebody_was_replaced(table: Any, clock: Any) -> None:
    table.knobs("votes", closes_with=("начинаю просчёт",))
    table.rulings.append(ReplaceRuling("vera_new", "Вера", clock("12:00")))
    table.post("vera_new", "13:00")
    table.post("Ведущий", "20:10", content=Body((), (Line("начинаю просчёт"),)))
    assert table.count("20:30").ended_at == clock("20:10")


def test_t14_5_who_is_out_by_the_lot_of_the_tie_is_not_in_that_of_the_silent(table: Any) -> None:
    table.knobs("tie", steps=(TieStep.LOT,))
    table.knobs("missed", rule="lot")
    for voter, target in (("Аня", "Дина"), ("Борис", "Егор"), ("Вера", "Дина"), ("Гена", "Егор")):
        table.post(voter, "10:00", target)
    assert [lot.candidates for lot in table.count().lots] == [("Дина", "Егор")]
    table.draws.append(Draw("day1.tie", "Дина"))
    counted = table.count()
    assert (counted.by, counted.out, counted.leaves_next_morning) == (By.DICE, ("Дина",), "Егор")
    del table.posts[1]
    counted = table.count()
    assert (counted.by, counted.out) == (By.VOTES, ("Дина",))
    assert [lot.candidates for lot in counted.lots] == [("Борис", "Егор")]


# --- the extra time ---------------------------------------------------------------------------------------------------


def test_t14_14_the_overtime_is_open_from_the_end_on(table: Any) -> None:
    table.post("Аня", "10:00", "Борис")
    table.post("Борис", "10:01", "Аня")
    assert table.count("21:59").overtime is None
    assert table.count("22:00").overtime.tied == ("Аня", "Борис")


def test_e6_a_tie_of_a_day_that_the_host_has_closed_goes_to_the_dice_at_once(table: Any, clock: Any) -> None:
    table.knobs("tie", steps=(TieStep.LOT,))
    table.post("Аня", "10:00", "Борис")
    table.post("Борис", "10:01", "Аня")
    table.frame(closed_at=clock("20:10"))
    assert table.count("20:10").lots == ()
    assert [lot.candidates for lot in table.count("20:30").lots] == [("Аня", "Борис")]


def test_deciding_hammer_no_overtime_follows_it_whatever_is_voted_later(table: Any) -> None:
    table.knobs("deciding", hammer=True)
    for voter in ("Аня", "Борис", "Вера", "Гена"):
        table.post(voter, "10:00", "Егор")
    for voter in ("Аня", "Дина", "Егор"):
        table.post(voter, "11:00", "Вера")
    counted = table.count("22:30")
    assert (counted.out, counted.overtime) == (("Егор",), None)


def test_t14_14_who_may_have_been_barred_is_no_question_where_his_change_changes_nothing(table: Any) -> None:
    table.knobs("tie", overtime_voters="changers")
    for voter, target in (("Аня", "Борис"), ("Борис", "Аня"), ("Дина", "Аня"), ("Егор", "Борис")):
        table.post(voter, "10:00", target)
    table.post("Вера", "10:00", "Гена или Дина")
    table.post("Дина", "22:10", "Борис")
    table.post("Вера", "22:11", "Егор")
    counted = table.count("22:30")
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Борис",))


def test_v13_t14_14_without_the_hosts_notice_there_is_no_overtime_to_look_at(table: Any) -> None:
    table.knobs("tie", overtime_from="notice")
    table.post("Аня", "10:00", "Борис")
    table.post("Вера", "10:01", "Аня или Борис")
    assert table.count("22:30").verdict is Verdict.OPEN


@pytest.mark.parametrize("steps", [(TieStep.OVERTIME, TieStep.REVOTE, TieStep.LOT), (TieStep.REVOTE, TieStep.LOT)])
def test_v13_the_extra_time_that_comes_first_is_looked_at_where_the_day_may_have_ended_in_a_tie(
    table: Any, steps: tuple[TieStep, ...]
) -> None:
    table.knobs("tie", steps=steps)
    for voter, at, target in (
        ("Аня", "10:00", "Борис"),
        ("Гена", "10:01", "Борис"),
        ("Борис", "10:02", "Аня"),
        ("Вера", "10:03", "Аня или Дина"),
        ("Дина", "22:10", "Борис"),
    ):
        table.post(voter, at, target)
    assert table.count("22:29").verdict is Verdict.OPEN
    assert table.count("23:30").out == ("Борис",)


# --- reports ----------------------------------------------------------------------------------------------------------


def test_c11_the_dead_are_reported_whoever_writes_between_and_those_who_only_look_like_them_not(
    table: Any, clock: Any
) -> None:
    table.frame(out=frozenset({"Вера"}))
    table.post("Вера", "10:00")
    table.post("Аня", "10:01")
    table.post("Вeра", "10:02")
    table.post("Прохожий", "10:03")
    again = table.post("Вера", "22:10")
    assert table.count("22:10").reports == ()
    assert table.count("22:11").reports == (Report(again, "Вера", What.DEAD_POSTS_AGAIN, clock("22:10")),)


def test_e5_edits_of_who_only_looks_like_a_player_are_not_reported_as_his(table: Any) -> None:
    table.post(
        "Вeра", "10:00", "Борис", edited="15:00", gone=Interval(*(table.day.ends + timedelta(hours=n) for n in (1, 2)))
    )
    assert table.count("23:30").reports == ()


def test_e5_an_edit_that_only_the_archive_knows_is_reported_since_the_last_sight_of_the_old_text(
    table: Any, clock: Any
) -> None:
    post = table.post("Аня", "10:00", "Борис", seen="16:00")
    table.seen_before("12:00", "Вера")
    assert table.count().reports == (Report(post, "Аня", What.EDITED, clock("12:00")),)
    old, new = table.posts[0].revisions
    newest = structs.replace(new, body=old.body, first_seen=clock("20:00"))
    seen = structs.replace(new, last_seen=clock("18:00"))
    table.posts[0] = structs.replace(table.posts[0], revisions=(old, seen, newest))
    assert table.count().reports == (Report(post, "Аня", What.EDITED, clock("18:00")),)


def test_e5_e8_deleted_and_merged_posts_are_reported_though_no_mark_stands_in_them(
    table: Any, clock: Any, make_body: Any
) -> None:
    gone = table.post("Аня", "10:00", gone=Interval.shown(clock("12:00")))
    merged = table.post("Борис", "10:01", content=Body((), (Line("привет"), Line("ещё", late=True)), merged=True))
    assert [(one.post, one.what) for one in table.count().reports] == [
        (merged, What.MERGED_LATE),
        (gone, What.DELETED),
    ]


def test_v1_v4_a_near_colour_on_two_names_is_reported_too(table: Any, clock: Any) -> None:
    post = table.post("Аня", "10:00", Mark("Борис или Вера", colour="#e02020"))
    assert table.count().reports == (Report(post, "Аня", What.NEAR_COLOUR, clock("10:00")),)


def test_v15_a_new_name_is_reported_once_with_its_first_post(table: Any, clock: Any) -> None:
    table.post("Аня", "10:00", author_id="7")
    first = table.post("Анюта", "11:00", author_id="7")
    table.post("Анюта", "12:00", author_id="7")
    assert table.count().reports == (Report(first, "Аня", What.RENAMED, clock("11:00")),)


# --- texts that may name anybody --------------------------------------------------------------------------------------


def test_e2_v14_a_text_never_seen_may_have_been_for_one_who_left_since(table: Any, clock: Any) -> None:
    """Then Аня's earlier vote does not revive, and Борис is not out: to any other he would lose no less."""
    table.knobs("votes", self_vote=False)
    table.knobs("deciding", minimum_votes=1)
    table.frame(out=frozenset({"Вера", "Дина", "Егор"}), removals=(Removal("Гена", clock("12:00")),))
    table.post("Аня", "10:00", "Борис")
    asked = table.post("Аня", "11:00", "Борис", edited="22:30", seen="23:00")
    counted = table.count("23:30")
    assert (counted.verdict, [one.post for one in counted.rulings_needed]) == (Verdict.OPEN, [asked])


def test_v13_e2_deciding_hammer_texts_never_seen_may_have_ended_the_day_on_one_who_left_since(
    table: Any, clock: Any
) -> None:
    table.knobs("deciding", rule="majority", hammer=True)
    table.frame(out=frozenset({"Дина", "Егор"}), removals=(Removal("Гена", clock("12:00")),))
    unseen = [table.post(voter, "09:00", "Вера", edited="22:30", seen="23:00") for voter in ("Аня", "Гена")]
    table.post("Борис", "11:00", "Гена")
    counted = table.count("23:30")
    assert (counted.verdict, [one.post for one in counted.rulings_needed]) == (Verdict.OPEN, unseen)
