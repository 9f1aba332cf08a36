"""Times as intervals: what a forum shows, narrowed by what was seen when.

Every moment is an aware `datetime` in UTC. Knows no clock and no zone table.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from msgspec import Struct

#: The smallest step from one moment to the next.
INSTANT = timedelta(microseconds=1)


class Resolution(StrEnum):
    """The length of the interval that a shown time stands for."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"


LENGTH = {
    Resolution.SECOND: timedelta(seconds=1),
    Resolution.MINUTE: timedelta(minutes=1),
    Resolution.HOUR: timedelta(hours=1),
    Resolution.DAY: timedelta(days=1),
}


class Interval(Struct, frozen=True, gc=False):
    """A half-open stretch of time that holds the true moment (V6).

    `earliest` is the first moment that fits, `latest` the first that no longer does (UTC; `earliest < latest`).
    """

    earliest: datetime
    latest: datetime

    @classmethod
    def shown(cls, moment: datetime, resolution: Resolution = Resolution.SECOND) -> Interval:
        """The interval of a time shown as `moment` (UTC) at `resolution`."""
        return cls(moment, moment + LENGTH[resolution])

    @property
    def last(self) -> datetime:
        """The last moment that fits."""
        return self.latest - INSTANT

    def before(self, moment: datetime) -> bool | None:
        """Whether the true moment is strictly before `moment`; `None` where the interval crosses it (V6)."""
        if self.latest <= moment:
            return True
        if self.earliest >= moment:
            return False
        return None

    def narrowed(self, not_before: datetime | None = None, before: datetime | None = None) -> Interval:
        """The part that also fits `not_before <= t < before`; a bound that would leave nothing is not applied,
        since the forum's clock and ours may differ by seconds."""
        earliest, latest = self.earliest, self.latest
        if not_before is not None and not_before < latest:
            earliest = max(earliest, not_before)
        if before is not None and before > earliest:
            latest = min(latest, before)
        return Interval(earliest, latest)

    @property
    def resolution(self) -> Resolution:
        """The smallest named resolution that holds the interval."""
        length = self.latest - self.earliest
        return next((name for name, longest in LENGTH.items() if length <= longest), Resolution.DAY)
