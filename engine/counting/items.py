"""Each mark judged by author, time, state and name: what it may be worth, or the one reason against it (V12).

Knows one mark at a time; which of a voter's marks stands is `voters`' question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct, structs

from engine.counting.authors import Author, Kind
from engine.counting.frame import Frame
from engine.counting.marks import reads_lines
from engine.counting.ruled import OnMarks, aimed, ruling_on, standing
from engine.counting.statements import Certainty, Statement, is_plain, statements, without_place
from engine.counts import Needs, Why
from engine.day import EffectKind
from engine.names import Named, Word
from engine.posts import Mark, MarkKind, Post
from engine.rules import Rules, Votes
from engine.rulings import VoidRuling, VoteRuling
from engine.times import Interval

#: An outcome that leaves the voter without a ballot.
NO_BALLOT = "\0"
#: What is against a target and has no place in V12's order: what has one goes before it.
_OUTSIDE_ORDER = (Why.UNTOUCHABLE, Why.NOT_TIED)
#: A player voted for, None for nobody (V8), or NO_BALLOT.
Outcome = str | None


class Item(Struct, frozen=True, gc=False):
    """A mark and what it may be worth: each of `outcomes`, or nothing where it is not `sure`."""

    post: Post
    statement: Statement
    author: Author
    at: Interval
    targets: tuple[str | None, ...] = ()  #: for whom it may count
    outcomes: tuple[Outcome, ...] = ()  #: the same, with what has lapsed or takes a vote back as NO_BALLOT
    sure: bool = True
    why: Why | None = None
    needs: Needs | None = None
    final: bool = False  #: says that the vote is final
    ruled: bool = False  #: by the host's ruling (V10)
    abstains: bool = False  #: announces an abstention
    lapsed: tuple[Outcome, ...] = ()  #: what it may have been until a removal, where an outcome has lapsed (V14)

    @property
    def voter(self) -> str | None:
        """The player whose mark it is."""
        return self.author.player

    @property
    def place(self) -> int | None:
        """The place by which a new post is told from another of the same minute; an edit has none (V7)."""
        return self.post.order if self.statement.new else None

    @property
    def acts(self) -> bool:
        """Whether it can do anything to its voter's ballot: a lapsed one takes the place of earlier ones (V14)."""
        return self.why is None or (self.why is Why.LAPSED and bool(self.outcomes))


def may_speak(posts: Sequence[Post], frame: Frame) -> list[Post]:
    """The posts that may hold vote marks: without the many of which it is plain at a glance that they do not."""
    ruled = {ruling.post for ruling in frame.rulings if isinstance(ruling, VoteRuling | VoidRuling)}
    rules = (frame.opening, *(change.rules for change in frame.day.rules_from))
    if any(reads_lines(one.votes) for one in rules):
        return list(posts)
    return [post for post in posts if not is_plain(post) or post.id in ruled]


def items_of(post: Post, frame: Frame) -> tuple[Item, ...]:
    """The vote marks of one post by the frame's clock, judged."""
    rules = frame.rules_at(post.order)
    rulings = [r for r in frame.rulings if isinstance(r, VoteRuling | VoidRuling) and r.post == post.id]
    said = statements(post, _spoken(rules), frame.clock)
    if post.id in frame.apart:
        said = tuple(map(without_place, said))
    if not said and not rulings:
        return ()
    author = frame.authors.who(post, post.at.earliest)
    if rulings:
        return _ruled(post, author, said, rulings, rules, frame)
    return tuple(_judge(Item(post, statement, author, statement.at), rules, frame) for statement in said)


def judged(item: Item, frame: Frame) -> Item:
    """The same mark by another frame of its day."""
    plain = Item(item.post, item.statement, item.author, item.at)
    return _judge(plain, frame.rules_at(item.post.order), frame)


def _spoken(rules: Rules) -> Votes:
    """What speaks in a post: an abstention as a vote for nobody does, without a vote word before it."""
    votes = rules.votes
    return structs.replace(votes, no_lynch=(*votes.no_lynch, *rules.missed.abstain)) if rules.missed.abstain else votes


