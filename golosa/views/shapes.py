"""What readers of a post or a page see, as plain values: names, numbers, links and words.

These are the public views. None has a field for a role of the living, an order, an account or a private note, so none
of those can reach a post or a page through them. What is for the host alone stands in `golosa.views.host`.
"""

from __future__ import annotations

from msgspec import Struct


class VoterView(Struct, frozen=True):
    """A voter beside a candidate."""

    name: str
    url: str | None = None  #: his vote's post
    weight: str = ""  #: "×2" where a vote weighs more or less than 1
    default: bool = False  #: has not voted himself (H13)
    ruled: bool = False  #: counts by a ruling of the host (V10)


class RowView(Struct, frozen=True):
    """A candidate's line."""

    target: str | None  #: None: nobody (a no lynch)
    votes: str  #: "5 голосов"
    number: int | float
    voters: tuple[VoterView, ...]  #: by the time of their votes
    bonus: str = ""  #: "2 голоса" that nobody gave: penalties and bonus votes
    needed: int | None = None  #: votes that are missing to the majority, where the rules have one and the day goes on


class MarkView(Struct, frozen=True):
    """A mark that does not count, or waits for the host."""

    author: str  #: the player's name; of a stranger the name that the forum shows
    text: str
    why: str  #: in words
    url: str | None
    post: str
    candidates: tuple[str, ...] = ()
    code: str = ""  #: the reason's code


class ChangeView(Struct, frozen=True):
    """A ballot that is another than in the last count posted."""

    voter: str
    before: str | None
    now: str | None
    url: str | None


class StepView(Struct, frozen=True):
    """One vote in the day's history, whether or not it still stands."""

    voter: str
    target: str | None  #: None where it names nobody on purpose: see `said`
    at: str
    url: str | None
    stands: bool
    number: str = ""  #: number or id of the post
    said: str = ""  #: for whom in words: the target, or that the vote was taken back, given to nobody, withheld


class PlayerStepsView(Struct, frozen=True):
    """What one player's votes were, by time."""

    player: str
    steps: tuple[StepView, ...]


class PresenceView(Struct, frozen=True):
    """How much a living player has written this day."""

    player: str
    posts: int
    said: str  #: "12 сообщений"
    last: str | None  #: number or id of his last post
    at: str | None  #: when he made it, in words
    url: str | None


class CountView(Struct, frozen=True, kw_only=True):
    """A count as its readers see it."""

    title: str
    day: int
    lang: str
    official: bool
    complete: bool
    why_incomplete: str | None
    at: str  #: T in words, in the game's zone
    ends: str  #: the day's end by the rules, likewise
    ended: bool  #: whether T is at or past that end
    up_to: str | None  #: number or id of the last post counted
    up_to_url: str | None
    rows: tuple[RowView, ...]  #: most votes first
    overtime: tuple[RowView, ...] | None
    overtime_at: str | None
    overtime_until: str | None = None
    tied: tuple[str, ...] = ()
    still_tied: tuple[str, ...] = ()
    verdict: str
    by: str  #: in words
    out: tuple[str, ...]
    missed_out: tuple[str, ...] = ()  #: out for not voting
    annulled: bool = False  #: the day's vote is void
    ended_by: str | None = None  #: number or id of the post that ended the day early
    ended_by_url: str | None = None
    lots: tuple[str, ...] = ()  #: labels of the draws that are due
    no_ballot: tuple[str, ...]
    since: str | None = None  #: as of when the last count posted was
    changes: tuple[ChangeView, ...] = ()
    not_counted: tuple[MarkView, ...] = ()
    rulings: tuple[MarkView, ...] = ()  #: what waits for the host
    ruled: tuple[str, ...] = ()  #: the host's rulings that this count stands on, in words (V10)
    ruled_by_id: tuple[str, ...] = ()  #: the same with the posts' ids, by which the terminal names all posts
    history: tuple[StepView, ...] = ()  #: every vote, by time
    by_player: tuple[PlayerStepsView, ...] = ()  #: the same by player, in roster order
    presence: tuple[PresenceView, ...] = ()  #: in roster order; only in the long form of a count
    living: tuple[str, ...] = ()  #: who is in the game, in roster order
    majority: str | None = None  #: "7 голосов", where the rules have a majority
    hammer: bool = False  #: the majority ends the day at once
    previous_url: str | None = None  #: where the last count posted stands


