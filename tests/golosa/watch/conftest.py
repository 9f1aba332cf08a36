"""A world for a watch: a forum on a free port whose thread grows by a clock that the test sets, and a game about it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from golosa.demo.forum import PER_PAGE, Shown, page

from golosa.clock import using
from golosa.folder.newgame import NewGame, make
from golosa.reading import fetching
from golosa.watch.loop import Watch
from golosa.watch.notifying import Notifier
from golosa.watch.plan import Action, Do
from scraper.client import Manners

NAMES = ("Аня", "Борис", "Вера", "Глеб", "Дина", "Егор")
MOSCOW = timezone(timedelta(hours=3))  # the demo forum shows times as they are given


class Event(NamedTuple):
    """A post, with what becomes of it."""

    post: Shown
    edits: tuple[tuple[datetime, str], ...] = ()
    gone: datetime | None = None


class World:
    """A day from 08:00 to 22:00 in Moscow by a clock of its own."""

    starts = datetime(2026, 3, 2, 5, tzinfo=UTC)
    ends = datetime(2026, 3, 2, 19, tzinfo=UTC)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = self.starts - timedelta(minutes=10)
        self.events: list[Event] = []
        self.asked: list[datetime] = []
        self.down: tuple[datetime, datetime] | None = None
        self.ahead = timedelta()  #: the forum's clock less the world's
        self.lines: list[str] = []
        self.pasted: list[Any] = []
        self.sights: list[Any] = []
        world = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                world.asked.append(world.now)
                if world.down and world.down[0] <= world.now < world.down[1]:
                    self.send_error(404)
                    return
                number = int(parse_qs(urlsplit(self.path).query).get("start", ["0"])[0]) // PER_PAGE + 1
                body = page("День 1", world.thread(), number).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=UTF-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def date_time_string(self, timestamp: float | None = None) -> str:
                return format_datetime((world.now + world.ahead).astimezone(UTC), usegmt=True)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/viewtopic.php?t=7"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    # The thread

    @staticmethod
    def at(clock: str) -> datetime:
        """That wall time in Moscow; 24:10 is ten past midnight."""
        hours, minutes, *seconds = (int(part) for part in clock.split(":"))
        midnight = datetime(2026, 3, 2, tzinfo=MOSCOW)
        return midnight + timedelta(hours=hours, minutes=minutes, seconds=sum(seconds))

    def post(
        self, author: str, clock: str, vote: str = "", *, colour: str = "red", edit: Any = None, gone: str | None = None
    ) -> int:
        """A post with a vote by the forum's clock; `edit`: (wall time, another vote). Gives its id."""
        number = 101 + len(self.events)
        edits = ((self.at(edit[0]), self._body(edit[1], colour)),) if edit else ()
        shown = Shown(number, author, self.at(clock), self._body(vote, colour))
        self.events.append(Event(shown, edits, self.at(gone) if gone else None))
        return number

    @staticmethod
    def _body(vote: str, colour: str) -> str:
        return f'за <span style="color:{colour}">{vote}</span>' if vote else "Доброе утро!"

    def thread(self) -> list[Shown]:
        """The posts as the forum shows them now."""
        now, found = self.now + self.ahead, []
        for event in sorted(self.events, key=lambda event: event.post.at):
            if event.post.at > now or (event.gone and event.gone <= now):
                continue
            shown = event.post
            for at, body in event.edits:
                if at <= now:
                    shown = shown._replace(body=body, edited=at)
            found.append(shown)
        return found or [Shown(100, "Ведущий", self.starts, "Начали.")]

    def vote_all(self, colour: str = "red") -> None:
        """Three votes for Аня and two for Борис."""
        for clock, voter, target in (
            ("10:00", "Борис", "Аня"),
            ("11:00", "Вера", "Аня"),
            ("12:30", "Глеб", "Аня"),
            ("13:00", "Дина", "Борис"),
            ("20:00", "Аня", "Борис"),
            ("21:10", "Егор", "Аня"),
        ):
            self.post(voter, clock, target, colour=colour)

    def tie(self, colour: str = "green") -> None:
        """Two for Аня, two for Борис."""
        for clock, voter, target in (
            ("10:00", "Борис", "Аня"),
            ("11:00", "Вера", "Аня"),
            ("13:00", "Дина", "Борис"),
            ("20:00", "Аня", "Борис"),
        ):
            self.post(voter, clock, target, colour=colour)

    # The game

    def new(self, rules: str = "classic10", watch: str = "", **more: Any) -> None:
        """Makes the game; `watch` are lines of its [watch] table."""
        given: dict[str, Any] = {
            "title": "Игра у реки",
            "rules": rules,
            "hosts": ("Ведущий",),
            "players": NAMES,
            "threads": (self.url,),
            "starts": self.starts,
            "ends": self.ends,
            "forum_zone": "Europe/Moscow",
            "zone": "Europe/Moscow",
        } | more
        with using(lambda: self.now):
            make(self.folder, NewGame(**given), self.now)
        if watch:
            path = self.folder / "game.toml"
            path.write_text(path.read_text(encoding="utf-8") + f"\n[watch]\n{watch}\n", encoding="utf-8")

    def commit(self) -> None:
        """Commits the game's lots."""
        from golosa.folder.dice import make_keys

        with self.game() as game:
            make_keys(game, self.now)

    @contextmanager
    def game(self) -> Iterator[Any]:
        from golosa.folder.game import Game

        game = Game(self.folder)
        try:
            with using(lambda: self.now):
                yield game
        finally:
            game.close()

    # The watch, and who looks at it

    def line(self, at: datetime, text: str, *, trouble: bool = False) -> None:
        self.lines.append(f"{at.astimezone(MOSCOW):%H:%M:%S} {'! ' if trouble else ''}{text}")

    def paste(self, message: Any) -> None:
        self.pasted.append((self.now, message))

    def sight(self, sight: Any) -> None:
        self.sights.append(sight)

    def page(self, done: int, total: int | None) -> None:
        """Progress is not looked at."""

    def tick(self) -> None:
        """Nor is the countdown."""

    def kinds(self) -> list[str]:
        return [message.kind for _, message in self.pasted]

    def text(self, kind: str) -> str:
        return next(message.text for _, message in reversed(self.pasted) if message.kind == kind)

    def sleep(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    @contextmanager
    def watch(self, notifier: Notifier | None = None, number: int | None = None) -> Iterator[Watch]:
        """A watch by the world's clock."""
        with using(lambda: self.now):
            made = Watch(self.folder, number, self, notifier or Notifier([]), clock=lambda: self.now, sleep=self.sleep)
            try:
                yield made
            finally:
                made.close()

    def run(self, until: str | None = None, *, watch: Watch | None = None, **more: Any) -> list[Do]:
        """Watches until that wall time, or until there is nothing more to do; gives what was done."""
        if watch is None:
            with self.watch(**more) as made:
                return self.run(until, watch=made)
        done: list[Do] = []
        limit = self.at(until) if until else self.ends + timedelta(hours=6)
        for _ in range(600):
            action: Action = watch.step()
            if action.do is Do.DONE:
                return done
            if action.do is not Do.WAIT:
                done.append(action.do)
                continue
            if action.until is None or action.until > limit:
                self.now = max(self.now, limit) if until else self.now
                return done
            self.now = max(self.now + timedelta(milliseconds=1), action.until)
        raise AssertionError(f"the watch goes round and round: {self.lines[-5:]}")


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], World]]:
    """Makes worlds, each with a forum and a folder of its own."""
    quick = Manners(user_agent="golosa-test", delay=1, backoff=0, retries=0, timeout=5)
    monkeypatch.setattr(fetching, "MANNERS", quick)
    made: list[World] = []

    def new() -> World:
        made.append(World(tmp_path / f"game{len(made)}"))
        return made[-1]

    yield new
    for world in made:
        world.close()


@pytest.fixture
def world(worlds: Callable[[], World]) -> World:
    return worlds()
