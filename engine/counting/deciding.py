"""Who is out in one reading of all marks: thresholds, votes for nobody, ties (C3-C5, H14, H15, T14-12 to T14-15).

Knows sums and steps; which readings are possible is `openness`' question.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from math import inf

from msgspec import Struct, structs

from engine.counting.frame import END, Frame
from engine.counting.items import NO_BALLOT
from engine.counting.limits import Act, Course
from engine.counting.running import Ending, closed, ending, extra_needed, first_to_reach, may_end_early, total_votes
from engine.counting.scoring import Number, World, ballots_of, missed, standing_votes, tallies
from engine.counts import By, Tally, Verdict
from engine.day import EffectKind
from engine.rules import TieStep

#: Steps that give the tied another stretch of time to be voted on.
EXTRA_TIME = (TieStep.OVERTIME, TieStep.REVOTE)
#: Steps that ask how the votes came, not only where they stand.
BY_HISTORY = frozenset((TieStep.EARLIER_LAST_VOTE, TieStep.FIRST_TO_REACH, TieStep.LONGEST_HELD))


class Top(Struct, frozen=True):
    """Who leads: players in roster order, or nobody by votes for nobody."""

    players: tuple[str, ...] = ()
    no_lynch: bool = False


class Decision(Struct, frozen=True):
    """How a day ends in one reading. Equal decisions are the same to everybody (V13)."""

    verdict: Verdict
    out: tuple[str, ...] = ()
    by: By | None = None
    tied: tuple[str, ...] = ()  #: between whom it still is a tie: extra time, a lot or the host must decide
    waits_for: TieStep | None = None  #: for what
    missed_out: tuple[str, ...] = ()
    leavers: tuple[str, ...] = ()  #: of whom one leaves next morning (T14-5)
    annulled: bool = False
    ended_by: Ending | None = None

    @property
    def essence(self) -> tuple[object, ...]:
        """Who is out, or between whom it is a tie."""
        return self.verdict, self.out, self.tied, self.waits_for, self.missed_out, self.leavers, self.annulled


class Extra(Struct, frozen=True):
    """An extra time that is over: who did what in one reading."""

    world: World
    frame: Frame


def needs_history(frame: Frame) -> bool:
    """Whether the verdict depends on more of each voter than his last act."""
    return may_end_early(frame) or not BY_HISTORY.isdisjoint(frame.rules.tie.steps)


def counts_of(world: World, frame: Frame) -> tuple[Tally, ...]:
    """The sums of a reading."""
    return tallies(ballots_of(world, frame), frame.players, standing_votes(world, frame))


def top_of(counts: Sequence[Tally], frame: Frame) -> Top:
    """Who leads by the rules for deciding; the tie of a lead with nobody is settled here."""
    deciding = frame.rules.deciding
    scores = {tally.target: tally.votes for tally in counts if tally.votes > 0}
    if deciding.no_lynch == "abstention":
        scores.pop(None, None)
    leading = _with_enough(scores, counts, frame)
    most = max(leading.values(), default=0)
    players = tuple(name for name, votes in leading.items() if votes == most and name is not None)
    nobody = leading.get(None, 0) == most > 0
    if nobody and (not players or deciding.no_lynch_tie == "nobody"):
        return Top(no_lynch=True)
    return Top(players)


def _with_enough(scores: dict[str | None, Number], counts: Sequence[Tally], frame: Frame) -> dict[str | None, Number]:
    """The candidates, nobody among them, with as many votes as it takes."""
    deciding = frame.rules.deciding
    found = {name: votes for name, votes in scores.items() if votes >= deciding.minimum_votes}
    if deciding.rule == "plurality" or not found:
        return found
    at, all_given = frame.moment, sum(tally.votes - tally.bonus for tally in counts)
    half = (total_votes(frame, at, END) if deciding.rule == "majority" else all_given) / 2
    extra = {name: extra_needed(name, frame, at, END) if name is not None else 0 for name in found}
    majority = {name: votes for name, votes in found.items() if votes - extra[name] > half}
    return majority or (found if deciding.without_majority == "plurality" else {})


def decide(
    world: World, frame: Frame, extras: Sequence[Extra] = (), *, ended: bool, gone: World | None = None
) -> Decision:
    """The decision of one reading. Before the end of the day (`ended` false) a tie stays one. `gone`: what those did
    who have been removed since: it may have ended the day before that."""
    everybody = {**world, **(gone or {})}
    early = ending(everybody, frame)
    if early is not None:
        frame = closed(frame, early)
        world = up_to(early, everybody, frame)
        if early.hammer:
            return _hammered(early, frame)
    decision = _by_votes(world, frame, extras, ended=ended or early is not None)
    if not (ended or early is not None):
        return decision
    return _with_missed(_with_ending(decision, early), world, frame)


def _with_ending(decision: Decision, early: Ending | None) -> Decision:
    if early is None:
        return decision
    return Decision(decision.verdict, decision.out, decision.by, decision.tied, decision.waits_for, ended_by=early)


def up_to(early: Ending, world: World, frame: Frame) -> World:
    """What had been done when the day ended early, by those who were in the game then; `frame` ends with it. What has
    lapsed only later counts."""
    last = (early.act.at, early.act.item.post.order)
    return {
        voter: tuple(_as_said(act, voter, frame) for act in world[voter] if (act.at, act.item.post.order) <= last)
        for voter in frame.players
        if voter in world and frame.alive(voter, frame.moment)
    }


def _as_said(act: Act, voter: str, frame: Frame) -> Act:
    if act.lapsed == NO_BALLOT or any(_left(name, frame) for name in (voter, act.lapsed) if name is not None):
        return act
    return structs.replace(act, outcome=act.lapsed, lapsed=NO_BALLOT)


def _left(name: str, frame: Frame) -> bool:
    """Whether a player was out of the game by then, or another played for him and votes do not carry over (V10)."""
    since = frame.replaced.get(name)
    return not frame.alive(name, frame.moment) or (since is not None and since <= frame.moment)


def _hammered(early: Ending, frame: Frame) -> Decision:
    if early.target is None:
        return Decision(Verdict.NOBODY, by=By.NO_LYNCH, ended_by=early)
    decision = _out((early.target,), By.HAMMER, frame)
    return Decision(decision.verdict, decision.out, decision.by, ended_by=early)


def _out(names: tuple[str, ...], by: By, frame: Frame) -> Decision:
    """These are out, but for the immune among them."""
    if frame.day.effects:
        names = tuple(name for name in names if name not in frame.immune)
    return Decision(Verdict.OUT, names, by) if names else Decision(Verdict.NOBODY, by=by)


def _by_votes(world: World, frame: Frame, extras: Sequence[Extra], *, ended: bool) -> Decision:
    counts = counts_of(world, frame)
    top = top_of(counts, frame)
    waiting = list(extras)
    silent = missed(world, frame) if extras else ()
    for step in (None, *frame.rules.tie.steps):
        if step is not None and not ended:
            break
        if step in EXTRA_TIME:
            if not waiting:
                return Decision(Verdict.OPEN, tied=top.players, waits_for=step)
            extra = waiting.pop(0)
            if step is TieStep.REVOTE and extra.frame.candidates != frozenset(top.players):
                # It was held between others: how it would have ended between these, nobody knows.
                return Decision(Verdict.OPEN, tied=top.players, waits_for=step)
            world, frame = extra.world, later(extra.frame, silent)
            counts = counts_of(world, frame)
            top = top_of(counts, frame)
        elif step is not None:
            decided = _step(step, top.players, counts, world, frame)
            if isinstance(decided, Decision):
                return decided
            top = Top(decided)
        if len(top.players) < 2:
            if top.players:
                return _out(top.players, By.VOTES, frame)
            return Decision(Verdict.NOBODY, by=By.NO_LYNCH if top.no_lynch else None)
    return Decision(Verdict.OPEN, tied=top.players)


def later(frame: Frame, silent: Iterable[str]) -> Frame:
    """The frame of an extra time after a day that these have missed: a first vote in it does not undo that (T14-14),
    and in a revote all votes are given anew."""
    if frame.rules.missed.rule != "penalty":
        return frame
    return structs.replace(frame, silent=frozenset() if frame.candidates is not None else frozenset(silent))


def _step(
    step: TieStep, tied: tuple[str, ...], counts: Sequence[Tally], world: World, frame: Frame
) -> Decision | tuple[str, ...]:
    """What a step makes of a tie: a decision, or who is left in it."""
    match step:
        case TieStep.NOBODY:
            return Decision(Verdict.NOBODY)
        case TieStep.ALL:
            return _out(tied, By.VOTES, frame)
        case TieStep.SPLIT:
            return Decision(Verdict.SPLIT, by=By.VOTES, tied=tied)
        case TieStep.LOT | TieStep.HOST:
            return Decision(Verdict.OPEN, tied=tied, waits_for=step)
        case TieStep.FIRST_TO_REACH:
            votes = next(tally.votes for tally in counts if tally.target == tied[0])
            return first_to_reach(tied, votes, world, frame)
        case _:
            return _by_held_votes(step, tied, world, frame)


def _by_held_votes(step: TieStep, tied: tuple[str, ...], world: World, frame: Frame) -> tuple[str, ...]:
    """Whose last standing vote came first, or against whom one vote has stood the longest; votes that nobody gave
    are older than any."""
    unearned = standing_votes(world, frame)
    held: dict[str, tuple[float, int]] = {}
    for name in tied:
        since = [
            _held_since(course)
            for voter, course in world.items()
            if course
            and course[-1].outcome == name
            and frame.effect(voter, EffectKind.FOLLOWS, frame.moment, END) is None  # it is the thief's
        ]
        places = [(moment.timestamp(), order) for moment, order in since]
        if name in unearned or not places:
            places.append((-inf, 0))
        held[name] = min(places) if step is TieStep.LONGEST_HELD else max(places)
    first = min(held.values())
    return tuple(name for name in tied if held[name] == first)


def _held_since(course: Course) -> tuple[datetime, int]:
    """Since when a voter's ballot has stood; voting again for the same player does not renew it."""
    since = course[-1]
    for act in reversed(course):
        if act.outcome != course[-1].outcome:
            break
        since = act
    return since.at, since.item.post.order


def _with_missed(decision: Decision, world: World, frame: Frame) -> Decision:
    """What becomes of those who missed the day (T14-5), once the verdict is final."""
    rules, silent = frame.rules.missed, missed(world, frame)
    again = frame.day.missed_last if rules.in_a_row else frame.day.missed_before
    out = silent if rules.rule == "out" else tuple(name for name in silent if name in again and rules.second != "none")
    if frame.rules.votes.edit_costs == "out":
        out = tuple(name for name in frame.living if name in out or name in frame.offenders)
    annulled = rules.second == "annul" and any(name in again for name in silent)
    if annulled:
        decision = Decision(Verdict.NOBODY, ended_by=decision.ended_by)
    gone = {*decision.out, *out}
    leavers = tuple(name for name in silent if name not in gone) if rules.rule == "lot" else ()
    return Decision(
        decision.verdict,
        decision.out,
        decision.by,
        decision.tied,
        decision.waits_for,
        tuple(name for name in out if name not in decision.out),
        leavers,
        annulled,
        decision.ended_by,
    )
