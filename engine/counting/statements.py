"""What a post says at a moment: its marks, each with its time, by the rules for edits, deletions and merges (E1-E8).

Knows revisions and times; does not know who may vote or what a text means.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import StrEnum

from msgspec import Struct

from engine.counts import Needs, Why
from engine.posts import Mark, Post, Revision
from engine.rules import Edits, Rules
from engine.times import Interval

_END_OF_TIME = datetime(9999, 1, 1, tzinfo=UTC)


class Certainty(StrEnum):
    """How sure it is that a mark stands at the moment asked for."""

    SURE = "sure"
    UNSURE = "unsure"  #: it stands, or nothing does: a ruling
    ORDER = "order"  #: it stands; only its time, and so its place among the voter's marks, is unsure (E1, E8)
    UNSEEN = "unseen"  #: the text that stood is not known: it may have named anybody (E2)


class Statement(Struct, frozen=True):
    """A mark as a post says it at a moment."""

    mark: Mark
    at: Interval
    revision: int  #: 1 = the first known text
    certainty: Certainty = Certainty.SURE
    needs: Needs | None = None  #: the ruling that an unsure statement asks for
    why: Why | None = None  #: the reason why it does not count, where the post alone decides that
    first_at: Interval | None = None  #: the other time that fits, under `ORDER`


def change_times(post: Post) -> tuple[Interval, ...]:
    """When each revision came to stand: the post's own time, then each edit between the sights around it (E5).

    An edit notice narrows the last change that it can be about.
    """
    times = [post.at]
    for before, after in zip(post.revisions, post.revisions[1:], strict=False):
        seen = Interval(before.last_seen, max(after.first_seen, before.last_seen + timedelta(microseconds=1)))
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
    if any(revision.edited is not None for revision in post.revisions):
        return True
    return any(not _is_merge(old, new) for old, new in zip(post.revisions, post.revisions[1:], strict=False))


def _is_merge(old: Revision, new: Revision) -> bool:
    """Whether the new text is the old one, unchanged, with more below it that the forum's separator cuts off (E8)."""
    if not new.body.merged:
        return False
    head = tuple(line for line in new.body.lines if not line.late)
    late = tuple(line for line in new.body.lines if line.late)
    kept = len(old.body.lines)
    return new.body.lines[:kept] == old.body.lines and kept >= len(head) and bool(late)


def _late_statement(mark: Mark, seen: Interval, revision: int) -> Statement:
    if mark.late_at is not None:
        return Statement(mark, mark.late_at, revision, Certainty.SURE)
    return Statement(mark, seen, revision, Certainty.ORDER, Needs.TIME_UNCLEAR, first_at=seen)


def statements(post: Post, rules: Rules, moment: datetime) -> tuple[Statement, ...]:
    """The marks that a post says as of `moment` (UTC), in the order of its text, not yet judged by author or name.

    Every mark of the current text is among them, with `why` or `needs` where the post's history decides against it.
    """
    gone = _gone(post, rules, moment)
    said = _forbidden(post, rules) if rules.votes.edits is Edits.FORBIDDEN else _editable(post, rules, moment)
    if gone is True:
        return tuple(_with(statement, why=Why.DELETED) for statement in said)
    if gone is None:
        return tuple(_unsure(statement, Needs.TIME_UNCLEAR) for statement in said)
    return said


def _with(statement: Statement, *, why: Why) -> Statement:
    return statement if statement.why else Statement(statement.mark, statement.at, statement.revision, why=why)


def _unsure(statement: Statement, needs: Needs) -> Statement:
    if statement.why or statement.certainty in (Certainty.UNSEEN, Certainty.UNSURE):
        return statement
    return Statement(statement.mark, statement.at, statement.revision, Certainty.UNSURE, needs)


def _gone(post: Post, rules: Rules, moment: datetime) -> bool | None:
    if post.gone is None or rules.votes.deleted == "keep":
        return False
    return post.gone.before(moment)


def _seen_by(post: Post, revision: int) -> Interval:
    """Between the post's own time and the first sight of a revision."""
    first_seen = post.revisions[revision].first_seen
    return Interval(post.at.earliest, max(first_seen, post.at.latest))


