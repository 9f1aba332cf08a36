"""The database file: opening, migrating, transactions. Knows SQLite; knows no post and no fact."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from golosa.errors import GolosaError

BUSY_SECONDS = 30

#: Migrations in order; each is run once, in a transaction of its own. A released one is never changed.
MIGRATIONS: tuple[tuple[str, str], ...] = (
    (
        "0001 pages, posts and facts",
        """
        CREATE TABLE thread (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, software TEXT, ref TEXT, title TEXT);
        CREATE TABLE sweep (id INTEGER PRIMARY KEY, thread INTEGER NOT NULL REFERENCES thread, started INTEGER NOT NULL,
            ended INTEGER NOT NULL, recorded INTEGER NOT NULL, complete INTEGER NOT NULL, why TEXT,
            source TEXT NOT NULL);
        CREATE INDEX sweep_thread ON sweep (thread, id);
        CREATE INDEX sweep_recorded ON sweep (recorded);
        CREATE TABLE content (digest BLOB PRIMARY KEY, body BLOB NOT NULL, headers TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE post (id INTEGER PRIMARY KEY, thread INTEGER NOT NULL REFERENCES thread, ref TEXT NOT NULL,
            UNIQUE (thread, ref));
        CREATE TABLE text (id INTEGER PRIMARY KEY, post INTEGER NOT NULL REFERENCES post, digest BLOB NOT NULL,
            body BLOB NOT NULL, html TEXT NOT NULL, UNIQUE (post, digest));
        CREATE TABLE reading (id INTEGER PRIMARY KEY, post INTEGER NOT NULL REFERENCES post, digest BLOB NOT NULL,
            text INTEGER NOT NULL REFERENCES text, author TEXT NOT NULL, author_id TEXT, earliest INTEGER NOT NULL,
            latest INTEGER NOT NULL, number INTEGER, url TEXT, edited_earliest INTEGER, edited_latest INTEGER,
            edited_by TEXT, deleted INTEGER NOT NULL, UNIQUE (post, digest));
        CREATE TABLE sheet (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE);
        CREATE TABLE item (sheet INTEGER NOT NULL REFERENCES sheet, position INTEGER NOT NULL,
            reading INTEGER NOT NULL REFERENCES reading, PRIMARY KEY (sheet, position)) WITHOUT ROWID;
        CREATE TABLE page (id INTEGER PRIMARY KEY, sweep INTEGER NOT NULL REFERENCES sweep, number INTEGER,
            last INTEGER NOT NULL, url TEXT, seen INTEGER NOT NULL, content BLOB NOT NULL REFERENCES content,
            sheet INTEGER NOT NULL REFERENCES sheet);
        CREATE INDEX page_sweep ON page (sweep, id);
        CREATE TABLE fact (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, phase TEXT, made TEXT NOT NULL, undone TEXT,
            payload BLOB NOT NULL);
        CREATE INDEX fact_kind ON fact (kind, id);
        """,
    ),
)


#: Copies of the store from before its migrations: where they are kept, and how many.
BACKUPS, MOST_BACKUPS = "backups", 3


class StoreError(GolosaError):
    """The store cannot be used: where it is, what is wrong, what to do."""


class Database:
    """A game's SQLite file in WAL mode, readable by its owner only.

    Several processes may use one file; a writer waits up to 30 seconds for another. Raises StoreError where the file
    cannot be opened, is no store, or was made by a newer program.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        fresh = not path.exists()
        try:
            if fresh:
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            self.connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            self._retried("PRAGMA journal_mode = WAL")
            self.connection.execute("PRAGMA synchronous = FULL")
            self.connection.execute("PRAGMA foreign_keys = ON")
            found = path.stat()
            self.file = found.st_dev, found.st_ino  #: which file of this machine it is
            self._only_reads, self._taken_back = False, 0
            self._others = self._data_version()
            self._migrate()
        except (OSError, sqlite3.Error) as error:
            raise StoreError("{path}: cannot open the game's store: {error}", path=path, error=error) from error

    def _retried(self, statement: str) -> None:
        """The switch to WAL does not wait for another process by itself."""
        for attempt in range(60):
            try:
                self.connection.execute(statement)
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or attempt == 59:
                    raise
                time.sleep(0.05)
            else:
                return

    def _migrate(self) -> None:
        known = [name for name, _ in MIGRATIONS]
        if self._applied() == known:
            return
        with self.writing():
            self.connection.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY) WITHOUT ROWID")
            done = {row[0] for row in self.connection.execute("SELECT name FROM migration")}
            if done and not done - set(known):
                self._back_up(max(done))
            if done - set(known):
                newer = ", ".join(sorted(done - set(known)))
                raise StoreError(
                    "{path}: made by a newer golosa ({newer}); update the program", path=self.path, newer=newer
                )
            for name, script in MIGRATIONS:
                if name not in done:
                    for statement in script.split(";"):
                        if statement.strip():
                            self.connection.execute(statement)
                    self.connection.execute("INSERT INTO migration VALUES (?)", (name,))

    def _back_up(self, last: str) -> None:
        """Keeps a copy of the file as it is before it is migrated; `last` is the migration that it has reached.

        Another connection reads it: this one holds the write lock already, so nobody changes the file meanwhile.
        """
        folder = self.path.with_name(BACKUPS)
        folder.mkdir(mode=0o700, exist_ok=True)
        for half in folder.glob(f"{self.path.stem}-after-*.new*"):  # of a migration that was killed
            half.unlink()
        copy_of(self.path, folder / f"{self.path.stem}-after-{last.partition(' ')[0]}.db")
        for old in sorted(folder.glob(f"{self.path.stem}-after-*.db"))[:-MOST_BACKUPS]:
            old.unlink()

    def _applied(self) -> list[str]:
        found = self.connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'migration'").fetchone()
        return [row[0] for row in self.connection.execute("SELECT name FROM migration ORDER BY name")] if found else []

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: everything in it is kept, or nothing. One inside another is part of it; none is inside
        `reading`, which promises that nothing is written."""
        assert not self._only_reads, "nothing is written while the store is only read"
        inside = self.connection.in_transaction
        if inside:
            yield self.connection
            return
        try:
            self.connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise StoreError("{path}: cannot write the game's store: {error}", path=self.path, error=error) from error
        try:
            self._others = self._data_version()
            yield self.connection
        except BaseException:  # an interruption too: what follows would be taken for a part of this transaction
            self._taken_back += 1
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise
        try:
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._taken_back += 1
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise StoreError(
                "{path}: cannot write the game's store: {error}; free space and try again", path=self.path, error=error
            ) from error

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Reads the file as it is now until the block ends, whatever others write meanwhile. Nothing is written in it.
        Inside a transaction it is part of that."""
        if self.connection.in_transaction:
            yield
            return
        self.connection.execute("BEGIN")
        self._only_reads = True
        try:
            self._others = self._data_version()
            yield
        finally:
            self._only_reads = False
            self.connection.execute("ROLLBACK")

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        return self.connection.execute(query, values).fetchall()

    def version(self) -> tuple[int, int, int]:
        """Others after every change of the file, by this connection or by another, and where one was taken back."""
        if not self.connection.in_transaction:  # inside one, what others write is not seen
            self._others = self._data_version()
        return self._others, self.connection.total_changes, self._taken_back

    def _data_version(self) -> int:
        ((others,),) = self.rows("PRAGMA data_version")
        return int(others)

    def close(self) -> None:
        """Closes the file; what was committed stays."""
        self.connection.close()


def copy_of(path: Path, target: Path) -> None:
    """A whole and consistent copy of a store at `target`, whoever is writing it; readable by its owner only.

    Raises StoreError where it cannot be made; then nothing new stands at `target`.
    """
    fresh = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        os.close(os.open(fresh, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600))
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as source, closing(sqlite3.connect(fresh)) as copy:
            source.backup(copy)
        fresh.replace(target)
    except (OSError, sqlite3.Error) as error:
        fresh.unlink(missing_ok=True)
        raise StoreError("{target}: cannot copy the game's store there: {error}", target=target, error=error) from error
