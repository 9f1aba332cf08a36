"""`golosa act`: the host's hand — players removed, killed, brought back, given hp or a role; outcomes; all undoable."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import click

from golosa.clock import system_clock
from golosa.commands.options import Group, folder_option, json_option, moment, print_json, say
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.folder.game import Game
    from golosa.folder.hand import Done

NEEDS_HOST = 1


@click.group("act", cls=Group)
def command() -> None:
    """The host's hand: change what votes and nights have brought. Everything is dated, has a reason, can be undone.

    Later phases are played again with it; what has been closed, resolved or posted and is another now is told, with
    exit status 1. Another account for a player: `golosa rule replace`.
    """


def entering_options(function: Any) -> Any:
    """The options that everything entered by the host's hand has."""
    function = click.option("--reason", required=True, metavar="TEXT", help="Why; kept in the log.")(function)
    return click.option("--preview", is_flag=True, help="Show what would become of the game, and keep nothing.")(
        function
    )


def _on_player(do: str, told: str, *, value: str | None = None) -> None:
    """Makes the command for one kind of act."""

    def run(folder: Path, as_json: bool, **given: Any) -> int:
        return _act(folder, do, given, as_json=as_json)

    run.__doc__ = told
    made: Any = folder_option(json_option(entering_options(run)))
    made = click.option("--at", metavar="T", help="When; now if left out.")(made)
    made = click.option("--phase", metavar="PHASE", help="day2, night1 …; the one that T lies in if left out.")(made)
    made = click.argument("value", metavar=value)(made) if value else made
    command.command(do)(click.argument("player")(made))


_on_player("remove", "Take PLAYER out of the game, for a fault of his. His ballots, and those for him, lapse.")
_on_player("kill", "Take PLAYER out of the game, for another reason.")
_on_player("revive", "Bring PLAYER back into the game.")
_on_player("hp", "Give PLAYER another number of hp; 0 or less is his death.", value="NUMBER")
_on_player("role", "Give PLAYER another (secret) role, by its id or its title.", value="ROLE")


def _act(folder: Path, do: str, given: dict[str, Any], *, as_json: bool) -> int:
    from golosa.folder import dealing, hand
    from golosa.folder.entries import Act
    from golosa.folder.people import find_player

    def enter(game: Game, now: datetime) -> Done:
        name, value = find_player(game, given["player"]), given.get("value")
        at = moment(given["at"], "--at") or now
        if do == "hp":
            value = _number(value)
        elif do == "role":
            value = dealing.role_in(game.rules, given["value"])
        entered = Act(do, name, at, given["reason"], value)
        return hand.act(game, entered, now, phase=given["phase"], preview=given["preview"])

    return entered_by(folder, enter, as_json=as_json)


def _number(text: Any) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise GolosaError(f"{text!r}: hp are a whole number") from error


@command.command("outcome")
@folder_option
@click.argument("phase")
@click.option("--out", "outs", multiple=True, metavar="NAME", help="Who goes out by it; may be repeated.")
@click.option("--nobody", is_flag=True, help="Nobody goes out by it.")
@click.option("--by", default="host", show_default=True, metavar="CAUSE", help="By what, as in mafia or votes.")
@entering_options
@json_option
def outcome(folder: Path, phase: str, outs: tuple[str, ...], nobody: bool, as_json: bool, **given: Any) -> int:
    """Give PHASE (day2, night1 …) another outcome, whatever votes and orders say: who, all in all, goes out by it."""
    from golosa.folder import hand
    from golosa.folder.entries import Outcome
    from golosa.folder.people import find_player

    if bool(outs) == nobody:
        raise GolosaError("who goes out by it? Give --out NAME, or --nobody")

    def enter(game: Game, now: datetime) -> Done:
        names = tuple(dict.fromkeys(find_player(game, name) for name in outs))
        entered = Outcome(names, given["by"], given["reason"])
        return hand.outcome(game, phase, entered, now, preview=given["preview"])

    return entered_by(folder, enter, as_json=as_json)


def entered_by(folder: Path, enter: Callable[[Game, datetime], Done], *, as_json: bool) -> int:
    """Enters something by the host's hand and tells what came of it; gives the exit status."""
    from golosa.folder import hand
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        done = enter(game, system_clock())
        entry = next((entry for entry in hand.entries(game) if entry.number == done.number), None)
        said = hand.told(entry, game.zone) if entry else f"{done.phase}: only looked at, nothing is kept"
    finally:
        game.close()
    _tell(done, f"{done.number}: {said}" if entry else said, as_json=as_json)
    return NEEDS_HOST if done.changes and done.number is not None else 0


def _tell(done: Done, said: str, *, as_json: bool) -> None:
    lines = [said, *(f"  {line}" for line in done.changes)]
    if done.changes and done.number is not None:
        lines.append(
            "  what you have told of these before is to be told anew: `golosa notice`, `golosa night --night N`"
        )
    document = {"number": done.number, "phase": done.phase, "changes": done.changes}
    say("\n".join(lines), document, as_json=as_json)


@command.command("list")
@folder_option
@json_option
def list_(folder: Path, as_json: bool) -> None:
    """Show everything that was entered by the host's hand, with its number, undone things too; times in the game's
    zone."""
    from golosa.folder import hand
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        entries, zone = hand.entries(game), ZoneInfo(game.zone)
    finally:
        game.close()
    if as_json:
        _print_json(entries)
        return
    for entry in entries:
        made = f"{entry.made.astimezone(zone):%Y-%m-%d %H:%M}"
        undone = f"  (undone {entry.undone.astimezone(zone):%Y-%m-%d %H:%M})" if entry.undone else ""
        click.echo(f"{entry.number:>4}  {made}  {hand.told(entry, zone.key)}{undone}")
    if not entries:
        click.echo("nothing yet")


def _print_json(entries: tuple[Any, ...]) -> None:
    import msgspec

    from golosa.folder import hand
    from golosa.texts.document import SCHEMA, stamp

    listed = [
        {
            "number": entry.number,
            "phase": entry.phase,
            "made": stamp(entry.made),
            "undone": stamp(entry.undone),
            "kind": next(kind for kind, type_ in hand.KINDS.items() if type(entry.entered) is type_),
            "entered": msgspec.to_builtins(entry.entered),
        }
        for entry in entries
    ]
    print_json({"schema": SCHEMA, "entries": listed})


@command.command("undo")
@folder_option
@click.argument("number", type=int)
@click.option("--preview", is_flag=True, help="Show what would become of the game, and keep nothing.")
@json_option
def undo(folder: Path, number: int, preview: bool, as_json: bool) -> int:
    """Take back what has that NUMBER in `golosa act list`."""
    from golosa.folder import hand
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        done = hand.undo(game, number, system_clock(), preview=preview)
    finally:
        game.close()
    said = f"{number} would be undone, nothing is kept" if preview else f"{number} is undone"
    _tell(done, said, as_json=as_json)
    return NEEDS_HOST if done.changes and not preview else 0
