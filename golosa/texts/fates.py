"""A vote mark and what became of it in a line, in the words of a language and the time of a zone (V9)."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from engine.counts import MarkFate, Why
from golosa import catalogue


def told(fate: MarkFate, zone: str, lang: str) -> str:
    """When and in which post, what it says, whom it names where that is another text, and whether it counts."""
    words = catalogue.of(lang)
    target = f" → {fate.target}" if fate.target and fate.target != fate.text else ""
    if fate.why is None:
        what = words.terminal["counts"]
    else:
        what = words.why[fate.why] if isinstance(fate.why, Why) else words.needs[fate.why]
    at = fate.at.astimezone(ZoneInfo(zone))
    return f"{at:%Y-%m-%d %H:%M:%S}  #{fate.post}  «{fate.text}»{target}: {what} ({fate.clause})"
