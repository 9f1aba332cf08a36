"""The knobs of a rule set as fields of a form: first those that hosts change most, then all others that are no tables.

Knows the knobs' names and kinds; what they mean in words stands in the desk's words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, structs

from engine.rules import Rules
from golosa.desk.typed import number_of
from golosa.errors import GolosaError
from golosa.rulebook import knobs

#: Knob -> how it is asked: "text", "time", "number", "yes", or the values to choose from.
Kinds = Mapping[str, str | tuple[str, ...]]
KNOBS: Kinds = {
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
#: A list of tables: what stands in it is changed in a rule set's file.
TABLES = ("changes.stages",)
PREFIX, SHOWN = "knob.", "shown."


class Field(Struct, frozen=True):
    """A knob as a field: its name, how it is asked, and its value as text."""

    knob: str
    kind: str
    value: str
    choices: tuple[str, ...] = ()
    many: bool = False  #: a list, with commas between


@cache
def others() -> Kinds:
    """The knobs that are asked for less often, in the order of the rule sets."""
    return {
        knob.name: _kind(knob) for knob in knobs.knobs() if knob.name not in KNOBS and not knob.name.startswith(TABLES)
    }


def _kind(knob: knobs.Knob) -> str | tuple[str, ...]:
    if knob.kind == "yes or no":
        return "yes"
    if knob.kind == "number":
        return "text" if knob.values or knob.many else "number"
    return "text" if knob.many or not knob.values else tuple(map(str, knob.values))


def fields(rules: Rules, asked: Kinds = KNOBS) -> tuple[Field, ...]:
    """The knobs of a rule set with their values; without those of a part that it does not have."""
    found = []
    for knob, kind in asked.items():
        if getattr(rules, knob.partition(".")[0]) is None:
            continue
        value, many = _text(_value(rules, knob)), isinstance(_value(rules, knob), list | tuple)
        if isinstance(kind, tuple):
            found.append(Field(knob, "choice", value, tuple(dict.fromkeys((*kind, value)))))
        else:
            found.append(Field(knob, kind, value, many=many))
    return tuple(found)


def given(rules: Rules, text: Callable[[str], str], asked: Kinds = KNOBS) -> tuple[Field, ...]:
    """The knobs with the values that a form holds (`text` gives a field's value by its name)."""
    return tuple(structs.replace(field, value=_given(field, text)) for field in fields(rules, asked))


def changed(rules: Rules, text: Callable[[str], str]) -> dict[str, Any]:
    """The knobs whose fields (`text` gives a field's value by its name) say something else than the rule set.

    Raises GolosaError for a number that is none.
    """
    found: dict[str, Any] = {}
    for field in _every(rules):
        told = _given(field, text)
        if told != field.value:
            found[field.knob] = _parsed(field, told, _value(rules, field.knob))
    return found


def _every(rules: Rules) -> Iterable[Field]:
    return (*fields(rules), *fields(rules, others()))


def _given(field: Field, text: Callable[[str], str]) -> str:
    """What the form says. What it did not show stays as it is; so does what was left empty, unless it is a list."""
    told = text(PREFIX + field.knob)
    if field.kind == "yes":
        told = "true" if told else "false"
    if not text(SHOWN + field.knob) and told in ("", "false"):
        return field.value
    return told if told or field.many else field.value


def _value(rules: Rules, knob: str) -> Any:
    table, _, key = knob.partition(".")
    return msgspec.to_builtins(getattr(getattr(rules, table), key))


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def _parsed(field: Field, given: str, now: Any) -> Any:
    if field.kind == "yes":
        return given == "true"
    if isinstance(now, list | tuple):
        parts = [part.strip() for part in given.split(",") if part.strip()]
        return [_number(field, part) for part in parts] if now and not isinstance(now[0], str) else parts
    if field.kind == "number":
        return _number(field, given)
    return int(given) if field.knob.endswith((".limit", ".changes")) and given.isascii() and given.isdigit() else given


def _number(field: Field, text: str) -> int | float:
    try:
        return number_of(text)
    except ValueError as error:
        raise GolosaError("{knob}: {given!r} is no number", knob=field.knob, given=text) from error
