"""`game.toml`, read and checked. Knows the file; knows no store and no rule. What is changed in it is `gamefile`'s.

Roles are secrets and never stand here.
"""

# Annotations are values here: as texts, msgspec would compile and evaluate each of them at every start.

import os
import re
import tomllib
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct

from engine.counting.authors import account_key
from engine.people import Player, Roster
from golosa.checked import FaultError, checked
from golosa.errors import GolosaError, Told
from golosa.folder.entries import Laid, RulesChange, fault_of_effect, fault_of_rules
from golosa.folder.phases import MOST_DAYS
from golosa.reading.boards import BoardTable
from golosa.reading.boards import check as check_board

NAME = "game.toml"
BUCKET = r"s3://[a-z0-9][a-z0-9.-]+(/[\w./-]*)?"


class GameTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[game]`: what is played, by which rules, led by whom."""

    title: str = ""
    rules: str = "classic10"  #: a shipped rule set's name, or the path of a TOML file (relative to the folder)
    hosts: tuple[str, ...] = ()  #: forum accounts of the host and co-hosts
    lang: Literal["ru", "en"] = "ru"  #: language of the posts
    zone: str | None = None  #: zone of the times in posts; the rule set's if left out
    count_form: Literal["standard", "compact", "long"] | None = None  #: form of the count's post
    longest_post: Annotated[int, Meta(ge=500)] | None = None  #: longest post that the forum takes, in characters


class ForumTable(BoardTable, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[forum]`: what a page cannot tell of itself."""

    user: str | None = None  #: the host's account, to read what only members see; its password is kept elsewhere
    cookies: str | None = None  #: a browser's cookies.txt to read with instead (relative to the folder, or ~)


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
    votes_thread: str | None = None  #: the one of them whose marks are votes, where the others are for talk
    starts: datetime
    ends: datetime
    from_post: str | None = None  #: first post that belongs to the day, by id, where a thread holds several days
    to_post: str | None = None


class EffectTable(Laid, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[[effect]]`: something laid on a player's vote or on the votes for him, as `golosa day effect` enters it."""


