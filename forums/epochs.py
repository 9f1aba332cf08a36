"""Times told to machines: seconds since 1970, ISO 8601 with an offset, dates of mails and of HTTP. Knows no forum."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from engine.times import Interval

_SECOND = timedelta(seconds=1)
_MILLISECOND = timedelta(milliseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_WITH_SECONDS = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d")


def of_seconds(epoch: object) -> Interval | None:
    """The second that `epoch`, a number or a text of digits, stands for; None for anything else."""
    text = str(epoch) if epoch is not None else ""
    if not (text.isascii() and text.isdigit() and 0 < len(text) <= 10):
        return None
    moment = datetime.fromtimestamp(int(text), UTC)
    return Interval(moment, moment + _SECOND)


def of_milliseconds(epoch: object) -> Interval | None:
    """The second, or millisecond, that `epoch` stands for, in milliseconds; None for anything else."""
    text = str(epoch) if epoch is not None else ""
    if not (text.isascii() and text.isdigit() and 3 < len(text) <= 13):
        return None
    moment = _EPOCH + int(text) * _MILLISECOND
    return Interval(moment, moment + (_SECOND if text.endswith("000") else _MILLISECOND))


def of_iso(text: str | None) -> Interval | None:
    """The second, or millisecond, of an ISO time; None where it is none, has no seconds or names no offset from UTC."""
    if not text or not _WITH_SECONDS.match(text):
        return None
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            return None
        moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return Interval(moment, moment + (_MILLISECOND if moment.microsecond else _SECOND))


def of_mail(text: str | None) -> datetime | None:
    """The moment (UTC) of a date as mails and HTTP write it; None where it is none.

    "-0000", which says that the writer's zone is not told, and no offset at all mean UTC: they are of no other zone.
    """
    try:
        moment = parsedate_to_datetime(text or "")
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
