"""A change that cannot be made leaves nothing of itself: neither in game.toml nor in the log."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from golosa.errors import GolosaError
from golosa.folder.config import NAME
from golosa.folder.game import Game
from golosa.store import Facts

ENDS = "2026-03-05T01:00:00"


@pytest.fixture
def table(serve: Any, client_of: Any, third_day: Any) -> Any:
    return client_of(serve(third_day.folder, third_day.now))


def _settings(table: Any) -> bytes:
    found: bytes = (table.desk.folder / NAME).read_bytes()
    return found


def _full(*given: Any, **more: Any) -> NoReturn:
    raise GolosaError("the disk is full")


def test_a_day_whose_bounds_name_no_post_stays_as_it_was(table: Any) -> None:
    before = _settings(table)
    page = table.send("/day/open", day="3", ends=ENDS, thread="http://x.example/t", from_post="99", votes_thread="")
    assert "сообщения 99 нет среди прочитанных" in page
    assert _settings(table) == before


def test_an_end_stays_where_it_was_if_the_log_cannot_keep_that_it_was_moved(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _settings(table)
    monkeypatch.setattr(Facts, "add", _full)
    assert "the disk is full" in table.send("/day/extend", day="3", ends=ENDS, reason="форум лежал")
    assert _settings(table) == before


def test_a_moved_end_stays_if_the_log_cannot_keep_that_it_was_taken_back(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.send("/day/extend", day="3", ends=ENDS, reason="форум лежал")
    game, before = Game(table.desk.folder), _settings(table)
    (moved,) = game.facts.all("extended")
    monkeypatch.setattr(Facts, "undo", _full)
    assert "the disk is full" in table.send("/game/undo", number=str(moved.id))
    assert _settings(table) == before
    assert game.facts.all("extended") == (moved,)
    game.close()
