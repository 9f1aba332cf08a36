"""HAR 1.2: what a browser's network panel exports. Only documents that may be pages are taken out of it."""

from __future__ import annotations

import base64
import binascii
import re
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct, field

from golosa.captures.capture import LARGEST_PAGE, PAGES, Capture, Captures, address, http_date, iso_moment, unpacked
from golosa.errors import GolosaError

_HAR = re.compile(rb'\s*\{\s*"log"\s*:')
#: Answers with a body that is the thread's; walls and redirections are none.
_WHOLE = (200, 203, 304)


class _Header(Struct):
    name: str
    value: str


class _Content(Struct, rename="camel"):
    mime_type: str = ""
    text: str | None = None
    encoding: str | None = None
    size: float = 0


class _Request(Struct):
    url: str
    method: str


class _Response(Struct):
    status: int
    content: _Content
    headers: list[_Header] = []


class _Entry(Struct):
    request: _Request
    response: _Response
    started: str = field(name="startedDateTime")
    time: float | None = None  #: milliseconds


class _Log(Struct):
    entries: list[_Entry]


class _File(Struct):
    log: _Log


def is_har(head: bytes) -> bool:
    """Whether a file begins as a HAR does."""
    return _HAR.match(head.removeprefix(b"\xef\xbb\xbf")) is not None


def captures(content: bytes, name: str) -> Captures:
    """The documents in the file, in its order. Raises GolosaError where it is damaged."""
    try:
        entries = msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"), type=_File).log.entries
    except (msgspec.DecodeError, UnicodeDecodeError) as error:  # the latter from msgspec before 0.23
        raise GolosaError("{name}: a damaged HAR file: {error}", name=name, error=error) from error
    pages, missing = [], []
    for entry in filter(_may_be_page, entries):
        url = address(entry.request.url, name)
        if url is None:
            continue
        if entry.response.content.text:
            pages.append(_page(entry, f"{name}: {url}"))
        else:
            missing.append(url)
    return Captures(tuple(pages), archive=True, missing=tuple(missing))


def _may_be_page(entry: _Entry) -> bool:
    """Whether a browser asked for a document, and got one."""
    kind = entry.response.content.mime_type
    text = (entry.response.content.text or "").lstrip()
    document = kind.startswith(PAGES) or (not kind and text.startswith(("<", "{")))
    return entry.request.method == "GET" and entry.response.status in _WHOLE and document


def _page(entry: _Entry, name: str) -> Capture:
    headers = {header.name.lower(): header.value for header in entry.response.headers}
    body = _body(entry.response.content, name)
    asked, seen = _moments(entry, headers, name)
    return Capture(
        content=unpacked(body, headers.get("content-encoding", ""), name),
        name=name,
        url=entry.request.url,
        headers={"content-type": headers["content-type"]} if "content-type" in headers else {},
        status=entry.response.status,
        asked_at=asked,
        seen_at=seen,
    )


def _body(content: _Content, name: str) -> bytes:
    text = content.text or ""
    if len(text) > 2 * LARGEST_PAGE:
        raise GolosaError("{name}: the page is larger than {largest_page} bytes", name=name, largest_page=LARGEST_PAGE)
    if content.encoding is None or content.encoding == "":
        return text.encode("utf-8", "replace")
    if content.encoding != "base64":
        raise GolosaError(
            "{name}: its body is written in {encoding}, which is not known here", name=name, encoding=content.encoding
        )
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise GolosaError("{name}: its body is damaged: {error}", name=name, error=error) from error


def _moments(entry: _Entry, headers: dict[str, str], name: str) -> tuple[datetime, datetime]:
    """When the page was asked for and made: by the forum's clock where its answer tells, else by the browser's.

    A page that came out of a cache tells when it was made, not when the browser showed it again.
    """
    made = http_date(headers)
    try:
        took = timedelta(milliseconds=max(entry.time or 0.0, 0.0))
        if made is not None:
            return made - took, made
        asked = iso_moment(entry.started, f"{name}: startedDateTime")
        return asked, asked + took
    except OverflowError as error:
        raise GolosaError("{where}: {said!r} is no time", where=f"{name}: time", said=entry.time) from error
