"""What a game is made of between its phases, what goes into a phase and what comes out of it.

Every moment is UTC. Three outputs never mix: `DayPublic` and `NightPublic` are for everybody, `Private` for one player,
`Host` for the host alone. Abilities are written `ROLE.ABILITY` inside (`boss.kill`), by their word (`kill`) outside.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from engine.counts import By, Verdict


class Health(StrEnum):
    """A player's state by his hp (H2)."""

    HEALTHY = "healthy"
    LIGHT = "light"  #: lightly wounded; the town sees it
    HOSPITAL = "hospital"  #: no night abilities; +15 a night (H3)
    COMA = "coma"  #: no actions, no vote; +15 a night (H5)
    DEAD = "dead"


class Cause(StrEnum):
    """By what somebody is out. A rule set's kills add causes of their own (`mafia`, `maniac`)."""

    SHOOTOUT = "shootout"  #: two killers who went for each other (T14-49)
    MISSED_DAY = "missed_day"  #: drawn among those who missed the day (T14-5)
    VOTES = "votes"  #: voted out (C3, H14, T14-12)
    SPLIT = "split"  #: the damage of a split vote (H15)
    DAMAGE = "damage"  #: an ability (H18)
    REMOVED = "removed"  #: by the host's hand (G8)


class Refusal(StrEnum):
    """Why an order is refused: the first that holds, in this order (G7)."""

    LATE = "late"  #: at or after the cut-off
    EARLY = "early"  #: before the orders' opening (G6)
    DEAD = "dead"  #: the sender (or the absent member) was out when it was sent
    MALFORMED = "malformed"  #: cannot be read as an order
    NOT_YOUR_ROLE = "not_your_role"  #: the sender does not hold the role or ability
    NOT_YOUR_MEMBER = "not_your_member"  #: the sender may not act for that player (H21)
    IN_COMA = "in_coma"  #: H5
    IN_HOSPITAL = "in_hospital"  #: H3
    UNKNOWN_TARGET = "unknown_target"  #: names nobody of the game
    DEAD_TARGET = "dead_target"  #: the target was out already (H6)
    SELF_TARGET = "self_target"  #: G5
    OWN_TEAM = "own_team"  #: C7
    SECOND_CHANGE = "second_change"  #: more changes than the day allows (T14-20)
    SAME_AS_LAST_NIGHT = "same_as_last_night"  #: C8, T14-42
    TWO_NIGHTS_RUNNING = "two_nights_running"  #: T14-34, T14-44
    THREE_NIGHTS_RUNNING = "three_nights_running"  #: T14-45
    USED_UP = "used_up"  #: the ability's uses are all spent


class Fate(StrEnum):
    """What became of an order that stood when the moment came."""

    DONE = "done"
    BLOCKED = "blocked"  #: a guest or a block stopped it (T14-45, H18)
    VOID_TARGET = "void_target"  #: a skip: the target was out, or goes out by the vote or the lot (T14-22)
    IMMUNE = "immune"  #: the target is immune, the turn stays unused (T14-44)
    NOT_FOUND = "not_found"  #: nobody at home, the turn is spent (T14-46)
    LAPSED = "lapsed"  #: the sender is out or no longer holds the role (G2, T14-32)


class Do(StrEnum):
    """What the host's hand may do (G8)."""

    REMOVE = "remove"
    REVIVE = "revive"
    KILL = "kill"
    HP = "hp"
    ROLE = "role"


class Gone(Struct, frozen=True):
    """How somebody went out."""

    at: datetime
    phase: str  #: "day2"
    by: str  #: a Cause, or the cause of the rule set's kill


class Shift(Struct, frozen=True):
    """A moment from which a player's standing is another (G2): kept so that an order is judged as of its sending."""

    at: datetime
    player: str
    role: str
    gone: Gone | None


