"""Shown times to intervals; what cannot be known is refused (V6)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.times import Interval, Resolution
from forums.dates import Clock, UnreadableTime, find_time, later_by, read_time, settled_order

NOON = datetime(2026, 11, 27, 12, 0, 30, tzinfo=UTC)  # 15:00:30 in Moscow
MOSCOW = Clock(zone="Europe/Moscow", seen_at=NOON)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("text", "moment", "resolution"),
    [
        ("27 ноя 2026, 09:15", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
        ("27 ноября 2026, 09:15:30", utc(2026, 11, 27, 6, 15, 30), Resolution.SECOND),
        ("27 Ноябрь 2026 г., 09:15", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
        ("Fri Nov 27, 2026 9:15 pm", utc(2026, 11, 27, 18, 15), Resolution.MINUTE),
        ("November 27, 2026, 12:15:30 AM", utc(2026, 11, 26, 21, 15, 30), Resolution.SECOND),
        ("November 27, 2026, 12:15:30 PM", utc(2026, 11, 27, 9, 15, 30), Resolution.SECOND),
        ("Decembar 19, 2012, 08:55:25 posle podne", utc(2012, 12, 19, 16, 55, 25), Resolution.SECOND),
        ("2026-11-27 09:15:30", utc(2026, 11, 27, 6, 15, 30), Resolution.SECOND),
        ("27.11.2026, 09:15", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
        ("27.11.26 в 09:15", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
        ("Thu 6 Dec '12, 8:51am", utc(2012, 12, 6, 4, 51), Resolution.MINUTE),
        ("Пятница, 27.11.2026, 09:15", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
        ("07 Декабрь 2015 - 01:13", utc(2015, 12, 6, 22, 13), Resolution.MINUTE),
        ("Sam 02 Sep 2017, 15:40", utc(2017, 9, 2, 12, 40), Resolution.MINUTE),
        ("Сегодня, 13:55", utc(2026, 11, 27, 10, 55), Resolution.MINUTE),
        ("Сегодня в 13:55:01", utc(2026, 11, 27, 10, 55, 1), Resolution.SECOND),
        ("Вчера 00:10", utc(2026, 11, 25, 21, 10), Resolution.MINUTE),
        ("Yesterday, 14:10", utc(2026, 11, 26, 11, 10), Resolution.MINUTE),
        ("Today at 09:03:11 PM", utc(2026, 11, 27, 18, 3, 11), Resolution.SECOND),
        ("09:15, 27 ноября 2026", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
        ("9:15:30 pm Fri 27.11.2026", utc(2026, 11, 27, 18, 15, 30), Resolution.SECOND),
        ("27-Ноя-2026 09:15", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
        ("27 лис 2026, 09:15", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
        ("Сегодня @ 13:55", utc(2026, 11, 27, 10, 55), Resolution.MINUTE),
        ("13:55 сегодня", utc(2026, 11, 27, 10, 55), Resolution.MINUTE),
        ("Nov 27 '26 9:15pm", utc(2026, 11, 27, 18, 15), Resolution.MINUTE),
        ("27/Nov/2026, 09:15", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
        ("27.Nov.2026 09:15:30", utc(2026, 11, 27, 6, 15, 30), Resolution.SECOND),
        ("Пятница, 27-Ноя-26, 09:15", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
        ("27.11.2026 um 09:15 Uhr", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
        ("2026-11-27 \N{FULLWIDTH COMMA}09:15", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
        ("27.11.2026\N{ARABIC COMMA} 09:15", utc(2026, 11, 27, 6, 15), Resolution.MINUTE),
    ],
)
def test_v6_times_are_read_at_the_resolution_shown(text: str, moment: datetime, resolution: Resolution) -> None:
    assert read_time(text, MOSCOW) == Interval.shown(moment, resolution)


@pytest.mark.parametrize(
    ("text", "least", "greatest"),
    [
        ("менее минуты назад", timedelta(0), timedelta(minutes=1)),
        ("только что", timedelta(0), timedelta(minutes=1)),
        ("минуту назад", timedelta(minutes=1), timedelta(minutes=2)),
        ("5 минут назад", timedelta(minutes=5), timedelta(minutes=6)),
        ("5 мин. назад", timedelta(minutes=5), timedelta(minutes=6)),
        ("5 minutes ago", timedelta(minutes=5), timedelta(minutes=6)),
        ("1 час назад", timedelta(hours=1), timedelta(hours=2)),
        ("an hour ago", timedelta(hours=1), timedelta(hours=2)),
        ("9 часов назад", timedelta(hours=9), timedelta(hours=10)),
    ],
)
def test_v6_an_age_is_the_interval_of_all_moments_that_show_so(
    text: str, least: timedelta, greatest: timedelta
) -> None:
    found = read_time(text, Clock(seen_at=NOON))
    second = timedelta(seconds=1)
    assert found.latest == NOON - least + second  # made at the second that was noted…
    assert found.earliest == NOON - greatest - second  # …or two before


@pytest.mark.parametrize("text", ["Сегодня, 13:55", "5 минут назад", "Yesterday, 14:10"])
def test_v6_a_relative_time_without_the_moment_of_the_visit_is_refused(text: str) -> None:
    with pytest.raises(UnreadableTime, match="--seen-at"):
        read_time(text, Clock(zone="Europe/Moscow"))


def test_v6_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(UnreadableTime, match="--zone"):
        read_time("27 ноя 2026, 09:15", Clock(seen_at=NOON))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "вечером",
        "32 ноя 2026, 09:15",
        "27 чтотобря 2026, 09:15",
        "27 ноя, 09:15",
        "27 ноя 2026, 25:15",
        "13:55",
        "27.13.2026, 10:00",
        "5 попугаев назад",
    ],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(UnreadableTime):
        read_time(text, MOSCOW)


def test_an_unknown_zone_is_refused_and_offsets_are_zones() -> None:
    with pytest.raises(UnreadableTime, match="Europe/Atlantis"):
        read_time("27.11.2026, 09:15", Clock(zone="Europe/Atlantis"))
    assert read_time("27.11.2026, 09:15", Clock(zone="UTC+03:30")).earliest == utc(2026, 11, 27, 5, 45)


def test_the_order_of_day_and_month_is_settled_by_other_dates_or_refused() -> None:
    with pytest.raises(UnreadableTime, match="day or month first"):
        read_time("03-04-2026, 09:15", MOSCOW)
    for order, month in ((True, 4), (False, 3)):
        clock = msgspec.structs.replace(MOSCOW, day_first=order)
        assert read_time("03-04-2026, 09:15", clock).earliest.month == month
    assert settled_order(["03-04-2026, 09:15", "15-04-2026, 09:15"]) is True
    assert settled_order(["04/15/2026", "Сегодня"]) is False
    assert settled_order(["03-04-2026"]) is settled_order(["15-04-2026", "04-15-2026"]) is None


def test_a_year_of_two_digits_stands_last_between_slashes_only() -> None:
    for order, month in ((True, 4), (False, 3)):
        clock = msgspec.structs.replace(MOSCOW, day_first=order)
        assert read_time("03/04/26 at 09:15", clock).earliest == utc(2026, month, 7 - month, 6, 15)
    assert settled_order(["03/04/26 at 09:15", "15/04/26 at 09:15"]) is True
    with pytest.raises(UnreadableTime, match="day or month first"):
        read_time("03/04/26 at 09:15", MOSCOW)
    with pytest.raises(UnreadableTime, match="no known form"):
        read_time("15-04-26, 09:15", MOSCOW)


def test_v6_an_hour_that_comes_twice_gives_the_interval_that_holds_both() -> None:
    found = read_time("25.10.2026, 02:30", Clock(zone="Europe/Berlin"))
    assert found == Interval(utc(2026, 10, 25, 0, 30), utc(2026, 10, 25, 1, 31))


def test_v6_today_about_midnight_holds_both_days() -> None:
    found = read_time("Сегодня, 23:58", msgspec.structs.replace(MOSCOW, seen_at=utc(2026, 11, 26, 21, 0, 1)))
    assert found == Interval(utc(2026, 11, 26, 20, 58), utc(2026, 11, 27, 20, 59))


def test_a_date_without_a_time_of_day_is_a_whole_day() -> None:
    found = read_time("27.11.2026", MOSCOW)
    assert found.earliest == utc(2026, 11, 26, 21)
    assert found.latest >= utc(2026, 11, 27, 21)


def test_a_taught_format_is_read_in_the_letters_of_php() -> None:
    clock = msgspec.structs.replace(MOSCOW, taught=(r"d/m/y \в H.i",))
    assert read_time("03/04/26 в 09.15", clock).earliest == utc(2026, 4, 3, 6, 15)


def test_the_last_time_in_a_notice_is_found_and_names_like_dates_are_passed_over() -> None:
    told = "Последний раз редактировалось Кот 01.01.2001 27 ноя 2026, 18:00, всего редактировалось 2 раза."
    assert find_time(told, MOSCOW) == Interval.shown(utc(2026, 11, 27, 15, 0), Resolution.MINUTE)
    assert find_time("Изменено Аня (5 минут назад)", MOSCOW) == read_time("5 минут назад", MOSCOW)
    assert find_time("Изменено кем-то когда-то", MOSCOW) is None


@pytest.mark.parametrize("half", ["du soir", "popołudniu", "μμ", "下午", "n.m.", "ip.", "مساءً"])
def test_v6_a_half_of_the_day_in_unknown_words_is_no_time_in_the_morning(half: str) -> None:
    told = f"Edited by X, 27.11.2026, 9:15 {half}"
    with pytest.raises(UnreadableTime, match="mean the morning or the afternoon"):
        find_time(told, MOSCOW)
    afternoon = Interval.shown(utc(2026, 11, 27, 10, 15), Resolution.MINUTE)
    assert find_time(f"Edited by X, 27.11.2026, 13:15 {half}", MOSCOW) == afternoon


@pytest.mark.parametrize(
    "after", ["", ".", " by X", " от Лис", " пользователем Лис", ", 2 times", " (Лис)", " +0300", " | X"]
)
def test_v6_what_else_stands_behind_a_time_is_no_half_of_the_day(after: str) -> None:
    assert find_time(f"Edited 27.11.2026, 9:15{after}", MOSCOW) == Interval.shown(
        utc(2026, 11, 27, 6, 15), Resolution.MINUTE
    )


@pytest.mark.parametrize(
    ("after", "minutes"), [("8 минут", 8), ("25 мин", 25), ("1 час 5 минут", 65), ("2 hours", 120)]
)
def test_e8_the_time_of_a_merged_part_holds_every_way_of_rounding(after: str, minutes: int) -> None:
    at = Interval.shown(NOON)
    found = later_by(at, after)
    assert found is not None
    assert found.earliest <= NOON + timedelta(minutes=minutes) < found.latest
    assert found.earliest >= at.earliest


def test_e8_a_notice_without_a_length_gives_no_time() -> None:
    assert later_by(Interval.shown(NOON), "некоторое время") is None


@settings(max_examples=100, deadline=None)
@given(
    second=st.integers(980_000_000, 2_080_000_000),
    zone=st.sampled_from(["Europe/Moscow", "America/New_York", "UTC"]),
)
def test_v6_every_moment_shown_lies_in_the_interval_read(second: int, zone: str) -> None:
    from zoneinfo import ZoneInfo

    true = datetime.fromtimestamp(second, UTC)
    local = true.astimezone(ZoneInfo(zone))
    for form in ("%Y-%m-%d %H:%M:%S", "%d.%m.%Y, %H:%M", "%B %d, %Y, %I:%M:%S %p", "%d %b %Y, %H:%M"):
        found = read_time(local.strftime(form), Clock(zone=zone))
        assert found.earliest <= true < found.latest, local.strftime(form)
