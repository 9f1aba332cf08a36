"""The game of a folder, played again from its log: roles, days as counted, messages, nights, the host's hand.

The same fold as for a scenario file; only the source of the posts differs. Knows the store's facts; no terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct, structs

from engine.game import day_frame, has_day_abilities
from engine.game.values import Do, State
from engine.messages import Reader
from engine.messages.day_actions import Words
from engine.names import Names
from engine.rulings import AliasRuling, OrderRuling, ReplaceRuling
from golosa.dealing import given, given_open
from golosa.errors import GolosaError
from golosa.game import Act, Game, Out
from golosa.phases import day_label, order_of
from golosa.scenario.days import Today
from golosa.scenario.inputs import ActIn, MessageIn, PhaseIn, PlayerIn, Scenario
from golosa.scenario.letters import Office
from golosa.scenario.playing import Played, play
from golosa.scenario.table import Table, acts_of

MESSAGE, NIGHT = "message", "night"


class Resolved(Struct, frozen=True):
    """A fact: a night has been resolved, with what had come by `at`."""

    at: datetime


def messages(game: Game) -> list[MessageIn]:
    """The messages that have come, in the order entered; their ids are `pm` and the number in the log."""
    facts = game.facts.all(MESSAGE)
    return [structs.replace(fact.read(MessageIn), id=f"pm{fact.id}") for fact in facts]


def office(game: Game) -> Office:
    """Reads the messages of the game."""
    rulings = game.rulings()
    aliases = tuple((ruling.alias, ruling.player) for ruling in rulings if isinstance(ruling, AliasRuling))
    reader = Reader(game.roster, Names(game.roster, aliases=aliases), game.rules.roles)
    ruled = {ruling.pm: ruling.target for ruling in rulings if isinstance(ruling, OrderRuling)}
    return Office(game.rules, reader, accounts(game), ruled, has_day_abilities(game.rules))


def accounts(game: Game) -> dict[str, str]:
    """Account or name to player, the accounts that came by a ruling too."""
    found = {name: player.name for player in game.roster.players for name in (player.name, *player.accounts)}
    return found | {ruling.replace: ruling.player for ruling in game.rulings() if isinstance(ruling, ReplaceRuling)}


def next_night(game: Game) -> str:
    """The first night that has not been resolved."""
    return f"night{len(game.facts.all(NIGHT)) + 1}"


def replay(game: Game, until: str, now: datetime, resolve: datetime | None = None) -> Played:
    """Plays the game up to the phase `until`; `resolve` is when that night is resolved, where the log does not say.

    Raises GolosaError where roles, days, nights or lots are missing, with status 3 where a thread was not read whole.
    """
    table = _table(game, until, resolve)

    def day(table: Table, state: State, phase: PhaseIn) -> Today:
        return _day(game, table, state, phase, now)

    played = play(table, day)
    missing = [label for label in played.lots if label not in table.scenario.lots]
    if missing:
        raise GolosaError(f"the lot {missing[0]} has not been drawn: `golosa dice draw`", 1)
    return played


def keep(game: Game, night: str, played: Played, at: datetime, now: datetime) -> None:
    """Keeps a night as resolved, and who is out by it; what an earlier resolution said of it is undone."""
    for fact in (*game.facts.all(NIGHT, phase=night), *game.facts.all("out", phase=night)):
        game.facts.undo(fact.id, now)
    game.facts.add(NIGHT, Resolved(at), now, night)
    for death in played.phases[-1]["deaths"]:
        game.facts.add("out", Out(death["player"], death["by"]), now, night)


def _table(game: Game, until: str, resolve: datetime | None) -> Table:
    roles, open_roles = given(game), given_open(game)
    without = [name for name in game.roster.names if name not in roles]
    if without:
        raise GolosaError(f"no role yet: {', '.join(without)}; give them with `golosa new --deal` or --role")
    labels = _labels(until, game.rules.day.first)
    phases = [_phase(game, label, resolve if label == until else None) for label in labels]
    players = [PlayerIn(name=name, role=roles[name], open_role=open_roles.get(name)) for name in game.roster.names]
    lots = {draw.label: draw.chosen for draw in game.draws() if draw.label.partition(".")[0] in labels}
    scenario = Scenario(rules=game.config.game.rules, players=players, phases=phases, lots=lots)
    return Table(
        scenario=scenario,
        rules=game.rules,
        roster=game.roster,
        accounts=accounts(game),
        roles=roles,
        open_roles=open_roles,
        rulings=game.rulings(),
        office=office(game),
        day_words=Words.of(game.rules.roles),
    )


def _labels(until: str, first: str) -> list[str]:
    """The phases up to `until`, in the order in which they are played."""
    number, _ = order_of(until, first)
    every = [f"{kind}{n}" for n in range(1, number + 1) for kind in ("day", "night")]
    ordered = sorted(every, key=lambda label: order_of(label, first))
    return ordered[: ordered.index(until) + 1]


def _phase(game: Game, label: str, resolve: datetime | None) -> PhaseIn:
    acts = [_act(fact.read(Act)) for fact in game.facts.all("act", phase=label)]
    number = int(label.removeprefix("day").removeprefix("night"))
    if label == day_label(number):
        table = next((day for day in game.config.day if day.number == number), None)
        if table is None:
            raise GolosaError(f"{label} has not been opened: `golosa day open`")
        return PhaseIn(phase=label, starts=table.starts, ends=table.ends, acts=acts)
    resolved = [fact.read(Resolved).at for fact in game.facts.all(NIGHT, phase=label)]
    moment = resolved[-1] if resolved else resolve
    if moment is None:
        raise GolosaError(f"{label} has not been resolved: `golosa night --night {number}`")
    return PhaseIn(phase=label, resolve=moment, acts=acts, pm=_pool(game, number))


def _act(act: Act) -> ActIn:
    return ActIn(do=Do(act.do), player=act.player, at=act.at, reason=act.reason)


def _pool(game: Game, night: int) -> list[MessageIn]:
    """The messages of a night: those sent since the day before it opened, before the day after it does."""
    starts = {day.number: day.starts for day in game.config.day}
    before = night if game.rules.day.first == "day" else night - 1
    opens = starts.get(before) if night > 1 else None
    closes = starts.get(before + 1)
    return [
        message
        for message in messages(game)
        if (opens is None or message.at >= opens) and (closes is None or message.at < closes)
    ]


def _day(game: Game, table: Table, state: State, phase: PhaseIn, now: datetime) -> Today:
    """A day as the store has it: its posts, its clock, and its result where the host has given another one."""
    day = game.day(phase.day_number, now)
    counted, known = game.count(day, now), game.frame(day)
    if not counted.complete:
        raise GolosaError(f"{phase.phase}: the thread has not been read whole: {counted.why_incomplete}", 3)
    if counted.count.at < known.ends:
        raise GolosaError(f"{phase.phase} ends at {day.ends.isoformat()}")
    frame = day_frame(game.rules, state, label=phase.phase, starts=known.starts, ends=known.ends, acts=acts_of(phase))
    frame = structs.replace(frame, overtime_starts=known.overtime_starts, closed_at=known.closed_at)
    return Today(table, state, frame, counted.posts, acts_of(phase), counted.count.at, _result(game, phase.phase))


def _result(game: Game, label: str) -> tuple[str, ...] | None:
    """Who is out by the host's word (`golosa day close` and `correct`)."""
    facts = game.facts.all("result", phase=label)
    if not facts:
        return None
    names: Sequence[str] = facts[-1].read(dict[str, object])["out"]  # type: ignore[assignment]
    return tuple(name for name in game.roster.names if name in names)
