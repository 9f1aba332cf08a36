"""A page saved as one file of its own: HTML or JSON, alone or with a folder beside it, or Safari's webarchive."""

from __future__ import annotations

import plistlib
from typing import Any

from forums.decode import decode
from forums.origin import origin_of
from golosa.captures.capture import Capture, Captures, address, unpacked
from golosa.errors import GolosaError


def captures(content: bytes, name: str) -> Captures:
    """The one page of the file. Raises GolosaError where it is damaged or too large."""
    if content.startswith(b"bplist00"):
        return Captures((_of_safari(content, name),))
    body = unpacked(content, "gzip", name)
    told = origin_of(decode(body).text)
    url = address(told.url, name) if told.url is not None else None
    return Captures((Capture(content=body, name=name, url=url, seen_at=told.saved_at),))


def _of_safari(content: bytes, name: str) -> Capture:
    """Safari's webarchive: a property list that tells address and encoding, but no time."""
    try:
        main: Any = plistlib.loads(content, fmt=plistlib.FMT_BINARY)["WebMainResource"]
        body, encoding = main["WebResourceData"], main.get("WebResourceTextEncodingName")
        url = main.get("WebResourceURL")
        assert isinstance(body, bytes)
    except (plistlib.InvalidFileException, KeyError, TypeError, AssertionError, ValueError) as error:
        raise GolosaError("{name}: a damaged webarchive, or one without a page", name=name) from error
    headers = {"content-type": f"text/html; charset={encoding}"} if isinstance(encoding, str) else {}
    known = address(url, name) if isinstance(url, str) else None
    return Capture(content=unpacked(body, "", name), name=name, url=known, headers=headers)
