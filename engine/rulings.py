"""The host's rulings as values (V10): stored, dated, undoable, shown in the count."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct


class VoteRuling(Struct, frozen=True, tag="vote"):
    """This post, as it stood when that was ruled, counts as a vote for `target` (None = for nobody): since its mark was
    set, else since it was made."""

    post: str
    target: str | None
    at: datetime | None = None  #: when it was taken (UTC)


class VoidRuling(Struct, frozen=True, tag="void"):
    """This post's marks, as they stood when that was ruled, do not count."""

    post: str
    at: datetime | None = None


class CloseRuling(Struct, frozen=True, tag="close"):
    """This post of the host's ends the day when it was made, whatever it says (E6)."""

    post: str
    at: datetime | None = None


class AliasRuling(Struct, frozen=True, tag="alias"):
    """From now on this text names that player: in every post of the game, or in those since a moment."""

    alias: str
    player: str
    at: datetime | None = None
    since: datetime | None = None  #: only in posts made then or later (UTC)


class ReplaceRuling(Struct, frozen=True, tag="replace"):
    """From `at` on, account `replace` (a new forum account, or the old account's new name) plays for `player`."""

    replace: str
    player: str
    at: datetime | None = None
    reason: str = ""


class OrderRuling(Struct, frozen=True, tag="pm"):
    """The private message `pm` is an order against `target` (None = it is no order)."""

    pm: str
    target: str | None
    at: datetime | None = None


class ActionRuling(Struct, frozen=True, tag="action"):
    """The day action in this post, as it stood when that was ruled, is one on `target` (None = it is none) (H25)."""

    post: str
    target: str | None
    at: datetime | None = None


#: Rulings on the votes or the end of one post each: of several on the same text of a post the last holds.
ON_POSTS = (VoteRuling, VoidRuling, CloseRuling)
Ruling = VoteRuling | VoidRuling | CloseRuling | AliasRuling | ReplaceRuling | OrderRuling | ActionRuling
