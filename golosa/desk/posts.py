"""A post as the host is shown it when he has to decide: who, when, and every text it ever had, side by side.

Knows posts; decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct

from engine.posts import Body, Mark, Post, Revision
from engine.times import Interval
from golosa.folder.game import Game
from golosa.texts.plurals import moment


class Piece(Struct, frozen=True):
    """A stretch of a line, and whether it is a mark."""

    text: str
    mark: bool = False


class Text(Struct, frozen=True):
    """One text of a post."""

    seen: str  #: when it was first seen to stand there
    edited: str | None  #: the forum's notice of an edit
    lines: tuple[tuple[Piece, ...], ...]
    changed: tuple[bool, ...]  #: which lines the text before did not have


class Shown(Struct, frozen=True, kw_only=True):
    """A post with all of its texts, oldest first."""

    id: str
    number: str
    author: str
    at: str
    url: str | None
    texts: tuple[Text, ...]
    gone: str | None = None  #: when it vanished


def shown(game: Game, post: Post, lang: str) -> Shown:
    """The post for the host's eyes, times in the game's zone."""

    def when(at: datetime) -> str:
        return moment(at, game.zone, lang)

    return Shown(
        id=post.id,
        number=str(post.number) if post.number is not None else post.id,
        author=post.author,
        at=_interval(post.at, when(post.at.earliest), when(post.at.latest)),
        url=web(post.url),
        texts=tuple(
            Text(
                when(revision.first_seen),
                when(revision.edited.earliest) if revision.edited else None,
                lines := _lines(revision.body),
                _changed(lines, _before(post.revisions, number)),
            )
            for number, revision in enumerate(post.revisions)
        ),
        gone=when(post.gone.earliest) if post.gone else None,
    )


def web(url: str | None) -> str | None:
    """An address, where it is one of the web: a page may hold anything."""
    return url if url and re.match(r"https?://", url) else None


def _interval(at: Interval, earliest: str, latest: str) -> str:
    return earliest if (at.latest - at.earliest).total_seconds() <= 60 else f"{earliest} – {latest}"


def _before(revisions: Sequence[Revision], number: int) -> Body | None:
    return revisions[number - 1].body if number else None


def _changed(lines: tuple[tuple[Piece, ...], ...], before: Body | None) -> tuple[bool, ...]:
    old = frozenset(_lines(before) if before is not None else lines)
    return tuple(line not in old for line in lines)


def _lines(body: Body) -> tuple[tuple[Piece, ...], ...]:
    """The lines with their marks; a mark that its line does not hold (struck text) stands in a line of its own."""
    found = []
    placed: set[int] = set()
    marked: dict[int, list[tuple[int, Mark]]] = {}
    for index, mark in enumerate(body.marks):
        marked.setdefault(mark.line, []).append((index, mark))
    for number, line in enumerate(body.lines):
        pieces = tuple(_pieces(line.text, marked.get(number, ()), placed))
        if pieces:
            found.append(pieces)
    found += [(Piece(mark.text, True),) for index, mark in enumerate(body.marks) if index not in placed]
    return tuple(found)


def _pieces(text: str, marks: Sequence[tuple[int, Mark]], placed: set[int]) -> Iterator[Piece]:
    end = 0
    for index, mark in marks:
        start = text.find(mark.text, end)
        if start < 0 or not mark.text:
            continue
        placed.add(index)
        if start > end:
            yield Piece(text[end:start])
        end = start + len(mark.text)
        yield Piece(mark.text, True)
    if end < len(text):
        yield Piece(text[end:])
