"""The log of a game as the host reads it: every entry in a line, with whether and how it can be taken back.

What an entry says of roles, orders and nights is told only where secrets are in sight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct, structs

from engine.rulings import OrderRuling, Ruling
from golosa.desk import entered
from golosa.desk.words import words_of
from golosa.errors import GolosaError
from golosa.folder import hand, rulings
from golosa.folder.config import zone_of
from golosa.folder.dealing import Mix, RoleGiven
from golosa.folder.entries import Out
from golosa.folder.game import Drawn, Game, Posted
from golosa.folder.gamefile import add_day
from golosa.folder.phases import order_of, phase_told
from golosa.folder.posting import Sent
from golosa.folder.replay import MESSAGE, NIGHT, Resolved
from golosa.folder.review import changes, course, refresh
from golosa.scenario.inputs import MessageIn
from golosa.store import Fact
from golosa.texts.plurals import moment

#: Entries that hold what only the host may know.
SECRET = frozenset(("role", MESSAGE, "keys"))
#: Entries that others stand on: taking one back would break a proof that was published.
FIXED = frozenset(("keys", "mix", "role"))
OUT, RESULT, DRAW, EXTENDED = "out", "result", "draw", "extended"


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


def lines(game: Game, *, secrets: bool, ruled: Callable[[Ruling], str], lang: str = "ru") -> list[Line]:
    """The whole log, newest first; `ruled` says a ruling in words."""
    found, numbers = [], entered.Numbers(game)
    for fact in reversed(game.facts.all(with_undone=True)):
        secret = _is_secret(game, fact)
        found.append(
            Line(
                number=fact.id,
                kind=fact.kind,
                phase=fact.phase or "",
                made=fact.made,
                undone=fact.undone,
                told="" if secret and not secrets else _told(game, fact, ruled, lang, numbers),
                secret=secret,
                may_undo=fact.undone is None and fact.kind not in FIXED and not _follows(fact),
            )
        )
    return found


def _is_secret(game: Game, fact: Fact) -> bool:
    if fact.kind in hand.KINDS:
        return entered.is_secret(fact.read(hand.KINDS[fact.kind]), fact.phase or "")
    if fact.kind == rulings.RULING:
        return isinstance(fact.read(Ruling), OrderRuling)  # type: ignore[arg-type]
    return fact.kind in SECRET or (fact.kind == OUT and not entered.is_known(game, fact.phase or ""))


def _follows(fact: Fact) -> bool:
    """Whether an entry came of another one, with which it is taken back."""
    return fact.kind == OUT and fact.phase != "start"


def _told(game: Game, fact: Fact, ruled: Callable[[Ruling], str], lang: str, numbers: entered.Numbers) -> str:
    """What an entry says, in names and words; never the lots' secrets."""
    if fact.kind in hand.KINDS:
        return entered.told(game, fact.read(hand.KINDS[fact.kind]), lang, numbers)
    words = words_of(lang)
    causes, notices = words["cause"], words["paste"]

    def at(when: datetime) -> str:
        return moment(when, game.zone, lang)

    match fact.kind:
        case "role":
            return _role(game, fact.read(RoleGiven))
        case "ruling":
            return ruled(fact.read(Ruling))  # type: ignore[arg-type]
        case "out":
            out = fact.read(Out)
            return f"{out.player} ({causes.get(out.by, out.by)})"
        case "result":
            result = fact.read(dict[str, Any])
            out_by = causes.get(result["by"], result["by"])
            return f"{', '.join(result['out'])} ({out_by})" if result["out"] else str(words["hand"]["nobody_out"])
        case "message":
            message = fact.read(MessageIn)
            return f"{message.from_}, «{message.subject or ''}»"
        case "posted":
            return str(words["log_code"]["official"]) if fact.read(Posted).official else ""
        case "sent":
            sent = fact.read(Sent)
            return str(notices.get(sent.kind, sent.kind)) if sent.to is None else sent.to
        case "draw":
            drawn = fact.read(Drawn)
            return f"{drawn.chosen} ← {', '.join(drawn.candidates or ())}"
        case "mix":
            return fact.read(Mix).text
        case "night":
            return at(fact.read(Resolved).at)
        case "extended":
            moved = fact.read(dict[str, Any])
            told = f"{words['day']['until']} {at(datetime.fromisoformat(moved['to']))}"
            return f"{told} — {moved['reason']}" if moved["reason"] else told
        case "overtime_starts" | "closed":
            return at(fact.read(datetime))
    return ""


def _role(game: Game, given: RoleGiven) -> str:
    return f"{given.player} — {game.rules.titles_in(game.config.game.lang).get(given.role, given.role)}"


def undo(game: Game, number: int, now: datetime) -> Sequence[str]:
    """Takes an entry back, with what came of it; gives what of the game is another by it.

    Raises GolosaError where there is none, it is undone already, or others stand on it.
    """
    with game.database.writing():
        fact = next((fact for fact in game.facts.all(with_undone=True) if fact.id == number), None)
        if fact is None or fact.undone is not None or fact.kind in FIXED or _follows(fact):
            raise GolosaError("entry {number} cannot be taken back", number=number)
        if fact.kind in hand.KINDS:
            return hand.undo(game, number, now).changes
        if fact.kind == rulings.RULING:
            return rulings.undo(game, number, now).changes
        if fact.kind in (RESULT, NIGHT):
            _reopen(game, fact, now)
            return ()
        before, after = course(game, now), course(game.supposing(without=frozenset((number,))), now)
        game.facts.undo(number, now)
        refresh(game, after, now)
        if fact.kind == EXTENDED:  # the file comes last: where the log cannot be kept, it stays as it was
            _shorten(game, fact)
    return changes(before, after)


def _reopen(game: Game, fact: Fact, now: datetime) -> None:
    """Opens a closed day or a resolved night again, with those who went out by it."""
    _require_last(game, fact)
    with game.database.writing():
        for out in game.facts.all(OUT, phase=fact.phase):
            game.facts.undo(out.id, now)
        game.facts.undo(fact.id, now)


def _shorten(game: Game, fact: Fact) -> None:
    """Moves a day's end back to where it was. Raises GolosaError where it has been moved since."""
    moved: Mapping[str, Any] = fact.read(dict[str, Any])
    day = next((day for day in game.config.day if day.number == moved["day"]), None)
    if day is None or day.ends != datetime.fromisoformat(moved["to"]):
        raise GolosaError("entry {number} cannot be taken back", number=fact.id)
    before = datetime.fromisoformat(moved["from"]).astimezone(zone_of(game.zone, "zone"))
    add_day(game.folder, structs.replace(day, ends=before))


def _require_last(game: Game, fact: Fact) -> None:
    """A phase is opened again only while no later one has been played: later ones stand on it."""
    first = game.rules.day.first
    mine = order_of(fact.phase or "", first)
    later = [other for other in game.facts.all(RESULT, NIGHT) if order_of(other.phase or "", first) > mine]
    if later:
        raise GolosaError(
            "{later} was played after {phase}: take that back first, or correct the result",
            later=phase_told(later[-1].phase or ""),
            phase=phase_told(fact.phase or ""),
        )
