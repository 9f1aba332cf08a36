"""A game whose thread can be written at will, its public files, and a browser."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.posts import Body, Mark, Reading
from engine.times import Interval, Resolution
from golosa.folder.config import Config, DayTable, ForumTable, GameTable, PlayerTable, PublicTable
from golosa.folder.game import Game
from golosa.folder.gamefile import compose
from golosa.public import PUBLIC, write
from golosa.store import SeenPage, Visit
from golosa.views.public import PublicGame

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
URL = "https://forum.example/viewtopic.php?t=7"


class Played:
    """A game of day 1, 08:00 to 22:00 in Moscow, and later days of the same hours."""

    colour = "#ff0000"
    players = ("Аня", "Лис", "Ёжик", "Гаррет", "Шелли")

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.posts: dict[int, list[Reading]] = {}
        self.set_up()

    def set_up(
        self,
        *,
        days: int = 1,
        players: Sequence[str] = players,
        lang: str = "ru",
        title: str = "Игра",
        rules: str = "classic10",
        **public: Any,
    ) -> None:
        """Writes game.toml anew."""
        config = Config(
            game=GameTable(title=title, rules=rules, hosts=("Ведущий",), lang=lang, zone="Europe/Moscow"),
            forum=ForumTable(zone="Europe/Moscow"),
            player=tuple(PlayerTable(name=name) for name in players),
            public=PublicTable(**public),
            day=tuple(
                DayTable(number=day, threads=(f"{URL}{day}",), starts=self.at("08:00", day), ends=self.at("22:00", day))
                for day in range(1, days + 1)
            ),
        )
        self.folder.mkdir(exist_ok=True)
        (self.folder / "game.toml").write_text(compose(config), encoding="utf-8")

    @staticmethod
    def at(clock: str, day: int = 1) -> datetime:
        """That wall time of that day."""
        return datetime.fromisoformat(f"2026-03-02T{clock}+03:00") + timedelta(days=day - 1)

    def vote(self, author: str, clock: str, target: str, day: int = 1) -> None:
        """Adds a post with a red name."""
        posts = self.posts.setdefault(day, [])
        ref = day * 1000 + len(posts) + 1
        posts.append(
            Reading(
                id=str(ref),
                author=author,
                at=Interval.shown(self.at(clock, day), Resolution.SECOND),
                body=Body(marks=(Mark(target, colour=self.colour),)),
                html=f"{ref} {target}",
                number=len(posts) + 1,
                url=f"https://forum.example/viewtopic.php?p={ref}#p{ref}",
            )
        )

    def drop(self, place: int, day: int = 1) -> None:
        """Deletes a post from the forum."""
        del self.posts[day][place]

    def see(self, clock: str, day: int = 1, *, whole: bool = True) -> None:
        """A visit to the day's thread, stored at that time."""
        game, at = Game(self.folder), self.at(clock, day)
        shown = tuple(post for post in self.posts.get(day, []) if post.at.earliest <= at)
        page = SeenPage(
            number=1, last=True, url=f"{URL}{day}", seen_at=at, content=repr(shown).encode(), readings=shown
        )
        game.archive.clock = lambda: at
        game.archive.add(Visit(thread=f"{URL}{day}", pages=(page,), complete=whole, source="fetch"))
        game.close()

    def do(self, clock: str, entry: Callable[[Game, datetime], object], day: int = 1) -> None:
        """Enters something at that time."""
        game = Game(self.folder)
        try:
            entry(game, self.at(clock, day))
        finally:
            game.close()

    def write(self, clock: str, day: int = 1, *, official: bool = False) -> PublicGame:
        """Counts from the store at that time, writes the page and gives its data as read back."""
        now, game = self.at(clock, day), Game(self.folder)
        try:
            counted = game.count(game.day(None, now), now)
            write(game, counted, official=official, now=now)
        finally:
            game.close()
        return self.data()

    @property
    def public(self) -> Path:
        """The public folder."""
        return self.folder / PUBLIC

    def data(self) -> PublicGame:
        """`data/game.json`."""
        return msgspec.json.decode((self.public / "data" / "game.json").read_bytes(), type=PublicGame)

    def html(self, name: str = "index.html") -> str:
        """A page as written."""
        return (self.public / name).read_text(encoding="utf-8")

    def everything(self) -> str:
        """All texts that anybody could fetch."""
        return "\n".join(
            path.read_text(encoding="utf-8")
            for path in self.public.rglob("*")
            if path.suffix not in (".css", ".js", "")
        )


@pytest.fixture
def played(tmp_path: Path) -> Played:
    return Played(tmp_path / "game")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The system's Chromium, headless; tests that need it are skipped where there is none."""
    if not Path(CHROMIUM).exists():
        pytest.skip(f"no Chromium at {CHROMIUM} (CHROMIUM names another)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()
