"""`golosa order inbox` (or `golosa order --inbox`): takes what is new in the host's inbox on the forum."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import click

from golosa.clock import system_clock
from golosa.commands.messages import refused_document, tell_changes, tell_unsure, told, unclear
from golosa.commands.options import folder_option, json_option, moment

if TYPE_CHECKING:
    from golosa.folder.game import Game
    from golosa.folder.judging import Judged
    from golosa.reading.inbox import LeftAlone, Report

NEEDS_HOST, UNREAD = 1, 3


@click.command("inbox")
@folder_option
@json_option
@click.option("--since", metavar="T", help="Leave older messages alone; three days before the first day if left out.")
def command(folder: Path, as_json: bool, since: str | None) -> int:
    """Take what is new in your inbox on the forum: each message once, with its sender and time.

    Opening a message marks it as read there. Exit status 1 where a message was not taken, where an order is refused as
    the game stands or only you can read it, and where one changes a night that is resolved; 3 where the forum could not
    be read whole.
    """
    from golosa.folder.game import Game
    from golosa.folder.judging import judged
    from golosa.reading.inbox import take_new

    game = Game(folder)
    try:
        report = take_new(game, moment(since, "--since"))
        found = judged(game, {taken.id for taken in report.taken}, system_clock())
        if as_json:
            _print_json(report, found)
        else:
            _print(game, report, found)
        waits = any(unclear(game, taken.message) for taken in report.taken)
    finally:
        game.close()
    tell_changes(report.changed)
    tell_unsure(found)
    if report.incomplete is not None:
        return UNREAD
    return NEEDS_HOST if report.left or report.changed or found.refused or waits else 0


def _print_json(report: Report, found: Judged) -> None:
    from golosa.texts.document import SCHEMA, builtins_of, encoded

    document = {"schema": SCHEMA, **builtins_of(report), "refused": refused_document(found)}
    click.echo(encoded(document).decode())


def _print(game: Game, report: Report, found: Judged) -> None:
    for taken in report.taken:
        click.echo(told(game, taken.id, taken.message, found))
    for left in report.left:
        click.echo(_left(left, ZoneInfo(game.zone)))
    if not report.taken and not report.left:
        click.echo("nothing new")
    if report.older:
        click.echo(f"({report.older} older messages were left alone: --since)", err=True)
    if report.incomplete is not None:
        click.echo(f"golosa: not read whole: {report.incomplete}", err=True)


def _left(left: LeftAlone, zone: ZoneInfo) -> str:
    at = f", {left.at.astimezone(zone).isoformat()}" if left.at is not None else ""
    return f"not taken: «{left.subject}» from {left.sender}{at}: {left.why}"
