"""The closed world of a roster: every form under which a player may be named, made once (V4).

Knows who bears which form; how forms are made is `forms`'.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct

from engine.names.forms import LooseForms, forms_of, loose_forms_of
from engine.names.normal import has_cyrillic, has_latin, has_letters, tokens
from engine.names.sounds import sound
from engine.people import Roster

Players = frozenset[str]
NOBODY: Players = frozenset()


class Spelling(Struct, frozen=True):
    """A name or alias of a player, its words run together."""

    joined: str
    player: str
    sound: str


class Table(dict[str, Players]):
    """Forms and the players who bear them."""

    def put(self, forms: Iterable[str], player: str) -> None:
        """Adds a player's forms; an empty one is none."""
        alone = frozenset((player,))
        for form in forms:
            borne = self.get(form)
            if borne is None and form:
                self[form] = alone
            elif borne and player not in borne:
                self[form] = borne | alone

    def players(self, form: str) -> Players:
        """Who bears a form."""
        return self.get(form, NOBODY)


class LooseTables:
    """The tables of what is less than a name or only like one; made when the first text asks for one that is neither a
    name nor a case of one. What each holds is told in `forms.LooseForms`."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self.parts, self.cross, self.cross_parts, self.bare = Table(), Table(), Table(), Table()
        self.plurals = Table()
        self.near, self.plain, self.initials, self.weak_initials = Table(), Table(), Table(), Table()
        self.spellings: list[Spelling] = []
        self._scripts: dict[str, set[str]] = {}
        for text, player in texts:
            self._add(loose_forms_of(text), player)

    def _add(self, forms: LooseForms, player: str) -> None:
        self.parts.put(forms.parts, player)
        self.plurals.put(forms.plurals, player)
        self.cross.put(forms.cross, player)
        self.cross_parts.put(forms.cross_parts, player)
        self.bare.put(forms.bare, player)
        self.near.put(forms.near, player)
        self.plain.put(forms.plain, player)
        self.initials.put(forms.initials, player)
        self.weak_initials.put(forms.weak_initials, player)
        if forms.joined:
            self.spellings.append(Spelling(forms.joined, player, forms.sound))
            self._scripts.setdefault(player, set()).update(_scripts(forms.joined))

    def begun(self, joined: str, *, shortest: int = 3, heard: bool = True) -> Players:
        """Players whose name begins so, as written or (`heard`) by its sound in the other script."""
        key = sound(joined)
        if len(joined) < shortest:
            return NOBODY
        return frozenset(
            spelling.player
            for spelling in self.spellings
            if spelling.joined.startswith(joined)
            or (
                heard and len(key) > 2 and spelling.sound.startswith(key) and self.other_script(joined, spelling.player)
            )
        )

    def begins(self, joined: str) -> Players:
        """Players whose whole name the text begins with."""
        whole = (one for one in self.spellings if len(one.joined) > 2 and joined.startswith(one.joined))
        return frozenset(spelling.player for spelling in whole)

    def other_script(self, text: str, player: str) -> bool:
        """Whether one of the player's names is written in a script that the text is not."""
        scripts = self._scripts[player]
        return (has_cyrillic(text) and "latin" in scripts) or (has_latin(text) and "cyrillic" in scripts)


class Index:
    """Lookup tables from forms to the players that bear them."""

    def __init__(self, roster: Roster, aliases: Iterable[tuple[str, str]] = (), others: Iterable[str] = ()) -> None:
        self.literal: dict[str, str] = {}  #: names as they are written, where only one player's name is so
        self.ruled = Table()  #: texts that the host gave to a player: they settle shared forms
        self.exact, self.cases = Table(), Table()
        self.order: dict[str, int] = {}
        self._texts: list[tuple[str, str]] = []  #: names and aliases with their players
        for player in roster.players:
            self._add_player(player.name, player.aliases)
        for text, name in aliases:
            self._add(text, name)
            self.ruled.put([" ".join(tokens(text))], name)
        for name in others:
            if name not in self.order:
                self._add_player(name, ())
        self.accounts = Table()  #: forum accounts, run together; a name that is written so comes first
        for player in roster.players:
            for account in player.accounts:
                joined = "".join(tokens(account))
                if has_letters(joined):
                    self.accounts.put([joined], player.name)
        self.width = max((len(form.split()) for form in (*self.exact, *self.cases)), default=1)

    @cached_property
    def loose(self) -> LooseTables:
        """What is less than a name or only like one."""
        return LooseTables(self._texts)

    def _add_player(self, name: str, aliases: Iterable[str]) -> None:
        self.order.setdefault(name, len(self.order))
        self.literal[name] = name
        for text in (name, *aliases):
            self._add(text, name)

    def _add(self, text: str, player: str) -> None:
        forms = forms_of(text)
        self.exact.put(forms.exact, player)
        self.cases.put(forms.cases, player)
        self._texts.append((text, player))

    def in_order(self, players: Iterable[str]) -> tuple[str, ...]:
        """Players in roster order."""
        return tuple(sorted(set(players), key=lambda name: self.order.get(name, len(self.order))))


def sound_of(form: str) -> str:
    """The key under which `LooseTables.cross` keeps a form."""
    return "".join(map(sound, form.split()))


def _scripts(text: str) -> set[str]:
    return {name for name, has in (("latin", has_latin), ("cyrillic", has_cyrillic)) if has(text)}
