"""What a message may say, as values (T14-6, T14-21, T14-23)."""

from __future__ import annotations

from msgspec import Struct


class OrderText(Struct, frozen=True, omit_defaults=True):
    """One order as a message gives it; `None` or empty is what it does not say."""

    role: str | None = None  #: the role that the subject claims
    member: str | None = None  #: the player whom the subject names, where that is not the sender (H21)
    night: int | None = None  #: the number beside the word "night"
    abilities: tuple[str, ...] = ()  #: what its word may announce; several where a word has several meanings
    target: str | None = None
    ask: tuple[str, ...] = ()  #: whom the target may be: a ruling `ambiguous_order`
    withdraws: bool = False  #: nobody is meant (G4)


class Legend(Struct, frozen=True):
    """A player's legend (T14-6)."""

    text: str


class Note(Struct, frozen=True):
    """A note for the case of death (T14-23)."""

    day: int | None
    text: str


class Unreadable(Struct, frozen=True):
    """A message that is none of these, and why."""

    why: str


Said = OrderText | Legend | Note | Unreadable
