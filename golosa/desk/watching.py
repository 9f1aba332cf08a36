"""A watch that goes on in the background of the desk, while the desk is open: what `golosa watch` does in a terminal.

Knows threads of the machine and the watch; no page.
"""

from __future__ import annotations

import contextvars
import threading
import time
from collections import deque
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from golosa.clock import system_clock
from golosa.errors import GolosaError
from golosa.folder.game import Game
from golosa.locks import held
from golosa.watch.loop import Watch
from golosa.watch.notifying import notifier
from golosa.watch.plan import Do
from golosa.watch.sight import Sight
from golosa.watch.telling import Message

#: What the desk tells of what has happened.
MOST_LINES = 30
TICK = 1.0  #: seconds between two looks at what is due
WATCHED = "{who} watches this game already; only one watch looks at a thread"


class Line(Struct, frozen=True):
    """Something that has happened."""

    at: datetime
    text: str
    trouble: bool


class Watching:
    """The desk's watch: started and stopped by a click; a screen of the watch's own kind, without a terminal."""

    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=MOST_LINES)
        self.next = ""  #: what it does next, in the game's language
        self.next_clock = ""
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def running(self) -> bool:
        """Whether it is at work."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, folder: Path, sleep: Callable[[float], None] = time.sleep) -> None:
        """Begins to watch the day that has begun last. Raises GolosaError where there is nothing to watch."""
        if self.running:
            return
        faults: list[GolosaError] = []
        ready = threading.Event()
        self._stop.clear()

        def work() -> None:
            try:
                with held(folder, "watch", WATCHED, exit_code=2):
                    watch = Watch(folder, None, self, notifier(_addresses(folder)), sleep=sleep)
                    ready.set()
                    self._run(watch)
            except GolosaError as error:
                faults.append(error)
            finally:
                ready.set()

        # The clock of the request that began it goes with it.
        self._thread = threading.Thread(target=contextvars.copy_context().run, args=(work,), daemon=True)
        self._thread.start()
        ready.wait()
        if faults:
            raise faults[0]

    def stop(self, seconds: float = 5.0) -> None:
        """Ends it; what it was doing may take that long to end."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self, watch: Watch) -> None:
        try:
            watch.hello()
            while not self._stop.is_set():
                action = watch.step()
                if action.do is Do.DONE:
                    watch.goodbye()
                    return
                if action.do is Do.WAIT:
                    self._stop.wait(TICK)
        finally:
            watch.close()

    # As the watch's screen

    def line(self, at: datetime, text: str, *, trouble: bool = False) -> None:
        """Something has happened."""
        self.lines.append(Line(at, text, trouble))

    def paste(self, message: Message) -> None:
        """A text for the host: the day's page has it already, so only its title is told."""
        self.lines.append(Line(system_clock(), message.title, message.failed))

    def sight(self, sight: Sight) -> None:
        """How it stands now."""
        self.next, self.next_clock = sight.next, sight.next_clock

    def page(self, done: int, total: int | None) -> None:
        """The desk shows no progress of a watch."""

    def tick(self) -> None:
        """The desk shows no countdown of a watch."""


def _addresses(folder: Path) -> tuple[str, ...]:
    game = Game(folder)
    try:
        return game.config.watch.notify
    finally:
        game.close()
