"""Counting a day: from posts to ballots, a verdict and the proof of every line (V, E, C, H and T14 clauses of the day).

Pure: the moment, the lots and the rulings are arguments; the same arguments give the same count, byte for byte (V7).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct, structs

from engine.counting.authors import Authors, Kind
from engine.counting.ballots import NO_BALLOT, LastPosts, Voter, only_last_posts, several_marks, voter_of
from engine.counting.deciding import possible_tops, round_of
from engine.counting.explaining import fates, not_counted, rulings_needed
from engine.counting.items import Frame, Item, items_of
from engine.counting.reports import reports_of
from engine.counts import By, Count, Report, Round, Verdict
from engine.day import Day, Draw
from engine.names import Names
from engine.people import Roster
from engine.posts import Post
from engine.rules import Rules, TieStep
from engine.rulings import AliasRuling, ReplaceRuling, Ruling

__all__ = ["count"]


class _Judged(Struct, frozen=True):
    """The day's marks as of one moment."""

    frame: Frame
    items: tuple[Item, ...]
    voters: tuple[Voter, ...]
    round: Round
    lost: tuple[Report, ...]


class _Decision(Struct, frozen=True):
    verdict: Verdict
    by: By | None = None
    out: tuple[str, ...] = ()
    lots: tuple[str, ...] = ()


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

    `posts` are the day's threads as known at K; `draws` are the lots that have been drawn: one that is needed and not
    among them leaves the verdict `open` with its label in `lots_needed`. Before the day's end the verdict is what it
    would be if the day ended at `at`, without any lot. Raises `ValueError` for a draw that names no candidate.
    """
    seen = tuple(sorted((post for post in posts if post.at.earliest < at), key=lambda post: post.order))
    frame = _frame(rules, roster, day, seen, tuple(rulings), at)
    first = _judge(seen, frame)
    tops = possible_tops(first.voters, first.frame)
    ended = at >= _end(frame, day)
    overtime = _overtime(seen, first, at) if ended and first.round.tied else None
    decision = _decide(first, overtime, tops, draws, at, ended=ended)
    decision, leaves = _missed(first, decision, draws, ended=ended)
    return _report(seen, first, overtime, decision, leaves, at)


def _end(frame: Frame, day: Day) -> datetime:
    return min(day.ends, frame.moment) if frame.close_order is not None or day.closed_at is not None else day.ends


def _frame(
    rules: Rules, roster: Roster, day: Day, posts: Sequence[Post], rulings: tuple[Ruling, ...], at: datetime
) -> Frame:
    authors = Authors(roster, posts, [ruling for ruling in rulings if isinstance(ruling, ReplaceRuling)])
    aliases = tuple((ruling.alias, ruling.player) for ruling in rulings if isinstance(ruling, AliasRuling))
    names = Names(roster, aliases=aliases, unvote=rules.votes.unvote, no_lynch=rules.votes.no_lynch)
    frame = Frame(rules, day, names, authors, roster.names, rulings, min(at, day.ends))
    closing = _closing_post(posts, frame)
    end = min(day.ends, day.closed_at) if day.closed_at is not None else day.ends
    if closing is not None and closing.at.earliest < end:
        return structs.replace(frame, moment=min(at, closing.at.earliest), close_order=closing.order)
    return structs.replace(frame, moment=min(at, end))


def _closing_post(posts: Sequence[Post], frame: Frame) -> Post | None:
    """The host's first post of the day that holds the closing words (E6)."""
    words = [word.casefold() for word in frame.rules.votes.closes_with]
    for post in posts if words else ():
        if post.at.before(frame.day.starts) or frame.authors.who(post, post.at.earliest).kind is not Kind.HOST:
            continue
        text = " ".join(line.text for line in post.revisions[-1].body.lines).casefold()
        if any(word in text for word in words):
            return post
    return None


def _judge(posts: Sequence[Post], frame: Frame, maybe: frozenset[str] = frozenset()) -> _Judged:
    """Judges every mark as of the frame's moment. `maybe`: players of whom it is not sure that they may vote in the
    overtime, since it is not sure that they had a ballot at the first count."""
    items = tuple(item for post in posts for item in items_of(post, frame))
    items = tuple(_unsure_in_overtime(item, frame, maybe) for item in several_marks(items, frame))
    last: LastPosts = only_last_posts(items, posts, frame)
    by_voter: dict[str, list[Item]] = {}
    for item in last.items:
        by_voter.setdefault(item.voter or "", []).append(item)
    voters = tuple(
        voter_of(player, by_voter.get(player, []))
        for player in frame.players
        if frame.alive(player, frame.moment) and player not in frame.day.coma
    )
    lost = tuple(Report(post.id, player, what, post.at.earliest) for post, player, what in last.lost)
    return _Judged(frame, last.items, voters, round_of(voters, frame), lost)


def _unsure_in_overtime(item: Item, frame: Frame, maybe: frozenset[str]) -> Item:
    late = frame.overtime_from is not None and item.at.earliest >= frame.overtime_from
    return structs.replace(item, sure=False) if late and item.voter in maybe else item


