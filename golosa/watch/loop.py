"""Carrying out what is due: looks, counts, messages. The one place that goes on whatever happens.

Everything that matters is in the store, so that a watch that was killed goes on where it was.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

from golosa.clock import Clock, system_clock
from golosa.errors import GolosaError
from golosa.folder.config import NAME, DayTable, utc
from golosa.folder.game import Counted, Game
from golosa.folder.phases import day_label
from golosa.locks import HeldError
from golosa.public import write
from golosa.reading.fetching import fetch, poll
from golosa.texts.plurals import moment, short_moment
from golosa.views import title_of
from golosa.watch import telling
from golosa.watch import words as all_words
from golosa.watch.log import Log
from golosa.watch.notifying import Notifier
from golosa.watch.plan import Action, Do, backoff, next_action
from golosa.watch.sight import Sight, sight_of
from golosa.watch.state import FACT, Known, Memory, Told, known_of, notice_key, result_key
from golosa.watch.telling import Message

#: Another golosa that fetches is mostly done soon.
BUSY_PAUSE = timedelta(seconds=3)
#: Looks that fail in a row before the host is called.
CALL_AFTER = 3
AFTER_A_FAULT = timedelta(seconds=30)


class Screen(Protocol):
    """Whoever shows the watch."""

    def line(self, at: datetime, text: str, *, trouble: bool = False) -> None:
        """Something has happened."""

    def paste(self, message: Message) -> None:
        """A text for the host."""

    def sight(self, sight: Sight) -> None:
        """How it stands now."""

    def page(self, done: int, total: int | None) -> None:
        """Pages read so far of a reading that goes on."""

    def tick(self) -> None:
        """A second has gone by."""


class Watch:
    """Watches one day of a game. `clock` gives UTC; `sleep` waits seconds between two requests."""

    def __init__(
        self,
        folder: Path,
        number: int | None,
        screen: Screen,
        notifier: Notifier,
        *,
        clock: Clock = system_clock,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Opens the game. Raises GolosaError where there is nothing to watch."""
        self.folder, self.screen, self.notifier, self.clock, self.sleep = folder, screen, notifier, clock, sleep
        self.game = Game(folder)
        self.number = _watched(self.game, number, clock()).number
        self.words = all_words.of(self.game.config.game.lang)
        self.log = Log(folder, self.game.zone)
        self.memory = Memory()
        self.known: Known | None = None
        self._waits: tuple[datetime, Action] | None = None
        self._settings = self._changes()
        self._stamp: tuple[object, ...] | None = None
        self._troubles: dict[str, str] = {}  #: what goes wrong again and again, as it was told last
        self._read_since: tuple[Do, set[str]] | None = None  #: the last look, and the posts known before it
        self._busy = False

    def close(self) -> None:
        """Closes the store and the log."""
        self.game.close()
        self.log.close()

    def hello(self) -> None:
        """Tells what is watched."""
        day, zone, lang = self._day(), self.game.zone, self.game.config.game.lang
        again = bool(self.game.facts.all(FACT, phase=day_label(day.number)))
        ends = moment(day.ends, zone, lang)
        told = self.words.resumed if again else self.words.started
        self._line(told.format(day=day.number, title=title_of(self.game), ends=ends))

    def goodbye(self) -> None:
        """Tells that there is nothing more to do."""
        closed = self.known is not None and self.known.state.closed
        self._line(self.words.closed if closed else self.words.done)

    def step(self) -> Action:
        """Does the one thing that is due, if any; gives it, or for how long nothing is (by our clock).

        Never raises but when the user interrupts: a fault is told and logged, and tried again later.
        """
        now = self.clock()
        if self._waits is not None and self._still(now, self._waits):
            return self._waits[1]
        try:
            for title, problem in self.notifier.again(now):
                self._line(self.words.notify_failed.format(title=title, why=problem), trouble=True)
            action = self._step(now)
            self._troubles.pop("loop", None)
        except Exception as error:  # noqa: BLE001 - whatever it is, the watch goes on
            action = self._fault(error)
        self._waits = (now, action) if action.do is Do.WAIT else None
        return action

    def _still(self, now: datetime, waits: tuple[datetime, Action]) -> bool:
        """Whether it is still the same wait: nothing has been entered, and the clock has neither reached it nor been
        set back."""
        since, action = waits
        if self._stamp is not None and (self._changes() != self._stamp or self.notifier.due(now)):
            return False
        return since <= now and (action.until is None or now < action.until)

    def _step(self, now: datetime) -> Action:
        known = self.known = self._known_now(now)
        action = next_action(known.state, now + known.offset)
        if action.until is not None:
            action = Action(action.do, action.until - known.offset)
        self._news(known.counted)
        if action.do not in (Do.POLL, Do.SWEEP):  # what a look brings is shown right after it
            self._renew_page(known)
        self.screen.sight(sight_of(self.game, known, action, self.memory))
        self._carry_out(action, known, now)
        return action

    def _known_now(self, now: datetime) -> Known:
        """What is known: as it was before the wait, where nothing has been written since and the day still runs."""
        stamp = self._reload()
        waited, self._stamp = self._waits is not None and stamp == self._stamp, stamp
        if waited and self.known is not None and now < utc(self.known.day.ends):
            return self.known
        return known_of(self.game, self._day(), self.memory, now)

    def _carry_out(self, action: Action, known: Known, now: datetime) -> None:
        game, day = self.game, known.day
        match action.do:
            case Do.POLL | Do.SWEEP:
                self._look(action.do, known, now)
            case Do.ASK:
                self._tell([telling.to_ask(game, known)], "ask", tuple(need.key for need in known.needs))
            case Do.REMIND:
                self._tell([telling.to_paste(game, day, "remind", now)], "remind", (utc(day.ends).isoformat(),))
            case Do.NOTICE:
                self._tell([telling.to_paste(game, day, "notice", now)], "notice", (notice_key(known.counted),))
            case Do.DRAW:
                self._draw(day, now)
            case Do.COUNT:
                self._tell(self._results(known, now), "result", (result_key(known.counted.count),))

    # Looking

    def _look(self, do: Do, known: Known, now: datetime) -> None:
        """Reads the day's threads, whole or from their last pages on, and tells what has come of it."""
        before, ends = {post.id for post in known.counted.posts}, known.state.ends
        at = max(ends, known.counted.count.at) if now + known.offset >= ends else None
        try:
            for thread in known.day.threads:
                self._read(do, thread, at)
        except HeldError as error:
            self._rest_for_another(str(error))
            return
        except GolosaError as error:
            self._failed(str(error), known)
            return
        done = self.clock()
        if do is Do.SWEEP:
            self.memory.took = done - now
        if self.memory.failures:
            self._line(self.words.recovered)
        self.memory = Memory(tried=done, took=self.memory.took)
        self._busy = False
        self._read_since = (do, before)

    def _read(self, do: Do, thread: str, at: datetime | None) -> None:
        """Reads one thread. Raises GolosaError where it cannot be read, or not whole where it is to be."""
        if do is Do.POLL:
            walk = poll(self.game, thread, now=self.clock, sleep=self.sleep, progress=self.screen.page)
            if walk is not None and walk.why is None:
                return
            if walk is not None and walk.wall is not None:
                raise GolosaError(walk.why or str(walk.wall), 3)
            # Its last page is not known yet, or the thread has become shorter: only the whole tells.
        walk = fetch(self.game, thread, at=at, now=self.clock, sleep=self.sleep, progress=self.screen.page)
        if not walk.complete:
            raise GolosaError(walk.why or "the thread could not be read whole", 3)

    def _rest_for_another(self, who: str) -> None:
        if not self._busy:
            self._line(self.words.busy.format(why=who))
        self._busy = True
        self.memory.rest = self.clock() + BUSY_PAUSE

    def _failed(self, why: str, known: Known) -> None:
        """Remembers, tells and, where it goes on, calls the host."""
        now, state = self.clock(), known.state
        self.memory.tried, self.memory.problem = now, why
        self.memory.failures += 1
        self.memory.rest = now + backoff(self.memory.failures, state.pace, now + known.offset, state.ends)
        self._line(self.words.failed.format(why=why, at=self._when(self.memory.rest)), trouble=True)
        if self.memory.failures == CALL_AFTER:
            title = self.words.title["trouble"].format(day=known.day.number)
            self._send(title, self.words.problem.format(why=why))

    def _news(self, counted: Counted) -> None:
        """Tells what the last look has brought: new posts, and that the thread was read whole."""
        if self._read_since is None:
            return
        (do, before), self._read_since = self._read_since, None
        lang = self.game.config.game.lang
        fresh = sum(post.id not in before for post in counted.posts)
        tally = telling.tally_in_words(counted, lang)
        if fresh:
            self._line(self.words.news.format(posts=telling.posts_in_words(fresh, lang), tally=tally))
        if do is Do.SWEEP:
            posts = telling.posts_in_words(len(counted.posts), lang)
            self._line(self.words.read.format(posts=posts, tally=tally), quiet=bool(fresh))
        elif not fresh:
            self._line(self.words.no_news, quiet=True)

    # Telling

    def _tell(self, messages: Iterable[Message], what: str, keys: tuple[str, ...]) -> None:
        """Writes, shows and sends messages, then remembers that they were told."""
        day = self._day()
        for message in messages:
            path = telling.keep(self.game, day, message)
            self._line(self.words.written.format(title=message.title, file=path.as_posix()), trouble=message.failed)
            self.screen.paste(message)
            self._send(message.title, message.text)
        self.game.facts.add(FACT, Told(what, keys), self.clock(), day_label(day.number))

    def _send(self, title: str, text: str) -> None:
        problem = self.notifier.send(title, text, self.clock())
        if problem is not None:
            self._line(self.words.notify_failed.format(title=title, why=problem), trouble=True)

    def _results(self, known: Known, now: datetime) -> list[Message]:
        """The result and what belongs to it: the lot, who missed the day, what could not be seen."""
        from golosa.folder import dice

        game, day, count = self.game, known.day, known.counted.count
        kinds = ["result"]
        if any(proof.label == f"{day_label(day.number)}.tie" for proof in dice.proofs(game)):
            kinds.append("draw")
        if game.rules_after(day).missed.rule != "none" and count.missed:
            kinds.append("missed")
        notes = telling.to_know(game, known)
        return [telling.to_paste(game, day, kind, now) for kind in kinds] + ([notes] if notes else [])

    def _draw(self, day: DayTable, now: datetime) -> None:
        from golosa.folder import dice

        for proof in dice.draw_due(self.game, day, now):
            # Who leaves for a missed day is the host's alone until the morning: the log does not tell it.
            secret = proof.label.endswith(".missed")
            self._line(self.words.drawn.format(label=proof.label, chosen="…" if secret else proof.chosen))

    # The game and its page

    def _day(self) -> DayTable:
        return self.game.day(self.number, self.clock())

    def _changes(self) -> tuple[object, ...]:
        """What changes when somebody else writes to the store or to game.toml."""
        try:
            file = (self.folder / NAME).stat()
            settings = (file.st_mtime_ns, file.st_size)
        except OSError:
            settings = (0, 0)
        return (settings, *self.game.database.rows("PRAGMA data_version"))

    def _reload(self) -> tuple[object, ...]:
        """Opens the game anew where its settings have changed; where they cannot be read, goes on with the old ones."""
        stamp = self._changes()
        if stamp[0] == self._settings[0]:
            return stamp
        self._settings = stamp
        try:
            fresh = self._opened_anew()
        except GolosaError as error:
            self._line(self.words.old_settings.format(why=error), trouble=True)
            return stamp
        self.game.close()
        self.game, self.words = fresh, all_words.of(fresh.config.game.lang)
        self._settings = self._changes()
        return self._settings

    def _opened_anew(self) -> Game:
        """The game with its settings as they are now. Raises GolosaError where this day cannot be watched by them."""
        fresh = Game(self.folder)
        try:
            _require_thread(fresh.day(self.number, self.clock()))
        except GolosaError:
            fresh.close()
            raise
        return fresh

    def _renew_page(self, known: Known) -> None:
        """Writes the players' page; files of it that stay the same are not touched."""
        try:
            write(self.game, known.counted, official=known.state.told, now=self.clock())
            self._troubles.pop("page", None)
        except Exception as error:  # noqa: BLE001 - a page that fails must not cost the count
            self.log.fault(self.clock(), error)
            self._trouble("page", self.words.page_failed.format(why=error))

    # What is said

    def _when(self, at: datetime) -> str:
        return short_moment(at.replace(microsecond=0), at, self.game.zone, self.game.config.game.lang)

    def _line(self, text: str, *, trouble: bool = False, quiet: bool = False) -> None:
        """One line for the log and, unless it is quiet, for who looks on."""
        now = self.clock()
        self.log.line(now, text)
        if not quiet:
            self.screen.line(now, text, trouble=trouble)

    def _trouble(self, where: str, text: str) -> None:
        """What goes wrong again and again is told once."""
        if self._troubles.get(where) != text:
            self.screen.line(self.clock(), text, trouble=True)
        self._troubles[where] = text

    def _fault(self, error: Exception) -> Action:
        """Tells and logs what went wrong, and rests."""
        now, self._stamp = self.clock(), None
        self.log.fault(now, error)
        self._trouble("loop", self.words.problem.format(why=f"{type(error).__name__}: {error}"))
        return Action(Do.WAIT, now + AFTER_A_FAULT)


def _watched(game: Game, number: int | None, now: datetime) -> DayTable:
    """The day to watch: the one named, else the last begun, or the next one where that has its result.

    Raises GolosaError where there is none, or it has no thread.
    """
    day = game.day(number, now)
    if number is None and game.facts.all("result", phase=day_label(day.number)):
        later = sorted((one for one in game.config.day if one.starts > now), key=lambda one: one.number)
        day = later[0] if later else day
    _require_thread(day)
    return day


def _require_thread(day: DayTable) -> None:
    if not day.threads:
        raise GolosaError(f"day {day.number} has no thread: name it with `golosa day open --thread URL`")
