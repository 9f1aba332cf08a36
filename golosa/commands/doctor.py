"""`golosa doctor`: a check of the set-up, before the players are there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option, json_option

if TYPE_CHECKING:
    from golosa.checkup import Finding
    from golosa.game import Game

WRONG, UNREAD = 2, 3


@click.command("doctor")
@folder_option
@json_option
@click.option("--offline", is_flag=True, help="Leave the forum alone: look at the folder only.")
def command(folder: Path, as_json: bool, offline: bool) -> int:
    """Check a game's set-up: folder, store, rules, players' names, days; the forum, its clock and zone.

    One request is made for each thread of the current day. Exit status 2 where something in the folder is wrong, 3
    where the forum cannot be read, 0 if at most something may surprise.
    """
    from golosa.checkup import Grade, of_folder
    from golosa.game import Game

    game = Game(folder)
    try:
        found = list(of_folder(game))
        here = any(finding.grade is Grade.WRONG for finding in found)
        if not offline and game.config.day:
            found += _of_forum(game)
    finally:
        game.close()
    _print(found, as_json=as_json)
    if here:
        return WRONG
    return UNREAD if any(finding.grade is Grade.WRONG for finding in found) else 0


def _of_forum(game: Game) -> list[Finding]:
    import time

    import msgspec

    from golosa.access import client_for
    from golosa.checkup import of_forum
    from golosa.fetching import manners

    day = game.day(None, system_clock())
    if not day.threads:
        return []
    quick = msgspec.structs.replace(manners(), retries=1, timeout=15.0)
    client = client_for(game.config.forum, game.folder, day.threads[0], quick, now=system_clock, sleep=time.sleep)
    try:
        return list(of_forum(game, day, client))
    finally:
        client.close()


def _print(found: list[Finding], *, as_json: bool) -> None:
    if as_json:
        import msgspec

        from golosa.document import SCHEMA

        document = msgspec.json.encode({"schema": SCHEMA, "findings": found})
        sys.stdout.write(msgspec.json.format(document.decode(), indent=1) + "\n")
        return
    signs = {"well": "ok   ", "note": "note ", "wrong": "WRONG"}
    for finding in found:
        click.echo(f"{signs[finding.grade]} {finding.check}: {finding.says}")
