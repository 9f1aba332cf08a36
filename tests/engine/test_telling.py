"""Sentences that remember what they were made of, and errors that hold one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from engine.telling import Told, ToldError, listed, told


def test_a_sentence_is_its_english_text_and_remembers_its_parts() -> None:
    moment = datetime(2026, 3, 1, 21, 0, tzinfo=UTC)
    said = Told("{name} at {when}", name="Анна", when=moment)
    assert (said, said.template) == ("Анна at 2026-03-01T21:00:00+00:00", "{name} at {when}")
    assert said.values == {"name": "Анна", "when": moment}


def test_a_sentence_without_values_is_taken_as_it_is() -> None:
    said = Told("a { and a }")
    assert (said, said.template, said.values) == ("a { and a }", "a { and a }", {})


def test_an_error_in_a_sentence_stands_for_what_it_says() -> None:
    inner = ToldError("{name} is out", name="Анна")
    said = Told("no: {why}", why=inner)
    assert said == "no: Анна is out"
    assert (said.values["why"], said.values["why"].template) == ("Анна is out", "{name} is out")
    assert Told("no: {why}", why=ValueError("plain")).values == {"why": "plain"}


@pytest.mark.parametrize(("parts", "text"), [((), ""), (("a",), "a"), (("a", "b", "c"), "a, b, c")])
def test_what_is_listed_stands_with_commas_and_keeps_its_parts(parts: tuple[str, ...], text: str) -> None:
    said = listed(parts)
    assert said == text
    assert tuple(said.values.values()) == parts


def test_what_an_error_says_keeps_the_sentence_that_it_was_made_of() -> None:
    sentence = Told("{name} is out", name="Анна")
    assert told(ValueError(sentence)) is sentence
    assert told(ToldError(sentence)) is sentence
    assert ToldError(sentence).told is sentence
    made = ToldError("{name} is out", name="Вера").told
    assert (made, made.template, made.values) == ("Вера is out", "{name} is out", {"name": "Вера"})


def test_what_another_error_says_is_its_text() -> None:
    sentence = Told("{name} is out", name="Анна")
    assert told(ValueError("plain")) == "plain"
    assert told(ValueError()) == ""
    assert told(ValueError(sentence, 2)) == "('Анна is out', 2)"
    assert str(ToldError("{name} is out", name="Анна")) == "Анна is out"
