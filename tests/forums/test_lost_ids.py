"""A post whose id or class is damaged is told, or read by what else it holds: never passed over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from lxml import etree, html

from forums import Page, PageError, Source, read, registry
from forums.sheet import Sheet

FOLDER = Path(__file__).parents[2] / "fixtures" / "pages"
SOFTWARE = (
    "phpbb phpbb2 smf smf1 mybb mybbru fluxbb punbb ucoz proboards diary vanilla misago nodebb discourse flarum "
    "vbulletin3 vbulletin4 vbulletin5 xenforo xenforo1 ipb2 ipb3 ips4 ips5"
).split()
#: Attributes that are not what a post is known by.
ADDRESSES = frozenset(["href", "src", "onclick"])


def _cases(software: str) -> Iterator[tuple[Source, dict[str, Any]]]:
    for folder in sorted(FOLDER.iterdir()):
        expected = folder / "expected.json"
        for case in json.loads(expected.read_text("utf-8")) if expected.is_file() else ():
            if case["software"] == software and len(case["posts"]) > 1:
                seen = datetime.fromisoformat(case["seen_at"]) if case["seen_at"] else None
                yield (
                    Source(
                        content=(folder / case["file"]).read_bytes(),
                        url=case["url"],
                        zone=case["zone"],
                        seen_at=seen,
                        name=case["file"],
                    ),
                    case,
                )


def _marks(post: etree._Element, identity: str) -> Iterator[tuple[etree._Element, str]]:
    """The attributes that may say what the post is: those with its id in them, and its own class."""
    for element in post.iter(etree.Element):
        for name, value in element.items():
            if name not in ADDRESSES and (identity in value if name != "class" else element is post):
                yield element, name


def _read(source: Source, tree: html.HtmlElement) -> Page | None:
    content = etree.tostring(tree, method="html", encoding="utf-8", doctype="<!DOCTYPE html>")
    values = {name: getattr(source, name) for name in source.__struct_fields__}
    try:
        return read(Source(**{**values, "content": content}))
    except PageError as told:
        assert source.name in str(told)
        return None


ADVERTS = [
    (
        "phpbb2/fr_2_0_p1.html",
        '<tr><td width="150" align="left"',
        '<tr><td class="row1"><span class="name"><b>Google</b></span></td>'
        '<td class="row1"><span class="postbody">Buy!</span></td></tr>',
    ),
    (
        "phpbb/ru_subsilver2_p1.html",
        '<table class="tablebg"',
        '<table class="tablebg"><tr><td><b class="postauthor">Реклама</b></td>'
        '<td><div class="postbody">!</div></td></tr></table>',
    ),
    (
        "fluxbb/ru_1_5_p1.html",
        '<div id="p22"',
        '<div class="blockpost"><h2><span>Реклама</span></h2><div class="postmsg">!</div></div>',
    ),
    (
        "punbb/ru_1_4_p1.html",
        '<div class="post ',
        '<div class="post"><div class="posthead"><h3>Реклама</h3></div><div class="entry-content">!</div></div>',
    ),
]


@pytest.mark.parametrize(("file", "before", "advert"), ADVERTS, ids=[advert[0] for advert in ADVERTS])
def test_an_advert_that_looks_like_a_post_is_no_post_that_lost_its_id(file: str, before: str, advert: str) -> None:
    folder, name = file.split("/")
    software = "phpbb" if folder == "phpbb" else folder
    source, case = next((source, case) for source, case in _cases(software) if case["file"] == name)
    encoding = "cp1251" if b"windows-1251" in source.content[:2000] else "utf-8"
    text = source.content.decode(encoding)
    assert before in text
    values = {name: getattr(source, name) for name in source.__struct_fields__}
    page = read(Source(**{**values, "content": text.replace(before, advert + before, 1).encode(encoding)}))
    assert [post.id for post in page.posts] == [post["id"] for post in case["posts"]]


@pytest.mark.parametrize("software", SOFTWARE)
def test_a_post_with_one_damaged_mark_is_not_passed_over(software: str) -> None:
    damaged = 0
    for source, case in _cases(software):
        sheet = Sheet(source)
        adapter = registry.recognise(sheet.text)
        assert adapter is not None
        tree = html.document_fromstring(sheet.bytes, parser=html.HTMLParser(encoding="utf-8"))
        sheet.__dict__["tree"] = tree
        for post in adapter.posts(sheet):
            identity = adapter.fields(post, sheet).id or ""
            for element, name in list(_marks(post, identity)):
                was = element.get(name, "")
                element.set(name, f"x{was}".replace(identity, f"x{identity}").replace(" ", "x"))
                page = _read(source, tree)
                element.set(name, was)
                damaged += 1
                told = page is None or page.wall is not None
                assert told or [one.id for one in page.posts] == [one["id"] for one in case["posts"]], (was, name)  # type: ignore[union-attr]
    assert damaged >= 4
