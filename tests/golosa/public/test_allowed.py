"""`[public]`: votes shown late or not before the end, with nothing newer anywhere that could be fetched."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from engine.rulings import VoidRuling
from golosa.folder.game import Game, Posted


def posted(game: Game, now: datetime) -> None:
    game.facts.add("posted", Posted(1, now, now, {"Аня": "Лис"}), now, "day1")


def test_a_delayed_page_shows_the_votes_as_they_were_then(played: Any) -> None:
    played.set_up(delay_minutes=30)
    played.vote("Аня", "09:00", "Лис")
    played.see("09:10")
    day = played.write("09:10").day
    assert (day.hidden, day.first, day.at) == ("too_new", None, None)
    assert "Аня</bdi></a>" not in played.html()
    played.vote("Лис", "09:50", "Ёжик")
    played.see("10:00")
    day = played.write("10:00").day
    assert [row.target for row in day.first.rows] == ["Лис"]
    assert (day.at, day.delay_minutes, day.complete) == (played.at("09:10"), 30, True)
    assert "Голоса показываются с задержкой: 30 минут." in played.html()


def test_nothing_that_was_seen_edited_deleted_ruled_or_posted_since_shows_through(played: Any) -> None:
    played.set_up(delay_minutes=30)
    played.vote("Аня", "09:00", "Лис")
    played.vote("Ёжик", "09:01", "Лис")
    played.see("09:10")
    played.see("09:30")
    played.write("10:00")
    before = {path.name: path.read_bytes() for path in played.public.rglob("*") if path.is_file()}
    played.vote("Шелли", "09:40", "Гаррет")
    played.drop(0)
    played.see("09:45")
    played.see("09:49")
    ruling = VoidRuling("1002", played.at("09:46"))
    played.do("09:46", lambda game, now: game.facts.add("ruling", ruling, now))
    played.do("09:47", posted)
    played.write("10:00")
    after = {path.name: path.read_bytes() for path in played.public.rglob("*") if path.is_file()}
    assert after == before
    data = played.write("10:20")
    assert [row.target for row in data.day.first.rows] == ["Гаррет"]
    assert [mark.why for mark in data.day.not_counted] == ["deleted", "void"]
    assert len(data.posted) == 1


def test_a_delayed_result_is_shown_at_once_when_it_is_official(played: Any) -> None:
    played.set_up(delay_minutes=30)
    played.vote("Аня", "21:50", "Лис")
    played.see("21:00")
    played.see("22:01")
    day = played.write("22:02").day
    assert (day.ended, [row.target for row in day.first.rows]) == (False, [])
    day = played.write("22:03", official=True).day
    assert (day.ended, day.out, day.delay_minutes) == (True, ("Лис",), 0)


@pytest.mark.parametrize("delay", [0, 30])
def test_hidden_until_the_end_no_file_tells_of_any_vote(played: Any, delay: int) -> None:
    played.set_up(hide_until_end=True, delay_minutes=delay)
    played.vote("Аня", "09:00", "Лис")
    played.vote("Прохожий", "09:01", "Лис")
    played.see("09:10")
    played.do("09:11", posted)
    played.see("21:00")
    day = played.write("21:00").day
    assert (day.hidden, day.first, day.at, day.votes, day.silent, day.not_counted) == (
        "until_end",
        None,
        None,
        (),
        (),
        (),
    )
    everything = played.everything()
    assert "1001" not in everything and "Прохожий" not in everything and "09:00" not in everything
    assert "Голоса будут показаны после окончания дня." in played.html()
    assert "Голоса будут показаны после окончания дня." in played.html("votes.html")
    assert "Голосов ещё не было" not in played.html("votes.html")
    assert "[color=red]Лис[/color]" in played.html()
    played.see("22:00")
    day = played.write("22:31").day
    assert day.hidden is None and day.out == ("Лис",)


def test_a_hidden_page_does_not_change_with_each_visit(played: Any) -> None:
    """Open pages would be told, and could tell how often the host looks; the version is that of what is shown."""
    played.set_up(hide_until_end=True)
    played.see("09:10")
    played.write("09:10")
    before = (played.public / "state.json").read_bytes()
    played.vote("Аня", "09:20", "Лис")
    played.see("09:30")
    played.write("09:30")
    assert (played.public / "state.json").read_bytes() == before
