"""A rule set as a host reads it: its TOML with what each key means.

The meaning of a key stands in one place, beside its field in `engine.rules` and `engine.roles`; it is read from there.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from engine import roles, rules
from engine.roles import Ability

TABLES: dict[str, type[Struct]] = {
    "": rules.Rules,
    "votes": rules.Votes,
    "day": rules.DayRules,
    "tie": rules.TieRules,
    "names": rules.NameRules,
    "deciding": rules.Deciding,
    "missed": rules.MissedRules,
    "changes": rules.ChangeRules,
    "changes.stages": rules.ChangeStage,
    "night": rules.NightRules,
    "health": rules.HealthRules,
    "team": roles.Team,
    "role": roles.Role,
    "succession": roles.Succession,
    "victory": roles.Victory,
    "announce": roles.Announce,
}
ABILITIES: dict[str, type[Ability]] = {
    kind.__struct_config__.tag: kind  # type: ignore[misc]
    for kind in Ability.__subclasses__()
}
ABILITY_TABLE = "role.ability"

#: The tables of a rule set that hold knobs by dotted name; the others are lists of roles and the like.
KNOB_TABLES = ("votes", "names", "day", "deciding", "tie", "missed", "changes", "changes.stages", "night", "health")


class Knob(Struct, frozen=True):
    """One knob of a rule set."""

    name: str  #: dotted, as in `--set`
    says: str  #: what it means
    values: tuple[Any, ...]  #: a closed set of values, or of members where it is a list; () where anything fits
    default: Any
    many: bool  #: a list
    kind: str  #: "text", "number", "yes or no" …: what fits it


_FIELD = re.compile(r"^    (\w+): .*?#: (.+)$", re.M)
_MEMBER = re.compile(r'^    [A-Z_]+ = "([^"]+)"  #: (.+)$', re.M)
_HEADER = re.compile(r"^\[\[?([\w.]+)\]\]?\s*$")
_KEY = re.compile(r"^(\w+) = ")
_KIND = re.compile(r'^kind = "(\w+)"', re.M)


def comments(kind: type[Struct]) -> dict[str, str]:
    """What each key of a table means, by the key's name in TOML."""
    said: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, Struct) and base is not Struct:
            said.update(_FIELD.findall(inspect.getsource(base)))
    fields = [field for field in msgspec.structs.fields(kind) if field.name in said]
    return {field.encode_name: said[field.name] + _choices(field.type) for field in fields}


def _choices(kind: Any) -> str:
    """The values of a closed set, as TOML writes them."""
    values = [value for part in (kind, *get_args(kind)) for value in _members(part)]
    return f": {', '.join(toml_value(value) for value in dict.fromkeys(values))}" if values else ""


def _members(kind: Any) -> tuple[Any, ...]:
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(kind) if isinstance(kind, type) and issubclass(kind, StrEnum) else ()


def meaning(kind: type[Struct]) -> str:
    """What a table is, from its docstring."""
    return " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())


def annotated(toml: str) -> str:
    """The TOML of a rule set with a comment above each key where it first stands; single tables name the keys that
    they leave out, with their defaults."""
    seen: set[tuple[str, str]] = set()
    return "\n".join(line for block in _blocks(toml) for line in _annotated(block, seen)) + "\n"


def _blocks(toml: str) -> Iterator[list[str]]:
    """The tables, each with its header."""
    block: list[str] = []
    for line in toml.rstrip().splitlines():
        if _HEADER.match(line) and block:
            yield block
            block = []
        block.append(line)
    yield block


def _annotated(block: list[str], seen: set[tuple[str, str]]) -> Iterator[str]:
    header = _HEADER.match(block[0])
    table = header[1] if header else ""
    kind = _struct(table, "\n".join(block))
    told = comments(kind) if kind else {}
    label = kind.__name__ if kind else ""
    if header and kind and (label, "") not in seen:
        seen.add((label, ""))
        yield f"# {meaning(kind)}"
    while block and not block[-1].strip():
        block.pop()
    for line in block:
        key = _KEY.match(line)
        if key and key[1] in told and (label, key[1]) not in seen:
            seen.add((label, key[1]))
            yield f"# {told[key[1]]}"
        yield line
    if header and kind and not block[0].startswith("[["):
        yield from _left_out(kind, told, block)
    yield ""


def _struct(table: str, block: str) -> type[Struct] | None:
    if table != ABILITY_TABLE:
        return TABLES.get(table)
    kind = _KIND.search(block)
    return ABILITIES.get(kind[1]) if kind else None


def _left_out(kind: type[Struct], told: dict[str, str], block: list[str]) -> Iterator[str]:
    written = {key[1] for line in block if (key := _KEY.match(line))}
    for field in msgspec.structs.fields(kind):
        if field.encode_name in written or field.encode_name not in told:
            continue
        yield f"# {told[field.encode_name]} (not written here: the default)"
        yield f"# {field.encode_name} = {toml_value(field.default)}"


def toml_value(value: Any) -> str:
    """A knob's default as TOML writes it; text, numbers, truths and lists of them are all there are."""
    return msgspec.json.encode(value).decode().replace(",", ", ")


@cache
def knobs() -> tuple[Knob, ...]:
    """Every knob by dotted name, in the order of the tables."""
    return tuple(
        _knob(f"{table}.{field.encode_name}", told[field.name], field)
        for table in KNOB_TABLES
        for told in (_told(TABLES[table]),)
        for field in msgspec.structs.fields(TABLES[table])
    )


def _told(kind: type[Struct]) -> dict[str, str]:
    return dict(_FIELD.findall(inspect.getsource(kind)))


def _knob(name: str, says: str, field: msgspec.structs.FieldInfo) -> Knob:
    members = get_args(field.type) if get_origin(field.type) is tuple else ()
    kind = members[0] if members else field.type
    values = tuple(dict.fromkeys(value for part in (kind, *get_args(kind)) for value in _members(part)))
    if kind is bool:
        values = (True, False)
    default = None if field.default is msgspec.NODEFAULT else field.default
    return Knob(name, says, values, default, bool(members), _kind(kind))


def _kind(kind: Any) -> str:
    """What fits a knob, in words."""
    if get_origin(kind) in (Union, UnionType):
        parts = dict.fromkeys(_kind(part) for part in get_args(kind))
        return " or ".join(part for part in parts if part)
    if kind is bool:
        return "yes or no"
    if kind in (int, float):
        return "number"
    return "table" if isinstance(kind, type) and issubclass(kind, Struct) else "text" if kind is str else ""


def members(knob: Knob) -> dict[Any, str]:
    """What each value of a closed set means, where it says so beside it."""
    kinds = {type(value) for value in knob.values if isinstance(value, StrEnum)}
    return {kind(value): says for kind in kinds for value, says in _MEMBER.findall(inspect.getsource(kind))}
