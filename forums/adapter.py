"""The shape of an adapter: what a module for one forum software says, and what is done with it.

An adapter finds posts and their fields; this module checks that each post has what a post must have, reads times and
bodies, and makes the page. Must not know any forum software. See docs/adding-a-forum.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import islice, pairwise
from typing import ClassVar

import msgspec
from lxml import etree
from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.posts import Body, Reading
from engine.telling import Told
from engine.times import Interval
from forums import walls
from forums.boards import Board
from forums.body import body_of, read_body
from forums.complete import require_all, require_edits
from forums.dates import ALL_FORMS, Clock, UnreadableTime, find_time, has_either_order, read_time, settled_order
from forums.find import Find
from forums.found import Edited, Fields, Frame, Knows
from forums.offsets import proved_order, zone_of_page
from forums.pages import Page, PageError, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

_NEXT = Find("//a[@rel='next'][@href] | //link[@rel='next'][@href]")


#: Letters of a post's HTML, and of all on one page; no forum lets anybody write a tenth of the one, and a thousand
#: long posts make half of the other. What is greater would keep its reader busy, and is refused.
MOST_BODY = 500_000
MOST_BODIES = 2_000_000


class Adapter:
    """One forum software whose pages are HTML. A subclass says what stands where; `read` does the rest."""

    software: ClassVar[str]  #: its id, as `golosa probe` prints it
    example: ClassVar[str]  #: an address of a thread, for the docs and the tests
    knows: ClassVar[Knows]
    profile: ClassVar[Profile]  #: how its posts' bodies are marked up
    forms: ClassVar[tuple[str, ...]] = ALL_FORMS  #: forms of its dates (`forums.dates`), the likeliest first
    #: What the address of a later page of a thread looks like; a group holds the thread's id.
    later: ClassVar[re.Pattern[str] | None] = None
    traces: ClassVar[re.Pattern[str] | None] = None  #: marks of posts in the page's text, see `forums.complete`
    #: What looks like a post whatever its id: a text that every post holds, and how such elements are found.
    alike: ClassVar[tuple[str, Find] | None] = None
    #: Where a notice of an edit stands in a post's body: what only the forum can have put there, whatever its class.
    notices: ClassVar[Find | None] = None
    stubs: ClassVar[frozenset[str]] = frozenset()  #: classes of the places of deleted posts that are no posts here

    # What a subclass gives.

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        """The elements that are posts: those with the id that a post has, no adverts, no system rows."""
        raise NotImplementedError

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        """What stands in one post."""
        raise NotImplementedError

    def frame(self, sheet: Sheet) -> Frame:
        """What stands around the posts."""
        raise NotImplementedError

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        """What a page without posts is, and what it says."""
        raise NotImplementedError

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        """The bodies of the posts in the browser's tree, one for each of `posts`, in the same order."""
        raise NotImplementedError

    def request(self, page: Page, number: int) -> Request:
        """The request for page `number` of the thread that `page` is a page of."""
        raise NotImplementedError

    # What is done with it.

    def read(self, sheet: Sheet) -> Page:
        """The page's posts, or the wall. Raises PageError where a post lacks something or a time cannot be read."""
        found = self.posts(sheet)
        if not found:
            return self._walled(sheet)
        sheet.require_end(found)
        self._require_flat(found, sheet)
        frame = self.frame(sheet)
        if frame.page == frame.pages and frame.page is not None and self._goes_on(frame, found, sheet):
            # A bar of pages that nobody knows: how many there are is not known, nor that this is the first.
            frame.page, frame.pages = (frame.page if frame.page > 1 else None), None
        fields = [self.fields(post, sheet) for post in found]
        require_all(found, fields, sheet, alike=self.alike, traces=self.traces, stubs=self.stubs)
        require_edits(found, fields, sheet, self.notices)
        clock = self.clock(sheet, frame, fields)
        return self.page(sheet, frame, _numbered(self.readings(sheet, fields, clock), frame), clock)

    def page(self, sheet: Sheet, frame: Frame, posts: Sequence[Reading], clock: Clock) -> Page:
        """The page, with the posts numbered where it shows no numbers itself."""
        now = _page_now(frame, clock, posts)
        return Page(
            software=self.software,
            version=frame.version,
            page=frame.page,
            pages=frame.pages,
            per_page=frame.per_page or sheet.board.posts_per_page,
            thread=frame.thread,
            title=frame.title,
            url=sheet.source.url,
            link=frame.link,
            zone=clock.zone,
            clock_offset_s=_clock_offset(now, sheet.date),
            now=now,
            posts=tuple(posts),
        )

    def clock(self, sheet: Sheet, frame: Frame, fields: Sequence[Fields]) -> Clock:
        """What it takes to read this page's times."""
        board = sheet.board
        day_first = board.day_first
        if day_first is None and "?-?-Y" in self.forms:
            unsettled = [found for found in fields if has_either_order(found.shown)]
            day_first = settled_order(found.shown for found in unsettled)
            if day_first is None:
                day_first = proved_order((found.shown, found.exact) for found in unsettled)
        return Clock(
            zone=zone_of_page(sheet, frame),
            seen_at=sheet.seen_at,
            forms=self.forms,
            day_first=day_first,
            taught=board.date_formats,
        )

    def readings(self, sheet: Sheet, fields: Sequence[Fields], clock: Clock) -> list[Reading]:
        """Each post's fields, checked and read."""
        profile = board_profile(self.profile, sheet.board) if sheet.board.marks_up() else self.profile
        edits = msgspec.structs.replace(clock, zone=sheet.board.edit_zone) if sheet.board.edit_zone else clock
        places = _Places(self, sheet, len(fields))
        out: list[Reading] = []
        by_id: dict[str, int] = {}
        letters = 0
        for index, found in enumerate(fields):
            reading = self._reading(sheet, found, clock, edits, profile, places.at(index))
            if reading.id in by_id:
                raise PageError("{name}: post {id} stands on the page twice", name=sheet.name, id=reading.id)
            by_id[reading.id] = index
            letters += len(reading.html)
            if letters > MOST_BODIES:
                raise PageError("{name}: no page of a thread holds so much text in its posts", name=sheet.name)
            out.append(reading)
        return out

    def _reading(
        self, sheet: Sheet, found: Fields, clock: Clock, edits: Clock, profile: Profile, place: _Place
    ) -> Reading:
        if not found.id:
            where = _where(found, sheet)
            raise PageError("{where} (number {index} on the page) has no id", where=where, index=place.index + 1)
        if not found.author:
            raise PageError("{where} has no author", where=_where(found, sheet))
        if found.exact is None and not found.shown:
            raise PageError("{where} has no time", where=_where(found, sheet))
        if found.body is None and found.html is None and not found.deleted:
            raise PageError("{where} has no body", where=_where(found, sheet))
        html = _source_of(found)
        if len(html) > MOST_BODY:
            where = _where(found, sheet)
            raise PageError("{where} is too large to be one ({html:,} letters of HTML)", where=where, html=len(html))
        try:
            at = found.exact or read_time(found.shown, clock)
            edited = _edited(found.edited, edits) if found.edited else None
        except UnreadableTime as refused:
            raise UnreadableTime("{where}: {refused}", where=_where(found, sheet), refused=refused) from refused
        return Reading(
            found.id,
            found.author,
            at,
            self._body(found, html, profile, at, place),
            html=html,
            shown=found.shown,
            author_id=found.author_id,
            number=found.number,
            url=found.url,
            edited=edited,
            edited_by=found.edited.by if found.edited else None,
            deleted=found.deleted,
        )

    def _body(self, found: Fields, html: str, profile: Profile, at: Interval, place: _Place) -> Body:
        if found.deleted:
            return Body()
        if found.body is None:
            return read_body(html, profile, at=at)
        return body_of(found.body, place.node, profile, at, html)

    def _walled(self, sheet: Sheet) -> Page:
        guard = walls.of_guard(sheet.source, sheet.text)
        wall, message = (guard, "") if guard is not None else self.wall(sheet)
        return Page(software=self.software, wall=wall, message=message, url=sheet.source.url)

    def _goes_on(self, frame: Frame, posts: Sequence[etree._Element], sheet: Sheet) -> bool:
        """Whether a page that was taken for the last one links to a later one, outside the posts."""
        if any(_leads_on(link) for link in _NEXT.all(sheet.tree)):
            return True
        if self.later is None or frame.pages != 1:
            return False
        inside = set(posts)
        for link in sheet.tree.iter("a"):
            found = self.later.search(link.get("href") or "")
            if found and (frame.thread or "") in (*found.groups(), "") and inside.isdisjoint(link.iterancestors()):
                return True
        return False

    def _require_flat(self, posts: Sequence[etree._Element], sheet: Sheet) -> None:
        """A post inside a post would lend it its votes."""
        known = set(posts)
        flat: set[etree._Element | None] = set()  #: parents of posts that were looked at
        for post in posts:
            if (parent := post.getparent()) in flat:
                continue
            flat.add(parent)
            if any(above in known for above in post.iterancestors()):
                raise self._nested(post, sheet)

    def _nested(self, post: etree._Element, sheet: Sheet) -> PageError:
        return PageError(
            "{name}: post {id} stands inside another post", name=sheet.name, id=self.fields(post, sheet).id
        )


