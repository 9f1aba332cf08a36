"""Pieces of a page's source are found in fewer passes, but found all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forums.pieces import Held, Pieces
from forums.registry import ENTRIES

EVERY = sorted({piece for entry in ENTRIES for group in entry.marks for piece in group})
PIECES = Pieces(EVERY)
#: Beginnings and ends of pieces: what nearly is one.
PARTS = st.sampled_from(EVERY).flatmap(
    lambda piece: (
        st.integers(0, len(piece)).map(lambda at: piece[:at]) | st.integers(0, len(piece)).map(lambda at: piece[at:])
    )
)
TEXT = st.lists(st.sampled_from(EVERY) | PARTS | st.just("ж"))


@given(TEXT.map("".join))
@settings(max_examples=200, deadline=None)
def test_a_piece_is_held_where_it_stands_in_the_text(text: str) -> None:
    held = Held(PIECES, text)
    assert [piece for piece in EVERY if held(piece)] == [piece for piece in EVERY if piece in text]


@pytest.mark.parametrize("many", [0, 500])
def test_a_key_is_found_however_many_there_are(many: int) -> None:
    held = Held(PIECES, '{"a":1,' * many + '{"tid":7}')
    assert held('{"tid":') and not held('"mainPid":')


def test_every_piece_of_the_written_pages_is_found(written_pages: Path) -> None:
    for path in sorted(written_pages.glob("*/*.*htm*")):
        text = path.read_text("utf-8", "replace")
        held = Held(PIECES, text)
        assert [piece for piece in EVERY if held(piece)] == [piece for piece in EVERY if piece in text], path.name
