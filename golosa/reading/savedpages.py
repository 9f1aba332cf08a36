"""Pages saved from a browser, as the posts of a day: what `golosa count --saved` and the desk share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from golosa.captures.reading import Ask, AskAddress, When, read_files
from golosa.errors import GolosaError
from golosa.folder.config import DayTable
from golosa.folder.game import Game
from golosa.reading.fetching import page_before
from golosa.reading.joining import with_earlier
from golosa.reading.saved import by_thread, visits_of
from golosa.reading.shifts import require_one_numbering, require_one_zone


def keep(
    game: Game,
    day: DayTable,
    files: Sequence[Path],
    urls: Sequence[str],
    seen: Sequence[When],
    ask: Ask | None = None,
    ask_address: AskAddress | None = None,
) -> tuple[str, ...]:
    """Keeps what the files show of the day's threads; gives what the host should know of how each was understood.

    `urls`, `seen` and what asks as `golosa.captures.reading.read_files`, which names the file that cannot be read.
    """
    if not day.threads:
        raise GolosaError("day {day} has no thread: name it with `golosa day open --thread URL`", day=day.number)
    saved = read_files(files, urls, seen, game.config.forum, ask, ask_address)
    threads = {url: game.archive.ref(url) for url in day.threads}
    for thread, pages in by_thread(saved.pages, threads, saved.logged).items():
        before, now = page_before(game, thread), [page for _, page in pages]
        require_one_zone(before, now, thread)
        require_one_numbering(before, now, thread)
        for visit in visits_of(thread, with_earlier(game, thread, pages), "saved"):
            game.archive.add(visit)
    return saved.notes
