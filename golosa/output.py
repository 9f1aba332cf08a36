"""Printing a count: the machine form, or the table with the post to paste and what needs the host."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from golosa.game import Counted, Game, Posted

if TYPE_CHECKING:
    from rich.console import Console

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
    from golosa.views import count_view

    view = count_view(game, counted, posted, official=official)
    text = post_of(game, view)
    if as_json:
        from golosa import document

        found = document.of_count(counted, title=view.title, official=official, posted=posted, bbcode=text)
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found).decode(), indent=1) + "\n")
        return
    from rich.console import Console

    show(view, text, Console(highlight=False, emoji=False, soft_wrap=False))


def show(view: CountView, text: str, console: Console) -> None:
    """The table, what needs the host, what to know, and the post to paste."""
    _table(view, console)
    if not view.complete:
        console.print(f"[bold red]incomplete:[/] {_plain(view.why_incomplete or '')}")
    if view.no_ballot:
        console.print(f"[bold]no vote:[/] {_plain(', '.join(view.no_ballot))}")
    _verdict(view, console)
    for title, marks, style in (
        ("needs you", view.rulings, "bold yellow"),
        ("not counted", view.not_counted, "bold"),
        ("to know", view.reports, "bold"),
    ):
        if marks:
            console.print(f"[{style}]{title}:[/]")
        for mark in marks:
            said = f" «{mark.text}»" if mark.text else ""
            asked = f" ({', '.join(mark.candidates)}?)" if mark.candidates else ""
            console.print(f"  #{_plain(f'{mark.post} {mark.author}{said}: {mark.why}{asked}')}")
    console.rule("[dim]to paste[/]", style="dim")
    sys.stdout.write(text)
    console.rule(style="dim")


def _plain(text: str) -> str:
    """A text of a stranger's for the terminal: no markup of rich, no control signs."""
    from rich.markup import escape

    return escape("".join(sign if sign.isprintable() else " " for sign in text))


def _table(view: CountView, console: Console) -> None:
    from rich.table import Table

    kind = "official" if view.official else "unofficial"
    heading = f"{_plain(view.title)} · day {view.day} · {kind} · as of {view.at}"
    for rows, title in ((view.rows, heading), (view.overtime, f"overtime · as of {view.overtime_at}")):
        if rows is None:
            continue
        table = Table(title=title, title_justify="left", title_style="bold", expand=False)
        table.add_column("votes", justify="right")
        table.add_column("for", style="bold")
        table.add_column("by")
        for row in rows:
            voters = ", ".join(f"{voter.name}{' ' + voter.weight if voter.weight else ''}" for voter in row.voters)
            table.add_row(f"{row.number:g}", _plain(row.target or "—"), _plain(voters))
        console.print(table)


def _verdict(view: CountView, console: Console) -> None:
    if not view.ended:
        console.print(f"the day ends at {view.ends}")
    elif view.verdict == "out":
        console.print(f"[bold]out:[/] {_plain(', '.join(view.out))} ({view.by})")
    elif view.lots:
        console.print(f"[bold]a lot decides:[/] {', '.join(view.lots)} (`golosa dice draw`)")
    elif view.verdict == "open" and view.tied:
        until = f", overtime until {view.overtime_until}" if view.overtime_until else ""
        console.print(f"[bold]tie:[/] {_plain(', '.join(view.tied))}{until}")
    else:
        console.print(f"[bold]verdict:[/] {view.verdict}")
