"""Whether a ruling that is still needed could change who is out (V13). Knows every possible reading of each voter.

Voters are read independently of each other, so under plain rules the greatest lead that c can take over d is the sum
of what each voter can add to it: exact, and linear in voters. Where that does not settle it, readings are tried one by
one until two of them differ; beyond `MOST_READINGS` of them the verdict is left open, and each ruling makes them fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod

from msgspec import Struct

from engine.counting.deciding import Decision, Extra, decide, needs_history
from engine.counting.frame import END, Frame
from engine.counting.items import NO_BALLOT
from engine.counting.limits import Course
from engine.counting.scoring import Number, World, default_ballot, missed
from engine.counting.voters import Voter, ballot_of
from engine.day import EffectKind
from engine.rules import TieStep

MOST_READINGS = 4096
MOST_REVOTES = 16  #: between more different players than so many times no revote is looked at
#: The rounds that followed the day's if these were to be voted on anew.
Revotes = Callable[[tuple[str, ...]], Sequence["Judged"]]


class Judged(Struct, frozen=True):
    """The voters by one clock: the day's, or that of an extra time."""

    frame: Frame
    voters: tuple[Voter, ...]
    over: bool = True  #: whether the extra time is over
    gone: tuple[Voter, ...] = ()  #: who has been removed: what they did may have ended the day before that

    @property
    def everybody(self) -> tuple[Voter, ...]:
        """The voters, and who has been removed."""
        return (*self.voters, *self.gone)

    @property
    def certain(self) -> World:
        """The reading in which no unsure mark counts."""
        return {voter.name: voter.course for voter in self.voters}

    @property
    def certain_gone(self) -> World:
        """What those who have been removed did in that reading."""
        return {voter.name: voter.course for voter in self.gone}


def decision_of(first: Judged, extras: Sequence[Judged], revotes: Revotes, *, ended: bool) -> Decision | None:
    """The one decision that every ruling leads to; None where rulings could change who is out.

    The decision given is that of the certain ballots. `revotes` is asked where a ruling would tie others than those.
    """
    rounds = _over(first, extras)
    extra_times = [Extra(extra.certain, extra.frame) for extra in rounds[1:]]
    certain = decide(first.certain, first.frame, extra_times, ended=ended, gone=first.certain_gone)
    if not any(_unsure(judged) for judged in rounds):
        return certain
    if _bounded(rounds, ended=ended):
        return certain
    decisions = _every(certain, rounds, revotes, ended=ended)
    return certain if all(one is not None and one.essence == certain.essence for one in decisions) else None


def _over(first: Judged, extras: Sequence[Judged]) -> list[Judged]:
    """The rounds that decide: what has no end yet decides nothing."""
    return [first, *(extra for extra in extras if extra.over)]


def _every(certain: Decision, rounds: Sequence[Judged], revotes: Revotes, *, ended: bool) -> Iterator[Decision | None]:
    """What each reading leads to, by the revote between those whom it ties; None for what cannot be told."""
    waiting: list[Decision] = []
    for one in _tried(certain, rounds, MOST_READINGS, ended=ended):
        if one is not None and one.waits_for is TieStep.REVOTE:
            waiting.append(one)
        else:
            yield one
    left, ties = MOST_READINGS, dict.fromkeys(one.tied for one in waiting)
    if len(ties) > MOST_REVOTES:
        yield None
        return
    for tied in ties:
        others = _over(rounds[0], revotes(tied))
        if any(judged.frame.candidates == frozenset(tied) for judged in others):
            for one in _tried(certain, others, left, ended=ended):
                left -= 1
                if one is None or one.waits_for is not TieStep.REVOTE or one.tied == tied:
                    yield one
        else:
            yield from (one for one in waiting if one.tied == tied)


def _tried(certain: Decision, rounds: Sequence[Judged], most: int, *, ended: bool) -> Iterator[Decision | None]:
    """The decision of every reading; None where they are more than `most` or cannot be told, or an extra time is looked
    at that another end of the day would have opened."""
    readings = _readings(rounds)
    if readings is None or not 0 < prod(map(len, readings.values())) <= most:
        yield None
        return
    for one in _decisions(readings, rounds, ended=ended):
        hammered = one.ended_by is not None and one.ended_by.hammer  # then no extra time is looked at
        yield one if len(rounds) < 2 or hammered or one.ended_by == certain.ended_by else None


def _unsure(judged: Judged) -> bool:
    return any(voter.courses is None or len(voter.courses) > 1 for voter in judged.everybody)


def _readings(rounds: Sequence[Judged]) -> dict[str, list[tuple[Course, ...]]] | None:
    """By voter: what he may have done in the day and in each extra time, together; None where that cannot be told."""
    if any(voter.courses is None for judged in rounds for voter in judged.everybody):
        return None
    by_round = [{voter.name: voter for voter in judged.everybody} for judged in rounds]
    found: dict[str, list[tuple[Course, ...]]] = {}
    for name in dict.fromkeys(name for voters in by_round for name in voters):
        mine = [voters.get(name, Voter(name, (), (), ((),))) for voters in by_round]
        chosen = product(*(voter.courses or () for voter in mine))
        found[name] = [one for one in chosen if len(rounds) < 2 or _agree(one[0], one[1], mine[1], rounds[1].frame)]
    return found if all(found.values()) else None  # a voter of whom nothing can be true is not understood


