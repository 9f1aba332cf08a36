"""`golosa day`: days opened, extended, closed, corrected; who is out and why."""

from __future__ import annotations

import json
from typing import Any

import pytest

from golosa.cli import run
from golosa.folder.config import load


def _day(table: Any, *words: str, status: int = 0) -> str:
    return table.run("day", words[0], "-C", table.folder, *words[1:], status=status)


def _log(table: Any) -> Any:
    return json.loads(_day(table, "list", "--json"))


def _counted(table: Any) -> None:
    table.new()
    table.count(posts=[table.post(1, "Аня", "09:00", "Лис")])


def test_the_next_day_has_the_same_clock_a_day_later(table: Any) -> None:
    table.new()
    _day(table, "open", "--thread", "http://forum.example/viewtopic.php?t=8")
    second = load(table.folder).day[1]
    assert (second.number, second.threads) == (2, ("http://forum.example/viewtopic.php?t=8",))
    assert second.starts.isoformat() == "2026-03-03T08:00:00+03:00"
    assert second.ends.isoformat() == "2026-03-03T22:00:00+03:00"


def test_the_first_day_made_without_a_thread_is_the_one_that_gets_it(table: Any) -> None:
    """What `golosa doctor` advises for it must not open the day after it."""
    table.run("new", table.folder, "--rules", "hp100", "--player", "Аня", "--player", "Лис", "--yes")
    _day(table, "open", "--thread", "http://forum.example/viewtopic.php?t=7")
    assert [(day.number, len(day.threads)) for day in load(table.folder).day] == [(1, 1)]
    _day(table, "open", "--thread", "http://forum.example/viewtopic.php?t=8")
    assert [(day.number, len(day.threads)) for day in load(table.folder).day] == [(1, 1), (2, 1)]


def test_a_votes_only_thread_is_one_of_the_days_threads(table: Any) -> None:
    table.new()
    _day(table, "open", "--day", "1", "--votes-thread", "http://forum.example/viewtopic.php?t=9")
    (day,) = load(table.folder).day
    assert day.threads == (table.url, "http://forum.example/viewtopic.php?t=9")
    assert day.votes_thread == "http://forum.example/viewtopic.php?t=9"


def test_an_extension_moves_the_end_and_stays_in_the_log(table: Any) -> None:
    _counted(table)
    _day(table, "extend", "--ends", "2026-03-02T22:45:00+03:00", "--reason", "forum down")
    assert load(table.folder).day[0].ends.isoformat() == "2026-03-02T22:45:00+03:00"
    posts = [table.post(1, "Аня", "09:00", "Лис"), table.post(2, "Аня", "22:40", "Ёжик")]
    assert table.targets(table.count(posts=posts, seen="22:50:00")) == {"Аня": "Ёжик"}


def test_a_day_closes_as_counted_and_who_is_out_votes_no_more(table: Any) -> None:
    _counted(table)
    assert _day(table, "close") == "day1: Лис is out (votes)\n"
    _day(table, "open", "--thread", table.url)
    log = _log(table)
    assert log["out"] == [{"player": "Лис", "since": "day1", "by": "votes"}]
    assert [day["result"] for day in log["days"]] == [{"out": ["Лис"], "by": "votes"}, None]
    table.now = table.moscow("23:00:00").replace(day=3)
    later = table.post(2, "Лис", "09:00", "Аня")._replace(at=table.moscow("09:00:00").replace(day=3))
    table.save([table.post(1, "Аня", "09:00", "Лис"), later])
    out = table.run(
        "count",
        "-C",
        table.folder,
        "--json",
        "--saved",
        "--seen-at",
        "2026-03-03T22:30:00+03:00",
        table.saved / "p1.html",
    )
    assert [(mark["post"], mark["why"]) for mark in json.loads(out)["not_counted"]] == [
        ("1", "early"),
        ("2", "dead_voter"),
    ]


