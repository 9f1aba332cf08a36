"""Sessions on forums between two runs: cookies in this machine's state folder, one file for each forum and name.

They never lie in the game folder: that may be shared, packed and published.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from platformdirs import user_state_path

from golosa.folder import config
from scraper.member import Kept


class Session(Struct, frozen=True):
    """What a file holds."""

    forum: str
    user: str
    cookies: tuple[Kept, ...]


def forum_of(url: str) -> str:
    """The forum that an address belongs to, as sessions and passwords are filed: scheme, host and port."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def load(url: str, user: str) -> tuple[Kept, ...]:
    """The cookies kept for that forum and name; none where there is no session, or its file is damaged."""
    try:
        session = msgspec.json.decode(_path(url, user).read_bytes(), type=Session)
    except (OSError, msgspec.DecodeError):
        return ()
    return session.cookies if (session.forum, session.user) == (forum_of(url), user) else ()


def save(url: str, user: str, cookies: tuple[Kept, ...]) -> None:
    """Keeps the cookies, readable by this user alone. Raises GolosaError where the file cannot be written."""
    path = _path(url, user)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    config.write(path, msgspec.json.encode(Session(forum_of(url), user, cookies)).decode())


def forget(url: str, user: str) -> bool:
    """Deletes them; False where there were none."""
    try:
        _path(url, user).unlink()
    except FileNotFoundError:
        return False
    return True


def _path(url: str, user: str) -> Path:
    name = hashlib.sha256(f"{forum_of(url)}\n{user}".encode()).hexdigest()[:24]
    return user_state_path("golosa", appauthor=False) / "sessions" / f"{name}.json"
