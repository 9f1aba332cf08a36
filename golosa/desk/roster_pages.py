"""The list of players at the desk, while nothing rests on it yet: a name that was mistaken, one who signed up late."""

from __future__ import annotations

from msgspec import Struct, structs
from starlette.responses import Response
from starlette.routing import Route

from golosa.desk.asking import Ask, does
from golosa.desk.typed import lines_of
from golosa.errors import GolosaError
from golosa.folder.game import Game
from golosa.folder.gamefile import set_players
from golosa.folder.newgame import players_of

BACK = "/game"
#: Entries that name no player.
BARE = frozenset(("keys", "mix", "extended", "overtime_starts"))


class Lists(Struct, frozen=True):
    """The players and their other names, a line each, as they were entered."""

    players: str
    aliases: str


def lists(game: Game) -> Lists | None:
    """The lists to be changed; None once an entry of the log names a player: then the host's acts, replacements and
    rulings are what changes him."""
    if any(fact.kind not in BARE for fact in game.facts.all(with_undone=True)):
        return None
    table = game.config.player
    return Lists(
        "\n".join(f"{one.name}={','.join(one.accounts)}" if one.accounts else one.name for one in table),
        "\n".join(f"{alias}={one.name}" for one in table for alias in one.aliases),
    )


def change(ask: Ask) -> Response:
    """Gives the game other players."""
    ask.require_unchanged()
    texts = lines_of(ask.text("players"))
    if not texts:
        raise GolosaError(ask.words["start"]["no_players"])
    with ask.desk.game() as game:
        if lists(game) is None:
            raise GolosaError(ask.words["players"]["fixed"])
        known = {one.name: one.account_ids for one in game.config.player}
        fresh = players_of(texts, lines_of(ask.text("aliases")))
        set_players(game.folder, [structs.replace(one, account_ids=known.get(one.name, ())) for one in fresh])
    return ask.done(BACK, ask.words["players"]["done"])


ROUTES: list[Route] = [does("/game/players", change, BACK)]
