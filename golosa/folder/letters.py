"""The private messages of a game folder: taken, read back as understood, ruled on, taken back.

What `golosa order` and the desk share. All of it is the host's secret. Knows the log; no terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from engine.messages import OrderText, Said
from engine.rulings import OrderRuling, ReplaceRuling
from golosa.errors import GolosaError, Told
from golosa.folder.config import zone_of
from golosa.folder.dealing import given, given_open
from golosa.folder.game import Game
from golosa.folder.judging import phases_of
from golosa.folder.people import find_player
from golosa.folder.phases import order_of
from golosa.folder.replay import MESSAGE, accounts, by_day, messages, office
from golosa.folder.review import changes, course, over, refresh
from golosa.scenario.inputs import MessageIn

#: How far the forum's clock may be ahead of this machine's.
CLOCKS_DIFFER = timedelta(minutes=15)
#: What a host writes for an order against nobody.
NOBODY = frozenset(("nobody", "никого", "-"))


def take(game: Game, message: MessageIn, now: datetime) -> str:
    """Keeps a message and gives its id. Raises GolosaError where its sender is nobody of the game, and where it would
    have been sent later than `now` (UTC): with a slip in its date it would fall into another night."""
    if (why := still_to_come(game, message.at, now)) is not None:
        raise GolosaError(why)
    if message.from_ not in accounts(game):
        raise GolosaError(
            "{account!r} is no player and no player's account; `golosa rule account` names one", account=message.from_
        )
    if message.id is None:
        _require_one_meaning(game, message.from_)
    named = message.id is None and message.from_ in game.roster.names  # the host says which player
    if not named and (why := not_his(game, message.from_, message.at)) is not None:
        raise GolosaError(why)
    return f"pm{game.facts.add(MESSAGE, message, now)}"


def _require_one_meaning(game: Game, sender: str) -> None:
    """A pasted message's sender may be a player or an account; a forum tells accounts alone."""
    by_account = accounts(game)[sender]
    if sender in game.roster.names and by_account != sender:
        raise GolosaError(
            "{sender!r} is a player and also the account of {other}: give the account of the one who sent it",
            sender=sender,
            other=by_account,
        )


def still_to_come(game: Game, at: datetime, now: datetime) -> Told | None:
    """Why a message cannot have been sent then: it would have been later than `now` (UTC)."""
    if at <= now + CLOCKS_DIFFER:
        return None
    return Told(
        "the message would have been sent at {at}, which is still to come: look at its date and this machine's clock",
        at=at.astimezone(zone_of(game.zone, "zone")),
    )


def not_his(game: Game, account: str, at: datetime) -> Told | None:
    """Why what an account sent then is not its player's: he was replaced by then, or does not play by it yet (V10)."""
    zone = zone_of(game.zone, "zone")
    replaced = [one for one in game.rulings() if isinstance(one, ReplaceRuling) and one.at is not None]
    own = [one.at for one in replaced if one.replace == account and one.at]
    if own:
        return (
            Told("{account} plays from {since} on", account=account, since=own[-1].astimezone(zone))
            if at < own[-1]
            else None
        )
    player = accounts(game).get(account)
    left = next((one for one in replaced if one.player == player and one.at and one.at <= at), None)
    if left is None:
        return None
    return Told(
        "{new} plays for {player} in the place of {account} since {since}: if it counts all the same, "
        "`golosa order add`",
        new=left.replace,
        player=left.player,
        account=account,
        since=(left.at or at).astimezone(zone),
    )


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
    known(game, message)
    name = None if target.casefold() in NOBODY else find_player(game, target)
    return game.facts.add("ruling", OrderRuling(message, name, now), now), name


def take_back(game: Game, message: str, now: datetime) -> None:
    """Takes back a message that was entered by mistake. Raises GolosaError where there is none of that id."""
    known(game, message)
    game.facts.undo(int(message.removeprefix("pm")), now)


def known(game: Game, message: str) -> list[MessageIn]:
    """The message of that id, alone in a list as `settled` takes them. Raises GolosaError where none stands."""
    found = [one for one in messages(game) if one.id == message]
    if not found:
        raise GolosaError("no message {number!r}: see `golosa order list`", number=message)
    return found


@contextmanager
def settled(game: Game, of: Sequence[MessageIn], now: datetime) -> Iterator[list[str]]:
    """What is done inside is about these messages: phases that are over are brought into step with it, all in one
    transaction. The list that this gives tells, once it is left, what of them is another."""
    changed = list[str]()
    with game.database.writing():
        if not _touches_the_past(game, of):
            yield changed
            return
        before = course(game, now)
        yield changed
        after = course(game, now)
        refresh(game, after, now)
        changed += changes(before, after, {(sender_of(game, one), one.at.isoformat()) for one in of})


def _touches_the_past(game: Game, of: Sequence[MessageIn]) -> bool:
    """Whether a phase that is over may hang on these messages: the one before their night too, since an order can pass
    on at a day's end (T14-33), and every later one, since orders can be sent ahead (H21)."""
    nights = [int(phases_of(game, message)[-1].removeprefix("night")) for message in of]
    return bool(nights) and any(order_of(label)[0] >= min(nights) - 1 for label in over(game))
