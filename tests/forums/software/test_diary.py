"""diary.ru: which links lead to pages of an entry's comments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from forums import Source, read

PAGE = (Path(__file__).parents[3] / "fixtures" / "pages" / "diary" / "ru_p1.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("link", "pages"),
    [
        ("/p12.htm?from=60", 3),
        ("https://les.example/p12_den-1.htm?oam&amp;from=60#form", 3),
        ("?from=60", 3),
        ("/?from=60", 2),
        ("/p99.htm?from=60", 2),
    ],
)
def test_only_links_to_the_entry_tell_its_pages(link: str, pages: int, source: Callable[..., Source]) -> None:
    page = read(source(PAGE.replace("</main>", f'<a href="{link}">…</a></main>'), url="https://les.example/p12.htm"))
    assert (page.page, page.pages) == (1, pages)


def test_the_entry_is_no_comment_that_lost_its_class(source: Callable[..., Source]) -> None:
    author = '<div class="authorName" style="float: left"><a href="/"><strong>Ведущая</strong></a></div>'
    entry = PAGE.replace('<article class="singlePost" id="post12">', f'<article class="item" data-id="12">{author}')
    assert entry != PAGE
    page = read(source(entry, url="https://les.example/p12.htm"))
    assert [post.id for post in page.posts] == ["901", "902"]
