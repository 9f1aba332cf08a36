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
from engine.rules import Rules
from engine.times import Resolution
from forums import Page, PageError
from golosa.access import client_for
from golosa.access.cookies import readable_by_others
from golosa.clock import Clock, system_clock
from golosa.errors import GolosaError, Told, told
from golosa.folder.config import Config, DayTable
from golosa.folder.daybook import left_open
from golosa.folder.frames import HOST
from golosa.folder.game import DATABASE, Game
from golosa.reading.boards import named_by_user, user_file
from golosa.reading.fetching import manners, page_before
from golosa.reading.probed import CLOCK_TOLERANCE
from golosa.reading.saved import board_of
from golosa.reading.shifts import require_one_zone
from golosa.rulebook import rulesets
from scraper.client import Client, UnreachableError
from scraper.walk import ADVICE, UNCONFIRMED


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
    yield Finding(
        "folder",
        Grade.WELL,
        Told("game.toml is read; rules {rules}, zone {zone}", rules=game.config.game.rules, zone=game.zone),
    )
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
        yield Finding("boards", Grade.WELL, Told("{file} tells of {boards}", file=user_file(), boards=", ".join(known)))


def _readers(folder: Path) -> Iterator[Finding]:
    """Roles and orders are secrets of this machine's user."""
    for path in (folder, folder / DATABASE):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            says = Told(
                "{path} can be read by others on this machine: `chmod go-rwx` it, roles and orders lie there", path=path
            )
            yield Finding("secrets", Grade.NOTE, says)


def _cookies(game: Game) -> Iterator[Finding]:
    """Whoever has a browser's cookies is the host to the forum."""
    if game.config.forum.cookies is None:
        return
    path = game.folder / Path(game.config.forum.cookies).expanduser()
    if not path.is_file():
        yield Finding(
            "cookies", Grade.WRONG, Told("{path} is not there: export the browser's cookies again", path=path)
        )
        return
    if readable_by_others(path):
        yield Finding(
            "cookies", Grade.NOTE, Told("{path} can be read by others on this machine: `chmod go-rwx` it", path=path)
        )
    if path.resolve().is_relative_to(game.folder.resolve()):
        yield Finding(
            "cookies",
            Grade.NOTE,
            Told("{path} lies in the game's folder: who gets a copy of that gets your login", path=path),
        )


def _store(game: Game) -> Iterator[Finding]:
    (result,) = game.database.rows("PRAGMA quick_check(1)")[0]
    if result == "ok":
        yield Finding("store", Grade.WELL, Told("game.db is sound"))
    else:
        yield Finding(
            "store",
            Grade.WRONG,
            Told("game.db is damaged ({result}): take a copy of yours, or fetch anew", result=result),
        )


def _rules(game: Game) -> Iterator[Finding]:
    for fault in rulesets.faults(game.rules):
        yield Finding("rules", Grade.WRONG, Told("{key}: {says}", key=fault.place, says=fault.says))


def _players(game: Game) -> Iterator[Finding]:
    if not game.config.player:
        yield Finding("players", Grade.WRONG, Told("nobody plays: add [[player]] tables to game.toml"))
    if not game.config.game.hosts:
        yield Finding("host", Grade.NOTE, Told("no host is named ([game] hosts): his posts would be a stranger's"))
    for collision in collisions(game.roster):
        says = Told(
            "«{name}» may mean {players}: you will be asked whenever it is used",
            name=collision.text,
            players=", ".join(collision.players),
        )
        yield Finding("names", Grade.NOTE, says)
    for name in unclear_names(game.roster):
        says = Told(
            "«{name}» says something else too: whoever votes for it, you will be asked; give it an alias", name=name
        )
        yield Finding("names", Grade.NOTE, says)


def _days(game: Game) -> Iterator[Finding]:
    if (apart := two_zones(game.config, game.rules)) is not None:
        yield Finding("zone", Grade.NOTE, apart)
    days = sorted(game.config.day, key=lambda day: day.number)
    if not days:
        yield Finding("days", Grade.NOTE, Told("no day yet: `golosa day open`"))
    for earlier, later in pairwise(days):
        if later.starts < earlier.ends:
            yield Finding(
                "days",
                Grade.WRONG,
                Told("day {day} starts before day {earlier} ends", day=later.number, earlier=earlier.number),
            )
    for open_ in left_open(game, days[-1], system_clock()) if days else ():
        yield Finding("days", Grade.NOTE, open_)
    for day in days:
        if not day.threads:
            yield Finding(
                "days", Grade.WRONG, Told("day {day} has no thread: `golosa day open --thread URL`", day=day.number)
            )


def two_zones(config: Config, rules: Rules) -> Told | None:
    """What is to be said where days go by one zone and nights by another."""
    if config.game.zone in (None, rules.day.zone) or rules.night.until == HOST:
        return None
    return Told(
        "days and posts are in {zone}, but orders are taken until {until} in {other}: if that is not meant, set "
        "day.zone too, by `golosa new --set day.zone={zone}` or under [set] in game.toml",
        zone=config.game.zone,
        until=rules.night.until,
        other=rules.day.zone,
    )


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
            yield Finding("forum", Grade.WRONG, Told("not reachable: {error}", error=error))
            continue
        except PageError as error:
            yield Finding("forum", Grade.WRONG, Told("the thread cannot be read: {error}", error=error))
            continue
        if page.wall is not None:
            yield Finding("forum", Grade.WRONG, Told("{thread}: {why}", thread=thread, why=ADVICE[page.wall]))
            continue
        yield from _thread(game, page, client.clock_offset)
        yield from _shifted(game, thread, page)


def _shifted(game: Game, thread: str, page: Page) -> Iterator[Finding]:
    """Whether this reader is shown the posts' times as they were shown before."""
    try:
        require_one_zone(page_before(game, thread), [page], thread)
    except GolosaError as error:
        yield Finding("zone", Grade.WRONG, told(error))


def _thread(game: Game, page: Page, offset: float | None) -> Iterator[Finding]:
    grade = Grade.WRONG if page.guess else Grade.WELL
    software = " ".join(filter(None, (page.software, page.version)))
    seen = {"software": software, "title": page.title or "?", "pages": page.pages or "?"}
    if page.guess:
        says = Told("{software}: «{title}», {pages} pages, {why}", why=UNCONFIRMED, **seen)
    else:
        says = Told("{software}: «{title}», {pages} pages", **seen)
    yield Finding("forum", grade, says)
    if offset is not None and abs(offset) > CLOCK_TOLERANCE:
        yield Finding("clock", Grade.NOTE, _clock(offset))
    if page.posts and all(post.at.resolution is Resolution.MINUTE for post in page.posts):
        says = Told("the forum shows minutes only: a vote in the minute of the deadline will need your ruling")
        yield Finding("seconds", Grade.NOTE, says)
    given = board_of(game.config.forum, page.url).zone
    if page.zone is None and given is None:
        says = Told(
            "the page does not say in which zone it shows times; a time without one stops the count: set zone under "
            "[forum] in game.toml"
        )
        yield Finding("zone", Grade.NOTE, says)
    if page.zone and given and page.zone != given:
        says = Told("the page shows times in {zone}, you told {given}", zone=page.zone, given=given)
        yield Finding("zone", Grade.NOTE, says)


def _clock(offset: float) -> Told:
    if offset > 0:
        return Told(
            "the forum's clock is {seconds:.0f} s ahead of this machine's: its clock decides what is in time",
            seconds=offset,
        )
    return Told(
        "the forum's clock is {seconds:.0f} s behind this machine's: its clock decides what is in time", seconds=-offset
    )
