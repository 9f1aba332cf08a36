"""Locks of a game's folder: one holder at a time, who tells others who he is. A killed holder's lock is free again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from golosa.clock import system_clock
from golosa.errors import GolosaError


class HeldError(GolosaError):
    """Another process holds the lock: the message says who, and what to do."""


@contextmanager
def held(folder: Path, name: str, told: str, *, exit_code: int, wait: float = 0) -> Iterator[None]:
    """Holds the lock `name` of a game's folder, waiting at most `wait` seconds for it.

    Raises HeldError where another process has it: `told` with {who} put in, such as "golosa (process 7, since 21:40)";
    GolosaError where the folder may not be written.
    """
    lock = FileLock(str(folder / f"{name}.lock"), timeout=wait)
    holder = folder / f"{name}.holder"
    try:
        lock.acquire()
    except Timeout as error:
        raise HeldError(told, exit_code, who=_read(holder)) from error
    except OSError as error:
        raise GolosaError("{path}: cannot write: {error}", path=folder, error=error.strerror or error) from error
    try:
        since = system_clock().astimezone().strftime("%H:%M:%S")
        holder.write_text(f"golosa (process {os.getpid()}, since {since})", encoding="utf-8")
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()


def _read(holder: Path) -> str:
    try:
        return holder.read_text(encoding="utf-8").strip() or "another golosa"
    except OSError:
        return "another golosa"  # it has just begun, or is just done
