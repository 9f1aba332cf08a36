"""The settings of a game that stand in game.toml, as fields of a form; the rules' knobs are `houserules`' business.

Knows the tables and their keys; what they mean in words stands in the desk's words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, structs

from golosa.desk.typed import number_of
from golosa.errors import GolosaError
from golosa.folder.config import Config

#: Table -> key -> how it is asked: "text", "zone", "number", "yes", "lines", "pairs" (lines of `name = value`), or the
#: values to choose from.
SETTINGS: Mapping[str, Mapping[str, str | tuple[str, ...]]] = {
    "game": {
        "title": "text",
        "hosts": "lines",
        "lang": ("ru", "en"),
        "zone": "zone",
        "count_form": ("", "standard", "compact", "long"),
        "longest_post": "number",
    },
    "forum": {
        "zone": "zone",
        "edit_zone": "zone",
        "date_formats": "lines",
        "day_first": ("", "true", "false"),
        "posts_per_page": "number",
        "colours": "pairs",
        "quotes": "lines",
        "dropped": "lines",
        "spoilers": "lines",
        "vote_tags": "lines",
        "selectors": "pairs",
        "login": "text",
    },
    "public": {"delay_minutes": "number", "hide_until_end": "yes"},
    "publish": {"to": "text"},
    "watch": {
        "poll_minutes": "number",
        "last_minutes": "number",
        "last_poll_minutes": "number",
        "sweep_minutes": "number",
        "remind_minutes": "number",
        "draw": "yes",
        "notify": "lines",
    },
}
#: Settings that only the host may see: whoever has such an address may write to his phone.
SECRET = ("watch.notify",)


class Field(Struct, frozen=True):
    """A setting as a field: its name, how it is asked, and its value as text."""

    name: str  #: with the table: "watch.draw"
    kind: str
    value: str
    choices: tuple[str, ...] = ()


def fields(config: Config, table: str, *, secrets: bool) -> tuple[Field, ...]:
    """The settings of a table with their values; without those that are not in sight."""
    found = []
    for key, kind in SETTINGS[table].items():
        name, value = f"{table}.{key}", _text(getattr(getattr(config, table), key))
        if isinstance(kind, tuple):
            found.append(Field(name, "choice", value, kind))
        elif secrets or name not in SECRET:
            found.append(Field(name, kind, value))
    return tuple(found)


def changed(config: Config, table: str, text: Callable[[str], str], *, secrets: bool) -> dict[str, Any]:
    """The keys of a table whose fields say something else than the file; None: taken out. `text` gives a field's value
    by its name. Raises GolosaError for a number that is none."""
    found: dict[str, Any] = {}
    for field in fields(config, table, secrets=secrets):
        given = ("true" if text(field.name) else "false") if field.kind == "yes" else _tidy(text(field.name), field)
        if given != field.value:
            found[field.name.partition(".")[2]] = _parsed(field, given)
    return found


def _tidy(given: str, field: Field) -> str:
    """The text without blank lines and line ends of a browser's."""
    if field.kind not in ("lines", "pairs"):
        return given
    return "\n".join(line.strip() for line in given.splitlines() if line.strip())


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "\n".join(map(str, value))
    if isinstance(value, Struct):
        value = {name: told for name, told in structs.asdict(value).items() if told is not None}
    if isinstance(value, Mapping):
        return "\n".join(f"{name} = {told}" for name, told in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)


def _parsed(field: Field, given: str) -> Any:
    if field.kind == "lines":
        return given.splitlines()
    if field.kind == "pairs":
        return dict(_pair(field, line) for line in given.splitlines()) or None
    if field.kind == "yes" or field.choices[1:] == ("true", "false"):
        return given == "true" if given else None
    if field.kind != "number" or not given:
        return given or None
    try:
        return number_of(given)
    except ValueError as error:
        raise GolosaError("{name}: {given!r} is no number", name=field.name, given=given) from error


def _pair(field: Field, line: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in line.partition("="))
    if not (name and equals and value):
        raise GolosaError("{name}: {line!r} is not of the form name = value", name=field.name, line=line)
    return name, value
