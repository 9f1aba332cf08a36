"""Two programs at one game in the same moment: the desk and a command, or two hosts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from golosa.errors import GolosaError
from golosa.folder import daybook, dealing, dice
from golosa.folder.config import load
from golosa.folder.game import Game
from golosa.folder.gamefile import set_table


def both(table: Any, do: Callable[[Game], object], other: Callable[[Game], object]) -> tuple[Game, list[str]]:
    """The game after one did something in a transaction, and what the other was told who began it meanwhile."""
    refused: list[str] = []

    def late() -> None:
        game = Game(table.folder)
        try:
            other(game)
        except GolosaError as error:
            refused.append(str(error))
        finally:
            game.close()

    first = Game(table.folder)
    second = threading.Thread(target=late)
    with first.database.writing():
        second.start()
        time.sleep(0.3)  # the other has looked what there is and waits to write, or waits to look
        do(first)
    second.join()
    return first, refused


def test_a_day_that_two_close_in_the_same_moment_is_closed_once(table: Any) -> None:
    table.new()
    table.count(posts=[table.post(1, "Аня", "12:00:00", "Лис"), table.post(2, "Ёжик", "12:01:00", "Лис")])
    game, refused = both(
        table,
        lambda game: daybook.close_day(game, game.day(1, table.now), table.now),
        lambda game: daybook.close_day(game, game.day(1, table.now), table.now, ["Аня"]),
    )
    assert refused == ["day 1 is closed already; change it with `golosa day correct`"]
    assert [one.read(dict[str, Any])["out"] for one in game.facts.all("result")] == [["Лис"]]
    game.close()


def test_l4_roles_that_two_deal_in_the_same_moment_are_dealt_once(table: Any) -> None:
    table.players = tuple(f"Игрок{number}" for number in range(14))
    table.new("--rules", "town14")

    def deal(game: Game) -> None:
        dealing.deal_roles(game, "", table.now)

    game, refused = both(table, deal, deal)
    assert refused == ["the roles of this game are dealt already: `golosa dice pm` prints the messages"]
    assert (len(game.facts.all("keys")), len(game.facts.all("mix")), len(game.facts.all(dealing.KIND))) == (1, 1, 14)
    game.close()


def test_l1_secrets_that_two_make_in_the_same_moment_are_made_once(table: Any) -> None:
    table.new()

    def commit(game: Game) -> None:
        dice.make_keys(game, table.now)

    game, refused = both(table, commit, commit)
    assert refused == ["the game's lots are committed already: see `golosa dice show`"]
    assert len(game.facts.all("keys")) == 1
    game.close()


def test_what_two_change_in_game_toml_in_the_same_moment_is_all_kept(table: Any) -> None:
    """Each reads the file and writes it back: one must not write back what the other has just changed."""
    table.new()
    last = 8
    lost: list[tuple[str, int, object]] = []

    def count_up(name: str, key: str) -> None:
        for number in range(1, last + 1):
            set_table(table.folder, name, {key: number})
            told = getattr(getattr(load(table.folder), name), key)
            if told != number:
                lost.append((key, number, told))

    keys = (("watch", "poll_minutes"), ("forum", "posts_per_page"), ("public", "delay_minutes"))
    writers = [threading.Thread(target=count_up, args=one) for one in keys]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    config = load(table.folder)
    assert lost == []
    assert (config.watch.poll_minutes, config.forum.posts_per_page, config.public.delay_minutes) == (last,) * 3


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
