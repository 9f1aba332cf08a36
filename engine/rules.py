"""A rule set as data: every knob with its default and its clause (`docs/rules.md` lists them by their public names).

Colours are hex strings and wall times plain text here: names of colours and zones are resolved by
`golosa.rulebook.rulesets`.
"""

# Annotations are values here: as texts, msgspec would compile and evaluate each of them at every start.

from enum import StrEnum
from typing import Literal

from msgspec import Struct, field

from engine.posts import MarkKind
from engine.roles import Announce, Role, Succession, Team, Victory


class Edits(StrEnum):
    """What an edited post is worth (E1-E4)."""

    LAST_EDITED = "last-edited"  #: as it now stands, at the time of its last edit
    FORBIDDEN = "forbidden"  #: an edit cannot set or change a vote; the text seen before it counts
    LAST_POST = "last-post"  #: of all of a player's posts of the day only the last one counts, as last edited


class TieStep(StrEnum):
    """One step of the tie rule; the steps are tried in order until one decides (C5, H15, T14-14)."""

    OVERTIME = "overtime"  #: the vote goes on for some minutes; behind a revote, that vote
    LOT = "lot"  #: one of the tied is drawn
    NOBODY = "nobody"  #: nobody is out
    ALL = "all"  #: all of the tied are out
    SPLIT = "split"  #: each of the tied loses hp
    EARLIER_LAST_VOTE = "earlier-last-vote"  #: out is whose last standing vote came first
    FIRST_TO_REACH = "first-to-reach"  #: out is who had the final number of votes first
    LONGEST_HELD = "longest-held"  #: out is against whom one vote has stood the longest
    REVOTE = "revote"  #: votes anew, for the tied alone
    HOST = "host"  #: the host decides: the verdict stays open


