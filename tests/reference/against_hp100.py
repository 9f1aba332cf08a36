"""Random games of hp100 by the engine and by the second reading beside it, step by step.

`played(seed)` plays one and gives the number of its phases; AssertionError where the two differ.
"""

from __future__ import annotations

import runpy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from msgspec import structs

from engine.counting import count
from engine.game import close_day, day_frame, open_game, resolve_night
from engine.game.values import DayOutcome, Night, NightOutcome, Order, State
from engine.people import Player, Roster
from engine.posts import Body, Line, Mark, Post, Revision
from engine.times import Interval
from golosa.rulebook.rulesets import load

Reading = runpy.run_path(str(Path(__file__).parent / "hp100.py"))
RULES = load("hp100")
NAMES = ("Аня", "Борис", "Вера", "Гена", "Дина", "Егор", "Жанна", "Захар", "Инна", "Кирилл", "Лена", "Марк")
SECRET = ("townsman", "medic", "officer", "sniper", "gunman", "poisoner", "ninja", "priest", "maniac")
OPENED = ("citizen", "citizen", "politician", "nurse", "bully")
START = datetime(2026, 3, 1, tzinfo=UTC)
RED = "#ff0000"


def played(seed: int, phases: int = 12) -> int:
    """One game of at most so many phases; how many there were."""
    random = Random(seed)
    names = NAMES[: random.randint(4, len(NAMES))]
    secret = {name: random.choice(SECRET) for name in names}
    opened = {name: random.choice(OPENED) for name in names}
    roster = Roster(tuple(map(Player, names)))
    state, game = open_game(RULES, roster, secret, opened), Reading["Game"](secret, opened)
    for number in range(phases):
        if state.winner is not None:
            return number
        moment = START + timedelta(hours=12 * number)
        if number % 2 == 0:
            state = _night(random, roster, state, game, number // 2 + 1, moment)
        else:
            state = _day(random, roster, state, game, number // 2 + 1, moment)
        assert state.winner == game.winner, seed
        assert {seat.name: str(seat.health) for seat in state.seats} == game.state, seed
        assert {seat.name: seat.hp for seat in state.living} == {name: game.hp[name] for name in game.living()}, seed
    return phases


def _orders(random: Random, state: State, by: str, moment: datetime) -> list[Order]:
    """Sensible orders and some that cannot be: of the dead, against them, for others, against oneself."""
    names, sent = list(state.names), list[Order]()
    for _ in range(random.randint(0, 2 * len(names))):
        sender = random.choice(names)
        member = random.choice(names) if by == "night" and random.random() < 0.15 else None
        target = random.choice(names) if random.random() < 0.93 else None
        at = moment + timedelta(minutes=len(sent) + 1)
        label = f"{by}{len(sent)}"
        sent.append(Order(id=label, sender=sender, sent=at, target=target, member=None if member == sender else member))
    return sent


def _plain(orders: list[Order]) -> list[dict[str, Any]]:
    return [{"sender": one.sender, "actor": one.member or one.sender, "target": one.target} for one in orders]


def _night(random: Random, roster: Roster, state: State, game: Any, number: int, moment: datetime) -> State:
    orders = _orders(random, state, "night", moment)
    found = game.night(_plain(orders))
    night = Night(label=f"night{number}", until=moment + timedelta(hours=11), opens=moment)
    state, outcome = resolve_night(RULES, state, night, orders)
    assert _deaths(outcome) == found["deaths"], (number, _deaths(outcome), found)
    assert _told(outcome) == found["told"], (number, _told(outcome), found)
    hps = {answer.to: answer.says for answer in outcome.private if answer.kind == "hp"}
    assert hps == found["hp"], (number, hps, found)
    return state


def _day(random: Random, roster: Roster, state: State, game: Any, number: int, moment: datetime) -> State:
    orders = [structs.replace(one, phase=f"day{number}") for one in _orders(random, state, "day", moment)]
    votes = {}
    for seat in state.living:
        if random.random() < 0.8:
            # Few candidates, so that some days split and some do not.
            votes[seat.name] = random.choice([one.name for one in state.living][: random.choice([2, 3, 12])])
    frame = day_frame(RULES, state, label=f"day{number}", starts=moment, ends=moment + timedelta(hours=11))
    counted = count(RULES, roster, frame, _posts(votes, moment), at=frame.ends)
    found = game.day(_plain(orders), votes)
    state, outcome = close_day(RULES, state, frame, counted, orders)
    assert _deaths(outcome) == found["deaths"], (number, _deaths(outcome), found)
    assert _told(outcome) == found["told"], (number, _told(outcome), found)
    assert dict(outcome.public.damage) == found["damage"], (number, outcome.public.damage, found)
    changes = {one.player: one.change for one in outcome.public.hp_changes if one.change}
    assert changes == found["changes"], (number, changes, found)
    assert [death.player for death in outcome.public.out] == found["out"], (number, outcome.public.out, found)
    return state


def _posts(votes: dict[str, str], moment: datetime) -> list[Post]:
    posts = []
    for place, (voter, target) in enumerate(votes.items()):
        at = moment + timedelta(hours=1, minutes=place)
        revision = Revision(Body((Mark(target, colour=RED),), (Line(target),)), at, at)
        posts.append(Post(str(place), place, voter, Interval.shown(at), (revision,)))
    return posts


def _deaths(outcome: DayOutcome | NightOutcome) -> dict[str, tuple[str, str | None]]:
    return {death.player: (str(death.by), death.role) for death in outcome.public.deaths}


def _told(outcome: DayOutcome | NightOutcome) -> set[tuple[str, str | None, object]]:
    return {(answer.to, answer.target, answer.says) for answer in outcome.private if answer.kind == "team"}
