"""LiveJournal: comments that a view folds are asked for in the flat view, never passed over."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from forums import Page, PageError, Source, read
from forums.pages import OtherViewError

URL = "https://les.example/12.html"
FLAT = "https://les.example/12.html?view=flat"
Made = Callable[..., Source]


def comment(number: int, **given: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "dtalkid": number,
        "thread": number,
        "uname": f"u{number}",
        "dname": f"u{number}",
        "level": 1,
        "parent": 0,
        "ctime_ts": 1772434800 + number,
        "etime_ts": None,
        "article": '<span style="color:red">lis</span>',
        "deleted": 0,
        "suspended": None,
        "leafclass": None,
        "collapsed": 0,
        "loaded": 1,
    }
    return {name: value for name, value in {**values, **given}.items() if value is not ...}


def page(source: Made, comments: list[dict[str, Any]], *, url: str = URL, links: str = "", **given: Any) -> Page:
    data = json.dumps({"comments": comments, "replycount": len(comments), "comments_page": 1, **given})
    return read(
        source(
            f"<!DOCTYPE html><html><head><title>День 1</title><script>Site.page = {data};</script></head>"
            f"<body>{links}</body></html>",
            url=url,
        )
    )


def test_a_tree_that_stands_whole_on_one_page_is_read(source: Made) -> None:
    found = page(source, [comment(300), comment(257, parent=300, level=2)])
    assert [post.id for post in found.posts] == ["257", "300"]
    assert (found.page, found.pages, found.thread) == (1, 1, "12")


@pytest.mark.parametrize(
    ("comments", "why"),
    [
        ([comment(257), comment(300, article=..., collapsed=1, loaded=0)], "comment 300 is folded"),
        ([comment(257), {"more": 7, "parent": 257, "moreids": "300:301"}], "is folded"),
    ],
)
def test_folded_comments_ask_for_the_flat_view(source: Made, comments: list[dict[str, Any]], why: str) -> None:
    with pytest.raises(OtherViewError, match=why) as told:
        page(source, comments)
    assert str(told.value).endswith(f"take the flat view: {FLAT}")
    assert (told.value.page.software, told.value.page.thread, told.value.page.posts) == ("livejournal", "12", ())


def test_one_of_several_pages_of_the_tree_asks_for_the_flat_view(source: Made) -> None:
    links = f'<a href="{URL}?page=2#comments">2</a>'
    with pytest.raises(OtherViewError, match="a page of the tree"):
        page(source, [comment(257)], links=links)


def test_a_tree_with_fewer_comments_than_it_tells_asks_for_the_flat_view(source: Made) -> None:
    with pytest.raises(OtherViewError, match="the entry has 3 comments, and 1 stand on the page"):
        page(source, [comment(257), comment(258, deleted=1, article=...)], replycount=3)


def test_the_flat_view_is_read_page_by_page(source: Made) -> None:
    links = f'<a href="{URL}?view=flat&amp;page=1">1</a>'
    found = page(source, [comment(300)], url=f"{FLAT}&page=2", links=links, replycount=26, comments_page=2)
    assert (found.page, found.pages) == (2, 2)


def test_a_page_of_unknown_address_says_what_to_add_to_it(source: Made) -> None:
    with pytest.raises(PageError, match=r"take the flat view: \?view=flat behind the entry's address"):
        page(source, [comment(300, article=...)], url=None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "gone", [{"deleted": 1}, {"suspended": 1}, {"leafclass": "screened"}, {"leafclass": "spammed"}, {"shown": 0}]
)
def test_the_place_of_a_comment_that_is_not_shown_is_a_stub(source: Made, gone: dict[str, Any]) -> None:
    found = page(source, [comment(257), comment(258, article=None, **gone)], replycount=1)
    assert [(post.id, post.deleted, post.body.marks != ()) for post in found.posts] == [
        ("257", False, True),
        ("258", True, False),
    ]


def test_the_place_of_a_deleted_comment_without_its_time_is_no_post(source: Made) -> None:
    found = page(source, [comment(257), comment(258, article=None, ctime_ts=..., deleted=1)], replycount=1)
    assert [post.id for post in found.posts] == ["257"]


@pytest.mark.parametrize("drawn", ['<div class="b-leaf" id="t257">…</div>', '<div id="ljcmt257" class="ljcmt">…</div>'])
def test_comments_in_a_journals_own_style_are_told(source: Made, drawn: str) -> None:
    with pytest.raises(PageError, match=r"comments without their data; take the site's own style \(\?style=site"):
        page(source, [], links=drawn)


def test_other_things_of_the_script_are_not_taken_for_the_comments(source: Made) -> None:
    data = json.dumps({"comments": [comment(257)], "replycount": 1})
    script = f'Site.page.template = {{"a": 1}}; Site.page = {{"b": 2}}; Site.page = {data};'
    page = read(source(f"<html><head><script>{script}</script></head><body></body></html>", url=URL))
    assert [post.id for post in page.posts] == ["257"]
