"""Files that a browser sends, as files on disk while they are read."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from starlette.datastructures import UploadFile


@contextmanager
def on_disk(uploads: Sequence[UploadFile]) -> Iterator[list[Path]]:
    """The files that were sent, under their own names, while the block runs."""
    with tempfile.TemporaryDirectory(prefix="golosa-saved-") as place:
        files = []
        for number, upload in enumerate(uploads):
            folder = Path(place, str(number))
            folder.mkdir()
            name = Path((upload.filename or "").replace("\\", "/")).name or "page.html"
            file = folder / name
            file.write_bytes(upload.file.read())
            files.append(file)
        yield files
