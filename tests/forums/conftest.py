"""What the tests of reading share: the rendered pages beside the project, and sources made of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from forums import Source

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def shared_pages() -> Path:
    """The folder of pages that real forum software rendered; tests that need it are skipped without it."""
    folder = Path(os.environ.get("GOLOSA_SHARED", REPOSITORY.parent / "shared")) / "pages"
    if not folder.is_dir():
        pytest.skip("the rendered pages are not here (GOLOSA_SHARED)")
    return folder


@pytest.fixture(scope="session")
def written_pages() -> Path:
    """The folder of pages that were written for the tests."""
    return REPOSITORY / "fixtures" / "pages"


def saved(path: Path, zone: str | None = "Europe/Moscow", **given: object) -> Source:
    """A source of a page with its `.url` and `.headers` beside it."""
    lines = path.with_suffix(".headers").read_text("utf-8", "replace").splitlines()
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    values: dict[str, object] = {
        "content": path.read_bytes(),
        "url": path.with_suffix(".url").read_text().strip(),
        "headers": headers,
        "seen_at": parsedate_to_datetime(headers["date"]).astimezone(UTC) if "date" in headers else None,
        "zone": zone,
        "name": path.name,
    }
    return Source(**{**values, **given})  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def saved_page() -> Callable[..., Source]:
    """`saved`, for tests that get no path of their own."""
    return saved


@pytest.fixture
def source() -> Callable[..., Source]:
    """A source made of text, seen late on 2 March 2026, with times shown in Moscow."""

    def make(text: str | bytes, **given: object) -> Source:
        values: dict[str, object] = {
            "content": text if isinstance(text, bytes) else text.encode(),
            "url": "https://les.example/viewtopic.php?t=7",
            "zone": "Europe/Moscow",
            "seen_at": datetime(2026, 3, 2, 20, 59, tzinfo=UTC),
            "name": "page.html",
        }
        return Source(**{**values, **given})  # type: ignore[arg-type]

    return make
