"""`golosa count`: fetches what is new, counts, and prints the table, the post to paste and what needs a ruling."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option, json_option, moment
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.config import DayTable
    from golosa.game import Counted, Game

NEEDS_HOST, INCOMPLETE = 1, 3


@click.command("count")
@folder_option
@json_option
@click.option("--day", type=int, metavar="N", help="Which day; the last one that has begun if left out.")
@click.option("--at", metavar="T", help="Count as of this moment; now, or the end of the day, if left out.")
@click.option("--known", metavar="K", help="Count with what was known at this moment; all that is known if left out.")
@click.option("--official", is_flag=True, help="Mark the count as official; refused before the end of the day.")
@click.option("--offline", is_flag=True, help="Fetch nothing: count from the store.")
@click.option("--saved", is_flag=True, help="Read the FILES, pages saved from a browser, instead of fetching.")
@click.option("--seen-at", metavar="T", help="When the saved pages were saved.")
@click.option("--url", "urls", multiple=True, metavar="U", help="A saved page's address; repeated in the files' order.")
@click.option("--mark-posted", is_flag=True, help="Remember this count as the one that you posted.")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
def command(folder: Path, as_json: bool, day: int | None, files: tuple[Path, ...], **given: Any) -> int:
    """Count a day's votes.

    Exit status 1 where something needs the host (a ruling, a tie), 3 where the thread could not be read whole.
    """
    from golosa.game import Game

    at, known = moment(given["at"], "--at"), moment(given["known"], "--known")
    seen_at = moment(given["seen_at"], "--seen-at")
    if files and not given["saved"]:
        raise GolosaError("FILES are read with --saved only")
    game = Game(folder)
    try:
        now = system_clock()
        table = game.day(day, now)
        if given["official"] and (at or now) < table.ends:
            raise GolosaError(f"the day ends at {table.ends.isoformat()}: an official count is made after that")
        if given["saved"]:
            _keep_saved(game, table, files, given["urls"], seen_at)
        elif not given["offline"]:
            _fetch(game, table)
        counted = game.count(table, now, at, known)
        return _show(game, counted, given, as_json=as_json, now=now)
    finally:
        game.close()


def _keep_saved(
    game: Game, day: DayTable, files: tuple[Path, ...], urls: tuple[str, ...], seen: datetime | None
) -> None:
    from golosa.saved import read_files, visit_of

    if not files:
        raise GolosaError("--saved needs the FILES to read")
    pages = read_files(files, urls, seen, game.config.forum)
    thread = day.threads[0] if day.threads else (pages[0][1].url or "saved")
    game.archive.add(visit_of(thread, pages, "saved"))


def _fetch(game: Game, day: DayTable) -> None:
    from golosa.fetching import fetch

    for thread in day.threads:
        fetch(game, thread)


def show(game: Game, counted: Counted, *, official: bool, as_json: bool = False) -> None:
    """Prints a count against the last one posted."""
    from golosa.output import print_count

    print_count(game, counted, game.last_posted(counted.day), official=official, as_json=as_json)


def _show(game: Game, counted: Counted, given: dict[str, Any], *, as_json: bool, now: datetime) -> int:
    from engine.counts import Verdict
    from golosa.game import Posted, standing_ballots

    over = counted.count.verdict is not Verdict.OPEN and counted.complete
    official = given["official"] and over
    show(game, counted, official=official, as_json=as_json)
    if given["mark_posted"]:
        ballots = standing_ballots(counted.count)
        fact = Posted(counted.day.number, counted.count.at, counted.known, ballots, official)
        game.facts.add("posted", fact, now, f"day{counted.day.number}")
    if not counted.complete:
        return INCOMPLETE
    return NEEDS_HOST if counted.count.rulings_needed or counted.count.verdict is Verdict.OPEN else 0
