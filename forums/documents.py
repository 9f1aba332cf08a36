"""JSON on forum pages: a whole answer, or the object that a page holds for its own script. Knows no forum."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from forums.pages import PageError
from forums.sheet import Sheet


def is_json(sheet: Sheet) -> bool:
    """Whether the page is JSON by itself."""
    return sheet.text.lstrip().startswith(("{", "["))


def decoded(text: str, sheet: Sheet) -> Any:
    """What JSON says. Raises PageError where it was cut off or damaged."""
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"))
    except msgspec.DecodeError as error:
        raise PageError("{name}: the JSON was cut off or damaged: {error}", name=sheet.name, error=error) from error


def mapping(value: Any) -> Mapping[str, Any]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def listed(value: Any) -> list[Mapping[str, Any]]:
    """The objects in a list; none for anything else."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def posts_in(value: Any, sheet: Sheet) -> list[Mapping[str, Any]]:
    """The objects in a list of posts; none where it is no list. Raises PageError where something else is among them."""
    told = value if isinstance(value, list) else []
    found = listed(told)
    if len(found) != len(told):
        raise PageError("{name}: a post in the JSON is damaged", name=sheet.name)
    return found


def embedded(sheet: Sheet, mark: str, start: int = 0) -> Mapping[str, Any]:
    """The object that stands behind `mark` in a script of the page; empty where there is none.

    Raises PageError where it is there but was cut off or damaged.
    """
    place = sheet.text.find(mark, start)
    opening = sheet.text.find("{", place + len(mark)) if place >= 0 else -1
    if opening < 0:
        return {}
    try:
        found, _ = json.JSONDecoder().raw_decode(sheet.text, opening)
    except ValueError as error:
        raise PageError("{name}: the JSON was cut off or damaged: {error}", name=sheet.name, error=error) from error
    return mapping(found)


def whole(value: Any) -> int | None:
    """A whole number told as a number or as digits; None for anything else."""
    if isinstance(value, bool) or value is None:
        return None
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() else None


def ident(value: Any) -> str | None:
    """An id told as a number or as digits; None for anything else."""
    number = whole(value)
    return None if number is None else str(number)


def text_or_none(value: Any) -> str | None:
    """A text that is not empty; None for anything else."""
    return value if isinstance(value, str) and value.strip() else None
