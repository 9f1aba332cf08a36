"""The proof of a count: what became of every mark, in order (V9, V12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, structs

from engine.counting.frame import Frame
from engine.counting.items import NO_BALLOT, Item
from engine.counting.statements import Certainty
from engine.counting.voters import Voter
from engine.counts import MarkFate, Needs, NotCounted, RulingNeeded, Spoken, Why

CLAUSES: Mapping[Why | Needs | None, str] = {
    None: "V3",
    Why.HOST: "V5",
    Why.NOT_A_PLAYER: "V5",
    Why.LATE: "V6",
    Why.EARLY: "V6",
    Why.DEAD_VOTER: "V5",
    Why.COMA: "H5",
    Why.DELETED: "E5",
    Why.EDITED: "E3",
    Why.NOT_LAST_POST: "E4",
    Why.UNKNOWN_NAME: "V4",
    Why.SELF_VOTE: "T14-11",
    Why.DEAD_TARGET: "V5",
    Why.LAPSED: "V14",
    Why.NEW_VOTE_IN_OVERTIME: "T14-14",
    Why.BLOCKED: "votes.blocked",
    Why.UNTOUCHABLE: "votes.untouchable",
    Why.FINAL: "votes.final",
    Why.CHANGES_SPENT: "changes.limit",
    Why.NOT_TIED: "tie.revote",
    Why.STRUCK: "V2",
    Why.VOID: "V10",
    Why.SUPERSEDED: "V3",
    Why.EARLIER_ROUND: "tie.revote",
    Needs.AMBIGUOUS_NAME: "V4",
    Needs.EDITED: "E1",
    Needs.EDITED_AFTER_END: "E2",
    Needs.TIME_UNCLEAR: "V6",
    Needs.SEVERAL_MARKS: "V3",
    Needs.NEGATED: "V11",
    Needs.MERGED: "E8",
    Needs.UNKNOWN_ACCOUNT: "V15",
    Needs.UNCLEAR_MARK: "V1",
    Needs.UNCLEAR_CLOSING: "E6",
    Needs.DAMAGED_TEXT: "V1",
    Needs.DAY_ACTION: "H25",
    Needs.AMBIGUOUS_ORDER: "V4",
}


def _text(item: Item) -> str:
    return item.statement.mark.text


def _by_time(items: Iterable[Item]) -> list[Item]:
    return sorted(items, key=lambda item: (item.at.earliest, item.post.order, item.statement.mark.line))


class Told(Struct, frozen=True):
    """The marks of one round of the vote, and the voters by them."""

    frame: Frame
    items: tuple[Item, ...]
    voters: tuple[Voter, ...]

    def looks_at(self, item: Item) -> bool:
        """Whether the mark is this round's to judge: a revote looks at nothing before it."""
        return item.why is not Why.LATE and (self.frame.candidates is None or self.frame.clock.in_extra_time(item.at))


def all_told(rounds: Sequence[Told]) -> tuple[Item, ...]:
    """The marks of the last round; those that are not its own as the last round judged them whose they are."""
    if all(one.frame.candidates is None for one in rounds):
        return rounds[-1].items  # without a revote each round goes on from the one before it
    known = [(one, {_key(item): item for item in one.items}) for one in reversed(rounds)]
    found = []
    for item in rounds[-1].items:
        judged = ((one, items[_key(item)]) for one, items in known if _key(item) in items)
        own = next(((one, mine) for one, mine in judged if one.looks_at(mine)), None)
        found.append(item if own is None or own[0] is rounds[-1] else _of_round(own[1], own[0]))
    return tuple(found)


def _key(item: Item) -> tuple[object, ...]:
    return item.post.id, item.statement.revision, item.statement.mark


def _of_round(item: Item, told: Told) -> Item:
    """A mark of a round that another one followed."""
    stands = any(voter.standing is item for voter in told.voters)
    why = Why.EARLIER_ROUND if stands else item.why or _refused(told.voters).get(id(item))
    return structs.replace(item, why=why)


def not_counted(items: Iterable[Item], voters: Sequence[Voter]) -> tuple[NotCounted, ...]:
    """Every mark with a reason against it, by time."""
    refused = _refused(voters)
    return tuple(
        NotCounted(item.post.id, item.voter or item.post.author, _text(item), why)
        for item in _by_time(items)
        if (why := item.why or refused.get(id(item))) not in (None, Why.EARLIER_ROUND)
    )


def _refused(voters: Sequence[Voter]) -> dict[int, Why]:
    return {mark: why for voter in voters for mark, why in voter.refused.items()}


def rulings_needed(voters: Sequence[Voter], *, settled: bool) -> tuple[RulingNeeded, ...]:
    """The marks that only the host can decide and that could change a ballot, by time.

    The order of edited or merged marks asks only while it could change who is out (E1, E8), so not where `settled`.
    """
    asking = [item for voter in voters for item in _asking(voter, settled=settled)]
    found: dict[tuple[str, Needs, str], RulingNeeded] = {}
    for item in _by_time(asking):
        needs = _needs(item)
        # What a whole post is asked about is asked once, however many marks stand in it now (E2, E8).
        unseen = item.statement.certainty is Certainty.UNSEEN
        key = (item.post.id, needs, "" if unseen or needs is Needs.MERGED else _text(item))
        earlier = found[key].candidates if key in found else ()
        targets = () if unseen else (target for target in item.targets if target is not None)
        candidates = tuple(dict.fromkeys((*earlier, *targets)))
        found[key] = RulingNeeded(item.post.id, item.voter or item.post.author, _text(item), needs, candidates)
    return tuple(found.values())


def _asking(voter: Voter, *, settled: bool) -> Iterator[Item]:
    """The marks of a voter that a ruling could make or keep from being his ballot."""
    if voter.settled:
        return
    courses = voter.courses
    tried = courses is not None and not voter.bounded
    able = {id(act.item) for course in courses or () for act in course} if tried else None
    for item in voter.items:
        if able is not None and id(item) not in able:
            continue
        if not item.sure or (not item.statement.new and not settled and not _is_merged_in(item)):
            yield item


def _is_merged_in(item: Item) -> bool:
    """Whether it is a merged part whose time is known: no question by itself."""
    return item.statement.mark.late and item.statement.needs is None


def _needs(item: Item) -> Needs:
    return item.needs or item.statement.needs or Needs.EDITED


def fates(items: Iterable[Item], voters: Sequence[Voter]) -> tuple[MarkFate, ...]:
    """What became of every mark, by time; the standing ballots among them."""
    standing = {id(voter.standing) for voter in voters if voter.standing is not None}
    refused = _refused(voters)
    return tuple(_fate(item, refused.get(id(item)), id(item) in standing) for item in _by_time(items))


def _fate(item: Item, refused: Why | None, counts: bool) -> MarkFate:
    why: Why | Needs | None = item.why or refused
    if why is None and not counts:
        why = Why.SUPERSEDED if item.sure else _needs(item)
    return MarkFate(
        post=item.post.id,
        voter=item.voter,
        author=item.post.author,
        at=item.at.earliest,
        text=_text(item),
        target=item.targets[0] if len(item.targets) == 1 else None,
        counts=counts,
        why=why,
        clause="V10" if item.ruled and counts else CLAUSES[why],
        revision=item.statement.revision,
        word=_word(item),
    )


def _word(item: Item) -> Spoken | None:
    """What a mark says that names no player on purpose."""
    if item.abstains:
        return Spoken.ABSTAIN
    if item.targets != (None,):
        return None
    return Spoken.UNVOTE if item.outcomes == (NO_BALLOT,) else Spoken.NO_LYNCH
