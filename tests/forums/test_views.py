"""Views of a thread besides its pages: all posts at once, one post and a tree; and addresses that are not known."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.posts import MarkKind
from forums import Page, Source, page_request, read
from forums.pages import OtherViewError, Wall

FOLDER = Path(__file__).parents[2] / "fixtures" / "pages"
Made = Callable[..., Source]


def page_of(source: Made, file: str, *changes: tuple[str, str], url: str | None = "https://les.example/x") -> Page:
    """A written page, after every one of `changes` (regular expression, replacement) was made in it."""
    content = (FOLDER / file).read_bytes()
    encoding = "cp1251" if b"windows-1251" in content[:2000] else "utf-8"
    text = content.decode(encoding)
    for pattern, replacement in changes:
        text, count = re.subn(pattern, replacement, text, flags=re.S)
        assert count, f"the page has no {pattern}"
    return read(source(text.encode(encoding), url=url))


@pytest.mark.parametrize(
    ("file", "bar", "all_of_them"),
    [
        (
            "smf/ru_2_0_p2.html",
            r"(<a class=\"navPages\"[^>]*>1</a>) \[<strong>2</strong>\]",
            r'\1 <a class="navPages" href="https://les.example/index.php?topic=9.15">2</a> [<strong>Все</strong>]',
        ),
        ("smf1/en_1_1_all.html", r"\[<b>All</b>\]", "[<b>Все</b>]"),
    ],
)
def test_a_page_that_shows_all_posts_is_the_whole_thread(source: Made, file: str, bar: str, all_of_them: str) -> None:
    page = page_of(source, file, (bar, all_of_them))
    assert (page.page, page.pages, len(page.posts)) == (1, 1, 3)


_LINE = '<div style="margin-left: {}px;"><a href="showthread.php?tid=9&amp;pid={}#pid{}">RE: Day 1</a></div>'
TREE = f"<table><tr><td>{_LINE.format(0, 41, 41)}{_LINE.format(13, 44, 44)}</td></tr></table>"


def test_mybb_the_threaded_view_asks_for_the_linear_one(source: Made) -> None:
    with pytest.raises(OtherViewError, match="leaves out post 44 and others; take the linear view") as told:
        page_of(source, "mybb/en_1_6_p1.html", (r'<div class="pagination">.*?</div>', TREE))
    assert page_request(told.value.page, 1).url == "https://les.example/showthread.php?tid=9&mode=linear"


def test_mybb_a_tree_of_the_posts_on_the_page_leaves_none_out(source: Made) -> None:
    tree = TREE.replace("44", "42")
    page = page_of(source, "mybb/en_1_6_p1.html", (r'<div class="pagination">.*?</div>', tree))
    assert (page.page, page.pages, len(page.posts)) == (1, 1, 3)


REPLY = '<a href="./posting.php?mode=reply&amp;f=2&amp;t=9">Ответить</a></body>'
PRINT = '<a href="printthread.php?tid=9">Print</a></body>'
NO_CANONICAL = (r"<link rel=.canonical.[^>]*>", "")
NO_TITLE = (r"<h2 class.*?</h2>", "")
NAMELESS: list[tuple[str, list[tuple[str, str]]]] = [
    ("phpbb/ru_3_2_p3.html", [NO_TITLE, NO_CANONICAL, ("</body>", REPLY)]),
    ("fluxbb/en_punbb_1_2_p1.html", []),
    ("ucoz/ru_div_p1.html", []),
    ("mybb/en_1_6_p1.html", [(r"showthread\.php\?tid=9&amp;pid=", "Thread-day-1?pid="), ("</body>", PRINT)]),
]


@pytest.mark.parametrize(("file", "changes"), NAMELESS)
def test_the_thread_is_named_by_the_links_of_a_page_without_an_address(
    source: Made, file: str, changes: list[tuple[str, str]]
) -> None:
    assert page_of(source, file, *changes, url=None).thread == "9"


def test_a_bar_of_pages_that_nobody_knows_tells_neither_the_page_nor_the_thread(source: Made) -> None:
    changes = [(r'class="pagination"', 'class="seiten"'), NO_TITLE, NO_CANONICAL]
    changes.append((r"(viewtopic\.php\?f=2&amp;t=9)\"", r'\1&amp;start=20"'))
    page = page_of(source, "phpbb/ru_3_2_p3.html", *changes, url=None)
    assert (page.page, page.pages) == (None, None)
    assert {post.number for post in page.posts} == {None}


@pytest.mark.parametrize("box", ["text-box", "media-box", "hide-box"])
def test_mybbru_boxes_of_ones_own_words_are_no_quotes(source: Made, box: str) -> None:
    own = f'<div class="quote-box {box}"><cite>Скрытый текст:</cite><blockquote><p><span style="color: red">Лис</span>'
    body = (r'(id="p101-content" class="post-content">)', rf"\1{own}</p></blockquote></div>")
    page = page_of(source, "mybbru/ru_p1.html", body)
    marks = [mark for mark in page.posts[0].body.marks if mark.kind is MarkKind.COLOUR]
    assert (marks[0].text, marks[0].spoiler) == ("Лис", True)


ARCHIVE = """<html dir="ltr" lang="en"><head><title>Day 1 [Archive] - The Forest</title>
<link rel="stylesheet" type="text/css" href="https://les.example/archive/archive.css" /></head><body>
<div class="pagebody">
<div id="navbar"><a href="https://les.example/archive/index.php">The Forest</a> &gt; Day 1</div><hr />
<p class="largefont">View Full Version : <a href="https://les.example/showthread.php?t=7">Day 1</a></p><hr />
<div class="post"><div class="posttop"><div class="username">Badger</div>
<div class="date">03-02-2026, 09:30 AM</div></div><div class="posttext">Otter</div></div><hr /></div></body></html>"""


def test_vbulletin_the_plain_version_for_search_engines_is_no_thread(source: Made) -> None:
    """It tells no ids of posts, and leaves out colours."""
    page = read(source(ARCHIVE, url="https://les.example/archive/index.php/t-7.html"))
    assert (page.software, page.wall) == ("vbulletin3", Wall.NOT_A_THREAD)
