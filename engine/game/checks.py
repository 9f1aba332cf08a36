"""What is contradictory or undefined in a rule set, and where.

Knows what the tables must fulfil for a game to be playable; the form of each value is checked when the TOML is read,
wall times and zones in `golosa.rulebook.rulesets`. Pure: gives values, raises nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from engine.counting.contradictions import contradictions
from engine.game.book import Book, Power
from engine.game.victories import victory_problems
from engine.roles import (
    Ability,
    CheckDeeds,
    CheckRole,
    CheckTeam,
    Damage,
    Heal,
    HealHp,
    Kill,
    Role,
    Visit,
    VoteWeight,
    ability_id,
)
from engine.rules import Rules, TieStep


class Problem(Struct, frozen=True):
    """Something wrong with a rule set."""

    place: str  #: e.g. `night.order`, `role boss, ability kill`
    says: str


def problems(rules: Rules) -> tuple[Problem, ...]:
    """Everything that is wrong with `rules`, in the order of the tables; empty for a sound rule set."""
    book = Book(rules)
    found = (
        *_knobs(rules),
        *_ids(rules),
        *(problem for role in rules.roles for problem in _role(book, role)),
        *_night(book),
        *_successions(book),
        *_announces(book),
    )
    said = (Problem(place, says) for place, says in found)
    return (*said, *(Problem(place, says) for place, says in victory_problems(rules)))


Found = Iterator[tuple[str, str]]


def _knobs(rules: Rules) -> Found:
    votes, steps = rules.votes, rules.tie.steps
    if votes.default == "self" and not votes.self_vote:
        yield "votes.default", '"self" gives votes that votes.self_vote = false does not accept'
    if votes.default != "none" and rules.missed.rule != "none":
        yield "missed.rule", f"nobody can miss a day where votes.default = {votes.default!r} gives everybody a vote"
    if not steps or steps[-1] is TieStep.OVERTIME:
        yield "tie.steps", "the last step must decide the tie; add e.g. lot, nobody or all"
    if TieStep.SPLIT in steps and rules.health is None:
        yield "tie.steps", "split takes hp, and there is no [health]"
    yield from contradictions(rules)
    if isinstance(rules.night.changes, int) and rules.night.changes < 0:
        yield "night.changes", "a number of changes is 0 or more"
    if rules.health is not None:
        bounds = rules.health.states
        if list(bounds) != sorted(set(bounds), reverse=True) or bounds[-1] < 1:
            yield "health.states", f"the lower bounds must fall, down to 1 or more, not {list(bounds)}"
        if rules.health.start < 1:
            yield "health.start", "everybody would be dead at the start"
        if rules.health.regen_amount < 0:
            yield "health.regen_amount", "a number of hp is 0 or more"


def _ids(rules: Rules) -> Found:
    for what, ids in (("team", [team.id for team in rules.teams]), ("role", [role.id for role in rules.roles])):
        for name in _twice(ids):
            yield f"{what} {name}", f"there are two {what}s of this id"
    for role in rules.roles:
        for name in _twice(ability_id(does) for does in role.ability):
            yield f"role {role.id}, ability {name}", "the role has two abilities of this id; give one an id of its own"
    for name in ("draw", "survivor"):
        if name in {team.id for team in rules.teams}:
            yield f"team {name}", "this word has a meaning of its own in [[victory]]"


def _twice(ids: Iterable[str]) -> list[str]:
    return [name for name, times in Counter(ids).items() if times > 1]


def _role(book: Book, role: Role) -> Found:
    place = f"role {role.id}"
    teams = {team.id for team in book.rules.teams}
    if role.open and role.team is not None:
        yield place, "an open role has no team: teams go by the secret role"
    if not role.open and role.team not in teams:
        yield place, f"its team {role.team!r} is not among the teams" if role.team else "a role needs a team"
    if role.hp is not None and book.rules.health is None:
        yield place, "it has hp, and there is no [health]"
    for ref in role.immune:
        if ref not in book.powers:
            yield place, f"it is immune to {ref!r}, which is no ability"
    for checker, shown in role.looks.items():
        if not any(isinstance(does, CheckRole | CheckDeeds) for does in _abilities(book, checker)):
            yield place, f"looks names {checker!r}, which is no role that checks roles"
        if shown not in book.roles:
            yield place, f"it looks like {shown!r}, which is no role"
    for does in role.ability:
        inner = f"{place}, ability {ability_id(does)}"
        yield from ((inner, says) for says in _ability(book, role, does))


def _abilities(book: Book, role: str | None) -> tuple[Ability, ...]:
    return () if role is None or role not in book.roles else book.roles[role].ability


def _ability(book: Book, role: Role, does: Ability) -> Iterator[str]:
    health = book.rules.health
    if isinstance(does, Damage | HealHp) and health is None:
        yield "it changes hp, and there is no [health]"
    if isinstance(does, HealHp) and does.amount < 1:
        yield "it gives no hp"
    if isinstance(does, Damage) and (does.amount < 1) == (does.share is None):
        yield "damage needs either an amount or a share"
    if isinstance(does, Damage) and does.share is not None and not 0 < does.share[0] <= does.share[1]:
        yield f"{list(does.share)} is no share of the whole"
    if isinstance(does, VoteWeight) and min(does.weight, does.default_weight) < 0:
        yield "a vote cannot weigh less than nothing"
    if isinstance(does, CheckTeam) and does.is_team is not None and does.is_team not in _team_ids(book):
        yield f"it asks for team {does.is_team!r}, which is not among the teams"
    if isinstance(does, Heal) and does.unblocked_on_self and not does.self_target:
        yield "unblocked_on_self is of no use without self = true"
    if does.open and does.by == "night":
        yield "an ability by night cannot be used openly"
    if does.shared and role.team is None:
        yield "shared is of no use without a team"
    if does.in_hospital and health is None:
        yield "in_hospital is of no use without [health]"
    if does.uses is not None and does.uses < 1:
        yield "it could never be used"


def _team_ids(book: Book) -> set[str]:
    return {team.id for team in book.rules.teams}


def _night(book: Book) -> Found:
    night = book.rules.night
    by_night = [power.ref for power in book.powers.values() if power.does.by == "night" and not _passive(power)]
    for ref in night.order:
        if ref not in by_night:
            yield "night.order", f"{ref!r} is no ability of the night; there are {', '.join(by_night) or 'none'}"
    for ref in _twice(night.order):
        yield "night.order", f"{ref!r} stands twice"
    for ref in by_night:
        if ref not in night.order:
            yield "night.order", f"{ref!r} has no place in it"
    for ref in night.shootout:
        if ref not in by_night or not isinstance(book.powers[ref].does, Kill):
            yield "night.shootout", f"{ref!r} is no kill of the night"
    if len(set(night.shootout)) == 1:
        yield "night.shootout", "it takes two kills to shoot at each other"


def _passive(power: Power) -> bool:
    return isinstance(power.does, VoteWeight)


def _successions(book: Book) -> Found:
    sure: set[tuple[str, str]] = set()
    for number, rule in enumerate(book.rules.successions, 1):
        place = f"succession {number}"
        unknown = [name for name in (rule.role, rule.heir) if name not in book.roles]
        for name in unknown:
            yield place, f"{name!r} is no role"
        if unknown:
            continue
        if rule.role == rule.heir:
            yield place, "a role cannot inherit itself"
        elif book.team(rule.role) != book.team(rule.heir):
            yield place, f"{rule.heir!r} is not of the team of {rule.role!r}"
        if (rule.role, rule.heir) in sure:
            yield place, "an earlier rule names the same heir"
        if not rule.only_last:
            sure.add((rule.role, rule.heir))


def _announces(book: Book) -> Found:
    rules = book.rules
    does = [power.does for power in book.powers.values()]
    for number, rule in enumerate(rules.announces, 1):
        place = f"announce {number} ({rule.kind})"
        kinds = {"doctor": Heal, "informed": CheckRole | CheckTeam | CheckDeeds}.get(rule.kind)
        if kinds is not None and not any(isinstance(ability, kinds) for ability in _abilities(book, rule.role)):
            yield place, f"{rule.role!r} is no role that could be spoken of so"
        if kinds is None and rule.role is not None:
            yield place, "it speaks of no role"
        if rule.kind in ("drinking", "not_at_home") and not any(isinstance(ability, Visit) for ability in does):
            yield place, "nobody goes on visits"
        if rule.kind == "shootout" and not rules.night.shootout:
            yield place, "night.shootout names no kills"
        if rule.kind == "missed_day" and rules.missed.rule == "none":
            yield place, "missed.rule puts nobody out"
