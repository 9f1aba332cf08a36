"""V13 with more open marks than readings are tried: leads alone settle what they can, and nothing else is settled."""

from __future__ import annotations

from engine.counts import Needs, Verdict, Why
from engine.day import Effect, EffectKind
from engine.people import Player, Roster
from engine.rules import TieStep

MANY = tuple(f"Игрок{number}" for number in range(20))


def crowd(table, *, sure: int, unsure: int = 14) -> None:
    """So many votes for Анна, and open ones between Борис and Вера: more than 4,096 readings."""
    table.roster = Roster(tuple(map(Player, ("Анна", "Борис", "Вера", *MANY))))
    table.knobs("tie", steps=(TieStep.NOBODY,))
    for place, name in enumerate(MANY[:sure]):
        table.post(name, f"10:{place:02}", "Анна")
    for place, name in enumerate(MANY[::-1][:unsure]):
        table.post(name, f"11:{place:02}", "Борис или Вера")


def test_v13_many_open_marks_that_cannot_catch_up_leave_the_verdict(table):
    crowd(table, sure=6, unsure=14)
    assert table.count().verdict is Verdict.OPEN
    table.frame(effects=(Effect(player="Анна", kind=EffectKind.BONUS, value=9),))
    counted = table.count()
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Анна",))


def test_v13_as_many_open_marks_as_votes_may_make_a_tie(table):
    crowd(table, sure=6, unsure=14)
    table.frame(effects=(Effect(player="Анна", kind=EffectKind.BONUS, value=8, at=table.day.starts),))
    assert table.count().verdict is Verdict.OPEN


def test_v13_the_penalty_of_the_silent_counts_in_the_leads(table):
    crowd(table, sure=0, unsure=14)
    table.knobs("missed", rule="penalty", penalty_votes=20)
    for place, name in enumerate(("Борис", "Вера", *MANY[:6])):
        table.post(name, f"10:{place:02}", "Анна")
    # Анна alone is silent: 20 votes of penalty and 8 of the others, against 14 at most.
    counted = table.count()
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Анна",))


def test_v13_t14_14_a_tie_is_not_settled_while_the_overtimes_open_marks_could_break_it(table):
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.LOT))
    table.post("Аня", "10:00", "Борис")
    table.post("Борис", "10:01", "Аня")
    unsure = table.post("Вера", "22:10", "Борис или Аня")
    counted = table.count("22:30")
    assert (counted.verdict, counted.lots) == (Verdict.OPEN, ())
    assert [one.post for one in counted.rulings_needed] == [unsure]


def test_t14_14_an_open_first_vote_in_the_overtime_of_changers_is_none(table, why):
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.LOT), overtime_voters="changers")
    table.post("Аня", "10:00", "Борис")
    table.post("Борис", "10:01", "Аня")
    new = table.post("Вера", "22:10", "Борис или Аня")
    changed = table.post("Борис", "22:11", "Вера или Аня")
    assert why(table.count("22:30")) == {new: Why.NEW_VOTE_IN_OVERTIME, changed: Needs.AMBIGUOUS_NAME}


def test_t14_14_the_first_to_reach_a_number_has_bonus_votes_from_the_start(table):
    table.knobs("tie", steps=(TieStep.FIRST_TO_REACH, TieStep.LOT))
    table.frame(effects=(Effect(player="Борис", kind=EffectKind.BONUS, value=1),))
    table.post("Аня", "10:00", "Вера")
    table.post("Гена", "10:30", "Борис")
    table.post("Дина", "11:00", "Вера")
    counted = table.count()
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Борис",))


def test_h13_before_the_end_nobody_has_missed_the_day_or_abstained(table):
    table.knobs("missed", rule="penalty", abstain=("пас",))
    table.post("Аня", "10:00", "Борис")
    table.post("Вера", "11:00", "пас")
    before, after = table.count("21:59"), table.count()
    assert (before.missed, before.abstained) == ((), ())
    assert (after.missed, after.abstained) == (("Борис", "Гена", "Дина", "Егор"), ("Вера",))


