"""Files that are replaced whole, one after the other, and only where they changed. Knows a folder; no game."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path

from golosa.errors import GolosaError

#: The only kinds of files that there are under `out/public/`, and what they are called in HTTP.
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".xml": "application/atom+xml; charset=utf-8",
    ".svg": "image/svg+xml",
}
#: A file that somebody reads cannot be replaced for a moment on Windows.
TRIES, PAUSE_SECONDS = 20, 0.05


def replace_all(folder: Path, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Brings the folder's files to these contents, in this order, and gives the names of those that changed.

    A reader sees each file as it was or as it is, never half of it. Raises GolosaError where one cannot be written.
    """
    changed = []
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.is_file() or path.read_bytes() != content:
                _replace(path, content)
                changed.append(name)
    except OSError as error:
        raise GolosaError(
            "{folder}: cannot write the players' page: {error}", folder=folder, error=error.strerror or error
        ) from error
    return tuple(changed)


def _replace(path: Path, content: bytes) -> None:
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        fresh.write_bytes(content)
        _date(fresh, path)
        for left in reversed(range(TRIES)):
            try:
                fresh.replace(path)
                break
            except PermissionError:
                if not left:
                    raise
                time.sleep(PAUSE_SECONDS)
    finally:
        fresh.unlink(missing_ok=True)


def _date(fresh: Path, old: Path) -> None:
    """Dates a file at least a second after the one it replaces: web servers and rsync tell two of the same size apart
    by whole seconds."""
    if old.is_file():
        before, now = int(old.stat().st_mtime), fresh.stat().st_mtime
        if now < before + 1:
            os.utime(fresh, (before + 1, before + 1))


def sweep(folder: Path) -> None:
    """Removes what a process that was killed has left of its writing. Only for the one who may write."""
    for left in folder.rglob(".*.new"):
        left.unlink(missing_ok=True)
