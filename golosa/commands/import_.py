"""`golosa import`: makes a game folder of an exported game."""

from __future__ import annotations

from pathlib import Path

import click

from golosa.commands.options import json_option, say


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@json_option
def command(file: Path, folder: Path, as_json: bool) -> None:
    """Make the game folder DIR of FILE, which `golosa export` wrote. Only files of hosts whom you trust."""
    from golosa.errors import GolosaError
    from golosa.folder.handover import take_in

    if not file.is_file():
        raise GolosaError(f"{file}: there is no such file")
    take_in(file, folder, str(file))
    say(f"{folder}: the game is here", {"folder": str(folder)}, as_json=as_json)
