"""How private messages, and what became of the orders in them, are told in a terminal and in the machine form.

What `golosa order` and `golosa order inbox` share. All of it is the host's secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import click

if TYPE_CHECKING:
    from golosa.folder.game import Game
    from golosa.folder.judging import Judged
    from golosa.scenario.inputs import MessageIn


def told(game: Game, number: str, message: MessageIn, found: Judged) -> str:
    """A message in a line: its number, its time in the game's zone, how it is understood, what of it is refused."""
    at = message.at.astimezone(ZoneInfo(game.zone)).isoformat()
    parts = (understood(game, message), *_ruled(game, number), *refusals(game, number, found))
    return f"{number}  {at}  {'; '.join(parts)}"


def _ruled(game: Game, number: str) -> list[str]:
    """What the host has said of the message last."""
    from engine.rulings import OrderRuling

    said = [one.target for one in game.rulings() if isinstance(one, OrderRuling) and one.pm == number]
    return [f"ruled: against {said[-1]}" if said[-1] is not None else "ruled: no order"] if said else []


def understood(game: Game, message: MessageIn) -> str:
    """What the message says, in a line."""
    from engine.messages import Legend, Note, OrderText, Unreadable
    from golosa.folder.letters import said_in, sender_of

    sender = sender_of(game, message)
    if message.order is not None:
        return f"{sender}: {message.order.ability} {message.order.target or 'nobody'}"
    told = []
    for said in said_in(game, message):
        match said:
            case Legend():
                told.append("a legend")
            case Note():
                told.append("a note")
            case Unreadable(why):
                told.append(f"cannot be read: {why}")
            case OrderText():
                target = said.target or ("nobody" if said.withdraws else "")
                one_of = "one of " if len(said.ask) > 1 else ""
                asked = f"{one_of}{', '.join(said.ask)}? Use `golosa order rule`" if said.ask else "nobody of the game"
                told.append(f"{'/'.join(said.abilities) or 'order'}: {target or asked}")
    return f"{sender}: {'; '.join(told)}"


def refusals(game: Game, number: str, found: Judged) -> list[str]:
    """What of a message is refused and why, a line an order."""
    from golosa import catalogue
    from golosa.scenario.letters import source

    words = catalogue.of(game.config.game.lang).refusal
    mine = [(phase, order) for phase, order in found.refused if source(order.id) == number]
    return [
        f"refused ({phase}): {words[order.why]}" + (f" ({order.ability}: {order.target})" if len(mine) > 1 else "")
        for phase, order in mine
    ]


def refused_document(found: Judged) -> list[dict[str, str]]:
    """The refused orders in the machine form: message, phase and reason."""
    from golosa.scenario.letters import source

    return [{"message": source(order.id), "phase": phase, "why": order.why.value} for phase, order in found.refused]


def unclear(game: Game, message: MessageIn) -> bool:
    """Whether only the host can tell whom an order in the message is against."""
    from golosa.folder.letters import said_in

    return any(getattr(said, "ask", ()) for said in said_in(game, message))


def tell_unsure(found: Judged) -> None:
    """Tells on standard error why it is not known yet what is refused."""
    if found.unsure:
        click.echo(f"golosa: which orders stand cannot be judged yet: {found.unsure}", err=True)


def tell_changes(changed: Sequence[str]) -> None:
    """Tells on standard error what is another of phases that are over."""
    for line in changed:
        click.echo(f"golosa: {line}", err=True)
    if changed:
        click.echo("golosa: what you have told of these before is to be told anew: `golosa night --night N`", err=True)
