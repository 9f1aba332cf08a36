"""`golosa notice`: the host's posts, ready to paste, and the notes that are for the host alone."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option, json_option, moment

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
    "night": "the opening of the night after the day",
    "owed": "who still owes an order (for the host only)",
    "dying": "who is to be asked for a note (for the host only)",
    "morning": "the morning post",
    "end": "the end of the game, with all roles",
}
#: Those that stand on a count.
COUNTED = ("interim", "reminder", "tie", "result", "overtime", "split", "missed")


@click.command("notice", epilog="KIND: " + "; ".join(f"{kind} — {what}" for kind, what in KINDS.items()))
@click.argument("kind", type=click.Choice(list(KINDS)), metavar="KIND")
@folder_option
@json_option
@click.option("--day", type=int, metavar="N", help="Which day; the last one that has begun if left out.")
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
    from golosa.folder.daybook import left_open
    from golosa.folder.game import Game
    from golosa.texts import bbcode
    from golosa.texts.notices import text_of
    from golosa.views.mornings import morning_day

    game = Game(folder)
    try:
        now = system_clock()
        table = morning_day(game, day, now) if kind == "morning" else game.day(day, now)
        text = text_of(game, kind, table, now, moment(at, "--at"))
        longest = longest or game.config.game.longest_post
        for note in left_open(game, table, now) if kind in COUNTED else ():
            click.echo(f"note: {note}", err=True)
        if kind == "tie" and game.count(table, now, moment(at, "--at")).count.rulings_needed:
            click.echo("note: a decision waits for you that may undo the tie: `golosa count`", err=True)
    finally:
        game.close()
    text = bbcode.plain_text(text) if plain else text
    posts = bbcode.split(text, longest) if longest else (text,)
    if as_json:
        import msgspec

        sys.stdout.write(msgspec.json.encode({"schema": 1, "kind": kind, "posts": posts}).decode() + "\n")
        return
    sys.stdout.write("\n\n----\n\n".join(post.rstrip("\n") for post in posts) + "\n")
