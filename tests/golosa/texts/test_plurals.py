"""What the texts have of CLDR is what Babel brings of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from babel import Locale
from babel.dates import format_datetime
from babel.numbers import format_decimal

from golosa.texts.plurals import DIGITS, number, plural_form, short_moment, words_of_time


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_numbers_and_their_forms_are_those_of_cldr(lang: str) -> None:
    locale = Locale.parse(lang)
    for value in (*range(230), 999, 1000, 1001, 1_000_000, 1.0, 21.0, 0.5, 1.5, 2.25, 1 / 3, 1234.5):
        assert plural_form(value, lang) == locale.plural_form(value), value
        assert number(value, lang) == format_decimal(value, DIGITS, locale=locale), value


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize(
    "zone", [ZoneInfo("Europe/Moscow"), ZoneInfo("America/New_York"), timezone(timedelta(hours=3))]
)
def test_times_are_written_as_cldr_writes_them(zone: ZoneInfo | timezone, lang: str) -> None:
    for month in range(1, 13):
        for second in (0, 7):
            at = datetime(2026, month, 3, 22, 5, second, tzinfo=UTC)
            pattern = "d MMMM y, HH:mm:ss" if second else "d MMMM y, HH:mm"
            assert words_of_time(at, zone, lang) == format_datetime(at, pattern, tzinfo=zone, locale=lang)


def test_a_time_of_another_day_has_its_date() -> None:
    at = datetime(2026, 3, 2, 20, 59, tzinfo=UTC)
    assert short_moment(at, at, "Europe/Moscow", "ru") == "23:59"
    assert short_moment(at + timedelta(minutes=2), at, "Europe/Moscow", "ru") == "3 марта, 00:01"
    assert short_moment(at + timedelta(minutes=1, seconds=9), at, "Europe/Moscow", "en") == "3 March, 00:00:09"
