"""Walks into the store: what is kept, who may fetch, and that a count over a misbehaving forum is never wrong."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import msgspec
import pytest
from golosa.demo.forum import PER_PAGE, Shown, page

from golosa.cli import run
from golosa.errors import GolosaError
from golosa.folder.game import Game
from golosa.reading import fetching
from scraper.client import Manners

NAMES = ("Аня", "Борис", "Вера", "Глеб", "Дина")
MOSCOW = ZoneInfo("Europe/Moscow")  #: the forum tells of edits in its own zone
ENDS = datetime(2026, 3, 2, 19, tzinfo=UTC)
AFTER = ENDS + timedelta(hours=1)


class Forum:
    """A thread over HTTP; what `faults` says of a request is done to it."""

    def __init__(self) -> None:
        self.thread = [
            Shown(101 + i, NAMES[i % 5], ENDS - timedelta(minutes=60 - i), vote(NAMES[(i + 1 + i // 5) % 5]))
            for i in range(23)
        ]
        self.faults: dict[int, str] = {}
        self.requests = 0
        forum = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                number = int(parse_qs(urlsplit(self.path).query).get("start", ["0"])[0]) // PER_PAGE + 1
                forum.requests += 1
                body, status = forum.answer(forum.faults.get(forum.requests, ""), number)
                self.send_response(status)
                self.send_header("Content-Type", "text/html; charset=UTF-8")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/viewtopic.php?t=7"
        Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def answer(self, fault: str, number: int) -> tuple[bytes, int]:
        if fault == "delete":
            del self.thread[1]
        elif fault == "edit":
            self.thread[3] = self.thread[3]._replace(body=vote("Борис"), edited=AFTER.astimezone(MOSCOW))
        elif fault == "add":
            self.thread.append(Shown(self.thread[-1].id + 1, "Вера", AFTER, vote("Аня")))
        whole = page("День 1", self.thread, 1 if fault == "first" else number).encode()
        if fault == "byte":
            place = len(whole) // 2
            return whole[:place] + b"\xff" + whole[place + 1 :], 200
        return {"half": (whole[: len(whole) // 2], 200), "503": (b"busy", 503), "empty": (b"", 200)}.get(
            fault, (whole, 200)
        )


def vote(name: str) -> str:
    return f'за <span style="color:red">{name}</span>'


@pytest.fixture(scope="module")
def _forum() -> Iterator[Forum]:
    forum = Forum()
    yield forum
    forum.server.shutdown()
    forum.server.server_close()


@pytest.fixture
def forum(_forum: Forum) -> Iterator[Forum]:
    before = list(_forum.thread)
    _forum.faults, _forum.requests = {}, 0
    yield _forum
    _forum.thread = before


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = Manners(user_agent="golosa-test", delay=0, backoff=0, retries=1, timeout=5)
    monkeypatch.setattr(fetching, "MANNERS", quick)


def new(path: Path, url: str) -> Path:
    players = [part for name in NAMES for part in ("--player", name)]
    day = ["--starts", "2026-03-02T08:00:00+03:00", "--ends", "2026-03-02T22:00:00+03:00", "--thread", url]
    assert run(["new", str(path), "--host", "Ведущий", "--forum-zone", "Europe/Moscow", *players, *day, "--yes"]) == 0
    return path


@contextmanager
def opened(folder: Path) -> Iterator[Game]:
    game = Game(folder)
    try:
        yield game
    finally:
        game.close()


@pytest.fixture
def game(tmp_path: Path, forum: Forum) -> Iterator[Game]:
    with opened(new(tmp_path / "game", forum.url)) as game:
        yield game


def visits(game: Game, forum: Forum) -> list[tuple[bool, str | None]]:
    return [(sweep.complete, sweep.why) for sweep in game.archive.sweeps(forum.url)]


def test_every_pass_of_a_walk_is_kept_and_the_last_one_is_complete(game: Game, forum: Forum) -> None:
    walk = fetching.fetch(game, forum.url)
    assert walk.complete
    assert visits(game, forum) == [(False, "the thread was read again to be sure"), (True, None)]
    assert game.archive.sweeps(forum.url)[-1].started == walk.since


def test_what_an_edit_replaced_between_two_passes_is_in_the_archive(game: Game, forum: Forum) -> None:
    forum.faults = {4: "edit"}
    fetching.fetch(game, forum.url)
    (post,) = [post for post in game.archive.posts((forum.url,)) if post.id == "104"]
    assert [revision.body.marks[0].text for revision in post.revisions] == ["Дина", "Борис"]


def test_a_quiet_poll_costs_one_request_and_is_kept(game: Game, forum: Forum) -> None:
    fetching.fetch(game, forum.url)
    forum.requests = 0
    walk = fetching.poll(game, forum.url)
    assert walk is not None
    assert (forum.requests, walk.differs, walk.why) == (1, (), None)
    assert visits(game, forum)[-1] == (False, "only the newest pages were looked at")


def test_a_poll_tells_what_is_new(game: Game, forum: Forum) -> None:
    fetching.fetch(game, forum.url)
    forum.faults = {forum.requests + 1: "add"}
    walk = fetching.poll(game, forum.url)
    assert walk is not None
    assert walk.differs == ("124",)


def test_a_poll_of_a_thread_that_has_become_shorter_says_so(game: Game, forum: Forum) -> None:
    fetching.fetch(game, forum.url)
    del forum.thread[12:]
    forum.requests = 0
    walk = fetching.poll(game, forum.url)
    assert walk is not None
    assert "shorter" in (walk.why or "")
    assert forum.requests == 1


def test_nothing_can_be_polled_that_was_never_read(game: Game, forum: Forum) -> None:
    assert fetching.poll(game, forum.url) is None
    assert forum.requests == 0


def test_a_second_fetcher_is_told_who_holds_the_lock(game: Game, forum: Forum) -> None:
    with fetching.fetching(game), pytest.raises(GolosaError, match=r"golosa \(process \d+, since .*\) is fetching"):
        fetching.fetch(game, forum.url)
    assert fetching.fetch(game, forum.url).complete


def interrupted(game: Game, forum: Forum, after: int = 2) -> None:
    """A walk that its user breaks off after so many pages."""
    pauses = 0

    def interrupt(seconds: float) -> None:
        nonlocal pauses
        pauses += 1
        if pauses == after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetching.fetch(game, forum.url, sleep=interrupt)
    forum.requests = 0


def test_an_interrupted_walk_is_kept_as_far_as_it_came(game: Game, forum: Forum) -> None:
    interrupted(game, forum)
    assert visits(game, forum) == [(False, "the last walk was interrupted")]
    assert len(game.archive.posts((forum.url,))) == 20


def test_an_interrupted_walk_is_gone_on_with(game: Game, forum: Forum) -> None:
    interrupted(game, forum)
    (broken,) = game.archive.sweeps(forum.url)
    walk = fetching.fetch(game, forum.url)
    assert walk.complete
    assert forum.requests == 2 + 3  # page 2 again and page 3, then the pass that must agree
    assert walk.since is not None
    assert walk.since <= broken.started  # what is younger may have been passed over
    assert [post.id for post in game.archive.posts((forum.url,))] == [str(post.id) for post in forum.thread]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process that can be killed")
@pytest.mark.parametrize(("after", "requests"), [(2, 2 + 3), (4, 3 + 3)])
def test_a_killed_walk_is_gone_on_with(game: Game, forum: Forum, after: int, requests: int) -> None:
    """Nobody can tell a process that it is killed: what it had read lies in a file."""
    killed(game.folder, forum, after)
    walk = fetching.fetch(game, forum.url)
    assert walk.complete
    assert forum.requests == requests
    assert (False, "the last walk was killed") in visits(game, forum)
    assert not (game.folder / "walk.part").exists()
    assert [post.id for post in game.archive.posts((forum.url,))] == [str(post.id) for post in forum.thread]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process that can be killed")
def test_a_killed_walk_whose_last_page_was_written_by_half(game: Game, forum: Forum) -> None:
    killed(game.folder, forum, 2)
    part = game.folder / "walk.part"
    assert part.stat().st_mode & 0o077 == 0
    part.write_bytes(part.read_bytes()[:-7])
    assert fetching.fetch(game, forum.url).complete
    assert forum.requests == 1 + 2 + 3


def test_a_walk_that_ends_leaves_no_file(game: Game, forum: Forum) -> None:
    fetching.fetch(game, forum.url)
    interrupted(game, forum)
    assert [path.name for path in game.folder.glob("*.part")] == []


def killed(folder: Path, forum: Forum, after: int) -> None:
    """A walk in a process of its own that is killed after so many pages."""
    child = os.fork()
    if not child:
        pauses = 0

        def die(seconds: float) -> None:
            nonlocal pauses
            pauses += 1
            if pauses == after:
                os.kill(os.getpid(), signal.SIGKILL)

        fetching.fetch(Game(folder), forum.url, sleep=die)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    forum.requests = 0


def test_a_walk_that_the_network_broke_off_is_gone_on_with(game: Game, forum: Forum) -> None:
    forum.faults = dict.fromkeys(range(3, 30), "503")
    assert not fetching.fetch(game, forum.url).complete
    forum.faults, forum.requests = {}, 0
    assert fetching.fetch(game, forum.url).complete
    assert forum.requests == 2 + 3


def test_an_edit_on_a_page_read_before_the_interruption_is_seen(game: Game, forum: Forum) -> None:
    interrupted(game, forum)
    forum.thread[3] = forum.thread[3]._replace(body=vote("Борис"), edited=AFTER.astimezone(MOSCOW))
    assert fetching.fetch(game, forum.url).complete
    assert forum.requests == 2 + 3 + 3  # the pass gone on with disagrees with the next one
    (post,) = [post for post in game.archive.posts((forum.url,)) if post.id == "104"]
    assert [revision.body.marks[0].text for revision in post.revisions] == ["Дина", "Борис"]


def test_a_thread_that_has_become_shorter_than_the_broken_walk_is_read_anew(game: Game, forum: Forum) -> None:
    interrupted(game, forum, after=2)
    del forum.thread[9:]
    assert fetching.fetch(game, forum.url).complete
    assert forum.requests == 1 + 1 + 1  # page 2 is no more; page 1, and again to be sure


@pytest.mark.parametrize("later", [timedelta(minutes=31), timedelta(minutes=5)])
def test_an_old_walk_or_one_from_before_the_end_of_the_day_is_not_gone_on_with(
    game: Game, forum: Forum, later: timedelta
) -> None:
    """After half an hour, or where the day has ended in between, the pages prove too little."""
    interrupted(game, forum)
    (broken,) = game.archive.sweeps(forum.url)
    ends = broken.started + timedelta(minutes=3) if later < timedelta(minutes=31) else ENDS
    day = msgspec.structs.replace(game.config.day[0], ends=ends)
    game.config = msgspec.structs.replace(game.config, day=(day,))
    fetching.fetch(game, forum.url, now=lambda: broken.started + later)
    assert forum.requests == 3 + 3


def test_a_walk_that_brought_nothing_is_an_error(game: Game, forum: Forum) -> None:
    forum.faults = dict.fromkeys(range(1, 9), "503")
    with pytest.raises(GolosaError, match="try again later") as caught:
        fetching.fetch(game, forum.url)
    assert caught.value.exit_code == 3


def test_a_count_over_a_misbehaving_forum_is_right_or_incomplete(tmp_path: Path, forum: Forum, capsys) -> None:
    folder = new(tmp_path / "right", forum.url)
    with opened(folder) as game:
        fetching.fetch(game, forum.url)
        right = game.count(game.day(1, AFTER), AFTER).count.first.counts
    whole, kinds, complete = list(forum.thread), ["first", "half", "byte", "503", "empty", "add"], 0
    for seed in range(25):
        dice = random.Random(seed)
        forum.thread, forum.requests = list(whole), 0
        forum.faults = {dice.randrange(1, 8): dice.choice(kinds) for _ in range(dice.randrange(1, 4))}
        with opened(new(tmp_path / str(seed), forum.url)) as game:
            walk = fetching.fetch(game, forum.url) if forum.faults.get(1) not in ("503", "empty") else None
            counted = game.count(game.day(1, AFTER), AFTER)
        if counted.complete:
            complete += 1
            assert walk is not None
            assert counted.count.first.counts == right, (seed, forum.faults)
        else:
            assert counted.why_incomplete, (seed, forum.faults)
    assert complete > 10
