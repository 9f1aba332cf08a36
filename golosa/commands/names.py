"""`golosa names`: which player each line of text means (V4)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Literal

import click
import msgspec
from msgspec import Struct

from golosa.commands.options import roster_in


class _Player(Struct, frozen=True):
    name: str
    aliases: tuple[str, ...] = ()


class _File(Struct, frozen=True):
    players: tuple[_Player, ...]
    dead: tuple[str, ...] = ()


@click.command("names")
@click.argument("roster", type=click.Path(path_type=Path))
@click.option(
    "--typos",
    type=click.Choice(["suggest", "count"]),
    default="suggest",
    show_default=True,
    help="Whether the one clear candidate of a misspelling is only suggested, or counts (knob names.typos).",
)
def command(roster: Path, typos: Literal["suggest", "count"]) -> None:
    """Read texts from standard input, one a line, and print one line of JSON for each.

    ROSTER is a JSON file: {"players": [{"name": "…", "aliases": ["…"]}], "dead": ["…"]}. A line may be a JSON string,
    for texts with line breaks. Nothing is written but the answers.
    """
    from engine.names import Names
    from engine.people import Player, Roster

    read = roster_in(roster, _File)
    players = tuple(Player(player.name, aliases=player.aliases) for player in read.players)
    names = Names(Roster(players), dead=read.dead, typos=typos)
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        text = _text(line)
        named = names.read(text)
        answer: dict[str, Any] = {
            "text": text,
            "player": named.player,
            "ask": named.ask,
            "word": named.word,
            "how": named.how,
        }
        out.write(msgspec.json.encode(answer) + b"\n")
        out.flush()


def _text(line: bytes) -> str:
    text = line.decode("utf-8", "replace").rstrip("\r\n")
    if text.startswith('"') and text.endswith('"') and len(text) > 1:
        try:
            return msgspec.json.decode(text, type=str)
        except msgspec.DecodeError:
            return text
    return text
