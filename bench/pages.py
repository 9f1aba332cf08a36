"""Pages to votes: from the bytes of a page to its posts with marks and matched names, engine by engine.

    python bench/pages.py [ENGINE…]

Reads the pages in `fixtures/pages`, and those that real forum software rendered where they are (the folder that
GOLOSA_SHARED names, or `../shared`). Beside each page the same bytes go through `lxml.html.document_fromstring`, in
the same run; "beyond" is what a post costs more than that bare parse, and the ratio is of the two. Times are of this
process's CPU, the least of repeats by page (other programs only add to it), with the garbage collector as the program
has it. Pages are read as a walk reads those after the first: it knows the thread's software. The targets: under 2 ms
for a page of 25 posts, under 60 µs for each post beyond the parse, a ratio of 2. `bench/phases.py` tells where the
time goes.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path

import lxml.html
from msgspec import Struct

import forums
from engine.names import Names
from engine.people import Player, Roster
from forums import PageError, Source

REPOSITORY = Path(__file__).parents[1]
WRITTEN = REPOSITORY / "fixtures" / "pages"
RENDERED = Path(os.environ.get("GOLOSA_SHARED", REPOSITORY.parent / "shared")) / "pages"
ZONE = "Europe/Moscow"
REPEATS = 15


def written() -> Iterator[tuple[str, Source]]:
    """The pages that were written for the tests: small, two to five posts each."""
    for path in sorted(WRITTEN.glob("*/expected.json")):
        for told in json.loads(path.read_text("utf-8")):
            seen = datetime.fromisoformat(told["seen_at"]) if told["seen_at"] else datetime(2026, 3, 2, 12, tzinfo=UTC)
            content = (path.parent / told["file"]).read_bytes()
            yield f"fixture {path.parent.name}", Source(content=content, url=told["url"], seen_at=seen, zone=ZONE)


def rendered() -> Iterator[tuple[str, Source]]:
    """Pages of a thread as real forum software rendered them."""
    for path in sorted(RENDERED.rglob("thread_p*.html")):
        lines = path.with_suffix(".headers").read_text("utf-8", "replace").splitlines()[1:]
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        seen = parsedate_to_datetime(headers["date"]).astimezone(UTC) if "date" in headers else None
        url = path.with_suffix(".url").read_text("utf-8").strip()
        source = Source(content=path.read_bytes(), url=url, headers=headers, seen_at=seen, zone=ZONE)
        yield path.relative_to(RENDERED).parts[0], source


class Case(Struct, frozen=True):
    """A page of a thread."""

    source: Source
    software: str | None  #: the thread's, as a walk knows it after the first page
    authors: tuple[str, ...]


def case_of(source: Source) -> Case | None:
    """A page with posts; None for a wall, a page in JSON, and one that needs a board's settings."""
    try:
        page = forums.read(source)
    except PageError:
        return None
    if not page.posts or source.content.lstrip().startswith(b"{"):
        return None
    return Case(source, page.software, tuple(post.author for post in page.posts))


def cases(engines: Sequence[str]) -> dict[str, list[Case]]:
    """Pages by engine, of the engines named or of all. Ends the program where there are none."""
    found: dict[str, list[Case]] = defaultdict(list)
    for engine, source in (*rendered(), *written()):
        if (not engines or engine.split()[-1] in engines) and (case := case_of(source)) is not None:
            found[engine].append(case)
    if not found:
        raise SystemExit(
            f"no pages of {' or '.join(engines)}; the folders in {WRITTEN} and {RENDERED} name the engines"
        )
    return found


def names_of(pages: Sequence[Case]) -> Names:
    """The authors of some pages as a roster."""
    return Names(Roster(tuple(Player(name) for name in dict.fromkeys(name for page in pages for name in page.authors))))


def votes(page: Case, names: Names) -> int:
    """Reads a page and the names in its marks; gives how many marks name a player."""
    found = 0
    for post in forums.read(page.source, known=page.software).posts:
        for mark in post.body.marks:
            found += names.read(mark.text, mark.before, mark.after).player is not None
    return found


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of one run."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def measure(pages: Sequence[Case]) -> tuple[float, float]:
    """Seconds for all pages, read and bare: of each page the least of its repeats, the two taken by turns.

    Each repeat begins with a roster whose names have read nothing yet, and goes through the pages in their order: what
    is remembered of texts is remembered from page to page, as in a game.
    """
    rounds: list[list[tuple[float, float]]] = []
    for _ in range(REPEATS):
        names = names_of(pages)
        works = [(partial(votes, page, names), partial(_bare, page)) for page in pages]
        rounds.append([(seconds(read), seconds(parse)) for read, parse in works])
    whole = sum(min(ours for ours, _ in page) for page in zip(*rounds, strict=True))
    bare = sum(min(theirs for _, theirs in page) for page in zip(*rounds, strict=True))
    return whole, bare


def _bare(page: Case) -> None:
    lxml.html.document_fromstring(page.source.content)


def line(engine: str, pages: int, posts: int, whole: float, bare: float) -> str:
    """One line of the table."""
    each, beyond = whole / posts, (whole - bare) / posts
    return (
        f"{engine:22} {pages:5} {posts:6} {whole / pages * 1e3:8.2f} {each * 25e3:9.2f} {each * 1e6:8.0f} "
        f"{beyond * 1e6:8.0f} {whole / bare:6.2f}"
    )


def main() -> None:
    """Prints one line an engine, and one for all rendered pages."""
    gc.set_threshold(200_000, 20, 20)
    print("engine                 pages  posts  ms/page  ms/25 po  us/post   beyond  ratio")
    totals = [0, 0, 0.0, 0.0]
    for engine, pages in cases(sys.argv[1:]).items():
        posts = sum(len(page.authors) for page in pages)
        whole, bare = measure(pages)
        print(line(engine, len(pages), posts, whole, bare))
        if not engine.startswith("fixture"):
            totals = [total + more for total, more in zip(totals, (len(pages), posts, whole, bare), strict=True)]
    if totals[0]:
        print(line("all rendered", int(totals[0]), int(totals[1]), totals[2], totals[3]))


if __name__ == "__main__":
    main()
