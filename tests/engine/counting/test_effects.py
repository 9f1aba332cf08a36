"""Effects that the host or a role lays on votes: from a post or a moment on, and in what the public is shown."""

from __future__ import annotations

from typing import Any

import pytest

from engine.counts import By, Count, Needed, Verdict
from engine.day import Effect, EffectKind, Removal
from engine.rules import TieStep


def result(counted: Count) -> tuple[object, ...]:
    """What everybody sees of a count."""
    shown = counted.shown.counts if counted.shown else None
    refused = [(one.post, one.why) for one in counted.not_counted]
    asked = [one.post for one in counted.rulings_needed]
    missing = (counted.majority, counted.needed, counted.needed_truly)
    return (
        counted.verdict,
        counted.out,
        counted.by,
        counted.missed,
        counted.first.counts,
        shown,
        refused,
        asked,
        missing,
    )


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        (EffectKind.WEIGHT, {"value": 3}),
        (EffectKind.SHOWN_WEIGHT, {"value": 4}),
        (EffectKind.THRESHOLD, {"value": 2}),
        (EffectKind.BONUS, {"value": 2}),
        (EffectKind.BLOCKED, {}),
        (EffectKind.FOLLOWS, {"by": "Борис"}),
        (EffectKind.UNTOUCHABLE, {}),
        (EffectKind.IMMUNE, {}),
    ],
)
@pytest.mark.parametrize("rule", ["plurality", "majority"])
@pytest.mark.parametrize("default", ["none", "self"])
def test_effects_from_the_first_post_or_the_opening_on_are_those_of_the_whole_day(
    table: Any, clock: Any, kind: EffectKind, more: dict[str, Any], rule: str, default: str
) -> None:
    """Егор leads with his own mark and three more; Дина's mark is open, so that the leads are looked at too."""
    table.knobs("tie", steps=(TieStep.LOT,))
    table.knobs("deciding", rule=rule, hammer=False)
    table.knobs("missed", rule="lot" if rule == "majority" else "none")
    table.knobs("votes", default=default)
    first = table.post("Ведущий", "08:30")
    table.vote("Егор", "Аня", "Егор", "Вера")
    table.post("Борис", "10:30", "Гена")
    table.post("Дина", "10:31", "Гена или Дина")
    for player in ("Аня", "Егор", "Гена"):
        seen = []
        for since in ({}, {"post": first}, {"at": clock("08:00")}):
            table.frame(effects=(Effect(player=player, kind=kind, **more, **since),))
            seen.append([result(table.count(at)) for at in ("21:00", "22:00")])
        assert seen[0] == seen[1] == seen[2]
        table.frame(effects=(Effect(player=player, kind=kind, **more, at=clock("22:30")),))
        later = [result(table.count(at)) for at in ("21:00", "22:00")]
        table.frame(effects=(Effect(player=player, kind=kind, **more, post="999"),))
        unknown = [result(table.count(at)) for at in ("21:00", "22:00")]
        table.frame(effects=())
        assert later == unknown == [result(table.count(at)) for at in ("21:00", "22:00")]


def test_effects_bonus_votes_are_not_among_those_given_of_which_more_than_half_is_needed(table: Any) -> None:
    """Four have voted: three votes, one of them a bonus, are more than the half of four."""
    table.knobs("deciding", rule="voters-majority")
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.BONUS, value=1),))
    table.vote("Егор", "Аня", "Борис")
    table.vote("Дина", "Вера", "Гена", hour=11)
    assert table.count().out == ("Егор",)


@pytest.mark.parametrize(("value", "voters", "out"), [(1, 4, ()), (1, 5, ("Егор",)), (-1, 3, ("Егор",)), (-1, 2, ())])
def test_effects_the_loved_and_the_hated_need_other_majorities_at_the_end_of_the_day_too(
    table: Any, value: int, voters: int, out: tuple[str, ...]
) -> None:
    table.knobs("deciding", rule="majority")
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.THRESHOLD, value=value),))
    table.vote("Егор", *("Аня", "Борис", "Вера", "Гена", "Дина")[:voters])
    assert table.count().out == out


def test_v8_deciding_majority_four_of_six_for_nobody_are_one(table: Any) -> None:
    table.knobs("deciding", rule="majority")
    table.knobs("votes", no_lynch=("никого",))
    table.vote("никого", "Аня", "Борис", "Вера", "Гена")
    table.vote("Аня", "Дина", "Егор", hour=11)
    assert (table.count().verdict, table.count().by) == (Verdict.NOBODY, By.NO_LYNCH)


def test_weights_of_nothing_alone_put_nobody_out(table: Any) -> None:
    table.frame(weights={"Аня": 0})
    table.vote("Егор", "Аня")
    counted = table.count()
    assert (counted.verdict, counted.out, counted.first.tied) == (Verdict.NOBODY, (), ())


