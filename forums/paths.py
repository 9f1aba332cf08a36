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

Element = etree._Element
Test = Callable[[Element], bool]
#: What finds the first element of a path, or every one in the order of the page, from an element.
First = Callable[[Element], Element | None]
Every = Callable[[Element], list[Element]]
_BLANKS = re.compile(r"[ \t\r\n]+")
_STEP = re.compile(r"(//?)([a-z0-9]+|\*)((?:\[[^\[\]]+\])*)")
_FIRST = re.compile(r"\((.*)\)\[1\]")
_CLASSED = re.compile(r"has\('([^']+)'\)")
_ATTRIBUTE = re.compile(r"@([a-z-]+)(?:='([^']*)')?")
_CALL = re.compile(r"(starts-with|contains)\(@([a-z-]+), '([^']+)'\)")
_NOT = re.compile(r"not\((.*)\)")
_ID = re.compile(r"@id='([\w-]+)'")


class _Step(NamedTuple):
    """One step of a path: the tag that it leads to or `*`, whether to all below or to children alone, and what an
    element must fulfil. For a quick look, an attribute that must be there and a text that must stand in it."""

    tag: str
    deep: bool
    attribute: str | None
    text: str
    test: Test | None

    def fits(self, element: Element) -> bool:
        """Whether an element of the step's tag is one to which it leads."""
        if self.attribute is not None and ((value := element.get(self.attribute)) is None or self.text not in value):
            return False
        return self.test is None or self.test(element)


class _Path(NamedTuple):
    """A path from an element (`.//tag`) or from the page's root (`//tag`)."""

    steps: tuple[_Step, ...]
    absolute: bool
    id: str | None  #: the id at which it begins


def first_of(text: str) -> First | None:
    """What finds the first element to which a path leads, or a union of paths; None where one of them is not plain."""
    found = _FIRST.fullmatch(text)
    paths = _plain(found[1] if found else text)
    if paths is None or len(paths) == 1:
        return _first(paths[0]) if paths else None
    firsts = [_first(path) for path in paths]

    def first(element: Element) -> Element | None:
        found = [one for find in firsts if (one := find(element)) is not None]
        return _earliest(found) if found else None

    return first


def every_of(text: str) -> Every | None:
    """What finds every element to which a path leads, or a union of paths; None where that is left to XPath."""
    return _one_walk(_plain(text) or ())


def _earliest(elements: Sequence[Element]) -> Element:
    """That of some elements of a page which stands first."""
    if all(one is elements[0] for one in elements):
        return elements[0]
    root = elements[0].getroottree().getroot()
    return next(element for element in root.iter(*(str(one.tag) for one in elements)) if element in elements)


def _first(path: _Path) -> First:
    if not path.absolute:
        return _chain(path.steps)
    anywhere = _chain(path.steps, from_root=True)
    if path.id is None:
        return lambda element: anywhere(element.getroottree().getroot())
    start, known = path.steps[0], etree.XPath(f"id('{path.id}')")  # libxml2's own table
    rest = _chain(path.steps[1:]) if len(path.steps) > 1 else None

    def first(element: Element) -> Element | None:
        named = known(element)
        for one in named:
            if start.tag in ("*", one.tag) and start.fits(one):
                found = one if rest is None else rest(one)
                if found is not None:
                    return found
        # The table holds one element for an id, a page may hold more.
        return anywhere(element.getroottree().getroot()) if named else None

    return first


def _chain(steps: Sequence[_Step], *, from_root: bool = False) -> First:
    """What finds the first element at the end of some steps. From the page's root, the first may lead to the root."""
    (tag, deep, attribute, text, test), *rest = steps
    then = _chain(rest) if rest else None

    def first(top: Element) -> Element | None:
        for element in top.iter(tag) if from_root else top.iterdescendants(tag) if deep else top.iterchildren(tag):
            if attribute is not None and ((value := element.get(attribute)) is None or text not in value):
                continue
            if test is not None and not test(element):
                continue
            found = element if then is None else then(element)
            if found is not None:
                return found
        return None

    return first


def _one_walk(paths: Sequence[_Path]) -> Every | None:
    """The one walk that some paths take: each of one step, to all elements of a tag of its own."""
    steps = {path.steps[0].tag: path.steps[0] for path in paths if len(path.steps) == 1 and path.steps[0].deep}
    absolute = [path.absolute for path in paths]
    if len(steps) < len(paths) or len(set(absolute)) != 1 or "*" in steps:  # C finds every element of any tag faster
        return None
    from_root, tags = absolute[0], tuple(steps)
    only = steps[tags[0]] if len(tags) == 1 else None

    def every(element: Element) -> list[Element]:
        found: list[Element] = []
        top = element.getroottree().getroot() if from_root else element
        for one in top.iter(*tags) if from_root else top.iterdescendants(*tags):
            _, _, attribute, text, test = only or steps[str(one.tag)]
            if attribute is not None and ((value := one.get(attribute)) is None or text not in value):
                continue
            if test is None or test(one):
                found.append(one)
        return found

    return every


def _plain(text: str) -> tuple[_Path, ...] | None:
    """The paths whose union `text` is; None where one of them is not plain."""
    paths = [_path(part.strip()) for part in text.split(" | ")]
    return tuple(path for path in paths if path is not None) if None not in paths else None


def _path(text: str) -> _Path | None:
    absolute = not text.startswith("./")
    steps: list[_Step] = []
    begun: str | None = None
    place = 0 if absolute else 1
    while found := _STEP.match(text, place):
        slashes, tag, conditions = found.groups()
        told = re.findall(r"\[([^\[\]]+)\]", conditions)
        step = _step(tag, slashes == "//", told)
        if step is None:
            return None
        if absolute and not steps and len(told) == 1 and (by_id := _ID.fullmatch(told[0])):
            begun = by_id[1]
        steps.append(step)
        place = found.end()
    if place < len(text) or not steps or (absolute and not steps[0].deep):
        return None
    return _Path(tuple(steps), absolute, begun)


def _step(tag: str, deep: bool, conditions: Sequence[str]) -> _Step | None:
    tests = [_test(condition) for condition in conditions]
    known = [test for test in tests if test is not None]
    if len(known) < len(tests):
        return None
    looks = [look for condition in conditions if (look := _look(condition)) is not None]
    attribute, text, enough = looks[0] if looks else (None, "", False)
    return _Step(tag, deep, attribute, text, None if enough and len(conditions) == 1 else _all(known))


def _look(condition: str) -> tuple[str, str, bool] | None:
    """An attribute and a text in it by which a condition can be looked at quickly, and whether that tells all; None for
    conditions with "or" and "not"."""
    if found := _CLASSED.fullmatch(condition):
        return "class", found[1], False
    if found := _ATTRIBUTE.fullmatch(condition):
        return found[1], found[2] or "", found[2] is None
    if found := _CALL.fullmatch(condition):
        return found[2], found[3], found[1] == "contains"
    return None


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
    return _any(known) if len(known) == len(tests) else None


def _any(tests: Sequence[Test]) -> Test:
    """What fulfils one of these."""
    if len(tests) == 1:
        return tests[0]
    first, rest = tests[0], _any(tests[1:])
    return lambda element: first(element) or rest(element)


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