class RulesTable(RulesChange, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[[rules_from]]`: knobs that are others from a post on, as `golosa day rules` enters them."""


class WatchTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[watch]`: how `golosa watch` looks at the thread, what it does by itself, whom it tells."""

    poll_minutes: Annotated[float, Meta(ge=0.5, le=1440)] = 5  #: between two looks for new posts
    last_minutes: Annotated[float, Meta(ge=0, le=1440)] = (
        15  #: the last minutes before the end, in which it looks more often
    )
    last_poll_minutes: Annotated[float, Meta(ge=0.5, le=1440)] = 1  #: between two looks in these
    sweep_minutes: Annotated[float, Meta(ge=5, le=1440)] = 60  #: between two readings of the whole thread
    remind_minutes: Annotated[float, Meta(ge=0, le=1440)] = (
        60  #: the reminder is written so long before the end; 0: none
    )
    draw: bool = True  #: draws the lots that are due, where they are committed
    notify: tuple[str, ...] = ()  #: addresses of apprise, or where one is kept: "env:NAME", "keyring:NAME"


class PublicTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[public]`: what the players' page shows while a day goes on."""

    delay_minutes: Annotated[int, Meta(ge=0, le=1440)] = 0  #: how old the shown votes are at least
    hide_until_end: bool = False  #: no votes before the day is over


class PublishTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[publish]`: where else the page is put. Keys and passwords come from the environment, never from here."""

    to: str | None = None  #: "s3://bucket/folder"


class Config(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file."""

    game: GameTable = GameTable()
    forum: ForumTable = ForumTable()
    set: dict[str, Any] = {}  #: knobs of the rule set changed for this game, by dotted name
    player: tuple[PlayerTable, ...] = ()
    day: tuple[DayTable, ...] = ()
    watch: WatchTable = WatchTable()
    public: PublicTable = PublicTable()
    publish: PublishTable = PublishTable()
    effect: tuple[EffectTable, ...] = ()
    rules_from: tuple[RulesTable, ...] = ()

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
        raise GolosaError(
            "{where}: no zone {name!r}; give an IANA name such as Europe/Moscow", where=where, name=name
        ) from error


@lru_cache(maxsize=8)  # the desk reads the same file at every click
def parse(text: str, where: str) -> Config:
    """The checked configuration in a TOML text. Raises GolosaError with file, key and what was expected."""
    try:
        document: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GolosaError("{where}: not valid TOML: {error}", where=where, error=error) from error
    knobs = document.get("set", {})
    document["set"] = _dotted(knobs) if isinstance(knobs, dict) else knobs
    changes = document.get("rules_from")
    for change in changes if isinstance(changes, list) else ():
        if isinstance(change, dict) and isinstance(change.get("set"), dict):
            change["set"] = _dotted(change["set"])
    try:
        config = checked(document, Config)
    except FaultError as fault:
        raise GolosaError("{where}: {fault}", where=where, fault=fault) from fault
    _check(config, where)
    return config


def _dotted(tables: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """`[set.votes] self_vote = true` and `[set] "votes.self_vote" = true` alike as one dotted name."""
    found: dict[str, Any] = {}
    for key, value in tables.items():
        if isinstance(value, dict):
            found |= _dotted(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found


def _check(config: Config, where: str) -> None:
    if config.game.zone is not None:
        zone_of(config.game.zone, f"{where}: game.zone")
    check_board(config.forum, f"{where}: forum")
    for index, address in enumerate(config.watch.notify):
        if not re.match(r"[a-z0-9]+://.|(env|keyring):.", address):
            # The text itself may be a secret that was mistyped, so it is not told.
            raise GolosaError(
                '{where}: watch.notify[{index}]: expected an address of apprise, "env:NAME" or "keyring:NAME"',
                where=where,
                index=index,
            )
    if config.publish.to is not None and not re.fullmatch(BUCKET, config.publish.to):
        # It may hold a key where none belongs, so it is not told either.
        raise GolosaError(
            '{where}: publish.to: expected "s3://bucket" or "s3://bucket/folder", without keys', where=where
        )
    _check_players(config.player, where)
    _check_hosts(config, where)
    _check_days(config.day, where)
    _check_entries(config, where)


def _check_players(players: tuple[PlayerTable, ...], where: str) -> None:
    names: set[str] = set()
    accounts: dict[str, str] = {}
    for index, player in enumerate(players):
        place = f"{where}: player[{index}]"
        name = " ".join(player.name.split()).casefold()  # a blank more is not another name
        if not name:
            raise GolosaError("{where}.name: expected a name, got an empty text", where=place)
        if name in names:
            raise GolosaError(
                "{where}.name: two players are called {player!r}; rename one", where=place, player=player.name
            )
        names.add(name)
        for account in player.accounts or (player.name,):  # who has none named posts under his name
            if account.casefold() in accounts:
                other = accounts[account.casefold()]
                raise GolosaError(
                    "{where}.accounts: {account!r} is the account of {other} too; it plays for one only",
                    where=place,
                    account=account,
                    other=other,
                )
            accounts[account.casefold()] = player.name


def _check_days(days: tuple[DayTable, ...], where: str) -> None:
    numbers: set[int] = set()
    for index, day in enumerate(days):
        place = f"{where}: day[{index}]"
        if not 1 <= day.number <= MOST_DAYS or day.number in numbers:
            numbered = Told("days are numbered from 1 to {most}", most=MOST_DAYS)
            what = Told("two days have the number {day}", day=day.number) if day.number in numbers else numbered
            raise GolosaError("{where}.number: {what}", where=place, what=what)
        for key, moment in (("starts", day.starts), ("ends", day.ends)):
            if moment.tzinfo is None:
                raise GolosaError(
                    "{where}.{key}: the time needs an offset, such as 2026-03-02T22:00:00+03:00", where=place, key=key
                )
        if day.ends <= day.starts:
            raise GolosaError("{where}.ends: the day ends before it starts", where=place)
        if day.votes_thread is not None and day.votes_thread not in day.threads:
            raise GolosaError(
                "{where}.votes_thread: expected one of the day's threads, got {votes_thread!r}",
                where=place,
                votes_thread=day.votes_thread,
            )
        numbers.add(day.number)


def _check_hosts(config: Config, where: str) -> None:
    """V5: what a host writes is never counted, so a player with his account would lose his votes without a word."""
    hosts = set(map(account_key, config.game.hosts))
    for index, player in enumerate(config.player):
        for account in player.accounts or (player.name,):
            if account_key(account) in hosts:
                raise GolosaError(
                    "{where}.accounts: {account!r} is a host's account: the host cannot play (V5)",
                    where=f"{where}: player[{index}]",
                    account=account,
                )


def _check_entries(config: Config, where: str) -> None:
    faults = [("effect", index, fault_of_effect(one, config.roster.names)) for index, one in enumerate(config.effect)]
    faults += [("rules_from", index, fault_of_rules(one)) for index, one in enumerate(config.rules_from)]
    for table, index, fault in faults:
        if fault is not None:
            raise GolosaError(
                "{where}: {table}[{index}].{key}: {says}",
                where=where,
                table=table,
                index=index,
                key=fault[0],
                says=fault[1],
            )


def load(folder: Path) -> Config:
    """The configuration of a game folder. Raises GolosaError where there is none or it is wrong."""
    path = folder / NAME
    if not path.is_file():
        raise GolosaError("{path}: no game here; make one with `golosa new`, or name its folder with -C", path=path)
    try:
        return parse(path.read_text(encoding="utf-8-sig"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise GolosaError(
            "{path}: cannot read: {error}; it must be a text file in UTF-8", path=path, error=error
        ) from error


def write(path: Path, text: str) -> None:
    """Writes a file whole or not at all; readable by the owner only."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")  # the desk and a command may write at the same moment
    try:
        with os.fdopen(os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        raise GolosaError("{path}: cannot write: {error}", path=path, error=error.strerror or error) from error


def utc(moment: datetime) -> datetime:
    """The same moment in UTC."""
    return moment.astimezone(UTC)
