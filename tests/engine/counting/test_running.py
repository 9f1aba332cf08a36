"""What ends a day early stays what it was, whoever is removed after it; stolen votes count as the day runs (V14)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.counts import By, Needs, Verdict, Why
from engine.day import Effect, EffectKind, Removal
from engine.posts import Mark
from engine.rules import TieStep
from engine.rulings import VoteRuling
from engine.times import Resolution


def hammer(table: Any, **knobs: Any) -> None:
    table.knobs("deciding", rule="majority", hammer=True, **knobs)


def against_egor(table: Any, *voters: str) -> list[str]:
    return [table.post(voter, f"10:0{place}", "Егор") for place, voter in enumerate(voters)]


@pytest.mark.parametrize("removed", [("Вера",), ("Борис", "Вера"), ("Аня", "Егор")])
def test_v14_deciding_hammer_who_is_removed_after_it_does_not_undo_it(
    table: Any, clock: Any, targets: Any, why: Any, removed: tuple[str, ...]
) -> None:
    """The day was over when they were removed: G8's removal in the evening changes nothing of it."""
    hammer(table)
    *_, last = against_egor(table, "Аня", "Борис", "Гена", "Вера")
    late = table.post("Дина", "10:30", "Аня")
    table.frame(removals=tuple(Removal(name, clock("11:00")) for name in removed))
    for at in ("12:00", "22:30"):
        counted = table.count(at)
        assert (counted.by, counted.out, counted.at_post) == (By.HAMMER, ("Егор",), last)
        assert counted.ended_at == clock("10:03")
        assert targets(counted) == dict.fromkeys(("Аня", "Борис", "Вера", "Гена"), "Егор")
        assert why(counted) == {late: Why.LATE}


def test_v14_deciding_closes_all_voted_who_is_removed_after_it_does_not_undo_it(table: Any, clock: Any) -> None:
    table.knobs("deciding", closes="all-voted")
    *_, last = against_egor(table, "Аня", "Борис", "Вера", "Гена", "Егор", "Дина")
    table.post("Аня", "10:30", "Вера")
    table.frame(removals=(Removal("Дина", clock("11:00")),))
    counted = table.count("12:00")
    assert (counted.out, counted.at_post, counted.ended_at) == (("Егор",), last, clock("10:05"))


def test_v13_v14_deciding_hammer_an_open_mark_of_who_was_removed_may_have_ended_the_day(table: Any, clock: Any) -> None:
    hammer(table)
    against_egor(table, "Аня", "Борис", "Гена")
    unsure = table.post("Вера", "10:03", "Егор или Дина")
    table.frame(removals=tuple(Removal(name, clock("11:00")) for name in ("Вера", "Борис")))
    counted = table.count("12:00")
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.why) for one in counted.rulings_needed] == [(unsure, Needs.AMBIGUOUS_NAME)]


def test_v13_v14_deciding_hammer_an_open_mark_of_who_was_removed_is_no_question_where_it_could_end_nothing(
    table: Any, clock: Any
) -> None:
    hammer(table)
    against_egor(table, "Аня")
    table.post("Вера", "10:03", "Егор или Дина")
    table.frame(removals=(Removal("Вера", clock("11:00")),))
    counted = table.count("22:00")
    assert (counted.verdict, counted.rulings_needed) == (Verdict.NOBODY, ())


def test_v13_v14_deciding_hammer_open_marks_may_have_ended_the_day_before_their_candidate_was_removed(
    table: Any, clock: Any
) -> None:
    hammer(table)
    against_egor(table, "Аня", "Борис")
    unsure = [table.post(voter, f"10:1{n}", "Егор или Дина") for n, voter in enumerate(("Вера", "Гена"))]
    table.frame(removals=(Removal("Егор", clock("18:00")),))
    counted = table.count("22:00")
    assert counted.verdict is Verdict.OPEN
    assert [one.post for one in counted.rulings_needed] == unsure
    table.rulings += [VoteRuling(post, "Егор") for post in unsure]
    assert (table.count("22:00").out, table.count("22:00").at_post) == (("Егор",), unsure[-1])


def test_v13_deciding_hammer_an_open_mark_before_the_removal_that_made_the_majority_is_asked_about(
    table: Any, clock: Any
) -> None:
    """When Гена goes, two of the three who live may be against Егор: unless Борис has left him at 13:00."""
    hammer(table)
    table.frame(out=frozenset({"Вера", "Дина"}), removals=(Removal("Гена", clock("18:00")),))
    against_egor(table, "Аня", "Борис")
    unsure = table.post("Борис", "13:00", "Аня или Егор")
    counted = table.count("22:00")
    assert (counted.verdict, [one.post for one in counted.rulings_needed]) == (Verdict.OPEN, [unsure])


