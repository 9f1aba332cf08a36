"""The frame of one day's count: its clock, who is in, and what the host did in the middle of it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from engine.rules import Rules


class Removal(Struct, frozen=True):
    """A player taken out in mid-day, by the host's hand or by a rule (V14, G8)."""

    player: str
    at: datetime


class EffectKind(StrEnum):
    """What can be laid on a player's vote or on the votes for him."""

    WEIGHT = "weight"  #: his vote weighs `value`
    SHOWN_WEIGHT = "shown_weight"  #: the public count shows it as `value`: the true weight is secret
    THRESHOLD = "threshold"  #: a majority against him needs `value` votes more (loved), or fewer (hated)
    BONUS = "bonus"  #: `value` votes stand against him besides those that are given
    BLOCKED = "blocked"  #: his vote does not count
    FOLLOWS = "follows"  #: his vote goes where that of `by` goes (a stolen vote)
    UNTOUCHABLE = "untouchable"  #: votes for him do not count
    IMMUNE = "immune"  #: if he is voted out he stays, and nobody is out


class Effect(Struct, frozen=True, kw_only=True):
    """Something that changes votes, from a post or a moment on; without either, the whole day."""

    player: str
    kind: EffectKind
    value: int | float = 0
    by: str | None = None
    post: str | None = None  #: the post from which it is in force
    at: datetime | None = None  #: the moment from which it is in force (UTC)


class RulesFrom(Struct, frozen=True):
    """Rules in force from a post on: a recount judges each mark by those that were valid then."""

    post: str
    rules: Rules


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
    effects: tuple[Effect, ...] = ()  #: of roles and of the host's hand
    rules_from: tuple[RulesFrom, ...] = ()  #: changes of the rules in mid-day, oldest first
    missed_before: frozenset[str] = frozenset()  #: who has missed an earlier day
    missed_last: frozenset[str] = frozenset()  #: who missed the day before this one
    abstained: frozenset[str] = frozenset()  #: who has used the game's one abstention
    last_words: frozenset[str] = frozenset()  #: who was out before and has written since: his last word is used (C11)


class Draw(Struct, frozen=True):
    """The outcome of a lot that has been drawn: its label and who it fell on."""

    label: str
    chosen: str
