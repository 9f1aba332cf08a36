"""Taking rulings in a game folder: what would take another player's name or account is refused, what is taken is told
with all that becomes another by it (V10). Knows no terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from engine.counting.authors import account_key
from engine.names import Names
from engine.names.normal import tokens
from engine.rulings import ActionRuling, AliasRuling, CloseRuling, ReplaceRuling, Ruling
from golosa.errors import GolosaError, Told
from golosa.folder.dayacts import require_action
from golosa.folder.game import Game
from golosa.folder.review import changes, course, refresh
from golosa.store import supposed_fact

RULING = "ruling"


class Taken(Struct, frozen=True):
    """A ruling as kept: its number in the log, what the host should know of it, and what is another by it."""

    number: int
    notes: tuple[str, ...]
    changes: tuple[str, ...]


def take(game: Game, ruling: Ruling, now: datetime) -> Taken:
    """Keeps a ruling. Raises GolosaError where it would give one player's name or account to another."""
    with game.database.writing():
        notes = tuple(_notes(game, ruling, now))
        before, after = course(game, now), course(game.supposing(supposed_fact(RULING, ruling, now)), now)
        number = game.facts.add(RULING, ruling, now)
        refresh(game, after, now)
    return Taken(number, notes, changes(before, after))


def undo(game: Game, number: int, now: datetime) -> Taken:
    """Takes a ruling back. Raises GolosaError where there is none of that number."""
    with game.database.writing():
        if not any(fact.id == number for fact in game.facts.all(RULING, with_undone=True)):
            raise GolosaError("no ruling {number}: see `golosa rule list`", number=number)
        before, after = course(game, now), course(game.supposing(without=frozenset((number,))), now)
        game.facts.undo(number, now)
        refresh(game, after, now)
    return Taken(number, (), changes(before, after))


def _notes(game: Game, ruling: Ruling, now: datetime) -> Iterator[str]:
    if isinstance(ruling, ReplaceRuling):
        _refuse_taken_account(game, ruling)
    elif isinstance(ruling, AliasRuling):
        yield from _notes_of_alias(game, ruling)
    elif isinstance(ruling, ActionRuling):
        require_action(game, ruling.post, now)
    elif isinstance(ruling, CloseRuling):
        _refuse_anothers_post(game, ruling)


def _refuse_anothers_post(game: Game, ruling: CloseRuling) -> None:
    threads = {thread for day in game.config.day for thread in day.threads} or {"saved"}
    writers = {account_key(post.author) for post in game.archive.posts(sorted(threads)) if post.id == ruling.post}
    if not writers & set(map(account_key, game.config.game.hosts)):
        raise GolosaError("post {post} is not the host's: only his post can end the day (E6)", post=ruling.post)


def _refuse_taken_account(game: Game, ruling: ReplaceRuling) -> None:
    account = account_key(ruling.replace)
    if account in map(account_key, game.config.game.hosts):
        raise GolosaError("{replace} is a host's account: the host cannot play (V5)", replace=ruling.replace)
    for player in game.roster.players:
        own = player.accounts or (player.name,)
        if player.name != ruling.player and account in map(account_key, own):
            raise GolosaError(
                "{replace} is the account of {player}: it cannot play for {other} too",
                replace=ruling.replace,
                player=player.name,
                other=ruling.player,
            )
    for fact in game.facts.all(RULING):
        other: Ruling = fact.read(Ruling)  # type: ignore[arg-type]
        if not isinstance(other, ReplaceRuling) or account_key(other.replace) != account:
            continue
        if other.player != ruling.player:
            raise GolosaError(
                "{replace} plays for {other} by ruling {number}: undo that first, or replace {player} by another "
                "account",
                replace=ruling.replace,
                other=other.player,
                number=fact.id,
                player=ruling.player,
            )


def _notes_of_alias(game: Game, ruling: AliasRuling) -> Iterator[str]:
    """Refuses a text that is another's name or alias, and tells of one that could name another so far."""
    text = tokens(ruling.alias)
    for player in game.roster.players:
        if player.name != ruling.player and text in map(tokens, (player.name, *player.aliases)):
            raise GolosaError(
                "«{alias}» is {player}: it cannot name {other} too",
                alias=ruling.alias,
                player=player.name,
                other=ruling.player,
            )
    given = tuple(
        (one.alias, one.player)
        for one in game.rulings()
        if isinstance(one, AliasRuling) and one.since is None and one.player != ruling.player
    )
    for alias, owner in given:
        if tokens(alias) == text:
            raise GolosaError(
                "«{alias}» is {owner} by a ruling: undo that first, see `golosa rule list`",
                alias=ruling.alias,
                owner=owner,
            )
    named = Names(game.roster, aliases=given).read(ruling.alias)
    others = [name for name in (named.player, *named.ask) if name not in (None, ruling.player)]
    if others:
        yield Told(
            "«{alias}» could mean {others} so far ({how}); from now on it is {player} alone",
            alias=ruling.alias,
            others=", ".join(map(str, others)),
            how=named.how,
            player=ruling.player,
        )
