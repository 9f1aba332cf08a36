"""Under `last-post` only each player's last post of the day counts (E4); and V3's question about several marks.

Knows posts and judged marks, not who leads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from engine.counting.authors import Kind
from engine.counting.frame import Frame
from engine.counting.items import Item
from engine.counting.statements import Certainty
from engine.counting.threads import beside
from engine.counts import Needs, Report, What, Why
from engine.posts import Post
from engine.rules import Edits

#: Reasons that come before `not_last_post` in V12, and those that stand outside its order.
_STRONGER = frozenset(
    (
        Why.HOST,
        Why.NOT_A_PLAYER,
        Why.LATE,
        Why.EARLY,
        Why.DEAD_VOTER,
        Why.COMA,
        Why.DELETED,
        Why.EDITED,
        Why.STRUCK,
        Why.VOID,
    )
)


class LastPosts(Struct, frozen=True):
    """The items with only each player's last post counting, and the votes that were lost by that."""

    items: tuple[Item, ...]
    lost: tuple[Report, ...] = ()


def several_marks(items: Sequence[Item], frame: Frame) -> tuple[Item, ...]:
    """V3: where the rules ask, several valid marks in one post are the host's to choose from."""
    asking = {item.post.id for item in items if frame.rules_at(item.post.order).votes.several_marks == "ruling"}
    if not asking:
        return tuple(items)
    named: dict[str, set[str | None]] = {}
    for item in items:
        if item.why is None and item.post.id in asking:
            named.setdefault(item.post.id, set()).update(item.outcomes)
    split = {post for post, outcomes in named.items() if len(outcomes) > 1}
    return tuple(
        structs.replace(item, sure=False, needs=item.needs or Needs.SEVERAL_MARKS)
        if item.why is None and item.post.id in split
        else item
        for item in items
    )


def only_last_posts(items: Sequence[Item], posts: Sequence[Post], frame: Frame) -> LastPosts:
    """E4: marks outside a player's last post of the day do not count; where it may not be the last, it is unsure."""
    if frame.rules.votes.edits is not Edits.LAST_POST:
        return LastPosts(tuple(items))
    with_vote = {item.post.id: item.sure for item in items if item.acts}
    last: dict[str, list[Post]] = {}
    for post in posts:
        author, stands = frame.authors.who(post, post.at.earliest), _stands(post, frame)
        player = author.player
        # A post of one who only bears a player's name is not the player's: a ruling makes a vote of it at most (V15).
        if player is None or author.kind is not Kind.PLAYER or stands is False:
            continue
        if frame.rules.votes.last_post == "with-vote":
            if post.id not in with_vote:
                continue
            stands = stands and with_vote[post.id]
        # A post that may not stand may be the last, or the one before it is; so may one of another thread.
        others = [one for one in last.get(player, []) if not stands or beside(one, post)]
        last[player] = [*others, post]
    return _keep(items, last)


def _stands(post: Post, frame: Frame) -> bool | None:
    """Whether a post is one of the day's; None where that is not sure."""
    in_time = frame.clock.holds(post.at, post.order)
    if in_time is False or post.at.before(frame.day.starts):
        return False
    if post.gone is None or frame.rules.votes.deleted == "keep":
        return in_time
    gone = frame.clock.missing(post.gone, post.at)
    return False if gone else None if gone is None else in_time


def _keep(items: Sequence[Item], last: Mapping[str, list[Post]]) -> LastPosts:
    ids = {player: {post.id for post in posts} for player, posts in last.items()}
    kept = [_judged(item, last.get(item.voter or "", []), ids.get(item.voter or "", set())) for item in items]
    lost = []
    for player, posts in last.items():
        mine = [item for item in items if item.voter == player and item.acts]
        if mine and not any(item.post.id in ids[player] for item in mine):
            lost.append(Report(posts[-1].id, player, What.VOTE_LOST_BY_LAST_POST, posts[-1].at.earliest))
    return LastPosts(tuple(kept), tuple(lost))


def _judged(item: Item, posts: Sequence[Post], ids: set[str]) -> Item:
    if item.ruled or item.why in _STRONGER:
        return item
    if item.post.id not in ids:
        behind = all(post.order < item.post.order for post in posts)  # it gives no vote where only such posts count
        return item if behind else structs.replace(item, why=Why.NOT_LAST_POST)
    if item.statement.certainty is Certainty.ORDER:
        # Which of the player's marks came first is no question among those of one post.
        item = structs.replace(
            item, statement=structs.replace(item.statement, certainty=Certainty.SURE, needs=None, new=True)
        )
    if item.acts and len(posts) > 1:
        return structs.replace(item, sure=False, needs=item.needs or Needs.TIME_UNCLEAR)
    return item
