"""What effects and removals change as the day runs: who is awaited, when it ends, what is in force at which end."""

from __future__ import annotations

from typing import Any

import pytest

from engine.counts import By, Needs, Verdict, Why
from engine.day import Effect, EffectKind, Removal
from engine.rules import TieStep
from engine.rulings import VoidRuling, VoteRuling
from engine.times import Resolution

VOTERS = ("Аня", "Борис", "Вера", "Гена", "Дина")


def five_voted(table: Any, *targets: str) -> list[str]:
    """Five of six have voted by 10:04, for Егор where nothing else is said; Егор has not."""
    names = [*targets, *["Егор"] * (5 - len(targets))]
    return [table.post(voter, f"10:0{n}", names[n]) for n, voter in enumerate(VOTERS)]


@pytest.mark.parametrize("kind", [EffectKind.BLOCKED, EffectKind.FOLLOWS])
def test_deciding_closes_all_voted_waits_for_nobody_who_may_not_vote(table: Any, clock: Any, kind: EffectKind) -> None:
    table.knobs("deciding", closes="all-voted")
    table.frame(effects=(Effect(player="Егор", kind=kind, by="Аня"),))
    *_, last = five_voted(table)
    counted = table.count("12:00")
    assert (counted.at_post, counted.ended_at, counted.out) == (last, clock("10:04"), ("Егор",))


def test_deciding_closes_all_final_waits_for_nobody_who_may_not_vote(table: Any) -> None:
    table.knobs("deciding", closes="all-final")
    table.knobs("votes", final=("егор",))
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.BLOCKED),))
    *_, last = five_voted(table)
    assert table.count("12:00").at_post == last


def test_deciding_closes_all_voted_ends_nothing_where_nobody_may_vote_any_more(table: Any, clock: Any) -> None:
    table.knobs("deciding", closes="all-voted")
    blocked = [Effect(player=name, kind=EffectKind.BLOCKED, at=clock("11:00")) for name in (*VOTERS, "Егор")]
    table.post("Аня", "10:00", "Егор")
    table.frame(effects=tuple(blocked))
    assert table.count("12:00").ended_at is None


@pytest.mark.parametrize("since", ["at", "post"])
def test_deciding_closes_all_voted_ends_the_day_when_the_last_who_was_awaited_is_blocked(
    table: Any, clock: Any, why: Any, since: str
) -> None:
    table.knobs("deciding", closes="all-voted")
    *_, last = five_voted(table)
    notice = table.post("Ведущий", "11:00")
    begins = {"post": notice} if since == "post" else {"at": clock("11:00")}
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.BLOCKED, **begins),))
    late = [table.post(voter, "12:00", "Аня") for voter in ("Борис", "Вера", "Гена")]
    assert table.count("10:59").ended_at is None
    counted = table.count("13:00")
    assert (counted.at_post, counted.ended_at, counted.out) == (last, clock("11:00"), ("Егор",))
    assert why(counted) == dict.fromkeys(late, Why.LATE)


@pytest.mark.parametrize("since", ["at", "post"])
def test_deciding_hammer_falls_when_an_effect_makes_the_majority(table: Any, clock: Any, why: Any, since: str) -> None:
    table.knobs("deciding", rule="majority", hammer=True)
    last = [table.post(voter, f"10:0{n}", "Егор") for n, voter in enumerate(VOTERS[:3])][-1]
    notice = table.post("Ведущий", "11:00")
    begins = {"post": notice} if since == "post" else {"at": clock("11:00")}
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.BONUS, value=1, **begins),))
    late = table.post("Аня", "12:00", "Борис")
    counted = table.count("13:00")
    assert (counted.by, counted.out, counted.at_post) == (By.HAMMER, ("Егор",), last)
    assert (counted.ended_at, why(counted)) == (clock("11:00"), {late: Why.LATE})


def test_effects_that_end_the_day_are_in_force_in_its_result(table: Any, targets: Any) -> None:
    table.knobs("deciding", rule="majority", hammer=True)
    for n, voter in enumerate(VOTERS[:3]):
        table.post(voter, f"10:0{n}", "Егор")
    notice = table.post("Ведущий", "11:00")
    table.frame(effects=(Effect(player="Дина", kind=EffectKind.FOLLOWS, by="Аня", post=notice),))
    counted = table.count("12:00")
    assert counted.out == ("Егор",)
    assert targets(counted) == dict.fromkeys(("Аня", "Борис", "Вера", "Дина"), "Егор")


