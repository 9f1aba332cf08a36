"""Walks over a thread: whole sweeps that agree with each other, and polls that cost one request.

What to fetch next is the adapters' word (`forums.page_request`); what a page is, is the page's. Knows no store.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec
from msgspec import Struct

import forums
from forums import Board, Page, PageError, Source, Wall
from scraper.client import Client, UnreachableError

Progress = Callable[[int, int | None], None]
Read = tuple[Source, Page]
Known = Mapping[str, str]  #: post id -> digest of what it says
TRIES = 3
_MOST_PAGES = 5000

#: What to do at each wall.
ADVICE: Mapping[Wall, str] = {
    Wall.LOGIN: "the forum shows this thread to members only: log in, or save the pages in a browser and use --saved",
    Wall.PERMISSION: "the forum does not let this reader in: ask for access, or save the pages and use --saved",
    Wall.NOT_FOUND: "there is no such thread: check the address",
    Wall.MAINTENANCE: "the forum is closed for maintenance: try again later",
    Wall.ANTIBOT: "the forum asks whether a human is reading: save the pages in a browser and use --saved",
    Wall.FLOOD: "the forum asks to slow down: try again in a few minutes",
    Wall.NOT_A_THREAD: "this is not a page of a thread: give the thread's own address, not a list or a print view",
    Wall.UNKNOWN_SOFTWARE: "no known forum software made this page: `golosa probe` tells more",
}


class Walk(Struct, frozen=True, kw_only=True):
    """What a walk brought: pages in the order of the thread, and why it is incomplete, if it is."""

    pages: tuple[Read, ...]
    complete: bool
    why: str | None = None
    wall: Wall | None = None
    differs: tuple[str, ...] = ()  #: ids of earlier posts that were new, changed or missing against the sweep before
    tries: int = 1


class _StoppedError(Exception):
    def __init__(self, why: str, wall: Wall | None = None) -> None:
        super().__init__(why)
        self.why, self.wall = why, wall


class Walker:
    """Walks one thread with one client."""

    def __init__(
        self, client: Client, url: str, *, board: Board | None = None, progress: Progress | None = None
    ) -> None:
        self.client, self.url, self.board = client, url, board
        self.progress = progress or (lambda done, total: None)

    def sweep(self, before: datetime | None = None, known: Known | None = None) -> Walk:
        """The whole thread, read until two sweeps agree on the posts made before a moment.

        `known` is what the last whole sweep showed, of posts before `before` (UTC): where the first sweep agrees with
        it, one is enough. A thread of one page is read twice too: a damaged byte can hide the others. After three
        sweeps that do not agree the walk is incomplete; so it is at a wall, at a page that cannot be read and when the
        forum is silent.
        """
        started = self.client.now()
        differs: tuple[str, ...] = ()
        earlier, limit = known, before or started
        pages: list[Read] = []
        for attempt in range(1, TRIES + 1):
            pages = []
            try:
                self._once(pages)
            except _StoppedError as stop:
                return Walk(pages=tuple(pages), complete=False, why=stop.why, wall=stop.wall, tries=attempt)
            apart = _differing(earlier, _digests(pages, limit)) if earlier is not None else ()
            if attempt == 1:
                differs = apart
            if earlier is not None and not apart:
                return Walk(pages=tuple(pages), complete=True, differs=differs, tries=attempt)
            earlier, limit = _digests(pages, started), started
        why = f"the thread changed while it was read, {TRIES} times in a row: try again"
        return Walk(pages=tuple(pages), complete=False, why=why, differs=differs, tries=TRIES)

    def poll(self, last: Page) -> Walk:
        """What is new since `last`, the last page as it was read before: one request where nothing is."""
        pages: list[Read] = []
        try:
            number = last.page or 1
            total = number
            while number <= total and number <= _MOST_PAGES:
                source, page = self._page(last, number)
                pages.append((source, page))
                total = max(total, page.pages or 1)
                number += 1
        except _StoppedError as stop:
            return Walk(pages=tuple(pages), complete=False, why=stop.why, wall=stop.wall)
        return Walk(pages=tuple(pages), complete=False, why=None)

    def _once(self, pages: list[Read]) -> None:
        """One pass over all pages, added to `pages` as they come. Raises _StoppedError where it cannot go on."""
        first = self._read(self.url, {})
        if (first[1].page or 1) != 1 or first[1].pages is None:
            first = self._page(first[1], 1)
        if first[1].pages is None:
            raise _StoppedError("the page does not tell how many pages the thread has: save them all and use --saved")
        pages.append(first)
        total = first[1].pages
        number = 2
        self.progress(1, total)
        while number <= total:
            if number > _MOST_PAGES:
                raise _StoppedError(f"the thread has more than {_MOST_PAGES} pages")
            source, page = self._page(pages[-1][1], number)
            pages.append((source, page))
            total = page.pages or total
            self.progress(number, total)
            number += 1

    def _page(self, known: Page, number: int) -> Read:
        try:
            request = forums.page_request(known, number)
        except PageError as error:
            raise _StoppedError(str(error)) from error
        source, page = self._read(request.url, request.headers)
        if page.page is not None and page.page != number:
            # Some software answers a page beyond the end with the first or the last one.
            raise _StoppedError(f"page {number} was asked for and page {page.page} came: the thread has become shorter")
        return source, page

    def _read(self, url: str, headers: Mapping[str, str]) -> Read:
        """One page, read; one that is damaged is fetched again before it is given up."""
        problem: PageError | None = None
        for _ in range(TRIES):
            try:
                source = self.client.get(url, headers)
            except UnreachableError as error:
                raise _StoppedError(str(error)) from error
            try:
                page = forums.read(source, self.board)
            except PageError as error:
                problem = error
                continue
            if page.wall is not None:
                words = f" («{page.message}»)" if page.message else ""
                raise _StoppedError(f"{ADVICE[page.wall]}{words}", page.wall)
            return source, page
        raise _StoppedError(str(problem))


def digest_of(author: str, body: object) -> str:
    """What a post says, in short: its author and its text as a browser shows it."""
    return hashlib.sha256(author.encode() + b"\n" + msgspec.json.encode(body)).hexdigest()


def _digests(pages: list[Read], before: datetime) -> dict[str, str]:
    return {
        reading.id: digest_of(reading.author, reading.body)
        for _, page in pages
        for reading in page.posts
        if reading.at.earliest < before and not reading.deleted
    }


def _differing(earlier: Known, now: Known) -> tuple[str, ...]:
    changed = [post for post, digest in now.items() if earlier.get(post) != digest]
    return (*changed, *(post for post in earlier if post not in now))
