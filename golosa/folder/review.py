"""What the game comes to as far as it has been played, and what something new in the log changes of it (G8).

Plays the folder's game from its log and compares; keeps who is out by each phase in step with it. Knows no terminal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from msgspec import Struct

from engine.game.values import Cause, Do
from golosa.errors import GolosaError, Told, listed, told
from golosa.folder.dealing import given
from golosa.folder.entries import OUTCOME, Out
from golosa.folder.game import Game, Posted, standing_ballots
from golosa.folder.made import of_log
from golosa.folder.phases import day_label, order_of, phase_told
from golosa.folder.replay import NIGHT, ActError, follow, result_in, winner_told
from golosa.folder.standing import acts_in, contradiction, outcome_of

Document = Mapping[str, Any]


class Course(Struct, frozen=True):
    """The game as far as its phases are over."""

    phases: Mapping[str, Document]  #: what came of each phase that is over, as scenario documents have it
    counted: Mapping[str, tuple[str, ...] | None]  #: closed days: who would be out as counted; None: not settled
    posted: Mapping[int, Mapping[str, str | None]]  #: days whose count was posted: that count as it would be now
    winner: str | None = None
    stopped: str | None = None  #: why it could not be followed to its last phase
    impossible: str | None = None  #: something that the host entered cannot be


def course(game: Game, now: datetime) -> Course:
    """The game so far, as its log says. `now` is UTC."""
    with game.database.reading():
        return _course(game, now)


def _course(game: Game, now: datetime) -> Course:
    phases: dict[str, Document] = {}
    winner = stopped = impossible = None
    if set(game.roster.names) <= set(given(game)):
        for until in reversed(over(game)):
            try:
                played = follow(game, until, now)
            except ActError as error:
                impossible = stopped = told(error)
                break
            except GolosaError as error:
                stopped = told(error)
                continue
            phases = {document["phase"]: document for document in played.phases}
            won = played.state.winner
            winner = None if won is None else winner_told(game.rules, won, game.config.game.lang)
            break
    impossible = impossible or contradiction(game, {label: _fallen(game, label, one) for label, one in phases.items()})
    return Course(phases, _counted(game, now), _posted(game, now), winner, stopped, impossible)


def _fallen(game: Game, label: str, played: Document) -> list[str]:
    """Who goes out by a phase as it was played, but for those whom the host's own acts in it put out."""
    taken = {act.player for act in acts_in(game, label) if act.do in (Do.REMOVE, Do.KILL)}
    fallen = [(death["player"], death["by"]) for death in played["deaths"]]
    return [player for player, by in fallen if by != Cause.REMOVED or player not in taken]


@of_log
def over(game: Game) -> Sequence[str]:
    """The phases that are over: closed days and resolved nights, in the order played."""
    facts = game.facts.all("result", OUTCOME, NIGHT)
    opened = {day_label(day.number) for day in game.config.day}
    resolved = {fact.phase for fact in game.facts.all(NIGHT)}
    labels = {fact.phase for fact in facts if fact.phase in opened | resolved}
    return sorted((label for label in labels if label), key=lambda label: order_of(label, game.rules.day.first))


def _counted(game: Game, now: datetime) -> dict[str, tuple[str, ...] | None]:
    found: dict[str, tuple[str, ...] | None] = {}
    for day in game.config.day:
        label = day_label(day.number)
        if result_in(game, label) is None or outcome_of(game, label) is not None:
            continue
        try:
            count = game.count(day, now).count
        except GolosaError:
            found[label] = None
        else:
            found[label] = None if count.verdict == "open" else count.out
    return found


def _posted(game: Game, now: datetime) -> dict[int, dict[str, str | None]]:
    last = {posted.day: posted for posted in (fact.read(Posted) for fact in game.facts.all("posted"))}
    found = {}
    for day in game.config.day:
        if day.number not in last:
            continue
        try:
            found[day.number] = standing_ballots(game.count(day, now, last[day.number].at).count)
        except GolosaError:
            found[day.number] = {}
    return found


def changes(before: Course, after: Course, known: Collection[tuple[str, str]] = ()) -> tuple[str, ...]:
    """What of the outcomes that are closed, resolved or posted is another now: a line each, in the game's order.

    `known`: orders (player, time as documents have it) of which it is no news that they are refused, or no more.
    """
    return tuple(_changes(before, after, known))


