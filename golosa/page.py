"""The players' page as a plain file under `out/public/`, replaced whole. Made from public views only."""

from __future__ import annotations

import os
from pathlib import Path

from golosa.game import Counted, Game
from golosa.output import own_templates
from golosa.render import render
from golosa.views import count_view

PUBLIC = Path("out", "public")


def write_page(game: Game, counted: Counted, *, official: bool) -> Path:
    """Writes the page of a count and gives its path."""
    view = count_view(game, counted, None, official=official)
    folder = game.folder / PUBLIC
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "index.html"
    fresh = path.with_suffix(f".{os.getpid()}.new")
    fresh.write_text(render("page.html", view.lang, view, own_templates(game)), encoding="utf-8")
    fresh.replace(path)
    return path
