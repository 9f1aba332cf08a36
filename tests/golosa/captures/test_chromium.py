"""Pages of each forum software saved by a real Chromium: as MHTML, and its tree written out again as HTML.

What is read of them must be what is read of the pages themselves: a browser drops scripts and rewrites marks and links.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import forums
from forums import Page, Source
from forums.decode import decode
from golosa.captures import captures_of
from golosa.captures.reading import read_files
from golosa.folder.config import ForumTable

CHROMIUM = Path("/usr/bin/chromium")
PAGES = Path(__file__).parents[3] / "fixtures" / "pages"
#: The first page of each software, with the zone in which it shows times.
FIXTURES = [
    next(
        (folder / case["file"], case["zone"])
        for case in json.loads((folder / "expected.json").read_bytes())
        if case["file"].endswith(".html")
    )
    for folder in sorted(PAGES.iterdir())
    if any(folder.glob("*.html"))
]
IN_HANDLERS = ("ucoz", "ipb2")
FORUM = ForumTable(zone="Europe/Moscow")
SEEN = datetime(2026, 3, 2, 19, 5, tzinfo=UTC)

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium on this machine")


@pytest.fixture(scope="module")
def tab() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


def opened(tab: Any, body: str) -> None:
    """Opens a page at an invented address; nothing else is answered."""

    def answer(route: Any) -> None:
        if route.request.resource_type == "document":
            route.fulfill(status=200, body=body, headers={"content-type": "text/html; charset=utf-8"})
        else:
            route.abort()

    tab.unroute_all()
    tab.route("**/*", answer)
    tab.goto("http://forum.example/saved")


def told(page: Page) -> list[Any]:
    """What a count takes from a page."""
    posts = [
        (post.id, post.author, post.author_id, post.number, post.at, post.edited, post.body) for post in page.posts
    ]
    return [page.software, page.wall, page.page, page.pages, page.thread, posts]


def _same(saved: list[Any], page: list[Any], software: str) -> bool:
    """Whether both tell the same; of software that has its exact times and ids in handlers, which MHTML leaves out, the
    saved page may tell them less exactly, but never otherwise."""
    if software not in IN_HANDLERS:
        return saved == page
    *frame, posts = page
    pairs = zip(saved[-1], posts, strict=True)
    return all(one in (None, other) for one, other in zip(saved[:-1], frame, strict=True)) and all(
        one[:2] + one[5:] == other[:2] + other[5:]
        and one[2] in (None, other[2])
        and one[3] in (None, other[3])
        and one[4].earliest <= other[4].earliest < other[4].latest <= one[4].latest
        for one, other in pairs
    )


def test_pages_of_every_software_saved_by_chromium_say_the_same(tab: Any, tmp_path: Path) -> None:
    session = tab.context.new_cdp_session(tab)
    assert len(FIXTURES) > 15
    for file, zone in FIXTURES:
        text = decode(file.read_bytes()).text
        source = Source(content=file.read_bytes(), seen_at=SEEN, zone=zone, name=file.name)
        expected = forums.read(source)
        opened(tab, text)
        mhtml, written = tmp_path / "p.mhtml", tmp_path / "p.html"
        mhtml.write_text(
            session.send("Page.captureSnapshot", {"format": "mhtml"})["data"], encoding="utf-8", newline=""
        )
        written.write_text(tab.content(), encoding="utf-8")
        for saved in (mhtml, written):
            (capture,) = captures_of(saved).pages
            again = forums.read(Source(content=capture.content, headers=capture.headers, seen_at=SEEN, zone=zone))
            assert _same(told(again), told(expected), file.parent.name), f"{file.parent.name} as {saved.suffix}"


def test_chromiums_mhtml_tells_address_and_moment(tab: Any, tmp_path: Path) -> None:
    from golosa.demo.forum import day, page, posts

    opened(tab, page(day()["title"], posts(), 1))
    file = tmp_path / "p.mhtml"
    before = datetime.now(UTC).replace(microsecond=0)
    data = tab.context.new_cdp_session(tab).send("Page.captureSnapshot", {"format": "mhtml"})["data"]
    file.write_text(data, encoding="utf-8", newline="")
    ((source, read),) = read_files([file], (), (), FORUM).pages
    assert source.url == "http://forum.example/saved"
    assert source.seen_at is not None and before <= source.seen_at <= datetime.now(UTC)
    assert (read.page, len(read.posts)) == (1, 10)


def test_a_har_that_chromium_recorded_holds_the_thread(tab: Any, tmp_path: Path) -> None:
    from golosa.demo.forum import posts, running

    file = tmp_path / "day.har"
    context = tab.context.browser.new_context(record_har_path=str(file), record_har_content="embed")
    before = datetime.now(UTC).replace(microsecond=0)
    with running() as url:
        for address in (url, url + "&start=10"):
            # A page left too soon is recorded without its text.
            context.new_page().goto(address, wait_until="networkidle")
        context.close()
    saved = read_files([file], (), (), FORUM)
    assert [(read.page, source.url) for source, read in saved.pages] == [(1, url), (2, url + "&start=10")]
    expected = [str(post.id) for post in posts()][:20]
    assert [post.id for _, read in saved.pages for post in read.posts][: len(expected)] == expected
    for source, _ in saved.pages:
        assert source.seen_at is not None and before <= source.seen_at <= datetime.now(UTC)
        assert source.asked_at is not None and source.asked_at <= source.seen_at
