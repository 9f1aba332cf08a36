"""What holds in every game, whatever is ordered: random games of each rule set."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game.values import Cause, DayOutcome, Fate, NightOutcome, Order, State

SEEDS = st.integers(0, 2**32)
RULESETS = ("classic10", "hp100", "town14")
Played = list[tuple[State, NightOutcome | DayOutcome, State]]
each_game = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)


def deal(rules: Any, players: int, random: Random) -> dict[str, str]:
    """Roles of the rule set's deal, filled up with the commonest one."""
    roles = [role.id for role in rules.roles for _ in range(role.count) if not role.open]
    roles += ["townsman"] * (players - len(roles))
    random.shuffle(roles)
    return {f"p{number:02}": role for number, role in enumerate(roles)}


def orders(game: Any, random: Random, label: str, at: str) -> list[Order]:
    """Sensible and senseless orders alike."""
    words = ["kill", "heal", "check", "visit", "block", "damage"]
    names = [*game.state.names, "Nobody"]
    able = {role.id for role in game.rules.roles if role.ability}
    hour = game.moment(at)
    minutes = [hour.replace(minute=minute) for minute in range(60)]
    sent: list[Order] = []
    for seat in game.state.seats:
        powers = seat.role in able or seat.open_role in able
        for _ in range(random.choice([0, 1, 1, 2])):
            ability = None if powers and random.random() < 0.8 else random.choice(words)
            target = random.choice([*names, None]) if random.random() < 0.9 else seat.name
            number, moment = f"{label}-{seat.name}-{len(sent)}", minutes[random.randrange(60)]
            sent.append(Order(id=number, sender=seat.name, sent=moment, ability=ability, target=target))
    return sent


def play(
    table: Callable[..., Any], name: str, seed: int, *, players: int = 14, days: int = 6,
    twist: Callable[[list[Order]], list[Order]] = list,
) -> Played:  # fmt: skip
    """A whole random game. `twist` changes what is given to each night."""
    random = Random(seed)
    game = table("town14", {"x": "townsman"})
    rules = game.rules if name == "town14" else table(name, {"x": "townsman"}).rules
    roles = deal(rules, players, random)
    opened = [role.id for role in rules.roles if role.open]
    game = table(rules, roles, {player: random.choice(opened) for player in roles} if opened else None)
    steps: Played = []

    def night() -> None:
        before = game.state
        game.pool = twist([*game.pool, *orders(game, random, f"n{game.nights}", "23:00")])
        steps.append((before, game.night(), game.state))

    if rules.day.first == "night":
        night()
    while game.state.winner is None and game.days < days:
        before = game.state
        game.open_day()
        game.pool = orders(game, random, f"d{game.days}", "20:00")
        living = [seat.name for seat in before.living]
        out = random.choice([*living, None]) if random.random() < 0.8 else None
        split = random.sample(living, 2) if out is None and rules.health and len(living) > 1 else ()
        rest = [player for player in living if player != out]
        leaves = random.choice(rest) if rules.missed.rule == "lot" and rest and random.random() < 0.3 else None
        steps.append((before, game.close(out, split=split, leaves=leaves), game.state))
        game.pool = [] if rules.health else game.pool
        if game.state.winner is None:
            night()
    return steps


