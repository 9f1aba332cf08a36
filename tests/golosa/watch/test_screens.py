"""What a watch shows: the live view and plain lines, in both languages."""

from __future__ import annotations

import io
import string
from datetime import timedelta
from typing import Any

import pytest
from msgspec import structs
from rich.console import Console

from golosa.watch import words
from golosa.watch.screens import LiveScreen, PlainScreen, left_in_words, view_of
from golosa.watch.telling import Message

SLOW = "poll_minutes = 60\nlast_poll_minutes = 5\nsweep_minutes = 300"


def shown(sight: Any, now: Any, reading: str = "", tail: tuple[tuple[str, bool], ...] = (), width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(view_of(sight, now, reading, tail))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_view_shows_countdown_tally_last_post_next_look_and_what_needs_the_host(world: Any) -> None:
    world.tie("red")
    world.post("Егор", "13:30", "Борис или Аня")
    world.new(watch=SLOW)
    world.run("14:30")
    text = shown(world.sights[-1], world.at("14:30"), width=200)
    assert "Игра у реки · день 1" in text
    assert "7:30:00 до конца дня" in text
    assert "2  Аня      Борис, Вера" in text
    assert "ещё не голосовали: Аня, Глеб, Егор" in text
    assert "последнее сообщение: №4, Егор, 13:30" in text
    assert "следующий взгляд в 15:00:0" in text
    assert "golosa rule post 105 votes ИМЯ" in text


def test_the_view_is_in_english_where_the_game_is(world: Any) -> None:
    world.vote_all()
    world.new(watch=SLOW, lang="en")
    world.run("14:30")
    text = shown(world.sights[-1], world.at("14:30"), width=70)
    assert "7:30:00 until the day ends" in text
    assert "next look at 15:00:0" in text


def test_the_view_says_when_the_day_is_over_and_when_all_is_done(world: Any) -> None:
    world.vote_all()
    world.new(watch=SLOW)
    world.run("22:00")
    assert "день окончен, тема читается целиком" in shown(world.sights[-1], world.at("22:00:01"))
    world.run()
    text = shown(world.sights[-1], world.now)
    assert "итог готов" in text
    assert "golosa day close" in text


def test_the_view_shows_pages_as_they_are_read_and_what_went_wrong(world: Any) -> None:
    world.vote_all()
    world.new(watch=SLOW)
    world.down = (world.at("12:00"), world.at("14:00"))
    world.run("13:30")
    text = shown(world.sights[-1], world.at("13:30"), "читаю тему: страница 2 из 5", (("12:00:01 новое", True),))
    assert "читаю тему: страница 2 из 5" in text
    assert "не получается: " in text
    assert "12:00:01 новое" in text


def test_strangers_texts_have_no_markup_and_no_control_signs(world: Any) -> None:
    world.vote_all()
    world.new(watch=SLOW)
    world.run("12:00")
    evil = structs.replace(world.sights[-1], last_post="[bold red]x[/] \x1b[2J\x07", needs=("[link=x]\x1b]0;y\x07",))
    text = shown(evil, world.now, tail=())
    assert "[bold red]x[/]" in text
    assert "\x1b" not in text
    assert "\x07" not in text


def test_the_live_screen_shows_texts_above_and_the_view_below(world: Any) -> None:
    world.vote_all()
    world.new(watch=SLOW)
    world.run("21:05")
    console = Console(file=io.StringIO(), width=90, force_terminal=True, legacy_windows=False)
    with LiveScreen("Europe/Moscow", "ru", lambda: world.at("21:05"), console) as screen:
        screen.page(2, None)
        assert screen.reading == "читаю тему: страница 2"
        screen.page(2, 7)
        assert screen.reading == "читаю тему: страница 2 из 7"
        screen.line(world.at("21:00:01"), "новое\x1b[2J")
        screen.paste(world.pasted[0][1])
        screen.sight(world.sights[-1])
        assert (screen.reading, screen.tail[-1]) == ("", ("21:00:01 новое [2J", False))
        screen.tick()
    assert isinstance(console.file, io.StringIO)
    written = console.file.getvalue()
    assert "Ещё не голосовали" in written
    assert "0:55:00" in written


def test_plain_lines_carry_their_time_and_the_text_to_paste(world: Any, capsys: pytest.CaptureFixture[str]) -> None:
    screen = PlainScreen("Europe/Moscow")
    screen.line(world.at("21:00"), "новое\nещё", trouble=True)
    screen.paste(Message(kind="remind", title="Напоминание", parts=("первая\n", "вторая\n")))
    assert capsys.readouterr().out == (
        "2026-03-02 21:00:00 ! новое ещё\n---- Напоминание\nпервая\n\n----\n\nвторая\n----\n"
    )


@pytest.mark.parametrize(("left", "told"), [(0, "0:00:00"), (-5, "0:00:00"), (59.6, "0:01:00"), (90061, "25:01:01")])
def test_what_is_left_is_told_in_hours_minutes_and_seconds(left: float, told: str) -> None:
    assert left_in_words(timedelta(seconds=left)) == told


def _places(value: Any) -> Any:
    """What is put into a text, or into each text of a table."""
    if isinstance(value, str):
        return {name for _, name, _, _ in string.Formatter().parse(value) if name}
    return {key: _places(text) for key, text in value.items()}


def test_both_languages_have_the_same_words_with_the_same_places() -> None:
    russian, english = structs.asdict(words.RU), structs.asdict(words.EN)
    forms = {"post"}
    assert {key: _places(value) for key, value in russian.items() if key not in forms} == {
        key: _places(value) for key, value in english.items() if key not in forms
    }
