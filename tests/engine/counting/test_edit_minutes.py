"""`votes.edit_minutes`: an edit so soon after posting is none, if its text stood before the end (E2, E3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.counts import Needs, Verdict, Why
from engine.rules import Edits
from engine.times import Resolution


@pytest.fixture(autouse=True)
def five_minutes(table: Any) -> None:
    table.knobs("votes", edits=Edits.FORBIDDEN, edit_minutes=5)


def test_e3_an_edit_within_the_minutes_counts_though_nobody_saw_the_text_before(table: Any, targets: Any) -> None:
    table.post("Аня", "10:00", "Борис", edited="10:04")
    late = table.post("Вера", "10:00", "Борис", edited="10:06")
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert [(one.post, one.why) for one in counted.not_counted] == [(late, Why.EDITED)]


@pytest.mark.parametrize("resolution", [Resolution.SECOND, Resolution.MINUTE])
def test_e2_an_edit_within_the_minutes_but_after_the_end_says_nothing_of_what_stood_before(
    table: Any, resolution: Resolution
) -> None:
    post = table.post("Аня", "21:58", "Борис", edited="22:01", resolution=resolution)
    table.post("Вера", "10:00", "Гена")
    counted = table.count("23:00")
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.why) for one in counted.rulings_needed] == [(post, Needs.EDITED_AFTER_END)]


def test_e1_a_vote_between_a_post_and_its_edit_may_be_the_earlier_or_the_later_one(table: Any) -> None:
    edited = table.post("Аня", "10:00", "Борис", edited="10:04")
    table.post("Аня", "10:02", "Гена")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.why) for one in counted.rulings_needed] == [(edited, Needs.EDITED)]


def test_e3_deciding_hammer_an_edit_that_leaves_an_earlier_mark_as_the_last_ends_the_day(
    table: Any, targets: Any
) -> None:
    """Вера takes her second mark out again: the first one, which she made before, then is the majority."""
    table.knobs("deciding", hammer=True)
    for voter in ("Аня", "Борис", "Гена"):
        table.post(voter, "09:00", "Егор")
    post = table.post("Вера", "10:00", "Егор", edited="10:03")
    table.seen_before("10:02", "Егор", "Дина")
    table.post("Дина", "11:00", "Аня")
    counted = table.count()
    assert (counted.out, counted.at_post) == (("Егор",), post)
    assert targets(counted) == dict.fromkeys(("Аня", "Борис", "Вера", "Гена"), "Егор")
    assert counted.rulings_needed == ()
