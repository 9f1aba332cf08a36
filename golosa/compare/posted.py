"""A host's own posted count beside ours: where its text comes from, and as of when ours is made.

What `golosa compare` and the desk share. Knows the game's folder; fetches nothing, prints nothing.
"""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlsplit

from msgspec import Struct, structs

from engine.posts import Post
from engine.rulings import AliasRuling
from forums.shown import shown_text
from golosa.compare.differences import Comparison, compare
from golosa.compare.reading import PostedCount, read_count
from golosa.compare.text import is_html, is_page, lines_of
from golosa.errors import GolosaError
from golosa.folder.config import DayTable
from golosa.folder.game import Counted, Game
from golosa.views import silent

#: Why ours is made as of that moment.
ASKED, UP_TO, MADE, USUAL = "asked", "up_to", "made", "usual"


class Given(Struct, frozen=True):
    """The text of a posted count, and the post that holds it and its thread where it is one of the game's."""

    source: str  #: as the host names it
    lines: tuple[str, ...]
    post: Post | None = None
    thread: str = ""


class Beside(Struct, frozen=True):
    """A posted count and ours."""

    counted: Counted
    posted: PostedCount
    found: Comparison
    why: str  #: why ours is made as of that moment: a code of this module
    same: bool


def of_text(text: str, source: str) -> Given:
    """A count as text: BBCode, plain or HTML. Raises GolosaError for a whole page, in which nobody says what counts."""
    if is_page(text):
        raise GolosaError(
            "{source}: this is a whole page; give the id or the address of the post that holds the count", source=source
        )
    return Given(source, tuple(lines_of(shown_text(text) if is_html(text) else text)))


def of_post(game: Game, source: str) -> Given | None:
    """The text of a post that has been read, by its id or address; None where there is none."""
    for thread in dict.fromkeys(thread for day in reversed(game.config.day) for thread in day.threads):
        for post in game.archive.posts((thread,)):
            if source not in (post.id, post.url) and not _same_address(source, post.url):
                continue
            html = [one for one in game.archive.html(thread, post.id) if one]
            text = shown_text(html[-1]) if html else "\n".join(line.text for line in post.revisions[-1].body.lines)
            return Given(source, tuple(text.split("\n")), post, thread)
    return None


def _same_address(source: str, url: str | None) -> bool:
    """Whether two addresses are of one post: what stands after # tells posts of a page apart."""
    given, known = urlsplit(source), urlsplit(url or "")
    return bool(given.netloc and given.fragment) and (given.netloc, given.fragment) == (known.netloc, known.fragment)


def beside(
    game: Game, given: Given, now: datetime, *, day: int | None, at: datetime | None, known: datetime | None
) -> Beside:
    """Ours is made as of `at` (UTC), else of the post that the count says it goes up to, else of the moment at which it
    was posted, else as `golosa count` would. Raises GolosaError where no count can be read in the text."""
    table = game.day(day, now)
    if given.post is not None and day is None:
        table = _day_of(game, given.thread, given.post) or table
    aliases = [(ruling.alias, ruling.player) for ruling in game.rulings() if isinstance(ruling, AliasRuling)]
    posted = read_count(list(given.lines), game.roster, aliases)
    if not posted.tables and posted.silent is None:
        raise GolosaError(
            "{source}: no count could be read there; give the text of one, or the post that holds it",
            source=given.source,
        )
    as_of, why, last = _moment(game, table, posted, given.post, at)
    # What follows the last post in the same minute is not in that count.
    table = structs.replace(table, to_post=last) if last is not None else table
    counted = game.count(table, now, as_of, known)
    found = compare(posted, counted.count, silent(counted.count))
    return Beside(counted, posted, found, why, found.same(posted))


def _day_of(game: Game, thread: str, post: Post) -> DayTable | None:
    """The last day of that thread that had begun when the post was made."""
    days = sorted((day for day in game.config.day if thread in day.threads), key=lambda day: day.starts)
    begun = [day for day in days if day.starts <= post.at.earliest]
    found = begun or days
    return found[-1] if found else None


def _moment(
    game: Game, day: DayTable, posted: PostedCount, post: Post | None, at: datetime | None
) -> tuple[datetime | None, str, str | None]:
    """As of when to count, why then, and the last post of that count where it names one."""
    if at is not None:
        return at, ASKED, None
    if posted.up_to is not None:
        found = [one for one in game.posts(day) if posted.up_to in (str(one.number), one.id)]
        # A number that is also another post's id tells nothing.
        if len(found) == 1 and found[0].at.earliest < day.ends:
            return found[0].at.latest, UP_TO, found[0].id
    if post is not None and post.at.earliest < day.ends:
        return post.at.earliest, MADE, None
    return None, USUAL, None
