"""Who shows a watch: a live view on a terminal, or plain lines in a pipe. Knows sights and rich; knows no game."""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from typing import Self
from zoneinfo import ZoneInfo

import click
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.live import Live
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from golosa.clock import Clock
from golosa.watch import words as all_words
from golosa.watch.log import one_line, stamped
from golosa.watch.sight import Sight
from golosa.watch.telling import Message
from golosa.watch.words import Words

#: Lines of what has happened that the live view shows.
TAIL = 6
#: Candidates that the live view shows.
MOST_ROWS = 12


class PlainScreen:
    """Lines with their times on standard output, and the texts to paste below them."""

    def __init__(self, zone: str) -> None:
        self.zone = ZoneInfo(zone)

    def line(self, at: datetime, text: str, *, trouble: bool = False) -> None:
        """Something has happened."""
        click.echo(f"{stamped(at, self.zone)} {'! ' if trouble else ''}{one_line(text)}")

    def paste(self, message: Message) -> None:
        """A text for the host, between rules."""
        click.echo(f"---- {message.title}\n{message.text.rstrip()}\n----")

    def sight(self, sight: Sight) -> None:
        """A pipe shows events only."""

    def page(self, done: int, total: int | None) -> None:
        """A pipe shows no progress."""

    def tick(self) -> None:
        """A pipe shows no countdown."""


class LiveScreen:
    """A view that stays at the foot of the terminal; texts to paste go by above it."""

    def __init__(self, zone: str, lang: str, clock: Clock, console: Console | None = None) -> None:
        self.zone, self.words, self.clock = ZoneInfo(zone), all_words.of(lang), clock
        self.console = console or Console(highlight=False, emoji=False)
        self.tail: deque[tuple[str, bool]] = deque(maxlen=TAIL)
        self.shown: Sight | None = None
        self.reading = ""
        # Drawn by hand: a thread of rich's own might draw between a change of the view and a text above it.
        self._live = Live(self, console=self.console, auto_refresh=False)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._live.stop()

    def line(self, at: datetime, text: str, *, trouble: bool = False) -> None:
        """Something has happened."""
        self.tail.append((f"{at.astimezone(self.zone):%H:%M:%S} {one_line(text)}", trouble))
        self._live.refresh()

    def paste(self, message: Message) -> None:
        """A text for the host, above the view."""
        self.console.rule(Text(message.title), style="dim")
        self.console.print(Text(message.text.rstrip()), soft_wrap=True)
        self.console.rule(style="dim")

    def sight(self, sight: Sight) -> None:
        """How it stands now."""
        self.shown, self.reading = sight, ""
        self._live.refresh()

    def page(self, done: int, total: int | None) -> None:
        """Pages read so far."""
        words = self.words
        self.reading = words.reading_of.format(page=done, pages=total) if total else words.reading.format(page=done)
        self._live.refresh()

    def tick(self) -> None:
        """Draws the countdown anew."""
        self._live.refresh()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.shown is not None:
            yield view_of(self.shown, self.clock(), self.reading, tuple(self.tail))


def view_of(sight: Sight, now: datetime, reading: str, tail: tuple[tuple[str, bool], ...]) -> RenderableType:
    """The live view at `now` (UTC)."""
    words = all_words.of(sight.lang)
    parts: list[RenderableType] = [_countdown(sight, now, words.over)]
    # A low terminal cuts the view at its foot: what needs the host stands first.
    parts += [*_list(words.needs_you, sight.needs, "bold yellow"), ""]
    if sight.rows:
        parts += [_tally(sight, words), ""]
    for text, style in ((sight.silent, ""), (sight.last_post, "dim"), (sight.looked, "dim"), (sight.read_whole, "dim")):
        if text:
            parts.append(Text(one_line(text), style))
    parts.append(Text(reading or _next(sight, now), "cyan"))
    if sight.problem:
        parts.append(Text(one_line(sight.problem), "bold red"))
    parts += _list(words.notes, sight.notes, "bold")
    if tail:
        parts += ["", *(Text(line, "red" if trouble else "dim") for line, trouble in tail)]
    return Panel(Group(*parts), title=Text(f"{one_line(sight.title)} · {sight.day}", "bold"), title_align="left")


def _countdown(sight: Sight, now: datetime, over: str) -> Text:
    if sight.until is None:
        return Text(sight.phase, "bold")
    if sight.until <= now:
        return Text(over, "bold")
    return Text.assemble((left_in_words(sight.until - now), "bold"), f" {sight.phase}")


def left_in_words(left: timedelta) -> str:
    """«2:13:45»: what is left, in hours, minutes and seconds."""
    seconds = max(0, round(left.total_seconds()))
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _next(sight: Sight, now: datetime) -> str:
    if sight.next_at is None:
        return sight.next
    words = all_words.of(sight.lang)
    return words.next_at.format(at=sight.next_clock, left=left_in_words(sight.next_at - now))


def _tally(sight: Sight, words: Words) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column(words.votes, justify="right", no_wrap=True)
    table.add_column(words.candidate, style="bold", overflow="fold")
    table.add_column(words.voters, overflow="fold")
    for row in sight.rows[:MOST_ROWS]:
        names = ", ".join(voter.name for voter in row.voters)
        table.add_row(f"{row.number:g}", Text(one_line(row.target or words.nobody)), Text(one_line(names)))
    if len(sight.rows) > MOST_ROWS:
        table.add_row("", "…", "")
    return table


def _list(title: str, lines: tuple[str, ...], style: str) -> list[RenderableType]:
    if not lines:
        return []
    return ["", Text(f"{title}:", style), *(Padding(Text(one_line(line)), (0, 0, 0, 2)) for line in lines)]
