"""From the bytes of a scenario file to its values; every fault is told with its place.

Knows JSON and shapes. What the values mean (names, roles, order of times) is `checking`'s.
"""

from __future__ import annotations

import json
from typing import Any

from golosa.checked import FaultError, checked
from golosa.errors import GolosaError, Told
from golosa.scenario.inputs import Scenario


class ScenarioError(GolosaError):
    """A fault of the file at `place` (`phases[2].posts[0].at`); `place` is empty where the whole file is meant."""

    def __init__(self, place: str, text: str, **values: object) -> None:
        self.place, self.what = place, text if isinstance(text, Told) else Told(text, **values)
        super().__init__(Told("{place}: {what}", place=place, what=self.what) if place else self.what)


def read_scenario(content: bytes) -> Scenario:
    """The scenario in a file's bytes (UTF-8, with or without a byte order mark). Raises ScenarioError."""
    try:
        document = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_without_doubles)
    except UnicodeDecodeError as error:
        raise ScenarioError("", "the file is not UTF-8 (byte {byte})", byte=error.start) from error
    except json.JSONDecodeError as error:
        raise ScenarioError(
            "",
            "not JSON: line {line}, column {column}: {error}",
            line=error.lineno,
            column=error.colno,
            error=error.msg,
        ) from error
    except RecursionError as error:
        raise ScenarioError("", "not a scenario: nested too deeply") from error
    _check_texts("", document)
    try:
        return checked(document, Scenario)
    except FaultError as error:
        raise ScenarioError(error.key, error.what) from error


def _check_texts(place: str, value: object) -> None:
    """JSON can spell half of a sign ("\\ud800"), which is no text and cannot be written out again."""
    if isinstance(value, str):
        if any("\ud800" <= sign <= "\udfff" for sign in value):
            raise ScenarioError(place, "the text holds half of a sign (a lone surrogate)")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _check_texts(f"{place}[{index}]", item)
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_texts(place, key)
            _check_texts(f"{place}.{key}".lstrip("."), item)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key that stands twice would silently lose its first value."""
    made = dict(pairs)
    if len(made) != len(pairs):
        double = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
        raise ScenarioError("", "the key {key!r} stands twice in one object", key=double)
    return made
