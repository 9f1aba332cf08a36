"""Players from a sign-up post: the numbered lines of one post of a saved or fetched page.

Knows pages and lines; whether the names will do as a roster is `golosa.config`'s to say.
"""

from __future__ import annotations

import re
from datetime import datetime

from msgspec import structs

from engine.posts import Reading
from forums import Page, Source
from golosa.config import ForumTable
from golosa.errors import GolosaError
from golosa.saved import read

#: `1. Лис`, `2) Ёжик (yozh_77)`, `3 – Аня — anya_1990`.
_ENTRY = re.compile(
    r"№?\s*\d{1,3}\s*[.):–—-]\s*(?P<name>[^()]+?)\s*(?:\((?P<inside>[^()]+)\)|[—–=]\s*(?P<after>.+))?[,;.]?"
)


def players_of(source: Source, forum: ForumTable, post: str | None = None, *, now: datetime) -> tuple[str, ...]:
    """The players that a sign-up post lists, as `NAME` or `NAME=ACCOUNT`; `post` is its id, the page's first if None.

    Times like «today» are read as of `now` (UTC); nothing here hangs on them. Raises GolosaError where the page holds
    no such post, or the post no numbered list.
    """
    source = structs.replace(source, seen_at=source.seen_at or now, zone=forum.zone)
    found = _post(read(source, forum), post, source.name)
    entries = [_ENTRY.fullmatch(line.text.strip()) for line in found.body.lines]
    players = tuple(_told(entry) for entry in entries if entry)
    if not players:
        raise GolosaError(f"{source.name}: post {found.id} has no lines like «1. NAME»; name the players with --player")
    return players


def _post(page: Page, wanted: str | None, name: str) -> Reading:
    for post in page.posts:
        if wanted in (None, post.id):
            return post
    raise GolosaError(f"{name}: no post {wanted} on this page; it has {', '.join(post.id for post in page.posts)}")


def _told(entry: re.Match[str]) -> str:
    account = entry["inside"] or entry["after"]
    return f"{entry['name'].strip()}={account.strip()}" if account else entry["name"].strip()
