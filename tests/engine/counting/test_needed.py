"""What candidates are short of the majority, what marks without a name say, and who has written how much."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.counting.presence import presence
from engine.counts import Spoken
from engine.day import Effect, EffectKind, Removal
from engine.posts import Mark
from engine.rulings import ReplaceRuling
from engine.times import Interval


def short(needed):
    return {one.target: one.votes for one in needed}


def hammered(table, **more):
    """A majority with a hammer: 4 of 6."""
    table.knobs("deciding", rule="majority", hammer=True, **more)
    table.knobs("votes", unvote=("unvote",), no_lynch=("no lynch",))


def test_deciding_hammer_each_candidate_is_short_of_the_majority(table):
    hammered(table)
    table.post("Аня", "10:00", "Вера")
    table.post("Борис", "10:01", "Вера")
    table.post("Гена", "10:02", "Егор")
    counted = table.count("12:00")
    assert (counted.majority, short(counted.needed), counted.needed_truly) == (4, {"Вера": 2, "Егор": 3}, ())
    assert counted.living == ("Аня", "Борис", "Вера", "Гена", "Дина", "Егор")


def test_without_a_majority_nothing_is_missing(table):
    table.post("Аня", "10:00", "Вера")
    counted = table.count("12:00")
    assert (counted.majority, counted.needed) == (None, ())


def test_a_day_that_is_over_asks_for_nothing_more(table):
    hammered(table)
    table.post("Аня", "10:00", "Вера")
    assert table.count().needed == ()


def test_the_majority_follows_deaths(table):
    hammered(table)
    table.post("Аня", "10:00", "Вера")
    table.frame(out=frozenset({"Гена"}), removals=(Removal("Дина", table.day.starts.replace(hour=11)),))
    before, after = table.count("10:30"), table.count("12:00")
    assert (before.majority, short(before.needed)) == (3, {"Вера": 2})
    assert (after.majority, after.living) == (3, ("Аня", "Борис", "Вера", "Егор"))


def test_a_vote_that_weighs_more_leaves_less_missing(table):
    hammered(table)
    table.frame(weights={"Аня": 2})
    table.post("Аня", "10:00", "Вера")
    counted = table.count("12:00")
    assert (counted.majority, short(counted.needed)) == (4, {"Вера": 2})


def test_fractions_are_rounded_to_the_votes_that_are_really_needed(table):
    hammered(table)
    table.frame(weights={"Аня": 0.5})
    table.post("Аня", "10:00", "Вера")
    counted = table.count("12:00")  # half of 5.5 is 2.75: 0.5 + 2 is less, 0.5 + 3 is more
    assert (counted.majority, short(counted.needed)) == (3, {"Вера": 3})


def test_a_secret_weight_is_in_no_public_figure(table):
    hammered(table)
    effect = Effect(player="Аня", kind=EffectKind.SHOWN_WEIGHT, value=1)
    table.frame(weights={"Аня": 3}, effects=(effect,))
    table.post("Аня", "10:00", "Вера")
    counted = table.count("12:00")
    assert (counted.majority, short(counted.needed)) == (4, {"Вера": 3})
    assert short(counted.needed_truly) == {"Вера": 2}  # more than half of 8


def test_a_secret_threshold_is_for_the_host_alone(table):
    hammered(table)
    table.frame(effects=(Effect(player="Вера", kind=EffectKind.THRESHOLD, value=-1),))
    table.post("Аня", "10:00", "Вера")
    counted = table.count("12:00")
    assert (short(counted.needed), short(counted.needed_truly)) == ({"Вера": 3}, {"Вера": 2})


@pytest.mark.parametrize(("needs", "missing"), [("majority", 3), ("half", 2)])
def test_v8_what_votes_for_nobody_are_short_of(table, needs, missing):
    hammered(table, no_lynch_needs=needs)
    table.post("Аня", "10:00", "no lynch")
    assert short(table.count("12:00").needed) == {None: missing}


def test_v8_abstentions_do_not_compete(table):
    hammered(table, no_lynch="abstention")
    table.post("Аня", "10:00", "no lynch")
    assert table.count("12:00").needed == ()


def test_v8_the_proof_says_what_marks_without_a_name_say(table):
    hammered(table)
    table.knobs("missed", abstain=("воздерживаюсь",))
    table.post("Аня", "10:00", "Вера")
    table.post("Аня", "10:01", "unvote")
    table.post("Борис", "10:02", "no lynch")
    table.post("Гена", "10:03", "воздерживаюсь")
    table.post("Дина", "10:04", Mark("никто не знает", colour="#ff0000"))
    said = [(fate.voter, fate.target, fate.word) for fate in table.count("12:00").fates]
    assert said == [
        ("Аня", "Вера", None),
        ("Аня", None, Spoken.UNVOTE),
        ("Борис", None, Spoken.NO_LYNCH),
        ("Гена", None, Spoken.ABSTAIN),
        ("Дина", None, None),
    ]


def test_presence_counts_the_posts_of_the_day(table):
    table.post("Аня", "07:59")
    table.post("Аня", "10:00")
    table.post("Аня", "11:00")
    table.post("Аня", "12:00")
    gone = table.post("Борис", "10:30")
    table.posts[-1] = structs.replace(table.posts[-1], gone=Interval.shown(table.day.starts.replace(hour=11)))
    table.post("Прохожий", "10:31")
    table.post("Ведущий", "10:32")
    table.post("Вeра", "10:33")
    found = presence(table.roster, table.posts, starts=table.day.starts, at=table.day.starts.replace(hour=12))
    assert [(one.player, one.posts, one.last and one.last.id) for one in found[:3]] == [
        ("Аня", 2, "103"),
        ("Борис", 0, None),
        ("Вера", 0, None),
    ]
    earlier = presence(
        table.roster, table.posts, starts=table.day.starts, at=table.day.starts.replace(hour=10, minute=59)
    )
    assert earlier[1].last.id == gone


def test_v10_the_posts_of_who_plays_on_are_the_players(table):
    table.post("Новый", "11:00")
    ruling = ReplaceRuling("Новый", "Аня", table.day.starts.replace(hour=10))
    found = presence(table.roster, table.posts, (ruling,), starts=table.day.starts, at=table.day.ends)
    assert found[0].posts == 1


def test_bonus_votes_from_a_post_on_leave_less_missing(table):
    hammered(table)
    first = table.post("Аня", "10:00", "Вера")
    table.frame(effects=(Effect(player="Вера", kind=EffectKind.BONUS, value=1, post=first),))
    assert short(table.count("12:00").needed) == {"Вера": 2}


def test_weights_from_a_post_on_make_the_majority_another(table):
    hammered(table)
    first = table.post("Аня", "10:00", "Вера")
    table.frame(effects=(Effect(player="Борис", kind=EffectKind.WEIGHT, value=4, post=first),))
    counted = table.count("12:00")
    assert (counted.majority, short(counted.needed)) == (5, {"Вера": 4})
