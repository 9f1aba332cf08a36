"""Nesting beyond what the parser goes down to: it reads nothing after it, so nothing of that is taken for whole."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from golosa.demo.forum import Shown, page

from forums import PageError, Source, read
from forums.body import read_body

DEEP = 3000
VOTE = '<span style="color:red">Аня</span>'


@pytest.mark.parametrize("depth", [DEEP, 20_000])
def test_a_vote_below_the_parsers_depth_is_shown_as_unclear(depth: int) -> None:
    body = read_body("<b>" * depth + VOTE)
    assert [(mark.text, mark.unclear) for mark in body.marks if mark.colour] == [("Аня", True)]


def test_a_vote_after_such_a_depth_is_shown_as_unclear() -> None:
    body = read_body("<b>" * DEEP + "</b>" * DEEP + VOTE)
    assert [(mark.text, mark.unclear) for mark in body.marks if mark.colour] == [("Аня", True)]


def test_a_page_with_such_a_depth_is_refused_since_posts_after_it_would_be_lost(source: Callable[..., Source]) -> None:
    at = datetime(2026, 3, 2, 9, tzinfo=UTC)
    posts = [Shown(1, "Аня", at, "<b>" * DEEP + "</b>" * DEEP), Shown(2, "Борис", at, VOTE)]
    with pytest.raises(PageError, match="nested too deep"):
        read(source(page("День 1", posts, 1).encode()))
