"""The count of one day: puts the steps together. Knows which clock is asked; what a step does is its module's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache, partial
from typing import Any

from msgspec import Struct, structs

from engine.counting.authors import Authors
from engine.counting.clock import Clock, closed_by
from engine.counting.closing import Closing, closings
from engine.counting.deciding import EXTRA_TIME, Decision, later
from engine.counting.explaining import all_told, fates, not_counted, rulings_needed
from engine.counting.frame import Frame
from engine.counting.items import NO_BALLOT
from engine.counting.lots_due import Fallen, fallen
from engine.counting.needed import majority, needed, needed_truly
from engine.counting.openness import Judged, decision_of
from engine.counting.reports import reports_of
from engine.counting.running import Ending, changes_of, closed, ending
from engine.counting.scoring import abstained, missed, shown_round
from engine.counting.sheets import Sheet, sheet_of
from engine.counting.threads import apart
from engine.counts import Count, RulingNeeded, Verdict
from engine.day import Day, Draw
from engine.names import Names
from engine.people import Roster
from engine.posts import Post
from engine.rules import NameRules, Rules, TieStep, Votes
from engine.rulings import AliasRuling, ReplaceRuling, Ruling


def count(
    rules: Rules,
    roster: Roster,
    day: Day,
    posts: Sequence[Post],
    rulings: Sequence[Ruling] = (),
    *,
    at: datetime,
    draws: Sequence[Draw] = (),
) -> Count:
    """The count of a day as of `at` (T, UTC).

    `posts` are the day's threads as known at K, in any order; `rules` those in force at the day's opening. `draws` are
    the lots that have been drawn: one that is needed and not among them is told in `lots`, and where it is the tie's
    the verdict stays `open`. Before the day's end the verdict is what it would be if the day ended at `at`, but a tie
    stays one. Posts after `at` change nothing; once the day is over, late marks are listed as such, known ones all.
    Raises `ValueError` for a draw that names no candidate.
    """
    ordered = sorted(posts, key=lambda post: post.order)
    over = at >= day.ends
    known = [post for post in ordered if over or post.at.earliest < at]
    frame = _frame(rules, roster, day, known, tuple(rulings), at)
    frame = structs.replace(frame, apart=apart(known, frame))
    closing = closings(known, frame)
    said = next((one for one in closing if one.sure), None)
    course = _course(known, _closed_by_words(frame, said), at)
    perhaps = [one for one in closing if not one.sure]
    # Each of these words may have ended the day: it is settled where all such ends lead to the same.
    others = [_course(known, _closed_by_words(frame, one), at) for one in perhaps]
    moved = any(other.essence != course.essence for other in others)
    settled = course.decision if course.decision is not None and not moved else Decision(Verdict.OPEN)
    result = fallen(settled, course.last.round, day.label, draws, course.last.frame.immune)
    questions = [one.asked for one in perhaps if moved or (said is None and not over)]
    return _report([post for post in known if post.at.earliest < at], course, result, questions, at)


class _Course(Struct, frozen=True):
    """The day by one clock, with its extra times."""

    first: Sheet
    extras: tuple[Sheet, ...]
    asked: tuple[Sheet, ...]  #: whose marks are the host's to rule on
    decision: Decision | None  #: None while it hangs on them
    early: Ending | None

    @property
    def last(self) -> Sheet:
        return (self.extras or (self.first,))[-1]

    @property
    def essence(self) -> tuple[object, ...] | None:
        return self.decision.essence if self.decision is not None else None


def _course(known: Sequence[Post], frame: Frame, at: datetime) -> _Course:
    over = at >= frame.day.ends
    ended = at >= frame.clock.end and (over or frame.clock.end < at or frame.clock.closing is not None)
    whole, early = _watched(known, frame)
    # Openness is judged over the whole day; what is shown, and goes on in an overtime, is the day as it ended early.
    first = sheet_of(known, closed(whole.frame, early)) if early is not None else whole
    extras = () if early is not None and early.hammer else _extras(known, first, at) if ended or early else ()
    played = extras or _perhaps(known, first, at)
    voted_anew = partial(_revotes, known, first, at)
    decision = decision_of(whole.judged, [extra.judged for extra in played], voted_anew, ended=ended)
    if whole.frame.clock != frame.clock and not all(voter.settled for voter in whole.judged.everybody):
        decision = None  # by other readings the day would have gone on, with later texts
    # Where rulings may move the end of the day, what came after it is asked about too.
    return _Course(first, extras, (whole if decision is None else first, *extras), decision, early)


def _watched(known: Sequence[Post], frame: Frame) -> tuple[Sheet, Ending | None]:
    """The marks by the whole day and what ended it early: each vote as it stood then, whatever became of its post later
    (V7, E2, E5). Where the day ended before a text changed, the marks are those by then."""
    for changes, since in changes_of(known, frame):
        sheet = sheet_of(known, structs.replace(frame, clock=Clock(changes)))
        early = ending(sheet.everything, sheet.frame)
        if early is not None:
            return sheet, early
        frame = structs.replace(frame, since=since)
    sheet = sheet_of(known, frame)
    return sheet, ending(sheet.everything, sheet.frame)


def _frame(
    rules: Rules, roster: Roster, day: Day, posts: Sequence[Post], rulings: tuple[Ruling, ...], at: datetime
) -> Frame:
    authors = Authors(roster, posts, [ruling for ruling in rulings if isinstance(ruling, ReplaceRuling)])
    aliases = [ruling for ruling in rulings if isinstance(ruling, AliasRuling)]
    named = {change.post for change in day.rules_from} | {effect.post for effect in day.effects}
    begins = {post.id: post for post in posts if post.id in named}
    dead = tuple(sorted(day.out - frozenset(roster.names)))  # out, and not in the roster any more
    end = min(day.ends, day.closed_at) if day.closed_at is not None else day.ends
    inclusive = rules.votes.boundary == "inclusive" and at >= end
    clock = Clock(min(at, end), inclusive=inclusive)
    known = ((begins[one.post], one) for one in day.rules_from if one.post in begins)
    changes = [one for post, one in known if clock.begun(post.at, post.order)]
    last = changes[-1].rules if changes else rules
    names = _names(roster, [alias for alias in aliases if alias.since is None], last, dead)
    taught = tuple(
        (since, _names(roster, [alias for alias in aliases if alias.since is None or alias.since <= since], last, dead))
        for since in sorted({alias.since for alias in aliases if alias.since is not None})
    )
    return Frame(last, rules, day, names, authors, roster.names, rulings, clock, begins, taught=taught)


def _names(roster: Roster, aliases: Sequence[AliasRuling], rules: Rules, dead: tuple[str, ...]) -> Names:
    pairs = tuple((alias.alias, alias.player) for alias in aliases)
    return _read_names(roster, pairs, rules.votes, rules.names, dead)


@lru_cache(maxsize=64)
def _read_names(
    roster: Roster, aliases: tuple[tuple[str, str], ...], votes: Votes, knobs: NameRules, dead: tuple[str, ...]
) -> Names:
    """The roster's names; made once for the many counts of a day."""
    return Names(roster, dead=dead, aliases=aliases, unvote=votes.unvote, no_lynch=votes.no_lynch, typos=knobs.typos)


