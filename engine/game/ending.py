"""Who has won, and who takes a role that has fallen vacant: what is judged after people go out (G1).

Knows the conditions of `[[victory]]` and `[[succession]]`; nothing of votes or orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from engine.game.board import Board
from engine.game.values import Inherited, Private, Seat
from engine.roles import Succession, Victory


def judge(board: Board, at: datetime, *, morning: bool = False, orders: Sequence[Inherited] = ()) -> None:
    """After people went out: victory first, once; then succession (G1).

    `morning`: the day that starts now is judged as well (T14-3). `orders`: the standing orders of who was voted out,
    with the old holder as `heir`; they pass to the new one (T14-33). The game must not be over yet.
    """
    alive = Counter(board.book.team(seat.role) for seat in board.living)
    rule = won_by(board.rules.victories, alive, morning=morning)
    if rule is not None:
        board.winner = board.living[0].name if rule.winner == "survivor" else rule.winner
        board.note(rule.clause or "G1", "victory", value=board.winner)
        return
    _succeed(board, at, orders)


def won_by(rules: Iterable[Victory], alive: Counter[str | None], *, morning: bool) -> Victory | None:
    """The first victory rule that fits so many living members of each team, or None."""
    judged = (rule for rule in rules if morning or rule.at == "always")
    return next((rule for rule in judged if _fits(rule, alive)), None)


def _fits(rule: Victory, alive: Counter[str | None]) -> bool:
    everybody = alive.total()
    conditions = [all(alive[team] == 0 for team in rule.gone)]
    if rule.any_alive:
        conditions.append(any(alive[team] for team in rule.any_alive))
    if rule.only is not None:
        conditions.append(0 < everybody == alive[rule.only])
    if rule.sole is not None:
        conditions.append(everybody == 1 and alive[rule.sole] == 1)
    if rule.leads is not None and rule.over is not None:
        conditions.append(alive[rule.leads] >= alive[rule.over] + rule.by)
    if rule.exactly:
        exact = all(alive[team] == number for team, number in rule.exactly.items())
        conditions.append(exact and everybody == sum(rule.exactly.values()))
    return all(conditions)


def _succeed(board: Board, at: datetime, orders: Sequence[Inherited]) -> None:
    """T14-32. A role falls vacant by somebody's going out, so only teams that lost a member are looked at."""
    lost = {board.book.team(board.seats[name].role) for name in board.fallen}
    for rule in board.rules.successions:
        if board.book.team(rule.heir) not in lost or (heir := _heir(board, rule)) is None:
            continue
        board.take_role(heir.name, rule.role, at)
        board.note(rule.clause or "T14-32", "succession", heir.name, value=rule.role)
        target = _inherit(board, rule, heir.name, at, orders)
        board.private.append(Private(heir.name, "new_role", rule.role, target))


def _heir(board: Board, rule: Succession) -> Seat | None:
    living = board.living
    if any(seat.role == rule.role for seat in living):
        return None
    heir = next((seat for seat in living if seat.role == rule.heir), None)
    if heir is None or not rule.only_last:
        return heir
    team = board.book.team(rule.heir)
    return heir if sum(board.book.team(seat.role) == team for seat in living) == 1 else None


def _inherit(board: Board, rule: Succession, heir: str, at: datetime, orders: Sequence[Inherited]) -> str | None:
    """T14-33: the order of the one who was voted out passes to the heir; gives its target."""
    passed = [order for order in orders if rule.inherits_order and board.book.powers[order.ability].role == rule.role]
    for order in passed:
        board.inherited.append(Inherited(heir, order.ability, order.target, order.sent, at))
        board.note("T14-33", "inherited", heir, order.heir, order.target)
    return passed[0].target if passed else None
