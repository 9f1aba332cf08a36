"""What is asked of a page and what comes out of it, whatever the forum's software."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from engine.posts import Reading
from engine.telling import ToldError
from engine.times import Interval


class Wall(StrEnum):
    """What stands in the way when a page holds no thread."""

    LOGIN = "login"
    PERMISSION = "permission"
    NOT_FOUND = "not_found"
    MAINTENANCE = "maintenance"
    ANTIBOT = "antibot"
    FLOOD = "flood"
    NOT_A_THREAD = "not_a_thread"
    UNKNOWN_SOFTWARE = "unknown_software"


class Source(Struct, frozen=True, kw_only=True):
    """A page as it came: bytes and what is known of their coming."""

    content: bytes
    url: str | None = None
    headers: Mapping[str, str] = {}  #: names in lower case
    status: int | None = None
    asked_at: datetime | None = None  #: UTC, the forum's clock: when it was asked for; what is older cannot be missing
    seen_at: datetime | None = None  #: UTC, by the forum's clock where its `Date` header tells; for relative times
    zone: str | None = None  #: IANA zone in which the forum shows times to this reader
    name: str = ""  #: for messages: a file name or the address


class Page(Struct, frozen=True, kw_only=True):
    """A page as read. With a wall there are no posts."""

    software: str | None
    version: str | None = None
    wall: Wall | None = None
    message: str = ""  #: the forum's own words at a wall
    page: int | None = None
    pages: int | None = None
    per_page: int | None = None  #: posts on a full page, where the page tells
    thread: str | None = None  #: the thread's id
    title: str | None = None
    url: str | None = None
    link: str | None = None  #: the address of another page, where only that tells how such are made here
    zone: str | None = None  #: the zone in which this page shows times, where the page itself tells or the reader said
    clock_offset_s: float | None = None  #: forum's clock minus true time, where the page tells its "now"
    now: Interval | None = None  #: when the page was made, where the page itself tells
    posts: tuple[Reading, ...] = ()
    damaged: bool = False  #: some of its bytes could not be read as text: what is around them may be wrong
    shape: str | None = None  #: how a page of unknown software was read, as a fingerprint of its layout
    guess: bool = False  #: read by structure alone; nothing counts until the host has confirmed


class Request(Struct, frozen=True):
    """The next thing to fetch, as an adapter asks for it."""

    url: str
    headers: Mapping[str, str] = {}


class PageError(ToldError, ValueError):
    """Something on a page that is a post lacks what a post must have, or cannot be read for certain.

    The message names page, post and field; nothing of such a page is used.
    """


class OtherViewError(PageError):
    """This view of a thread leaves posts out. `page` has none, and tells how the view that shows all is asked for."""

    def __init__(self, text: str, page: Page, **values: object) -> None:
        super().__init__(text, **values)
        self.page = page