def _closed_by_words(frame: Frame, closing: Closing | None) -> Frame:
    """The day as the host's words ended it; as the clock does without them."""
    if closing is None:
        return frame
    order = closing.post.order if closing.placed else None
    return structs.replace(frame, clock=closed_by(closing.at, order))


def _extras(posts: Sequence[Post], first: Sheet, at: datetime, revote: tuple[str, ...] = ()) -> tuple[Sheet, ...]:
    """The extra times that have opened, in order: each as long as the one before it ended in a tie (T14-14).

    `revote`: for readings in which there is a revote, between these.
    """
    found: list[Sheet] = []
    opens: datetime | None = first.frame.clock.end
    for step in first.frame.rules.tie.steps:
        if step not in EXTRA_TIME:
            continue
        tied = first.waiting_for(step, found)
        if not (tied or revote):
            continue
        if step is TieStep.OVERTIME:
            opens = _opening(first.frame) if opens == first.frame.clock.end else opens
        if opens is None or at < opens:
            break
        if step is TieStep.REVOTE and revote:
            tied, revote = revote, ()
        sheet = _extra(posts, (first, *found), tied, step, opens, at)
        found.append(sheet)
        if not sheet.judged.over:
            break
        opens = sheet.frame.clock.until
    return tuple(found)


def _perhaps(posts: Sequence[Post], first: Sheet, at: datetime) -> tuple[Sheet, ...]:
    """The overtime that has been if rulings make the day's end a tie: for openness alone, it is not shown (V13)."""
    steps = [step for step in first.frame.rules.tie.steps if step in EXTRA_TIME]
    if first.tied or steps[:1] != [TieStep.OVERTIME] or all(voter.settled for voter in first.voters):
        return ()
    opens = _opening(first.frame)
    return () if opens is None or at < opens else (_extra(posts, (first,), (), TieStep.OVERTIME, opens, at),)


def _revotes(posts: Sequence[Post], first: Sheet, at: datetime, tied: tuple[str, ...]) -> list[Judged]:
    """The extra times of a reading that calls a revote between these."""
    return [extra.judged for extra in _extras(posts, first, at, tied)]


def _opening(frame: Frame) -> datetime | None:
    """When the overtime opens: at the day's end, or with the host's notice."""
    return frame.clock.end if frame.rules.tie.overtime_from == "clock" else frame.day.overtime_starts


