"""How the watch stands, as plain values in the game's language: what a screen shows. Knows no terminal."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from golosa.folder.config import utc
from golosa.folder.game import Game
from golosa.texts.plurals import short_moment
from golosa.views import RowView, count_view
from golosa.watch import words as all_words
from golosa.watch.plan import Action, Do
from golosa.watch.state import Known, Memory
from golosa.watch.telling import need_in_words, notes_in_words
from golosa.watch.words import Words


class Sight(Struct, frozen=True, kw_only=True):
    """The watch at one moment."""

    title: str
    day: str
    lang: str
    phase: str  #: what the countdown counts down to, or what is waited for
    until: datetime | None  #: UTC, by our clock
    rows: tuple[RowView, ...]
    silent: str
    last_post: str
    looked: str
    read_whole: str
    next: str
    next_at: datetime | None  #: UTC, by our clock
    next_clock: str  #: the same in the game's zone
    needs: tuple[str, ...]
    notes: tuple[str, ...]
    problem: str


def sight_of(game: Game, known: Known, action: Action, memory: Memory) -> Sight:
    """What is known of the day, as it is shown."""
    lang, state, counted = game.config.game.lang, known.state, known.counted
    words = all_words.of(lang)
    view = count_view(game, counted, None, official=False)
    phase, until = _phase(words, known, action)

    def when(at: datetime | None) -> str:
        if at is None:
            return words.never
        return short_moment(at.replace(microsecond=0), known.day.ends, game.zone, lang)

    last = counted.posts[-1] if counted.posts else None
    told = words.no_posts
    if last is not None:
        told = words.last_post.format(number=last.number or last.id, author=last.author, at=when(last.at.earliest))
    return Sight(
        title=view.title,
        day=words.day.format(day=view.day),
        lang=lang,
        phase=phase,
        until=until - known.offset if until else None,
        rows=view.overtime or view.rows,
        silent=words.silent.format(names=", ".join(view.no_ballot)) if view.no_ballot else "",
        last_post=told,
        looked=words.looked.format(at=when(state.looked)),
        read_whole=words.read_whole.format(at=when(state.swept)),
        next=words.after_closed if state.closed else words.next[action.do],
        next_at=action.until,
        next_clock=when(action.until) if action.until else "",
        needs=tuple(need_in_words(game, counted, need) for need in known.needs),
        notes=notes_in_words(game, known),
        problem=words.problem.format(why=memory.problem) if memory.problem else "",
    )


def _phase(words: Words, known: Known, action: Action) -> tuple[str, datetime | None]:
    """What the day is at, and the moment that is counted down to (by the forum's clock)."""
    state = known.state
    if action.do is Do.DONE:
        return (words.closed if state.closed else words.done), None
    if state.outcome is not None:
        return words.waits_for_host, None
    ends = known.counted.count.ended_at or utc(known.day.ends)
    if known.counted.count.at < state.starts and state.looked is None:
        return words.until_start, state.starts
    if state.extra:
        return words.until_extra_end, state.ends
    return words.until_end, ends
