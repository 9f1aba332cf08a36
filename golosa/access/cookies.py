"""A browser's cookies.txt (Netscape's format). Knows the file; its values are secrets and stand in no message."""

from __future__ import annotations

import stat
from pathlib import Path
from urllib.parse import urlsplit

from golosa.errors import GolosaError, Told
from scraper.member import Kept

_HTTP_ONLY = "#HttpOnly_"
_FIELDS = 7
_SENDS = Told('export them with an add-on that writes the "Netscape" format')


def cookies_for(path: Path, url: str) -> tuple[Kept, ...]:
    """The cookies in the file that a browser would send to `url`.

    Raises GolosaError naming file and line where it is no such file, or where nothing in it is for that host.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise GolosaError("{path}: cannot be read as a cookies.txt: {advice}", path=path, advice=_SENDS) from None
    host = urlsplit(url).hostname or ""
    found = [_kept(line, f"{path}: line {number}") for number, line in enumerate(lines, start=1) if _is_cookie(line)]
    fitting = tuple(kept for kept in found if _is_for(kept.domain, host))
    if not fitting:
        raise GolosaError(
            "{path}: no cookies for {host} in it: log in there with the browser and export them again",
            path=path,
            host=host,
        )
    return fitting


def readable_by_others(path: Path) -> bool:
    """Whether other people on this machine can read the file."""
    return bool(stat.S_IMODE(path.stat().st_mode) & 0o077)


def _is_cookie(line: str) -> bool:
    return bool(line.strip()) and (line.startswith(_HTTP_ONLY) or not line.startswith("#"))


def _kept(line: str, where: str) -> Kept:
    fields = line.removeprefix(_HTTP_ONLY).split("\t")
    if len(fields) == _FIELDS - 1:
        fields.append("")  # a value may be empty, and editors take blanks at the end of a line away
    if len(fields) != _FIELDS:
        raise GolosaError(
            "{where}: is no cookie in Netscape's format (seven fields with tabs between): {advice}",
            where=where,
            advice=_SENDS,
        )
    domain, _, path, secure, expires, name, value = fields
    try:
        until = int(float(expires or 0))
    except ValueError:
        raise GolosaError("{where}: the fifth field is no time: {advice}", where=where, advice=_SENDS) from None
    return Kept(name, value, domain, path or "/", secure.upper() == "TRUE", until or None)


def _is_for(domain: str, host: str) -> bool:
    bare = domain.lstrip(".").lower()
    return host == bare or (host.endswith("." + bare) and domain.startswith("."))
