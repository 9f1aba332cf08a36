"""The game of a folder, played again from its log: roles, days as counted, messages, nights, the host's hand.

The same fold as for a scenario file; only the source of the posts differs. Knows the store's facts; no terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct, structs

from engine.game import has_day_abilities, open_game
from engine.game.values import HostAct, State
from engine.messages import Reader
from engine.messages.day_actions import Words
from engine.names import Names
from engine.people import Roster
from engine.roles import Role
from engine.rules import Rules
from engine.rulings import AliasRuling, OrderRuling, ReplaceRuling
from golosa.errors import GolosaError, Told
from golosa.folder.config import DayTable
from golosa.folder.dealing import given, given_open
from golosa.folder.entries import Out
from golosa.folder.game import Counted, Game
from golosa.folder.made import of_log
from golosa.folder.phases import day_label, order_of, phase_told
from golosa.folder.standing import LATER, acts_in, frame_of, outcome_of
from golosa.scenario.days import Today
from golosa.scenario.inputs import ActIn, MessageIn, PhaseIn, PlayerIn, Scenario
from golosa.scenario.letters import Office
from golosa.scenario.playing import Played, play
from golosa.scenario.reading import ScenarioError
from golosa.scenario.table import Table, acts_of

MESSAGE, NIGHT = "message", "night"


class Resolved(Struct, frozen=True):
    """A fact: a night has been resolved, with what had come by `at`."""

    at: datetime


@of_log
def messages(game: Game) -> tuple[MessageIn, ...]:
    """The messages that have come, in the order entered; their ids are `pm` and the number in the log."""
    facts = game.facts.all(MESSAGE)
    return tuple(structs.replace(fact.read(MessageIn), id=f"pm{fact.id}") for fact in facts)


@of_log
def office(game: Game) -> Office:
    """Reads the messages of the game."""
    rulings = game.rulings()
    taught = (ruling for ruling in rulings if isinstance(ruling, AliasRuling))
    # An alias taught from a post on is of that thread: a message may be older than it.
    aliases = tuple((ruling.alias, ruling.player) for ruling in taught if ruling.since is None)
    reader = _reader(game.roster, aliases, msgspec.json.encode(game.rules.roles))
    ruled = {ruling.pm: ruling.target for ruling in rulings if isinstance(ruling, OrderRuling)}
    words = Words.of(game.rules.roles)
    return Office(game.rules, reader, accounts(game), ruled, has_day_abilities(game.rules), words)


@lru_cache(maxsize=8)
def _reader(roster: Roster, aliases: tuple[tuple[str, str], ...], roles: bytes) -> Reader:
    """Made once for the many messages of a game and for each time that it is played; `roles` as JSON."""
    return Reader(roster, Names(roster, aliases=aliases), msgspec.json.decode(roles, type=tuple[Role, ...]))


@of_log
def accounts(game: Game) -> dict[str, str]:
    """Account or name to player, the accounts that came by a ruling too. A name that is another's account is that
    account: it is what a forum tells."""
    found = {player.name: player.name for player in game.roster.players}
    found |= {account: player.name for player in game.roster.players for account in player.accounts}
    return found | {ruling.replace: ruling.player for ruling in game.rulings() if isinstance(ruling, ReplaceRuling)}


def resolved_at(game: Game, night: str) -> datetime | None:
    """As of when a night has been resolved (UTC); None while it has not."""
    resolved = game.facts.all(NIGHT, phase=night)
    return resolved[-1].read(Resolved).at if resolved else None


def next_night(game: Game) -> str:
    """The first night that has not been resolved."""
    return f"night{len(game.facts.all(NIGHT)) + 1}"


def replay(game: Game, until: str, now: datetime, resolve: datetime | None = None) -> Played:
    """Plays the game up to the phase `until`; `resolve` is when that night is resolved, as the log says if None.

    Raises GolosaError where roles, days, nights or lots are missing, with status 3 where a thread was not read whole,
    where an act of the host's cannot be, and where the game was over before.
    """
    played = follow(game, until, now, resolve)
    if played.state.winner is not None and played.phases[-1]["phase"] != until:
        raise GolosaError(
            "the game is over since {phase}: won by {winner}",
            phase=phase_told(played.state.phase),
            winner=winner_told(game.rules, played.state.winner, game.config.game.lang),
        )
    return played


def winner_told(rules: Rules, winner: str, lang: str) -> str:
    """Who has won, by the title that players know: a team's, a player's name, or a draw."""
    if winner == "draw":
        return Told("a draw")
    return rules.titles_in(lang).get(winner, winner)


def follow(game: Game, until: str, now: datetime, resolve: datetime | None = None) -> Played:
    """As `replay`, but where the game is over before `until`, it stops there."""
    table = _table(game, until, resolve)

    def day(table: Table, state: State, phase: PhaseIn) -> Today:
        return _day(game, table, state, phase, now)

    try:
        played = play(table, day, beyond_end=True)
    except ScenarioError as error:
        # The fold names the place in a scenario file; a game folder has phases.
        place = error.place.removeprefix("phases[").partition("]")[0]
        phase = table.scenario.phases[int(place)].phase if place.isdecimal() else until
        raise ActError("{phase}: {what}", phase=phase_told(phase), what=error.what) from error
    if played.lots:
        raise GolosaError("the lot {lot} has not been drawn: `golosa dice draw`", 1, lot=played.lots[0])
    return played


def followed(game: Game, until: str, now: datetime, resolve: datetime | None = None) -> Played | None:
    """As `follow`; None where the game cannot be played so far: roles or earlier nights are kept without the program,
    or what the host has entered cannot be, which `golosa night` tells."""
    if not given(game):
        return None
    try:
        return follow(game, until, now, resolve)
    except GolosaError:
        return None


def played_to(game: Game, day: DayTable, now: datetime) -> Played | None:
    """The game as played up to that day; None where it cannot be played so far, or was over before."""
    played = followed(game, day_label(day.number), now)
    return played if played is not None and played.phases[-1]["phase"] == day_label(day.number) else None


class ActError(GolosaError):
    """Something that the host entered cannot be: reviving the living, hp in a game without."""


def state_before(game: Game, day: DayTable, known: datetime | None = None) -> State | None:
    """How the game as played stands when a day begins, with what was known at `known` (UTC); None where no roles are
    given. Raises GolosaError as `replay` does, and where an earlier phase waits for the host."""
    if known is not None:
        game = game.supposing(known=known)
    roles, open_roles = given(game), given_open(game)
    if not roles and not open_roles:
        return None
    label = day_label(day.number)
    *before, _ = labels_until(label, game.rules.day.first)
    if not before:
        _require_roles(game, roles)
        return open_game(game.rules, game.roster, roles, open_roles)
    played = follow(game, before[-1], LATER)
    if played.open:
        raise GolosaError(
            "{later} hangs on {phase}, which waits for you first",
            1,
            later=phase_told(label),
            phase=phase_told(played.phases[-1]["phase"]),
        )
    return played.state


def today_of(game: Game, counted: Counted, known: datetime | None = None) -> Today | None:
    """The day of a count as the game comes to it, with what was known at `known` (UTC); None where no roles are given
    or the game was over before. Raises GolosaError as `state_before` does."""
    if known is not None:
        game = game.supposing(known=known)
    state = state_before(game, counted.day)
    if state is None or state.winner is not None:
        return None
    table = _table(game, day_label(counted.day.number), None)
    return Today(table, state, game.frame(counted.day), counted.posts, (), counted.count.at)


def keep(game: Game, night: str, played: Played, at: datetime, now: datetime) -> None:
    """Keeps a night as resolved, and who is out by it; what an earlier resolution said of it is undone."""
    with game.database.writing():
        for fact in (*game.facts.all(NIGHT, phase=night), *game.facts.all("out", phase=night)):
            game.facts.undo(fact.id, now)
        game.facts.add(NIGHT, Resolved(at), now, night)
        for death in played.phases[-1]["deaths"]:
            game.facts.add("out", Out(death["player"], death["by"]), now, night)


def _table(game: Game, until: str, resolve: datetime | None) -> Table:
    roles, open_roles = given(game), given_open(game)
    _require_roles(game, roles)
    labels = labels_until(until, game.rules.day.first)
    phases = [phase_of(game, label, resolve if label == until else None) for label in labels]
    players = [PlayerIn(name=name, role=roles[name], open_role=open_roles.get(name)) for name in game.roster.names]
    scenario = Scenario(rules=game.config.game.rules, players=players, phases=phases)
    given_outcomes = {label: outcome_of(game, label) for label in labels}
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
        outcomes={label: dict.fromkeys(one.out, one.by) for label, one in given_outcomes.items() if one is not None},
    )


def _require_roles(game: Game, roles: Mapping[str, str]) -> None:
    without = [name for name in game.roster.names if name not in roles]
    if without:
        raise GolosaError(
            "no role yet: {without}; `golosa dice deal`, or `golosa dice give`", without=", ".join(without)
        )


def labels_until(until: str, first: str) -> list[str]:
    """The phases up to `until`, in the order in which they are played."""
    number, _ = order_of(until, first)
    every = [f"{kind}{n}" for n in range(1, number + 1) for kind in ("day", "night")]
    ordered = sorted(every, key=lambda label: order_of(label, first))
    return ordered[: ordered.index(until) + 1]


def phase_of(game: Game, label: str, resolve: datetime | None) -> PhaseIn:
    """What goes into a phase: its clock, the host's hand, its messages; `resolve`: when a night is resolved, as the log
    says if None. Raises GolosaError for a day that has not been opened and a night that has not been resolved."""
    acts = [_act(act) for act in acts_in(game, label)]
    number = int(label.removeprefix("day").removeprefix("night"))
    if label == day_label(number):
        table = next((day for day in game.config.day if day.number == number), None)
        if table is None:
            raise GolosaError("{phase} has not been opened: `golosa day open`", phase=phase_told(label))
        pm = [message for message in messages(game) if by_day(game, table, message)]
        return PhaseIn(phase=label, starts=table.starts, ends=table.ends, acts=acts, pm=pm)
    moment = resolve or resolved_at(game, label)
    if moment is None:
        raise GolosaError(
            "{phase} has not been resolved: `golosa night --night {number}`", phase=phase_told(label), number=number
        )
    return PhaseIn(phase=label, resolve=moment, acts=acts, pm=_pool(game, number))


def _act(act: HostAct) -> ActIn:
    value = UNSET if act.value is None else act.value
    return ActIn(do=act.do, player=act.player, at=act.at, reason=act.reason, value=value)


def _pool(game: Game, night: int) -> list[MessageIn]:
    """The messages of a night: those sent since the day before it opened, before the day after it does; without those
    of the day itself where a day has actions of its own."""
    starts = {day.number: day.starts for day in game.config.day}
    before = night if game.rules.day.first == "day" else night - 1
    opens = starts.get(before) if night > 1 else None
    closes = starts.get(before + 1)
    return [
        message
        for message in messages(game)
        if (opens is None or message.at >= opens)
        and (closes is None or message.at < closes)
        and not any(by_day(game, day, message) for day in game.config.day)
    ]


def by_day(game: Game, day: DayTable, message: MessageIn) -> bool:
    """Whether a message was sent by day in a game where that says something (H25)."""
    return day.starts <= message.at < day.ends and has_day_abilities(game.rules)


def _day(game: Game, table: Table, state: State, phase: PhaseIn, now: datetime) -> Today:
    """A day as the store has it: its posts, its clock, and its result where the host has given another one."""
    day = game.day(phase.day_number, now)
    frame = frame_of(game, day, game.known, state)
    counted = game.count(day, now, frame=frame)
    if not counted.complete:
        raise GolosaError(
            "{phase}: the thread has not been read whole: {why}",
            3,
            phase=phase_told(phase.phase),
            why=counted.why_incomplete,
        )
    if counted.count.at < frame.ends and counted.count.ended_at is None:
        raise GolosaError("{phase} ends at {ends}", phase=phase_told(phase.phase), ends=day.ends)
    table = structs.replace(table, rules=game.rules_on(day))
    at, result = counted.count.at, result_in(game, phase.phase)
    return Today(table, state, frame, counted.posts, acts_of(phase), at, result, counted.draws, game.counts.count)


def result_in(game: Game, label: str) -> tuple[str, ...] | None:
    """Who is out by a day as the host has closed it, or by his word (`golosa act outcome`); None while it is open."""
    given = outcome_of(game, label)
    facts = game.facts.all("result", phase=label)
    if given is None and not facts:
        return None
    names = given.out if given is not None else facts[-1].read(dict[str, Any])["out"]
    return tuple(name for name in game.roster.names if name in names)
