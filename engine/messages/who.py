"""Players, roles and abilities as the words of one game's messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.messages.words import ABILITY_WORDS
from engine.names import Named, Names
from engine.names.normal import tokens
from engine.people import Roster
from engine.roles import Role, ability_id

_ONESELF = frozenset(["себе", "самому себе", "самой себе", "мне"])  #: names know the other words for oneself


def key(text: str) -> str:
    """A text in normal form."""
    return " ".join(tokens(text))


class Who:
    """Looks up names (accounts too), role titles and ability words."""

    def __init__(self, roster: Roster, names: Names, roles: Sequence[Role]) -> None:
        self.names = names
        self.order = roster.names
        self.accounts = {key(account): player.name for player in roster.players for account in player.accounts}
        self.roles = roles
        self.words: dict[str, tuple[str, ...]] = {}
        for role in roles:
            for ability in role.ability:
                if ability.by == "night":
                    self._learn(ability_id(ability), ability.words)

    def _learn(self, ability: str, words: Iterable[str]) -> None:
        """A word may announce several abilities: whose it is tells which."""
        for word in (*ABILITY_WORDS.get(ability, ()), *map(key, words)):
            self.words[word] = tuple(dict.fromkeys((*self.words.get(word, ()), ability)))

    def player(self, text: str, sender: str, *, denied: bool = False) -> Named:
        """Who is meant by `text`; whom a sentence denies is asked about. How it was read is not told."""
        known = sender if key(text) in _ONESELF else self.accounts.get(key(text))
        named = Named(known) if known is not None else self.names.read(text, me=sender)
        return Named(ask=(named.player,)) if denied and named.player is not None else named

    def role(self, text: str) -> str | None:
        """The role that a text names: by id, title or word, or by a beginning of three letters
        that no other title has."""
        said = key(text)
        found = [role.id for role in self.roles if said in map(key, (role.id, *_titles(role), *role.words))]
        if not found and len(said) > 2:
            found = [role.id for role in self.roles if any(key(title).startswith(said) for title in _titles(role))]
        return found[0] if len(found) == 1 else None

    def abilities(self, text: str) -> tuple[str, ...]:
        """What the first ability word of a text may announce."""
        return next((self.words[word] for word in tokens(text) if word in self.words), ())

    def ordered(self, players: Iterable[str]) -> tuple[str, ...]:
        """Players in roster order."""
        found = set(players)
        return tuple(name for name in self.order if name in found)


def _titles(role: Role) -> tuple[str, ...]:
    """A role's names in all languages that the rule set has."""
    return (role.title, *role.titles.values())
