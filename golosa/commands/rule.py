"""`golosa rule`: rulings of the host, kept, dated and undoable (V10)."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option, json_option, moment, print_json, say
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from engine.rulings import Ruling
    from golosa.folder.game import Game

USAGE = (
    "write `rule post 123 votes NAME`, `rule post 123 votes nobody`, `rule post 123 void`, `rule post 123 closes`, "
    "`rule post 123 acts NAME`, `rule alias TEXT = NAME`, `rule account ACCOUNT = NAME`, "
    "`rule replace NEW_ACCOUNT = NAME`, `rule list` or `rule undo N`"
)
NOBODY = frozenset(("nobody", "никого", "никто", "-"))


@click.command("rule", context_settings={"ignore_unknown_options": True})
@folder_option
@json_option
@click.option("--since", metavar="T", help="With `replace`: from when on; from now if left out.")
@click.option("--reason", default="", metavar="TEXT", help="With `replace` and `account`: why, for the log.")
@click.argument("words", nargs=-1, required=True, metavar="WORDS…")
def command(folder: Path, as_json: bool, since: str | None, reason: str, words: tuple[str, ...]) -> None:
    """Take, list and undo rulings.

    \b
    rule post 123 votes NAME       this post counts as a vote for NAME (or: nobody)
    rule post 123 void             its marks do not count
    rule post 123 closes           this post of yours ends the day
    rule post 123 acts NAME        what its player does by day, he does to NAME (or: nobody)
    rule alias TEXT = NAME         this text names that player from now on
    rule account ACCOUNT = NAME    this forum account is that player's, and always was
    rule replace ACCOUNT = NAME    this account plays for that player from now on, or --since T; his old one no more
    rule list                      all rulings, with their numbers
    rule undo 4                    takes ruling 4 back
    """
    from golosa.folder.game import Game
    from golosa.folder.rulings import take

    game = Game(folder)
    try:
        if words == ("list",):
            _list(game, as_json=as_json)
        elif words[0] == "undo" and len(words) == 2 and words[1].isdigit():
            _undo(game, int(words[1]), as_json=as_json)
        else:
            ruling = parse(game, words, moment(since, "--since"), reason)
            taken = take(game, ruling, system_clock())
            document = {"number": taken.number, "ruling": ruling, "notes": taken.notes, "changes": taken.changes}
            said = f"ruling {taken.number}: {told(ruling, game.zone)}"
            say("\n  ".join((said, *taken.notes, *taken.changes)), document, as_json=as_json)
    finally:
        game.close()


def parse(game: Game, words: tuple[str, ...], since: datetime | None = None, reason: str = "") -> Ruling:
    """The ruling that the words say; `since` (UTC) is when a replacement begins, now if left out, `reason` its reason.

    Raises GolosaError where they say none, or name no player.
    """
    from engine.rulings import ActionRuling, AliasRuling, CloseRuling, ReplaceRuling, VoidRuling, VoteRuling
    from golosa.folder.people import find_player

    now = system_clock()
    match words:
        case ("post", post, "void"):
            _known_post(game, post)
            return VoidRuling(post, now)
        case ("post", post, "closes"):
            _known_post(game, post)
            return CloseRuling(post, now)
        case ("post", post, "votes" | "acts" as kind, *rest) if rest:
            _known_post(game, post)
            name = " ".join(rest)
            target = None if name.casefold() in NOBODY else find_player(game, name)
            return VoteRuling(post, target, now) if kind == "votes" else ActionRuling(post, target, now)
        case ("alias" | "account" | "replace" as kind, *rest) if "=" in " ".join(rest):
            text, _, name = " ".join(rest).rpartition("=")
            if not text.strip():
                raise GolosaError(USAGE)
            player = find_player(game, name.strip())
            if kind == "alias":
                return AliasRuling(text.strip(), player, now)
            return ReplaceRuling(text.strip(), player, since or now if kind == "replace" else None, reason)
    raise GolosaError(USAGE)


def _known_post(game: Game, post: str) -> None:
    threads = {thread for day in game.config.day for thread in day.threads} or {"saved"}
    if not any(known.id == post for known in game.archive.posts(sorted(threads))):
        raise GolosaError(f"post {post!r} is not in the store: count first, and name the post by its id")


def told(ruling: Ruling, zone: str) -> str:
    """A ruling in words, its time in the zone of that name."""
    from engine.rulings import ActionRuling, AliasRuling, CloseRuling, OrderRuling, ReplaceRuling, VoidRuling

    if isinstance(ruling, VoidRuling):
        return f"post {ruling.post} is void"
    if isinstance(ruling, CloseRuling):
        return f"post {ruling.post} ends the day"
    if isinstance(ruling, AliasRuling):
        return f"«{ruling.alias}» means {ruling.player}"
    if isinstance(ruling, ReplaceRuling):
        since = f" since {ruling.at.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}" if ruling.at else ""
        why = f" — {ruling.reason}" if ruling.reason else ""
        return f"account {ruling.replace} plays for {ruling.player}{since}{why}"
    if isinstance(ruling, OrderRuling):
        return f"message {ruling.pm} is an order against {ruling.target or 'nobody'}"
    if isinstance(ruling, ActionRuling):
        return f"post {ruling.post} acts on {ruling.target or 'nobody'}"
    return f"post {ruling.post} votes {ruling.target or 'for nobody'}"


def _undo(game: Game, number: int, *, as_json: bool) -> None:
    from golosa.folder.rulings import undo

    done = undo(game, number, system_clock())
    document = {"undone": number, "changes": done.changes}
    say("\n  ".join((f"ruling {number} is undone", *done.changes)), document, as_json=as_json)


def _list(game: Game, *, as_json: bool) -> None:
    from engine.rulings import Ruling
    from golosa.texts.document import SCHEMA, stamp

    facts = game.facts.all("ruling", with_undone=True)
    if as_json:
        rulings = [
            {"number": fact.id, "made": stamp(fact.made), "undone": stamp(fact.undone), "ruling": fact.payload}
            for fact in facts
        ]
        print_json({"schema": SCHEMA, "rulings": rulings})
        return
    for fact in facts:
        undone = "  (undone)" if fact.undone else ""
        made = fact.made.astimezone(ZoneInfo(game.zone))
        said = told(fact.read(Ruling), game.zone)  # type: ignore[arg-type]
        click.echo(f"{fact.id:>4}  {made:%Y-%m-%d %H:%M}  {said}{undone}")
    if not facts:
        click.echo("no rulings yet")
