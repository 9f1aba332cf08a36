"""The days of a game folder: open, extend, close with a result, correct it. What `golosa day` and the desk share.

Knows game.toml and the log; no terminal. Times are aware; `now` is UTC.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any

from msgspec import Struct, structs

from engine.counts import Count, Verdict
from engine.game.values import Cause
from engine.rules import TieStep
from golosa.errors import GolosaError, Told
from golosa.folder import hand
from golosa.folder.config import DayTable, zone_of
from golosa.folder.dayacts import action_waits
from golosa.folder.dealing import given
from golosa.folder.entries import Out, Outcome
from golosa.folder.game import Game
from golosa.folder.gamefile import add_day
from golosa.folder.people import find_player
from golosa.folder.phases import day_label
from golosa.folder.replay import NIGHT
from golosa.folder.review import course, refresh
from golosa.folder.standing import acts_in, outcome_of


class Wanted(Struct, frozen=True, kw_only=True):
    """What is asked for of a day; what is left out stays, or follows from the day before."""

    number: int | None = None
    threads: tuple[str, ...] = ()
    votes_thread: str | None = None
    starts: datetime | None = None
    ends: datetime | None = None
    from_post: str | None = None
    to_post: str | None = None


class _Moved(Struct, frozen=True, rename={"from_": "from"}):
    """A fact: a day's end was moved."""

    day: int
    from_: datetime
    to: datetime
    reason: str = ""


class Result(Struct, frozen=True):
    """How a day ended: who is out, and by what; and what of the game is another by it."""

    phase: str
    out: tuple[str, ...]
    by: str
    changes: tuple[str, ...] = ()


def open_day(game: Game, wanted: Wanted, now: datetime | None = None) -> DayTable:
    """Opens a day, or changes one that is there; gives it as kept. Raises GolosaError as `planned`."""
    day = planned(game, wanted, now)
    add_day(game.folder, day)
    return day


def planned(game: Game, wanted: Wanted, now: datetime | None = None) -> DayTable:
    """The day as it would be kept; nothing is. Raises GolosaError naming the option at fault.

    A day with a length of its own (`day.hours`) starts at `now` (UTC) where nothing else is said.
    """
    days = sorted(game.config.day, key=lambda day: day.number)
    number = wanted.number or _coming(game, days)
    old = next((day for day in days if day.number == number), None)
    starts, ends = _times(game, days, number, wanted, now)
    votes = wanted.votes_thread or (old.votes_thread if old else None)
    threads = wanted.threads or (old.threads if old else ())
    day = DayTable(
        number=number,
        threads=threads if votes is None or votes in threads else (*threads, votes),
        votes_thread=votes,
        # By way of UTC: a wall time that the change of clocks leaves out is an hour later on the clock.
        starts=starts.astimezone(UTC).astimezone(zone_of(game.zone, "zone")),
        ends=ends.astimezone(UTC).astimezone(zone_of(game.zone, "zone")),
        from_post=wanted.from_post or (old.from_post if old else None),
        to_post=wanted.to_post or (old.to_post if old else None),
    )
    if not day.threads:
        raise GolosaError("a day needs its thread: give --thread URL")
    return day


def _coming(game: Game, days: Sequence[DayTable]) -> int:
    """Which day is opened where none is named: the next one, or the last one while it still lacks its thread."""
    if not days:
        return 1
    last = days[-1]
    lacking = not last.threads and result_of(game, last) is None
    return last.number if lacking else last.number + 1


def next_clock(game: Game, before: Sequence[DayTable]) -> tuple[datetime, datetime]:
    """Start and end of the day after these: days of one game are alike, so it has the wall times of the last one, a day
    later. An end that was moved (`extend_day`) is none of them, nor an hour that the change of clocks left out."""
    zone = zone_of(game.zone, "zone")
    starts = [day.starts.astimezone(zone) for day in before]
    ends = [_planned_end(game, day).astimezone(zone) for day in before]
    tomorrow = starts[-1].date() + timedelta(days=1)
    last = tomorrow + (ends[-1].date() - starts[-1].date())
    return datetime.combine(tomorrow, _wall_of(starts), zone), datetime.combine(last, _wall_of(ends), zone)


