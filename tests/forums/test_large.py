"""Pages made to keep their reader busy are refused before anything costly is done with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import forums
from forums import PageError, Source, adapter, sheet


@pytest.fixture
def swollen(written_pages: Path, source: Callable[..., Source]) -> Callable[[bytes, int], Source]:
    """A page of phpBB whose second half holds `chunk` so many times."""
    page = (written_pages / "phpbb" / "ru_3_3_p1.html").read_bytes()
    middle = page.find(b"</div>", len(page) // 2)
    return lambda chunk, times: source(page[:middle] + chunk * times + page[middle:])


SHAPES = [
    b"a", b"<div>", b"<div>x</div>", b"&amp;", b"&#x41;", b"<", b'<a href="x" style="color:red">x</a>', b"\0", b"\xff",
    b"<table><tr><td>", b"<!--", b'"', b"<b>", b"<font color=red>", b"[s]x[/s]", b"<br>",
]  # fmt: skip


@pytest.mark.parametrize("chunk", SHAPES)
def test_a_page_of_too_many_bytes_is_refused_whatever_they_are(
    chunk: bytes, swollen: Callable[[bytes, int], Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet, "MOST_BYTES", 100_000)
    with pytest.raises(PageError, match=r"page\.html: no page of a thread is so large"):
        forums.read(swollen(chunk, 110_000 // len(chunk)))


@pytest.mark.parametrize("chunk", [b"\0", b"\xff"])
def test_so_is_one_that_grows_as_it_is_decoded(
    chunk: bytes, swollen: Callable[[bytes, int], Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet, "MOST_BYTES", 100_000)
    with pytest.raises(PageError, match="no page of a thread is so large"):
        forums.read(swollen(chunk, 50_000))


@pytest.mark.parametrize("chunk", [shape for shape in SHAPES if shape.startswith(b"<")])
def test_a_page_of_too_many_tags_is_refused(
    chunk: bytes, swollen: Callable[[bytes, int], Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet, "MOST_TAGS", 1_000)
    with pytest.raises(PageError, match=r"page\.html: no page of a thread has so many tags"):
        forums.read(swollen(chunk, 1_000))


@pytest.mark.parametrize("chunk", [b"a", b"&amp;", b'"', b"[s]x[/s]", b"\xff", b"<b>x</b>"])
def test_a_post_of_too_much_text_is_refused_by_its_id(
    chunk: bytes, swollen: Callable[[bytes, int], Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "MOST_BODY", 10_000)
    with pytest.raises(PageError, match=r"page\.html: post \d+ is too large to be one"):
        forums.read(swollen(chunk, 10_000 // len(chunk) + 1))


def test_so_are_posts_that_together_hold_too_much(
    swollen: Callable[[bytes, int], Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "MOST_BODIES", 500)
    with pytest.raises(PageError, match=r"page\.html: no page of a thread holds so much text in its posts"):
        forums.read(swollen(b"x", 500))


def test_a_page_at_its_limits_is_read(swollen: Callable[[bytes, int], Source]) -> None:
    assert len(forums.read(swollen(b"<b>a</b> ", 5_000)).posts) == len(forums.read(swollen(b"", 0)).posts)


@pytest.mark.parametrize("begun", [b"<!--", b"&lt;!--", b"&#60;&#33;&#45;&#45;"])
def test_comments_that_begin_in_an_attribute_do_not_keep_the_writer_of_bodies_busy(
    begun: bytes, swollen: Callable[[bytes, int], Source]
) -> None:
    """60,000 of them took 21 s: libxml2 looks for the end of each when it writes the attribute out."""
    with pytest.raises(PageError, match=r"page\.html: attributes on the page hold the beginnings of thousands"):
        forums.read(swollen(b'<a title="' + begun * 60_000 + b'">x</a>', 1))
    assert forums.read(swollen(b'<a title="' + begun * 1_000 + b'">x</a>', 1)).posts
