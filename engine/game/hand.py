"""The host's hand: people removed, killed, brought back, given hp or a role (G8, T14-60).

Knows nothing of how it is undone: the store leaves an undone act out and the game is played again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby

from engine.game.board import Board, is_dead
from engine.game.ending import judge
from engine.game.values import Cause, Do, HostAct
from engine.rules import Rules
from engine.telling import Told


def apply_acts(board: Board, acts: Iterable[HostAct]) -> datetime | None:
    """Carries out `acts` by time; those of one moment are one batch, judged after all of it (G8).

    Gives the moment at which the game ended by them, None where it goes on.
    Raises ValueError for an act that cannot be.
    """
    for at, batch in groupby(sorted(acts, key=_moment), key=_moment):
        _carry_out(board, tuple(batch))
        judge(board, at)
        if board.winner is not None:
            return at
    return None


def puts_out(rules: Rules, act: HostAct) -> bool:
    """Whether an act takes its player out of the game: hp with which nobody lives are a death like any other (G8, H2,
    V14)."""
    hp = act.value if act.do is Do.HP and isinstance(act.value, int) else None
    return act.do in (Do.REMOVE, Do.KILL) or is_dead(rules, hp)


def _moment(act: HostAct) -> datetime:
    return act.at


def _carry_out(board: Board, batch: Sequence[HostAct]) -> None:
    for act in batch:
        if act.player not in board.seats:
            raise ValueError(Told("{act} {player}: no player is named so", act=act.do.value, player=act.player))
    for act in sorted(batch, key=lambda act: (board.order[act.player], act.do)):
        seat = board.seats[act.player]
        board.note("G8", f"host_{act.do}", act.player, act.reason or None, act.value)
        match act.do:
            case Do.REMOVE | Do.KILL:
                if not seat.alive:
                    raise ValueError(Told("{act} {player}: he is out already", act=act.do.value, player=act.player))
                board.put_out(act.player, act.at, Cause.REMOVED, "G8")
            case Do.REVIVE:
                if seat.alive:
                    raise ValueError(Told("revive {player}: he is in the game", player=act.player))
                board.bring_back(act.player, act.at)
            case Do.HP:
                _set_hp(board, act)
            case Do.ROLE:
                if not isinstance(act.value, str) or act.value not in board.book.roles:
                    raise ValueError(
                        Told("role {player}: there is no role {role!r}", player=act.player, role=act.value)
                    )
                board.take_role(act.player, act.value, act.at)


def _set_hp(board: Board, act: HostAct) -> None:
    if not isinstance(act.value, int) or board.seats[act.player].hp is None:
        raise ValueError(Told("hp {player}: {hp!r} is no number of hp of this game", player=act.player, hp=act.value))
    board.set_hp(act.player, act.value)
    if is_dead(board.rules, act.value) and board.seats[act.player].alive:
        board.put_out(act.player, act.at, Cause.REMOVED, "G8")
