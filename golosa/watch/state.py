"""From a game's folder to what the plan must know. Nothing is kept here but what a killed watch may well forget."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

from engine.counts import Count, Needs, Verdict
from engine.rules import TieStep
from golosa.folder.config import DayTable, WatchTable, utc
from golosa.folder.game import Counted, Game
from golosa.folder.phases import day_label
from golosa.store import Sweep
from golosa.watch.gaps import Gap, gaps
from golosa.watch.plan import Outcome, Pace, State

FACT = "watch"
#: The forum's clock and ours may differ so much without being set by one another: its pages tell whole seconds.
CLOCKS_APART = timedelta(seconds=5)
#: What is unclear about the moment of an interim count settles by itself, or comes again at the end.
_BY_THE_END = (Needs.TIME_UNCLEAR, Needs.EDITED_AFTER_END)
#: A reading whose length is not known from this process is not taken to be longer.
LONGEST_GUESS = timedelta(minutes=5)


class Told(Struct, frozen=True):
    """A fact: what the host has been told, so that a watch that begins anew does not tell it again."""

    what: str  #: "ask", "remind", "notice", "result"
    keys: tuple[str, ...] = ()  #: what it was about; told anew when it is about something else


class Memory(Struct):
    """What one running watch remembers besides the store."""

    tried: datetime | None = None  #: when it last tried to look, by our clock
    failures: int = 0  #: looks that failed in a row
    rest: datetime | None = None  #: by our clock
    took: timedelta | None = None  #: how long its last reading of the whole thread took
    problem: str = ""  #: why the last look failed


class Need(Struct, frozen=True):
    """Something that waits for the host."""

    key: str
    what: str  #: "ruling", "overtime", "lot", "host" or "incomplete"
    post: str = ""
    author: str = ""
    text: str = ""
    why: str = ""  #: the reason's code of a ruling, or what stands in the way, in words
    candidates: tuple[str, ...] = ()


class Known(Struct, frozen=True, kw_only=True):
    """What is known of the day, for the plan and for whoever looks at the watch. Moments are UTC."""

    state: State
    day: DayTable
    counted: Counted
    needs: tuple[Need, ...]
    gaps: tuple[Gap, ...]
    offset: timedelta  #: the forum's clock less ours; zero where they agree
    readings: int  #: complete readings of the whole thread since the day's start


def pace_of(table: WatchTable) -> Pace:
    """The pace that `[watch]` asks for."""
    return Pace(
        poll=timedelta(minutes=table.poll_minutes),
        last=timedelta(minutes=table.last_minutes),
        last_poll=timedelta(minutes=table.last_poll_minutes),
        sweep=timedelta(minutes=table.sweep_minutes),
        remind=timedelta(minutes=table.remind_minutes),
    )


def known_of(game: Game, day: DayTable, memory: Memory, now: datetime) -> Known:
    """What is known of a day at `now` (UTC, our clock)."""
    visits = [game.archive.sweeps(thread) for thread in day.threads]
    offset = _offset(visit for found in visits for visit in found)
    counted = game.count(day, now)
    needs = _needs(game, counted)
    state = _state(game, day, counted, visits, memory, offset, needs)
    starts, ends, pace = utc(day.starts), counted.count.ended_at or utc(day.ends), state.pace
    looks = [visit.ended for visit in min(visits, key=len, default=())]
    return Known(
        state=state,
        day=day,
        counted=counted,
        needs=needs,
        gaps=gaps(looks, starts, ends, now + offset, pace),
        offset=offset,
        readings=sum(visit.complete and visit.ended >= starts for visit in min(visits, key=len, default=())),
    )


def _offset(visits: Iterable[Sweep]) -> timedelta:
    """The forum's clock less ours, from the last visits: the greatest difference has been on its way the shortest."""
    fetched = sorted((visit for visit in visits if visit.source == "fetch"), key=lambda visit: visit.recorded)
    found = max((visit.ended - visit.recorded for visit in fetched[-10:]), default=timedelta())
    return found if abs(found) > CLOCKS_APART else timedelta()


def _state(
    game: Game,
    day: DayTable,
    counted: Counted,
    visits: list[tuple[Sweep, ...]],
    memory: Memory,
    offset: timedelta,
    needs: tuple[Need, ...],
) -> State:
    count, told = counted.count, told_of(game, day)
    ends, swept, extra = count.ended_at or utc(day.ends), counted.seen_until, False
    # A day that ended early is counted as of the last look, and must be known whole up to that.
    over = swept is not None and swept >= (ends if count.ended_at is None else max(ends, count.at))
    awaited = _awaited(game, counted) if over else None
    if awaited is not None:
        ends, extra, over = awaited, True, False
    whole = [[visit for visit in found if visit.complete] for found in visits]
    last = [found[-1] for found in whole if found]
    asked = {key for one in told if one.what == "ask" for key in one.keys}
    known = all(whole) and bool(last)
    return State(
        starts=utc(day.starts),
        ends=ends,
        extra=extra,
        pace=pace_of(game.config.watch),
        looked=_looked(visits, memory, offset),
        swept=swept,
        whole_began=min(visit.started for visit in last) if known else None,
        whole_seen=min(visit.ended for visit in last) if known else None,
        took=memory.took if memory.took is not None else _took(last),
        rest=memory.rest + offset if memory.rest else None,
        failing=memory.failures > 0,
        asking=any(need.key not in asked for need in needs),
        notice=_notice_due(game, day, counted, swept) and not _has(told, "notice", notice_key(counted)),
        reminded=_has(told, "remind", utc(day.ends).isoformat()),
        outcome=_outcome(game, day, counted) if over else None,
        told=_has(told, "result", result_key(count)),
        closed=bool(game.facts.all("result", phase=day_label(day.number))),
    )


