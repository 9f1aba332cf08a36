"""C3-C5, H12-H16, T14-5, T14-10 to T14-15: who is out, ties, overtime, lots, default votes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.counts import By, Needs, Verdict, Why
from engine.day import Draw
from engine.rules import Edits, TieStep


def tie(table):
    table.post("Аня", "10:00", "Борис")
    table.post("Борис", "10:01", "Аня")


def test_c3_most_votes_is_out(table):
    for voter, target in (("Аня", "Борис"), ("Вера", "Борис"), ("Борис", "Аня")):
        table.post(voter, "10:00", target)
    counted = table.count()
    assert (counted.verdict, counted.by, counted.out) == (Verdict.OUT, By.VOTES, ("Борис",))
    assert [(one.target, one.votes, one.voters) for one in counted.first.counts] == [
        ("Аня", 1, ("Борис",)),
        ("Борис", 2, ("Аня", "Вера")),
    ]
    assert counted.no_ballot == ("Гена", "Дина", "Егор")


def test_c4_no_votes_nobody_goes(table):
    assert (table.count().verdict, table.count().by) == (Verdict.NOBODY, None)


def test_c5_a_tie_waits_for_its_half_hour_and_then_for_the_dice(table):
    tie(table)
    assert table.count("22:00").verdict is Verdict.OPEN
    assert table.count("22:29").lots == ()
    counted = table.count("22:30")
    assert counted.first.tied == ("Аня", "Борис")
    assert (counted.verdict, counted.lots_needed) == (Verdict.OPEN, ("day1.tie",))
    (lot,) = counted.lots
    assert lot.candidates == ("Аня", "Борис")
    assert lot.ballots == "Аня\tБорис\t101\nБорис\tАня\t102\n"
    table.draws.append(Draw("day1.tie", "Аня"))
    counted = table.count("22:30")
    assert (counted.verdict, counted.by, counted.out) == (Verdict.OUT, By.DICE, ("Аня",))


def test_c5_a_draw_that_names_no_candidate_is_an_error(table):
    tie(table)
    table.draws.append(Draw("day1.tie", "Вера"))
    with pytest.raises(ValueError, match="Вера"):
        table.count("22:30")


def test_before_the_end_a_tie_stays_one_and_a_lead_is_told(table):
    tie(table)
    assert (table.count("12:00").verdict, table.count("12:00").overtime) == (Verdict.OPEN, None)
    table.post("Вера", "10:02", "Аня")
    assert table.count("12:00").out == ("Аня",)


@pytest.mark.parametrize(
    ("step", "verdict", "out"),
    [
        (TieStep.NOBODY, Verdict.NOBODY, ()),
        (TieStep.ALL, Verdict.OUT, ("Аня", "Борис")),
        (TieStep.SPLIT, Verdict.SPLIT, ()),
        (TieStep.HOST, Verdict.OPEN, ()),
        (TieStep.LOT, Verdict.OPEN, ()),
    ],
)
def test_tie_steps_that_look_at_nothing_else(table, step, verdict, out):
    table.knobs("tie", steps=(step,))
    tie(table)
    counted = table.count()
    assert (counted.verdict, counted.out) == (verdict, out)


@pytest.mark.parametrize(
    ("step", "out"),
    [(TieStep.EARLIER_LAST_VOTE, "Борис"), (TieStep.FIRST_TO_REACH, "Борис"), (TieStep.LONGEST_HELD, "Аня")],
)
def test_tie_steps_that_look_at_how_the_votes_came(table, step, out):
    table.knobs("tie", steps=(step,))
    for voter, at, target in (
        ("Вера", "09:00", "Аня"),
        ("Гена", "10:00", "Борис"),
        ("Дина", "11:00", "Борис"),
        ("Егор", "12:00", "Аня"),
        ("Дина", "13:00", "Борис"),
    ):
        table.post(voter, at, target)
    counted = table.count()
    assert (counted.verdict, counted.by, counted.out) == (Verdict.OUT, By.VOTES, (out,))


def test_a_revote_among_the_tied_with_its_own_end(table, targets, why):
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.NOBODY), revote_minutes=20)
    tie(table)
    assert table.count("22:10").verdict is Verdict.OPEN
    table.post("Вера", "22:05", "Аня")
    outsider = table.post("Гена", "22:06", "Егор")
    late = table.post("Дина", "22:20", "Борис")
    counted = table.count("22:30")
    assert targets(counted) == {"Вера": "Аня"}
    assert counted.out == ("Аня",)
    assert why(counted) == {outsider: Why.NOT_TIED, late: Why.LATE}


def test_a_revote_may_follow_an_overtime(table):
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.REVOTE, TieStep.LOT), revote_minutes=20)
    tie(table)
    table.post("Вера", "22:35", "Борис")
    assert table.count("22:40").verdict is Verdict.OPEN
    assert table.count("22:50").out == ("Борис",)


def test_h13_who_gives_no_vote_votes_against_himself_and_a_politician_with_one(table):
    table.knobs("votes", default="self", edits=Edits.LAST_POST)
    table.knobs("tie", steps=(TieStep.SPLIT,))
    table.frame(weights={"Вера": 2}, default_weights={"Вера": 1}, coma=frozenset({"Егор"}))
    table.post("Аня", "10:00", "Борис")
    counted = table.count()
    ballots = {one.voter: (one.target, one.post, one.weight, one.default) for one in counted.first.ballots}
    assert ballots["Вера"] == ("Вера", None, 1, True)
    assert ballots["Аня"] == ("Борис", "101", 1, False)
    assert "Егор" not in ballots
    table.post("Вера", "11:00", "Вера")
    assert {one.voter: one.weight for one in table.count().first.ballots}["Вера"] == 2


def test_h13_a_vote_against_oneself_weighs_what_the_voters_do_unless_his_role_says_otherwise(table):
    table.knobs("votes", default="self")
    table.frame(weights={"Аня": 2, "Вера": 2}, default_weights={"Вера": 1})
    assert [(one.voter, one.weight) for one in table.count().first.ballots[:3]] == [
        ("Аня", 2),
        ("Борис", 1),
        ("Вера", 1),
    ]


def test_h5_h27_one_in_coma_does_not_vote_but_may_be_voted_for(table, targets, why):
    table.frame(coma=frozenset({"Егор"}))
    table.post("Аня", "10:00", "Егор")
    coma = table.post("Егор", "10:01", "Аня")
    counted = table.count()
    assert targets(counted) == {"Аня": "Егор"}
    assert why(counted) == {coma: Why.COMA}
    assert "Егор" not in counted.no_ballot


def test_h15_a_split_between_all_at_the_top(table):
    table.knobs("tie", steps=(TieStep.SPLIT,))
    tie(table)
    counted = table.count()
    assert (counted.verdict, counted.out, counted.first.tied) == (Verdict.SPLIT, (), ("Аня", "Борис"))


def test_t14_5_one_of_those_who_missed_the_day_is_drawn(table):
    table.knobs("missed", rule="lot")
    for voter in ("Аня", "Борис", "Вера"):
        table.post(voter, "10:00", "Гена")
    counted = table.count()
    assert counted.no_ballot == ("Гена", "Дина", "Егор")
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Гена",))
    (lot,) = counted.lots
    assert (lot.label, lot.candidates) == ("day1.missed", ("Дина", "Егор"))
    table.draws.append(Draw("day1.missed", "Егор"))
    counted = table.count()
    assert (counted.leaves_next_morning, counted.lots) == ("Егор", ())


def test_t14_5_a_single_one_leaves_without_a_lot(table):
    table.knobs("missed", rule="lot")
    for voter in ("Аня", "Борис", "Вера", "Гена", "Дина"):
        table.post(voter, "10:00", "Гена")
    assert table.count().leaves_next_morning == "Егор"
    assert table.count("21:00").leaves_next_morning is None


def test_t14_5_open_while_a_ruling_could_change_who_missed_the_day(table):
    table.knobs("missed", rule="lot")
    for voter in ("Аня", "Борис", "Вера", "Гена"):
        table.post(voter, "10:00", "Гена")
    table.post("Дина", "10:00", "Аня или Вера")
    counted = table.count()
    assert (counted.verdict, counted.lots) == (Verdict.OPEN, ())
    assert [one.why for one in counted.rulings_needed] == [Needs.AMBIGUOUS_NAME]


def test_t14_10_a_new_post_changes_the_vote(table, targets):
    table.knobs("votes", colour=("#008000",), edits=Edits.FORBIDDEN)
    table.post("Аня", "10:00", "Борис")
    assert targets(table.count()) == {}


def test_t14_11_a_vote_against_oneself_leaves_the_earlier_one(table, targets, why):
    table.knobs("votes", self_vote=False)
    table.post("Аня", "10:00", "Борис")
    own = table.post("Аня", "11:00", "Аня")
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted) == {own: Why.SELF_VOTE}


def test_t14_13_nobody_voted_all_missed_the_day(table):
    table.knobs("missed", rule="lot")
    counted = table.count()
    assert (counted.verdict, counted.out) == (Verdict.NOBODY, ())
    assert [lot.candidates for lot in counted.lots] == [counted.no_ballot]
    assert len(counted.no_ballot) == 6


def test_t14_14_only_who_had_a_ballot_may_change_it(table, targets, why):
    table.knobs("tie", overtime_voters="changers")
    tie(table)
    new = table.post("Вера", "22:10", "Аня")
    table.post("Аня", "22:15", "Вера")
    counted = table.count("22:30")
    assert targets(counted) == {"Аня": "Вера", "Борис": "Аня"}
    assert why(counted) == {new: Why.NEW_VOTE_IN_OVERTIME}
    table.knobs("tie", overtime_voters="all")
    assert table.count("22:30").out == ("Аня",)


def test_t14_14_from_the_hosts_notice(table, targets, why):
    table.knobs("tie", overtime_from="notice")
    tie(table)
    early = table.post("Вера", "22:05", "Аня")
    table.post("Вера", "22:15", "Борис")
    assert table.count("23:30").verdict is Verdict.OPEN
    table.frame(overtime_starts=table.day.ends + timedelta(minutes=10))
    counted = table.count("22:40")
    assert counted.out == ("Борис",)
    assert why(counted) == {early: Why.LATE}
    assert table.count("22:39").verdict is Verdict.OPEN


def test_t14_15_the_dice_choose_among_those_then_tied(table):
    tie(table)
    table.post("Вера", "10:02", "Гена")
    table.post("Аня", "22:10", "Гена")
    table.post("Борис", "22:11", "Дина")
    table.post("Егор", "22:12", "Дина")
    counted = table.count("22:30")
    assert counted.first.tied == ("Аня", "Борис", "Гена")
    assert [lot.candidates for lot in counted.lots] == [("Гена", "Дина")]
