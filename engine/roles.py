"""Roles, abilities, succession, announcements and victory: the tables of a rule set that make a game of a vote.

Knows what a rule set may say; what it does is `engine.game`'s, whether it makes sense is `engine.game.checks`'s.
An ability is referred to from elsewhere in the rule set as `ROLE.ABILITY`, e.g. `boss.kill`.
"""

# Annotations are values here: as texts, msgspec would compile and evaluate each of them at every start.

from typing import Literal

from msgspec import Struct, field


class Ability(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """`[[role.ability]]`: what every kind of ability can say. One target a use."""

    id: str = ""  #: the word for it in orders; "" = the kind's usual one (`kill`, `heal`, `check`, `visit`, `block`, …)
    by: Literal["night", "day"] = "night"  #: when it acts: at the end of the night or of the day (H18)
    open: bool = False  #: used openly, by a line in the day's thread (H25); otherwise by private message (H17)
    words: tuple[str, ...] = ()  #: words that name it in a line of the thread (H25) or in a message
    self_target: bool = field(default=False, name="self")  #: may be used on oneself (G5, H20)
    own_team: bool = True  #: may be used on a member of one's own team (C7)
    repeat: bool = True  #: the same target on two successive nights is allowed (C8, T14-42)
    in_a_row: Literal[1, 2] | None = None  #: on how many nights running it may be used (T14-34, T14-44, T14-45)
    uses: int | None = None  #: how often it may be used in the whole game
    shared: bool = False  #: one use a night for the whole team; the last accepted order of any member holds (C7)
    in_hospital: bool = False  #: usable from the hospital (H3)
    clause: str = ""  #: the clause that the host's log gives for it


class Kill(Ability, frozen=True, tag="kill"):
    """Kills the target unless somebody heals or protects him (C7, T14-30, T14-44)."""

    cause: str = ""  #: the cause of death that is announced; "" = the killer's team (T14-24)


class Heal(Ability, frozen=True, tag="heal"):
    """Saves the target from the kills of this night (C8, T14-42)."""

    unblocked_on_self: bool = False  #: used on oneself it is not stopped by a guest (T14-43)


class CheckRole(Ability, frozen=True, tag="check_role"):
    """Learns the target's role (T14-40)."""


class CheckTeam(Ability, frozen=True, tag="check_team"):
    """Learns the target's team."""

    is_team: str | None = None  #: learns only whether it is this team (C9)


class CheckDeeds(Ability, frozen=True, tag="check_deeds"):
    """Learns what the target did this night, if his role is an active one (T14-34)."""

    role: bool = True  #: learns the role as well


class Visit(Ability, frozen=True, tag="visit"):
    """Leaves home for the target's: stops the host's action, is hit with the host, is not found at home (T14-45-47)."""


class Block(Ability, frozen=True, tag="block"):
    """The target's ability of this night fails; a block cannot be blocked (H18)."""


class Protect(Ability, frozen=True, tag="protect"):
    """Nothing kills or hurts the target this night."""


class Damage(Ability, frozen=True, tag="damage"):
    """Takes hp: a fixed number, or a share of what the target has before the moment's sum (H7, H18)."""

    amount: int = 0  #: hp taken
    share: tuple[int, int] | None = None  #: instead, this fraction of the target's hp, rounded up, e.g. [1, 3]


class HealHp(Ability, frozen=True, tag="heal_hp"):
    """Gives hp, never over the starting number (H18)."""

    amount: int  #: hp given


class VoteWeight(Ability, frozen=True, tag="vote_weight"):
    """Passive: the holder's vote weighs this much (H13)."""

    weight: int | float  #: what the vote weighs
    default_weight: int | float = 1  #: weight of the vote he is given when he casts none (H13)


AnyAbility = Kill | Heal | CheckRole | CheckTeam | CheckDeeds | Visit | Block | Protect | Damage | HealHp | VoteWeight

USUAL_IDS: dict[type[Ability], str] = {
    Kill: "kill",
    Heal: "heal",
    CheckRole: "check",
    CheckTeam: "check",
    CheckDeeds: "check",
    Visit: "visit",
    Block: "block",
    Protect: "protect",
    Damage: "damage",
    HealHp: "heal",
    VoteWeight: "weight",
}


def ability_id(ability: Ability) -> str:
    """The word by which orders name `ability`."""
    return ability.id or USUAL_IDS[type(ability)]


class Titled(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a rule set refers to by a word, and players know by a name."""

    id: str  #: the word by which everything else refers to it
    title: str  #: its name in the players' language
    titles: dict[str, str] = {}  #: its name in other languages, by their codes (`en`, `ru`)

    def title_in(self, lang: str) -> str:
        """Its name in a language (`en`, `ru`), or in its own where it has none in that one."""
        return self.titles.get(lang, self.title)


class Role(Titled, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[[role]]`: a role. Open roles (H24) have no team."""

    words: tuple[str, ...] = ()  #: other words by which messages name it
    team: str | None = None  #: team id; None for an open role
    count: int = 0  #: how many of it a standard deal has (C1, T14-1, L4)
    open: bool = False  #: known to all and used by day, beside a secret one (H24)
    hp: int | None = None  #: hp at the start where it differs from `health.start` (H1)
    immune: tuple[str, ...] = ()  #: abilities (`ROLE.ABILITY`) that do nothing to its holder and cost no turn (T14-31)
    looks: dict[str, str] = {}  #: what it looks like to checks: role of the checker -> role he is told (T14-35)
    ability: tuple[AnyAbility, ...] = ()


class Team(Titled, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[[team]]`: a side of the game."""

    mates: bool = False  #: its members learn of each other before the game (C1, T14-7, H21)
    proxy: bool = False  #: its members may send the orders of absent members (H21)


class Succession(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[[succession]]`: who takes a role that nobody of the living holds any more (T14-32); the first rule that fits.

    The heir's old role and its functions are gone; orders sent under it lapse.
    """

    role: str  #: the role that falls vacant
    heir: str  #: the role whose holder takes it; the first in roster order
    only_last: bool = False  #: only when the heir is the last living member of his team
    inherits_order: bool = False  #: the order of a holder who was voted out passes to the heir (T14-33)
    clause: str = ""  #: the clause that the host's log gives for it


class Victory(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[[victory]]`: one way to win; every condition given must hold. The first rule that fits decides (G1)."""

    winner: str  #: a team id, "draw", or "survivor" = the last living player by his own name (H22)
    together: tuple[str, ...] = ()  #: teams that win with the winner (H22)
    gone: tuple[str, ...] = ()  #: nobody of these teams is alive
    any_alive: tuple[str, ...] = ()  #: somebody of these teams is alive
    only: str | None = None  #: somebody is alive, and all who are belong to this team
    sole: str | None = None  #: exactly one player is alive, and he is of this team
    leads: str | None = None  #: this team's living members are as many as those of `over`, plus `by`, or more
    over: str | None = None  #: the team that `leads` is measured against
    by: int = 0  #: how many more than `over` the team of `leads` must be
    exactly: dict[str, int] = {}  #: these teams have exactly so many living members, and nobody else is alive
    at: Literal["always", "morning"] = "always"  #: judged whenever somebody may be out, or only as a day starts (T14-3)
    clause: str = ""  #: the clause that the host's log gives for it


class Announce(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[[announce]]`: what the morning post tells of the night; listed in this order.

    `doctor`: the result of `role`'s heals (T14-50; told publicly or not by `night.doctor_result`). `informed`: whether
    `role` got information (T14-41). `drinking`: somebody was out on a visit; `not_at_home`: somebody was not found at
    home (T14-48). `shootout`: a shoot-out and the role at whose home it was (T14-49). `missed_day`: who is out for
    having missed the day (T14-5).
    """

    kind: Literal["doctor", "informed", "drinking", "not_at_home", "shootout", "missed_day"]  #: what is told
    role: str | None = None  #: the role that `doctor` and `informed` speak of
