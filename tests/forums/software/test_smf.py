"""SMF where themes and views differ."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from forums import PageError, Source, Wall, read

WRITTEN = Path(__file__).parents[3] / "fixtures" / "pages" / "smf"


@pytest.fixture
def page() -> str:
    return (WRITTEN / "ru_2_1_p1.html").read_text("utf-8")


def test_a_theme_without_the_frame_of_a_post_is_read_by_its_ids(page: str, source: Callable[..., Source]) -> None:
    themed = page.replace("post_wrapper", "my_post").replace('class="windowbg"', 'class="my_row"')
    assert [post.id for post in read(source(themed)).posts] == ["30", "31", "33"]
    assert read(source(themed)).posts == read(source(page)).posts


def test_a_post_whose_frame_is_not_found_is_refused_by_name(page: str, source: Callable[..., Source]) -> None:
    bare = page.replace('<div class="windowbg" id="msg31"><div class="post_wrapper">', "<div><div>")
    with pytest.raises(PageError, match=r"page\.html: post 31 has no author"):
        read(source(bare))


def test_an_empty_place_for_the_edit_notice_is_no_edit(page: str, source: Callable[..., Source]) -> None:
    assert [post.edited is None for post in read(source(page)).posts] == [True, True, False]
    assert read(source(page)).posts[2].edited_by == "Выдра"


def test_a_nick_with_the_word_by_in_it_is_cut_after_the_time(page: str, source: Callable[..., Source]) -> None:
    renamed = page.replace("11:15 от Выдра", "11:15 от Кот от бога")
    assert read(source(renamed)).posts[2].edited_by == "Кот от бога"


def test_numbers_are_those_of_the_replies(page: str, source: Callable[..., Source]) -> None:
    assert [post.number for post in read(source(page)).posts] == [1, 2, 3]


def test_the_print_view_is_no_thread_for_it_drops_the_colours(
    shared_pages: Path, saved_page: Callable[..., Source]
) -> None:
    assert read(saved_page(shared_pages / "smf" / "guest-ru" / "print_view.html")).wall is Wall.NOT_A_THREAD
