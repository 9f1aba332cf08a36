"""The file of a walk that goes on: what it gives back when the walk was killed, and when the disk was full."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from forums import Source
from golosa.reading.walkfile import WalkFile, left_over

SMALL = 4096


def page(number: int) -> Source:
    seen = datetime(2026, 3, 2, 20, number, tzinfo=UTC)
    return Source(content=b"x" * 1000, url=f"https://forum.example/t=1&page={number}", headers={}, seen_at=seen)


@pytest.fixture
def full_disk() -> Iterator[None]:
    """Files can grow to a few pages only."""
    resource = pytest.importorskip("resource", reason="needs a limit for the size of files")
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


def test_the_pages_of_each_pass_come_back_in_their_order(tmp_path: Path) -> None:
    file, first, second = WalkFile(tmp_path, "t"), [page(1), page(2)], [page(1), page(2), page(3)]
    file.note([first])
    file.note([first, second[:1]])
    file.note([first, second])
    assert left_over(tmp_path) == ("t", (tuple(first), tuple(second)))
    file.drop()
    assert left_over(tmp_path) is None


@pytest.mark.usefixtures("full_disk")
def test_what_was_written_before_the_disk_was_full_stays_and_the_walk_goes_on(tmp_path: Path) -> None:
    file, pages = WalkFile(tmp_path, "t"), [page(number) for number in range(1, 9)]
    for number in range(1, 9):
        file.note([pages[:number]])
    found = left_over(tmp_path)
    assert found is not None
    assert found[1] == (tuple(pages[: len(found[1][0])]),)
    assert 0 < len(found[1][0]) < 8
    file.drop()
    assert list(tmp_path.iterdir()) == []
