"""`golosa new`: makes a game folder."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import click

from golosa.clock import system_clock
from golosa.commands.options import addresses, json_option, moment, say
from golosa.errors import GolosaError


@click.command("new")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--rules", metavar="NAME_OR_FILE", help="A shipped rule set's name, or a TOML file.")
@click.option("--title", default="", help="The game's name, for the posts.")
@click.option("--host", "hosts", multiple=True, metavar="NAME", help="The host's forum account; may be repeated.")
@click.option("--player", "players", multiple=True, metavar='"NAME[=ACCOUNT,…]"', help="A player; may be repeated.")
@click.option("--signup", metavar="FILE", help="Take the players from the numbered list of a post on this saved page.")
@click.option("--signup-post", metavar="ID", help="Which post of that page; its first if left out.")
@click.option("--alias", "aliases", multiple=True, metavar='"TEXT=NAME"', help="Another text that names a player.")
@click.option("--dead", multiple=True, metavar="NAME", help="A player who is out already; may be repeated.")
@click.option("--day", type=int, default=1, show_default=True, metavar="N", help="The number of the first day here.")
@click.option("--thread", "threads", multiple=True, metavar="URL", help="The day's thread; may be repeated.")
@click.option("--starts", metavar="T", help="When the day starts; the rule set's time today if left out.")
@click.option("--ends", metavar="T", help="When the day ends.")
@click.option("--forum-zone", metavar="Z", help="The zone in which the forum shows times.")
@click.option("--zone", metavar="Z", help="The zone of the times in the posts.")
@click.option("--lang", type=click.Choice(["ru", "en"]), default="ru", show_default=True, help="Language of the posts.")
@click.option("--set", "settings", multiple=True, metavar="KNOB=VALUE", help="Change a knob of the rule set.")
@click.option("--deal", is_flag=True, help="Deal the roles and print each player's message, for your eyes only.")
@click.option("--role", "roles", multiple=True, metavar="NAME=ROLE", help="A role given by hand; may be repeated.")
@click.option("--yes", is_flag=True, help="Ask nothing.")
@json_option
def command(folder: Path, yes: bool, as_json: bool, **given: Any) -> None:
    """Make a game folder in DIR: its rules, players and first day.

    Without --yes it asks for what is missing. Nothing is fetched. Names that could be taken for one another are told.
    """
    if given["signup"]:
        given["players"] = (*_signed_up(given, quiet=as_json), *given["players"])
    if not yes:
        _ask(given)
    given["rules"] = given["rules"] or "classic10"
    if (folder / "game.toml").exists():
        raise GolosaError(f"{folder}: there is a game here already; take another folder")
    make(folder, given, quiet=as_json)
    told = f"{folder}: a game of {len(given['players'])} players by {given['rules']} is ready"
    document = {"folder": str(folder), "rules": given["rules"], "players": len(given["players"])}
    say(told, document, as_json=as_json)


def _signed_up(given: dict[str, Any], *, quiet: bool) -> tuple[str, ...]:
    """The players of a sign-up post, told as they were understood; `quiet`: on standard error."""
    from forums import Source
    from golosa.config import ForumTable
    from golosa.signup import players_of

    file = given["signup"]
    try:
        source = Source(content=Path(file).read_bytes(), name=file)
    except OSError as error:
        raise GolosaError(f"--signup {file}: cannot read: {error.strerror or error}") from error
    players = players_of(source, ForumTable(zone=given["forum_zone"]), given["signup_post"], now=system_clock())
    for player in players:
        name, _, account = player.partition("=")
        click.echo(f"signed up: {name}" + (f" (account {account})" if account else ""), err=quiet)
    return players


def _ask(given: dict[str, Any]) -> None:
    """Asks for what was not given."""
    from golosa.rulesets import shipped

    if not given["rules"]:
        given["rules"] = click.prompt("Rule set", type=click.Choice([*shipped()]), default="classic10")
    if not given["threads"]:
        address = click.prompt("Address of the day's thread (empty for none yet)", default="", show_default=False)
        given["threads"] = (address,) if address else ()
    if not given["hosts"]:
        given["hosts"] = (click.prompt("The host's forum account"),)
    if not given["players"]:
        click.echo("Players, one a line, as NAME or NAME=ACCOUNT; an empty line ends the list:")
        players: list[str] = []
        while line := click.prompt(f"  {len(players) + 1}", default="", show_default=False).strip():
            players.append(line)
        given["players"] = tuple(players)


def make(folder: Path, given: dict[str, Any], *, quiet: bool = False) -> None:
    """Makes the folder from the options' values. Raises GolosaError naming the option that is wrong."""
    from golosa.config import Config, DayTable, ForumTable, GameTable, compose, parse, write
    from golosa.rulesets import knob_setting, playable

    settings = dict(knob_setting(text) for text in given["settings"])
    rules = playable(given["rules"], settings)
    players = _players(given["players"], given["aliases"])
    names = {player.name for player in players}
    for name in given["dead"]:
        if name not in names:
            raise GolosaError(f"--dead {name!r}: no such player; players are {', '.join(sorted(names))}")
    starts, ends = _clock(given, rules.day)
    day = DayTable(number=given["day"], threads=addresses(given["threads"], "--thread"), starts=starts, ends=ends)
    config = Config(
        game=GameTable(
            title=given["title"], rules=given["rules"], hosts=given["hosts"], lang=given["lang"], zone=given["zone"]
        ),
        forum=ForumTable(zone=given["forum_zone"]),
        set=settings,
        player=players,
        day=(day,),
    )
    roles = _roles(given, rules, [player.name for player in players])
    text = compose(config)
    parse(text, str(folder / "game.toml"))
    _write(folder, text, given["dead"], write)
    _warn(config)
    _give(folder, roles, deal=given.get("deal", False), quiet=quiet)


