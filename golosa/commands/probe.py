"""`golosa probe`: what forum a page is of, and every post on it as it is read.

Knows files, addresses and what is printed; fetching is the scraper's and reading is `forums`'.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from forums.pages import Page, Source
    from golosa.reading.boards import BoardTable
    from scraper.client import Client

T = TypeVar("T")
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
@click.option("-C", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Read as this game's [forum] says.")
@click.option("--teach", is_flag=True, help="Write what was learnt into your boards.toml; ask for the rest.")
@click.option("--confirm", is_flag=True, help="The posts read by guess are right: remember it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    sources: tuple[str, ...],
    urls: tuple[str, ...],
    seen_at: str | None,
    zone: str | None,
    edit_zone: str | None,
    formats: tuple[str, ...],
    folder: Path | None,
    teach: bool,
    confirm: bool,
    as_json: bool,
) -> None:
    """Say what forum this is and show every post as it is read.

    Exit status 3 where a page holds no thread (a login form, an anti-bot check, a print view…) or cannot be read.
    """
    from golosa.commands.saving import moments
    from golosa.reading import shifts
    from golosa.reading.boards import BoardTable
    from golosa.reading.probed import document, show

    if urls and len(urls) != len(sources):
        raise _wrong(f"{len(sources)} pages but {len(urls)} times --url; give one for each page, in their order")
    for option, name in (("--zone", zone), ("--edit-zone", edit_zone)):
        _require_zone(option, name)
    told = _forum(BoardTable(zone=zone, edit_zone=edit_zone, date_formats=formats), folder)
    (seen,) = moments((seen_at,)) if seen_at is not None else (None,)
    clocks: dict[str, float] = {}
    taken = _sources(sources, urls, seen, told.zone, folder, clocks)
    if teach:
        _teach(taken[0], told, as_json=as_json)
        return
    pages = [(source.name, _timed(_read(source, told), clocks.get(source.name))) for source in taken]
    apart = shifts.told_apart(pages)
    if as_json:
        click.echo(document(pages))
    else:
        show(pages)
    if apart is not None:
        click.echo(f"golosa: {apart}", err=True)
    if confirm:
        _confirm(pages, folder, quiet=as_json)
    if any(page.wall is not None for _, page in pages):
        click.get_current_context().exit(WALLED)


def _require_zone(option: str, name: str | None) -> None:
    from forums.dates import UnreadableTime, zone_of

    try:
        zone_of(name or "UTC")
    except UnreadableTime as unknown:
        raise _wrong(f"{option} {name!r}: no such zone; give an IANA name such as Europe/Moscow") from unknown


def _timed(page: Page, offset: float | None) -> Page:
    """A page with its forum's clock, where the page itself does not tell it but the answer that brought it did."""
    import msgspec

    if offset is None or page.clock_offset_s is not None:
        return page
    return msgspec.structs.replace(page, clock_offset_s=round(offset))


def _forum(given: BoardTable, folder: Path | None) -> BoardTable:
    """What the options say, and then the game."""
    from golosa.reading.boards import over

    if folder is None:
        return given
    from golosa.folder import config

    return over(given, config.load(folder).forum)


def _teach(source: Source, told: BoardTable, *, as_json: bool) -> None:
    """Asks and writes on a terminal; elsewhere prints the entry. Exit status 1 where something is left to be told."""
    from golosa.commands.taught import questions
    from golosa.reading.boards import board_for
    from golosa.reading.teaching import lesson_of, write_board

    if as_json:
        raise _wrong("--teach prints an entry of boards.toml, no JSON")
    ask = questions()
    lesson = _guarded(lambda: lesson_of(source, board_for(source.url, told), ask))
    if ask is None or lesson.unknown:
        click.echo(lesson.entry, nl=False)
        click.get_current_context().exit(1 if lesson.unknown else 0)
    if lesson.page is not None:
        from golosa.reading.probed import show

        show([(source.name, lesson.page)])
    facts = dict(lesson.facts)
    if lesson.page is not None and lesson.page.guess and click.confirm("Is every post, name and time as on the page?"):
        facts["guess"] = lesson.page.shape
    path = write_board(lesson.host, facts)
    click.echo(f"Written to {path} for {lesson.host}: {', '.join(facts) or 'nothing that its pages do not tell'}.")


