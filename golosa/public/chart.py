"""A step chart as an area: the path of an SVG. Knows numbers and moments; no page, no words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from golosa.views.public import PublicPoint

WIDTH, HEIGHT = 300, 40


def steps(course: Sequence[PublicPoint], starts: datetime, until: datetime, most: int | float, ends: datetime) -> str:
    """The area under a course in a box of `WIDTH` by `HEIGHT`: `starts` to `ends` from left to right, 0 to `most` votes
    upwards. It stops at `until`, the moment that is counted.
    """
    span = max((ends - starts).total_seconds(), 1.0)
    top = most or 1

    def across(at: datetime) -> str:
        return _short(min(max((at - starts).total_seconds() / span, 0.0), 1.0) * WIDTH)

    def up(votes: int | float) -> str:
        return _short(HEIGHT - votes / top * HEIGHT)

    line = [f"M0 {HEIGHT}V{up(course[0].votes)}"]
    for point in course[1:]:
        line += (f"H{across(point.at)}", f"V{up(point.votes)}")
    return "".join((*line, f"H{across(until)}V{HEIGHT}Z"))


def _short(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