def _changes(before: Course, after: Course, known: Collection[tuple[str, str]]) -> Iterator[str]:
    for label, was in before.phases.items():
        found = after.phases.get(label)
        if found is not None:
            yield from _of_phase(phase_told(label), was, found, known)
        elif after.winner is not None:
            yield Told("{phase}: takes place no more, since the game is over before", phase=phase_told(label))
        else:
            yield Told("{phase}: cannot be played now: {why}", phase=phase_told(label), why=after.stopped)
    if after.winner != before.winner:
        nobody = Told("nobody yet")
        yield Told(
            "the game: was won by {before}; now by {now}", before=before.winner or nobody, now=after.winner or nobody
        )
    for label, out in after.counted.items():
        if label in before.counted and before.counted[label] != out:
            yield Told(
                "{phase}: it stays closed as it is, but as counted now {now} would be out, not {before}; "
                "`golosa act outcome {phase}` gives it another",
                phase=phase_told(label),
                now=_who(out),
                before=_who(before.counted[label]),
            )
    for day, ballots in after.posted.items():
        if ballots != before.posted.get(day, ballots):
            yield Told("day {day}: the count that you posted is another now: `golosa count --day {day}`", day=day)


def _who(names: Sequence[str] | None) -> str:
    return Told("not settled") if names is None else ", ".join(names) or Told("nobody")


def _of_phase(phase: str, was: Document, now: Document, known: Collection[tuple[str, str]]) -> Iterator[str]:
    deaths = (_outs(_out(was)), _outs(_out(now)))
    if deaths[0] != deaths[1]:
        yield Told("{phase}: out was {before}; now {now}", phase=phase, before=deaths[0], now=deaths[1])
    if was.get("announcements") != now.get("announcements"):
        yield Told("{phase}: the announcements are others", phase=phase)
    answers = {answer["to"] for answer in _difference(was["private"], now["private"])}
    if answers:
        yield Told("{phase}: other answers for {players}", phase=phase, players=", ".join(sorted(answers)))
    others = _difference(was["refused"], now["refused"])
    refused = {order["from"] for order in others if (order["from"], order["at"]) not in known}
    if refused:
        yield Told(
            "{phase}: orders of {players} are refused otherwise", phase=phase, players=", ".join(sorted(refused))
        )
    patients = [_health(now, name) for name in now["state"] if _health(was, name) != _health(now, name)]
    if patients:
        yield Told("{phase}: {patients}", phase=phase, patients=listed(patients))


def _health(document: Document, name: str) -> Told:
    state, hp = Told(document["state"][name]), document["hp"][name]
    return Told("{player} is {state} ({hp} hp)", player=name, state=state, hp=hp)


def _out(document: Document) -> list[Out]:
    return [Out(death["player"], death["by"]) for death in document["deaths"]]


def _difference(first: Sequence[Any], second: Sequence[Any]) -> list[Any]:
    return [one for one in first if one not in second] + [one for one in second if one not in first]


@contextmanager
def watched(game: Game, now: datetime) -> Iterator[list[str]]:
    """What is entered inside may change phases that are over: they are brought into step with it. The list that this
    gives tells, once it is left, who was out by them and who is now."""
    anew = list[str]()
    with game.database.writing():
        before = _kept(game)
        yield anew
        if not before:
            return
        refresh(game, course(game, now), now)
        after = _kept(game)
    anew += [
        Told(
            "{phase}: out was {before}; now {now}: tell it anew",
            phase=phase_told(label),
            before=_outs(was),
            now=_outs(after.get(label, ())),
        )
        for label, was in before.items()
        if after.get(label, ()) != was
    ]


def _kept(game: Game) -> dict[str, tuple[Out, ...]]:
    return {label: tuple(fact.read(Out) for fact in game.facts.all("out", phase=label)) for label in over(game)}


def _outs(outs: Sequence[Out]) -> Told:
    found = [Told("{player} ({cause})", player=out.player, cause=Told(out.by)) for out in outs]
    return listed(found) if found else Told("nobody")


def refresh(game: Game, after: Course, now: datetime) -> None:
    """Brings the log's entries of who is out into step with the game as played; those that were are undone."""
    with game.database.writing():
        _refresh(game, after, now)


def _refresh(game: Game, after: Course, now: datetime) -> None:
    kept = {label: game.facts.all("out", phase=label) for label in after.phases}  # each entry makes the log another
    for label, document in after.phases.items():
        facts, wanted = kept[label], _out(document)
        if [fact.read(Out) for fact in facts] == wanted:
            continue
        for fact in facts:
            game.facts.undo(fact.id, now)
        for out in wanted:
            game.facts.add("out", out, now, label)
    if after.winner is None:
        return
    gone = set(over(game)) - set(after.phases)
    for fact in game.facts.all("out") if gone else ():
        if fact.phase in gone:
            game.facts.undo(fact.id, now)
