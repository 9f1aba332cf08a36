"""A check of a game's set-up: what is well, what may surprise the host, what is wrong, each with what to do about it.

Knows the folder and the forum's first answer; changes nothing.
"""

from __future__ import annotations

import stat
import time
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import pairwise
from pathlib import Path

from msgspec import Struct, structs

import forums
from engine.names import collisions, unclear_names
from engine.times import Resolution
from forums import Page, PageError
from golosa import config as config_file
from golosa import rulesets
from golosa.access import client_for
from golosa.access.cookies import readable_by_others
from golosa.boards import named_by_user, user_file
from golosa.clock import Clock, system_clock
from golosa.config import DayTable
from golosa.errors import GolosaError
from golosa.fetching import manners, page_before
from golosa.game import DATABASE, Game
from golosa.saved import board_of
from golosa.shifts import require_one_zone
from scraper.client import Client, UnreachableError
from scraper.walk import ADVICE, UNCONFIRMED

CLOCK_TOLERANCE = 5.0  #: seconds between two clocks that are not worth a word


class Grade(StrEnum):
    """How bad a finding is."""

    WELL = "well"
    NOTE = "note"  #: works, but may surprise
    WRONG = "wrong"  #: will not work, or not as meant


class Finding(Struct, frozen=True):
    """One thing that was looked at."""

    check: str
    grade: Grade
    says: str


def of_folder(game: Game) -> Iterator[Finding]:
    """What can be told without the network."""
    yield Finding("folder", Grade.WELL, f"{config_file.NAME} is read; rules {game.config.game.rules}, zone {game.zone}")
    yield from _boards(game)
    yield from _readers(game.folder)
    yield from _cookies(game)
    yield from _store(game)
    yield from _rules(game)
    yield from _players(game)
    yield from _days(game)


def _boards(game: Game) -> Iterator[Finding]:
    """What is known of the boards of the days' threads, and where that is written."""
    known = sorted({host for day in game.config.day for url in day.threads if (host := named_by_user(url))})
    if known:
        yield Finding("boards", Grade.WELL, f"{user_file()} tells of {', '.join(known)}")


def _readers(folder: Path) -> Iterator[Finding]:
    """Roles and orders are secrets of this machine's user."""
    for path in (folder, folder / DATABASE):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            says = f"{path} can be read by others on this machine: `chmod go-rwx` it, roles and orders lie there"
            yield Finding("secrets", Grade.NOTE, says)


def _cookies(game: Game) -> Iterator[Finding]:
    """Whoever has a browser's cookies is the host to the forum."""
    if game.config.forum.cookies is None:
        return
    path = game.folder / Path(game.config.forum.cookies).expanduser()
    if not path.is_file():
        yield Finding("cookies", Grade.WRONG, f"{path} is not there: export the browser's cookies again")
        return
    if readable_by_others(path):
        yield Finding("cookies", Grade.NOTE, f"{path} can be read by others on this machine: `chmod go-rwx` it")
    if path.resolve().is_relative_to(game.folder.resolve()):
        yield Finding(
            "cookies", Grade.NOTE, f"{path} lies in the game's folder: who gets a copy of that gets your login"
        )


def _store(game: Game) -> Iterator[Finding]:
    (result,) = game.database.rows("PRAGMA quick_check(1)")[0]
    if result == "ok":
        yield Finding("store", Grade.WELL, f"{DATABASE} is sound")
    else:
        yield Finding("store", Grade.WRONG, f"{DATABASE} is damaged ({result}): take a copy of yours, or fetch anew")


def _rules(game: Game) -> Iterator[Finding]:
    for fault in rulesets.faults(game.rules):
        yield Finding("rules", Grade.WRONG, f"{fault.place}: {fault.says}")


