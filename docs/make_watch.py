"""Makes the picture of the watch from what it really shows: `python docs/make_watch.py` (needs Chromium).

The demo's forum is watched as it was two hours before the end of its day.
"""

from __future__ import annotations

import os
import tempfile
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from golosa.demo import forum
from playwright.sync_api import sync_playwright
from rich.console import Console

from golosa.clock import using
from golosa.folder.newgame import NewGame, make
from golosa.watch.loop import Watch
from golosa.watch.notifying import Notifier
from golosa.watch.plan import Do
from golosa.watch.screens import LiveScreen, view_of

PICTURE = Path(__file__).parent / "img" / "watch.png"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
NOW = datetime.fromisoformat(forum.day()["ends"]).astimezone(UTC) - timedelta(hours=2)


def main() -> None:
    """Watches for a moment, and photographs the view."""
    real = forum.posts
    forum.posts = lambda: [post for post in real() if post.at <= NOW]
    forum._Handler.date_time_string = lambda *_: format_datetime(NOW, usegmt=True)  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory() as name, forum.running() as address, using(lambda: NOW):
        folder = Path(name, "game")
        make(folder, _game(address), NOW)
        picture = Console(record=True, width=96, file=Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        picture.print(_view(folder))
        _photograph(picture.export_svg(title="golosa watch -C igra"))


def _game(address: str) -> NewGame:
    written = forum.day()
    return NewGame(
        title=written["title"].partition(".")[0],
        rules=written["rules"],
        hosts=(written["host"],),
        players=tuple(
            name + ("=" + ",".join(written["accounts"][name]) if name in written["accounts"] else "")
            for name in written["players"]
        ),
        dead=tuple(written["dead"]),
        day=2,
        threads=(address,),
        starts=datetime.fromisoformat(written["starts"]),
        ends=datetime.fromisoformat(written["ends"]),
        forum_zone="Europe/Moscow",
    )


def _view(folder: Path) -> Any:
    screen = LiveScreen("Europe/Moscow", "ru", lambda: NOW, Console(quiet=True))
    watch = Watch(folder, None, screen, Notifier([]), clock=lambda: NOW, sleep=lambda seconds: None)
    while watch.step().do is not Do.WAIT:
        pass
    watch.close()
    assert screen.shown is not None
    return view_of(screen.shown, NOW, "", tuple(screen.tail))


def _photograph(svg: str) -> None:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1100, "height": 800}, device_scale_factor=1.5)
        # The picture's own font would be fetched from elsewhere.
        page.set_content(f"<body style='margin:0'>{svg.replace('Fira Code', 'DejaVu Sans Mono')}</body>")
        page.locator("svg").screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