def _leads_on(link: etree._Element) -> bool:
    """Whether a link of the kind "next" is one to the next page: not to the next thread, nor one out of use."""
    href = link.get("href") or ""
    if not href.strip("# ") or "prev_next" in href:
        return False
    around = " ".join(above.get("class") or "" for above in (link, *islice(link.iterancestors(), 2)))
    return not any(word in around for word in ("disabled", "inactive", "hide"))


def _numbered(readings: list[Reading], frame: Frame) -> list[Reading]:
    """Numbers counted from the page's place in the thread, where the posts show none and stand in the order of time."""
    if len(readings) > 1 and readings[0].number is None and (second := readings[1].number):
        return [msgspec.structs.replace(readings[0], number=second - 1), *readings[1:]]
    if any(reading.number is not None for reading in readings) or frame.page is None:
        return readings
    if frame.page > 1 and frame.per_page is None:
        return readings
    if any(later.at.latest <= earlier.at.earliest for earlier, later in pairwise(readings)):
        return readings
    start = (frame.page - 1) * (frame.per_page or 0)
    return [msgspec.structs.replace(reading, number=start + place) for place, reading in enumerate(readings, 1)]


def _where(found: Fields, sheet: Sheet) -> Told:
    """How a message names a post."""
    return Told("{name}: post {post}", name=sheet.name, post=found.id or "?")


