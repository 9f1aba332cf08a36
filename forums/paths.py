"""Paths in lxml's tree, plain enough to be walked without XPath.

Knows a small part of XPath: steps to children (`/`) and to all below (`//`), tags, and conditions on one attribute. A
walk ends at the first element found, where XPath goes on to the last, and asks less of each element. What it finds is
what XPath finds; a path that is not plain is nobody's error, it is left to XPath.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from lxml import etree

Test = Callable[[etree._Element], bool]
#: A step: the tag that it leads to or `*`, whether to all elements below or to children alone, what they must fulfil;
#: and a part of that for a quick look: a word that must stand in the class.
_Step = tuple[str, bool, Test | None, str | None]
_BLANKS = re.compile(r"[ \t\r\n]+")
_STEP = re.compile(r"(//?)([a-z0-9]+|\*)((?:\[[^\[\]]+\])*)")
_FIRST = re.compile(r"\((.*)\)\[1\]")
_CLASSED = re.compile(r"has\('([^']+)'\)")
_ATTRIBUTE = re.compile(r"@([a-z-]+)(?:='([^']*)')?")
_CALL = re.compile(r"(starts-with|contains)\(@([a-z-]+), '([^']+)'\)")
_NOT = re.compile(r"not\((.*)\)")
_ID = re.compile(r"\[@id='([\w-]+)'\]")


class Path(NamedTuple):
    """A path from an element (`.//tag`) or from the page's root (`//tag`)."""

    steps: tuple[_Step, ...]
    absolute: bool
    by_id: Callable[[etree._Element], list[etree._Element]] | None  #: libxml2's table, where the path begins at an id

    def first(self, element: etree._Element) -> etree._Element | None:
        """The first element at the end of the path."""
        if not self.absolute:
            return _first(element, self.steps)
        root = element.getroottree().getroot()
        if self.by_id is None:
            starts = [root]
        elif not (starts := self.by_id(element)):
            return None
        tag, _, test, _ = self.steps[0]
        for start in starts:
            if tag in ("*", start.tag) and (test is None or test(start)):
                found = _first(start, self.steps[1:]) if len(self.steps) > 1 else start
                if found is not None:
                    return found
        return _first(root, self.steps)


def _first(element: etree._Element, steps: Sequence[_Step]) -> etree._Element | None:
    tag, deep, test, word = steps[0]
    last = len(steps) == 1
    for found in element.iter(tag) if deep else element.iterchildren(tag):
        if word is not None and ((classes := found.get("class")) is None or word not in classes):
            continue
        if (test is None or test(found)) and found is not element:
            if last:
                return found
            end = _first(found, steps[1:])
            if end is not None:
                return end
    return None


def plain_paths(text: str) -> tuple[Path, ...] | None:
    """The paths whose union `text` is; None where one of them is not plain."""
    if found := _FIRST.fullmatch(text):
        text = found[1]
    paths = [_path(part.strip()) for part in text.split(" | ")]
    return tuple(path for path in paths if path is not None) if None not in paths else None


def earliest(elements: Sequence[etree._Element]) -> etree._Element:
    """That of some elements of a page which stands first."""
    root = elements[0].getroottree().getroot()
    return next(element for element in root.iter(*(str(one.tag) for one in elements)) if element in elements)


class Walk(NamedTuple):
    """One walk over all elements of some tags, each tag with its test."""

    tests: dict[str, Test | None]
    absolute: bool

    def all(self, element: etree._Element) -> list[etree._Element]:
        """Every element found, in the order of the page."""
        top = element.getroottree().getroot() if self.absolute else element
        tests = self.tests
        if len(tests) == 1:
            ((tag, test),) = tests.items()
            found = [one for one in top.iter(tag) if test is None or test(one)]
        else:
            found = [one for one in top.iter(*tests) if (test := tests[str(one.tag)]) is None or test(one)]
        return found[1:] if found and found[0] is top and not self.absolute else found


def one_walk(paths: tuple[Path, ...] | None) -> Walk | None:
    """The walk that some paths are: each of one step to all elements of a tag of its own."""
    if paths is None or any(len(path.steps) != 1 or path.absolute != paths[0].absolute for path in paths):
        return None
    steps = [path.steps[0] for path in paths]
    tests = {tag: test for tag, deep, test, _ in steps if deep and tag != "*"}
    return Walk(tests, paths[0].absolute) if len(tests) == len(steps) else None


def _path(text: str) -> Path | None:
    absolute = not text.startswith("./")
    steps: list[_Step] = []
    place = 0 if absolute else 1
    while found := _STEP.match(text, place):
        slashes, tag, conditions = found.groups()
        told = re.findall(r"\[([^\[\]]+)\]", conditions)
        tests = [_test(condition) for condition in told]
        known = [test for test in tests if test is not None]
        if len(known) < len(tests):
            return None
        classed = [alone[1] for condition in told if (alone := _CLASSED.fullmatch(condition))]
        steps.append((tag, slashes == "//", _all(known), classed[0] if classed else None))
        place = found.end()
    if place < len(text) or not steps or (absolute and not steps[0][1]):
        return None
    begun = _ID.search(text) if absolute and text.startswith(f"//{steps[0][0]}[@id=") else None
    return Path(tuple(steps), absolute, etree.XPath(f"id('{begun[1]}')") if begun else None)


def _all(tests: Sequence[Test]) -> Test | None:
    """What fulfils all of these."""
    if len(tests) < 2:
        return tests[0] if tests else None
    first, rest = tests[0], _all(tests[1:])
    return lambda element: first(element) and (rest is None or rest(element))


def _test(condition: str) -> Test | None:
    """What an element must fulfil; None for a condition that is not plain."""
    tests = [_single(part) for part in condition.split(" or ")]
    known = [test for test in tests if test is not None]
    if len(known) < len(tests):
        return None
    return known[0] if len(known) == 1 else lambda element: any(test(element) for test in known)


def _single(condition: str) -> Test | None:
    if found := _CLASSED.fullmatch(condition):
        return _has_class(found[1])
    if found := _ATTRIBUTE.fullmatch(condition):
        name, value = found.groups()
        if value is None:
            return lambda element: element.get(name) is not None
        return lambda element: element.get(name) == value
    if found := _CALL.fullmatch(condition):
        call, name, value = found.groups()
        if call == "contains":
            return lambda element: value in element.get(name, "")
        return lambda element: element.get(name, "").startswith(value)
    if (found := _NOT.fullmatch(condition)) and (inner := _single(found[1])) is not None:
        return lambda element: not inner(element)
    return None


def _has_class(name: str) -> Test:
    def test(element: etree._Element) -> bool:
        classes = element.get("class")
        return classes is not None and name in classes and (classes == name or name in _BLANKS.split(classes))

    return test
