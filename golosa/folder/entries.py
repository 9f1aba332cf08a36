"""What the host enters by hand, as facts of the game's log: who is out, acts, outcomes, effects, changes of rules.

Values alone; how they are entered is `golosa.folder.hand`'s, what comes of them `golosa.folder.standing`'s and the
engine's.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from math import isfinite
from typing import Any, Literal

from msgspec import Struct

from engine.day import EffectKind
from engine.telling import Told

#: Kinds of facts.
ACT, OUTCOME, EFFECT, RULES = "act", "outcome", "effect", "rules"


class Out(Struct, frozen=True):
    """A player is out of the game by a phase."""

    player: str
    by: str = ""  #: votes, dice, mafia …; "start" for one who was out before the game was entered


class Act(Struct, frozen=True):
    """The host's hand in the middle of a phase (G8)."""

    do: str  #: as `engine.game.values.Do`
    player: str
    at: datetime
    reason: str = ""
    value: str | int | None = None  #: hp (a number) or role (its id)


class Outcome(Struct, frozen=True):
    """The outcome of a day's vote or of a night by the host's word, whatever votes and orders say (G8)."""

    out: tuple[str, ...]  #: everybody who goes out by it
    by: str = "host"  #: by what, for those whom votes and orders would not have put out
    reason: str = ""


class Laid(Struct, frozen=True, kw_only=True):
    """Something laid on a player's vote, or on the votes for him: in one day, or from it to the end of the game."""

    player: str
    kind: EffectKind
    value: int | float = 0
    by: str | None = None  #: under `follows`: whose vote takes his with it
    day: int  #: the day in which it begins
    lasts: Literal["day", "game"] = "day"  #: that day alone, or to the end of the game
    post: str | None = None  #: the post of its first day from which it is in force
    at: datetime | None = None  #: the moment of its first day from which it is in force
    reason: str = ""


class RulesChange(Struct, frozen=True, kw_only=True):
    """Knobs that are others from a post on, on that day and on all later ones."""

    day: int
    post: str
    set: dict[str, Any]  #: by dotted name
    reason: str = ""


#: Effects that are nothing without a number; the others are nothing with one.
NUMBERED = frozenset((EffectKind.WEIGHT, EffectKind.SHOWN_WEIGHT, EffectKind.THRESHOLD, EffectKind.BONUS))
#: The tables of a rule set that may change in mid-game: what decides a count.
CHANGEABLE = ("votes", "names", "deciding", "missed", "changes", "tie")


def fault_of_effect(laid: Laid, players: Collection[str]) -> tuple[str, str] | None:
    """The first thing that is wrong with an effect: its key, and what was expected; None where nothing is."""
    if laid.player not in players:
        return "player", Told("no player is called {name!r}", name=laid.player)
    if not isfinite(laid.value):
        return "value", Told("expected a finite number, got {value}", value=laid.value)
    if (laid.kind is EffectKind.FOLLOWS) != (laid.by is not None):
        return "by", Told("a vote that follows another's needs `by`, that player; no other effect has it")
    if laid.by is not None and (laid.by not in players or laid.by == laid.player):
        return "by", Told("expected another player, got {name!r}", name=laid.by)
    if laid.kind in (EffectKind.WEIGHT, EffectKind.SHOWN_WEIGHT, EffectKind.BONUS) and laid.value < 0:
        return "value", Told("expected 0 or more, got {value}", value=laid.value)
    if laid.kind not in NUMBERED and laid.value:
        return "value", Told("{kind} takes no number", kind=laid.kind.value)
    if laid.post is not None and laid.at is not None:
        return "at", Told("give the post from which it is in force, or the moment, not both")
    if laid.at is not None and laid.at.tzinfo is None:
        return "at", Told("the time needs an offset, such as 2026-03-02T22:00:00+03:00")
    return ("day", Told("days are numbered from 1")) if laid.day < 1 else None


def fault_of_rules(change: RulesChange) -> tuple[str, str] | None:
    """The first thing that is wrong with a change of rules, as `fault_of_effect`; what its values may be the rule set
    says."""
    if change.day < 1:
        return "day", Told("days are numbered from 1")
    if not change.set:
        return "set", Told("no knob is changed")
    for knob in change.set:
        if knob.partition(".")[0] not in CHANGEABLE:
            known = ", ".join(CHANGEABLE)
            return "set", Told("{knob} cannot change in mid-game: only knobs of {known} can", knob=knob, known=known)
    return None
