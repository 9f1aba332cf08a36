"""Who plays: players, their accounts and aliases, and the host."""

from __future__ import annotations

from msgspec import Struct


class Player(Struct, frozen=True, omit_defaults=True):
    """A player by the name that is voted for (C13)."""

    name: str
    accounts: tuple[str, ...] = ()  #: forum account names under which he posts; empty = his name
    account_ids: tuple[str, ...] = ()  #: forum account ids bound by the host or by the archive (V15)
    aliases: tuple[str, ...] = ()  #: other texts that name him


class Roster(Struct, frozen=True, omit_defaults=True):
    """The players in the host's order, and who leads the game."""

    players: tuple[Player, ...]
    hosts: tuple[str, ...] = ()  #: account names of the host and co-hosts

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in roster order."""
        return tuple(player.name for player in self.players)
