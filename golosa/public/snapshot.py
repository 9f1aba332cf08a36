"""The files of one `out/public/` as a server hands them out: held in memory, so that nothing else can be asked for.

Knows a folder and HTTP's words; knows no game.
"""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from golosa.public.files import KINDS
from golosa.public.writing import STATE, State

LARGEST = 8_000_000
WORTH_ZIPPING = 500
DEEPEST = 2


class Served(Struct, frozen=True):
    """One file."""

    kind: str
    content: bytes
    zipped: bytes | None
    etag: str


class Snapshot(Struct, frozen=True):
    """All files of the folder at one moment, by name ("data/game.json"), and the version of the page."""

    version: str
    files: Mapping[str, Served]


def stamp(folder: Path) -> tuple[int, int, int] | None:
    """What changes whenever the page has been written; None where it never was."""
    try:
        found = (folder / STATE).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size


def snapshot(folder: Path) -> Snapshot:
    """The folder as it is now. Links, hidden files, other kinds and files that cannot be read are left out."""
    files = {name: served(name, content) for name, content in _contents(folder, "", DEEPEST)}
    try:
        version = msgspec.json.decode(files[STATE].content, type=State).version if STATE in files else ""
    except msgspec.DecodeError:
        version = ""
    return Snapshot(version, files)


def _contents(folder: Path, prefix: str, deep: int) -> Iterator[tuple[str, bytes]]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(".") or entry.is_symlink():
            continue
        if entry.is_dir() and deep > 1:
            yield from _contents(Path(entry.path), f"{prefix}{entry.name}/", deep - 1)
        elif Path(entry.name).suffix in KINDS and entry.is_file() and entry.stat().st_size <= LARGEST:
            try:
                yield prefix + entry.name, Path(entry.path).read_bytes()
            except OSError:
                continue  # it is being replaced: the next look finds it


def served(name: str, content: bytes) -> Served:
    """A file's content as it is handed out; its kind is that of its name."""
    zipped = gzip.compress(content, 6, mtime=0) if len(content) > WORTH_ZIPPING else None
    return Served(KINDS[Path(name).suffix], content, zipped, f'W/"{hashlib.sha256(content).hexdigest()[:20]}"')
