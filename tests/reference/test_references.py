"""Random games of hp100 and town14, and random days, against second readings, and that these would notice a difference.

A few here; `bench/references.py` plays thousands.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from engine.rules import Edits, Rules, TieStep

HERE = Path(__file__).parent


def against(name: str, changed: Callable[[Rules], Rules] | None = None) -> Callable[[int], int]:
    """`played` of that rule set, whose rules are changed for the engine alone."""
    module: dict[str, Any] = runpy.run_path(str(HERE / f"against_{name}.py"))
    if changed is not None:
        module["played"].__globals__["RULES"] = changed(module["RULES"])
    return module["played"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_h1_h27_a_second_reading_of_hp100_agrees(first: int) -> None:
    played = against("hp100")
    assert all(played(seed) for seed in range(first, first + 10))


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_t14_20_to_t14_53_a_second_reading_of_town14_agrees(first: int) -> None:
    played = against("town14")
    assert all(played(seed) for seed in range(first, first + 40))


@cache
def days() -> Callable[[int], int]:
    played: Callable[[int], int] = runpy.run_path(str(HERE / "against_day.py"))["played"]
    return played


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_v3_v14_t14_5_t14_15_a_second_reading_of_days_agrees(first: int) -> None:
    assert sum(days()(seed) for seed in range(first, first + 100))


def test_v11_v13_every_reading_of_what_the_host_must_decide_agrees() -> None:
    asked = runpy.run_path(str(HERE / "asked_days.py"))["asked"]
    assert sum(asked(seed) for seed in range(80))


def test_v7_days_of_two_threads_are_settled_only_where_every_order_of_their_posts_leads_to_the_same() -> None:
    woven = runpy.run_path(str(HERE / "two_threads.py"))["woven"]
    assert sum(woven(seed) for seed in range(60))


def test_v7_a_count_that_orders_two_threads_by_itself_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    woven = runpy.run_path(str(HERE / "two_threads.py"))["woven"]
    monkeypatch.setattr("engine.counting.counting.apart", lambda posts, frame: frozenset())
    with pytest.raises(AssertionError):
        for seed in range(300):
            woven(seed)


def health(**knobs: Any) -> Callable[[Rules], Rules]:
    def changed(rules: Rules) -> Rules:
        assert rules.health is not None
        return structs.replace(rules, health=structs.replace(rules.health, **knobs))

    return changed


def night(**knobs: Any) -> Callable[[Rules], Rules]:
    return lambda rules: structs.replace(rules, night=structs.replace(rules.night, **knobs))


def tie(**knobs: Any) -> Callable[[Rules], Rules]:
    return lambda rules: structs.replace(rules, tie=structs.replace(rules.tie, **knobs))


def without(table: str, place: int) -> Callable[[Rules], Rules]:
    def changed(rules: Rules) -> Rules:
        rows = getattr(rules, table)
        return structs.replace(rules, **{table: (*rows[:place], *rows[place + 1 :])})

    return changed


def ability(role: str, **knobs: Any) -> Callable[[Rules], Rules]:
    def changed(rules: Rules) -> Rules:
        roles = [
            structs.replace(one, ability=(structs.replace(one.ability[0], **knobs),)) if one.id == role else one
            for one in rules.roles
        ]
        return structs.replace(rules, roles=tuple(roles))

    return changed


def of_role(role: str, **knobs: Any) -> Callable[[Rules], Rules]:
    def changed(rules: Rules) -> Rules:
        roles = [structs.replace(one, **knobs) if one.id == role else one for one in rules.roles]
        return structs.replace(rules, roles=tuple(roles))

    return changed


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("hp100", health(start=90)),
        ("hp100", health(states=(75, 50, 21, 1))),
        ("hp100", health(regen="after")),
        ("hp100", health(regen_amount=14)),
        ("hp100", health(day_abilities="after")),
        ("hp100", night(results_to_killed=True)),
        ("hp100", tie(split_damage=49)),
        ("hp100", ability("poisoner", share=(1, 4))),
        ("hp100", ability("medic", amount=29)),
        ("hp100", ability("politician", default_weight=2)),
        ("hp100", ability("priest", self_target=True)),
        ("hp100", without("victories", 0)),
        ("town14", night(changes=2)),
        ("town14", night(voted_out_target="refuse")),
        ("town14", night(shootout=())),
        ("town14", of_role("bull", immune=())),
        ("town14", of_role("actor", looks={})),
        ("town14", ability("drunk", in_a_row=1)),
        ("town14", ability("maniac", in_a_row=None)),
        ("town14", ability("lawyer", in_a_row=None)),
        ("town14", ability("doctor", repeat=True)),
        ("town14", ability("doctor", unblocked_on_self=False)),
        ("town14", without("successions", 0)),
        ("town14", without("successions", 2)),
        ("town14", without("victories", 3)),
        ("town14", without("victories", 4)),
        ("town14", without("announces", 4)),
    ],
)  # fmt: skip
def test_the_second_reading_notices_other_rules(name: str, changed: Callable[[Rules], Rules]) -> None:
    played = against(name, changed)
    with pytest.raises(AssertionError):
        for seed in range(400):
            played(seed)


def knobs(table: str, **values: Any) -> Callable[[Rules], Rules]:
    return lambda rules: structs.replace(rules, **{table: structs.replace(getattr(rules, table), **values)})


@pytest.mark.parametrize(
    "changed",
    [
        knobs("votes", self_vote=False),
        knobs("votes", edits=Edits.FORBIDDEN),
        knobs("votes", last_post="with-vote"),
        knobs("votes", deleted="keep"),
        knobs("votes", boundary="inclusive"),
        knobs("votes", unvote=()),
        knobs("votes", default="self"),
        knobs("votes", own_line=True),
        knobs("votes", edit_costs="missed"),
        knobs("deciding", rule="majority"),
        knobs("deciding", hammer=True),
        knobs("deciding", without_majority="plurality"),
        knobs("deciding", minimum_votes=1.5),
        knobs("tie", overtime_minutes=40),
        knobs("tie", overtime_voters="all"),
        knobs("tie", steps=(TieStep.LOT,)),
        knobs("missed", rule="none"),
        knobs("missed", penalty_votes=3),
        knobs("missed", in_a_row=False),
        knobs("changes", limit=3),
        knobs("changes", over="ignored"),
    ],
)  # fmt: skip
def test_the_second_reading_of_days_notices_other_knobs(
    changed: Callable[[Rules], Rules], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(days().__globals__, "changed", changed)  # type: ignore[attr-defined]
    with pytest.raises(AssertionError):
        for seed in range(1000):
            days()(seed)
