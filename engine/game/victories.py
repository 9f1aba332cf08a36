"""Whether the `[[victory]]` rules of a rule set can be won: found by trying numbers of living members.

Knows the conditions; nothing of how a game gets there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import prod

from engine.game.ending import won_by
from engine.roles import Victory
from engine.rules import Rules

TRIED = 5_000  #: positions at most


def victory_problems(rules: Rules) -> Iterator[tuple[str, str]]:
    """Undefined teams, rules that never decide, teams that can never win, an end that is no end."""
    teams = [team.id for team in rules.teams]
    named = [(number, problem) for number, rule in enumerate(rules.victories, 1) for problem in _names(rule, teams)]
    yield from ((f"victory {number}", problem) for number, problem in named)
    if named or not teams:
        return
    if not rules.victories:
        yield "victory", "there is no way to win"
        return
    yield from _reached(rules, teams)


def _names(rule: Victory, teams: list[str]) -> Iterator[str]:
    used = {
        *rule.gone,
        *rule.together,
        *rule.any_alive,
        *rule.exactly,
        *filter(None, (rule.only, rule.sole, rule.leads, rule.over)),
    }
    yield from (f"{team!r} is not among the teams" for team in sorted(used - set(teams)))
    if rule.winner not in (*teams, "draw", "survivor"):
        yield f"the winner {rule.winner!r} is no team, nor draw or survivor"
    if (rule.leads is None) != (rule.over is None):
        yield "leads and over belong together"
    if rule.winner == "survivor" and rule.sole is None:
        yield 'a survivor wins only where one is left: give sole = "TEAM"'
    if not used - set(rule.together):
        yield "it has no condition, so that the game would be over at once"


def _reached(rules: Rules, teams: list[str]) -> Iterator[tuple[str, str]]:
    decided = {id(won_by(rules.victories, alive, morning=True)) for alive in _positions(rules, teams)}
    if decided:
        winners: set[str] = set()
        for number, rule in enumerate(rules.victories, 1):
            if id(rule) in decided:
                winners |= _winners(rule)
            else:
                yield f"victory {number}", "it can never decide: no position fits it, or an earlier rule comes first"
        yield from (("victory", f"team {team!r} can never win") for team in teams if team not in winners)
    if won_by(rules.victories, Counter(), morning=True) is None:
        yield "victory", "nobody alive is no end of the game; add a rule whose winner is draw"


def _winners(rule: Victory) -> set[str]:
    """Who shares in a win by this rule (H22: Town and Law); a survivor wins for his team."""
    return {rule.sole} if rule.winner == "survivor" and rule.sole else {rule.winner, *rule.together}


def _positions(rules: Rules, teams: list[str]) -> list[Counter[str | None]]:
    """How many of each team may live, as far as it matters to the rules.

    Empty where that would be too many positions to try: then nothing is said of what cannot be reached.
    """
    held = {role.team for role in rules.roles}
    numbers = [_numbers(rules, team) if team in held else {0} for team in teams]
    if prod(map(len, numbers)) > TRIED:
        return []
    return [Counter(dict(zip(teams, position, strict=True))) for position in product(*numbers)]


def _numbers(rules: Rules, team: str) -> set[int]:
    """Nobody, one, and what the rules compare the team with, and one more: other numbers decide no otherwise."""
    named = [rule.exactly[team] for rule in rules.victories if team in rule.exactly]
    named += [max(abs(rule.by), 1) for rule in rules.victories if team in (rule.leads, rule.over)]
    named += [1 for rule in rules.victories if team == rule.sole]
    return {0, 1} | {number + more for number in named if number > 0 for more in (0, 1)}
