"""The one place that asks what time it is. Tests and the watch put another clock in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def _machine() -> datetime:
    return datetime.now(UTC)


_standing: ContextVar[Clock] = ContextVar("clock", default=_machine)


def system_clock() -> datetime:
    """Now, in UTC: by this machine's clock, unless another one is in its place (`using`)."""
    return _standing.get()()


@contextmanager
def using(clock: Clock) -> Iterator[None]:
    """Puts `clock` (which gives UTC) in the machine's place for what runs inside."""
    token = _standing.set(clock)
    try:
        yield
    finally:
        _standing.reset(token)
