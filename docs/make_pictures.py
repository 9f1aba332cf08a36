"""Makes the pictures of README from what the program really prints: `python docs/make_pictures.py` (needs Chromium)."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from golosa import public
from golosa.folder.game import Game
from golosa.public.serving import Pages
from golosa.web import background

PICTURES = Path(__file__).parent / "img"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
#: A moment of the demo's day at which the page is shown live.
LIVE = datetime(2026, 3, 3, 16, 45, tzinfo=UTC)


def main() -> None:
    """Runs the demo and photographs its page, at desk width and on a phone: the result, and the day as it went on."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as play:
        folder = Path(name, "demo")
        subprocess.run([sys.executable, "-m", "golosa", "demo", "-C", folder], check=True)
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        photograph(browser, folder, "result", 1080, 760)
        photograph(browser, folder, "result-phone", 390, 844)
        go_back(folder)
        photograph(browser, folder, "live", 1080, 760, at=LIVE)
        photograph(browser, folder, "live-phone", 390, 844, at=LIVE, color_scheme="dark")
        browser.close()


def go_back(folder: Path) -> None:
    """Writes the demo's page as it was at `LIVE`."""
    game = Game(folder)
    for fact in game.facts.all("ruling", "posted"):
        game.facts.undo(fact.id, LIVE)
    public.write(game, game.count(game.day(None, LIVE), LIVE, LIVE), now=LIVE)
    game.close()


def photograph(
    browser: Any, folder: Path, name: str, width: int, height: int, at: datetime | None = None, **context: Any
) -> None:
    """One picture of the page as it is first seen, with the reader's clock at `at`."""
    pages = Pages({"": folder / public.PUBLIC})
    with background(pages.app, on_stop=pages.close) as address:
        size = {"width": width, "height": height}
        page = browser.new_page(viewport=size, device_scale_factor=1.5, timezone_id="Europe/Moscow", **context)
        if at is not None:
            page.clock.install(time=at)
        page.goto(address)
        page.locator(".report").first.wait_for()
        if at is not None and width > 500:
            page.locator("#how summary").click()
        page.screenshot(path=PICTURES / f"{name}.png")
        page.close()


if __name__ == "__main__":
    main()
