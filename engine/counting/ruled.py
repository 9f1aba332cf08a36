"""Which ruling of the host holds for which text of a post (V10). Knows texts and when they came to stand; no votes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.counting.clock import Clock
from engine.counting.marks import vote_marks
from engine.counting.statements import change_times, essence_of
from engine.posts import Post
from engine.rules import Edits, Votes
from engine.rulings import VoidRuling, VoteRuling

OnMarks = VoteRuling | VoidRuling
#: A ruling and the last text, by its number, that the host may have seen when he took it.
Aimed = tuple[int, OnMarks]


def aimed(post: Post, rulings: Sequence[OnMarks], votes: Votes) -> tuple[Aimed, ...]:
    """The rulings on a post, each with the last text that it is about: without a time, and where edits change no vote
    (E3), it is about all."""
    if votes.edits is Edits.FORBIDDEN or len(post.revisions) == 1:
        return tuple((len(post.revisions), ruling) for ruling in rulings)
    texts = [[essence_of(mark, votes) for mark in vote_marks(revision.body, votes)] for revision in post.revisions]
    return tuple((_last_seen(post, texts, ruling), ruling) for ruling in rulings)


def _last_seen(post: Post, texts: Sequence[object], ruling: OnMarks) -> int:
    """The number of the last text that stood, or was seen, before the ruling, and of those after it that say the
    same."""
    moment = ruling.at
    if moment is None:
        return len(texts)
    changes = zip(post.revisions, change_times(post), strict=True)
    seen = [number for number, (one, at) in enumerate(changes) if at.latest <= moment or one.first_seen <= moment]
    last = max(seen, default=0)
    while last + 1 < len(texts) and texts[last + 1] == texts[last]:
        last += 1
    return last + 1


def ruling_on(revision: int, rulings: Sequence[Aimed]) -> OnMarks | None:
    """The ruling that holds for a text: of those about it or a later one, the last about the earliest of these; None
    where the host has seen none of them."""
    first = min((last for last, _ in rulings if last >= revision), default=0)
    return next((ruling for last, ruling in reversed(rulings) if last == first), None)


def in_force(post: Post, rulings: Sequence[OnMarks], votes: Votes) -> tuple[OnMarks, ...]:
    """Those of the rulings on a post that hold for any of its texts, in the order of these."""
    given = aimed(post, rulings, votes)
    found = (ruling_on(number, given) for number in range(1, len(post.revisions) + 1))
    return tuple(dict.fromkeys(ruling for ruling in found if ruling is not None))


def standing(post: Post, clock: Clock) -> int:
    """The number of the text that stands by that clock, or may."""
    changes = enumerate(change_times(post)[1:], start=2)
    return max((number for number, at in changes if clock.holds(at) is not False), default=1)
