"""Printing a count: the machine form, or the table with the post to paste and what needs the host."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from golosa import bbcode
from golosa.game import Counted, Game, Posted

if TYPE_CHECKING:
    from golosa.views import CountView

TEMPLATES = "templates"


def own_templates(game: Game) -> Path | None:
    """The folder of the host's own templates, where the game has one."""
    folder = game.folder / TEMPLATES
    return folder if folder.is_dir() else None


def post_of(game: Game, view: CountView, name: str = "count.bbcode") -> str:
    """The post to paste, in the game's language."""
    from golosa.render import render

    return render(name, view.lang, view, own_templates(game))


def print_count(game: Game, counted: Counted, posted: Posted | None, *, official: bool, as_json: bool) -> None:
    """Prints a count on standard output; with `as_json` one document and nothing else."""
    from golosa.views import count_view, reports_view

    view = count_view(game, counted, posted, official=official)
    text = post_of(game, view)
    if as_json:
        from golosa import document

        found = document.of_count(counted, title=view.title, official=official, posted=posted, bbcode=text)
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found).decode(), indent=1) + "\n")
        return
    from rich.console import Console

    from golosa.table import print_table

    console = Console(highlight=False, emoji=False, soft_wrap=False)
    print_table(view, console, reports_view(game, counted))
    longest = game.config.game.longest_post
    posts = bbcode.split(text, longest) if longest else (text,)
    for number, post in enumerate(posts, start=1):
        console.rule(f"[dim]to paste{f', {number} of {len(posts)}' if len(posts) > 1 else ''}[/]", style="dim")
        sys.stdout.write(post.rstrip("\n") + "\n")
    console.rule(style="dim")
