"""The desk: a whole game played through it once, in the system's Chromium, and what was seen on the way."""

from __future__ import annotations

import contextlib
import http.client
import importlib.util
import io
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.types import ASGIApp

from golosa.cli import run
from golosa.clock import using
from golosa.folder.config import ForumTable
from golosa.web import address_of, background, listen

ROOT = Path(__file__).parents[3]
#: Fields of a form; one may stand there more than once.
Form = dict[str, str] | list[tuple[str, str]]
#: The pictures at which every notice that the day's page offers is copied and held against `golosa notice`.
COPIED = {"day-voting": 1, "tie": 1, "lot-drawn": 1, "day-result": 2}


class Seen(NamedTuple):
    """What stood there when a picture was taken."""

    folder: Path  #: the game as it was
    now: datetime
    text: str
    html: str
    url: str


class Story:
    """A whole game as it was played."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seen: dict[str, Seen] = {}
        self.copied: dict[tuple[str, str], tuple[str, str]] = {}  #: picture and notice -> clipboard, `golosa notice`
        self.posts: dict[str, str] = {}  #: the morning and end posts as copied
        self.addresses: list[str] = []
        self.faults: list[str] = []  #: what the browser complained of

    def cli(self, folder: Path, now: datetime, *words: str) -> str:
        """What the command line prints at that moment."""
        out = io.StringIO()
        with using(lambda: now), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            run([words[0], "-C", str(folder), *words[1:]])
        return out.getvalue()


@pytest.fixture(scope="session")
def walk_module() -> Any:
    """docs/make_first_game.py."""
    spec = importlib.util.spec_from_file_location("make_first_game", ROOT / "docs" / "make_first_game.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")  # one playwright left open would be in the way of another module's
def browser(walk_module: Any) -> Iterator[Any]:
    if not Path(walk_module.CHROMIUM).exists():
        pytest.skip(f"no Chromium at {walk_module.CHROMIUM}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=walk_module.CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def story(browser: Any, walk_module: Any, tmp_path_factory: pytest.TempPathFactory) -> Story:
    """The whole game, played once for all tests."""
    base = tmp_path_factory.mktemp("desk")
    table = walk_module.Table(base / "game")
    made = Story(base / "game")
    context = browser.new_context(viewport={"width": 1180, "height": 820}, reduced_motion="reduce")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(60_000)  # the machine may be busy
    page.on("console", lambda message: made.faults.append(message.text))
    page.on("pageerror", lambda error: made.faults.append(str(error)))
    page.on("framenavigated", lambda frame: made.addresses.append(frame.url))
    with table.open():
        walk_module.Walk(table, page, lambda name: _look(made, table, page, name)).play()
    context.close()
    return made


def _look(story: Story, table: Any, page: Any, name: str) -> None:
    if name not in story.seen:
        kept = story.folder.parent / "kept" / name
        if story.folder.exists():
            shutil.copytree(story.folder, kept, ignore=shutil.ignore_patterns("out", "*.lock", "*.holder"))
        story.seen[name] = Seen(kept, table.now, page.locator("main").inner_text(), page.content(), page.url)
    if name in COPIED:
        _copy_all(story, table, page, name, COPIED[name])
    for post in page.locator("[id^=post-]").all() if name in ("morning", "end") else ():
        kind = post.get_attribute("id").removeprefix("post-")
        page.locator(f"button[data-copy='post-{kind}']").click()
        story.posts[kind] = _clipboard(page)


def _copy_all(story: Story, table: Any, page: Any, name: str, day: int) -> None:
    """Presses the copy button of every notice that the page offers."""
    here = page.url
    for link in [link.get_attribute("href") for link in page.locator(".tabs:not(.others) a").all()]:
        with page.expect_response(lambda answer: answer.request.method == "GET" and answer.status == 200):
            page.locator(f".tabs a[href='{link}']").click()
        page.wait_for_selector(".htmx-request, .htmx-swapping, .htmx-settling", state="detached")
        kind = link.rpartition("paste=")[2]
        page.locator("#paste ~ .copy button").click()
        printed = story.cli(story.folder, table.now, "notice", "--day", str(day), kind)
        story.copied[name, kind] = (_clipboard(page), printed)
    page.goto(here)


def _clipboard(page: Any) -> str:
    page.locator("button.done").first.wait_for()
    text: str = page.evaluate("navigator.clipboard.readText()")
    page.evaluate("navigator.clipboard.writeText('')")
    return text


class Written(NamedTuple):
    """The written game as it stands at noon of its third day."""

    folder: Path
    now: datetime


class Script:
    """The written game, played by the program's own functions, without a browser."""

    def __init__(self, folder: Path) -> None:
        from golosa.demo import first_game

        self.folder, self.told = folder, first_game
        self.script = first_game.written()
        self.now: datetime = first_game.at("2026-03-01T19:00:00")
        self.board = first_game.board(lambda: self.now)
        self.forum = ""

    def clock(self, moment: str) -> datetime:
        self.now = self.told.at(moment).astimezone(UTC)
        return self.now

    def make(self) -> None:
        """The game with its players from the sign-up, its lots committed, its roles given."""
        from golosa.folder import dealing, dice
        from golosa.folder.game import Game
        from golosa.folder.newgame import NewGame, make
        from golosa.reading import signup
        from golosa.reading.fetching import page_at

        def still(seconds: float) -> None:
            """No pause between two requests."""

        forum = ForumTable(zone=self.script["zone"])
        source = page_at(f"{self.forum}viewtopic.php?p=101#p101", forum, now=lambda: self.now, sleep=still)
        found = signup.read(source, forum, now=self.now)
        wanted = NewGame(
            rules="town14",
            title=self.script["title"],
            hosts=(self.script["host"],),
            players=found.texts,
            aliases=found.aliases,
            forum_zone=self.script["zone"],
            starts=self.told.at("2026-03-02T00:00:00"),
            ends=self.told.at("2026-03-02T23:00:00"),
        )
        make(self.folder, wanted, self.now)
        game = Game(self.folder)
        dice.make_keys(game, self.now)
        dealing.give(game, list(self.script["roles"].items()), self.now)
        game.close()

    def read(self, number: int, *moments: str) -> Any:
        """The thread of a day read at these moments, opened where it was not; gives the game, open."""
        from golosa.folder import daybook
        from golosa.folder.game import Game
        from golosa.reading.fetching import fetch

        thread = f"{self.forum}viewtopic.php?t={20 + number}"
        game = Game(self.folder)
        daybook.open_day(game, daybook.Wanted(number=number, threads=(thread,)), self.now)
        for moment in moments:
            game.close()
            game = Game(self.folder)
            self.clock(moment)
            with using(lambda: self.now):
                fetch(game, thread, sleep=lambda seconds: None)
        return game

    def night(self, game: Any, rows: list[list[str]], resolved: str) -> None:
        """The messages of a night, and its end."""
        from golosa.folder import letters, nights
        from golosa.scenario.inputs import MessageIn

        for sender, sent, subject, body in rows:
            at = self.told.at(sent).astimezone(UTC)
            letters.take(game, MessageIn(from_=sender, at=at, subject=subject, body=body), max(self.now, at))
        nights.resolve(game, self.clock(resolved))
        game.close()

    def play(self) -> None:
        """Two days and two nights, and the third day up to noon."""
        from engine.rulings import ReplaceRuling, VoteRuling
        from golosa.folder import daybook, dice, rulings

        self.make()
        game = self.read(1, "2026-03-02T12:40:00", "2026-03-02T23:02:00", "2026-03-02T23:31:00")
        day = game.day(1, self.now)
        doubt = next(post for post in game.posts(day) if post.author == "Тихоня")
        rulings.take(game, VoteRuling("205", "Кондуктор", self.now), self.now)
        rulings.take(game, VoteRuling(doubt.id, "Лиса", self.now), self.now)
        (proof,) = dice.draw_due(game, day, self.now)
        daybook.close_day(game, day, self.now)
        self.night(game, [*self.script["messages"][0], self.script["note"]], "2026-03-02T23:58:00")
        self.told.open_day(self.board, 2, proof.chosen)
        game = self.read(2, "2026-03-03T11:00:00")
        rulings.take(game, ReplaceRuling("novy_melnik", "Старый Мельник", self.now), self.now)
        game.close()
        game = self.read(2, "2026-03-03T23:01:00")
        daybook.close_day(game, game.day(2, self.now), self.now)
        self.night(game, self.script["messages"][1], "2026-03-03T23:58:00")
        self.told.open_day(self.board, 3, proof.chosen)
        self.read(3, "2026-03-04T12:00:00").close()