def test_g8_deciding_hammer_several_who_are_removed_at_once_are_gone_together(table: Any, clock: Any) -> None:
    """Between the two removals of one moment there is none at which Борис still votes and Вера no longer lives."""
    hammer(table)
    against_egor(table, "Аня", "Борис", "Гена")
    table.frame(removals=tuple(Removal(name, clock("11:00")) for name in ("Вера", "Борис")))
    for at in ("12:00", "22:00"):
        counted = table.count(at)
        assert (counted.verdict, counted.out, counted.at_post) == (Verdict.NOBODY, (), None)


def test_effects_a_stolen_vote_helps_the_hammer_fall(table: Any, clock: Any) -> None:
    hammer(table)
    table.frame(effects=(Effect(player="Борис", kind=EffectKind.FOLLOWS, by="Вера"),))
    _, _, third = against_egor(table, "Аня", "Вера", "Гена")
    counted = table.count("12:00")
    assert (counted.by, counted.out, counted.at_post) == (By.HAMMER, ("Егор",), third)
    assert [tally.voters for tally in counted.first.counts] == [("Аня", "Борис", "Вера", "Гена")]


def test_effects_a_vote_stolen_from_a_post_on_is_no_longer_where_its_owner_gave_it(table: Any) -> None:
    hammer(table)
    posts = against_egor(table, "Аня", "Борис", "Вера")
    table.post("Гена", "10:10", "Дина")
    table.frame(effects=(Effect(player="Борис", kind=EffectKind.FOLLOWS, by="Гена", post=posts[1]),))
    table.post("Егор", "10:20", "Дина")
    assert table.count("12:00").at_post is None
    table.post("Дина", "10:30", "Егор")
    assert table.count("12:00").at_post is None
    fourth = table.post("Гена", "10:40", "Егор")
    assert table.count("12:00").at_post == fourth


@pytest.mark.parametrize("since", ["post", "at"])
@pytest.mark.parametrize("step", [TieStep.FIRST_TO_REACH, TieStep.EARLIER_LAST_VOTE, TieStep.LONGEST_HELD])
def test_effects_a_stolen_vote_stands_since_the_thiefs(table: Any, clock: Any, step: TieStep, since: str) -> None:
    """Борис gave Аня his vote first of all, but it is Вера's: 2 to 2, and Дина has had hers before that."""
    table.knobs("tie", steps=(step, TieStep.LOT))
    table.post("Борис", "09:00", "Аня")
    table.post("Егор", "10:00", "Дина")
    table.post("Гена", "10:01", "Дина")
    thief = table.post("Вера", "11:00", "Аня")
    begins = {"post": thief} if since == "post" else {"at": clock("11:00")}
    table.frame(effects=(Effect(player="Борис", kind=EffectKind.FOLLOWS, by="Вера", **begins),))
    counted = table.count()
    assert [tally.votes for tally in counted.first.counts] == [2, 2]
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Дина",))


@pytest.mark.parametrize("since", [{"post": "101"}, {"at": "10:00"}])
def test_v14_effects_a_stolen_vote_goes_with_its_owner_and_with_its_thief(
    table: Any, clock: Any, since: dict[str, str]
) -> None:
    """Борис's vote is Вера's: with those of Аня and Гена it makes four of six, unless one of the two is removed."""
    hammer(table)
    begins: dict[str, Any] = since if "post" in since else {"at": clock(since["at"])}
    table.frame(effects=(Effect(player="Борис", kind=EffectKind.FOLLOWS, by="Вера", **begins),))
    posts = against_egor(table, "Вера", "Аня")
    table.post("Гена", "12:00", "Егор")
    assert table.count("13:00").at_post == "103"
    for gone in ("Борис", "Вера"):
        table.frame(removals=(Removal(gone, clock("11:00")), Removal("Дина", clock("11:30"))))
        assert table.count("11:45").at_post is None
        counted = table.count("13:00")
        # Of the four who live three are needed.
        assert counted.at_post == (None if gone == "Вера" else "103")
    assert posts == ["101", "102"]


