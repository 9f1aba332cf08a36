"""`golosa day`: the phase clock by day — open, extend, close, correct; who is out and why."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import click

from golosa.clock import system_clock
from golosa.commands.effects import effect, rules
from golosa.commands.options import Group, addresses, folder_option, json_option, moment, print_json, say
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from golosa.folder.config import DayTable
    from golosa.folder.daybook import Result
    from golosa.folder.game import Game
    from golosa.scenario.playing import Played

NEEDS_HOST = 1


@click.group("day", cls=Group)
def command() -> None:
    """Open the next day, extend it, close it with its result, correct a result, see who is out."""


def _day_option(function: Any) -> Any:
    return click.option("--day", "number", type=int, metavar="N", help="Which day; the last begun if left out.")(
        function
    )


@command.command("open")
@folder_option
@click.option(
    "--day", "number", type=int, metavar="N", help="Its number; the last day's if that has no thread, else the next."
)
@click.option("--thread", "threads", multiple=True, metavar="URL", help="Its thread; repeated for several.")
@click.option("--votes-thread", metavar="URL", help="The thread whose marks are votes, where others are for talk.")
@click.option("--starts", metavar="T", help="When it starts; the rule set's time on the next day if left out.")
@click.option("--ends", metavar="T", help="When it ends; the rule set's time if left out.")
@click.option("--from-post", metavar="ID", help="The first post that belongs to it.")
@click.option("--to-post", metavar="ID", help="The last post that belongs to it.")
@json_option
def open_(folder: Path, number: int | None, threads: tuple[str, ...], as_json: bool, **given: Any) -> None:
    """Open a day, or change one that is there: its threads, first and last post, start and end."""
    from golosa.folder.daybook import Wanted, open_day
    from golosa.folder.game import Game

    wanted = Wanted(
        number=number,
        threads=addresses(threads, "--thread"),
        votes_thread=given["votes_thread"],
        starts=moment(given["starts"], "--starts"),
        ends=moment(given["ends"], "--ends"),
        from_post=given["from_post"],
        to_post=given["to_post"],
    )
    game = Game(folder)
    try:
        now = system_clock()
        before = max(game.config.day, key=lambda one: one.number, default=None)
        day = open_day(game, wanted, now)
        if before is not None and before.number < day.number:
            _tell_same_thread(before, day, now)
        _tell_left_open(game, day)
    finally:
        game.close()
    told = f"day {day.number}: {day.starts:%Y-%m-%d %H:%M} to {day.ends:%Y-%m-%d %H:%M} ({game.zone})"
    document = {"day": day.number, "threads": day.threads, "starts": day.starts, "ends": day.ends}
    say(told, document, as_json=as_json)


def _tell_same_thread(before: DayTable, day: DayTable, now: datetime) -> None:
    """Of a day opened twice: the one before it has the same threads, and is still to come."""
    if before.starts > now and before.threads == day.threads:
        to_change = f"to change that one, --day {before.number}"
        click.echo(f"note: day {before.number} has this thread too and has not begun: {to_change}", err=True)


def _tell_left_open(game: Game, day: DayTable) -> None:
    from golosa.folder.daybook import left_open

    for note in left_open(game, day, system_clock()):
        click.echo(f"note: {note}", err=True)


@command.command("extend")
@folder_option
@_day_option
@click.option("--ends", required=True, metavar="T", help="The new end.")
@click.option("--reason", default="", help="Why, for the log.")
@json_option
def extend(folder: Path, number: int | None, ends: str, reason: str, as_json: bool) -> None:
    """Move a day's end, for example because the forum was down."""
    from golosa.folder.daybook import extend_day
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        until = moment(ends, "--ends")
        assert until is not None
        day = extend_day(game, game.day(number, system_clock()), until, reason, system_clock())
    finally:
        game.close()
    shown = until.astimezone(ZoneInfo(game.zone)).isoformat()
    say(f"day {day.number} ends at {shown}", {"day": day.number, "ends": until}, as_json=as_json)


@command.command("overtime")
@folder_option
@_day_option
@click.option("--at", metavar="T", help="When you posted the notice; now if left out.")
@json_option
def overtime(folder: Path, number: int | None, at: str | None, as_json: bool) -> None:
    """Enter when you gave notice of the extra time after a tie, where the rules have it run from your notice."""
    from golosa.folder.daybook import start_overtime
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        now = system_clock()
        day, since = game.day(number, now), moment(at, "--at") or now
        start_overtime(game, day, since, now)
        over = game.overtime_end(day)
        assert over is not None
    finally:
        game.close()
    document = {"day": day.number, "starts": since, "ends": over}
    shown = over.astimezone(ZoneInfo(game.zone)).isoformat()
    say(f"day {day.number}: the extra time ends at {shown}", document, as_json=as_json)


def _result_options(function: Any) -> Any:
    function = click.option("--out", "outs", multiple=True, metavar="NAME", help="Who is out.")(function)
    function = click.option("--nobody", is_flag=True, help="Nobody is out.")(function)
    return click.option("--by", default="host", show_default=True, metavar="CAUSE", help="By what.")(function)


