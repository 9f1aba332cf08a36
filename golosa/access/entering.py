"""Logging in to a forum to see whether it lets the host in; what `golosa login` and the desk share.

Knows clients and where sessions are kept; asks nobody and writes nothing into the game folder.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from forums.logins import Secret
from golosa.access import UNREAD, client_for, sessions
from golosa.clock import system_clock
from golosa.errors import GolosaError, told
from golosa.folder.config import ForumTable
from golosa.reading.boards import table_for
from golosa.reading.fetching import manners
from scraper.client import UnreachableError
from scraper.login import Door, find_door, is_in, log_in
from scraper.member import MemberClient

Sleep = Callable[[float], None]


def by_password(url: str, forum: ForumTable, user: str, password: Secret, *, sleep: Sleep = time.sleep) -> Door:
    """Logs in and keeps the session. Raises GolosaError (status 3) where the forum does not let in."""
    client = MemberClient(manners(), url, now=system_clock, sleep=sleep)
    try:
        door = log_in(client, url, user, password, table_for(url, forum).login)
        sessions.save(url, user, client.kept())
    except UnreachableError as error:
        raise GolosaError(told(error), UNREAD) from None
    finally:
        client.close()
    return door


def by_cookies(url: str, forum: ForumTable, folder: Path, *, sleep: Sleep = time.sleep) -> Door:
    """Tries the cookies that `forum` names; `folder` is the game's. Raises GolosaError where they do not let in."""
    client = client_for(forum, folder, url, manners(), now=system_clock, sleep=sleep)
    assert isinstance(client, MemberClient)
    try:
        door = find_door(client, url)
        inside = is_in(client, door)
    except UnreachableError as error:
        raise GolosaError(told(error), UNREAD) from None
    finally:
        client.close()
    if not inside:
        raise GolosaError(
            "{cookies}: its cookies do not let in: log in with the browser and export them again",
            UNREAD,
            cookies=forum.cookies,
        )
    return door
