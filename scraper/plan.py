"""What to fetch next, and whether two passes over a thread agree: pure functions over pages. Knows no network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from engine.posts import Body, Post, Reading
from engine.telling import Told
from engine.times import Interval
from forums.pages import Page


class Said(Struct, frozen=True):
    """All that a count takes from a post."""

    author: str
    author_id: str | None
    at: Interval
    edited: Interval | None
    body: Body

    def agrees(self, other: Said) -> bool:
        """Whether both may be sights of the same state; times are compared as intervals, for they may be relative."""
        return (
            (self.author, self.author_id, self.body) == (other.author, other.author_id, other.body)
            and _meet(self.at, other.at)
            and (self.edited is None) == (other.edited is None)
            and (self.edited is None or other.edited is None or _meet(self.edited, other.edited))
        )


Known = Mapping[str, Said]  #: by post id, in the order of the thread


def _meet(one: Interval, other: Interval) -> bool:
    return one.earliest < other.latest and other.earliest < one.latest


def said_on(pages: Iterable[Page]) -> dict[str, Said]:
    """What the posts on these pages say; a stub of a deleted post says nothing."""
    return {reading.id: _said(reading) for page in pages for reading in page.posts if not reading.deleted}


def _said(reading: Reading) -> Said:
    return Said(reading.author, reading.author_id, reading.at, reading.edited, reading.body)


def said_by(posts: Iterable[Post]) -> dict[str, Said]:
    """What the posts that stand say, as the store knows them."""
    return {
        post.id: Said(post.author, post.author_id, post.at, post.revisions[-1].edited, post.revisions[-1].body)
        for post in posts
        if post.gone is None
    }


def differing(earlier: Known, now: Known, since: datetime) -> tuple[str, ...]:
    """Ids of posts that the later sight shows otherwise, no longer, or in another order than the earlier one.

    `since` (UTC) is when the earlier sight began: a post that may be younger and is new to the later one is no
    contradiction, one that must be older was passed over.
    """
    changed = [post for post, said in now.items() if post in earlier and not said.agrees(earlier[post])]
    passed_over = [post for post, said in now.items() if post not in earlier and said.at.latest <= since]
    missing = [post for post in earlier if post not in now]
    both = [post for post in earlier if post in now]
    shared = [post for post in now if post in earlier]
    moved = [post for post, other in zip(both, shared, strict=True) if post != other]
    return tuple(dict.fromkeys([*changed, *passed_over, *missing, *moved]))


def next_page(pages: Sequence[Page]) -> int | None:
    """The number of the page that a pass with these pages asks for next; None when it is through."""
    if not pages:
        return 1
    done, total = len(pages), pages[-1].pages or 0
    return done + 1 if done < total else None


def next_new(last: Page, pages: Sequence[Page]) -> int | None:
    """The number of the page that a look for new posts asks for next; None when it is through.

    `last` is the thread's last page as it was known, `pages` what this look has read. It begins at the known end; where
    the thread has become shorter and another page came, it goes to the new end.
    """
    known_end = last.page or 1
    if not pages:
        return known_end
    here, end = pages[-1].page or known_end, pages[-1].pages or 1
    if here >= end:
        return None
    return here + 1 if here >= known_end else min(known_end, end)


def unfit(first: Page | None, page: Page, number: int) -> str | None:
    """Why a page cannot be page `number` of the thread of which `first` is a page; None where it can."""
    if page.pages is None:
        return Told("the page does not tell how many pages the thread has: save them all and use --saved")
    if first is not None and (page.software, page.thread) != (first.software, first.thread):
        return Told("page {page} was asked for and a page of another thread came", page=number)
    if page.page is not None and page.page != number:
        # Some software answers a page beyond the end with the first or the last one.
        return Told(
            "page {page} was asked for and page {came} came: the thread has become shorter", page=number, came=page.page
        )
    return None
