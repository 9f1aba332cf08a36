"""What is due next: the plan of a day, alone, without a forum and a store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from golosa.watch.plan import Action, Do, Outcome, Pace, State, backoff, next_action

STARTS = datetime(2026, 3, 2, 5, tzinfo=UTC)
ENDS = datetime(2026, 3, 2, 19, tzinfo=UTC)


def at(clock: str) -> datetime:
    """A wall time in UTC."""
    hours, minutes, *seconds = (int(part) for part in clock.split(":"))
    return datetime(2026, 3, 2, hours, minutes, sum(seconds), tzinfo=UTC)


def state(**known: Any) -> State:
    """A day that was read whole at 15:00 and looked at at 15:58, and where the host has been reminded."""
    usual: dict[str, Any] = {
        "starts": STARTS,
        "ends": ENDS,
        "looked": at("15:58"),
        "swept": at("15:00"),
        "whole_began": at("15:00"),
        "whole_seen": at("15:00:02"),
        "took": timedelta(seconds=2),
        "reminded": True,
    }
    return State(**(usual | known))


def test_before_the_day_nothing_is_read() -> None:
    fresh = State(starts=STARTS, ends=ENDS)
    assert next_action(fresh, at("4:00")) == Action(Do.WAIT, STARTS)
    assert next_action(fresh, STARTS) == Action(Do.SWEEP)


def test_it_looks_every_five_minutes_and_every_minute_in_the_last_quarter_of_an_hour() -> None:
    day = state(whole_seen=at("15:40"), whole_began=at("15:40"), looked=at("15:58"))
    assert next_action(day, at("15:59")) == Action(Do.WAIT, at("16:03"))
    assert next_action(day, at("16:03")) == Action(Do.POLL)
    late = structs.replace(day, looked=at("18:47"), whole_began=at("18:20"), whole_seen=at("18:20"))
    assert next_action(late, at("18:47:30")) == Action(Do.WAIT, at("18:48"))


def test_the_more_frequent_looks_begin_with_the_last_quarter_of_an_hour() -> None:
    day = state(looked=at("18:43"), whole_began=at("18:20"), whole_seen=at("18:20"))
    assert next_action(day, at("18:44")) == Action(Do.WAIT, at("18:45"))


def test_the_whole_thread_is_read_each_hour() -> None:
    assert next_action(state(looked=at("15:59")), at("15:59:30")) == Action(Do.WAIT, at("16:00:02"))
    assert next_action(state(looked=at("15:59")), at("16:00:02")) == Action(Do.SWEEP)


@pytest.mark.parametrize("took", [2, 60, 300])
def test_one_reading_is_through_in_the_last_minute(took: int) -> None:
    length = timedelta(seconds=took)
    begins = ENDS - timedelta(seconds=30) - length
    before = begins - timedelta(seconds=1)
    day = state(took=length, whole_began=at("18:20"), whole_seen=at("18:30"), looked=before)
    assert next_action(day, before) == Action(Do.WAIT, begins)
    assert next_action(day, begins) == Action(Do.SWEEP)
    done = structs.replace(day, whole_began=begins, whole_seen=begins + length, looked=begins + length)
    assert next_action(done, begins + length).do in (Do.WAIT, Do.POLL)


def test_a_reading_that_might_not_be_through_before_the_last_one_is_left_to_it() -> None:
    day = state(whole_began=at("17:59:20"), whole_seen=at("17:59:22"), looked=at("18:59:15"))
    assert next_action(day, at("18:59:22")) == Action(Do.WAIT, at("18:59:28"))


def test_a_last_reading_that_was_through_too_early_is_made_again() -> None:
    guessed_long = state(took=timedelta(minutes=5), whole_began=at("18:20"), whole_seen=at("18:22"))
    assert next_action(guessed_long, at("18:54:30")) == Action(Do.SWEEP)
    quick = state(whole_began=at("18:54:30"), whole_seen=at("18:54:32"), looked=at("18:59:27"))
    assert next_action(quick, at("18:59:28")) == Action(Do.SWEEP)


def test_after_the_end_the_thread_is_read_whole_until_a_reading_that_began_after_it_is_in() -> None:
    day = state(swept=at("18:59:28"), whole_began=at("18:59:28"), whole_seen=at("18:59:30"), looked=at("18:59:30"))
    assert next_action(day, ENDS) == Action(Do.WAIT, at("19:00:02"))
    assert next_action(day, at("19:00:02")) == Action(Do.SWEEP)
    slow_clock = structs.replace(day, whole_began=at("18:59:58"), whole_seen=at("18:59:59"))
    assert next_action(slow_clock, ENDS) == Action(Do.WAIT, at("19:00:09"))


def test_the_reminder_is_of_what_was_read_for_it() -> None:
    day = state(reminded=False, whole_began=at("17:30"), whole_seen=at("17:30"), looked=at("17:58"))
    assert next_action(day, at("17:59")) == Action(Do.WAIT, at("18:00"))
    assert next_action(day, at("18:00")) == Action(Do.SWEEP)
    assert next_action(structs.replace(day, whole_seen=at("18:00:03")), at("18:00:03")) == Action(Do.REMIND)


def test_the_reminder_comes_of_what_is_known_where_the_forum_cannot_be_read() -> None:
    day = state(reminded=False, failing=True, rest=at("18:05"), whole_seen=at("17:30"), whole_began=at("17:30"))
    assert next_action(day, at("18:00")) == Action(Do.REMIND)


@pytest.mark.parametrize(
    "known", [{"pace": Pace(remind=timedelta())}, {"extra": True}, {"pace": Pace(remind=timedelta(hours=14))}]
)
def test_no_reminder_where_none_is_wanted_nor_in_the_extra_time_nor_at_the_start(known: dict[str, Any]) -> None:
    day = state(reminded=False, whole_seen=at("18:30"), whole_began=at("18:30"), looked=at("18:39"), **known)
    assert next_action(day, at("18:40")).do is Do.WAIT


def test_a_rest_after_a_failure_holds_for_every_look() -> None:
    day = state(rest=at("16:10"), failing=True)
    assert next_action(day, at("16:05")) == Action(Do.WAIT, at("16:10"))
    assert next_action(day, at("16:10")) == Action(Do.SWEEP)
    assert next_action(structs.replace(day, rest=at("19:00:30")), at("19:00:10")) == Action(Do.WAIT, at("19:00:30"))


def test_rests_grow_and_are_never_longer_than_the_time_between_two_looks() -> None:
    rests = [backoff(failures, Pace(), at("12:00"), ENDS).total_seconds() for failures in (1, 2, 3, 5, 6, 99)]
    assert rests == [15, 30, 60, 240, 300, 300]
    assert backoff(99, Pace(), at("18:50"), ENDS) == timedelta(minutes=1)
    assert backoff(99, Pace(), ENDS, ENDS) == timedelta(minutes=1)


def test_what_is_to_be_told_goes_before_everything_else() -> None:
    assert next_action(state(asking=True), at("16:03")) == Action(Do.ASK)
    assert next_action(state(notice=True, extra=True), at("18:59")) == Action(Do.NOTICE)


@pytest.mark.parametrize(
    ("outcome", "told", "due"),
    [
        (Outcome(settled=True), False, Action(Do.COUNT)),
        (Outcome(settled=True), True, Action(Do.DONE)),
        (Outcome(settled=False, draw=True), False, Action(Do.DRAW)),
        (Outcome(settled=True, draw=True), True, Action(Do.DRAW)),
        (Outcome(settled=False), False, Action(Do.WAIT)),
        (Outcome(settled=False, poll=True), False, Action(Do.WAIT, at("19:03"))),
    ],
)
def test_past_the_end_the_count_decides(outcome: Outcome, told: bool, due: Action) -> None:
    day = state(looked=at("18:58"), outcome=outcome, told=told)
    assert next_action(day, at("19:01")) == due


def test_while_an_extra_time_may_yet_open_it_looks_on() -> None:
    assert next_action(state(looked=at("18:58"), outcome=Outcome(settled=False, poll=True)), at("19:03")).do is Do.POLL


def test_a_day_that_the_host_has_closed_is_done() -> None:
    assert next_action(state(closed=True, asking=True), at("19:01")) == Action(Do.DONE)


# --- whole days, played without a forum -------------------------------------------------------------------------------


class Played:
    """A day played by the plan alone. `sleeps`: (moment, minutes) in which the machine sleeps."""

    def __init__(self, took: float, sleeps: list[tuple[float, float]], outages: list[tuple[float, float]]) -> None:
        self.took = timedelta(seconds=took)
        self.sleeps = [(STARTS + timedelta(minutes=when), timedelta(minutes=long)) for when, long in sleeps]
        self.outages = [(STARTS + timedelta(minutes=when), timedelta(minutes=long)) for when, long in outages]
        self.now = STARTS - timedelta(minutes=7)
        self.state = State(starts=STARTS, ends=ENDS)
        self.failures = 0
        self.done: list[tuple[datetime, Do]] = []
        self.whole: list[tuple[datetime, datetime]] = []

    def pass_time(self, to: datetime) -> None:
        self.now = to
        for when, long in list(self.sleeps):
            if when <= self.now:
                self.sleeps.remove((when, long))
                self.now = max(self.now, when + long)

    def look(self, do: Do) -> None:
        began = self.now
        self.pass_time(self.now + (self.took if do is Do.SWEEP else timedelta(seconds=1)))
        if any(when <= began < when + long for when, long in self.outages):
            self.failures += 1
            rest = self.now + backoff(self.failures, self.state.pace, self.now, ENDS)
            self.state = structs.replace(self.state, looked=self.now, rest=rest, failing=True)
            return
        self.failures = 0
        self.state = structs.replace(self.state, looked=self.now, rest=None, failing=False)
        if do is Do.SWEEP:
            self.whole.append((began, self.now))
            self.state = structs.replace(
                self.state, swept=began, whole_began=began, whole_seen=self.now, took=self.took
            )
            if began >= ENDS:
                self.state = structs.replace(self.state, outcome=Outcome(settled=True))

    def run(self) -> None:
        for _ in range(3000):
            action = next_action(self.state, self.now)
            if action.do is Do.DONE:
                return
            if action.do is Do.WAIT:
                assert action.until is not None
                assert action.until > self.now
                self.pass_time(action.until)
                continue
            self.done.append((self.now, action.do))
            if action.do in (Do.POLL, Do.SWEEP):
                self.look(action.do)
            else:
                self.state = structs.replace(
                    self.state,
                    reminded=self.state.reminded or action.do is Do.REMIND,
                    told=self.state.told or action.do is Do.COUNT,
                )
        raise AssertionError("the day does not end")


@settings(max_examples=40, deadline=None)
@given(st.floats(0.5, 240))
def test_a_quiet_day_is_looked_at_in_time_and_read_whole_in_its_last_minute(took: float) -> None:
    day = Played(took, [], [])
    day.run()
    looks = [moment for moment, do in day.done if do in (Do.POLL, Do.SWEEP)]
    assert looks[0] == STARTS
    pause = timedelta(seconds=took + 1)
    for earlier, later in pairwise(looks):
        assert later - earlier <= Pace().period(earlier, ENDS) + 2 * pause
    assert any(ENDS - timedelta(minutes=1) <= through <= ENDS for _, through in day.whole)
    assert [do for _, do in day.done].count(Do.REMIND) == 1
    assert day.done[-1][1] is Do.COUNT
    assert day.whole[-1][0] >= ENDS


BREAKS = st.lists(st.tuples(st.floats(0, 900), st.floats(1, 300)), max_size=4)


@settings(max_examples=60, deadline=None)
@given(st.floats(0.5, 120), BREAKS, BREAKS)
def test_whatever_sleeps_or_is_down_the_day_ends_with_a_count_of_a_reading_after_its_end(
    took: float, sleeps: list[tuple[float, float]], outages: list[tuple[float, float]]
) -> None:
    day = Played(took, sleeps, outages)
    day.run()
    assert day.done[-1][1] is Do.COUNT
    assert day.whole[-1][0] >= ENDS
    assert [do for _, do in day.done].count(Do.COUNT) == 1
    assert [do for _, do in day.done].count(Do.REMIND) <= 1
