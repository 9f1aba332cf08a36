"""Files that a browser sends, as files on disk while they are read."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from starlette.datastructures import UploadFile

#: Letters of a name that are kept: four bytes each at most, and a name has 255.
LONGEST_NAME = 60


@contextmanager
def on_disk(uploads: Sequence[UploadFile]) -> Iterator[list[Path]]:
    """The files that were sent, under their own names, while the block runs."""
    with tempfile.TemporaryDirectory(prefix="golosa-saved-") as place:
        files = []
        for number, upload in enumerate(uploads):
            folder = Path(place, str(number))
            folder.mkdir()
            file = folder / _name(upload.filename or "")
            file.write_bytes(upload.file.read())
            files.append(file)
        yield files


def _name(given: str) -> str:
    """The file's own name as one that every disk takes; its end tells its kind."""
    name = re.sub(r"[\x00-\x1f]", "", given.replace("\\", "/").rpartition("/")[2])[-LONGEST_NAME:]
    return name if name.strip(".") else "page.html"
