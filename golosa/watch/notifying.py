"""Messages to the host's phone by apprise (an optional extra). Addresses are secrets: no text of ours repeats them."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from importlib.util import find_spec

from msgspec import Struct

from golosa.errors import GolosaError

SERVICE = "golosa"  #: of the keyring
TRIES = 5
FIRST_PAUSE = timedelta(seconds=30)

#: Sends a text with its title to one address; gives whether it was taken.
Send = Callable[[str, str], bool]


class _Unsent(Struct, frozen=True):
    title: str
    text: str
    to: tuple[int, ...]
    tries: int
    due: datetime


class Notifier:
    """Sends messages to all addresses, and again for a while to those that did not take one."""

    def __init__(self, senders: Sequence[Send]) -> None:
        self.senders = tuple(senders)
        self._unsent: list[_Unsent] = []

    def send(self, title: str, text: str, now: datetime) -> str | None:
        """Sends a message to all; gives in words who did not take it, if anybody. Those are tried again later."""
        return self._send(_Unsent(title, text, tuple(range(len(self.senders))), 0, now), now)

    def due(self, now: datetime) -> bool:
        """Whether a message is to be tried once more."""
        return any(message.due <= now for message in self._unsent)

    def again(self, now: datetime) -> tuple[tuple[str, str], ...]:
        """Tries what is due once more; gives title and problem of each message that has not been sent to all."""
        due = [message for message in self._unsent if message.due <= now]
        self._unsent = [message for message in self._unsent if message.due > now]
        found = ((message.title, self._send(message, now)) for message in due)
        return tuple((title, problem) for title, problem in found if problem is not None)

    def _send(self, message: _Unsent, now: datetime) -> str | None:
        failed = tuple(number for number in message.to if not self.senders[number](message.title, message.text))
        tries = message.tries + 1
        if failed and tries < TRIES:
            due = now + FIRST_PAUSE * (1 << message.tries)
            self._unsent.append(_Unsent(message.title, message.text, failed, tries, due))
        return ", ".join(f"watch.notify[{number}]" for number in failed) or None


def notifier(addresses: Sequence[str], environ: Mapping[str, str] = os.environ) -> Notifier:
    """A notifier to the addresses of `[watch] notify`.

    Raises GolosaError where apprise is not installed, or an address is missing or none that it knows.
    """
    if addresses and find_spec("apprise") is None:
        raise GolosaError(
            "watch.notify needs apprise: pip install 'golosa[notify]', or take the addresses out of game.toml"
        )
    # It tells its own log whole addresses.
    logging.getLogger("apprise").disabled = True
    return Notifier([_sender(f"watch.notify[{number}]", text, environ) for number, text in enumerate(addresses)])


def _sender(where: str, text: str, environ: Mapping[str, str]) -> Send:
    import apprise

    one = apprise.Apprise()
    if not one.add(_address(where, text, environ)):
        raise GolosaError(f"{where}: apprise knows no such address; see its list of services")
    for service in one:
        # A count is longer than some services take in one message.
        service.overflow_mode = apprise.OverflowMode.SPLIT

    def send(title: str, body: str) -> bool:
        return bool(one.notify(body=body, title=title, body_format=apprise.NotifyFormat.TEXT))

    return send


def _address(where: str, text: str, environ: Mapping[str, str]) -> str:
    """The address itself, or from where it is kept: `env:NAME`, `keyring:NAME`."""
    kind, _, name = text.partition(":")
    if kind == "env":
        if not environ.get(name):
            raise GolosaError(f"{where}: the environment has no {name}: set it to an address of apprise")
        return environ[name]
    return _from_keyring(where, name) if kind == "keyring" else text


def _from_keyring(where: str, name: str) -> str:
    if find_spec("keyring") is None:
        raise GolosaError(f"{where}: needs keyring: pip install 'golosa[keyring]', or use env:NAME")
    import keyring
    from keyring.errors import KeyringError

    try:
        found = keyring.get_password(SERVICE, name)
    except KeyringError as error:
        raise GolosaError(f"{where}: this machine's keyring cannot be read ({error}): use env:NAME") from error
    if not found:
        raise GolosaError(f"{where}: nothing there: `keyring set {SERVICE} {name}`, or use env:NAME")
    return found
