"""What `golosa probe` shows: each page and every post on it as it was read, for people and for machines.

Knows pages as values and how they are printed; reads nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.times import Resolution

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from engine.posts import Mark, Reading
    from engine.times import Interval
    from forums.pages import Page

#: Seconds between two clocks that are not worth a word.
CLOCK_TOLERANCE = 5.0


def document(pages: list[tuple[str, Page]]) -> str:
    import msgspec

    return msgspec.json.encode({"schema": 1, "pages": [_page(name, page) for name, page in pages]}).decode()


def _page(name: str, page: Page) -> dict[str, object]:
    return {
        "source": name,
        "url": page.url,
        "software": page.software,
        "version": page.version,
        "wall": page.wall,
        "message": page.message or None,
        "page": page.page,
        "pages": page.pages,
        "thread": page.thread,
        "title": page.title,
        "zone": page.zone,
        "clock_offset_s": page.clock_offset_s,
        "guess": page.guess,
        "shape": page.shape,
        "posts": [_post(post) for post in page.posts],
    }


def _post(post: Reading) -> dict[str, object]:
    edited = None
    if post.edited is not None:
        edited = {"at": _iso(post.edited.earliest), "resolution": post.edited.resolution, "by": post.edited_by}
    return {
        "id": post.id,
        "number": post.number,
        "url": post.url,
        "author": post.author,
        "author_id": post.author_id,
        "at": _iso(post.at.earliest),
        "resolution": post.at.resolution,
        "shown": post.shown or None,
        "edited": edited,
        "deleted": post.deleted,
        "merged": post.body.merged,
        "marks": [_mark(mark) for mark in post.body.marks],
    }


def _mark(mark: Mark) -> dict[str, object]:
    from engine.posts import MarkKind

    told: dict[str, object] = {
        "text": mark.text,
        "colour": mark.colour,
        "struck": mark.struck,
        "spoiler": mark.spoiler,
        "late": mark.late,
    }
    if mark.kind is not MarkKind.COLOUR:
        told["kind"] = mark.kind
    return told | {flag: True for flag in ("unclear", "damaged") if getattr(mark, flag)}


def _iso(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def show(pages: list[tuple[str, Page]]) -> None:
    """For people: one line for each page, and its posts as a table."""
    from rich.console import Console
    from rich.markup import escape

    from scraper.walk import ADVICE

    console = Console()
    for name, page in pages:
        software = " ".join(filter(None, (page.software or "unknown software", page.version)))
        console.print(f"[bold]{escape(name)}[/bold]: {software}")
        if page.wall is not None:
            words = f" («{escape(page.message)}»)" if page.message else ""
            console.print(f"  no thread here: {page.wall.value} — {ADVICE[page.wall]}{words}")
            continue
        clock = "" if page.clock_offset_s is None else f", {_clock(page.clock_offset_s)}"
        place = f"page {page.page or '?'} of {page.pages or '?'}"
        console.print(f"  «{escape(page.title or '?')}», {place}, zone {page.zone or 'not needed'}{clock}")
        for note in notes_on(page):
            console.print(f"  [yellow]{escape(note)}[/yellow]")
        console.print(_table(page))


def _clock(offset: float) -> str:
    """The forum's clock beside the true time, `offset` in seconds; an answer takes a second or two to come."""
    if abs(offset) <= CLOCK_TOLERANCE:
        return "the forum's clock is right"
    return f"the forum's clock is {abs(offset):g} s {'ahead' if offset > 0 else 'behind'}"


def notes_on(page: Page) -> list[str]:
    """What a host must know of how a page was read, before he trusts it."""
    notes = []
    if page.guess:
        notes.append(
            f"read by guess ({page.shape}): look whether every post, name and time is right; nothing counts before you "
            "confirm it with `golosa probe --confirm`"
        )
    elif page.shape is not None:
        notes.append(f"unknown software, read by the layout that you confirmed ({page.shape})")
    if page.posts and all(post.at.resolution is Resolution.MINUTE for post in page.posts):
        notes.append("this forum shows minutes only: a vote in the minute of the deadline will need your ruling")
    return notes


def _table(page: Page) -> Any:
    from rich.table import Table
    from rich.text import Text

    from forums.dates import zone_of

    table, zone = Table("#"), zone_of(page.zone or "UTC")
    for title in ("id", "author"):
        table.add_column(title, overflow="fold")
    for title in (f"time ({page.zone or 'UTC'})", "edited"):
        table.add_column(title, no_wrap=True)
    table.add_column("marks", overflow="fold")
    for post in page.posts:
        edited = _short(post.edited, zone) if post.edited else ""
        marks = Text(", ").join(_styled(mark) for mark in post.body.marks if mark.colour)
        table.add_row(
            str(post.number or ""),
            post.id,
            Text(post.author),
            _short(post.at, zone),
            "deleted" if post.deleted else edited,
            marks,
        )
    return table


def _short(interval: Interval, zone: tzinfo) -> str:
    """A moment as far as it is known; `~` where the interval is longer than what is printed."""
    earliest, latest = interval.earliest.astimezone(zone), interval.latest.astimezone(zone)
    match interval.resolution:
        case Resolution.SECOND:
            return f"{earliest:%d.%m %H:%M:%S}"
        case Resolution.MINUTE:
            return f"{earliest:%d.%m %H:%M}"
        case _:
            return f"~{earliest:%d.%m %H:%M}-{latest:%H:%M}"


def _styled(mark: Mark) -> Any:
    from rich.text import Text

    flags = [flag for flag in ("struck", "spoiler", "late", "unclear", "damaged") if getattr(mark, flag)]
    return Text(mark.text + (f" ({', '.join(flags)})" if flags else ""), style=mark.colour or "")
