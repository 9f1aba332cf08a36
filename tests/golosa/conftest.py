"""A small thread that tests look at again and again: pages go into a store, posts as known at any moment come out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.posts import Body, Line, Mark, Post, Reading
from engine.times import Interval, Resolution
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
