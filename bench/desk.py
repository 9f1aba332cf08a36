"""How long the desk takes for a click, on loopback and without the network: `python bench/desk.py` (needs Chromium).

The written game of fourteen players is played to its end through the desk, each day's thread with 400 posts of talk
more. Then each page is asked for and each kind of change is made over HTTP, round after round, with what is taken back
again as a change too. Each answer is to come in under 100 ms: status 1 where one did not.
"""

from __future__ import annotations

import http.client
import importlib.util
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from golosa.desk.app import get_ready

ROUNDS = 15
AIM = 100.0  #: milliseconds
TALK = 400  #: posts of talk in each day's thread
Form = dict[str, str]

PAGES = (
    "/day",
    "/day?day=1",
    "/day?day=2&paste=opening",
    "/day/post?day=1&post=205000",
    "/night",
    "/night?night=1",
    "/game",
    "/hand",
    "/check",
    "/settings",
)
WHY = {"reason": "ошибка"}
LOOK, KEEP = {"enter": "look", **WHY}, {"enter": "keep", **WHY}
WEIGHT = {"kind": "weight", "number": "2", "day": "2", "player": "Лиса"}
REMOVED = {"do": "remove", "player": "Пасечник", "at": "2026-03-03T12:00:00"}
RULES = {"day": "2", "post": "305000", "votes.self_vote": "yes"}
MESSAGE = {"text": "От: Рыжая\nТема: Ночь. Рыжая. Доктор.\n\nЛечить Лисёнка"}


def _newest(kind: str) -> Callable[[Any], Form]:
    """A form that names the newest entry of that kind in the log."""

    def form(table: Any) -> Form:
        with table.desk.game() as game:
            number = game.facts.all(kind)[-1].id
        return {"number": str(number), "message": f"pm{number}", "target": "Лисёнок", "day": "3", "enter": "keep"}

    return form


#: Changes in an order in which each is followed by what takes it back.
CHANGES: tuple[tuple[str, Form | Callable[[Any], Form]], ...] = (
    ("/language", {"lang": "ru"}),
    ("/secrets", {"shown": "yes"}),
    ("/day/posted", {"day": "3", "kind": "result"}),
    ("/day/rule", {"day": "3", "post": "402000", "vote": "Falcon"}),
    ("/day/undo", _newest("ruling")),
    ("/day/rule", {"day": "1", "post": "205000", "vote": "Falcon"}),
    ("/day/undo", _newest("ruling")),
    ("/day/teach", {"day": "3", "post": "402000", "alias": "Сокол", "player": "Falcon"}),
    ("/day/undo", _newest("ruling")),
    ("/day/account", {"day": "3", "account": "Сорока-2", "player": "Сорока"}),
    ("/day/undo", _newest("ruling")),
    ("/game/alias", {"alias": "Птица", "player": "Falcon"}),
    ("/game/undo", _newest("ruling")),
    ("/game/account", {"account": "Другая", "player": "Falcon", "do": "replace", "reason": "уехал"}),
    ("/game/undo", _newest("ruling")),
    ("/night/message", MESSAGE),
    ("/night/rule", _newest("message")),
    ("/game/undo", _newest("ruling")),
    ("/night/undo", _newest("message")),
    ("/night/posted", {"night": "1", "kind": "morning"}),
    ("/hand/act", REMOVED | LOOK),
    ("/hand/act", REMOVED | KEEP),
    ("/hand/undo", _newest("act")),
    ("/hand/effect", WEIGHT | LOOK),
    ("/hand/effect", WEIGHT | KEEP),
    ("/hand/undo", _newest("effect")),
    ("/hand/outcome", {"phase": "day2", "nobody": "yes"} | LOOK),
    ("/hand/outcome", {"phase": "day2", "nobody": "yes"} | KEEP),
    ("/hand/undo", _newest("outcome")),
    ("/game/undo", _newest("result")),
    ("/day/close", {"day": "3"}),
    ("/day/extend", {"day": "3", "ends": "2026-03-04T23:00:30"} | WHY),
    ("/game/undo", _newest("extended")),
    ("/settings/keep", {"table": "public", "delay_minutes": "5"}),
    ("/night/resolve", {"night": "2"}),
    ("/check/recount", {"day": "2"}),
    ("/check/explain", {"day": "2", "player": "Лиса"}),
    ("/check/names", {"text": "Лису\nСокола"}),
)


