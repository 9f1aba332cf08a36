"""Strike tags that a forum left as text: `[s]…[/s]` is read as struck (V2). Knows pieces of shown text, no HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from forums.flow import Piece

_RAW_TAG = re.compile(r"\[(/?)(s|strike|del)\]", re.I)


class _Span(NamedTuple):
    """A stretch of raw struck text: the tags and what stands between them, as places in the whole text."""

    start: int
    inner_start: int
    inner_end: int
    end: int


def raw_strikes(pieces: list[Piece]) -> list[Piece]:
    """`[s]…[/s]` that the forum left as text is read as struck, and its tags are no text (V2)."""
    spans = _struck_spans("".join(text for text, _ in pieces))
    if not spans:
        return pieces
    out: list[Piece] = []
    start = first = 0
    for piece in pieces:
        while first < len(spans) and spans[first].end <= start:
            first += 1
        _cut(piece, start, spans, first, out)
        start += len(piece[0])
    return out


def _struck_spans(text: str) -> list[_Span]:
    """Pairs of raw strike tags, in order and without overlap; a tag without its partner is text."""
    opened: dict[str, re.Match[str]] = {}
    spans: list[_Span] = []
    for tag in _RAW_TAG.finditer(text):
        name = tag[2].lower()
        if not tag[1]:
            opened.setdefault(name, tag)
        elif opening := opened.get(name):
            opened = {other: match for other, match in opened.items() if match.start() < opening.start()}
            while spans and spans[-1].start > opening.start():
                spans.pop()
            spans.append(_Span(opening.start(), opening.end(), tag.start(), tag.end()))
    return spans


def _cut(piece: Piece, start: int, spans: Sequence[_Span], first: int, out: list[Piece]) -> None:
    """Writes the parts of `piece` (which begins at `start` of the whole text) outside and inside the struck spans."""
    text, look = piece
    end = start + len(text)
    struck = look._replace(struck=True)
    at = start
    while first < len(spans) and spans[first].start < end:
        span = spans[first]
        for low, high, shown in ((at, span.start, look), (span.inner_start, span.inner_end, struck)):
            low, high = max(low, at), min(high, end)
            if low < high:
                out.append((text[low - start : high - start], shown))
        at = max(at, min(span.end, end))
        first += 1
    if at < end:
        out.append((text[at - start :], look))
