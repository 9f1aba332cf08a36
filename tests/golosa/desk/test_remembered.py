"""What the desk remembers from click to click is what the game is, whoever has changed it meanwhile."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

PAGES = ("/day?day=3", "/night", "/game")
#: Another process: the open game, its third day, and what is done with them.
ELSEWHERE = """
import sys
from datetime import timedelta
from pathlib import Path

from msgspec import structs

from engine.posts import Body, Line, Mark, Reading
from engine.rulings import VoidRuling
from engine.times import Interval
from golosa.folder import gamefile, rulings
from golosa.folder.game import Game
from golosa.store import SeenPage, Visit

game = Game(Path(sys.argv[1]))
day = next(day for day in game.config.day if day.number == 3)
(thread,) = day.threads
posts = game.archive.posts(day.threads)
now = game.archive.sweeps(thread)[-1].ended + timedelta(minutes=1)

def seen(*readings):
    page = SeenPage(number=1, last=True, url=thread, seen_at=now, content=repr(readings).encode(), readings=readings)
    game.archive.add(Visit(thread=thread, pages=(page,), complete=False, source="fetch"))

def reading(number, author, text, at):
    body = Body(marks=(Mark(text, colour="#008000"),), lines=(Line(text),))
    return Reading(str(number), author, Interval.shown(at), body, html=f"<b>{number}</b>", number=number)

{does}
game.close()
"""
#: What another process may do to the game.
DONE = {
    "a ruling": "rulings.take(game, VoidRuling(posts[0].id, now), now)",
    "a ruling taken back": "rulings.undo(game, game.facts.all('ruling')[0].id, now)",
    "a new post": "seen(reading(int(posts[-1].id) + 1, 'Falcon', 'Сорока', now - timedelta(minutes=2)))",
    "a text that a newer program reads otherwise": (
        "seen(reading(int(posts[-1].id), 'Falcon', 'Рыжая', posts[-1].at.earliest))"
    ),
    "a visit that was broken off": "seen()",
    "another end of the day": "gamefile.add_day(game.folder, structs.replace(day, ends=day.ends - timedelta(hours=9)))",
    "other settings": "gamefile.set_table(game.folder, 'game', {'title': 'Другая игра'})",
}


@pytest.fixture
def shown(serve: Callable[..., Any], client_of: Any, third_day: Any) -> Callable[[Any], list[str]]:
    """Every page of a desk, but for what is another each time that it is shown."""

    def pages(client: Any = None) -> list[str]:
        client = client or client_of(serve(third_day.folder, third_day.now))
        client.desk.show_secrets(shown=True)
        texts = [client.get(path)[2].replace(client.desk.keys.csrf, "") for path in PAGES]
        return [re.sub(r'name="once" value="[^"]*"', "", text) for text in texts]

    return pages


def test_v7_every_page_is_that_of_a_desk_just_opened_whatever_another_process_has_changed(
    serve: Any, client_of: Any, third_day: Any, shown: Callable[..., list[str]]
) -> None:
    client = client_of(serve(third_day.folder, third_day.now))
    before = shown(client)
    assert before == shown(client)
    for what, does in DONE.items():
        script = ELSEWHERE.replace("{does}", does)
        subprocess.run([sys.executable, "-c", script, str(third_day.folder)], check=True, timeout=60)
        now = shown(client)
        assert now == shown(), what
        if what != "a visit that was broken off":
            assert now != before, what
        before = now


def test_v7_every_page_is_that_of_a_desk_just_opened_after_each_click(
    serve: Any, client_of: Any, third_day: Any, shown: Callable[..., list[str]]
) -> None:
    client = client_of(serve(third_day.folder, third_day.now))
    shown(client)
    reason = {"reason": "x", "enter": "keep"}
    for path, form in (
        ("/day/rule", {"day": "3", "post": "401", "vote": "Falcon"}),
        ("/hand/effect", {"kind": "weight", "number": "2", "day": "2", "player": "Сорока", **reason}),
        ("/hand/act", {"do": "remove", "player": "Рыжая", "phase": "day2", **reason}),
        ("/game/alias", {"alias": "Птица", "player": "Falcon"}),
        ("/hand/outcome", {"phase": "day1", "nobody": "yes", **reason}),
        ("/night/message", {"text": "От: Рыжая\nТема: Ночь. Рыжая. Доктор.\n\nЛечить Лисёнка"}),
    ):
        client.send(path, **form)
        client.desk.changes = ()
        assert shown(client) == shown(), path
