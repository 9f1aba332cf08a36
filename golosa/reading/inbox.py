"""The host's inbox on the forum into the game's log: each message once, as if it had been pasted.

A message is known by the forum's id of it, which the log keeps with the message. What is no player's, and what cannot
be read, is told and left where it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from msgspec import Struct

from forums import PageError
from forums.inboxes import Letter
from golosa.access import client_for
from golosa.clock import Clock, system_clock
from golosa.errors import GolosaError, Told, told
from golosa.folder import letters
from golosa.folder.game import Game
from golosa.folder.replay import MESSAGE, accounts
from golosa.reading.fetching import fetching, manners
from golosa.reading.saved import board_of
from golosa.scenario.inputs import MessageIn
from scraper.client import UnreachableError
from scraper.inbox import Unread, read_inbox
from scraper.member import MemberClient

UNREAD = 3
#: Roles are dealt, and first questions asked, some days before the first day.
BEFORE_THE_GAME = timedelta(days=3)
#: A time that is known less exactly than this cannot tell what was in time.
EXACT = timedelta(minutes=1)


class Taken(Struct, frozen=True):
    """A message that was taken."""

    id: str  #: in the game's log: pm4
    message: MessageIn


class LeftAlone(Struct, frozen=True):
    """A message that was not taken, and why."""

    sender: str
    at: datetime | None
    subject: str
    why: str


class Report(Struct, frozen=True):
    """What came of a look into the inbox."""

    taken: tuple[Taken, ...]
    left: tuple[LeftAlone, ...]
    older: int
    incomplete: str | None = None
    changed: tuple[str, ...] = ()  #: what is another now of phases that were over


def take_new(
    game: Game,
    since: datetime | None = None,
    *,
    now: Clock = system_clock,
    sleep: Callable[[float], None] = time.sleep,
) -> Report:
    """Takes what is new in the inbox since that moment (UTC), by default three days before the first day.

    Raises GolosaError: status 2 where the game has no thread or no account to log in with, 3 where the forum does not
    let in or is silent.
    """
    forum = game.config.forum
    threads = [thread for day in game.config.day for thread in day.threads]
    if not threads:
        raise GolosaError("the game has no thread yet, so which forum? `golosa day open --thread URL`")
    if forum.user is None and forum.cookies is None:
        raise GolosaError("an inbox is a member's: `golosa login --user NAME` first")
    start = since or min(day.starts for day in game.config.day) - BEFORE_THE_GAME
    with fetching(game):
        client = client_for(forum, game.folder, threads[-1], manners(), now=now, sleep=sleep)
        assert isinstance(client, MemberClient)
        try:
            known = _known(game, threads[-1])
            found = read_inbox(client, threads[-1], known=known, since=start, board=board_of(forum))
        except (UnreachableError, PageError) as error:
            raise GolosaError(told(error), UNREAD) from None
        finally:
            client.close()
    made = [_made(game, letter, _place(threads[-1]), now()) for letter in found.letters]
    left = [*map(_unread, found.unread), *(one for one in made if isinstance(one, LeftAlone))]
    new = [one for one in made if isinstance(one, MessageIn)]
    with letters.settled(game, new, now()) as changed:
        taken = tuple(Taken(letters.take(game, message, now()), message) for message in new)
    return Report(taken, tuple(left), found.older, found.why, tuple(changed))


def _place(url: str) -> str:
    """What stands before a forum's ids in the log: two forums number their messages alike."""
    return f"{urlsplit(url).netloc}#"


def _known(game: Game, url: str) -> frozenset[str]:
    """The forum's ids of the messages that the log holds, also of those that the host has taken back."""
    facts = game.facts.all(MESSAGE, with_undone=True)
    ids = (fact.read(MessageIn).id or "" for fact in facts)
    return frozenset(ident.removeprefix(_place(url)) for ident in ids if ident.startswith(_place(url)))


def _made(game: Game, letter: Letter, place: str, now: datetime) -> MessageIn | LeftAlone | None:
    """The letter as a message of the game; None for the host's own in a conversation."""
    hosts = {host.casefold() for host in (*game.config.game.hosts, game.config.forum.user or "")}
    if letter.sender.casefold() in hosts:
        return None
    sender = _sender(game, letter)
    if sender is None:
        why = Told("no player and no player's account: `golosa rule account` names one, then look again")
        return LeftAlone(letter.sender, letter.at.earliest, letter.subject, why)
    if (why_not := letters.not_his(game, letter.sender, letter.at.earliest)) is not None:
        return LeftAlone(letter.sender, letter.at.earliest, letter.subject, why_not)
    if letter.at.latest - letter.at.earliest > EXACT:
        why = Told("the forum shows its time too roughly: look again later, or `golosa order add --at`")
        return LeftAlone(letter.sender, letter.at.earliest, letter.subject, why)
    if (why_not := letters.still_to_come(game, letter.at.earliest, now)) is not None:
        return LeftAlone(letter.sender, letter.at.earliest, letter.subject, why_not)
    return MessageIn(
        from_=sender, at=letter.at.earliest, subject=letter.subject, body=letter.text, id=place + letter.id
    )


def _sender(game: Game, letter: Letter) -> str | None:
    """The name or account under which the game knows the sender: by the forum's id of it, or by the name."""
    for player in game.roster.players:
        if letter.sender_id is not None and letter.sender_id in player.account_ids:
            return player.name
    return letter.sender if letter.sender in accounts(game) else None


def _unread(unread: Unread) -> LeftAlone:
    return LeftAlone("?", None, unread.subject, Told("cannot be read: {why}", why=unread.why))
