"""When a day ended before its time: by a post, by the host's words (E6) or by his entry."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec import structs

from engine.counts import By, Verdict, Why
from engine.day import Effect, EffectKind, Removal
from engine.posts import Body, Line
from engine.rules import Edits, TieStep
from engine.rulings import ReplaceRuling
from engine.times import Interval, Resolution


def clock(text: str) -> datetime:
    hours, minutes = text.split(":")
    return datetime(2026, 3, 2, int(hours), int(minutes), tzinfo=UTC)


def test_a_day_that_runs_to_its_end_has_not_ended_early(table: Any) -> None:
    table.post("Аня", "20:00", "Борис")
    assert table.count("20:30").ended_at is None
    assert table.count("22:00").ended_at is None


def test_deciding_hammer_ends_it_with_its_post(table: Any) -> None:
    table.rules = structs.replace(
        table.rules, deciding=structs.replace(table.rules.deciding, rule="majority", hammer=True)
    )
    for minute, voter in enumerate(("Аня", "Борис", "Вера", "Гена")):
        table.post(voter, f"10:0{minute}", "Егор")
    assert table.count("10:03").ended_at is None
    counted = table.count("10:30")
    assert (counted.ended_at, counted.no_ballot) == (clock("10:03"), ("Дина", "Егор"))


def test_e6_the_hosts_words_end_it(table: Any) -> None:
    table.knobs("votes", closes_with=("начинаю просчёт",))
    table.post("Аня", "20:00", "Борис")
    table.post("Ведущий", "20:10", content=Body((), (Line("Начинаю просчёт дня."),)))
    assert table.count("20:05").ended_at is None
    assert table.count("20:30").ended_at == clock("20:10")


@pytest.mark.parametrize(("at", "ended"), [("20:10", None), ("20:30", "20:10"), ("22:30", "20:10")])
def test_e6_the_hosts_entry_ends_it(table: Any, at: str, ended: str | None) -> None:
    table.post("Аня", "20:00", "Борис")
    table.frame(closed_at=clock("20:10"))
    counted = table.count(at)
    assert counted.ended_at == (clock(ended) if ended else None)
    if ended:
        assert counted.verdict is Verdict.OUT
        assert counted.missed == ("Борис", "Вера", "Гена", "Дина", "Егор")


def test_e6_an_entry_after_the_end_ends_nothing_early(table: Any) -> None:
    table.frame(closed_at=clock("22:10"))
    assert table.count("22:30").ended_at is None


def test_e6_words_at_the_clocks_end_change_nothing(table: Any, targets: Any) -> None:
    table.knobs("votes", closes_with=("начинаю просчёт",))
    table.post("Аня", "22:00", "Борис", resolution=Resolution.MINUTE)
    table.post("Ведущий", "22:00", content=Body((), (Line("начинаю просчёт"),)), resolution=Resolution.MINUTE)
    counted = table.count("22:30")
    assert (targets(counted), counted.ended_at) == ({}, None)


def test_deciding_hammer_by_an_edit_ends_the_day_at_the_edit(table: Any, targets: Any, why: Any) -> None:
    table.rules = structs.replace(
        table.rules, deciding=structs.replace(table.rules.deciding, rule="majority", hammer=True)
    )
    for minute, voter in enumerate(("Аня", "Борис", "Вера")):
        table.post(voter, f"10:0{minute}", "Егор")
    edited = table.post("Гена", "10:03", "Егор", edited="15:00")
    table.seen_before("14:00", "Дина")
    between = table.post("Дина", "14:00", "Аня")
    after = table.post("Егор", "16:00", "Аня")
    counted = table.count()
    assert (counted.at_post, counted.ended_at) == (edited, clock("15:00"))
    assert targets(counted) == {**dict.fromkeys(("Аня", "Борис", "Вера", "Гена"), "Егор"), "Дина": "Аня"}
    assert between in [ballot.post for ballot in counted.first.ballots]
    assert (why(counted), counted.rulings_needed) == ({after: Why.LATE}, ())


def test_deciding_hammer_a_removal_before_the_first_vote_ends_nothing(table: Any) -> None:
    table.rules = structs.replace(
        table.rules, deciding=structs.replace(table.rules.deciding, rule="majority", hammer=True)
    )
    table.frame(removals=(Removal("Дина", clock("09:00")),))
    table.post("Аня", "10:00", "Егор")
    table.post("Борис", "10:01", "Егор")
    assert table.count("12:00").at_post is None
    third = table.post("Вера", "10:02", "Егор")
    counted = table.count("12:00")
    assert (counted.at_post, counted.out, counted.majority) == (third, ("Егор",), 3)


def test_deciding_hammer_bonus_votes_help_from_their_post_on(table: Any) -> None:
    table.rules = structs.replace(
        table.rules, deciding=structs.replace(table.rules.deciding, rule="majority", hammer=True)
    )
    posts = [table.post(voter, f"10:0{place}", "Егор") for place, voter in enumerate(("Аня", "Борис", "Вера", "Гена"))]
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.BONUS, value=1, post=posts[2]),))
    assert table.count("12:00").at_post == posts[2]


def test_deciding_closes_all_voted_without_the_dead_and_those_in_coma(table: Any) -> None:
    table.rules = structs.replace(table.rules, deciding=structs.replace(table.rules.deciding, closes="all-voted"))
    table.frame(out=frozenset({"Егор"}), coma=frozenset({"Дина"}), removals=(Removal("Гена", clock("09:00")),))
    votes = (("Аня", "Борис"), ("Борис", "Аня"), ("Вера", "Аня"))
    *_, last = [table.post(voter, f"10:0{place}", target) for place, (voter, target) in enumerate(votes)]
    counted = table.count("12:00")
    assert (counted.at_post, counted.out) == (last, ("Аня",))


def test_deciding_hammer_the_majority_follows_weights_from_their_post_on(table: Any) -> None:
    table.rules = structs.replace(
        table.rules, deciding=structs.replace(table.rules.deciding, rule="majority", hammer=True)
    )
    posts = [table.post(voter, f"10:0{place}", "Егор") for place, voter in enumerate(("Аня", "Борис", "Вера", "Гена"))]
    assert table.count("12:00").at_post == posts[3]
    table.frame(effects=(Effect(player="Аня", kind=EffectKind.WEIGHT, value=3, post=posts[1]),))
    assert table.count("12:00").at_post == posts[2]


def test_e6_the_hosts_words_may_go_over_the_end_of_a_line(table: Any) -> None:
    table.knobs("votes", closes_with=("начинаю просчёт",))
    table.post("Ведущий", "20:10", content=Body((), (Line("Всё. Начинаю"), Line("просчёт дня."))))
    assert table.count("20:30").ended_at == clock("20:10")


def test_v13_deciding_hammer_an_open_mark_that_a_later_one_followed_may_have_ended_the_day(table: Any) -> None:
    table.rules = structs.replace(
        table.rules, deciding=structs.replace(table.rules.deciding, rule="majority", hammer=True)
    )
    for voter in ("Борис", "Вера", "Дина"):
        table.post(voter, "09:00", "Егор")
    unsure = table.post("Аня", "10:00", "Егор или Гена")
    table.post("Аня", "11:00", "Гена")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [one.post for one in counted.rulings_needed] == [unsure]


def test_v14_deciding_hammer_what_holds_from_a_post_on_holds_after_a_removal(table: Any) -> None:
    table.rules = structs.replace(
        table.rules, deciding=structs.replace(table.rules.deciding, rule="majority", hammer=True)
    )
    posts = [table.post(voter, f"10:0{place}", "Егор") for place, voter in enumerate(("Аня", "Борис"))]
    table.frame(
        effects=(Effect(player="Егор", kind=EffectKind.BONUS, value=1, post=posts[0]),),
        removals=(Removal("Дина", clock("11:00")),),
    )
    counted = table.count("12:00")
    assert (counted.out, counted.at_post, counted.at) == (("Егор",), posts[1], clock("12:00"))


@pytest.mark.parametrize(("kind", "value"), [(EffectKind.BONUS, 1), (EffectKind.THRESHOLD, -1)])
def test_deciding_hammer_what_holds_from_a_moment_on(table: Any, kind: EffectKind, value: int) -> None:
    table.rules = structs.replace(
        table.rules, deciding=structs.replace(table.rules.deciding, rule="majority", hammer=True)
    )
    posts = [table.post(voter, f"10:0{place}", "Егор") for place, voter in enumerate(("Аня", "Борис", "Вера", "Гена"))]
    for since in ("10:02", "10:03"):
        table.frame(effects=(Effect(player="Егор", kind=kind, value=value, at=clock(since)),))
        counted = table.count("12:00")
        assert (counted.at_post, counted.ended_at) == (posts[2], clock(since))


def test_v14_deciding_hammer_removals_come_by_their_time_however_they_are_listed(table: Any) -> None:
    table.rules = structs.replace(
        table.rules, deciding=structs.replace(table.rules.deciding, rule="majority", hammer=True)
    )
    table.frame(removals=(Removal("Вера", clock("12:00")), Removal("Дина", clock("09:00"))))
    for voter, at in (("Дина", "08:30"), ("Аня", "10:00"), ("Борис", "10:01")):
        table.post(voter, at, "Егор")
    assert table.count("11:00").at_post is None


def test_e6_what_is_written_after_the_hosts_entry_is_late(table: Any, targets: Any, why: Any) -> None:
    table.post("Аня", "20:05", "Борис")
    late = table.post("Аня", "20:15", "Вера")
    table.frame(closed_at=clock("20:10"))
    for at in ("20:30", "22:30"):
        counted = table.count(at)
        assert (targets(counted), why(counted)) == ({"Аня": "Борис"}, {late: Why.LATE})


def test_v14_deciding_closes_who_is_removed_after_the_day_has_ended_has_voted_in_it(table: Any) -> None:
    table.knobs("deciding", closes="all-voted")
    table.knobs("missed", second="out")
    table.frame(missed_last=frozenset(("Аня", "Егор")), removals=(Removal("Егор", clock("12:00")),))
    for voter, target in (("Аня", "Егор"), ("Борис", "Вера"), ("Вера", "Егор"), ("Гена", "Вера"), ("Дина", "Борис")):
        table.post(voter, "10:00", target)
    last = table.post("Егор", "10:05", "Вера")
    counted = table.count()
    assert (counted.at_post, counted.verdict, counted.out) == (last, Verdict.OUT, ("Вера",))
    assert (counted.missed, counted.missed_out) == ((), ())


def test_v14_deciding_closes_a_tie_with_one_who_is_removed_after_the_end_is_a_tie(table: Any) -> None:
    table.knobs("deciding", closes="all-voted")
    table.knobs("tie", steps=(TieStep.ALL,))
    table.frame(removals=(Removal("Егор", clock("12:00")),))
    for voter, target in (("Аня", "Егор"), ("Борис", "Вера"), ("Вера", "Егор"), ("Гена", "Вера"), ("Дина", "Егор")):
        table.post(voter, "10:00", target)
    table.post("Егор", "10:05", "Вера")
    counted = table.count()
    assert (counted.first.tied, counted.out) == (("Вера", "Егор"), ("Вера", "Егор"))


def moment(text: str) -> Interval:
    return Interval.shown(clock(text))


def three_more_for_egor(table: Any) -> None:
    for voter in ("Борис", "Вера", "Гена"):
        table.post(voter, "10:00", "Егор")


@pytest.mark.parametrize("edits", [Edits.LAST_EDITED, Edits.FORBIDDEN])
def test_e2_v7_deciding_hammer_an_edit_after_it_does_not_undo_it(table: Any, edits: Edits) -> None:
    table.knobs("deciding", hammer=True)
    table.knobs("votes", edits=edits, edit_minutes=0 if edits is Edits.LAST_EDITED else 200)
    table.post("Аня", "09:00", "Борис", edited="12:00")
    table.seen_before("11:00", "Егор")
    three_more_for_egor(table)
    counted = table.count()
    assert (counted.by, counted.out, counted.ended_at) == (By.HAMMER, ("Егор",), clock("10:00"))
    assert counted.rulings_needed == ()


def test_e5_v7_deciding_hammer_a_deletion_after_it_does_not_undo_it(table: Any) -> None:
    table.knobs("deciding", hammer=True)
    table.post("Аня", "09:00", "Егор", gone=moment("12:00"))
    three_more_for_egor(table)
    counted = table.count()
    assert (counted.by, counted.out) == (By.HAMMER, ("Егор",))
    assert [one.why for one in counted.not_counted] == []


def test_e5_deciding_hammer_a_deletion_before_it_takes_the_vote_back(table: Any) -> None:
    table.knobs("deciding", hammer=True)
    table.post("Аня", "09:00", "Егор", gone=moment("09:30"))
    three_more_for_egor(table)
    assert table.count().by is By.VOTES


def test_e5_deciding_closes_with_the_deletion_of_the_last_vote_taken_back(table: Any) -> None:
    table.knobs("deciding", closes="all-voted")
    table.knobs("votes", unvote=("снимаю голос",))
    for voter in ("Аня", "Борис", "Вера", "Гена", "Дина"):
        table.post(voter, "09:00", "Егор")
    table.post("Аня", "09:30", "снимаю голос", gone=moment("11:00"))
    last = table.post("Егор", "10:00", "Аня")
    table.post("Аня", "12:00", "Борис")
    counted = table.count()
    assert (counted.at_post, counted.ended_at) == (last, clock("11:00") + timedelta(seconds=1))
    assert {one.voter: one.target for one in counted.first.ballots}["Аня"] == "Егор"


def test_v10_votes_replaced_lapse_a_vote_for_nobody_lapses_too(table: Any) -> None:
    table.knobs("votes", replaced="lapse", no_lynch=("никого",))
    table.rulings.append(ReplaceRuling("newcomer", "Аня", clock("12:00")))
    table.post("Аня", "10:00", "никого")
    table.post("Борис", "10:01", "никого")
    counted = table.count()
    assert [one.voter for one in counted.first.ballots] == ["Борис"]
    assert [(one.author, one.why) for one in counted.not_counted] == [("Аня", Why.LAPSED)]


def test_v10_votes_replaced_lapse_a_lapsed_vote_does_not_close_the_day(table: Any) -> None:
    table.knobs("votes", replaced="lapse")
    table.knobs("deciding", closes="all-voted")
    table.rulings.append(ReplaceRuling("newcomer", "Аня", clock("12:00")))
    for voter in ("Аня", "Борис", "Вера", "Гена", "Дина"):
        table.post(voter, "10:00", "Егор")
    table.post("Егор", "13:00", "Борис")
    assert table.count().ended_at is None
    table.post("newcomer", "14:00", "Борис")
    assert table.count().ended_at == clock("14:00")


def test_e5_deciding_hammer_a_deletion_makes_the_majority_for_another_than_the_last_vote_named(table: Any) -> None:
    table.knobs("deciding", hammer=True)
    table.vote("Егор", "Аня", "Борис", "Вера", hour=9)
    table.post("Вера", "09:20", "Дина", gone=moment("12:00"))
    table.post("Гена", "09:30", "Егор")
    table.post("Дина", "11:00", "Вера")
    table.post("Егор", "13:00", "Дина")
    counted = table.count()
    assert (counted.by, counted.out, counted.no_ballot) == (By.HAMMER, ("Егор",), ("Егор",))
    assert counted.ended_at == clock("12:00") + timedelta(seconds=1)


@pytest.mark.parametrize("at", ["13:00", "09:30"])
@pytest.mark.parametrize("gone", ["the voter", "the target", "the voter's seat"])
def test_v14_deciding_hammer_what_lapses_after_the_end_has_counted(table: Any, gone: str, at: str) -> None:
    table.knobs("deciding", rule="majority", hammer=True)
    table.knobs("votes", replaced="lapse")
    table.post("Дина", "09:00", "Гена")
    for minute, voter in enumerate(("Аня", "Борис", "Вера", "Егор")):
        table.post(voter, f"10:0{minute}", "Егор")
    if gone == "the voter's seat":
        table.rulings.append(ReplaceRuling("newcomer", "Дина", clock(at)))
    else:
        table.frame(removals=(Removal("Дина" if gone == "the voter" else "Гена", clock(at)),))
    counted = table.count()
    stands = {"Дина": "Гена"} if at == "13:00" else {}
    ballots = {one.voter: one.target for one in counted.first.ballots if one.target != "Егор"}
    assert (counted.by, counted.out, ballots) == (By.HAMMER, ("Егор",), stands)


@pytest.mark.parametrize("gone", ["Дина", "Гена", "newcomer"])
def test_v14_deciding_closes_all_voted_what_lapses_after_the_end_has_counted(table: Any, gone: str) -> None:
    """Without the vote of Дина for Гена there would be a tie; a mark that a later one replaced is open."""
    table.knobs("deciding", closes="all-voted")
    table.knobs("votes", replaced="lapse")
    table.post("Борис", "09:00", "Вера или Аня")
    votes = (("Дина", "Гена"), ("Аня", "Гена"), ("Борис", "Егор"), ("Вера", "Аня"), ("Гена", "Вера"), ("Егор", "Борис"))
    for minute, (voter, target) in enumerate(votes):
        table.post(voter, f"10:0{minute}", target)
    if gone == "newcomer":
        table.rulings.append(ReplaceRuling("newcomer", "Дина", clock("10:06")))
    else:
        table.frame(removals=(Removal(gone, clock("10:06")),))
    counted = table.count()
    assert (counted.ended_at, counted.verdict, counted.out) == (clock("10:05"), Verdict.OUT, ("Гена",))


@pytest.mark.parametrize("gone", ["Дина", "Гена"])
def test_v14_deciding_closes_all_voted_what_had_lapsed_before_the_end_has_not_counted(table: Any, gone: str) -> None:
    table.knobs("deciding", closes="all-voted")
    table.frame(removals=(Removal(gone, clock("10:01")),))
    votes = (
        ("Дина", "Гена"),
        ("Аня", "Гена"),
        ("Борис", "Егор"),
        ("Вера", "Егор"),
        ("Гена", "Вера"),
        ("Егор", "Борис"),
    )
    for minute, (voter, target) in enumerate(votes):
        table.post(voter, f"10:0{minute}", target)
    again = [table.post(voter, "11:00", "Борис") for voter in ("Дина", "Аня") if gone == "Гена"]
    counted = table.count()
    assert (counted.at_post, counted.out) == ((again or [table.posts[5].id])[-1], ("Борис",) if again else ("Егор",))
