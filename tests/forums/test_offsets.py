"""The zone that posts prove, and times for machines."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from engine.times import Interval
from forums import PageError, Source
from forums.epochs import of_iso, of_seconds
from forums.offsets import proved_order, proved_zone
from forums.sheet import Sheet

NOON = Interval.shown(datetime(2026, 3, 2, 12, 0, 5, tzinfo=UTC))


@pytest.mark.parametrize(
    ("times", "zone"),
    [
        ([("2026-03-02 15:00:05", NOON)], "UTC+03:00"),
        ([("02.03.2026, 15:00", NOON), ("Сегодня 15:00:05", NOON)], "UTC+03:00"),
        ([("2026-03-02 06:30:05", NOON)], "UTC-05:30"),
        ([("2026-03-02 15:00:05", NOON), ("2026-03-02 16:00:05", NOON)], None),
        ([("2026-03-02 15:02:05", NOON)], None),
        ([("Вчера 15:00:05", NOON), ("2026-03-02", NOON), ("2026-03-02 15:00:05", None)], None),
        ([("Сегодня 15:00:05", NOON)], "UTC+03:00"),
        ([("Today, 07:00 AM", NOON)], "UTC-05:00"),
        ([("02.03.2026 12:00:05", NOON)], "UTC+00:00"),
        ([("03-02-2026, 07:00 AM", NOON)], "UTC-05:00"),
        ([("02-03-2026, 03:00 PM", NOON)], "UTC+03:00"),
    ],
)
def test_posts_prove_the_zone(
    times: list[tuple[str, Interval | None]], zone: str | None, source: Callable[..., Source]
) -> None:
    assert proved_zone(Sheet(source("", zone=None)), times) == zone


def test_a_day_told_by_a_word_proves_no_zone_in_which_it_is_another_day(source: Callable[..., Source]) -> None:
    late = Interval.shown(datetime(2026, 3, 1, 22, 30, tzinfo=UTC))
    seen = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
    assert proved_zone(Sheet(source("", zone=None, seen_at=seen)), [("Сегодня, 01:30", late)]) == "UTC+03:00"
    assert proved_zone(Sheet(source("", zone=None, seen_at=seen)), [("Вчера, 01:30", late)]) is None
    assert proved_zone(Sheet(source("", zone=None, seen_at=None)), [("Сегодня, 01:30", late)]) is None


def test_the_order_of_day_and_month_is_proved_by_the_moment_itself() -> None:
    assert proved_order([("03-02-2026, 07:00 AM", NOON)]) is False
    assert proved_order([("02-03-2026, 03:00 PM", NOON), ("02.03.2026", None)]) is True
    assert proved_order([("02.03.2026, 15:00", NOON), ("03-02-2026, 07:00 AM", None)]) is None


def test_a_zone_that_the_posts_disprove_is_refused(source: Callable[..., Source]) -> None:
    sheet = Sheet(source("", zone="Europe/Moscow"))
    assert proved_zone(sheet, [("2026-03-02 15:00:05", NOON)]) == "UTC+03:00"
    with pytest.raises(PageError, match=r"page\.html: .*UTC\+02:00, which is not Europe/Moscow"):
        proved_zone(sheet, [("2026-03-02 14:00:05", NOON)])


def test_times_for_machines() -> None:
    assert of_seconds("1772452805") == of_seconds(1772452805) == NOON
    assert of_seconds("10:14 AM") is of_seconds("") is of_seconds(None) is None
    assert of_iso("2026-03-02T15:00:05+0300") == of_iso("2026-03-02T12:00:05Z") == NOON
    assert of_iso("2026-03-02T15:00:05") is of_iso("2026-03-02T15:00Z") is of_iso("soon") is of_iso(None) is None
    milliseconds = of_iso("2026-03-02T12:00:05.250Z")
    assert milliseconds is not None
    assert milliseconds.latest - milliseconds.earliest == timedelta(milliseconds=1)
