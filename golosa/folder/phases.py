"""Names of phases and their order: day1, night1, day2 … or, where the game begins at night, night1, day1 …"""

from __future__ import annotations

import re

from golosa.errors import GolosaError, Told

START = "start"  #: before the first phase
MOST_DAYS = 9999  #: a day's greatest number
_PHASE = re.compile(r"(day|night)([1-9]\d{0,3})")


def day_label(number: int) -> str:
    """The name of that day's phase."""
    return f"day{number}"


def phase_told(phase: str) -> str:
    """The name of a phase, to be told in any language; a text that names none as it is."""
    found = _PHASE.fullmatch(phase)
    if not found:
        return phase
    number = int(found[2])
    return Told("day{number}", number=number) if found[1] == "day" else Told("night{number}", number=number)


def order_of(phase: str, first: str = "day") -> tuple[int, int]:
    """A key that sorts phases as they are played; `first` is the kind of the game's first phase (C12).

    Raises GolosaError for a text that names no phase.
    """
    if phase == START:
        return (0, 0)
    found = _PHASE.fullmatch(phase)
    if not found:
        raise GolosaError("{phase!r} is no phase; write day1, night1, day2 …", phase=phase)
    return (int(found[2]), 0 if found[1] == first else 1)
