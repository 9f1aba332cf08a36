"""Walks over a thread, over real HTTP."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from golosa.demo.forum import Shown

from forums import Wall
from scraper.client import Client
from scraper.walk import ADVICE, Walk, Walker, digest_of

LOGIN = (
    '<!DOCTYPE html><html lang="ru"><head><title>Вход</title></head><body id="phpbb" class="section-ucp">'
    '<form action="./ucp.php?mode=login" method="post" id="login"><input name="username"><input name="password" '
    'type="password"><p>Для просмотра этого форума вы должны быть авторизованы.</p></form>'
    '<div class="copyright">phpBB</div></body></html>'
)


def ids(walk: Walk) -> list[str]:
    return [reading.id for _, read in walk.pages for reading in read.posts]


def test_a_whole_thread_is_read_twice_until_it_agrees(forum, client: Client) -> None:
    walk = Walker(client, forum.url).sweep()
    assert (walk.complete, walk.why, walk.tries) == (True, None, 2)
    assert ids(walk) == [str(post.id) for post in forum.thread]
    assert len(forum.paths) == 6


def test_says_who_is_reading(forum, client: Client) -> None:
    Walker(client, forum.url).sweep()
    assert set(forum.agents) == {"golosa-test"}


def test_one_sweep_is_enough_where_it_agrees_with_the_one_before(forum, client: Client) -> None:
    first = Walker(client, forum.url).sweep()
    known = {reading.id: digest_of(reading.author, reading.body) for _, read in first.pages for reading in read.posts}
    before = datetime.now(UTC)
    forum.thread.append(Shown(300, "Аня", datetime.now(UTC), "новое сообщение"))
    forum.paths.clear()
    walk = Walker(client, forum.url).sweep(before, known)
    assert (walk.complete, walk.tries, walk.differs) == (True, 1, ())
    assert len(forum.paths) == 3


def test_an_edit_on_any_page_since_the_last_sweep_is_told(forum, client: Client) -> None:
    first = Walker(client, forum.url).sweep()
    known = {reading.id: digest_of(reading.author, reading.body) for _, read in first.pages for reading in read.posts}
    forum.thread[3] = forum.thread[3]._replace(body="передумал")
    del forum.thread[7]
    walk = Walker(client, forum.url).sweep(datetime.now(UTC), known)
    assert walk.complete
    assert set(walk.differs) == {"104", "108"}


def test_a_thread_of_one_page_is_read_twice_too(forum, client: Client) -> None:
    forum.thread = forum.thread[:4]
    walk = Walker(client, forum.url).sweep()
    assert (walk.complete, walk.tries, len(forum.paths)) == (True, 2, 2)


def test_a_quiet_poll_costs_one_request(forum, client: Client) -> None:
    walk = Walker(client, forum.url).sweep()
    forum.paths.clear()
    poll = Walker(client, forum.url).poll(walk.pages[-1][1])
    assert len(forum.paths) == 1
    assert ids(poll) == [str(post.id) for post in forum.thread[20:]]


def test_a_poll_follows_new_pages(forum, client: Client) -> None:
    walk = Walker(client, forum.url).sweep()
    forum.thread += [Shown(400 + i, "Вера", datetime.now(UTC), "ещё") for i in range(12)]
    poll = Walker(client, forum.url).poll(walk.pages[-1][1])
    assert ids(poll)[-1] == "411"


def test_a_page_beyond_the_end_that_answers_with_another_cannot_loop(forum, client: Client) -> None:
    def first_again(request: int, number: int):
        if number == 3:
            del forum.thread[5:]
        return

    forum.before = first_again
    walk = Walker(client, forum.url).sweep()
    assert not walk.complete or ids(walk) == [str(post.id) for post in forum.thread]
    assert len(forum.paths) < 12


def test_a_thread_that_never_stands_still_is_incomplete(forum, client: Client) -> None:
    def edit(request: int, number: int) -> None:
        forum.thread[0] = forum.thread[0]._replace(body=f"правка {request}")

    forum.before = edit
    walk = Walker(client, forum.url).sweep()
    assert not walk.complete
    assert "changed while it was read" in (walk.why or "")


@pytest.mark.parametrize("wall", list(Wall))
def test_every_wall_has_advice(wall: Wall) -> None:
    assert ADVICE[wall]
