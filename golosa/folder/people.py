"""Players of a game by what a host writes of them. Knows the roster and its names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.folder.game import Game


def find_player(game: Game, text: str) -> str:
    """The player that a text names. Raises GolosaError with the candidates where it is not one."""
    from engine.names import Names

    named = Names(game.roster).read(text)
    if named.player is None:
        candidates = named.ask or game.roster.names
        raise GolosaError("{name!r}: which player? One of {candidates}", name=text, candidates=", ".join(candidates))
    return named.player
