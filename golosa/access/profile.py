"""Whether a forum shows a member the times of a thread as it shows them to guests: his profile has a zone of its own.

Fetches one page twice; keeps nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import forums
from engine.telling import Told
from forums import Page, PageError
from golosa.access import client_for
from golosa.clock import system_clock
from golosa.folder.config import ForumTable
from golosa.reading.boards import board_for
from golosa.reading.fetching import manners
from golosa.reading.shifts import apart
from scraper.client import Client, UnreachableError


def zone_note(url: str, forum: ForumTable, folder: Path, *, sleep: Callable[[float], None] = time.sleep) -> Told | None:
    """What the host must know where his profile shows times in another zone than guests see; None where it does not,
    or where that cannot be told. `forum` says as whom to read, `folder` is the game's."""
    guest = Client(manners(), now=system_clock, sleep=sleep, zone=forum.zone)
    member = client_for(forum, folder, url, manners(), now=system_clock, sleep=sleep)
    pages = [_page(client, url, forum) for client in (guest, member)]
    first, second = pages
    found = apart(first, second) if first is not None and second is not None else None
    if found is None:
        return None
    return Told(
        "your profile shows the same posts {shift} than guests see them: name the zone of your profile "
        "([forum] zone, --forum-zone), or set the profile's to the forum's",
        shift=found,
    )


def _page(client: Client, url: str, forum: ForumTable) -> Page | None:
    try:
        return forums.read(client.get(url), board_for(url, forum))
    except (UnreachableError, PageError):
        return None
    finally:
        client.close()
