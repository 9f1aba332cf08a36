"""`golosa export`: the whole game as one file."""

from __future__ import annotations

from pathlib import Path

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option, json_option, say


@click.command("export")
@folder_option
@json_option
@click.argument("file", type=click.Path(path_type=Path))
def command(folder: Path, as_json: bool, file: Path) -> None:
    """Write the whole game to FILE: for a co-host, for another machine, for safe keeping.

    The file holds every secret of the game.
    """
    from golosa.folder.game import Game
    from golosa.folder.handover import WARNING, export

    game = Game(folder)
    try:
        export(game, file, system_clock())
    finally:
        game.close()
    say(f"{file}: the whole game; open it with `golosa import {file} DIR`", {"file": str(file)}, as_json=as_json)
    click.echo(f"warning: {WARNING}", err=True)