def _walk() -> Any:
    path = Path(__file__).parents[1] / "docs" / "make_first_game.py"
    spec = importlib.util.spec_from_file_location("make_first_game", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Talkative(dict[int, Any]):
    """A board's threads, in each of which the players of that day talk from its first post to the morning."""

    def __init__(self, days: int) -> None:
        super().__init__()
        self.days = days  #: number of the first day's thread

    def __setitem__(self, number: int, thread: Any) -> None:
        """Puts a thread there, with the talk where it is a day's. Ids grow as the posts come."""
        title, posts = thread
        if number >= self.days:
            wide = [post._replace(shown=post.shown._replace(id=post.shown.id * 1000)) for post in posts]
            first, authors = wide[0].shown, [post.shown.author for post in wide[1:]]
            talk = [
                wide[0]._replace(
                    shown=first._replace(
                        id=first.id + place,
                        author=authors[place % len(authors)],
                        at=first.at + timedelta(minutes=5, seconds=70 * place),
                        body=f"Я тут подумала про {authors[place % 5]}, и что-то не сходится. " * (1 + place % 7),
                    )
                )
                for place in range(1, TALK + 1)
            ]
            posts = [wide[0], *talk, *wide[1:]]
        super().__setitem__(number, (title, posts))


def _timed(table: Any, method: str, path: str, form: Form | None = None) -> tuple[float, float]:
    """One request, in milliseconds from its first byte to the answer's last: by the clock, and of CPU here."""
    host = urlsplit(table.address).netloc
    heads = {
        "Host": host,
        "Origin": f"http://{host}",
        "Cookie": f"golosa-desk-{host.rpartition(':')[2]}={table.desk.keys.cookie}",
    }
    body = urlencode({"csrf": table.desk.keys.csrf, **form}).encode() if form is not None else None
    if body is not None:
        heads["Content-Type"] = "application/x-www-form-urlencoded"
    began, spent = time.perf_counter(), time.process_time()
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.request(method, path, body, heads)
    answer = connection.getresponse()
    answer.read()
    taken = (time.perf_counter() - began) * 1000, (time.process_time() - spent) * 1000
    connection.close()
    assert answer.status in (200, 303), (path, answer.status)
    refused = [said.text for said in table.desk.told() if not said.good]
    assert not refused, (path, refused)
    table.now += timedelta(seconds=1)  # no two clicks are made at one moment
    return taken


def main() -> int:
    """Plays, measures, prints."""
    module = _walk()
    with tempfile.TemporaryDirectory() as folder, module.browser_page() as page:
        table = module.Table(Path(folder, "game"))
        quiet, table.board.threads = table.board.threads, Talkative(module.first_game.FIRST_DAY)
        for number, thread in quiet.items():
            table.board.threads[number] = thread
        get_ready(table.desk)  # as `golosa desk` does
        with table.open():
            module.Walk(table, page).play()
            found: dict[tuple[int, str], list[tuple[float, float]]] = {}
            for _ in range(ROUNDS):
                for place, path in enumerate(PAGES):
                    found.setdefault((place, f"GET  {path}"), []).append(_timed(table, "GET", path))
                for place, (path, form) in enumerate(CHANGES):
                    sent = form if isinstance(form, dict) else form(table)
                    found.setdefault((place, f"POST {path}"), []).append(_timed(table, "POST", path, sent))
    print(f"{'ms':31} median  worst   CPU: median  worst   ({ROUNDS} times each)")
    told = [_told(name, taken) for (_, name), taken in found.items()]
    counts = ", ".join(f"{told.count(verdict)} {verdict}" for verdict in ("always", "mostly", "LATE"))
    print(f"under {AIM:.0f} ms: {counts}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 1 if "LATE" in told else 0


def _told(name: str, found: list[tuple[float, float]]) -> str:
    """Prints a line; gives whether the answers came in time: always, mostly (the median did) or LATE."""
    taken, spent = zip(*found, strict=True)
    verdict = "always" if max(taken) < AIM else "mostly" if statistics.median(taken) < AIM else "LATE"
    print(
        f"{name:31}{statistics.median(taken):7.0f} {max(taken):6.0f} {statistics.median(spent):13.0f} "
        f"{max(spent):6.0f}   {verdict}"
    )
    return verdict


if __name__ == "__main__":
    sys.exit(main())
