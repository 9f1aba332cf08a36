"""Texts that commands take from files and from standard input: what cannot be read is told in words."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

COMMANDS = [
    ("dice", "verify", "FILE"),
    ("dice", "deal", "-C", "GAME", "--mix", "FILE"),
    ("order", "add", "-C", "GAME", "FILE"),
    ("compare", "-C", "GAME", "FILE"),
    ("names", "FILE"),
    ("tally", "--rules", "classic10", "--roster", "FILE", "FILE"),
    ("play", "FILE"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: "-".join(words[:2]))
@pytest.mark.parametrize("kind", ["none", "folder", "cp1251"])
def test_what_cannot_be_read_is_told_without_the_systems_words(
    table: Any, tmp_path: Path, words: tuple[str, ...], kind: str
) -> None:
    table.new()
    table.run("dice", "commit", "-C", table.folder)
    file = tmp_path / "post.txt"
    if kind == "folder":
        file.mkdir()
    elif kind == "cp1251":
        file.write_bytes("Лис".encode("cp1251"))
    table.run(*({"GAME": table.folder, "FILE": file}.get(word, word) for word in words), status=2)
    assert str(file) in table.err
    assert not any(raw in table.err for raw in ("Errno", "codec", "0x", "Traceback"))


def test_a_mark_of_the_byte_order_is_no_part_of_a_text(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table.new()
    monkeypatch.setattr(sys, "stdin", io.StringIO("\ufeffОт: Аня\nДата: 2026-03-02T21:00:00+03:00\n\nЗаметка"))
    assert "Аня" in table.run("order", "add", "-C", table.folder, status=None)


def test_whoever_is_to_paste_a_text_on_a_terminal_is_told(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    table.new()
    monkeypatch.setattr(sys, "stdin", Terminal("От: Аня\n\nЗаметка"))
    table.run("order", "add", "-C", table.folder, status=None)
    assert "paste the text, then end it by Ctrl-D" in table.err
