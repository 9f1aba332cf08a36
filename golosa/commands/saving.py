"""What commands that read saved pages share: when each was saved, by an option or by asking on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import click

from golosa.commands.options import moment

FILE = "file"


def moments(texts: tuple[str, ...]) -> tuple[datetime | str, ...]:
    """The moments of `--seen-at`: times with an offset, in UTC, or the word `file`. Raises GolosaError for others."""
    found = [FILE if text == FILE else moment(text, "--seen-at") for text in texts]
    return tuple(when for when in found if when is not None)


def asker() -> Callable[[Path], datetime | None] | None:
    """Asks on the terminal when a file was saved; None where nobody is there to answer."""
    return _ask if sys.stdin.isatty() and sys.stderr.isatty() else None


def _ask(file: Path) -> datetime | None:
    from golosa.captures.reading import written_at

    written = written_at(file).astimezone().isoformat(timespec="seconds")
    text = click.prompt(f"When was {file.name} saved? The file was written then", default=written, err=True)
    return moment(text, "The moment")
