"""Pages saved from a browser, or fetched: read, put in order and kept as one visit. Knows no network."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

import forums
from forums import Board, Page, Source
from golosa.config import ForumTable
from golosa.errors import GolosaError
from golosa.store.visits import SeenPage, Visit


def board_of(table: ForumTable) -> Board:
    """What the game's configuration says of its board."""
    return Board(zone=table.zone, edit_zone=table.edit_zone, date_formats=table.date_formats)


def read_files(
    files: Sequence[Path], urls: Sequence[str], seen_at: datetime | None, forum: ForumTable
) -> tuple[tuple[Source, Page], ...]:
    """The pages in saved files. Raises GolosaError naming the file that is no readable thread page."""
    if seen_at is None:
        raise GolosaError("saved pages need --seen-at: when they were saved, like 2026-03-02T22:05:00+03:00")
    if urls and len(urls) != len(files):
        raise GolosaError(f"{len(files)} files but {len(urls)} times --url; give one for each file, in their order")
    pages = []
    for index, file in enumerate(files):
        try:
            content = file.read_bytes()
        except OSError as error:
            raise GolosaError(f"{file}: cannot read: {error.strerror or error}") from error
        url = urls[index] if urls else None
        source = Source(content=content, url=url, seen_at=seen_at, zone=forum.zone, name=file.name)
        pages.append((source, read(source, forum)))
    return tuple(pages)


def read(source: Source, forum: ForumTable) -> Page:
    """One page of a thread. Raises GolosaError (exit status 3) for a wall or a page that cannot be read for certain."""
    try:
        page = forums.read(source, board_of(forum))
    except forums.PageError as error:
        raise GolosaError(str(error), 3) from error
    if page.wall is not None:
        words = f": {page.message}" if page.message else ""
        raise GolosaError(f"{source.name}: no thread but {page.wall.value.replace('_', ' ')}{words}", 3)
    return page


def by_thread(
    pages: Sequence[tuple[Source, Page]], threads: Mapping[str, str | None]
) -> dict[str, list[tuple[Source, Page]]]:
    """The pages by the address of their thread; `threads` are the day's, each with the forum's id of it where known.

    Raises GolosaError for a page of another thread: counting it would mix two games.
    """
    found: dict[str, list[tuple[Source, Page]]] = {}
    for source, page in pages:
        found.setdefault(_thread_of(source, page, threads), []).append((source, page))
    return found


def _thread_of(source: Source, page: Page, threads: Mapping[str, str | None]) -> str:
    known = [url for url, ref in threads.items() if ref is not None and ref == page.thread]
    unknown = [url for url, ref in threads.items() if ref is None]
    if not known and len(threads) > 1:
        unknown = [url for url in unknown if page.thread in re.findall(r"\d+", url)]
    fitting = known or (unknown if page.thread is not None or len(threads) == 1 else [])
    if len(fitting) != 1:
        what = f"thread {page.thread}" if page.thread else "a thread that it does not name"
        raise GolosaError(f"{source.name}: a page of {what}, not of this day's: {', '.join(threads)}")
    return fitting[0]


def visit_of(
    thread: str,
    pages: Sequence[tuple[Source, Page]],
    source: str,
    *,
    complete: bool = True,
    why: str | None = None,
) -> Visit:
    """One visit made of pages in any order, repeated ones once.

    It is complete when every page of the thread is among them and the walk that brought them does not say otherwise.
    """
    by_number: dict[int, tuple[Source, Page]] = {}
    for position, (taken, page) in enumerate(pages, start=1):
        by_number[page.page or position] = (taken, page)
    ordered = [by_number[number] for number in sorted(by_number)]
    expected = max((page.pages or 1 for _, page in ordered), default=1)
    missing = sorted(set(range(1, expected + 1)) - set(by_number))
    if why is None and any(page.pages is None for _, page in ordered):
        why, complete = "the pages do not tell how many there are", False
    if missing and why is None:
        why = f"pages {', '.join(map(str, missing))} of {expected} are missing"
    first = ordered[0][1]
    numbers = sorted(by_number)
    return Visit(
        thread=thread,
        pages=tuple(_seen(*pair, number) for number, pair in zip(numbers, ordered, strict=True)),
        complete=complete and not missing,
        why=why,
        source=source,
        software=first.software,
        ref=first.thread,
        title=first.title,
    )


def _seen(source: Source, page: Page, number: int) -> SeenPage:
    assert source.seen_at is not None
    return SeenPage(
        number=number,
        last=number >= (page.pages or 1),
        url=page.url,
        seen_at=source.seen_at,
        content=source.content,
        headers=source.headers,
        readings=page.posts,
    )
