"""`golosa compare`: a host's own posted count beside ours, line by line."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option, json_option, moment
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from engine.counts import MarkFate
    from engine.posts import Post
    from golosa.compare import Comparison, PostedCount
    from golosa.compare.differences import Line, Voter
    from golosa.config import DayTable
    from golosa.game import Counted, Game

DIFFERS, INCOMPLETE = 1, 3


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
    import msgspec

    from golosa.compare import compare, read_count
    from golosa.game import Game
    from golosa.views import silent

    game = Game(folder)
    try:
        table, until = game.day(day, system_clock()), moment(known, "--known")
        text, post, thread = _text(game, source)
        if post is not None and day is None:
            table = _day_of(game, thread, post) or table
        posted = read_count(text, game.roster, _aliases(game))
        if not posted.tables and posted.silent is None:
            raise GolosaError(
                f"{source}: no count could be read there; give the text of one, or the post that holds it"
            )
        as_of, why, last = _moment(game, table, posted, post, moment(at, "--at"))
        # What follows the last post in the same minute is not in that count.
        table = msgspec.structs.replace(table, to_post=last) if last is not None else table
        counted = game.count(table, system_clock(), as_of, until)
        found = compare(posted, counted.count, silent(counted.count))
        same = found.same(posted)
        if as_json:
            _print_json(source, counted, posted, found, why, same=same)
        else:
            _print(game, counted, posted, found, why, same=same)
    finally:
        game.close()
    if not same:
        return DIFFERS
    return 0 if counted.complete else INCOMPLETE


def _aliases(game: Game) -> list[tuple[str, str]]:
    from engine.rulings import AliasRuling

    return [(ruling.alias, ruling.player) for ruling in game.rulings() if isinstance(ruling, AliasRuling)]


def _day_of(game: Game, thread: str, post: Post) -> DayTable | None:
    """The last day of that thread that had begun when the post was made."""
    days = sorted((day for day in game.config.day if thread in day.threads), key=lambda day: day.starts)
    begun = [day for day in days if day.starts <= post.at.earliest]
    found = begun or days
    return found[-1] if found else None


def _text(game: Game, source: str) -> tuple[list[str], Post | None, str]:
    """The lines of the posted count, and the post that holds it and its thread where it is one of the game's."""
    from golosa.compare.text import is_html, is_page, lines_of

    if source == "-":
        text = sys.stdin.read()
    elif (path := Path(source)).is_file():
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise GolosaError(f"{source}: cannot read: {error}; it must be a text file in UTF-8") from error
    else:
        return _post_text(game, source)
    if is_page(text):
        raise GolosaError(
            f"{source}: this is a whole page; give the id or the address of the post that holds the count"
        )
    if is_html(text):
        from forums.shown import shown_text

        text = shown_text(text)
    return lines_of(text), None, ""


def _post_text(game: Game, source: str) -> tuple[list[str], Post, str]:
    """The text of a post that has been read, by its id or address."""
    from forums.shown import shown_text

    for thread in dict.fromkeys(thread for day in reversed(game.config.day) for thread in day.threads):
        for post in game.archive.posts((thread,)):
            if source not in (post.id, post.url) and not _same_address(source, post.url):
                continue
            html = [one for one in game.archive.html(thread, post.id) if one]
            text = shown_text(html[-1]) if html else "\n".join(line.text for line in post.revisions[-1].body.lines)
            return text.split("\n"), post, thread
    raise GolosaError(
        f"{source}: no such file, and no post of the game's threads that has been read; give a file, `-`, or the id or "
        "the address of a post (`golosa count` reads new ones)"
    )


def _same_address(source: str, url: str | None) -> bool:
    """Whether two addresses are of one post: what stands after # tells posts of a page apart."""
    from urllib.parse import urlsplit

    given, known = urlsplit(source), urlsplit(url or "")
    return bool(given.netloc and given.fragment) and (given.netloc, given.fragment) == (known.netloc, known.fragment)


def _moment(
    game: Game, day: DayTable, posted: PostedCount, post: Post | None, at: datetime | None
) -> tuple[datetime | None, str, str | None]:
    """As of when to count, why then, and the last post of that count where it names one."""
    if at is not None:
        return at, "as asked for", None
    if posted.up_to is not None:
        found = [one for one in game.posts(day) if posted.up_to in (str(one.number), one.id)]
        # A number that is also another post's id tells nothing.
        if len(found) == 1 and found[0].at.earliest < day.ends:
            return found[0].at.latest, f"the count says that it goes up to post {posted.up_to}", found[0].id
    if post is not None and post.at.earliest < day.ends:
        return post.at.earliest, f"that is when post {post.id} was made", None
    return None, "as `golosa count` would", None


def _print(game: Game, counted: Counted, posted: PostedCount, found: Comparison, why: str, *, same: bool) -> None:
    from rich.console import Console

    from golosa.plurals import moment as words
    from golosa.table import plain

    console = Console(highlight=False, emoji=False, soft_wrap=True)
    at = words(counted.count.at, game.zone, game.config.game.lang)
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
            console.print(f"      {plain(_mark(mark) + address)}")
    for name in found.not_voting:
        console.print(f"[bold yellow]  {plain(name)}:[/] not voting by the post, and has a vote by ours")
    for name in found.voting:
        console.print(f"[bold yellow]  {plain(name)}:[/] not voting by ours, and the post does not list him as such")
    for unread in posted.unread:
        console.print(f"[bold red]?[/] line {unread.line}: «{plain(unread.text)}»: {plain(unread.why)}")
    if posted.passed:
        console.print(f"[dim]lines that are no part of the count: {_ranges([one.line for one in posted.passed])}[/]")
    console.print("[bold green]the same[/]" if same else "[bold]not the same[/]")


def _print_line(line: Line, console: Any) -> None:
    from golosa.table import plain

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


def _mark(mark: MarkFate) -> str:
    what = "counts" if mark.counts else str(mark.why).replace("_", " ")
    return f"{mark.at:%Y-%m-%d %H:%M:%S}Z  #{mark.post}  «{mark.text}»: {what} ({mark.clause})"


def _ranges(numbers: list[int]) -> str:
    """Numbers of lines, runs of them put together: 1-4, 9."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _print_json(source: str, counted: Counted, posted: PostedCount, found: Comparison, why: str, *, same: bool) -> None:
    import msgspec

    from golosa.compare.document import document

    text = msgspec.json.encode(document(source, counted, posted, found, why, same=same)).decode()
    sys.stdout.write(msgspec.json.format(text, indent=1) + "\n")
