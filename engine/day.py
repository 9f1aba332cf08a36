"""The frame of one day's count: its clock, who is in, and what the host did in the middle of it."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct


class Removal(Struct, frozen=True):
    """A player taken out in mid-day, by the host's hand or by a rule (V14, G8)."""

    player: str
    at: datetime


class Day(Struct, frozen=True, kw_only=True):
    """What a count must know of the day besides posts and rules. All moments are UTC."""

    label: str  #: "day3"; draws are named after it ("day3.tie")
    starts: datetime
    ends: datetime
    out: frozenset[str] = frozenset()  #: players who were out before it began
    coma: frozenset[str] = frozenset()  #: players who may not vote by their state (H5)
    hospital: frozenset[str] = frozenset()
    removals: tuple[Removal, ...] = ()
    revivals: tuple[Removal, ...] = ()
    weights: dict[str, int | float] = {}  #: a player's vote weight where it is not 1
    default_weights: dict[str, int | float] = {}  #: weight of a default ballot where it differs (H13)
    overtime_starts: datetime | None = None  #: the host's notice, where the overtime runs from it (T14-14)
    closed_at: datetime | None = None  #: the host's early close (E6), where known from elsewhere than a post


class Draw(Struct, frozen=True):
    """The outcome of a lot that has been drawn: its label and who it fell on."""

    label: str
    chosen: str
