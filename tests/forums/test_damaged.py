"""Damaged pages give the right posts or an error that names the place; never other votes ("no silent wrong count")."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree, html

from engine.posts import Reading
from engine.times import Interval
from forums import Page, PageError, Source, read, registry
from forums.sheet import Sheet

FOLDER = Path(__file__).parents[2] / "fixtures" / "pages"
CASES: list[tuple[str, dict[str, Any]]] = [
    (folder.name, case)
    for folder in sorted(FOLDER.iterdir())
    if (folder / "expected.json").is_file()
    for case in json.loads((folder / "expected.json").read_text("utf-8"))
    if case["file"].endswith(".html") and len(case["posts"]) > 1
]
#: Software whose pages are JSON for a script has no elements that could be lost: see test_damaged_data.
SOFTWARE = sorted({told["software"] for _, told in CASES})
CASES_OF = {software: [case for case in CASES if case[1]["software"] == software] for software in SOFTWARE}
WHOLE: dict[tuple[object, ...], tuple[Reading, ...]] = {}
QUICK = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
ENDS = (b"</html>", b"</body></html>", b"</html><html><body>")
FOR_EVERY_SOFTWARE = pytest.mark.parametrize("software", SOFTWARE)
Draw = st.DataObject


@FOR_EVERY_SOFTWARE
@QUICK
@given(draw=st.data(), order=st.randoms(use_true_random=False))
def test_posts_in_another_order_are_the_same_posts(software: str, draw: Draw, order: Any) -> None:
    source, tree, posts = _taken(_case(software, draw))
    shuffled = list(posts)
    order.shuffle(shuffled)
    _placed(posts, shuffled)
    _right_or_told(source, tree)


@FOR_EVERY_SOFTWARE
@QUICK
@given(draw=st.data(), where=st.floats(0, 1), end=st.sampled_from(ENDS))
def test_no_post_is_lost_behind_a_stray_end_of_the_page(software: str, draw: Draw, where: float, end: bytes) -> None:
    source, _, _ = _taken(_case(software, draw))
    expected = [post.id for post in _whole(source)]
    ends = [tag.end() for tag in re.finditer(rb"</(?:div|tr|li|article)>", source.content)]
    place = ends[int(where * (len(ends) - 1))]
    try:
        page = read(msgspec.structs.replace(source, content=source.content[:place] + end + source.content[place:]))
    except PageError:
        return
    assert [post.id for post in page.posts] == expected


@FOR_EVERY_SOFTWARE
@QUICK
@given(draw=st.data(), which=st.integers(0, 9), where=st.integers(0, 9))
def test_a_repeated_post_is_told(software: str, draw: Draw, which: int, where: int) -> None:
    source, tree, posts = _taken(_case(software, draw))
    copied = html.fromstring(etree.tostring(posts[which % len(posts)], with_tail=False))
    posts[where % len(posts)].addnext(copied)
    _right_or_told(source, tree, must_tell="twice")


@FOR_EVERY_SOFTWARE
@QUICK
@given(draw=st.data(), which=st.integers(0, 9), where=st.integers(0, 9))
def test_a_post_inside_another_is_told(software: str, draw: Draw, which: int, where: int) -> None:
    source, tree, posts = _taken(_case(software, draw))
    inner, outer = posts[which % len(posts)], posts[where % len(posts)]
    if inner is outer:
        return
    adapter = registry.recognise(Sheet(source).text)
    assert adapter is not None
    body = adapter.fields(outer, Sheet(source)).body
    (outer if body is None else body).append(inner)  # a stub has no body
    _right_or_told(source, tree, must_tell="inside another post")


@FOR_EVERY_SOFTWARE
@QUICK
@given(draw=st.data(), which=st.integers(0, 9), what=st.integers(0, 200))
def test_a_lost_element_gives_the_right_posts_or_an_error(software: str, draw: Draw, which: int, what: int) -> None:
    source, tree, posts = _taken(_case(software, draw))
    elements = [found for found in posts[which % len(posts)].iterdescendants() if isinstance(found.tag, str)]
    lost = elements[what % len(elements)]
    adapter = registry.recognise(Sheet(source).text)
    assert adapter is not None
    body = adapter.fields(posts[which % len(posts)], Sheet(source)).body
    if body is not None and lost in body.iterdescendants():
        return  # what somebody wrote is gone from his post: no reader of one page could know
    assert isinstance(lost, html.HtmlElement)
    lost.drop_tree()
    _right_or_told(source, tree)


@FOR_EVERY_SOFTWARE
@QUICK
@given(draw=st.data(), which=st.integers(0, 9), what=st.integers(0, 200))
def test_a_post_with_other_classes_than_the_others_is_not_passed_over(
    software: str, draw: Draw, which: int, what: int
) -> None:
    source, tree, posts = _taken(_case(software, draw))
    elements = [found for found in posts[which % len(posts)].iter() if isinstance(found.tag, str)]
    other = elements[what % len(elements)] if what % 2 else elements[0]
    adapter = registry.recognise(Sheet(source).text)
    assert adapter is not None
    was = adapter.fields(posts[which % len(posts)], Sheet(source))
    if other.get("class") is None or (was.body is not None and other in was.body.iterdescendants()):
        return
    other.set("class", f"x{other.get('class')}".replace(" ", "x"))
    if was.deleted and not adapter.fields(posts[which % len(posts)], Sheet(source)).deleted:
        return  # nothing but this class told a moderator that the post is hidden: no reader of the page could know
    _right_or_told(source, tree, all_of_them=True)


@FOR_EVERY_SOFTWARE
@QUICK
@given(draw=st.data(), which=st.integers(0, 9))
def test_a_post_whose_id_is_spoilt_is_not_passed_over(software: str, draw: Draw, which: int) -> None:
    source, tree, posts = _taken(_case(software, draw))
    post = posts[which % len(posts)]
    if post.get("id") is None:
        return
    post.set("id", f"x{post.get('id')}")
    _right_or_told(source, tree, all_of_them=True)


def _case(software: str, draw: Draw) -> tuple[str, dict[str, Any]]:
    cases = CASES_OF[software]
    return cases[draw.draw(st.integers(0, len(cases) - 1))]


def _taken(case: tuple[str, dict[str, Any]]) -> tuple[Source, html.HtmlElement, list[etree._Element]]:
    folder, told = case
    content = (FOLDER / folder / told["file"]).read_bytes()
    source = Source(
        content=content,
        url=told["url"],
        zone=told["zone"],
        seen_at=datetime.fromisoformat(told["seen_at"]) if told["seen_at"] else None,
        name=told["file"],
        headers=told.get("headers", {}),
    )
    sheet = Sheet(source)
    adapter = registry.recognise(sheet.text)
    assert adapter is not None
    tree = html.document_fromstring(sheet.bytes, parser=html.HTMLParser(encoding="utf-8"))
    sheet.__dict__["tree"] = tree
    return source, tree, list(adapter.posts(sheet))


def _whole(source: Source) -> tuple[Reading, ...]:
    """Its posts, read once: there are many examples of few pages."""
    page = (source.content, source.url, source.zone, source.seen_at)
    if page not in WHOLE:
        WHOLE[page] = tuple(read(source).posts)
    return WHOLE[page]


def _placed(posts: list[etree._Element], shuffled: list[etree._Element]) -> None:
    stands = [etree.Element("hold") for _ in posts]
    for post, stand in zip(posts, stands, strict=True):
        post.getparent().replace(post, stand)  # type: ignore[union-attr]
    for post, stand in zip(shuffled, stands, strict=True):
        stand.getparent().replace(stand, post)  # type: ignore[union-attr]


def _right_or_told(
    source: Source, tree: html.HtmlElement, must_tell: str | None = None, *, all_of_them: bool = False
) -> None:
    """The damaged page's posts are those of the whole page, or the error names the page and what is wrong."""
    whole = {post.id: post for post in _whole(source)}
    damaged = etree.tostring(tree, method="html", encoding="utf-8", doctype="<!DOCTYPE html>")
    try:
        page: Page = read(Source(**{**_values(source), "content": damaged}))
    except PageError as told:
        assert source.name in str(told)
        if must_tell:
            assert must_tell in str(told)
        return
    assert must_tell is None or page.wall is not None, "the damage went unnoticed"
    assert not all_of_them or page.wall is not None or {post.id for post in page.posts} == set(whole)
    for post in page.posts:
        assert post.id in whole
        was = whole[post.id]
        assert _votes(post) == _votes(was), post.id
        assert _within(was.at, post.at), post.id
        # A lost notice leaves no trace on its page (E5: the archive).
        assert post.edited is None or _within(was.edited, post.edited), post.id


