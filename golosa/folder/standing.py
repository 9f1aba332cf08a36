"""Who stands how when a day of a game folder begins: who is out and since when, what is laid on votes, which rules
hold, who has missed a day, who has had his last word.

Out of the log and of earlier days' counts. Knows no messages and no nights: those are `replay`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from engine.counting.marks import reads_lines
from engine.counts import Report, What
from engine.day import Day, Effect, Removal, RulesFrom
from engine.game import day_frame, has_day_abilities
from engine.game.hand import puts_out
from engine.game.values import Do, HostAct, State
from engine.roles import VoteWeight
from engine.rules import Rules
from engine.rulings import ReplaceRuling
from golosa.errors import GolosaError, Told
from golosa.folder.config import DayTable, utc
from golosa.folder.entries import ACT, EFFECT, OUTCOME, RULES, Act, Laid, Out, Outcome, RulesChange
from golosa.folder.lastwords import Word, said_before
from golosa.folder.made import of_log
from golosa.folder.phases import START, day_label, order_of, phase_told
from golosa.rulebook import rulesets

if TYPE_CHECKING:
    from golosa.folder.game import Game

#: After every phase: earlier days are over whenever a later one is counted.
LATER = datetime.max.replace(tzinfo=UTC)
EVER = datetime.min.replace(tzinfo=UTC)


class Memory(Struct, frozen=True):
    """What a day must know of those before it."""

    missed_before: frozenset[str] = frozenset()
    missed_last: frozenset[str] = frozenset()
    abstained: frozenset[str] = frozenset()


class Gone(Struct, frozen=True):
    """How somebody went out."""

    player: str
    by: str
    phase: str
    at: datetime  #: UTC


@of_log
def acts_in(game: Game, phase: str, known: datetime | None = None) -> tuple[HostAct, ...]:
    """The host's hand in a phase, by time (G8)."""
    acts = (fact.read(Act) for fact in game.facts.all(ACT, phase=phase, known=known))
    return tuple(sorted(map(host_act, acts), key=lambda act: act.at))


def host_act(act: Act) -> HostAct:
    """An act as the engine takes it."""
    return HostAct(do=Do(act.do), player=act.player, at=act.at.astimezone(UTC), reason=act.reason, value=act.value)


@of_log
def outcome_of(game: Game, phase: str, known: datetime | None = None) -> Outcome | None:
    """The outcome of a phase by the host's word; None where votes or orders decide."""
    facts = game.facts.all(OUTCOME, phase=phase, known=known)
    return facts[-1].read(Outcome) if facts else None


@of_log
def outs_of(game: Game, phase: str, known: datetime | None = None) -> tuple[Out, ...]:
    """Who went out by the vote of a day or in a night, as kept or as the host says."""
    given = outcome_of(game, phase, known)
    if given is None:
        return tuple(fact.read(Out) for fact in game.facts.all("out", phase=phase, known=known))
    kept = {fact.read(Out).player: fact.read(Out).by for fact in game.facts.all("out", phase=phase, known=known)}
    return tuple(Out(name, kept.get(name, given.by)) for name in given.out)


@of_log
def gone_before(game: Game, before: str, known: datetime | None = None) -> Mapping[str, Gone]:
    """Who is out when a phase begins, in the order in which they went: by votes, nights and the host's hand."""
    found: dict[str, Gone] = {}
    limit = order_of(before, game.rules.day.first)
    for phase in _phases(game, known):
        if order_of(phase, game.rules.day.first) < limit:
            _fold(found, game, phase, known)
    return found


def gone_now(game: Game) -> dict[str, Gone]:
    """Who is out, as far as the game has come, in the order in which they went."""
    found: dict[str, Gone] = {}
    for phase in _phases(game, None):
        _fold(found, game, phase, None)
    return found


def gone_at(game: Game, phase: str, at: datetime) -> dict[str, Gone]:
    """Who is out at a moment (UTC) of a phase."""
    found = dict(gone_before(game, phase))
    _fold(found, game, phase, None, until=at)
    return found


def contradiction(game: Game, played: Mapping[str, Sequence[str]]) -> str | None:
    """The first act of the host's that cannot be: on one who is out already, or bringing back one who is in.

    `played`: who goes out by phases that have been played anew, whatever the log says of them.
    """
    found: dict[str, Gone] = {}
    for phase in _phases(game, None, played):
        outs = tuple(map(Out, played[phase])) if phase in played else None
        for act, out in _fold(found, game, phase, None, outs=outs):
            if act.do in (Do.REMOVE, Do.KILL) and out:
                return Told(
                    "{phase}: {act} {player}: he is out already",
                    phase=phase_told(phase),
                    act=act.do.value,
                    player=act.player,
                )
            if act.do is Do.REVIVE and not out:
                return Told("{phase}: revive {player}: he is in the game", phase=phase_told(phase), player=act.player)
    return None


def _phases(game: Game, known: datetime | None, more: Iterable[str] = ()) -> list[str]:
    """The phases in which somebody went out or the host's hand was felt, and `more`, in the order played."""
    labels = {fact.phase or START for fact in game.facts.all("out", ACT, OUTCOME, known=known)}
    return sorted(labels.union(more), key=lambda label: order_of(label, game.rules.day.first))


