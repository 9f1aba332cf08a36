"""WARC 1.0 and 1.1, plain or gzip: what crawlers and archiving add-ons write. Read with warcio, an optional extra."""

from __future__ import annotations

from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from golosa.captures.capture import LARGEST_PAGE, PAGES, Capture, Captures, address, http_date, iso_moment, unpacked
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from collections.abc import Iterator

_WHOLE = ("200", "203")
_CHUNK = 65536


def is_warc(head: bytes) -> bool:
    """Whether a file begins as a WARC does; what is packed with gzip is one, unless it says otherwise when read."""
    return head.startswith(b"WARC/") or (head.startswith(b"\x1f\x8b") and _unpacks_to_warc(head))


def _unpacks_to_warc(head: bytes) -> bool:
    import zlib

    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(head, 5) == b"WARC/"
    except zlib.error:
        return False


def captures(file: Path) -> Captures:
    """The documents in the file, in its order. Raises GolosaError where it is damaged or warcio is not installed."""
    try:
        from warcio.archiveiterator import ArchiveIterator
        from warcio.exceptions import ArchiveLoadFailed
    except ImportError as error:
        raise GolosaError("{file}: reading WARC needs warcio: install golosa[warc]", file=file) from error
    try:
        # warcio complains of damage on standard error, and in its count.
        with file.open("rb") as stream, redirect_stderr(StringIO()):
            records = ArchiveIterator(stream, check_digests=True)
            pages = tuple(_pages(records, file.name))
    except (ArchiveLoadFailed, EOFError, AttributeError, ValueError) as error:
        # The last two: what warcio stumbles over in records that are none.
        raise GolosaError("{name}: a damaged WARC file: {error}", name=file.name, error=error) from error
    if records.err_count:
        raise GolosaError("{name}: a damaged WARC file: a record is not as long as it says", name=file.name)
    return Captures(pages, archive=True)


def _pages(records: Any, name: str) -> Iterator[Capture]:
    """The pages; a record that only says "as before" shows again what its digest stands for."""
    by_digest: dict[str, Capture] = {}
    for record in records:
        if record.rec_type not in ("response", "resource", "revisit"):
            continue
        told = record.rec_headers
        url, digest = told.get_header("WARC-Target-URI") or "", told.get_header("WARC-Payload-Digest")
        url = address(url.strip("<>"), name) or ""
        where = f"{name}: {url}"
        if record.rec_type == "revisit":
            if digest in by_digest:
                yield _at(record, by_digest[digest], where, url)
            continue
        if not _is_page(record):
            continue
        if told.get_header("WARC-Truncated"):
            raise GolosaError(
                "{where}: the page is cut off in the file ({get_header})",
                where=where,
                get_header=told.get_header("WARC-Truncated"),
            )
        page = _at(record, Capture(content=_content(record, where), name=where), where, url)
        if digest:
            by_digest[digest] = page
        yield page


def _is_page(record: Any) -> bool:
    http = record.http_headers
    if http is None:
        return bool((record.rec_headers.get_header("Content-Type") or "").startswith(PAGES))
    return http.get_statuscode() in _WHOLE and (http.get_header("Content-Type") or "").startswith(PAGES)


def _at(record: Any, page: Capture, where: str, url: str) -> Capture:
    """The page as this record saw it."""
    headers = {key.lower(): value for key, value in record.http_headers.headers} if record.http_headers else {}
    seen = http_date(headers) or iso_moment(record.rec_headers.get_header("WARC-Date") or "", f"{where}: WARC-Date")
    kept = {"content-type": headers["content-type"]} if "content-type" in headers else dict(page.headers)
    return Capture(content=page.content, name=where, url=url or None, headers=kept, status=page.status, seen_at=seen)


def _content(record: Any, where: str) -> bytes:
    """The body without chunks and compression."""
    from warcio.bufferedreaders import ChunkedDataReader

    http, stream = record.http_headers, record.raw_stream
    if http is not None and (http.get_header("Transfer-Encoding") or "").lower() == "chunked":
        stream = ChunkedDataReader(stream)  # gives what is not chunked after all as it is
    body = bytearray()
    while chunk := stream.read(_CHUNK):
        body += chunk
        if len(body) > LARGEST_PAGE:
            raise GolosaError(
                "{where}: the page is larger than {largest_page} bytes", where=where, largest_page=LARGEST_PAGE
            )
    if stream is record.raw_stream and stream.limit > 0:
        raise GolosaError("{where}: its body is cut off", where=where)
    if record.digest_checker is not None and record.digest_checker.passed is False:
        raise GolosaError("{where}: its body is not what was recorded: the file is damaged", where=where)
    return unpacked(bytes(body), (http.get_header("Content-Encoding") if http is not None else None) or "", where)
