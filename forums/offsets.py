"""The zone in which a page shows times: as the page says, or as posts prove that carry the same moment for machines.

Knows no forum. Edit notices are often text only, beside posts with an epoch: the posts then tell what the text means.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from engine.times import Interval, Resolution
from forums.dates import Clock, UnreadableTime, read_time, zone_of
from forums.found import Frame
from forums.months import DAY_WORDS
from forums.pages import PageError
from forums.sheet import Sheet

#: Forms of dates that need no "now".
_ABSOLUTE = ("Y-m-d", "d.m.Y", "d M Y", "M d Y", "d.m.y", "d M y")
#: Forms in which day and month may stand in either order.
_EITHER = ("?-?-Y",)
#: Zones are whole quarters of an hour away from UTC, and no further than this.
_QUARTER = timedelta(minutes=15)
_WEST, _EAST = timedelta(hours=-12), timedelta(hours=14)
_DAY = timedelta(days=1)


def zone_of_page(sheet: Sheet, frame: Frame) -> str | None:
    """The zone of the page's times: what the page itself says for certain, else what the reader said.

    Raises PageError if the reader's zone cannot be the one in which this page shows times.
    """
    given = sheet.source.zone or sheet.board.zone
    if frame.zone is not None and (given is None or "/" in frame.zone):
        return frame.zone
    if given is not None and frame.offset is not None and sheet.seen_at is not None:
        offset = sheet.seen_at.astimezone(zone_of(given)).utcoffset()
        if offset != frame.offset:
            raise PageError(
                "{name}: the page shows times at UTC{signed}, which is not {given}; name the right zone",
                name=sheet.name,
                signed=_signed(frame.offset),
                given=given,
            )
    return fixed_zone(frame.offset) if frame.fixed and frame.offset is not None else given


def fixed_zone(offset: timedelta) -> str:
    """The name of a zone that is always so far from UTC."""
    return f"UTC{_signed(offset)}"


def proved_zone(sheet: Sheet, times: Iterable[tuple[str, Interval | None]]) -> str | None:
    """The fixed offset ("UTC+03:00") in which the page shows times; None where none or several are told.

    `times` are pairs of a time as shown and the same moment as the page gives it for machines. Raises PageError where
    the reader named a zone (`--zone`, the board) that shows another time at one of these moments.
    """
    given = sheet.source.zone or sheet.board.zone
    told: set[timedelta] = set()
    for shown, exact in times:
        offset = _offset(shown, exact, sheet.seen_at)
        if offset is None or exact is None:
            continue
        told.add(offset)
        if given is not None and exact.earliest.astimezone(zone_of(given)).utcoffset() != offset:
            raise PageError(
                "{name}: the page shows «{shown}» at UTC{signed}, which is not {given}; name the right zone",
                name=sheet.name,
                shown=shown,
                signed=_signed(offset),
                given=given,
            )
    return fixed_zone(told.pop()) if len(told) == 1 else None


def proved_order(times: Iterable[tuple[str, Interval | None]]) -> bool | None:
    """Whether the day comes first in dates like 03/04/2026, as the same moments for machines prove it; None where they
    do not."""
    told = set()
    for shown, exact in times:
        fits = [first for first in (True, False) if exact and _of_form(shown, exact, _EITHER, first) is not None]
        if len(fits) == 1:
            told.add(fits[0])
    return told.pop() if len(told) == 1 else None


def _offset(shown: str, exact: Interval | None, seen_at: datetime | None) -> timedelta | None:
    """The one offset at which `shown` is `exact`; None where there is none, or more than one."""
    if exact is None:
        return None
    plain = _of_form(shown, exact, _ABSOLUTE)
    plain = _of_day(shown, exact, seen_at) if plain is None else plain
    if plain is not None:
        return plain
    orders = {_of_form(shown, exact, _EITHER, first) for first in (True, False)} - {None}
    return orders.pop() if len(orders) == 1 else None


def _of_form(shown: str, exact: Interval, forms: tuple[str, ...], day_first: bool | None = None) -> timedelta | None:
    try:
        local = read_time(shown, Clock(zone="UTC", forms=forms, day_first=day_first))
    except UnreadableTime:
        return None
    return _between(local, exact)


def _of_day(shown: str, exact: Interval, seen_at: datetime | None) -> timedelta | None:
    """The offset that «Сегодня, 21:58» proves: the day must be that of the visit there."""
    word = next((word for word in DAY_WORDS if shown.lower().startswith(word)), None)
    if word is None or seen_at is None:
        return None
    back = DAY_WORDS[word] * _DAY
    try:
        local = read_time(shown, Clock(zone="UTC", forms=("day",), seen_at=exact.earliest.replace(hour=12) + back))
    except UnreadableTime:
        return None
    days = (Interval(local.earliest + days, local.latest + days) for days in (-_DAY, timedelta(0), _DAY))
    found = {
        offset
        for day in days
        if (offset := _between(day, exact)) is not None
        and (exact.earliest + offset).date() == (seen_at + offset - back).date()
    }
    return found.pop() if len(found) == 1 else None


def _between(local: Interval, exact: Interval) -> timedelta | None:
    """How far `local`, read as if at UTC, is from `exact`; None where no zone is so far away."""
    if local.resolution not in (Resolution.SECOND, Resolution.MINUTE):
        return None
    offset = round((local.earliest - exact.earliest) / _QUARTER) * _QUARTER
    if not _WEST <= offset <= _EAST:
        return None
    return offset if local.earliest <= exact.earliest + offset < local.latest else None


def _signed(offset: timedelta) -> str:
    minutes = int(offset.total_seconds() // 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"
