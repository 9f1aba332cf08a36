"""A real HTTP forum on loopback whose thread and manners a test decides, request by request."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from golosa.demo.forum import PER_PAGE, Shown, page

from scraper.client import Client, Manners

TITLE = "Мафия. День 1"
MANNERS = Manners(user_agent="golosa-test", delay=0, backoff=0, retries=2, timeout=5)


class Answer(NamedTuple):
    """What the forum sends: `cut` sends only so many bytes of what it promised."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    cut: int | None = None


class Forum:
    """One thread; `before` may change it, or answer instead, before each request is answered."""

    make = Answer

    def __init__(self) -> None:
        self.thread: list[Shown] = []
        self.paths: list[str] = []
        self.agents: list[str] = []
        self.first: list[Shown] = []
        self.snapshots: list[tuple[Shown, ...]] = []
        self.before: Callable[[int, int], Answer | None] = lambda request, number: None
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/viewtopic.php?t=7"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def reset(self, thread: list[Shown]) -> None:
        """Another thread, and nothing asked yet."""
        self.thread, self.paths, self.snapshots, self.agents = thread, [], [], []
        self.first = list(thread)
        self.before = lambda request, number: None

    def answer(self, path: str) -> Answer:
        """The answer to a request, after `before` has had its say."""
        start = parse_qs(urlsplit(path).query).get("start", ["0"])[0]
        number = int(start) // PER_PAGE + 1
        said = self.before(len(self.paths), number)
        self.snapshots.append(tuple(self.thread))
        return said or Answer(page(TITLE, self.thread, number).encode())

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        forum = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                forum.paths.append(self.path)
                forum.agents.append(self.headers.get("User-Agent", ""))
                answer = forum.answer(self.path)
                names = {name.lower() for name, _ in answer.headers}
                if "date" in names:
                    self.send_response_only(answer.status)
                else:
                    self.send_response(answer.status)
                if "content-type" not in names:
                    self.send_header("Content-Type", "text/html; charset=UTF-8")
                for name, value in answer.headers:
                    self.send_header(name, value)
                if "x-no-length" not in names:
                    self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                if "x-slow" in names:
                    threading.Event().wait(float(dict(answer.headers)["X-Slow"]))
                with suppress(BrokenPipeError, ConnectionResetError):
                    self.wfile.write(answer.body[: answer.cut])
                self.close_connection = True

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
                """Quiet."""

        return Handler


@pytest.fixture(scope="session")
def _server() -> Iterator[Forum]:
    forum = Forum()
    yield forum
    forum.server.shutdown()
    forum.server.server_close()


@pytest.fixture
def forum(_server: Forum) -> Forum:
    _server.reset(thread_of(25))
    return _server


@pytest.fixture
def client() -> Iterator[Client]:
    yield from _client(MANNERS)


@pytest.fixture
def hurried() -> Iterator[Client]:
    """A client that soon gives a silent forum up."""
    yield from _client(msgspec.structs.replace(MANNERS, timeout=0.2))


def _client(manners: Manners) -> Iterator[Client]:
    made = Client(manners, now=lambda: datetime.now(UTC), sleep=lambda seconds: None, zone="Europe/Moscow")
    yield made
    made.close()


def thread_of(count: int) -> list[Shown]:
    """A thread of that many posts, each with a red vote."""
    names = ["Аня", "Борис", "Вера", "Глеб", "Дина"]
    return [
        Shown(
            101 + index,
            names[index % 5],
            datetime(2026, 3, 2, 6, index, tzinfo=UTC),
            f'голосую <span style="color:red">{names[(index + 1 + index // 5) % 5]}</span>',
        )
        for index in range(count)
    ]