@pytest.mark.parametrize(("step", "out"), [(TieStep.EARLIER_LAST_VOTE, "Дина"), (TieStep.LONGEST_HELD, "Егор")])
def test_effects_votes_that_nobody_gave_are_older_than_any(table: Any, step: TieStep, out: str) -> None:
    """Егор's bonus vote has stood the longest; his last vote is still later than Дина's."""
    table.knobs("tie", steps=(step,))
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.BONUS, value=1),))
    table.vote("Дина", "Аня", "Борис")
    table.vote("Егор", "Вера", hour=11)
    assert table.count().out == (out,)


@pytest.mark.parametrize("step", [TieStep.EARLIER_LAST_VOTE, TieStep.LONGEST_HELD])
def test_h13_votes_of_the_silent_against_themselves_are_older_than_any(table: Any, step: TieStep) -> None:
    table.knobs("votes", default="self")
    table.knobs("tie", steps=(step,))
    table.frame(default_weights={"Егор": 2, "Дина": 0, "Гена": 0})
    table.vote("Вера", "Аня", "Борис")
    table.post("Вера", "09:00", "Аня")
    counted = table.count()
    assert counted.first.tied == ("Вера", "Егор")
    assert counted.out == ("Егор",)


def test_tie_first_to_reach_asks_for_the_number_of_the_tied(table: Any) -> None:
    """Аня, who is first in the roster, has one vote; Вера had her first one before Борис, and he his second."""
    table.knobs("tie", steps=(TieStep.FIRST_TO_REACH,))
    for voter, at, target in (
        ("Дина", "09:00", "Вера"),
        ("Аня", "10:00", "Борис"),
        ("Гена", "11:00", "Борис"),
        ("Егор", "12:00", "Вера"),
        ("Борис", "13:00", "Аня"),
    ):
        table.post(voter, at, target)
    assert table.count().out == ("Борис",)


@pytest.mark.parametrize(
    ("step", "by"),
    [
        (TieStep.NOBODY, None),
        (TieStep.ALL, By.VOTES),
        (TieStep.SPLIT, By.VOTES),
        (TieStep.HOST, None),
        (TieStep.LOT, None),
    ],
)
def test_tie_steps_by_what_a_verdict_came(table: Any, step: TieStep, by: By | None) -> None:
    table.knobs("tie", steps=(step,))
    table.vote("Аня", "Борис")
    table.vote("Борис", "Аня")
    counted = table.count()
    assert counted.by is by
    assert [lot.ballots for lot in counted.lots] == (
        ["Аня\tБорис\t102\nБорис\tАня\t101\n"] if step is TieStep.LOT else []
    )


def test_effects_a_shown_round_is_tied_as_the_true_one_and_knows_votes_of_the_silent(
    table: Any, secret_weight: Any
) -> None:
    table.knobs("votes", default="self")
    secret_weight(2)
    shown, first = table.count().shown, table.count().first
    assert shown.tied == first.tied == ("Дина", "Егор")
    assert shown.count_at == first.count_at == table.day.ends
    assert [(one.voter, one.at, one.default) for one in shown.ballots] == [
        (one.voter, one.at, one.default) for one in first.ballots
    ]
    assert {one.target: one.votes for one in shown.counts} == {"Гена": 1, "Дина": 3, "Егор": 2}


def test_missed_penalty_comes_on_top_of_a_bonus(table: Any) -> None:
    table.knobs("missed", rule="penalty", penalty_votes=2)
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.BONUS, value=1),))
    table.vote("Дина", "Аня", "Борис", "Вера", "Гена", "Дина")
    assert [(one.target, one.votes, one.bonus) for one in table.count().first.counts] == [
        ("Дина", 5, 0),
        ("Егор", 3, 3),
    ]


def test_a_ballot_tells_the_earliest_moment_of_its_mark(table: Any, clock: Any) -> None:
    table.vote("Егор", "Аня")
    assert [one.at for one in table.count().first.ballots] == [clock("10:00")]


@pytest.mark.parametrize(("of", "majority"), [("weights", 5), ("players", 4)])
def test_deciding_majority_without_a_hammer_tells_what_is_short_of_it(table: Any, of: str, majority: int) -> None:
    table.knobs("deciding", rule="majority", majority_of=of)
    table.frame(weights={"Егор": 4})
    table.vote("Егор", "Аня", "Борис", "Вера", "Гена")
    table.post("Дина", "11:00", "Гена")
    counted = table.count("12:00")
    assert counted.majority == majority
    assert counted.needed == (Needed("Гена", majority - 1), Needed("Егор", majority - 4))


def test_g8_deciding_majority_of_the_heads_follows_removals(table: Any, clock: Any) -> None:
    table.knobs("deciding", rule="majority", majority_of="players")
    table.frame(removals=(Removal("Егор", clock("11:00")), Removal("Дина", clock("14:00"))))
    assert [table.count(at).majority for at in ("10:00", "12:00", "15:00")] == [4, 3, 3]


def test_deciding_hammer_a_weight_from_a_moment_on_helps_it_fall(table: Any, clock: Any) -> None:
    table.knobs("deciding", rule="majority", hammer=True)
    posts = table.vote("Егор", "Аня", "Борис", "Вера", "Гена")
    for since in ("10:02", "10:03"):
        table.frame(effects=(Effect(player="Аня", kind=EffectKind.WEIGHT, value=2, at=clock(since)),))
        counted = table.count("12:00")
        assert (counted.at_post, counted.ended_at) == (posts[2], clock(since))


