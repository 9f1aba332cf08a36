"""A count as values: ballots, reasons, what needs the host, and the verdict.

`engine.counting` makes them; templates, JSON and pages show them.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from engine.times import Interval


class Why(StrEnum):
    """Why a mark does not count: one reason, the first that holds (V12); the last ones stand outside that order."""

    HOST = "host"  #: written by the host
    NOT_A_PLAYER = "not_a_player"  #: written by somebody outside the game (V5)
    LATE = "late"  #: at or after the end (V6)
    EARLY = "early"  #: before the day's opening
    DEAD_VOTER = "dead_voter"  #: the dead cannot vote (V5)
    COMA = "coma"  #: patients in coma cannot vote (H5)
    DELETED = "deleted"  #: the post was deleted before the end (E5)
    EDITED = "edited"  #: an edited post where editing is forbidden (E3)
    NOT_LAST_POST = "not_last_post"  #: not the voter's last post of the day (E4)
    UNKNOWN_NAME = "unknown_name"  #: names no player (V4)
    SELF_VOTE = "self_vote"  #: against oneself where that is not accepted (T14-11)
    DEAD_TARGET = "dead_target"  #: for one who is out (V5)
    LAPSED = "lapsed"  #: by or for a player removed in mid-day (V14)
    NEW_VOTE_IN_OVERTIME = "new_vote_in_overtime"  #: a first vote in the overtime (T14-14)
    BLOCKED = "blocked"  #: the voter's vote is blocked or goes with another's
    UNTOUCHABLE = "untouchable"  #: for one who cannot be voted for
    FINAL = "final"  #: after the voter's final vote
    CHANGES_SPENT = "changes_spent"  #: over the limit on changes
    NOT_TIED = "not_tied"  #: in a revote, for one who is not among the tied
    STRUCK = "struck"  #: struck through (V2)
    VOID = "void"  #: made void by a ruling (V10)
    SUPERSEDED = "superseded"  #: a later mark of the same voter counts (in `explain` only)
    EARLIER_ROUND = "earlier_round"  #: counted in a round of the tie that another one followed (in `explain` only)


class Needs(StrEnum):
    """Why a mark needs a ruling of the host."""

    AMBIGUOUS_NAME = "ambiguous_name"  #: two candidates or only a suggestion (V4)
    EDITED = "edited"  #: the order of edited marks is unknown and would change who is out (E1)
    EDITED_AFTER_END = "edited_after_end"  #: not seen before the edit (E2)
    TIME_UNCLEAR = "time_unclear"  #: the interval crosses the end (V6)
    SEVERAL_MARKS = "several_marks"  #: several marks in one post where the rules ask (V3)
    NEGATED = "negated"  #: a name in a negation (V11)
    MERGED = "merged"  #: a merge that cannot be told from an edit (E8)
    UNKNOWN_ACCOUNT = "unknown_account"  #: a stranger who bears a player's name, or nearly (V15)
    UNCLEAR_MARK = "unclear_mark"  #: two parsers disagree about the mark, or it may not be the writer's own words
    UNCLEAR_CLOSING = "unclear_closing"  #: closing words that may not be the host's own, or that he took back (E6)
    DAMAGED_TEXT = "damaged_text"  #: the mark's text could not be read whole
    DAY_ACTION = "day_action"  #: a loose day action (H25)
    AMBIGUOUS_ORDER = "ambiguous_order"  #: an order that names two or only nearly one (G4, V4)


class What(StrEnum):
    """What is reported to the host without needing him."""

    EDITED = "edited"
    DELETED = "deleted"
    MERGED_LATE = "merged_late"
    DEAD_POSTS_AGAIN = "dead_posts_again"
    VOTE_LOST_BY_LAST_POST = "vote_lost_by_last_post"
    NEAR_COLOUR = "near_colour"
    RENAMED = "renamed"


class Spoken(StrEnum):
    """What a mark says that names no player on purpose (V8)."""

    UNVOTE = "unvote"  #: takes a vote back
    NO_LYNCH = "no_lynch"  #: gives it to nobody
    ABSTAIN = "abstain"  #: announces an abstention


class Verdict(StrEnum):
    """How a day ends."""

    OUT = "out"  #: somebody is out
    NOBODY = "nobody"  #: nobody is out
    SPLIT = "split"  #: the tied share damage (H15)
    OPEN = "open"  #: a tie whose extra time has not been played, or a ruling that could change who is out (V13)


class By(StrEnum):
    """By what a verdict came."""

    VOTES = "votes"
    DICE = "dice"
    HOST = "host"
    HAMMER = "hammer"
    NO_LYNCH = "no_lynch"


class Ballot(Struct, frozen=True):
    """One player's vote as it counts."""

    voter: str
    target: str | None  #: None = nobody (a no-lynch vote)
    post: str | None  #: None for a default ballot (H13)
    at: datetime | None  #: earliest moment of the mark (UTC)
    weight: int | float = 1
    default: bool = False


