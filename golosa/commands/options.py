"""Options that commands share, and how their texts become values."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from golosa.errors import GolosaError

if TYPE_CHECKING:
    from msgspec import Struct

F = TypeVar("F", bound=Callable[..., Any])
S = TypeVar("S", bound="Struct")


class Group(click.Group):
    """A group that lists its commands with the whole first sentence of each, and takes `-C DIR` before one too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Puts the game's folder behind the command that it stands before."""
        if args[:1] == ["-C"] and len(args) > len(("-C", "DIR")):
            args = [args[2], "-C", args[1], *args[3:]]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands; click would cut their sentences."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _sentence(self.commands[name])) for name in self.list_commands(ctx)])


def _sentence(command: click.Command) -> str:
    first = " ".join((command.help or "").partition("\n\n")[0].split())
    return first.partition(". ")[0].rstrip(".")


def folder_option(function: F) -> F:
    """`-C DIR`: which game."""
    return click.option(
        "-C", "folder", type=click.Path(path_type=Path), default=".", metavar="DIR", help="The game's folder."
    )(function)


def json_option(function: F) -> F:
    """`--json`: the machine form."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(function)


def moment(text: str | None, option: str) -> datetime | None:
    """An ISO 8601 time with an offset, in UTC. Raises GolosaError naming the option."""
    if text is None:
        return None
    try:
        parsed = datetime.fromisoformat(text)
        if parsed.tzinfo is None:
            raise GolosaError(f"{option} {text!r}: the time needs an offset, like 2026-03-02T22:00:00+03:00")
        return parsed.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise GolosaError(f"{option} {text!r}: write a time like 2026-03-02T22:00:00+03:00") from error


def text_in(file: Path | None) -> str:
    """The text of a file; of standard input where it is None or `-`. Raises GolosaError where there is none."""
    if file is None or str(file) == "-":
        if sys.stdin.isatty():
            click.echo("paste the text, then end it by Ctrl-D on a line of its own (Windows: Ctrl-Z, Enter):", err=True)
        return sys.stdin.read().removeprefix("\ufeff")
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise GolosaError(f"{file}: cannot read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise GolosaError(f"{file}: cannot read: it must be a text file in UTF-8") from error


def roster_in(path: Path, type_: type[S]) -> S:
    """The roster in a JSON file. Raises GolosaError naming the file, the key and what was expected."""
    import msgspec

    from golosa.checked import FaultError, checked

    try:
        found = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
        return checked(found, type_)
    except OSError as error:
        raise GolosaError(f"{path}: cannot read the roster: {error.strerror or error}") from error
    except FaultError as error:
        raise GolosaError(f"{path}: {error}") from error
    except msgspec.DecodeError as error:
        raise GolosaError(f"{path}: cannot read the roster: {error}") from error


def addresses(texts: tuple[str, ...], option: str) -> tuple[str, ...]:
    """Addresses of threads, as given. Raises GolosaError for a text that is none."""
    for text in texts:
        if not text.startswith(("http://", "https://")):
            raise GolosaError(
                f"{option} {text!r}: give the thread's address, like https://forum.example/viewtopic.php?t=7"
            )
    return texts


def say(text: str, document: Mapping[str, Any], *, as_json: bool) -> None:
    """Tells what was done: in words, or as one JSON document with the schema's number."""
    if not as_json:
        click.echo(text)
        return
    from golosa.texts.document import SCHEMA, encoded

    click.echo(encoded({"schema": SCHEMA, **document}).decode())


def print_json(document: object) -> None:
    """Prints one JSON document on lines of its own, for machines that people look at too."""
    import msgspec

    from golosa.texts.document import encoded

    click.echo(msgspec.json.format(encoded(document).decode(), indent=1))
