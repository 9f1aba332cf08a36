"""`golosa order`: takes private messages as orders, legends and notes; lists them, rules on them, takes them back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import click

from golosa.clock import system_clock
from golosa.commands.inbox import command as inbox
from golosa.commands.options import folder_option, json_option, moment
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.game import Game
    from golosa.scenario.inputs import MessageIn


class _Orders(click.Group):
    """`golosa order --inbox` is `golosa order inbox`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the option as the command that it stands for."""
        if "--inbox" in args and args[0] not in self.commands:
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
def add(folder: Path, file: Path | None, as_json: bool, **given: Any) -> None:
    """Take a message, from the options, or pasted with its lines From, Date and Subject (От, Дата, Тема) at the top."""
    from golosa.game import Game

    game = Game(folder)
    try:
        with _watched(game):
            for message in _messages(file, as_json=as_json, given=given):
                _keep(game, message)
    finally:
        game.close()


@contextmanager
def _watched(game: Game) -> Iterator[None]:
    """Tells what of nights that are resolved is another by what is done inside."""
    from golosa.review import watched

    with watched(game, system_clock()) as anew:
        yield
    for line in anew:
        click.echo(f"golosa: {line}", err=True)


def _messages(file: Path | None, *, as_json: bool, given: dict[str, Any]) -> list[MessageIn]:
    import msgspec

    from engine.messages.pasted import pasted
    from golosa.scenario.inputs import MessageIn

    text = given["body"] if given["body"] is not None else _text(file)
    if as_json:
        try:
            return msgspec.json.decode(text, type=list[MessageIn])
        except msgspec.DecodeError as error:
            raise GolosaError(f"{file or 'standard input'}: {error}") from error
    found = pasted(text)
    sender = given["sender"] or found.sender
    if not sender:
        raise GolosaError("who sent it? Give --from NAME, or paste the message with its line `От: NAME`")
    sent = moment(given["at"] or found.sent, "--at") or system_clock()
    return [MessageIn(from_=sender, at=sent, subject=given["subject"] or found.subject, body=found.body)]


def _text(file: Path | None) -> str:
    if file is None:
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise GolosaError(f"{file}: cannot be read: {error}") from error


def _keep(game: Game, message: MessageIn) -> None:
    from golosa.letters import take

    click.echo(f"{take(game, message, system_clock())}: {understood(game, message)}")


def understood(game: Game, message: MessageIn) -> str:
    """What the message says, in a line."""
    from engine.messages import Legend, Note, OrderText, Unreadable
    from golosa.letters import said_in, sender_of

    sender = sender_of(game, message)
    if message.order is not None:
        return f"{sender}: {message.order.ability} {message.order.target or 'nobody'}"
    told = []
    for said in said_in(game, message):
        match said:
            case Legend():
                told.append("a legend")
            case Note():
                told.append("a note")
            case Unreadable(why):
                told.append(f"cannot be read: {why}")
            case OrderText():
                target = said.target or ("nobody" if said.withdraws else "")
                asked = f"one of {', '.join(said.ask)}? Use `golosa order rule`" if said.ask else "nobody of the game"
                told.append(f"{'/'.join(said.abilities) or 'order'}: {target or asked}")
    return f"{sender}: {'; '.join(told)}"


@command.command("list")
@folder_option
@json_option
def list_(folder: Path, as_json: bool) -> None:
    """Show the messages that have come, and how they are understood."""
    import msgspec

    from golosa.game import Game
    from golosa.replay import messages

    game = Game(folder)
    try:
        found = messages(game)
        if as_json:
            click.echo(msgspec.json.encode({"schema": 1, "messages": found}).decode())
            return
        for message in found:
            at = message.at.astimezone(ZoneInfo(game.zone)).isoformat()
            click.echo(f"{message.id}  {at}  {understood(game, message)}")
    finally:
        game.close()


@command.command("rule")
@folder_option
@click.argument("message")
@click.argument("target")
def rule(folder: Path, message: str, target: str) -> None:
    """Say whom MESSAGE (pm4) is an order against; `nobody`: it is no order."""
    from golosa import letters
    from golosa.game import Game

    game = Game(folder)
    try:
        with _watched(game):
            number, name = letters.rule(game, message, target, system_clock())
    finally:
        game.close()
    click.echo(f"ruling {number}: {message} is an order against {name}" if name else f"ruling {number}: no order")


@command.command("undo")
@folder_option
@click.argument("message")
def undo(folder: Path, message: str) -> None:
    """Take back a message that was entered by mistake."""
    from golosa import letters
    from golosa.game import Game

    game = Game(folder)
    try:
        with _watched(game):
            letters.take_back(game, message, system_clock())
    finally:
        game.close()
    click.echo(f"{message} is taken back")