def test_g8_effects_a_vote_stolen_from_a_post_on_is_not_yet_stolen_when_somebody_leaves_before_it(
    table: Any, clock: Any
) -> None:
    hammer(table)
    posts = against_egor(table, "Аня", "Вера")
    table.frame(
        effects=(Effect(player="Борис", kind=EffectKind.FOLLOWS, by="Вера", post=posts[1]),),
        removals=(Removal("Дина", clock("09:00")),),
    )
    counted = table.count("12:00")
    assert (counted.at_post, counted.out) == (posts[1], ("Егор",))


def test_v14_deciding_hammer_a_ballot_that_lapses_in_the_moment_of_a_vote_does_not_count_with_it(
    table: Any, clock: Any
) -> None:
    hammer(table)
    against_egor(table, "Аня", "Вера")
    table.post("Гена", "11:00", "Егор")
    table.frame(removals=(Removal("Вера", clock("11:00")),))
    assert table.count("12:00").at_post is None


def test_v13_v14_deciding_hammer_a_vote_in_the_minute_of_a_removal_may_have_ended_the_day_before_it(
    table: Any, clock: Any
) -> None:
    hammer(table)
    against_egor(table, "Аня", "Борис", "Вера")
    last = table.post("Гена", "11:00", "Егор", resolution=Resolution.MINUTE)
    table.frame(removals=(Removal("Егор", clock("11:00:30")),))
    counted = table.count("22:00")
    assert (counted.verdict, [one.post for one in counted.rulings_needed]) == (Verdict.OPEN, [last])


def test_v11_v14_deciding_hammer_a_negation_may_have_been_the_last_vote_for_one_who_was_removed_since(
    table: Any, clock: Any
) -> None:
    hammer(table)
    against_egor(table, "Аня", "Борис", "Вера")
    unsure = table.post("Гена", "10:30", "не голосую за Егора")
    table.frame(removals=(Removal("Егор", clock("11:00")),))
    counted = table.count("22:00")
    assert (counted.verdict, [one.post for one in counted.rulings_needed]) == (Verdict.OPEN, [unsure])


def test_v11_v14_deciding_closes_a_negation_may_have_taken_back_what_closed_the_day(table: Any, clock: Any) -> None:
    """Then the day went on, and at its end all were for Вера; Егор, whom it names, has left since."""
    table.knobs("deciding", closes="all-voted")
    table.frame(removals=(Removal("Егор", clock("18:00")),))
    voters = ("Аня", "Борис", "Вера", "Гена", "Дина")
    table.post("Аня", "09:00", "Дина")
    unsure = table.post("Аня", "09:30", "не голосую за Егора")
    for n, voter in enumerate((*voters[1:], "Егор")):
        table.post(voter, f"10:0{n}", "Дина")
    for voter in voters:
        table.post(voter, "12:00", "Вера")
    counted = table.count("22:00")
    assert (counted.verdict, [one.post for one in counted.rulings_needed]) == (Verdict.OPEN, [unsure])


def test_deciding_hammer_open_marks_after_it_are_late_and_asked_about_no_more(table: Any, why: Any) -> None:
    hammer(table)
    against_egor(table, "Аня", "Борис", "Вера", "Гена")
    late = table.post("Аня", "11:00", "Дина или Вера")
    counted = table.count("22:00")
    assert (counted.rulings_needed, why(counted)) == ((), {late: Why.LATE})


def test_effects_a_vote_stolen_by_one_who_gives_none_is_none(table: Any) -> None:
    hammer(table)
    posts = against_egor(table, "Аня", "Борис", "Вера")
    table.frame(effects=(Effect(player="Борис", kind=EffectKind.FOLLOWS, by="Дина", post=posts[2]),))
    table.post("Гена", "10:30", "Егор")
    assert table.count("12:00").at_post is None


@pytest.mark.parametrize("kind", [EffectKind.WEIGHT, EffectKind.BONUS, EffectKind.THRESHOLD])
def test_v14_deciding_hammer_what_holds_from_a_post_on_holds_at_removals_before_and_between_votes(
    table: Any, clock: Any, kind: EffectKind
) -> None:
    """Whichever it is, two votes of the four who live are not enough before that post and more than enough after."""
    hammer(table)
    table.frame(removals=(Removal("Дина", clock("09:00")), Removal("Гена", clock("10:30"))))
    first, _ = against_egor(table, "Аня", "Борис")
    value = -1 if kind is EffectKind.THRESHOLD else 1
    player = "Аня" if kind is EffectKind.WEIGHT else "Егор"
    later = table.post("Ведущий", "10:40")
    for post, ended in ((later, "10:40"), (first, "10:30" if kind is EffectKind.WEIGHT else "10:01")):
        table.frame(effects=(Effect(player=player, kind=kind, value=value + (kind is EffectKind.WEIGHT), post=post),))
        if len(table.posts) == 3:
            table.post("Вера", "11:00", "Егор")
        counted = table.count("12:00")
        assert (counted.at_post, counted.ended_at) == ("102", clock(ended))


