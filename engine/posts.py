"""Posts as values: what one visit read, and what all visits together know of a post.

`forums` makes readings out of pages, the store keeps them, the engine counts over posts.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from engine.times import Interval


class MarkKind(StrEnum):
    """How a mark stands out of its post."""

    COLOUR = "colour"  #: a longest run of one shown colour (V1)
    BOLD = "bold"  #: a longest run of bold text
    TAG = "tag"  #: a vote tag that the board renders with a class of its own
    LINE = "line"  #: a line of text that begins with a vote word
    BARE = "bare"  #: the whole post is the mark


class Mark(Struct, frozen=True, omit_defaults=True, gc=False):
    """A run of text in a post that may be a vote (V1, V2)."""

    text: str  #: white space folded to single blanks, emoji dropped at the ends
    kind: MarkKind = MarkKind.COLOUR
    colour: str | None = None  #: the colour shown, "#rrggbb"; None for kinds without one
    struck: bool = False  #: shown struck through (V2)
    spoiler: bool = False  #: stands in a spoiler (V2)
    late: bool = False  #: stands below a "merged later" notice (E8)
    late_at: Interval | None = None  #: when the part below that notice was added, where the notice tells (E8)
    unclear: bool = False  #: two parsers disagree about it, or it may not be the writer's own: a ruling `unclear_mark`
    damaged: bool = False  #: its text holds bytes that could not be read: a ruling `damaged_text`
    before: str = ""  #: the text of the same line before the mark (for negations, V11)
    after: str = ""  #: the text of the same line after the mark
    line: int = 0  #: index in `Body.lines` of the line on which the mark begins
    href: str | None = None  #: the address behind a link that holds the whole mark


class Line(Struct, frozen=True, omit_defaults=True, gc=False):
    """One shown line of a post outside quotes, code, signature and notices."""

    text: str  #: white space folded, struck text left out
    spoiler: bool = False
    late: bool = False
    late_at: Interval | None = None  #: as `Mark.late_at`: a day action below a merge notice is later too
    unclear: bool = False  #: perhaps not the writer's own words: a vote or an action in it is asked about


class Body(Struct, frozen=True, omit_defaults=True, gc=False):
    """A post's text as a browser shows it, reduced to what rules may ask about.

    `marks` are in the order of the text; marks of several kinds may cover the same text.
    """

    marks: tuple[Mark, ...] = ()
    lines: tuple[Line, ...] = ()
    merged: bool = False  #: holds a "merged later" notice of the forum software (E8)


class Reading(Struct, frozen=True, omit_defaults=True, gc=False):
    """A post as one page showed it at one visit."""

    id: str
    author: str  #: the name shown
    at: Interval  #: when it was posted, as the page shows it (UTC)
    body: Body
    html: str = ""  #: the body's HTML as received, for the archive
    shown: str = ""  #: the time's text as shown
    author_id: str | None = None  #: the forum's account id; None for guests
    number: int | None = None  #: place in the thread, from 1, where the page tells or implies it
    url: str | None = None  #: permalink
    edited: Interval | None = None  #: the last edit, as the page shows it (E5)
    edited_by: str | None = None
    deleted: bool = False  #: a stub stands where the post was


class Revision(Struct, frozen=True, omit_defaults=True, gc=False):
    """One text of a post, and when it was seen to stand there (UTC)."""

    body: Body
    first_seen: datetime
    last_seen: datetime
    edited: Interval | None = None  #: the edit notice shown with this text
    edited_by: str | None = None


class Post(Struct, frozen=True, omit_defaults=True, gc=False):
    """Everything known of one post at a moment of knowledge K (V7)."""

    id: str
    order: int  #: place in the thread by the forum's own order; ties in time are settled by it (V7)
    author: str  #: the name shown last
    at: Interval  #: posted, narrowed by the first sight (V6)
    revisions: tuple[Revision, ...]  #: oldest first, at least one
    author_id: str | None = None
    earlier_authors: tuple[str, ...] = ()  #: other names it was seen under, oldest first (V15)
    number: int | None = None
    url: str | None = None
    gone: Interval | None = None  #: when it vanished or became a stub (E5)
    thread: str = ""  #: which one of several: posts of two that share a minute have no order (V7)
