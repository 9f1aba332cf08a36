"""`golosa day`: the phase clock by day — open, extend, close, correct; who is out and why."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from golosa.clock import system_clock
from golosa.commands.options import addresses, folder_option, json_option, moment, say
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.config import DayTable
    from golosa.game import Game


@click.group("day")
def command() -> None:
    """Open the next day, extend it, close it with its result, correct a result, see who is out."""


def _day_option(function: Any) -> Any:
    return click.option("--day", "number", type=int, metavar="N", help="Which day; the last begun if left out.")(
        function
    )


@command.command("open")
@folder_option
@click.option("--day", "number", type=int, metavar="N", help="Its number; one more than the last day's if left out.")
@click.option("--thread", "threads", multiple=True, metavar="URL", help="Its thread; repeated for several.")
@click.option("--votes-thread", metavar="URL", help="The thread whose marks are votes, where others are for talk.")
@click.option("--starts", metavar="T", help="When it starts; the rule set's time on the next day if left out.")
@click.option("--ends", metavar="T", help="When it ends; the rule set's time if left out.")
@click.option("--from-post", metavar="ID", help="The first post that belongs to it.")
@click.option("--to-post", metavar="ID", help="The last post that belongs to it.")
@json_option
def open_(folder: Path, number: int | None, threads: tuple[str, ...], as_json: bool, **given: Any) -> None:
    """Open a day, or change one that is there: its threads, first and last post, start and end."""
    from golosa.config import DayTable, add_day, zone_of
    from golosa.game import Game

    game = Game(folder)
    try:
        days = sorted(game.config.day, key=lambda day: day.number)
        number = number or (days[-1].number + 1 if days else 1)
        old = next((day for day in days if day.number == number), None)
        starts, ends = _times(game, days, number, given)
        votes = given["votes_thread"] or (old.votes_thread if old else None)
        threads = addresses(threads, "--thread") or (old.threads if old else ())
        day = DayTable(
            number=number,
            threads=threads if votes is None or votes in threads else (*threads, votes),
            votes_thread=votes,
            starts=starts.astimezone(zone_of(game.zone, "zone")),
            ends=ends.astimezone(zone_of(game.zone, "zone")),
            from_post=given["from_post"] or (old.from_post if old else None),
            to_post=given["to_post"] or (old.to_post if old else None),
        )
        if not day.threads:
            raise GolosaError("a day needs its thread: give --thread URL")
        add_day(folder, day)
    finally:
        game.close()
    told = f"day {number}: {day.starts:%Y-%m-%d %H:%M} to {day.ends:%Y-%m-%d %H:%M} ({game.zone})"
    document = {"day": number, "threads": day.threads, "starts": day.starts, "ends": day.ends}
    say(told, document, as_json=as_json)


def _times(game: Game, days: list[DayTable], number: int, given: dict[str, Any]) -> tuple[Any, Any]:
    old = next((day for day in days if day.number == number), None)
    starts, ends = moment(given["starts"], "--starts"), moment(given["ends"], "--ends")
    before = [day for day in days if day.number < number]
    if starts is None:
        if old is not None:
            starts = old.starts
        elif before:
            # The same wall time on the next day: days of one game are alike.
            starts = before[-1].starts + timedelta(days=1)
        else:
            raise GolosaError("the first day needs --starts")
    if ends is None:
        ends = old.ends if old is not None else starts + (before[-1].ends - before[-1].starts) if before else None
    if ends is None:
        raise GolosaError("the first day needs --ends")
    if ends <= starts:
        raise GolosaError("--ends: the day ends before it starts")
    return starts, ends


@command.command("extend")
@folder_option
@_day_option
@click.option("--ends", required=True, metavar="T", help="The new end.")
@click.option("--reason", default="", help="Why, for the log.")
@json_option
def extend(folder: Path, number: int | None, ends: str, reason: str, as_json: bool) -> None:
    """Move a day's end, for example because the forum was down."""
    import msgspec

    from golosa.config import add_day, zone_of
    from golosa.game import Game

    game = Game(folder)
    try:
        day = game.day(number, system_clock())
        until = moment(ends, "--ends")
        assert until is not None
        if until <= day.starts:
            raise GolosaError("--ends: the day ends before it starts")
        add_day(folder, msgspec.structs.replace(day, ends=until.astimezone(zone_of(game.zone, "zone"))))
        entry = {"day": day.number, "from": day.ends, "to": until, "reason": reason}
        game.facts.add("extended", entry, system_clock(), f"day{day.number}")
    finally:
        game.close()
    say(f"day {day.number} ends at {until.isoformat()}", {"day": day.number, "ends": until}, as_json=as_json)


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
    """Close a day with its result: as counted, or as given with --out or --nobody."""
    from golosa.game import Game

    game = Game(folder)
    try:
        day = game.day(number, system_clock())
        label = f"day{day.number}"
        if game.facts.all("result", phase=label):
            raise GolosaError(f"day {day.number} is closed already; change it with `golosa day correct`")
        if not outs and not nobody:
            outs, by = _as_counted(game, day)
        _keep(game, label, outs, by, as_json=as_json)
    finally:
        game.close()


