"""Making a game folder: its rules, players, first day and roles. What `golosa new`, the demo and the desk share.

Knows game.toml and the store; no terminal, no forum.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct, structs

from engine.names import Collision, collisions
from engine.rules import DayRules, Rules
from golosa.errors import GolosaError
from golosa.folder import dealing
from golosa.folder.config import (
    NAME,
    Config,
    DayTable,
    ForumTable,
    GameTable,
    PlayerTable,
    parse,
    write,
    zone_of,
)
from golosa.folder.game import Game, Out
from golosa.folder.gamefile import compose
from golosa.folder.phases import START
from golosa.rulebook.rulesets import playable, shipped


class NewGame(Struct, frozen=True, kw_only=True):
    """What a new game is to be; texts as a host writes them."""

    rules: str = "classic10"
    title: str = ""
    hosts: tuple[str, ...] = ()
    players: tuple[str, ...] = ()  #: `NAME` or `NAME=ACCOUNT,ACCOUNT`
    aliases: tuple[str, ...] = ()  #: `TEXT=NAME`
    dead: tuple[str, ...] = ()
    day: int = 1
    threads: tuple[str, ...] = ()
    starts: datetime | None = None  #: the rule set's wall time if None: today, or the next one behind a night
    ends: datetime | None = None
    forum_zone: str | None = None
    user: str | None = None  #: the host's account on the forum
    cookies: str | None = None  #: a browser's cookies.txt in its place
    zone: str | None = None
    lang: str = "ru"
    settings: dict[str, Any] = {}  #: knobs changed, by dotted name
    deal: bool = False
    roles: tuple[str, ...] = ()  #: `NAME=ROLE`


def make(folder: Path, wanted: NewGame, now: datetime) -> Config:
    """Makes the folder, keeps the roles given by hand and deals the others (L4); gives what game.toml says.

    A rule set that is a file is copied into the folder, so that all of the game lies there.
    `now` (UTC) is today for the first day's clock. Raises GolosaError naming the option that is wrong; then nothing
    was written.
    """
    require_free(folder)
    rules = playable(rules_in(folder, wanted.rules), wanted.settings)
    own = _to_copy(folder, wanted.rules)
    config = config_of(structs.replace(wanted, rules=own.name) if own else wanted, rules, now)
    names = [player.name for player in config.player]
    for name in wanted.dead:
        if name not in names:
            raise GolosaError(
                "--dead {name!r}: no such player; players are {names}", name=name, names=", ".join(sorted(names))
            )
    roles = _roles(wanted, rules, names)
    text = compose(config)
    parse(text, str(folder / NAME))
    _write(folder, text, wanted.dead, now, own)
    _give(folder, roles, now, deal=wanted.deal)
    return config


def rules_in(folder: Path, name: str) -> str:
    """The rule set's name, or the path of its file: one that lies in the game's folder already goes before others."""
    return str(folder / name) if name not in shipped() and (folder / name).is_file() else name


def _to_copy(folder: Path, name: str) -> Path | None:
    """The rule set's file, where it is one that does not lie in the game's folder."""
    inside = name in shipped() or Path(rules_in(folder, name)).resolve().parent == folder.resolve()
    return None if inside else Path(name)


def require_free(folder: Path) -> None:
    """Raises GolosaError where there is a game in the folder already."""
    if (folder / NAME).exists():
        raise GolosaError("{folder}: there is a game here already; take another folder", folder=folder)


def config_of(wanted: NewGame, rules: Rules, now: datetime) -> Config:
    """What game.toml is to say. Raises GolosaError naming the option that is wrong."""
    starts, ends = _clock(wanted, rules.day, now)
    return Config(
        game=GameTable(
            title=wanted.title,
            rules=wanted.rules,
            hosts=wanted.hosts,
            lang="en" if wanted.lang == "en" else "ru",
            zone=wanted.zone,
        ),
        forum=ForumTable(zone=wanted.forum_zone, user=wanted.user, cookies=wanted.cookies),
        set=wanted.settings,
        player=players_of(wanted.players, wanted.aliases),
        day=(DayTable(number=wanted.day, threads=wanted.threads, starts=starts, ends=ends),),
    )


def alike(config: Config) -> tuple[Collision, ...]:
    """Names of the game that could be taken for one another."""
    return tuple(collisions(config.roster))


def _write(folder: Path, text: str, dead: Sequence[str], now: datetime, rules: Path | None) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if rules is not None:
            write(folder / rules.name, rules.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise GolosaError(
            "{folder}: cannot make the folder: {error}", folder=folder, error=error.strerror or error
        ) from error
    write(folder / NAME, text)
    game = Game(folder)
    try:
        for name in dead:
            game.facts.add("out", Out(name, START), now, START)
    finally:
        game.close()


def _roles(wanted: NewGame, rules: Rules, players: list[str]) -> list[tuple[str, str]]:
    """The roles given by hand. Raises GolosaError, before anything is written, where they or a deal cannot be."""
    if not wanted.roles and not wanted.deal:
        return []
    pairs = dealing.pairs_of(rules, wanted.roles)
    dealing.require_known(rules, players, pairs)
    if wanted.deal:
        dealing.cards_of(rules, players)
        open_ids = {role.id for role in rules.roles if role.open}
        if any(role not in open_ids for _, role in pairs):
            raise GolosaError("--role beside --deal: a deal gives every secret role; only open roles can be given too")
    return pairs


def _give(folder: Path, roles: list[tuple[str, str]], now: datetime, *, deal: bool) -> None:
    """Keeps the roles given by hand and deals the secret ones."""
    if not roles and not deal:
        return
    game = Game(folder)
    try:
        dealing.give(game, roles, now)
        if deal:
            dealing.deal_roles(game, "", now)
    finally:
        game.close()


def players_of(texts: Sequence[str], aliases: Sequence[str] = ()) -> tuple[PlayerTable, ...]:
    """Players as game.toml has them. Raises GolosaError naming the text that is wrong."""
    named: dict[str, list[str]] = {}
    accounts: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, _, rest = text.partition("=")
        name = name.strip()
        if not name:
            raise GolosaError("--player {said!r}: write NAME or NAME=ACCOUNT,ACCOUNT", said=text)
        if name in named:
            raise GolosaError("--player {said!r}: two players are called {name!r}; rename one", said=text, name=name)
        named[name] = []
        accounts[name] = tuple(account.strip() for account in rest.split(",") if account.strip())
    for text in aliases:
        alias, sign, name = text.rpartition("=")
        if not sign or name.strip() not in named or not alias.strip():
            raise GolosaError("--alias {said!r}: write TEXT=NAME with the name of a player", said=text)
        named[name.strip()].append(alias.strip())
    return tuple(PlayerTable(name=name, accounts=accounts[name], aliases=tuple(texts)) for name, texts in named.items())


def _clock(wanted: NewGame, day: DayRules, now: datetime) -> tuple[datetime, datetime]:
    """The day's start and end: as given, else by the rule set: wall times of today, or a start and a length.

    A first day behind a night (H11) starts when its hour comes next.
    """
    zone = zone_of(wanted.zone or day.zone, "--zone")
    if wanted.forum_zone:
        zone_of(wanted.forum_zone, "--forum-zone")
    today = now.astimezone(zone).date()
    starts = wanted.starts or _wall(today, day.starts, zone)
    ends = wanted.ends
    if not wanted.starts and wanted.day == 1 and day.first == "night" and starts <= now:
        tomorrow = _wall(today + timedelta(days=1), day.starts, zone)
        starts = tomorrow if ends is None or tomorrow < ends else starts
    if ends is None and day.hours:
        ends = starts.astimezone(UTC) + timedelta(hours=day.hours)
    if ends is None:
        ends = _wall(starts.astimezone(zone).date(), day.ends, zone)
        ends += timedelta(days=1) if ends <= starts else timedelta()
    if ends <= starts:
        raise GolosaError("--ends: the day ends before it starts")
    return starts.astimezone(zone), ends.astimezone(zone)


def _wall(day: date, text: str, zone: ZoneInfo) -> datetime:
    hour, minute = (int(part) for part in text.split(":"))
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone)
