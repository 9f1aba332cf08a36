"""A count with an old K takes earlier days as they were known then (V7)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from golosa.demo.forum import Shown

from golosa.folder.game import Game

SECRET = {"Аня": "medic", "Лис": "gunman", "Ёжик": "townsman", "Гаррет": "townsman", "Шелли": "officer"}
OPEN = {"Аня": "nurse", "Лис": "citizen", "Ёжик": "politician", "Гаррет": "bully", "Шелли": "citizen"}
SECOND = "http://forum.example/viewtopic.php?t=8"
FIRST_DAY = [("Аня", "Гаррет"), ("Лис", "Гаррет"), ("Шелли", "Лис"), ("Гаррет", "Лис"), ("Ёжик", "Гаррет")]


def second_day(game, *more):
    """`golosa count` of the second day, at noon of it."""
    return game.count("--day", 2, "--at", "2026-03-03T12:00:00+03:00", *more, status=None)


@pytest.fixture
def game(table):
    """hp100 on its second day: Гаррет is out by the first, as it was read on its evening."""
    roles = [word for held in (SECRET, OPEN) for name, role in held.items() for word in ("--role", f"{name}={role}")]
    table.new("--rules", "hp100", *roles)
    table.now = table.start - timedelta(hours=1)
    table.run("night", "-C", table.folder)
    table.first = [table.post(n, who, f"1{n}:00:00", whom) for n, (who, whom) in enumerate(FIRST_DAY, 1)]
    table.now = table.end + timedelta(minutes=30)
    table.count(posts=table.first, seen="22:30:00", status=None)
    table.now = table.end + timedelta(hours=2)
    table.run("night", "-C", table.folder)
    day = ("--starts", "2026-03-03T08:00:00+03:00", "--ends", "2026-03-03T22:00:00+03:00")
    table.run("day", "open", "-C", table.folder, "--thread", SECOND, *day)
    table.now = table.end + timedelta(hours=14)
    vote = Shown(21, "Аня", table.start + timedelta(days=1), '<span style="color: #FF0000">Лис</span>')
    table.count("--day", 2, "--url", SECOND, posts=[vote], seen="2026-03-03T11:59:00", status=None)
    return table


def read_again(game, *more):
    """The first day's thread is read again, and there are posts in it that a moderator had held back."""
    game.now += timedelta(minutes=1)
    game.count("--day", 1, posts=[*game.first, *more], seen="23:58:00", status=None)


def test_v7_who_was_out_by_an_earlier_day_is_as_it_was_known_then(game):
    before, known = second_day(game), game.now.isoformat()
    assert before["ballots"]["Аня"]["target"] == "Лис"
    read_again(game, *(game.post(n, who, "20:00:00", "Лис") for n, who in ((6, "Аня"), (7, "Ёжик"))))
    assert "Лис" not in second_day(game)["ballots"]
    after = second_day(game, "--known", known)
    assert after["ballots"] == before["ballots"]


def test_v7_a_game_as_known_then_holds_no_later_posts_of_earlier_days(game):
    known = game.now
    read_again(game, game.post(8, "Гаррет", "22:20:00"))
    found = Game(game.folder)
    try:
        then = found.supposing(known=known)
        first, second = found.day(1, game.now), found.day(2, game.now)
        assert [post.id for post in then.posts(first)] == ["1", "2", "3", "4", "5"]
        assert then.frame(second) == found.frame(second, known)
        assert found.frame(second).last_words == {"Гаррет"}
        assert then.frame(second).last_words == frozenset()
    finally:
        found.close()