class Seat(Struct, frozen=True, kw_only=True):
    """One player as he stands now."""

    name: str
    role: str  #: the secret role where there are two
    open_role: str | None = None
    hp: int | None = None  #: None in games without hp; may be negative once dead
    health: Health | None = None  #: as evaluated last (H18)
    gone: Gone | None = None

    @property
    def alive(self) -> bool:
        """Whether he is in the game (a patient in coma is, H22)."""
        return self.gone is None


class Use(Struct, frozen=True):
    """A turn spent, for the limits on successive nights (T14-52) and on uses."""

    night: int  #: the number of the night; for a day ability, of the night before it
    holder: str  #: the player, or the team where the ability is shared (C7)
    ability: str  #: ROLE.ABILITY
    target: str


class Inherited(Struct, frozen=True):
    """An order that has passed to a new holder of the role (T14-33)."""

    heir: str
    ability: str  #: ROLE.ABILITY
    target: str
    sent: datetime  #: when the old holder sent it
    at: datetime  #: when it passed on


class Private(Struct, frozen=True):
    """One answer to one player."""

    to: str
    kind: str  #: `role`, `deeds`, `team`, `hp`, `heal`, `new_role`
    says: str | bool | int | tuple[Deed, ...]
    target: str | None = None  #: whom it is about; for `new_role` the inherited target


class Deed(Struct, frozen=True):
    """Something a player did in a night (T14-34)."""

    ability: str  #: the bare word
    target: str


class State(Struct, frozen=True, kw_only=True):
    """A game between two phases: everything that later phases depend on."""

    seats: tuple[Seat, ...]  #: in roster order
    phase: str = ""  #: the label of the last phase played; "" before the first
    nights: int = 0  #: nights played
    shifts: tuple[Shift, ...] = ()  #: oldest first
    uses: tuple[Use, ...] = ()
    leaving: str | None = None  #: drawn for a missed day, out in the morning (T14-5)
    inherited: tuple[Inherited, ...] = ()
    owed: tuple[Private, ...] = ()  #: results that wait for their owner to wake from coma (H9)
    evening: tuple[tuple[str, int], ...] = ()  #: hp of the living when the last phase ended (H10)
    orders_open: datetime | None = None  #: from when orders of the coming night are taken; None = always (G6)
    missed: frozenset[str] = frozenset()  #: who has missed a day
    missed_last: frozenset[str] = frozenset()  #: who missed the last one
    abstained: frozenset[str] = frozenset()  #: who has used the game's one abstention
    dusk: datetime | None = None  #: when the last day's vote took effect; orders sent ahead are checked then (H21)
    winner: str | None = None

    def seat(self, name: str) -> Seat:
        """The seat of `name`; KeyError where nobody is named so."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise KeyError(name)

    @property
    def names(self) -> tuple[str, ...]:
        """All players in roster order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def living(self) -> tuple[Seat, ...]:
        """Who is in the game, in roster order."""
        return tuple(seat for seat in self.seats if seat.alive)


class Order(Struct, frozen=True, kw_only=True):
    """An order as received. Either `ability` or `role` may be left out where the other tells it."""

    id: str
    sender: str
    sent: datetime
    ability: str | None = None  #: the bare word, e.g. "heal"; None = the only one that the sender's role has
    role: str | None = None  #: the role under which it is sent, where the message says one (T14-21)
    target: str | None = None  #: None withdraws the standing order (G4)
    phase: str | None = None  #: the phase it is for when sent ahead (H21); None = the one whose orders are being taken
    member: str | None = None  #: the absent member for whom it is sent (H21)
    fault: Refusal | None = None  #: what its reader found: `malformed`, or `unknown_target` for a name that is nobody's


class HostAct(Struct, frozen=True, kw_only=True):
    """Something done by the host's hand (G8, T14-60)."""

    do: Do
    player: str
    at: datetime
    reason: str = ""
    value: str | int | None = None  #: hp (int) or role id (str)


class Night(Struct, frozen=True, kw_only=True):
    """The frame of one night."""

    label: str  #: "night1"
    until: datetime  #: the cut-off: orders sent at it or later are late
    opens: datetime | None = None  #: orders sent before belong to no night (G6); None = as the day before has it


