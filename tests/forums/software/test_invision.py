"""What is Invision's own, in all its versions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import structs

from forums import PageError, Source, page_request, read

Made = Callable[..., Source]
SEEN = datetime(2026, 3, 2, 19, 30, tzinfo=UTC)


def test_ipb3_posts_of_today_prove_the_zone_of_an_edit(written_pages: Path, source: Made) -> None:
    content = (written_pages / "ipb3" / "en_3_1_p2.html").read_bytes()
    page = read(source(content, zone=None, seen_at=SEEN))
    assert page.zone == "UTC+03:00"
    assert page.posts[1].edited is not None
    assert page.posts[1].edited.earliest == datetime(2026, 3, 2, 19, 15, tzinfo=UTC)
    assert page.posts[1].edited_by == "Passer-by"


def test_ipb3_a_theme_may_add_to_the_name_in_the_head(written_pages: Path, source: Made) -> None:
    text = (written_pages / "ipb3" / "en_3_1_p2.html").read_text("utf-8")
    adorned = text.replace(">Badger</a></address>", ">Badger <i>[LES]</i></a></address>")
    assert adorned != text
    assert read(source(adorned, seen_at=SEEN)).posts[0].author == "Badger"


def test_ipb3_pages_by_the_thousand(written_pages: Path, source: Made) -> None:
    text = (written_pages / "ipb3" / "ru_3_4_p1.html").read_text("utf-8")
    assert read(source(text.replace("Страница 1 из 2", "Страница 1 из 1,234"))).pages == 1234


@pytest.mark.parametrize(
    ("file", "url", "asked"),
    [
        (
            "en_3_1_p2.html",
            "http://les.example/index.php?/topic/12-day-1/page__st__20__s__0123",
            ["index.php?/topic/12-day-1/", "index.php?/topic/12-day-1/page__st__40"],
        ),
        ("ru_3_4_p1.html", "https://les.example/topic/12-den-1/", ["topic/12-den-1/", "topic/12-den-1/page-3"]),
        (
            "ru_3_4_p1.html",
            "http://www.les.example/index.php?showtopic=12",
            ["topic/12-den-1/", "topic/12-den-1/page-3"],
        ),
    ],
)
def test_ipb3_asks_for_pages_as_the_board_names_them(
    file: str, url: str, asked: list[str], written_pages: Path, source: Made
) -> None:
    """A board that names its threads sends on whoever asks by number, and may forget the page."""
    text = (written_pages / "ipb3" / file).read_text("utf-8")
    page = structs.replace(read(source(text, url=url, seen_at=SEEN)), per_page=20)
    host = url.partition("example/")[0] + "example/"
    assert [page_request(page, number).url for number in (1, 3)] == [host + path for path in asked]


def test_ipb3_a_link_to_another_thread_names_no_page_of_this_one(written_pages: Path, source: Made) -> None:
    text = (written_pages / "ipb3" / "ru_3_4_p1.html").read_text("utf-8").replace("12-den-1/page-2", "13-den-2/page-2")
    page = read(source(text, url="https://les.example/index.php?showtopic=12"))
    assert (page.link, page_request(page, 1).url) == (None, "https://les.example/index.php?showtopic=12")


@pytest.mark.parametrize("last", ["Last &raquo;", "&raquo;", ""])
def test_ipb2_the_bar_tells_the_last_page_though_it_names_but_a_few(
    last: str, written_pages: Path, source: Made
) -> None:
    text = (written_pages / "ipb2" / "en_1_3_p1.html").read_text("utf-8")
    page = read(source(text.replace("Last &raquo;", last), seen_at=None))
    assert (page.page, page.pages, page.per_page) == (1, 198, 15)


def test_ipb2_an_edit_notice_that_nobody_can_read_is_told(written_pages: Path, source: Made) -> None:
    text = (written_pages / "ipb2" / "en_1_3_p1.html").read_text("utf-8")
    odd = text.replace("This post has been edited by <b>Otter</b> on Mar 2 2026, 09:45 PM", "edited the other day")
    with pytest.raises(PageError, match="post 812: the edit notice «edited the other day» holds no time"):
        read(source(odd))


def test_ipb2_two_posts_of_1_3_in_one_table_are_refused(written_pages: Path, source: Made) -> None:
    text = (written_pages / "ipb2" / "en_1_3_p1.html").read_text("utf-8")
    first, second = "<a name='entry811'></a>", "<a name='entry812'></a>"
    moved = text.replace(second, "", 1).replace(first, first + second, 1)
    with pytest.raises(PageError, match="post 811 stands on the page in no form that is known"):
        read(source(moved))


def test_ips4_who_edited_is_told_from_why(written_pages: Path, source: Made) -> None:
    page = read(source((written_pages / "ips4" / "en_4_1_moderator_p1.html").read_bytes(), zone=None))
    assert page.posts[2].edited_by == "Otter"


def test_ips5_without_its_data_a_post_has_the_time_that_it_shows(written_pages: Path, source: Made) -> None:
    text = (written_pages / "ips5" / "en_5_first_post_p2.html").read_text("utf-8")
    whole = read(source(text, zone=None))
    bare = read(source(text.replace("data-quotedata=", "data-other="), zone=None))
    assert [(post.author, post.at) for post in bare.posts] == [(post.author, post.at) for post in whole.posts]


def test_ips5_colours_are_names(written_pages: Path, source: Made) -> None:
    text = (written_pages / "ips5" / "en_5_first_post_p2.html").read_text("utf-8")
    old = '<span data-i-color="red">Badger</span>'
    new = (
        '<span data-i-color="red">Bad<strong>ger</strong></span> <s><span data-i-color="Red">Otter</span></s> '
        '<span class="x" data-i-color="blue">Lynx</span> <span data-i-color="no such">Wren</span>'
    )
    assert old in text
    page = read(source(text.replace(old, new)))
    marks = next(post.body.marks for post in page.posts if "Badger" in [mark.text for mark in post.body.marks])
    assert [(mark.text, mark.colour, mark.struck, mark.unclear) for mark in marks if mark.colour] == [
        ("Badger", "#ff0000", False, False),
        ("Otter", "#ff0000", True, False),
        ("Lynx", "#0000ff", False, False),
    ]
