"""Each mark judged by author, time, state and name: what it may be worth, or the one reason against it (V12).

Knows one mark at a time; which of a voter's marks stands is `ballots`' question.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct, structs

from engine.colours import colour_distance
from engine.counting.authors import Author, Authors, Kind
from engine.counting.statements import Certainty, Statement, statements
from engine.counts import Needs, Why
from engine.day import Day
from engine.names import Named, Names, Word
from engine.posts import Mark, MarkKind, Post
from engine.rules import Rules
from engine.rulings import Ruling, VoidRuling, VoteRuling
from engine.times import Interval

NEAR_COLOUR = 0.3  #: nearer than this, but not the vote colour, is reported (V1)


class Item(Struct, frozen=True):
    """A mark and what it may be worth.

    `targets` are the players for whom it may count; a sure item has one, or none where it takes the vote back (V8).
    """

    post: Post
    statement: Statement
    author: Author
    at: Interval
    targets: tuple[str | None, ...] = ()
    sure: bool = True
    why: Why | None = None
    needs: Needs | None = None
    withdraws: bool = False

    @property
    def voter(self) -> str | None:
        """The player whose mark it is."""
        return self.author.player


class Frame(Struct, frozen=True):
    """What judging needs of the day: its rules, people and clock."""

    rules: Rules
    day: Day
    names: Names
    authors: Authors
    players: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    moment: datetime  #: marks before it count
    close_order: int | None = None  #: place of the host's closing post, where it ends the day (E6)
    first_voters: frozenset[str] | None = None  #: who had a ballot at the first count, in the overtime for changers
    overtime_from: datetime | None = None  #: the end of the day, in the overtime
    overtime_opens: datetime | None = None  #: when the overtime opens: at once, or with the host's notice (T14-14)

    def alive(self, player: str, at: datetime) -> bool:
        """Whether a player is in the game at a moment of the day."""
        gone = [removal.at for removal in self.day.removals if removal.player == player and removal.at <= at]
        back = [revival.at for revival in self.day.revivals if revival.player == player and revival.at <= at]
        if player in self.day.out:
            return bool(back) and max(back) > max(gone, default=datetime.min.replace(tzinfo=at.tzinfo))
        return not gone or max(back, default=datetime.min.replace(tzinfo=at.tzinfo)) > max(gone)

    @property
    def living(self) -> tuple[str, ...]:
        """Who can be voted for at the moment of the count, in roster order."""
        return tuple(player for player in self.players if self.alive(player, self.moment))


def vote_distance(mark: Mark, rules: Rules) -> float | None:
    """Distance of a coloured mark from the nearest vote colour; None for a mark of another kind."""
    if mark.kind is not MarkKind.COLOUR or mark.colour is None:
        return None
    return min(colour_distance(mark.colour, colour) for colour in rules.votes.colour)


def is_vote_mark(mark: Mark, rules: Rules) -> bool:
    """Whether a mark is of the kind that votes here (V1, V2)."""
    if mark.spoiler and not rules.votes.spoilers:
        return False
    distance = vote_distance(mark, rules)
    return distance is not None and distance <= rules.votes.colour_distance


def before(frame: Frame, post: Post, at: Interval) -> bool | None:
    """Whether a mark made at `at` is in time (V6); the forum's order settles a post that shares its minute with the
    host's closing post (V7)."""
    if frame.rules.votes.boundary == "inclusive":
        return at.earliest <= frame.moment
    known = at.before(frame.moment)
    if frame.close_order is not None and at == post.at and known is not True:
        if at.earliest <= frame.moment:
            return post.order < frame.close_order
        return False
    return known


def items_of(post: Post, frame: Frame) -> tuple[Item, ...]:
    """The vote marks of one post as of the frame's moment, judged."""
    author = frame.authors.who(post, post.at.earliest)
    said = [s for s in statements(post, frame.rules, frame.moment) if _asks(s, frame.rules)]
    rulings = [r for r in frame.rulings if isinstance(r, VoteRuling | VoidRuling) and r.post == post.id]
    if rulings:
        return _ruled(post, author, said, rulings[-1], frame)
    return tuple(_judge(post, author, statement, frame) for statement in said)


def _asks(statement: Statement, rules: Rules) -> bool:
    return statement.certainty is Certainty.UNSEEN or is_vote_mark(statement.mark, rules)


def _ruled(
    post: Post, author: Author, said: Sequence[Statement], ruling: VoteRuling | VoidRuling, frame: Frame
) -> tuple[Item, ...]:
    if isinstance(ruling, VoidRuling):
        return tuple(Item(post, statement, author, statement.at, why=Why.VOID) for statement in said)
    statement = said[-1] if said else Statement(Mark(ruling.target or ""), post.at, len(post.revisions))
    item = Item(post, statement, author, post.at)
    if before(frame, post, post.at) is False:
        return (structs.replace(item, why=Why.LATE),)
    if author.player is None:
        return (structs.replace(item, why=Why.NOT_A_PLAYER),)
    lost = _lost(ruling.target, item, frame)
    if lost is not None:
        return (structs.replace(item, why=lost),)
    return (structs.replace(item, targets=(ruling.target,)),)


