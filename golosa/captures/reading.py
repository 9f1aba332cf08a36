"""Saved files as pages of threads: each with its address and the moment at which the forum made it.

Knows what a host can be asked (`Ask`); knows no terminal and no store.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct, structs

import forums
from forums import Page, Source
from forums.decode import decode
from forums.origin import claimed
from golosa.captures import Capture, Captures, captures_of, no_text
from golosa.errors import GolosaError, Told
from golosa.folder.config import ForumTable
from golosa.reading.saved import any_page, board_of, read

#: `--seen-at file`: each file was written when its page was saved.
FILE = "file"
#: How far a forum's clock may be ahead of the one of the machine that saved the page.
SKEW = timedelta(minutes=10)
When = datetime | str | None
Ask = Callable[[Path], datetime | None]  #: asks the host when that file was saved; None: he does not know
AskAddress = Callable[[Path], str | None]  #: asks him for the address of the page in it
NEEDS_MOMENT = Told(
    "saved pages need --seen-at: when they were saved, like 2026-03-02T22:05:00+03:00, or `file` if each file was "
    "written then"
)


class Saved(Struct, frozen=True):
    """What files hold."""

    pages: tuple[tuple[Source, Page], ...]
    notes: tuple[str, ...]  #: what the host should know of how each was understood
    logged: frozenset[str]  #: names of the pages that come from the log of a browser's work


def read_files(
    files: Sequence[Path],
    urls: Sequence[str],
    seen: Sequence[When],
    forum: ForumTable,
    ask: Ask | None = None,
    ask_address: AskAddress | None = None,
) -> Saved:
    """The pages of threads in saved files, in the files' order.

    `urls`: none, or one for each file. `seen`: none, one for all files, or one for each; it is for pages that do not
    tell themselves. `ask` and `ask_address` are for what neither tells.
    Raises GolosaError naming the file that is no readable thread page, or what has to be told.
    """
    if urls and len(urls) != len(files):
        raise GolosaError(
            "{files} files but {urls} times --url; give one for each file, in their order",
            files=len(files),
            urls=len(urls),
        )
    if len(seen) > 1 and len(seen) != len(files):
        raise GolosaError(
            "{files} files but {seen} times --seen-at; give one, or one for each file", files=len(files), seen=len(seen)
        )
    pages: list[tuple[Source, Page]] = []
    notes: list[str] = []
    logged: set[str] = set()
    for place, file in enumerate(files):
        when = seen[place] if len(seen) > 1 else seen[0] if seen else None
        reader = _Reader(file, urls[place] if urls else None, when, forum, ask, ask_address)
        held = captures_of(file)
        pages += reader.pages(held)
        notes += reader.notes
        if held.archive:
            logged.update(capture.name for capture in held.pages)
    return Saved(tuple(pages), tuple(notes), frozenset(logged))


class _Reader:
    """Reads the pages of one file."""

    def __init__(
        self,
        file: Path,
        url: str | None,
        when: When,
        forum: ForumTable,
        ask: Ask | None,
        ask_address: AskAddress | None,
    ) -> None:
        self.file, self.url, self.when, self.forum = file, url, when, forum
        self.ask, self.ask_address = ask, ask_address
        self.notes: list[str] = []

    def pages(self, held: Captures) -> list[tuple[Source, Page]]:
        if not held.archive:
            return [self._single(held.pages[0])]
        return self._threads(held)

    def _single(self, capture: Capture) -> tuple[Source, Page]:
        seen_at = capture.seen_at or self._told(capture)
        source = structs.replace(self._source(capture), seen_at=seen_at)
        page = read(source, self.forum)
        source, page = self._addressed(source, page)
        dated = _by_page(source, page)
        if dated.seen_at is None:
            raise GolosaError("{name}: {why}", name=self.file.name, why=NEEDS_MOMENT)
        if dated.seen_at != source.seen_at:
            page = read(dated, self.forum)
        self._note(capture, dated, page)
        return dated, page

    def _told(self, capture: Capture) -> datetime | None:
        """The moment of saving that the page's own file does not tell: the host's word, or the page's own clock."""
        if isinstance(self.when, datetime):
            return self.when
        if self.when == FILE:
            return written_at(self.file)
        if _shows_now(self._source(capture), self.forum):
            return None
        return self.ask(self.file) if self.ask is not None else None

    def _source(self, capture: Capture) -> Source:
        return source_of(capture, self.forum.zone, url=self.url)

    def _addressed(self, source: Source, page: Page) -> tuple[Source, Page]:
        """With the address that the page claims, where nothing else tells one and the page is the same page with it;
        else with the one that the host tells, if it takes an address to say which thread it is."""
        if source.url is not None:
            return source, page
        if url := claimed(decode(source.content, source.headers).text):
            there = structs.replace(source, url=url)
            again = read(there, self.forum)
            if (page.page, page.pages, page.thread) == (again.page, again.pages, again.thread):
                return there, again
        if page.thread is None and self.ask_address is not None and (url := self.ask_address(self.file)):
            there = structs.replace(source, url=url)
            return there, read(there, self.forum)
        return source, page

    def _threads(self, held: Captures) -> list[tuple[Source, Page]]:
        """The pages of threads in a log of a browser's work. What it visited besides is passed over; a page whose text
        the log left out is not, if it is of a forum that threads came from."""
        found: list[tuple[Source, Page]] = []
        walls: list[tuple[Source, Page]] = []
        for capture in held.pages:
            source = self._source(capture)
            page = any_page(source, self.forum)
            (found if page.wall is None else walls).append((source, page))
        hosts = {urlsplit(source.url or "").netloc for source, _ in found}
        lost = [url for url in held.missing if not found or urlsplit(url).netloc in hosts]
        if lost:
            raise no_text(self.file.name, lost[0])
        if not found:
            read(walls[0][0], self.forum)  # tells the wall
        return found

    def _note(self, capture: Capture, source: Source, page: Page) -> None:
        assert source.seen_at is not None
        place = f"{capture.name}: page {page.page or '?'} of {page.pages or '?'}, {source.seen_at.isoformat()}"
        if page.now is not None:
            self.notes.append(f"{place} by the page's own clock")
        elif capture.seen_at is not None:
            self.notes.append(f"{place} by the file, which tells no time of loading: reload a page before you save it")


