"""Walks find what XPath finds."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from urllib.parse import urljoin

import pytest

from forums.find import Find, absolute, count_in, has, thread_address
from forums.pages import Page, PageError
from forums.paths import first_of
from forums.registry import ENTRIES
from forums.trees import tree_of

MODULES = sorted({entry.module for entry in ENTRIES})
TANGLED = """<html class="a"><body id="top" class="a b"><div class="ab">x<div class="b\ta" id="p1"><p class="a">1</p>
</div><p id="p2" title="">2</p></div><a name="x">0</a><i id="x">4</i>
<table><tr><td class="b"><a href="x?u=1"><b>3</b></a></td></tr></table></body></html>"""


@pytest.mark.parametrize(
    "path",
    [
        "//*[has('a')]",
        "//html",
        "//html//p",
        "//div[has('a')]",
        ".//div[has('b')]/p",
        ".//*[has('a')]//p[@title]",
        ".//p[@title='']",
        ".//*[starts-with(@id, 'p')]",
        ".//*[contains(@href, 'u=') or has('ab')]",
        ".//*[not(has('a'))]",
        ".//*[@id][not(starts-with(@id, 'p'))]",
        "./body/table",
        "(.//p)[1]",
        ".//p[has('a')] | .//a[@href]",
        ".//a | .//p",
        ".//u",
        "//*[@id='x']",
        "//i[@id='x']",
        "//*[@id='p1']//p",
        "//*[@id='p2']//p",
        "//*[@id='none']",
        "//p",
        "//p | //a",
    ],
)
def test_a_walk_finds_what_xpath_finds(path: str) -> None:
    root, _ = tree_of(TANGLED.encode())
    assert root is not None
    assert first_of(path) is not None
    for element in root.iter("*"):
        find = Find(path)
        assert find.first(element) is next(iter(find.all(element)), None), element.tag


@pytest.mark.parametrize("path", ["ancestor::div[1]", ".//p[2]", "/html", ".//p[last()]", ".//p[text()]", ".//p[.//b]"])
def test_what_is_not_plain_is_left_to_xpath(path: str) -> None:
    assert first_of(path) is None


@pytest.mark.parametrize("module", MODULES)
def test_an_adapters_walks_find_what_xpath_finds(module: str, written_pages: Path) -> None:
    finds = {name: find for name, find in vars(import_module(module)).items() if isinstance(find, Find)}
    for path in sorted((written_pages / module.removeprefix("forums.")).glob("*.htm*")):
        root, _ = tree_of(path.read_bytes())
        assert root is not None
        for element in (root, *root.iterfind(".//*[@id]")):
            for name, find in finds.items():
                assert find.first(element) is next(iter(find.all(element)), None), (path.name, element.attrib, name)


@pytest.mark.parametrize("url", ["https://f.example", "https://f.example/", "https://f.example/a/b.php?x=/y", None])
@pytest.mark.parametrize(
    "href",
    [
        "a.php?p=1#p1",
        "./a.php?p=1",
        "/a.php",
        "a.php",
        "?p=1",
        "#p1",
        "../a.php?p=1",
        "//g.example/a.php?p=1",
        "a.php?",
    ],
)
def test_an_address_is_joined_as_browsers_do(url: str | None, href: str) -> None:
    joined = absolute(url, href, re.compile("(?!)"))
    assert joined == (urljoin(url, href) if url else href)


def test_a_class_is_a_whole_word() -> None:
    root, _ = tree_of(b'<p class="posted">1</p><p class="post\n ed">2</p>')
    assert root is not None
    assert Find(f".//p[{has('post')}]").text(root) == "2"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("#1", 1),
        ("Сообщение #12", 12),
        ("#1,234", 1234),
        ("#1 234", 1234),
        ("#.", None),
        ("", None),
        ("#" + "9" * 99, None),
    ],
)
def test_a_posts_number_is_read_with_what_stands_between_its_thousands(text: str, number: int | None) -> None:
    assert count_in(text, re.compile(r"#([\d.,\s]+)\Z")) == number


def test_an_address_that_is_not_the_threads_own_is_told() -> None:
    below = re.compile(r"(.*?/topic/\d+)")
    page = Page(software="s", url="https://forum.example/topic/7/page/2")
    assert thread_address(page, below) == "https://forum.example/topic/7"
    with pytest.raises(PageError, match="give the address of its first page"):
        thread_address(Page(software="s", url="https://forum.example/latest"), below)


def test_no_number_is_taken_out_of_a_text_longer_than_any_label() -> None:
    """Looking for the last digits of a hundred thousand takes as many steps squared."""
    assert count_in("9" * 100_000 + "x", re.compile(r"(\d+)\Z")) is None
    assert count_in("№ 7", re.compile(r"(\d+)\Z")) == 7
