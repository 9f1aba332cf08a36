"""What a single board changes of its software's ways, as data."""

from __future__ import annotations

from msgspec import Struct


class Selectors(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a board's posts and their parts stand, as CSS selectors; a part that is not named is found as ever.

    `post` is sought in the page, the others in each post. `body` needs `post`.
    """

    post: str | None = None
    author: str | None = None
    time: str | None = None
    body: str | None = None
    edited: str | None = None
    number: str | None = None

    def named(self) -> bool:
        """Whether any is set."""
        return any(getattr(self, name) is not None for name in self.__struct_fields__)


class Board(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One board. Everything is optional; what is not set is as the forum software has it."""

    zone: str | None = None  #: IANA zone, or "UTC+3", in which the board shows times to this reader
    edit_zone: str | None = None  #: the zone of edit notices where it is another one (NodeBB: the server's)
    date_formats: tuple[str, ...] = ()  #: formats of shown times, in the letters of PHP's `date`
    day_first: bool | None = None  #: the order in dates like 03/04/2026
    posts_per_page: int | None = None
    colours: tuple[
        tuple[str, str], ...
    ] = ()  #: (class, "#rrggbb"), for colours that only the board's style sheet gives
    quotes: tuple[str, ...] = ()  #: more classes of quote boxes
    dropped: tuple[str, ...] = ()  #: more classes of what is no part of a post's text
    spoilers: tuple[str, ...] = ()  #: more classes of spoiler boxes
    vote_tags: tuple[str, ...] = ()  #: classes of the board's vote tag
    selectors: Selectors = Selectors()
    guess: str | None = None  #: the shape of pages of unknown software that the host has confirmed (`forums.guess`)

    def marks_up(self) -> bool:
        """Whether it changes how bodies are read."""
        return bool(self.colours or self.quotes or self.dropped or self.spoilers or self.vote_tags)


PLAIN = Board()