def _fold(
    found: dict[str, Gone],
    game: Game,
    phase: str,
    known: datetime | None,
    *,
    until: datetime = LATER,
    outs: Sequence[Out] | None = None,
) -> list[tuple[HostAct, bool]]:
    """Brings who is out through a phase, up to a moment of it; gives its acts, each with whether its player was out.

    By day an act after the vote comes after what the vote brought. Who goes out by a resolved night is kept as it is
    when all of its acts are carried out; those after its deeds only the game as played can judge.
    """
    dusk, acts = _dusk(game, phase, known), [act for act in acts_in(game, phase, known) if act.at <= until]
    resolved = phase.startswith("night") and dusk != EVER
    late = [act for act in acts if act.at >= dusk and not resolved]
    felt = _apply(game, found, phase, [act for act in acts if act not in late])
    if until >= dusk and outs is None:
        outs = outs_of(game, phase, known)
    for out in outs or ():
        found.setdefault(out.player, Gone(out.player, out.by, phase, dusk))
    felt += _apply(game, found, phase, late)
    return [(act, out) for act, out in felt if not resolved or act.at < dusk]


def _dusk(game: Game, phase: str, known: datetime | None) -> datetime:
    """When a phase's vote or night took effect, as far as it is known."""
    if phase == START:
        return EVER
    if phase.startswith("night"):
        nights = game.facts.all("night", phase=phase, known=known)
        return nights[-1].read(dict[str, datetime])["at"].astimezone(UTC) if nights else EVER
    day = next((day for day in game.config.day if day_label(day.number) == phase), None)
    return utc(day.ends) if day is not None else EVER


def _apply(game: Game, found: dict[str, Gone], phase: str, acts: Sequence[HostAct]) -> list[tuple[HostAct, bool]]:
    felt = []
    for act in acts:
        felt.append((act, act.player in found))
        if puts_out(game.rules, act):
            found.setdefault(act.player, Gone(act.player, "removed", phase, act.at))
        elif act.do is Do.REVIVE:
            found.pop(act.player, None)
    return felt


# --- rules and effects ----------------------------------------------------------------------------------------------


@of_log
def rules_before(game: Game, day: int, known: datetime | None = None) -> Rules:
    """The rules in force when a day opens: the game's, with the changes of earlier days."""
    return _changed(game, [change for change in _changes(game, known) if change.day < day])


@of_log
def lines_matter(game: Game, day: DayTable, known: datetime | None = None) -> bool:
    """Whether a day's count may read lines of posts without marks: for votes or day actions in plain text, or for the
    host's closing words."""
    changes = [change.rules for change in _changes_in(game, day.number, known)]
    return any(
        reads_lines(rules.votes) or bool(rules.votes.closes_with) or has_day_abilities(rules)
        for rules in (rules_before(game, day.number, known), *changes)
    )


def _changes(game: Game, known: datetime | None) -> list[RulesChange]:
    kept = (fact.read(RulesChange) for fact in game.facts.all(RULES, known=known))
    return sorted((*game.config.rules_from, *kept), key=lambda change: change.day)


def _changed(game: Game, changes: Sequence[RulesChange]) -> Rules:
    if not changes:
        return game.rules
    settings = dict(game.config.set)
    for change in changes:
        settings |= change.set
    return rulesets.playable(game.rules_name, settings)


@of_log
def _changes_in(game: Game, day: int, known: datetime | None) -> tuple[RulesFrom, ...]:
    """Each change of the day, with all that changed before it."""
    changes = [change for change in _changes(game, known) if change.day <= day]
    return tuple(
        RulesFrom(change.post, _changed(game, changes[: place + 1]))
        for place, change in enumerate(changes)
        if change.day == day
    )


@of_log
def effects_in(game: Game, day: int, known: datetime | None = None) -> tuple[Effect, ...]:
    """What is laid on votes in a day: those of game.toml first, then those entered, in their order."""
    kept = (fact.read(Laid) for fact in game.facts.all(EFFECT, known=known))
    return tuple(_effect(one, day) for one in (*game.config.effect, *kept) if _holds(one, day))


def posts_named(game: Game, day: int, known: datetime | None = None) -> tuple[str, ...]:
    """The posts of a day from which on an effect or a change of rules is in force."""
    effects = [effect.post for effect in effects_in(game, day, known)]
    changes = [change.post for change in _changes(game, known) if change.day == day]
    return tuple(post for post in (*effects, *changes) if post is not None)


def _holds(laid: Laid, day: int) -> bool:
    return laid.day == day or (laid.lasts == "game" and laid.day < day)


def _effect(laid: Laid, day: int) -> Effect:
    begins = laid.day == day  # on later days it is in force from the start
    return Effect(
        player=laid.player,
        kind=laid.kind,
        value=laid.value,
        by=laid.by,
        post=laid.post if begins else None,
        at=utc(laid.at) if begins and laid.at is not None else None,
    )


