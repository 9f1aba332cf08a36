"""Who holds which role: the deal with its proof, roles given by hand, and each player's message (L4, C1, T14-7).

Roles are secrets: they live in the store alone and are shown to the host alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from engine.lots import deal
from engine.messages.who import key
from engine.roles import Role
from engine.rules import Rules
from golosa.errors import GolosaError
from golosa.folder import dice
from golosa.folder.game import Game
from golosa.folder.made import of_log
from golosa.folder.phases import START
from golosa.texts.render import render

KIND = "role"
NO_MIX = (
    "warning: dealt without a mix: you could have tried many secrets, so this deal proves nothing; publish the "
    "commitment first and use `golosa dice deal --mix FILE` with a text that you could not choose"
)


class RoleGiven(Struct, frozen=True):
    """A fact: a player's role at the start; the open one (H24) is a fact of its own."""

    player: str
    role: str


class Mix(Struct, frozen=True):
    """A fact: the text that the deal was mixed with; public, so that the deal can be checked (L4)."""

    text: str


class RoleView(Struct, frozen=True, kw_only=True):
    """What one player is told of his role; for no other eyes."""

    game: str
    player: str
    accounts: tuple[str, ...]
    role: str
    open_role: str | None
    team: str | None
    mates: tuple[str, ...]  #: the others of the team, where the rules let them know each other


def given(game: Game) -> dict[str, str]:
    """The secret role (its id) of each player who has one; the last fact of a player holds."""
    return _held(game, is_open=False)


def given_open(game: Game) -> dict[str, str]:
    """The open role of each player who has one (H24)."""
    return _held(game, is_open=True)


@of_log
def _held(game: Game, *, is_open: bool) -> dict[str, str]:
    kinds = {role.id for role in game.rules.roles if role.open is is_open}
    facts = (fact.read(RoleGiven) for fact in game.facts.all(KIND))
    return {fact.player: fact.role for fact in facts if fact.role in kinds}


def require_known(rules: Rules, players: Sequence[str], roles: Sequence[tuple[str, str]]) -> None:
    """Raises GolosaError naming the player or the role that is unknown."""
    known = [role.id for role in rules.roles]
    for player, role in roles:
        if player not in players:
            raise GolosaError(
                "role of {player!r}: no such player; players are {players}", player=player, players=", ".join(players)
            )
        if not known:
            raise GolosaError("role {role!r} of {player}: the rule set has no roles", role=role, player=player)
        if role not in known:
            raise GolosaError(
                "role {role!r} of {player}: the rule set has {known}",
                role=role,
                player=player,
                known=", ".join(f"{one.id} ({one.title})" for one in rules.roles),
            )


def role_in(rules: Rules, text: str) -> str:
    """The id of the role that a text names: by its id, or by a title in any language that no other role has; the text
    itself where it names none."""
    said = key(text)
    named = [role.id for role in rules.roles if said in map(key, (role.title, *role.titles.values()))]
    return named[0] if len(named) == 1 and text not in {role.id for role in rules.roles} else text


def pairs_of(rules: Rules, texts: Sequence[str]) -> list[tuple[str, str]]:
    """Texts `NAME=ROLE` as players and the ids of their roles, as far as these are known."""
    parts = (text.rpartition("=") for text in texts)
    return [(name.strip(), role_in(rules, role.strip())) for name, _, role in parts]


def cards_of(rules: Rules, players: Sequence[str]) -> list[str]:
    """The role list of a deal, in the rule set's order (L4). Raises GolosaError where it does not fit the players."""
    cards = [role.id for role in rules.roles if not role.open for _ in range(role.count)]
    if len(cards) != len(players):
        raise GolosaError(
            "the rule set has {cards} roles and the game {players} players: change `count` of its "
            "roles in a copy of the rule set (`golosa rules show`)",
            cards=len(cards),
            players=len(players),
        )
    return cards


