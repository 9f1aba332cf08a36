"""A small thread that tests look at again and again, and a game folder with a command line around it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.posts import Body, Line, Mark, Post, Reading
from engine.times import Interval, Resolution
from golosa.cli import run
from golosa.clock import using
from golosa.store import Archive, Database, SeenPage, Visit

DAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Thread:
    """A thread, its store, and the clock by which visits are stored. Moments are minutes of the day."""

    url = "https://forum.example/viewtopic.php?t=7"

    def __init__(self, path: Path) -> None:
        self.now = DAY
        self.database = Database(path)
        self.archive = Archive(self.database, lambda: self.now)

    @staticmethod
    def at(minute: float) -> datetime:
        """That many minutes into the day."""
        return DAY + timedelta(minutes=minute)

    def reading(
        self,
        ref: int | str,
        text: str = "",
        *,
        posted: float | None = None,
        author: str = "Аня",
        author_id: str | None = None,
        edited: float | None = None,
        deleted: bool = False,
        number: int | None = None,
        resolution: Resolution = Resolution.SECOND,
        html: str | None = None,
    ) -> Reading:
        """A post as a page shows it, posted at the minute of its id unless told otherwise."""
        return Reading(
            id=str(ref),
            author=author,
            at=Interval.shown(self.at(float(ref) if posted is None else posted), resolution),
            body=Body(marks=(Mark(text, colour="#ff0000"),), lines=(Line(text),)) if text else Body(),
            html=f"<b>{text}</b>" if html is None else html,
            author_id=author_id,
            number=number,
            edited=Interval.shown(self.at(edited)) if edited is not None else None,
            deleted=deleted,
        )

    def page(self, seen: float, *readings: Reading, number: int = 1, last: bool = True) -> SeenPage:
        """A page seen at that minute."""
        return SeenPage(
            number=number,
            last=last,
            url=f"{self.url}&start={(number - 1) * 20}",
            seen_at=self.at(seen),
            content=repr((readings, number)).encode(),
            headers={"date": "now"},
            readings=readings,
        )

    def visit(self, *pages: SeenPage, complete: bool = True, source: str = "fetch", why: str | None = None) -> Visit:
        """A visit, whole unless told otherwise."""
        return Visit(thread=self.url, pages=pages, complete=complete, source=source, why=why)

    def see(self, *pages: SeenPage, complete: bool = True, source: str = "fetch", stored: float | None = None) -> int:
        """Stores a visit, at the moment at which its last page was seen or at the minute `stored`."""
        self.now = self.at(stored) if stored is not None else max(page.seen_at for page in pages)
        return self.archive.add(self.visit(*pages, complete=complete, source=source))

    def posts(self, known: float | None = None) -> tuple[Post, ...]:
        """The posts as known at that minute."""
        return self.archive.posts((self.url,), self.at(known) if known is not None else None)

    def post(self, ref: int | str, known: float | None = None) -> Post:
        """One post as known at that minute."""
        (found,) = [post for post in self.posts(known) if post.id == str(ref)]
        return found

    @staticmethod
    def texts(post: Post) -> list[str]:
        """The marks of each known text of a post."""
        return [" ".join(mark.text for mark in revision.body.marks) for revision in post.revisions]

    @staticmethod
    def ids(posts: Sequence[Post]) -> list[str]:
        """The posts' ids in order."""
        return [post.id for post in posts]


@pytest.fixture
def thread(tmp_path: Path) -> Iterator[Thread]:
    made = Thread(tmp_path / "game.db")
    yield made
    made.database.close()


class Table:
    """A game folder, a forum whose pages are saved from a browser, a clock, and the command line."""

    start = datetime(2026, 3, 2, 5, tzinfo=UTC)  # 08:00 in Moscow
    end = datetime(2026, 3, 2, 19, tzinfo=UTC)  # 22:00
    url = "http://forum.example/viewtopic.php?t=7"
    players = ("Аня", "Лис", "Ёжик", "Гаррет", "Шелли")

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.saved = folder / "game", folder / "saved"
        self.saved.mkdir()
        self.capsys = capsys
        self.now = self.end + timedelta(hours=1)
        self.err = ""

    @staticmethod
    def moscow(clock: str) -> datetime:
        """That wall time of the game's day; with a date, of that one."""
        return datetime.fromisoformat(f"{clock if 'T' in clock else f'2026-03-02T{clock}'}+03:00")

    def post(
        self, ref: int, author: str, clock: str, vote: str = "", *, edited: str | None = None, body: str | None = None
    ) -> Any:
        """A post with a red vote."""
        from golosa.demo.forum import Shown

        said = f'Голосую: <span style="color: #FF0000">{vote}</span>' if vote else "Доброе утро"
        at = self.moscow(edited) if edited else None
        return Shown(ref, author, self.moscow(clock), body if body is not None else said, at)

    def run(self, *arguments: object, status: int | None = 0) -> str:
        """Runs a command line, checks its exit status (None: any) and gives its output; `err` is standard error."""
        with using(lambda: self.now):
            found = run([str(argument) for argument in arguments])
        captured = self.capsys.readouterr()
        self.err = captured.err
        assert status in (found, None), captured.err or captured.out
        return captured.out

    def new(self, *more: object, status: int = 0) -> str:
        """`golosa new` with five players and one day."""
        named = [word for player in self.players for word in ("--player", player)]
        return self.run(
            "new", self.folder, "--yes", "--rules", "classic10", "--host", "Ведущий", "--thread", self.url,
            "--starts", self.start.isoformat(), "--ends", self.end.isoformat(), "--forum-zone", "Europe/Moscow",
            *named, *more, status=status,
        )  # fmt: skip

    def count(
        self, *more: object, posts: Sequence[Any] = (), seen: str | None = None, status: int = 0, pages: int = 99
    ) -> dict[str, Any]:
        """`golosa count --json`, of saved pages where posts are given, seen at that wall time."""
        words: list[object] = ["count", "-C", self.folder, "--json", *more]
        if posts:
            words += ["--saved", "--seen-at", self.moscow(seen or "22:30:00").isoformat()]
            words += self.save(posts, pages)
        else:
            words.append("--offline")
        out = self.run(*words, status=status)
        return json.loads(out) if out else {}

    def save(self, posts: Sequence[Any], pages: int = 99) -> list[Path]:
        """The thread's first pages as files."""
        from golosa.demo.forum import PER_PAGE, page

        files = []
        for number in range(1, min(pages, -(-len(posts) // PER_PAGE)) + 1):
            files.append(self.saved / f"p{number}.html")
            files[-1].write_text(page("День 1", posts, number), encoding="utf-8")
        return files

    @staticmethod
    def targets(document: dict[str, Any]) -> dict[str, str]:
        """Voter to target."""
        return {voter: ballot["target"] for voter, ballot in document["ballots"].items()}


@pytest.fixture
def tables(tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]) -> Callable[[], Table]:
    """Makes tables, each with a folder of its own."""
    return lambda: Table(tmp_path_factory.mktemp("table"), capsys)


@pytest.fixture
def table(tables: Callable[[], Table]) -> Table:
    return tables()
