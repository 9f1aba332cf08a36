"""What a scenario lays on the table before the first phase: rules, people, roles and the lots.

Knows nothing of phases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC
from pathlib import Path

from msgspec import Struct

from engine.game import has_day_abilities
from engine.game.values import HostAct
from engine.messages import Reader
from engine.messages.day_actions import Words
from engine.names import Names
from engine.people import Player, Roster
from engine.roles import USUAL_IDS, ability_id
from engine.rules import Rules
from engine.rulings import AliasRuling, OrderRuling, ReplaceRuling, Ruling, VoidRuling, VoteRuling
from golosa.errors import GolosaError, told
from golosa.rulebook.rulesets import load, shipped
from golosa.scenario.checking import Known, check
from golosa.scenario.inputs import ActIn, PhaseIn, RulingIn, Scenario
from golosa.scenario.letters import Office
from golosa.scenario.lots import dealt
from golosa.scenario.reading import ScenarioError


class Table(Struct, frozen=True):
    """Everything that stays the same through the game."""

    scenario: Scenario
    rules: Rules
    roster: Roster
    accounts: dict[str, str]  #: account or name → player
    roles: dict[str, str]
    open_roles: dict[str, str]
    rulings: tuple[Ruling, ...]  #: of all phases: a ruling on a post counts whenever it is taken
    office: Office
    day_words: Words  #: of day actions (H25)
    outcomes: Mapping[str, Mapping[str, str]] = {}  #: night → who goes out by the host's word, and by what (G8)


def lay(scenario: Scenario, folder: Path) -> Table:
    """Checks a scenario and lays it out; a rule set's path is looked for in `folder` first. Raises ScenarioError."""
    rules = _rules(scenario, folder)
    check(scenario, _known(rules))
    rulings = tuple(_ruling(ruling) for phase in scenario.phases for ruling in phase.rulings)
    roster = _roster(scenario)
    accounts = _accounts(scenario, rulings)
    return Table(
        scenario,
        rules,
        roster,
        accounts,
        _roles(scenario, rules),
        {player.name: player.open_role for player in scenario.players if player.open_role},
        rulings,
        _office(rules, roster, rulings, accounts),
        Words.of(rules.roles),
    )


def acts_of(phase: PhaseIn) -> tuple[HostAct, ...]:
    """The host's hand in a phase."""
    return tuple(_act(act) for act in phase.acts)


def _rules(scenario: Scenario, folder: Path) -> Rules:
    beside = folder / scenario.rules
    name = scenario.rules if scenario.rules in shipped() or not _is_file(beside) else str(beside)
    try:
        load(name)
    except GolosaError as error:
        raise ScenarioError("rules", told(error)) from error
    try:
        return load(name, scenario.set)
    except GolosaError as error:
        raise ScenarioError("set", told(error)) from error


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # no path at all, such as a name that is too long
        return False


def _known(rules: Rules) -> Known:
    abilities = [ability_id(ability) for role in rules.roles for ability in role.ability]
    return Known(
        roles=[role.id for role in rules.roles if not role.open],
        open_roles=[role.id for role in rules.roles if role.open],
        teams=[team.id for team in rules.teams],
        abilities=list(dict.fromkeys((*abilities, *(word for word in USUAL_IDS.values() if word != "weight")))),
        first=rules.day.first,
        day_actions=has_day_abilities(rules),
    )


def _roster(scenario: Scenario) -> Roster:
    """A player posts under his name as well as under his accounts."""
    players = tuple(
        Player(player.name, accounts=(player.name, *player.accounts), aliases=tuple(player.aliases))
        for player in scenario.players
    )
    return Roster(players, hosts=(scenario.host,) if scenario.host else ())


def _accounts(scenario: Scenario, rulings: Sequence[Ruling]) -> dict[str, str]:
    accounts = {account: player.name for player in scenario.players for account in (player.name, *player.accounts)}
    return accounts | {ruling.replace: ruling.player for ruling in rulings if isinstance(ruling, ReplaceRuling)}


def _roles(scenario: Scenario, rules: Rules) -> dict[str, str]:
    given = {player.name: player.role for player in scenario.players if player.role is not None}
    return given or dealt(scenario, rules)


def _office(rules: Rules, roster: Roster, rulings: Sequence[Ruling], accounts: dict[str, str]) -> Office:
    aliases = tuple((ruling.alias, ruling.player) for ruling in rulings if isinstance(ruling, AliasRuling))
    ruled = {ruling.pm: ruling.target for ruling in rulings if isinstance(ruling, OrderRuling)}
    reader = Reader(roster, Names(roster, aliases=aliases), rules.roles)
    return Office(rules, reader, accounts, ruled, has_day_abilities(rules), Words.of(rules.roles))


def _ruling(ruling: RulingIn) -> Ruling:
    at = ruling.at.astimezone(UTC) if ruling.at else None
    if isinstance(ruling.alias, str):
        return AliasRuling(ruling.alias, str(ruling.player), at)
    if isinstance(ruling.replace, str):
        return ReplaceRuling(ruling.replace, str(ruling.player), at)
    if isinstance(ruling.pm, str):
        return OrderRuling(ruling.pm, ruling.target if isinstance(ruling.target, str) else None, at)
    if ruling.void is True:
        return VoidRuling(str(ruling.post), at)
    return VoteRuling(str(ruling.post), ruling.vote if isinstance(ruling.vote, str) else None, at)


def _act(act: ActIn) -> HostAct:
    value = act.value if isinstance(act.value, str | int) else None
    return HostAct(do=act.do, player=act.player, at=act.at.astimezone(UTC), reason=act.reason, value=value)
