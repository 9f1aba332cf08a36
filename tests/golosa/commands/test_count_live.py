"""`golosa count` over HTTP: what is fetched is kept, counted as of the moment of reading, and told again offline."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from golosa.demo.forum import day, running

from golosa.reading import fetching
from scraper.client import Manners


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MANNERS", Manners(user_agent="golosa-test", delay=0, backoff=0, retries=0))


def _new(table: Any, address: str, ends: datetime) -> None:
    players = [word for player in day()["players"] for word in ("--player", player)]
    table.run(
        "new", table.folder, "--yes", "--rules", "classic10", "--host", day()["host"], "--thread", address,
        "--starts", f"{day()['starts'][:10]}T00:00:00+03:00", "--ends", ends.isoformat(),
        "--forum-zone", "Europe/Moscow", *players,
    )  # fmt: skip


def test_a_count_before_the_end_is_whole_as_of_the_moment_of_reading(table: Any) -> None:
    table.now = datetime.now(UTC)
    with running() as address:
        _new(table, address, table.now + timedelta(days=1))
        found = json.loads(table.run("count", "-C", table.folder, "--json", status=None))
    assert found["complete"] is True
    assert found["at"] == found["seen_until"]
    assert abs(datetime.fromisoformat(found["at"]) - table.now) < timedelta(seconds=30)


def test_what_was_fetched_is_counted_again_without_the_forum(table: Any) -> None:
    table.now = datetime.now(UTC)
    with running() as address:
        _new(table, address, datetime.fromisoformat(day()["ends"]))
        online = json.loads(table.run("count", "-C", table.folder, "--json", "--mark-posted", status=None))
    assert online["complete"] is True and len(online["ballots"]) > 3
    offline = table.count(status=None)
    assert {**offline, "changes": []} == {**online, "known": offline["known"]}
    assert offline["changes"] == []


def test_a_forum_that_has_gone_leaves_the_count_incomplete_and_says_why(table: Any) -> None:
    table.now = datetime.now(UTC)
    with running() as address:
        _new(table, address, datetime.fromisoformat(day()["ends"]))
    found = json.loads(table.run("count", "-C", table.folder, "--json", status=3))
    assert found["complete"] is False and address in found["incomplete_why"]
    assert found["ballots"] == {}


def test_what_stood_in_the_way_is_told_once_and_in_the_games_language(table: Any) -> None:
    """The demo's page has a notice of an edit in words, and names no zone."""
    table.now = datetime.now(UTC)
    with running() as address:
        _new(table, address, datetime.fromisoformat(day()["ends"]))
        path = table.folder / "game.toml"
        path.write_text(path.read_text(encoding="utf-8").replace('zone = "Europe/Moscow"', ""), encoding="utf-8")
        printed = " ".join(table.run("count", "-C", table.folder, status=3).split())
        found = json.loads(table.run("count", "-C", table.folder, "--json", status=3))
    assert "нужен часовой пояс, в котором форум показывает время: zone в таблице [forum]" in printed
    assert "zone under [forum] in game.toml" in found["incomplete_why"]
    assert found["incomplete_why"].count(address) == 1


def test_two_fetchers_of_one_game_do_not_meet(table: Any) -> None:
    from golosa.folder.game import Game

    table.now = datetime.now(UTC)
    with running() as address:
        _new(table, address, datetime.fromisoformat(day()["ends"]))
        game = Game(table.folder)
        with fetching.fetching(game):
            found = json.loads(table.run("count", "-C", table.folder, "--json", status=3))
        game.close()
    assert "is fetching this game's threads" in found["incomplete_why"]
