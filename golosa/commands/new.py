"""`golosa new`: makes a game folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from golosa.clock import system_clock
from golosa.commands.options import addresses, json_option, moment, say
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.captures import Capture
    from golosa.folder.config import Config, DayTable
    from golosa.folder.newgame import NewGame
    from golosa.reading.signup import SignUps


@click.command("new")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--rules", metavar="NAME_OR_FILE", help="A shipped rule set's name, or a TOML file, of which a copy is taken."
)
@click.option("--title", default="", help="The game's name, for the posts.")
@click.option("--host", "hosts", multiple=True, metavar="NAME", help="The host's forum account; may be repeated.")
@click.option("--player", "players", multiple=True, metavar='"NAME[=ACCOUNT,…]"', help="A player; may be repeated.")
@click.option("--signup", metavar="URL_OR_FILE", help="Take the players from the list in a post: its address or page.")
@click.option("--signup-post", metavar="ID", help="Which post of that page; the address's, or its first, if left out.")
@click.option("--user", metavar="NAME", help="Your account, where the forum shows its pages to members only.")
@click.option("--cookies", metavar="FILE", help="Or a browser's cookies.txt.")
@click.option("--alias", "aliases", multiple=True, metavar='"TEXT=NAME"', help="Another text that names a player.")
@click.option("--dead", multiple=True, metavar="NAME", help="A player who is out already; may be repeated.")
@click.option("--day", type=int, default=1, show_default=True, metavar="N", help="The number of the first day here.")
@click.option("--thread", "threads", multiple=True, metavar="URL", help="The day's thread; may be repeated.")
@click.option(
    "--starts",
    metavar="T",
    help="When the day starts; the rule set's time today if left out, or the next one where a night comes first.",
)
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

    On a terminal and without --yes it asks for what is missing, and for the house rules that matter, each with what the
    rule set says as its default; what is answered otherwise stands in game.toml under [set]. Nothing is fetched but a
    sign-up post. Names that could be taken for one another are told.
    """
    from golosa.commands import asking
    from golosa.folder.newgame import make, require_free
    from golosa.rulebook.rulesets import knob_setting

    if given["cookies"]:
        given["cookies"] = str(Path(given["cookies"]).absolute())
    given["settings"] = dict(knob_setting(text) for text in given["settings"])
    asks = not yes and asking.on_a_terminal()
    if given["signup"]:
        found = _signed_up(given, asks=asks, quiet=as_json)
        given["players"] = (*found.texts, *given["players"])
        given["aliases"] = (*found.aliases, *given["aliases"])
    require_free(folder)
    if not asks and not yes:
        asking.require_people(given)
    lots = asks and _ask(given, folder.resolve().name, err=as_json)
    given["rules"] = given["rules"] or "classic10"
    made = make(folder, _wanted(given), system_clock())
    _warn(folder, made)
    if lots:
        _commit(folder, err=as_json)
    if asks:
        _show_clock(folder, made.day[0], err=as_json)
    if given["deal"] and not as_json:
        _show_roles(folder)
    told = f"{folder}: a game of {_number(len(given['players']))} by {given['rules']} is ready"
    document = {"folder": str(folder), "rules": given["rules"], "players": len(given["players"])}
    say(told, document, as_json=as_json)


def _number(players: int) -> str:
    from golosa import catalogue
    from golosa.texts.plurals import plural

    return plural(players, catalogue.of("en").units.player, "en")


def _wanted(given: dict[str, Any]) -> NewGame:
    """The options as what is to be made."""
    from golosa.folder.newgame import NewGame

    given = given | {
        "threads": addresses(given["threads"], "--thread"),
        "starts": moment(given["starts"], "--starts"),
        "ends": moment(given["ends"], "--ends"),
    }
    return NewGame(**{name: given[name] for name in NewGame.__struct_fields__})


