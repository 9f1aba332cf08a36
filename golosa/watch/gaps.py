"""When nobody looked: what was written and undone in between cannot be known. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import pairwise

from msgspec import Struct

from golosa.watch.plan import Pace

#: A look may be so much late without a word: a slow forum, another golosa that fetches.
SLACK = timedelta(minutes=1)


class Gap(Struct, frozen=True):
    """A stretch of the day in which nobody looked. UTC."""

    since: datetime
    until: datetime


def gaps(looks: Iterable[datetime], starts: datetime, ends: datetime, now: datetime, pace: Pace) -> tuple[Gap, ...]:
    """The stretches between the day's start and its end, or now, in which two looks in a row were left out.

    `looks` are the moments at which pages were seen, in any order.
    """
    until = min(now, ends)
    seen = sorted(look for look in looks if starts <= look < until)
    after = min((look for look in looks if look >= until), default=None)
    marks = [starts, *seen, after if after is not None and now >= ends else until]
    found = []
    for since, to in pairwise(marks):
        if to - since > 2 * pace.period(since, ends) + SLACK:
            found.append(Gap(since, min(to, until)))
    return tuple(found)
