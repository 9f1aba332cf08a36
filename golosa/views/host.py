"""What only the host may read of a night. These views hold roles and must never reach a post or a page."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct

from engine.game.values import Death, State
from engine.roles import Ability, VoteWeight, ability_id
from engine.rules import Rules
from golosa import catalogue
from golosa.views.nights import cause_of


class OwedOrder(Struct, frozen=True):
    """A player who may act and has sent nothing."""

    player: str
    role: str
    abilities: tuple[str, ...]


class OwedView(Struct, frozen=True):
    """Who still owes an order."""

    title: str
    night: int
    lang: str
    owed: tuple[OwedOrder, ...]


class Dying(Struct, frozen=True):
    """A player who is about to die, to be asked for a note (T14-23)."""

    player: str
    cause: str


class DyingView(Struct, frozen=True):
    """Who is about to die."""

    title: str
    night: int
    lang: str
    dying: tuple[Dying, ...]


def owed_view(rules: Rules, state: State, senders: Collection[str], *, title: str, night: int, lang: str) -> OwedView:
    """Who of the living may act this night and is not among `senders`, the players for whom an order stands.

    An ability that a team shares is owed by all of its holders until one of them has sent it (C7).
    """
    roles = {role.id: role for role in rules.roles}
    shared = {seat.role for seat in state.seats if seat.name in senders}
    owed = []
    for seat in state.living:
        role = roles[seat.role]
        abilities = [
            one for one in role.ability if _by_night(one) and not (one.shared and _sent(role.team, shared, rules))
        ]
        if abilities and seat.name not in senders:
            owed.append(OwedOrder(seat.name, role.title, tuple(ability_id(one) for one in abilities)))
    return OwedView(title, night, lang, tuple(owed))


def _by_night(ability: Ability) -> bool:
    return ability.by == "night" and not isinstance(ability, VoteWeight)


def _sent(team: str | None, roles: Iterable[str], rules: Rules) -> bool:
    """Whether somebody of the team with a shared ability has sent an order."""
    holders = {role.id for role in rules.roles if role.team == team and any(one.shared for one in role.ability)}
    return not holders.isdisjoint(roles)


def dying_view(rules: Rules, deaths: Iterable[Death], *, title: str, night: int, lang: str) -> DyingView:
    """Who dies of this night, before it is published."""
    words = catalogue.of(lang)
    dying = tuple(Dying(death.player, cause_of(death.by, rules, words)) for death in deaths)
    return DyingView(title, night, lang, dying)