def _players(game: Game) -> Iterator[Finding]:
    if not game.config.player:
        yield Finding("players", Grade.WRONG, "nobody plays: add [[player]] tables to game.toml")
    if not game.config.game.hosts:
        yield Finding("host", Grade.NOTE, "no host is named ([game] hosts): his posts would be a stranger's")
    for collision in collisions(game.roster):
        says = f"«{collision.text}» may mean {', '.join(collision.players)}: you will be asked whenever it is used"
        yield Finding("names", Grade.NOTE, says)
    for name in unclear_names(game.roster):
        says = f"«{name}» says something else too: whoever votes for it, you will be asked; give it an alias"
        yield Finding("names", Grade.NOTE, says)
    hosts = {host.casefold() for host in game.config.game.hosts}
    for player in game.config.player:
        if hosts & {account.casefold() for account in player.accounts or (player.name,)}:
            yield Finding("host", Grade.WRONG, f"{player.name} plays under a host's account: the host cannot vote (V5)")


def _days(game: Game) -> Iterator[Finding]:
    days = sorted(game.config.day, key=lambda day: day.number)
    if not days:
        yield Finding("days", Grade.NOTE, "no day yet: `golosa day open`")
    for earlier, later in pairwise(days):
        if later.starts < earlier.ends:
            yield Finding("days", Grade.WRONG, f"day {later.number} starts before day {earlier.number} ends")
    for day in days:
        if not day.threads:
            yield Finding("days", Grade.WRONG, f"day {day.number} has no thread: `golosa day open --thread URL`")


def of_current_day(game: Game, now: Clock = system_clock, sleep: Callable[[float], None] = time.sleep) -> list[Finding]:
    """What the forum's answers for the threads of the day that has begun last tell; nothing where it has none."""
    if not game.config.day:
        return []
    day = game.day(None, now())
    if not day.threads:
        return []
    quick = structs.replace(manners(), retries=1, timeout=15.0)
    client = client_for(game.config.forum, game.folder, day.threads[0], quick, now=now, sleep=sleep)
    try:
        return list(of_forum(game, day, client))
    finally:
        client.close()


def of_forum(game: Game, day: DayTable, client: Client) -> Iterator[Finding]:
    """What the forum's answer to one request for each thread of the day tells."""
    for thread in day.threads:
        try:
            page = forums.read(client.get(thread), board_of(game.config.forum, thread))
        except UnreachableError as error:
            yield Finding("forum", Grade.WRONG, f"not reachable: {error}")
            continue
        except PageError as error:
            yield Finding("forum", Grade.WRONG, f"the thread cannot be read: {error}")
            continue
        if page.wall is not None:
            yield Finding("forum", Grade.WRONG, f"{thread}: {ADVICE[page.wall]}")
            continue
        yield from _thread(game, page, client.clock_offset)
        yield from _shifted(game, thread, page)


def _shifted(game: Game, thread: str, page: Page) -> Iterator[Finding]:
    """Whether this reader is shown the posts' times as they were shown before."""
    try:
        require_one_zone(page_before(game, thread), [page], thread)
    except GolosaError as error:
        yield Finding("zone", Grade.WRONG, str(error))


def _thread(game: Game, page: Page, offset: float | None) -> Iterator[Finding]:
    grade = Grade.WRONG if page.guess else Grade.WELL
    software = " ".join(filter(None, (page.software, page.version)))
    where = f"«{page.title or '?'}», {page.pages or '?'} pages"
    yield Finding("forum", grade, f"{software}: {where}" + (f", {UNCONFIRMED}" if page.guess else ""))
    if offset is not None and abs(offset) > CLOCK_TOLERANCE:
        ahead = "ahead of" if offset > 0 else "behind"
        says = f"the forum's clock is {abs(offset):.0f} s {ahead} this machine's: its clock decides what is in time"
        yield Finding("clock", Grade.NOTE, says)
    if page.posts and all(post.at.resolution is Resolution.MINUTE for post in page.posts):
        says = "the forum shows minutes only: a vote in the minute of the deadline will need your ruling"
        yield Finding("seconds", Grade.NOTE, says)
    told = board_of(game.config.forum, page.url).zone
    if page.zone and told and page.zone != told:
        yield Finding("zone", Grade.NOTE, f"the page shows times in {page.zone}, you told {told}")
