"""Which of a voter's marks stands, and which others might (V3, V7, V8, E4). Knows one voter's items; no sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import product

from msgspec import Struct, structs

from engine.counting.items import Frame, Item, before
from engine.counting.statements import Certainty
from engine.counts import Ballot, Needs, What, Why
from engine.posts import Post
from engine.rules import Edits

#: A voter's outcome: the player voted for, None for nobody, or NO_BALLOT.
NO_BALLOT = "\0"
Outcome = str | None


class Voter(Struct, frozen=True):
    """One voter's items in order, the standing one among them, and every outcome that rulings could still give."""

    name: str
    items: tuple[Item, ...]
    standing: Item | None
    outcomes: frozenset[Outcome]

    @property
    def settled(self) -> bool:
        """Whether no ruling could change this voter's ballot."""
        return len(self.outcomes) == 1


def in_order(items: Sequence[Item]) -> tuple[Item, ...]:
    """Items by time; at the same time by the forum's post order (V7), in a post by the order of its text (V3)."""
    return tuple(sorted(items, key=lambda item: (item.at.earliest, item.post.order)))


def _other_order(items: Sequence[Item]) -> tuple[Item, ...]:
    """The order that holds if every mark of unsure time was made at its other time."""

    def other(item: Item) -> tuple[datetime, int]:
        first = item.statement.first_at
        unsure = item.statement.certainty is Certainty.ORDER and first is not None
        return (first.earliest if unsure and first is not None else item.at.earliest, item.post.order)

    return tuple(sorted(items, key=other))


def _is_none(item: Item) -> bool:
    """Whether an item leaves its voter without a ballot: taken back (V8), or lapsed, which revives nothing (V14)."""
    return item.withdraws or item.why is Why.LAPSED


def _outcomes(items: Sequence[Item]) -> set[Outcome]:
    """Every ballot that these items may give, in this order: each unsure one may count or not (V13)."""
    found: set[Outcome] = set()
    for item in reversed(items):
        found |= {NO_BALLOT} if _is_none(item) else set(item.targets)
        if item.sure:
            return found
    return found | {NO_BALLOT}


def voter_of(name: str, items: Sequence[Item]) -> Voter:
    """A voter from the marks that may count (items without a reason against them)."""
    ordered = in_order([item for item in items if item.why in (None, Why.LAPSED)])
    sure = [item for item in ordered if item.sure]
    standing = sure[-1] if sure and sure[-1].why is None else None
    outcomes = _outcomes(ordered) | _outcomes(_other_order(ordered))
    return Voter(name, ordered, standing, frozenset(outcomes))


def ballot_of(voter: Voter, frame: Frame) -> Ballot | None:
    """The ballot as it stands if no unsure mark counts, or the default one (H13); None for none."""
    item = voter.standing
    if item is not None and not item.withdraws:
        weight = frame.day.weights.get(voter.name, 1)
        return Ballot(voter.name, item.targets[0], item.post.id, item.at.earliest, weight)
    return default_ballot(voter.name, frame)


def default_ballot(name: str, frame: Frame) -> Ballot | None:
    """The vote of one who gives none: against himself where the rules say so (H13); patients in coma have none (H5)."""
    if frame.rules.votes.default != "self" or name in frame.day.coma:
        return None
    weight = frame.day.default_weights.get(name, frame.day.weights.get(name, 1))
    return Ballot(name, name, None, None, weight, default=True)


def several_marks(items: Sequence[Item], frame: Frame) -> tuple[Item, ...]:
    """V3: where the rules ask, several valid marks in one post are the host's to choose from."""
    if frame.rules.votes.several_marks != "ruling":
        return tuple(items)
    targets: dict[str, set[str | None]] = {}
    for item in items:
        if item.why is None:
            targets.setdefault(item.post.id, set()).update(item.targets)
    split = {post for post, named in targets.items() if len(named) > 1}
    return tuple(
        structs.replace(item, sure=False, needs=item.needs or Needs.SEVERAL_MARKS)
        if item.why is None and item.post.id in split
        else item
        for item in items
    )


class LastPosts(Struct, frozen=True):
    """Under `last-post`: the items with only each player's last post counting, and votes that were lost by that."""

    items: tuple[Item, ...]
    lost: tuple[tuple[Post, str, What], ...] = ()


def only_last_posts(items: Sequence[Item], posts: Sequence[Post], frame: Frame) -> LastPosts:
    """E4: marks outside a player's last post of the day do not count; where it may not be the last, it is unsure."""
    if frame.rules.votes.edits is not Edits.LAST_POST:
        return LastPosts(tuple(items))
    with_vote = {item.post.id for item in items if item.why not in (Why.STRUCK, Why.UNKNOWN_NAME)}
    last: dict[str, list[Post]] = {}
    for post in posts:
        author = frame.authors.who(post, post.at.earliest)
        in_time = before(frame, post, post.at)
        gone = post.gone is not None and frame.rules.votes.deleted == "void" and post.gone.before(frame.moment)
        if author.player is None or in_time is False or gone or post.at.before(frame.day.starts):
            continue
        if frame.rules.votes.last_post == "with-vote" and post.id not in with_vote:
            continue
        # A post that may be late may be the last, or the one before it is.
        last[author.player] = [*last.get(author.player, []), post] if in_time is None else [post]
    return _keep_last(items, last)


def _keep_last(items: Sequence[Item], last: Mapping[str, list[Post]]) -> LastPosts:
    kept: list[Item] = []
    for item in items:
        posts = last.get(item.voter or "", [])
        if item.why is None and item.post.id not in {post.id for post in posts}:
            item = structs.replace(item, why=Why.NOT_LAST_POST)
        elif item.why is None and len(posts) > 1:
            item = structs.replace(item, sure=False, needs=item.needs or Needs.TIME_UNCLEAR)
        kept.append(item)
    lost = []
    for player, posts in last.items():
        valid = {item.post.id for item in kept if item.voter == player and item.why is None}
        earlier = any(item.voter == player and item.why is Why.NOT_LAST_POST for item in kept)
        if earlier and not valid & {post.id for post in posts}:
            lost.append((posts[-1], player, What.VOTE_LOST_BY_LAST_POST))
    return LastPosts(tuple(kept), tuple(lost))


def choices(voters: Sequence[Voter], limit: int) -> list[dict[str, Outcome]] | None:
    """Every combination of the voters' outcomes, or None where there are more than `limit`."""
    size = 1
    for voter in voters:
        size *= len(voter.outcomes)
        if size > limit:
            return None
    names = [voter.name for voter in voters]
    sets = [sorted(voter.outcomes, key=lambda outcome: outcome or "") for voter in voters]
    return [dict(zip(names, combination, strict=True)) for combination in product(*sets)]
