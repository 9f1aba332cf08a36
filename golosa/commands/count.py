"""`golosa count`: fetches what is new, counts, and prints the table, the post to paste and what needs a ruling."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option, json_option, moment
from golosa.commands.saving import address_asker, asker, moments
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.folder.config import DayTable
    from golosa.folder.game import Counted, Game

NEEDS_HOST, INCOMPLETE = 1, 3


class _PostedAt(click.Command):
    """`--mark-posted` takes an address behind it, and nothing else: FILES may follow it too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads `--mark-posted URL` as the flag and where the count was posted."""
        for place, word in enumerate(args[:-1]):
            if word == "--mark-posted" and args[place + 1].startswith(("http://", "https://")):
                args = [*args[: place + 1], "--posted-at", *args[place + 1 :]]
                break
        return super().parse_args(ctx, args)


@click.command("count", cls=_PostedAt)
@folder_option
@json_option
@click.option("--day", type=int, metavar="N", help="Which day; the last one that has begun if left out.")
@click.option("--at", metavar="T", help="Count as of this moment; now, or the end of the day, if left out.")
@click.option("--known", metavar="K", help="Count with what was known at this moment; all that is known if left out.")
@click.option("--official", is_flag=True, help="Mark the count as official; refused before the end of the day.")
@click.option("--offline", is_flag=True, help="Fetch nothing: count from the store.")
@click.option("--saved", is_flag=True, help="Read the FILES, pages saved from a browser, instead of fetching.")
@click.option(
    "--seen-at",
    multiple=True,
    metavar="T",
    help="When the saved pages were saved, where they do not tell; `file`: when each was written. Once or for each.",
)
@click.option("--url", "urls", multiple=True, metavar="U", help="A saved page's address; repeated in the files' order.")
@click.option(
    "--mark-posted",
    is_flag=True,
    help="Remember this count as the one that you posted; may be followed by the post's address.",
)
@click.option("--posted-at", metavar="URL", hidden=True, help="Where it was posted: the URL behind --mark-posted.")
@click.option(
    "--form",
    type=click.Choice(["standard", "compact", "long"]),
    help="Form of the post; game.count_form of game.toml if left out.",
)
@click.option("--plain", is_flag=True, help="The post as plain text instead of BBCode.")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
def command(folder: Path, as_json: bool, day: int | None, files: tuple[Path, ...], **given: Any) -> int:
    """Count a day's votes.

    Exit status 1 where something needs the host (a ruling, a tie), 3 where the thread could not be read whole.
    """
    from golosa.folder.daybook import left_open
    from golosa.folder.game import Game

    if files and not given["saved"]:
        raise GolosaError("FILES are read with --saved only")
    seen_at = moments(given["seen_at"])
    at, known = moment(given["at"], "--at"), moment(given["known"], "--known")
    game = Game(folder)
    try:
        table, unread = game.day(day, system_clock()), None
        if given["saved"]:
            _keep_saved(game, table, files, given["urls"], seen_at, quiet=as_json)
        if not given["saved"] and not given["offline"]:
            unread = _fetch(game, table)
        # What was fetched is known from now on, so K is read after it.
        now = system_clock()
        counted = _without(unread, game.count(table, now, at, known))
        if given["official"]:
            _refuse_before_end(counted)
        for note in left_open(game, table, now):
            click.echo(f"note: {note}", err=True)
        return _show(game, counted, given, as_json=as_json, now=now)
    finally:
        game.close()


def _without(unread: str | None, counted: Counted) -> Counted:
    """A count that was asked to read the forum and could not is incomplete, whatever the store held."""
    import msgspec

    return counted if unread is None else msgspec.structs.replace(counted, complete=False, why_incomplete=unread)


def _refuse_before_end(counted: Counted) -> None:
    """A day may have ended before its time: by the host's words, a hammer, or when all had voted (E6)."""
    day, count = counted.day, counted.count
    if count.at < day.ends and count.ended_at is None:
        raise GolosaError(f"the day ends at {day.ends.isoformat()}: an official count is made after that")


def _keep_saved(
    game: Game, day: DayTable, files: tuple[Path, ...], urls: tuple[str, ...], seen: tuple[Any, ...], *, quiet: bool
) -> None:
    from golosa.reading.savedpages import keep

    if not files:
        raise GolosaError("--saved needs the FILES to read")
    for note in keep(game, day, files, urls, seen, None if quiet else asker(), None if quiet else address_asker()):
        click.echo(note, err=True)


def _fetch(game: Game, day: DayTable) -> str | None:
    """Reads the day's threads; gives what stood in the way of one, if anything did."""
    from golosa.reading.fetching import fetch

    unread = None
    for thread in day.threads:
        try:
            fetch(game, thread)
        except GolosaError as error:
            if error.exit_code != INCOMPLETE:
                raise
            unread = error.told
    return unread


def _show(game: Game, counted: Counted, given: dict[str, Any], *, as_json: bool, now: datetime) -> int:
    from engine.counts import Verdict
    from golosa.texts.output import print_count

    settled = counted.count.verdict is not Verdict.OPEN and not counted.count.rulings_needed
    official = given["official"] and settled and counted.complete
    if given["official"] and not official:
        why = "the thread is not known whole" if not counted.complete else "something still needs you"
        click.echo(f"golosa: not official: {why}", err=True)
    posted = game.last_posted(counted.day, counted.known)
    print_count(game, counted, posted, official=official, as_json=as_json, form=given["form"], plain=given["plain"])
    if given["mark_posted"]:
        from golosa import catalogue
        from golosa.folder.posting import mark_count

        mark_count(game, counted, now, official=official, url=given["posted_at"])
        if not as_json:
            click.echo(catalogue.of(game.config.game.lang).terminal["remembered"])
    if given["at"] is None and given["known"] is None:
        _write_page(game, counted, official=official, now=now)
    if not counted.complete:
        return INCOMPLETE
    return NEEDS_HOST if counted.count.rulings_needed or counted.count.verdict is Verdict.OPEN else 0


def _write_page(game: Game, counted: Counted, *, official: bool, now: datetime) -> None:
    """The players' page shows the count too; the count itself stands where the page cannot be written."""
    from golosa import public

    try:
        public.write(game, counted, official=official, now=now)
    except GolosaError as error:
        click.echo(f"golosa: {error}", err=True)
