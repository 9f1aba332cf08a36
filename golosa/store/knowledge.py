"""What all sights of a thread together tell of its posts: their times, texts, authors and disappearances (V6, E5).

Pure: rows of the store go in, `engine.posts.Post` values come out. Sights may come in any order. Inside, moments are
the store's numbers (microseconds).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import accumulate, pairwise
from typing import Any

import msgspec
from msgspec import Struct

from engine.posts import Body, Post, Revision
from engine.times import Interval
from golosa.store.visits import moment_of

#: A page may be some time older than the moment at which it came: forums and what stands before them keep copies.
COPY_AGE = 60_000_000
_NEVER, _ALWAYS = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


class Evidence(Struct, frozen=True, kw_only=True):
    """The rows that tell what was seen of one thread."""

    pages: Iterable[tuple[Any, ...]]  #: (sheet, seen, number, last) of every page seen, by time
    items: Iterable[tuple[Any, ...]]  #: (sheet, reading) in the order of each sheet
    whole: Iterable[tuple[Any, ...]]  #: (started, ended) of every complete visit, by its start
    readings: Iterable[tuple[Any, ...]]  #: all readings of the thread, as `_Reading` has them


class _Reading(Struct, frozen=True, gc=False):
    id: int
    post: int
    ref: str
    text: int
    body: bytes
    author: str
    author_id: str | None
    earliest: int
    latest: int
    number: int | None
    url: str | None
    edited_earliest: int | None
    edited_latest: int | None
    edited_by: str | None
    deleted: int

    @property
    def edited(self) -> tuple[int, int] | None:
        if self.edited_earliest is None or self.edited_latest is None:
            return None
        return self.edited_earliest, self.edited_latest


class _Run(Struct, frozen=True, gc=False):
    """A stretch of sights that all showed the same."""

    first: int
    last: int
    reading: _Reading


class _Sheets(Struct, frozen=True):
    """What each page showed, and when."""

    seen: dict[int, list[int]]
    readings: dict[int, list[int]]
    numbers: dict[int, int | None]
    last: tuple[tuple[int, int], ...]  #: (seen, sheet) of the thread's last page, by time


def posts_of(evidence: Evidence) -> list[Post]:
    """The posts of one thread in the forum's order, as the evidence tells; `order` is the place in it."""
    sheets = _sheets(evidence)
    whole = [(started, ended) for started, ended in evidence.whole]
    runs = _runs(sheets, _readings(evidence.readings))
    ids, by_id = _ordered(sheets, runs)
    absent = _absent(sheets, runs, ids) if by_id else {}
    tails = _tails(sheets, runs, ids)
    contradicting = [_contradict(runs[post]) for post in ids]
    # Each post's evidence is let go of as the post is made: both together of a long thread would need much memory.
    posts = [_post(place, runs.pop(post), whole, absent.get(post, ()), tails) for place, post in enumerate(ids)]
    return _between(posts, contradicting) if by_id else posts


def _readings(rows: Iterable[tuple[Any, ...]]) -> dict[int, _Reading]:
    """Readings by their number; names, which many of them share, are kept once."""
    kept: dict[str | None, str | None] = {}
    found = {}
    for row in rows:
        author, author_id = (kept.setdefault(text, text) for text in row[5:7])
        told = (*row[:5], author, author_id, *row[7:])
        found[row[0]] = _Reading(*told)
    return found


def _sheets(evidence: Evidence) -> _Sheets:
    seen: dict[int, list[int]] = defaultdict(list)
    numbers: dict[int, int | None] = {}
    last = []
    for sheet, moment, number, is_last in evidence.pages:
        seen[sheet].append(moment)
        numbers[sheet] = number
        if is_last:
            last.append((moment, sheet))
    readings: dict[int, list[int]] = defaultdict(list)
    for sheet, reading in evidence.items:
        readings[sheet].append(reading)
    return _Sheets(dict(seen), dict(readings), numbers, tuple(last))


