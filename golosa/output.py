"""Printing a count: the machine form, or the table with the post to paste and what needs the host."""

from __future__ import annotations

import sys

import msgspec

from golosa import document
from golosa.game import Counted, Game, Posted


def print_count(game: Game, counted: Counted, posted: Posted | None, *, official: bool, as_json: bool) -> None:
    """Prints a count on standard output; with `as_json` one document and nothing else."""
    bbcode = ""
    if as_json:
        title = game.config.game.title or game.folder.resolve().name
        found = document.of_count(counted, title=title, official=official, posted=posted, bbcode=bbcode)
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found).decode(), indent=1) + "\n")
