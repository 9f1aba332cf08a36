"""Walks over a thread, over real HTTP."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from golosa.demo.forum import Shown, page

import forums
from forums import Wall
from scraper.client import Client
from scraper.plan import said_on
from scraper.walk import ADVICE, Walk, Walker

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
    assert (walk.complete, walk.why, len(walk.passes)) == (True, None, 2)
    assert ids(walk) == [str(post.id) for post in forum.thread]
    assert len(forum.paths) == 6


def test_the_software_of_the_first_page_is_known_on_those_that_follow(forum, client: Client, monkeypatch) -> None:
    told: list[str | None] = []
    read = forums.read

    def noted(source: forums.Source, board: forums.Board | None = None, known: str | None = None) -> forums.Page:
        told.append(known)
        return read(source, board, known)

    monkeypatch.setattr(forums, "read", noted)
    Walker(client, forum.url).sweep()
    assert told == [None, "phpbb", "phpbb"] * 2  # each pass begins anew


def test_says_who_is_reading(forum, client: Client) -> None:
    Walker(client, forum.url).sweep()
    assert set(forum.agents) == {"golosa-test"}


def told(walk: Walk) -> dict:
    return said_on(page for _, page in walk.pages)


def test_a_pass_is_enough_where_a_sweep_after_the_moment_of_the_count_agrees(forum, client: Client) -> None:
    first = Walker(client, forum.url).sweep()
    forum.thread.append(Shown(300, "Аня", datetime.now(UTC) + timedelta(seconds=5), "новое сообщение"))
    forum.paths.clear()
    walk = Walker(client, forum.url).sweep(first.since, told(first), first.since)
    assert (walk.complete, walk.since, walk.differs) == (True, first.since, ())
    assert len(forum.paths) == 3


def test_a_sweep_before_the_moment_of_the_count_proves_nothing_of_later_posts(forum, client: Client) -> None:
    """A post made since, and passed over because another was deleted while the pass went on, must not go missing."""
    first = Walker(client, forum.url).sweep()
    forum.thread += [Shown(300 + i, "Аня", datetime.now(UTC), "новое сообщение") for i in range(8)]
    forum.paths.clear()

    def delete_behind_the_reader(request: int, number: int) -> None:
        if request == 3:  # pages 1 and 2 are read; the first post of page 3 moves to page 2
            del forum.thread[2]

    forum.before = delete_behind_the_reader
    walk = Walker(client, forum.url).sweep(datetime.now(UTC), told(first), first.since)
    assert walk.complete
    assert ids(walk) == [str(post.id) for post in forum.thread]


def test_complete_up_to_the_beginning_of_the_first_of_the_passes_that_agree(forum, client: Client) -> None:
    walk = Walker(client, forum.url).sweep()
    assert walk.since == walk.passes[-2].since <= walk.passes[-1].since
    assert walk.since <= walk.passes[0].pages[0][0].seen_at


def test_an_edit_on_any_page_since_the_last_sweep_is_told(forum, client: Client) -> None:
    first = Walker(client, forum.url).sweep()
    forum.thread[3] = forum.thread[3]._replace(body="передумал")
    forum.thread[12] = forum.thread[12]._replace(edited=datetime.now(UTC))
    del forum.thread[7]
    walk = Walker(client, forum.url).sweep(datetime.now(UTC), told(first), first.since)
    assert walk.complete
    assert set(walk.differs) == {"104", "108", "113"}


def test_a_thread_of_one_page_is_read_twice_too(forum, client: Client) -> None:
    forum.thread = forum.thread[:4]
    walk = Walker(client, forum.url).sweep()
    assert (walk.complete, len(forum.paths)) == (True, 2)


def test_a_quiet_poll_costs_one_request(forum, client: Client) -> None:
    walk = Walker(client, forum.url).sweep()
    forum.paths.clear()
    poll = Walker(client, forum.url).poll(walk.pages[-1][1])
    assert len(forum.paths) == 1
    assert ids(poll) == [str(post.id) for post in forum.thread[20:]]


def test_a_poll_asks_for_the_last_page_where_that_does_not_tell_how_the_others_are_asked_for(
    forum, client: Client
) -> None:
    """As phpBB's second page of two, where the theme's title links to no place in the thread."""
    forum.thread = forum.thread[:15]
    themed = page("Мафия. День 1", forum.thread, 2).replace("t=7&amp;start=10", "t=7")
    forum.before = lambda request, number: forum.make(themed.encode()) if number == 2 else None
    walk = Walker(client, forum.url).sweep()
    poll = Walker(client, forum.url).poll(walk.pages[-1][1])
    assert (poll.why, ids(poll)) == (None, [str(post.id) for post in forum.thread[10:]])


def test_a_poll_follows_new_pages(forum, client: Client) -> None:
    walk = Walker(client, forum.url).sweep()
    forum.thread += [Shown(400 + i, "Вера", datetime.now(UTC), "ещё") for i in range(12)]
    poll = Walker(client, forum.url).poll(walk.pages[-1][1])
    assert ids(poll)[-1] == "411"


def test_a_page_beyond_the_end_that_answers_with_the_first_cannot_loop(forum, client: Client) -> None:
    """As MyBB and FluxBB answer when the thread has become shorter since its pages were counted."""
    first = forum.make(page("Мафия. День 1", forum.thread, 1).encode())
    forum.before = lambda request, number: first if number == 3 else None
    walk = Walker(client, forum.url).sweep()
    assert not walk.complete
    assert "page 1 came" in (walk.why or "")
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


def test_a_page_damaged_on_its_way_is_asked_for_again(forum, client: Client) -> None:
    """Bytes that are no text may have swallowed the border between two posts."""
    whole = page("День", forum.thread, 1).encode()
    place = whole.index(b'<div class="content">')
    forum.before = lambda request, number: (
        forum.make(whole[:place] + b"\xff\xfe\x00\x80" + whole[place:]) if request == 1 else None
    )
    walk = Walker(client, forum.url).sweep()
    assert walk.complete
    assert len(forum.paths) == 3 + 1 + 3
    assert not any(read.damaged for one in walk.passes for _, read in one.pages)


def test_damage_that_is_the_forums_own_is_taken_as_it_is(forum, client: Client) -> None:
    """Also where something else on the page is new each time."""
    forum.before = lambda request, number: (
        forum.make(page(f"День {request}", forum.thread, 1).encode().replace("Сообщение".encode(), b"\xd0", 1))
        if number == 1
        else None
    )
    walk = Walker(client, forum.url).sweep()
    assert walk.complete
    assert len(forum.paths) == 2 * (1 + 3)
    assert walk.pages[0][1].damaged


def test_a_page_damaged_each_time_otherwise_stops_the_walk(forum, client: Client) -> None:
    before, *bodies = page("День", forum.thread, 1).encode().split(b'<div class="content">')

    def damage(request: int, number: int):
        damaged = [b"\xff" + body if place == request else body for place, body in enumerate(bodies)]
        return forum.make(b'<div class="content">'.join([before, *damaged]))

    forum.before = damage
    walk = Walker(client, forum.url).sweep()
    assert not walk.complete
    assert "damaged" in (walk.why or "")
    assert len(forum.paths) == 3


def test_discourse_shows_this_program_its_page_for_robots_and_the_walk_goes_on_with_the_data(
    forum, client: Client
) -> None:
    """Discourse shows its plain page to every reader whose name is no browser's."""
    folder = Path(__file__).parents[2] / "fixtures" / "pages" / "discourse"
    robots = (folder / "crawler_p1.html").read_bytes()
    topic = json.loads((folder / "api_p2.json").read_bytes())
    topic["post_stream"]["stream"] = [post["id"] for post in topic["post_stream"]["posts"]]
    data, page = json.dumps(topic).encode(), forum.url.rpartition("/")[0] + "/t/den-1/12"
    forum.before = lambda request, number: forum.make(data if ".json" in forum.paths[-1] else robots)
    walk = Walker(client, page).sweep()
    assert (walk.complete, walk.why, ids(walk)) == (True, None, ["905", "906"])
    assert forum.paths == ["/t/den-1/12", "/t/12.json", "/t/den-1/12", "/t/12.json"]