def test_missed_abstain_once_a_second_one_is_none(table: Any) -> None:
    table.knobs("missed", rule="lot", abstain=("пас",), abstain_once=True)
    table.frame(abstained=frozenset({"Вера"}))
    table.vote("пас", "Аня", "Вера")
    assert (table.count().abstained, "Вера" in table.count().missed) == (("Аня",), True)


@pytest.mark.parametrize(("hammer", "missing"), [(False, 1), (True, 2)])
def test_missed_penalty_is_short_of_no_hammer_but_counts_at_the_end(table: Any, hammer: bool, missing: int) -> None:
    """Two votes and the penalty of the silent Егор: before the end nobody is silent."""
    table.knobs("deciding", rule="majority", hammer=hammer)
    table.knobs("missed", rule="penalty")
    table.vote("Егор", "Аня", "Борис")
    found = {one.target: one.votes for one in table.count("12:00").needed}
    assert found["Егор"] == missing


@pytest.mark.parametrize(
    "effect",
    [Effect(player="Егор", kind=EffectKind.BLOCKED), Effect(player="Егор", kind=EffectKind.FOLLOWS, by="Дина")],
)
def test_t14_5_who_could_not_vote_has_not_missed_the_day(table: Any, effect: Effect) -> None:
    table.knobs("missed", rule="lot")
    table.vote("Гена", "Аня", "Борис", "Вера", "Дина")
    table.frame(effects=(effect,))
    counted = table.count()
    assert (counted.missed, counted.leaves_next_morning) == (("Гена",), None)
    table.frame(effects=(effect, Effect(player="Гена", kind=EffectKind.IMMUNE)))
    assert table.count().leaves_next_morning == "Гена"


def test_effects_who_steals_a_vote_and_gives_none_leaves_none(table: Any) -> None:
    first = table.post("Борис", "10:00", "Аня")
    later = table.post("Ведущий", "11:00")
    table.frame(effects=(Effect(player="Борис", kind=EffectKind.FOLLOWS, by="Вера", post=later),))
    assert (table.count().first.ballots, table.count().out) == ((), ())
    assert [one.post for one in table.count("10:30").first.ballots] == [first]


def test_effects_a_stolen_vote_weighs_what_its_owner_has_from_a_post_on(table: Any, clock: Any) -> None:
    post = table.post("Вера", "10:00", "Аня")
    stolen = Effect(player="Борис", kind=EffectKind.FOLLOWS, by="Вера")
    for since in ({"post": post}, {"at": clock("10:00")}):
        table.frame(effects=(stolen, Effect(player="Борис", kind=EffectKind.WEIGHT, value=3, **since)))
        assert [(one.target, one.votes) for one in table.count().first.counts] == [("Аня", 4)]


def test_v13_the_bonus_against_who_was_removed_leads_nobody(table: Any, clock: Any) -> None:
    table.frame(
        effects=(Effect(player="Егор", kind=EffectKind.BONUS, value=5),),
        removals=(Removal("Егор", clock("12:00")),),
    )
    table.vote("Дина", "Аня", "Борис")
    table.post("Вера", "11:00", "Гена или Вера")
    assert (table.count().verdict, table.count().out) == (Verdict.OUT, ("Дина",))
    del table.posts[0]
    assert table.count().verdict is Verdict.OPEN


def test_effects_a_bonus_from_a_moment_on_leaves_less_missing(table: Any, clock: Any) -> None:
    table.knobs("deciding", hammer=True)
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.BONUS, value=1, at=clock("11:00")),))
    table.vote("Егор", "Аня")
    assert [table.count(at).needed for at in ("10:30", "11:30")] == [(Needed("Егор", 3),), (Needed("Егор", 2),)]


@pytest.mark.parametrize(("before", "annulled"), [({"Егор"}, True), ({"Аня"}, False)])
def test_missed_second_annuls_only_where_one_of_the_silent_has_missed_a_day_before(
    table: Any, before: set[str], annulled: bool
) -> None:
    table.knobs("missed", second="annul")
    table.frame(missed_last=frozenset(before))
    table.vote("Дина", "Аня", "Борис", "Вера")
    counted = table.count()
    assert (counted.annulled, counted.out) == (annulled, () if annulled else ("Дина",))


def test_v8_nobody_may_publicly_seem_to_have_had_half_of_the_votes(table: Any) -> None:
    """Аня's vote, which is shown as one, weighs nothing: the day goes on, and not a vote seems to be missing."""
    table.knobs("deciding", hammer=True, no_lynch_needs="half")
    table.knobs("votes", no_lynch=("никого",))
    table.frame(
        effects=(
            Effect(player="Аня", kind=EffectKind.WEIGHT, value=0),
            Effect(player="Аня", kind=EffectKind.SHOWN_WEIGHT, value=1),
        )
    )
    table.vote("никого", "Аня", "Борис", "Вера")
    counted = table.count("12:00")
    assert (counted.at_post, counted.needed, counted.needed_truly) == (None, (Needed(None, 0),), (Needed(None, 1),))
