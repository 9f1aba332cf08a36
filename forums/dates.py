"""Times as forums show them, read into intervals (UTC).

Knows how dates are written in the languages of forums; must not know the clock: "now" is `seen_at`, the zone is told.
A relative time without `seen_at`, a time without a zone, a day and month whose order nothing settles, and whatever fits
no known form are refused, never guessed. A local time that a change of clocks makes happen twice gives the interval
that holds both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from engine.times import LENGTH, Interval, Resolution
from forums.months import AFTER_TIMES, AGO, AGO_ENDS, AGO_NOW, AM_WORDS, DAY_WORDS, MONTHS, PM_WORDS, UNITS
from forums.pages import PageError

#: A page is made before its `Date` header or its arrival is noted: so much earlier may its own "now" be.
MAKING = timedelta(seconds=2)
_SECOND, _MINUTE, _DAY = (LENGTH[one] for one in (Resolution.SECOND, Resolution.MINUTE, Resolution.DAY))
_OFFSET = re.compile(r"(?:UTC|GMT)?\s*([+-])\s*(2[0-3]|[01]?\d)(?::?([0-5]\d))?\Z", re.I)
_WORD = r"[^\W\d_]+"
_HALVES = "|".join(map(re.escape, AM_WORDS + PM_WORDS))
_CLOCK = rf"(?P<H>\d{{1,2}})\s*[:h.]\s*(?P<i>\d\d)(?:\s*[:.]\s*(?P<s>\d\d))?(?:\s*(?P<half>{_HALVES}))?"
_YEAR = r"(?P<Y>\d{4})(?:\s*г(?:ода|\.)?)?"
_GAP = r"(?:\s*(?:[,\uff0c\u060c»|@–—-]|в|во|о|at|um|à|kl\.?|\ba las\b)\s*|\s+)*"
_DATES = {
    "d M Y": rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th|-го)?[\s./-]+(?:de\s+)?(?P<M>{_WORD})\.?,?[\s./-]+(?:de\s+)?{_YEAR}",
    "M d Y": rf"(?P<M>{_WORD})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?:(?P<Y>\d{{4}})|['’](?P<y>\d\d))",
    "Y-m-d": r"(?P<Y>\d{4})\s*[-./]\s*(?P<m>\d{1,2})\s*[-./]\s*(?P<d>\d{1,2})",
    "d.m.Y": r"(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<Y>\d{4})(?:\s*г(?:ода|\.)?)?",
    "d.m.y": r"(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{2})",
    "d M y": rf"(?P<d>\d{{1,2}})[\s-]+(?P<M>{_WORD})\.?[\s-]+['’]?(?P<y>\d{{2}})",
    # With two digits the year is known to stand last only between slashes.
    "?-?-Y": r"(?P<a>\d{1,2})\s*[-/]\s*(?P<b>\d{1,2})\s*[-/]\s*(?:(?P<Y>\d{4})|(?<=\d/)(?P<y>\d\d)(?!\d))",
    "day": rf"(?P<day>{'|'.join(sorted(map(re.escape, DAY_WORDS), key=len, reverse=True))})",
}
_EITHER_ORDER = re.compile(_DATES["?-?-Y"])
_NEXT_WORD = re.compile(r"\s+([^\W\d_][^\s,;:()]*)")
_WEEKDAY = rf"(?:{_WORD}\.?,?\s+)?"
#: A time of a day that is not told, as MyBB shows today's and yesterday's with an old language pack: either day fits.
LOST_DAY = "lost day"
#: Every form of a date, in the order in which they are tried where a forum software names none.
ALL_FORMS = tuple(_DATES)


class UnreadableTime(PageError):  # noqa: N818 - named for what it is, as PageError's kind
    """A shown time that cannot be turned into an interval for certain."""


class UnknownHalf(UnreadableTime):
    """A time of day up to twelve, before a word that may be the half of the day in a language that is not known."""


class Clock(Struct, frozen=True, kw_only=True):
    """What it takes to read the times of one page."""

    zone: str | None = None  #: IANA name, or an offset like "UTC+3", of the shown times
    seen_at: datetime | None = None  #: when the page was made (UTC)
    forms: tuple[str, ...] = ALL_FORMS  #: forms of dates, the likeliest first
    day_first: bool | None = None  #: the order in dates like 03/04/2026; None = not settled
    taught: tuple[str, ...] = ()  #: formats that a board adds, in the letters of PHP's `date`


def read_time(text: str, clock: Clock) -> Interval:
    """The interval that `text`, a time as shown, stands for.

    Raises UnreadableTime where the text fits no form, or zone, `seen_at` or the order of day and month are missing.
    """
    plain = " ".join(text.split()).strip(" \u00a0«»·•|,")
    if (ago := _ago(plain)) is not None:
        return _before_now(ago, _now(clock, plain))
    for form in (*clock.taught, *clock.forms):
        if found := _pattern(form).fullmatch(plain):
            return _interval(found, plain, clock)
    for form in clock.forms:
        if form in _DATES and (found := _clock_first(form).fullmatch(plain)):
            return _interval(found, plain, clock)
    raise UnreadableTime("the time «{plain}» is in no known form; teach the board's format", plain=plain)


def find_time(text: str, clock: Clock) -> Interval | None:
    """The time that stands last in `text`, an edit notice or the like; None where there is none in a known form.

    Raises UnreadableTime for a time that is there but cannot be read for certain.
    """
    plain = " ".join(text.split())
    best: re.Match[str] | None = None
    taught = False
    for form in (*clock.taught, *clock.forms):
        for found in _searched(form).finditer(plain):
            if best is None or (found.end(), -found.start()) > (best.end(), -best.start()):
                best, taught = found, form in clock.taught
    if best is not None:
        if not taught:
            _require_half(best, plain)
        return _interval(best, plain, clock)
    for words in (3, 2, 1):
        ago = re.search(rf"(?:\w+\s){{{words}}}(?:назад|ago)\b", plain)
        if ago and (ages := _ago(ago[0])):
            return _before_now(ages, _now(clock, plain))
    return None


def _require_half(found: re.Match[str], text: str) -> None:
    """A time before a word that nobody knows is not taken for one of the morning."""
    got, behind = found.groupdict(), _NEXT_WORD.match(text, found.end())
    if not behind or got.get("half") or not 1 <= int(got.get("H") or 0) <= 12:
        return
    if behind[1].lower() not in AFTER_TIMES:
        raise UnknownHalf(
            "does «{word}» in «{said}» mean the morning or the afternoon? Teach the board's format, with H where its "
            "hours go to 23",
            word=behind[1],
            said=text,
        )


def has_either_order(text: str) -> bool:
    """Whether a date like 03/04/2026 stands in the text."""
    return _EITHER_ORDER.search(text) is not None


def settled_order(texts: Iterable[str]) -> bool | None:
    """Whether the day comes first in dates like 03/04/2026, as other dates of the same thread show it.

    None where none of them tells, or they contradict each other.
    """
    told = set()
    for text in texts:
        if found := _EITHER_ORDER.search(text):
            first, second = int(found["a"]), int(found["b"])
            if (first > 12) != (second > 12):
                told.add(first > 12)
    return told.pop() if len(told) == 1 else None


@lru_cache(maxsize=64)
def zone_of(name: str) -> tzinfo:
    """The zone named by an IANA name or an offset ("UTC+3", "+03:00"). Raises UnreadableTime for unknown names."""
    if offset := _OFFSET.match(name.strip()):
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        return _fixed(minutes if offset[1] == "+" else -minutes)
    try:
        return ZoneInfo(name.strip())
    except (ZoneInfoNotFoundError, ValueError, OSError) as unknown:
        # OSError: the name is one of a folder of zones, or longer than a file's may be.
        raise UnreadableTime("there is no time zone «{name}»", name=name) from unknown


def _fixed(minutes: int) -> tzinfo:
    from datetime import timezone

    return timezone(timedelta(minutes=minutes))


def later_by(at: Interval, after: str, since: Interval | None = None) -> Interval | None:
    """When a part was added to a post of `at`, by a notice that says how much later («8 минут»); None if it does not.

    The notice may be rounded either way, and may count from the post or from the part merged before (`since`): the
    interval holds every reading (E8).
    """
    found = _length(after)
    if found is None:
        return None
    length, unit = found
    latest = (since or at).latest + length + unit
    return Interval(max(at.earliest, at.earliest + length - unit), latest)


@lru_cache(maxsize=256)
def _pattern(form: str) -> re.Pattern[str]:
    """A form of a date with a time of day after it; or a taught format."""
    if form == LOST_DAY:
        return re.compile(rf"(?P<lost>),?\s*{_CLOCK}", re.I)
    dates = _DATES.get(form)
    if dates is None:
        return re.compile(_taught(form), re.I)
    weekday = "" if form == "day" else _WEEKDAY
    return re.compile(rf"{weekday}{dates}(?:{_GAP}{_CLOCK})?(?:\s*(?:г\.|Uhr))?", re.I)


@lru_cache(maxsize=64)
def _clock_first(form: str) -> re.Pattern[str]:
    """A form of a date with a time of day before it: «21:58, 12 марта 2014»."""
    return re.compile(rf"{_CLOCK}{_GAP}{_WEEKDAY}{_DATES[form]}", re.I)


@lru_cache(maxsize=256)
def _searched(form: str) -> re.Pattern[str]:
    """A form inside other text: not as a part of a longer number or word."""
    return re.compile(rf"(?<![\w.]){_pattern(form).pattern}(?!\w)", re.I)


_LETTERS = {
    "d": r"(?P<d>\d{1,2})", "j": r"(?P<d>\d{1,2})", "m": r"(?P<m>\d{1,2})", "n": r"(?P<m>\d{1,2})",
    "Y": r"(?P<Y>\d{4})", "y": r"(?P<y>\d{2})", "M": rf"(?P<M>{_WORD})\.?", "F": rf"(?P<M>{_WORD})\.?",
    "D": rf"{_WORD}\.?", "l": _WORD, "H": r"(?P<H>\d{1,2})", "G": r"(?P<H>\d{1,2})", "h": r"(?P<H>\d{1,2})",
    "g": r"(?P<H>\d{1,2})", "i": r"(?P<i>\d\d)", "s": r"(?P<s>\d\d)", "S": "(?:st|nd|rd|th)",
    "a": rf"(?P<half>{_HALVES})",
    "A": rf"(?P<half>{_HALVES})",
}  # fmt: skip


def _taught(form: str) -> str:
    """A regular expression for a format in the letters of PHP's `date`; a backslash makes a letter plain text."""
    out: list[str] = []
    signs = iter(form)
    for sign in signs:
        if sign == "\\":
            out.append(re.escape(next(signs, "")))
        elif sign != "|":  # phpBB's marks around the part that may be «Сегодня»
            out.append(_LETTERS.get(sign) or (r"\s+" if sign.isspace() else re.escape(sign)))
    return "".join(out)


