"""What a post says at a moment: its vote marks, each with its time, by the rules for edits, deletions, merges (E1-E8).

Knows revisions and times; does not know who may vote or what a text means.
"""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from msgspec import Struct, structs

from engine.counting.clock import Clock
from engine.counting.marks import vote_marks
from engine.counts import Needs, Why
from engine.posts import Mark, Post, Revision
from engine.rules import Edits, Votes
from engine.times import INSTANT, Interval

_SHARP = timedelta(minutes=1)  #: an edit known so closely has a place among the marks


class Certainty(StrEnum):
    """How sure it is that a mark stands at the moment asked for."""

    SURE = "sure"
    UNSURE = "unsure"  #: it stands, or nothing does: a ruling
    ORDER = "order"  #: it stands; only its time, and so its place among the voter's marks, is unsure (E1, E8)
    UNSEEN = "unseen"  #: the text that stood is not known: it may have named anybody (E2)


class Statement(Struct, frozen=True, gc=False):
    """A mark as a post says it at a moment."""

    mark: Mark
    at: Interval
    revision: int  #: 1 = the first known text
    certainty: Certainty = Certainty.SURE
    needs: Needs | None = None  #: the ruling that a statement asks for which is not sure
    why: Why | None = None  #: the reason why it does not count, where the post alone decides that
    first_at: Interval | None = None  #: an earlier time that fits as well, under `ORDER`
    erased: bool = (
        False  #: an edit took it out of its post, where that is forbidden: it counts, and the edit costs (E3)
    )
    new: bool = True  #: it stands since the post was made; then posts' order is marks' order


def change_times(post: Post) -> tuple[Interval, ...]:
    """When each revision came to stand: the post's own time, then each edit between the sights around it (E5).

    An edit notice narrows the last change that it can be about.
    """
    times = [post.at]
    for before, after in zip(post.revisions, post.revisions[1:], strict=False):
        seen = Interval(before.last_seen, max(after.first_seen, before.last_seen + INSTANT))
        if after.edited is not None and after.edited != before.edited:
            seen = _meet(seen, after.edited)
        times.append(seen)
    return tuple(times)


def _meet(seen: Interval, shown: Interval) -> Interval:
    """The part of the shown edit time that fits what was seen; where they contradict, what the forum shows."""
    earliest, latest = max(seen.earliest, shown.earliest), min(seen.latest, shown.latest)
    return Interval(earliest, latest) if earliest < latest else shown


def is_edited(post: Post) -> bool:
    """Whether the post is known to be edited, by its notice or by the archive; a forum's merge is none (E5, E8)."""
    if post.revisions[0].edited is not None:
        return True
    return any(
        not is_merge(old, new) and (old.body != new.body or old.edited != new.edited) for old, new in _pairs(post)
    )


def _pairs(post: Post) -> list[tuple[Revision, Revision]]:
    return list(zip(post.revisions, post.revisions[1:], strict=False))


def is_merge(old: Revision, new: Revision) -> bool:
    """Whether the new text is the old one, unchanged, with more below it that the forum's separator cuts off (E8)."""
    kept = len(old.body.lines)
    added = new.body.lines[kept:]
    marks = len(old.body.marks)
    return (
        new.body.merged
        and new.body.lines[:kept] == old.body.lines
        and new.body.marks[:marks] == old.body.marks
        and bool(added)
        and all(line.late for line in added)
    )


def is_plain(post: Post) -> bool:
    """Whether a post is one unedited text without marks, as most are: only its lines may say something."""
    first = post.revisions[0]
    return not first.body.marks and first.edited is None and len(post.revisions) == 1


def statements(post: Post, votes: Votes, clock: Clock) -> tuple[Statement, ...]:
    """The vote marks that a post says by that clock, in the order of its text, not yet judged by author or name.

    Every mark of the text that stood is among them, with `why` or `needs` where the post's history decides against it.
    """
    said = _forbidden(post, votes, clock) if votes.edits is Edits.FORBIDDEN else _editable(post, votes, clock)
    if post.gone is None or votes.deleted == "keep" or not said:
        return said
    # A post of the day that is deleted at or after its end still counts, in the extra time too (E5, E7).
    gone = clock.missing(post.gone, post.at)
    if gone is False:
        return said
    if gone is True:
        return tuple(structs.replace(one, why=one.why or Why.DELETED) for one in said)
    return tuple(_unsure(one, Needs.TIME_UNCLEAR) for one in said)