def _write(folder: Path, text: str, dead: tuple[str, ...], write: Any) -> None:
    from golosa.game import Game, Out
    from golosa.phases import START

    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise GolosaError(f"{folder}: cannot make the folder: {error.strerror or error}") from error
    write(folder / "game.toml", text)
    game = Game(folder)
    try:
        for name in dead:
            game.facts.add("out", Out(name, START), system_clock(), START)
    finally:
        game.close()


def _roles(given: dict[str, Any], rules: Any, players: list[str]) -> list[tuple[str, str]]:
    """The roles given by hand. Raises GolosaError, before anything is written, where they or a deal cannot be."""
    texts, deal = given.get("roles", ()), given.get("deal", False)
    if not texts and not deal:
        return []
    from golosa.dealing import cards_of, require_known

    pairs = [(name.strip(), role.strip()) for name, _, role in (text.rpartition("=") for text in texts)]
    require_known(rules, players, pairs)
    if deal:
        cards_of(rules, players)
        open_ids = {role.id for role in rules.roles if role.open}
        if any(role not in open_ids for _, role in pairs):
            raise GolosaError("--role beside --deal: a deal gives every secret role; only open roles can be given too")
    return pairs


def _give(folder: Path, roles: list[tuple[str, str]], *, deal: bool, quiet: bool) -> None:
    """Keeps the roles given by hand and deals the secret ones (L4); `quiet`: `golosa dice pm` shows the messages."""
    if not roles and not deal:
        return
    from golosa import dealing
    from golosa.commands.dice import show_roles
    from golosa.game import Game

    game = Game(folder)
    try:
        dealing.give(game, roles, system_clock())
        if deal:
            dealing.deal_roles(game, "", system_clock())
            if not quiet:
                show_roles(game)
    finally:
        game.close()


def _players(texts: tuple[str, ...], aliases: tuple[str, ...]) -> tuple[Any, ...]:
    from golosa.config import PlayerTable

    named: dict[str, list[str]] = {}
    accounts: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, _, rest = text.partition("=")
        name = name.strip()
        if not name:
            raise GolosaError(f"--player {text!r}: write NAME or NAME=ACCOUNT,ACCOUNT")
        if name in named:
            raise GolosaError(f"--player {text!r}: two players are called {name!r}; rename one")
        named[name] = []
        accounts[name] = tuple(account.strip() for account in rest.split(",") if account.strip())
    for text in aliases:
        alias, sign, name = text.rpartition("=")
        if not sign or name.strip() not in named or not alias.strip():
            raise GolosaError(f"--alias {text!r}: write TEXT=NAME with the name of a player")
        named[name.strip()].append(alias.strip())
    return tuple(PlayerTable(name=name, accounts=accounts[name], aliases=tuple(texts)) for name, texts in named.items())


def _clock(given: dict[str, Any], day: Any) -> tuple[datetime, datetime]:
    """The day's start and end: as given, else the rule set's wall times today."""
    from golosa.config import zone_of

    zone = zone_of(given["zone"] or day.zone, "--zone")
    if given["forum_zone"]:
        zone_of(given["forum_zone"], "--forum-zone")
    today = system_clock().astimezone(zone).date()
    starts = moment(given["starts"], "--starts") or _wall(today, day.starts, zone)
    ends = moment(given["ends"], "--ends")
    if ends is None:
        ends = _wall(starts.astimezone(zone).date(), day.ends, zone)
        ends += timedelta(days=1) if ends <= starts else timedelta()
    if ends <= starts:
        raise GolosaError("--ends: the day ends before it starts")
    return starts.astimezone(zone), ends.astimezone(zone)


def _wall(day: Any, text: str, zone: Any) -> datetime:
    hour, minute = (int(part) for part in text.split(":"))
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone)


def _warn(config: Any) -> None:
    from engine.names import collisions

    for collision in collisions(config.roster):
        players = ", ".join(collision.players)
        click.echo(f"note: «{collision.text}» may mean {players}; you will be asked whenever it is used", err=True)
