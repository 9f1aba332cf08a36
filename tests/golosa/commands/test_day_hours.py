"""A day that lasts so many hours, instead of ending at a wall time (`day.hours`)."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

THREAD = "http://forum.example/viewtopic.php?t=8"


def new(table: Any, *more: str, starts: str = "2026-03-02T08:00:00+03:00") -> None:
    named = [word for player in table.players for word in ("--player", player)]
    table.run(
        "new", table.folder, "--yes", "--rules", "majority", "--set", "day.hours=48", "--set", 'votes.kinds=["colour"]',
        "--host", "Ведущий", "--thread", table.url, "--starts", starts, "--forum-zone", "Europe/Moscow", *named, *more,
    )  # fmt: skip


def days(table: Any) -> list[tuple[str, str]]:
    found = json.loads(table.run("day", "list", "-C", table.folder, "--json"))["days"]
    return [(day["starts"], day["ends"]) for day in found]


def test_day_hours_the_first_day_ends_so_many_hours_after_its_start(table: Any) -> None:
    new(table)
    assert days(table) == [("2026-03-02T05:00:00+00:00", "2026-03-04T05:00:00+00:00")]


def test_day_hours_are_hours_also_where_clocks_are_changed(table: Any) -> None:
    new(table, "--zone", "Europe/Berlin", starts="2026-03-28T12:00:00+01:00")
    assert days(table) == [("2026-03-28T12:00:00+01:00", "2026-03-30T13:00:00+02:00")]


def test_day_hours_a_further_day_starts_when_it_is_opened(table: Any) -> None:
    new(table)
    table.now = table.moscow("10:20:30") + timedelta(days=3)
    told = table.run("day", "open", "-C", table.folder, "--thread", THREAD)
    assert "day 2: 2026-03-05 07:20 to 2026-03-07 07:20 (UTC)" in told


def test_day_hours_an_end_that_is_given_goes_before(table: Any) -> None:
    new(table)
    given = ("--starts", "2026-03-05T09:00:00Z", "--ends", "2026-03-05T21:00:00Z")
    table.run("day", "open", "-C", table.folder, "--thread", THREAD, *given)
    assert days(table)[1] == ("2026-03-05T09:00:00+00:00", "2026-03-05T21:00:00+00:00")


def test_day_hours_a_day_that_is_changed_keeps_its_end_unless_it_starts_anew(table: Any) -> None:
    new(table)
    table.run("day", "open", "-C", table.folder, "--day", "1", "--thread", THREAD)
    assert days(table) == [("2026-03-02T05:00:00+00:00", "2026-03-04T05:00:00+00:00")]
    table.run("day", "open", "-C", table.folder, "--day", "1", "--starts", "2026-03-02T06:00:00Z")
    assert days(table) == [("2026-03-02T06:00:00+00:00", "2026-03-04T06:00:00+00:00")]


def votes(table: Any, *names: str) -> list[Any]:
    return [table.post(number, name, f"{8 + number:02}:00", "Лис") for number, name in enumerate(names, start=1)]


def test_day_hours_a_hammer_ends_a_day_of_hours(table: Any) -> None:
    new(table)
    table.now = table.moscow("15:00:00")
    found = table.count(posts=votes(table, "Аня", "Шелли"), seen="14:59:30")
    assert (found["verdict"], found["by"], found["needed"]) == ("nobody", None, [{"target": "Лис", "votes": 1}])
    posts = [*votes(table, "Аня", "Шелли", "Гаррет"), table.post(9, "Гаррет", "13:00", "unvote")]
    found = table.count(posts=posts, seen="14:59:50")
    assert (found["verdict"], found["by"], found["out"]) == ("out", "hammer", ["Лис"])
    assert table.targets(found)["Гаррет"] == "Лис"


def test_day_hours_without_a_hammer_nobody_is_out_when_they_are_over(table: Any) -> None:
    new(table)
    table.now = table.moscow("09:00:00") + timedelta(days=2)
    seen = (table.moscow("08:30:00") + timedelta(days=2)).isoformat()
    files = table.save(votes(table, "Аня", "Шелли"))
    out = table.run("count", "-C", table.folder, "--json", "--saved", "--seen-at", seen, *files)
    found = json.loads(out)
    assert (found["at"], found["verdict"], found["complete"]) == ("2026-03-04T05:00:00Z", "nobody", True)


@pytest.mark.parametrize("hours", ["-1", "9999"])
def test_day_hours_out_of_bounds_are_refused(table: Any, hours: str) -> None:
    table.run("rules", "check", "majority", "--set", f"day.hours={hours}", status=2)
