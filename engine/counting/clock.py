"""The day's clock: whether something that happened then still counts (V6, E6, E7). Knows times, not posts' texts."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from engine.times import Interval


class Clock(Struct, frozen=True):
    """The stretch of time in which marks and edits count: to the end, and in the extra time after a tie.

    `end` is the day's end, or the moment of the count before it (UTC).
    """

    end: datetime
    inclusive: bool = False  #: what is stamped at the very end still counts
    closing: Interval | None = None  #: when the post was made that ends the day (E6, hammer)
    closing_order: int | None = None  #: that post's place in the thread; None: an edit or a merge, which has none
    by_edit: bool = False  #: an edit of that post ended the day: what has no later end is in the day with it
    opens: datetime | None = None  #: when the extra time opens
    until: datetime | None = None  #: the extra time's end, or the moment of the count before it
    goes_on: datetime | None = None  #: within it: since when it is an overtime that makes a revote longer

    def holds(self, at: Interval, order: int | None = None) -> bool | None:
        """Whether what happened at `at` counts; None where the interval crosses a bound. `order`: the place of a new
        post, which settles it against the closing post of the same minute (V7)."""
        in_day = self.in_day(at, order)
        if in_day is True or self.opens is None or self.until is None:
            return in_day
        if in_day is None and self.opens > self.end:
            return None
        in_time, too_soon = at.before(self.until), at.before(self.opens)
        if in_time is False or (too_soon is True and in_day is False):
            return False
        sure_start = too_soon is False or self.opens <= self.end
        return True if in_time and sure_start else None

    def in_day(self, at: Interval, order: int | None = None) -> bool | None:
        """Whether it happened before the end of the day."""
        if self.closing is not None:
            together = at.earliest < self.closing.latest and self.closing.earliest < at.latest
            if together and order is not None and self.closing_order is not None:
                return order < self.closing_order
            if order is None and self.by_edit and at.latest <= self.closing.latest:
                return True
            return True if at.latest <= self.closing.earliest else False if at.earliest >= self.closing.latest else None
        if self.inclusive and at.earliest <= self.end:
            return True
        return at.before(self.end)

    def begun(self, at: Interval, order: int) -> bool:
        """Whether what a post begins is in force at the end of the round: it may have begun between two rounds."""
        return at.earliest < self.until if self.until is not None else self.in_day(at, order) is not False

    def missing(self, gone: Interval, at: Interval) -> bool | None:
        """Whether a post made at `at` was gone before the end of the day, or of the extra time in which it was made;
        None where the interval crosses that end (E5)."""
        if self.until is None or not self.in_extra_time(at):
            return self.in_day(gone)
        own = self.until if self.goes_on is None or at.earliest >= self.goes_on else self.goes_on
        return gone.before(own)

    def in_extra_time(self, at: Interval) -> bool:
        """Whether it belongs to the extra time, and not to the day."""
        return self.opens is not None and self.in_day(at) is False

    def in_overtime(self, at: Interval) -> bool:
        """Whether it belongs to the extra time, and not to a revote that an overtime makes longer."""
        return self.in_extra_time(at) and (self.goes_on is None or at.earliest >= self.goes_on)


def closed_by(at: Interval, order: int | None, *, by_edit: bool = False) -> Clock:
    """The clock of a day that a post, an edit or a merge at that time ended."""
    return Clock(at.earliest, closing=at, closing_order=order, by_edit=by_edit)
