"""Several threads a day, several days in one thread, and what one day remembers of those before it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

OTHER = "http://forum.example/viewtopic.php?t=8"


def next_day(post, days=1):
    return post._replace(at=post.at + timedelta(days=days))


def saved(table, day, posts, seen, *more, thread=None, status=None):
    """Counts a day from the pages of a thread, saved at that moment."""
    files = table.save(posts)
    for file in files if thread == OTHER else ():
        file.write_text(file.read_text("utf-8").replace("viewtopic.php?t=7", "viewtopic.php?t=8"), "utf-8")
    urls = [word for _ in files for word in ("--url", thread)] if thread else []
    out = table.run("count", "-C", table.folder, "--json", "--day", day, "--saved", "--seen-at", seen, *urls, *more,
                    *files, status=status)  # fmt: skip
    return json.loads(out)


def test_several_threads_a_day_are_one_count_in_the_order_of_time(table):
    table.new("--thread", OTHER)
    first = [table.post(1, "Аня", "12:00:00", "Лис"), table.post(2, "Лис", "13:00:00", "Аня")]
    second = [table.post(1, "Аня", "12:30:00", "Ёжик"), table.post(2, "Шелли", "14:00:00", "Аня")]
    seen = "2026-03-02T23:00:00+03:00"
    assert not saved(table, 1, first, seen, thread=table.url)["complete"]
    told = saved(table, 1, second, seen, thread=OTHER)
    assert told["complete"]
    assert table.targets(told) == {"Аня": "Ёжик", "Лис": "Аня", "Шелли": "Аня"}


def test_of_several_threads_only_the_one_for_votes_counts(table):
    table.new()
    table.run("day", "open", "-C", table.folder, "--day", 1, "--votes-thread", OTHER)
    seen = "2026-03-02T23:00:00+03:00"
    saved(table, 1, [table.post(1, "Аня", "12:00:00", "Лис")], seen, thread=table.url)
    told = saved(table, 1, [table.post(1, "Лис", "12:30:00", "Ёжик")], seen, thread=OTHER)
    assert table.targets(told) == {"Лис": "Ёжик"}


def test_several_days_in_one_thread_are_told_apart_by_their_clock_or_by_posts(table):
    table.new()
    posts = [table.post(1, "Аня", "12:00:00", "Лис"), table.post(2, "Лис", "13:00:00", "Аня")]
    later = [next_day(table.post(3, "Аня", "09:00:00", "Ёжик")), next_day(table.post(4, "Шелли", "10:00:00", "Ёжик"))]
    table.run("day", "open", "-C", table.folder, "--thread", table.url)
    table.now += timedelta(days=1)
    seen = "2026-03-03T23:00:00+03:00"
    second = saved(table, 2, posts + later, seen)
    assert table.targets(second) == {"Аня": "Ёжик", "Шелли": "Ёжик"}
    assert {mark["why"] for mark in second["not_counted"]} == {"early"}
    assert table.targets(table.count("--day", 1, status=None)) == {"Аня": "Лис", "Лис": "Аня"}
    table.run("day", "open", "-C", table.folder, "--day", 2, "--from-post", 4)
    assert table.targets(table.count("--day", 2, status=None)) == {"Шелли": "Ёжик"}


def test_c11_the_last_word_is_remembered_from_thread_to_thread(table):
    table.new()
    day = [table.post(n, name, f"1{n}:00:00", "Шелли") for n, name in enumerate(("Аня", "Лис", "Ёжик"), 1)]
    saved(table, 1, [*day, table.post(9, "Шелли", "22:05:00")], "2026-03-02T23:00:00+03:00", thread=table.url)
    table.run("day", "close", "-C", table.folder)
    table.run("day", "open", "-C", table.folder, "--thread", OTHER)
    table.now += timedelta(days=1)
    again = [next_day(table.post(1, "Шелли", "09:00:00")), next_day(table.post(2, "Аня", "10:00:00", "Лис"))]
    told = saved(table, 2, again, "2026-03-03T23:00:00+03:00", thread=OTHER)
    assert [(report["post"], report["what"]) for report in told["reports"]] == [("1", "dead_posts_again")]


def test_c11_one_word_in_the_next_days_thread_is_allowed(table):
    table.new()
    day = [table.post(n, name, f"1{n}:00:00", "Шелли") for n, name in enumerate(("Аня", "Лис", "Ёжик"), 1)]
    saved(table, 1, [*day, table.post(9, "Шелли", "21:59:00")], "2026-03-02T23:00:00+03:00", thread=table.url)
    table.run("day", "close", "-C", table.folder)
    table.run("day", "open", "-C", table.folder, "--thread", OTHER)
    table.now += timedelta(days=1)
    told = saved(table, 2, [next_day(table.post(1, "Шелли", "09:00:00"))], "2026-03-03T23:00:00+03:00", thread=OTHER)
    assert told["reports"] == []


def test_c11_two_words_after_the_vote_in_one_thread_are_told_on_the_next_day(table):
    table.new()
    day = [table.post(n, name, f"1{n}:00:00", "Шелли") for n, name in enumerate(("Аня", "Лис", "Ёжик"), 1)]
    words = [table.post(9, "Шелли", "22:05:00"), table.post(10, "Шелли", "22:10:00")]
    saved(table, 1, [*day, *words], "2026-03-02T23:00:00+03:00", thread=table.url)
    table.run("day", "close", "-C", table.folder)
    table.run("day", "open", "-C", table.folder, "--thread", OTHER)
    table.now += timedelta(days=1)
    told = saved(table, 2, [next_day(table.post(1, "Аня", "09:00:00"))], "2026-03-03T23:00:00+03:00", thread=OTHER)
    assert [(report["post"], report["what"]) for report in told["reports"]] == [("10", "dead_posts_again")]


@pytest.mark.parametrize(("second", "out"), [("out", ["Шелли"]), ("none", [])])
def test_who_missed_the_day_before_is_known_in_a_folder(table, second, out):
    table.new("--set", "tie.steps=['nobody']", "--set", f"missed.second={second}", "--set", "missed.rule=penalty",
              "--set", "missed.penalty_votes=0")  # fmt: skip
    first = [table.post(n, name, f"1{n}:00:00", "Лис") for n, name in enumerate(("Аня", "Лис", "Ёжик", "Гаррет"), 1)]
    saved(table, 1, first, "2026-03-02T23:00:00+03:00", thread=table.url)
    table.run("day", "close", "-C", table.folder, "--nobody")
    table.run("day", "open", "-C", table.folder, "--thread", OTHER)
    table.now += timedelta(days=1)
    told = saved(table, 2, list(map(next_day, first)), "2026-03-03T23:00:00+03:00", thread=OTHER)
    assert told["no_ballot"] == ["Шелли"]
    assert told["missed_out"] == out
    table.run("day", "close", "-C", table.folder, "--day", 2)
    table.run("day", "open", "-C", table.folder, "--thread", OTHER, "--day", 3)
    silent = table.count("--day", 3, status=None)["no_ballot"]
    assert ("Шелли" in silent) is (not out)


def test_a_day_before_that_was_not_read_whole_holds_such_a_count_up(table):
    table.new("--set", "missed.second=out")
    table.run("day", "open", "-C", table.folder, "--thread", OTHER)
    table.now += timedelta(days=1)
    table.run("count", "-C", table.folder, "--day", 2, "--offline", status=3)
    assert "who missed day 1 is not known" in table.err


def test_t14_5_who_is_drawn_for_a_missed_day_leaves_in_the_morning_without_roles_too(table):
    table.new("--rules", "town14")
    first = [
        table.post(
            n, name, f"1{n}:00:00", body=f'<span style="color: green">{"Аня" if name == "Лис" else "Лис"}</span>'
        )
        for n, name in enumerate(("Аня", "Лис", "Ёжик", "Гаррет"), 1)
    ]
    told = saved(table, 1, first, "2026-03-02T22:50:00+03:00", thread=table.url)
    assert told["out"] == ["Лис"]
    table.run("day", "close", "-C", table.folder)
    table.run("day", "open", "-C", table.folder, "--thread", OTHER)
    table.now += timedelta(days=1)
    assert "Шелли" not in table.count("--day", 2, status=None)["no_ballot"]
    assert "out since night1: Шелли (missed_day)" in table.run("day", "list", "-C", table.folder)


def test_a_day_that_was_never_closed_is_told_in_those_after_it(table):
    """Who is out by its votes is in the game there: his vote would count and nobody would know."""
    note = "day 1 is over and not closed: in day 2 nobody is out by it; `golosa day close --day 1`"
    table.new()
    vote = table.post(1, "Аня", "12:00:00", "Лис")
    saved(table, 1, [vote], "2026-03-02T23:00:00+03:00")
    table.run("day", "open", "-C", table.folder, "--thread", OTHER)
    assert table.err == f"note: {note}\n"
    table.now += timedelta(days=1)
    told = saved(
        table, 2, [next_day(table.post(1, "Лис", "12:00:00", "Аня"))], "2026-03-03T23:00:00+03:00", thread=OTHER
    )
    assert "Лис" in told["ballots"] and note in table.err
    table.run("notice", "result", "-C", table.folder, status=None)
    assert note in table.err
    assert note in table.run("doctor", "-C", table.folder, "--offline")
    table.run("day", "close", "-C", table.folder, "--day", "1")
    told = json.loads(table.run("count", "-C", table.folder, "--json", "--offline", status=None))
    assert told["ballots"] == {} and "note" not in table.err


def test_a_day_whose_outcome_was_entered_by_hand_is_no_question(table):
    table.new()
    table.now = table.moscow("22:30:00")
    table.run("act", "kill", "Лис", "-C", table.folder, "--reason", "по итогам дня", "--phase", "day1")
    table.run("day", "open", "-C", table.folder, "--thread", OTHER)
    assert table.err == ""


def test_a_night_that_was_never_resolved_is_told_in_the_days_after_it(table):
    roles = ("doctor", "mafioso", "commissar", "townsman", "townsman")
    table.new(*(word for name, role in zip(table.players, roles, strict=True) for word in ("--role", f"{name}={role}")))
    saved(table, 1, [table.post(1, "Аня", "12:00:00", "Шелли")], "2026-03-02T23:00:00+03:00")
    table.run("day", "close", "-C", table.folder)
    table.run("day", "open", "-C", table.folder, "--thread", OTHER)
    assert table.err == ""  # the night goes on
    table.now += timedelta(days=1)
    saved(table, 2, [next_day(table.post(1, "Лис", "12:00:00", "Аня"))], "2026-03-03T23:00:00+03:00", thread=OTHER)
    assert table.err == "note: night 1 is not resolved: in day 2 nobody is out by it; `golosa night --night 1`\n"
    table.run("night", "-C", table.folder, "--at", "2026-03-03T07:00:00+03:00")
    table.run("count", "-C", table.folder, "--offline", status=None)
    assert table.err == ""
