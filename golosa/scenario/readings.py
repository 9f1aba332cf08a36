"""Every way of reading the orders that only the host can read (V13: what is the same in every case is settled)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from engine.game.values import Order
from golosa.scenario.letters import Unsure

#: Beyond so many ways the host is asked without trying them.
MOST = 64


def readings(unsure: Sequence[Unsure]) -> Iterator[tuple[Order, ...]] | None:
    """The orders that the unsure ones may be, all combinations, the one without any of them last; None where there are
    too many to try."""
    if prod(len(order.readings) for order in unsure) > MOST:
        return None
    ways = product(*(order.readings for order in unsure))
    return (tuple(order for order in way if order is not None) for way in ways)
