"""Whatever network and forum do, a walk ends in the right posts or says that it is incomplete; never in wrong ones."""

from __future__ import annotations

import random
from datetime import UTC, datetime

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
OPEN = '<div class="content">'
FAULTS = "429 503 500 cut half charset byte login delete add edit forbidden empty redirect".split()


def misbehave(forum, kind: str, number: int, dice: random.Random):
    """One fault: changes the thread or gives the answer to send instead."""
    whole = page("Мафия. День 1", forum.thread, number).encode()
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


def shown(walk: Walk) -> dict[str, str]:
    return {
        reading.id: reading.html.removeprefix(OPEN).removesuffix("</div>")
        for _, read in walk.pages
        for reading in read.posts
    }


def same(found: dict[str, str], state: dict[str, str], before: set[str]) -> bool:
    """Whether a walk shows a state of the thread, as far as posts go that were there when it began."""
    return {post: text for post, text in found.items() if post in before} == {
        post: text for post, text in state.items() if post in before
    }


@pytest.mark.parametrize("block", range(10))
def test_300_seeds(forum, client: Client, block: int) -> None:
    outcomes = {True: 0, False: 0}
    start = list(forum.thread)
    for seed in range(block * 30, block * 30 + 30):
        dice = random.Random(seed)
        forum.reset(list(start))
        count = dice.randrange(0, 4)
        faults = {dice.randrange(1, 8): dice.choice(FAULTS) for _ in range(count)}
        forum.before = lambda request, number, faults=faults, dice=dice: (
            misbehave(forum, faults[request], number, dice) if request in faults else None
        )
        walk = Walker(client, forum.url).sweep()
        outcomes[walk.complete] += 1
        if not walk.complete:
            assert walk.why, seed
            continue
        existing = {str(post.id) for post in start}
        states = [*forum.snapshots[-len(walk.pages) - 1 :], forum.state()]
        assert any(same(shown(walk), state, existing) for state in states), (seed, faults)
    assert outcomes[True] > 10
