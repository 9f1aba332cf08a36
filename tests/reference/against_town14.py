"""Random games of town14 by the engine and by the second reading beside it, step by step.

`played(seed)` plays one and gives the number of its nights; AssertionError where the two differ.
"""

from __future__ import annotations

import runpy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from engine.counts import Count, Round, Verdict
from engine.game import close_day, day_frame, open_game, resolve_night
from engine.game.values import Announcement, Fate, Night, NightOutcome, Order, State
from engine.people import Player, Roster
from golosa.rulebook.rulesets import load

Reading = runpy.run_path(str(Path(__file__).parent / "town14.py"))
RULES = load("town14")
SPECIAL = ("boss", "bull", "lawyer", "actor", "commissar", "doctor", "maniac", "drunk")
START = datetime(2026, 3, 2, tzinfo=UTC)


def played(seed: int, days: int = 8) -> int:
    """One game of at most so many days; how many nights there were."""
    random = Random(seed)
    names = [f"p{number}" for number in range(random.choice([8, 9, 11, 14]))]
    roles = dict(zip(names, [*random.sample(SPECIAL, 8), *["townsman"] * 6], strict=False))
    state, game = open_game(RULES, Roster(tuple(map(Player, names))), roles), Reading["Game"](roles)
    for day in range(1, days + 1):
        game._coming = day
        state = _evening(random, state, game, day)
        assert (state.winner, dict(_roles(state))) == (game.winner, game.roles), seed
        if state.winner is None:
            state = _night(random, state, game, day)
            assert (state.winner, dict(_roles(state))) == (game.winner, game.roles), seed
        assert [seat.name for seat in state.living] == game.alive, seed
        if state.winner is not None:
            return day
    return days


def _roles(state: State) -> list[tuple[str, str]]:
    return [(seat.name, seat.role) for seat in state.seats]


def _orders(random: Random, state: State, day: int, minutes: range) -> list[Order]:
    """Orders that often meet: few targets, some of the dead, some for nobody, one after the other by the minute."""
    names, living = list(state.names), [seat.name for seat in state.living]
    focus = random.sample(living, min(3, len(living)))
    acting = [seat.name for seat in state.living if seat.role in Reading["DOES"]]
    sent: list[Order] = []
    for minute in random.sample(minutes, random.randint(0, 12)):
        sender = random.choice(acting if random.random() < 0.9 and acting else names)
        target = random.choice(focus if random.random() < 0.7 else names) if random.random() < 0.95 else None
        target = sender if random.random() < 0.05 else target
        at = START + timedelta(days=day - 1, minutes=minute)
        sent.append(Order(id=f"{day}-{minute}", sender=sender, sent=at, target=target))
    return sent


def _plain(orders: list[Order], day: int) -> list[tuple[int, str, str | None]]:
    midnight = START + timedelta(days=day - 1)
    return [(round((one.sent - midnight).total_seconds() / 60), one.sender, one.target) for one in orders]


def _evening(random: Random, state: State, game: Any, day: int) -> State:
    living = [seat.name for seat in state.living]
    voted = random.choice([*living, None, None])
    rest = [name for name in living if name != voted]
    leaver = random.choice(rest) if rest and random.random() < 0.3 else None
    orders = _orders(random, state, day, range(60, 23 * 60))
    starts, ends = (START + timedelta(days=day - 1, hours=hour) for hour in (0, 23))
    frame = day_frame(RULES, state, label=f"day{day}", starts=starts, ends=ends)
    counted = Count(
        at=ends,
        first=Round(ends, (), ()),
        verdict=Verdict.OUT if voted else Verdict.NOBODY,
        out=(voted,) if voted else (),
        leaves_next_morning=leaver,
    )
    game.evening(voted, _plain(orders, day))
    game.by_day, game.leaver = orders, leaver
    state, outcome = close_day(RULES, state, frame, counted, orders)
    heir = next(((one.to, one.target) for one in outcome.private if one.kind == "new_role"), None)
    assert heir == ((game.heir, game.inherited.get(game.heir)) if game.heir else None), (day, heir, game.heir)
    return state


def _night(random: Random, state: State, game: Any, day: int) -> State:
    orders = [*game.by_day, *_orders(random, state, day, range(23 * 60, 23 * 60 + 50))]
    found = game.night(_plain(orders, day), game.leaver)
    until = START + timedelta(days=day - 1, hours=23, minutes=45)
    state, outcome = resolve_night(RULES, state, Night(label=f"night{day}", until=until), orders)
    fates = {one.sender: str(one.fate) for one in outcome.host.orders if one.fate is not Fate.LAPSED}
    assert fates == found["fates"], (day, fates, found["fates"])
    deaths = {death.player: (str(death.by), death.role) for death in outcome.public.deaths}
    assert deaths == found["deaths"], (day, deaths, found["deaths"])
    told = {_announcement(line) for line in outcome.public.announcements}
    assert told == found["told"], (day, told, found["told"])
    assert _answers(outcome) == found["answers"], (day, _answers(outcome), found["answers"])
    refused = [(one.sender, str(one.why)) for one in outcome.host.refused]
    assert refused == found["refused"], (day, refused, found["refused"])
    heir = next((one.to for one in outcome.private if one.kind == "new_role"), None)
    assert heir == found["heir"], (day, heir, found["heir"])
    return state


def _announcement(line: Announcement) -> tuple[object, ...]:
    about = {
        "doctor": (line.result,),
        "informed": (line.role, line.value),
        "shootout": (line.role,),
        "missed_day": (line.player,),
    }
    return (line.kind, *about.get(line.kind, ()))


def _answers(outcome: NightOutcome) -> set[tuple[object, ...]]:
    found = set[tuple[object, ...]]()
    for answer in outcome.private:
        says = answer.says
        plain = tuple((deed.ability, deed.target) for deed in says) if isinstance(says, tuple) else says
        if answer.kind != "new_role":
            found.add((answer.to, answer.kind, answer.target, plain))
    return found