class Votes(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[votes]`: what is a vote and what it is worth."""

    colour: tuple[str, ...] = ("red",)  #: CSS colours of a vote mark (V1)
    colour_distance: float = 0.04  #: OKLab distance within which a colour counts as the vote colour (V1)
    spoilers: bool = True  #: text in spoilers counts (V2)
    several_marks: Literal["last", "ruling"] = "last"  #: a post with several marks (V3)
    self_vote: bool = True  #: votes against oneself count (C2, T14-11)
    edits: Edits = Edits.LAST_EDITED  #: what an edited post is worth (E1-E4)
    last_post: Literal["any", "with-vote"] = "any"  #: which post is the last one under `last-post` (E4)
    forum_merges: Literal["exempt", "edit"] = "exempt"  #: posts merged by the forum (E8)
    deleted: Literal["void", "keep"] = "void"  #: votes in deleted posts (E5)
    boundary: Literal["exclusive", "inclusive"] = "exclusive"  #: a post at the very end of the day (V6)
    unvote: tuple[str, ...] = ()  #: words that take a vote back (V8)
    no_lynch: tuple[str, ...] = ()  #: words that give a vote to nobody (V8)
    default: Literal["none", "self"] = "none"  #: the vote of one who gives none (H13)
    closes_with: tuple[str, ...] = ()  #: words of the host's post that end the day (E6)
    kinds: tuple[MarkKind, ...] = (MarkKind.COLOUR,)  #: kinds of marks that vote
    words: tuple[str, ...] = ()  #: words that lead a vote: "vote", "##vote", "голосую", "казнить"
    bold_needs_word: bool = False  #: a bold mark votes only behind one of `words`, in it or before it
    own_line: bool = False  #: a mark votes only if it stands alone on its line
    final: tuple[str, ...] = ()  #: words on a vote's line that make it final: later ones do not count
    edit_minutes: int = 0  #: under `forbidden`: an edit so soon after posting is none
    edit_costs: Literal["void", "missed", "out"] = "void"  #: under `forbidden`: what a late edit of a vote costs
    replaced: Literal["carry", "lapse"] = "carry"  #: a replaced player's votes made and received (V10)


class NameRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[names]`: how freely players may be named."""

    typos: Literal["suggest", "count"] = "suggest"  #: a clear misspelling only suggests, or counts (V4)


class Deciding(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[deciding]`: what it takes to be out, and what ends the day early."""

    rule: Literal["plurality", "majority", "voters-majority"] = "plurality"  #: what wins: most, or over half
    hammer: bool = False  #: the post that reaches the majority of the living ends the day
    majority_of: Literal["weights", "players"] = "weights"  #: half of the living votes' weights, or of the heads
    without_majority: Literal["nobody", "plurality"] = "nobody"  #: what holds where no majority is reached in time
    minimum_votes: int | float = 0  #: with fewer votes nobody is out
    no_lynch: Literal["candidate", "abstention"] = "candidate"  #: votes for nobody compete, or only abstain (V8)
    no_lynch_needs: Literal["majority", "half"] = "majority"  #: what votes for nobody need to end the day by hammer
    no_lynch_tie: Literal["nobody", "players"] = "nobody"  #: nobody level with players
    closes: Literal["none", "all-voted", "all-final"] = "none"  #: the day ends when all who may vote have, or finally


class DayRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[day]`: the phase clock by day."""

    zone: str = "Europe/Moscow"  #: IANA zone of all wall times (C2)
    starts: str = "08:00"  #: wall time of the day's opening
    ends: str = "22:00"  #: wall time of the day's end (C2, T14-4)
    hours: int | float = 0  #: instead, how long a day lasts from its start; 0: it ends at the wall time `ends`
    first: Literal["day", "night"] = "day"  #: the game's first phase (C12, H11)


class TieRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[tie]`: what happens when several share the top count."""

    steps: tuple[TieStep, ...] = (TieStep.OVERTIME, TieStep.LOT)  #: tried in order until one decides (C5, H15)
    overtime_minutes: int = 30  #: length of the overtime (T14-14)
    overtime_from: Literal["clock", "notice"] = "clock"  #: starts at the day's end or at the host's notice
    overtime_voters: Literal["all", "changers"] = "all"  #: who may vote in it (C5, T14-14)
    split_damage: int = 50  #: hp lost by each of the tied (H15)
    revote_minutes: int = 60  #: length of the revote, from the end of the day or of the overtime


class MissedRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[missed]`: what happens to those without a ballot."""

    rule: Literal["none", "lot", "penalty", "out"] = "none"  #: nothing; one is drawn (T14-5); votes; all are out
    penalty_votes: int | float = 1  #: under `penalty`: votes against oneself, as the earliest of the day
    second: Literal["none", "out", "annul"] = "none"  #: a further miss: out, or out and the day's vote annulled
    in_a_row: bool = True  #: a further miss is one right after the last
    abstain: tuple[str, ...] = ()  #: words that announce an abstention; such a player has not missed the day
    abstain_once: bool = False  #: an abstention is allowed once a game


class ChangeStage(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One stage of the limits on changes: from `minutes_left` before the day's end."""

    minutes_left: int  #: the stage begins so long before the day's end
    limit: int  #: changes allowed from then on


class ChangeRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[changes]`: how often a vote may be changed. The first vote is no change."""

    limit: int | Literal["unlimited"] = "unlimited"  #: changes a day
    stages: tuple[ChangeStage, ...] = ()  #: further limits on the changes made within the last minutes of the day
    over: Literal["ignored", "missed"] = "ignored"  #: a change over the limit does not count, or costs the ballot
    repeat_is_change: bool = False  #: voting again for the same player is a change


class NightRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[night]`: the phase clock by night and what the morning tells."""

    starts: str = "23:00"  #: wall time, or "host" (C6)
    until: str = "host"  #: cut-off of the orders: wall time, or "host" (C6, T14-4)
    orders_from: Literal["day", "night"] = "day"  #: orders are taken from the day's or the night's opening (G6)
    changes: int | Literal["unlimited"] = "unlimited"  #: changes of an order allowed per game day (T14-20)
    doctor_result: Literal["private", "public"] = "private"  #: who learns the doctor's result (C8, T14-50)
    reveal: Literal["role", "team", "none"] = "role"  #: what is told of who is out (C3)
    order: tuple[str, ...] = ()  #: abilities of the night (`ROLE.ABILITY`) in the order in which they act (T14-51)
    shootout: tuple[str, ...] = ()  #: kills that undo each other over one target (T14-49)
    voted_out_target: Literal["skip", "refuse"] = "refuse"  #: an order against who was voted out that day (T14-22)
    ahead: bool = False  #: orders may be given for later days and nights, checked when their night comes (H21)
    results_to_killed: bool = True  #: who is killed in the night gets the results of his checks (G3, H9)


class HealthRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[health]`: hit points; absent in rule sets without them."""

    start: int = 100  #: hp at the start (H1)
    states: tuple[int, int, int, int] = (75, 50, 20, 1)  #: lower bounds of healthy, light, hospital, coma (H2)
    regen: Literal["before", "after"] = "before"  #: the hospital's hp come before or after the night (H18)
    regen_amount: int = 15  #: hp a night in hospital or coma (H3)
    day_abilities: Literal["before", "after"] = "before"  #: day abilities act before or after the execution (H18)
    netting: Literal["sum"] = "sum"  #: damage and healing of one moment are summed (H18)


class Rules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole rule set."""

    name: str = ""  #: the rule set's name
    title: str = ""  #: its title in the players' language
    titles: dict[str, str] = {}  #: its title in other languages, by their codes (`en`, `ru`)
    votes: Votes = Votes()
    day: DayRules = DayRules()
    tie: TieRules = TieRules()
    names: NameRules = NameRules()
    deciding: Deciding = Deciding()
    missed: MissedRules = MissedRules()
    changes: ChangeRules = ChangeRules()
    night: NightRules = NightRules()
    health: HealthRules | None = None
    teams: tuple[Team, ...] = field(default=(), name="team")
    roles: tuple[Role, ...] = field(default=(), name="role")
    successions: tuple[Succession, ...] = field(default=(), name="succession")
    victories: tuple[Victory, ...] = field(default=(), name="victory")
    announces: tuple[Announce, ...] = field(default=(), name="announce")

    def title_in(self, lang: str) -> str:
        """Its title in a language (`en`, `ru`), or in its own where it has none in that one."""
        return self.titles.get(lang, self.title)

    def titles_in(self, lang: str) -> dict[str, str]:
        """What its teams and roles are called in a language (`en`, `ru`), by their ids."""
        teams = {team.id: team.title_in(lang) for team in self.teams}
        return teams | {role.id: role.title_in(lang) for role in self.roles}
