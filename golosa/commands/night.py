"""`golosa night`: resolves the night and says what everybody, each player and the host alone are told."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option, json_option, moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from golosa.folder.game import Game
    from golosa.scenario.playing import Played

NEEDS_HOST = 1


@click.command("night")
@folder_option
@json_option
@click.option("--night", "number", type=click.IntRange(min=1), metavar="N", help="Which; the next one if left out.")
@click.option("--at", metavar="T", help="Resolve it as of this moment; now if left out.")
@click.option("--preview", is_flag=True, help="Show what would come of it, and keep nothing.")
@click.option("--log", "with_log", is_flag=True, help="Show every effect with its cause and clause too.")
def command(folder: Path, as_json: bool, number: int | None, at: str | None, preview: bool, with_log: bool) -> int:
    """Resolve a night with the orders that have come. What is printed is for the host's eyes.

    The morning post and each player's answer are printed too, ready to paste, and to send to him alone.

    A night that was resolved before is played again with what is known now. Exit status 1 where an order needs a
    ruling: `golosa order rule`, or an action of an earlier day: `golosa rule post ID acts NAME`.
    """
    from golosa.folder.game import Game
    from golosa.folder.nights import resolve
    from golosa.folder.review import watched

    game = Game(folder)
    try:
        now = system_clock()
        with watched(game, now) as anew:
            played = resolve(game, now, number, moment(at, "--at"), preview=preview)
        for line in anew:
            click.echo(f"golosa: {line}", err=True)
        waiting = list(_acts_waiting(played))
        for line in waiting:
            click.echo(f"golosa: {line}", err=True)
        _print(game, played, now, as_json=as_json, with_log=with_log)
    finally:
        game.close()
    return NEEDS_HOST if played.open or waiting else 0


def _acts_waiting(played: Played) -> Iterator[str]:
    """Actions of the days before the night that only the host can read, where he has closed the day all the same."""
    for document in played.phases:
        for one in document["rulings_needed"]:
            if one["why"] == "day_action":
                rule = f"`golosa rule post {one['post']} acts NAME`, or nobody"
                yield f"{document['phase']}: what {one['author']} does by day is not in the hp: {rule}"


def _print(game: Game, played: Played, now: datetime, *, as_json: bool, with_log: bool) -> None:
    import msgspec

    from golosa.folder.nights import answers, morning
    from golosa.scenario.telling import Teller
    from golosa.texts.document import encoded

    outcome = played.outcomes[-1]
    if as_json:
        log = outcome.host.log if outcome else ()
        document = {"schema": 1, **played.phases[-1], "log": log, "morning": morning(game, played, now)}
        click.echo(msgspec.json.format(encoded(document), indent=2).decode())
        return
    teller = Teller(game.rules, game.config.game.lang, ZoneInfo(game.zone))
    click.echo(teller.phase(played.phases[-1], outcome, answers=False))
    for effect in outcome.host.log if outcome and with_log else ():
        told = [effect.clause, effect.what, effect.player, effect.cause, effect.value]
        click.echo("  log: " + " ".join(str(part) for part in told if part is not None))
    if (post := morning(game, played, now)) is not None:
        click.echo(f"{teller.labels['morning']}\n{post}")
    for player, text in answers(game, played):
        click.echo(f"{teller.labels['alone'].format(player=player)}\n{text}")
