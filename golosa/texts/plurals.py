"""Numbers with the word's form that they take, and times in words: by the rules of CLDR, through Babel."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_datetime
from babel.numbers import format_decimal

#: How many digits of a fraction are shown: a third of a vote is 0.333.
DIGITS = "#,##0.###"
#: Whole numbers below it are written alike in every language.
SMALL = 1000


@cache
def _locale(lang: str) -> Locale:
    return Locale.parse(lang)


def number(value: int | float, lang: str) -> str:
    """A number as the language writes it: `1,5` in Russian, `1.5` in English."""
    if isinstance(value, int) and abs(value) < SMALL:
        return str(value)
    return str(format_decimal(value, DIGITS, locale=_locale(lang)))


def plural(value: int | float, forms: Mapping[str, str], lang: str) -> str:
    """`5 голосов`, `1 голос`, `1,5 голоса`: a number with the form that it takes."""
    form = _locale(lang).plural_form(abs(value))
    return f"{number(value, lang)} {forms.get(form, forms['other'])}"


def moment(at: datetime, zone: str, lang: str) -> str:
    """A time in a zone in words, to the minute or, where it has seconds, to the second: «27 ноября 2026, 22:00»."""
    return words_of_time(at, ZoneInfo(zone), lang)


def words_of_time(at: datetime, zone: tzinfo | None, lang: str) -> str:
    """The same for a zone that has no name, such as the offset in which a time is written."""
    pattern = "d MMMM y, HH:mm:ss" if at.second else "d MMMM y, HH:mm"
    return str(format_datetime(at, pattern, tzinfo=zone, locale=_locale(lang)))


def short_moment(at: datetime, beside: datetime, zone: str, lang: str) -> str:
    """A time for a list: «22:00», with the date where it is not that of the moment `beside`."""
    there = ZoneInfo(zone)
    local = at.astimezone(there)
    if local.date() == beside.astimezone(there).date():
        return f"{local:%H:%M:%S}" if at.second else f"{local:%H:%M}"
    pattern = "d MMMM, HH:mm:ss" if at.second else "d MMMM, HH:mm"
    return str(format_datetime(at, pattern, tzinfo=there, locale=_locale(lang)))
