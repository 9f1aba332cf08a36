"""Whether the `[[victory]]` rules of a rule set can be won: found by trying every small number of living members.

Knows the conditions; nothing of how a game gets there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.game.book import Book
from engine.game.ending import won_by
from engine.game.values import Seat
from engine.roles import Victory
from engine.rules import Rules

LARGE = 3  #: members of a team tried beyond what the rules themselves name


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
    book = _book_of_teams(rules, teams)
    firsts = (_first(book, teams, counts) for counts in _positions(rules, teams))
    decided = {number for number in firsts if number is not None}
    for number in range(len(rules.victories)):
        if number not in decided:
            yield (
                f"victory {number + 1}",
                "it can never decide: no position fits it, or an earlier rule always comes first",
            )
    winners = {team for number in decided for team in _winners(rules.victories[number])}
    yield from (("victory", f"team {team!r} can never win") for team in teams if team not in winners)
    if _first(book, teams, (0,) * len(teams)) is None:
        yield "victory", "nobody alive is no end of the game; add a rule whose winner is draw"


def _winners(rule: Victory) -> tuple[str, ...]:
    """Who shares in a win by this rule (H22: Town and Law)."""
    if rule.winner == "draw":
        return ()
    return (rule.sole,) if rule.winner == "survivor" and rule.sole else (rule.winner, *rule.together)


def _positions(rules: Rules, teams: list[str]) -> Iterator[tuple[int, ...]]:
    named = [number for rule in rules.victories for number in (*rule.exactly.values(), abs(rule.by))]
    most = min(max([LARGE, *(number + 1 for number in named)]), 12 if len(teams) < 5 else LARGE)
    return product(range(most + 1), repeat=len(teams))


def _book_of_teams(rules: Rules, teams: list[str]) -> Book:
    """A book in which every team has a role of its own name."""
    book = Book(rules)
    some = {role.team: role for role in rules.roles if role.team is not None}
    book.roles = {team: some[team] for team in teams if team in some}
    return book


def _first(book: Book, teams: list[str], counts: tuple[int, ...]) -> int | None:
    """The number of the rule that decides this position at the start of a day."""
    if any(count and team not in book.roles for team, count in zip(teams, counts, strict=True)):
        return None
    living = [
        Seat(name=f"{team}{number}", role=team)
        for team, count in zip(teams, counts, strict=True)
        for number in range(count)
    ]
    rule = won_by(book, living, morning=True)
    return None if rule is None else next(n for n, known in enumerate(book.rules.victories) if known is rule)
