"""One day of a scenario: its count, its lots, and what comes of it.

Knows no documents; the game's fold is `playing`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from msgspec import Struct, structs

from engine.counting import count
from engine.counting.authors import Authors
from engine.counting.clock import Clock
from engine.counts import By, Count, Needs, RulingNeeded, Verdict
from engine.day import Day, Draw
from engine.game import close_day, day_frame
from engine.game.values import DayOutcome, HostAct, Order, Refusal, State
from engine.messages.day_actions import DayAction, read_day_actions
from engine.posts import Post
from engine.rulings import ActionRuling, OrderRuling, ReplaceRuling, Ruling
from engine.times import INSTANT
from golosa.scenario.inputs import PhaseIn
from golosa.scenario.letters import Unsure, part
from golosa.scenario.lots import Lots
from golosa.scenario.posts import engine_posts
from golosa.scenario.readings import readings
from golosa.scenario.table import Table, acts_of


class DayPlayed(Struct, frozen=True):
    """A played day. Without an outcome its verdict is open and the state is as it was."""

    count: Count
    state: State
    outcome: DayOutcome | None = None
    rulings: tuple[RulingNeeded, ...] = ()


class Today(Struct, frozen=True):
    """What stays the same while a day is counted and closed. `at` is the moment of the count."""

    table: Table
    state: State
    frame: Day
    posts: tuple[Post, ...]
    acts: tuple[HostAct, ...]
    at: datetime
    result: tuple[str, ...] | None = None  #: who is out by the host's word, whatever the count says
    draws: tuple[Draw, ...] = ()  #: the lots that have been drawn already
    count: Callable[..., Count] = count  #: makes the count; a folder's game has one that remembers

    def counted(self, draws: Sequence[Draw]) -> Count:
        table = self.table
        known = (*self.draws, *draws)
        found = self.count(table.rules, table.roster, self.frame, self.posts, table.rulings, at=self.at, draws=known)
        if self.result is None or self.result == found.out:
            return found
        verdict = Verdict.OUT if self.result else Verdict.NOBODY
        return structs.replace(found, verdict=verdict, by=By.HOST, out=self.result, lots_needed=(), lots=())

    def closed(self, counted: Count, orders: Sequence[Order]) -> tuple[State, DayOutcome]:
        return close_day(self.table.rules, self.state, self.frame, counted, orders, self.acts)


def play_day(today: Today, orders: Sequence[Order], unsure: Sequence[Unsure], lots: Lots) -> DayPlayed:
    """Plays a day. `orders` are those that may be for the day or pass on in its evening (T14-33), `unsure` those among
    them that only the host can read."""
    counted = today.counted(())
    ended = _ended_by_hand(today, counted, orders)
    if ended is not None:
        return ended
    actions = day_actions(today, counted)
    dusk = counted.first.count_at
    sure = [*orders, *(_order(action, today.frame.label, dusk) for action in actions if action.sure)]
    loose = [Unsure(_order(action, today.frame.label, dusk), action.ask) for action in actions if not action.sure]
    counted = _drawn(today, counted, sure, lots)
    asked = questions(actions)
    asked += tuple(order.ruling for order in unsure if order.order.phase == today.frame.label)
    if counted.verdict is Verdict.OPEN:
        return DayPlayed(counted, today.state, rulings=asked)
    return _closed(today, counted, sure, [*unsure, *loose], asked)


def day_of_scenario(table: Table, state: State, phase: PhaseIn) -> Today:
    """The day as the file has it."""
    assert phase.starts is not None
    assert phase.ends is not None
    acts = acts_of(phase)
    starts, ends = phase.starts.astimezone(UTC), phase.ends.astimezone(UTC)
    frame = day_frame(table.rules, state, label=phase.phase, starts=starts, ends=ends, acts=acts)
    notice = _notice(table, phase)
    frame = structs.replace(frame, overtime_starts=notice)
    posts = engine_posts(phase.posts)
    return Today(table, state, frame, posts, acts, _moment(table, phase, ends, notice, posts))


def _notice(table: Table, phase: PhaseIn) -> datetime | None:
    """The host's first post at or after the day's end, where the overtime runs from it (T14-14)."""
    if table.rules.tie.overtime_from != "notice":
        return None
    host = table.scenario.host
    after = (post.at for post in phase.posts if post.author == host and phase.ends and post.at >= phase.ends)
    first = next(after, None)
    return first.astimezone(UTC) if first else None


def _moment(table: Table, phase: PhaseIn, ends: datetime, notice: datetime | None, posts: Sequence[Post]) -> datetime:
    """The moment of the count: as the file says, or late enough for an overtime and for every post to be listed."""
    if phase.as_of:
        return phase.as_of.astimezone(UTC)
    overtime = (notice or ends) + timedelta(minutes=table.rules.tie.overtime_minutes)
    return max(overtime, *(post.at.latest for post in posts)) if posts else overtime


def _ended_by_hand(today: Today, counted: Count, orders: Sequence[Order]) -> DayPlayed | None:
    """The day, where the host's hand ends the game before the vote does (G1, G8)."""
    if not today.acts:
        return None
    nothing = structs.replace(counted, verdict=Verdict.NOBODY, by=None, out=(), leaves_next_morning=None)
    state, outcome = today.closed(nothing, orders)
    return DayPlayed(counted, state, outcome) if outcome.host.ended_before_vote is not None else None


