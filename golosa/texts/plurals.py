"""Numbers with the word's form that they take, and times in words: by the rules of CLDR.

CLDR's tables, which Babel brings, take long to load, and a run needs a few months and three endings of them. What
Russian and English need stands here, as CLDR has it; Babel writes great numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

#: How many digits of a fraction are shown: a third of a vote is 0.333.
DIGITS = "#,##0.###"
#: Whole numbers below it are written alike in every language.
SMALL = 1000
#: Months as they stand in a date.
MONTHS = {
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(),
    "en": "January February March April May June July August September October November December".split(),
}


def number(value: int | float, lang: str) -> str:
    """A number as the language writes it: `1,5` in Russian, `1.5` in English."""
    if isinstance(value, int) and abs(value) < SMALL:
        return str(value)
    from babel.numbers import format_decimal

    return str(format_decimal(value, DIGITS, locale=lang))


def plural(value: int | float, forms: Mapping[str, str], lang: str) -> str:
    """`5 голосов`, `1 голос`, `1,5 голоса`: a number with the form that it takes."""
    return f"{number(value, lang)} {forms.get(plural_form(abs(value), lang), forms['other'])}"


def plural_form(value: int | float, lang: str) -> str:
    """CLDR's name of the form that a number from 0 on takes: "one", "few", "many" or "other"."""
    whole = int(value)
    if whole != value:
        return "other"
    if lang == "en":
        return "one" if whole == 1 else "other"
    if whole % 10 == 1 and whole % 100 != 11:
        return "one"
    return "few" if 2 <= whole % 10 <= 4 and not 12 <= whole % 100 <= 14 else "many"


def moment(at: datetime, zone: str, lang: str) -> str:
    """A time in a zone in words, to the minute or, where it has seconds, to the second: «27 ноября 2026, 22:00»."""
    return words_of_time(at, ZoneInfo(zone), lang)


def words_of_time(at: datetime, zone: tzinfo | None, lang: str) -> str:
    """The same for a zone that has no name, such as the offset in which a time is written; None leaves it as it is."""
    local = at if zone is None else at.astimezone(zone)
    return f"{_day(local, lang)} {local.year}, {_clock(local)}"


def short_moment(at: datetime, beside: datetime, zone: str, lang: str) -> str:
    """A time for a list: «22:00», with the date where it is not that of the moment `beside`."""
    there = ZoneInfo(zone)
    local = at.astimezone(there)
    if local.date() == beside.astimezone(there).date():
        return _clock(local)
    return f"{_day(local, lang)}, {_clock(local)}"


def _day(local: datetime, lang: str) -> str:
    return f"{local.day} {MONTHS[lang][local.month - 1]}"


def _clock(local: datetime) -> str:
    return f"{local:%H:%M:%S}" if local.second else f"{local:%H:%M}"
