"""What one visit to a thread saw, as the store takes it, and what it remembers of the visit."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from msgspec import Struct

from engine.posts import Reading

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class SeenPage(Struct, frozen=True, kw_only=True):
    """One page of one visit, as read."""

    number: int | None
    last: bool = False  #: whether it was the thread's last page: what is not on it yet is written later (V6)
    url: str | None
    seen_at: datetime  #: UTC
    content: bytes
    headers: Mapping[str, str] = {}
    readings: tuple[Reading, ...] = ()


class Visit(Struct, frozen=True, kw_only=True):
    """One walk over a thread: its pages in the order of the thread; `complete` when they are all of its pages."""

    thread: str  #: the thread's address as the game knows it
    pages: tuple[SeenPage, ...]
    complete: bool
    source: str  #: "fetch" or "saved"
    started: datetime | None = None  #: UTC: what is older is on its pages; when its first page was seen if left out
    why: str | None = None  #: why it is incomplete
    software: str | None = None
    ref: str | None = None
    title: str | None = None


class Sweep(Struct, frozen=True):
    """What is remembered of a visit. All moments are UTC."""

    id: int
    started: datetime  #: what is older was on its pages, if it is complete
    ended: datetime
    recorded: datetime  #: when it was stored, by this machine's clock
    complete: bool
    why: str | None
    source: str


def stored(moment: datetime) -> int:
    """A moment as the store keeps it: microseconds since 1970, so that moments compare as numbers."""
    return (moment - _EPOCH) // _MICROSECOND


@lru_cache(maxsize=1024)
def moment_of(microseconds: int) -> datetime:
    """The moment (UTC) that the store keeps as this number."""
    return _EPOCH + timedelta(microseconds=microseconds)