def test_e6_words_of_the_host_before_the_day_and_words_of_others_end_nothing(table, targets):
    table.knobs("votes", closes_with=("начинаю просчёт",))
    table.post("Ведущий", "07:00", "начинаю просчёт")
    table.post("Борис", "09:00", "начинаю просчёт")
    table.post("Аня", "10:00", "Борис")
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert counted.ended_at is None


def test_v13_more_open_marks_of_one_voter_than_are_tried_leave_the_verdict_open(table):
    """Under a limit on changes it matters what each of them was."""
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.LOT), overtime_voters="changers")
    table.knobs("changes", limit=1)
    for voter in ("Борис", "Вера", "Гена"):
        table.post(voter, "09:00", "Аня")
    for place in range(8):
        table.post("Аня", f"10:0{place}", "Вера или Гена")
    counted = table.count("22:30")
    assert (counted.verdict, counted.out) == (Verdict.OPEN, ())
    assert {one.candidates for one in counted.rulings_needed} == {("Вера", "Гена")}
    assert len(counted.rulings_needed) == 8


def test_t14_5_among_many_open_marks_who_missed_the_day_is_asked_for(table):
    crowd(table, sure=20, unsure=0)
    table.knobs("missed", rule="lot")
    table.post("Борис", "12:00", "Анна или Вера")
    assert (table.count().verdict, table.count().lots) == (Verdict.OPEN, ())
    table.post("Борис", "12:01", "Вера")
    counted = table.count()
    assert (counted.verdict, counted.out, counted.leaves_next_morning) == (Verdict.OUT, ("Анна",), "Вера")


def test_v13_the_weight_of_an_open_mark_counts_in_the_leads(table):
    crowd(table, sure=6, unsure=13)
    table.frame(effects=(Effect(player="Анна", kind=EffectKind.BONUS, value=8),))
    counted = table.count()
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Анна",))
    table.frame(weights={MANY[-1]: 2})
    assert table.count().verdict is Verdict.OPEN


def tiny(table, *names):
    """The open marks weigh next to nothing: together less than a seventh of a vote."""
    table.frame(weights=dict.fromkeys((*MANY[6:], *names), 0.01))


def test_v13_t14_15_a_tie_that_many_open_marks_cannot_break_goes_to_the_dice(table):
    crowd(table, sure=0)
    tiny(table)
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.LOT))
    table.post("Анна", "09:00", "Игрок0")
    table.post("Игрок0", "09:01", "Анна")
    counted = table.count("22:30")
    assert [lot.candidates for lot in counted.lots] == [("Анна", "Игрок0")]


def test_v13_a_lead_of_a_part_of_a_vote_may_be_enough(table):
    crowd(table, sure=1)
    table.frame(weights={**dict.fromkeys(MANY[6:], 0.01), "Игрок0": 0.45})
    counted = table.count()
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Анна",))


def test_v13_one_vote_may_be_enough_against_many_that_weigh_next_to_nothing(table):
    crowd(table, sure=1)
    tiny(table)
    counted = table.count()
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Анна",))


def test_v13_a_bonus_of_three_leads_two_votes_whatever_the_open_ones_say(table):
    crowd(table, sure=0)
    tiny(table)
    table.frame(effects=(Effect(player="Анна", kind=EffectKind.BONUS, value=3),))
    table.post("Анна", "09:00", "Вера")
    table.post("Борис", "09:01", "Вера")
    counted = table.count()
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Анна",))


def test_t14_5_open_marks_of_who_has_voted_leave_who_missed_the_day(table):
    table.roster = Roster(tuple(map(Player, ("Анна", "Борис", "Вера", *MANY))))
    table.knobs("missed", rule="lot")
    table.frame(effects=(Effect(player="Анна", kind=EffectKind.BONUS, value=40),))
    for place, name in enumerate(MANY):
        table.post(name, f"10:{place:02}", "Борис")
        table.post(name, f"11:{place:02}", "Борис или Вера")
    counted = table.count()
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Анна",))
    assert [lot.candidates for lot in counted.lots] == [("Борис", "Вера")]
    assert counted.lots[0].ballots.count("\n") == len(MANY)