def without_place(statement: Statement) -> Statement:
    """The mark of a post that shares a stretch of time with one of another thread: its place tells nothing (V7)."""
    if statement.certainty is not Certainty.SURE:
        return structs.replace(statement, new=False)
    needs = statement.needs or Needs.TIME_UNCLEAR
    return structs.replace(statement, certainty=Certainty.ORDER, needs=needs, new=False)


def _unsure(statement: Statement, needs: Needs) -> Statement:
    if statement.why or statement.certainty in (Certainty.UNSEEN, Certainty.UNSURE):
        return statement
    return structs.replace(statement, certainty=Certainty.UNSURE, needs=needs)


# --- editing forbidden (E3) -----------------------------------------------------------------------------------------


def _forbidden(post: Post, votes: Votes, clock: Clock) -> tuple[Statement, ...]:
    """E3: the marks as first seen before any edit; a post first seen after one says nothing."""
    first = post.revisions[0]
    said = [_fresh(mark, post, first) for mark in vote_marks(first.body, votes)]
    if first.edited is not None and _forgiven(post.at, first.edited, votes):
        said = list(_first_text(post, votes, clock))
    elif first.edited is not None:
        if first.body.merged and votes.forum_merges == "exempt":
            return tuple(_unsure(one, Needs.MERGED) for one in said)
        return tuple(structs.replace(one, why=Why.EDITED) for one in said)
    if votes.forum_merges == "edit" and first.body.merged:
        said = [structs.replace(one, why=Why.EDITED) for one in said]
    times = change_times(post)
    for number, (before, after) in enumerate(_pairs(post), start=2):
        said = _after_change(said, post, before, after, times[number - 1], number, votes, clock)
    return tuple(said)


def _forgiven(posted: Interval, edited: Interval, votes: Votes) -> bool:
    """Whether an edit came within the minutes in which the rules allow it."""
    minutes = votes.edit_minutes
    return bool(minutes) and edited.earliest <= posted.earliest + timedelta(minutes=minutes)


def _after_change(
    said: list[Statement],
    post: Post,
    before: Revision,
    after: Revision,
    at: Interval,
    number: int,
    votes: Votes,
    clock: Clock,
) -> list[Statement]:
    """What a post says after a further change of it, where editing is forbidden."""
    known = [essence_of(mark, votes) for mark in vote_marks(before.body, votes)]
    fresh = [mark for mark in vote_marks(after.body, votes) if essence_of(mark, votes) not in known]
    if _forgiven(post.at, at, votes) and clock.holds(at):
        still = {essence_of(one.mark, votes): one for one in said}
        now = [(mark, essence_of(mark, votes)) for mark in vote_marks(after.body, votes)]
        return [still[key] if key in still else Statement(mark, at, number, new=False) for mark, key in now]
    if votes.forum_merges == "exempt" and is_merge(before, after):
        return [*said, *(_late(mark, at, number) for mark in fresh)]
    if clock.holds(at):
        kept = [essence_of(mark, votes) for mark in vote_marks(after.body, votes)]
        said = [one if essence_of(one.mark, votes) in kept else structs.replace(one, erased=True) for one in said]
    return [*said, *(Statement(mark, at, number, why=Why.EDITED) for mark in fresh)]


# --- editing allowed (E1, E2) ---------------------------------------------------------------------------------------


def _editable(post: Post, votes: Votes, clock: Clock) -> tuple[Statement, ...]:
    """E1, E2: the text that stood when the clock stopped, at the time of its last change."""
    times = change_times(post)
    standing, crossing = 0, list[int]()
    for index, at in enumerate(times[1:], start=1):
        held = clock.holds(at)
        if held:
            standing, crossing = index, []
        elif held is None:
            crossing.append(index)
    said = _standing(post, votes, standing, times, clock)
    others = [_standing(post, votes, index, times, clock) for index in crossing]
    return _either(said, others, votes) if others else said


