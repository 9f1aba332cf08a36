"""The day's clock alone: what happened when still counts, by the end, by the post that ends the day, in extra time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from engine.counting.clock import Clock
from engine.times import Interval

END = datetime(2026, 3, 2, 22, tzinfo=UTC)
CLOSING = datetime(2026, 3, 2, 20, 10, tzinfo=UTC)


def around(moment: datetime, start: int, end: int) -> Interval:
    """From so many seconds after the moment to so many, the last excluded."""
    return Interval(moment + timedelta(seconds=start), moment + timedelta(seconds=end))


@pytest.mark.parametrize(
    ("start", "end", "counts"),
    [(-60, -1, True), (-60, 0, True), (-1, 0, True), (-1, 1, None), (0, 1, False), (0, 60, False), (1, 2, False)],
)
def test_v6_before_the_end_counts_at_it_not_and_across_it_nobody_knows(start, end, counts):
    assert Clock(END).holds(around(END, start, end)) is counts
    assert Clock(END).in_day(around(END, start, end)) is counts


@pytest.mark.parametrize(
    ("start", "end", "counts"), [(-1, 1, True), (0, 1, True), (0, 60, True), (1, 2, False), (1, 60, False)]
)
def test_v6_inclusive_what_may_be_stamped_at_the_end_counts(start, end, counts):
    assert Clock(END, inclusive=True).in_day(around(END, start, end)) is counts


@pytest.fixture
def closed() -> Clock:
    """A day that the fifth post ended, shown as made in the minute from 20:10."""
    return Clock(CLOSING, closing=around(CLOSING, 0, 60), closing_order=5)


@pytest.mark.parametrize(
    ("start", "end", "order", "counts"),
    [
        (0, 60, 4, True),
        (0, 60, 5, False),
        (0, 60, 6, False),
        (59, 60, 4, True),
        (-1, 1, 6, False),
        (-60, 0, 6, True),  # sure to be earlier, whatever its place
        (-1, 0, 6, True),
        (60, 61, 4, False),  # sure to be later
        (60, 120, 4, False),
        (-60, -1, 4, True),
        (0, 60, None, None),  # an edit has no place in the thread
        (-60, 0, None, True),
        (60, 61, None, False),
        (-1, 1, None, None),
        (59, 61, None, None),
    ],
)
def test_e6_v7_the_place_in_the_thread_settles_what_shares_a_minute_with_the_closing_post(
    closed, start, end, order, counts
):
    assert closed.in_day(around(CLOSING, start, end), order) is counts


@pytest.mark.parametrize(
    ("start", "end", "counts", "extra"),
    [
        (-1, 0, True, False),
        (0, 1, False, True),  # the overtime opens later
        (599, 600, False, True),
        (600, 601, True, True),
        (599, 601, None, True),
        (2399, 2400, True, True),
        (2400, 2401, False, True),
        (2399, 2401, None, True),
        (-1, 1, None, False),
        (-1, 601, None, False),
    ],
)
def test_t14_14_extra_time_that_opens_after_the_end_counts_by_itself(start, end, counts, extra):
    clock = Clock(END, opens=END + timedelta(minutes=10), until=END + timedelta(minutes=40))
    assert clock.holds(around(END, start, end)) is counts
    assert clock.in_extra_time(around(END, start, end)) is extra


def test_t14_14_extra_time_that_opens_at_the_end_goes_on_from_it():
    clock = Clock(END, opens=END, until=END + timedelta(minutes=30))
    assert clock.holds(around(END, -1, 1)) is True
    assert clock.holds(around(END, 1799, 1801)) is None
    assert clock.holds(around(END, 1800, 1801)) is False
    assert not Clock(END).in_extra_time(around(END, 0, 1))
