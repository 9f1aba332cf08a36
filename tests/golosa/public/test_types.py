"""The public types: no way for a secret to get in, and a shape that is documented and stays."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from golosa.public.words import Words
from golosa.public.writing import State
from golosa.views import public
from golosa.views.public import PublicDayFile, PublicGame

DOCS = Path(__file__).parents[3] / "docs" / "public-data.md"
SECRETS = re.compile(r"role|order|account|private|note|legend|hp|health|host|secret|key|team|ability|mafia|leaves")
PLAIN = (str, int, float, bool, datetime, type(None))


def walk(type_: Any, seen: set[Any]) -> Iterator[type[msgspec.Struct]]:
    """Every struct that a value of the type may hold; fails at a type that may hold anything."""
    if type_ in PLAIN or type_ is Ellipsis:
        return
    if get_origin(type_) in (tuple, Union, types.UnionType):
        for part in get_args(type_):
            yield from walk(part, seen)
        return
    assert isinstance(type_, type) and issubclass(type_, msgspec.Struct), f"{type_} may hold anything"
    if type_ not in seen:
        seen.add(type_)
        yield type_
        for hint in get_type_hints(type_).values():
            yield from walk(hint, seen)


@pytest.mark.parametrize("root", [PublicGame, PublicDayFile, State])
def test_what_is_published_has_no_field_for_a_secret(root: type[msgspec.Struct]) -> None:
    for found in walk(root, set()):
        assert found.__struct_config__.frozen, found
        for field in msgspec.structs.fields(found):
            assert not SECRETS.search(field.name), f"{found.__name__}.{field.name}"


def test_every_public_type_is_reached_by_that_walk() -> None:
    reached = {*walk(PublicGame, set()), *walk(PublicDayFile, set())}
    there = {one for one in vars(public).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)}
    assert reached == there - {msgspec.Struct}


def test_every_field_is_documented_under_its_type_and_no_other() -> None:
    sections = dict(re.findall(r"^## `(\w+)`.*?\n(.*?)(?=^## |\Z)", DOCS.read_text(encoding="utf-8"), re.M | re.S))
    found = {*walk(PublicGame, set()), *walk(PublicDayFile, set()), State}
    assert sections.keys() == {one.__name__ for one in found}
    for one in found:
        told = re.findall(r"^\| `(\w+)` \|", sections[one.__name__], re.M)
        assert told == [field.name for field in msgspec.structs.fields(one)], one.__name__


def test_the_schema_changes_only_with_its_number() -> None:
    """Fields may be added, never renamed or dropped: these are those of schema 1."""
    assert public.SCHEMA == 1
    assert {field.name for field in msgspec.structs.fields(PublicGame)} >= set(
        "schema title lang zone day past commitments ballots posted".split()
    )
    assert {field.name for field in msgspec.structs.fields(public.PublicDay)} >= set(
        "number starts ends at hidden delay_minutes official complete ended ended_by until up_to first overtime "
        "verdict by out missed_out annulled closed lots_due majority hammer silent living gone votes not_counted "
        "waiting ruled since changes draws".split()
    )


def test_every_word_of_the_page_is_said_somewhere() -> None:
    """Words that nobody reads any more go; a missing one cannot be, since the languages are made of the same fields."""
    root = Path(__file__).parents[3]
    texts = [path.read_text(encoding="utf-8") for path in (root / "templates" / "public").glob("*.j2")]
    texts += [path.read_text(encoding="utf-8") for path in (root / "golosa" / "public").glob("*.py")]
    said = "\n".join(texts)
    names = [field.name for field in msgspec.structs.fields(Words)]
    assert [name for name in names if not re.search(rf"(\bt|words|\])\.{name}\b", said)] == []