def _overtime(posts: Sequence[Post], first: _Judged, at: datetime) -> _Judged | None:
    """The overtime's count as of `at`, where the tie rule has one and it has opened (T14-14)."""
    rules, end = first.frame.rules, first.frame.moment
    if TieStep.OVERTIME not in rules.tie.steps:
        return None
    opens = end if rules.tie.overtime_from == "clock" else first.frame.day.overtime_starts
    if opens is None or at < opens:
        return None
    moment = min(at, opens + timedelta(minutes=rules.tie.overtime_minutes))
    had, maybe = None, frozenset[str]()
    if rules.tie.overtime_voters == "changers":
        had = frozenset(voter.name for voter in first.voters if voter.outcomes != {NO_BALLOT})
        maybe = frozenset(voter.name for voter in first.voters if NO_BALLOT in voter.outcomes) & had
    frame = structs.replace(
        first.frame, moment=moment, close_order=None, first_voters=had, overtime_from=end, overtime_opens=opens
    )
    return _judge(posts, frame, maybe)


def _decide(
    first: _Judged,
    overtime: _Judged | None,
    tops: frozenset[tuple[str, ...]] | None,
    draws: Sequence[Draw],
    at: datetime,
    *,
    ended: bool,
) -> _Decision:
    if tops is None:
        return _Decision(Verdict.OPEN)
    (top,) = tops
    if len(top) < 2:
        return _plain(top)
    rules, label = first.frame.rules, first.frame.day.label
    for step in rules.tie.steps if ended else ():
        if step is TieStep.OVERTIME:
            if overtime is None or not _over(overtime, at):
                return _Decision(Verdict.OPEN)
            later = possible_tops(overtime.voters, overtime.frame)
            if later is None:
                return _Decision(Verdict.OPEN)
            (top,) = later
            if len(top) < 2:
                return _plain(top)
        elif step is TieStep.LOT:
            return _drawn(f"{label}.tie", top, draws)
        else:
            return _step(step, top)
    return _Decision(Verdict.OPEN)


def _over(overtime: _Judged, at: datetime) -> bool:
    opens = overtime.frame.overtime_opens
    assert opens is not None
    return at >= opens + timedelta(minutes=overtime.frame.rules.tie.overtime_minutes)


def _plain(top: tuple[str, ...]) -> _Decision:
    return _Decision(Verdict.OUT, By.VOTES, top) if top else _Decision(Verdict.NOBODY)


def _step(step: TieStep, top: tuple[str, ...]) -> _Decision:
    if step is TieStep.ALL:
        return _Decision(Verdict.OUT, By.VOTES, top)
    return _Decision(Verdict.SPLIT, By.VOTES) if step is TieStep.SPLIT else _Decision(Verdict.NOBODY)


def _drawn(label: str, candidates: tuple[str, ...], draws: Sequence[Draw]) -> _Decision:
    chosen = next((draw.chosen for draw in draws if draw.label == label), None)
    if chosen is None:
        return _Decision(Verdict.OPEN, lots=(label,))
    if chosen not in candidates:
        raise ValueError(f"the lot {label} fell on {chosen}, who is not among {', '.join(candidates)}")
    return _Decision(Verdict.OUT, By.DICE, (chosen,))


def no_ballot(first: Round, frame: Frame) -> tuple[str, ...]:
    """Living players who could vote and have no ballot, in roster order (T14-5)."""
    voted = {ballot.voter for ballot in first.ballots}
    return tuple(player for player in frame.living if player not in voted and player not in frame.day.coma)


def _missed(first: _Judged, decision: _Decision, draws: Sequence[Draw], *, ended: bool) -> tuple[_Decision, str | None]:
    """T14-5: who of those that missed the day leaves next morning, once the verdict is final."""
    if first.frame.rules.missed.rule != "lot" or not ended or decision.verdict is Verdict.OPEN:
        return decision, None
    if any(NO_BALLOT in voter.outcomes and not voter.settled for voter in first.voters):
        # Whether somebody missed the day hangs on a ruling, and with it who may leave.
        return _Decision(Verdict.OPEN), None
    candidates = tuple(name for name in no_ballot(first.round, first.frame) if name not in decision.out)
    if len(candidates) < 2:
        return decision, candidates[0] if candidates else None
    label = f"{first.frame.day.label}.missed"
    drawn = _drawn(label, candidates, draws)
    if drawn.verdict is Verdict.OPEN:
        return structs.replace(decision, lots=(label,)), None
    return decision, drawn.out[0]


def _report(
    posts: Sequence[Post],
    first: _Judged,
    overtime: _Judged | None,
    decision: _Decision,
    leaves: str | None,
    at: datetime,
) -> Count:
    last = overtime or first
    settled = decision.verdict is not Verdict.OPEN or bool(decision.lots)
    needed = rulings_needed(first.voters, (), settled=settled)
    if overtime is not None:
        known = {(ruling.post, ruling.why) for ruling in needed}
        more = rulings_needed(overtime.voters, (), settled=settled)
        needed += tuple(ruling for ruling in more if (ruling.post, ruling.why) not in known)
    return Count(
        at=at,
        first=first.round,
        verdict=decision.verdict,
        by=decision.by,
        out=decision.out,
        overtime=overtime.round if overtime else None,
        no_ballot=no_ballot(first.round, first.frame),
        leaves_next_morning=leaves,
        not_counted=not_counted(last.items),
        rulings_needed=needed,
        reports=tuple(
            sorted(
                (*reports_of(posts, last.frame), *last.lost),
                key=lambda report: report.at.timestamp() if report.at else 0.0,
            )
        ),
        fates=fates(last.items, last.voters),
        lots_needed=decision.lots,
    )
