"""Printing a count: the machine form, or the table with the post to paste and what needs the host."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from golosa.folder.game import Counted, Game, Posted
from golosa.texts import bbcode

if TYPE_CHECKING:
    from golosa.views import CountView

TEMPLATES = "templates"
#: Form of a count's post -> its template.
FORMS = {"standard": "count.bbcode", "compact": "count-compact.bbcode", "long": "count-long.bbcode"}


def own_templates(game: Game) -> Path | None:
    """The folder of the host's own templates, where the game has one."""
    folder = game.folder / TEMPLATES
    return folder if folder.is_dir() else None


def form_of(game: Game, form: str | None = None) -> str:
    """The form of the count's post: as asked for, else as the game has it, else the standard one."""
    return form or game.config.game.count_form or "standard"


def view_of(game: Game, counted: Counted, posted: Posted | None, form: str, *, official: bool) -> CountView:
    """The view of a count with all that its form shows."""
    from golosa.views import count_view

    return count_view(game, counted, posted, official=official, full=form == "long")


def post_of(game: Game, view: CountView, form: str | None = None) -> str:
    """The post to paste, in the game's language."""
    from golosa.texts.render import render

    return render(FORMS[form_of(game, form)], view.lang, view, own_templates(game))


def print_count(
    game: Game,
    counted: Counted,
    posted: Posted | None,
    *,
    official: bool,
    as_json: bool,
    form: str | None = None,
    plain: bool = False,
) -> None:
    """Prints a count on standard output; with `as_json` one document and nothing else.

    `form`: which form of the post, the game's own if None; `plain`: without BBCode.
    """
    from golosa.views import reports_view

    form = form_of(game, form)
    view = view_of(game, counted, posted, form, official=official)
    text = post_of(game, view, form)
    text = bbcode.plain_text(text) if plain else text
    if as_json:
        from golosa.texts import document

        found = document.of_count(counted, title=view.title, official=official, posted=posted, bbcode=text)
        found |= document.course(game, counted, posted)
        sys.stdout.write(msgspec.json.format(document.encoded(found).decode(), indent=1) + "\n")
        return
    from rich.console import Console

    from golosa import catalogue
    from golosa.texts.table import print_table

    words = catalogue.of(view.lang).terminal
    console = Console(highlight=False, emoji=False, soft_wrap=False)
    print_table(view, console, reports_view(game, counted), counted.count.needed_truly)
    longest = game.config.game.longest_post
    posts = bbcode.split(text, longest) if longest else (text,)
    for number, post in enumerate(posts, start=1):
        part = ", " + words["of"].format(number=number, all=len(posts)) if len(posts) > 1 else ""
        console.rule(f"[dim]{words['to_paste']}{part}[/]", style="dim")
        sys.stdout.write(post.rstrip("\n") + "\n")
    console.rule(style="dim")
