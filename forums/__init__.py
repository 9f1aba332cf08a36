"""Reading forum pages: bytes of a page in, posts with their marks out. No network, no files, no clock."""

from __future__ import annotations

import msgspec

from forums.boards import Board
from forums.pages import Page, PageError, Request, Source, Wall

__all__ = ["Board", "Page", "PageError", "Request", "Source", "Wall", "page_request", "read"]


def read(source: Source, board: Board | None = None) -> Page:
    """The page that `source` holds: its posts (times in UTC), or the wall that it is.

    Raises PageError, naming page, post and field, where something that is a post lacks id, author, time or body, where
    a time cannot be read for certain, or where the page was cut off. `board` is what this one board changes.
    """
    from forums import registry, walls
    from forums.sheet import Sheet

    sheet = Sheet(source, board)
    adapter = registry.recognise(sheet.text)
    if adapter is None or walls.is_feed(sheet.text):
        return walls.of_unknown(source, sheet.text)
    try:
        page = adapter.read(sheet)
    except PageError:
        raise
    except (ValueError, OverflowError) as error:
        # Whatever the adapters read as a number, a page can write there a thousand digits, or a "²".
        raise PageError(f"{source.name}: a number or a date on the page makes no sense: {error}") from error
    return msgspec.structs.replace(page, damaged=True) if "\ufffd" in sheet.text else page


def page_request(page: Page, number: int) -> Request:
    """The request for page `number` (from 1) of the thread that `page` is a page of.

    Raises PageError where `page` does not tell enough: no address, no thread, or the number of posts on a page unknown.
    """
    from forums import registry

    adapter = registry.of_software(page.software) if page.software else None
    if adapter is None:
        raise PageError(f"{page.url or 'page'}: no adapter knows the addresses of this forum")
    if page.url is None or page.thread is None:
        raise PageError(f"{page.url or 'page'}: without the thread's address its other pages cannot be asked for")
    return adapter.request(page, number)