def _planned_end(game: Game, day: DayTable) -> datetime:
    """A day's end before it was moved."""
    planned = day.ends
    for moved in reversed([fact.read(_Moved) for fact in game.facts.all("extended", phase=day_label(day.number))]):
        if moved.to != planned:  # it was given another end since then, which is what was planned
            break
        planned = moved.from_
    return planned


def _wall_of(moments: Sequence[datetime]) -> time:
    """The wall time of the last of these: that of the one before, where clocks were put forward over it."""
    *_, last = moments
    for earlier in moments[-2:-1]:
        meant = datetime.combine(last.date(), earlier.time(), last.tzinfo)
        if meant.astimezone(UTC) == last.astimezone(UTC):
            return earlier.time()
    return last.time()


def _times(
    game: Game, days: Sequence[DayTable], number: int, wanted: Wanted, now: datetime | None
) -> tuple[datetime, datetime]:
    length = timedelta(hours=game.rules.day.hours)
    old = next((day for day in days if day.number == number), None)
    before = [day for day in days if day.number < number]
    starts, ends = wanted.starts, wanted.ends
    if starts is None:
        if old is not None:
            starts = old.starts
        elif length and now is not None:
            starts = now.replace(second=0, microsecond=0)
        elif before:
            starts = next_clock(game, before)[0]
        else:
            raise GolosaError("the first day needs --starts")
    if ends is None and length and (old is None or wanted.starts is not None):
        ends = starts.astimezone(UTC) + length
    if ends is None:
        ends = old.ends if old is not None else _end_after(starts, next_clock(game, before)) if before else None
    if ends is None:
        raise GolosaError("the first day needs --ends")
    if ends <= starts:
        raise GolosaError("--ends: the day ends before it starts")
    return starts, ends


def _end_after(starts: datetime, usual: tuple[datetime, datetime]) -> datetime:
    """The end of a day that starts then: at its usual wall time, as many dates later as usual, or one more."""
    first, last = usual
    date = starts.astimezone(last.tzinfo).date() + (last.date() - first.date())
    ends = datetime.combine(date, last.time(), last.tzinfo)
    return ends if ends > starts else datetime.combine(date + timedelta(days=1), last.time(), last.tzinfo)


def extend_day(game: Game, day: DayTable, ends: datetime, reason: str, now: datetime) -> DayTable:
    """Moves the day's end, and keeps in the log why. Raises GolosaError where it would end before it starts."""
    if ends <= day.starts:
        raise GolosaError("--ends: the day ends before it starts")
    moved = structs.replace(day, ends=ends.astimezone(zone_of(game.zone, "zone")))
    with game.database.writing():  # the file comes last: where the log cannot be kept, the end stays where it was
        game.facts.add("extended", _Moved(day.number, day.ends, ends, reason), now, day_label(day.number))
        add_day(game.folder, moved)
    return moved


def start_overtime(game: Game, day: DayTable, at: datetime, now: datetime) -> None:
    """Keeps when the host gave notice of the overtime, where it runs from that (T14-14); a later entry replaces it.

    Raises GolosaError where the rules have no such overtime, or the moment is not one at which a day may be over.
    """
    tie = game.rules.tie
    if TieStep.OVERTIME not in tie.steps or tie.overtime_from != "notice":
        raise GolosaError("by these rules no overtime runs from a notice (tie.steps, tie.overtime_from)")
    if not day.starts < at <= now:
        raise GolosaError("--at: the notice was given after the day's start and not later than now")
    game.facts.add("overtime_starts", at, now, day_label(day.number))


def result_of(game: Game, day: DayTable) -> dict[str, Any] | None:
    """The result with which a day was closed or corrected: `out` (names) and `by`; None while it is open."""
    facts = game.facts.all("result", phase=day_label(day.number))
    given = outcome_of(game, day_label(day.number))
    if given is not None:
        return {"out": list(given.out), "by": given.by}
    return facts[-1].read(dict[str, Any]) if facts else None


def left_open(game: Game, day: DayTable, now: datetime) -> tuple[Told, ...]:
    """What is to be told of phases before a day that are over and have no result, neither their own nor by the host's
    hand: in the count of `day` whoever goes out by them is in the game. Nights only where roles are known here."""
    return (*_days_left_open(game, day, now), *_nights_left_open(game, day, now))


