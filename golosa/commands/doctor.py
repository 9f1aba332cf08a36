"""`golosa doctor`: a check of the set-up, before the players are there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from golosa.commands.options import folder_option, json_option, print_json

if TYPE_CHECKING:
    from golosa.folder.checkup import Finding

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
    from golosa.folder.checkup import Grade, of_current_day, of_folder
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        found = list(of_folder(game))
        here = any(finding.grade is Grade.WRONG for finding in found)
        if not offline:
            found += of_current_day(game)
    finally:
        game.close()
    _print(found, as_json=as_json)
    if here:
        return WRONG
    return UNREAD if any(finding.grade is Grade.WRONG for finding in found) else 0


def _print(found: list[Finding], *, as_json: bool) -> None:
    if as_json:
        from golosa.texts.document import SCHEMA

        print_json({"schema": SCHEMA, "findings": found})
        return
    signs = {"well": "ok   ", "note": "note ", "wrong": "WRONG"}
    for finding in found:
        click.echo(f"{signs[finding.grade]} {finding.check}: {finding.says}")
