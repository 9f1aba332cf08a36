"""`golosa new` on a terminal: the questions that matter, and that only other answers are written."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.counting.contradictions import contradictions
from golosa.commands import asking
from golosa.folder.config import load
from golosa.rulebook.houserules import (
    QUESTIONS,
    colours,
    current,
    mending,
    number,
    some,
    some_words,
    value_of,
    wall_time,
    words,
)
from golosa.rulebook.rulesets import load as load_rules
from golosa.rulebook.rulesets import shipped

pty = pytest.importorskip("pty", reason="a terminal is made by pty, which this system does not have")
ENTER = "\n"


@pytest.fixture
def answer(table: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, Any]]:
    """Makes a game of a rule set with these answers and gives what stands under [set]."""

    def run(
        rules: str, *answers: str, status: int = 0, more: tuple[str, ...] = (), folder: str = "game"
    ) -> dict[str, Any]:
        table.folder = table.folder.with_name(folder)
        monkeypatch.setattr(asking, "on_a_terminal", lambda: True)
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(answers) + "\n" * 60))
        given = ("--title", "Игра", "--host", "Ведущий", "--player", "Аня", "--player", "Лис", "--thread", table.url)
        given = (*given, "--forum-zone", "Europe/Moscow")
        table.out = table.run("new", table.folder, "--rules", rules, *given, *more, status=status)
        return load(table.folder).set if status == 0 else {}

    return run


@pytest.mark.parametrize("rules", shipped())
def test_enter_keeps_the_rule_set(answer: Any, table: Any, rules: str) -> None:
    assert answer(rules) == {}
    assert "1. How is a vote written?" in table.out
    assert f"Enter keeps what {rules} says" in table.out


def test_enough_keeps_the_rest(answer: Any, table: Any) -> None:
    assert answer("classic10", "", "", "2", "=") == {"votes.self_vote": False}
    assert "What is told of who is out?" not in table.out


def test_answers_that_differ_are_written(answer: Any, table: Any) -> None:
    found = answer("classic10", "1", "green", "2", "2", "5", "2", "1", "2", "снимаю голос", "=")
    assert found == {
        "votes.colour": ["#008000"],
        "votes.self_vote": False,
        "votes.edits": "forbidden",
        "votes.edit_minutes": 5,
        "changes.limit": 1,
        "votes.unvote": ["снимаю голос"],
    }
    assert 'votes.unvote = ["снимаю голос"]' in table.out


def test_flags_are_what_the_questions_start_from(answer: Any) -> None:
    assert answer("classic10", more=("--set", "votes.self_vote=false")) == {"votes.self_vote": False}
    back = answer("classic10", "", "", "1", "=", more=("--set", "votes.self_vote=false"), folder="another")
    assert back == {}


def test_what_is_no_answer_is_asked_again(answer: Any, table: Any) -> None:
    assert answer("classic10", "9", "one", "1", "no such colour", "blue", "=") == {"votes.colour": ["#0000ff"]}
    assert "a number from 1 to 6, or =" in table.out and "expected colours such as red" in table.out


def test_answers_that_contradict_each_other_are_asked_for_again(answer: Any, table: Any) -> None:
    # votes for the silent cannot go with a hammer: the second answer takes them back
    silent = (*[""] * 13, "2", "=")
    assert answer("majority", *silent, "1") == {}
    assert "This does not go together: votes.default" in table.out


def test_answers_that_contradict_to_the_end_are_refused(
    answer: Any, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clash = [("votes.kinds", "they clash")]
    monkeypatch.setattr("engine.counting.contradictions.contradictions", lambda rules: iter(clash))
    monkeypatch.setattr("golosa.rulebook.houserules.contradictions", lambda rules: iter(clash))
    answer("classic10", status=2)
    assert "house rules: votes.kinds: they clash" in table.err
    assert not (table.folder / "game.toml").exists()


def test_a_lot_may_be_committed_at_once(answer: Any, table: Any) -> None:
    answer("classic10", "=", "y")
    assert "to publish before the game:" in table.out
    assert "chain: " in table.run("dice", "show", "-C", table.folder)


def test_no_lot_no_question_of_it(answer: Any, table: Any) -> None:
    answer("majority", "=")
    assert "A lot may decide" not in table.out


def test_what_cannot_be_taken_is_told_at_once_and_asked_again(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip in the first answer must not cost all that follow."""
    answers = (
        "classic10", "Наша игра", "the thread", table.url, "Moscow", "Europe/Moscow", "Ведущий",
        "Аня=anya_1990", "Лис", "Аня", "=x", "Ёжик", "", "=",
    )  # fmt: skip
    monkeypatch.setattr(asking, "on_a_terminal", lambda: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(answers) + "\n" * 5))
    told = table.run("new", table.folder)
    for slip in ("give the thread's address", "'Moscow'", "two players are called 'Аня'", "write NAME or NAME=ACCOUNT"):
        assert slip in told
    made = load(table.folder)
    assert (made.game.title, made.day[0].threads, made.forum.zone) == ("Наша игра", (table.url,), "Europe/Moscow")
    assert [player.name for player in made.player] == ["Аня", "Лис", "Ёжик"]
    assert f"{table.folder}: a game of 3 players by classic10 is ready" in told
    assert (
        f"day 1: 2026-03-02 08:00 to 2026-03-02 22:00 (MSK); another: golosa day open -C {table.folder} --day 1" in told
    )


