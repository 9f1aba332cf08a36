"""Addresses of threads in every form that forums and their add-ons write, and of other pages of the same thread."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from forums import Page, Source, page_request, read

FOLDER = Path(__file__).parents[2] / "fixtures" / "pages"
Made = Callable[..., Source]
L = "https://les.example"


@pytest.mark.parametrize(
    ("software", "url", "first", "second"),
    [
        ("smf", "/index.php?topic=12.30", "/index.php?topic=12.0", "/index.php?topic=12.15"),
        ("smf", "/f/index.php/topic,12.30.html", "/f/index.php?topic=12.0", "/f/index.php?topic=12.15"),
        ("smf1", "/f/index.php/topic,12.0.html", "/f/index.php?topic=12.0", "/f/index.php?topic=12.15"),
        ("punbb", "/viewtopic.php?pid=77#p77", "/viewtopic.php?id=12", "/viewtopic.php?id=12&p=2"),
        ("punbb", "/topic/12/den-1/", "/topic/12/den-1/", "/topic/12/den-1/page/2/"),
        ("punbb", "/topic/12/den-1/page/3/", "/topic/12/den-1/", "/topic/12/den-1/page/2/"),
        ("punbb", "/f/topic/12/page/3/#p9", "/f/topic/12/", "/f/topic/12/page/2/"),
        ("punbb", "/topic12.html", "/topic12.html", "/topic12-p2.html"),
        ("punbb", "/topic12-den-1-p3.html", "/topic12-den-1.html", "/topic12-den-1-p2.html"),
        ("phpbb", "/f/mafia-t12-30.html", "/f/viewtopic.php?t=12", "/f/viewtopic.php?t=12&start=15"),
        ("ips4", "/topic/12-den-1/page/3/#comments", "/topic/12-den-1/", "/topic/12-den-1/?page=2"),
        (
            "ips4",
            "/index.php?/topic/12-den-1/&page=3",
            "/index.php?/topic/12-den-1/",
            "/index.php?/topic/12-den-1/&page=2",
        ),
        ("mybb", "/Thread-den-1?page=3", "/showthread.php?tid=12", "/showthread.php?tid=12&page=2"),
    ],
)
def test_the_addresses_of_other_pages(software: str, url: str, first: str, second: str) -> None:
    page = Page(software=software, url=L + url, thread="12", page=3, pages=3, per_page=15)
    assert [page_request(page, number).url for number in (1, 2)] == [L + first, L + second]


NAMED = [
    (r'href="\./viewtopic\.php\?f=2&amp;t=9&amp;start=(\d+)"', r'href="https://les.example/den-1-t9-\1.html"'),
    (r'href="\./viewtopic\.php\?f=2&amp;t=9"', 'href="https://les.example/den-1-t9.html"'),
]


@pytest.mark.parametrize("form", ["/den-1-t9", "/topic9"])
def test_phpbb_addresses_with_names_tell_page_pages_and_thread(source: Made, form: str) -> None:
    text = (FOLDER / "phpbb" / "ru_3_2_p3.html").read_text("utf-8")
    for pattern, replacement in NAMED:
        text, count = re.subn(pattern, replacement.replace("/den-1-t9", form), text)
        assert count
    page = read(source(text, url=f"{L}{form}-20.html"))
    assert (page.page, page.pages, page.per_page, page.thread) == (3, 3, 10, "9")


def test_phpbb_a_bar_that_nobody_knows_is_noticed_by_addresses_with_names(source: Made) -> None:
    text = (FOLDER / "phpbb" / "ru_3_2_p3.html").read_text("utf-8").replace('class="pagination"', 'class="seiten"')
    for pattern, replacement in NAMED:
        text = re.sub(pattern, replacement, text)
    page = read(source(text, url=f"{L}/den-1-t9.html"))
    assert (page.page, page.pages) == (None, None)


@pytest.mark.parametrize(
    ("links", "url"),
    [
        (r"https://les.example/topic/12/den-1/page/\1/", f"{L}/topic/12/den-1/"),
        (r"https://les.example/topic12-den-1-p\1.html", f"{L}/topic12-den-1.html"),
    ],
)
def test_punbb_addresses_with_names_tell_page_pages_and_thread(source: Made, links: str, url: str) -> None:
    text = (FOLDER / "punbb" / "ru_1_4_p1.html").read_text("utf-8")
    text = re.sub(r"<link rel=.canonical[^>]*>", "", text)
    text, count = re.subn(r'(?<=href=")[^"]*viewtopic\.php\?id=\d+&amp;p=(\d+)', links, text)
    assert count
    page = read(source(text, url=url))
    assert (page.page, page.pages, page.thread) == (1, 2, "12")
    unknown = read(source(text.replace('class="paging"', 'class="seiten"'), url=url))
    assert unknown.pages is None


def test_the_thread_is_named_by_the_search_form_where_no_link_does(source: Made) -> None:
    text = (FOLDER / "phpbb" / "ru_3_2_p3.html").read_text("utf-8")
    text = re.sub(r'<h2 class="topic-title">.*?</h2>|<link rel="canonical"[^>]*>', "", text)
    form = '<form id="topic-search"><input type="hidden" name="t" value="9"></form></body>'
    assert read(source(text.replace("</body>", form), url=None)).thread == "9"