def test_effects_the_hated_may_be_hammered_with_as_few_votes_as_another_has_and_no_overtime_follows(
    table: Any,
) -> None:
    table.knobs("deciding", hammer=True)
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.THRESHOLD, value=-2),))
    for voter, target in (("Вера", "Аня"), ("Гена", "Аня"), ("Аня", "Егор"), ("Борис", "Егор")):
        table.post(voter, "10:00", target)
    for at in ("12:00", "22:30"):
        counted = table.count(at)
        assert (counted.by, counted.out, counted.overtime) == (By.HAMMER, ("Егор",), None)


def all_voted(table: Any) -> str:
    """By 10:05 all have voted: three for Егор and three for Аня."""
    table.knobs("deciding", closes="all-voted")
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.LOT))
    targets = ("Егор", "Егор", "Егор", "Аня", "Аня", "Аня")
    voters = ("Аня", "Борис", "Вера", "Гена", "Дина", "Егор")
    return [
        table.post(voter, f"10:0{n}", target) for n, (voter, target) in enumerate(zip(voters, targets, strict=True))
    ][-1]


@pytest.mark.parametrize("at", ["10:36", "12:00", "22:00", "22:40"])
def test_t14_14_deciding_closes_the_overtime_of_a_day_that_all_have_closed_opens_with_its_end(
    table: Any, clock: Any, why: Any, at: str
) -> None:
    last = all_voted(table)
    changed = table.post("Гена", "10:20", "Егор")
    late = table.post("Аня", "10:35", "Вера")
    table.post("Борис", "12:30", "Аня")
    table.post("Вера", "12:31", "Аня")
    counted = table.count(at)
    assert (counted.at_post, counted.ended_at, counted.first.tied) == (last, clock("10:05"), ("Аня", "Егор"))
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Егор",))
    assert [one.post for one in counted.overtime.ballots if one.voter == "Гена"] == [changed]
    if at != "10:36":
        assert why(counted)[late] == Why.LATE


def test_t14_14_deciding_closes_while_that_overtime_runs_it_is_open(table: Any) -> None:
    all_voted(table)
    for at in ("10:06", "10:34"):
        counted = table.count(at)
        assert (counted.verdict, counted.lots, counted.overtime.tied) == (Verdict.OPEN, (), ("Аня", "Егор"))
    assert [lot.candidates for lot in table.count("10:35").lots] == [("Аня", "Егор")]


def test_v13_deciding_closes_an_open_mark_that_may_have_moved_the_end_leaves_the_overtime_open(table: Any) -> None:
    """If Аня took her vote back, all had voted only with her second one, and the overtime ends at 10:50."""
    table.knobs("votes", unvote=("снимаю голос",))
    table.knobs("deciding", closes="all-voted")
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.LOT))
    for n, voter in enumerate(("Аня", "Борис", "Вера", "Гена", "Дина")):
        table.post(voter, f"10:0{n}", "Егор" if n < 3 else "Аня")
    unsure = table.post("Аня", "10:05", Mark("снимаю голос", colour="#ff0000", unclear=True))
    table.post("Егор", "10:06", "Аня")
    table.post("Аня", "10:20", "Егор")
    counted = table.count("10:40")
    assert (counted.verdict, counted.lots) == (Verdict.OPEN, ())
    assert [one.post for one in counted.rulings_needed] == [unsure]


def test_v13_deciding_closes_an_open_mark_that_may_have_kept_the_day_from_closing_leaves_it_open(table: Any) -> None:
    """If Аня took her vote back before Егор's came, the day was not over at 10:05, nor its overtime at 10:35."""
    all_voted(table)
    table.knobs("votes", unvote=("снимаю голос",))
    mark = Mark("снимаю голос", colour="#ff0000", unclear=True)
    unsure = table.post("Аня", "10:04", mark)
    table.posts.insert(5, table.posts.pop())
    table.posts[5], table.posts[6] = (
        structs.replace(post, order=order) for post, order in zip(table.posts[5:], (106, 107), strict=True)
    )
    counted = table.count("10:40")
    assert (counted.verdict, counted.lots) == (Verdict.OPEN, ())
    assert [one.post for one in counted.rulings_needed] == [unsure]
