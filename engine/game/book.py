"""A rule set's roles and abilities, looked up by id.

Knows the tables only; nothing of who plays.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.game.values import Cause
from engine.roles import AnyAbility, Kill, Role, VoteWeight, ability_id
from engine.rules import Rules


class Power(Struct, frozen=True):
    """An ability as some role has it."""

    ref: str  #: ROLE.ABILITY
    role: str
    team: str | None
    word: str  #: how orders call it
    does: AnyAbility


class Book:
    """The tables of one rule set."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.roles: dict[str, Role] = {role.id: role for role in rules.roles}
        self.powers: dict[str, Power] = {
            (ref := f"{role.id}.{ability_id(ability)}"): Power(ref, role.id, role.team, ability_id(ability), ability)
            for role in rules.roles
            for ability in role.ability
        }
        self.proxies = frozenset(team.id for team in rules.teams if team.proxy)

    def team(self, role: str) -> str | None:
        """The team of a role; None for open roles."""
        return self.roles[role].team

    def powers_of(self, role: str, by: Literal["night", "day"]) -> tuple[Power, ...]:
        """What a role can do by night or by day; passive abilities are none."""
        return tuple(
            power
            for power in self.powers.values()
            if power.role == role and power.does.by == by and not isinstance(power.does, VoteWeight)
        )

    def revealed(self, role: str) -> str | None:
        """What is told of the role of one who is out (C3)."""
        told = {"role": role, "team": self.team(role), "none": None}
        return told[self.rules.night.reveal]

    def cause(self, power: Power) -> str:
        """The cause of death by a kill."""
        if isinstance(power.does, Kill) and power.does.cause:
            return power.does.cause
        return power.team or Cause.DAMAGE