def _ruled(
    post: Post, author: Author, said: Sequence[Statement], rulings: Sequence[OnMarks], rules: Rules, frame: Frame
) -> tuple[Item, ...]:
    """V10: what the host has said of a post. His word replaces the text that he saw, not the clock nor the states; what
    an edit has made of it since is asked about."""
    given = aimed(post, rulings, rules.votes)
    by = [ruling_on(one.revision, given) for one in said]
    found: list[Item] = []
    for place, (one, ruling) in enumerate(zip(said, by, strict=True)):
        if ruling is None:
            found.append(_asked(_judge(Item(post, one, author, one.at), rules, frame)))
        elif isinstance(ruling, VoidRuling):
            found.append(Item(post, one, author, one.at, why=Why.VOID))
        elif ruling not in by[place + 1 :]:
            mine = [other for other, its in zip(said, by, strict=True) if its == ruling]
            found.append(_ruled_vote(post, author, _ruled_on(post, mine, ruling, frame), ruling, frame))
    last, now = rulings[-1], by[-1] if by else ruling_on(standing(post, frame.clock), given)
    if isinstance(now, VoteRuling) and not said:
        found.append(_ruled_vote(post, author, _ruled_on(post, said, now, frame), now, frame))
    elif now is None and isinstance(last, VoteRuling) and last not in by:
        mark = said[-1].mark if said else Mark(last.target or "")
        found.insert(0, _asked(_ruled_vote(post, author, Statement(mark, post.at, 1), last, frame)))
    return tuple(found)


def _asked(item: Item) -> Item:
    """The mark where it may stand: the host has ruled on its post, and has not seen this text."""
    return structs.replace(item, sure=False, needs=item.needs or Needs.EDITED) if item.why is None else item


def _ruled_vote(post: Post, author: Author, statement: Statement, ruling: VoteRuling, frame: Frame) -> Item:
    item = Item(post, statement, author, statement.at, ruled=True)
    if author.kind in (Kind.HOST, Kind.STRANGER):
        return structs.replace(item, why=Why.HOST if author.kind is Kind.HOST else Why.NOT_A_PLAYER)
    if frame.clock.holds(item.at, item.place) is False:
        return structs.replace(item, why=Why.LATE)
    why = _by_state(item, frame)
    return structs.replace(item, why=why) if why else _for_one(item, ruling.target, frame)


def _ruled_on(post: Post, said: Sequence[Statement], ruling: VoteRuling, frame: Frame) -> Statement:
    """What the host has ruled on: the last mark that stands, since it was set, as late as that may have been (E1). A
    post that says nothing by this clock counts at its own time."""
    for one in reversed(said):
        if one.why is None and frame.clock.holds(one.at) is not False:
            order = one.certainty is Certainty.ORDER
            at = Interval(one.at.last, one.at.latest) if order else one.at
            return Statement(one.mark, at, one.revision, new=one.new)
    mark = said[-1].mark if said else Mark(ruling.target or "")
    return Statement(mark, post.at, len(post.revisions))


def _judge(item: Item, rules: Rules, frame: Frame) -> Item:
    if (why := _by_author_and_time(item, frame) or _by_state(item, frame)) is not None:
        return structs.replace(item, why=why)
    if item.statement.why is not None:
        return structs.replace(item, why=item.statement.why)
    if item.statement.mark.struck:
        return structs.replace(item, why=Why.STRUCK)
    return _by_name(item, rules, frame)


def _by_author_and_time(item: Item, frame: Frame) -> Why | None:
    if item.author.kind is Kind.HOST:
        return Why.HOST
    if item.author.kind is Kind.STRANGER:
        return Why.NOT_A_PLAYER
    if frame.clock.holds(item.at, item.place) is False:
        return Why.LATE
    return Why.EARLY if item.at.before(frame.day.starts) else None


def _last_moment(item: Item, frame: Frame) -> datetime | None:
    """The last moment at which a mark may have been made, where a state may have turned since the first one."""
    return item.at.last if frame.day.effects or frame.day.revivals else None


def _by_state(item: Item, frame: Frame) -> Why | None:
    """Why a voter's state is against the mark, at whatever moment of its interval it was made."""
    why, last = _state_at(item.at.earliest, item, frame), _last_moment(item, frame)
    return why if why is None or last is None or _state_at(last, item, frame) is not None else None


def _state_at(at: datetime, item: Item, frame: Frame) -> Why | None:
    voter = item.voter or ""
    if not frame.alive(voter, at):
        return Why.DEAD_VOTER
    if voter in frame.day.coma:
        return Why.COMA
    return Why.BLOCKED if frame.barred(voter, at, item.place) else None


def _turned(item: Item, frame: Frame, target: str | None = None) -> bool:
    """Whether a state turned within the mark's interval, so that nobody knows if it counts: the voter's, or that of
    whom it is for. Who left within it took the vote along: that is `_lapsed`'s question (V14)."""
    last_moment = _last_moment(item, frame)
    if last_moment is None or item.ruled:
        return False
    moments = (item.at.earliest, last_moment)
    if target is None:
        first, last = (_state_at(at, item, frame) for at in moments)
        return first is not last and (first, last) != (None, Why.DEAD_VOTER)
    first, last = (_lost_at(at, target, item, frame) for at in moments)
    return first is not last and (first, last) != (None, Why.DEAD_TARGET)


