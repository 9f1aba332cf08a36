"""`golosa dice`: commitment, draw, proof; `golosa dice verify` for anybody (L1-L5)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from golosa.clock import system_clock
from golosa.commands import asking
from golosa.commands.options import Group, folder_option, json_option, say, text_in
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.folder.game import Game

FAILED = 1


@click.group("dice", cls=Group)
def command() -> None:
    """Lots that anybody can check: commit before the game, draw with proof, verify.

    What a draw proves and what not: docs/dice.md.
    """


@command.command("commit")
@folder_option
@json_option
def commit_lots(folder: Path, as_json: bool) -> None:
    """Make the game's secrets and print what to publish before the game."""
    from golosa.folder import dice
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        found = dice.make_keys(game, system_clock())
    finally:
        game.close()
    told = f"deal: {found.deal}\nchain: {found.chain}"
    say(told, {"deal": found.deal, "chain": found.chain}, as_json=as_json)


@command.command("show")
@folder_option
@json_option
def show_draws(folder: Path, as_json: bool) -> None:
    """Print the commitments and every draw with its proof."""
    from golosa.folder import dice
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        found = dice.commitment(game)
        if found is None:
            raise GolosaError("the lots of this game are not committed: `golosa dice commit`")
        proofs = dice.proofs(game)
    finally:
        game.close()
    blocks = ["\n" + dice.block_of(proof, found.chain).rstrip("\n") for proof in proofs]
    told = "\n".join([f"deal: {found.deal}", f"chain: {found.chain}", *blocks])
    say(told, {"deal": found.deal, "chain": found.chain, "draws": proofs}, as_json=as_json)


@command.command("draw")
@folder_option
@click.option("--day", type=int, metavar="N", help="Which day; the last one that has begun if left out.")
@json_option
def draw_lots(folder: Path, day: int | None, as_json: bool) -> None:
    """Draw the lots that the day's count needs. Nothing is fetched: count first."""
    from golosa.folder import dice
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        now = system_clock()
        table = game.day(day, now)
        proofs, found = dice.draw_due(game, table, now), dice.commitment(game)
        if not proofs or found is None:
            raise GolosaError("no lot is needed as the votes stand")
    finally:
        game.close()
    told = "".join(dice.block_of(proof, found.chain) for proof in proofs).rstrip("\n")
    say(told, {"chain": found.chain, "draws": proofs}, as_json=as_json)


@command.command("deal")
@folder_option
@click.option(
    "--mix",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A text that came after the commitment, not from you.",
)
@json_option
def deal_roles(folder: Path, mix: Path | None, as_json: bool) -> None:
    """Deal the roles and print each player's message, for your eyes only.

    Publish the commitment first; the mix is the players' words, or a public figure of a later day, as a text file.
    """
    from golosa.folder import dealing, dice
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        if mix is not None and dice.keys(game) is None:
            raise GolosaError("a mix must come after the commitment: `golosa dice commit`, publish it, then deal")
        dealing.deal_roles(game, text_in(mix) if mix is not None else "", system_clock())
        show_roles(game, as_json=as_json)
    finally:
        game.close()


@command.command("give")
@folder_option
@click.argument("roles", nargs=-1, required=True, metavar="NAME=ROLE…")
@json_option
def give_roles(folder: Path, roles: tuple[str, ...], as_json: bool) -> None:
    """Give roles that were dealt without golosa; by their ids or titles, open ones too.

    `golosa dice pm` prints each player's message then.
    """
    from golosa.folder import dealing
    from golosa.folder.game import Game

    for text in roles:
        if "=" not in text:
            raise GolosaError(f"{text!r}: write NAME=ROLE")
    game = Game(folder)
    try:
        without = dealing.give_by_hand(game, roles, system_clock())
    finally:
        game.close()
    told = f"no role yet: {', '.join(without)}" if without else "everybody has his role: `golosa dice pm`"
    say(told, {"without": without}, as_json=as_json)


@command.command("pm")
@folder_option
@json_option
def print_messages(folder: Path, as_json: bool) -> None:
    """Print each player's message about his role again, for your eyes only."""
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        show_roles(game, as_json=as_json)
    finally:
        game.close()


def show_roles(game: Game, *, as_json: bool = False) -> None:
    """Prints the messages, one a player, and warns of a deal without a mix."""
    from golosa.folder import dealing

    found = dealing.messages(game)
    told = [f"=== {view.player}: {', '.join(view.accounts) or view.player} ===\n{text}\n" for view, text in found]
    messages = [
        {"player": view.player, "accounts": view.accounts or (view.player,), "role": view.role, "text": text}
        for view, text in found
    ]
    say("\n".join(told), {"messages": messages}, as_json=as_json)
    if dealing.mix_of(game) == "":
        click.echo(dealing.NO_MIX, err=True)


@command.command("reveal")
@folder_option
@click.option("--yes", is_flag=True, help="The game is over: do not ask.")
@json_option
def reveal(folder: Path, yes: bool, as_json: bool) -> None:
    """Print the deal's secret, once the game is over, so that anybody can check the deal."""
    from golosa.folder import dealing, dice
    from golosa.folder.game import Game

    asked = "Is the game over? The deal's secret shows how the roles were dealt"
    if not yes and not asking.on_a_terminal():
        raise GolosaError(f"{asked}; if it is, say --yes")
    if not yes:
        click.confirm(asked, abort=True, err=True)
    game = Game(folder)
    try:
        found, mix = dice.keys(game), dealing.mix_of(game)
    finally:
        game.close()
    if found is None:
        raise GolosaError("the lots of this game were never committed")
    told = [f"deal secret: {found.deal}"] + ([] if mix is None else [f"mix: {mix}" if mix else "mix: none"])
    say("\n".join(told), {"deal_secret": found.deal, "mix": mix or None}, as_json=as_json)


@command.command("verify")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--chain", metavar="HEX", help="K(0) as it was published before the game; as the text says if left out.")
@click.option(
    "--ballots", type=click.Path(path_type=Path), metavar="FILE", help="The day's ballots, to check them too."
)
@json_option
def verify(file: Path, chain: str | None, ballots: Path | None, as_json: bool) -> int:
    """Check the draws in FILE, the text of a post or JSON. Needs no game and no secret; exit status 1 if one fails."""
    from golosa.folder import dice

    votes = text_in(ballots) if ballots else None
    lines: list[str] = []
    draws: list[dict[str, object]] = []
    faults: list[str] = []
    for proof, told in dice.parse_blocks(text_in(file)):
        draw = {"label": proof.label, "chosen": proof.chosen, "candidates": proof.candidates}
        try:
            dice.check(proof, chain or told, votes)
        except GolosaError as error:
            faults.append(str(error))
            draws.append({**draw, "holds": False, "why": str(error)})
            continue
        draws.append({**draw, "holds": True})
        where = "" if chain else " (compare the chain with the one published before the game)"
        lines.append(f"{proof.label}: holds — {proof.chosen}, among {', '.join(proof.candidates)}{where}")
    compared = {"chain": chain is not None, "ballots": votes is not None}
    if as_json or lines:
        say("\n".join(lines), {"draws": draws, "compared": compared}, as_json=as_json)
    for line in faults:
        click.echo(f"golosa: {line}", err=True)
    return FAILED if faults else 0
