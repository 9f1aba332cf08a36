"""What all sights of a thread together tell of its posts: their times, texts, authors and disappearances (V6, E5).

Pure: rows of the store go in, `engine.posts.Post` values come out. Sights may come in any order. Inside, moments are
the store's numbers (microseconds).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from datetime import UTC, datetime
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from typing import Any

import msgspec
from msgspec import Struct

from engine.posts import Body, Post, Revision
from engine.times import Interval
from golosa.store.visits import moment_of

#: A page may be some time older than the moment at which it came: forums and what stands before them keep copies.
COPY_AGE = 60_000_000
_SILENT = Body()
_NEVER, _ALWAYS = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


class Evidence(Struct, frozen=True, kw_only=True):
    """The rows that tell what was seen of one thread."""

    pages: Iterable[tuple[Any, ...]]  #: (sheet, seen, number, last) of every page seen, by time
    items: Iterable[tuple[int, int]]  #: (sheet, reading) in the order of each sheet
    whole: Iterable[tuple[Any, ...]]  #: (started, ended) of every complete visit, by its start
    index: Callable[[], Iterable[tuple[Any, ...]]]  #: (reading, post, ref, number, earliest) of the thread's readings
    readings: Iterable[tuple[Any, ...]]  #: the same readings whole, as `_Reading` has them; those of a post together


class _Reading(Struct, frozen=True, gc=False):
    id: int
    post: int
    ref: str
    text: int
    body: Body
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


class _Index(Struct, frozen=True):
    """What the order of posts hangs on, of the readings that were shown."""

    span: dict[int, tuple[int, int]]  #: by reading: when it was seen first and last
    ref: dict[int, str] = {}  #: by post: the forum's id
    post: dict[int, int] = {}  #: by reading
    number: dict[int, int | None] = {}  #: by reading


def posts_of(evidence: Evidence, *, lines: bool = True) -> list[Post]:
    """The posts of one thread in the forum's order, as the evidence tells; `order` is the place in it.

    Without `lines` a post that has no marks and has only ever been seen in one text, never edited and never merged,
    comes without the lines of that text: of a long thread they are most.
    """
    sheets = _sheets(evidence)
    whole = [(started, ended) for started, ended in evidence.whole]
    index = _indexed(sheets, evidence.index())
    ids = _by_id(sheets, index)
    by_id = ids is not None
    if ids is None:
        ids = _by_time(index, evidence.index())
    absent = _absent(sheets, index, ids) if by_id else {}
    tails = _tails(sheets, index, ids)
    place = {post: number for number, post in enumerate(ids)}
    ids.clear()
    # What is not asked for any more is let go of, and what was read of a post comes last, post after post: all of a
    # long thread at once would need much memory.
    index.post.clear()
    index.number.clear()
    index.ref.clear()
    made: list[Post | None] = [None] * len(place)
    contradicting: set[int] = set()
    for post, runs in _runs(sheets, index, evidence.readings):
        number = place.pop(post)
        found = _post(number, runs, whole, absent.get(post, ()), tails)
        made[number] = found if lines else _without_lines(found)
        if _contradict(runs):
            contradicting.add(number)
    posts = [post for post in made if post is not None]
    assert not place, "every post that was seen is made, once"
    return _between(posts, contradicting) if by_id else posts


def _without_lines(post: Post) -> Post:
    only = post.revisions[0]
    if len(post.revisions) > 1 or only.edited is not None or only.body.marks or only.body.merged or post.gone:
        return post
    return msgspec.structs.replace(post, revisions=(msgspec.structs.replace(only, body=_SILENT),))


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


def _indexed(sheets: _Sheets, rows: Iterable[tuple[Any, ...]]) -> _Index:
    span: dict[int, tuple[int, int]] = {}
    for sheet, shown in sheets.readings.items():
        seen = sheets.seen[sheet]
        here = seen[0], seen[-1]
        for reading in shown:
            there = span.get(reading, here)
            span[reading] = here if there is here else (min(there[0], here[0]), max(there[1], here[1]))
    index = _Index(span)
    for reading, post, ref, number, _ in rows:
        if reading in span:
            index.post[reading] = post
            index.number[reading] = number
            index.ref.setdefault(post, ref)
    return index


def _runs(sheets: _Sheets, index: _Index, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, list[_Run]]]:
    """Post after post: what it showed, from when to when, in the order of time."""
    names: dict[str | None, str | None] = {}  # which many readings share: kept once
    shown_on: dict[int, list[int]] = {}  # by reading: its sheets, once a post needs them
    for post, told in groupby((row for row in rows if row[0] in index.span), key=itemgetter(1)):
        bodies: dict[int, Body] = {}
        readings = []
        for row in told:
            if row[3] not in bodies:
                bodies[row[3]] = msgspec.json.decode(row[4], type=Body)
            author, author_id = (names.setdefault(text, text) for text in row[5:7])
            values = (*row[:4], bodies[row[3]], author, author_id, *row[7:])
            readings.append(_Reading(*values))
        runs = sorted((_Run(*index.span[reading.id], reading) for reading in readings), key=_place_in_time)
        if any(later.first <= earlier.last for earlier, later in pairwise(runs)):
            shown_on = shown_on or _shown_on(sheets)
            runs = _each_sight(sheets, shown_on, readings)
        yield post, runs


def _place_in_time(run: _Run) -> tuple[int, int, int]:
    return run.first, run.last, run.reading.id


def _shown_on(sheets: _Sheets) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for sheet, shown in sheets.readings.items():
        for reading in shown:
            found[reading].append(sheet)
    return found


def _each_sight(sheets: _Sheets, shown_on: dict[int, list[int]], readings: Sequence[_Reading]) -> list[_Run]:
    """Every sight for itself: the post showed one thing, then another, then the first again."""
    found = [
        _Run(seen, seen, reading)
        for reading in readings
        for sheet in shown_on[reading.id]
        for seen in sheets.seen[sheet]
    ]
    return sorted(found, key=_place_in_time)


def _by_id(sheets: _Sheets, index: _Index) -> list[int] | None:
    """The posts by their ids; None where these do not grow in the forum's order, as where threads were joined."""
    if not all(ref.isdecimal() for ref in index.ref.values()):
        return None
    ids = {post: int(ref) for post, ref in index.ref.items()}
    shown = ([ids[index.post[reading]] for reading in readings] for readings in sheets.readings.values())
    if all(earlier < later for page in shown for earlier, later in pairwise(page)):
        return sorted(ids, key=ids.__getitem__)
    return None


