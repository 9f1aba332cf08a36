"""Lines, rules and tables on a terminal and in a pipe."""

from __future__ import annotations

from io import BytesIO, StringIO, TextIOWrapper
from typing import Any

import pytest

from golosa.texts.screen import NARROWEST, Column, Screen, width_of

COLUMNS = (Column("голоса", right=True, whole=True), Column("за кого", bold=True), Column("кто"))


class Terminal(StringIO):
    """Text that is written to a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.fixture(autouse=True)
def _no_wishes(monkeypatch: Any) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def drawn(rows: Any, width: int) -> list[str]:
    out = StringIO()
    Screen(out, width).table(COLUMNS, rows)
    return out.getvalue().splitlines()


def test_a_table_is_as_wide_as_its_texts_and_its_numbers_stand_at_the_right() -> None:
    assert drawn([("3", "Лис", "Аня, Ёжик"), ("12", "—", "")], 80) == [
        "┏━━━━━━━━┳━━━━━━━━━┳━━━━━━━━━━━┓",
        "┃ голоса ┃ за кого ┃ кто       ┃",
        "┡━━━━━━━━╇━━━━━━━━━╇━━━━━━━━━━━┩",
        "│      3 │ Лис     │ Аня, Ёжик │",
        "│     12 │ —       │           │",
        "└────────┴─────────┴───────────┘",
    ]


def test_a_table_that_is_too_wide_is_wrapped_at_blanks_and_within_long_words() -> None:
    lines = drawn([("3", "Лис", "Аня, Ёжик, Тридцатисемивоенный"), ("1", "Очень-длинный-ник", "Аня")], 40)
    assert {width_of(line) for line in lines} == {40}
    assert lines[3:8] == [
        "│      3 │ Лис              │ Аня,     │",
        "│        │                  │ Ёжик,    │",
        "│        │                  │ Тридцати │",
        "│        │                  │ семивоен │",
        "│        │                  │ ный      │",
    ]
    assert (
        len(drawn([("3", "Лис" * 9, "Аня" * 9)], 10)[0]) == 6 + 2 * NARROWEST + 10
    )  # no narrower, whatever the screen


def test_wide_letters_take_two_columns_and_marks_on_letters_none() -> None:
    assert width_of("狐") == 2 and width_of("🦊!") == 3 and width_of("Лис\u0301\u200b") == 3
    lines = drawn([("1", "狐狐", "Е\u0301ж")], 80)
    assert {width_of(line) for line in lines} == {26}


@pytest.mark.parametrize(("encoding", "line"), [("utf-8", "┃ кто"), ("UTF-8", "┃ кто"), ("cp1251", "| кто")])
def test_where_the_frames_signs_cannot_be_written_there_are_plain_ones(encoding: str, line: str) -> None:
    bytes_ = BytesIO()
    out = TextIOWrapper(bytes_, encoding=encoding, write_through=True)
    screen = Screen(out, 30)
    screen.table((Column("кто"),), [("Аня",)])
    screen.rule("тема")
    text = bytes_.getvalue().decode(encoding)
    assert line in text and ("─" in text) == (line[0] == "┃")


def test_a_rule_goes_across_the_screen_with_its_title_in_the_middle() -> None:
    out = StringIO()
    Screen(out, 12).rule("тема")
    Screen(out, 12).rule()
    assert out.getvalue() == "─── тема ───\n────────────\n"


def test_long_texts_are_cut_at_blanks_behind_their_label_and_indented() -> None:
    out = StringIO()
    screen = Screen(out, 14)
    screen.told("ничья", "Аня, Ёжик, Лис")
    screen.told("не голосовали никогда", "Аня")
    screen.told("ждёт вас")
    screen.line("#46 Аня: «Лис»", indent=2)
    assert out.getvalue().splitlines() == [
        *("ничья: Аня,", "Ёжик, Лис", "не голосовали", "никогда: Аня", "ждёт вас:", "  #46 Аня:", "  «Лис»"),
    ]


@pytest.mark.parametrize(
    ("out", "wishes", "styled"),
    [
        (Terminal, {}, True),
        (StringIO, {}, False),
        (Terminal, {"NO_COLOR": "1"}, False),
        (Terminal, {"TERM": "dumb"}, False),
        (StringIO, {"FORCE_COLOR": "1"}, True),
    ],
)
def test_styles_are_for_terminals_that_show_them(
    monkeypatch: Any, out: type[StringIO], wishes: dict[str, str], styled: bool
) -> None:
    for name, value in wishes.items():
        monkeypatch.setenv(name, value)
    file = out()
    screen = Screen(file, 80)
    screen.told("ждёт вас", "Лис", fg="yellow")
    screen.heading("День")
    assert file.getvalue() == (
        "\x1b[33m\x1b[1mждёт вас:\x1b[0m Лис\n\x1b[1mДень\x1b[0m\n" if styled else "ждёт вас: Лис\nДень\n"
    )
