"""Who has missed a day, and what it costs beside ties, lots and days that votes end early (T14-5, `missed`)."""

from __future__ import annotations

import pytest

from engine.counts import By, Verdict, Why
from engine.day import Draw, Effect, EffectKind, Removal
from engine.posts import Body, Line, Mark, MarkKind
from engine.rules import Edits, TieStep


def sums(one):
    return {tally.target: tally.votes for tally in one.counts}


def test_t14_14_a_first_vote_in_the_overtime_leaves_the_penalty_for_the_missed_day(table):
    table.knobs("missed", rule="penalty")
    for voter, target in (("Аня", "Борис"), ("Борис", "Аня"), ("Гена", "Борис"), ("Дина", "Аня"), ("Егор", "Егор")):
        table.post(voter, "10:00", target)
    table.post("Вера", "22:10", "Вера")
    counted = table.count("22:30")
    assert counted.missed == ("Вера",)
    assert sums(counted.first) == {"Аня": 2, "Борис": 2, "Вера": 1, "Егор": 1}
    assert sums(counted.overtime) == {"Аня": 2, "Борис": 2, "Вера": 2, "Егор": 1}


def test_t14_14_a_vote_taken_back_in_the_overtime_is_no_missed_day(table):
    table.knobs("missed", rule="penalty")
    table.knobs("votes", unvote=("снимаю голос",))
    for voter, target in (("Аня", "Борис"), ("Борис", "Аня"), ("Вера", "Вера"), ("Гена", "Борис"), ("Дина", "Аня")):
        table.post(voter, "10:00", target)
    table.post("Вера", "22:10", "снимаю голос")
    assert sums(table.count("22:30").overtime) == {"Аня": 2, "Борис": 2, "Егор": 1}


def test_missed_penalty_votes_stand_against_nobody_in_a_revote(table):
    """Votes are given anew: nobody has missed the day by silence in the revote."""
    table.knobs("missed", rule="penalty")
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.NOBODY), revote_minutes=20)
    for voter, target in (("Аня", "Борис"), ("Борис", "Аня"), ("Вера", "Борис"), ("Гена", "Аня"), ("Дина", "Дина")):
        table.post(voter, "10:00", target)
    table.post("Вера", "22:05", "Борис")
    counted = table.count("22:20")
    assert sums(counted.overtime) == {"Борис": 1}
    assert counted.out == ("Борис",)


@pytest.mark.parametrize("heavier", [1, 2])
def test_v13_a_penalty_that_hangs_on_a_ruling_hangs_on_it_in_the_overtime_too(table, heavier):
    """Вера's mark may be a vote of the day: only then is she without a penalty in the overtime."""
    table.knobs("missed", rule="penalty")
    table.frame(weights={"Гена": heavier})
    for voter, target in (("Аня", "Борис"), ("Борис", "Аня"), ("Дина", "Дина"), ("Егор", "Егор")):
        table.post(voter, "10:00", target)
    table.post("Вера", "10:01", Mark("Егора", colour=table.rules.votes.colour[0], before="не голосую за "))
    table.post("Гена", "22:10", "Вера")
    counted = table.count("22:30")
    assert counted.verdict is Verdict.OPEN
    assert [one.post for one in counted.rulings_needed] == ["105"]


def test_votes_default_self_in_a_revote_only_the_tied_vote_against_themselves(table, targets):
    table.knobs("votes", default="self")
    table.knobs("tie", steps=(TieStep.REVOTE, TieStep.NOBODY), revote_minutes=20)
    for voter, target in (("Аня", "Борис"), ("Борис", "Аня"), ("Вера", "Борис"), ("Гена", "Аня")):
        table.post(voter, "10:00", target)
    counted = table.count("22:20")
    assert counted.first.tied == ("Аня", "Борис")
    assert targets(counted) == {"Аня": "Аня", "Борис": "Борис"}


def test_missed_nobody_has_missed_a_day_that_the_hammer_ended(table):
    """It ended before those who were silent had to vote."""
    table.knobs("deciding", hammer=True)
    table.knobs("missed", rule="penalty", second="out")
    table.frame(missed_last=frozenset(("Дина",)))
    for voter in ("Аня", "Борис", "Вера", "Гена"):
        table.post(voter, "10:00", "Борис")
    counted = table.count()
    assert (counted.verdict, counted.by, counted.out) == (Verdict.OUT, By.HAMMER, ("Борис",))
    assert sums(counted.first) == {"Борис": 4}
    assert counted.no_ballot == ("Дина", "Егор")
    assert (counted.missed, counted.missed_out) == ((), ())


def test_t14_5_who_is_out_already_for_missing_a_day_again_is_not_in_the_lot(table):
    table.knobs("missed", rule="lot", second="out")
    table.frame(missed_last=frozenset(("Дина",)))
    for voter in ("Аня", "Борис", "Вера"):
        table.post(voter, "10:00", "Борис")
    counted = table.count()
    assert counted.missed_out == ("Дина",)
    assert [lot.candidates for lot in counted.lots] == [("Гена", "Егор")]


def test_missed_out_does_not_tell_anew_who_is_out_by_the_dice(table):
    table.knobs("missed", rule="out")
    table.knobs("tie", steps=(TieStep.LOT,))
    for voter, target in (("Аня", "Дина"), ("Борис", "Егор")):
        table.post(voter, "10:00", target)
    assert table.count().missed_out == ("Вера", "Гена", "Дина", "Егор")
    table.draws.append(Draw("day1.tie", "Дина"))
    counted = table.count()
    assert (counted.out, counted.missed_out) == (("Дина",), ("Вера", "Гена", "Егор"))


