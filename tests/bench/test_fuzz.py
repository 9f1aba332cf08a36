"""A sample of the hostile pages of `bench/fuzz.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

import forums
from forums import PageError, Source

PAGES = Path(__file__).resolve().parents[2] / "fixtures" / "pages"


def test_hostile_pages_are_read_or_refused(bench, monkeypatch: pytest.MonkeyPatch) -> None:
    fuzz = bench("fuzz")
    monkeypatch.setattr(fuzz, "MUTATIONS", tuple(one for one in fuzz.MUTATIONS if one is not fuzz.blow))
    known = [path for path in fuzz.pages() if PAGES in path.parents]
    outcomes = [fuzz.meet(known[seed % len(known)], seed).outcome for seed in range(150)]
    assert [outcome for outcome in outcomes if outcome.startswith("CRASH")] == []
    assert {"posts", "refused"} <= set(outcomes)


@pytest.mark.parametrize("number", ["²", "9" * 5000])
def test_a_number_that_is_none_refuses_the_page(number: str) -> None:
    page = (PAGES / "phpbb" / "en_3_0_p2.html").read_text(encoding="utf-8")
    assert "<strong>2</strong>" in page
    source = Source(content=page.replace("<strong>2</strong>", f"<strong>{number}</strong>").encode(), name="page")
    with pytest.raises(PageError, match="page: a number or a date on the page makes no sense"):
        forums.read(source)
