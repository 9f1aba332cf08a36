"""Rule sets from TOML: the shipped ones by name, a host's own by path, single knobs changed by dotted name.

Resolves names of colours; checks types and unknown keys. Knows no rule.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from engine.rules import Rules
from forums.colour import css_colour
from golosa.errors import GolosaError


def shipped() -> tuple[str, ...]:
    """Names of the rule sets that come with the program, in alphabetical order."""
    files = resources.files("engine.rulesets").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


def text_of(name_or_path: str) -> tuple[str, str]:
    """The TOML text of a rule set and where it stands, for messages. Raises GolosaError where there is none."""
    if name_or_path in shipped():
        file = resources.files("engine.rulesets") / f"{name_or_path}.toml"
        return file.read_text(encoding="utf-8"), name_or_path
    path = Path(name_or_path)
    if not path.is_file():
        raise GolosaError(f"no rule set {name_or_path!r}: take one of {', '.join(shipped())} or the path of a TOML file")
    return path.read_text(encoding="utf-8"), str(path)


def parse_setting(text: str) -> tuple[str, Any]:
    """`KNOB=VALUE` as a dotted knob and a TOML value; a bare word is a string. Raises GolosaError without `=`."""
    knob, sign, value = text.partition("=")
    if not sign or not knob.strip():
        raise GolosaError(f"--set {text!r}: write KNOB=VALUE, for example votes.self_vote=true")
    try:
        return knob.strip(), tomllib.loads(f"value = {value.strip()}")["value"]
    except tomllib.TOMLDecodeError:
        return knob.strip(), value.strip()


def load(name_or_path: str, set_: Mapping[str, Any] | None = None) -> Rules:
    """The rule set of that name or file, with the knobs of `set_` (dotted names) changed.

    Raises GolosaError naming file, key and what was expected for unknown keys, wrong types and unknown colours.
    """
    text, where = text_of(name_or_path)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GolosaError(f"{where}: not valid TOML: {error}") from error
    for knob, value in (set_ or {}).items():
        _put(document, knob, value)
    _resolve_colours(document, where)
    try:
        return msgspec.convert(document, Rules)
    except msgspec.ValidationError as error:
        raise GolosaError(f"{where}: {explained(error)}") from error


def explained(error: msgspec.ValidationError) -> str:
    """A message of msgspec with the key first: `votes.edits: invalid enum value 'x'`."""
    message, _, path = str(error).partition(" - at `$")
    key = path.rstrip("`").lstrip(".")
    message = message[:1].lower() + message[1:]
    return f"{key}: {message}" if key else message


def _put(document: dict[str, Any], knob: str, value: Any) -> None:
    *tables, key = knob.split(".")
    place = document
    for table in tables:
        inner = place.setdefault(table, {})
        if not isinstance(inner, dict):
            raise GolosaError(f"{knob}: {table} is not a table of knobs")
        place = inner
    place[key] = value


def _resolve_colours(document: dict[str, Any], where: str) -> None:
    votes = document.get("votes")
    colours = votes.get("colour") if isinstance(votes, dict) else None
    if not isinstance(votes, dict) or colours is None:
        return
    if isinstance(colours, str):
        colours = [colours]
    resolved = []
    for colour in colours:
        shown = css_colour(colour) if isinstance(colour, str) else None
        if shown is None:
            raise GolosaError(f"{where}: votes.colour: {colour!r} is no CSS colour")
        resolved.append(shown)
    votes["colour"] = resolved