def _confirm(pages: list[tuple[str, Page]], folder: Path | None, *, quiet: bool) -> None:
    from golosa.folder import config
    from golosa.reading.boards import host_of
    from golosa.reading.teaching import confirm

    shapes = {page.shape for _, page in pages if page.shape is not None}
    if len(shapes) != 1:
        what = (
            "nothing was read by guess" if not shapes else f"the pages have {len(shapes)} layouts; confirm each alone"
        )
        raise _wrong(f"--confirm: {what}")
    here = folder if folder is not None else (Path() if (Path() / config.NAME).is_file() else None)
    url = next((page.url for _, page in pages if page.url), None)
    path = confirm(str(shapes.pop()), host_of(url), here)
    if not quiet:
        click.echo(f"Confirmed in {path}; another layout will ask again.")


def _wrong(message: str, code: int = 2) -> Exception:
    from golosa.errors import GolosaError

    return GolosaError(message, code)


def _read(source: Source, told: BoardTable) -> Page:
    from forums import read
    from golosa.reading.boards import board_for

    return _guarded(lambda: read(source, board_for(source.url, told)))


def _guarded(work: Callable[[], T]) -> T:
    """The work's result. Raises GolosaError for a page that cannot be read, with the exit status of its kind."""
    from forums.dates import UnreadableTime
    from forums.pages import PageError

    try:
        return work()
    except UnreadableTime as refused:
        raise _wrong(str(refused)) from refused
    except PageError as broken:
        raise _wrong(str(broken), WALLED) from broken


def _sources(
    names: Sequence[str],
    urls: Sequence[str],
    seen_at: datetime | str | None,
    zone: str | None,
    folder: Path | None,
    clocks: dict[str, float],
) -> list[Source]:
    """The pages that the arguments name: saved files, and addresses, which are asked for one after the other; `clocks`
    is told by how many seconds the clock of each answer's forum is ahead of ours."""
    addresses = iter(_fetched([name for name in names if _is_address(name)], zone, folder, clocks))
    found: list[Source] = []
    for at, name in enumerate(names):
        if _is_address(name):
            found.append(next(addresses))
        else:
            found += _saved(name, urls[at] if urls else None, seen_at, zone)
    return found


def _is_address(name: str) -> bool:
    return name.startswith(("http://", "https://"))


def _saved(name: str, url: str | None, seen_at: datetime | str | None, zone: str | None) -> list[Source]:
    """The pages in a file, whatever they are."""
    from msgspec import structs

    from golosa.captures import captures_of
    from golosa.captures.reading import FILE, source_of, written_at
    from golosa.errors import GolosaError

    try:
        held = captures_of(Path(name))
    except GolosaError as error:
        if isinstance(error.__cause__, OSError):
            raise _wrong(
                f"{name}: cannot be read ({error.__cause__.strerror}); give a saved page or an address"
            ) from error
        raise
    moment = written_at(Path(name)) if seen_at == FILE else seen_at
    assert not isinstance(moment, str)
    folder = name.removesuffix(Path(name).name)
    taken = [source_of(capture, zone, url=url, seen_at=moment) for capture in held.pages]
    return [structs.replace(source, name=folder + source.name) for source in taken]


def _fetched(addresses: Sequence[str], zone: str | None, folder: Path | None, clocks: dict[str, float]) -> list[Source]:
    """The pages at these addresses, as a member where the game in `folder` says so."""
    if not addresses:
        return []
    import time
    from urllib.parse import urlsplit

    from msgspec import structs

    from golosa.access import client_for
    from golosa.clock import system_clock
    from golosa.folder import config
    from golosa.reading.fetching import manners
    from scraper.client import UnreachableError

    forum = config.load(folder).forum if folder is not None else config.ForumTable()
    told, here = structs.replace(forum, zone=zone), folder or Path()
    clients: dict[str, Client] = {}
    found = []
    try:
        for address in addresses:
            host = urlsplit(address).netloc
            if host not in clients:
                clients[host] = client_for(told, here, address, manners(), now=system_clock, sleep=time.sleep)
            found.append(_in_whole(clients[host], clients[host].get(address)))
            if (offset := clients[host].clock_offset) is not None:
                clocks[found[-1].name] = offset
    except UnreachableError as failed:
        raise _wrong(str(failed), WALLED) from failed
    finally:
        for client in clients.values():
            client.close()
    return found


def _in_whole(client: Client, source: Source) -> Source:
    """The page itself; where it leaves posts out, the first page of the view that shows all."""
    from contextlib import suppress

    from forums import page_request, read
    from forums.pages import OtherViewError, PageError

    with suppress(PageError):  # what is wrong is told when it is read with all that is known of its board
        try:
            read(source)
        except OtherViewError as other:
            return client.get(page_request(other.page, 1).url)
    return source
