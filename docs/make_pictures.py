"""Makes the pictures of README from what the program really prints: `python docs/make_pictures.py` (needs Chromium)."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).parent / "img"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def main() -> None:
    """Runs the demo and photographs the page that it writes, at desk width and on a phone."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "golosa", "demo", "-C", f"{folder}/demo"], check=True, cwd=folder)
        page_file = Path(folder, "demo", "out", "public", "index.html")
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for name, width in (("result", 960), ("result-phone", 390)):
                page = browser.new_page(viewport={"width": width, "height": 700}, device_scale_factor=1.5)
                page.goto(page_file.as_uri())
                page.screenshot(path=PICTURES / f"{name}.png", full_page=True)
            browser.close()


if __name__ == "__main__":
    main()