def test_v14_t14_14_deciding_closes_a_removal_that_ends_the_day_opens_the_overtime(
    table: Any, clock: Any, why: Any
) -> None:
    table.knobs("deciding", closes="all-voted")
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.LOT))
    *_, last = five_voted(table, "Вера", "Вера", "Аня", "Аня", "Дина")
    table.frame(removals=(Removal("Егор", clock("15:00")),))
    changed = table.post("Дина", "15:20", "Аня")
    late = table.post("Дина", "15:30", "Вера")
    counted = table.count("15:31")
    assert (counted.at_post, counted.ended_at, counted.first.tied) == (last, clock("15:00"), ("Аня", "Вера"))
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Аня",))
    assert [one.post for one in counted.overtime.ballots if one.voter == "Дина"] == [changed]
    assert why(counted) == {late: Why.LATE}


def test_v14_e1_deciding_hammer_an_edit_between_the_last_vote_and_the_removal_is_the_days(
    table: Any, clock: Any, targets: Any
) -> None:
    """Nothing but the removal at 15:00 ended the day: what was changed before it counts."""
    table.knobs("deciding", rule="majority", hammer=True)
    table.frame(removals=(Removal("Дина", clock("15:00")),))
    table.post("Аня", "10:00", "Егор")
    table.post("Борис", "10:01", "Егор")
    table.post("Вера", "10:02", "Аня", edited="12:00")
    table.seen_before("11:00", "Борис")
    assert targets(table.count("16:00"))["Вера"] == "Аня"
    assert table.count("16:00").ended_at is None
    table.post("Гена", "10:03", "Егор")
    assert (table.count("16:00").by, table.count("16:00").ended_at) == (By.HAMMER, clock("15:00"))


def test_effects_from_a_post_of_the_overtime_on_change_nothing_of_the_day(table: Any) -> None:
    """Without Аня's second vote it was a tie; with it nobody would have been voted on again."""
    table.post("Аня", "10:00", "Борис")
    table.post("Борис", "10:01", "Аня")
    notice = table.post("Ведущий", "22:10")
    table.frame(effects=(Effect(player="Аня", kind=EffectKind.WEIGHT, value=2, post=notice),))
    counted = table.count("22:30")
    assert (counted.first.tied, [one.votes for one in counted.first.counts]) == (("Аня", "Борис"), [1, 1])
    assert [one.votes for one in counted.overtime.counts] == [1, 2]
    assert counted.out == ("Борис",)


def test_effects_from_a_post_after_the_day_on_change_nothing_of_it(table: Any) -> None:
    table.post("Аня", "10:00", "Борис")
    notice = table.post("Ведущий", "22:00")
    table.frame(effects=(Effect(player="Борис", kind=EffectKind.IMMUNE, post=notice),))
    assert table.count("22:30").out == ("Борис",)


def test_effects_in_force_between_the_end_and_a_late_overtime_are_in_force_in_it(table: Any, clock: Any) -> None:
    table.knobs("tie", overtime_from="notice")
    table.post("Аня", "10:00", "Борис")
    table.post("Борис", "10:01", "Аня")
    notice = table.post("Ведущий", "22:05")
    table.frame(
        overtime_starts=clock("22:10"),
        effects=(Effect(player="Аня", kind=EffectKind.WEIGHT, value=2, post=notice),),
    )
    assert table.count("22:40").out == ("Борис",)


def test_effects_a_block_from_a_post_on_holds_for_later_edits_of_earlier_posts(table: Any, targets: Any) -> None:
    edited = table.post("Аня", "10:00", "Борис", edited="12:00")
    table.seen_before("11:30", "Вера")
    notice = table.post("Ведущий", "11:00")
    table.frame(effects=(Effect(player="Аня", kind=EffectKind.BLOCKED, post=notice),))
    counted = table.count()
    assert [(one.post, one.why) for one in counted.not_counted] == [(edited, Why.BLOCKED)]
    assert targets(counted) == {}


def test_effects_deciding_hammer_an_edit_after_a_post_is_weighed_by_what_is_in_force_since(
    table: Any, clock: Any
) -> None:
    table.knobs("deciding", rule="majority", hammer=True)
    table.post("Аня", "10:00", "Егор")
    edited = table.post("Борис", "10:01", "Егор", edited="12:00")
    table.seen_before("11:59", "Гена")
    table.post("Вера", "10:02", "Егор")
    notice = table.post("Ведущий", "11:00")
    table.frame(effects=(Effect(player="Аня", kind=EffectKind.WEIGHT, value=2, post=notice),))
    counted = table.count("13:00")
    assert (counted.at_post, counted.ended_at) == (edited, clock("12:00"))