class Tally(Struct, frozen=True):
    """One candidate's votes; voters in roster order."""

    target: str | None
    votes: int | float
    voters: tuple[str, ...]
    bonus: int | float = 0  #: those of `votes` that nobody gave: penalties and bonus votes


class Round(Struct, frozen=True):
    """The ballots as they stood at one moment."""

    count_at: datetime
    ballots: tuple[Ballot, ...]  #: in roster order
    counts: tuple[Tally, ...]  #: in roster order of the targets; a vote for nobody last
    tied: tuple[str, ...] = ()  #: who shares the top, in roster order; empty unless two or more


class NotCounted(Struct, frozen=True):
    """A mark that does not count, with its one reason (V12)."""

    post: str
    author: str
    text: str
    why: Why


class RulingNeeded(Struct, frozen=True):
    """A mark that only the host can decide."""

    post: str
    author: str
    text: str
    why: Needs
    candidates: tuple[str, ...] = ()


class Report(Struct, frozen=True):
    """Something that the host should know of a post."""

    post: str
    author: str
    what: What
    at: datetime | None = None


class MarkFate(Struct, frozen=True, gc=False):
    """What became of one mark: the proof of a count, line by line (V9)."""

    post: str
    voter: str | None  #: the player, where the author is one
    author: str
    at: datetime
    text: str
    target: str | None
    counts: bool  #: whether this mark is the standing ballot
    why: Why | Needs | None  #: None only for the standing ballot
    clause: str  #: the clause that decided
    revision: int  #: 1 = the post's first known text
    word: Spoken | None = None  #: what it says instead of a name


class Needed(Struct, frozen=True):
    """How many votes a candidate is short of the majority."""

    target: str | None  #: None: nobody (a no lynch)
    votes: int  #: whole votes of weight 1; 0 where the majority is reached


class LotNeeded(Struct, frozen=True):
    """A draw that must be made: all that `engine.lots` asks for (L3)."""

    label: str
    candidates: tuple[str, ...]  #: in roster order
    ballots: str  #: the text whose SHA-256 is the draw's digest


class Count(Struct, frozen=True):
    """A count for a moment T with what was known at K (V7)."""

    at: datetime  #: T
    first: Round  #: the count at the day's end, or at T before it
    verdict: Verdict
    by: By | None = None
    out: tuple[str, ...] = ()
    overtime: Round | None = None  #: given whenever T is past the end of a tie
    no_ballot: tuple[str, ...] = ()  #: living players without a ballot, in roster order
    leaves_next_morning: str | None = None  #: drawn under T14-5; the host's alone
    not_counted: tuple[NotCounted, ...] = ()  #: by time
    rulings_needed: tuple[RulingNeeded, ...] = ()
    reports: tuple[Report, ...] = ()
    fates: tuple[MarkFate, ...] = ()  #: every mark of the day, by time
    at_post: str | None = None  #: the last vote before the day ended early: mostly what ended it (hammer)
    ended_at: datetime | None = None  #: when the day ended before its time (UTC): by such a post or the host (E6)
    closing: Interval | None = None  #: when the host's words came to stand that ended it, as far as that is known (E6)
    closing_order: int | None = None  #: the place in the thread of the post that they have stood in from the first on
    lots_needed: tuple[str, ...] = ()  #: labels of draws that are due, e.g. "day3.tie"; without that one it stays open
    lots: tuple[LotNeeded, ...] = ()  #: the same draws with all that they need
    missed: tuple[str, ...] = ()  #: who has missed the day once it is over: silent, and without an abstention
    abstained: tuple[str, ...] = ()  #: who has used an abstention
    missed_out: tuple[str, ...] = ()  #: who is out at the day's end for not voting, or for an edit that costs so much
    annulled: bool = False  #: the day's vote is void since somebody missed a day again
    shown: Round | None = None  #: the last round as the public may see it, where weights are secret
    shown_first: Round | None = None  #: the first one likewise
    living: tuple[str, ...] = ()  #: who is in the game at T, in roster order
    majority: int | None = None  #: votes that make a majority, as the public may know; None where the rules have none
    needed: tuple[Needed, ...] = ()  #: what each candidate is short of it, likewise; empty once the day is over
    needed_truly: tuple[Needed, ...] = ()  #: for the host alone: by secret weights and thresholds, where they differ
