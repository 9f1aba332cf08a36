"""The log of a game as the host reads it: every entry in a line, with whether and how it can be taken back.

What an entry says of roles and orders is told only where secrets are in sight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from engine.rulings import OrderRuling, Ruling
from golosa import hand, rulings
from golosa.dealing import RoleGiven
from golosa.entries import Out
from golosa.errors import GolosaError
from golosa.game import Game, Posted
from golosa.posting import Sent
from golosa.replay import MESSAGE, NIGHT
from golosa.scenario.inputs import MessageIn
from golosa.store import Fact

#: Entries that hold what only the host may know.
SECRET = frozenset(("role", MESSAGE, "keys"))
#: Entries that others stand on: taking one back would break a proof that was published.
FIXED = frozenset(("keys", "mix", "draw", "role"))
OUT, RESULT = "out", "result"
#: Values of an entry that say nothing to a reader.
UNTOLD = frozenset(("key", "hmac", "digest", "at", "index", "counter", "draw"))


class Line(Struct, frozen=True, kw_only=True):
    """One entry."""

    number: int
    kind: str
    phase: str
    made: datetime
    undone: datetime | None
    told: str
    secret: bool
    may_undo: bool


def lines(
    game: Game, *, secrets: bool, ruled: Callable[[Ruling], str], words: Mapping[str, str] | None = None
) -> list[Line]:
    """The whole log, newest first; `ruled` says a ruling in words, `words` are those of codes such as `votes`."""
    found = []
    for fact in reversed(game.facts.all(with_undone=True)):
        secret = fact.kind in SECRET or (fact.kind in ("ruling", "act") and _is_secret(fact))
        found.append(
            Line(
                number=fact.id,
                kind=fact.kind,
                phase=fact.phase or "",
                made=fact.made,
                undone=fact.undone,
                told="" if secret and not secrets else _told(fact, ruled, words or {}),
                secret=secret,
                may_undo=fact.undone is None and fact.kind not in FIXED and not _follows(fact),
            )
        )
    return found


def _is_secret(fact: Fact) -> bool:
    if fact.kind == "ruling":
        return isinstance(fact.read(Ruling), OrderRuling)  # type: ignore[arg-type]
    return bool(fact.read(dict[str, Any]).get("do") in ("role", "hp"))


def _follows(fact: Fact) -> bool:
    """Whether an entry came of another one, with which it is taken back."""
    return fact.kind == OUT and fact.phase != "start"


def _told(fact: Fact, ruled: Callable[[Ruling], str], words: Mapping[str, str]) -> str:
    """What an entry says, in names and codes; never the lots' secrets."""
    match fact.kind:
        case "role":
            given = fact.read(RoleGiven)
            return f"{given.player}: {given.role}"
        case "ruling":
            return ruled(fact.read(Ruling))  # type: ignore[arg-type]
        case "out":
            out = fact.read(Out)
            return f"{out.player} ({words.get(out.by, out.by)})"
        case "message":
            message = fact.read(MessageIn)
            return f"pm{fact.id}: {message.from_}, «{message.subject or ''}»"
        case "posted":
            return words.get("official", "official") if fact.read(Posted).official else ""
        case "sent":
            sent = fact.read(Sent)
            return words.get(sent.kind, sent.kind) if sent.to is None else sent.to
        case "keys":
            return ""
    return _values(fact, words)


def _values(fact: Fact, words: Mapping[str, str]) -> str:
    try:
        values = fact.read(dict[str, Any])
    except msgspec.DecodeError:
        return str(fact.read(Any))
    told = (_value(value, words) for key, value in values.items() if key not in UNTOLD and value)
    return ", ".join(told)


def _value(value: Any, words: Mapping[str, str]) -> str:
    return " / ".join(map(str, value)) if isinstance(value, list) else words.get(str(value), str(value))


def undo(game: Game, number: int, now: datetime) -> tuple[str, ...]:
    """Takes an entry back, with what came of it; gives what of the game is another by it.

    Raises GolosaError where there is none, it is undone already, or others stand on it.
    """
    fact = next((fact for fact in game.facts.all(with_undone=True) if fact.id == number), None)
    if fact is None or fact.undone is not None or fact.kind in FIXED or _follows(fact):
        raise GolosaError(f"entry {number} cannot be taken back")
    if fact.kind in hand.KINDS:
        return hand.undo(game, number, now).changes
    if fact.kind == rulings.RULING:
        return rulings.undo(game, number, now).changes
    if fact.kind in (RESULT, NIGHT):
        _require_last(game, fact)
        for out in game.facts.all(OUT, phase=fact.phase):
            game.facts.undo(out.id, now)
    game.facts.undo(number, now)
    return ()


def _require_last(game: Game, fact: Fact) -> None:
    """A phase is opened again only while no later one has been played: later ones stand on it."""
    later = [other for other in game.facts.all(RESULT, NIGHT) if other.id > fact.id]
    if later:
        raise GolosaError(
            f"{later[-1].phase} was played after {fact.phase}: take that back first, or correct the result"
        )
