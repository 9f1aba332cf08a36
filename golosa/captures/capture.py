"""A page as a file holds it. Knows no kind of file."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from urllib.parse import urlsplit

from msgspec import Struct

from forums.epochs import of_mail
from golosa.errors import GolosaError

LARGEST_FILE = 400_000_000  #: bytes; a HAR or WARC holds pictures too
LARGEST_PAGE = 20_000_000  #: bytes of one page, unpacked; pages saved as one file hold their pictures
#: Kinds of documents that may be pages of a thread, as their `Content-Type` begins.
PAGES = ("text/html", "application/xhtml", "application/json", "application/vnd.api+json")
_CHUNK = 65536
_LITTLE = 256  #: bytes of zstd that unpack to eight million at most


class Capture(Struct, frozen=True, kw_only=True):
    """One page: its bytes and what the file tells of their coming. Moments are UTC."""

    content: bytes
    name: str  #: for messages: the file, and which of its pages
    url: str | None = None
    headers: Mapping[str, str] = {}  #: of the HTTP answer, names in lower case
    status: int | None = None
    asked_at: datetime | None = None  #: when the page was asked for
    #: When the forum made it, by its own clock where that is told; else when it was saved.
    seen_at: datetime | None = None


class Captures(Struct, frozen=True):
    """What a file holds."""

    pages: tuple[Capture, ...]
    archive: bool = False  #: a log of a browser's or crawler's work: pages that are no threads are among them
    missing: tuple[str, ...] = ()  #: addresses of pages that the file names, whose text is not in it


def http_date(headers: Mapping[str, str]) -> datetime | None:
    """When an answer was made by the server's own clock (UTC), if it says so."""
    return of_mail(headers.get("date"))


def address(text: str, where: str) -> str | None:
    """An address of the web; None for another kind. Raises GolosaError naming `where` a broken one stands."""
    try:
        parts = urlsplit(text)
        known = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError as error:
        raise GolosaError("{where}: {said!r} is no address", where=where, said=text[:80]) from error
    return text if known else None


def iso_moment(text: str, where: str) -> datetime:
    """An ISO 8601 moment with its offset, in UTC. Raises GolosaError naming `where` it stands."""
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise GolosaError("{where}: the time {said!r} has no offset", where=where, said=text)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise GolosaError("{where}: {said!r} is no time", where=where, said=text) from error


def unpacked(body: bytes, encoding: str, name: str) -> bytes:
    """A body without the compression of its way (`Content-Encoding`), which some recorders leave on it and most do not.

    Raises GolosaError where it is damaged, too large, or packed in a way that cannot be undone here.
    """
    for coding in reversed([part.strip().lower() for part in encoding.split(",")]):
        if coding in ("gzip", "x-gzip") and body.startswith(b"\x1f\x8b"):
            body = _inflated(body, 16 + zlib.MAX_WBITS, name)
        elif coding == "deflate" and not _readable(body):
            zlib_head = len(body) > 1 and (body[0] & 15) == 8 and (body[0] * 256 + body[1]) % 31 == 0
            body = _inflated(body, zlib.MAX_WBITS if zlib_head else -zlib.MAX_WBITS, name)
        elif coding in UNPACKERS and not _readable(body):
            body = UNPACKERS[coding](body, name)
    if len(body) > LARGEST_PAGE:
        raise GolosaError("{name}: the page is larger than {largest_page} bytes", name=name, largest_page=LARGEST_PAGE)
    return body


def _readable(body: bytes) -> bool:
    """Whether a body is text already."""
    return body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<", b"{", b"["))


def _from_brotli(body: bytes, name: str) -> bytes:
    try:
        import brotli
    except ImportError as error:
        raise _needs("br", name) from error
    packer, out, place = brotli.Decompressor(), bytearray(), 0
    try:
        while not packer.is_finished() and (place < len(body) or not packer.can_accept_more_data()):
            taken = body[place : place + _CHUNK] if packer.can_accept_more_data() else b""
            place += len(taken)
            out += packer.process(taken, output_buffer_limit=_CHUNK)
            _require_page(out, name)
    except brotli.error as error:
        raise GolosaError("{name}: its body is damaged: {error}", name=name, error=error) from error
    if not packer.is_finished():
        raise GolosaError("{name}: its body is cut off", name=name)
    return bytes(out)


def _from_zstd(body: bytes, name: str) -> bytes:
    try:
        import zstandard
    except ImportError as error:
        raise _needs("zstd", name) from error
    packer, out = zstandard.ZstdDecompressor().decompressobj(), bytearray()
    try:
        for start in range(0, len(body), _LITTLE):
            if packer.eof:
                break
            out += packer.decompress(body[start : start + _LITTLE])
            _require_page(out, name)
    except zstandard.ZstdError as error:
        raise GolosaError("{name}: its body is damaged: {error}", name=name, error=error) from error
    if not packer.eof:
        raise GolosaError("{name}: its body is cut off", name=name)
    return bytes(out)


#: Packings of which a library of its own is needed.
UNPACKERS: Mapping[str, Callable[[bytes, str], bytes]] = {"br": _from_brotli, "zstd": _from_zstd}


def _needs(coding: str, name: str) -> GolosaError:
    return GolosaError(
        "{name}: packed with {coding}: install golosa[warc] to read it, or save the page as HTML or MHTML",
        name=name,
        coding=coding,
    )


def _require_page(out: bytearray, name: str) -> None:
    if len(out) > LARGEST_PAGE:
        raise GolosaError("{name}: the page is larger than {largest_page} bytes", name=name, largest_page=LARGEST_PAGE)


def _inflated(body: bytes, window: int, name: str) -> bytes:
    packer = zlib.decompressobj(window)
    out = bytearray()
    try:
        for start in range(0, len(body), _CHUNK):
            rest = body[start : start + _CHUNK]
            while rest:
                out += packer.decompress(rest, _CHUNK)
                rest = packer.unconsumed_tail
                _require_page(out, name)
        out += packer.flush()
    except zlib.error as error:
        raise GolosaError("{name}: its body is damaged: {error}", name=name, error=error) from error
    if not packer.eof:
        raise GolosaError("{name}: its body is cut off", name=name)
    return bytes(out)
