"""Compares what was played with what the scenario expects.

Objects are compared key by key, so that any subset may be expected (an empty object expects an empty one); lists and
plain values whole; times as moments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from golosa.scenario.reading import ScenarioError


class Difference(Struct, frozen=True):
    """One place where the game went otherwise than expected."""

    place: str
    expected: Any
    found: Any


def differences(expect: Mapping[str, Any], phases: Sequence[Mapping[str, Any]]) -> tuple[Difference, ...]:
    """Where the played `phases` differ from `expect` (`{"phases": [...]}`); an expected phase is found by its name, or
    by its place where it has none. Raises ScenarioError where `expect` is nothing that can be compared."""
    if not expect:
        raise ScenarioError("expect", "there is nothing to compare with")
    found: list[Difference] = []
    for key, value in expect.items():
        if key == "phases" and isinstance(value, list):
            for index, wanted in enumerate(value):
                found += _phase(f"phases[{index}]", wanted, index, phases)
        elif key != "schema":
            raise ScenarioError(f"expect.{key}", "only phases can be expected")
    return tuple(found)


def _phase(place: str, wanted: Any, index: int, phases: Sequence[Mapping[str, Any]]) -> Iterator[Difference]:
    if not isinstance(wanted, dict):
        raise ScenarioError(f"expect.{place}", "an expected phase is an object")
    if "phase" in wanted:
        played = next((phase for phase in phases if phase["phase"] == wanted["phase"]), None)
    else:
        played = phases[index] if index < len(phases) else None
    if played is None:
        yield Difference(place, wanted.get("phase", "a phase"), None)
        return
    yield from _keys(str(played["phase"]), wanted, played)


def _compare(place: str, wanted: Any, found: Any) -> Iterator[Difference]:
    if isinstance(wanted, dict) and isinstance(found, dict) and wanted:
        yield from _keys(place, wanted, found)
    elif not _same(wanted, found):
        yield Difference(place, wanted, found)


def _keys(place: str, wanted: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[Difference]:
    for key, value in wanted.items():
        if key in found:
            yield from _compare(f"{place}.{key}", value, found[key])
        else:
            yield Difference(f"{place}.{key}", value, None)


def _same(wanted: Any, found: Any) -> bool:
    """Whether two values are the same throughout."""
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(map(_same, wanted, found))
    if isinstance(wanted, dict) and isinstance(found, dict):
        return wanted.keys() == found.keys() and all(_same(value, found[key]) for key, value in wanted.items())
    if isinstance(wanted, str) and isinstance(found, str) and wanted != found:
        times = _time(wanted), _time(found)
        return None not in times and times[0] == times[1]
    # True is no 1 here, as in JSON.
    return isinstance(wanted, bool) == isinstance(found, bool) and bool(wanted == found)


def _time(text: str) -> datetime | None:
    if len(text) < 19 or text[4:5] != "-":
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None