@command.command("correct")
@folder_option
@_day_option
@_result_options
@json_option
def correct(folder: Path, number: int | None, outs: tuple[str, ...], nobody: bool, by: str, as_json: bool) -> None:
    """Give a closed day another result; the old one stays in the log as undone."""
    from golosa.game import Game

    game = Game(folder)
    try:
        day = game.day(number, system_clock())
        label = f"day{day.number}"
        old = [*game.facts.all("result", phase=label), *game.facts.all("out", phase=label)]
        if not old:
            raise GolosaError(f"day {day.number} is not closed yet: `golosa day close`")
        if not outs and not nobody:
            raise GolosaError("give the right result: --out NAME, or --nobody")
        for fact in old:
            game.facts.undo(fact.id, system_clock())
        _keep(game, label, outs, by, as_json=as_json)
    finally:
        game.close()


def _as_counted(game: Game, day: DayTable) -> tuple[tuple[str, ...], str]:
    from engine.counts import Verdict

    now = system_clock()
    if now < day.ends:
        raise GolosaError(f"day {day.number} ends at {day.ends.isoformat()}: close it after that, or give --out")
    counted = game.count(day, now)
    if not counted.complete:
        raise GolosaError(f"the thread has not been read whole: {counted.why_incomplete}", 3)
    if counted.count.verdict is Verdict.OPEN:
        raise GolosaError("the count still needs you: rulings, an overtime or a lot; see `golosa count`", 1)
    return counted.count.out, str(counted.count.by or "votes")


def _keep(game: Game, label: str, outs: tuple[str, ...], by: str, *, as_json: bool) -> None:
    from golosa.commands.explain import find_player
    from golosa.game import Out

    names = [find_player(game, name) for name in outs]
    now = system_clock()
    game.facts.add("result", {"out": names, "by": by}, now, label)
    for name in names:
        game.facts.add("out", Out(name, by), now, label)
    told = f"{label}: {', '.join(names) + ' is out' if names else 'nobody is out'} ({by})"
    say(told, {"phase": label, "out": names, "by": by}, as_json=as_json)


@command.command("list")
@folder_option
@json_option
def list_(folder: Path, as_json: bool) -> None:
    """Show the days, and who is out, since when and by what."""
    from golosa.game import Game

    game = Game(folder)
    try:
        document = _log(game)
    finally:
        game.close()
    if as_json:
        import msgspec

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(document).decode(), indent=1) + "\n")
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
    from golosa.document import SCHEMA
    from golosa.game import Out

    results = {fact.phase: fact.payload for fact in game.facts.all("result")}
    days = [
        {
            "day": day.number,
            "threads": day.threads,
            "votes_thread": day.votes_thread,
            "from_post": day.from_post,
            "to_post": day.to_post,
            "starts": day.starts.isoformat(),
            "ends": day.ends.isoformat(),
            "result": results.get(f"day{day.number}"),
        }
        for day in sorted(game.config.day, key=lambda day: day.number)
    ]
    outs = [(fact.phase, fact.read(Out)) for fact in game.facts.all("out")]
    gone = [{"player": out.player, "since": phase, "by": out.by} for phase, out in outs]
    return {"schema": SCHEMA, "days": days, "out": gone}