class Refused(Struct, frozen=True):
    """An order that was not accepted, with its one reason. It changes nothing; the standing order holds."""

    id: str
    sender: str
    at: datetime
    why: Refusal
    ability: str | None = None
    target: str | None = None


class Heard(Struct, frozen=True):
    """How the orders of a phase stand before anything is carried out."""

    refused: tuple[Refused, ...] = ()  #: by time
    owed: tuple[tuple[str, str, str], ...] = ()  #: who may act and has sent nothing: player, role id, ability's word


class OrderFate(Struct, frozen=True):
    """What became of a standing order."""

    sender: str  #: the actor: the absent member where it was sent for one
    ability: str  #: the bare word
    target: str
    fate: Fate
    spent: bool  #: whether the turn counts for the limits (T14-52)
    inherited: bool = False
    role: str = ""  #: the role under which it was sent
    id: str | None = None  #: None for an inherited order
    sent: datetime | None = None


class Death(Struct, frozen=True):
    """Somebody out: what is told of him (C3, T14-24)."""

    player: str
    by: str
    role: str | None  #: role id, or team id, or None, as `night.reveal` has it


class Announcement(Struct, frozen=True, omit_defaults=True):
    """One line of the morning post beside the deaths."""

    kind: str  #: as in `[[announce]]`
    role: str | None = None
    result: str | None = None  #: of `doctor`: none, not_needed, one, two
    value: bool | None = None  #: of `informed`
    player: str | None = None  #: of `missed_day`


class HpChange(Struct, frozen=True):
    """A change of hp that everybody sees, by day abilities or the vote (H19)."""

    player: str
    change: int


class Effect(Struct, frozen=True):
    """One line of the host's log: who did what to whom, what came of it, and by which clause."""

    clause: str
    what: str  #: a code, e.g. `killed`, `saved`, `blocked`, `regen`, `succession`
    player: str | None = None  #: on whom it falls
    cause: str | None = None  #: by whom or what: a player, an ability, the vote
    value: str | int | None = None


class DayPublic(Struct, frozen=True, kw_only=True):
    """What everybody may know of a day."""

    phase: str
    verdict: Verdict
    by: By | None
    out: tuple[Death, ...]  #: by the vote; in a split nobody
    deaths: tuple[Death, ...]  #: everybody who is out by this day, in roster order
    damage: tuple[tuple[str, int], ...] = ()  #: hp lost by the vote (H14, H15); published as wounds, not numbers
    hp_changes: tuple[HpChange, ...] = ()  #: by day abilities (H19)
    health: tuple[tuple[str, Health], ...] = ()  #: every player's state where there is hp (H10)
    winner: str | None = None


class NightPublic(Struct, frozen=True, kw_only=True):
    """What everybody may know of a night."""

    phase: str
    deaths: tuple[Death, ...]
    announcements: tuple[Announcement, ...] = ()
    health: tuple[tuple[str, Health], ...] = ()
    winner: str | None = None


class Host(Struct, frozen=True, kw_only=True):
    """What only the host may know of a phase."""

    orders: tuple[OrderFate, ...] = ()  #: by roster order of the actor, then by time
    refused: tuple[Refused, ...] = ()  #: by time
    saved: tuple[str, ...] = ()  #: who would be dead but for a heal, in roster order
    roles: tuple[tuple[str, str], ...] = ()  #: every player's role at the end of the phase
    hp: tuple[tuple[str, int], ...] = ()
    leaves_next_morning: str | None = None
    ended_before_vote: datetime | None = None  #: the host's hand ended the game before the vote did
    log: tuple[Effect, ...] = ()


class DayOutcome(Struct, frozen=True, kw_only=True):
    """A closed day."""

    public: DayPublic
    private: tuple[Private, ...]
    host: Host


class NightOutcome(Struct, frozen=True, kw_only=True):
    """A resolved night."""

    public: NightPublic
    private: tuple[Private, ...]
    host: Host
