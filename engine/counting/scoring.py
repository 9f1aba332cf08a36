"""From courses to ballots and sums: weights, default and penalty votes, bonus votes (H13, H27, V5). Knows no posts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.counting.frame import END, Frame
from engine.counting.items import NO_BALLOT
from engine.counting.limits import Act, Course
from engine.counts import Ballot, Round, Tally
from engine.day import EffectKind

Number = int | float
#: What each voter did in one reading of all unsure marks, by name.
World = Mapping[str, Course]


def plain(value: Number) -> Number:
    """A sum without the dust of binary fractions; whole numbers as `int`."""
    rounded = round(value, 9)
    return int(rounded) if rounded == int(rounded) else rounded


def ballots_of(world: World, frame: Frame) -> tuple[Ballot, ...]:
    """The ballots that courses leave, default ones among them, in roster order."""
    given: dict[str, Ballot | None] = {}
    for voter, course in world.items():
        given[voter] = _ballot(voter, course[-1] if course else None, frame)
    if frame.day.effects:
        given = {voter: _followed(voter, ballot, given, frame) for voter, ballot in given.items()}
    return tuple(ballot for voter in frame.players if (ballot := given.get(voter)) is not None)


def _ballot(voter: str, act: Act | None, frame: Frame) -> Ballot | None:
    if act is None or act.outcome == NO_BALLOT:
        return default_ballot(voter, frame)
    weight = frame.weight(voter, frame.moment, END)
    return Ballot(voter, act.outcome, act.item.post.id, act.item.at.earliest, weight)


def default_ballot(name: str, frame: Frame) -> Ballot | None:
    """The vote of one who gives none: against himself where the rules say so (H13); patients in coma have none (H5)."""
    if frame.rules.votes.default != "self" or name in frame.day.coma:
        return None
    if frame.candidates is not None and name not in frame.candidates:
        return None  # in a revote nobody else can be voted for
    weight = frame.day.default_weights.get(name, frame.weight(name, frame.moment, END))
    return Ballot(name, name, None, None, weight, default=True)


def _followed(voter: str, ballot: Ballot | None, given: Mapping[str, Ballot | None], frame: Frame) -> Ballot | None:
    """A stolen vote goes where the thief's goes, with its own weight."""
    effect = frame.effect(voter, EffectKind.FOLLOWS, frame.moment, END)
    led = given.get(effect.by or "") if effect is not None else None
    if effect is None or led is None:
        return None if effect is not None else ballot
    return Ballot(voter, led.target, led.post, led.at, frame.weight(voter, frame.moment, END))


def missed(world: World, frame: Frame) -> tuple[str, ...]:
    """Who has missed the day: without a vote of his own and without an abstention that is allowed (T14-5)."""
    return tuple(voter for voter, course in world.items() if _silent(voter, course, frame))


def abstained(world: World, frame: Frame) -> tuple[str, ...]:
    """Who has announced an abstention that is allowed."""
    return tuple(
        voter
        for voter, course in world.items()
        if course and course[-1].item.abstains and not _silent(voter, course, frame)
    )


def _silent(voter: str, course: Course, frame: Frame) -> bool:
    if frame.barred(voter, frame.moment, END):
        return False
    if course and course[-1].item.abstains:
        return False
    return not course or course[-1].outcome == NO_BALLOT


def standing_votes(world: World, frame: Frame) -> dict[str, Number]:
    """Votes against players that nobody gave: bonus votes, and penalties for missing the day."""
    found: dict[str, Number] = {}
    for effect in frame.day.effects:
        if effect.kind is EffectKind.BONUS and effect is frame.effect(effect.player, effect.kind, frame.moment, END):
            found[effect.player] = effect.value  # the last one holds
    if frame.rules.missed.rule == "penalty":
        for name in missed(world, frame) if frame.silent is None else frame.silent:
            found[name] = found.get(name, 0) + frame.rules.missed.penalty_votes
    return {name: votes for name, votes in found.items() if frame.alive(name, frame.moment)}


def tallies(
    ballots: Iterable[Ballot], players: Sequence[str], bonus: Mapping[str, Number] | None = None
) -> tuple[Tally, ...]:
    """Votes by candidate, candidates and voters in roster order; a vote for nobody (target None) comes last."""
    extra = bonus or {}
    by_target: dict[str | None, list[Ballot]] = {name: [] for name in extra}
    for ballot in ballots:
        by_target.setdefault(ballot.target, []).append(ballot)
    return tuple(
        Tally(
            target,
            plain(sum(ballot.weight for ballot in by_target[target]) + extra.get(target or "", 0)),
            tuple(ballot.voter for ballot in by_target[target]),
            extra.get(target or "", 0),
        )
        for target in (*players, None)
        if target in by_target
    )


def round_of(world: World, frame: Frame, tied: Sequence[str]) -> Round:
    """The ballots of a world as a round of the count."""
    ballots = ballots_of(world, frame)
    counts = tallies(ballots, frame.players, standing_votes(world, frame))
    return Round(frame.moment, ballots, counts, tuple(tied))


def shown_round(shown: Round, frame: Frame) -> Round | None:
    """The round as the public may see it, where somebody's weight is secret; None where nobody's is."""
    weights = shown_weights(frame)
    if not weights:
        return None
    ballots = tuple(
        Ballot(one.voter, one.target, one.post, one.at, weights.get(one.voter, one.weight), one.default)
        for one in shown.ballots
    )
    bonus = {tally.target: tally.bonus for tally in shown.counts if tally.target is not None and tally.bonus}
    return Round(shown.count_at, ballots, tallies(ballots, frame.players, bonus), shown.tied)


def shown_weights(frame: Frame) -> dict[str, Number]:
    """What the public is shown of weights that are secret, by player."""
    return {
        effect.player: effect.value
        for effect in frame.day.effects
        if effect.kind is EffectKind.SHOWN_WEIGHT
        and effect is frame.effect(effect.player, effect.kind, frame.moment, END)
    }