def questions(actions: Sequence[DayAction]) -> tuple[RulingNeeded, ...]:
    """What the host is asked of day actions: those in loose form (H25)."""
    return tuple(
        RulingNeeded(action.post, action.player, action.text, Needs.DAY_ACTION, action.ask)
        for action in actions
        if not action.sure
    )


def day_actions(today: Today, counted: Count) -> tuple[DayAction, ...]:
    """The day actions of the thread as they stand at the moment of the count, ruled on where the host has (H25)."""
    ruled = [(action, _ruled(action, today.table.rulings)) for action in actions_read(today, counted)]
    return tuple(
        action if ruling is None else structs.replace(action, target=ruling.target, sure=True)
        for action, ruling in ruled
        if ruling is None or ruling.target is not None
    )


def _ruled(action: DayAction, rulings: Sequence[Ruling]) -> ActionRuling | OrderRuling | None:
    """The last ruling on an action, as its line stood when that was ruled."""
    mine = (
        ruling
        for ruling in reversed(rulings)
        if (isinstance(ruling, ActionRuling) and ruling.post == action.post)
        or (isinstance(ruling, OrderRuling) and ruling.pm == action.post)
    )
    return next((one for one in mine if one.at is None or action.stands is None or action.stands <= one.at), None)


def actions_read(today: Today, counted: Count) -> tuple[DayAction, ...]:
    """The same as they are read, whatever the host has ruled on them."""
    table, state = today.table, today.state
    if not table.day_words.abilities:
        return ()
    replaced = [ruling for ruling in table.rulings if isinstance(ruling, ReplaceRuling)]
    return read_day_actions(
        [post for post in today.posts if post.at.earliest < today.at],
        Authors(table.roster, today.posts, replaced),
        table.office.reader.names,
        table.day_words,
        {seat.name: (seat.role, seat.open_role or "") for seat in state.living},
        starts=today.frame.starts,
        clock=Clock(counted.first.count_at, closing=counted.closing, closing_order=counted.closing_order),
    )


def _order(action: DayAction, phase: str, dusk: datetime) -> Order:
    """The action as an order of the day: it stood at its end, though it may bear the time of the post that ended it."""
    return Order(
        id=part(action.post, action.ability),
        sender=action.player,
        sent=min(action.at, dusk - INSTANT),
        ability=action.ability,
        target=action.target,
        phase=phase,
        fault=Refusal.UNKNOWN_TARGET if action.sure and action.target is None else None,
    )


def _drawn(today: Today, counted: Count, orders: Sequence[Order], lots: Lots) -> Count:
    """The count with every lot drawn that it needs; none after a victory (G1)."""
    draws: list[Draw] = []
    while counted.lots:
        due = counted.lots[0]
        if counted.verdict is not Verdict.OPEN and today.closed(counted, orders)[1].public.winner is not None:
            return counted
        last = counted.overtime or counted.first
        draws.append(Draw(due.label, lots.draw(due.label, due.candidates, last.ballots)))
        counted = today.counted(draws)
    return counted


def _closed(
    today: Today,
    counted: Count,
    orders: Sequence[Order],
    unsure: Sequence[Unsure],
    asked: tuple[RulingNeeded, ...],
) -> DayPlayed:
    """The day's end; open where an order that only the host can read could change who is out or what passes on."""
    state, outcome = today.closed(counted, orders)
    ways = readings(unsure)
    essence = _essence(state, outcome)
    if ways is not None and all(_essence(*today.closed(counted, [*orders, *way])) == essence for way in ways):
        return DayPlayed(counted, state, outcome, asked)
    messages = tuple(order.ruling for order in unsure if order.order.phase != today.frame.label)
    return DayPlayed(counted, today.state, None, (*asked, *messages))


def _essence(state: State, outcome: DayOutcome) -> tuple[object, ...]:
    return outcome.public.deaths, outcome.public.winner, state.inherited
