"""Two programs at one game in the same moment: the desk and a command, or two hosts."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from golosa.errors import GolosaError
from golosa.folder import daybook
from golosa.folder.game import Game


def test_a_day_that_two_close_in_the_same_moment_is_closed_once(table: Any) -> None:
    table.new()
    table.count(posts=[table.post(1, "Аня", "12:00:00", "Лис"), table.post(2, "Ёжик", "12:01:00", "Лис")])
    refused: list[str] = []

    def late() -> None:
        game = Game(table.folder)
        try:
            daybook.close_day(game, game.day(1, table.now), table.now, ["Аня"])
        except GolosaError as error:
            refused.append(str(error))
        finally:
            game.close()

    first = Game(table.folder)
    other = threading.Thread(target=late)
    with first.database.writing():
        other.start()
        time.sleep(0.3)  # the other has looked whether the day is closed, and waits to write, or waits to look
        daybook.close_day(first, first.day(1, table.now), table.now)
    other.join()
    results = first.facts.all("result")
    first.close()
    assert refused == ["day 1 is closed already; change it with `golosa day correct`"]
    assert [one.read(dict[str, Any])["out"] for one in results] == [["Лис"]]


@pytest.mark.parametrize("outs", [None, ["Аня"]])
def test_a_day_that_is_closed_is_not_closed_again(table: Any, outs: Any) -> None:
    table.new()
    table.count(posts=[table.post(1, "Аня", "12:00:00", "Лис")])
    game = Game(table.folder)
    try:
        daybook.close_day(game, game.day(1, table.now), table.now)
        with pytest.raises(GolosaError, match="closed already"):
            daybook.close_day(game, game.day(1, table.now), table.now, outs)
        assert len(game.facts.all("result")) == 1
    finally:
        game.close()
