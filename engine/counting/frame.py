"""What judging needs of the day: rules, people and clock, and who is in the game when (V5, V14). Knows no marks."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from engine.counting.authors import Authors
from engine.counting.clock import Clock
from engine.day import Day, Effect, EffectKind, Removal
from engine.names import Named, Names
from engine.posts import Mark, Post
from engine.rules import Rules
from engine.rulings import Ruling
from engine.times import Interval

#: The place in the thread behind every post of the round that is counted.
END = 2**62


class Frame(Struct, frozen=True):
    """The day of one count."""

    rules: Rules  #: in force at the end
    opening: Rules  #: in force at the day's opening
    day: Day
    names: Names
    authors: Authors
    players: tuple[str, ...]  #: in roster order
    rulings: tuple[Ruling, ...]
    clock: Clock
    begins: dict[str, Post]  #: the posts from which rules or effects are in force, by id
    first_voters: frozenset[str] | None = None  #: who may vote in the extra time; None = all
    candidates: frozenset[str] | None = None  #: who may be voted for in the extra time; None = all
    read: dict[tuple[int, str, str, str, str | None], Named] = {}  #: texts that have been read before
    taught: tuple[tuple[datetime, Names], ...] = ()  #: the names from a moment on, as taught by then; oldest first
    since: Interval | None = None  #: when a text last changed: before that the votes have not ended the day
    silent: frozenset[str] | None = None  #: in an extra time, who bears votes for missing the day; None in the day
    apart: frozenset[str] = frozenset()  #: posts that may have come before or behind one of another thread, by id
    offenders: frozenset[str] = frozenset()  #: who has edited a vote where that costs him more than the vote

    @property
    def moment(self) -> datetime:
        """The moment as of which the count is made (UTC)."""
        return self.clock.until or self.clock.end

    def rules_at(self, order: int) -> Rules:
        """The rules in force for a post by its place in the thread."""
        posts = ((self.begins.get(change.post), change.rules) for change in self.day.rules_from)
        found = [rules for post, rules in posts if post is not None and post.order <= order]
        return found[-1] if found else self.opening

    def named(self, mark: Mark, me: str | None, at: datetime) -> Named:
        """What a mark's text means in its place; `me` is who wrote it, `at` when its post was made."""
        known = sum(since <= at for since, _ in self.taught)
        names = self.taught[known - 1][1] if known else self.names
        key = (known, mark.text, mark.before, mark.after, me)
        found = self.read.get(key)
        if found is None:
            found = self.read[key] = names.read(mark.text, before=mark.before, after=mark.after, me=me)
        return found

    def alive(self, player: str, at: datetime) -> bool:
        """Whether a player is in the game at a moment of the day."""
        if not self.day.removals and not self.day.revivals:
            return player not in self.day.out
        gone = _last(self.day.removals, player, at)
        back = _last(self.day.revivals, player, at)
        if player in self.day.out:
            return back is not None and (gone is None or back > gone)
        return gone is None or (back is not None and back > gone)

    def lapsed(self, player: str, at: Interval) -> bool | None:
        """Whether ballots by or for a player made at `at` have lapsed by his removal (V14); None where that hangs on
        which came first."""
        verdicts = {at.before(removal.at) for removal in self.day.removals if self._removed(removal, player)}
        return True if True in verdicts else None if None in verdicts else False

    def _removed(self, removal: Removal, player: str) -> bool:
        return removal.player == player and removal.at <= self.moment

    @property
    def living(self) -> tuple[str, ...]:
        """Who is in the game at the moment of the count, in roster order."""
        return tuple(player for player in self.players if self.alive(player, self.moment))

    @property
    def voters(self) -> tuple[str, ...]:
        """Who could have a ballot at the moment of the count, in roster order (V5, H5)."""
        return tuple(player for player in self.living if player not in self.day.coma)

    @property
    def removed(self) -> tuple[str, ...]:
        """Who could have a ballot until his removal, and was not back at the moment of the count, in roster order."""
        removed = {removal.player for removal in self.day.removals if removal.at <= self.moment}
        gone = removed - set(self.living) - self.day.coma
        return tuple(player for player in self.players if player in gone)

    def effect(self, player: str, kind: EffectKind, at: datetime, order: int | None) -> Effect | None:
        """The effect of a kind that is on a player at a moment and place of the thread; the last one holds. An edit has
        no place (None): for it the moment alone tells."""
        found = None
        for effect in self.day.effects:
            if effect.player == player and effect.kind is kind and self._in_force(effect, at, order):
                found = effect
        return found

    def _in_force(self, effect: Effect, at: datetime, order: int | None) -> bool:
        if effect.post is None:
            return effect.at is None or effect.at <= at
        post = self.begins.get(effect.post)
        if post is None:
            return False
        if order == END:
            return self.clock.begun(post.at, post.order)
        return post.at.earliest <= at if order is None else post.order <= order

    @property
    def replaced(self) -> dict[str, datetime]:
        """For whom another plays since when, where votes made and received before that do not carry over (V10)."""
        if self.rules.votes.replaced != "lapse":
            return {}
        since = {name: self.authors.replaced_at(name) for name in self.players}
        return {name: moment for name, moment in since.items() if moment is not None}

    @property
    def immune(self) -> frozenset[str]:
        """Who stays if he is voted out at the moment of the count."""
        held = (name for name in self.players if self.day.effects)
        return frozenset(name for name in held if self.effect(name, EffectKind.IMMUNE, self.moment, END))

    def barred(self, player: str, at: datetime, order: int | None) -> bool:
        """Whether a player may not vote at a moment and place of the thread: blocked, or his vote is another's."""
        kinds = (EffectKind.BLOCKED, EffectKind.FOLLOWS) if self.day.effects else ()
        return any(self.effect(player, kind, at, order) is not None for kind in kinds)

    def weight(self, player: str, at: datetime, order: int) -> int | float:
        """What a player's vote weighs at a moment and place of the thread."""
        effect = self.effect(player, EffectKind.WEIGHT, at, order) if self.day.effects else None
        return effect.value if effect is not None else self.day.weights.get(player, 1)


def _last(turns: tuple[Removal, ...], player: str, at: datetime) -> datetime | None:
    return max((turn.at for turn in turns if turn.player == player and turn.at <= at), default=None)
