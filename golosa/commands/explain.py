"""`golosa explain`: why a player's vote counts as it does (V9)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option, json_option, moment, print_json
from golosa.folder.people import find_player

if TYPE_CHECKING:
    from engine.counts import MarkFate
    from golosa.folder.game import Game


@click.command("explain")
@click.argument("player")
@folder_option
@json_option
@click.option("--day", type=int, metavar="N", help="Which day; the last one that has begun if left out.")
@click.option("--at", metavar="T", help="As of this moment.")
@click.option("--known", metavar="K", help="With what was known at this moment.")
def command(player: str, folder: Path, as_json: bool, day: int | None, at: str | None, known: str | None) -> None:
    """Show every vote mark of PLAYER in order, with its post and what became of it; the standing ballot last.

    Nothing is fetched; times are in the game's zone. PLAYER may be written as votes are.
    """
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        now = system_clock()
        name = find_player(game, player)
        counted = game.count(game.day(day, now), now, moment(at, "--at"), moment(known, "--known"))
        fates = [fate for fate in counted.count.fates if fate.voter == name]
        fates.sort(key=lambda fate: fate.counts)
        urls = {post.id: post.url for post in counted.posts}
    finally:
        game.close()
    if not counted.complete:
        click.echo(f"golosa: the thread has not been read whole: {counted.why_incomplete}", err=True)
    if as_json:
        _print_json(name, fates)
    else:
        _print_table(game, name, fates, urls)


def _print_json(name: str, fates: list[MarkFate]) -> None:
    from golosa.texts.document import SCHEMA, stamp

    marks: list[dict[str, Any]] = [
        {
            "post": fate.post,
            "at": stamp(fate.at),
            "text": fate.text,
            "target": fate.target,
            "counts": fate.counts,
            "why": fate.why,
            "clause": fate.clause,
            "revision": fate.revision,
        }
        for fate in fates
    ]
    print_json({"schema": SCHEMA, "player": name, "marks": marks})


def _print_table(game: Game, name: str, fates: list[MarkFate], urls: dict[str, str | None]) -> None:
    from golosa import catalogue
    from golosa.texts.fates import told

    if not fates:
        click.echo(f"{name}: {catalogue.of(game.config.game.lang).terminal['no_marks']}")
        return
    for fate in fates:
        click.echo(told(fate, game.zone, game.config.game.lang))
        if urls.get(fate.post):
            click.echo(f"    {urls[fate.post]}")