def give(game: Game, roles: Sequence[tuple[str, str]], now: datetime) -> None:
    """Keeps roles given by hand. Raises GolosaError naming a player or a role that is unknown."""
    require_known(game.rules, _in_order(game), roles)
    with game.database.writing():
        for player, role in roles:
            game.facts.add(KIND, RoleGiven(player, role), now, START)


def give_by_hand(game: Game, texts: Sequence[str], now: datetime) -> list[str]:
    """Gives roles by texts `NAME=ROLE`, secret and open ones; gives who has no secret role yet.

    Raises GolosaError naming a player or a role that is unknown, and a player who has such a role already.
    """
    pairs = pairs_of(game.rules, texts)
    require_known(game.rules, _in_order(game), pairs)
    with game.database.writing():
        open_ids = {role.id for role in game.rules.roles if role.open}
        held = {False: dict(given(game)), True: dict(given_open(game))}
        for player, role in pairs:
            mine = held[role in open_ids]
            if player in mine:
                raise GolosaError(
                    "{player} has the role {role!r} already; another one: `golosa act role`",
                    player=player,
                    role=mine[player],
                )
            mine[player] = role
        give(game, pairs, now)
    return [name for name in _in_order(game) if name not in held[False]]


def deal_roles(game: Game, mix: str, now: datetime) -> dict[str, str]:
    """Deals the rule set's secret roles over the roster, keeps them and gives them (L4).

    Blank lines around the mix and the kind of its line ends are no part of it: who checks copies what he reads.
    Makes the game's secrets where there are none yet. Raises GolosaError where roles are held already, or the rule
    set's numbers do not fit the roster.
    """
    with game.database.writing():  # two who deal in the same moment deal once
        if given(game):
            raise GolosaError("the roles of this game are dealt already: `golosa dice pm` prints the messages")
        players = _in_order(game)
        cards = cards_of(game.rules, players)
        if dice.keys(game) is None:
            dice.make_keys(game, now)
        keys = dice.keys(game)
        assert keys is not None
        mix = "\n".join(mix.strip().splitlines())
        dealt = deal(bytes.fromhex(keys.deal), cards, players, mix)
        game.facts.add("mix", Mix(mix), now, START)
        give(game, list(dealt.items()), now)
    return dealt


def mix_of(game: Game) -> str | None:
    """The text that the deal was mixed with, "" for none; None where nothing was dealt."""
    facts = game.facts.all("mix")
    return facts[-1].read(Mix).text if facts else None


def messages(game: Game) -> list[tuple[RoleView, str]]:
    """Each player's message about his role, in roster order; for the host's eyes, to be sent one by one.

    Raises GolosaError where somebody has no role.
    """
    held, open_roles = given(game), given_open(game)
    without = [player.name for player in game.roster.players if player.name not in held]
    if without:
        raise GolosaError(
            "no role yet: {without}; `golosa dice deal`, or `golosa dice give`", without=", ".join(without)
        )
    views = [_view(game, name, held, open_roles) for name in _in_order(game)]
    return [(view, render("role.bbcode", game.config.game.lang, view)) for view in views]


def _in_order(game: Game) -> list[str]:
    """The players' names in roster order."""
    return [player.name for player in game.roster.players]


def _view(game: Game, name: str, held: Mapping[str, str], open_roles: Mapping[str, str]) -> RoleView:
    roles: dict[str, Role] = {role.id: role for role in game.rules.roles}
    role = roles[held[name]]
    team = next((team for team in game.rules.teams if team.id == role.team), None)
    titles = game.rules.titles_in(game.config.game.lang)
    mates: tuple[str, ...] = ()
    if team is not None and team.mates:
        mates = tuple(other for other in _in_order(game) if other != name and roles[held[other]].team == role.team)
    player = next(player for player in game.roster.players if player.name == name)
    return RoleView(
        game=game.config.game.title,
        player=name,
        accounts=player.accounts,
        role=titles[role.id],
        open_role=titles[open_roles[name]] if name in open_roles else None,
        team=titles[team.id] if team else None,
        mates=mates,
    )
