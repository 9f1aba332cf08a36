"""The proof of a count: what became of every mark, in order (V9, V12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.counting.ballots import Voter
from engine.counting.items import Item
from engine.counts import MarkFate, Needs, NotCounted, RulingNeeded, Why

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
    Why.STRUCK: "V2",
    Why.VOID: "V10",
    Why.SUPERSEDED: "V3",
    Needs.AMBIGUOUS_NAME: "V4",
    Needs.EDITED: "E1",
    Needs.EDITED_AFTER_END: "E2",
    Needs.TIME_UNCLEAR: "V6",
    Needs.SEVERAL_MARKS: "V3",
    Needs.NEGATED: "V11",
    Needs.MERGED: "E8",
    Needs.UNKNOWN_ACCOUNT: "V15",
    Needs.UNCLEAR_MARK: "V1",
    Needs.DAMAGED_TEXT: "V1",
    Needs.DAY_ACTION: "H25",
    Needs.AMBIGUOUS_ORDER: "V4",
}


def _text(item: Item) -> str:
    return item.statement.mark.text


def _by_time(items: Iterable[Item]) -> list[Item]:
    return sorted(items, key=lambda item: (item.at.earliest, item.post.order, item.statement.mark.line))


def not_counted(items: Iterable[Item]) -> tuple[NotCounted, ...]:
    """Every mark with a reason against it, by time."""
    return tuple(
        NotCounted(item.post.id, item.voter or item.post.author, _text(item), item.why)
        for item in _by_time(items)
        if item.why is not None
    )


def rulings_needed(voters: Sequence[Voter], strangers: Sequence[Item], *, settled: bool) -> tuple[RulingNeeded, ...]:
    """The marks that only the host can decide and that could change a ballot, by time.

    The order of edited marks asks for a ruling only while it could change who is out (E1): not where that is `settled`.
    """
    asking: list[Item] = [item for item in strangers if item.needs is not None]
    for voter in voters:
        if voter.standing is None and not any(not item.sure for item in voter.items) and voter.settled:
            continue
        for item in reversed(voter.items):
            needs = item.needs or item.statement.needs
            if item.sure and needs is not None and not voter.settled and not (settled and needs is Needs.EDITED):
                asking.append(item)
            if item.sure:
                break
            asking.append(item)
    found: dict[tuple[str, Needs, str], RulingNeeded] = {}
    for item in _by_time(asking):
        needs = item.needs or item.statement.needs
        if needs is None:
            continue
        # A text that was never seen is asked for once, however many marks stand there now (E2).
        unseen = needs is Needs.EDITED_AFTER_END
        key = (item.post.id, needs, "" if unseen else _text(item))
        candidates = () if unseen else tuple(target for target in item.targets if target is not None)
        found.setdefault(
            key, RulingNeeded(item.post.id, item.voter or item.post.author, _text(item), needs, candidates)
        )
    return tuple(found.values())


def fates(items: Iterable[Item], voters: Sequence[Voter]) -> tuple[MarkFate, ...]:
    """What became of every mark, by time; the standing ballots among them."""
    standing = {id(voter.standing) for voter in voters if voter.standing is not None}
    return tuple(_fate(item, id(item) in standing) for item in _by_time(items))


def _fate(item: Item, counts: bool) -> MarkFate:
    why: Why | Needs | None = item.why
    if why is None and not counts:
        why = Why.SUPERSEDED if item.sure else item.needs
    target = item.targets[0] if len(item.targets) == 1 else None
    return MarkFate(
        post=item.post.id,
        voter=item.voter,
        author=item.post.author,
        at=item.at.earliest,
        text=_text(item),
        target=target,
        counts=counts,
        why=why,
        clause=CLAUSES[why],
        revision=item.statement.revision,
    )
