"""Reading forum pages: bytes of a page in, posts with their marks out. No network, no files, no clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from forums.boards import Board
from forums.pages import Page, PageError, Request, Source, Wall

if TYPE_CHECKING:
    from forums.adapter import Adapter
    from forums.sheet import Sheet

__all__ = ["Board", "Page", "PageError", "Request", "Source", "Wall", "page_request", "read"]


def read(source: Source, board: Board | None = None, known: str | None = None) -> Page:
    """The page that `source` holds: its posts (times in UTC), or the wall that it is.

    Raises PageError, naming page, post and field, where something that is a post lacks id, author, time or body, where
    a time cannot be read for certain, or where the page was cut off. `board` is what this one board changes; `known` is
    the software of another page of the same thread, which spares looking for every other's marks.
    """
    from forums import registry, walls
    from forums.complete import require_edits_later, require_past
    from forums.documents import is_json
    from forums.sheet import Sheet
    from forums.taught import taught

    sheet = Sheet(source, board)
    adapter = registry.recognise(sheet.text, known)
    if adapter is None or walls.is_feed(sheet.text):
        unknown = walls.of_unknown(source, sheet.text)
        if unknown.wall is not Wall.UNKNOWN_SOFTWARE:
            return unknown
        adapter = _of_nobody(sheet)
        if adapter is None:
            return walls.of_stranger(sheet, unknown)
    elif sheet.board.selectors.named() and not is_json(sheet):
        adapter = taught(adapter, sheet.board.selectors)
    try:
        page = adapter.read(sheet)
    except PageError:
        raise
    except (ValueError, OverflowError) as error:
        # Whatever the adapters read as a number, a page can write there a thousand digits, or a "²".
        raise PageError(
            "{name}: a number or a date on the page makes no sense: {error}", name=source.name, error=error
        ) from error
    require_past(page, sheet)
    require_edits_later(page, sheet)
    return msgspec.structs.replace(page, damaged=True) if "\ufffd" in sheet.text else page


def _of_nobody(sheet: Sheet) -> Adapter | None:
    """How a page of unknown software is read: by the places that the board names, else by a guess."""
    from forums.guess import Unguessed, guessed
    from forums.taught import taught

    places = sheet.board.selectors
    if places.post and places.author and places.time and places.body:
        return taught(Unguessed(), places)
    return guessed(sheet)


def page_request(page: Page, number: int) -> Request:
    """The request for page `number` (from 1) of the thread that `page` is a page of.

    Raises PageError where `page` does not tell enough: no address, no thread, or the number of posts on a page unknown.
    """
    from forums import registry

    adapter = registry.of_software(page.software) if page.software else None
    if adapter is None:
        raise PageError("{url}: no adapter knows the addresses of this forum", url=page.url or "page")
    if page.url is None or page.thread is None:
        raise PageError(
            "{url}: without the thread's address its other pages cannot be asked for", url=page.url or "page"
        )
    return adapter.request(page, number)
