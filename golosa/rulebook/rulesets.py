"""Rule sets from TOML: the shipped ones by name, a host's own by path, with single knobs changed.

Resolves names of colours. Knows nothing of what the knobs do.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine import rulesets
from engine.game.checks import Problem, problems
from engine.rules import Rules
from forums.colour import css_colour
from golosa.checked import FaultError, checked
from golosa.errors import GolosaError, Told
from golosa.rulebook.walltimes import is_wall_time, is_zone

MOST_HOURS = 24 * 366
SHIPPED = Path(rulesets.__path__[0])
#: Rule sets as they were loaded, by name, text and settings: a game asks for its own again and again.
_LOADED: dict[tuple[str, str, str], Rules] = {}
MOST_LOADED = 32


@cache
def shipped() -> tuple[str, ...]:
    """The names of the rule sets that come with the program."""
    return tuple(
        sorted(entry.name.removesuffix(".toml") for entry in SHIPPED.iterdir() if entry.name.endswith(".toml"))
    )


def text(name_or_path: str) -> str:
    """The TOML of a shipped rule set, or of the file at that path. Raises GolosaError where there is none."""
    if name_or_path in shipped():
        return _shipped(name_or_path)
    try:
        return Path(name_or_path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        known = ", ".join(shipped())
        raise GolosaError(
            "there is no rule set {name!r}: name one of {known}, or a TOML file that can be read",
            name=name_or_path,
            known=known,
        ) from error


@cache
def _shipped(name: str) -> str:
    return SHIPPED.joinpath(f"{name}.toml").read_text(encoding="utf-8")


def load(name_or_path: str, set_: Mapping[str, object] | None = None) -> Rules:
    """The rule set `name_or_path` with the knobs of `set_` (dotted name → value) changed.

    Raises GolosaError that names the file, the key and what was expected.
    """
    source, settings = text(name_or_path), dict(set_ or {})
    asked = name_or_path, source, repr(settings)  # which tells `1` from `true`, as equality does not
    if asked not in _LOADED:
        if len(_LOADED) >= MOST_LOADED:
            _LOADED.clear()
        _LOADED[asked] = _read(name_or_path, source, settings)
    return _LOADED[asked]


def _read(name_or_path: str, source: str, settings: Mapping[str, object]) -> Rules:
    tables = _parsed(name_or_path, source)
    for knob, value in settings.items():
        _change(tables, knob, value)
    tables.setdefault("name", Path(name_or_path).stem)
    knobs = ", ".join(settings)
    where = Told("{name} (with {knobs} set)", name=name_or_path, knobs=knobs) if settings else name_or_path
    _resolve_colours(tables, where)
    try:
        return checked(tables, Rules)
    except FaultError as error:
        raise GolosaError("{where}: {why}", where=where, why=error.told if error.key else error.what) from error


def playable(name_or_path: str, set_: Mapping[str, object] | None = None) -> Rules:
    """The rule set as `load` gives it, for a game: raises GolosaError too where its clock cannot be read."""
    rules = load(name_or_path, set_)
    for problem in _clock_faults(rules):
        raise GolosaError("{name}: {where}: {says}", name=name_or_path, where=problem.place, says=problem.says)
    return rules


def faults(rules: Rules) -> tuple[Problem, ...]:
    """Everything that is contradictory, undefined or unreadable in a rule set, with its place."""
    return (*problems(rules), *_clock_faults(rules))


def _clock_faults(rules: Rules) -> Iterator[Problem]:
    day, night = rules.day, rules.night
    for place, wall, host in (
        ("day.starts", day.starts, False),
        ("day.ends", day.ends, False),
        ("night.starts", night.starts, True),
        ("night.until", night.until, True),
    ):
        if is_wall_time(wall) or (host and wall == "host"):
            continue
        if host:
            yield Problem(place, Told('{wall!r} is not a wall time such as "23:00" or "host"', wall=wall))
        else:
            yield Problem(place, Told('{wall!r} is not a wall time such as "23:00"', wall=wall))
    if not 0 <= day.hours <= MOST_HOURS:
        yield Problem(
            "day.hours",
            Told(
                "a day lasts 0 (it ends at day.ends) to {most} hours, got {hours:g}", most=MOST_HOURS, hours=day.hours
            ),
        )
    for place, least in (
        ("tie.overtime_minutes", rules.tie.overtime_minutes),
        ("tie.revote_minutes", rules.tie.revote_minutes),
        ("votes.edit_minutes", rules.votes.edit_minutes),
        ("changes.limit", 0 if rules.changes.limit == "unlimited" else rules.changes.limit),
    ):
        if least < 0:
            yield Problem(place, Told("a number of at least 0, got {given}", given=least))
    if not is_zone(day.zone):
        yield Problem("day.zone", Told("{zone!r} is no IANA zone such as Europe/Moscow", zone=day.zone))


def knob_setting(setting: str) -> tuple[str, object]:
    """`KNOB=VALUE` as name and value; VALUE is read as TOML, or as plain text where it is no TOML value."""
    knob, sign, value = setting.partition("=")
    if not sign or not knob.strip():
        raise GolosaError("{setting!r}: a knob is set as KNOB=VALUE, e.g. votes.self_vote=true", setting=setting)
    try:
        return knob.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return knob.strip(), value.strip()


def _parsed(name: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise GolosaError("{name}: this is no TOML: {error}", name=name, error=error) from error


def _change(tables: dict[str, Any], knob: str, value: object) -> None:
    *path, last = knob.split(".")
    table = tables
    for key in path:
        inner = table.setdefault(key, {})
        if not isinstance(inner, dict):
            raise GolosaError(
                "{knob}: {key!r} is no table of knobs; change it in a TOML file of your own", knob=knob, key=key
            )
        table = inner
    table[last] = value


def _resolve_colours(tables: dict[str, Any], where: str) -> None:
    """Names of colours as "#rrggbb"; one colour may stand without a list."""
    votes = tables.setdefault("votes", {})
    if not isinstance(votes, dict):
        return
    votes.setdefault("colour", ["red"])
    colours = [votes["colour"]] if isinstance(votes["colour"], str) else votes["colour"]
    if not isinstance(colours, list):
        return
    votes["colour"] = [_resolved(colour, where) if isinstance(colour, str) else colour for colour in colours]


def _resolved(colour: str, where: str) -> str:
    found = css_colour(colour)
    if not found:
        raise GolosaError(
            "{where}: votes.colour: {colour!r} is no CSS colour (expected e.g. red, #ff0000)",
            where=where,
            colour=colour,
        )
    return found
