"""What commands that read saved pages share: when each was saved, by an option or by asking on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import click

from golosa.commands.options import moment
from golosa.errors import GolosaError

FILE = "file"


def moments(texts: tuple[str, ...]) -> tuple[datetime | str, ...]:
    """The moments of `--seen-at`: times with an offset, in UTC, or the word `file`. Raises GolosaError for others."""
    found = [FILE if text == FILE else moment(text, "--seen-at") for text in texts]
    return tuple(when for when in found if when is not None)


def asker() -> Callable[[Path], datetime | None] | None:
    """Asks on the terminal when a file was saved; None where nobody is there to answer."""
    return _ask if _on_a_terminal() else None


def address_asker() -> Callable[[Path], str | None] | None:
    """Asks on the terminal for the address of the page in a file; None where nobody is there to answer."""
    return _ask_address if _on_a_terminal() else None


def _on_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _ask_address(file: Path) -> str | None:
    text: str = click.prompt(
        f"The address of the page in {file.name} (Enter: unknown)", default="", show_default=False, err=True
    )
    text = text.strip()
    if text and not text.startswith(("http://", "https://")):
        raise GolosaError("{said!r} is no address of a page", said=text)
    return text or None


def _ask(file: Path) -> datetime | None:
    from golosa.captures.reading import written_at

    written = written_at(file).astimezone().isoformat(timespec="seconds")
    text = click.prompt(f"When was {file.name} saved? The file was written then", default=written, err=True)
    return moment(text, "The moment")