def _agree(day: Course, later: Course, voter: Voter, frame: Frame) -> bool:
    """Whether one reading of a voter's marks can give both his ballot of the day and that of the extra time."""
    act = later[-1] if later else None
    if act is not None and frame.clock.in_day(act.item.at, act.item.place) is not True:  # it may be of the extra time
        return ballot_of(day) != NO_BALLOT or frame.first_voters is None
    before = day[-1] if day else None
    if before is None:
        # Without a ballot by day: a mark of the day that counts only later was changed by an edit.
        return act is None or act.item.needs is None
    if before.item.post.id not in {item.post.id for item in voter.items}:
        return True
    if act is None and before.outcome == NO_BALLOT:
        return True  # without a ballot he was barred from the extra time
    return act is not None and (act.item.post.id, act.said) == (before.item.post.id, before.said)


def _decisions(
    readings: dict[str, list[tuple[Course, ...]]], rounds: Sequence[Judged], *, ended: bool
) -> Iterator[Decision]:
    for chosen in product(*readings.values()):
        courses = dict(zip(readings, chosen, strict=True))
        worlds: list[World] = [
            {voter.name: courses[voter.name][place] for voter in judged.voters} for place, judged in enumerate(rounds)
        ]
        extras = [Extra(world, judged.frame) for judged, world in zip(rounds[1:], worlds[1:], strict=True)]
        gone = {voter.name: courses[voter.name][0] for voter in rounds[0].gone}
        yield decide(worlds[0], rounds[0].frame, extras, ended=ended, gone=gone)


def _bounded(rounds: Sequence[Judged], *, ended: bool) -> bool:
    """Whether leads alone show that nothing can change: in the day, and on a tie in each extra time after it."""
    if not _is_plain(rounds[0].frame) or not _missed_settled(rounds):
        return False
    for judged in rounds:
        top = settled_top(judged)
        if top is None:
            return False
        if len(top) < 2 or not ended:
            return True
    return True


def _is_plain(frame: Frame) -> bool:
    """Whether most votes decide, whatever their history, and each voter's are his own."""
    deciding = frame.rules.deciding
    return (
        deciding.rule == "plurality"
        and not deciding.minimum_votes
        and not frame.rules.votes.no_lynch
        and not needs_history(frame)
        and not any(effect.kind is EffectKind.FOLLOWS for effect in frame.day.effects)
    )


def _missed_settled(rounds: Sequence[Judged]) -> bool:
    """Whether it is the same in every reading who has missed the day, where that can cost anybody anything."""
    first = rounds[0]
    rules = first.frame.rules.missed
    # The votes for it are among the shares of the day; in an extra time they stand as the day left them.
    if rules.second == "none" and (rules.rule == "none" or (rules.rule == "penalty" and len(rounds) == 1)):
        return True
    return all(
        voter.courses is not None
        and len({bool(missed({voter.name: course}, first.frame)) for course in voter.courses}) == 1
        for voter in first.voters
    )


def settled_top(judged: Judged) -> tuple[str, ...] | None:
    """The top candidates that every reading leads to under plain rules; None where readings differ."""
    shares = [_shares(voter, judged.frame) for voter in judged.voters]
    if any(not options for options in shares):
        return None
    base = _base(judged.frame)
    leaders = _leaders(judged, base, shares)
    if not leaders:
        return () if all(target is None or not weight for options in shares for target, weight in options) else None
    first = leaders[0]
    for other in judged.frame.players:
        if other == first:
            continue
        lead = _greatest_lead(other, first, shares, base)
        if other in leaders:
            if lead != 0 or _greatest_lead(first, other, shares, base) != 0:
                return None
        elif lead >= 0:
            return None
    return leaders


def _leaders(
    judged: Judged, base: dict[str, Number], shares: Sequence[frozenset[tuple[str | None, Number]]]
) -> tuple[str, ...]:
    """Who leads in one reading: any of them will do, since all must agree."""
    scores = dict(base)
    for options in shares:
        target, weight = min(options, key=lambda option: (option[0] or "", option[1]))
        if target is not None:
            scores[target] = scores.get(target, 0) + weight
    most = max(scores.values(), default=0)
    return tuple(name for name in judged.frame.players if most > 0 and scores.get(name, 0) == most)


def _base(frame: Frame) -> dict[str, Number]:
    """Bonus votes, and in an extra time those for missing the day, which stand in every reading."""
    found: dict[str, Number] = {}
    for name in frame.players if frame.day.effects else ():
        effect = frame.effect(name, EffectKind.BONUS, frame.moment, END)
        if effect is not None and frame.alive(name, frame.moment):
            found[name] = effect.value
    for name in frame.silent or ():
        if frame.alive(name, frame.moment):
            found[name] = found.get(name, 0) + frame.rules.missed.penalty_votes
    return found


def _shares(voter: Voter, frame: Frame) -> frozenset[tuple[str | None, Number]]:
    """What each reading of a voter gives: the candidate (None = nobody) and the weight. Empty: too many readings."""
    return frozenset(_share(voter.name, course, frame) for course in voter.courses or ())


def _share(name: str, course: Course, frame: Frame) -> tuple[str | None, Number]:
    outcome = course[-1].outcome if course else NO_BALLOT
    if outcome != NO_BALLOT:
        return outcome, frame.weight(name, frame.moment, END)
    ballot = default_ballot(name, frame)
    weight = ballot.weight if ballot is not None else 0  # against himself, as the penalty is
    if frame.rules.missed.rule == "penalty" and frame.silent is None and missed({name: course}, frame):
        weight += frame.rules.missed.penalty_votes
    return (name, weight) if weight else (None, 0)


def _greatest_lead(
    candidate: str, over: str, shares: Sequence[frozenset[tuple[str | None, Number]]], base: dict[str, Number]
) -> Number:
    """The most by which a candidate can lead another in any reading."""
    lead = sum(
        max(weight if target == candidate else -weight if target == over else 0 for target, weight in options)
        for options in shares
    )
    return round(lead + base.get(candidate, 0) - base.get(over, 0), 9)
