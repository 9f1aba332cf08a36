"""A look at one page of a forum, from the desk: what software it is, and how its posts are read."""

from __future__ import annotations

from collections.abc import Callable

from forums import Page, Source
from golosa.clock import system_clock
from golosa.desk.asking import Ask
from golosa.desk.typed import is_address
from golosa.errors import GolosaError
from golosa.folder.config import ForumTable
from golosa.reading.fetching import page_at
from golosa.reading.saved import any_page
from scraper.walk import ADVICE

PROBE = "probe"


def look_at(ask: Ask, address: str, forum: ForumTable) -> None:
    """Looks at the page in the background. Raises GolosaError where the address is none, or the forum is being read."""
    ask.desk.draft.pop("page", None)
    source = source_at(ask, address, forum)
    ask.begin(PROBE, lambda progress: any_page(source(), forum))


def source_at(ask: Ask, address: str, forum: ForumTable) -> Callable[[], Source]:
    """How the page at that address is fetched. Raises GolosaError where it is no address."""
    if not is_address(address):
        raise GolosaError(ask.words["open"]["address"])
    sleep = ask.desk.sleep
    return lambda: page_at(address, forum, now=system_clock, sleep=sleep)


def take_page(ask: Ask) -> None:
    """Keeps what the look has found, once it is over; a fault is said."""
    found = ask.desk.jobs.take(PROBE)
    if found is None:
        return
    state, page = found
    if state.fault:
        ask.desk.say(state.fault, good=False)
    else:
        ask.desk.draft["page"] = page


def wall_of(ask: Ask, page: Page | None) -> str:
    """What stands in the way of reading the page, and what to do about it; "" where nothing does."""
    return ask.say(ADVICE[page.wall]) if page is not None and page.wall is not None else ""
