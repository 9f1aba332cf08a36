"""How many votes each candidate had, moment by moment. Pure: marks and a round go in, points come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from engine.counts import MarkFate, Round, Spoken
from golosa.views.public import PublicPoint

Number = int | float
#: Sums of fractions that differ by less are the same sum.
CLOSE = 1e-9


def courses(fates: Iterable[MarkFate], shown: Round, starts: datetime) -> Mapping[str | None, tuple[PublicPoint, ...]]:
    """Each candidate's votes by time, from 0 at `starts`; None is the candidate "nobody".

    `fates` are the marks that counted for a time, by time; weights are those of `shown`. Each course ends with what
    `shown` says: what no mark tells (penalties, votes that lapsed or that the rules give) comes at its moment.
    """
    weights = {ballot.voter: ballot.weight for ballot in shown.ballots}
    final = {tally.target: tally.votes for tally in shown.counts}
    standing: dict[str, str | None] = {}
    points: dict[str | None, list[PublicPoint]] = {target: [PublicPoint(starts, 0)] for target in final}
    for fate in fates:
        if fate.voter is None or fate.at > shown.count_at:
            continue
        touched = {standing.pop(fate.voter)} if fate.voter in standing else set()
        if fate.target is not None or fate.word is Spoken.NO_LYNCH:
            standing[fate.voter] = fate.target
            touched.add(fate.target)
        for target in touched & final.keys():
            votes = sum(weights.get(voter, 1) for voter, choice in standing.items() if choice == target)
            _add(points[target], fate.at, votes)
    for target, votes in final.items():
        _add(points[target], shown.count_at, votes)
    return {target: tuple(found) for target, found in points.items()}


def _add(points: list[PublicPoint], at: datetime, votes: Number) -> None:
    """Adds a point where something changes; of several at one moment the last holds."""
    if len(points) > 1 and points[-1].at == at:
        points.pop()
    if abs(points[-1].votes - votes) > CLOSE:
        points.append(PublicPoint(at, votes))
