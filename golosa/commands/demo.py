"""`golosa demo`: a written day, fetched over HTTP from a forum on this machine, counted and shown."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from golosa.commands.options import json_option

if TYPE_CHECKING:
    from golosa.folder.game import Game


@click.command("demo")
@click.option(
    "-C", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Where to leave the game; ./golosa-demo."
)
@click.option("--lang", type=click.Choice(["ru", "en"]), default="ru", show_default=True, help="Language of the posts.")
@json_option
def command(folder: Path | None, lang: str, as_json: bool) -> None:
    """Show what golosa does, with no network and no settings.

    A small forum starts on a free port of this machine; its thread is fetched over HTTP and counted, one unsure vote is
    decided as a host would, and the table, the post to paste and a page are made. The game stays in DIR to play with.
    """
    from golosa.demo.forum import day, running
    from golosa.folder.game import Game
    from golosa.reading.fetching import fetch

    folder = folder or _free(Path("golosa-demo"))
    written = day()
    with running() as address:
        _make(folder, written, address, lang)
        game = Game(folder)
        try:
            click.echo(f"a small forum is open at {address}; reading the thread over HTTP …", err=as_json)
            fetch(game, address, sleep=lambda seconds: None)
            _show(game, written, as_json=as_json)
        finally:
            game.close()
    click.echo(f"the same page in a browser, live:           golosa serve {folder}", err=as_json)
    click.echo(f"what the host decided, and how to undo it:  golosa rule -C {folder} list", err=as_json)
    click.echo(f"why a vote counts as it does:               golosa explain -C {folder} Кузнец", err=as_json)


def _show(game: Game, written: dict[str, Any], *, as_json: bool) -> None:
    """Remembers an interim count, decides what is doubtful, and shows the result and where its page is."""
    from engine.rulings import VoteRuling
    from golosa import public
    from golosa.clock import system_clock
    from golosa.folder.game import Posted, standing_ballots
    from golosa.texts.output import print_count

    table = game.day(None, game.config.day[0].ends)
    interim = game.count(table, table.ends, datetime.fromisoformat(written["posted_at"]).astimezone(UTC))
    posted = Posted(table.number, interim.count.at, interim.known, standing_ballots(interim.count))
    game.facts.add("posted", posted, system_clock(), f"day{table.number}")
    ruling = VoteRuling(written["ruling"]["post"], written["ruling"]["votes"], system_clock())
    for mark in game.count(table, table.ends).count.rulings_needed:
        click.echo(
            f"unsure, so it is the host's to decide: post {mark.post}, {mark.author}: «{mark.text}»", err=as_json
        )
    click.echo(f"the host decides: post {ruling.post} is a vote for {ruling.target}", err=as_json)
    game.facts.add("ruling", ruling, system_clock())
    counted = game.count(table, system_clock())
    official = not counted.count.rulings_needed and counted.complete
    print_count(game, counted, posted, official=official, as_json=as_json)
    page = public.write(game, counted, official=official)
    click.echo(f"\nthe players' page: {page.resolve()}", err=as_json)


def _free(path: Path) -> Path:
    """The path, or the first numbered one beside it that is free."""
    number, found = 1, path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found


def _make(folder: Path, written: dict[str, Any], address: str, lang: str) -> None:
    from golosa.clock import system_clock
    from golosa.folder.newgame import NewGame, make

    accounts = {name: "=" + ",".join(found) for name, found in written["accounts"].items()}
    wanted = NewGame(
        title=written["title"].partition(".")[0],
        rules=written["rules"],
        hosts=(written["host"],),
        players=tuple(name + accounts.get(name, "") for name in written["players"]),
        dead=tuple(written["dead"]),
        day=2,
        threads=(address,),
        starts=datetime.fromisoformat(written["starts"]),
        ends=datetime.fromisoformat(written["ends"]),
        forum_zone="Europe/Moscow",
        lang=lang,
    )
    make(folder, wanted, system_clock())
