"""Times as forums show them, to intervals in UTC. What does not fit is refused, never guessed.

A shown time is text in the reader's zone, in any of the formats that forum software lets a board choose; words for today,
yesterday and "N minutes ago" need the moment at which the page was seen.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache

from msgspec import Struct

from engine.times import LENGTH, Interval, Resolution
from forums.pages import PageError


class UnreadableTime(PageError):
    """A shown time that fits no known format, or lacks the zone or the moment of seeing that it needs."""


class Clock(Struct, frozen=True):
    """What is needed to place shown times: the reader's zone, when the page was seen (UTC), the order of 03/04."""

    zone: tzinfo | None = None
    seen_at: datetime | None = None
    day_first: bool | None = None


class Shown(Struct, frozen=True):
    """A shown time taken apart, before it is placed in a zone."""

    days_ago: int | None = None  #: 0 for today, 1 for yesterday
    day: date | None = None
    clock: time | None = None
    ago: tuple[int, int] | None = None  #: (amount, unit) in seconds: "5 minutes ago" is (300, 60)
    resolution: Resolution = Resolution.MINUTE
    ambiguous: bool = False  #: 03/04: the order of day and month was not known


_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "янв январь января jan january січ січня",
            "фев февраль февраля февр feb february лют лютого",
            "мар март марта mar march бер березня",
            "апр апрель апреля apr april кві квітня",
            "май мая may тра травня",
            "июн июнь июня jun june чер червня",
            "июл июль июля jul july лип липня",
            "авг август августа aug august сер серпня",
            "сен сентябрь сентября сент sep sept september вер вересня",
            "окт октябрь октября oct october жов жовтня",
            "ноя ноябрь ноября нояб nov november лис листопада",
            "дек декабрь декабря dec december гру грудня",
        ),
        start=1,
    )
    for name in names.split()
}
_FILLERS = frozenset(
    "в в: at on the of г год года от by сообщение отправлено posted добавлено написано дата date "
    "пн вт ср чт пт сб вс понедельник вторник среда четверг пятница суббота воскресенье "
    "понедельника вторника среду четверга пятницу субботу "
    "mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday".split()
)
_DAY_WORDS = {"сегодня": 0, "today": 0, "вчера": 1, "yesterday": 1, "позавчера": 2}
_PM, _AM = frozenset(("pm", "p.m.", "пп", "дня", "вечера")), frozenset(("am", "a.m.", "дп", "ночи", "утра"))
_UNITS = (("сек", 1), ("sec", 1), ("мин", 60), ("min", 60), ("час", 3600), ("hour", 3600), ("ч", 3600))
_AGO = re.compile(r"(?:(менее|less than)\s+)?(\d+|an?|one|одну|один)?\s*([a-zа-я]+)\.?\s+(?:назад|ago)", re.IGNORECASE)
_TOKEN = re.compile(
    r"(?P<clock>\d{1,2}:\d{2}(?::\d{2})?)|(?P<numeric>\d{1,4}[./-]\d{1,2}[./-]\d{1,4})"
    r"|(?P<number>\d+)(?:st|nd|rd|th|-го|-е)?|(?P<word>[^\W\d_]+(?:\.[^\W\d_]\.)?)|(?P<mark>[^\s\w])"
)
_NOISE = frozenset(",.;|«»\"'-–—()[]:•·&@")  # noqa: RUF001 - dashes of all kinds


def _ago(text: str) -> Shown | None:
    found = _AGO.fullmatch(text)
    if not found:
        return None
    unit = next((length for start, length in _UNITS if found[3].lower().startswith(start)), None)
    if unit is None:
        return None
    if found[1]:
        return Shown(ago=(0, unit), resolution=Resolution.MINUTE)
    amount = int(found[2]) if found[2] and found[2].isdigit() else 1
    name = {1: Resolution.SECOND, 60: Resolution.MINUTE, 3600: Resolution.HOUR}[unit]
    return Shown(ago=(amount * unit, unit), resolution=name)