class _Place(Struct):
    """Where a post stands on the page, and how to find its body in the browser's tree."""

    index: int
    places: _Places

    def node(self) -> LexborNode | None:
        bodies = self.places.bodies()
        return bodies[self.index] if self.index < len(bodies) else None


class _Places:
    """The bodies in the browser's tree, found when the first mark asks for them."""

    def __init__(self, adapter: Adapter, sheet: Sheet, posts: int) -> None:
        self.posts = posts
        self.adapter = adapter
        self.sheet = sheet
        self.found: Sequence[LexborNode | None] | None = None

    def at(self, index: int) -> _Place:
        return _Place(index, self)

    def bodies(self) -> Sequence[LexborNode | None]:
        """None of them where the two trees do not even agree on how many posts there are."""
        if self.found is None:
            bodies = self.adapter.browser_bodies(self.sheet.browser)
            self.found = bodies if len(bodies) == self.posts else ()
        return self.found


def _source_of(found: Fields) -> str:
    """The body's HTML, for the archive."""
    if found.body is None:
        return found.html or ""
    return etree.tostring(found.body, encoding="unicode", method="html", with_tail=False)


def _edited(notice: Edited, clock: Clock) -> Interval:
    if notice.exact is not None:
        return notice.exact
    found = find_time(notice.shown, clock)
    if found is None:
        raise UnreadableTime(
            "the edit notice «{shown}» holds no time in a known form; teach the board's format", shown=notice.shown
        )
    return found


def _page_now(frame: Frame, clock: Clock, posts: Sequence[Reading]) -> Interval | None:
    """When the page was made, in its own words; None where it does not say, nobody can read it or it cannot be."""
    said = frame.now
    if not said or clock.zone is None or any(said in post.html for post in posts):
        return None  # who writes such words into a post must not set the clock
    try:
        now = read_time(said, clock)
    except UnreadableTime:
        return None
    return None if any(post.at.earliest >= now.latest for post in posts) else now


def _clock_offset(now: Interval | None, date: datetime | None) -> float | None:
    """How far the forum's clock is from the `Date` header, in seconds; 0 where the two agree as far as shown."""
    if now is None or date is None:
        return None
    if date < now.earliest:
        return (now.earliest - date).total_seconds()
    return min(0.0, (now.latest - timedelta(seconds=1) - date).total_seconds())


@lru_cache(maxsize=32)
def board_profile(profile: Profile, board: Board) -> Profile:
    """A software's profile with what one board adds to it."""
    return msgspec.structs.replace(
        profile,
        quotes=profile.quotes | frozenset(board.quotes),
        dropped=profile.dropped | frozenset(board.dropped),
        spoilers=profile.spoilers | frozenset(board.spoilers),
        vote_tags=profile.vote_tags | frozenset(board.vote_tags),
        colours=(*profile.colours, *board.colours),
    )
