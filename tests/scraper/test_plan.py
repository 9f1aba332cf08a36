"""What to fetch next, and whether two sights agree: values in, values out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from engine.posts import Body, Line, Post, Reading, Revision
from engine.times import Interval, Resolution
from forums.pages import Page
from scraper.plan import differing, next_new, next_page, said_by, said_on, unfit

NOON = datetime(2026, 3, 2, 9, tzinfo=UTC)


def page(number: int | None, pages: int | None, *posts: Reading, thread: str = "7") -> Page:
    return Page(software="phpbb", thread=thread, page=number, pages=pages, posts=posts)


def post(ref: int, text: str = "", *, minute: float = 0, resolution: Resolution = Resolution.MINUTE) -> Reading:
    at = Interval.shown(NOON + timedelta(minutes=minute), resolution)
    return Reading(id=str(ref), author="Аня", at=at, body=Body(lines=(Line(text),)))


@pytest.mark.parametrize(
    ("read", "wanted"),
    [
        ([], 1),
        ([page(1, 3)], 2),
        ([page(1, 3), page(2, 3)], 3),
        ([page(1, 3), page(2, 3), page(3, 3)], None),
        ([page(1, 2), page(2, 3)], 3),
        ([page(1, 3), page(2, 2)], None),
        ([page(1, 1)], None),
    ],
)
def test_a_pass_goes_on_to_the_end_that_the_thread_then_has(read: list[Page], wanted: int | None) -> None:
    assert next_page(read) == wanted


@pytest.mark.parametrize(
    ("read", "wanted"),
    [
        ([], 4),
        ([page(4, 4)], None),
        ([page(4, 6)], 5),
        ([page(4, 6), page(5, 6)], 6),
        ([page(3, 3)], None),
        ([page(1, 3)], 3),
        ([page(1, 9)], 4),
    ],
    ids=["begins at the known end", "quiet", "grown", "grown by two", "shorter", "page 1 came", "page 1 of many came"],
)
def test_a_poll_begins_at_the_end_that_was_known(read: list[Page], wanted: int | None) -> None:
    assert next_new(page(4, 4), read) == wanted


@pytest.mark.parametrize(
    ("came", "fault"),
    [
        (page(2, 3), None),
        (page(None, 3), None),
        (page(1, 3), "page 2 was asked for and page 1 came"),
        (page(2, None), "does not tell how many"),
        (page(2, 3, thread="8"), "a page of another thread"),
    ],
)
def test_what_cannot_be_the_page_that_was_asked_for(came: Page, fault: str | None) -> None:
    found = unfit(page(1, 3), came, 2)
    assert found is None if fault is None else fault in (found or "")


def test_the_same_agrees_with_itself() -> None:
    seen = said_on([page(1, 1, post(1, "a"), post(2, "b"))])
    assert differing(seen, seen, NOON) == ()


def test_times_that_are_relative_agree_where_they_meet() -> None:
    earlier = said_on([page(1, 1, post(1, minute=0, resolution=Resolution.HOUR))])
    later = said_on([page(1, 1, post(1, minute=5, resolution=Resolution.HOUR))])
    assert differing(earlier, later, NOON) == ()


CHANGES = {
    "text": {"body": Body(lines=(Line("c"),))},
    "author": {"author": "Вера"},
    "account": {"author_id": "5"},
    "time": {"at": Interval.shown(NOON + timedelta(minutes=9))},
    "edit": {"edited": Interval.shown(NOON)},
    "stub": {"deleted": True},
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_a_count_takes_from_a_post_is_compared(change: str) -> None:
    before, after = post(1, "a"), msgspec.structs.replace(post(1, "a"), **CHANGES[change])
    assert differing(said_on([page(1, 1, before)]), said_on([page(1, 1, after)]), NOON) == ("1",)


def test_another_order_is_told() -> None:
    earlier = said_on([page(1, 1, post(1), post(2), post(3))])
    later = said_on([page(1, 1, post(1), post(3), post(2))])
    assert set(differing(earlier, later, NOON)) == {"2", "3"}


def test_a_new_post_is_no_contradiction_unless_it_must_have_been_passed_over() -> None:
    earlier = said_on([page(1, 1, post(1, minute=-9))])
    later = said_on([page(1, 1, post(1, minute=-9), post(2, minute=-5))])
    assert differing(earlier, later, NOON) == ("2",)
    assert differing(earlier, later, NOON - timedelta(minutes=4.5)) == ()


def test_what_the_store_knows_compares_with_what_a_page_shows() -> None:
    reading = post(1, "a")
    known = Post(id="1", order=0, author="Аня", at=reading.at, revisions=(Revision(reading.body, NOON, NOON),))
    gone = Post(id="2", order=1, author="Аня", at=reading.at, revisions=known.revisions, gone=Interval.shown(NOON))
    assert differing(said_by([known, gone]), said_on([page(1, 1, reading)]), NOON) == ()
