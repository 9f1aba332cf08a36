"""The knobs of a rule set that hosts change most, as fields of a form. The others are changed in a rule set's file.

Knows the knobs' names and kinds; what they mean in words stands in the desk's words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct, structs

from engine.rules import Rules
from golosa.errors import GolosaError

#: Knob -> how it is asked: "text", "time", "number", "yes", or the values to choose from.
KNOBS: Mapping[str, str | tuple[str, ...]] = {
    "day.starts": "time",
    "day.ends": "time",
    "votes.colour": "text",
    "votes.self_vote": "yes",
    "votes.edits": ("last-edited", "forbidden", "last-post"),
    "deciding.rule": ("plurality", "majority", "voters-majority"),
    "deciding.hammer": "yes",
    "tie.steps": ("overtime, lot", "lot", "nobody", "all", "earlier-last-vote", "revote, nobody", "host"),
    "tie.overtime_minutes": "number",
    "missed.rule": ("none", "lot", "penalty", "out"),
    "night.until": "text",
    "night.doctor_result": ("private", "public"),
    "night.reveal": ("role", "team", "none"),
}
PREFIX = "knob."


class Field(Struct, frozen=True):
    """A knob as a field: its name, how it is asked, and its value as text."""

    knob: str
    kind: str
    value: str
    choices: tuple[str, ...] = ()


def fields(rules: Rules) -> tuple[Field, ...]:
    """The knobs of a rule set with their values."""
    found = []
    for knob, kind in KNOBS.items():
        value = _text(_value(rules, knob))
        if isinstance(kind, tuple):
            found.append(Field(knob, "choice", value, tuple(dict.fromkeys((*kind, value)))))
        else:
            found.append(Field(knob, kind, value))
    return tuple(found)


def given(rules: Rules, text: Callable[[str], str]) -> tuple[Field, ...]:
    """The knobs with the values that a form holds (`text` gives a field's value by its name)."""
    return tuple(structs.replace(field, value=_given(field, text)) for field in fields(rules))


def changed(rules: Rules, text: Callable[[str], str]) -> dict[str, Any]:
    """The knobs whose fields (`text` gives a field's value by its name) say something else than the rule set.

    Raises GolosaError for a number that is none.
    """
    found: dict[str, Any] = {}
    for field in fields(rules):
        given = _given(field, text)
        if given and given != field.value:
            found[field.knob] = _parsed(field, given, _value(rules, field.knob))
    return found


def _given(field: Field, text: Callable[[str], str]) -> str:
    found = text(PREFIX + field.knob)
    return ("true" if found else "false") if field.kind == "yes" else found


def _value(rules: Rules, knob: str) -> Any:
    table, _, key = knob.partition(".")
    return msgspec.to_builtins(getattr(getattr(rules, table), key))


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _parsed(field: Field, given: str, now: Any) -> Any:
    if field.kind == "yes":
        return given == "true"
    if isinstance(now, list | tuple):
        return [part.strip() for part in given.split(",") if part.strip()]
    if field.kind == "number":
        if not (given.isascii() and given.isdigit()):
            raise GolosaError(f"{field.knob}: {given!r} is no whole number")
        return int(given)
    return given
