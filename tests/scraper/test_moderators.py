"""What moderators, settings and servers do while a thread is read: the posts that stand, or the reason why not."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

import pytest
from golosa.demo.forum import page

from scraper.client import Client
from scraper.plan import said_on
from scraper.walk import Walk, Walker

TITLE = "Мафия. День 1"
_POST = re.compile(r'<div id="p\d+" class="post.*?(?=<div id="p\d+" class="post|</div>\n<div id="page-footer)', re.S)


def ids(walk: Walk) -> list[str]:
    return list(said_on(page for _, page in walk.pages))


def standing(forum) -> list[str]:
    return [str(post.id) for post in forum.thread]


def split(forum) -> None:
    """The earlier half becomes another thread."""
    del forum.thread[:12]


def merge(forum) -> None:
    """A post is added to an earlier one on another page."""
    forum.thread[4] = forum.thread[4]._replace(body=forum.thread[4].body + "<br>" + forum.thread[14].body)
    del forum.thread[14]


def move(forum) -> None:
    """A post goes to the end."""
    forum.thread.append(forum.thread.pop(2))


def shorten(forum) -> None:
    """A page less than there was."""
    del forum.thread[-8:]


@pytest.mark.parametrize("request_number", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("change", [split, merge, move, shorten])
def test_a_moderators_work_during_a_walk_ends_in_what_stands_or_in_a_reason(
    forum, client: Client, change: Callable, request_number: int
) -> None:
    forum.before = lambda request, number: change(forum) if request == request_number else None
    walk = Walker(client, forum.url).sweep()
    assert walk.complete or walk.why
    assert not walk.complete or ids(walk) == standing(forum)


def test_a_post_that_goes_and_comes_back_is_an_incomplete_walk(forum, client: Client) -> None:
    def before(request: int, number: int) -> None:
        if request == 2:
            del forum.thread[3]
        if request == 5:
            forum.thread.insert(3, forum.first[3])

    forum.before = before
    walk = Walker(client, forum.url).sweep()
    assert (walk.complete, walk.why) == (False, "the thread changed while it was read, 3 times in a row: try again")


def test_a_first_post_shown_on_each_page_is_one_post(forum, client: Client) -> None:
    first = _POST.findall(page(TITLE, forum.thread, 1))[0]

    def before(request: int, number: int):
        text = page(TITLE, forum.thread, number)
        return forum.make((text if number == 1 else text.replace('<div id="p', f'{first}<div id="p', 1)).encode())

    forum.before = before
    walk = Walker(client, forum.url).sweep()
    assert (walk.complete, ids(walk)) == (True, standing(forum))


def test_posts_in_reverse_order_are_all_there_and_get_no_numbers(forum, client: Client) -> None:
    forum.before = lambda request, number: forum.make(page(TITLE, forum.thread[::-1], number).encode())
    walk = Walker(client, forum.url).sweep()
    assert (walk.complete, ids(walk)) == (True, standing(forum)[::-1])
    assert {post.number for _, read in walk.pages for post in read.posts} == {None}


def test_an_address_of_unread_posts_and_another_host_lead_to_the_whole_thread(forum, client: Client) -> None:
    other = forum.url.replace("127.0.0.1", "localhost")

    def before(request: int, number: int):
        if request == 1:
            return forum.make(b"", 302, (("Location", f"{other}&start=10"),))
        return None

    forum.before = before
    walk = Walker(client, forum.url).sweep()
    assert (walk.complete, ids(walk)) == (True, standing(forum))
    assert len({post.url for _, read in walk.pages for post in read.posts}) == len(forum.thread)


def test_session_ids_in_addresses_change_nothing(forum, client: Client) -> None:
    forum.before = lambda request, number: forum.make(
        page(TITLE, forum.thread, number).replace("t=7", f"t=7&amp;sid={request:032x}").encode()
    )
    walk = Walker(client, forum.url).sweep()
    assert (walk.complete, ids(walk)) == (True, standing(forum))


@pytest.mark.parametrize("headers", [(), (("X-No-Length", "1"),)])
@pytest.mark.parametrize("kept", [None, -30])
def test_a_packed_page_is_whole_or_none(forum, client: Client, headers: tuple, kept: int | None) -> None:
    forum.before = lambda request, number: forum.make(
        gzip.compress(page(TITLE, forum.thread, number).encode())[:kept], 200, (("Content-Encoding", "gzip"), *headers)
    )
    walk = Walker(client, forum.url).sweep()
    assert (walk.complete, ids(walk)) == ((True, standing(forum)) if kept is None else (False, []))
    assert walk.complete or "cut off" in (walk.why or "")


def test_an_answer_without_a_page_is_told_by_its_status(forum, client: Client) -> None:
    """Nobody asked whether the page is still the same."""
    forum.before = lambda request, number: forum.make(b"", 304) if request >= 5 else None
    walk = Walker(client, forum.url).sweep()
    assert not walk.complete
    assert "HTTP status 304" in (walk.why or "")