# --- marks of the minute in which something turns ---------------------------------------------------------------------


MINUTE = Resolution.MINUTE


@pytest.mark.parametrize("kind", [EffectKind.BLOCKED, EffectKind.FOLLOWS])
def test_v6_a_vote_of_the_minute_in_which_its_voter_is_blocked_is_asked_about(
    table: Any, clock: Any, why: Any, kind: EffectKind
) -> None:
    table.frame(effects=(Effect(player="Аня", kind=kind, by="Вера", at=clock("10:00:30")),))
    unsure = table.post("Аня", "10:00", "Борис", resolution=MINUTE)
    sure = table.post("Аня", "10:01", "Борис", resolution=MINUTE)
    assert why(table.count()) == {unsure: Needs.TIME_UNCLEAR, sure: Why.BLOCKED}
    if kind is EffectKind.BLOCKED:
        assert table.count().verdict is Verdict.OPEN


@pytest.mark.parametrize("text", ["Борис", "Борис или Гена"])
def test_v6_a_vote_of_the_minute_from_which_nobody_may_vote_for_its_target_is_asked_about(
    table: Any, clock: Any, why: Any, text: str
) -> None:
    effects = (Effect(player=name, kind=EffectKind.UNTOUCHABLE, at=clock("10:00:30")) for name in ("Борис", "Гена"))
    table.frame(effects=tuple(effects))
    unsure = table.post("Аня", "10:00", text, resolution=MINUTE)
    sure = table.post("Вера", "10:01", text, resolution=MINUTE)
    needs = Needs.TIME_UNCLEAR if text == "Борис" else Needs.AMBIGUOUS_NAME
    assert why(table.count()) == {unsure: needs, sure: Why.UNTOUCHABLE}


@pytest.mark.parametrize(("voter", "target"), [("Борис", "Аня"), ("Аня", "Борис")])
def test_g8_v6_a_vote_of_the_minute_in_which_somebody_comes_back_is_asked_about(
    table: Any, clock: Any, why: Any, targets: Any, voter: str, target: str
) -> None:
    table.frame(out=frozenset({"Борис"}), revivals=(Removal("Борис", clock("10:01:30")),))
    before, within, after = (table.post(voter, f"10:0{n}", target, resolution=MINUTE) for n in range(3))
    dead = Why.DEAD_VOTER if voter == "Борис" else Why.DEAD_TARGET
    counted = table.count()
    assert (why(counted), targets(counted)) == ({before: dead}, {voter: target})
    assert counted.first.ballots[0].post == after
    del table.posts[2]
    assert why(table.count()) == {before: dead, within: Needs.TIME_UNCLEAR}
    table.rulings.append(VoteRuling(within, target))
    assert targets(table.count()) == {voter: target}


def test_v14_g8_a_vote_of_the_minute_in_which_its_target_left_and_came_back_may_stand_or_have_lapsed(
    table: Any, clock: Any
) -> None:
    table.frame(removals=(Removal("Борис", clock("10:00:20")),), revivals=(Removal("Борис", clock("10:00:40")),))
    for text in ("Борис", "Борис или Гена"):
        unsure = table.post("Аня", "10:00", text, resolution=MINUTE)
        counted = table.count()
        assert (counted.verdict, [one.post for one in counted.rulings_needed]) == (Verdict.OPEN, [unsure])
        table.posts.clear()


def test_v10_v14_a_ruling_on_a_vote_of_the_minute_of_a_removal_settles_it(table: Any, clock: Any) -> None:
    table.knobs("deciding", rule="majority", hammer=True)
    for n, voter in enumerate(("Аня", "Борис", "Вера")):
        table.post(voter, f"10:0{n}", "Егор")
    last = table.post("Гена", "11:00", "Егор", resolution=MINUTE)
    table.frame(removals=(Removal("Егор", clock("11:00:30")),))
    assert [one.post for one in table.count().rulings_needed] == [last]
    table.rulings.append(VoteRuling(last, "Егор"))
    counted = table.count()
    assert (counted.by, counted.out, counted.rulings_needed) == (By.HAMMER, ("Егор",), ())
    table.rulings[0] = VoidRuling(last)
    counted = table.count()
    assert (counted.verdict, counted.rulings_needed) == (Verdict.NOBODY, ())