def _interval(found: re.Match[str], text: str, clock: Clock) -> Interval:
    """The interval of a match of some form."""
    got = found.groupdict()
    hour, length = _hour(got, text)
    minute, second = int(got.get("i") or 0), int(got.get("s") or 0)
    if clock.zone is None:
        raise UnreadableTime(
            "the time «{said}» needs the zone in which the forum shows times: "
            "--zone, or zone under [forum] in game.toml",
            said=text,
        )
    zone = zone_of(clock.zone)
    moments: list[datetime] = []
    for day in _days(got, text, clock, zone):
        try:
            local = datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=zone)
        except ValueError as wrong:
            raise UnreadableTime("there is no such time: «{said}»", said=text) from wrong
        moments.append(local.astimezone(UTC))
        if (again := local.replace(fold=1)).utcoffset() != local.utcoffset():  # the clock is set back
            moments.append(again.astimezone(UTC))
    if length is _DAY:  # a day is as long as the zone's clock makes it
        after = (min(moments).astimezone(zone) + timedelta(days=1)).replace(fold=1)
        return Interval(min(moments), max(after.astimezone(UTC), max(moments) + timedelta(hours=1)))
    return Interval(min(moments), max(moments) + length)


def _hour(got: dict[str, str | None], text: str) -> tuple[int, timedelta]:
    """The hour of a day, and the length of what is told: a second, a minute, the whole day."""
    if got.get("H") is None:
        return 0, _DAY
    hour = int(got["H"] or 0)
    if half := (got.get("half") or "").lower():
        if not 1 <= hour <= 12:
            raise UnreadableTime("there is no such time: «{said}»", said=text)
        hour = hour % 12 + (12 if half in PM_WORDS else 0)
    return hour, _SECOND if got.get("s") is not None else _MINUTE