def _signed_up(given: dict[str, Any], *, asks: bool, quiet: bool) -> SignUps:
    """The players of a sign-up post, told as they were understood and corrected where somebody is there to do it;
    `quiet`: on standard error."""
    from golosa.captures.reading import source_of
    from golosa.folder.config import ForumTable
    from golosa.reading import signup

    where = given["signup"]
    forum = ForumTable(zone=given["forum_zone"], user=given["user"], cookies=given["cookies"])
    if where.startswith(("http://", "https://")):
        from golosa.reading.fetching import page_at

        source = page_at(where, forum)
    else:
        source = source_of(_page_in(where), forum.zone)
    found = signup.read(source, forum, given["signup_post"], now=system_clock())
    return signup.corrected(found, lambda players: _correction(players, err=quiet)) if asks else _told(found, err=quiet)


def _page_in(file: str) -> Capture:
    """The first page in a saved file. Raises GolosaError naming the option."""
    from golosa.captures import captures_of

    try:
        return captures_of(Path(file)).pages[0]
    except GolosaError as error:
        raise GolosaError(f"--signup {error}", error.exit_code) from error


def _told(found: SignUps, *, err: bool) -> SignUps:
    for player in found.players:
        account = f" (account {player.account})" if player.account else ""
        alias = f", character {player.alias}" if player.alias else ""
        click.echo(f"signed up: {player.name}{account}{alias}", err=err)
    for doubt in found.doubts:
        click.echo(f"note: {doubt}", err=True)
    return found


def _correction(found: SignUps, *, err: bool) -> str:
    """Shows the players and asks what is wrong with them."""
    from golosa.reading.signup import HOW

    for number, player in enumerate(found.players, start=1):
        alias = f"  (character: {player.alias})" if player.alias else ""
        click.echo(f"{number:3}. {player.text}{alias}", err=err)
    for doubt in found.doubts:
        click.echo(f"  ? {doubt}", err=err)
    answer: str = click.prompt(HOW, default="", show_default=False, err=err)
    return answer


def _ask(given: dict[str, Any], name: str, *, err: bool) -> bool:
    """Asks what matters, `name` being that of the folder; gives whether the secrets of the lots are to be made."""
    from golosa.commands import asking
    from golosa.rulebook.rulesets import playable

    asking.ask_for_the_game(given, name, err=err)
    given["settings"] = asking.ask_for_house_rules(given["rules"], given["settings"], err=err)
    return asking.ask_for_lots(playable(given["rules"], given["settings"]), err=err)


def _show_clock(folder: Path, day: DayTable, *, err: bool) -> None:
    """When the first day is, which was not asked for."""
    clock = f"day {day.number}: {day.starts:%Y-%m-%d %H:%M} to {day.ends:%Y-%m-%d %H:%M} ({day.ends:%Z})"
    click.echo(f"{clock}; another: golosa day open -C {folder} --day {day.number} --starts T --ends T", err=err)


def _commit(folder: Path, *, err: bool) -> None:
    """Makes the secrets of the game's lots and shows what to publish (L1)."""
    from golosa.folder.dice import commitment, make_keys
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        found = commitment(game) or make_keys(game, system_clock())
    finally:
        game.close()
    click.echo(f"to publish before the game:\ndeal: {found.deal}\nchain: {found.chain}", err=err)


def _show_roles(folder: Path) -> None:
    from golosa.commands.dice import show_roles
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        show_roles(game)
    finally:
        game.close()


def _warn(folder: Path, config: Config) -> None:
    from engine.counting.contradictions import contradictions
    from engine.names import unclear_names
    from golosa.folder.checkup import two_zones
    from golosa.folder.newgame import alike, rules_in
    from golosa.rulebook.rulesets import load

    if not config.player:
        click.echo(
            f"note: the game has no players yet: write them into {folder / 'game.toml'}, as [[player]]", err=True
        )
    rules = load(rules_in(folder, config.game.rules), config.set)
    for place, says in contradictions(rules):
        click.echo(f"note: house rules: {place}: {says}", err=True)
    if (apart := two_zones(config, rules)) is not None:
        click.echo(f"note: {apart}", err=True)
    for name in unclear_names(config.roster):
        says = f"note: «{name}» says something else too: whoever votes for it, you will be asked; give it an alias"
        click.echo(says, err=True)

    for collision in alike(config):
        players = ", ".join(collision.players)
        click.echo(f"note: «{collision.text}» may mean {players}; you will be asked whenever it is used", err=True)
