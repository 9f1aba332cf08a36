"""What posts said before they were edited in an extra time (E7). Knows the marks of two rounds; counts nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import structs

from engine.counting.frame import Frame
from engine.counting.items import Item, judged
from engine.counting.statements import essence_of
from engine.rules import Votes


def overwritten(before: Iterable[Item], now: Sequence[Item], frame: Frame) -> tuple[Item, ...]:
    """The votes of the round before that an edit has taken out of their posts since, as this round's frame judges
    them."""
    votes = frame.rules.votes
    still = {_key(item, votes) for item in now if _was_changed(item)}
    gone = (item for item in before if item.acts and _was_changed(item) and _key(item, votes) not in still)
    return tuple(_again(item, frame) for item in gone)


def _was_changed(item: Item) -> bool:
    return len(item.post.revisions) > 1 or item.post.revisions[0].edited is not None


def _key(item: Item, votes: Votes) -> tuple[object, ...]:
    said = item.statement
    return item.post.id, said.revision, said.certainty, item.ruled, essence_of(said.mark, votes)


def _again(item: Item, frame: Frame) -> Item:
    """The mark by this round's frame: who was removed since has taken it along (V14)."""
    if item.ruled:
        return item
    again = judged(item, frame)
    return again if item.sure else structs.replace(again, sure=False, needs=item.needs)
