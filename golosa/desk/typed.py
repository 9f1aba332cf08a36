"""What is typed into a form, as values: numbers, times, addresses, lines. Knows texts; no form and no game."""

from __future__ import annotations

import re
from datetime import datetime, tzinfo

LONGEST_NUMBER = 9
YEARS = range(1990, 2200)


def whole(text: str) -> int | None:
    """A number of a day, a night, an entry; None where the text is none, or longer than any there is."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None


def number_of(text: str) -> int | float:
    """A number, with a comma or a point; whole ones as such. Raises ValueError where it is none."""
    found = float(text.replace(",", "."))
    return int(found) if found.is_integer() else found


def time_of(text: str) -> datetime:
    """A time in the form that browsers send. Raises ValueError where it is none, or of no year in which a game is
    played: half of a year that is being typed is one of antiquity."""
    found = datetime.fromisoformat(text)
    if found.year not in YEARS:
        raise ValueError(text)
    return found


def as_typed(at: datetime, zone: tzinfo) -> str:
    """A moment as a browser's field for times takes it, in a zone."""
    return at.astimezone(zone).strftime("%Y-%m-%dT%H:%M:%S")


def is_address(text: str) -> bool:
    """Whether a text is an address of the web: a page may hold, and a host may type, anything."""
    return text.startswith(("http://", "https://"))


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a field; a number before a name, as lists have it, is none of it."""
    lines = (re.sub(r"^\s*\d{1,3}[.)]\s+", "", line).strip() for line in text.splitlines())
    return tuple(line for line in lines if line)
