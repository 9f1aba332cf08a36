"""Makes all files of a game's players' page: data first, then the pages that name them, the version last.

Knows the game's folder. What is shown is decided by `[public]` of game.toml (`golosa.public.allowed`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from importlib import resources
from pathlib import Path

import msgspec
from msgspec import Struct

from golosa.clock import system_clock
from golosa.folder.game import Counted, Game
from golosa.locks import held
from golosa.public.allowed import allowed
from golosa.public.days import public_day
from golosa.public.feed import feed
from golosa.public.files import replace_all, sweep
from golosa.public.games import public_game
from golosa.public.memory import FILE, Earlier, Memory, data_name, summary_of
from golosa.public.pages import Setting, name_of, page, votes_page
from golosa.public.publishing import publish
from golosa.views.public import SCHEMA, PublicDay, PublicDayFile, PublicGame

PUBLIC = Path("out", "public")
STATIC = ("style.css", "page.js", "icon.svg")
STATE = "state.json"  #: written last: who sees its version finds everything that belongs to it
WAIT_SECONDS = 20
PUTTING = "the players' page is being published by {who}: it follows the next time"
BUSY = "the players' page is being written by {who}; try again"


class State(Struct, frozen=True, kw_only=True):
    """`state.json`: the version of the page, for those who look whether there is a newer one."""

    schema: int = SCHEMA
    version: str


def write(game: Game, counted: Counted | None = None, *, official: bool = False, now: datetime | None = None) -> Path:
    """Writes the page with its data and gives the path of `index.html`.

    `counted` is the count to show; without one, or where it is of an earlier day, the current day is counted from the
    store as of `now` (UTC; the clock's if left out). `official`: the host makes this count the day's result; what was
    made official before stays so as long as the count is the same. Where `[publish]` names a bucket, the files go there
    too. Raises GolosaError where files cannot be written, or not be put there (then they are written here).
    """
    now = now or system_clock()
    folder = game.folder / PUBLIC
    with held(game.folder, "public", BUSY, exit_code=2, wait=WAIT_SECONDS):
        sweep(folder)
        memory = Memory(game, folder.parent, _design())
        day = _current(memory, counted, now, official=official)
        tables = [table for table in game.config.day if day is not None and table.number < day.number]
        past = [memory.earlier(table, now) for table in tables]
        made = public_game(game, day, (summary_of(one.day) for one in past))
        files = _files(game, made, past)
        replace_all(folder, files)
        replace_all(folder.parent, {FILE: memory.content()})
    if game.config.publish.to is not None:
        # Outside the lock: a slow network must not keep others from writing the page here.
        with held(game.folder, "publish", PUTTING, exit_code=3, wait=WAIT_SECONDS):
            if (folder / STATE).read_bytes() == files[STATE]:  # else a newer page is there, and its writer puts that
                publish(files, game.config.publish.to, folder.parent)
    return folder / "index.html"


def _current(memory: Memory, counted: Counted | None, now: datetime, *, official: bool) -> PublicDay | None:
    game = memory.game
    if not game.config.day:
        return None
    table = game.day(None, now)
    if counted is None or counted.day.number != table.number:
        if counted is not None:
            memory.official(counted, made=official)
        counted, official = game.count(table, now), False
    official = memory.official(counted, made=official)
    return public_day(game, table, allowed(game, counted, now, official=official), official=official)


def _files(game: Game, made: PublicGame, past: Sequence[Earlier]) -> dict[str, bytes]:
    """All files by name, in the order in which they are to appear."""
    data, design = msgspec.json.encode(made), _design()
    setting = Setting(version=_digest(design.encode(), data), assets=design)
    key = game.config.day[0].threads[0] if game.config.day and game.config.day[0].threads else made.title
    files = {
        **static_files(),
        **{data_name(one.day.number): _day_file(made, one.day) for one in past},
        "data/game.json": data,
        "feed.xml": feed(made, [one.day for one in past], key),
    }
    for one in past:
        files |= one.pages or _pages(made, one.day, setting, current=False)
    files |= _pages(made, made.day, setting, current=True)
    return {**files, STATE: msgspec.json.encode(State(version=setting.version))}


def _pages(made: PublicGame, day: PublicDay | None, setting: Setting, *, current: bool) -> dict[str, bytes]:
    """A day's two pages, the one that links to the other last."""
    files = {}
    if day is not None:
        name = name_of(day, current=current, votes=True)
        files[name] = votes_page(made, day, setting, current=current).encode()
    return {**files, name_of(day, current=current): page(made, day, setting, current=current).encode()}


def _day_file(made: PublicGame, day: PublicDay) -> bytes:
    return msgspec.json.encode(PublicDayFile(title=made.title, lang=made.lang, zone=made.zone, day=day))


@cache
def static_files() -> dict[str, bytes]:
    """The page's style, script and icon by name."""
    folder = resources.files("golosa.public").joinpath("static")
    return {name: folder.joinpath(name).read_bytes() for name in STATIC}


@cache
def _design() -> str:
    """Names what pages are made with: templates, style, script."""
    folder = resources.files("golosa.templates").joinpath("public")
    templates = sorted(folder.iterdir(), key=lambda file: file.name)
    return _digest(*(file.read_bytes() for file in templates), *static_files().values())


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]
