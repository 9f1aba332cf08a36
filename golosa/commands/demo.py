"""`golosa demo`: a written day, fetched over HTTP from a forum on this machine, counted and shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


@click.command("demo")
@click.option(
    "-C", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Where to leave the game; ./golosa-demo."
)
@click.option("--lang", type=click.Choice(["ru", "en"]), default="ru", show_default=True, help="Language of the posts.")
def command(folder: Path | None, lang: str) -> None:
    """Show what golosa does, with no network and no settings.

    A small forum starts on a free port of this machine; its thread is fetched over HTTP, counted, and the table, the
    post to paste and a page are made. The game stays in DIR to play with.
    """
    from golosa.commands.count import show
    from golosa.demo.forum import day, running
    from golosa.fetching import fetch
    from golosa.game import Game
    from golosa.page import write_page

    folder = folder or _free(Path("golosa-demo"))
    written = day()
    with running() as address:
        _make(folder, written, address, lang)
        game = Game(folder)
        try:
            click.echo(f"a small forum is open at {address}; reading the thread over HTTP …")
            fetch(game, address, sleep=lambda seconds: None)
            table = game.day(None, game.config.day[0].ends)
            counted = game.count(table, table.ends)
            show(game, counted, official=True)
            page = write_page(game, counted, official=True)
        finally:
            game.close()
    click.echo(f"\nthe players' page: {page.resolve()}")
    click.echo(f"one vote waits for the host; decide it:  golosa rule -C {folder} post 217 votes Сорока")
    click.echo(f"why a vote counts as it does:            golosa explain -C {folder} Кузнец")


def _free(path: Path) -> Path:
    """The path, or the first numbered one beside it that is free."""
    number, found = 1, path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found


def _make(folder: Path, written: dict[str, Any], address: str, lang: str) -> None:
    from golosa.commands.new import make

    make(
        folder,
        {
            "title": written["title"].partition(".")[0],
            "rules": written["rules"],
            "hosts": (written["host"],),
            "players": tuple(
                name + ("=" + ",".join(written["accounts"][name]) if name in written["accounts"] else "")
                for name in written["players"]
            ),
            "aliases": (),
            "dead": tuple(written["dead"]),
            "day": 2,
            "threads": (address,),
            "starts": written["starts"],
            "ends": written["ends"],
            "forum_zone": "Europe/Moscow",
            "zone": None,
            "lang": lang,
            "settings": (),
        },
    )