def _runs(sheets: _Sheets, readings: dict[int, _Reading]) -> dict[int, list[_Run]]:
    """By post: what it showed, from when to when, in the order of time."""
    shown_on: dict[int, list[int]] = defaultdict(list)
    for sheet, shown in sheets.readings.items():
        for reading in shown:
            shown_on[reading].append(sheet)
    runs: dict[int, list[_Run]] = defaultdict(list)
    for number, places in shown_on.items():
        seen = sheets.seen[places[0]]
        first, last = seen[0], seen[-1]
        for sheet in places[1:]:
            seen = sheets.seen[sheet]
            first, last = min(first, seen[0]), max(last, seen[-1])
        runs[readings[number].post].append(_Run(first, last, readings[number]))
    for post, found in runs.items():
        if len(found) == 1:
            continue
        found.sort(key=lambda run: (run.first, run.last, run.reading.id))
        if any(later.first <= earlier.last for earlier, later in pairwise(found)):
            # It showed one thing, then another, then the first again: every sight for itself.
            sights = [(seen, run) for run in found for sheet in shown_on[run.reading.id] for seen in sheets.seen[sheet]]
            sights.sort(key=lambda sight: (sight[0], sight[1].reading.id))
            runs[post] = [_Run(seen, seen, run.reading) for seen, run in sights]
    return runs


def _ordered(sheets: _Sheets, runs: dict[int, list[_Run]]) -> tuple[list[int], bool]:
    """The posts in the forum's order, and whether their ids grow in it, as they do unless threads were joined."""
    refs = {post: found[-1].reading.ref for post, found in runs.items()}
    post_of = {run.reading.id: post for post, found in runs.items() for run in found}
    if all(ref.isdecimal() for ref in refs.values()):
        ids = {post: int(ref) for post, ref in refs.items()}
        shown = ([ids[post_of[reading]] for reading in readings] for readings in sheets.readings.values())
        if all(earlier < later for page in shown for earlier, later in pairwise(page)):
            return sorted(ids, key=ids.__getitem__), True

    def place(post: int) -> tuple[int, int, str]:
        reading = runs[post][-1].reading
        return reading.earliest, reading.number or 0, reading.ref

    return sorted(refs, key=place), False


def _absent(sheets: _Sheets, runs: dict[int, list[_Run]], ids: Sequence[int]) -> dict[int, list[int]]:
    """By post: when a page showed its neighbours, one right after the other, and not the post itself (E5)."""
    place = {post: index for index, post in enumerate(ids)}
    reading_of = {run.reading.id: run.reading for found in runs.values() for run in found}
    absent: dict[int, list[int]] = defaultdict(list)
    for sheet, shown in sheets.readings.items():
        readings = [reading_of[reading] for reading in shown]
        if sheets.numbers[sheet] != 1:
            # Some forums repeat the thread's first post at the head of each page: its neighbour there is none.
            readings = readings[1:]
        for before, after in pairwise(readings):
            if before.number is None or after.number != before.number + 1:
                continue
            for post in ids[place[before.post] + 1 : place[after.post]]:
                absent[post] += sheets.seen[sheet]
    return {post: sorted(moments) for post, moments in absent.items()}


class _Tails(Struct, frozen=True):
    """What the thread's last page ended with, each time it was seen."""

    seen: tuple[int, ...]
    ends: tuple[int, ...]  #: place of the last post on it

    def before(self, place: int, first_seen: int) -> int | None:
        """Since when the post at that place can have been written: the thread was seen to its end without it, before
        its first sight (V6)."""
        index = bisect_left(self.seen, first_seen)
        while index > 0:
            index -= 1
            if self.ends[index] < place:
                return self.seen[index] - COPY_AGE
        return None


def _tails(sheets: _Sheets, runs: dict[int, list[_Run]], ids: Sequence[int]) -> _Tails:
    place = {post: index for index, post in enumerate(ids)}
    post_of = {run.reading.id: post for post, found in runs.items() for run in found}
    found = [
        (seen, max(place[post_of[reading]] for reading in sheets.readings[sheet]))
        for seen, sheet in sheets.last
        if sheet in sheets.readings
    ]
    return _Tails(tuple(seen for seen, _ in found), tuple(end for _, end in found))


def _post(
    place: int, runs: Sequence[_Run], whole: Sequence[tuple[int, int]], absent: Sequence[int], tails: _Tails
) -> Post:
    standing = [run for run in runs if not run.reading.deleted] or list(runs)
    latest = standing[-1].reading
    first_seen = runs[0].first
    at = _posted(runs).narrowed(before=moment_of(first_seen + 1))
    unseen = tails.before(place, first_seen)
    if unseen is not None:
        at = at.narrowed(not_before=moment_of(unseen))
    authors = list(dict.fromkeys(run.reading.author for run in standing if run.reading.author != latest.author))
    return Post(
        id=latest.ref,
        order=place,
        author=latest.author,
        at=at,
        revisions=tuple(_revisions(standing)),
        author_id=next((run.reading.author_id for run in reversed(standing) if run.reading.author_id), None),
        earlier_authors=tuple(authors),
        number=latest.number,
        url=latest.url,
        gone=_gone(runs, whole, absent, at),
    )


