"""Walks into the store: one fetcher at a time for a game, with progress on a terminal; and one page, kept nowhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from forums import Page, Source
from golosa import __version__
from golosa.access import client_for
from golosa.clock import Clock, system_clock
from golosa.errors import GolosaError, Told, told
from golosa.folder.config import ForumTable
from golosa.folder.game import Game
from golosa.locks import held
from golosa.reading.saved import board_of, read, visit_of
from golosa.reading.shifts import require_one_zone
from golosa.reading.walkfile import WalkFile, left_over
from golosa.store.visits import SeenPage
from scraper.client import Manners, UnreachableError
from scraper.plan import Known, said_by
from scraper.walk import OUTSIDE, Progress, Read, Walk, Walker, pass_of

USER_AGENT = f"golosa/{__version__} (counts the votes of a forum Mafia game for its host)"
MANNERS = Manners(user_agent=USER_AGENT)
INCOMPLETE = 3
BUSY = "{who} is fetching this game's threads; wait for it, or count with --offline"
RESUMED_WITHIN = timedelta(minutes=30)


def manners() -> Manners:
    """How this program fetches, as `MANNERS` says when it is asked."""
    return MANNERS


@contextmanager
def fetching(game: Game) -> Iterator[None]:
    """Holds the game's fetch lock. Raises HeldError (exit status 3) saying who holds it."""
    with held(game.folder, "fetch", BUSY, exit_code=INCOMPLETE):
        yield


def fetch(
    game: Game,
    thread: str,
    *,
    at: datetime | None = None,
    now: Clock = system_clock,
    sleep: Callable[[float], None] = time.sleep,
    progress: Progress | None = None,
) -> Walk:
    """Reads a thread whole and keeps what was seen; an incomplete or interrupted walk is kept too, and says why.

    `at` (UTC) is the moment that is to be counted: after a whole sweep that began later, one pass that agrees will do.
    `progress` is called with the pages read and their number, in the place of the bar on the terminal.
    Where the walk before broke off in the last half-hour, this one goes on from there.
    Raises GolosaError (exit status 3) where nothing of the thread could be read, or somebody else is fetching.
    """
    with fetching(game), _walking(game, thread, now, sleep, progress) as walker:
        known, since = _known(game, thread)
        last = page_before(game, thread)
        walk = walker.sweep(at, known, since, _begun(game, thread, now()))
        require_one_zone(last, [page for _, page in walk.pages], thread)
        keep(game, thread, walk)
    if not walk.pages:
        raise GolosaError("{thread}: {why}", INCOMPLETE, thread=thread, why=walk.why)
    return walk


def page_at(
    address: str,
    forum: ForumTable,
    folder: Path = Path(),
    *,
    now: Clock = system_clock,
    sleep: Callable[[float], None] = time.sleep,
) -> Source:
    """The one page at an address of a post or thread, as the member that `forum` names, else as a guest; kept nowhere.

    Relative cookies are looked for in `folder`. Raises GolosaError (exit status 3) where the forum is silent or does
    not let in.
    """
    url = address.partition("#")[0]
    client = client_for(forum, folder, url, manners(), now=now, sleep=sleep)
    try:
        page = client.get(url)
        if client.as_guest(page) and client.renew():
            page = client.get(url)
        if client.as_guest(page) and client.insists:
            raise GolosaError("{address}: {why}", INCOMPLETE, address=address, why=OUTSIDE)
    except UnreachableError as error:
        raise GolosaError(told(error), INCOMPLETE) from error
    finally:
        client.close()
    return msgspec.structs.replace(page, name=address)


def poll(
    game: Game,
    thread: str,
    *,
    now: Clock = system_clock,
    sleep: Callable[[float], None] = time.sleep,
    progress: Progress | None = None,
) -> Walk | None:
    """Looks for new posts from the last page that is known and keeps what was seen: one request where nothing is new.

    None where no page of the thread is known yet: `fetch` it first. Raises GolosaError as `fetch` does.
    """
    with fetching(game), _walking(game, thread, now, sleep, progress) as walker:
        last = last_page(game, thread)
        if last is None:
            return None
        walk = walker.poll(last)
        require_one_zone(last, [page for _, page in walk.pages], thread)
        keep(game, thread, walk)
    if not walk.pages:
        raise GolosaError("{thread}: {why}", INCOMPLETE, thread=thread, why=walk.why)
    return walk