def _extra(
    posts: Sequence[Post],
    rounds: Sequence[Sheet],
    tied: tuple[str, ...],
    step: TieStep,
    opens: datetime,
    at: datetime,
) -> Sheet:
    """The extra time that follows these rounds, the day's first. An overtime goes on from the ballots of the round
    before it: behind a revote it makes that longer."""
    first, before = rounds[0], rounds[-1]
    rules = first.frame.rules.tie
    minutes = rules.overtime_minutes if step is TieStep.OVERTIME else rules.revote_minutes
    until = opens + timedelta(minutes=minutes)
    clock = structs.replace(first.frame.clock, opens=opens, until=min(at, until))
    frame = structs.replace(first.frame, clock=clock)
    if step is TieStep.REVOTE:
        frame = structs.replace(frame, candidates=frozenset(tied))
    elif before.frame.candidates is not None:
        clock = structs.replace(clock, opens=before.frame.clock.opens, goes_on=opens)
        frame = structs.replace(frame, clock=clock, candidates=before.frame.candidates)
    frame = later(frame, missed(first.judged.certain, first.frame))
    maybe = None
    if step is TieStep.OVERTIME and rules.overtime_voters == "changers":
        had = [voter for voter in before.voters if voter.outcomes != frozenset((NO_BALLOT,))]
        maybe = frozenset(voter.name for voter in had if voter.outcomes is None or NO_BALLOT in voter.outcomes)
        frame = structs.replace(frame, first_voters=frozenset(voter.name for voter in had))
    sheet = sheet_of(posts, frame, maybe, before)
    return structs.replace(sheet, judged=structs.replace(sheet.judged, over=at >= until))


def _ended_early(frame: Frame, at: datetime) -> datetime | None:
    """When the day ended before its time, as known at `at`: by a post, or by the host's entry (E6)."""
    if frame.clock.closing is not None:
        return frame.clock.end
    closed = frame.day.closed_at
    return closed if closed is not None and closed < min(at, frame.day.ends) else None


def _report(
    posts: Sequence[Post], course: _Course, result: Fallen, questions: Sequence[RulingNeeded], at: datetime
) -> Count:
    first, extras, early, last = course.first, course.extras, course.early, course.last
    items = all_told([sheet.told for sheet in (first, *extras)])
    decision = result.decision
    # A tie that waits for its lot is settled: no ruling can change it.
    settled = decision.verdict is not Verdict.OPEN or decision.waits_for is not None
    final = extras[-1].round if extras else None
    ended_at = early.at if early is not None else _ended_early(first.frame, at)
    over = ended_at is not None or at >= first.frame.day.ends
    voted = {ballot.voter for ballot in first.round.ballots}
    reports = [*reports_of(posts, last.frame), *last.lost]
    return Count(
        at=at,
        first=first.round,
        verdict=decision.verdict,
        by=result.by,
        out=decision.out,
        overtime=final,
        no_ballot=tuple(name for name in first.frame.voters if name not in voted),
        leaves_next_morning=result.leaves,
        not_counted=not_counted(items, last.voters),
        rulings_needed=(*questions, *_all_rulings(course.asked, settled=settled)),
        reports=tuple(sorted(reports, key=lambda report: report.at.timestamp() if report.at else 0.0)),
        fates=fates(items, last.voters),
        closing=first.frame.clock.closing if early is None else None,
        closing_order=first.frame.clock.closing_order if early is None else None,
        at_post=early.act.item.post.id if early is not None else None,
        ended_at=ended_at,
        lots_needed=tuple(lot.label for lot in result.due),
        lots=result.due,
        missed=missed(first.judged.certain, first.frame) if over and first.frame.silent is None else (),
        abstained=abstained(first.judged.certain, first.frame) if over else (),
        missed_out=decision.missed_out,
        annulled=decision.annulled,
        shown=shown_round(final or first.round, last.frame),
        shown_first=shown_round(first.round, first.frame),
        living=first.frame.living,
        **_needed(first, over=over or early is not None),
    )


def _needed(first: Sheet, *, over: bool) -> dict[str, Any]:
    """What candidates are short of the majority; a day that is over asks for nothing more."""
    found: dict[str, Any] = {"majority": majority(first.frame)}
    if over or found["majority"] is None:
        return found
    found["needed"] = needed(shown_round(first.round, first.frame) or first.round, first.frame)
    truly = needed_truly(first.round, first.frame)
    return {**found, "needed_truly": truly if truly != found["needed"] else ()}


def _all_rulings(sheets: Sequence[Sheet], *, settled: bool) -> tuple[RulingNeeded, ...]:
    """The rulings of the day and of its extra times, each mark once."""
    found: dict[tuple[str, str, str], RulingNeeded] = {}
    for sheet in sheets:
        # Who has been removed has no ballot: his marks are asked about only where they may have ended the day before.
        voters = sheet.voters if settled else sheet.judged.everybody
        for ruling in rulings_needed(voters, settled=settled):
            found.setdefault((ruling.post, ruling.why, ruling.text), ruling)
    return tuple(found.values())
