"""From ballots to who is out: sums, ties, and whether a ruling could still change it (V13). Knows no posts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.counting.ballots import NO_BALLOT, Outcome, Voter, ballot_of, default_ballot
from engine.counting.items import Frame
from engine.counts import Ballot, Round, Tally


def tallies(ballots: Iterable[Ballot], players: Sequence[str]) -> tuple[Tally, ...]:
    """Votes by candidate, candidates and voters in roster order; a vote for nobody (target None) comes last."""
    by_target: dict[str | None, list[Ballot]] = {}
    for ballot in ballots:
        by_target.setdefault(ballot.target, []).append(ballot)
    ordered = [target for target in (*players, None) if target in by_target]
    return tuple(
        Tally(
            target,
            sum(ballot.weight for ballot in by_target[target]),
            tuple(ballot.voter for ballot in by_target[target]),
        )
        for target in ordered
    )


def top(counts: Iterable[Tally]) -> tuple[str, ...]:
    """The players who share the greatest number of votes, in roster order; nobody where all have 0."""
    scores = {tally.target: tally.votes for tally in counts if tally.target is not None}
    most = max(scores.values(), default=0)
    return tuple(target for target, votes in scores.items() if votes == most and votes > 0)


def round_of(voters: Sequence[Voter], frame: Frame) -> Round:
    """The ballots that stand if no unsure mark counts."""
    ballots = tuple(ballot for voter in voters if (ballot := ballot_of(voter, frame)) is not None)
    counts = tallies(ballots, frame.players)
    first = top(counts)
    return Round(frame.moment, ballots, counts, first if len(first) > 1 else ())


def possible_tops(voters: Sequence[Voter], frame: Frame) -> frozenset[tuple[str, ...]] | None:
    """The one set of top candidates that every ruling leads to, alone in a set; None where rulings could change it.

    Exact without trying all combinations: voters choose independently, so the greatest lead that c can take over d is
    the sum of each voter's greatest contribution to it.
    """
    base = top(round_of(voters, frame).counts)
    contributions = [_contributions(voter, frame) for voter in voters]
    candidates = set(frame.players)
    if not base:
        return (
            frozenset({()})
            if all(target is None or not weight for c in contributions for target, weight in c)
            else None
        )
    first = base[0]
    for other in candidates - {first}:
        lead = _greatest_lead(other, first, contributions)
        if other in base:
            if lead != 0 or _greatest_lead(first, other, contributions) != 0:
                return None
        elif lead >= 0:
            return None
    return frozenset({base})


def _contributions(voter: Voter, frame: Frame) -> frozenset[tuple[str | None, int | float]]:
    """For each outcome of a voter: the candidate it goes to (None = nobody) and its weight."""
    weight = frame.day.weights.get(voter.name, 1)
    found: set[tuple[str | None, int | float]] = set()
    for outcome in voter.outcomes:
        if outcome == NO_BALLOT:
            ballot = default_ballot(voter.name, frame)
            found.add((ballot.target, ballot.weight) if ballot else (None, 0))
        else:
            found.add((outcome, weight))
    return frozenset(found)


def _greatest_lead(
    candidate: str, over: str, contributions: Sequence[frozenset[tuple[str | None, int | float]]]
) -> int | float:
    return sum(
        max(weight if target == candidate else -weight if target == over else 0 for target, weight in options)
        for options in contributions
    )


def chosen_round(choice: Mapping[str, Outcome], voters: Sequence[Voter], frame: Frame) -> tuple[str, ...]:
    """The top candidates if each voter's outcome is the chosen one."""
    ballots = []
    for voter in voters:
        outcome = choice[voter.name]
        if outcome == NO_BALLOT:
            ballot = default_ballot(voter.name, frame)
        else:
            ballot = Ballot(voter.name, outcome, None, None, frame.day.weights.get(voter.name, 1))
        if ballot is not None:
            ballots.append(ballot)
    return top(tallies(ballots, frame.players))
