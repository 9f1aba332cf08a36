"""Day actions that only the host can read: asked for by every count, ruled on, never passed over (H25)."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

SECRET = {"Аня": "medic", "Лис": "gunman", "Ёжик": "townsman", "Гаррет": "townsman", "Шелли": "officer"}
OPEN = {"Аня": "nurse", "Лис": "citizen", "Ёжик": "politician", "Гаррет": "bully", "Шелли": "citizen"}
NIGHT = "2026-03-03T07:00:00+03:00"


@pytest.fixture
def game(table):
    """hp100; the first night has passed, it is an hour after the end of the first day."""
    roles = [word for held in (SECRET, OPEN) for name, role in held.items() for word in ("--role", f"{name}={role}")]
    table.new("--rules", "hp100", *roles)
    table.run("night", "-C", table.folder, "--at", "2026-03-01T23:59:00+03:00")
    return table


def posts(game, act, *, edited=None, before=None):
    """A day on which all vote for Ёжик; Гаррет acts in his post as well."""
    votes = [game.post(n, who, f"1{n}:00:00", "Ёжик") for n, who in enumerate(("Аня", "Лис", "Ёжик", "Шелли"), 1)]
    mark = '<span style="color: #FF0000">Ёжик</span>'
    return [*votes, game.post(5, "Гаррет", "15:00:00", body=f"{mark}<br>{act}", edited=edited)]


def asked(document):
    return [(one["post"], one["author"], one["why"], one["candidates"]) for one in document["rulings_needed"]]


def hp_of(game, name):
    words = ("--night", 2, "--at", NIGHT, "--json", "--preview")
    return json.loads(game.run("night", "-C", game.folder, *words, status=None))["hp"][name]


@pytest.mark.parametrize(
    ("line", "whom"),
    [
        ("Действие: бью Шелил", ["Шелли"]),
        ("Действие: бью Лиса или Аню", ["Лис", "Аня"]),
        ("Бью сегодня Лиса", ["Лис"]),
    ],
)
def test_h25_a_count_asks_on_whom_an_action_is(game, line, whom):
    told = game.count(posts=posts(game, line), seen="23:00:00", status=1)
    assert [(post, who, why) for post, who, why, _ in asked(told)] == [("5", "Гаррет", "day_action")]
    assert sorted(asked(told)[0][3]) == sorted(whom)
    assert told["verdict"] == "out"
    assert "дневное действие" in game.run("count", "-C", game.folder, "--offline", status=1)


def test_h25_a_day_is_not_closed_while_an_action_waits(game):
    game.count(posts=posts(game, "Действие: бью Шелил"), seen="23:00:00", status=1)
    game.run("day", "close", "-C", game.folder, status=1)
    assert "`golosa rule post ID acts NAME`" in game.err


def test_h25_a_ruling_settles_it_and_is_undone(game):
    game.count(posts=posts(game, "Действие: бью Шелил"), seen="23:00:00", status=1)
    assert game.run("rule", "-C", game.folder, "post", 5, "acts", "Шелли").endswith("post 5 acts on Шелли\n")
    assert asked(game.count()) == []
    assert "дневное действие в сообщении #5 — на игрока Шелли" in game.run("count", "-C", game.folder, "--offline")
    game.run("day", "close", "-C", game.folder)
    assert hp_of(game, "Шелли") == 90
    number = game.run("rule", "-C", game.folder, "list").split()[0]
    assert "Шелли" in game.run("rule", "-C", game.folder, "undo", number)
    assert hp_of(game, "Шелли") == 100


def test_h25_a_ruling_that_it_is_none(game):
    game.count(posts=posts(game, "Бью сегодня Лиса"), seen="23:00:00", status=1)
    game.run("rule", "-C", game.folder, "post", 5, "acts", "nobody")
    assert asked(game.count()) == []
    game.run("day", "close", "-C", game.folder)
    assert hp_of(game, "Лис") == 100


def test_h25_a_ruling_is_one_on_the_line_that_stood_then(game):
    game.now = game.end - timedelta(hours=2)
    game.count(posts=posts(game, "Действие: бью Шелил"), seen="19:00:00", status=1)
    game.run("rule", "-C", game.folder, "post", 5, "acts", "Шелли")
    game.now = game.end + timedelta(hours=1)
    told = game.count(posts=posts(game, "Действие: бью Анюту", edited="21:00:00"), seen="22:30:00", status=1)
    assert asked(told) == [("5", "Гаррет", "day_action", ["Аня"])]
    game.count(posts=posts(game, "Действие: бью Лиса", edited="21:30:00"), seen="22:40:00")
    game.run("day", "close", "-C", game.folder)
    assert (hp_of(game, "Лис"), hp_of(game, "Шелли")) == (90, 100)


def test_h25_only_a_post_with_an_action_can_be_ruled_to_act(game):
    game.count(posts=posts(game, "Действие: бью Шелил"), seen="23:00:00", status=1)
    game.run("rule", "-C", game.folder, "post", 1, "acts", "Лис", status=2)
    assert "no day action is read in post 1" in game.err


def test_h25_an_action_that_names_nobody_is_told_when_the_day_is_closed(game):
    game.count(posts=posts(game, "Действие: бью Зяблика"), seen="23:00:00")
    assert "Гаррет" in game.run("day", "close", "-C", game.folder)


def test_h25_a_night_tells_of_an_action_that_still_waits(game):
    game.count(posts=posts(game, "Действие: бью Шелил"), seen="23:00:00", status=1)
    game.run("day", "close", "-C", game.folder, "--out", "Ёжик")
    game.run("night", "-C", game.folder, "--night", 2, "--at", NIGHT, "--preview", status=1)
    assert "day1: what Гаррет does by day is not in the hp: `golosa rule post 5 acts NAME`, or nobody" in game.err
