"""Pages saved from a browser, or fetched: read, told apart by thread, put in order as visits. Knows no network."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import groupby

import forums
from forums import Board, Page, Source
from golosa.errors import GolosaError, Told, told
from golosa.folder.config import ForumTable
from golosa.reading.boards import board_for
from golosa.store.visits import SeenPage, Visit
from scraper.walk import UNCONFIRMED


def board_of(table: ForumTable, url: str | None = None) -> Board:
    """What is known of the board at `url`: by the game's configuration, then by the files of boards."""
    return board_for(url, table)


def any_page(source: Source, forum: ForumTable) -> Page:
    """One page, a wall too. Raises GolosaError (exit status 3) where it cannot be read for certain."""
    try:
        return forums.read(source, board_of(forum, source.url))
    except forums.PageError as error:
        raise GolosaError(told(error), 3) from error


def read(source: Source, forum: ForumTable) -> Page:
    """One page of a thread. Raises GolosaError (exit status 3) for a wall or a page that cannot be read for certain."""
    page = any_page(source, forum)
    if page.wall is not None:
        seen = Told(page.wall.value.replace("_", " "))
        if page.message:
            raise GolosaError("{name}: no thread but {wall}: {says}", 3, name=source.name, wall=seen, says=page.message)
        raise GolosaError("{name}: no thread but {wall}", 3, name=source.name, wall=seen)
    return page


def by_thread(
    pages: Sequence[tuple[Source, Page]], threads: Mapping[str, str | None], logged: Collection[str] = ()
) -> dict[str, list[tuple[Source, Page]]]:
    """The pages by the address of their thread; `threads` are the day's, each with the forum's id of it where known.

    Raises GolosaError for a page of another thread: counting it would mix two games. Pages named in `logged` come from
    the log of a browser's work, which may have been at other threads too: those are left out.
    """
    found: dict[str, list[tuple[Source, Page]]] = {}
    stray: GolosaError | None = None
    for source, page in pages:
        try:
            found.setdefault(_thread_of(source, page, threads), []).append((source, page))
        except GolosaError as error:
            if source.name not in logged:
                raise
            stray = error
    if stray is not None and not found:
        raise stray
    return found


def _thread_of(source: Source, page: Page, threads: Mapping[str, str | None]) -> str:
    known = [url for url, ref in threads.items() if ref is not None and ref == page.thread]
    unknown = [url for url, ref in threads.items() if ref is None]
    if not known and len(threads) > 1:
        unknown = [url for url in unknown if page.thread in re.findall(r"\d+", url)]
    fitting = known or (unknown if page.thread is not None or len(threads) == 1 else [])
    if len(fitting) != 1:
        unnamed = Told("a thread that it does not name (say its address with --url)")
        what = Told("thread {thread}", thread=page.thread) if page.thread else unnamed
        raise GolosaError(
            "{name}: a page of {what}, not of this day's: {threads}",
            name=source.name,
            what=what,
            threads=", ".join(threads),
        )
    return fitting[0]


def visits_of(thread: str, pages: Sequence[tuple[Source, Page]], source: str) -> tuple[Visit, ...]:
    """The visits that pages in any order make up: the newest sight of every page, the sights before those, and so on.

    They come in the order of time; the last one is the fullest. A page that was saved at two moments is in two visits;
    two files of one sight count once. Raises GolosaError where one page shows two things at one moment.
    """
    sights: dict[int, list[tuple[Source, Page]]] = {}
    for position, (taken, page) in enumerate(pages, start=1):
        sights.setdefault(page.page or position, []).append((taken, page))
    stacks = [_apart(number, found) for number, found in sights.items()]
    depth = max(len(stack) for stack in stacks)
    layers = [[stack[-layer] for stack in stacks if len(stack) >= layer] for layer in range(depth, 0, -1)]
    return tuple(visit_of(thread, layer, source) for layer in layers)


def _apart(number: int, sights: list[tuple[Source, Page]]) -> list[tuple[Source, Page]]:
    """The different sights of a page in the order of time."""
    sights.sort(key=seen_at)
    kept = []
    for moment, same in groupby(sights, key=seen_at):
        first, *others = same
        for source, page in others:
            if page.posts != first[1].posts:
                raise GolosaError(
                    "{name} and {other}: both show page {number} at {moment}, with other posts; give each "
                    "the moment at which it was saved: --seen-at once for each file, in their order",
                    name=first[0].name,
                    other=source.name,
                    number=number,
                    moment=moment,
                )
        kept.append(first)
    return kept


def seen_at(sight: tuple[Source, Page]) -> datetime:
    assert sight[0].seen_at is not None
    return sight[0].seen_at


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
    for taken, page in pages:
        if page.guess:
            raise GolosaError("{name}: {why}", 3, name=taken.name or page.url, why=UNCONFIRMED)
    by_number: dict[int, tuple[Source, Page]] = {}
    for position, (taken, page) in enumerate(pages, start=1):
        by_number[page.page or position] = (taken, page)
    ordered = [by_number[number] for number in sorted(by_number)]
    expected = max((page.pages or 1 for _, page in ordered), default=1)
    missing = sorted(set(range(1, expected + 1)) - set(by_number))
    if why is None and ordered[-1][1].pages is None:
        why, complete = Told("the pages do not tell how many there are"), False
    if missing and why is None:
        why = Told("pages {missing} of {all} are missing", missing=", ".join(map(str, missing)), all=expected)
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
        started=min(taken.asked_at or seen_at((taken, page)) for taken, page in ordered),
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
