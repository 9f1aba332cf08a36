"""Walks over a thread: whole sweeps whose passes agree, and polls that cost one request.

What to fetch next is decided by `scraper.plan` and asked for in the adapters' words (`forums.page_request`); what a
page is, is the page's. Knows no store.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct

import forums
from engine.telling import Told, ToldError, told
from forums import Board, Page, PageError, Source, Wall
from forums.pages import OtherViewError
from scraper.client import Client, UnreachableError
from scraper.plan import Known, differing, next_new, next_page, said_on, unfit

Progress = Callable[[int, int | None], None]
Read = tuple[Source, Page]
TRIES = 3
_MOST_PAGES = 5000
#: What a forum shows a member whose session is over.
_DOORS = (Wall.LOGIN, Wall.PERMISSION)
#: What some forums show in its place, as if the thread were not there.
_HIDDEN = (Wall.NOT_FOUND, Wall.NOT_A_THREAD)
#: Guests may be shown less of a post than members are.
OUTSIDE = Told("the forum shows its pages as to a guest, the login or its cookies hold no more: `golosa login`")
_LATER = datetime.max.replace(tzinfo=UTC)

#: What to do at each wall.
ADVICE: Mapping[Wall, Told] = {
    Wall.LOGIN: Told("the forum shows this thread to members only: `golosa login`, or save the pages and use --saved"),
    Wall.PERMISSION: Told(
        "the forum does not let this reader in: log in, ask for access, or save the pages and use --saved"
    ),
    Wall.NOT_FOUND: Told("there is no such thread: check the address"),
    Wall.MAINTENANCE: Told("the forum is closed for maintenance: try again later"),
    Wall.ANTIBOT: Told("the forum asks whether a human is reading: save the pages in a browser and use --saved"),
    Wall.FLOOD: Told("the forum asks to slow down: try again in a few minutes"),
    Wall.NOT_A_THREAD: Told(
        "this is not a page of a thread: give the thread's own address, not a list or a print view"
    ),
    Wall.UNKNOWN_SOFTWARE: Told(
        "no known forum software made this page: say in boards.toml where its posts stand (docs/forums.md), "
        "or see whether the address is a thread's"
    ),
}


#: What to do where nobody knows the software and the host has not confirmed the guess.
UNCONFIRMED = Told(
    "no known forum software made this page, its posts were read by guess: look at them with `golosa probe`, "
    "then confirm them with `golosa probe --confirm`"
)


class Pass(Struct, frozen=True):
    """One pass over the thread, or its beginning where it broke off."""

    pages: tuple[Read, ...]
    since: datetime  #: UTC, the forum's clock: what is older was there when the pass began


class Walk(Struct, frozen=True, kw_only=True):
    """What a walk brought, and why it is incomplete, if it is."""

    passes: tuple[Pass, ...]
    complete: bool
    since: datetime | None = None  #: of a complete walk: every post older than this is on the last pass's pages
    why: str | None = None
    wall: Wall | None = None
    differs: tuple[str, ...] = ()  #: ids of earlier posts that were changed, missing or passed over, against `known`

    @property
    def pages(self) -> tuple[Read, ...]:
        """The pages of the last pass, in the order read."""
        return self.passes[-1].pages if self.passes else ()


class _StoppedError(ToldError):
    def __init__(self, text: str, wall: Wall | None = None, **values: object) -> None:
        super().__init__(text, **values)
        self.why, self.wall = self.told, wall


class _OtherViewError(_StoppedError):
    def __init__(self, error: OtherViewError) -> None:
        super().__init__(told(error))
        self.page = error.page


class Walker:
    """Walks one thread with one client. `passes` holds what was read so far, also when a walk is interrupted."""

    def __init__(
        self, client: Client, url: str, *, board: Board | None = None, progress: Progress | None = None
    ) -> None:
        self.client, self.url, self.board = client, url, board
        self.progress = progress or (lambda done, total: None)
        self._passes: list[list[Read]] = []

    @property
    def passes(self) -> tuple[Pass, ...]:
        """What was read so far."""
        return tuple(pass_of(pages) for pages in self._passes if pages)

    def sweep(
        self,
        at: datetime | None = None,
        known: Known | None = None,
        known_since: datetime | None = None,
        begun: Sequence[Read] = (),
    ) -> Walk:
        """The whole thread, passed over until two passes agree on every post that is older than the first of them.

        `known` is what the last whole sweep showed and `known_since` its `Walk.since`; `at` (UTC) is the moment for
        which posts are wanted. A sweep that began after it is as good as a pass of this one. After three passes that do
        not agree the walk is incomplete; so it is at a wall, at a page that cannot be read and when the forum is
        silent. Posts younger than `Walk.since` may have been passed over.

        `begun` are pages 1 to n of a pass that broke off: the first pass goes on from page n, which is read again, or
        begins anew where that page no longer is what it was. A pass so pieced together never proves anything alone.
        """
        self._passes = []
        differs: tuple[str, ...] = ()
        earlier, since = known, known_since
        trusted = at is not None and since is not None and since >= at and not begun
        for attempt in range(TRIES):
            try:
                self._once(begun if attempt == 0 else ())
            except _StoppedError as stop:
                return Walk(passes=self.passes, complete=False, why=stop.why, wall=stop.wall, differs=differs)
            now = said_on(page for _, page in self._passes[-1])
            apart = differing(earlier, now, since) if earlier is not None and since is not None else None
            if attempt == 0:
                differs = apart or ()
            if apart == () and (attempt > 0 or trusted):
                return Walk(passes=self.passes, complete=True, since=since, differs=differs)
            earlier, since = now, self.passes[-1].since
        why = Told("the thread changed while it was read, {times} times in a row: try again", times=TRIES)
        return Walk(passes=self.passes, complete=False, why=why, differs=differs)

    def poll(self, last: Page) -> Walk:
        """What is new since `last`, the last page as it was read before: one request where nothing is.

        `Walk.differs` holds the posts that are new, too. Never complete: other pages may have changed, and a deletion
        moves posts to pages that are not looked at.
        """
        pages: list[Read] = []
        self._passes = [pages]
        why = wall = None
        try:
            while (number := next_new(last, [page for _, page in pages])) is not None:
                read = self._page(last, number)
                fault = unfit(last, read[1], number)
                if fault is not None and (why is not None or read[1].pages is None or (read[1].page or 1) > number):
                    raise _StoppedError(fault)
                why = why or fault
                pages.append(read)
                _require_few(pages)
        except _StoppedError as stop:
            why, wall = stop.why, stop.wall
        differs = differing(said_on([last]), said_on(page for _, page in pages), _LATER) if pages else ()
        return Walk(passes=self.passes, complete=False, why=why, wall=wall, differs=differs)

    def _once(self, begun: Sequence[Read]) -> None:
        """One pass over all pages, kept as they come. Raises _StoppedError where it cannot go on."""
        pages = list(begun)
        self._passes.append(pages)
        if begun:
            self._go_on(pages)
        if not pages:
            pages.append(self._first())
        while (number := next_page([page for _, page in pages])) is not None:
            self.progress(len(pages), pages[-1][1].pages)
            read = self._page(pages[-1][1], number)
            _require_fit(pages[0][1], read[1], number)
            pages.append(read)
            _require_few(pages)
        self.progress(len(pages), len(pages))

    def _go_on(self, pages: list[Read]) -> None:
        """Reads the last of `pages` again; none is left where the thread is no longer as they show it."""
        again = self._page(pages[-1][1], len(pages))
        if unfit(pages[0][1], again[1], len(pages)) is None:
            pages[-1] = again
        else:
            pages.clear()

    def _first(self) -> Read:
        """The thread's first page, whichever page or view its address leads to."""
        try:
            first = self._read(self.url, {})
        except _OtherViewError as other:
            first = self._page(other.page, 1)
        if (first[1].page or 1) != 1 or first[1].pages is None or self._better(first[1]):
            first = self._page(first[1], 1)
        _require_fit(None, first[1], 1)
        return first

    @staticmethod
    def _better(first: Page) -> bool:
        """Whether the adapter reads pages in a form that tells more than the thread's own address does, as JSON."""
        try:
            return bool(forums.page_request(first, 1).headers)
        except PageError:
            return False  # a thread of one page may not tell how others are asked for

    def _renewed(self) -> bool:
        """Whether the client has logged in again. Raises _StoppedError where the forum did not let it in."""
        try:
            return self.client.renew()
        except UnreachableError as error:
            raise _StoppedError(told(error), Wall.LOGIN) from error

    def _let_in_again(self, source: Source) -> bool:
        """Whether a page was shown as to a guest and the client has logged in again: members may see more of a post.

        Raises _StoppedError where it was in and cannot come in again.
        """
        if not self.client.as_guest(source):
            return False
        if self._renewed():
            return True
        if self.client.insists:
            raise _StoppedError(OUTSIDE, Wall.LOGIN)
        return False

    def _page(self, known: Page, number: int) -> Read:
        try:
            request = forums.page_request(known, number)
        except PageError as error:
            if number != known.page or known.url is None:
                raise _StoppedError(told(error)) from error
            # It does not tell where the other pages are, but its own address is known.
            request = forums.Request(known.url)
        return self._read(request.url, request.headers, known.software)

    def _read(self, url: str, headers: Mapping[str, str], known: str | None = None) -> Read:
        """One page, read. One that is damaged, or of nobody's making, is fetched again before it is given up.

        Damage that comes again just so is the forum's own, and the page is taken as it is. `known` is the software of
        the thread's first page.
        """
        problem = _StoppedError("")
        damaged: Page | None = None
        for _ in range(TRIES):
            try:
                source = self.client.get(url, headers)
                page = forums.read(source, self.board, known)
            except UnreachableError as error:
                raise _StoppedError(told(error)) from error
            except OtherViewError as error:
                raise _OtherViewError(error) from error
            except PageError as error:
                problem = _StoppedError(told(error))
                continue
            if page.guess:
                raise _StoppedError("{url}: {why}", url=url, why=UNCONFIRMED)
            if page.wall is None and self._let_in_again(source):
                continue
            if page.wall is None and (not page.damaged or (damaged is not None and _alike(damaged, page))):
                return source, page
            if page.wall is None:
                damaged = page
                problem = _StoppedError("{url}: the page comes damaged, each time otherwise: try again later", url=url)
                continue
            problem = _StoppedError(_of_wall(source, page, page.wall), page.wall)
            if page.wall in _DOORS and self._renewed():
                continue
            if page.wall in _HIDDEN and self._let_in_again(source):
                continue
            if page.wall is not Wall.UNKNOWN_SOFTWARE or (source.status or 0) >= 400:
                break
        raise problem


def _alike(one: Page, other: Page) -> bool:
    """Whether two sights of a page show the same posts."""
    return not differing(said_on([one]), said_on([other]), _LATER)


def _of_wall(source: Source, page: Page, wall: Wall) -> Told:
    """A wall, with what to do and what the forum says of it."""
    advice = ADVICE[wall]
    if page.message:
        advice = Told("{advice} («{words}»)", advice=advice, words=page.message)
    if wall is Wall.UNKNOWN_SOFTWARE and source.status not in (None, 200):
        advice = Told("{advice} (HTTP status {status})", advice=advice, status=source.status)
    return advice


def _require_fit(first: Page | None, page: Page, number: int) -> None:
    fault = unfit(first, page, number)
    if fault is not None:
        raise _StoppedError(fault)


def _require_few(pages: Sequence[Read]) -> None:
    if len(pages) > _MOST_PAGES:
        raise _StoppedError("the thread has more than {most} pages", most=_MOST_PAGES)


def pass_of(pages: Sequence[Read]) -> Pass:
    """A pass, or its beginning, of at least one page as fetched."""
    asked = [source.asked_at for source, _ in pages if source.asked_at is not None]
    return Pass(tuple(pages), min(asked))
