"""The host's hand in a game folder (G8): entered, listed and taken back, with what becomes of the game by it.

Acts on players, outcomes of days and nights, effects on votes, changes of rules: all of them are facts of the log, each
dated, with its reason, undoable. What cannot be is refused before anything is kept. Knows no terminal.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct

from engine.game.values import Do
from golosa.errors import GolosaError
from golosa.folder.dealing import given
from golosa.folder.entries import (
    ACT,
    EFFECT,
    OUTCOME,
    RULES,
    Act,
    Laid,
    Outcome,
    RulesChange,
    fault_of_effect,
    fault_of_rules,
)
from golosa.folder.game import Game
from golosa.folder.phases import START, day_label, order_of, phase_told
from golosa.folder.replay import NIGHT, Resolved
from golosa.folder.review import Course, changes, course, refresh
from golosa.folder.standing import gone_at, gone_before, rules_before
from golosa.rulebook.knobs import toml_value
from golosa.store import Fact, supposed_fact

KINDS: dict[str, type[Act | Outcome | Laid | RulesChange]] = {
    ACT: Act,
    OUTCOME: Outcome,
    EFFECT: Laid,
    RULES: RulesChange,
}


class Entry(Struct, frozen=True):
    """One thing entered by the host's hand."""

    number: int
    phase: str
    made: datetime
    undone: datetime | None
    entered: Act | Outcome | Laid | RulesChange


class Done(Struct, frozen=True):
    """What was entered or taken back, and what of the game is another by it."""

    number: int | None  #: None in a preview
    phase: str
    changes: tuple[str, ...]


def entries(game: Game) -> tuple[Entry, ...]:
    """Everything entered by the host's hand, undone things too, in the order entered."""
    return tuple(map(_entry, game.facts.all(*KINDS, with_undone=True)))


def _entry(fact: Fact) -> Entry:
    return Entry(fact.id, fact.phase or "", fact.made, fact.undone, fact.read(KINDS[fact.kind]))


def act(game: Game, entered: Act, now: datetime, *, phase: str | None = None, preview: bool = False) -> Done:
    """Enters an act on a player, in the phase in which its moment lies or in `phase`.

    Raises GolosaError where it cannot be: on one who is out already or is not, hp in a game without, an unknown role,
    or where it makes a later entry impossible.
    """
    with _at_once(game, preview=preview):
        label = phase or phase_at(game, entered.at)
        _require_begun(game, label)
        _check_act(game, entered, label)
        return _enter(game, ACT, entered, label, now, preview=preview)


def outcome(game: Game, label: str, entered: Outcome, now: datetime, *, preview: bool = False) -> Done:
    """Gives a day or night another outcome. Raises GolosaError where a player cannot go out by it."""
    _require_begun(game, label)
    opened = {day_label(day.number): day for day in game.config.day}
    closed = bool(game.facts.all("result", phase=label))
    if label.startswith("day") and not closed and (label not in opened or opened[label].ends > now):
        raise GolosaError("{phase} is not over: its outcome can be changed when it is", phase=phase_told(label))
    with _at_once(game, preview=preview):
        gone = gone_before(game, label)
        for name in entered.out:
            if name in gone:
                raise GolosaError(
                    "{name} is out since {phase}: nobody goes out twice", name=name, phase=phase_told(gone[name].phase)
                )
        return _enter(game, OUTCOME, entered, label, now, preview=preview)


def _require_begun(game: Game, label: str) -> None:
    """Raises GolosaError for a text that names no phase, and for a phase that a slip of the pen puts far ahead."""
    number, second = order_of(label, game.rules.day.first)
    day = number if label != START and (label.startswith("day") or second) else number - 1
    if day > max((one.number for one in game.config.day), default=0) + 1:  # after a night comes a day not opened yet
        raise GolosaError(
            "{phase} is not yet: day {day} has not been opened, see `golosa day list`", phase=phase_told(label), day=day
        )


def effect(game: Game, entered: Laid, now: datetime, *, preview: bool = False) -> Done:
    """Lays something on a player's vote or on the votes for him. Raises GolosaError naming what is wrong with it."""
    fault = fault_of_effect(entered, game.roster.names)
    if fault is not None:
        raise GolosaError("{key}: {says}", key=fault[0], says=fault[1])
    return _enter(game, EFFECT, entered, day_label(entered.day), now, preview=preview)


def change_rules(game: Game, entered: RulesChange, now: datetime, *, preview: bool = False) -> Done:
    """Changes rules from a post on. Raises GolosaError naming the knob that cannot change, or its value."""
    fault = fault_of_rules(entered)
    if fault is not None:
        raise GolosaError("{key}: {says}", key=fault[0], says=fault[1])
    supposed = game.supposing(supposed_fact(RULES, entered, now, day_label(entered.day)))
    rules_before(supposed, entered.day + 1)
    return _enter(game, RULES, entered, day_label(entered.day), now, preview=preview)