def _needs(item: Item, frame: Frame) -> Needs | None:
    """The ruling that a mark asks for whatever it names; the weightiest first."""
    if item.author.kind is Kind.LOOKALIKE:
        return Needs.UNKNOWN_ACCOUNT
    if item.statement.certainty in (Certainty.UNSURE, Certainty.UNSEEN):
        return item.statement.needs
    if frame.clock.holds(item.at, item.place) is None or item.at.before(frame.day.starts) is None:
        return Needs.TIME_UNCLEAR
    if _turned(item, frame):
        return Needs.TIME_UNCLEAR
    if item.statement.mark.damaged:
        return Needs.DAMAGED_TEXT
    return Needs.UNCLEAR_MARK if item.statement.mark.unclear else None


def _by_name(item: Item, rules: Rules, frame: Frame) -> Item:
    needs = _needs(item, frame)
    if item.statement.certainty is Certainty.UNSEEN:
        return _open(item, frame.players, needs, frame)
    mark = item.statement.mark
    if _has_word(mark, rules.missed.abstain):
        if rules.missed.abstain_once and item.voter in frame.day.abstained:
            return structs.replace(item, why=Why.UNKNOWN_NAME)  # it is off for him, as words are that the rules lack
        if _new_in_extra_time(item, frame):
            return structs.replace(item, why=Why.NEW_VOTE_IN_OVERTIME)
        return structs.replace(item, outcomes=(NO_BALLOT,), abstains=True, sure=needs is None, needs=needs)
    item = structs.replace(item, final=_has_word(mark, rules.votes.final))
    named = frame.named(_without(mark, rules.votes.final) if item.final else mark, item.voter, item.post.at.earliest)
    if named.word is Word.NEGATED:
        return _open(item, named.ask or frame.players, Needs.NEGATED, frame)
    if named.word is not None:
        return _for_nobody(item, named.word, needs, rules, frame)
    if named.player is not None and not (mark.kind is MarkKind.BARE and named.said):
        if named.partial and (others := _living_too(named.player, item, frame)):
            return _open(item, others, needs or Needs.AMBIGUOUS_NAME, frame)
        item = _for_one(item, named.player, frame)
        return item if needs is None or not item.acts else structs.replace(item, sure=False, needs=needs)
    return _for_several(item, named, needs, frame)


def _without(mark: Mark, words: Sequence[str]) -> Mark:
    """The mark without these words in its text, where anything else is left of it."""
    text = mark.text
    for word in words:
        text = re.sub(re.escape(word), "", text, flags=re.IGNORECASE)
    text = text.strip(" ,.;:!–—-")
    return structs.replace(mark, text=text) if text and text != mark.text else mark


def says_something(item: Item, frame: Frame) -> bool:
    """Whether a mark names or may name anybody, or speaks of a vote; other text may be edited (E3)."""
    mark = item.statement.mark
    if mark.damaged or _has_word(mark, frame.rules_at(item.post.order).missed.abstain):
        return True
    named = frame.named(_without(mark, frame.rules.votes.final), item.voter, item.post.at.earliest)
    return named.player is not None or bool(named.ask) or named.word is not None


def _living_too(player: str, item: Item, frame: Frame) -> tuple[str, ...]:
    """Whom of the living a text may mean that is less than the name of somebody who is out (V4, V5)."""
    if _lost(player, item, frame) is not Why.DEAD_TARGET:
        return ()
    others = frame.names.looser(item.statement.mark.text)
    return tuple(name for name in others if name != player and frame.alive(name, item.at.earliest))


def _has_word(mark: Mark, words: Sequence[str]) -> bool:
    if not words:
        return False
    text = f"{mark.before} {mark.text} {mark.after}".casefold()
    return any(word.casefold() in text for word in words)


def _for_nobody(item: Item, word: Word, needs: Needs | None, rules: Rules, frame: Frame) -> Item:
    """V8: a vote taken back or given to nobody, where the rules know such words."""
    allowed = rules.votes.unvote if word is Word.UNVOTE else rules.votes.no_lynch
    if not allowed:
        return structs.replace(item, why=Why.UNKNOWN_NAME)
    if _new_in_extra_time(item, frame):
        return structs.replace(item, why=Why.NEW_VOTE_IN_OVERTIME)
    if word is Word.NO_LYNCH:
        item = _for_one(item, None, frame)
        return item if needs is None or item.why else structs.replace(item, sure=False, needs=needs)
    return structs.replace(item, targets=(None,), outcomes=(NO_BALLOT,), sure=needs is None, needs=needs)