def source_of(capture: Capture, zone: str | None, *, url: str | None = None, seen_at: datetime | None = None) -> Source:
    """A capture as a source; the host's `url` goes before the file's, the file's moment before his `seen_at` (UTC)."""
    return Source(
        content=capture.content,
        url=url or capture.url,
        headers=capture.headers,
        status=capture.status,
        asked_at=capture.asked_at,
        seen_at=capture.seen_at or seen_at,
        zone=zone,
        name=capture.name,
    )


def written_at(file: Path) -> datetime:
    """When a file was last written (UTC)."""
    return datetime.fromtimestamp(file.stat().st_mtime, UTC)


def _shows_now(source: Source, forum: ForumTable) -> bool:
    """Whether the page itself tells when it was made, without anybody's help."""
    try:
        return forums.read(source, board_of(forum, source.url)).now is not None
    except forums.PageError:
        return False


def _by_page(source: Source, page: Page) -> Source:
    """The source with what the page's own clock says of its making: that is when it was loaded, not when it was saved.

    Raises GolosaError where the page was made after the moment at which it is said to have been saved.
    """
    now, seen = page.now, source.seen_at
    if now is None:
        return source
    if seen is not None and now.earliest > seen + SKEW:
        raise GolosaError(
            "{name}: the page says that it was made at {earliest}, after it was saved ({seen}): "
            "check --seen-at and the forum's zone",
            name=source.name,
            earliest=now.earliest,
            seen=seen,
        )
    inside = seen is not None and now.earliest <= seen < now.latest
    return structs.replace(source, asked_at=now.earliest, seen_at=seen if inside else now.latest)
