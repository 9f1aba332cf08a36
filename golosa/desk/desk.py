"""One desk: its game folder, its background work, and what it remembers between two clicks. No page, no HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct

from golosa.clock import system_clock
from golosa.desk.guard import Keys
from golosa.desk.jobs import Jobs
from golosa.desk.sharing import Sharing
from golosa.desk.watching import Watching
from golosa.folder.config import NAME
from golosa.folder.game import Game
from golosa.folder.made import Counts, Read

#: How many forms are remembered as done.
MOST_DONE = 200
#: How long secrets stay in sight after the click that showed them.
IN_SIGHT = timedelta(minutes=15)


class Said(Struct, frozen=True):
    """Something to tell on the next page: what was done (good), or why it could not be."""

    text: str
    good: bool = True


class Desk:
    """The desk of one folder. `sleep` is the pause between two requests to a forum."""

    def __init__(self, folder: Path, *, lang: str | None = None, sleep: Callable[[float], None] = time.sleep) -> None:
        self.folder = folder
        self.sleep = sleep
        self.keys = Keys()
        self.jobs = Jobs()
        self.counts, self.read = Counts(), Read()  #: made and read at one click, asked for again at the next
        self.watching = Watching()
        self.sharing = Sharing()
        self.lang = lang
        self.draft: dict[str, Any] = {}  #: the form of a game that is not made yet, and what was found for it
        self.changes: tuple[str, ...] = ()  #: what of the game told before is another now, until the host has seen it
        self.changing = threading.Lock()  #: held by the one change that is being made
        self._done: dict[str, str] = {}  #: forms that were sent and done, with the page to which they led
        self._said: list[Said] = []
        self._shown_at: datetime | None = None

    @property
    def has_game(self) -> bool:
        """Whether there is a game in the folder."""
        return (self.folder / NAME).is_file()

    @property
    def settings_digest(self) -> str:
        """What tells whether the game's settings (game.toml) are still the same; "" where there are none."""
        try:
            return sha256((self.folder / NAME).read_bytes()).hexdigest()[:16]
        except FileNotFoundError:
            return ""

    @contextmanager
    def game(self) -> Iterator[Game]:
        """The game, open. Raises GolosaError where there is none or it is damaged."""
        game = Game(self.folder)
        game.counts, game.read = self.counts, self.read
        try:
            yield game
        finally:
            game.close()

    def say(self, text: str, *, good: bool = True) -> None:
        """Keeps something to be told on the next page."""
        self._said.append(Said(text, good))

    def told(self) -> list[Said]:
        """What is to be told, once."""
        said, self._said = self._said, []
        return said

    def done_before(self, form: str) -> str | None:
        """Where that form led when it was sent before; None where it was not, or could not be done."""
        return self._done.get(form)

    def remember(self, form: str, where: str) -> None:
        """Remembers a form as done, so that a second click on its button does nothing."""
        self._done[form] = where
        while len(self._done) > MOST_DONE:
            self._done.pop(next(iter(self._done)))

    def close(self) -> None:
        """Ends what goes on in the background."""
        self.watching.stop()
        self.sharing.stop()

    @property
    def secrets(self) -> bool:
        """Whether the host has asked to see roles, orders and answers; for a quarter of an hour."""
        return self._shown_at is not None and system_clock() - self._shown_at < IN_SIGHT

    def show_secrets(self, *, shown: bool) -> None:
        """Shows or hides them."""
        self._shown_at = system_clock() if shown else None
