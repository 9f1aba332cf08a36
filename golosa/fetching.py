"""Walks into the store: one fetcher at a time for a game, with progress on a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from filelock import FileLock, Timeout

from engine.posts import Post
from golosa import __version__
from golosa.clock import Clock, system_clock
from golosa.errors import GolosaError
from golosa.game import Game
from golosa.saved import board_of, visit_of
from scraper.client import Client, Manners
from scraper.walk import Known, Walk, Walker, digest_of

USER_AGENT = f"golosa/{__version__} (counts the votes of a forum Mafia game for its host)"
INCOMPLETE = 3


def manners() -> Manners:
    """How this program fetches; tests and bench set the pause by GOLOSA_DELAY (seconds)."""
    return Manners(user_agent=USER_AGENT, delay=float(os.environ.get("GOLOSA_DELAY", "1.0")))


@contextmanager
def fetching(game: Game) -> Iterator[None]:
    """Holds the game's fetch lock. Raises GolosaError saying who holds it."""
    path = game.folder / "fetch.lock"
    lock = FileLock(str(path), timeout=0)
    holder = path.with_suffix(".holder")
    try:
        lock.acquire()
    except Timeout as error:
        who = holder.read_text(encoding="utf-8").strip() if holder.is_file() else "another golosa"
        raise GolosaError(f"{who} is fetching this game's threads; wait for it, or count with --offline", 3) from error
    try:
        holder.write_text(f"golosa (process {os.getpid()})", encoding="utf-8")
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()


def fetch(game: Game, thread: str, *, now: Clock = system_clock, sleep: Callable[[float], None] = time.sleep) -> Walk:
    """Reads a thread whole and keeps what was seen; an incomplete walk is kept too, and says why.

    Raises GolosaError (exit status 3) where nothing of the thread could be read.
    """
    with fetching(game), _progress(thread) as progress:
        client = Client(manners(), now=now, sleep=sleep, zone=game.config.forum.zone)
        try:
            before, known = _known(game, thread)
            walker = Walker(client, thread, board=board_of(game.config.forum), progress=progress)
            walk = walker.sweep(before, known)
        finally:
            client.close()
        keep(game, thread, walk)
    if not walk.pages:
        raise GolosaError(f"{thread}: {walk.why}", INCOMPLETE)
    return walk


def keep(game: Game, thread: str, walk: Walk) -> None:
    """Stores a walk as one visit."""
    if not walk.pages:
        return
    visit = visit_of(thread, walk.pages, "fetch", complete=walk.complete, why=walk.why)
    game.archive.add(visit)


def _known(game: Game, thread: str) -> tuple[datetime | None, Known | None]:
    """When the thread was last read whole, and what its posts said then."""
    whole = [sweep for sweep in game.archive.sweeps(thread) if sweep.complete]
    if not whole:
        return None, None
    before = whole[-1].started
    posts = game.archive.posts((thread,), upto=whole[-1].id)
    return before, {post.id: _digest(post) for post in posts if post.gone is None and post.at.earliest < before}


def _digest(post: Post) -> str:
    return digest_of(post.author, post.revisions[-1].body)


@contextmanager
def _progress(thread: str) -> Iterator[Callable[[int, int | None], None] | None]:
    """A progress bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(thread, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
