"""A board that names some places of its posts keeps all else that its software's adapter knows."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from forums import PageError, Source, read
from forums.boards import Board, Selectors

#: A place that no page has: what is not found there is found as ever.
NAMED = Board(selectors=Selectors(number=".nowhere-at-all"))


def cases() -> list[tuple[str, dict[str, str]]]:
    folder = Path(__file__).parents[2] / "fixtures" / "pages"
    return [
        (f"{expected.parent.name}/{case['file']}", case)
        for expected in sorted(folder.glob("*/expected.json"))
        for case in json.loads(expected.read_text("utf-8"))
    ]


def source_of(written_pages: Path, place: str, case: dict[str, str]) -> Source:
    return Source(
        content=(written_pages / place).read_bytes(),
        url=case["url"],
        zone=case["zone"],
        seen_at=datetime.fromisoformat(case["seen_at"]) if case["seen_at"] else None,
        name=case["file"],
    )


@pytest.mark.parametrize(("place", "case"), cases(), ids=[place for place, _ in cases()])
def test_what_is_not_named_is_found_as_ever(place: str, case: dict[str, str], written_pages: Path) -> None:
    source = source_of(written_pages, place, case)
    assert read(source, NAMED) == read(source)


def test_a_post_of_another_form_is_told_where_only_its_edits_are_named(written_pages: Path) -> None:
    place, case = next(found for found in cases() if found[0] == "phpbb/ru_3_3_p1.html")
    source = source_of(written_pages, place, case)
    content = source.content.decode().replace('id="p12" class="post', 'id="p12" class="xpost')
    assert content.encode() != source.content
    for board in (None, Board(selectors=Selectors(edited=".notice"))):
        with pytest.raises(PageError, match="post 12 stands on the page in no form that is known"):
            read(Source(content=content.encode(), url=source.url, zone=source.zone, seen_at=source.seen_at), board)