def _within(true: Interval | None, told: Interval) -> bool:
    """Whether a time is told, though maybe less exactly, as it was: never otherwise."""
    return true is not None and told.earliest <= true.earliest and true.latest <= told.latest


def _values(source: Source) -> dict[str, Any]:
    return {name: getattr(source, name) for name in source.__struct_fields__}


def _votes(post: Reading) -> tuple[object, ...]:
    marks = tuple((mark.text, mark.colour, mark.struck, mark.spoiler) for mark in post.body.marks)
    return post.author, marks  # a lost account id reads as a guest's, which is shown (V15)


def test_every_software_with_pages_of_html_is_damaged() -> None:
    assert {entry.software for entry in registry.ENTRIES} - set(SOFTWARE) == {"livejournal"}


def test_a_post_without_a_field_names_page_post_and_field(source: Callable[..., Source]) -> None:
    text = (FOLDER / "phpbb" / "ru_3_3_p1.html").read_text("utf-8")
    for broken, field in (
        (text.replace('<div class="content">', '<div class="text">'), "post 10 has no body"),
        (re.sub(r"<time.*?</time>", "", text), "post 10 has no time"),
        (re.sub(r'class="username">[^<]*<', 'class="username"><', text), "post 10 has no author"),
    ):
        try:
            read(source(broken))
        except PageError as told:
            assert str(told) == f"page.html: {field}"
        else:
            raise AssertionError(f"not noticed: {field}")
