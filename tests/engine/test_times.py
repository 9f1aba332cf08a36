"""Intervals of time: what they hold, what narrows them, and how finely they are known (V6)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from engine.times import LENGTH, Interval, Resolution

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


MINUTE = Interval(NOON, after(60))


@pytest.mark.parametrize(
    ("not_before", "before", "start", "end"),
    [
        (None, None, 0, 60),
        (20, None, 20, 60),
        (None, 40, 0, 40),
        (20, 40, 20, 40),
        (0, 60, 0, 60),
        (-5, 65, 0, 60),
        (60, None, 0, 60),  # would leave nothing: the clocks differ
        (None, 0, 0, 60),
        (59, 1, 59, 60),
        (30, 30, 30, 60),
        (90, -30, 0, 60),
    ],
)
def test_v6_a_bound_narrows_where_it_leaves_something(not_before, before, start, end):
    bounds = [None if seconds is None else after(seconds) for seconds in (not_before, before)]
    assert MINUTE.narrowed(*bounds) == Interval(after(start), after(end))


@pytest.mark.parametrize(
    ("seconds", "before"), [(-1, False), (0, False), (1, None), (59, None), (60, True), (61, True)]
)
def test_v6_before_is_sure_where_the_whole_interval_is(seconds, before):
    assert MINUTE.before(after(seconds)) is before


@pytest.mark.parametrize("resolution", Resolution)
def test_v6_a_shown_time_is_as_long_as_what_is_shown(resolution):
    shown = Interval.shown(NOON, resolution)
    assert (shown.earliest, shown.latest - shown.earliest) == (NOON, LENGTH[resolution])
    assert shown.resolution is resolution


@pytest.mark.parametrize(
    ("seconds", "resolution"),
    [
        (0.001, "second"),
        (1, "second"),
        (1.5, "minute"),
        (60, "minute"),
        (61, "hour"),
        (3601, "day"),
        (86_400 * 3, "day"),
    ],
)
def test_v6_the_resolution_is_the_smallest_that_holds_it(seconds, resolution):
    assert Interval(NOON, after(seconds)).resolution == resolution