# --- the frame of a day ---------------------------------------------------------------------------------------------


def state_matters(rules: Rules) -> bool:
    """Whether a day's count hangs on how the game as played stands: on hp, or on roles whose votes weigh otherwise."""
    weighed = any(isinstance(ability, VoteWeight) for role in rules.roles for ability in role.ability)
    return rules.health is not None or weighed


def frame_of(game: Game, day: DayTable, known: datetime | None = None, state: State | None = None) -> Day:
    """The frame of a day's count as known at `known` (UTC); `state`: how the game as played stands when it begins."""
    label = day_label(day.number)
    gone = gone_before(game, label, known)
    if state is None:
        frame = _bare(game, day, known, gone, _memory(game, day, known))
    else:
        starts, ends = utc(day.starts), utc(day.ends)
        frame = day_frame(game.rules, state, label=label, starts=starts, ends=ends, acts=acts_in(game, label, known))
        at_start = {name for name, how in gone.items() if how.phase == START}
        frame = structs.replace(frame, out=frame.out | at_start)
    return structs.replace(
        frame,
        effects=effects_in(game, day.number, known),
        rules_from=_changes_in(game, day.number, known),
        last_words=frozenset(post.player for post in _words_of_the_dead(game, day, known)),
        **times_of(game, day, known),
    )


def _bare(game: Game, day: DayTable, known: datetime | None, gone: Mapping[str, Gone], memory: Memory) -> Day:
    """The frame by the log alone."""
    label = day_label(day.number)
    acts = acts_in(game, label, known)
    return Day(
        label=label,
        starts=utc(day.starts),
        ends=utc(day.ends),
        out=frozenset(gone),
        removals=tuple(Removal(act.player, act.at) for act in acts if puts_out(game.rules, act)),
        revivals=tuple(Removal(act.player, act.at) for act in acts if act.do is Do.REVIVE),
        missed_before=memory.missed_before,
        missed_last=memory.missed_last,
        abstained=memory.abstained,
    )


@of_log
def times_of(game: Game, day: DayTable, known: datetime | None = None) -> dict[str, Any]:
    """When the host opened the overtime, and when he closed the day before its time, as far as he did."""
    label, found = day_label(day.number), dict[str, Any]()
    for kind, key in (("overtime_starts", "overtime_starts"), ("closed", "closed_at")):
        facts = game.facts.all(kind, phase=label, known=known)
        if facts:
            found[key] = facts[-1].read(datetime)
    return found


@of_log
def _memory(game: Game, day: DayTable, known: datetime | None) -> Memory:
    """Who has missed earlier days and who has abstained, by the counts of those days, where the rules ask for it.

    Raises GolosaError (status 3) where an earlier day has not been read whole: then nobody knows.
    """
    rules = rules_before(game, day.number + 1, known)
    if rules.missed.second == "none" and not rules.missed.abstain_once:
        return Memory()
    memory = Memory()
    for earlier in sorted((one for one in game.config.day if one.number < day.number), key=lambda one: one.number):
        gone = gone_before(game, day_label(earlier.number), known)
        frame = _bare(game, earlier, known, gone, memory)
        frame = structs.replace(
            frame,
            effects=effects_in(game, earlier.number, known),
            rules_from=_changes_in(game, earlier.number, known),
            **times_of(game, earlier, known),
        )
        counted = game.count(earlier, LATER, known=known, frame=frame)
        if not counted.complete:
            raise GolosaError(
                "day {day} cannot be counted, since who missed day {earlier} is not known: {why}; "
                "`golosa count --day N` reads it",
                3,
                day=day.number,
                earlier=earlier.number,
                why=counted.why_incomplete,
            )
        missed = frozenset(counted.count.missed)
        memory = Memory(memory.missed_before | missed, missed, memory.abstained | frozenset(counted.count.abstained))
    return memory


# --- last words (C11) -----------------------------------------------------------------------------------------------


@of_log
def words_again(game: Game, day: DayTable, known: datetime | None = None) -> tuple[Report, ...]:
    """C11: further posts of the dead, after their last word, between the end of the day before and this day's start."""
    before = max((utc(one.ends) for one in game.config.day if one.number < day.number), default=LATER)
    spoken: set[str] = set()
    found = []
    for word in _words_of_the_dead(game, day, known):
        if word.player in spoken and word.at >= before:
            found.append(Report(word.post, word.player, What.DEAD_POSTS_AGAIN, word.at))
        spoken.add(word.player)
    return tuple(found)


@of_log
def _words_of_the_dead(game: Game, day: DayTable, known: datetime | None) -> tuple[Word, ...]:
    """What those who are out wrote since then in the threads of earlier days, by time."""
    known, gone = known or game.known, gone_before(game, day_label(day.number), known)
    threads = dict.fromkeys(url for one in game.config.day if one.number < day.number for url in one.threads)
    if not gone or not threads:
        return ()
    replaced = tuple(one for one in game.rulings(known) if isinstance(one, ReplaceRuling))
    said = said_before(game, day, tuple(threads), known, replaced)
    return tuple(word for word in said if word.player in gone and word.at >= gone[word.player].at)
