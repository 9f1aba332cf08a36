"""The one place that asks what time it is. Tests and the watch put another clock in its place."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """Now, in UTC, by this machine's clock."""
    return datetime.now(UTC)
