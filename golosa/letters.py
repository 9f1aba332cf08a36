"""The private messages of a game folder: taken, read back as understood, ruled on, taken back.

What `golosa order` and the desk share. All of it is the host's secret. Knows the log; no terminal.
"""

from __future__ import annotations

from datetime import datetime

from engine.messages import OrderText, Said
from engine.rulings import OrderRuling
from golosa.dealing import given, given_open
from golosa.errors import GolosaError
from golosa.game import Game
from golosa.people import find_player
from golosa.replay import MESSAGE, accounts, by_day, messages, office
from golosa.scenario.inputs import MessageIn

#: What a host writes for an order against nobody.
NOBODY = frozenset(("nobody", "никого", "-"))


def take(game: Game, message: MessageIn, now: datetime) -> str:
    """Keeps a message and gives its id. Raises GolosaError where its sender is nobody of the game."""
    if message.from_ not in accounts(game):
        raise GolosaError(f"{message.from_!r} is no player and no player's account; `golosa rule account` names one")
    return f"pm{game.facts.add(MESSAGE, message, now)}"


def sender_of(game: Game, message: MessageIn) -> str:
    """The player who sent it."""
    return accounts(game)[message.from_]


def said_in(game: Game, message: MessageIn) -> tuple[Said, ...]:
    """What the message says as it is read; nothing where it holds an order ready made."""
    if message.order is not None:
        return ()
    sender, desk = sender_of(game, message), office(game)
    if any(by_day(game, day, message) for day in game.config.day):
        roles = [held[sender] for held in (given(game), given_open(game)) if sender in held]
        actions = desk.actions(message.id or "", sender, message, roles)
        if actions:
            return tuple(OrderText(abilities=(one.ability,), target=one.target, ask=one.ask) for one in actions)
    return desk.reader.read(sender, message.subject or "", message.body or "")


def rule(game: Game, message: str, target: str, now: datetime) -> tuple[int, str | None]:
    """Keeps the ruling that the message is an order against `target` (a text that names a player, or "nobody": it is
    no order); gives the ruling's number and the player. Raises GolosaError for an unknown message or name."""
    require_known(game, message)
    name = None if target.casefold() in NOBODY else find_player(game, target)
    return game.facts.add("ruling", OrderRuling(message, name, now), now), name


def take_back(game: Game, message: str, now: datetime) -> None:
    """Takes back a message that was entered by mistake. Raises GolosaError where there is none of that id."""
    require_known(game, message)
    game.facts.undo(int(message.removeprefix("pm")), now)


def require_known(game: Game, message: str) -> None:
    """Raises GolosaError where no message of that id stands."""
    if message not in {known.id for known in messages(game)}:
        raise GolosaError(f"no message {message!r}: see `golosa order list`")
