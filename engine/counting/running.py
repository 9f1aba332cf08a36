"""The count as it ran, act by act: what ended the day early, and who reached a number first. Knows no ties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from msgspec import Struct, structs

from engine.counting.clock import closed_by
from engine.counting.frame import Frame
from engine.counting.items import NO_BALLOT, Outcome
from engine.counting.limits import Act
from engine.counting.marks import reads_lines
from engine.counting.scoring import Number, World, plain, standing_votes
from engine.counting.statements import change_times
from engine.day import EffectKind
from engine.posts import Post
from engine.rules import Edits
from engine.times import INSTANT, Interval


class Ending(Struct, frozen=True):
    """What ended the day: its last act, or what changed at a later moment, and on whom the majority fell with it."""

    act: Act
    at: datetime
    target: str | None = None  #: None: on nobody (a no lynch by hammer)
    hammer: bool = True  #: False: the day ended because all had voted
    turn: int | None = None  #: where it was no act: the place in the thread that had been reached


class Standing(Struct, frozen=True):
    """The state just after an act, or after a removal or an effect."""

    ballots: Mapping[str, Outcome]
    finals: frozenset[str]
    act: Act | None  #: None after a removal or an effect
    at: datetime
    order: int  #: the furthest place of the thread that has been reached


def states(world: World, frame: Frame) -> Iterator[Standing]:
    """The ballots after each act, in order; ballots by and for the removed lapse at their removal (V14)."""
    acts = sorted(
        (
            (act.at, act.item.post.order, place, voter, act)
            for voter, course in world.items()
            for place, act in enumerate(course)
        ),
        key=lambda event: event[:3],
    )
    turns = _turns(frame)
    ballots: dict[str, Outcome] = {}
    finals: set[str] = set()
    order = -1
    for at, place, _, voter, act in acts:
        while turns and turns[0] < (at, place):
            moment, begins = turns.pop(0)
            order = max(order, begins)
            ballots = _without_removed(ballots, moment, frame)
            yield Standing(_given(ballots, frame, moment, order), frozenset(finals), None, moment, order)
        order = max(order, place)
        ballots[voter] = act.said
        if act.said == NO_BALLOT:
            del ballots[voter]
        if act.item.final:
            finals.add(voter)
        yield Standing(_given(ballots, frame, at, order), frozenset(finals), act, at, order)
    for moment, begins in turns:
        order = max(order, begins)
        ballots = _without_removed(ballots, moment, frame)
        yield Standing(_given(ballots, frame, moment, order), frozenset(finals), None, moment, order)


def _turns(frame: Frame) -> list[tuple[datetime, int]]:
    """The moments at which somebody leaves or an effect begins, each with the place in the thread (-1: none)."""
    moments = {(one.at, -1) for one in frame.day.removals} | {(moment, -1) for moment in frame.replaced.values()}
    for effect in frame.day.effects:
        post = frame.begins.get(effect.post or "")
        if post is not None:
            moments.add((post.at.earliest, post.order))
        elif effect.at is not None and effect.post is None:
            moments.add((effect.at, -1))
    return sorted(turn for turn in moments if turn[0] <= frame.moment)


def _without_removed(ballots: Mapping[str, Outcome], moment: datetime, frame: Frame) -> dict[str, Outcome]:
    """What is left of the ballots when all who are removed at that moment have gone (G8)."""
    gone = {one.player for one in frame.day.removals if one.at == moment}
    gone |= {name for name, since in frame.replaced.items() if since == moment}
    return {name: given for name, given in ballots.items() if name not in gone and given not in gone}


def _given(ballots: Mapping[str, Outcome], frame: Frame, at: datetime, order: int) -> Mapping[str, Outcome]:
    """The ballots as they count at that moment: a stolen vote goes where the thief's goes, whatever its owner said."""
    given = dict(ballots)
    for voter in frame.players if frame.day.effects else ():
        effect = frame.effect(voter, EffectKind.FOLLOWS, at, order)
        if effect is None or not frame.alive(voter, at):
            continue
        given.pop(voter, None)
        thief = effect.by or ""
        if thief in ballots and voter not in frame.day.coma:
            given[voter] = ballots[thief]
    return given


def may_end_early(frame: Frame) -> bool:
    """Whether the rules let the votes end the day."""
    return frame.rules.deciding.hammer or frame.rules.deciding.closes != "none"


def ending(world: World, frame: Frame) -> Ending | None:
    """What ended the day early, where the rules let the votes do that; a later unvote does not undo it."""
    deciding = frame.rules.deciding
    if not may_end_early(frame):
        return None
    last: Act | None = None
    steady = not (frame.day.effects or frame.day.removals or frame.day.revivals or frame.replaced)
    half: Number | None = None
    since = frame.since.earliest if frame.since is not None else None
    for state in _since(states(world, frame), since):
        last = state.act or last
        if last is None or (since is not None and state.at < since):
            continue
        turn = state.order if state.act is None else None
        if deciding.hammer:
            half = half if steady and half is not None else total_votes(frame, state.at, state.order) / 2
            candidates = [last.outcome] if steady and state.act else list(dict.fromkeys(state.ballots.values()))
            for target in candidates:
                if target != NO_BALLOT and reaches(target, state, half, frame):
                    return Ending(last, state.at, target, turn=turn)
        if deciding.closes != "none" and _all_in(state, frame):
            return Ending(last, state.at, hammer=False, turn=turn)
    return None


