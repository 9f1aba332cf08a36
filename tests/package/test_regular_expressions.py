"""No regular expression of the program runs away on a text made to make it: each is fed what its kind does worst on."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import signal
from collections.abc import Iterator
from types import FrameType, ModuleType
from typing import Any

import pytest

from golosa.texts import bbcode

PACKAGES = ("engine", "forums", "scraper", "golosa")
LONG = 500  #: what a quadratic search does in a blink and an exponential one never
HANG_SECONDS = 20  # of processor time
#: Patterns that get lines with single blanks only, no longer than so many signs.
LINES = {"golosa.compare.layouts": 400, "golosa.reading.signup._ENTRY": 300}
#: Repeated, and ended with a sign that fits nothing: what makes a search try every way to divide it.
UNITS = (
    *"a0а <=&\"'.-_:;,\n/[](«#@!",
    *("a ", "0.", "<a ", " =", "0:", "a=", "1, ", "<div ", "http://a", "[b]", "&a", "\t ", "а,", "а-", "- ", "\n "),
)


def _modules() -> Iterator[ModuleType]:
    for package in map(importlib.import_module, PACKAGES):
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def _patterns_in(value: Any, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    """The patterns in a value: in what it holds, and in what its class or its fields hold."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 3 and isinstance(value, dict):
        for pair in value.items():
            yield from _patterns_in(pair, depth + 1)
    elif depth < 3 and isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from _patterns_in(one, depth + 1)
    elif depth < 3 and isinstance(value, type) and value.__module__.split(".")[0] in PACKAGES:
        yield from _patterns_in(tuple(vars(value).values()), depth + 1)
    elif depth < 3 and hasattr(value, "__struct_fields__"):
        yield from _patterns_in(tuple(getattr(value, field) for field in value.__struct_fields__), depth + 1)


def _inside(module: ModuleType) -> Iterator[re.Pattern[Any]]:
    """The patterns that stand inside the functions of a module, where they are searched for, or as text in it."""
    source = inspect.getsource(module)
    for node in ast.walk(ast.parse(source)) if "re." in source else ():
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.args
        ):
            given = node.args[0]
            pattern = getattr(module, given.id, None) if isinstance(given, ast.Name) else getattr(given, "value", None)
            if isinstance(pattern, str | bytes):
                yield re.compile(pattern, re.MULTILINE if "re.MULTILINE" in ast.unparse(node) else 0)


def patterns() -> dict[str, re.Pattern[Any]]:
    """Every pattern that stands in a module or in its functions, by module and name."""
    found: dict[str, re.Pattern[Any]] = {}
    known: set[re.Pattern[Any]] = set()
    for module in _modules():
        held = [(name, pattern) for name, value in vars(module).items() for pattern in _patterns_in(value)]
        held += [("()", pattern) for pattern in _inside(module)]
        for number, (name, pattern) in enumerate(held):
            if pattern not in known:
                known.add(pattern)
                found[f"{module.__name__}.{name}[{number}]"] = pattern
    return found


def _text(pattern: str, unit: str) -> str:
    """The longest text of a unit that a pattern can get."""
    longest = next((signs for name, signs in LINES.items() if pattern.startswith(name)), None)
    text = unit * ((longest or LONG) // len(unit)) + "\x01"
    return text if longest is None else " ".join(text.split())


def test_no_regular_expression_runs_away() -> None:
    found = patterns()
    assert len(found) > 200
    assert sum("()" in name for name in found) > 20
    assert bbcode._TAG in {pattern.pattern for pattern in found.values()}  # which stands as text in its module
    running = ""

    def hang(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"{running} hangs")

    before = signal.signal(signal.SIGVTALRM, hang)
    try:
        for running, pattern in found.items():
            signal.setitimer(signal.ITIMER_VIRTUAL, HANG_SECONDS)
            for unit in UNITS:
                text = _text(running, unit)
                searched = text.encode() if isinstance(pattern.pattern, bytes) else text
                pattern.search(searched)
                pattern.fullmatch(searched)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