def _either_day(got: dict[str, str | None], now: datetime) -> list[date]:
    """Yesterday, and today where that is not ahead."""
    days = [now.date() - timedelta(days=1)]
    if (now.hour, now.minute) >= (int(got["H"] or 0), int(got["i"] or 0)):
        days.append(now.date())
    return days


def _days(got: dict[str, str | None], text: str, clock: Clock, zone: tzinfo) -> list[date]:
    """The day that is meant; two where the page was made about midnight and the day is told as «Сегодня»."""
    if got.get("lost") is not None:
        return _either_day(got, _now(clock, text).astimezone(zone))
    if word := got.get("day"):
        back = timedelta(days=DAY_WORDS[word.lower()])
        return [day - back for day in _today(_now(clock, text), zone)]
    if got.get("a"):
        if clock.day_first is None:
            raise UnreadableTime(
                "day or month first in «{said}»? No date of the thread tells; teach the board's format", said=text
            )
        day, month = (got["a"], got["b"]) if clock.day_first else (got["b"], got["a"])
    else:
        day, month = got.get("d"), got.get("m")
    number = int(month or 0)
    if name := got.get("M"):
        number = MONTHS.get(name.lower(), 0)
        if not number:
            raise UnreadableTime("«{name}» in «{said}» is no known month", name=name, said=text)
    year = int(got["Y"] or 0) if got.get("Y") else 2000 + int(got.get("y") or 0)
    try:
        return [date(year, number, int(day or 0))]
    except ValueError as wrong:
        raise UnreadableTime("there is no such day: «{said}»", said=text) from wrong


