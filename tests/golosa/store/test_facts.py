"""The game's log: what people entered, dated and undoable."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.day import Draw
from golosa.errors import GolosaError
from golosa.store import Database, Facts


@pytest.fixture
def facts(tmp_path: Path) -> Iterator[Facts]:
    database = Database(tmp_path / "facts.db")
    yield Facts(database)
    database.close()


def test_a_fact_comes_back_as_the_value_it_was(facts: Facts, thread: Any) -> None:
    number = facts.add("draw", Draw("day1.tie", "Лис"), thread.at(5), "day1")
    (fact,) = facts.all("draw")
    assert (fact.id, fact.phase, fact.made, fact.read(Draw)) == (number, "day1", thread.at(5), Draw("day1.tie", "Лис"))


def test_facts_are_told_apart_by_kind_and_phase(facts: Facts, thread: Any) -> None:
    for kind, phase in (("order", "night1"), ("order", "night2"), ("note", "night1")):
        facts.add(kind, {}, thread.at(1), phase)
    assert [fact.phase for fact in facts.all("order")] == ["night1", "night2"]
    assert [fact.kind for fact in facts.all(phase="night1")] == ["order", "note"]
    assert len(facts.all("order", "note")) == 3


def test_v10_a_fact_that_is_undone_stays_in_the_log(facts: Facts, thread: Any) -> None:
    number = facts.add("ruling", "x", thread.at(1))
    facts.undo(number, thread.at(9))
    assert facts.all("ruling") == ()
    (fact,) = facts.all("ruling", with_undone=True)
    assert fact.undone == thread.at(9)


def test_v7_a_fact_is_known_from_its_making_to_its_undoing(facts: Facts, thread: Any) -> None:
    number = facts.add("ruling", "x", thread.at(10))
    facts.undo(number, thread.at(20))
    known = {minute: len(facts.all("ruling", known=thread.at(minute))) for minute in (9, 10, 19, 20)}
    assert known == {9: 0, 10: 1, 19: 1, 20: 0}


def test_v7_what_was_entered_is_known_at_a_moment_before_anything_was_stored(thread: Any) -> None:
    facts = Facts(thread.database)
    facts.add("out", "Лис", thread.at(5000), "start")
    thread.see(thread.page(10, thread.reading(1)), source="saved", stored=5001)
    assert len(facts.all("out", known=thread.at(20))) == 1
    assert len(facts.all("out", known=thread.at(5001))) == 1


@pytest.mark.parametrize(("number", "words"), [(7, "no entry 7"), (1, "undone already")])
def test_what_cannot_be_undone_is_told(facts: Facts, thread: Any, number: int, words: str) -> None:
    facts.undo(facts.add("ruling", "x", thread.at(1)), thread.at(2))
    with pytest.raises(GolosaError, match=words):
        facts.undo(number, thread.at(3))


def test_a_fact_is_on_disk_when_it_is_told(tmp_path: Path, thread: Any) -> None:
    first, second = Database(tmp_path / "two.db"), Database(tmp_path / "two.db")
    Facts(first).add("ruling", "x", thread.at(1))
    assert len(Facts(second).all("ruling")) == 1
    first.close()
    second.close()
