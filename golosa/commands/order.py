"""`golosa order`: takes private messages as orders, legends and notes; lists them, rules on them, takes them back."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from golosa.clock import system_clock
from golosa.commands.inbox import command as inbox
from golosa.commands.messages import (
    refusals,
    refused_document,
    tell_changes,
    tell_unsure,
    told,
    unclear,
    understood,
)
from golosa.commands.options import Group, folder_option, json_option, moment, say, text_in
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.folder.game import Game
    from golosa.scenario.inputs import MessageIn

NEEDS_HOST = 1


class _Orders(Group):
    """`golosa order --inbox` is `golosa order inbox`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the option as the command that it stands for."""
        if "--inbox" in args and not set(args[:1] + args[2:3]) & set(self.commands):
            args = ["inbox", *(word for word in args if word != "--inbox")]
        return super().parse_args(ctx, args)


@click.group("order", cls=_Orders)
@click.option("--inbox", is_flag=True, expose_value=False, help="The same as the command inbox.")
def command() -> None:
    """Take players' private messages: orders for the night, legends, notes. All of it is the host's secret."""


command.add_command(inbox)


@command.command("add")
@folder_option
@click.option("--from", "sender", metavar="NAME", help="Who sent it: account or player.")
@click.option("--at", metavar="T", help="When it was sent; now if left out.")
@click.option("--subject", default="", help="Its subject.")
@click.option("--body", help="Its text; read from FILE or standard input if left out.")
@click.option("--json", "as_json", is_flag=True, help="FILE holds a list of messages as in a scenario's `pm`.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
def add(folder: Path, file: Path | None, as_json: bool, **given: Any) -> int:
    """Take a message, from the options, or pasted with its lines From, Date and Subject (От, Дата, Тема) at the top.

    An order that would be refused as the game stands is told at once, and what an order for a night that is resolved
    changes. Exit status 1 for both, and for an order that only you can read: `golosa order rule`.
    """
    from golosa.folder.game import Game
    from golosa.folder.judging import judged
    from golosa.folder.letters import settled, take

    game = Game(folder)
    try:
        now, messages = system_clock(), _messages(game, file, as_json=as_json, given=given)
        with settled(game, messages, now) as changed:
            taken = [(take(game, message, now), message) for message in messages]
        found = judged(game, {number for number, _ in taken}, now)
        for number, message in taken:
            click.echo("\n  ".join((f"{number}: {understood(game, message)}", *refusals(game, number, found))))
        waits = any(unclear(game, message) for _, message in taken)
    finally:
        game.close()
    tell_changes(changed)
    tell_unsure(found)
    return NEEDS_HOST if found.refused or changed or waits else 0


def _messages(game: Game, file: Path | None, *, as_json: bool, given: dict[str, Any]) -> list[MessageIn]:
    import msgspec

    from engine.messages.pasted import pasted
    from golosa.scenario.inputs import MessageIn

    text = given["body"] if given["body"] is not None else text_in(file)
    if as_json:
        try:
            return msgspec.json.decode(text, type=list[MessageIn])
        except msgspec.DecodeError as error:
            raise GolosaError(f"{file or 'standard input'}: {error}") from error
    found = pasted(text)
    sender = given["sender"] or found.sender
    if not sender:
        raise GolosaError("who sent it? Give --from NAME, or paste the message with its line `От: NAME`")
    sent = moment(given["at"], "--at") or _sent(game, found.sent) or system_clock()
    return [MessageIn(from_=sender, at=sent, subject=given["subject"] or found.subject, body=found.body)]


def _sent(game: Game, line: str | None) -> datetime | None:
    """The time of a pasted message's line. Raises GolosaError for one that does not tell it for certain."""
    from golosa.reading.sent import sent_at

    try:
        return sent_at(game, line) if line else None
    except GolosaError as error:
        raise GolosaError(f"{error}; give --at") from error


@command.command("list")
@folder_option
@json_option
def list_(folder: Path, as_json: bool) -> None:
    """Show the messages that have come, how they are understood, and which orders are refused."""
    from golosa.folder.game import Game
    from golosa.folder.judging import judged
    from golosa.folder.replay import messages
    from golosa.texts.document import SCHEMA, encoded

    game = Game(folder)
    try:
        found = messages(game)
        verdicts = judged(game, {message.id or "" for message in found}, system_clock())
        if as_json:
            document = {"schema": SCHEMA, "messages": found, "refused": refused_document(verdicts)}
            click.echo(encoded(document).decode())
            return
        for message in found:
            click.echo(told(game, message.id or "", message, verdicts))
    finally:
        game.close()


@command.command("rule")
@folder_option
@click.argument("message")
@click.argument("target")
@json_option
def rule(folder: Path, message: str, target: str, as_json: bool) -> int:
    """Say whom MESSAGE (pm4) is an order against; `nobody`: it is no order.

    Exit status 1 where a night that is resolved changes by it.
    """
    from golosa.folder import letters
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        now = system_clock()
        with letters.settled(game, letters.known(game, message), now) as changed:
            number, name = letters.rule(game, message, target, now)
    finally:
        game.close()
    tell_changes(changed)
    said = f"ruling {number}: {message} is an order against {name}" if name else f"ruling {number}: no order"
    document = {"ruling": number, "message": message, "target": name, "changes": changed}
    say(said, document, as_json=as_json)
    return NEEDS_HOST if changed else 0


@command.command("undo")
@folder_option
@click.argument("message")
@json_option
def undo(folder: Path, message: str, as_json: bool) -> int:
    """Take back a message that was entered by mistake.

    Exit status 1 where a night that is resolved changes by it.
    """
    from golosa.folder import letters
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        now = system_clock()
        with letters.settled(game, letters.known(game, message), now) as changed:
            letters.take_back(game, message, now)
    finally:
        game.close()
    tell_changes(changed)
    say(f"{message} is taken back", {"message": message, "changes": changed}, as_json=as_json)
    return NEEDS_HOST if changed else 0