def test_effects_immune_one_on_whom_the_dice_fall_stays_and_nobody_is_out(table):
    table.knobs("tie", steps=(TieStep.LOT,))
    table.frame(effects=(Effect(player="Борис", kind=EffectKind.IMMUNE),))
    table.post("Аня", "10:00", "Борис")
    table.post("Борис", "10:01", "Аня")
    table.draws.append(Draw("day1.tie", "Борис"))
    counted = table.count()
    assert (counted.verdict, counted.by, counted.out) == (Verdict.NOBODY, By.DICE, ())


def test_e3_edit_costs_a_vote_that_an_edit_took_out_of_its_post_costs_too(table, targets):
    table.knobs("votes", edits=Edits.FORBIDDEN, edit_costs="missed")
    table.post("Аня", "10:00", edited="12:00", content=None)
    table.seen_before("11:00", "Борис")
    table.post("Борис", "10:01", "Вера")
    table.post("Вера", "10:02", "Борис", "Гена", edited="22:10")
    table.seen_before("11:00", "Борис")
    counted = table.count()
    assert targets(counted) == {"Борис": "Вера", "Вера": "Борис"}
    assert counted.missed == ("Аня", "Гена", "Дина", "Егор")


@pytest.mark.parametrize("kind", [MarkKind.BOLD, MarkKind.LINE])
def test_missed_abstain_the_word_needs_no_vote_word_before_it(table, kind):
    table.knobs("votes", kinds=(kind,), words=("голосую за",), bold_needs_word=kind is MarkKind.BOLD)
    table.knobs("missed", rule="out", abstain=("воздерживаюсь",))
    marks = (Mark("воздерживаюсь", kind),) if kind is MarkKind.BOLD else ()
    table.post("Аня", "10:00", content=Body(marks, (Line("Воздерживаюсь"),)))
    assert table.count().abstained == ("Аня",)


def test_missed_abstain_once_a_second_abstention_takes_no_vote_back(table, targets, why):
    table.knobs("missed", rule="out", abstain=("воздерживаюсь",), abstain_once=True)
    table.frame(abstained=frozenset(("Аня",)))
    table.post("Аня", "10:00", "Борис")
    again = table.post("Аня", "11:00", "воздерживаюсь")
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted)[again] == Why.UNKNOWN_NAME


@pytest.mark.parametrize("edited", ["Доброе утро!", "Борис"])
def test_e3_edit_costs_nothing_where_the_text_is_no_vote(table, targets, edited):
    table.knobs("votes", edits=Edits.FORBIDDEN, edit_costs="missed", kinds=(MarkKind.BARE,))
    table.post("Аня", "10:00", content=Body((), (Line("Вера"),)))
    table.post("Аня", "10:01", content=Body((), (Line(edited),)), edited="12:00")
    assert targets(table.count()) == ({} if edited == "Борис" else {"Аня": "Вера"})


def test_changes_over_missed_a_change_after_the_hammer_costs_nothing(table, targets):
    table.knobs("deciding", hammer=True)
    table.knobs("changes", limit=0, over="missed")
    for voter in ("Аня", "Борис", "Вера", "Гена"):
        table.post(voter, "10:00", "Егор")
    table.post("Аня", "11:00", "Борис")
    counted = table.count()
    assert (counted.by, counted.out) == (By.HAMMER, ("Егор",))
    assert targets(counted)["Аня"] == "Егор"


def test_e3_edit_costs_one_who_is_removed_is_not_out_for_his_edit_too(table):
    table.knobs("votes", edits=Edits.FORBIDDEN, edit_costs="out")
    table.frame(removals=(Removal("Аня", table.day.starts.replace(hour=15)),))
    for voter in ("Аня", "Борис"):
        table.post(voter, "10:00", "Гена", edited="12:00")
        table.seen_before("11:00", "Вера")
    assert table.count().missed_out == ("Борис",)


def test_e3_v14_edit_costs_an_erased_vote_that_lapses_later_costs_too(table, targets):
    table.knobs("votes", edits=Edits.FORBIDDEN, edit_costs="missed")
    table.post("Аня", "10:00", edited="12:00")
    table.seen_before("11:00", "Борис")
    table.post("Аня", "13:00", "Вера")
    assert targets(table.count()) == {}
    table.frame(removals=(Removal("Борис", table.day.starts.replace(hour=15)),))
    assert targets(table.count()) == {}


@pytest.mark.parametrize(
    "edited",
    [
        Mark("\ufffd\ufffd\ufffd", colour="#ff0000", damaged=True),
        Mark("воздерживаюсь", colour="#ff0000"),
        Mark("нынче", colour="#ff0000", before="воздерживаюсь"),
        Mark("Борис или Гена", colour="#ff0000"),
        Mark("никого", colour="#ff0000"),
        Mark("за себя", colour="#ff0000"),
    ],
)
def test_e3_edit_costs_whatever_speaks_of_a_vote(table, targets, edited):
    table.knobs("votes", edits=Edits.FORBIDDEN, edit_costs="missed", no_lynch=("никого",))
    table.knobs("missed", abstain=("воздерживаюсь",))
    table.post("Аня", "10:00", "Вера")
    table.post("Аня", "10:01", edited, edited="12:00")
    counted = table.count()
    assert (targets(counted), "Аня" in counted.missed) == ({}, True)
