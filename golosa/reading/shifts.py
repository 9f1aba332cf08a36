"""Whether two sights of a thread can be put together: not where the same posts have other times, or other ids.

A member's profile has a zone of its own. Where a page tells its zone all is well; elsewhere times would be read wrongly
by whole hours, and nothing on the page shows it. And a page for robots may number posts otherwise than the forum's
data do: each post would then be there twice. Knows pages as values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from engine.times import Interval
from forums import Page
from golosa.errors import GolosaError, Told

#: Zones are whole quarters of an hour apart.
_QUARTER = timedelta(minutes=15)


def times_on(pages: Iterable[Page]) -> dict[str, Interval]:
    """When the posts of pages were posted, by id."""
    return {post.id: post.at for page in pages for post in page.posts}


def shift(earlier: Mapping[str, Interval], later: Mapping[str, Interval]) -> timedelta | None:
    """By how much `later` tells the same posts' times later than `earlier`; None where the two are in one zone.

    A single post told alike by both proves that they are. Times that differ otherwise than zones do prove nothing.
    """
    told: set[timedelta] = set()
    for post in earlier.keys() & later.keys():
        one, other = earlier[post], later[post]
        if one.earliest < other.latest and other.earliest < one.latest:
            return None
        offset = round((other.earliest - one.earliest) / _QUARTER) * _QUARTER
        if not (one.earliest + offset < other.latest and other.earliest < one.latest + offset):
            return None
        told.add(offset)
    return told.pop() if len(told) == 1 else None


def apart(one: Page, other: Page) -> Told | None:
    """By how much `other` shows the posts of `one` later or earlier, in words; None where both show the same times."""
    found = shift(times_on([one]), times_on([other]))
    return None if found is None else _words(found)


def require_one_zone(before: Page | None, pages: Sequence[Page], thread: str) -> None:
    """Raises GolosaError (exit status 3) where the posts of an earlier visit are told at other times now."""
    found = shift(times_on([before]), times_on(pages)) if before is not None else None
    if found is not None:
        raise GolosaError(
            "{thread}: the forum shows the same posts {shift} than at the visit before: the zone of "
            "this reader's profile is another one than then. Read as the same reader, or set the "
            "profile's zone as it was; nothing was counted",
            3,
            thread=thread,
            shift=_words(found),
        )


def require_one_numbering(before: Page | None, pages: Sequence[Page], thread: str) -> None:
    """Raises GolosaError (exit status 3) where the posts of an earlier visit have other ids now."""
    if before is None:
        return
    known = {post.id for post in before.posts}
    now = [post for page in pages for post in page.posts]
    if known.isdisjoint(post.id for post in now) and any(
        old.author == new.author and old.body == new.body and old.at.earliest < new.at.latest
        and new.at.earliest < old.at.latest
        for old in before.posts for new in now
    ):  # fmt: skip
        raise GolosaError(
            "{thread}: the same posts had other ids at the visit before: pages of two kinds, such as "
            "the forum's data and its page for robots, cannot be counted together; save the pages in "
            "the same way as before",
            3,
            thread=thread,
        )


def told_apart(pages: Sequence[tuple[str, Page]]) -> str | None:
    """What a probe of several pages says where two of them tell the same posts at other times."""
    for index, (name, page) in enumerate(pages):
        for other, later in pages[index + 1 :]:
            if (found := shift(times_on([page]), times_on([later]))) is not None:
                return f"{other} shows the same posts {_words(found)} than {name}: the two readers' zones differ"
    return None


def _words(length: timedelta) -> Told:
    hours, minutes = divmod(abs(int(length.total_seconds())) // 60, 60)
    if length > timedelta(0):
        return Told("{hours}:{minutes:02d} h later", hours=hours, minutes=minutes)
    return Told("{hours}:{minutes:02d} h earlier", hours=hours, minutes=minutes)
