"""Where a posted count differs from ours, line by line, and by which posts. Knows counts as values; no texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from engine.counts import Count, MarkFate, Round, Tally
from golosa.compare.layouts import Number
from golosa.compare.reading import PostedCount, PostedRow

#: Stands where the post or the count has a player nowhere.
NOWHERE = "\0"


class Line(Struct, frozen=True):
    """A candidate: what the post says, what we count, and in what they differ."""

    target: str | None
    row: PostedRow | None  #: None: the post has no such line
    votes: Number  #: ours
    voters: tuple[str, ...]
    faults: tuple[str, ...] = ()  #: "votes", "voters", "short", "sum": what differs

    @property
    def same(self) -> bool:
        """Whether the post says what we count."""
        return not self.faults


class Voter(Struct, frozen=True):
    """A voter whom the post has elsewhere than we."""

    voter: str
    posted: tuple[str | None, ...]  #: for whom, by the post: none, one, or (a fault of the post) several
    counted: str | None  #: by us; NOWHERE if for nobody at all
    post: str | None  #: the post that made our ballot
    marks: tuple[MarkFate, ...] = ()  #: his marks of the day that tell why, by time


class Comparison(Struct, frozen=True):
    """A posted count beside ours."""

    tables: tuple[tuple[Line, ...], ...]
    voters: tuple[Voter, ...]
    not_voting: tuple[str, ...] = ()  #: whom the post calls silent, and we do not
    voting: tuple[str, ...] = ()  #: whom we call silent, and the post, which lists the silent, does not

    def same(self, posted: PostedCount) -> bool:
        """Whether nothing differs, and everything could be read."""
        lines = all(line.same for table in self.tables for line in table)
        return lines and not (self.voters or self.not_voting or self.voting or posted.unread)


def compare(posted: PostedCount, count: Count, silent: tuple[str, ...]) -> Comparison:
    """The differences. `silent` is who has not voted by our count.

    A post with two tables has the first count and the overtime's; one table is compared with the last round.
    """
    last = count.shown or count.overtime or count.first
    rounds = [last] if len(posted.tables) < 2 or count.overtime is None else [count.first, last]
    tables = tuple(
        tuple(_lines(rows, ours, count if ours is last else None))
        for rows, ours in zip(posted.tables[-len(rounds) :] or [()], rounds, strict=False)
    )
    voters = tuple(_voters(posted.tables[-1] if posted.tables else (), last, count))
    if posted.silent is None:
        return Comparison(tables, voters)
    wrong = tuple(name for name in posted.silent if name not in silent)
    lacking = () if posted.silent_unsure else tuple(name for name in silent if name not in posted.silent)
    return Comparison(tables, voters, wrong, lacking)


def _lines(rows: tuple[PostedRow, ...], ours: Round, count: Count | None) -> Iterator[Line]:
    tallies = {tally.target: tally for tally in ours.counts}
    needed = {one.target: one.votes for one in count.needed} if count is not None else {}
    for row in rows:
        tally = tallies.pop(row.target, Tally(row.target, 0, ()))
        faults = tuple(_faults(row, tally, needed))
        yield Line(row.target, row, tally.votes, tally.voters, faults)
    for tally in sorted(tallies.values(), key=lambda tally: -tally.votes):
        yield Line(tally.target, None, tally.votes, tally.voters, ("missing",))


def _faults(row: PostedRow, tally: Tally, needed: Mapping[str | None, int]) -> Iterator[str]:
    if row.votes is not None and row.votes != tally.votes:
        yield "votes"
    if row.voters is not None and (
        set(row.voters) - set(tally.voters) or (not row.unsure and set(row.voters) != set(tally.voters))
    ):
        yield "voters"
    if row.voters is not None and len(set(row.voters)) < len(row.voters):
        yield "twice"
    if row.short is not None and needed.get(row.target, row.short) != row.short:
        yield "short"


def _voters(rows: tuple[PostedRow, ...], ours: Round, count: Count) -> Iterator[Voter]:
    """Everybody whom the post names elsewhere than we, or not at all though it names the voters of his candidate."""
    ballots = {ballot.voter: ballot for ballot in ours.ballots}
    said: dict[str, list[str | None]] = {}
    for row in rows:
        for voter in row.voters or ():
            said.setdefault(voter, []).append(row.target)
    full = {row.target for row in rows if row.voters is not None and not row.unsure}
    listed = {row.target for row in rows}
    for voter in dict.fromkeys((*ballots, *said)):
        ballot, places = ballots.get(voter), said.get(voter, [])
        if ballot is not None and not places and ballot.target in listed - full:
            continue  # the post does not tell, or not readably, who votes there
        counted = ballot.target if ballot is not None else NOWHERE
        if places == ([] if ballot is None else [counted]):
            continue
        yield Voter(
            voter,
            tuple(dict.fromkeys(places)),
            counted,
            ballot.post if ballot is not None else None,
            tuple(fate for fate in count.fates if fate.voter == voter),
        )
