"""The pages of a walk as they come, in a file: what a walk that is killed had read is not lost.

It lies in the game's folder while a thread is walked, readable by its owner only; a walk that ends takes it away, since
its pages then stand in the store. Knows bytes and files; what a page says is read again.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct

from forums import Source

NAME = "walk.part"
_SIZE = 8  #: bytes of the number that stands before each record and says how long it is


class Kept(Struct, frozen=True, kw_only=True):
    """A page of a walk."""

    thread: str
    turn: int  #: of the pass, from 0
    source: Source


class WalkFile:
    """The file of the walk that is going on."""

    def __init__(self, folder: Path, thread: str) -> None:
        self.path, self.thread = folder / NAME, thread
        self._written: list[int] = []  #: pages of each pass that are in the file
        self._file: BinaryIO | None = None
        self._failed = False

    def note(self, passes: Sequence[Sequence[Source]]) -> None:
        """Writes the pages that are not in the file yet. Where it cannot, the walk goes on without."""
        if self._failed:
            return
        try:
            for turn, pages in enumerate(passes):
                self._written += [0] * (turn + 1 - len(self._written))
                for source in pages[self._written[turn] :]:
                    self._add(Kept(thread=self.thread, turn=turn, source=source))
                self._written[turn] = len(pages)
            if self._file is not None:
                self._file.flush()
        except OSError:
            self._failed = True  # the walk itself will tell of a full disk when it is kept

    def _add(self, page: Kept) -> None:
        if self._file is None:
            self._file = os.fdopen(os.open(self.path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb")
        record = msgspec.msgpack.encode(page)
        self._file.write(len(record).to_bytes(_SIZE, "big") + record)

    def drop(self) -> None:
        """Takes the file away: what it held stands elsewhere now."""
        if self._file is not None:
            with suppress(OSError):  # what could not be written is not wanted any more
                self._file.close()
        self.path.unlink(missing_ok=True)


def left_over(folder: Path) -> tuple[str, tuple[tuple[Source, ...], ...]] | None:
    """The thread and the passes of a walk that was killed; None where none was, or nothing of it can be read."""
    try:
        content = memoryview((folder / NAME).read_bytes())
    except OSError:
        return None
    passes: dict[int, list[Source]] = {}
    thread = None
    while len(content) > _SIZE:
        size = int.from_bytes(content[:_SIZE], "big")
        record, content = content[_SIZE : _SIZE + size], content[_SIZE + size :]
        try:
            page = msgspec.msgpack.decode(record, type=Kept)
        except msgspec.DecodeError:
            break  # it was killed while it wrote this one
        thread = page.thread
        passes.setdefault(page.turn, []).append(page.source)
    return (thread, tuple(tuple(passes[turn]) for turn in sorted(passes))) if thread is not None else None
