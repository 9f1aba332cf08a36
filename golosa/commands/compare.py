"""`golosa compare`: a host's own posted count beside ours, line by line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option, json_option, moment, print_json, text_in
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.compare.differences import Line, Voter
    from golosa.compare.posted import Beside, Given
    from golosa.folder.game import Game

DIFFERS, INCOMPLETE = 1, 3

#: The language of the comparison, whatever that of the game's posts.
TERMINAL = "en"


@click.command("compare")
@click.argument("source", metavar="POST")
@folder_option
@json_option
@click.option("--day", type=int, metavar="N", help="Which day; the last one that has begun if left out.")
@click.option("--at", metavar="T", help="Compare with our count as of this moment.")
@click.option("--known", metavar="K", help="Compare with what was known at this moment.")
def command(source: str, folder: Path, as_json: bool, day: int | None, at: str | None, known: str | None) -> int:
    """Show where a host's own posted count differs from ours, and by which posts.

    POST is a file with the count's text (BBCode, plain or HTML), `-` to paste it, or the id or the address of a post of
    the game's threads that has been read. Ours is made as of the post that the count says it goes up to, else as of
    the moment at which it was posted, else as `golosa count` would. Nothing is fetched.

    Exit status 0 where both are the same, 1 where they differ or something could not be read.
    """
    from golosa.compare.posted import beside
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        given = _given(game, source)
        found = beside(game, given, system_clock(), day=day, at=moment(at, "--at"), known=moment(known, "--known"))
        if as_json:
            _print_json(source, found, _why(given, found))
        else:
            _print(game, found, _why(given, found))
    finally:
        game.close()
    if not found.same:
        return DIFFERS
    return 0 if found.counted.complete else INCOMPLETE


def _given(game: Game, source: str) -> Given:
    """The text of the posted count."""
    from golosa.compare.posted import of_post, of_text

    if source == "-" or Path(source).is_file():
        return of_text(text_in(Path(source)), source)
    found = of_post(game, source)
    if found is None:
        raise GolosaError(
            f"{source}: no such file, and no post of the game's threads that has been read; give a file, `-`, or the "
            "id or the address of a post (`golosa count` reads new ones)"
        )
    return found


def _why(given: Given, found: Beside) -> str:
    """Why our count is made as of its moment."""
    from golosa.compare.posted import ASKED, MADE, UP_TO, USUAL

    post = given.post.id if given.post is not None else ""
    return {
        ASKED: "as asked for",
        UP_TO: f"the count says that it goes up to post {found.posted.up_to}",
        MADE: f"that is when post {post} was made",
        USUAL: "as `golosa count` would",
    }[found.why]


def _print(game: Game, beside: Beside, why: str) -> None:
    from rich.console import Console

    from golosa.texts.fates import told
    from golosa.texts.plurals import moment as words
    from golosa.texts.table import plain

    counted, posted, found = beside.counted, beside.posted, beside.found
    console = Console(highlight=False, emoji=False, soft_wrap=True)
    at = words(counted.count.at, game.zone, TERMINAL)
    console.print(f"day {counted.day.number}, compared with our count as of {plain(at)} ({plain(why)})")
    if not counted.complete:
        console.print(f"[bold red]incomplete:[/] {plain(counted.why_incomplete or '')}")
    for number, table in enumerate(found.tables):
        if number:
            console.print("[bold]overtime:[/]")
        for line in table:
            _print_line(line, console)
    urls = {post.id: post.url for post in counted.posts}
    for voter in found.voters:
        console.print(f"[bold yellow]  {plain(voter.voter)}:[/] {plain(_said(voter))}")
        for mark in voter.marks:
            address = f"  {urls[mark.post]}" if urls.get(mark.post) else ""
            console.print(f"      {plain(told(mark, game.zone, TERMINAL) + address)}")
    for name in found.not_voting:
        console.print(f"[bold yellow]  {plain(name)}:[/] not voting by the post, and has a vote by ours")
    for name in found.voting:
        console.print(f"[bold yellow]  {plain(name)}:[/] not voting by ours, and the post does not list him as such")
    for unread in posted.unread:
        console.print(f"[bold red]?[/] line {unread.line}: «{plain(unread.text)}»: {plain(unread.why)}")
    if posted.passed:
        console.print(f"[dim]lines that are no part of the count: {_ranges([one.line for one in posted.passed])}[/]")
    console.print("[bold green]the same[/]" if beside.same else "[bold]not the same[/]")


def _print_line(line: Line, console: Any) -> None:
    from golosa.texts.table import plain

    ours = f"{line.target or 'nobody'} – {line.votes:g} ({', '.join(line.voters) or '—'})"
    if line.row is None:
        console.print(f"[bold yellow]✗[/] no such line; ours: {plain(ours)}")
    elif line.same:
        console.print(f"[green]✓[/] line {line.row.line}: {plain(line.row.text)}")
    else:
        console.print(f"[bold yellow]✗[/] line {line.row.line}: {plain(line.row.text)}")
        console.print(f"      ours: {plain(ours)}{_faults(line)}")


def _faults(line: Line) -> str:
    words = {"short": "votes missing to a majority", "twice": "a voter stands there twice", "votes": "the number"}
    told = [words[fault] for fault in line.faults if fault in words]
    return f" — differs: {', '.join(told)}" if told else ""


def _said(voter: Voter) -> str:
    from golosa.compare.differences import NOWHERE

    theirs = " and ".join(target or "nobody" for target in voter.posted) or "no vote"
    ours = "no vote" if voter.counted == NOWHERE else f"{voter.counted or 'nobody'}"
    return f"the post says {theirs}, ours {ours}" + (f" by post {voter.post}" if voter.post else "")


def _ranges(numbers: list[int]) -> str:
    """Numbers of lines, runs of them put together: 1-4, 9."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _print_json(source: str, beside: Beside, why: str) -> None:
    from golosa.compare.document import document

    print_json(document(source, beside.counted, beside.posted, beside.found, why, same=beside.same))
