"""`golosa probe`: what forum a page is of, and every post on it as it is read.

Knows files, addresses and what is printed; fetching is the scraper's and reading is `forums`'.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from engine.posts import Mark, Reading
    from engine.times import Interval
    from forums.boards import Board
    from forums.pages import Page, Source

WALLED = 3  #: exit status where a page holds no thread


@click.command("probe")
@click.argument("sources", nargs=-1, required=True, metavar="URL_OR_FILE…")
@click.option(
    "--url", "urls", multiple=True, metavar="U", help="The page's address; with several files repeated, in their order."
)
@click.option(
    "--seen-at",
    metavar="T",
    help="When the page was seen (ISO 8601 with offset), or `file`: when it was written; needed for «Сегодня».",
)
@click.option("--zone", metavar="Z", help="The zone in which the forum shows times, e.g. Europe/Moscow.")
@click.option("--edit-zone", metavar="Z", help="The zone of edit notices, where it is another one.")
@click.option(
    "--date-format",
    "formats",
    multiple=True,
    metavar="F",
    help="A format of shown times, in the letters of PHP's date().",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    sources: tuple[str, ...],
    urls: tuple[str, ...],
    seen_at: str | None,
    zone: str | None,
    edit_zone: str | None,
    formats: tuple[str, ...],
    as_json: bool,
) -> None:
    """Say what forum this is and show every post as it is read.

    Exit status 3 where a page holds no thread (a login form, an anti-bot check, a print view…) or cannot be read.
    """
    from forums import Board, read

    if urls and len(urls) != len(sources):
        raise _wrong(f"{len(sources)} pages but {len(urls)} times --url; give one for each page, in their order")
    moment = _moment(seen_at)
    board = Board(zone=zone, edit_zone=edit_zone, date_formats=formats)
    taken = _sources(sources, urls, moment, board)
    pages = [(source.name, _read(read, source, board)) for source in taken]
    if as_json:
        click.echo(_json(pages))
    else:
        _show(pages)
    if any(page.wall is not None for _, page in pages):
        raise SystemExit(WALLED)


def _wrong(message: str, code: int = 2) -> Exception:
    from golosa.errors import GolosaError

    return GolosaError(message, code)


def _read(read: Any, source: Source, board: Board) -> Page:
    from forums.dates import UnreadableTime
    from forums.pages import PageError

    try:
        page: Page = read(source, board)
    except UnreadableTime as refused:
        raise _wrong(str(refused)) from refused
    except PageError as broken:
        raise _wrong(str(broken), WALLED) from broken
    return page


def _moment(text: str | None) -> datetime | str | None:
    """The moment of `--seen-at` in UTC, or `file`."""
    if text is None or text == "file":
        return text
    from datetime import UTC, datetime

    try:
        moment = datetime.fromisoformat(text)
    except ValueError as wrong:
        raise _wrong(f"--seen-at {text}: expected a time like 2026-11-27T22:00:30+03:00") from wrong
    if moment.tzinfo is None:
        raise _wrong(f"--seen-at {text}: the offset is missing, e.g. {text}+03:00 or {text}Z")
    return moment.astimezone(UTC)


def _sources(names: Sequence[str], urls: Sequence[str], seen_at: datetime | str | None, board: Board) -> list[Source]:
    """The pages that the arguments name: saved files, and addresses, which are asked for one after the other."""
    addresses = iter(_fetched([name for name in names if _is_address(name)], board.zone))
    found: list[Source] = []
    for at, name in enumerate(names):
        if _is_address(name):
            found.append(next(addresses))
        else:
            found += _saved(name, urls[at] if urls else None, seen_at, board.zone)
    return found


def _is_address(name: str) -> bool:
    return name.startswith(("http://", "https://"))


def _saved(name: str, url: str | None, seen_at: datetime | str | None, zone: str | None) -> list[Source]:
    """The pages in a file, whatever they are."""
    from msgspec import structs

    from golosa.captures import captures_of
    from golosa.captures.reading import source_of, written_at
    from golosa.errors import GolosaError

    try:
        held = captures_of(Path(name))
    except GolosaError as error:
        if isinstance(error.__cause__, OSError):
            raise _wrong(
                f"{name}: cannot be read ({error.__cause__.strerror}); give a saved page or an address"
            ) from error
        raise
    moment = written_at(Path(name)) if seen_at == "file" else seen_at
    assert not isinstance(moment, str)
    folder = name.removesuffix(Path(name).name)
    taken = [source_of(capture, zone, url=url, seen_at=moment) for capture in held.pages]
    return [structs.replace(source, name=folder + source.name) for source in taken]


def _fetched(addresses: Sequence[str], zone: str | None) -> list[Source]:
    if not addresses:
        return []
    import time

    from golosa.clock import system_clock
    from golosa.fetching import manners
    from scraper.client import Client, UnreachableError

    client = Client(manners(), now=system_clock, sleep=time.sleep, zone=zone)
    try:
        return [client.get(address) for address in addresses]
    except UnreachableError as failed:
        raise _wrong(str(failed), WALLED) from failed
    finally:
        client.close()


def _json(pages: list[tuple[str, Page]]) -> str:
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


def _show(pages: list[tuple[str, Page]]) -> None:
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
        clock = "" if page.clock_offset_s is None else f", the forum's clock is off by {page.clock_offset_s:g} s"
        place = f"page {page.page or '?'} of {page.pages or '?'}"
        console.print(f"  «{escape(page.title or '?')}», {place}, zone {page.zone or 'not needed'}{clock}")
        console.print(_table(page))


def _table(page: Page) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table("#", "id", "author")
    for title in ("time (UTC)", "edited"):
        table.add_column(title, no_wrap=True)
    table.add_column("marks")
    for post in page.posts:
        edited = _short(post.edited) if post.edited else ""
        marks = Text(", ").join(_styled(mark) for mark in post.body.marks if mark.colour)
        table.add_row(
            str(post.number or ""),
            post.id,
            Text(post.author),
            _short(post.at),
            "deleted" if post.deleted else edited,
            marks,
        )
    return table


def _short(interval: Interval) -> str:
    """A moment as far as it is known; `~` where the interval is longer than what is printed."""
    from engine.times import Resolution

    match interval.resolution:
        case Resolution.SECOND:
            return f"{interval.earliest:%d.%m %H:%M:%S}"
        case Resolution.MINUTE:
            return f"{interval.earliest:%d.%m %H:%M}"
        case _:
            return f"~{interval.earliest:%d.%m %H:%M}-{interval.latest:%H:%M}"


def _styled(mark: Mark) -> Any:
    from rich.text import Text

    flags = [flag for flag in ("struck", "spoiler", "late", "unclear", "damaged") if getattr(mark, flag)]
    return Text(mark.text + (f" ({', '.join(flags)})" if flags else ""), style=mark.colour or "")
