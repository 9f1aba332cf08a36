"""`golosa order inbox` (or `golosa order --inbox`): takes what is new in the host's inbox on the forum."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from golosa.commands.options import folder_option, json_option, moment

if TYPE_CHECKING:
    from golosa.game import Game
    from golosa.inbox import LeftAlone, Report

NEEDS_HOST, UNREAD = 1, 3


@click.command("inbox")
@folder_option
@json_option
@click.option("--since", metavar="T", help="Leave older messages alone; three days before the first day if left out.")
def command(folder: Path, as_json: bool, since: str | None) -> int:
    """Take what is new in your inbox on the forum: each message once, with its sender and time.

    Opening a message marks it as read there. Exit status 1 where a message was not taken, 3 where the forum could not
    be read whole.
    """
    from golosa.game import Game
    from golosa.inbox import take_new

    game = Game(folder)
    try:
        report = take_new(game, moment(since, "--since"))
        if as_json:
            _print_json(report)
        else:
            _print(game, report)
    finally:
        game.close()
    if report.incomplete is not None:
        return UNREAD
    return NEEDS_HOST if report.left else 0


def _print_json(report: Report) -> None:
    import msgspec

    from golosa.document import SCHEMA

    click.echo(msgspec.json.encode({"schema": SCHEMA, **msgspec.to_builtins(report)}).decode())


def _print(game: Game, report: Report) -> None:
    from golosa.commands.order import understood

    for taken in report.taken:
        click.echo(f"{taken.id}  {taken.message.at.isoformat()}  {understood(game, taken.message)}")
    for left in report.left:
        click.echo(_left(left))
    if not report.taken and not report.left:
        click.echo("nothing new")
    if report.older:
        click.echo(f"({report.older} older messages were left alone: --since)", err=True)
    if report.incomplete is not None:
        click.echo(f"golosa: not read whole: {report.incomplete}", err=True)


def _left(left: LeftAlone) -> str:
    at = f", {left.at.isoformat()}" if left.at is not None else ""
    return f"not taken: «{left.subject}» from {left.sender}{at}: {left.why}"
