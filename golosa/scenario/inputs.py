"""What a scenario file holds, as values.

Knows the shape only: unknown keys and wrong types are refused by it, what the values mean is checked in `checking`.
Every moment is aware and keeps the offset in which it was written.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from engine.game.values import Do
from engine.times import Resolution

Moment = Annotated[datetime, Meta(tz=True)]


class PlayerIn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`players[]`."""

    name: str
    role: str | None = None  #: role id, the secret one in hp100; None in every player: the roles are dealt (L4)
    open_role: str | None = None  #: the open role (H24)
    aliases: list[str] = []
    accounts: list[str] = []
    legend: str = ""


class SeenIn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`posts[].seen[]`: what an earlier visit saw."""

    at: Moment
    html: str


class PostIn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`phases[].posts[]`."""

    id: str
    author: str
    at: Moment
    html: str
    edited: Moment | None = None
    deleted: Moment | None = None
    merged_at: Moment | None = None
    resolution: Resolution = Resolution.SECOND
    seen: list[SeenIn] = []


class OrderIn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"for_": "for"}):
    """`pm[].order`, instead of subject and body."""

    ability: str
    target: str | None = None  #: None withdraws (G4)
    phase: str | None = None  #: the phase it is for, when sent ahead (H21)
    for_: str | None = None  #: the absent member (H21)


class MessageIn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"from_": "from"}):
    """`phases[].pm[]`."""

    from_: str
    at: Moment
    subject: str | None = None
    body: str | None = None
    order: OrderIn | None = None
    id: str | None = None


class RulingIn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`phases[].rulings[]`: one of five forms, told apart by their keys."""

    post: str | UnsetType = UNSET
    vote: str | UnsetType | None = UNSET
    void: bool | UnsetType = UNSET
    alias: str | UnsetType = UNSET
    replace: str | UnsetType = UNSET
    player: str | UnsetType = UNSET
    pm: str | UnsetType = UNSET
    target: str | UnsetType | None = UNSET
    at: Moment | None = None


class ActIn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`phases[].acts[]`."""

    do: Do
    player: str
    at: Moment
    reason: str = ""
    value: str | int | UnsetType = UNSET


class PhaseIn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`phases[]`: a day has `starts` and `ends`, a night `resolve`."""

    phase: str
    starts: Moment | None = None
    ends: Moment | None = None
    as_of: Moment | None = None
    resolve: Moment | None = None
    posts: list[PostIn] = []
    pm: list[MessageIn] = []
    rulings: list[RulingIn] = []
    acts: list[ActIn] = []

    @property
    def is_day(self) -> bool:
        """Whether it is a day; anything else is a night once the file is checked."""
        return self.phase.startswith("day")

    @property
    def day_number(self) -> int:
        """N of `dayN`/`nightN`."""
        return int(self.phase.removeprefix("day").removeprefix("night"))


class Scenario(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole file."""

    rules: str
    players: list[PlayerIn]
    phases: list[PhaseIn]
    set: dict[str, Any] = {}
    host: str = ""
    lots: dict[str, Any] = {}
    secret: str = ""
    expect: dict[str, Any] = {}
