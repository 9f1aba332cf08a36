"""Every post of every set of the rendered pages reads as the truth beside them has it.

A new adapter is one entry in ENGINES.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.posts import MarkKind, Reading
from engine.times import Interval
from forums import Page, Source, Wall, page_request, read

#: Folder → id of the software in it.
ENGINES = {
    "phpbb": "phpbb",
    "phpbb30": "phpbb",
    "smf": "smf",
    "fluxbb": "fluxbb",
    "visman": "fluxbb",
    "punbb": "punbb",
    "mybb": "mybb",
}
#: Sets that are not the whole thread as it stood at the end.
PARTS = ("logged-in", "polls", "errors", "antibot", "live")
#: Marks of these posts are a matter of opinion there (README of the pages).
OPEN_MARKS = {("punbb", "strike"), ("punbb", "sinred")}
#: What pages without a thread are, by the name of their file.
WALLS = {
    r"topic404|post404|forum404|board404|thread404": {Wall.NOT_FOUND},
    r"must_login|login|guest_forbidden_topic": {Wall.LOGIN, Wall.PERMISSION},
    r"memberlist|userlist": {Wall.LOGIN, Wall.PERMISSION, Wall.NOT_A_THREAD},
    r"maintenance": {Wall.MAINTENANCE},
    r"print|feed|rss|atom|index|forum|board|register|search": {Wall.NOT_A_THREAD},
}
FOR_EVERY_ENGINE = pytest.mark.parametrize("engine", ENGINES)


@pytest.fixture(scope="module")
def truth(shared_pages: Path) -> Callable[[str], dict[str, Any]]:
    return lambda engine: json.loads((shared_pages / engine / "truth.json").read_text("utf-8"))


@FOR_EVERY_ENGINE
def test_posts_of_every_set_read_as_the_truth(
    engine: str, shared_pages: Path, saved_page: Callable[..., Source], truth: Callable[[str], dict[str, Any]]
) -> None:
    told = truth(engine)
    wanted = {str(post["post_id"]): post for post in told["posts"] if _stands(post)}
    whole = len(list(_thread(shared_pages / engine / "guest-ru")))
    sets = [
        folder for folder in sorted((shared_pages / engine).iterdir()) if folder.is_dir() and folder.name not in PARTS
    ]
    read_sets = 0
    for folder in sets:
        pages = [read(saved_page(path, told.get("zone", "Europe/Moscow"))) for path in _thread(folder)]
        if len(pages) < whole:
            continue
        read_sets += 1
        assert {page.software for page in pages} == {ENGINES[engine]}
        found = {post.id: post for page in pages for post in page.posts if not post.deleted}
        assert found.keys() == wanted.keys(), folder.name
        faults = [fault for id_, post in found.items() for fault in _faults(engine, post, wanted[id_])]
        assert not faults, folder.name
    assert read_sets


@FOR_EVERY_ENGINE
def test_every_poll_is_read(engine: str, shared_pages: Path, saved_page: Callable[..., Source], truth: Any) -> None:
    told = truth(engine)
    times = {str(post["post_id"]): post["time"] for post in told["posts"]}
    for folder in sorted((shared_pages / engine / "polls").iterdir()):
        moment = told["day_start"] + sum(int(folder.name[at : at + 2]) * 60 ** (2 - at // 2) for at in (0, 2, 4))
        for path in _thread(folder):
            for post in read(saved_page(path)).posts:
                assert _holds(post.at, times[post.id]), (folder.name, post.id, post.shown)
                assert post.at.earliest.timestamp() <= moment, (folder.name, post.id)


@FOR_EVERY_ENGINE
def test_a_member_elsewhere_sees_the_same_posts(
    engine: str, shared_pages: Path, saved_page: Callable[..., Source], truth: Any
) -> None:
    times = {str(post["post_id"]): post for post in truth(engine)["posts"]}
    for path in sorted((shared_pages / engine / "logged-in").glob("thread_p*.html")):
        zone = "America/New_York" if "NY" in path.name else "Europe/Moscow"
        posts = read(saved_page(path, zone)).posts
        assert posts
        for post in posts:
            assert _holds(post.at, times[post.id]["time"]), (path.name, post.id, post.shown)
            assert post.author == times[post.id]["author"]


@FOR_EVERY_ENGINE
def test_pages_without_a_thread_are_told_for_what_they_are(
    engine: str, shared_pages: Path, saved_page: Callable[..., Source]
) -> None:
    wrong = []
    for path in sorted(path for folder in (shared_pages / engine).glob("guest-*") for path in folder.glob("*.html")):
        expected = next((walls for name, walls in WALLS.items() if re.match(name, path.name)), None)
        if expected is None or path.stat().st_size == 0:
            continue
        wall = read(saved_page(path)).wall
        if wall not in expected:
            wrong.append((path.name, wall))
    assert not wrong


@FOR_EVERY_ENGINE
def test_the_next_page_is_asked_for_as_the_forum_links_it(
    engine: str, shared_pages: Path, saved_page: Callable[..., Source]
) -> None:
    paths = list(_thread(shared_pages / engine / "guest-ru"))
    first = read(saved_page(paths[0]))
    assert (first.page, first.pages) == (1, len(paths))
    for number, path in enumerate(paths, 1):
        asked = page_request(first, number).url
        assert _same_query(asked, path.with_suffix(".url").read_text().strip()), asked


@FOR_EVERY_ENGINE
def test_numbers_count_the_posts_of_the_thread(
    engine: str, shared_pages: Path, saved_page: Callable[..., Source]
) -> None:
    pages = [read(saved_page(path)) for path in _thread(shared_pages / engine / "guest-ru")]
    assert [post.number for page in pages for post in page.posts] == list(range(1, _count(pages) + 1))


def _count(pages: list[Page]) -> int:
    return sum(len(page.posts) for page in pages)


def _thread(folder: Path) -> Iterator[Path]:
    paths = [path for path in folder.glob("thread_p*.html") if re.fullmatch(r"thread_p\d+", path.stem)]
    yield from sorted(paths, key=lambda path: int(path.stem.removeprefix("thread_p")))


def _stands(post: dict[str, Any]) -> bool:
    return not post.get("merged_into") and post["state"] == "visible"


def _faults(engine: str, post: Reading, told: dict[str, Any]) -> Iterator[tuple[object, ...]]:
    if not _holds(post.at, told["time"]):
        yield post.id, "time", post.shown, post.at
    if post.author != told["author"]:
        yield post.id, "author", post.author
    if (post.edited is None) != (told["edited"] is None):
        yield post.id, "edited", post.edited
    if post.edited and told["edited"] and not _holds(post.edited, told["edited"]):
        yield post.id, "edited at", post.edited
    if (
        "marks" in told
        and not any(mark.get("soft") for mark in told["marks"])
        and (engine, told["key"]) not in OPEN_MARKS
    ):
        shown = [mark for mark in post.body.marks if mark.kind is MarkKind.COLOUR and mark.colour == "#ff0000"]
        yield from _mark_faults(post.id, [mark.text for mark in shown if not mark.struck], told["marks"])
        if any(mark.unclear or mark.damaged for mark in shown):
            yield post.id, "unclear"


def _mark_faults(id_: str, found: list[str], told: list[dict[str, Any]]) -> Iterator[tuple[object, ...]]:
    texts = [_plain(text) for text in found if _plain(text)]
    wanted = [_plain(mark["text"]) for mark in told if _plain(mark["text"])]
    if texts != wanted:
        yield id_, "marks", texts, wanted


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub("[\U0001f000-\U0001faff?]+", "", text)).strip()


def _holds(interval: Interval, moment: float) -> bool:
    return interval.earliest.timestamp() <= moment < interval.latest.timestamp()


def _same_query(one: str, other: str) -> bool:
    """Whether two addresses ask for the same page of the same thread, whatever else they carry."""

    def numbers(url: str) -> list[str]:
        return [
            found
            for found in re.findall(r"(?:t|tid|id|topic|start|p|page)[=,](\d+(?:\.\d+)?)", url)
            if found not in ("0", "1")
        ]

    return numbers(one) == numbers(other)
