"""`golosa day overtime`, and days that end before their time: the clock where posts and the host's hand move it."""

from __future__ import annotations

from typing import Any

import pytest

NOTICE = ("--set", "tie.overtime_from=notice")


def _tie(table: Any, *more: Any) -> list[Any]:
    return [table.post(1, "Аня", "09:00:00", "Лис"), table.post(2, "Лис", "09:01:00", "Аня"), *more]


def test_t14_14_the_overtime_runs_from_the_notice_that_the_host_enters(table: Any) -> None:
    table.new(*NOTICE)
    posts = _tie(table, table.post(3, "Гаррет", "22:35:00", "Лис"))
    table.now = table.moscow("23:30:00")
    assert table.count(posts=posts, seen="23:30:00", status=1)["verdict"] == "open"
    told = table.run("day", "overtime", "-C", table.folder, "--at", table.moscow("22:10:00").isoformat())
    assert told == "day 1: the extra time ends at 2026-03-02T22:40:00+03:00\n"
    assert table.count()["out"] == ["Лис"]


@pytest.mark.parametrize(
    ("rules", "at", "told"),
    [
        ((), "22:10:00", "no overtime runs from a notice"),
        (NOTICE, "23:30:00", "not later than now"),
        (NOTICE, "07:00:00", "after the day's start"),
    ],
)
def test_a_notice_that_cannot_be_is_refused(table: Any, rules: tuple[str, ...], at: str, told: str) -> None:
    table.new(*rules)
    table.now = table.moscow("23:00:00")
    table.run("day", "overtime", "-C", table.folder, "--at", table.moscow(at).isoformat(), status=2)
    assert told in table.err


def _hammered(table: Any) -> None:
    table.new("--set", "deciding.rule=majority", "--set", "deciding.hammer=true")
    voters = ("Аня", "Ёжик", "Гаррет")
    posts = [table.post(n, voter, f"10:0{n}:00", "Лис") for n, voter in enumerate(voters, start=1)]
    table.now = table.moscow("12:00:00")
    table.count(posts=posts, seen="11:00:00")


def test_a_day_that_ended_by_hammer_has_its_result_and_closes_before_its_time(table: Any) -> None:
    _hammered(table)
    assert "Лис" in table.run("notice", "result", "-C", table.folder)
    assert table.run("day", "close", "-C", table.folder) == "day1: Лис is out (hammer)\n"


def test_e6_a_day_that_the_hosts_words_ended_has_its_result_before_its_time(table: Any) -> None:
    table.new("--set", 'votes.closes_with=["просчёт"]')
    posts = [table.post(1, "Аня", "09:00:00", "Лис"), table.post(2, "Ведущий", "10:00:00", body="Начинаю просчёт")]
    table.now = table.moscow("12:00:00")
    table.count(posts=posts, seen="11:00:00")
    assert "Лис" in table.run("notice", "result", "-C", table.folder)


def test_v10_e6_words_in_a_quote_whose_box_nobody_knows_are_the_hosts_to_rule_on(table: Any) -> None:
    table.new("--set", 'votes.closes_with=["просчёт"]')
    box = '<div class="quotetitle">Ведущий писал(а):</div><div class="of-a-theme">Начинаю просчёт</div>Это было вчера.'
    posts = [
        table.post(1, "Аня", "09:00:00", "Лис"),
        table.post(2, "Ведущий", "10:00:00", body=box),
        table.post(3, "Ёжик", "10:30:00", "Аня"),
        table.post(4, "Гаррет", "10:31:00", "Аня"),
    ]
    table.now = table.moscow("23:00:00")
    found = table.count(posts=posts, seen="22:59:00", status=1)
    assert found["verdict"] == "open"
    assert [(one["post"], one["why"]) for one in found["rulings_needed"]] == [("2", "unclear_closing")]
    assert table.run("rule", "-C", table.folder, "post", "2", "closes") == "ruling 1: post 2 ends the day\n"
    found = table.count()
    assert (found["out"], found["rulings_needed"]) == (["Лис"], [])
    assert "post 2 ends the day" in table.run("rule", "-C", table.folder, "list")
    table.run("rule", "-C", table.folder, "undo", "1")
    table.run("rule", "-C", table.folder, "post", "2", "void")
    assert table.count()["out"] == ["Аня"]
    table.run("rule", "-C", table.folder, "post", "3", "closes", status=2)
    assert "post 3 is not the host's" in table.err


