"""Heads of quotes and code: lines by which forum software tells that what follows is not the writer's own words.

A box whose markup is known is left out with its head. Where a theme marks its boxes otherwise the head is there to be
read like any line, and what stands below it may be somebody else's (V2). Knows words; must not know HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_LONGEST = 160
_WROTE = r"(?:wrote|said|a écrit|schrieb|(?:на)?писал\w{0,2}|сказал\w{0,2}|пишет)(?:\s?\(-?а\))?"
_HEAD = re.compile(
    r"(?:цитата|quote)(?:\s?\(.{1,100}\)(?: ?\[.{1,40}\])?| .{1,80} \((?: |link)?\)|:|)"
    r"|(?:цитата|quote):? ?(?:from:?)? .{1,80} (?:от|on) .{4,60}"
    rf"|.{{1,100}}\b{_WROTE}.{{0,40}}:(?: ?[↑#])?"
    r"|(?:(?:цитата|quote):? )?(?:originally posted by|сообщение от) .{1,80}"
    r"|(?:код|code):?(?: выделить вс[её]| select all)?",
    re.IGNORECASE,
)
#: One of these letters is the first of every head, or one of these signs the last.
_BEGINNINGS = frozenset("цЦqQоОoOсСcCкК")
_ENDS = frozenset(":↑#")


def first_head(lines: Iterable[str]) -> int | None:
    """The place of the first line that is such a head and nothing else; None where there is none."""
    return next((place for place, line in enumerate(lines) if len(line) <= _LONGEST and _is_head(line)), None)


def _is_head(line: str) -> bool:
    # Nearly all lines end and begin otherwise, which is told much faster.
    return line != "" and (line[-1] in _ENDS or line[0] in _BEGINNINGS) and _HEAD.fullmatch(line) is not None
