"""Plays a scenario that has been laid on the table: the fold of the engine over its phases.

Knows how one phase leads to the next. How a phase is told is `writing`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct

from engine import telling
from engine.game import open_game
from engine.game.values import DayOutcome, NightOutcome, Order, State
from engine.messages import Legend
from golosa.scenario.checking import message_id
from golosa.scenario.days import Today, day_of_scenario, play_day
from golosa.scenario.inputs import PhaseIn
from golosa.scenario.letters import Letters, Told
from golosa.scenario.lots import Lots
from golosa.scenario.nights import play_night
from golosa.scenario.reading import ScenarioError
from golosa.scenario.table import Table
from golosa.scenario.writing import Document, Writer

Outcome = DayOutcome | NightOutcome | None


class Played(Struct, frozen=True):
    """A played scenario: a document for each phase, and whether the game waits for the host."""

    phases: tuple[Document, ...]
    open: bool
    state: State  #: how everybody stands at the end
    outcomes: tuple[Outcome, ...] = ()  #: of each phase; None for the one that waits for the host
    lots: tuple[str, ...] = ()  #: the lots that were drawn, in their order


def play(
    table: Table, day: Callable[[Table, State, PhaseIn], Today] = day_of_scenario, *, beyond_end: bool = False
) -> Played:
    """Plays the game to its end, to the end of the file, or to a verdict that is open. `day` makes a day of a phase.
    `beyond_end`: phases after the game's end are left out instead of being a fault.

    Raises ScenarioError for what only playing shows: a phase after the end, a lot that falls on no candidate or is
    never drawn, an act of the host that cannot be.
    """
    game = _Game(table, day)
    documents: list[Document] = []
    for index, phase in enumerate(table.scenario.phases):
        place = f"phases[{index}]"
        if game.state.winner is not None and beyond_end:
            break
        if game.state.winner is not None:
            raise ScenarioError(
                place, "the game ended in {phase}, won by {winner}", phase=game.state.phase, winner=game.state.winner
            )
        try:
            documents.append(game.day(index, phase) if phase.is_day else game.night(index, phase))
        except ValueError as error:
            # The engine refuses acts of the host that cannot be: reviving the living, hp in games without.
            raise ScenarioError(f"{place}.acts", telling.told(error)) from error
        if game.open:
            break
    game.lots.all_drawn(len(documents), table.scenario.phases, game_open=game.open)
    return Played(tuple(documents), game.open, game.state, tuple(game.outcomes), tuple(game.lots.drawn))


class _Game:
    """One game being played."""

    def __init__(self, table: Table, today: Callable[[Table, State, PhaseIn], Today]) -> None:
        self.table, self.phases, self.today = table, table.scenario.phases, today
        self.state: State = open_game(table.rules, table.roster, table.roles, table.open_roles)
        self.lots = Lots(table.scenario)
        self.by_day = Letters()  #: what has come by day for the coming night
        self.ahead: list[Order] = []  #: orders that name their phase (H21)
        self.legends = {player.name: player.legend for player in table.scenario.players if player.legend}
        self.notes: dict[tuple[int, str], list[Told]] = {}  #: by night and player
        self.open = False
        self.outcomes: list[Outcome] = []
        self.writer = Writer(table.roster.names, table.accounts, _sent(self.phases))

    def day(self, index: int, phase: PhaseIn) -> Document:
        """Plays a day and tells of it."""
        self.by_day = letters = self._letters(index, phase)
        coming = self._read(index + 1) if not self.table.office.day_actions else Letters()
        orders = (
            [*letters.day_orders, *self.ahead] if self.table.office.day_actions else [*letters.orders, *coming.orders]
        )
        played = play_day(
            self.today(self.table, self.state, phase), orders, [*letters.unsure, *coming.unsure], self.lots
        )
        self.state, self.open = played.state, played.outcome is None
        self.outcomes.append(played.outcome)
        zone = phase.ends.tzinfo if phase.ends else None
        document = self.writer.day(phase.phase, played.count, played.outcome, self.state, zone, played.rulings)
        return self._with_words(document, index)

    def night(self, index: int, phase: PhaseIn) -> Document:
        """Plays a night and tells of it."""
        letters = self._letters(index, phase)
        before = self.phases[index - 1] if index else None
        clock = (before.starts, before.ends) if before and before.starts and before.ends else None
        pool = [*self.by_day.orders, *letters.orders]
        orders = [*(order for order in pool if order.phase is None), *self.ahead]
        played = play_night(self.table, self.state, phase, clock, orders, [*self.by_day.unsure, *letters.unsure])
        self.state, self.open = played.state, played.outcome is None
        self.outcomes.append(played.outcome)
        self.by_day = Letters()
        document = self.writer.night(phase.phase, played.outcome, self.state, played.rulings)
        return self._with_words(document, index)

    def _read(self, index: int) -> Letters:
        if index >= len(self.phases):
            return Letters()
        return self.table.office.letters(self.phases[index], self.state)

    def _letters(self, index: int, phase: PhaseIn) -> Letters:
        """The messages of a phase; what they hold for later is kept."""
        letters = self._read(index)
        self.ahead += (order for order in letters.orders if order.phase is not None)
        for told in letters.told:
            if isinstance(told.said, Legend):
                self.legends[told.sender] = told.said.text
            else:
                night = self.table.office.coming(phase) if told.said.day is None else told.said.day
                self.notes.setdefault((night, told.sender), []).append(told)
        return letters

    def _with_words(self, document: Document, index: int) -> Document:
        """Adds the legends of those who are out (T14-6) and the notes of those killed in the night (T14-23)."""
        dead = [death["player"] for death in document["deaths"]]
        document["legends"] = {name: self.legends[name] for name in dead if name in self.legends}
        document["notes"] = {}
        if not self.phases[index].is_day:
            self._add_notes(document, index, dead)
        return document

    def _add_notes(self, document: Document, index: int, dead: Sequence[str]) -> None:
        """A note counts if it came before the results, which open the next day; the last one holds."""
        number = self.phases[index].day_number
        results = self.phases[index + 1].starts if index + 1 < len(self.phases) else None
        for (night, name), notes in self.notes.items():
            if night != number:
                continue
            in_time = [note for note in notes if results is None or note.at < results]
            if in_time and name in dead:
                document["notes"][name] = max(in_time, key=lambda note: note.at).said.text
            late = [note for note in notes if note not in in_time]
            document["refused"] += [{"from": name, "at": note.at.isoformat(), "why": "late"} for note in late]
        document["refused"].sort(key=lambda refused: datetime.fromisoformat(refused["at"]))


def _sent(phases: Sequence[PhaseIn]) -> dict[str, datetime]:
    """The time of each message and post as the file has it."""
    posts = {post.id: post.at for phase in phases for post in phase.posts}
    messages = {message_id(phase, index): message.at for phase in phases for index, message in enumerate(phase.pm)}
    return posts | messages