def _looked(visits: list[tuple[Sweep, ...]], memory: Memory, offset: timedelta) -> datetime | None:
    """When all threads had been looked at last, or were tried to be."""
    seen = [found[-1].ended for found in visits if found]
    moments = [min(seen)] if seen and len(seen) == len(visits) else []
    if memory.tried is not None:
        moments.append(memory.tried + offset)
    return max(moments, default=None)


def told_of(game: Game, day: DayTable) -> tuple[Told, ...]:
    """What the host has been told of that day."""
    return tuple(fact.read(Told) for fact in game.facts.all(FACT, phase=day_label(day.number)))


def _has(told: Iterable[Told], what: str, key: str) -> bool:
    return any(one.what == what and key in one.keys for one in told)


def _took(last: list[Sweep]) -> timedelta:
    """How long reading all threads takes, as the store tells."""
    return min(sum((visit.ended - visit.started for visit in last), timedelta()), LONGEST_GUESS)


def _tied(count: Count) -> tuple[str, ...]:
    return (count.overtime or count.first).tied


def _awaited(game: Game, counted: Counted) -> datetime | None:
    """The end of the extra time that runs, or that is over and not read whole yet, or would be if a ruling made it a
    tie; None where there is none."""
    count, swept = counted.count, counted.seen_until
    for number, end in enumerate(game.extra_ends(counted.day, count.ended_at)):
        played = count.first.tied if number == 0 else count.verdict is Verdict.OPEN or count.at >= end
        if not played and not count.rulings_needed:
            return None
        if swept is None or swept < end:
            return end
    return None


def _awaits_start(game: Game, day: DayTable, count: Count) -> bool:
    """Whether an overtime waits for the host's notice."""
    tie = game.rules_after(day).tie
    opens = TieStep.OVERTIME in tie.steps and tie.overtime_from == "notice"
    return opens and bool(count.first.tied) and game.frame(day).overtime_starts is None


def _notice_due(game: Game, day: DayTable, counted: Counted, swept: datetime | None) -> bool:
    """Whether the host is to give notice of an extra time: the day is over, known whole, and surely a tie."""
    count = counted.count
    ends = count.ended_at or utc(day.ends)
    if swept is None or swept < ends or count.at < ends or not count.first.tied or count.rulings_needed:
        return False
    return count.verdict is Verdict.OPEN and (
        ((awaited := _awaited(game, counted)) is not None and count.at < awaited) or _awaits_start(game, day, count)
    )


def notice_key(counted: Counted) -> str:
    """What a notice is about: who is tied."""
    return "|".join(counted.count.first.tied)


def result_key(count: Count) -> str:
    """What a result is about: who is out, by what, and by whose votes."""
    said = (count.verdict, count.by, count.out, count.missed_out, count.annulled, count.first.ballots, count.overtime)
    return hashlib.sha256(msgspec.json.encode((*said, count.leaves_next_morning))).hexdigest()[:16]


def _outcome(game: Game, day: DayTable, counted: Counted) -> Outcome:
    count = counted.count
    settled = count.verdict is not Verdict.OPEN and not count.rulings_needed and counted.complete
    certain = counted.complete and not count.rulings_needed
    return Outcome(
        settled=settled,
        draw=bool(count.lots) and certain and _may_draw(game, day, count),
        poll=_awaits_start(game, day, count)
        or (count.ended_at is not None and not settled and counted.known < utc(day.ends)),
    )


def _may_draw(game: Game, day: DayTable, count: Count) -> bool:
    """Whether the watch may draw by itself: the lots were committed before the votes that they decide were all in.

    Where they were not, the host must publish the commitment first, and only he knows when he has.
    """
    keys = game.facts.all("keys")
    return game.config.watch.draw and bool(keys) and keys[-1].made < (count.ended_at or utc(day.ends))


def _needs(game: Game, counted: Counted) -> tuple[Need, ...]:
    """What waits for the host: rulings, in the order of the count, or what the end of the day asks of him."""
    count, day = counted.count, counted.day
    ended = count.at >= utc(day.ends) or count.ended_at is not None
    found = [
        Need(f"{one.post}|{one.why}|{one.text}", "ruling", one.post, one.author, one.text, one.why, one.candidates)
        for one in count.rulings_needed
        if ended or one.why not in _BY_THE_END
    ]
    if not ended or found:
        return tuple(found)
    if not counted.complete:
        bounds = counted.seen_until is not None and counted.seen_until >= count.at
        return (Need("incomplete", "incomplete", why=str(counted.why_incomplete or "")),) if bounds else ()
    if _awaits_start(game, day, count):
        found.append(Need("overtime", "overtime"))
    elif count.lots and not _may_draw(game, day, count):
        found += [Need(lot.label, "lot", candidates=lot.candidates) for lot in count.lots]
    elif count.verdict is Verdict.OPEN and not count.lots and _awaited(game, counted) is None:
        found.append(Need("host", "host", candidates=_tied(count)))
    return tuple(found)
