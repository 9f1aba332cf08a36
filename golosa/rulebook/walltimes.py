"""Wall times and zones as rule sets write them. Knows texts; no rule set."""

from __future__ import annotations

import re
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_WALL = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


def is_wall_time(text: str) -> bool:
    """Whether a text is a wall time such as 22:00."""
    return _WALL.fullmatch(text) is not None


def is_zone(name: str) -> bool:
    """Whether a name is that of an IANA zone."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
