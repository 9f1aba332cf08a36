"""Pages and posts as seen, visit after visit. Sights go in and stay; what is known of a post is worked out of them.

Since nothing is ever folded together here, the order in which visits are stored does not matter (V7), and what was
known at an earlier moment can be told exactly.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from engine.posts import Post, Reading
from golosa.clock import Clock, system_clock
from golosa.store.database import Database
from golosa.store.knowledge import Evidence, posts_of
from golosa.store.sentences import kept, read
from golosa.store.visits import SeenPage, Sweep, Visit, moment_of, stored

_SWEEPS = "FROM sweep JOIN thread ON thread.id = sweep.thread WHERE thread.url = ?"
_PAGES = "FROM page JOIN sweep ON sweep.id = page.sweep JOIN thread ON thread.id = sweep.thread WHERE thread.url = ?"
_RECEIVED = "SELECT number, last, page.url, seen, content.body, headers " + _PAGES.replace(
    "WHERE", "JOIN content ON content.digest = page.content WHERE"
)
_INDEX = (
    "SELECT reading.id, reading.post, post.ref, number, earliest FROM reading JOIN post ON post.id = reading.post "
    "JOIN thread ON thread.id = post.thread WHERE thread.url = ?"
)
_VERSION = (
    "SELECT (SELECT max(id) FROM sweep), (SELECT max(recorded) FROM sweep), (SELECT max(id) FROM page), "
    "(SELECT max(id) FROM reading), (SELECT max(id) FROM text)"
)
#: CROSS JOIN keeps SQLite's order of tables: the readings of a post come together.
_READINGS = (
    "SELECT reading.id, reading.post, post.ref, text.id, text.body, author, author_id, earliest, latest, number, "
    "reading.url, edited_earliest, edited_latest, edited_by, deleted FROM thread "
    "CROSS JOIN post ON post.thread = thread.id CROSS JOIN reading ON reading.post = post.id "
    "CROSS JOIN text ON text.id = reading.text WHERE thread.url = ?"
)
_INSERT_READING = (
    "INSERT INTO reading (post, digest, text, author, author_id, earliest, latest, number, url, edited_earliest, "
    "edited_latest, edited_by, deleted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


class Written(Struct, frozen=True):
    """Who wrote a post, and when, as the forum shows it."""

    thread: str
    post: str
    author: str
    author_id: str | None
    at: datetime  #: the earliest moment that fits (UTC)


def _digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"\0".join(parts), digest_size=16).digest()


class Archive:
    """The posts of a game's threads. `clock` tells when a visit is stored."""

    def __init__(self, database: Database, clock: Clock = system_clock) -> None:
        self.database = database
        self.clock = clock

    def add(self, visit: Visit) -> int:
        """Keeps a visit whole, in one transaction; gives the number of texts that were not known before.

        A page that shows what it showed before costs one row; a new post costs the work of its page.
        """
        with self.database.writing():
            thread = self._thread(visit)
            seen = [stored(page.seen_at) for page in visit.pages]
            started = stored(visit.started) if visit.started else min(seen)
            sweep = self._run(
                "INSERT INTO sweep (thread, started, ended, recorded, complete, why, source) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (thread, started, max(seen), stored(self.clock()), visit.complete, kept(visit.why), visit.source),
            )
            return sum(self._page(thread, sweep, page) for page in visit.pages)

    def version(self) -> tuple[object, ...]:
        """Another tuple after every visit kept, whoever stored it: nothing but a visit changes an archive, and each
        leaves a row."""
        return (self.database.file, *self.database.rows(_VERSION)[0])

    def _run(self, statement: str, values: Sequence[Any]) -> int:
        return self.database.connection.execute(statement, values).lastrowid or 0

    def _thread(self, visit: Visit) -> int:
        rows = self.database.rows("SELECT id FROM thread WHERE url = ?", visit.thread)
        if rows:
            return int(rows[0][0])
        return self._run(
            "INSERT INTO thread (url, software, ref, title) VALUES (?, ?, ?, ?)",
            (visit.thread, visit.software, visit.ref, visit.title),
        )

    def _page(self, thread: int, sweep: int, page: SeenPage) -> int:
        """Keeps a page: its bytes, and the readings on it as a sheet, both once for all visits that saw the same."""
        content = _digest(page.content)
        self._run(
            "INSERT OR IGNORE INTO content (digest, body, headers) VALUES (?, ?, ?)",
            (content, zlib.compress(page.content, 1), json.dumps(dict(page.headers))),
        )
        kept = [self._reading(thread, reading) for reading in page.readings]
        sheet = self._sheet([reading for reading, _ in kept])
        self._run(
            "INSERT INTO page (sweep, number, last, url, seen, content, sheet) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (sweep, page.number, page.last, page.url, stored(page.seen_at), content, sheet),
        )
        return sum(fresh for _, fresh in kept)

    def _sheet(self, readings: Sequence[int]) -> int:
        digest = _digest(",".join(map(str, readings)).encode())
        rows = self.database.rows("SELECT id FROM sheet WHERE digest = ?", digest)
        if rows:
            return int(rows[0][0])
        sheet = self._run("INSERT INTO sheet (digest) VALUES (?)", (digest,))
        self.database.connection.executemany(
            "INSERT INTO item (sheet, position, reading) VALUES (?, ?, ?)",
            [(sheet, position, reading) for position, reading in enumerate(readings)],
        )
        return sheet

    def _reading(self, thread: int, reading: Reading) -> tuple[int, bool]:
        """The number of a reading, kept once however often it is seen, and whether its text is new."""
        post = self._post(thread, reading.id)
        text, fresh = self._text(post, reading)
        edited = (stored(reading.edited.earliest), stored(reading.edited.latest)) if reading.edited else (None, None)
        shown = (
            text, reading.author, reading.author_id, stored(reading.at.earliest), stored(reading.at.latest),
            reading.number, reading.url, *edited, reading.edited_by, reading.deleted,
        )  # fmt: skip
        digest = _digest(msgspec.json.encode(shown))
        rows = self.database.rows("SELECT id FROM reading WHERE post = ? AND digest = ?", post, digest)
        return (int(rows[0][0]) if rows else self._run(_INSERT_READING, (post, digest, *shown))), fresh

    def _post(self, thread: int, ref: str) -> int:
        rows = self.database.rows("SELECT id FROM post WHERE thread = ? AND ref = ?", thread, ref)
        return int(rows[0][0]) if rows else self._run("INSERT INTO post (thread, ref) VALUES (?, ?)", (thread, ref))

    def _text(self, post: int, reading: Reading) -> tuple[int, bool]:
        """The number of a post's text. The same HTML read otherwise, by a newer program, is the same text."""
        body = msgspec.json.encode(reading.body)
        digest = _digest(reading.html.encode() if reading.html else body)
        rows = self.database.rows("SELECT id, body FROM text WHERE post = ? AND digest = ?", post, digest)
        if not rows:
            values = (post, digest, body, reading.html)
            return self._run("INSERT INTO text (post, digest, body, html) VALUES (?, ?, ?, ?)", values), True
        if rows[0][1] != body:
            self._run("UPDATE text SET body = ? WHERE id = ?", (body, rows[0][0]))
        return int(rows[0][0]), False

    def posts(
        self, threads: Sequence[str], known: datetime | None = None, *, upto: int | None = None, lines: bool = True
    ) -> tuple[Post, ...]:
        """Posts of these threads in the forum's order, as known at `known` (UTC; None = all that is known now).

        `upto` takes only the visits up to that one (`Sweep.id`) into account; `lines` as in `posts_of`.
        """
        each = [posts_of(self._evidence(url, known, upto), lines=lines) for url in threads]
        if len(threads) == 1:
            return tuple(each[0])
        found = [(url, post) for url, posts in zip(threads, each, strict=True) for post in posts]
        found.sort(key=lambda pair: pair[1].at.earliest)
        replace = msgspec.structs.replace
        return tuple(replace(post, thread=url, order=order) for order, (url, post) in enumerate(found))

    def authors(self, threads: Sequence[str], known: datetime | None = None) -> tuple[Written, ...]:
        """Who wrote which post of these threads, by time, as known at `known` (UTC); cheaper than the posts."""
        condition, values = self._known(known)
        seen = f"SELECT reading FROM item WHERE sheet IN (SELECT sheet {_PAGES}{condition})"
        found = [
            Written(url, row[0], row[1], row[2], moment_of(row[3]))
            for url in threads
            for row in self.database.connection.execute(
                "SELECT post.ref, author, author_id, min(earliest) FROM reading JOIN post ON post.id = reading.post "
                f"WHERE reading.id IN ({seen}) GROUP BY post.id",
                [url, *values],
            )
        ]
        return tuple(sorted(found, key=lambda one: one.at))

    def sweeps(self, thread: str, known: datetime | None = None) -> tuple[Sweep, ...]:
        """Visits to a thread in the order stored, as known at `known`."""
        condition, values = self._known(known)
        rows = self.database.rows(
            f"SELECT sweep.id, started, ended, recorded, complete, why, source {_SWEEPS}{condition} ORDER BY sweep.id",
            thread,
            *values,
        )
        return tuple(
            Sweep(row[0], moment_of(row[1]), moment_of(row[2]), moment_of(row[3]), bool(row[4]), read(row[5]), row[6])
            for row in rows
        )

    def ref(self, thread: str) -> str | None:
        """The forum's own id of a thread, where a visit has told it."""
        rows = self.database.rows("SELECT ref FROM thread WHERE url = ?", thread)
        return rows[0][0] if rows else None

    def _known(self, known: datetime | None, upto: int | None = None) -> tuple[str, list[Any]]:
        """Which visits were known at K. One that was fetched: from when it was stored. Saved pages: from when they
        were stored too, but never before they were seen. A moment before anything was stored asks for what had been
        seen by then."""
        condition, values = "", list[Any]()
        if upto is not None:
            condition, values = " AND sweep.id <= ?", [upto]
        if known is None:
            return condition, values
        limit = stored(known)
        first = self.database.rows("SELECT min(recorded) FROM sweep")[0][0]
        if first is not None and limit < first:
            return f"{condition} AND ended <= ?", [*values, limit]
        return f"{condition} AND recorded <= ? AND (source = 'fetch' OR ended <= ?)", [*values, limit, limit]

    def _evidence(self, url: str, known: datetime | None, upto: int | None) -> Evidence:
        condition, values = self._known(known, upto)
        connection = self.database.connection

        def rows(query: str) -> Iterable[tuple[Any, ...]]:
            return connection.execute(query, [url, *values])

        return Evidence(
            pages=rows(f"SELECT sheet, seen, number, last {_PAGES}{condition} ORDER BY seen, page.id"),
            items=rows(
                f"SELECT sheet, reading FROM item WHERE sheet IN (SELECT sheet {_PAGES}{condition}) "
                "ORDER BY sheet, position"
            ),
            whole=rows(f"SELECT started, ended {_SWEEPS}{condition} AND complete ORDER BY started, sweep.id"),
            index=lambda: connection.execute(_INDEX, [url]),
            readings=connection.execute(_READINGS, [url]),
        )

    def html(self, thread: str, ref: str) -> tuple[str, ...]:
        """Every text of a post as received, oldest first, for the host to compare."""
        rows = self.database.rows(
            "SELECT html FROM text JOIN post ON post.id = text.post JOIN thread ON thread.id = post.thread "
            "WHERE thread.url = ? AND post.ref = ? ORDER BY text.id",
            thread,
            ref,
        )
        return tuple(row[0] for row in rows)

    def pages(self, thread: str) -> Iterator[SeenPage]:
        """Every page of a thread as received, in the order seen, without readings: to be read again at any time."""
        for row in self.database.connection.execute(f"{_RECEIVED} ORDER BY seen, page.id", [thread]):
            yield _received(row)

    def received(self, sweep: int) -> tuple[SeenPage, ...]:
        """The pages of one visit (`Sweep.id`) as received, in the order of the thread, without readings."""
        statement = _RECEIVED.replace("thread.url = ?", "sweep.id = ?")
        return tuple(_received(row) for row in self.database.rows(f"{statement} ORDER BY page.id", sweep))

    def last_page(self, thread: str) -> SeenPage | None:
        """The thread's last page as it was received last, without readings; None where none was seen."""
        rows = self.database.rows(f"{_RECEIVED} AND page.last ORDER BY seen DESC, page.id DESC LIMIT 1", thread)
        return _received(rows[0]) if rows else None


def _received(row: tuple[Any, ...]) -> SeenPage:
    number, last, url, seen, body, headers = row
    return SeenPage(
        number=number, last=bool(last), url=url, seen_at=moment_of(seen), content=zlib.decompress(body),
        headers=json.loads(headers),
    )  # fmt: skip
