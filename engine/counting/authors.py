"""Who wrote a post: a player, the host or a stranger (V5, V10, V15). Knows accounts, not votes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from engine.people import Roster
from engine.posts import Post
from engine.rulings import ReplaceRuling

#: Letters of one script that look like letters of the other; both are folded to the Latin one.
_ALIKE = str.maketrans("авекмнорстухіјѕԁԛԝьзб", "abekmhopctyxijsdqwb36")


class Kind(StrEnum):
    """What an author is to the game."""

    PLAYER = "player"
    HOST = "host"
    STRANGER = "stranger"
    LOOKALIKE = "lookalike"  #: a stranger who bears a player's name, or nearly (V15)


class Author(Struct, frozen=True, gc=False):
    """Who an author is; `player` also for a look-alike: whose name he bears."""

    kind: Kind
    player: str | None = None
    renamed: bool = False  #: shown under a name that is not among the player's (reported, V15)


@lru_cache(maxsize=4096)
def account_key(name: str) -> str:
    """An account name for comparison: letter case, width and blanks folded."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@lru_cache(maxsize=4096)
def _look(name: str) -> str:
    kept = (sign for sign in unicodedata.normalize("NFKD", name).casefold() if sign.isalnum())
    return "".join(kept).translate(_ALIKE)


class Authors:
    """Tells who wrote each post of a game."""

    def __init__(self, roster: Roster, posts: Sequence[Post], rulings: Iterable[ReplaceRuling] = ()) -> None:
        self.hosts = {account_key(name) for name in roster.hosts}
        self.names: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        for player in roster.players:
            for account in (player.name, *player.accounts) if not player.accounts else player.accounts:
                self.names[account_key(account)] = player.name
            self.ids |= dict.fromkeys(player.account_ids, player.name)
        self.replaced = tuple((account_key(ruling.replace), ruling.player, ruling.at) for ruling in rulings)
        self._since: dict[str, datetime] = {}  #: by player: when another account first took his place
        for _, name, since in self.replaced:
            if since is not None:
                self._since[name] = min(since, self._since.get(name, since))
        self._known: dict[tuple[str, str | None], tuple[str, Author]] = {}
        #: A post of each account under each of its names, in the order in which they were first seen.
        ordered = sorted(posts, key=lambda post: post.order)
        writers = tuple({(post.author_id, post.author, post.earlier_authors): post for post in ordered}.values())
        self.host_ids = {post.author_id for post in writers if post.author_id and self._is_host(post)}
        self._bind(writers)
        self.with_id = set(self.ids.values())
        self.looks = {_look(name): player for name, player in self.names.items()}
        self.looks |= {_look(player.name): player.name for player in roster.players}

    def _is_host(self, post: Post) -> bool:
        return account_key(post.author) in self.hosts or any(
            account_key(name) in self.hosts for name in post.earlier_authors
        )

    def _bind(self, posts: Sequence[Post]) -> None:
        """Binds an account id to the player under whose account name it is seen first (V15)."""
        for post in posts:
            if post.author_id is None or post.author_id in self.ids or post.author_id in self.host_ids:
                continue
            for name in (*post.earlier_authors, post.author):
                player = self.names.get(account_key(name))
                if player is not None and player not in self.ids.values():
                    self.ids[post.author_id] = player
                    break
                if player is not None and account_key(name) in self._other_accounts(player, posts):
                    self.ids[post.author_id] = player
                    break

    def _other_accounts(self, player: str, posts: Sequence[Post]) -> set[str]:
        """Accounts of a player with several, that no bound id was seen under: each may bring an id of its own."""
        taken = {
            account_key(name)
            for post in posts
            if post.author_id in self.ids
            for name in (*post.earlier_authors, post.author)
        }
        return {name for name, owner in self.names.items() if owner == player} - taken

    def who(self, post: Post, at: datetime) -> Author:
        """The author of a post made at `at` (UTC)."""
        known = self._known.get((post.author, post.author_id))
        if known is None:
            key = account_key(post.author)
            known = self._known[post.author, post.author_id] = key, self._unreplaced(post, key)
        key, author = known
        if not self.replaced:
            return author
        for name, player, since in reversed(self.replaced):
            if key == name and (since is None or since <= at):
                return Author(Kind.PLAYER, player)
        if author.kind is Kind.PLAYER and self._left(author.player, at):
            return Author(Kind.LOOKALIKE, author.player)
        return author

    def _left(self, player: str | None, at: datetime) -> bool:
        """Whether another account has taken the player's place by then: his old one must be asked about (V10, V15)."""
        since = self._since.get(player or "")
        return since is not None and since <= at

    def replaced_at(self, player: str) -> datetime | None:
        """When the player was last replaced, where that is known (V10)."""
        return max((since for _, name, since in self.replaced if name == player and since is not None), default=None)

    def _unreplaced(self, post: Post, key: str) -> Author:
        if key in self.hosts or (post.author_id is not None and post.author_id in self.host_ids):
            return Author(Kind.HOST)
        if post.author_id is not None and post.author_id in self.ids:
            player = self.ids[post.author_id]
            return Author(Kind.PLAYER, player, renamed=self.names.get(key) != player)
        named = self.names.get(key)
        if named is not None and post.author_id is None and named not in self.with_id:
            return Author(Kind.PLAYER, named)
        if named is not None:
            return Author(Kind.LOOKALIKE, named)
        return self._stranger(post.author)

    def _stranger(self, name: str) -> Author:
        look = _look(name)
        if player := self.looks.get(look):
            return Author(Kind.LOOKALIKE, player)
        from rapidfuzz.distance import OSA  # takes long to import, and few threads have strangers

        near = [player for known, player in self.looks.items() if len(known) > 4 and OSA.distance(known, look) == 1]
        return Author(Kind.LOOKALIKE, near[0]) if near else Author(Kind.STRANGER)
