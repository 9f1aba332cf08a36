"""What only the host may read of a night. These views hold roles and must never reach a post or a page."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from engine.game.values import Cause, Death
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
    unclear: tuple[str, ...] = ()  #: who has sent what only the host can read


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


def owed_view(
    rules: Rules, owed: Iterable[tuple[str, str, str]], unclear: tuple[str, ...], *, title: str, night: int, lang: str
) -> OwedView:
    """Who may act this night and has sent nothing (player, role id, ability's word), and whose order is unclear."""
    titles = rules.titles_in(lang)
    found: dict[tuple[str, str], list[str]] = {}
    for player, role, ability in owed:
        found.setdefault((player, titles[role]), []).append(ability)
    orders = tuple(OwedOrder(player, title, tuple(abilities)) for (player, title), abilities in found.items())
    return OwedView(title, night, lang, orders, unclear)


def dying_view(rules: Rules, deaths: Iterable[Death], *, title: str, night: int, lang: str) -> DyingView:
    """Who is killed this night, before it is published; not who leaves for a missed day, which he learns in the
    morning (T14-5, T14-23)."""
    words = catalogue.of(lang)
    killed = (death for death in deaths if death.by != Cause.MISSED_DAY)
    dying = tuple(Dying(death.player, cause_of(death.by, rules, words)) for death in killed)
    return DyingView(title, night, lang, dying)
