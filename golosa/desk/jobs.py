"""Work that takes longer than a click: one piece at a time in the background, with its progress.

Knows threads of the machine; not what the work is.
"""

from __future__ import annotations

import contextvars
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from golosa.errors import GolosaError, Told, told

Progress = Callable[[int, int | None], None]
Work = Callable[[Progress], Any]


class State(Struct, frozen=True):
    """How a piece of work stands. `done` of `total` are pages of a forum; `total` is None while it is not known."""

    kind: str
    running: bool = True
    done: int = 0
    total: int | None = None
    fault: str = ""  #: why it failed, in a line


class Jobs:
    """The desk's background: at most one piece of work, whose result is taken once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: State | None = None
        self._result: Any = None
        self._thread: threading.Thread | None = None

    @property
    def state(self) -> State | None:
        """How the last piece of work stands; None where there was none, or its end has been told."""
        return self._state

    def start(self, kind: str, work: Work) -> bool:
        """Begins a piece of work; False where another one is under way."""
        with self._lock:
            if self._state is not None and self._state.running:
                return False
            self._state, self._result = State(kind), None
            context = contextvars.copy_context()  # the clock of the request that began it
            self._thread = threading.Thread(target=context.run, args=(self._run, kind, work), daemon=True)
            self._thread.start()
            return True

    def take(self, kind: str) -> tuple[State, Any] | None:
        """The end of that kind of work with its result, told once; None while it runs or where there was none."""
        with self._lock:
            state = self._state
            if state is None or state.running or state.kind != kind:
                return None
            self._state, result, self._result = None, self._result, None
            return state, result

    def wait(self, seconds: float) -> None:
        """Waits for the work under way, at most so long."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self, kind: str, work: Work) -> None:
        def progress(done: int, total: int | None) -> None:
            self._state = State(kind, done=done, total=total)

        try:
            result, fault = work(progress), ""
        except GolosaError as error:
            result, fault = None, told(error)
        except Exception as error:  # noqa: BLE001 - the thread's boundary: the page tells it, else nobody would see it
            traceback.print_exception(error, file=sys.stderr)
            result, fault = None, Told("a bug: {what}", what=f"{type(error).__name__}: {error}")
        with self._lock:
            self._result = result
            self._state = State(kind, running=False, fault=fault)
