"""Walks over a member's inbox: every message that is not known yet, once. Knows no store and no game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from urllib.parse import urljoin

from msgspec import Struct

from engine.telling import Told, told
from forums.boards import Board
from forums.inboxes import Entry, Folder, Letter, Reader
from forums.logins import board_of
from forums.pages import PageError, Source
from scraper.client import UnreachableError
from scraper.login import LoginError, find_door, is_in
from scraper.member import MemberClient

_MOST_PAGES = 40  #: of the list, and of one conversation


class Unread(Struct, frozen=True):
    """A message that could not be read, and why."""

    url: str
    subject: str
    why: str


class Inbox(Struct, frozen=True):
    """What a walk over the inbox brought."""

    software: str
    letters: tuple[Letter, ...]  #: new ones, by time
    unread: tuple[Unread, ...] = ()
    older: int = 0  #: entries that were sent before the moment asked for, and were left alone
    why: str | None = None  #: why it is incomplete, if it is


def read_inbox(client: MemberClient, url: str, *, known: Collection[str], since: datetime, board: Board) -> Inbox:
    """The messages since that moment (UTC) whose ids are not among the `known`. `url` is a page of the forum.

    Raises LoginError where the client is no member and cannot become one, UnreachableError where the forum is silent,
    PageError where the inbox of its software is not known.
    """
    door = find_door(client, url)
    if not is_in(client, door) and not client.renew():
        raise LoginError("{url}: only a member has an inbox: `golosa login`", url=url)
    reader = Reader(door.software, board)
    walk = _Walk(client, reader, known, since)
    walk.run(door.page.url or url)
    letters = sorted(walk.letters.values(), key=lambda letter: (letter.at.earliest, int(letter.id)))
    return Inbox(door.software, tuple(letters), tuple(walk.unread), walk.older, walk.why)


class _Walk:
    """One walk; what is read so far is in it."""

    def __init__(self, client: MemberClient, reader: Reader, known: Collection[str], since: datetime) -> None:
        self.client, self.reader, self.known, self.since = client, reader, known, since
        self.letters: dict[str, Letter] = {}
        self.unread: list[Unread] = []
        self.older = 0
        self.why: str | None = None

    def run(self, url: str) -> None:
        entries: dict[str, Entry] = {}
        for folder in self._pages(self._first(url), self.reader.folder):
            entries |= {entry.id: entry for entry in folder.entries}
            self._take(folder)
        for entry in entries.values():
            if entry.id in self.known and not self.reader.way.letter_pages:
                continue
            if entry.at is not None and entry.at.latest <= self.since:
                self.older += 1
                continue
            self._open(entry)

    def _first(self, url: str) -> Source:
        """The list's first page, at the first address that is there."""
        source = None
        for start in self.reader.way.starts:
            source = self.client.get(urljoin(board_of(url), start))
            if (source.status or 200) < 400:
                break
        assert source is not None
        return source

    def _open(self, entry: Entry) -> None:
        try:
            first = self.client.get(entry.url)
            for folder in self._pages(first, lambda source: self.reader.message(source, entry)):
                self._take(folder)
        except (PageError, UnreachableError) as error:
            self.unread.append(Unread(entry.url, entry.subject, told(error)))

    def _take(self, folder: Folder) -> None:
        for letter in folder.letters:
            if letter.id in self.known:
                continue
            if letter.at.latest <= self.since:
                self.older += 1
            else:
                self.letters[letter.id] = letter

    def _pages(self, first: Source, read: Callable[[Source], Folder]) -> Iterator[Folder]:
        """A page and all that it and they link to, each once."""
        seen, waiting = {first.url}, [first]
        while waiting:
            folder = read(waiting.pop(0))
            yield folder
            for url in folder.pages:
                if url in seen:
                    continue
                if len(seen) >= _MOST_PAGES:
                    self.why = Told(
                        "the inbox has more than {most} pages: clear it up, or take the rest by hand", most=_MOST_PAGES
                    )
                    return
                seen.add(url)
                waiting.append(self.client.get(url))
