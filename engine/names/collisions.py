"""Names of a roster that could be taken for one another, told when the roster is entered (V4)."""

from __future__ import annotations

from msgspec import Struct

from engine.names.index import Index
from engine.people import Roster


class Collision(Struct, frozen=True):
    """A text that names several players: the host will be asked whenever it is used."""

    text: str
    players: tuple[str, ...]


def collisions(roster: Roster) -> tuple[Collision, ...]:
    """Names, aliases and case forms that several players share, one entry a set of players, the plainest text first."""
    index = Index(roster)
    found: dict[tuple[str, ...], Collision] = {}
    united = {form: set(index.exact.players(form)) | set(index.cases.players(form)) for form in index.exact}
    for form in index.cases:
        united.setdefault(form, set(index.cases.players(form)))
    for form, players in united.items():
        if len(players) > 1:
            names = index.in_order(players)
            found.setdefault(names, Collision(form, names))
    return tuple(found.values())
