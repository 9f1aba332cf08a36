"""`golosa notice`: the host's posts, ready to paste, and the notes that are for the host alone."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option, json_option, moment
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.config import DayTable
    from golosa.game import Counted, Game
    from golosa.views.shapes import CountView

#: Kind of a notice -> what it is.
KINDS = {
    "opening": "the day's opening: how to vote, until when, who is in",
    "interim": "the count as it stands now",
    "reminder": "who has not voted yet",
    "tie": "a tie: the extra half hour",
    "result": "the result of the day's vote",
    "overtime": "the result after the extra half hour",
    "split": "the damage of a split vote",
    "missed": "who missed the vote",
    "draw": "the day's lots with their proofs",
    "night": "the night's opening",
    "owed": "who still owes an order (for the host only)",
    "dying": "who is to be asked for a note (for the host only)",
    "morning": "the morning post",
    "end": "the end of the game, with all roles",
}


@click.command("notice", epilog="KIND: " + "; ".join(f"{kind} — {what}" for kind, what in KINDS.items()))
@click.argument("kind", type=click.Choice(list(KINDS)), metavar="KIND")
@folder_option
@json_option
@click.option("--day", type=int, metavar="N", help="Which day or night; the last one that has begun if left out.")
@click.option("--at", metavar="T", help="As of this moment.")
@click.option(
    "--longest",
    type=click.IntRange(min=500),
    metavar="N",
    help="Cut into posts of at most N characters; game.longest_post of game.toml if left out.",
)
@click.option("--plain", is_flag=True, help="Plain text instead of BBCode.")
def command(
    kind: str, folder: Path, as_json: bool, day: int | None, at: str | None, longest: int | None, plain: bool
) -> None:
    """Write a post of the host's. Nothing is fetched: count first."""
    from golosa import bbcode
    from golosa.game import Game

    game = Game(folder)
    try:
        now = system_clock()
        text = text_of(game, kind, game.day(day, now), now, moment(at, "--at"))
        longest = longest or game.config.game.longest_post
    finally:
        game.close()
    text = bbcode.plain_text(text) if plain else text
    posts = bbcode.split(text, longest) if longest else (text,)
    if as_json:
        import msgspec

        sys.stdout.write(msgspec.json.encode({"schema": 1, "kind": kind, "posts": posts}).decode() + "\n")
        return
    sys.stdout.write("\n\n----\n\n".join(post.rstrip("\n") for post in posts) + "\n")


def text_of(game: Game, kind: str, day: DayTable, now: datetime, at: datetime | None = None) -> str:
    """The text of a notice of that kind. Raises GolosaError where the day is not at the point for it."""
    from golosa.views import notices

    match kind:
        case "opening":
            return _render(game, "opening.bbcode", notices.opening_view(game, day))
        case "night":
            return _render(game, "night.bbcode", notices.night_view(game, day))
        case "draw":
            return _render(game, "draw.bbcode", notices.draws_view(game, day, now))
        case "owed" | "dying" | "morning" | "end":
            return _of_the_night(game, kind, day, now)
    counted = game.count(day, now, at)
    match kind:
        case "interim":
            return _render(game, "count.bbcode", _count(game, counted, official=False))
        case "reminder":
            return _render(game, "reminder.bbcode", _count(game, counted, official=False))
        case "tie":
            return _render(game, "tie.bbcode", notices.tie_view(game, counted))
        case "missed":
            return _render(game, "missed.bbcode", notices.missed_view(game, counted))
    official = _final(counted)
    if kind == "overtime" and counted.count.overtime is None:
        raise GolosaError("no overtime has been played: see `golosa notice result`")
    if kind == "split":
        return _render(game, "tie.bbcode", notices.split_view(game, counted))
    return _render(game, "count.bbcode", _count(game, counted, official=official))


def _final(counted: Counted) -> bool:
    """Whether a result is official. Raises GolosaError before the end of the day, or where the thread is not whole."""
    from engine.counts import Verdict

    if counted.count.at < counted.day.ends and counted.count.at_post is None:
        raise GolosaError(f"the day ends at {counted.day.ends.isoformat()}: a result is written after that")
    if not counted.complete:
        raise GolosaError(f"the thread has not been read whole: {counted.why_incomplete}", 3)
    return counted.count.verdict is not Verdict.OPEN and not counted.count.rulings_needed


def _count(game: Game, counted: Counted, *, official: bool) -> CountView:
    from golosa.views import count_view

    return count_view(game, counted, game.last_posted(counted.day), official=official)


def _of_the_night(game: Game, kind: str, day: DayTable, now: datetime) -> str:
    """What the night's outcome tells, played from the log; nothing is kept."""
    from golosa.views import mornings

    match kind:
        case "morning":
            return _render(game, "morning.bbcode", mornings.morning(game, day, now))
        case "owed":
            return _render(game, "owed.txt", mornings.owed(game, now))
        case "dying":
            return _render(game, "dying.txt", mornings.dying(game, now))
    return _render(game, "end.bbcode", mornings.end(game, now))


def _render(game: Game, name: str, view: object) -> str:
    from golosa.output import own_templates
    from golosa.render import render

    return render(name, game.config.game.lang, view, own_templates(game))
