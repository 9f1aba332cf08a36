"""Whatever network and forum do, a walk ends in the right posts or says that it is incomplete; never in wrong ones."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import NamedTuple

import pytest
from golosa.demo.forum import Shown, page

from scraper.client import Client
from scraper.walk import Walk, Walker

LOGIN = (
    '<!DOCTYPE html><html lang="ru"><head><title>Вход</title></head><body id="phpbb" class="section-ucp ltr">'
    '<form action="./ucp.php?mode=login" method="post" id="login"><h2>Вход</h2><p>Для просмотра этого форума вы должны '
    'быть авторизованы.</p><input name="username"><input name="password" type="password"></form>'
    '<div class="copyright">phpBB</div></body></html>'
)
TITLE = "Мафия. День 1"
FAULTS = (
    "429 503 500 cut half slow charset byte login delete add edit forbidden empty redirect repeat other stale".split()
)


def misbehave(forum, kind: str, number: int, dice: random.Random):
    """One fault: changes the thread or gives the answer to send instead."""
    whole = page(TITLE, forum.thread, number).encode()
    make = forum.make
    if kind in ("429", "503", "500"):
        return make(b"busy", int(kind), (("Retry-After", "0"),))
    if kind == "cut":
        return make(whole, 200, (), dice.randrange(len(whole)))
    if kind == "half":
        return make(whole[: dice.randrange(len(whole))], 200, (("X-No-Length", "1"),))
    if kind == "charset":
        return make(whole, 200, (("Content-Type", "text/html; charset=windows-1251"),))
    if kind == "byte":
        place = dice.randrange(len(whole))
        return make(whole[:place] + b"\xff" + whole[place + 1 :])
    if kind == "login":
        return make(LOGIN.encode())
    if kind == "forbidden":
        return make(b"<html><head><title>403 Forbidden</title></head><body>nginx</body></html>", 403)
    if kind == "empty":
        return make(b"")
    if kind == "slow":
        return make(whole, 200, (("X-Slow", "0.25"),))
    if kind == "repeat":
        return make(page(TITLE, forum.thread, dice.randrange(1, 4)).encode())
    if kind == "other":
        return make(whole.replace(b"t=7", b"t=8"))
    if kind == "stale":
        made = datetime.now(UTC) - timedelta(minutes=10)
        headers = (("Date", format_datetime(made, usegmt=True)),)
        return make(page(TITLE, forum.first[: dice.randrange(12, 25)], number).encode(), 200, headers)
    if kind == "redirect":
        return make(b"", 302, (("Location", "/viewtopic.php?t=7"),))
    change(forum, kind, dice)
    return None


def change(forum, kind: str, dice: random.Random) -> None:
    """The thread changes under the reader's eyes."""
    place = dice.randrange(len(forum.thread))
    if kind == "delete" and len(forum.thread) > 12:
        del forum.thread[place]
    elif kind == "add":
        last = forum.thread[-1].id
        forum.thread += [
            Shown(last + 1 + i, "Вера", datetime.now(UTC), 'за <span style="color:red">Аню</span>')
            for i in range(dice.randrange(1, 12))
        ]
    elif kind == "edit":
        forum.thread[place] = forum.thread[place]._replace(body='<span style="color:red">Глеб</span>, передумал')


class Told(NamedTuple):
    """What the walk must get right of a post."""

    author: str
    at: datetime
    edited: bool
    marks: tuple[str, ...]


def shown(walk: Walk) -> dict[str, Told]:
    return {
        reading.id: Told(
            reading.author,
            reading.at.earliest,
            reading.edited is not None,
            tuple(mark.text for mark in reading.body.marks if mark.colour == "#ff0000"),
        )
        for _, read in walk.pages
        for reading in read.posts
    }


def truth(thread: tuple[Shown, ...], since: datetime) -> dict[str, Told]:
    """What the forum's own table says of the posts that are older than a moment."""
    return {
        str(post.id): Told(post.author, post.at, post.edited is not None, tuple(_RED.findall(post.body)))
        for post in thread
        if post.at < since
    }


_RED = re.compile(r'<span style="color:red">([^<]*)</span>')


@pytest.mark.parametrize("block", range(10))
def test_300_seeds(forum, hurried: Client, block: int) -> None:
    outcomes = {True: 0, False: 0}
    start = list(forum.thread)
    for seed in range(block * 30, block * 30 + 30):
        dice = random.Random(seed)
        forum.reset(list(start))
        faults = {dice.randrange(1, 9): dice.choice(FAULTS) for _ in range(dice.randrange(0, 4))}
        forum.before = lambda request, number, faults=faults, dice=dice: (
            misbehave(forum, faults[request], number, dice) if request in faults else None
        )
        walk = Walker(hurried, forum.url).sweep()
        outcomes[walk.complete] += 1
        if not walk.complete:
            assert walk.why, seed
            continue
        # A walk takes time: any state that the thread had while its last pass went on is right.
        states = [*forum.snapshots[-len(walk.pages) - 1 :], tuple(forum.thread)]
        found = {post: told for post, told in shown(walk).items() if told.at < walk.since}
        assert any(found == truth(state, walk.since) for state in states), (seed, faults)
    assert outcomes[True] > 10
