"""Files that browsers and their add-ons save pages in: what pages a file holds, where from and when.

Knows kinds of files; neither forums nor games. A file is taken for what its beginning shows, whatever its name says.
"""

from __future__ import annotations

from pathlib import Path

from golosa.captures import har, mhtml, plain, warc
from golosa.captures.capture import LARGEST_FILE, Capture, Captures
from golosa.errors import GolosaError, Told

__all__ = ["LARGEST_FILE", "Capture", "Captures", "captures_of", "no_text"]

_HEAD = 4096
_FOREIGN = (
    (b"%PDF", Told("a PDF")),
    (b"PK\x03\x04", Told("a ZIP archive")),
    (b"\x89PNG", Told("a picture")),
    (b"\xff\xd8\xff", Told("a picture")),
)


def captures_of(file: Path) -> Captures:
    """The pages in a file, one at least, in its order. Raises GolosaError naming the file that cannot be read, is of no
    known kind or holds no page (3).

    Kinds: HTML or JSON as saved by any browser, MHTML, Safari's webarchive, HAR, WARC (plain or gzip).
    """
    try:
        size = file.stat().st_size
        if size > LARGEST_FILE:
            raise GolosaError(
                "{file}: {size} bytes are too many for saved pages; at most {largest_file} are read",
                file=file,
                size=size,
                largest_file=LARGEST_FILE,
            )
        with file.open("rb") as opened:
            head = opened.read(_HEAD)
        for mark, what in _FOREIGN:
            if head.startswith(mark):
                raise GolosaError("{file}: {what}; save the page as HTML, MHTML, HAR or WARC", file=file, what=what)
        held = warc.captures(file) if warc.is_warc(head) else _of_bytes(file.read_bytes(), head, file.name)
    except OSError as error:
        raise GolosaError("{file}: cannot read: {error}", file=file, error=error.strerror or error) from error
    if not held.pages:
        if held.missing:
            raise no_text(file.name, held.missing[0])
        raise GolosaError("{name}: no page of a thread in it", 3, name=file.name)
    return held


def no_text(name: str, url: str) -> GolosaError:
    """What is wrong with a log that names the page at `url` and left out its text."""
    return GolosaError("{name}: the text of {lost} is not in the file; export it with content", 3, name=name, lost=url)


def _of_bytes(content: bytes, head: bytes, name: str) -> Captures:
    if not content.strip():
        raise GolosaError("{name}: the file is empty", name=name)
    if har.is_har(head):
        return har.captures(content, name)
    if mhtml.is_mhtml(head):
        return mhtml.captures(content, name)
    return plain.captures(content, name)
