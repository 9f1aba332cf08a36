"""When nobody looked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from golosa.watch.gaps import Gap, gaps
from golosa.watch.plan import Pace

STARTS = datetime(2026, 3, 2, 8, tzinfo=UTC)
ENDS = datetime(2026, 3, 2, 12, tzinfo=UTC)


def minutes(*since: float) -> list[datetime]:
    """Moments so many minutes after the day's start."""
    return [STARTS + timedelta(minutes=one) for one in since]


EVERY_FIVE = minutes(*range(0, 226, 5), *range(226, 242))


def test_a_day_that_was_looked_at_as_planned_has_none() -> None:
    assert gaps(EVERY_FIVE, STARTS, ENDS, ENDS + timedelta(hours=1), Pace()) == ()


def test_one_look_that_is_left_out_is_none_and_two_are_one() -> None:
    at_100, at_105 = minutes(100, 105)
    one = [look for look in EVERY_FIVE if look != at_100]
    assert gaps(one, STARTS, ENDS, ENDS, Pace()) == ()
    two = [look for look in one if look != at_105]
    assert gaps(two, STARTS, ENDS, ENDS, Pace()) == (Gap(*minutes(95, 110)),)


def test_in_the_last_quarter_of_an_hour_a_gap_is_shorter() -> None:
    some = [
        look for look in EVERY_FIVE if not STARTS + timedelta(minutes=229.5) < look < STARTS + timedelta(minutes=234)
    ]
    assert gaps(some, STARTS, ENDS, ENDS, Pace()) == (Gap(*minutes(229, 234)),)


def test_what_was_not_seen_before_the_first_look_and_until_the_end_counts_too() -> None:
    looks = [look for look in EVERY_FIVE if minutes(60)[0] <= look < minutes(200)[0]]
    later = [ENDS + timedelta(minutes=20)]
    found = gaps([*looks, *later], STARTS, ENDS, ENDS + timedelta(hours=1), Pace())
    assert found == (Gap(*minutes(0, 60)), Gap(*minutes(195, 240)))


def test_a_day_that_still_runs_is_judged_up_to_now() -> None:
    (now,) = minutes(130)
    looks = [look for look in EVERY_FIVE if look <= minutes(100)[0]]
    assert gaps(looks, STARTS, ENDS, now, Pace()) == (Gap(*minutes(100, 130)),)
    assert gaps(looks, STARTS, ENDS, minutes(103)[0], Pace()) == ()


def test_before_the_day_there_is_none() -> None:
    assert gaps([], STARTS, ENDS, STARTS - timedelta(hours=1), Pace()) == ()