def _either(said: tuple[Statement, ...], others: list[tuple[Statement, ...]], votes: Votes) -> tuple[Statement, ...]:
    """The marks of texts of which it is not known which one stood: what all say in one order is sure (V6)."""
    texts = [[essence_of(one.mark, votes) for one in text] for text in (said, *others)]
    common = set(texts[0]).intersection(*texts[1:])
    orders = [[essence for essence in text if essence in common] for text in texts]
    sure = common if all(order == orders[0] for order in orders) else set()
    found = [
        (essence, one if essence in sure else _unsure(one, Needs.TIME_UNCLEAR))
        for essence, one in zip(texts[0], said, strict=True)
    ]
    for essences, text in zip(texts[1:], others, strict=True):
        for place, (essence, one) in enumerate(zip(essences, text, strict=True), start=1):
            if all(known != essence for known, _ in found):
                behind = set(essences[place:])  # it stands before what comes behind it in its own text
                at = next((number for number, (known, _) in enumerate(found) if known in behind), len(found))
                found.insert(at, (essence, _unsure(one, Needs.TIME_UNCLEAR)))
    return tuple(one for _, one in found)


def essence_of(mark: Mark, votes: Votes) -> tuple[object, ...]:
    """What makes a mark the same one in another text of its post; a final word on its line makes it another."""
    final = any(word.casefold() in mark.after.casefold() for word in votes.final)
    return mark.text, mark.kind, mark.colour, mark.struck, mark.before, final


def _standing(post: Post, votes: Votes, index: int, times: tuple[Interval, ...], clock: Clock) -> tuple[Statement, ...]:
    """The marks of one revision, each at the time since which it stands there."""
    first = _first_text(post, votes, clock)
    if index == 0:
        return first
    said = []
    for mark in vote_marks(post.revisions[index].body, votes):
        since, essence = _stands_since(post, votes, index, mark), essence_of(mark, votes)
        if since == 0:
            said.append(next((one for one in first if essence_of(one.mark, votes) == essence), first[0]))
        elif mark.late:
            said.append(_late(mark, times[since], since + 1))
        else:
            said.append(_changed(mark, times[since], since + 1))
    return tuple(said)


def _changed(mark: Mark, at: Interval, revision: int) -> Statement:
    """A mark that an edit set, as far as its moment is known (E1)."""
    if at.latest - at.earliest <= _SHARP:
        return Statement(mark, at, revision, new=False)
    return Statement(mark, at, revision, Certainty.ORDER, Needs.EDITED, new=False)


def _stands_since(post: Post, votes: Votes, index: int, mark: Mark) -> int:
    """The revision since which the archive shows the mark unchanged (E1)."""
    essence = essence_of(mark, votes)
    while index > 0 and any(
        essence == essence_of(old, votes) for old in vote_marks(post.revisions[index - 1].body, votes)
    ):
        index -= 1
    return index


def _first_text(post: Post, votes: Votes, clock: Clock) -> tuple[Statement, ...]:
    """The first known text: its own time, or that of an edit which nobody saw the text before of (E1, E2, E8)."""
    first = post.revisions[0]
    marks = vote_marks(first.body, votes)
    if first.edited is None:
        return tuple(_fresh(mark, post, first) for mark in marks)
    merged = first.body.merged and votes.forum_merges == "exempt"
    edited = first.edited.narrowed(before=first.first_seen + INSTANT)
    held = clock.holds(edited)
    if held is not True:
        needs = Needs.MERGED if merged else Needs.TIME_UNCLEAR if held is None else Needs.EDITED_AFTER_END
        # What stands now says nothing of what stood before; one mark stands for whatever that was.
        return (Statement(marks[-1] if marks else Mark(""), post.at, 1, Certainty.UNSEEN, needs),)
    needs = Needs.MERGED if merged else Needs.EDITED
    return tuple(
        Statement(mark, mark.late_at or edited, 1, Certainty.ORDER, needs, first_at=post.at, new=False)
        for mark in marks
    )


def _fresh(mark: Mark, post: Post, first: Revision) -> Statement:
    """A mark of a text that is not known to be edited; its late part was added before it was first seen (E8)."""
    if not mark.late:
        return Statement(mark, post.at, 1)
    return _late(mark, Interval(post.at.earliest, max(first.first_seen + INSTANT, post.at.latest)), 1)


def _late(mark: Mark, seen: Interval, revision: int) -> Statement:
    """A mark that the forum merged into the post: at the time of the merge where it is known (E8)."""
    if mark.late_at is not None:
        return Statement(mark, mark.late_at, revision, new=False)
    return Statement(mark, seen, revision, Certainty.ORDER, Needs.TIME_UNCLEAR, new=False)