def _forbidden(post: Post, rules: Rules) -> tuple[Statement, ...]:
    """E3: the marks as first seen before any edit; a post first seen after one says nothing."""
    first, *later = post.revisions
    said = _first_marks(post, first, 0)
    if first.edited is not None:
        merged = first.body.merged and rules.votes.forum_merges == "exempt"
        if merged:
            return tuple(_unsure(statement, Needs.MERGED) for statement in said)
        return tuple(_with(statement, why=Why.EDITED) for statement in said)
    before = first
    for number, revision in enumerate(later, start=2):
        if _is_merge(before, revision) and rules.votes.forum_merges == "exempt" and revision.edited is None:
            seen = change_times(post)[number - 1]
            known = {(mark.text, mark.late_at) for mark in before.body.marks}
            fresh = [mark for mark in revision.body.marks if mark.late and (mark.text, mark.late_at) not in known]
            said += tuple(_late_statement(mark, seen, number) for mark in fresh)
        else:
            old = {(mark.text, mark.kind, mark.struck) for mark in before.body.marks}
            changed = [mark for mark in revision.body.marks if (mark.text, mark.kind, mark.struck) not in old]
            at = change_times(post)[number - 1]
            said += tuple(Statement(mark, at, number, why=Why.EDITED) for mark in changed)
        before = revision
    return said


def _first_marks(post: Post, revision: Revision, index: int) -> tuple[Statement, ...]:
    seen = _seen_by(post, index)
    return tuple(
        _late_statement(mark, seen, index + 1) if mark.late else Statement(mark, post.at, index + 1)
        for mark in revision.body.marks
    )


def _editable(post: Post, rules: Rules, moment: datetime) -> tuple[Statement, ...]:
    """E1, E2: the text that stood at the moment, at the time of its last change."""
    times = change_times(post)
    standing: int | None = None
    crossing: list[int] = []
    for index, at in enumerate(times):
        before = at.before(moment)
        if before or index == 0:
            standing = index
        elif before is None:
            crossing.append(index)
    assert standing is not None
    unseen = _edited_unseen(post, standing, moment)
    if unseen is not None:
        return _unseen(post, standing, unseen)
    said = _standing(post, rules, standing, times)
    if crossing:
        other = [s for index in crossing for s in _standing(post, rules, index, times)]
        fixed = {(s.mark.text, s.mark.struck) for s in other}
        said = tuple(s if (s.mark.text, s.mark.struck) in fixed else _unsure(s, Needs.TIME_UNCLEAR) for s in said)
        kept = {(s.mark.text, s.mark.struck) for s in said}
        fresh = [s for s in other if (s.mark.text, s.mark.struck) not in kept]
        said += tuple(_unsure(s, Needs.TIME_UNCLEAR) for s in fresh)
    return said


def _edited_unseen(post: Post, standing: int, moment: datetime) -> Needs | None:
    """The ruling that the text asks for when it was first seen after an edit that may not precede the moment."""
    edited = post.revisions[standing].edited
    if standing != 0 or edited is None:
        return None
    before = edited.narrowed(before=post.revisions[0].first_seen).before(moment)
    if before is True:
        return None
    return Needs.EDITED_AFTER_END if before is False else Needs.TIME_UNCLEAR


def _unseen(post: Post, standing: int, needs: Needs) -> tuple[Statement, ...]:
    """E2: the text before the edit was never seen; what stands now says nothing of it."""
    revision = post.revisions[standing]
    marks = revision.body.marks or (Mark(""),)
    return tuple(Statement(mark, post.at, standing + 1, Certainty.UNSEEN, needs) for mark in marks)


def _standing(post: Post, rules: Rules, index: int, times: tuple[Interval, ...]) -> tuple[Statement, ...]:
    revision = post.revisions[index]
    if index == 0:
        return _never_changed(post, rules, revision)
    said = []
    for mark in revision.body.marks:
        since = _stands_since(post, index, mark)
        if mark.late and mark.late_at is not None:
            said.append(Statement(mark, mark.late_at, index + 1))
        elif since == 0:
            said += [s for s in _never_changed(post, rules, post.revisions[0]) if _same(s.mark, mark)][:1]
        else:
            said.append(Statement(mark, times[since], since + 1))
    return tuple(said)


def _stands_since(post: Post, index: int, mark: Mark) -> int:
    """The revision since which the archive shows the mark unchanged (E1)."""
    while index > 0 and any(_same(mark, old) for old in post.revisions[index - 1].body.marks):
        index -= 1
    return index


def _same(first: Mark, second: Mark) -> bool:
    return (first.text, first.kind, first.colour, first.struck) == (
        second.text,
        second.kind,
        second.colour,
        second.struck,
    )


def _never_changed(post: Post, rules: Rules, revision: Revision) -> tuple[Statement, ...]:
    """The first known text: its own time, or that of an edit which nobody saw the text before of (E1, E8)."""
    if revision.edited is None:
        return _first_marks(post, revision, 0)
    if revision.body.merged and rules.votes.forum_merges == "exempt":
        seen = _seen_by(post, 0)
        return tuple(
            Statement(mark, mark.late_at or seen, 1, Certainty.ORDER, Needs.MERGED, first_at=post.at)
            for mark in revision.body.marks
        )
    return tuple(
        Statement(mark, revision.edited, 1, Certainty.ORDER, Needs.EDITED, first_at=post.at)
        for mark in revision.body.marks
    )
