"""How long the desk takes for a click, on loopback and without the network: `python bench/desk.py` (needs Chromium).

The written game of fourteen players is played to its end through the desk; then each page is asked for, and each kind
of change is made, over HTTP, again and again. The aim is 100 ms for each.
"""

from __future__ import annotations

import http.client
import importlib.util
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

TIMES = 15
PAGES = (
    "/day",
    "/day?day=1",
    "/day?day=2&paste=opening",
    "/day/post?day=1&post=205",
    "/night",
    "/night?night=1",
    "/game",
    "/hand",
    "/check",
    "/settings",
)
MESSAGE = "От: Рыжая\nТема: Ночь. Рыжая. Доктор.\n\nЛечить Лисёнка"
WEIGHT = {"kind": "weight", "number": "2", "day": "2", "player": "Лиса", "reason": "роль"}
CHANGES: tuple[tuple[str, dict[str, str]], ...] = (
    ("/language", {"lang": "ru"}),
    ("/secrets", {"shown": "yes"}),
    ("/day/posted", {"day": "3", "kind": "result"}),
    ("/day/rule", {"day": "3", "post": "402", "vote": "Falcon"}),
    ("/day/teach", {"day": "3", "post": "402", "alias": "Сокол", "player": "Falcon"}),
    ("/game/alias", {"alias": "Птица", "player": "Falcon"}),
    ("/game/account", {"account": "Другая", "player": "Falcon", "reason": "уехал"}),
    ("/night/message", {"text": MESSAGE}),
    ("/night/posted", {"night": "1", "kind": "morning"}),
    ("/hand/act", {"enter": "look", "do": "remove", "player": "Рыжая", "reason": "ошибка"}),
    ("/hand/effect", {"enter": "look", **WEIGHT}),
    ("/hand/effect", {"enter": "keep", **WEIGHT}),
    ("/hand/outcome", {"enter": "look", "phase": "day2", "nobody": "yes", "reason": "ошибка"}),
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


def _timed(table: Any, method: str, path: str, form: dict[str, str] | None = None) -> tuple[float, float]:
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
    return taken


def main() -> None:
    """Plays, measures, prints."""
    module = _walk()
    with tempfile.TemporaryDirectory() as folder, module.browser_page() as page:
        table = module.Table(Path(folder, "game"))
        with table.open():
            module.Walk(table, page).play()
            asked = [("GET", path, None) for path in PAGES] + [("POST", path, form) for path, form in CHANGES]
            print(f"{'':34}median    max  CPU  (ms, {TIMES} times each)")
            for method, path, form in asked:
                found = [_timed(table, method, path, form) for _ in range(TIMES)]
                _told(method, path, found)
            found = [_timed(table, "POST", "/day/undo", {"day": "3", "number": str(one)}) for one in _rulings(table)]
            _told("POST", "/day/undo", found)


def _told(method: str, path: str, found: list[tuple[float, float]]) -> None:
    taken, spent = zip(*found, strict=True)
    print(f"{method:5}{path:29}{statistics.median(taken):6.0f} {max(taken):6.0f} {statistics.median(spent):4.0f}")


def _rulings(table: Any) -> list[int]:
    """The newest rulings of the game, by their numbers in its log."""
    with table.desk.game() as game:
        return [fact.id for fact in game.facts.all("ruling")][: -TIMES - 1 : -1]


if __name__ == "__main__":
    main()
