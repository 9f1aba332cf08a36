"""What the orders of one night (or the abilities of one day) do to each other and to people, before anybody dies of it.

Knows visits, blocks, kills, heals, hp and shoot-outs as kinds of abilities; changes no seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from engine.game.board import Board
from engine.game.book import Power
from engine.game.intake import Accepted
from engine.game.values import Cause, Fate, OrderFate
from engine.roles import Block, Damage, Heal, HealHp, Kill, Protect, Visit


class Turn:
    """A standing order in its moment: what becomes of it and whom it meets."""

    def __init__(self, order: Accepted) -> None:
        self.order = order
        self.actor = order.actor
        self.power: Power = order.power
        self.target: str = order.target or ""
        self.fate: Fate | None = None
        self.hits: tuple[str, ...] = ()  #: whom it meets and is not immune, in roster order

    @property
    def open(self) -> bool:
        """Whether nothing has become of it yet."""
        return self.fate is None

    @property
    def spent(self) -> bool:
        """Whether it counts for the limits: done, or gone to a house where nobody was (T14-46, T14-52)."""
        return self.fate in (Fate.DONE, Fate.NOT_FOUND)

    def told(self) -> OrderFate:
        """The turn as the host sees it."""
        order = self.order
        return OrderFate(self.actor, self.power.word, self.target, self.fate or Fate.LAPSED, self.spent,
                         order.inherited, self.power.role, order.id, order.sent)  # fmt: skip


class Moment:
    """All turns that belong to one moment, in the order in which they act (T14-51)."""

    def __init__(self, board: Board, turns: Iterable[Turn], leaving: str | None = None) -> None:
        self.board = board
        ranks = {ref: rank for rank, ref in enumerate(board.rules.night.order)}
        self.turns = sorted(
            turns, key=lambda turn: (ranks.get(turn.power.ref, len(ranks)), board.order[turn.actor], turn.power.ref)
        )
        self.leaving = leaving
        self.hosts: dict[str, str] = {}  #: who is out on a visit -> at whose home
        self.stopped: dict[str, Turn] = {}  #: whose action is stopped -> by what
        self.attacked: dict[str, str] = {}  #: who would die of a kill -> the cause
        self.healed: set[str] = set()
        self.shootouts: list[str] = []  #: at whose home two killers met (T14-49)

    def play(self) -> None:
        """Decides every turn's fate and whom it meets."""
        self._skip_void_targets()
        self._stop()
        for turn in self.turns:
            if turn.open:
                self._meet(turn)
        self._attack()
        for turn in self.done(Heal):
            self.healed.update(turn.hits)
        for turn in self.turns:
            self._note(turn)

    def done(self, *kinds: type) -> list[Turn]:
        """The turns of these kinds that were carried out and met somebody."""
        return [turn for turn in self.turns if turn.fate is Fate.DONE and isinstance(turn.power.does, kinds)]

    @property
    def dying(self) -> dict[str, str]:
        """Who dies of a kill -> the cause."""
        return {name: cause for name, cause in self.attacked.items() if name not in self.healed}

    @property
    def saved(self) -> tuple[str, ...]:
        """Who would have died but for a heal, in roster order."""
        return tuple(name for name in self.board.seats if name in self.attacked and name in self.healed)

    def hp_changes(self, out: Collection[str] = ()) -> dict[str, int]:
        """Damage and healing of this moment, summed; shares are of the hp as they stand now, rounded up (H7, H18).

        Nothing of it reaches those who are `out` before it.
        """
        changes: dict[str, int] = {}
        safe = self._protected()
        for turn in self.done(Damage, HealHp):
            for name in turn.hits:
                if name in out:
                    self.board.note("H6", "too_late", name, turn.actor)
                    continue
                change = self._change(turn.power, name)
                if change < 0 and name in safe:
                    self.board.note("H18", "protected", name, turn.actor)
                    continue
                changes[name] = changes.get(name, 0) + change
                self.board.note(turn.power.does.clause or "H18", "hp", name, turn.actor, change)
        return changes

    def _change(self, power: Power, name: str) -> int:
        does = power.does
        if isinstance(does, HealHp):
            return does.amount
        if not isinstance(does, Damage):
            return 0
        if does.share is None:
            return -does.amount
        part, whole = does.share
        return -part * (self.board.seats[name].hp or 0) // whole  # rounded up, as what is taken is negative

    def _skip_void_targets(self) -> None:
        """T14-22: the target is out, or is the one who leaves for a missed day. An inherited order against the heir."""
        for turn in self.turns:
            gone = not self.board.seats[turn.target].alive or turn.target == self.leaving
            if gone or (turn.order.inherited and turn.target == turn.actor):
                turn.fate = Fate.VOID_TARGET

    def _stop(self) -> None:
        """Visits and blocks come first, in the night's order; a block cannot be blocked (T14-45, H18)."""
        for turn in self.turns:
            if not turn.open or not isinstance(turn.power.does, Visit | Block):
                continue
            if isinstance(turn.power.does, Visit):
                if turn.actor in self.stopped:
                    continue
                if turn.target in self.hosts:
                    turn.fate = Fate.NOT_FOUND
                    continue
                self.hosts[turn.actor] = turn.target
            self.stopped.setdefault(turn.target, turn)
            turn.fate, turn.hits = Fate.DONE, (turn.target,)

    def _meet(self, turn: Turn) -> None:
        """Whom an ability meets: host and guests alike, nobody where the target is out on a visit (T14-46, T14-47)."""
        if turn.actor in self.stopped and not self._shrugs_off(turn):
            turn.fate = Fate.BLOCKED
            return
        if turn.target in self.hosts:
            turn.fate = Fate.NOT_FOUND
            return
        home = {turn.target} | {guest for guest, host in self.hosts.items() if host == turn.target}
        turn.hits = tuple(name for name in self.board.seats if name in home and not self._immune(name, turn.power))
        turn.fate = Fate.DONE if turn.hits else Fate.IMMUNE

    def _shrugs_off(self, turn: Turn) -> bool:
        """T14-43: a heal of oneself that no guest stops."""
        does = turn.power.does
        guest = isinstance(self.stopped[turn.actor].power.does, Visit)
        return isinstance(does, Heal) and does.unblocked_on_self and turn.target == turn.actor and guest

    def _immune(self, name: str, power: Power) -> bool:
        return power.ref in self.board.book.roles[self.board.seats[name].role].immune

    def _protected(self) -> set[str]:
        return {name for turn in self.done(Protect) for name in turn.hits}

    def _attack(self) -> None:
        """Kills, and the shoot-outs among them (T14-49)."""
        kills = self.done(Kill)
        shooting = [turn for turn in kills if turn.power.ref in self.board.rules.night.shootout]
        met = {turn.target for turn in shooting if self._others(shooting, turn, lambda a, b: a.target == b.target)}
        safe = self._protected()
        for turn in kills:
            if turn in shooting and turn.target in met:
                continue
            duel = turn in shooting and self._others(
                shooting, turn, lambda a, b: a.target == b.actor and b.target == a.actor
            )
            cause = str(Cause.SHOOTOUT) if duel else self.board.book.cause(turn.power)
            for name in turn.hits:
                if name not in safe:
                    self.attacked.setdefault(name, cause)
        self.shootouts += [name for name in self.board.seats if name in met]

    @staticmethod
    def _others(turns: Iterable[Turn], turn: Turn, relates: Callable[[Turn, Turn], bool]) -> bool:
        """Whether a turn of another ability relates to this one."""
        return any(other.power.ref != turn.power.ref and relates(turn, other) for other in turns)

    def _note(self, turn: Turn) -> None:
        clause = {
            Fate.VOID_TARGET: "T14-22",
            Fate.NOT_FOUND: "T14-46",
            Fate.IMMUNE: "T14-31",
        }.get(turn.fate or Fate.DONE, turn.power.does.clause)
        cause = turn.actor
        if turn.fate is Fate.BLOCKED:
            stop = self.stopped[turn.actor]
            clause, cause = stop.power.does.clause, stop.actor
        self.board.note(clause or "H18", f"order_{turn.fate}", turn.target, cause, turn.power.ref)
        if turn.fate is Fate.DONE and turn.target in self.shootouts and isinstance(turn.power.does, Kill):
            self.board.note("T14-49", "shootout", turn.target, turn.actor)