def undo(game: Game, number: int, now: datetime, *, preview: bool = False) -> Done:
    """Takes back what was entered; it stays in the list as undone. Raises GolosaError where there is none, or where a
    later entry would become impossible."""
    with _at_once(game, preview=preview):
        entry = next((entry for entry in entries(game) if entry.number == number), None)
        if entry is None:
            raise GolosaError("nothing with the number {number}: see `golosa act list`", number=number)
        if entry.undone is not None:
            raise GolosaError("{number} has been undone already", number=number)
        before, after = _compared(game, game.supposing(without=frozenset((number,))), now)
        if not preview:
            game.facts.undo(number, now)
            refresh(game, after, now)
    return Done(None if preview else number, entry.phase, changes(before, after))


def _enter(game: Game, kind: str, entered: Any, label: str, now: datetime, *, preview: bool) -> Done:
    number = None
    with _at_once(game, preview=preview):
        before, after = _compared(game, game.supposing(supposed_fact(kind, entered, now, label)), now)
        if not preview:
            number = game.facts.add(kind, entered, now, label)
            refresh(game, after, now)
    return Done(number, label, changes(before, after))


def _at_once(game: Game, *, preview: bool) -> AbstractContextManager[object]:
    """What is looked at inside is what is changed, whoever else changes the game meanwhile."""
    return game.database.reading() if preview else game.database.writing()


def _compared(game: Game, supposed: Game, now: datetime) -> tuple[Course, Course]:
    before, after = course(game, now), course(supposed, now)
    if after.impossible is not None and after.impossible != before.impossible:
        raise GolosaError("that cannot be: {why}", why=after.impossible)
    return before, after


def _check_act(game: Game, entered: Act, label: str) -> None:
    do, name = Do(entered.do), entered.player
    out = name in gone_at(game, label, entered.at)
    if do in (Do.REMOVE, Do.KILL) and out:
        raise GolosaError("{name} is out already: see `golosa day list`", name=name)
    if do is Do.REVIVE and not out:
        raise GolosaError("{name} is in the game", name=name)
    if do in (Do.HP, Do.ROLE) and not given(game):
        raise GolosaError("no roles are given: hp and roles are known only where they are (`golosa dice give`)")
    if do is Do.HP and game.rules.health is None:
        raise GolosaError("there are no hp in {name}", name=game.rules.title or game.rules.name)
    secret = {role.id: f"{role.id} ({role.title})" for role in game.rules.roles if not role.open}
    if do is Do.ROLE and entered.value not in secret:
        known = ", ".join(secret.values())
        raise GolosaError("there is no role {role!r}; roles are {known}", role=entered.value, known=known)


def phase_at(game: Game, moment: datetime) -> str:
    """The phase in which a moment lies: a day up to its end and the extra time that a tie would have, a night up to its
    resolution; what comes between a resolved night and the next day is that day's."""
    first = game.rules.day.first
    shift = 0 if first == "night" else -1  #: the number of the night before a day, less that of the day
    number = 0
    for day in sorted(game.config.day, key=lambda day: day.number):
        number = day.number
        if moment >= max((day.ends, *game.extra_ends(day))):
            continue
        night = number + shift
        if moment >= day.starts or night < 1 or _resolved_before(game, night, moment):
            return day_label(number)
        return f"night{night}"
    night = max(number + shift + 1, 1)
    if not number and first == "day":
        return day_label(1)
    return day_label(number + 1) if _resolved_before(game, night, moment) else f"night{night}"


def _resolved_before(game: Game, night: int, moment: datetime) -> bool:
    facts = game.facts.all(NIGHT, phase=f"night{night}")
    return bool(facts) and moment > facts[-1].read(Resolved).at


def told(entry: Entry, zone: str) -> str:
    """An entry in words, its times in the zone of that name."""
    entered = entry.entered
    if isinstance(entered, Act):
        value = "" if entered.value is None else f" {entered.value}"
        said = f"{entered.do} {entered.player}{value} at {_in(zone, entered.at)}"
    elif isinstance(entered, Outcome):
        said = f"outcome: {', '.join(entered.out) or 'nobody'} out ({entered.by})"
    elif isinstance(entered, Laid):
        said = _told_effect(entered, zone)
    else:
        knobs = ", ".join(f"{knob} = {toml_value(value)}" for knob, value in entered.set.items())
        said = f"rules from post {entered.post} on: {knobs}"
    return f"{entry.phase}: {said}" + (f" — {entered.reason}" if entered.reason else "")


def _in(zone: str, moment: datetime) -> str:
    return moment.astimezone(ZoneInfo(zone)).isoformat()


def _told_effect(laid: Laid, zone: str) -> str:
    value = f" {laid.by}" if laid.by else f" {laid.value:g}" if laid.value or laid.kind == "weight" else ""
    since = f" from post {laid.post} on" if laid.post else f" from {_in(zone, laid.at)} on" if laid.at else ""
    lasts = " to the end of the game" if laid.lasts == "game" else ""
    return f"effect: {laid.player} {laid.kind}{value}{since}{lasts}"
