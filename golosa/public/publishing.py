"""`[publish]`: the public files put into a bucket (S3 or what speaks like it), only those that changed, in order.

Knows files and a bucket. Keys come from the environment (AWS_ACCESS_KEY_ID …) and are never kept, told or logged.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct

from golosa.errors import GolosaError
from golosa.public.files import KINDS, replace_all

if TYPE_CHECKING:
    from obstore.store import S3Store

RECORD = "published.json"
#: Style and script are asked for by their version; all else must be asked for again each time.
ASSETS, ASK_AGAIN = "public, max-age=300", "no-cache"
#: A watch waits for this in the middle of a day, so a bucket that is away may not hold it up for long.
TIMEOUT, RETRIES, RETRY_SECONDS = "5s", 1, 8


class Published(Struct, frozen=True):
    """`out/published.json`: what stands where, by the SHA-256 of each file."""

    to: str = ""
    files: dict[str, str] = {}


def publish(files: Mapping[str, bytes], to: str, out: Path) -> tuple[str, ...]:
    """Puts the files that changed since the last time to `to` ("s3://bucket/folder"), in the order of `files`; gives
    their names. `out` is the folder that remembers what is there.

    Raises GolosaError (exit status 3) where the bucket cannot be reached or refuses; what came through is remembered,
    so that the next time goes on from there.
    """
    there = dict(_record(out, to))
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    changed = [name for name in files if there.get(name) != sums[name]]
    if not changed:
        return ()
    store = _store(to)
    try:
        for name in changed:
            _put(store, name, files[name], to)
            there[name] = sums[name]
    finally:
        replace_all(out, {RECORD: msgspec.json.encode(Published(to, there))})
    return tuple(changed)


def _record(out: Path, to: str) -> Mapping[str, str]:
    try:
        record = msgspec.json.decode((out / RECORD).read_bytes(), type=Published)
    except (OSError, msgspec.DecodeError):
        return {}  # all is put again
    return record.files if record.to == to else {}


def _store(to: str) -> S3Store:
    if find_spec("obstore") is None:
        raise GolosaError("[publish] needs one more package: pip install 'golosa[publish]'")
    from obstore.exceptions import BaseError
    from obstore.store import S3Store

    options = {"timeout": TIMEOUT, "allow_http": os.environ.get("AWS_ALLOW_HTTP") == "true"}
    retrying = {"max_retries": RETRIES, "retry_timeout": timedelta(seconds=RETRY_SECONDS)}
    try:
        return S3Store.from_url(to, client_options=options, retry_config=retrying)  # type: ignore[arg-type]
    except BaseError as error:
        raise _failure(to, error) from error


def _put(store: S3Store, name: str, content: bytes, to: str) -> None:
    import obstore
    from obstore.exceptions import BaseError

    kind: dict[Literal["Content-Type", "Cache-Control"], str] = {
        "Content-Type": KINDS[Path(name).suffix],
        "Cache-Control": ASSETS if Path(name).suffix in (".css", ".js", ".svg") else ASK_AGAIN,
    }
    try:
        obstore.put(store, name, content, attributes=kind, use_multipart=False)  # type: ignore[arg-type]
    except (BaseError, OSError) as error:
        raise _failure(f"{to.rstrip('/')}/{name}", error) from error


def _failure(where: str, error: Exception) -> GolosaError:
    said = " ".join(str(error).split("Debug source")[0].split())[:300]
    return GolosaError("cannot put the players' page to {where}: {said}", 3, where=where, said=said)