@pytest.fixture(scope="session")
def written_game(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """The written game as it stands at noon of its third day."""
    from golosa.demo.forum import running

    script = Script(tmp_path_factory.mktemp("written") / "game")
    with running(script.board) as address:
        script.forum = address.partition("viewtopic")[0]
        script.play()
    return Written(script.folder, script.now)


@pytest.fixture
def third_day(written_game: Written, tmp_path: Path) -> Written:
    """A copy of it, to change."""
    shutil.copytree(written_game.folder, tmp_path / "game")
    return Written(tmp_path / "game", written_game.now)


class Served:
    """A desk that is open."""

    def __init__(self, desk: Any, address: str) -> None:
        self.desk, self.address = desk, address


class Port:
    """A server at which one desk after the other opens: to start and to end one takes a fifth of a second."""

    def __init__(self, listening: socket.socket) -> None:
        self.listening = listening
        self.free()

    def free(self) -> None:
        """No desk is open here."""
        self.app: ASGIApp = Starlette()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.app(scope, receive, send)


@pytest.fixture(scope="session")
def ports() -> Iterator[Callable[[], AbstractContextManager[Port]]]:
    """Lends ports: as many as are wanted at once."""
    idle: list[Port] = []
    with contextlib.ExitStack() as stack:

        @contextlib.contextmanager
        def lent() -> Iterator[Port]:
            if not idle:
                idle.append(Port(listen(0)))
                stack.enter_context(background(idle[0], idle[0].listening))
            port = idle.pop()
            try:
                yield port
            finally:
                port.free()
                idle.append(port)

        yield lent


@pytest.fixture
def serve(ports: Callable[[], AbstractContextManager[Port]]) -> Iterator[Callable[..., Served]]:
    """Opens desks of game folders, each by a clock of its own."""
    from golosa.desk.app import build
    from golosa.desk.desk import Desk

    with contextlib.ExitStack() as stack:

        def opened(folder: Path, now: datetime, lang: str = "ru") -> Served:
            port = stack.enter_context(ports())
            desk = Desk(folder, lang=lang, sleep=lambda seconds: None)
            app = build(desk, port.listening.getsockname()[1])

            async def by_that_clock(scope: Any, receive: Any, send: Any) -> None:
                with using(lambda: now):
                    await app(scope, receive, send)

            port.app = by_that_clock
            return Served(desk, address_of(port.listening))

        yield opened


class Client:
    """A bare client: nothing is sent that is not said."""

    def __init__(self, served: Any) -> None:
        self.port = urlsplit(served.address).port
        self.host = f"127.0.0.1:{self.port}"
        self.desk = served.desk
        self.cookie = f"golosa-desk-{self.port}={served.desk.keys.cookie}"

    def ask(
        self, method: str, path: str, form: Form | None = None, /, **headers: str
    ) -> tuple[int, dict[str, str], str]:
        """Sends a request with these heads alone; gives status, heads and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        body = urlencode(form or ()).encode()
        if form is not None:
            headers |= {"content_type": "application/x-www-form-urlencoded", "content_length": str(len(body))}
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders(body if form is not None else None)
        answer = connection.getresponse()
        heads = {name.lower(): value for name, value in answer.getheaders()}
        found = answer.status, heads, answer.read().decode("utf-8", "replace")
        connection.close()
        return found

    def upload(self, path: str, form: dict[str, str], name: str, content: bytes) -> tuple[int, dict[str, str]]:
        """Sends a form with a file; gives status and heads."""
        parts = [f'--x\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{form[key]}\r\n'.encode() for key in form]
        head = f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
        body = b"".join((*parts, head, content, b"\r\n--x--\r\n"))
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        own = {"Cookie": self.cookie, "Origin": f"http://{self.host}"}
        connection.request("POST", path, body, own | {"Content-Type": "multipart/form-data; boundary=x"})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status, {key.lower(): value for key, value in answer.getheaders()}

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
        """A page, asked for as the desk's own browser does."""
        return self.ask("GET", path, **({"host": self.host, "cookie": self.cookie} | headers))

    def post(self, path: str, form: Form, **headers: str) -> tuple[int, dict[str, str], str]:
        """A change, likewise."""
        own = {"host": self.host, "cookie": self.cookie, "origin": f"http://{self.host}"}
        return self.ask("POST", path, form, **own | headers)

    def send(self, path: str, **form: str | list[str]) -> str:
        """Sends a form of the desk and gives the page to which it leads."""
        pairs = [(name, one) for name, value in form.items() for one in ([value] if isinstance(value, str) else value)]
        status, heads, _ = self.post(path, [("csrf", self.desk.keys.csrf), *pairs])
        assert status == 303, status
        return self.get(heads["location"].partition("#")[0])[2]


@pytest.fixture
def client_of() -> type[Client]:
    return Client
