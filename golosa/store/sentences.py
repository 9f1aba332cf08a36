"""Sentences in the store: kept with what they were made of, so that they can be told in any language later."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from engine.telling import Told

_BEGINS = '{"told":'


def kept(text: str | None) -> str | None:
    """A sentence as the store keeps it: JSON; any other text as it is."""
    return msgspec.json.encode(_parts(text)).decode() if isinstance(text, Told) else text


def read(text: str | None) -> str | None:
    """What the store has kept: a `Told`, or a text as it was."""
    if text is None or not text.startswith(_BEGINS):
        return text
    try:
        found: str = _whole(msgspec.json.decode(text))
    except (msgspec.DecodeError, LookupError, TypeError, ValueError):
        return text  # a text that only begins so
    return found


def _parts(value: object) -> object:
    if isinstance(value, Told):
        return {"told": value.template, "values": {name: _parts(part) for name, part in value.values.items()}}
    return {"at": value.isoformat()} if isinstance(value, datetime) else value


def _whole(value: Any) -> Any:
    if isinstance(value, dict) and "told" in value:
        return Told(value["told"], **{name: _whole(part) for name, part in value["values"].items()})
    return datetime.fromisoformat(value["at"]) if isinstance(value, dict) else value
