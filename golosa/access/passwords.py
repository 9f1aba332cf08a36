"""Where a password comes from: the environment, the keyring, or the host at his terminal. Never from the game folder.

Knows these places; shows a password nowhere.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from forums.logins import Secret
from golosa.access.sessions import forum_of
from golosa.errors import GolosaError

SERVICE = "golosa"
VARIABLE = "GOLOSA_PASSWORD"


def variable_of(url: str) -> str:
    """The variable that holds the password for one forum alone: `GOLOSA_PASSWORD_FORUM_EXAMPLE`."""
    return f"{VARIABLE}_{re.sub(r'[^A-Z0-9]+', '_', (urlsplit(url).hostname or '').upper())}"


#: Passwords that were given to this process, until it ends.
_given: dict[str, Secret] = {}


def remember(url: str, user: str, password: Secret) -> None:
    """Keeps a password in mind while this process runs: the desk may have to log in again."""
    _given[_entry(url, user)] = password


def stored(url: str, user: str) -> Secret | None:
    """The password from the environment, from this process' mind or the keyring; None where none has it."""
    for variable in (variable_of(url), VARIABLE):
        if text := os.environ.get(variable):
            return Secret(text)
    if (given := _given.get(_entry(url, user))) is not None:
        return given
    text = None
    with _keyring() as keyring:
        text = keyring.get_password(SERVICE, _entry(url, user)) if keyring is not None else None
    return Secret(text) if text else None


def found(url: str, user: str) -> tuple[Secret, bool]:
    """The password, and whether it was just typed. Raises GolosaError where nobody can be asked for it."""
    known = stored(url, user)
    if known is not None:
        return known, False
    # Only who started the program sits at its terminal: work in the background has its host at a browser.
    asked = threading.current_thread() is threading.main_thread()
    if not (asked and sys.stdin.isatty() and sys.stderr.isatty()):
        raise GolosaError(
            "no password of {user} at {forum} is known: set {variable}, or run `golosa login` on a terminal",
            user=user,
            forum=forum_of(url),
            variable=VARIABLE,
        )
    import click

    return Secret(click.prompt(f"Password of {user} at {forum_of(url)}", hide_input=True, err=True)), True


def keep(url: str, user: str, password: Secret) -> bool:
    """Puts the password into the keyring; False where there is none to put it in."""
    kept = False
    with _keyring() as keyring:
        if keyring is not None:
            keyring.set_password(SERVICE, _entry(url, user), password.reveal())
            kept = True
    return kept


def forget(url: str, user: str) -> bool:
    """Takes the password out of the keyring; False where it was not in it."""
    gone = False
    with _keyring() as keyring:
        if keyring is not None and keyring.get_password(SERVICE, _entry(url, user)) is not None:
            keyring.delete_password(SERVICE, _entry(url, user))
            gone = True
    return gone


def _entry(url: str, user: str) -> str:
    return f"{user}@{forum_of(url)}"


@contextmanager
def _keyring() -> Iterator[Any]:
    """The keyring, or None where it is not installed or has no backend; one that refuses ends the block quietly."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        yield None
        return
    try:
        yield keyring
    except KeyringError:
        # No backend, or locked: the same as none. Its words might repeat what was to be stored.
        return
