"""The store's file: who may read it, old and newer files, several processes, what a visit costs."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from golosa.store import Archive, Database, Facts, StoreError
from golosa.store import database as database_module


def test_only_the_owner_may_read_the_store(tmp_path: Path) -> None:
    database = Database(tmp_path / "game.db")
    database.rows("SELECT 1 FROM fact")
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
    database.close()


def test_the_store_waits_for_other_writers_and_is_in_wal_mode(tmp_path: Path) -> None:
    database = Database(tmp_path / "game.db")
    assert database.rows("PRAGMA journal_mode") == [("wal",)]
    assert database.rows("PRAGMA busy_timeout") == [(30_000,)]
    database.close()


def test_a_file_that_is_no_store_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    path.write_text("a shopping list, and a long one: " * 40, encoding="utf-8")
    with pytest.raises(StoreError, match=r"game\.db: cannot open the game's store"):
        Database(path)


def test_a_store_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    Database(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO migration VALUES ('9999 the future')")
    connection.close()
    with pytest.raises(StoreError, match=r"made by a newer golosa \(9999 the future\); update the program"):
        Database(path)


def test_an_old_folder_opens_and_keeps_what_it_held(thread: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    thread.see(thread.page(10, thread.reading(1, "Лис")))
    later = ("0002 a later need", "ALTER TABLE post ADD COLUMN later TEXT; CREATE TABLE other (id INTEGER)")
    monkeypatch.setattr(database_module, "MIGRATIONS", (*database_module.MIGRATIONS, later))
    again = Database(thread.database.path)
    assert again.rows("SELECT later FROM post") == [(None,)]
    assert [name for (name,) in again.rows("SELECT name FROM migration ORDER BY name")][-1] == "0002 a later need"
    assert thread.ids(Archive(again).posts((thread.url,))) == ["1"]
    again.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.db"
    Database(path).close()
    broken = ("0002 broken", "CREATE TABLE half (id INTEGER); CREATE TABLE post (id INTEGER)")
    with monkeypatch.context() as patched:
        patched.setattr(database_module, "MIGRATIONS", (*database_module.MIGRATIONS, broken))
        with pytest.raises(StoreError, match="post already exists"):
            Database(path)
    database = Database(path)
    assert database.rows("SELECT count(*) FROM sqlite_master WHERE name = 'half'") == [(0,)]
    database.close()


def test_several_processes_may_open_a_new_store_at_once(tmp_path: Path) -> None:
    errors: list[BaseException] = []

    def open_it() -> None:
        try:
            Database(tmp_path / "game.db").close()
        except StoreError as error:
            errors.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for worker in threads:
        worker.start()
    for worker in threads:
        worker.join()
    assert errors == []


def test_an_interrupted_write_leaves_nothing(thread: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    thread.see(thread.page(10, thread.reading(1)))
    monkeypatch.setattr(thread.archive, "_sheet", lambda readings: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        thread.see(thread.page(20, thread.reading(1), thread.reading(2)))
    assert thread.ids(thread.posts()) == ["1"]
    assert len(thread.archive.sweeps(thread.url)) == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="cannot open"):
        Database(tmp_path / "game.db")


def test_add_tells_how_many_texts_are_new(thread: Any) -> None:
    assert thread.see(thread.page(10, thread.reading(1, "Лис"), thread.reading(2))) == 2
    assert thread.see(thread.page(20, thread.reading(1, "Лис"), thread.reading(2))) == 0
    assert thread.see(thread.page(30, thread.reading(1, "Ёжик"), thread.reading(2), thread.reading(3))) == 2


def test_sweeps_remember_whether_they_were_whole_and_why_not(thread: Any) -> None:
    thread.archive.add(thread.visit(thread.page(10, thread.reading(1)), complete=False, why="page 2 is missing"))
    thread.see(thread.page(20, thread.reading(1)))
    assert [(sweep.complete, sweep.why) for sweep in thread.archive.sweeps(thread.url)] == [
        (False, "page 2 is missing"),
        (True, None),
    ]


def test_every_page_can_be_read_again_later(thread: Any) -> None:
    pages = [thread.page(10, thread.reading(1)), thread.page(20, thread.reading(1), thread.reading(2))]
    for page in pages:
        thread.see(page)
    again = list(thread.archive.pages(thread.url))
    assert [(page.content, page.seen_at, page.url, dict(page.headers)) for page in again] == [
        (page.content, page.seen_at, page.url, {"date": "now"}) for page in pages
    ]


def _size(thread: Any) -> int:
    tables = ("text", "reading", "item", "sheet", "content", "page", "sweep", "post")
    return sum(thread.database.rows(f"SELECT count(*) FROM {table}")[0][0] for table in tables)


def test_a_page_that_shows_what_it_showed_costs_one_row_and_its_visit(thread: Any) -> None:
    full = [thread.reading(n) for n in range(1, 21)]
    thread.see(thread.page(30, *full))
    before = _size(thread)
    thread.see(thread.page(40, *full))
    assert _size(thread) - before == 2


def test_a_new_post_costs_the_work_of_its_page_however_long_the_thread(thread: Any) -> None:
    """Statements run by the store for one new post: the same in a thread of 40 and of 4,000 posts."""
    costs = []
    for length in (40, 4000):
        pages = [
            thread.page(
                9000, *(thread.reading(n) for n in range(first, first + 20)), number=first // 20 + 1, last=False
            )
            for first in range(1, length, 20)
        ]
        thread.see(*pages)
        statements: list[str] = []
        thread.database.connection.set_trace_callback(statements.append)
        thread.see(thread.page(9001, thread.reading(length + 1), number=length // 20 + 1), complete=False)
        thread.database.connection.set_trace_callback(None)
        costs.append(len(statements))
    assert costs[0] == costs[1] < 25


def test_the_version_is_another_after_every_change_by_whomever(tmp_path: Path) -> None:
    one, other = Database(tmp_path / "game.db"), Database(tmp_path / "game.db")
    seen = [one.version()]
    assert one.version() == seen[0]
    for database in (one, other, one):
        with database.writing() as connection:
            connection.execute("INSERT INTO fact (kind, made, payload) VALUES ('x', 'y', '1')")
        seen.append(one.version())
    assert len(set(seen)) == 4
    one.close()
    other.close()


def test_the_version_is_another_after_a_change_that_was_taken_back(tmp_path: Path) -> None:
    database = Database(tmp_path / "game.db")
    facts = Facts(database)
    with pytest.raises(KeyError), database.writing():
        facts.add("x", {}, datetime(2026, 3, 2, tzinfo=UTC))
        assert len(facts.all()) == 1
        raise KeyError
    assert facts.all() == ()
    database.close()


def test_what_others_write_meanwhile_is_not_read_and_nothing_is_written(tmp_path: Path) -> None:
    one, other = Database(tmp_path / "game.db"), Database(tmp_path / "game.db")
    mine, made = Facts(one), datetime(2026, 3, 2, tzinfo=UTC)
    with one.reading():
        before = one.version()
        Facts(other).add("x", {}, made)
        assert mine.all() == ()
        assert one.version() == before
        with pytest.raises(AssertionError), one.writing():
            raise KeyError
    assert len(mine.all()) == 1
    with one.writing(), one.reading():
        mine.add("y", {}, made)
        assert len(mine.all()) == 2
    assert len(Facts(other).all()) == 2
    one.close()
    other.close()


def test_the_archives_version_is_another_after_every_visit_by_whomever_and_after_nothing_else(thread: Any) -> None:
    other = Archive(Database(thread.database.path))
    seen = [other.version()]
    Facts(thread.database).add("x", {}, thread.at(1))
    assert other.version() == seen[0]
    for at, reading in ((10, thread.reading(1)), (20, thread.reading(1)), (30, thread.reading(1, "another text"))):
        thread.see(thread.page(at, reading))
        seen.append(other.version())
    assert len(set(seen)) == 4
    other.database.close()