@contextmanager
def _walking(
    game: Game, thread: str, now: Clock, sleep: Callable[[float], None], progress: Progress | None
) -> Iterator[Walker]:
    """A walker; what it had read when the user interrupted it is kept."""
    _take_up(game)
    client = client_for(game.config.forum, game.folder, thread, manners(), now=now, sleep=sleep)
    with _progress(thread, progress) as shown:
        file = WalkFile(game.folder, thread)

        def told(done: int, total: int | None) -> None:
            file.note([[source for source, _ in one.pages] for one in walker.passes])
            if shown is not None:
                shown(done, total)

        walker = Walker(client, thread, board=board_of(game.config.forum, thread), progress=told)
        try:
            yield walker
        except KeyboardInterrupt:
            keep(game, thread, Walk(passes=walker.passes, complete=False, why=Told("the last walk was interrupted")))
            raise
        finally:
            file.drop()
            client.close()


def _take_up(game: Game) -> None:
    """Keeps what a walk that was killed had read: it is gone on with as one that was interrupted."""
    found = left_over(game.folder)
    if found is None:
        return
    thread, sources = found
    try:
        passes = [[(source, read(source, game.config.forum)) for source in pages] for pages in sources]
        require_one_zone(page_before(game, thread), [page for _, page in passes[-1]], thread)
    except GolosaError:
        pass  # the walk that follows meets the same and tells it
    else:
        keep(
            game, thread, Walk(passes=tuple(map(pass_of, passes)), complete=False, why=Told("the last walk was killed"))
        )
    WalkFile(game.folder, thread).drop()


def keep(game: Game, thread: str, walk: Walk) -> None:
    """Stores a walk: each pass is a visit of its own, and only the last one of a complete walk is complete."""
    for number, one in enumerate(walk.passes, start=1):
        if number < len(walk.passes):
            visit = visit_of(
                thread, one.pages, "fetch", complete=False, why=Told("the thread was read again to be sure")
            )
        else:
            why = walk.why if walk.complete else walk.why or Told("only the newest pages were looked at")
            visit = visit_of(thread, one.pages, "fetch", complete=walk.complete, why=why)
        started = walk.since if visit.complete and walk.since else one.since
        game.archive.add(msgspec.structs.replace(visit, started=started))


def _known(game: Game, thread: str) -> tuple[Known | None, datetime | None]:
    """What the posts said when the thread was last read whole, and the moment up to which it was."""
    whole = [sweep for sweep in game.archive.sweeps(thread) if sweep.complete]
    if not whole:
        return None, None
    return said_by(game.archive.posts((thread,), upto=whole[-1].id)), whole[-1].started


def _begun(game: Game, thread: str, now: datetime) -> tuple[Read, ...]:
    """The pages, from the first on, of the last walk where it broke off and is worth going on with.

    It is not where it is old, or where a day or an overtime has ended since it began: it would prove nothing of it.
    """
    sweeps = game.archive.sweeps(thread)
    if not sweeps or sweeps[-1].complete or sweeps[-1].source != "fetch":
        return ()
    last = sweeps[-1]
    ends = [end for day in game.config.day for end in (game.frame(day).ends, game.overtime_end(day)) if end is not None]
    pages = game.archive.received(last.id)
    from_the_first = [page.number for page in pages] == list(range(1, len(pages) + 1))
    if now - last.started > RESUMED_WITHIN or any(last.started < end <= now for end in ends) or not from_the_first:
        return ()
    return tuple(read_again(game, page, last.started) for page in pages)


def page_before(game: Game, thread: str) -> Page | None:
    """The last page of the visit before; None also where it can no longer be read."""
    try:
        return last_page(game, thread)
    except GolosaError:
        return None


def last_page(game: Game, thread: str) -> Page | None:
    """The thread's last page as it was seen last, read again from the store."""
    last = game.archive.last_page(thread)
    return read_again(game, last)[1] if last is not None else None


def read_again(game: Game, page: SeenPage, asked_at: datetime | None = None) -> Read:
    """A page from the store."""
    source = Source(
        content=page.content,
        url=page.url,
        headers=page.headers,
        seen_at=page.seen_at,
        asked_at=asked_at,
        zone=game.config.forum.zone,
    )
    return source, read(source, game.config.forum)


@contextmanager
def _progress(thread: str, given: Progress | None) -> Iterator[Progress | None]:
    """Who is told of the pages as they come: the caller, where it asks to be; else a bar on a terminal, nobody in a
    pipe."""
    if given is not None or not sys.stderr.isatty():
        yield given
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(thread, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