def _contradict(runs: Sequence[_Run]) -> bool:
    """Whether no moment fits all times that a post has shown: a damaged page, or a board whose zone was changed."""
    if len(runs) == 1:
        return False
    return max(run.reading.earliest for run in runs) >= min(run.reading.latest for run in runs)


def _posted(runs: Sequence[_Run]) -> Interval:
    """When it was posted: what all sights have in common; where two contradict, the stretch that holds all of them."""
    if len(runs) == 1:
        earliest, latest = runs[0].reading.earliest, runs[0].reading.latest
    elif _contradict(runs):
        earliest, latest = min(run.reading.earliest for run in runs), max(run.reading.latest for run in runs)
    else:
        earliest, latest = max(run.reading.earliest for run in runs), min(run.reading.latest for run in runs)
    return Interval(moment_of(earliest), moment_of(latest))


def _between(posts: list[Post], contradicting: Sequence[bool]) -> list[Post]:
    """Posts, numbered as they were made; one whose times contradict was made between the others about it."""
    if not any(contradicting):
        return posts
    sure = [not unsure for unsure in contradicting]
    begins = [post.at.earliest if known else _NEVER for post, known in zip(posts, sure, strict=True)]
    ends = [post.at.latest if known else _ALWAYS for post, known in zip(posts, sure, strict=True)]
    not_before = list(accumulate(begins, max))
    before = list(accumulate(reversed(ends), min))[::-1]
    return [
        post if known else msgspec.structs.replace(post, at=post.at.narrowed(earliest, latest))
        for post, known, earliest, latest in zip(posts, sure, not_before, before, strict=True)
    ]


class _Text(Struct):
    """One text of a post while its sights are gathered."""

    text: int
    body: Body
    first: int
    last: int
    edited: tuple[int, int] | None
    edited_by: str | None

    def shows(self, text: int, body: Body, edited: tuple[int, int] | None) -> bool:
        """Whether a sight shows this text with this edit, be it in other words, as relative times are."""
        if text != self.text and body != self.body:
            return False
        if edited is None or self.edited is None:
            return edited is self.edited
        return edited[0] < self.edited[1] and self.edited[0] < edited[1]


def _revisions(runs: Sequence[_Run]) -> list[Revision]:
    texts: list[_Text] = []
    bodies: dict[int, Body] = {}
    for run in runs:
        reading = run.reading
        body = bodies.get(reading.text)
        if body is None:
            body = bodies[reading.text] = msgspec.json.decode(reading.body, type=Body)
        if texts and texts[-1].shows(reading.text, body, reading.edited):
            text = texts[-1]
            text.last = run.last
            if text.edited is not None and reading.edited is not None:
                text.edited = max(text.edited[0], reading.edited[0]), min(text.edited[1], reading.edited[1])
        else:
            texts.append(_Text(reading.text, body, run.first, run.last, reading.edited, reading.edited_by))
    return [
        Revision(text.body, moment_of(text.first), moment_of(text.last), _interval(text.edited), text.edited_by)
        for text in texts
    ]


def _interval(bounds: tuple[int, int] | None) -> Interval | None:
    return Interval(moment_of(bounds[0]), moment_of(bounds[1])) if bounds else None


def _gone(
    runs: Sequence[_Run], whole: Sequence[tuple[int, int]], absent: Sequence[int], at: Interval
) -> Interval | None:
    """Between the last sight of the post and the first one of its stub or of its absence; None if it stands (E5)."""
    sights = [run.last for run in runs if not run.reading.deleted]
    if not sights:
        return Interval(at.earliest, max(moment_of(runs[0].first + 1), at.latest))
    last = max(sights)
    noticed = [run.first for run in runs if run.reading.deleted and run.first > last]
    sweep = bisect_right(whole, last, key=lambda visit: visit[0])
    if sweep < len(whole):
        noticed.append(whole[sweep][1])
    between = bisect_right(absent, last)
    if between < len(absent):
        noticed.append(absent[between])
    return Interval(moment_of(last), moment_of(min(noticed) + 1)) if noticed else None
