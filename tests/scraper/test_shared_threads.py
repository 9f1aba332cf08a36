"""Threads as real forum software renders them, walked over HTTP: every post, also where the forum misbehaves."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec
import pytest

from scraper.client import Client
from scraper.plan import said_on
from scraper.walk import Walker

PAGES = Path(os.environ.get("GOLOSA_SHARED", Path(__file__).parents[3] / "shared")) / "pages"
FORUMS = ("phpbb", "phpbb30", "smf", "mybb", "fluxbb", "visman", "punbb", "nodebb")
#: Parts of an address that do not tell which page is meant.
_NOISE = {"sid", "PHPSESSID", "f", "lang"}

pytestmark = pytest.mark.skipif(not PAGES.is_dir(), reason="the rendered pages are not here (GOLOSA_SHARED)")


def meant(address: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    parts = urlsplit(address)
    values = parse_qsl(parts.query.replace(";", "&"))
    return unquote(parts.path), tuple(
        sorted((name, value) for name, value in values if name not in _NOISE and (name, value) != ("page", "1"))
    )


class Served:
    """The guest's pages of one forum; `faults` are done to requests by their number."""

    def __init__(self, folder: Path) -> None:
        pages = [*(folder / "guest-ru").glob("thread_p*.html"), *(folder / "guest-ru").glob("api_topic_p*.html")]
        self.pages = {meant(page.with_suffix(".url").read_text().strip()): page.read_bytes() for page in pages}
        self.first = folder / "guest-ru" / "thread_p1.url"
        self.faults: dict[int, str] = {}
        self.requests = 0
        served = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                served.requests += 1
                fault, body = served.faults.get(served.requests), served.pages.get(meant(self.path))
                self.send_response(404 if body is None else 503 if fault == "503" else 200)
                self.send_header("Content-Type", "text/html; charset=UTF-8")
                self.end_headers()
                self.wfile.write(harmed(body or b"no such page", fault, served.requests))

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        old = urlsplit(self.first.read_text().strip())
        self.url = old._replace(netloc=f"127.0.0.1:{self.server.server_address[1]}").geturl()
        Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()


def harmed(body: bytes, fault: str | None, seed: int) -> bytes:
    place = random.Random(seed).randrange(len(body) // 4, len(body))
    if fault == "half":
        return body[:place]
    if fault == "byte":
        return body[:place] + b"\xff" + body[place + 1 :]
    return b"busy" if fault == "503" else body


@pytest.fixture(scope="module", params=FORUMS)
def served(request: pytest.FixtureRequest) -> Iterator[tuple[str, Served]]:
    made = Served(PAGES / request.param)
    yield request.param, made
    made.server.shutdown()
    made.server.server_close()


def test_every_post_of_the_thread(served: tuple[str, Served], client: Client) -> None:
    name, forum = served
    forum.faults, forum.requests = {}, 0
    walk = Walker(client, forum.url).sweep()
    truth = json.loads((PAGES / name / "truth.json").read_text("utf-8"))["posts"]
    there = [str(post["post_id"]) for post in truth if post["state"] == "visible" and not post.get("merged_into")]
    assert (walk.complete, walk.why) == (True, None)
    introductions = 2 if name == "nodebb" else 0  # its pages lead to its JSON
    assert forum.requests == 2 * len(walk.pages) + introductions
    assert list(said_on(page for _, page in walk.pages)) == there


def test_a_forum_that_misbehaves_gives_the_same_posts_or_an_incomplete_walk(
    served: tuple[str, Served], client: Client
) -> None:
    _, forum = served
    forum.faults, forum.requests = {}, 0
    right = said_on(page for _, page in Walker(client, forum.url).sweep().pages)
    for seed in range(4):
        dice = random.Random(seed)
        forum.faults = {dice.randrange(1, 9): dice.choice(["half", "byte", "503"]) for _ in range(2)}
        forum.requests = 0
        walk = Walker(client, forum.url).sweep()
        found = said_on(page for _, page in walk.pages)
        assert not walk.complete or plain(found) == plain(right), (seed, forum.faults)
        assert walk.complete or walk.why


def plain(said: object) -> object:
    """Without the times that the moment of the request makes."""
    return {post: (one["author"], one["body"]) for post, one in msgspec.to_builtins(said).items()}