def _days_left_open(game: Game, day: DayTable, now: datetime) -> Iterator[Told]:
    for one in sorted(game.config.day, key=lambda one: one.number):
        label = day_label(one.number)
        if one.number < day.number and one.ends <= now and result_of(game, one) is None and not acts_in(game, label):
            yield Told(
                "day {earlier} is over and not closed: in day {day} nobody is out by it; "
                "`golosa day close --day {earlier}`",
                earlier=one.number,
                day=day.number,
            )


def _nights_left_open(game: Game, day: DayTable, now: datetime) -> Iterator[Told]:
    if day.starts > now or not set(game.roster.names) <= set(given(game)):
        return
    later = game.rules.day.first == "night"  # then a night comes before the day of its number
    for number in range(min(one.number for one in game.config.day), day.number + later):
        label = f"night{number}"
        entered = (*acts_in(game, label), *game.facts.all(NIGHT, "out", phase=label))
        if not entered and outcome_of(game, label) is None:
            yield Told(
                "night {night} is not resolved: in day {day} nobody is out by it; `golosa night --night {night}`",
                night=number,
                day=day.number,
            )


def close_day(game: Game, day: DayTable, now: datetime, outs: Sequence[str] | None = None, by: str = "host") -> Result:
    """Closes a day: with those who are out as the host says (texts that name them), or as counted if `outs` is None.

    Raises GolosaError where it is closed already, or cannot be closed as counted yet.
    """
    with game.database.writing():  # the desk and a command may close it in the same moment: the second sees the first
        if result_of(game, day) is not None:
            raise GolosaError("day {day} is closed already; change it with `golosa day correct`", day=day.number)
        if outs is not None:
            return _keep(game, day, [find_player(game, name) for name in outs], by, now)
        count = as_counted(game, day, now)
        missed = [Out(name, Cause.MISSED_DAY) for name in count.missed_out]
        return _keep(game, day, count.out, str(count.by or "votes"), now, missed, count.leaves_next_morning)


def correct_day(game: Game, day: DayTable, outs: Sequence[str], by: str, now: datetime, reason: str = "") -> Result:
    """Gives a closed day another result; the old one stays in the log, and holds again if this one is undone
    (`hand.undo`). Raises GolosaError if the day is open, or a player cannot go out by it."""
    if result_of(game, day) is None:
        raise GolosaError("day {day} is not closed yet: `golosa day close`", day=day.number)
    names = tuple(find_player(game, name) for name in outs)
    done = hand.outcome(game, day_label(day.number), Outcome(names, by, reason), now)
    return Result(done.phase, names, by, done.changes)


def as_counted(game: Game, day: DayTable, now: datetime) -> Count:
    """The count by which a day can be closed. Raises GolosaError where it is not settled yet."""
    counted = game.count(day, now)
    if now < day.ends and counted.count.ended_at is None:
        raise GolosaError("day {day} ends at {ends}: close it after that, or give --out", day=day.number, ends=day.ends)
    if not counted.complete:
        raise GolosaError("the thread has not been read whole: {why}", 3, why=counted.why_incomplete)
    if counted.count.verdict is Verdict.OPEN:
        raise GolosaError("the count still needs you: rulings, an overtime or a lot; see `golosa count`", 1)
    if action_waits(counted.count):
        raise GolosaError("actions by day wait for you: see `golosa count`, then `golosa rule post ID acts NAME`", 1)
    return counted.count


def _keep(
    game: Game,
    day: DayTable,
    names: Sequence[str],
    by: str,
    now: datetime,
    missed: Sequence[Out] = (),
    leaves: str | None = None,
) -> Result:
    """Keeps a result, in a transaction. `missed`: who is out for not voting; `leaves`: who goes for it in the morning
    (T14-5)."""
    label = day_label(day.number)
    game.facts.add("result", {"out": names, "by": by}, now, label)
    for out in (*(Out(name, by) for name in names), *missed):
        game.facts.add("out", out, now, label)
    if leaves is not None and not given(game):
        # Where nights are played, the night after the day sees to it.
        night = day.number + (game.rules.day.first == "night")
        game.facts.add("out", Out(leaves, Cause.MISSED_DAY), now, f"night{night}")
    # A day may bring more than its vote: the damage of a split, day abilities, the host's hand.
    refresh(game, course(game, now), now)
    return Result(label, tuple(names), by)