def _since(run: Iterable[Standing], since: datetime | None) -> Iterator[Standing]:
    """The states, and what they have come to at the moment since which texts stand as they do."""
    before: Standing | None = None
    for state in run:
        if since is not None and before is not None and before.at < since <= state.at:
            yield structs.replace(before, act=None, at=since)
        yield state
        before = state
    if since is not None and before is not None and before.at < since:
        yield structs.replace(before, act=None, at=since)


def changes_of(known: Iterable[Post], frame: Frame) -> list[tuple[datetime, Interval]]:
    """When texts with marks changed or went before the end, where votes may end the day and that may take one back: to
    when the old text stood, and when the new one came to."""
    votes = frame.rules.votes
    edits = votes.edits is not Edits.FORBIDDEN or votes.edit_minutes
    found: set[tuple[datetime, datetime, datetime]] = set()
    for post in known if may_end_early(frame) else ():
        if not reads_lines(votes) and not any(revision.body.marks for revision in post.revisions):
            continue
        if edits:
            found |= {(change.earliest, change.earliest, change.latest) for change in change_times(post)[1:]}
        if post.gone is not None and votes.deleted == "void":
            found.add((post.gone.earliest, post.gone.latest, post.gone.latest + INSTANT))
    within = sorted(one for one in found if frame.day.starts <= one[0] < frame.clock.end)
    return [(stood, Interval(earliest, latest)) for stood, earliest, latest in within]


def _all_in(state: Standing, frame: Frame) -> bool:
    """Whether all who may vote have."""
    living = [name for name in frame.players if frame.alive(name, state.at) and name not in frame.day.coma]
    awaited = [name for name in living if not frame.barred(name, state.at, state.order)]
    if frame.rules.deciding.closes == "all-final" and not all(name in state.finals for name in awaited):
        return False
    return bool(awaited) and all(name in state.ballots for name in awaited)


def closed(frame: Frame, early: Ending) -> Frame:
    """The day as it ended early: with an act, whose post is the last that counts, or at a moment without one."""
    item = early.act.item
    # A hammer came before those who were silent had to vote: nobody has missed the day.
    frame = structs.replace(frame, silent=frozenset()) if early.hammer else frame
    if early.turn is not None:
        if frame.since is not None and early.at == frame.since.earliest:  # the change is in the day that it ended
            return structs.replace(frame, clock=closed_by(frame.since, early.turn + 1, by_edit=True))
        return structs.replace(frame, clock=closed_by(Interval(early.at, early.at + INSTANT), early.turn + 1))
    end = Interval(early.act.at, item.at.latest)
    return structs.replace(frame, clock=closed_by(end, item.post.order + 1, by_edit=not item.statement.new))


def votes_for(target: Outcome, state: Standing, frame: Frame) -> Number:
    """The votes that players give to a candidate in a state, by the weights in force then."""
    return plain(
        sum(frame.weight(voter, state.at, state.order) for voter, one in state.ballots.items() if one == target)
    )


def reaches(target: str | None, state: Standing, half: Number, frame: Frame) -> bool:
    """Whether a candidate has more than `half`, half of what the living could give; less or more for the hated and
    the loved, and votes for nobody as the rules say."""
    votes = votes_for(target, state, frame)
    if target is None:
        if frame.rules.deciding.no_lynch != "candidate":
            return False
        return votes >= half if frame.rules.deciding.no_lynch_needs == "half" else votes > half
    return votes + _bonus(target, state, frame) - extra_needed(target, frame, state.at, state.order) > half


def _bonus(target: str, state: Standing, frame: Frame) -> Number:
    effect = frame.effect(target, EffectKind.BONUS, state.at, state.order) if frame.day.effects else None
    return effect.value if effect is not None else 0


def total_votes(frame: Frame, at: datetime, order: int) -> Number:
    """What all who are in the game at a moment could give: their weights, or their heads."""
    living = [name for name in frame.players if frame.alive(name, at) and name not in frame.day.coma]
    if frame.rules.deciding.majority_of == "players":
        return len(living)
    return plain(sum(frame.weight(name, at, order) for name in living))


def extra_needed(target: str, frame: Frame, at: datetime, order: int) -> Number:
    """How many votes more than a majority are needed against one who is loved (fewer: hated)."""
    effect = frame.effect(target, EffectKind.THRESHOLD, at, order) if frame.day.effects else None
    return effect.value if effect is not None else 0


def first_to_reach(candidates: tuple[str, ...], votes: Number, world: World, frame: Frame) -> tuple[str, ...]:
    """Who of the candidates had that number of votes first; votes that nobody gave were there from the start."""
    extra = standing_votes(world, frame)
    if earliest := tuple(name for name in candidates if extra.get(name, 0) >= votes):
        return earliest
    for state in states(world, frame):
        reached = tuple(name for name in candidates if votes_for(name, state, frame) + extra.get(name, 0) >= votes)
        if reached:
            return reached
    return candidates
