"""Reading a forum as a member: the client that a game's `[forum]` asks for, with cookies or with name and password."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from golosa.access import cookies, passwords, sessions
from golosa.clock import Clock
from golosa.errors import GolosaError, told
from golosa.folder.config import ForumTable
from golosa.reading.boards import table_for
from scraper.client import Client, Manners, UnreachableError
from scraper.login import log_in
from scraper.member import MemberClient

UNREAD = 3  #: exit status where the forum does not let in

__all__ = ["UNREAD", "client_for"]


def client_for(
    forum: ForumTable, folder: Path, url: str, manners: Manners, *, now: Clock, sleep: Callable[[float], None]
) -> Client:
    """A client for the forum at `url`, logged in where `[forum]` names cookies or a user; `folder` is the game's.

    Raises GolosaError: status 2 where cookies or a password are missing, 3 where the forum does not let in.
    """
    if forum.cookies is not None:
        path = folder / Path(forum.cookies).expanduser()
        kept = cookies.cookies_for(path, url)
        return MemberClient(manners, url, now=now, sleep=sleep, zone=forum.zone, cookies=kept)
    if forum.user is None:
        return Client(manners, now=now, sleep=sleep, zone=forum.zone)
    user = forum.user

    def enter(client: MemberClient) -> None:
        password, _ = passwords.found(url, user)
        log_in(client, url, user, password, table_for(url, forum).login)
        sessions.save(url, user, client.kept())

    kept = sessions.load(url, user)
    client = MemberClient(manners, url, now=now, sleep=sleep, zone=forum.zone, cookies=kept, log_in=enter)
    if not kept:
        try:
            client.renew()
        except UnreachableError as error:
            client.close()
            raise GolosaError(told(error), UNREAD) from None
    return client
