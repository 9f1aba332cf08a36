"""Names of a roster that could be taken for one another, told when the roster is entered (V4)."""

from __future__ import annotations

from msgspec import Struct

from engine.names.index import Index, Players, sound_of
from engine.names.matching import Names
from engine.people import Roster

_MOST_TEXTS = 5


class Collision(Struct, frozen=True):
    """Texts that name several players: the host will be asked whenever one of them is used."""

    texts: tuple[str, ...]  #: folded; names and aliases before case forms, the shortest first, at most five
    players: tuple[str, ...]  #: in roster order

    @property
    def text(self) -> str:
        """The plainest of the texts."""
        return self.texts[0]


def collisions(roster: Roster) -> tuple[Collision, ...]:
    """Names, aliases, case forms and spellings in the other script that several players share, one entry a set of
    players, in the order in which the players stand in the roster."""
    index = Index(roster)
    shared: dict[tuple[str, ...], list[str]] = {}
    for form in {**index.exact, **index.cases}:
        players = index.exact.players(form) | index.cases.players(form) | _heard(index, form)
        if len(players) > 1:
            shared.setdefault(index.in_order(players), []).append(form)
    found = [
        Collision(
            tuple(sorted(texts, key=lambda text: (text not in index.exact, len(text), text))[:_MOST_TEXTS]), players
        )
        for players, texts in shared.items()
    ]
    return tuple(sorted(found, key=lambda one: [index.order[name] for name in one.players]))


def unclear_names(roster: Roster) -> tuple[str, ...]:
    """Players whom their own names, as they are written, do not name for certain: they say something else as well."""
    names = Names(roster)
    return tuple(name for name in roster.names if names.read(name).player != name)


def _heard(index: Index, form: str) -> Players:
    """Who else is named by a name as it sounds: Маус and Maus."""
    if form not in index.exact:
        return frozenset()
    key = sound_of(form)
    return frozenset(name for name in index.loose.cross.players(key) if index.loose.other_script(form, name))