def _for_one(item: Item, target: str | None, frame: Frame) -> Item:
    lost = _lost(target, item, frame)
    if lost is not None:
        first = lost in _OUTSIDE_ORDER and _new_in_extra_time(item, frame)
        return structs.replace(item, why=Why.NEW_VOTE_IN_OVERTIME if first else lost)
    lapsed = _lapsed(target, item, frame)
    if _new_in_extra_time(item, frame):  # worth nothing either way
        return structs.replace(item, why=Why.LAPSED if lapsed else Why.NEW_VOTE_IN_OVERTIME)
    if lapsed is None and not item.ruled:
        outcomes = (target, NO_BALLOT) if _back(target, item, frame) else (NO_BALLOT,)
        return structs.replace(
            item, targets=(target,), outcomes=outcomes, lapsed=(target,), sure=False, needs=Needs.TIME_UNCLEAR
        )
    if lapsed is not False:
        return structs.replace(item, targets=(target,), outcomes=(NO_BALLOT,), lapsed=(target,), why=Why.LAPSED)
    one = (target,)
    if target is not None and _turned(item, frame, target):
        return structs.replace(item, targets=one, outcomes=one, sure=False, needs=Needs.TIME_UNCLEAR)
    return structs.replace(item, targets=one, outcomes=one)


def _for_several(item: Item, named: Named, needs: Needs | None, frame: Frame) -> Item:
    targets = named.ask or ((named.player,) if named.player is not None else ())
    if not targets:
        if needs is Needs.DAMAGED_TEXT:
            return _open(item, frame.players, needs, frame)
        return structs.replace(item, why=Why.UNKNOWN_NAME)
    return _open(item, targets, needs or Needs.AMBIGUOUS_NAME, frame)


def _open(item: Item, targets: Sequence[str | None], needs: Needs | None, frame: Frame) -> Item:
    """An item that only the host can decide, among the targets that could count."""
    able = tuple(target for target in targets if _lost(target, item, frame) is None)
    if not able:
        # Every candidate is worth nothing: the first one's reason holds for all.
        return structs.replace(item, why=_lost(targets[0], item, frame))
    if _new_in_extra_time(item, frame):
        return structs.replace(item, why=Why.NEW_VOTE_IN_OVERTIME)
    lapsed = [target for target in able if _lapsed(target, item, frame) is not False]
    outcomes = [target for target in able if target not in lapsed or _back(target, item, frame)]
    outcomes += [NO_BALLOT] if lapsed else []
    unseen = item.statement.certainty is Certainty.UNSEEN and frame.rules.votes.unvote
    if needs is Needs.NEGATED or unseen:
        outcomes.append(NO_BALLOT)  # it may also have taken a vote back
        lapsed += [NO_BALLOT] if lapsed else []
    if item.statement.certainty is Certainty.UNSEEN and frame.rules.votes.no_lynch:
        outcomes.append(None)
    return structs.replace(
        item, targets=able, outcomes=tuple(dict.fromkeys(outcomes)), lapsed=tuple(lapsed), sure=False, needs=needs
    )


def _lost(target: str | None, item: Item, frame: Frame) -> Why | None:
    """Why a vote for that target is worth nothing, and the voter's earlier one stands."""
    if target is None:
        return None
    why, last = _lost_at(item.at.earliest, target, item, frame), _last_moment(item, frame)
    return why if why is None or last is None or _lost_at(last, target, item, frame) is not None else None


def _lost_at(at: datetime, target: str, item: Item, frame: Frame) -> Why | None:
    if target == item.voter and not frame.rules_at(item.post.order).votes.self_vote:
        return Why.SELF_VOTE
    if not frame.alive(target, at):
        return Why.DEAD_TARGET
    if frame.day.effects and frame.effect(target, EffectKind.UNTOUCHABLE, at, item.place):
        return Why.UNTOUCHABLE
    extra = frame.clock.in_extra_time(item.at)
    return Why.NOT_TIED if extra and frame.candidates is not None and target not in frame.candidates else None


def _lapsed(target: str | None, item: Item, frame: Frame) -> bool | None:
    """V14, and votes made or received before a replacement where they do not carry over (V10)."""
    people = [name for name in (target, item.voter) if name is not None]
    found = [frame.lapsed(name, item.at) for name in people] if frame.day.removals else []
    if frame.rules.votes.replaced == "lapse":
        since = [frame.authors.replaced_at(name) for name in people]
        found += [item.at.before(moment) for moment in since if moment is not None and moment <= frame.moment]
    return True if True in found else None if None in found else False


def _back(target: str | None, item: Item, frame: Frame) -> bool:
    """Whether a vote may have been made after a removal within its own minute, as all were back in the game by then."""
    last = item.at.last
    people = (name for name in (target, item.voter) if name is not None)
    return _lapsed(target, item, frame) is None and all(frame.alive(name, last) for name in people)


def _new_in_extra_time(item: Item, frame: Frame) -> bool:
    """T14-14: a first vote in the overtime, where only changes are allowed."""
    barred = frame.first_voters is not None and item.voter not in frame.first_voters
    return barred and frame.clock.in_overtime(item.at)
