"""Pages of one thread that were saved in several runs, put together as if they had been given in one.

Only where that is safe: the sights lie close together, and no page grew after its own. Knows pages and the archive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from forums import Page, Source
from golosa.errors import GolosaError
from golosa.folder.game import Game
from golosa.reading.fetching import read_again
from golosa.reading.saved import seen_at

Sight = tuple[Source, Page]
#: Sights further apart than this are no look at one state of the thread: a deletion between them moves posts from page
#: to page, past both.
TOGETHER = timedelta(minutes=30)


def with_earlier(game: Game, thread: str, sights: Sequence[Sight]) -> tuple[Sight, ...]:
    """The sights of this run, with those of earlier runs that make them all pages of the thread; without, where they
    cannot."""
    by_number = {page.page: (source, page) for source, page in sights}
    expected = _pages(sights)
    if expected is None or None in by_number:
        return tuple(sights)
    lacking = set(range(1, expected + 1)) - by_number.keys()
    found = dict(_newest(game, thread, lacking)) if lacking else {}
    fitting = {number: sight for number, sight in found.items() if _was_full(sight[1]) or number == expected}
    together = (*fitting.values(), *sights)
    if not lacking or lacking - fitting.keys() or not _are_one(together):
        return tuple(sights)
    return together


def _pages(sights: Sequence[Sight]) -> int | None:
    """How many pages the thread has, by the newest sight; None where that does not tell."""
    return max(sights, key=seen_at)[1].pages


def _newest(game: Game, thread: str, numbers: set[int]) -> Iterator[tuple[int, Sight]]:
    """The newest sight of each of these pages among those saved before."""
    saved = [sweep for sweep in game.archive.sweeps(thread) if sweep.source == "saved"]
    kept = [(page, sweep.started) for sweep in saved for page in game.archive.received(sweep.id)]
    for number in numbers:
        own = [(page, started) for page, started in kept if page.number == number]
        if not own:
            continue
        page, started = max(own, key=lambda one: one[0].seen_at)
        try:
            yield number, read_again(game, page, started)
        except GolosaError:
            continue  # it can no longer be read, so it is lacking


def _was_full(page: Page) -> bool:
    """Whether other pages stood behind it: one that was the last could still grow."""
    return page.page is not None and page.pages is not None and page.page < page.pages


def _are_one(sights: Sequence[Sight]) -> bool:
    """Whether sights lie close together, and no post has moved from page to page between them.

    The thread's first post may stand on every page.
    """
    moments, posts = sorted(map(seen_at, sights)), dict[str, int | None]()
    ordered = sorted((page for _, page in sights), key=lambda page: page.page or 0)
    opening = ordered[0].posts[0].id
    for page in ordered:
        for post in page.posts:
            if posts.setdefault(post.id, page.page) != page.page and post.id != opening:
                return False
    return moments[-1] - moments[0] <= TOGETHER
