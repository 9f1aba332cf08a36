"""Lines, rules and framed tables on standard output, with styles where a terminal shows them. Knows no game.

Rich draws better, but to load it and draw one table takes a seventh of the time of a whole count; it is for what moves.
"""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from typing import TextIO

import click
from msgspec import Struct


class _Edge(Struct, frozen=True):
    """The signs of one line of a table."""

    left: str
    filling: str
    between: str
    right: str


#: The lines of a table: top, head, below the head, row, foot.
FRAME = (
    _Edge("┏", "━", "┳", "┓"),
    _Edge("┃", " ", "┃", "┃"),
    _Edge("┡", "━", "╇", "┩"),
    _Edge("│", " ", "│", "│"),
    _Edge("└", "─", "┴", "┘"),
)
_ASCII_LINE, _ASCII_ROW = _Edge("+", "-", "+", "+"), _Edge("|", " ", "|", "|")
ASCII_FRAME = (_ASCII_LINE, _ASCII_ROW, _ASCII_LINE, _ASCII_ROW, _ASCII_LINE)
NARROWEST = 8  #: a column is made no narrower to fit a table into the terminal


class Column(Struct, frozen=True):
    """A column of a table; its texts are wrapped where the table is too wide, unless it is `whole`."""

    title: str
    right: bool = False  #: its texts stand at its right side
    whole: bool = False
    bold: bool = False


class Screen:
    """Where a command's answer is shown: `file`, standard output if None; `width` in signs, the terminal's if None."""

    def __init__(self, file: TextIO | None = None, width: int | None = None) -> None:
        self.file, self.width = file, width or shutil.get_terminal_size().columns
        self.draws = (getattr(file or sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")

    def line(self, text: str, *, indent: int = 0) -> None:
        """A text, cut into lines at blanks where it is wider than the screen."""
        for line in _wrapped(text, max(1, self.width - indent)):
            self._write(" " * indent + line)

    def heading(self, text: str) -> None:
        """A text in bold letters."""
        for line in _wrapped(text, self.width):
            self._write(click.style(line, bold=True))

    def told(self, label: str, text: str = "", *, fg: str | None = None) -> None:
        """A text behind a label in bold letters, of a colour of `click.style`; cut into lines as `line` does."""
        first, *others = _wrapped(f"{label}: {text}".rstrip(), self.width)
        begins = first.startswith(f"{label}:")  # one wider than the screen is cut itself
        self._write(click.style(f"{label}:", bold=True, fg=fg) + first[len(label) + 1 :] if begins else first)
        for line in others:
            self._write(line)

    def _write(self, text: str) -> None:
        """A line; its styles are left out where they would not be seen as such."""
        click.echo(text, file=self.file, color=_coloured())

    def rule(self, title: str = "") -> None:
        """A line across the screen, with a title in its middle."""
        told = f" {title} " if title else ""
        left = (self.width - width_of(told)) // 2
        sign = "─" if self.draws else "-"
        right = self.width - width_of(told) - left
        self._write(click.style(f"{sign * left}{told}{sign * right}", dim=True))

    def table(self, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
        """A table that fits the screen's width, where its narrowest columns do."""
        top, head, below, row, foot = FRAME if self.draws else ASCII_FRAME
        widths = _fitted(columns, rows, self.width)
        self._write(_across(top, widths))
        heads = [Column(one.title, right=one.right, bold=True) for one in columns]
        self._cells(head, heads, [one.title for one in columns], widths)
        self._write(_across(below, widths))
        for texts in rows:
            self._cells(row, columns, texts, widths)
        self._write(_across(foot, widths))

    def _cells(self, edge: _Edge, columns: Sequence[Column], texts: Sequence[str], widths: Sequence[int]) -> None:
        wrapped = [_wrapped(text, width) for text, width in zip(texts, widths, strict=True)]
        for number in range(max(map(len, wrapped))):
            cells = [lines[number] if number < len(lines) else "" for lines in wrapped]
            shown = [_shown(text, column, width) for text, column, width in zip(cells, columns, widths, strict=True)]
            self._write(f"{edge.left} {f' {edge.between} '.join(shown)} {edge.right}")


def plain(text: str) -> str:
    """A stranger's text without control signs."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def width_of(text: str) -> int:
    """How many columns of a terminal a text takes: letters of the Far East and emoji two, marks on others none."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(sign: str) -> int:
    if unicodedata.east_asian_width(sign) in "WF":
        return 2
    return 0 if unicodedata.category(sign) in ("Mn", "Me", "Cf") else 1


def _coloured() -> bool | None:
    """Whether styles are shown; None: where the output is a terminal."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") in ("dumb", "unknown"):
        return False
    return True if os.environ.get("FORCE_COLOR") else None


def _fitted(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """The widths of the columns; the last ones are narrowed first, as they are the longest texts."""
    texts = [[column.title, *(row[place] for row in rows)] for place, column in enumerate(columns)]
    widths = [max(map(width_of, column)) for column in texts]
    spare = width - sum(widths) - 3 * len(widths) - 1
    for place in reversed(range(len(widths))):
        if spare < 0 and not columns[place].whole:
            narrowed = max(min(NARROWEST, widths[place]), widths[place] + spare)
            spare += widths[place] - narrowed
            widths[place] = narrowed
    return widths


def _across(edge: _Edge, widths: Sequence[int]) -> str:
    return edge.left + edge.between.join(edge.filling * (width + 2) for width in widths) + edge.right


def _shown(text: str, column: Column, width: int) -> str:
    blanks = " " * (width - width_of(text))
    styled = click.style(text, bold=True) if column.bold and text else text
    return blanks + styled if column.right else styled + blanks


def _wrapped(text: str, width: int) -> list[str]:
    """A text in lines of at most that width, cut at blanks, and within a word that is wider than a line."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width_of(longer) <= width:
            lines[-1] = longer
            continue
        *full, rest = _cut(word, width)
        lines += [*full, rest]
    return lines if lines[0] or len(lines) == 1 else lines[1:]


def _cut(word: str, width: int) -> list[str]:
    """A word in pieces of at most that width."""
    pieces = [""]
    for sign in word:
        if pieces[-1] and width_of(pieces[-1] + sign) > width:
            pieces.append("")
        pieces[-1] += sign
    return pieces
