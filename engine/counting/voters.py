"""Which of a voter's marks stands, and which others might (V3, V7, V8, V13). Knows one voter's items; no sums.

A *course* is what one voter did in one possible reading of his unsure marks: the acts that each set his ballot anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import product
from math import prod

from msgspec import Struct

from engine.counting.frame import Frame
from engine.counting.items import NO_BALLOT, Item, Outcome
from engine.counting.limits import Act, Course, acts_of, allowed, limited
from engine.counting.statements import Certainty
from engine.counts import Why

#: More readings of one voter's marks than this are not tried one by one: the verdict then stays open.
MOST_COURSES = 4096


class Voter(Struct, frozen=True):
    """One voter: his acting marks in order, what he did for certain, and all that he may have done."""

    name: str
    items: tuple[Item, ...]
    course: Course  #: if no unsure mark counts
    courses: tuple[Course, ...] | None  #: every possible one, the certain one among them; None: too many to tell
    whole: bool = False  #: courses are told whole, not only their last acts
    refused: dict[int, Why] = {}  #: marks of the certain course that the limits on changes refuse, by `id`
    bounded: bool = False  #: his changes are limited: a mark that stands in no course may still use one up

    @property
    def standing(self) -> Item | None:
        """The mark that is his ballot."""
        return self.course[-1].item if self.course and self.course[-1].outcome != NO_BALLOT else None

    @property
    def outcomes(self) -> frozenset[Outcome] | None:
        """Every ballot that he may have; None where they are too many to tell."""
        return None if self.courses is None else frozenset(map(ballot_of, self.courses))

    @property
    def settled(self) -> bool:
        """Whether no ruling could change his ballot or his abstention, nor how he came by it where the rules ask for
        that."""
        if self.courses is None or self.whole:
            return self.courses is not None and len(self.courses) == 1
        return len({(ballot_of(course), bool(course) and course[-1].item.abstains) for course in self.courses}) == 1


def ballot_of(course: Course) -> Outcome:
    """What a course leaves its voter with."""
    return course[-1].outcome if course else NO_BALLOT


def voter_of(name: str, items: Sequence[Item], frame: Frame, *, whole: bool, earlier: Sequence[Item] = ()) -> Voter:
    """A voter from his marks in the order of posts and text. `whole`: the rules ask for whole courses, not only for
    the last act; `earlier`: votes that edits in the extra time have taken out of their posts (E7)."""
    acting = _one_for_each_post([item for item in items if item.acts])
    ordered = _in_order(acting)
    if not whole and not limited(frame):
        certain = tuple(acts_of(item, _late(item))[0] for item in ordered if item.sure)
        return Voter(name, ordered, certain[-1:], _last_acts(acting))
    taken = _one_for_each_post([item for item in earlier if item.acts])
    done = _in_order([*taken, *acting])
    kept, refused = _allowed(tuple(acts_of(item, _late(item))[0] for item in done if item.sure), taken, frame)
    return Voter(name, ordered, kept, _courses(acting, taken, frame), whole, refused, limited(frame))


def _in_order(items: Sequence[Item]) -> tuple[Item, ...]:
    pairs = sorted(enumerate(items), key=lambda pair: (_late(pair[1]), pair[1].post.order))
    return tuple(item for _, item in pairs)


def _allowed(course: Course, taken: Sequence[Item], frame: Frame) -> tuple[Course, dict[int, Why]]:
    """The acts that the rules let stand. A vote that an edit has taken out of its post was one, and what was said
    before it stands again; where the edit is a change too many, it stays (E7)."""
    kept, refused = allowed(course, frame)
    if not taken:
        return kept, refused
    gone = {id(item) for item in taken}
    stay = {act.item.post.id for act in course if id(act.item) in refused and id(act.item) not in gone}
    while kept and id(kept[-1].item) in gone.difference(refused) and kept[-1].item.post.id not in stay:
        kept = kept[:-1]
    return kept, refused


def _one_for_each_post(items: Sequence[Item]) -> list[Item]:
    """V3: of the marks of one post only those from the last sure one on can count; a merged part is for itself (E8)."""
    kept: list[Item] = []
    settled: set[tuple[str, bool]] = set()
    for item in reversed(items):
        part = (item.post.id, item.statement.mark.late)
        if part not in settled:
            kept.append(item)
        if item.sure:
            settled.add(part)
    return kept[::-1]


def _late(item: Item) -> datetime:
    """The latest moment at which a mark may have been set; a mark of certain order is taken at its earliest."""
    return item.at.last if item.statement.certainty is Certainty.ORDER else item.at.earliest


def _early(item: Item) -> datetime:
    first = item.statement.first_at
    return item.at.earliest if first is None else min(first.earliest, item.at.earliest)


def _may_follow(item: Item, place: int, other: Item, other_place: int) -> bool:
    """Whether `item` may have been set after `other`; places are those by post and text."""
    settled = Certainty.ORDER not in (item.statement.certainty, other.statement.certainty)
    by_place = item.post.id == other.post.id or (item.statement.new and other.statement.new)
    if by_place or (item.at == other.at and settled):
        return place > other_place
    return item.at.last > _early(other) or (item.at.last == _early(other) and place > other_place)


def _last_acts(items: Sequence[Item]) -> tuple[Course, ...]:
    """Every last act that the marks allow: one that no sure mark must follow (V13), or none at all."""
    sure = [(place, item) for place, item in enumerate(items) if item.sure]
    last = max(sure, key=lambda pair: (_early(pair[1]), pair[0]), default=None)
    # Who abstains has no ballot either, but has not missed the day; what has lapsed may have counted before.
    found: dict[tuple[Outcome, Outcome, bool], Act] = {}
    for place, item in enumerate(items):
        if last is not None and item is not last[1] and not _may_follow(item, place, last[1], last[0]):
            continue
        if all(other is item or _may_follow(item, place, other, at) for at, other in sure):
            found |= {(act.outcome, act.lapsed, item.abstains): act for act in acts_of(item, _late(item))}
    courses: list[Course] = [(act,) for act in found.values()]
    return tuple(courses) if sure or (NO_BALLOT, NO_BALLOT, False) in found else (*courses, ())


def _courses(items: Sequence[Item], taken: Sequence[Item], frame: Frame) -> tuple[Course, ...] | None:
    """Every course that the marks allow: each unsure one counts for one of its candidates or not at all."""
    options = [_options(item) for item in (*taken, *items)]
    if prod(map(len, options)) > MOST_COURSES:
        return None
    return tuple({_key(course): course for course in _ordered(options, taken, frame)}.values())


def _ordered(options: Sequence[Sequence[Act | None]], taken: Sequence[Item], frame: Frame) -> Iterator[Course]:
    """The courses by time; what has one time and one post keeps the order of its text."""
    for chosen in product(*options):
        acts = (act for act in chosen if act is not None)
        yield _allowed(tuple(sorted(acts, key=lambda act: (act.at, act.item.post.order))), taken, frame)[0]


def _options(item: Item) -> list[Act | None]:
    moments = dict.fromkeys(
        (_late(item), _early(item)) if item.statement.certainty is Certainty.ORDER else (_late(item),)
    )
    found: list[Act | None] = [act for moment in moments for act in acts_of(item, moment)]
    return found if item.sure else [*found, None]


def _key(course: Course) -> tuple[tuple[Outcome, Outcome, datetime, int], ...]:
    return tuple((act.outcome, act.lapsed, act.at, act.item.post.order) for act in course)
