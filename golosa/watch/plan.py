"""What a watch does next: a pure function of what is known and the time. Knows no store, no network and no clock.

All moments are UTC, by the forum's clock where it is known to differ from ours.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from msgspec import Struct

#: The last reading before an end is meant to be through so long before it.
MARGIN = timedelta(seconds=30)
#: A reading after an end begins so much later: forums tell whole seconds, and it must surely have begun after it.
AFTER = timedelta(seconds=2)
#: A reading that was through so shortly before the end needs no other before it.
LAST_MINUTE = timedelta(minutes=1)
#: Two readings of the whole thread are never closer than this.
BREATH = timedelta(seconds=10)
FIRST_RETRY = timedelta(seconds=15)
RETRY_AFTER_END = timedelta(minutes=1)


class Do(StrEnum):
    """What there is to do."""

    WAIT = "wait"  #: nothing before `Action.until`; without it nothing until the host has entered something
    POLL = "poll"  #: look for new posts from the last page that is known
    SWEEP = "sweep"  #: read the whole thread
    ASK = "ask"  #: tell the host what waits for him
    REMIND = "remind"  #: write the reminder of who has not voted
    NOTICE = "notice"  #: write the notice of the extra time
    DRAW = "draw"  #: draw the lots that are due
    COUNT = "count"  #: the official count
    DONE = "done"  #: nothing is left to do


class Action(Struct, frozen=True):
    """What to do, and for a wait until when."""

    do: Do
    until: datetime | None = None


class Pace(Struct, frozen=True, kw_only=True):
    """How often to look, as `[watch]` of game.toml has it."""

    poll: timedelta = timedelta(minutes=5)
    last: timedelta = timedelta(minutes=15)
    last_poll: timedelta = timedelta(minutes=1)
    sweep: timedelta = timedelta(hours=1)
    remind: timedelta = timedelta(hours=1)  #: before the end; zero: never

    def period(self, now: datetime, ends: datetime) -> timedelta:
        """The time between two looks."""
        return self.last_poll if now >= ends - self.last else self.poll


class Outcome(Struct, frozen=True, kw_only=True):
    """What the count says once the thread is known whole past the end, and past the extra time of a tie."""

    settled: bool  #: the verdict stands, and no ruling can change it
    draw: bool = False  #: a lot is due, and may be drawn
    poll: bool = False  #: new posts may still matter: the host may yet open an extra time, or undo an early end


class State(Struct, frozen=True, kw_only=True):
    """What is known of the day that is watched."""

    starts: datetime
    ends: datetime  #: the end that is awaited: the day's, by the clock or early; then that of the extra time
    extra: bool = False  #: it is that of the extra time
    pace: Pace = Pace()
    looked: datetime | None = None  #: when the thread was last looked at, or tried to be
    swept: datetime | None = None  #: up to when it is known whole
    whole_began: datetime | None = None  #: when the last reading of the whole thread began that was complete
    whole_seen: datetime | None = None  #: when it was through
    took: timedelta = timedelta()  #: how long such a reading takes
    rest: datetime | None = None  #: no look before this moment: the last one failed, or another golosa is fetching
    failing: bool = False  #: the last look failed
    asking: bool = False  #: something waits for the host that he has not been told of
    notice: bool = False  #: the notice of the extra time is due
    reminded: bool = False
    outcome: Outcome | None = None
    told: bool = False  #: the official count, as it is, has been told
    closed: bool = False  #: the host has entered the day's result


def next_action(state: State, now: datetime) -> Action:
    """What is due at `now`. The same state and moment always give the same; carrying it out changes the state."""
    if state.closed:
        return Action(Do.DONE)
    if state.asking:
        return Action(Do.ASK)
    if state.notice:
        return Action(Do.NOTICE)
    if state.outcome is not None:
        return _after(state, state.outcome, now)
    if now < state.starts:
        return Action(Do.WAIT, state.starts)
    if now >= state.ends:
        return _look(Do.SWEEP, state, now, max(state.ends + AFTER, (state.whole_seen or state.starts) + BREATH))
    return _before(state, now)


def _after(state: State, outcome: Outcome, now: datetime) -> Action:
    """Past the end, with the thread known whole."""
    if outcome.draw:
        return Action(Do.DRAW)
    if outcome.settled:
        return Action(Do.DONE if state.told else Do.COUNT)
    if outcome.poll:
        due = _later(state, (state.looked or now) + state.pace.poll)
        return Action(Do.POLL) if now >= due else Action(Do.WAIT, due)
    return Action(Do.WAIT)


def _before(state: State, now: datetime) -> Action:
    """Before the end: what is due, or the wait for the first that will be."""
    sweep, remind, poll = _sweep_due(state, now), _remind_due(state), _poll_due(state, now)
    if remind is not None and now >= remind:
        # It is written of what was read for it; where the forum cannot be read, of what is known.
        return Action(Do.REMIND) if state.failing or _fresh(state, remind) else _look(Do.SWEEP, state, now)
    if now >= sweep:
        return _look(Do.SWEEP, state, now)
    if now >= poll:
        return _look(Do.POLL, state, now)
    return Action(Do.WAIT, min(due for due in (sweep, remind, poll, state.ends) if due is not None))


def _look(do: Do, state: State, now: datetime, due: datetime | None = None) -> Action:
    """A look, once it is due and the rest after a failed one is over."""
    due = _later(state, due or now)
    return Action(do) if now >= due else Action(Do.WAIT, due)


def _later(state: State, due: datetime) -> datetime:
    return max(due, state.rest) if state.rest is not None else due


def _fresh(state: State, since: datetime) -> bool:
    return state.whole_seen is not None and state.whole_seen >= since


def _sweep_due(state: State, now: datetime) -> datetime:
    """When the next reading of the whole thread is due: now and then, and so that one is through just before the end.

    One that might still be going on when the last one must begin is left out.
    """
    if state.whole_began is None or state.whole_seen is None:
        return now
    last = state.ends - MARGIN - state.took
    if state.whole_began >= last or state.whole_seen >= state.ends - LAST_MINUTE:
        return state.ends
    regular = state.whole_seen + state.pace.sweep
    if regular + state.took + MARGIN < last:
        return regular
    return max(last, state.whole_seen + BREATH)


def _remind_due(state: State) -> datetime | None:
    at = state.ends - state.pace.remind
    if state.reminded or state.extra or not state.pace.remind or at <= state.starts:
        return None
    return at


def _poll_due(state: State, now: datetime) -> datetime:
    """When the next look is due: a period after the last, or with the beginning of the more frequent looks."""
    if state.looked is None:
        return now
    pace = state.pace
    often = max(state.ends - pace.last, state.looked + pace.last_poll)
    return min(state.looked + pace.poll, often)


def backoff(failures: int, pace: Pace, now: datetime, ends: datetime) -> timedelta:
    """How long to rest after so many looks that failed in a row: doubling, up to the time between two looks."""
    longest = RETRY_AFTER_END if now >= ends else max(pace.period(now, ends), FIRST_RETRY)
    return min(longest, FIRST_RETRY * (1 << min(failures - 1, 10)))