def test_a_correction_replaces_the_result_and_keeps_the_old_one_as_undone(table: Any) -> None:
    _counted(table)
    _day(table, "close")
    assert _day(table, "correct", "--out", "Ёжика", "--by", "host") == "day1: Ёжик is out (host)\n"
    assert [out["player"] for out in _log(table)["out"]] == ["Ёжик"]
    _day(table, "correct", "--nobody")
    assert _log(table)["out"] == []


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["correct", "--nobody"], 2, "not closed yet"),
        (["extend", "--ends", "2026-03-01T22:00:00+03:00"], 2, "the day ends before it starts"),
        (["extend", "--day", "4", "--ends", "2026-03-02T22:45:00+03:00"], 2, "no such day"),
        (["open", "--starts", "2026-03-03T08:00:00+03:00"], 2, "a day needs its thread"),
        (
            ["open", "--thread", "https://forum.example/t", "--ends", "2026-03-01T22:00:00+03:00"],
            2,
            "the day ends before it starts",
        ),
        (["close", "--out", "Зебра"], 2, "which player?"),
    ],
)
def test_what_cannot_be_is_refused(table: Any, words: list[str], status: int, told: str) -> None:
    _counted(table)
    _day(table, *words, status=status)
    assert told in table.err
    assert _log(table)["out"] == []


def test_a_day_is_not_closed_twice_before_its_end_or_from_half_a_thread(table: Any) -> None:
    table.new()
    _day(table, "close", status=3)
    assert "has not been read whole" in table.err
    table.now = table.moscow("15:00:00")
    _day(table, "close", status=2)
    assert "close it after that, or give --out" in table.err
    table.now = table.moscow("23:00:00")
    table.count(
        posts=[table.post(1, "Аня", "09:00", "Лис", edited="22:10"), table.post(2, "Лис", "09:00", "Аня")], status=1
    )
    _day(table, "close", status=1)
    assert "the count still needs you" in table.err
    _day(table, "close", "--out", "Аня")
    _day(table, "close", status=2)
    assert "closed already" in table.err


def test_the_list_tells_days_threads_and_who_is_out_in_words(table: Any) -> None:
    _counted(table)
    _day(table, "close")
    out = _day(table, "list")
    assert "day 1  2026-03-02T08:00:00+03:00 – 2026-03-02T22:00:00+03:00  closed" in out
    assert table.url in out and "out since day1: Лис (votes)" in out


def test_what_was_done_is_told_in_its_machine_form_too(tmp_path, capsys) -> None:
    """`new`, `day` and `rule` print one document and nothing else with --json."""
    folder = str(tmp_path / "game")
    times = ("--starts", "2026-03-02T08:00:00+03:00", "--ends", "2026-03-02T22:00:00+03:00")
    thread = "https://forum.example/viewtopic.php?t=7"
    made = ("new", folder, "--host", "Ведущий", "--player", "Аня", "--player", "Борис", "--thread", thread, *times)
    for words, key, value in (
        ((*made, "--yes"), "players", 2),
        (("day", "extend", "-C", folder, "--ends", "2026-03-02T23:00:00+03:00"), "day", 1),
        (("day", "close", "-C", folder, "--out", "Аня"), "out", ["Аня"]),
        (("day", "correct", "-C", folder, "--nobody"), "out", []),
        (("day", "open", "-C", folder, "--thread", thread + "8"), "day", 2),
        (("rule", "-C", folder, "alias", "Анютка", "=", "Аня"), "number", 5),
        (("rule", "-C", folder, "undo", "5"), "undone", 5),
    ):
        assert run([*words, "--json"]) == 0, words
        document = json.loads(capsys.readouterr().out)
        assert document["schema"] == 1
        assert document[key] == value, words


def test_a_day_opened_twice_is_noted(table):
    table.new()
    table.run("day", "open", "-C", table.folder, "--thread", table.url)
    assert "has this thread too" not in table.err
    table.run("day", "open", "-C", table.folder, "--thread", table.url)
    assert "note: day 2 has this thread too and has not begun: to change that one, --day 2" in table.err