@pytest.fixture(params=RULESETS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@given(seed=SEEDS)
@each_game
def test_the_order_in_which_orders_are_listed_changes_nothing(table: Any, name: str, seed: int) -> None:
    assert play(table, name, seed) == play(table, name, seed, twist=lambda given: given[::-1])


@given(seed=SEEDS)
@each_game
def test_same_input_same_bytes_and_states_survive_storage(table: Any, name: str, seed: int) -> None:
    first, second = play(table, name, seed), play(table, name, seed)
    assert msgspec.json.encode(first) == msgspec.json.encode(second)
    last = first[-1][2]
    assert msgspec.json.decode(msgspec.json.encode(last), type=State) == last


@given(seed=SEEDS)
@each_game
def test_the_dead_do_nothing(table: Any, name: str, seed: int) -> None:
    for before, outcome, _ in play(table, name, seed):
        living = {seat.name for seat in before.living}
        acted = {order.sender for order in outcome.host.orders if order.fate in (Fate.DONE, Fate.NOT_FOUND)}
        assert acted <= living
        assert {answer.to for answer in outcome.private} <= living


@given(seed=SEEDS)
@each_game
def test_every_death_has_its_cause(table: Any, name: str, seed: int) -> None:
    for before, outcome, after in play(table, name, seed):
        gone = {seat.name for seat in before.living} - {seat.name for seat in after.living}
        deaths = {death.player: death.by for death in outcome.public.deaths}
        logged = {effect.player: effect.cause for effect in outcome.host.log if effect.what == "out"}
        assert set(deaths) == gone
        assert deaths == logged
        assert all(re.fullmatch(r"[A-Z]\d+(-\d+)?", effect.clause) for effect in outcome.host.log)
        assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", effect.what) for effect in outcome.host.log)
        for player, by in deaths.items():
            assert explained(outcome, player, by)


def explained(outcome: NightOutcome | DayOutcome, player: str, by: str) -> bool:
    """Whether the log or the verdict holds what brought this death about."""
    log = outcome.host.log
    if by == Cause.MISSED_DAY:
        return not isinstance(outcome, DayOutcome)
    if by == Cause.VOTES:
        return isinstance(outcome, DayOutcome) and player in [death.player for death in outcome.public.out]
    if by in (Cause.SPLIT, Cause.DAMAGE):
        return any(effect.what == "hp" and effect.player == player for effect in log)
    kills = [order for order in outcome.host.orders if order.ability == "kill" and order.fate is Fate.DONE]
    homes = {player} | {
        order.target for order in outcome.host.orders if order.ability == "visit" and order.sender == player
    }
    return any(order.target in homes for order in kills)


@given(seed=SEEDS)
@each_game
def test_hp_balance_adds_up(table: Any, seed: int) -> None:
    for before, outcome, after in play(table, "hp100", seed):
        hp = {seat.name: seat.hp for seat in before.seats}
        effects = outcome.host.log
        for kinds in (("regen",), ("hp",)):
            for player, start in hp.items():
                changes = [int(e.value or 0) for e in effects if e.what in kinds and e.player == player]
                votes = [e for e in effects if e.what == "hp" and e.player == player and e.cause in ("votes", "split")]
                by_vote = sum(int(e.value or 0) for e in votes) if kinds == ("hp",) else 0
                assert start is not None
                hp[player] = min(start + sum(changes) - by_vote, 100) + by_vote
        assert hp == {seat.name: seat.hp for seat in after.seats}
        assert all(seat.alive == ((seat.hp or 0) > 0) for seat in after.seats)


@given(seed=SEEDS)
@each_game
def test_nobody_wins_twice(table: Any, name: str, seed: int) -> None:
    winners = [outcome.public.winner for _, outcome, _ in play(table, name, seed, days=12)]
    assert all(winner is None for winner in winners[:-1])


@given(seed=SEEDS)
@each_game
def test_a_refused_order_changes_nothing(table: Any, name: str, seed: int) -> None:
    whole = play(table, name, seed)
    refused = {order.id for _, outcome, _ in whole for order in outcome.host.refused}
    kept = play(table, name, seed, twist=lambda given: [order for order in given if order.id not in refused])
    assert [forgetting(step) for step in kept] == [forgetting(step) for step in whole]


def forgetting(step: tuple[State, NightOutcome | DayOutcome, State]) -> Any:
    _, outcome, after = step
    return after, outcome.public, outcome.private, msgspec.structs.replace(outcome.host, refused=())


@given(seed=SEEDS)
@each_game
def test_nothing_private_reaches_the_public_part(table: Any, name: str, seed: int) -> None:
    for before, outcome, after in play(table, name, seed):
        public = msgspec.to_builtins(outcome.public)
        out = {seat.name: seat.role for seat in after.seats if seat.gone and seat.gone.phase == outcome.public.phase}
        deaths = [*public.pop("deaths"), *public.pop("out", ())]
        assert all(out[death["player"]] == death["role"] for death in deaths)
        for line in public.pop("announcements", ()):
            assert line.get("player") is None or line["player"] in out
            assert "role" not in line or line["kind"] in ("informed", "shootout", "missed_day")
        assert {name for name, _ in public.pop("health")} <= set(before.names)
        assert public.pop("winner") == after.winner
        hurt = {player for player, _ in getattr(outcome.public, "damage", ())}
        hurt |= {change.player for change in getattr(outcome.public, "hp_changes", ())}
        said = set(strings(public))
        assert said & set(before.names) <= hurt
        assert not said & {seat.role for seat in after.seats}


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)
