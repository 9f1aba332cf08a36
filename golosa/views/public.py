"""What the players' page, its data and its feed are made of: everything anybody may read of a game, and nothing more.

No type here has a field for a role, an order, an account or a private note, so none of those can reach a page through
them. Encoded as JSON this is the public data of docs/public-data.md: fields may be added, never renamed or dropped.
Moments are UTC.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

SCHEMA = 1


class PublicPost(Struct, frozen=True):
    """A post, as far as a reader needs it to find it."""

    id: str
    number: int | None = None  #: in its thread, where the forum numbers posts
    at: datetime | None = None  #: the earliest moment that fits
    url: str | None = None


class PublicVoter(Struct, frozen=True):
    """A voter beside a candidate."""

    name: str
    post: PublicPost | None  #: None for a vote that the rules give (H13)
    weight: int | float = 1  #: as the public may know it
    default: bool = False  #: has not voted himself (H13)
    ruled: bool = False  #: counts by a ruling of the host (V10)


class PublicPoint(Struct, frozen=True):
    """From this moment on a candidate had so many votes."""

    at: datetime
    votes: int | float


class PublicRow(Struct, frozen=True):
    """A candidate."""

    target: str | None  #: None: nobody (a no lynch)
    votes: int | float
    bonus: int | float  #: those of `votes` that nobody gave
    needed: int | None  #: votes missing to the majority, where the rules have one and the day goes on
    voters: tuple[PublicVoter, ...]  #: by the time of their votes
    course: tuple[PublicPoint, ...]  #: by time, from the day's start


class PublicRound(Struct, frozen=True):
    """The votes as they stood at one moment."""

    at: datetime
    rows: tuple[PublicRow, ...]  #: most votes first
    tied: tuple[str, ...]  #: who shares the top, where two or more do


class PublicVote(Struct, frozen=True):
    """A vote that counted for a time, whether or not it still stands."""

    voter: str
    target: str | None  #: None where it names nobody on purpose: see `word`
    word: str | None  #: "unvote", "no_lynch", "abstain"
    said: str  #: for whom, in words
    post: PublicPost
    stands: bool


class PublicMark(Struct, frozen=True):
    """A mark that does not count, or waits for the host."""

    author: str  #: the player's name; of a stranger the name that the forum shows
    text: str
    why: str  #: the reason's code
    reason: str  #: in words
    post: PublicPost
    candidates: tuple[str, ...] = ()


class PublicChange(Struct, frozen=True):
    """A ballot that is another than in the last count posted."""

    voter: str
    before: str | None
    now: str | None


class PublicDraw(Struct, frozen=True):
    """A lot with its proof, checked when the page was made."""

    label: str
    what: str  #: what it decides, in words
    chosen: str
    candidates: tuple[str, ...]
    block: str  #: the lines that anybody can check with `golosa dice verify`
    holds: bool  #: whether the proof holds against the commitment


class PublicResult(Struct, frozen=True):
    """The result with which the host closed a day."""

    out: tuple[str, ...]
    by: str  #: in words


class PublicDay(Struct, frozen=True, kw_only=True):
    """A day with its count as far as it may be shown."""

    number: int
    starts: datetime
    ends: datetime
    at: datetime | None  #: T: the moment that is counted; None where nothing is shown
    hidden: str | None = None  #: why nothing is shown: "until_end", "not_begun", "too_new"
    delay_minutes: int = 0  #: how old what is shown is at least
    official: bool = False
    complete: bool = False  #: whether the threads were read whole up to `at`
    ended: bool = False
    ended_by: PublicPost | None = None  #: the post that ended the day early
    until: datetime | None = None  #: the end that the votes run to now, of the day or of its extra time; None: over
    up_to: PublicPost | None = None  #: the last post read
    first: PublicRound | None = None  #: the day's votes
    overtime: PublicRound | None = None  #: those of its extra time
    verdict: str = "open"  #: "out", "nobody", "split", "open"
    by: str = ""  #: in words
    out: tuple[str, ...] = ()
    missed_out: tuple[str, ...] = ()
    annulled: bool = False
    closed: PublicResult | None = None
    lots_due: tuple[str, ...] = ()
    majority: int | None = None
    hammer: bool = False
    silent: tuple[str, ...] = ()  #: living players who have not voted themselves
    living: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()  #: who was out before this day
    votes: tuple[PublicVote, ...] = ()  #: by time
    not_counted: tuple[PublicMark, ...] = ()
    waiting: tuple[PublicMark, ...] = ()  #: marks that wait for the host
    ruled: tuple[str, ...] = ()  #: the host's rulings, in words
    since: datetime | None = None  #: as of when the last count posted was
    changes: tuple[PublicChange, ...] = ()
    draws: tuple[PublicDraw, ...] = ()


class PublicPast(Struct, frozen=True):
    """A day that is over, in one line."""

    number: int
    ends: datetime
    official: bool
    verdict: str
    out: tuple[str, ...]
    page: str  #: "day-1.html"
    data: str  #: "data/day-1.json"


class PublicBallot(Struct, frozen=True):
    """What a vote for that player looks like in a post."""

    name: str
    bbcode: str


class PublicPosted(Struct, frozen=True):
    """A count that the host has posted."""

    day: int
    at: datetime
    official: bool
    url: str | None
    ballots: tuple[PublicChoice, ...]


class PublicChoice(Struct, frozen=True):
    """A voter's choice in a count posted."""

    voter: str
    target: str | None


class PublicGame(Struct, frozen=True, kw_only=True):
    """A game as its readers see it: `data/game.json`."""

    schema: int = SCHEMA
    title: str
    lang: str
    zone: str  #: IANA name of the zone of the times on the page
    day: PublicDay | None  #: the last day that has begun; None before the first is entered
    past: tuple[PublicPast, ...] = ()  #: the days before it, newest first
    commitments: tuple[str, ...] = ()  #: "deal: …", "chain: …" (L1)
    ballots: tuple[PublicBallot, ...] = ()  #: how to vote for each of the living
    posted: tuple[PublicPosted, ...] = ()  #: the counts posted, newest first


class PublicDayFile(Struct, frozen=True, kw_only=True):
    """A day that is over: `data/day-1.json`."""

    schema: int = SCHEMA
    title: str
    lang: str
    zone: str
    day: PublicDay
