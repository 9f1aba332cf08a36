"""A roster of invented players and the roles of a big game, for reading messages."""

import pytest

from engine.messages import Reader
from engine.names import Names
from engine.people import Player, Roster
from engine.roles import CheckDeeds, CheckRole, Heal, Kill, Role, Visit

PLAYERS = (
    Player("Аня", accounts=("anya_1990",)),
    Player("cartman", aliases=("Эрик",)),
    Player("Лис"),
    Player("Лиса"),
    Player("Шелли"),
    Player("Дед Мороз"),
    Player("Доктор Хаус"),
)
ROLES = (
    Role(id="boss", title="Босс мафии", titles={"en": "Mafia boss"}, ability=(Kill(),)),
    Role(id="bull", title="Бык"),
    Role(id="lawyer", title="Адвокат", ability=(CheckDeeds(),)),
    Role(id="actor", title="Актёр"),
    Role(id="commissar", title="Комиссар", words=("ком",), ability=(CheckRole(),)),
    Role(id="doctor", title="Доктор", ability=(Heal(words=("перевязать",)),)),
    Role(id="maniac", title="Маньяк", ability=(Kill(),)),
    Role(id="drunk", title="Пьяница", ability=(Visit(),)),
)


@pytest.fixture
def reader() -> Reader:
    roster = Roster(PLAYERS)
    return Reader(roster, Names(roster), ROLES)
