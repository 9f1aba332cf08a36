"""The private messages of a scenario as the engine's orders, and the legends and notes among them.

Knows who writes under which account, and for which night a message is. Whether an order is accepted is the engine's.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct, structs

from engine.counts import Needs, RulingNeeded
from engine.game.values import Order, Refusal, State
from engine.messages import Legend, Note, OrderText, Reader, Said, Unreadable
from engine.messages.day_actions import DayAction, Words, message_actions
from engine.roles import Role, ability_id
from engine.rules import Rules
from golosa.scenario.checking import message_id
from golosa.scenario.inputs import MessageIn, PhaseIn

#: Stands between the id of a message and the number of an order in it; no id of a file holds it.
PART = "\0"


class Unsure(Struct, frozen=True):
    """An order that only the host can read: whom it may mean. `order` has no target."""

    order: Order
    ask: tuple[str, ...]

    @property
    def ruling(self) -> RulingNeeded:
        """What the host is asked."""
        return RulingNeeded(source(self.order.id), self.order.sender, "", Needs.AMBIGUOUS_ORDER, self.ask)

    @property
    def readings(self) -> tuple[Order | None, ...]:
        """Everything that it may be; None: no order at all."""
        return (*(structs.replace(self.order, target=name) for name in self.ask), None)


class Told(Struct, frozen=True):
    """A legend or a note, by whom and when."""

    sender: str
    at: datetime  #: as the file has it
    said: Legend | Note


class Letters(Struct, frozen=True):
    """What the messages of one phase say."""

    orders: tuple[Order, ...] = ()  #: for the coming night, or for the phase that they name
    day_orders: tuple[Order, ...] = ()  #: actions of the day (hp100)
    unsure: tuple[Unsure, ...] = ()
    told: tuple[Told, ...] = ()


class Office(Struct, frozen=True):
    """What reading messages needs to know of the game."""

    rules: Rules
    reader: Reader
    accounts: Mapping[str, str]  #: account or name → player
    ruled: Mapping[str, str | None]  #: message id → whom it is an order against; None: no order
    day_actions: bool  #: orders in a day's messages are actions of the day
    day_words: Words  #: of day actions (H25)

    def letters(self, phase: PhaseIn, state: State) -> Letters:
        """Reads the messages of a phase. `state` tells which ability a word of several meanings announces."""
        orders: list[Order] = []
        day_orders: list[Order] = []
        unsure: list[Unsure] = []
        told: list[Told] = []
        for index, message in enumerate(phase.pm):
            for read in self._read(phase, index, message, state):
                if isinstance(read, Unsure):
                    unsure.append(read)
                elif isinstance(read, Told):
                    told.append(read)
                elif self._by_day(phase) and (read.phase == phase.phase or (message.order and read.phase is None)):
                    day_orders.append(read)
                else:
                    orders.append(read)
        return Letters(tuple(orders), tuple(day_orders), tuple(unsure), tuple(told))

    def _read(self, phase: PhaseIn, index: int, message: MessageIn, state: State) -> Sequence[Order | Unsure | Told]:
        base = Order(
            id=message_id(phase, index),
            sender=self.accounts[message.from_],
            sent=message.at.astimezone(UTC),
        )
        if message.order is not None:
            given = message.order
            target = self.ruled.get(base.id, given.target)
            return [structs.replace(base, ability=given.ability, target=target, phase=given.phase, member=given.for_)]
        seat = state.seat(base.sender)
        roles = (seat.role, seat.open_role or "")
        actions = self.actions(base.id, base.sender, message, roles) if self._by_day(phase) else ()
        if actions:
            return [self._action(structs.replace(base, phase=phase.phase), action) for action in actions]
        said = self.reader.read(base.sender, message.subject or "", message.body or "")
        return [
            read
            for number, words in enumerate(said, 1)
            if (
                read := self._order(
                    structs.replace(base, id=part(base.id, str(number))), words, phase, message.at, state
                )
            )
            is not None
        ]

    def _by_day(self, phase: PhaseIn) -> bool:
        """Whether messages of this phase may hold actions of the day."""
        return phase.is_day and self.day_actions

    def actions(self, id_: str, sender: str, message: MessageIn, roles: Collection[str]) -> tuple[DayAction, ...]:
        """The lines of a message in the form of a day action (H25); `roles` are those that its sender holds."""
        at = message.at.astimezone(UTC)
        return message_actions(id_, sender, at, message.body or "", self.reader.names, self.day_words, roles)

    def _action(self, base: Order, action: DayAction) -> Order | Unsure:
        order = structs.replace(base, id=part(base.id, action.ability), ability=action.ability)
        if base.id in self.ruled:
            return structs.replace(order, target=self.ruled[base.id])
        if not action.sure:
            return Unsure(order, action.ask)
        fault = Refusal.UNKNOWN_TARGET if action.target is None else None
        return structs.replace(order, target=action.target, fault=fault)

    def _order(
        self, base: Order, said: Said, phase: PhaseIn, at: datetime, state: State
    ) -> Order | Unsure | Told | None:
        if isinstance(said, Legend | Note):
            return Told(base.sender, at, said)
        if isinstance(said, Unreadable):
            return structs.replace(base, fault=Refusal.MALFORMED)
        order = structs.replace(
            base,
            role=said.role,
            member=said.member,
            ability=self._ability(said, said.member or base.sender, state),
            target=said.target,
        )
        order = self._for_its_night(order, said.night, phase)
        if source(base.id) in self.ruled:
            target = self.ruled[source(base.id)]
            return structs.replace(order, target=target) if target is not None else None
        if said.ask:
            return Unsure(order, said.ask)
        nobody = said.target is None and not said.withdraws
        return structs.replace(order, fault=Refusal.UNKNOWN_TARGET) if nobody and order.fault is None else order

    def _for_its_night(self, order: Order, night: int | None, phase: PhaseIn) -> Order:
        """An order that names another night than the coming one is for that one where orders may be sent ahead (H21);
        elsewhere, and for a night that is over, it cannot be meant so."""
        coming = self.coming(phase)
        if night is None or night == coming:
            # Where days have actions of their own, an order without a phase would be one of them.
            return structs.replace(order, phase=f"night{coming}") if phase.is_day and self.day_actions else order
        if night < coming or not self.rules.night.ahead:
            return structs.replace(order, fault=Refusal.MALFORMED)
        return structs.replace(order, phase=f"night{night}")

    def coming(self, phase: PhaseIn) -> int:
        """The number of the night for which messages of this phase are, unless they say another."""
        first_is_night = self.rules.day.first == "night"
        return phase.day_number + 1 if phase.is_day and first_is_night else phase.day_number

    def _ability(self, said: OrderText, actor: str, state: State) -> str | None:
        """The ability announced; of several meanings of a word, that which the actor's role has."""
        if len(said.abilities) < 2:
            return said.abilities[0] if said.abilities else None
        own = _abilities(self.rules.roles, state.seat(actor).role)
        return next((ability for ability in said.abilities if ability in own), said.abilities[0])


def _abilities(roles: Sequence[Role], role: str) -> set[str]:
    return {ability_id(ability) for known in roles if known.id == role for ability in known.ability}


def part(message: str, which: str) -> str:
    """The id of one of several orders in a message or post."""
    return f"{message}{PART}{which}"


def source(order: str) -> str:
    """The id of the message or post in which an order stands."""
    return order.partition(PART)[0]
