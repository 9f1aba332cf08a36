"""`golosa day effect` and `golosa day rules`: what is laid on votes, and rules that change from a post on."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from golosa.commands.act import entered_by, entering_options
from golosa.commands.options import folder_option, json_option, moment

if TYPE_CHECKING:
    from golosa.folder.game import Game
    from golosa.folder.hand import Done

#: Kind of an effect -> what it does; as `engine.day.EffectKind`.
KINDS = {
    "weight": "his vote weighs NUMBER (0, 2, 0.5 …)",
    "shown_weight": "posts show his vote as NUMBER: the true weight is secret",
    "threshold": "a majority against him needs NUMBER votes more (loved), or fewer (-1: hated)",
    "bonus": "NUMBER votes stand against him besides those that are given",
    "blocked": "his vote does not count",
    "follows": "his vote goes where that of --with goes",
    "untouchable": "votes for him do not count",
    "immune": "voted out, he stays, and nobody is out",
}


@click.command(
    "effect",
    context_settings={"ignore_unknown_options": True},
    epilog="KIND: " + "; ".join(f"{kind} — {what}" for kind, what in KINDS.items()),
)
@folder_option
@click.argument("player")
@click.argument("kind", type=click.Choice(list(KINDS)), metavar="KIND")
@click.argument("number", type=float, required=False)
@click.option("--with", "leader", metavar="NAME", help="Whose vote his follows.")
@click.option("--day", type=int, metavar="N", help="Which day; the last begun if left out.")
@click.option(
    "--from", "post", metavar="POST", help="In force from this post on, by its id; the whole day if left out."
)
@click.option("--at", metavar="T", help="In force from this moment on.")
@click.option("--game", "whole_game", is_flag=True, help="To the end of the game, not on this day alone.")
@entering_options
@json_option
def effect(folder: Path, player: str, kind: str, number: float | None, as_json: bool, **given: Any) -> int:
    """Lay something on PLAYER's vote, or on the votes for him. `golosa act list` shows it, `act undo` takes it back."""
    from engine.day import EffectKind
    from golosa.errors import GolosaError
    from golosa.folder import hand
    from golosa.folder.entries import NUMBERED, Laid
    from golosa.folder.people import find_player

    found = EffectKind(kind)
    if (found in NUMBERED) != (number is not None):
        raise GolosaError(f"{kind} takes {'a' if found in NUMBERED else 'no'} NUMBER")

    def enter(game: Game, now: datetime) -> Done:
        laid = Laid(
            player=find_player(game, player),
            kind=found,
            value=_plain(number),
            by=find_player(game, given["leader"]) if given["leader"] else None,
            day=game.day(given["day"], now).number,
            lasts="game" if given["whole_game"] else "day",
            post=given["post"],
            at=moment(given["at"], "--at"),
            reason=given["reason"],
        )
        return hand.effect(game, laid, now, preview=given["preview"])

    return entered_by(folder, enter, as_json=as_json)


def _plain(number: float | None) -> int | float:
    return 0 if number is None else int(number) if number.is_integer() else number


@click.command("rules")
@folder_option
@click.option("--from", "post", required=True, metavar="POST", help="The post from which on they hold, by its id.")
@click.option("--set", "settings", multiple=True, required=True, metavar="KNOB=VALUE", help="May be repeated.")
@click.option("--day", type=int, metavar="N", help="The day of that post; the last begun if left out.")
@entering_options
@json_option
def rules(folder: Path, settings: tuple[str, ...], as_json: bool, **given: Any) -> int:
    """Change rules of the count from a post on, for that day and all later ones; earlier posts keep theirs.

    `golosa act list` shows it, `golosa act undo` takes it back.
    """
    from golosa.folder import hand
    from golosa.folder.entries import RulesChange
    from golosa.rulebook.rulesets import knob_setting

    def enter(game: Game, now: datetime) -> Done:
        number = game.day(given["day"], now).number
        knobs = dict(knob_setting(setting) for setting in settings)
        change = RulesChange(day=number, post=given["post"], set=knobs, reason=given["reason"])
        return hand.change_rules(game, change, now, preview=given["preview"])

    return entered_by(folder, enter, as_json=as_json)