@command.command("close")
@folder_option
@_day_option
@_result_options
@json_option
def close(folder: Path, number: int | None, outs: tuple[str, ...], nobody: bool, by: str, as_json: bool) -> None:
    """Close a day with its result: as counted, or as given with --out or --nobody.

    What a player alone is to be told at once (his new role, results that he was owed) is printed, ready to send.
    """
    from golosa.folder.daybook import close_day
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        now = system_clock()
        day = game.day(number, now)
        _tell_left_open(game, day)
        result = close_day(game, day, now, outs if outs or nobody else None, by)
        _say_result(game, day, result, now, as_json=as_json)
    finally:
        game.close()


@command.command("correct")
@folder_option
@_day_option
@_result_options
@click.option("--reason", default="", metavar="TEXT", help="Why, for the log.")
@json_option
def correct(
    folder: Path, number: int | None, outs: tuple[str, ...], nobody: bool, by: str, reason: str, as_json: bool
) -> int:
    """Give a closed day another result. `golosa act list` shows it, `golosa act undo` takes it back.

    Later phases are played again with it; what of them is another now is told, with exit status 1.
    """
    from golosa.folder.daybook import correct_day
    from golosa.folder.game import Game

    if not outs and not nobody:
        raise GolosaError("give the right result: --out NAME, or --nobody")
    game = Game(folder)
    try:
        now = system_clock()
        day = game.day(number, now)
        result = correct_day(game, day, outs, by, now, reason)
        _say_result(game, day, result, now, as_json=as_json)
    finally:
        game.close()
    return NEEDS_HOST if any(not line.startswith(f"{result.phase}:") for line in result.changes) else 0


def _say_result(game: Game, day: DayTable, result: Result, now: datetime, *, as_json: bool) -> None:
    """Who is out, what else the day has brought, what each player alone is to be told of it at once (T14-33), and who
    has won by it."""
    from golosa import catalogue
    from golosa.folder.nights import answers_of_day
    from golosa.folder.replay import played_to

    told = f"{', '.join(result.out) + ' is out' if result.out else 'nobody is out'}"
    lines = [f"{result.phase}: {told} ({result.by})", *(f"  {line}" for line in result.changes)]
    document: dict[str, Any] = {"phase": result.phase, "out": result.out, "by": result.by, "changes": result.changes}
    played = played_to(game, day, now)
    if played is not None:
        document["deaths"] = [{"player": one["player"], "by": one["by"]} for one in played.phases[-1]["deaths"]]
        lines += _besides_the_vote(game, played, result)
    alone = catalogue.of(game.config.game.lang).played["alone"]
    lines += [f"{alone.format(player=player)}\n{text}" for player, text in answers_of_day(game, day, now)]
    if played is not None and played.state.winner is not None:
        lines.append("the game is over: `golosa notice end`")
    say("\n".join(lines), document, as_json=as_json)


def _besides_the_vote(game: Game, played: Played, result: Result) -> Iterator[str]:
    """Who else is out, and in games with actions by day what became of them."""
    from engine.game import has_day_abilities
    from golosa.scenario.telling import Teller

    day, outcome = played.phases[-1], played.outcomes[-1]
    for one in day["deaths"]:
        if one["player"] not in result.out:
            yield f"  {one['player']} is out ({one['by']})"
    if has_day_abilities(game.rules):
        teller = Teller(game.rules, game.config.game.lang, ZoneInfo(game.zone))
        yield from (f"  {line}" for line in teller.deeds(day, outcome))


@command.command("list")
@folder_option
@json_option
def list_(folder: Path, as_json: bool) -> None:
    """Show the days, and who is out, since when and by what."""
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        document = _log(game)
    finally:
        game.close()
    if as_json:
        print_json(document)
        return
    for day in document["days"]:
        closed = "open" if day["result"] is None else "closed"
        click.echo(f"day {day['day']}  {day['starts']} – {day['ends']}  {closed}")
        for thread in day["threads"]:
            click.echo(f"    {thread}" + ("  (votes)" if thread == day["votes_thread"] else ""))
    for out in document["out"]:
        click.echo(f"out since {out['since']}: {out['player']} ({out['by']})")


def _log(game: Game) -> dict[str, Any]:
    """The days and who is out, as plain values."""
    from golosa.folder.daybook import result_of
    from golosa.folder.standing import gone_now
    from golosa.texts.document import SCHEMA

    days = [
        {
            "day": day.number,
            "threads": day.threads,
            "votes_thread": day.votes_thread,
            "from_post": day.from_post,
            "to_post": day.to_post,
            "starts": day.starts.isoformat(),
            "ends": day.ends.isoformat(),
            "result": result_of(game, day),
        }
        for day in sorted(game.config.day, key=lambda day: day.number)
    ]
    gone = [{"player": one.player, "since": one.phase, "by": one.by} for one in gone_now(game).values()]
    return {"schema": SCHEMA, "days": days, "out": gone}


command.add_command(effect)
command.add_command(rules)