class _Parts:
    """What the tokens of a shown time have said so far."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.month: int | None = None
        self.clock: str | None = None
        self.numeric: str | None = None
        self.days_ago: int | None = None
        self.half: str | None = None

    def word(self, word: str) -> bool:
        word = word.lower()
        if word in _DAY_WORDS and self.days_ago is None:
            self.days_ago = _DAY_WORDS[word]
        elif word in _MONTHS and self.month is None:
            self.month = _MONTHS[word]
        elif word in _PM | _AM and self.half is None:
            self.half = "pm" if word in _PM else "am"
        else:
            return word in _FILLERS
        return True

    def take(self, found: re.Match[str]) -> bool:
        """Takes one token; False where it does not fit."""
        kind, text = found.lastgroup, found[found.lastgroup or 0]
        if kind == "word":
            return self.word(text)
        if kind == "number":
            self.numbers.append(int(text))
            return len(self.numbers) <= 2
        if kind == "mark":
            return text in _NOISE
        if getattr(self, kind or "") is not None:
            return False
        setattr(self, kind or "", text)
        return True


@lru_cache(maxsize=8192)
def take_apart(text: str, day_first: bool | None = None) -> Shown | None:
    """A shown time taken apart, or None where it fits no format. `day_first` settles 03/04 (None = not known)."""
    text = re.sub(r"\s+", " ", text).strip(" ,;.«»")
    if (ago := _ago(text)) is not None:
        return ago
    parts, end = _Parts(), 0
    for found in _TOKEN.finditer(text):
        if text[end : found.start()].strip() or not parts.take(found):
            return None
        end = found.end()
    if text[end:].strip():
        return None
    return _assemble(parts, day_first)


def _assemble(parts: _Parts, day_first: bool | None) -> Shown | None:
    try:
        clock = _clock(parts.clock, parts.half)
        resolution = Resolution.DAY if clock is None else _clock_resolution(parts.clock or "")
        if parts.days_ago is not None:
            if parts.numbers or parts.month or parts.numeric:
                return None
            return Shown(days_ago=parts.days_ago, clock=clock, resolution=resolution)
        if parts.numeric is not None:
            if parts.numbers or parts.month:
                return None
            day, ambiguous = _numeric(parts.numeric, day_first)
            return Shown(day=day, clock=clock, resolution=resolution, ambiguous=ambiguous)
        return Shown(day=_named(parts), clock=clock, resolution=resolution)
    except ValueError:
        return None


def _clock_resolution(text: str) -> Resolution:
    return Resolution.SECOND if text.count(":") == 2 else Resolution.MINUTE


def _clock(text: str | None, half: str | None) -> time | None:
    if text is None:
        if half:
            raise ValueError("am/pm without a time")
        return None
    hour, minute, *seconds = (int(part) for part in text.split(":"))
    if half:
        if not 1 <= hour <= 12:
            raise ValueError(f"{hour} with am/pm")
        hour = hour % 12 + (12 if half == "pm" else 0)
    return time(hour, minute, *seconds)


def _named(parts: _Parts) -> date:
    """27 ноя 2026, November 27, 2026, 2026 Nov 27."""
    if parts.month is None or len(parts.numbers) != 2:
        raise ValueError("no date")
    first, second = parts.numbers
    year, day = (first, second) if first > 31 else (second, first)
    if year < 100:
        year += 2000
    return date(year, parts.month, day)


def _numeric(text: str, day_first: bool | None) -> tuple[date, bool]:
    """27.11.2026, 2026-11-27, 11-27-2026, 27/11/26; the flag tells that the order of day and month is not known."""
    separators = {mark for mark in text if not mark.isdigit()}
    if len(separators) != 1:
        raise ValueError("mixed separators")
    separator = separators.pop()
    first, second, third = (int(part) for part in text.split(separator))
    if first > 31:
        return date(first, second, third), False
    year = third + 2000 if third < 100 else third
    if separator == ".":
        day_first = True
    if first > 12 or second > 12:
        day_first = first > 12
    if day_first is None:
        return date(year, second, first), first != second
    return (date(year, second, first) if day_first else date(year, first, second)), False


def day_order(texts: list[str]) -> bool | None:
    """Whether numeric dates of a thread put the day first, settled by those that can be read in one way only."""
    settled = set()
    for text in texts:
        for found in re.finditer(r"\b(\d{1,2})([./-])(\d{1,2})\2\d{2,4}\b", text):
            first, second = int(found[1]), int(found[3])
            if first > 12 >= second:
                settled.add(True)
            elif second > 12 >= first:
                settled.add(False)
    return settled.pop() if len(settled) == 1 else None


def parse_time(text: str, clock: Clock) -> Interval:
    """The interval of a shown time, in UTC.

    Raises `UnreadableTime` where the text fits no format, lacks a zone, is relative without a moment of seeing, could be
    two dates, or would lie ahead of that moment.
    """
    shown = take_apart(text, clock.day_first)
    if shown is None:
        raise UnreadableTime(f"time {text!r} fits no known format; teach the board's date format")
    if shown.ambiguous:
        raise UnreadableTime(f"time {text!r}: day and month cannot be told apart; teach the board's date format")
    if shown.ago is not None:
        return _placed_ago(text, shown.ago, clock)
    if clock.zone is None:
        raise UnreadableTime(f"time {text!r} needs the zone in which the forum shows times; give --zone")
    if shown.days_ago is not None:
        seen = _seen(text, clock).astimezone(clock.zone)
        day = seen.date() - timedelta(days=shown.days_ago)
    else:
        assert shown.day is not None
        day = shown.day
    return _placed(text, day, shown, clock)


def _seen(text: str, clock: Clock) -> datetime:
    if clock.seen_at is None:
        raise UnreadableTime(f"time {text!r} needs the moment at which the page was seen; give --seen-at")
    return clock.seen_at


def _placed_ago(text: str, ago: tuple[int, int], clock: Clock) -> Interval:
    """Software rounds the time passed down to whole units."""
    amount, unit = ago
    second = timedelta(seconds=1)
    latest = _seen(text, clock).replace(microsecond=0) - timedelta(seconds=amount) + second
    return Interval(latest - timedelta(seconds=unit), latest)


def _placed(text: str, day: date, shown: Shown, clock: Clock) -> Interval:
    zone = clock.zone
    local = datetime.combine(day, shown.clock or time())
    # In the hour that a change of clocks repeats, both readings fit: the interval holds both.
    moments = [local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)]
    if shown.resolution is Resolution.DAY:
        end = datetime.combine(day + timedelta(days=1), time(), tzinfo=zone).astimezone(UTC)
        interval = Interval(min(moments), end)
    else:
        interval = Interval(min(moments), max(moments) + LENGTH[shown.resolution])
    if shown.days_ago is not None and clock.seen_at is not None:
        ahead = interval.earliest - clock.seen_at
        if ahead > timedelta(minutes=2):
            raise UnreadableTime(
                f"time {text!r} would lie ahead of the moment at which the page was seen; check --seen-at"
            )
    return interval