@lru_cache(maxsize=64)
def _today(now: datetime, zone: tzinfo) -> tuple[date, ...]:
    """The day on which a page was made; two, the earlier first, where that was about midnight."""
    return tuple(sorted({moment.astimezone(zone).date() for moment in (now - MAKING, now)}))


def _now(clock: Clock, text: str) -> datetime:
    if clock.seen_at is None:
        raise UnreadableTime("the time «{said}» is relative: say when the page was seen (--seen-at)", said=text)
    return clock.seen_at


def _ago(text: str) -> tuple[timedelta, timedelta] | None:
    """The least and the greatest age that «5 минут назад» and the like mean; None for other texts."""
    plain = text.lower()
    if not plain.endswith(AGO_ENDS):
        return None
    if plain in AGO_NOW:
        return timedelta(0), timedelta(minutes=1)
    found = AGO.fullmatch(plain)
    length = _length(found["ago"] or found["ago2"]) if found else None
    return None if length is None else (length[0], length[0] + length[1])


def _length(text: str) -> tuple[timedelta, timedelta] | None:
    """A length of time in words («25 мин», "2 hours") and its last unit, to which it was cut off or rounded."""
    total, unit = timedelta(0), None
    rest = text.lower().strip(" .:")
    for number, word in re.findall(r"(\d+)?\s*([^\W\d_]+)", rest):
        if word in ("и", "and"):
            continue
        unit = UNITS.get(word)
        if unit is None:
            return None
        total += unit * int(number or 1)
    return None if unit is None else (total, unit)


def _before_now(ages: tuple[timedelta, timedelta], now: datetime) -> Interval:
    """The interval of an age cut down to whole units, for a page made at `now` (known to the second)."""
    least, greatest = ages
    second = timedelta(seconds=1)
    return Interval(now - MAKING - greatest + second, now - least + second)
