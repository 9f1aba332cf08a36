"""From plain tables (TOML) to checked values; a fault is told with its key, its place in a list, and what was expected.

Knows msgspec's messages; knows no file and no meaning of any key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from enum import Enum
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from golosa.errors import Told, ToldError

T = TypeVar("T", bound=Struct)

# Patterns as text, for `re` to compile at the first fault: most runs have none.
_AT = r"(?P<what>(?s:.*?))(?: - at `(?:\$\.?|key in \$\.?)(?P<place>(?s:.*))`)?"
_UNKNOWN = r"Object contains unknown field `((?s:.*))`"
_MISSING = r"Object missing required field `((?s:.*))`"
_TYPE = r"Expected `((?s:.*))`, got `((?s:.*))`"
_BOUND = r"Expected `(int|float)` (>=|<=) (.*)"
_BARE = r"[A-Za-z0-9_-]+"
_WORDS = {
    "str": "a text", "int": "a whole number", "float": "a number", "bool": "true or false", "array": "a list",
    "object": "a table", "null": "nothing", "datetime": "a time such as 2026-03-02T22:00:00+03:00",
}  # fmt: skip


class FaultError(ToldError):
    """What is wrong with the tables, in one line that begins with the key; `key` is empty for the whole of them."""

    def __init__(self, key: str, what: Told) -> None:
        super().__init__(Told("{key}: {what}", key=key, what=what))
        self.key, self.what = key, what


def checked(tables: Mapping[str, Any], type_: type[T]) -> T:
    """The tables as a value of `type_`. Raises FaultError."""
    try:
        return msgspec.convert(tables, type_)
    except msgspec.ValidationError as error:
        found = re.fullmatch(_AT, str(error))
        assert found is not None
        raise _fault(found["what"], _numbered(found["place"] or "", tables, type_), type_) from error


def _numbered(place: str, tables: Mapping[str, Any], type_: type[Struct]) -> str:
    """The place with the index of the first faulty element for each `[...]`: `player[3].name`."""
    key, dots, rest = place.partition("[...]")
    if not dots or "." in key:
        return place.replace("[...]", "[]")
    inner = _element(get_type_hints(type_)[_attribute(key, type_)])
    for index, element in enumerate(tables[key]):
        try:
            msgspec.convert(element, inner)
        except msgspec.ValidationError:
            here = rest.lstrip(".")
            if isinstance(inner, type) and issubclass(inner, Struct) and isinstance(element, Mapping):
                here = _numbered(here, element, inner)
            return f"{key}[{index}].{here}".rstrip(".")
    return place.replace("[...]", "[]")


def _attribute(key: str, type_: type[Struct]) -> str:
    encoded = dict(zip(type_.__struct_encode_fields__, type_.__struct_fields__, strict=True))
    return encoded[key]


def _element(hint: Any) -> Any:
    """The type of a list's elements."""
    return next(iter(get_args(hint)), Any)


def _fault(what: str, place: str, type_: type[Struct]) -> FaultError:
    """msgspec's message in this program's words."""
    if unknown := re.fullmatch(_UNKNOWN, what):
        known = ", ".join(_keys(place, type_))
        key = f"{place}.{written(unknown[1])}".lstrip(".")
        return FaultError(key, Told("unknown key; expected one of {known}", known=known))
    if missing := re.fullmatch(_MISSING, what):
        return FaultError(f"{place}.{missing[1]}".lstrip("."), Told("is missing"))
    return FaultError(place, _wrong_value(what, place, type_))


def _wrong_value(what: str, place: str, type_: type[Struct]) -> Told:
    if wrong := re.fullmatch(_TYPE, what):
        expected = [word for word in wrong[1].split(" | ") if word != "null"]
        return Told("expected {expected}, got {got}", expected=_any_of(expected), got=_kind(wrong[2]))
    if bound := re.fullmatch(_BOUND, what):
        expected_at = {"expected": _kind(bound[1]), "bound": float(bound[3])}
        if bound[2] == ">=":
            return Told("expected {expected} of at least {bound:g}", **expected_at)
        return Told("expected {expected} of at most {bound:g}", **expected_at)
    if what.startswith("Invalid enum value"):
        known = ", ".join(_choices(place, type_))
        return Told("expected one of {known}, got {got}", known=known, got=what.split("value ", 1)[1])
    if what in ("Invalid RFC3339 encoded datetime", "Expected `datetime` with a timezone component"):
        return Told("expected {expected}", expected=_kind("datetime"))
    return Told(f"{what[:1].lower()}{what[1:]}")


def written(key: str) -> str:
    """A key as TOML writes it: bare, or in quotes where it must be."""
    return key if re.fullmatch(_BARE, key) else json.dumps(key, ensure_ascii=False)


def _kind(name: str) -> Told:
    """A kind of value as people call it."""
    return Told(_WORDS.get(name, name))


def _any_of(names: Sequence[str]) -> Told:
    """Kinds of values, of which any will do."""
    first, *others = map(_kind, names)
    return Told("{one} or {other}", one=first, other=_any_of(names[1:])) if others else first


def _hint(place: str, type_: type[Struct]) -> Any:
    """The type that belongs at a place."""
    hint: Any = type_
    for step in re.findall(r"[^.\[\]]+", place):
        if step.isdigit():
            hint = _element(hint)
        elif isinstance(hint, type) and issubclass(hint, Struct):
            hint = get_type_hints(hint)[_attribute(step, hint)]
    return hint


def _keys(place: str, type_: type[Struct]) -> tuple[str, ...]:
    hint = _hint(place, type_)
    return tuple(hint.__struct_encode_fields__) if isinstance(hint, type) and issubclass(hint, Struct) else ()


def _choices(place: str, type_: type[Struct]) -> tuple[str, ...]:
    hint = _hint(place, type_)
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    words = [str(value) for part in parts if get_origin(part) is Literal for value in get_args(part)]
    words += [str(one.value) for part in parts if isinstance(part, type) and issubclass(part, Enum) for one in part]
    return (*words, *(_kind(part.__name__) for part in parts if part in (int, float)))