def test_a_day_that_still_runs_is_not_closed_as_counted(table: Any) -> None:
    table.new()
    table.now = table.moscow("12:00:00")
    table.count(posts=[table.post(1, "Аня", "09:00:00", "Лис")], seen="11:00:00")
    table.run("day", "close", "-C", table.folder, status=2)
    assert "ends at" in table.err


def test_a_tie_goes_on_through_overtime_and_revote(table: Any) -> None:
    table.new("--set", 'tie.steps=["overtime", "revote", "lot"]')
    posts = _tie(table, table.post(3, "Гаррет", "23:10:00", "Аня"), table.post(4, "Шелли", "23:40:00", "Лис"))
    table.now = table.moscow("23:20:00")
    running = table.count(posts=posts[:3], seen="23:15:00", status=1)
    assert (running["verdict"], running["at"]) == ("open", "2026-03-02T20:15:00Z")
    table.now = table.moscow("23:59:00")
    over = table.count(posts=posts, seen="23:55:00")
    assert (over["out"], over["at"]) == (["Аня"], "2026-03-02T20:30:00Z")


def _summer(table: Any, starts: str, ends: str) -> None:
    """A game in Berlin, where clocks go forward on 29 March 2026 at 2:00 and back on 25 October at 3:00."""
    players = [word for player in table.players for word in ("--player", player)]
    clock = ("--zone", "Europe/Berlin", "--starts", starts, "--ends", ends)
    table.run("new", table.folder, "--yes", "--rules", "classic10", "--thread", table.url, *clock, *players)


def _opened(table: Any, *more: str) -> str:
    return table.run("day", "open", "-C", table.folder, "--thread", "http://forum.example/viewtopic.php?t=8", *more)


@pytest.mark.parametrize(
    ("starts", "ends", "days"),
    [
        (
            "2026-03-27T20:00:00+01:00",
            "2026-03-28T19:00:00+01:00",
            ["2026-03-28 20:00 to 2026-03-29 19:00", "2026-03-29 20:00 to 2026-03-30 19:00"],
        ),
        (
            "2026-10-23T20:00:00+02:00",
            "2026-10-24T19:00:00+02:00",
            ["2026-10-24 20:00 to 2026-10-25 19:00", "2026-10-25 20:00 to 2026-10-26 19:00"],
        ),
        (  # half past two does not exist on the 29th; on the 30th it does again
            "2026-03-27T03:00:00+01:00",
            "2026-03-28T02:30:00+01:00",
            ["2026-03-28 03:00 to 2026-03-29 03:30", "2026-03-29 03:00 to 2026-03-30 02:30"],
        ),
    ],
)
def test_days_keep_their_wall_times_where_clocks_are_changed(
    table: Any, starts: str, ends: str, days: list[str]
) -> None:
    _summer(table, starts, ends)
    for number, told in enumerate(days, start=2):
        assert _opened(table) == f"day {number}: {told} (Europe/Berlin)\n"


def test_a_day_that_was_extended_does_not_make_the_next_one_longer(table: Any) -> None:
    table.new()
    table.run("day", "extend", "-C", table.folder, "--ends", "2026-03-02T23:30:00+03:00")
    assert _opened(table) == "day 2: 2026-03-03 08:00 to 2026-03-03 22:00 (Europe/Moscow)\n"


def test_an_end_that_was_planned_anew_holds_for_the_next_day_though_the_day_was_extended_before_and_after(
    table: Any,
) -> None:
    table.new()
    table.run("day", "extend", "-C", table.folder, "--ends", "2026-03-02T22:30:00+03:00")
    _opened(table, "--day", "1", "--ends", "2026-03-02T21:00:00+03:00")
    table.run("day", "extend", "-C", table.folder, "--ends", "2026-03-02T23:00:00+03:00")
    table.run("day", "extend", "-C", table.folder, "--ends", "2026-03-02T23:30:00+03:00")
    assert _opened(table) == "day 2: 2026-03-03 08:00 to 2026-03-03 21:00 (Europe/Moscow)\n"


def test_a_day_that_starts_at_another_hour_ends_at_the_usual_one(table: Any) -> None:
    table.new()
    assert _opened(table, "--starts", "2026-03-03T12:00:00+03:00").endswith("to 2026-03-03 22:00 (Europe/Moscow)\n")
    late = ("--day", "3", "--starts", "2026-03-04T23:00:00+03:00")
    assert _opened(table, *late).endswith("to 2026-03-05 22:00 (Europe/Moscow)\n")