def test_without_a_terminal_nothing_is_asked(table: Any) -> None:
    table.run("new", table.folder, "--rules", "classic10", "--player", "Аня", status=2)
    assert "there is no terminal to ask on: give --host, or --yes to go without" in table.err
    told = table.run("new", table.folder, "--rules", "classic10", "--host", "В", "--player", "Аня")
    assert told == f"{table.folder}: a game of 1 player by classic10 is ready\n"
    assert load(table.folder).set == {}


@pytest.mark.parametrize("rules", shipped())
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.says)
def test_every_question_has_the_rule_sets_answer_among_its_own(rules: str, question: Any) -> None:
    """But for hp100's split, which only a game with hp can have."""
    found = current(question, load_rules(rules))
    assert found is not None or (rules, value_of(load_rules(rules), "tie.steps")) == ("hp100", ["split"])


@pytest.mark.parametrize("rules", shipped())
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.says)
def test_every_answer_is_sound_or_told(rules: str, question: Any) -> None:
    """What an answer contradicts is asked about by some question."""
    before = load_rules(rules)
    if not question.when(before):
        return
    for answer in question.answers:
        knobs = answer.knobs | {one.knob: one.read(one.proposed(before)) for one in answer.details}
        for place, _ in contradictions(load_rules(rules, knobs)):
            assert mending([place]), place


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (number, "1,5", 1.5),
        (number, "2", 2),
        (some, "0", None),
        (number, "-1", None),
        (number, "many", None),
        (words, "-", []),
        (words, "a,  b  c", ["a", "b c"]),
        (some_words, " , ", None),
        (colours, "red, #0f0", ["#ff0000", "#00ff00"]),
        (colours, "", None),
        (wall_time, "25:00", None),
        (wall_time, "21:30", "21:30"),
    ],
)
def test_what_is_typed_is_read_or_refused(read: Any, text: str, value: Any) -> None:
    if value is None:
        with pytest.raises(ValueError, match=r"\w"):
            read(text)
    else:
        assert read(text) == value


def test_on_a_real_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    words = [
        "new",
        str(tmp_path / "game"),
        "--title",
        "Игра",
        "--forum-zone",
        "UTC",
        "--host",
        "В",
        "--player",
        "Аня",
        "--rules",
        "majority",
    ]
    done = subprocess.Popen([sys.executable, "-m", "golosa", *words], stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = b""
    for shown, typed in (
        (b"(empty for none yet)", b"\n"),
        (b"Answer [4]", b"1\n"),
        (b"commas", b"red\n"),
        (b"Answer", b"=\n"),
    ):
        until = time.monotonic() + 20
        while shown not in seen and time.monotonic() < until:
            seen += os.read(ours, 4096)
        assert shown in seen
        seen = b""
        os.write(ours, typed)
    assert done.wait(20) == 0
    os.close(ours)
    assert load(tmp_path / "game").set == {"votes.kinds": ["colour"], "votes.bold_needs_word": False}
