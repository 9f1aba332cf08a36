"""People whose nicks, titles and posts are written to break what is made of them."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import NamedTuple

import pytest
from golosa.demo.forum import Shown, page

from golosa.cli import run

#: Headers and body leave in two writes: without this each answer waits 40 ms for the client's acknowledgement.
BaseHTTPRequestHandler.disable_nagle_algorithm = True

#: Thousands of stores are made and synced to the disk: in memory, where there is room, nobody waits for one.
MEMORY = Path("/dev/shm")
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 1 << 31:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def pytest_configure(config: pytest.Config) -> None:
    """Who wants no compiled code beside the sources has it in the tests' cache, where that is kept: else each command
    that a test starts, and each test file in each worker, would be compiled anew."""
    if config.pluginmanager.hasplugin("cacheprovider") and os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        sys.dont_write_bytecode = False
        sys.pycache_prefix = str(config.rootpath / ".pytest_cache" / "bytecode")
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests are collected, all of which stay: the collector of garbage need not look through them again
    and again, which took a seventh of the time."""
    gc.disable()
    found = yield
    gc.enable()
    gc.collect()
    gc.freeze()
    return found


ENDS = datetime(2026, 3, 2, 19, tzinfo=UTC)
NASTY = (
    "<script>alert(1)</script>",
    "[b]жирный[/b] [url]javascript:alert(1)[/url]",
    "{{1117*1117}}{% for x in range(9) %}",
    '"><img/onerror:alert(1)>',
    "злодей\u202eттиб",
    "Ж" * 500,
    "цвет\x1b[31mный\x07",
    "</style><style>body{display:none}",
)
PLAIN = ("Аня", "Борис")


class Hostile(NamedTuple):
    """A game of such people."""

    folder: Path
    nicks: tuple[str, ...]
    ends: datetime


@pytest.fixture(scope="session")
def made_by_hostile_people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of people with such nicks, its thread read from a saved page of theirs."""
    folder = tmp_path_factory.mktemp("hostile") / "game"
    people = [part for name in (*NASTY, *PLAIN) for part in ("--player", name.replace("\x1b", "").replace("\x07", ""))]
    times = ["--starts", "2026-03-02T08:00:00+03:00", "--ends", ENDS.isoformat(), "--forum-zone", "Europe/Moscow"]
    thread = "https://forum.example/viewtopic.php?t=7"
    assert run(["new", str(folder), "--host", "Ведущий", "--thread", thread, *people, *times, "--yes"]) == 0
    votes = [(author, target) for author in (*NASTY, *PLAIN) for target in (NASTY[0], *PLAIN)]
    shown = [
        Shown(101 + place, author, ENDS - timedelta(minutes=100 - place), _said(target))
        for place, (author, target) in enumerate(votes)
    ]
    for number in (1, 2, 3):
        title = f"{NASTY[0]}{NASTY[2]}"
        content = page(title, shown, number).replace("\x1b", "&#27;").replace("\x07", "&#7;")
        folder.with_name(f"page{number}.html").write_text(content, encoding="utf-8")
    saved = [str(folder.with_name(f"page{number}.html")) for number in (1, 2, 3)]
    seen = ["--seen-at", (ENDS + timedelta(minutes=5)).isoformat()]
    assert run(["count", "-C", str(folder), "--saved", *seen, *saved]) in (0, 1)
    return folder


@pytest.fixture(scope="module")
def hostile(made_by_hostile_people: Path, tmp_path_factory: pytest.TempPathFactory) -> Hostile:
    """A copy of it, for the tests of one file."""
    base = tmp_path_factory.mktemp("hostile") / "theirs"
    shutil.copytree(made_by_hostile_people.parent, base)
    return Hostile(base / "game", (*NASTY, *PLAIN), ENDS)


def _said(target: str) -> str:
    words = target.replace("&", "&amp;").replace("<", "&lt;")
    return f'&#27;]0;угон&#7;{{{{1117*1117}}}} <span style="color:red">{words}</span> &lt;b onclick=x&gt; \u202eтевирп'