def _by_time(index: _Index, rows: Iterable[tuple[Any, ...]]) -> list[int]:
    """The posts by the time that they have shown last."""
    shown = [row for row in rows if row[0] in index.span]
    shown.sort(key=lambda row: (index.span[row[0]][1], row[0]))
    latest = {post: (earliest, number or 0, ref) for _, post, ref, number, earliest in shown}
    return sorted(latest, key=latest.__getitem__)


def _absent(sheets: _Sheets, index: _Index, ids: Sequence[int]) -> dict[int, list[int]]:
    """By post: when a page showed its neighbours, one right after the other, and not the post itself (E5)."""
    place = {post: number for number, post in enumerate(ids)}
    absent: dict[int, list[int]] = defaultdict(list)
    for sheet, shown in sheets.readings.items():
        # Some forums repeat the thread's first post at the head of each page: its neighbour there is none.
        for before, after in pairwise(shown if sheets.numbers[sheet] == 1 else shown[1:]):
            number = index.number[before]
            if number is None or index.number[after] != number + 1:
                continue
            for post in ids[place[index.post[before]] + 1 : place[index.post[after]]]:
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


def _tails(sheets: _Sheets, index: _Index, ids: Sequence[int]) -> _Tails:
    place = {post: number for number, post in enumerate(ids)}
    found = [
        (seen, max(place[index.post[reading]] for reading in sheets.readings[sheet]))
        for seen, sheet in sheets.last
        if sheet in sheets.readings
    ]
    return _Tails(tuple(seen for seen, _ in found), tuple(end for _, end in found))


def _post(
    place: int,
    runs: Sequence[_Run],
    whole: Sequence[tuple[int, int]],
    absent: Sequence[int],
    tails: _Tails,
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


def _between(posts: list[Post], contradicting: Set[int]) -> list[Post]:
    """Posts, numbered as they were made; one whose times contradict (by its place) was made between the others about
    it."""
    if not contradicting:
        return posts
    sure = [place not in contradicting for place in range(len(posts))]
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
    for run in runs:
        reading = run.reading
        body = reading.body
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
