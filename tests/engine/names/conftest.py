"""Rosters of invented players for reading names."""

from collections.abc import Callable

import pytest

from engine.names import Names
from engine.people import Player, Roster

Make = Callable[..., Names]


@pytest.fixture
def names() -> Make:
    """Makes a reader of a roster from names, options as those of `Names`."""

    def make(*players: str, **options: object) -> Names:
        return Names(Roster(tuple(Player(name) for name in players)), **options)  # type: ignore[arg-type]

    return make
