"""Walks through a faulty network: `python bench/faults.py [WALKS] [--seed N]`, 2,000 walks if left out.

A proxy on loopback stands between the program and a small forum. By seed it drops, delays, stalls, cuts, repeats,
reorders and corrupts answers, or gives 429, 5xx, a redirect loop or a login page instead, while the thread grows,
loses posts and is edited. Every walk must end in the right count, in one that names a changed post of each player
whose vote is another, or in "incomplete" with its reason; after an incomplete one the next walk, over a sound network,
goes on from what the store holds and must be right. The command ends with 1 where one is not.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import shutil
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

from golosa.demo.forum import PER_PAGE, Shown, page
from msgspec import Struct

from engine.counts import What
from golosa.cli import run
from golosa.errors import GolosaError
from golosa.folder.game import Game
from golosa.reading import fetching
from scraper.client import Manners

NAMES = ("Аня", "Борис", "Вера", "Глеб", "Дина")
ENDS = datetime(2026, 3, 2, 22, tzinfo=timezone(timedelta(hours=3)))  #: the forum shows the times of its zone
NOW = ENDS + timedelta(hours=2)
TITLE = "Мафия. День 1"
POSTS, STALL = 34, 0.4
LOGIN = (
    '<!DOCTYPE html><html lang="ru"><head><title>Вход</title></head><body id="phpbb" class="section-ucp">'
    '<form action="./ucp.php?mode=login" method="post" id="login"><input name="username"><input name="password" '
    'type="password"><p>Для просмотра этого форума вы должны быть авторизованы.</p></form>'
    '<div class="copyright">phpBB</div></body></html>'
).encode()
KINDS = (
    *("drop", "delay", "stall", "cut", "short", "repeat", "reorder", "corrupt", "flip", "nulls"),
    *("429", "500", "502", "503", "504", "loop", "away", "login", "empty", "grow", "shrink", "touch"),
)


def _vote(name: str) -> str:
    return f'за <span style="color:red">{name}</span>'


def _thread() -> list[Shown]:
    """A day in which every third post is a vote."""
    return [
        Shown(101 + place, NAMES[place % 5], ENDS - timedelta(minutes=60 - place), _said(place))
        for place in range(POSTS)
    ]


def _said(place: int) -> str:
    return "думаю" if place % 3 else _vote(NAMES[(place + 1 + place // 5) % 5])


class Faulty:
    """The forum and the proxy before it: `answer` gives the bytes for the n-th request of a walk, and when to cut."""

    def __init__(self) -> None:
        self.reset(0)

    def reset(self, seed: int) -> None:
        """A new walk: an untouched thread, and faults drawn by seed."""
        self.dice = random.Random(seed)
        self.thread = _thread()
        self.requests = 0
        self.earlier: list[bytes] = []
        often = self.dice.choice((1, 2, 3, 5, 8))
        self.faults = {self.dice.randrange(1, 13): self.dice.choice(KINDS) for _ in range(often)}

    def answer(self, path: str) -> bytes | None:
        """What the proxy sends; None to hang up without a word."""
        self.requests += 1
        kind = self.faults.get(self.requests, "")
        self._happen(kind)
        start = parse_qs(urlsplit(path).query).get("start", ["0"])[0]
        body = page(TITLE, self.thread, int(start) // PER_PAGE + 1).encode()
        sent = self._sent(kind, body)
        self.earlier.append(body)
        return sent

    def _happen(self, kind: str) -> None:
        """What goes on in the thread, but to no vote of the day."""
        if kind == "grow":
            last, many = self.thread[-1].id, self.dice.randrange(1, 14)
            late = NOW - timedelta(hours=1)
            self.thread += [Shown(last + 1 + more, "Вера", late, _vote("Глеб")) for more in range(many)]
        chatter = [place for place, post in enumerate(self.thread) if post.body == "думаю"]
        if kind == "shrink":
            for place in sorted(self.dice.sample(chatter, 3), reverse=True):
                del self.thread[place]
        elif kind == "touch":
            place = self.dice.choice(chatter)
            self.thread[place] = self.thread[place]._replace(body="передумал", edited=NOW - timedelta(minutes=9))

    def _sent(self, kind: str, body: bytes) -> bytes | None:
        dice = self.dice
        if kind.isdigit():
            return _response(b"busy", f"{kind} Busy", f"Retry-After: {dice.choice(('0', '1', 'soon', '99999'))}\r\n")
        if kind in ("delay", "stall"):
            time.sleep(STALL * (0.2 if kind == "delay" else 1.5))
        if kind in ("loop", "away"):
            where = "/viewtopic.php?t=7&loop=1" if kind == "loop" else "/login.php"
            return _response(b"", "302 Found", f"Location: {where}\r\n")
        place = dice.randrange(len(body))
        made: dict[str, Callable[[], bytes | None]] = {
            "drop": lambda: None,
            "cut": lambda: _response(body)[: dice.randrange(10, len(body))],
            "short": lambda: _response(body[:place]),
            "repeat": lambda: _response(self.earlier[-1] if self.earlier else body),
            "reorder": lambda: _response(dice.choice([*self.earlier, body])),
            "corrupt": lambda: _response(body[:place] + dice.randbytes(8) + body[place + 8 :]),
            "flip": lambda: _response(body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :]),
            "nulls": lambda: _response(body[:place] + bytes(200) + body[place:]),
            "login": lambda: _response(LOGIN),
            "empty": lambda: _response(b""),
        }
        return made[kind]() if kind in made else _response(body)


def _response(body: bytes, status: str = "200 OK", headers: str = "") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=UTF-8\r\n{headers}Connection: close\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


@contextmanager
def proxied() -> Iterator[tuple[Faulty, str]]:
    """The forum behind its faulty network; gives it and the thread's address."""
    faulty = Faulty()

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            words = self.rfile.readline().decode("latin-1").split()
            while self.rfile.readline() not in (b"\r\n", b""):
                pass
            sent = faulty.answer(words[1]) if len(words) > 1 else None
            if sent is None:
                # Closing with a reset, as a broken line does.
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            else:
                with _silence():
                    self.wfile.write(sent)

    class Server(ThreadingTCPServer):
        daemon_threads, allow_reuse_address = True, True

    with Server(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield faulty, f"http://127.0.0.1:{server.server_address[1]}/viewtopic.php?t=7"
        server.shutdown()


@contextmanager
def _silence() -> Iterator[None]:
    """A reader that has hung up is no fault of the proxy."""
    try:
        yield
    except OSError:
        return


class Walked(Struct, frozen=True):
    """How a walk ended: the count's tally and open questions where it was read whole, else why it was not."""

    complete: bool
    tally: tuple[tuple[str, str], ...] = ()
    told: tuple[str, ...] = ()  #: posts that the count says were changed, or asks about
    why: str | None = None


def new_game(folder: Path, url: str) -> Path:
    """An empty game of that thread."""
    people = [part for name in NAMES for part in ("--player", name)]
    day = ["--starts", "2026-03-02T08:00:00+03:00", "--ends", ENDS.isoformat(), "--thread", url]
    with contextlib.redirect_stdout(io.StringIO()):
        status = run(["new", str(folder), "--host", "Ведущий", "--forum-zone", "Europe/Moscow", *people, *day, "--yes"])
    assert status == 0
    return folder


def walked(folder: Path, url: str) -> Walked:
    """Fetches the thread into the game in `folder`, whatever comes of it, and counts."""
    game = Game(folder)
    try:
        try:
            fetching.fetch(game, url, now=lambda: NOW, sleep=lambda seconds: None)
        except GolosaError as error:
            return Walked(complete=False, why=str(error))
        counted = game.count(game.day(1, NOW), NOW)
    finally:
        game.close()
    if not counted.complete:
        return Walked(complete=False, why=counted.why_incomplete or "")
    first = counted.count.first
    tally = tuple((str(voter.voter), str(voter.target)) for voter in first.ballots)
    changed = (report.post for report in counted.count.reports if report.what is What.EDITED)
    asked = (mark.post for mark in counted.count.rulings_needed)
    return Walked(complete=True, tally=tally, told=tuple(sorted({*changed, *asked})))


def hurried() -> Manners:
    """No pauses: the forum is ours."""
    return Manners(user_agent="golosa-bench", delay=0, backoff=0, retries=1, timeout=STALL, longest_wait=5)


def walks(number: int, seed: int = 0) -> Iterator[tuple[int, dict[int, str], Walked, Walked]]:
    """Seed, faults, outcome and right outcome of each walk, and of the sound one after each that was incomplete."""
    fetching.manners = hurried
    with proxied() as (faulty, url), tempfile.TemporaryDirectory() as scratch:
        faulty.faults = {}
        right = walked(new_game(Path(scratch, "right"), url), url)
        assert right.complete, right.why
        for walk in range(seed, seed + number):
            faulty.reset(walk)
            folder = new_game(Path(scratch, str(walk)), url)
            found = walked(folder, url)
            yield walk, faulty.faults, found, right
            if not found.complete:
                faulty.faults = {}
                yield walk, {}, walked(folder, url), right
            shutil.rmtree(folder)


def well(found: Walked, faults: dict[int, str], right: Walked) -> bool:
    """Whether a walk ended as it must."""
    if not found.complete:
        return bool(found.why and faults)
    # A page damaged on its way looks like an edit without a notice: the count then says of which post.
    others = {voter for voter, _ in set(found.tally) ^ set(right.tally)}
    return others <= {NAMES[(int(post) - 101) % 5] for post in found.told}


def main() -> int:
    """Walks and prints what came of it."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("walks", nargs="?", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    outcomes, wrong, begun = Counter[str](), 0, time.monotonic()
    for seed, faults, found, right in walks(given.walks, given.seed):
        if not well(found, faults, right):
            wrong += 1
            print(f"WRONG: seed {seed}, faults {faults}: {found}, right: {right}")
        kind = "right" if found.tally == right.tally else "another, and told of which post"
        kind += " (after an incomplete one)" if found.complete and not faults else ""
        outcomes[kind if found.complete else f"incomplete: {_kind(found.why or '')}"] += 1
    print(f"{given.walks} walks in {time.monotonic() - begun:.0f} s, {wrong} wrong")
    for outcome, times in outcomes.most_common():
        print(f"{times:6}  {outcome}")
    return 1 if wrong else 0


def _kind(why: str) -> str:
    """A reason without its addresses and figures."""
    words = (word for word in why.split() if not word.startswith("http"))
    return " ".join("N" if word.strip("«»(),.:").isdigit() else word for word in words)[:90]


if __name__ == "__main__":
    sys.exit(main())
