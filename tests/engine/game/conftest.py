"""A small table on which games are played in the tests: names are roles, times are counted from the first midnight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from engine.counts import By, Count, Round, Verdict
from engine.day import Day
from engine.game import close_day, day_frame, hear_day, hear_night, open_game, resolve_night
from engine.game.values import DayOutcome, Do, Heard, HostAct, Night, NightOutcome, Order, OrderFate, State
from engine.people import Player, Roster
from engine.rules import Rules
from golosa.rulebook.rulesets import load

MIDNIGHT = datetime(2026, 3, 1, 21, 0, tzinfo=UTC)
TOWN = ("boss", "bull", "lawyer", "actor", "commissar", "doctor", "maniac", "drunk", "anna", "boris", "vera", "gleb")


class Table:
    """A game being played; `night`/`day` play the next phase."""

    def __init__(self, rules: Rules, roles: Mapping[str, str], open_roles: Mapping[str, str] | None = None) -> None:
        self.rules = rules
        roster = Roster(tuple(Player(name) for name in roles))
        self.state: State = open_game(rules, roster, roles, open_roles)
        self.days = self.nights = 0
        self.pool: list[Order] = []
        self.outcome: DayOutcome | NightOutcome | None = None

    def moment(self, clock: str) -> datetime:
        """`"20:00"` of the game day that began last; before the first, of the date before it."""
        hours, minutes = clock.split(":")
        return MIDNIGHT + timedelta(days=self.days - 1, hours=int(hours), minutes=int(minutes))

    def order(self, said: str, at: str = "20:00", **more: object) -> Order:
        """`"doctor heal anna"`; a target of `-` withdraws."""
        sender, ability, target = said.split()
        order = Order(
            id=f"pm{len(self.pool)}",
            sender=sender,
            sent=self.moment(at),
            ability=ability,
            target=None if target == "-" else target,
        )
        return msgspec.structs.replace(order, **more)

    def send(self, *said: str, at: str = "20:00", **more: object) -> None:
        """Puts orders into the pool of the coming night (or of the running day's actions)."""
        for text in said:
            self.pool.append(self.order(text, at, **more))

    def open_day(self) -> None:
        """The next day begins: orders sent from now on are its and the coming night's."""
        self.days += 1

    def act(self, do: str, player: str, at: str, value: str | int | None = None) -> HostAct:
        return HostAct(do=Do(do), player=player, at=self.moment(at), value=value, reason="test")

    def close(
        self,
        out: str | None = None,
        *,
        both: Iterable[str] = (),
        split: Iterable[str] = (),
        leaves: str | None = None,
        overtime: bool = False,
        acts: Iterable[HostAct] = (),
        **counted: Any,
    ) -> DayOutcome:
        """The opened day ends: at 23:00, after a tie at 23:30. `both`: several who are out; `counted`: what else the
        count tells."""
        tied, gone = tuple(split), (out,) if out else tuple(both)
        verdict = Verdict.OUT if gone else Verdict.SPLIT if tied else Verdict.NOBODY
        first = Round(self.moment("23:00"), (), (), tied)
        count = Count(
            at=self.moment("23:30"),
            first=first,
            verdict=verdict,
            by=By.VOTES if gone else None,
            out=gone,
            overtime=Round(self.moment("23:30"), (), ()) if overtime else None,
            leaves_next_morning=leaves,
            **counted,
        )
        self.state, self.outcome = close_day(self.rules, self.state, self.frame(acts), count, self.pool, acts)
        return self.outcome

    def frame(self, acts: Iterable[HostAct] = ()) -> Day:
        """The opened day, from midnight to 23:00."""
        starts, ends = self.moment("0:00"), self.moment("23:00")
        return day_frame(self.rules, self.state, label=f"day{self.days}", starts=starts, ends=ends, acts=acts)

    def hear(self, acts: Iterable[HostAct] = ()) -> Heard:
        """How the coming night's orders stand."""
        night = Night(label=f"night{self.nights + 1}", until=self.moment("23:45"))
        return hear_night(self.rules, self.state, night, self.pool, acts)

    def hear_day(self, acts: Iterable[HostAct] = ()) -> Heard:
        """How the opened day's actions stand."""
        return hear_day(self.rules, self.state, self.frame(acts), self.pool, acts)

    def day(self, out: str | None = None, **more: object) -> DayOutcome:
        """A whole day without orders sent in it."""
        self.open_day()
        return self.close(out, **more)  # type: ignore[arg-type]

    def night(
        self,
        *said: str,
        acts: Iterable[HostAct] = (),
        reverse: bool = False,
        result: Mapping[str, str] | None = None,
    ) -> NightOutcome:
        """The night: what is in the pool and what is given here, sent at 23:40 if not before."""
        self.send(*said, at="23:40")
        self.nights += 1
        night = Night(label=f"night{self.nights}", until=self.moment("23:45"))
        pool = self.pool[::-1] if reverse else self.pool
        self.state, outcome = resolve_night(self.rules, self.state, night, pool, acts, result)
        self.pool = [order for order in self.pool if order.phase is not None]
        self.outcome = outcome
        return outcome

    def next_night(self, *said: str) -> NightOutcome:
        """A day on which nobody is voted out, and the night."""
        self.day()
        return self.night(*said)

    def kill_off(self, *names: str) -> None:
        """Takes players out without a vote, in a day of its own."""
        self.open_day()
        self.close(acts=[self.act("remove", name, "12:00") for name in names])


def fate(outcome: NightOutcome | DayOutcome, sender: str) -> OrderFate:
    return next(order for order in outcome.host.orders if order.sender == sender)


def told(outcome: NightOutcome, kind: str) -> list[object]:
    """The announcements of one kind, as what they say."""
    lines = [line for line in outcome.public.announcements if line.kind == kind]
    return [next((said for said in (line.result, line.value, line.role) if said is not None), True) for line in lines]


def learned(outcome: NightOutcome | DayOutcome, name: str) -> list[tuple[str, object, str | None]]:
    return [(answer.kind, answer.says, answer.target) for answer in outcome.private if answer.to == name]


def dead(outcome: NightOutcome | DayOutcome) -> dict[str, str]:
    return {death.player: death.by for death in outcome.public.deaths}


def why(outcome: NightOutcome | DayOutcome) -> list[str]:
    return [str(refused.why) for refused in outcome.host.refused]


class Look:
    """How tests look at an outcome."""

    fate = staticmethod(fate)
    told = staticmethod(told)
    learned = staticmethod(learned)
    dead = staticmethod(dead)
    why = staticmethod(why)


@pytest.fixture(scope="session")
def look() -> Look:
    return Look()


@pytest.fixture(scope="session")
def rulesets() -> dict[str, Rules]:
    return {name: load(name) for name in ("classic10", "hp100", "town14")}


@pytest.fixture
def table(rulesets: dict[str, Rules]) -> Callable[..., Table]:
    """Makes a table: `table("town14", roles)`; the name is one of a shipped rule set or a Rules value."""

    def make(rules: str | Rules, roles: Mapping[str, str], open_roles: Mapping[str, str] | None = None) -> Table:
        return Table(rulesets[rules] if isinstance(rules, str) else rules, roles, open_roles)

    return make


@pytest.fixture
def town(table: Callable[..., Table]) -> Table:
    """town14: everybody is named after his role, and four plain townsmen."""
    plain = {"anna", "boris", "vera", "gleb"}
    return table("town14", {name: "townsman" if name in plain else name for name in TOWN})


@pytest.fixture
def classic(table: Callable[..., Table]) -> Table:
    roles = {"maf1": "mafioso", "maf2": "mafioso", "commissar": "commissar", "doctor": "doctor"}
    return table("classic10", {**roles, **dict.fromkeys(("anna", "boris", "vera", "gleb", "dina", "egor"), "townsman")})


@pytest.fixture
def hp(table: Callable[..., Table]) -> Table:
    """hp100: secret roles are the names; open ones: a politician, a nurse, a bully, citizens."""
    names = ("anna", "medic", "officer", "sniper", "gunman", "poisoner", "ninja", "priest", "maniac", "boris")
    secret = {name: "townsman" if name in ("anna", "boris") else name for name in names}
    special = {"medic": "politician", "anna": "nurse", "gunman": "bully"}
    return table("hp100", secret, {name: special.get(name, "citizen") for name in names})