def _judge(post: Post, author: Author, statement: Statement, frame: Frame) -> Item:
    item = Item(post, statement, author, statement.at)
    if (why := _by_author_and_state(item, frame)) is not None:
        return structs.replace(item, why=why)
    if statement.mark.struck:
        return structs.replace(item, why=Why.STRUCK)
    return _by_name(item, frame)


def _by_author_and_state(item: Item, frame: Frame) -> Why | None:
    if item.author.kind is Kind.HOST:
        return Why.HOST
    if item.author.kind is Kind.STRANGER:
        return Why.NOT_A_PLAYER
    if before(frame, item.post, item.at) is False or _between(item.at, frame):
        return Why.LATE
    if item.at.before(frame.day.starts):
        return Why.EARLY
    voter = item.voter or ""
    if not frame.alive(voter, item.at.earliest):
        return Why.DEAD_VOTER
    if voter in frame.day.coma:
        return Why.COMA
    if item.statement.why is not None:
        return item.statement.why
    return None


def _between(at: Interval, frame: Frame) -> bool:
    """Whether a mark fell between the end of the day and the notice that opens the overtime."""
    if frame.overtime_from is None or frame.overtime_opens is None:
        return False
    return frame.overtime_from <= at.earliest < frame.overtime_opens


def _needs(item: Item, frame: Frame) -> Needs | None:
    """The ruling that a mark asks for whatever it names; the weightiest first."""
    if item.author.kind is Kind.LOOKALIKE:
        return Needs.UNKNOWN_ACCOUNT
    if item.statement.certainty in (Certainty.UNSURE, Certainty.UNSEEN):
        return item.statement.needs
    if before(frame, item.post, item.at) is None or item.at.before(frame.day.starts) is None:
        return Needs.TIME_UNCLEAR
    if item.statement.mark.damaged:
        return Needs.DAMAGED_TEXT
    return Needs.UNCLEAR_MARK if item.statement.mark.unclear else None


def _by_name(item: Item, frame: Frame) -> Item:
    needs = _needs(item, frame)
    if item.statement.certainty is Certainty.UNSEEN:
        return _open(item, frame.living, needs, frame)
    mark = item.statement.mark
    named = frame.names.read(mark.text, before=mark.before, after=mark.after, me=item.voter)
    targets = _targets(named, frame)
    if targets is None:
        return _open(item, named.ask or frame.living, Needs.NEGATED, frame)
    if not targets:
        if needs is Needs.DAMAGED_TEXT:
            return _open(item, frame.living, needs, frame)
        return structs.replace(item, why=Why.UNKNOWN_NAME)
    if named.player is not None or named.word is not None:
        lost = None if named.word is not None else _lost(targets[0], item, frame)
        if lost is not None:
            return structs.replace(item, why=lost)
        item = structs.replace(item, targets=targets, withdraws=named.word is Word.UNVOTE)
        return item if needs is None else structs.replace(item, sure=False, needs=needs)
    return _open(item, targets, needs or Needs.AMBIGUOUS_NAME, frame)


def _targets(named: Named, frame: Frame) -> tuple[str | None, ...] | None:
    """Whom a text may mean: () for nobody, (None,) for a vote for nobody or taken back, None for a negation."""
    if named.word is Word.NEGATED:
        return None
    if named.word is Word.UNVOTE:
        return (None,) if frame.rules.votes.unvote else ()
    if named.word is Word.NO_LYNCH:
        return (None,) if frame.rules.votes.no_lynch else ()
    return (named.player,) if named.player is not None else named.ask


def _open(item: Item, targets: Sequence[str | None], needs: Needs | None, frame: Frame) -> Item:
    """An item that only the host can decide, among the targets that could count."""
    able = tuple(target for target in targets if _lost(target, item, frame) is None)
    if not able and needs in (None, Needs.AMBIGUOUS_NAME):
        # Every candidate is worth nothing: the first one's reason holds for all.
        return structs.replace(item, why=_lost(targets[0], item, frame) if targets else Why.UNKNOWN_NAME)
    return structs.replace(item, targets=able, sure=False, needs=needs)


def _lost(target: str | None, item: Item, frame: Frame) -> Why | None:
    """Why a vote for that target is worth nothing."""
    voter = item.voter
    if target is not None:
        if target == voter and not frame.rules.votes.self_vote:
            return Why.SELF_VOTE
        if not frame.alive(target, item.at.earliest):
            return Why.DEAD_TARGET
        if not frame.alive(target, frame.moment):
            return Why.LAPSED
    if voter is not None and not frame.alive(voter, frame.moment):
        return Why.LAPSED
    late_vote = frame.overtime_from is not None and item.at.earliest >= frame.overtime_from
    if late_vote and frame.first_voters is not None and voter not in frame.first_voters:
        return Why.NEW_VOTE_IN_OVERTIME
    return None
