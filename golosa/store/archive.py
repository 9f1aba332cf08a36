"""Pages and posts as seen, visit after visit: every revision of every post, and when each stood there (V7, E5).

Readings go in, `engine.posts.Post` values as known at any moment come out.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from msgspec import Struct

from engine.posts import Body, Post, Reading, Revision
from engine.times import Interval
from golosa.store.database import Database

_MOMENT = timedelta(microseconds=1)


class SeenPage(Struct, frozen=True, kw_only=True):
    """One page of one visit, as read."""

    number: int | None
    url: str | None
    seen_at: datetime  #: UTC
    content: bytes
    headers: Mapping[str, str] = {}
    readings: tuple[Reading, ...] = ()


class Visit(Struct, frozen=True, kw_only=True):
    """One walk over a thread: its pages in the order of the thread; `complete` when they are all of its pages."""

    thread: str  #: the thread's address as the game knows it
    pages: tuple[SeenPage, ...]
    complete: bool
    source: str  #: "fetch" or "saved"
    why: str | None = None  #: why it is incomplete
    software: str | None = None
    ref: str | None = None
    title: str | None = None


class Sweep(Struct, frozen=True):
    """What is remembered of a visit."""

    started: datetime
    ended: datetime
    complete: bool
    why: str | None


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _interval(text: str | None) -> Interval | None:
    return msgspec.json.decode(text, type=Interval) if text else None


class Archive:
    """The posts of a game's threads."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, visit: Visit) -> int:
        """Keeps a visit whole, in one transaction; gives the number of posts that were new or changed.

        A known post that is missing from between its neighbours on a page, or from a complete visit, is gone since it
        was last seen (E5).
        """
        changed = 0
        with self.database.writing():
            thread = self._thread(visit)
            started = min(page.seen_at for page in visit.pages)
            ended = max(page.seen_at for page in visit.pages)
            sweep = self._run(
                "INSERT INTO sweep (thread, started, ended, complete, why, pages, source) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (thread, _iso(started), _iso(ended), visit.complete, visit.why, len(visit.pages), visit.source),
            )
            seen: dict[str, datetime] = {}
            for position, page in enumerate(visit.pages):
                self._page(sweep, page)
                known = self._known(thread, [reading.id for reading in page.readings])
                for index, reading in enumerate(page.readings):
                    place = _place(reading, (page.number or position + 1) * 1_000_000 + index)
                    changed += self._reading(thread, reading, place, page.seen_at, known.get(reading.id))
                    if not reading.deleted:
                        seen[reading.id] = page.seen_at
                changed += self._missing_between(thread, page)
            if visit.complete:
                changed += self._missing_everywhere(thread, set(seen), started, ended)
        return changed

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

    def _page(self, sweep: int, page: SeenPage) -> None:
        digest = hashlib.sha256(page.content).hexdigest()
        self._run(
            "INSERT OR IGNORE INTO content (digest, body, headers) VALUES (?, ?, ?)",
            (digest, zlib.compress(page.content, 1), json.dumps(dict(page.headers))),
        )
        self._run(
            "INSERT INTO page (sweep, number, url, seen, digest) VALUES (?, ?, ?, ?, ?)",
            (sweep, page.number, page.url, _iso(page.seen_at), digest),
        )

    def _known(self, thread: int, refs: Sequence[str]) -> dict[str, tuple[Any, ...]]:
        marks = ", ".join("?" * len(refs))
        rows = self.database.rows(
            "SELECT ref, id, author, author_id, earlier_authors, earliest, latest, place, number FROM post "
            f"WHERE thread = ? AND ref IN ({marks})",
            thread,
            *refs,
        )
        return {row[0]: row[1:] for row in rows}

    def _reading(
        self, thread: int, reading: Reading, place: int, seen_at: datetime, known: tuple[Any, ...] | None
    ) -> bool:
        if known is None:
            post = self._new_post(thread, reading, place, seen_at)
        else:
            post = int(known[0])
            self._again(post, known, reading, place, seen_at)
        if reading.deleted:
            return self._gone(post, seen_at, seen_at)
        self._run("UPDATE gone SET back = ? WHERE post = ? AND back IS NULL", (_iso(seen_at), post))
        return self._revision(post, reading, seen_at)

    def _new_post(self, thread: int, reading: Reading, place: int, seen_at: datetime) -> int:
        at = reading.at.narrowed(before=seen_at + _MOMENT)
        return self._run(
            "INSERT INTO post (thread, ref, place, number, url, author, author_id, earliest, latest, first_seen) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                thread, reading.id, place, reading.number, reading.url, reading.author, reading.author_id,
                _iso(at.earliest), _iso(at.latest), _iso(seen_at),
            ),
        )  # fmt: skip

    def _again(self, post: int, known: tuple[Any, ...], reading: Reading, place: int, seen_at: datetime) -> None:
        """A post seen before: its time is narrowed by what this visit shows, other names are kept beside (V6, V15)."""
        _, author, author_id, earlier, earliest, latest, old_place, number = known
        at = _met(Interval(_time(earliest), _time(latest)), reading.at).narrowed(before=seen_at + _MOMENT)
        names = json.loads(earlier)
        if author != reading.author and author not in names:
            names.append(author)
        fresh = (
            reading.author, reading.author_id or author_id, json.dumps(names, ensure_ascii=False), _iso(at.earliest),
            _iso(at.latest), place, reading.number if reading.number is not None else number,
        )  # fmt: skip
        if fresh != (author, author_id, earlier, earliest, latest, old_place, number):
            self._run(
                "UPDATE post SET author = ?, author_id = ?, earlier_authors = ?, earliest = ?, latest = ?, place = ?, "
                "number = ? WHERE id = ?",
                (*fresh, post),
            )

    def _revision(self, post: int, reading: Reading, seen_at: datetime) -> bool:
        body = msgspec.json.encode(reading.body)
        edited = msgspec.json.encode(reading.edited).decode() if reading.edited else None
        digest = hashlib.sha256(body + (edited or "").encode()).hexdigest()
        rows = self.database.rows(
            "SELECT id, digest, first_seen, last_seen, edited FROM revision WHERE post = ? ORDER BY id DESC LIMIT 1",
            post,
        )
        if rows and (rows[0][1] == digest or self._same_text(rows[0], body, reading.edited)):
            last = max(_time(rows[0][3]), seen_at)
            self._run("UPDATE revision SET last_seen = ? WHERE id = ?", (_iso(last), rows[0][0]))
            return False
        self._run(
            "INSERT INTO revision (post, digest, body, html, edited, edited_by, first_seen, last_seen) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (post, digest, body, reading.html, edited, reading.edited_by, _iso(seen_at), _iso(seen_at)),
        )
        return True

    def _same_text(self, row: tuple[Any, ...], body: bytes, edited: Interval | None) -> bool:
        """Whether the same text with the same edit is shown in other words, as relative times are."""
        old_edited = _interval(row[4])
        if (edited is None) != (old_edited is None):
            return False
        if edited is not None and old_edited is not None:
            apart = edited.earliest >= old_edited.latest or old_edited.earliest >= edited.latest
            if apart:
                return False
        old = self.database.rows("SELECT body FROM revision WHERE id = ?", row[0])[0][0]
        return bool(old == body)

    def _gone(self, post: int, last_seen: datetime, noticed: datetime) -> bool:
        if self.database.rows("SELECT 1 FROM gone WHERE post = ? AND back IS NULL", post):
            return False
        rows = self.database.rows("SELECT max(last_seen) FROM revision WHERE post = ?", post)
        earliest = _time(rows[0][0]) if rows[0][0] else last_seen
        latest = max(noticed, earliest + _MOMENT)
        self._run(
            "INSERT OR IGNORE INTO gone (post, earliest, latest, noticed) VALUES (?, ?, ?, ?)",
            (post, _iso(earliest), _iso(latest), _iso(noticed)),
        )
        return True

    def _missing_between(self, thread: int, page: SeenPage) -> int:
        """Known posts that a page skips between two that it shows."""
        refs = [reading.id for reading in page.readings]
        if len(refs) < 2 or not all(ref.isdigit() for ref in refs):
            return 0
        numbers = [int(ref) for ref in refs]
        rows = self.database.rows(
            "SELECT id, ref FROM post WHERE thread = ? AND place > ? AND place < ?", thread, min(numbers), max(numbers)
        )
        return sum(self._gone(int(post), page.seen_at, page.seen_at) for post, ref in rows if ref not in set(refs))

    def _missing_everywhere(self, thread: int, seen: set[str], started: datetime, ended: datetime) -> int:
        rows = self.database.rows("SELECT id, ref, first_seen FROM post WHERE thread = ?", thread)
        missing = [int(post) for post, ref, first in rows if ref not in seen and _time(first) < started]
        return sum(self._gone(post, ended, ended) for post in missing)

    def posts(self, threads: Sequence[str], known: datetime | None = None) -> tuple[Post, ...]:
        """Posts of these threads in the forum's order, as known at `known` (UTC; None = all that is known now)."""
        found: list[Post] = []
        for url in threads:
            found += self._posts_of(url, known)
        if len(threads) > 1:
            found.sort(key=lambda post: post.at.earliest)
        return tuple(msgspec.structs.replace(post, order=order) for order, post in enumerate(found))

    def _posts_of(self, url: str, known: datetime | None) -> list[Post]:
        limit = _iso(known) if known else "9999"
        revisions: dict[int, list[Revision]] = {}
        join = "JOIN post ON post.id = {0}.post JOIN thread ON thread.id = post.thread WHERE thread.url = ?"
        for row in self.database.rows(
            "SELECT revision.post, body, edited, edited_by, revision.first_seen, last_seen FROM revision "
            + join.format("revision")
            + " AND revision.first_seen <= ? ORDER BY revision.id",
            url,
            limit,
        ):
            last = min(_time(row[5]), known) if known else _time(row[5])
            body = msgspec.json.decode(row[1], type=Body)
            revision = Revision(body, _time(row[4]), last, _interval(row[2]), row[3])
            revisions.setdefault(row[0], []).append(revision)
        gone = {
            row[0]: Interval(_time(row[1]), _time(row[2]))
            for row in self.database.rows(
                "SELECT gone.post, gone.earliest, gone.latest FROM gone "
                + join.format("gone")
                + " AND noticed <= ? AND (back IS NULL OR back > ?) ORDER BY noticed",
                url,
                limit,
                limit,
            )
        }
        rows = self.database.rows(
            "SELECT post.id, post.ref, author, author_id, earlier_authors, earliest, latest, number, post.url "
            "FROM post JOIN thread ON thread.id = post.thread WHERE thread.url = ? ORDER BY place, post.id",
            url,
        )
        return [self._post(row, revisions[row[0]], gone.get(row[0])) for row in rows if row[0] in revisions]

    @staticmethod
    def _post(row: tuple[Any, ...], revisions: list[Revision], gone: Interval | None) -> Post:
        _, ref, author, author_id, earlier, earliest, latest, number, url = row
        at = Interval(_time(earliest), _time(latest))
        names = tuple(json.loads(earlier))
        return Post(ref, 0, author, at, tuple(revisions), author_id, names, number, url, gone)

    def sweeps(self, thread: str, known: datetime | None = None) -> tuple[Sweep, ...]:
        """Visits to a thread in the order made, as known at `known`."""
        rows = self.database.rows(
            "SELECT started, ended, complete, why FROM sweep JOIN thread ON thread.id = sweep.thread "
            "WHERE thread.url = ? AND ended <= ? ORDER BY sweep.id",
            thread,
            _iso(known) if known else "9999",
        )
        return tuple(Sweep(_time(row[0]), _time(row[1]), bool(row[2]), row[3]) for row in rows)

    def html(self, thread: str, ref: str) -> tuple[str, ...]:
        """Every text of a post as received, oldest first, for the host to compare."""
        rows = self.database.rows(
            "SELECT html FROM revision JOIN post ON post.id = revision.post JOIN thread ON thread.id = post.thread "
            "WHERE thread.url = ? AND post.ref = ? ORDER BY revision.id",
            thread,
            ref,
        )
        return tuple(row[0] for row in rows)


def _place(reading: Reading, position: int) -> int:
    """Ids grow in the order of posting on all forums that number them; others go by their place on the pages."""
    return int(reading.id) if reading.id.isdigit() else position


def _met(old: Interval, new: Interval) -> Interval:
    """What two sights of one time have in common; where they contradict, the earlier sight."""
    earliest, latest = max(old.earliest, new.earliest), min(old.latest, new.latest)
    return Interval(earliest, latest) if earliest < latest else old
