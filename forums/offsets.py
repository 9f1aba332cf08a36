"""The zone in which a page shows times, proved by posts that carry the same moment for machines too.

Knows no forum. Edit notices are often text only, beside posts with an epoch: the posts then tell what the text means.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from engine.times import Interval, Resolution
from forums.dates import Clock, UnreadableTime, read_time, zone_of
from forums.pages import PageError
from forums.sheet import Sheet

#: Forms of dates that need no "now".
_ABSOLUTE = ("Y-m-d", "d.m.Y", "d M Y", "M d Y", "d.m.y", "d M y")
#: Zones are whole quarters of an hour away from UTC.
_QUARTER = timedelta(minutes=15)


def proved_zone(sheet: Sheet, times: Iterable[tuple[str, Interval | None]]) -> str | None:
    """The fixed offset ("UTC+03:00") in which the page shows times; None where none or several are told.

    `times` are pairs of a time as shown and the same moment as the page gives it for machines. Raises PageError where
    the reader named a zone (`--zone`, the board) that shows another time at one of these moments.
    """
    given = sheet.source.zone or sheet.board.zone
    told: set[timedelta] = set()
    for shown, exact in times:
        offset = _offset(shown, exact)
        if offset is None or exact is None:
            continue
        told.add(offset)
        if given is not None and exact.earliest.astimezone(zone_of(given)).utcoffset() != offset:
            raise PageError(
                f"{sheet.name}: the page shows «{shown}» at UTC{_signed(offset)}, which is not {given}; "
                "name the right zone"
            )
    return f"UTC{_signed(told.pop())}" if len(told) == 1 else None


def _offset(shown: str, exact: Interval | None) -> timedelta | None:
    if exact is None:
        return None
    try:
        local = read_time(shown, Clock(zone="UTC", forms=_ABSOLUTE))
    except UnreadableTime:
        return None
    if local.resolution not in (Resolution.SECOND, Resolution.MINUTE):
        return None
    quarters = round((local.earliest - exact.earliest) / _QUARTER)
    offset = quarters * _QUARTER
    return offset if local.earliest <= exact.earliest + offset < local.latest else None


def _signed(offset: timedelta) -> str:
    minutes = int(offset.total_seconds() // 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"