class DrawView(Struct, frozen=True):
    """A lot with its proof."""

    what: str  #: what it decides, in words
    chosen: str
    candidates: tuple[str, ...]
    block: str  #: the lines that anybody can check


class DrawsView(Struct, frozen=True):
    """The lots of a day."""

    title: str
    day: int
    lang: str
    draws: tuple[DrawView, ...]


class TieView(Struct, frozen=True, kw_only=True):
    """A tie: the extra half hour, the lot, or the damage that the tied share."""

    title: str
    day: int
    lang: str
    tied: tuple[str, ...]
    rows: tuple[RowView, ...]
    ends: str
    minutes: str | None = None  #: "30 минут"; None where the rules have no overtime
    until: str | None = None  #: None until the host's notice starts it, where it runs from that
    changers: bool = False  #: only those may vote who had a ballot (T14-14)
    lot: bool = False  #: the lot follows
    damage: int | None = None  #: hp that each of the tied loses (H15)


class MissedView(Struct, frozen=True):
    """Who missed the day. Who of them leaves for it is the host's alone until the morning (T14-5)."""

    title: str
    day: int
    lang: str
    ends: str
    no_ballot: tuple[str, ...]
    leaves: bool  #: one of them leaves next morning


class OpeningView(Struct, frozen=True, kw_only=True):
    """The day's opening."""

    title: str
    day: int
    lang: str
    ends: str
    colour: str | None  #: in words, as in "a name in …"; None where votes are no colour
    colour_code: str
    words: tuple[str, ...] = ()  #: words that lead a vote, where the rules have them
    bold: bool = False  #: a vote with its word must be bold
    example: str
    forbidden: bool = False  #: editing is (E3)
    last_post: bool = False  #: only the last post counts (E4)
    self_vote: bool = True
    unvote: tuple[str, ...] = ()
    no_lynch: tuple[str, ...] = ()
    silent_against_self: bool = False  #: who gives no vote votes against himself (H13)
    actions: tuple[str, ...] = ()  #: words of what may be done openly by day (H25)
    living: tuple[str, ...]
    open_roles: tuple[tuple[str, str], ...] = ()  #: the living and their roles that all know (H24)
    gone: tuple[str, ...] = ()
    commitments: tuple[str, ...] = ()


class NightView(Struct, frozen=True):
    """The night's opening."""

    title: str
    day: int
    lang: str
    until: str | None  #: None: until the host ends it (C6)


class DeathView(Struct, frozen=True):
    """Somebody who is out, with what may be told of him."""

    player: str
    cause: str
    role: str | None = None  #: or his team, or nothing, as the rules reveal
    legend: str | None = None  #: T14-6
    note: str | None = None  #: T14-23


class StateView(Struct, frozen=True):
    """A living player's wounds (H10)."""

    player: str
    state: str


class EveningView(Struct, frozen=True, kw_only=True):
    """What stands below the result of a day: who was out by it, what he was, the wounds (C3, T14-6, T14-12, H19)."""

    lang: str
    deaths: tuple[DeathView, ...]
    changes: tuple[str, ...] = ()  #: hp by day abilities: the player and the number with its sign
    states: tuple[StateView, ...] = ()
    winner: str | None = None


class MorningView(Struct, frozen=True, kw_only=True):
    """The morning post (T14-24, C15, H10)."""

    title: str
    day: int  #: the day that begins
    lang: str
    deaths: tuple[DeathView, ...]
    announcements: tuple[str, ...] = ()
    states: tuple[StateView, ...] = ()
    winner: str | None = None
    living: tuple[str, ...] = ()


class RoleView(Struct, frozen=True):
    """A player once the game is over."""

    player: str
    role: str
    team: str | None
    fate: str | None  #: how he went out; None where he lived
    legend: str | None = None


class EndView(Struct, frozen=True, kw_only=True):
    """The end of the game: the only view with all roles, made only of a game that is won."""

    title: str
    lang: str
    winner: str
    players: tuple[RoleView, ...]
    secrets: tuple[str, ...] = ()  #: the lots' secrets, revealed
