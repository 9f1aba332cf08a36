"""`game.toml`: reading it checked, writing it with its comments kept. Knows the file; knows no store and no rule.

Roles are secrets and never stand here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
import tomlkit
from msgspec import Struct

from engine.people import Player, Roster
from golosa.errors import GolosaError
from golosa.rulesets import explained

NAME = "game.toml"


class GameTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[game]`: what is played, by which rules, led by whom."""

    title: str = ""
    rules: str = "classic10"  #: a shipped rule set's name, or the path of a TOML file (relative to the folder)
    hosts: tuple[str, ...] = ()  #: forum accounts of the host and co-hosts
    lang: Literal["ru", "en"] = "ru"  #: language of the posts
    zone: str | None = None  #: zone of the times in posts; the rule set's if left out


class ForumTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[forum]`: what a page cannot tell of itself."""

    zone: str | None = None  #: zone in which the forum shows times to this reader
    edit_zone: str | None = None  #: zone of its edit notices, where it is another one
    date_formats: tuple[str, ...] = ()  #: formats of its dates, in the letters of PHP's date()


class PlayerTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[[player]]`: a player by the name that is voted for (C13)."""

    name: str
    accounts: tuple[str, ...] = ()
    account_ids: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


class DayTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[[day]]`: one day's threads and clock."""

    number: int
    threads: tuple[str, ...] = ()
    starts: datetime
    ends: datetime
    from_post: str | None = None  #: first post that belongs to the day, by id, where a thread holds several days
    to_post: str | None = None


class Config(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file."""

    game: GameTable = GameTable()
    forum: ForumTable = ForumTable()
    set: dict[str, Any] = {}  #: knobs of the rule set changed for this game, by dotted name
    player: tuple[PlayerTable, ...] = ()
    day: tuple[DayTable, ...] = ()

    @property
    def roster(self) -> Roster:
        """The players and hosts as the engine takes them."""
        players = tuple(Player(table.name, table.accounts, table.account_ids, table.aliases) for table in self.player)
        return Roster(players, self.game.hosts)


def zone_of(name: str, where: str) -> ZoneInfo:
    """The zone of that IANA name. Raises GolosaError naming `where` it was given."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise GolosaError(f"{where}: no zone {name!r}; give an IANA name such as Europe/Moscow") from error


def parse(text: str, where: str) -> Config:
    """The checked configuration in a TOML text. Raises GolosaError with file, key and what was expected."""
    try:
        document = tomlkit.parse(text).unwrap()
    except tomlkit.exceptions.TOMLKitError as error:
        raise GolosaError(f"{where}: not valid TOML: {error}") from error
    document["set"] = _dotted(document.get("set", {}))
    try:
        config = msgspec.convert(document, Config)
    except msgspec.ValidationError as error:
        raise GolosaError(f"{where}: {explained(error)}") from error
    _check(config, where)
    return config


def _dotted(tables: Any, prefix: str = "") -> dict[str, Any]:
    """`[set.votes] self_vote = true` and `[set] "votes.self_vote" = true` alike as one dotted name."""
    found: dict[str, Any] = {}
    for key, value in tables.items() if isinstance(tables, dict) else ():
        if isinstance(value, dict):
            found |= _dotted(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found


def _check(config: Config, where: str) -> None:
    for key, name in (("game.zone", config.game.zone), ("forum.zone", config.forum.zone)):
        if name is not None:
            zone_of(name, f"{where}: {key}")
    names: set[str] = set()
    for index, player in enumerate(config.player):
        if player.name.casefold() in names:
            raise GolosaError(f"{where}: player[{index}].name: two players are called {player.name!r}; rename one")
        if not player.name.strip():
            raise GolosaError(f"{where}: player[{index}].name: expected a name, got an empty text")
        names.add(player.name.casefold())
    numbers: set[int] = set()
    for index, day in enumerate(config.day):
        if day.starts.tzinfo is None or day.ends.tzinfo is None:
            raise GolosaError(f"{where}: day[{index}]: times need an offset, such as 2026-03-02T22:00:00+03:00")
        if day.ends <= day.starts:
            raise GolosaError(f"{where}: day[{index}].ends: the day ends before it starts")
        if day.number in numbers:
            raise GolosaError(f"{where}: day[{index}].number: two days have the number {day.number}")
        numbers.add(day.number)


def load(folder: Path) -> Config:
    """The configuration of a game folder. Raises GolosaError where there is none or it is wrong."""
    path = folder / NAME
    if not path.is_file():
        raise GolosaError(f"{path}: no game here; make one with `golosa new`, or name its folder with -C")
    return parse(path.read_text(encoding="utf-8"), str(path))


def write(path: Path, text: str) -> None:
    """Writes a file whole or not at all; readable by the owner only."""
    fresh = path.with_name(path.name + ".new")
    try:
        with os.fdopen(os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        raise GolosaError(f"{path}: cannot write: {error.strerror or error}") from error


def compose(config: Config) -> str:
    """A new `game.toml` with a comment on each table."""
    document = tomlkit.document()
    document.add(tomlkit.comment("A game of forum Mafia; see `golosa rules show` for the knobs that [set] may change."))
    document["game"] = _table(config.game)
    document["forum"] = _table(config.forum)
    if config.set:
        document["set"] = _nested(config.set)
    for key, tables in (("player", config.player), ("day", config.day)):
        array = tomlkit.aot()
        for table in tables:
            array.append(_table(table))
        if tables:
            document[key] = array
    return tomlkit.dumps(document)


def _table(value: Struct) -> Any:
    table = tomlkit.table()
    for key, item in msgspec.structs.asdict(value).items():
        if item is None or item == () or item == "":
            continue
        table[key] = list(item) if isinstance(item, tuple) else item
    return table


def _nested(settings: Mapping[str, Any]) -> Any:
    table = tomlkit.table()
    for knob, value in settings.items():
        *tables, key = knob.split(".")
        place = table
        for name in tables:
            if name not in place:
                place[name] = tomlkit.table()
            place = place[name]
        place[key] = value
    return table


def add_day(folder: Path, day: DayTable) -> None:
    """Adds or replaces a day in the file; everything else in it, comments too, stays as it is."""
    path = folder / NAME
    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    array = document.get("day")
    if array is None:
        array = tomlkit.aot()
        document["day"] = array
    for index, table in enumerate(array):
        if table["number"] == day.number:
            array[index] = _table(day)
            break
    else:
        array.append(_table(day))
    text = tomlkit.dumps(document)
    parse(text, str(path))
    write(path, text)


def utc(moment: datetime) -> datetime:
    """The same moment in UTC."""
    return moment.astimezone(UTC)
