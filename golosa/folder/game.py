"""One game in its folder: configuration, store and rule set together, and its count at any moment.

What the commands, the watch and the desk share. Knows no terminal and no forum.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar, cast
from zoneinfo import ZoneInfo

from msgspec import Struct, structs

from engine.counts import Count, LotNeeded, Verdict
from engine.day import Day, Draw
from engine.game.days import has_day_abilities
from engine.people import Roster
from engine.posts import Post
from engine.rules import Rules, TieStep
from engine.rulings import Ruling
from golosa.errors import GolosaError, Told
from golosa.folder import config as config_file
from golosa.folder import standing
from golosa.folder.config import Config, DayTable
from golosa.folder.entries import Act as Act
from golosa.folder.entries import Out as Out
from golosa.folder.made import Counts, Read
from golosa.rulebook import rulesets
from golosa.store import Archive, Database, Fact, Facts, Supposed, Sweep, Written

T = TypeVar("T")
DATABASE = "game.db"
#: How much of an open game is remembered.
MOST_MADE = 1024


class Drawn(Struct, frozen=True):
    """A fact: a lot that was drawn, as far as counts must know of it (L3)."""

    label: str
    chosen: str
    candidates: tuple[str, ...] | None = None

    def is_for(self, lot: LotNeeded) -> bool:
        """Whether this was drawn for that need."""
        among = self.candidates is None or set(self.candidates) == set(lot.candidates)
        return self.label == lot.label and among and self.chosen in lot.candidates


class Posted(Struct, frozen=True):
    """A fact: a count that the host has posted (V7)."""

    day: int
    at: datetime
    known: datetime
    ballots: dict[str, str | None]
    official: bool = False
    url: str | None = None  #: where it was posted


class Counted(Struct, frozen=True):
    """A count with what is known of its making."""

    count: Count
    day: DayTable
    known: datetime
    complete: bool
    why_incomplete: str | None
    seen_until: datetime | None
    posts: tuple[Post, ...]
    draws: tuple[Draw, ...] = ()  #: the lots that it rests on

    @property
    def up_to(self) -> Post | None:
        """The last post that the count has read."""
        read = [post for post in self.posts if post.at.earliest < self.count.at]
        return read[-1] if read else None


class Game:
    """A game folder, open."""

    def __init__(self, folder: Path) -> None:
        """Opens the game in `folder`. Raises GolosaError naming what is missing or wrong."""
        self.folder = folder
        self.config: Config = config_file.load(folder)
        self.rules: Rules = rulesets.playable(self.rules_name, self.config.set)
        self.database = Database(folder / DATABASE)
        self.archive = Archive(self.database)
        self.facts = Facts(self.database)
        self.roster: Roster = self.config.roster  #: the players and hosts
        self.known: datetime | None = None  #: asked as of this moment (`supposing`); None: all that is known
        self.counts, self.read = Counts(), Read()
        self._made: dict[Hashable, Any] = {}  #: what this log and the archive told so far, at that version of the store
        self._made_at: tuple[int, int, int] | None = None

    @property
    def rules_name(self) -> str:
        """The rule set's name, or the path of its file."""
        name = self.config.game.rules
        return name if name in rulesets.shipped() else str(self.folder / name)

    @property
    def zone(self) -> str:
        """The zone of the times in posts."""
        return self.config.game.zone or self.rules.day.zone

    def close(self) -> None:
        """Closes the store."""
        self.database.close()

    def day(self, number: int | None, now: datetime) -> DayTable:
        """That day, or the last one that has begun. Raises GolosaError where there is none."""
        days = sorted(self.config.day, key=lambda day: day.number)
        if number is not None:
            found = [day for day in days if day.number == number]
        else:
            found = [day for day in days if day.starts <= now] or days[:1]
        if not found:
            raise GolosaError("no such day in game.toml: open it with `golosa day open`")
        return found[-1]

    def supposing(self, *more: Fact, without: frozenset[int] = frozenset(), known: datetime | None = None) -> Game:
        """The same game as it would be with these facts more and those taken back, or as it was known at `known` (UTC):
        for asking only. It shares this game's store and is not closed."""
        other = copy.copy(self)
        other.facts = Supposed(self.facts, more=more, without=without, known=known)
        other.known, other._made = known, {}
        return other

    def remembered(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives: made once while the store is as it is. `key` tells what it is made of besides."""
        version = self.database.version()
        if version != self._made_at or len(self._made) >= MOST_MADE:
            self._made, self._made_at = {}, version
        made = self._made
        if key not in made:
            made[key] = make()
        return cast("T", made[key])

    def of_archive(self, asked: Hashable, read: Callable[[], T]) -> T:
        """What `read` gives of the archive: read once until it has kept another visit, whoever stores it. `asked` tells
        all that it is made of besides: it is remembered from one opening of the game to the next."""
        return self.read.of(self.remembered("archive", self.archive.version), asked, read)

    def outs(self, before: str, known: datetime | None = None) -> tuple[Out, ...]:
        """Who was out before a phase, in the order in which they went."""
        return tuple(Out(gone.player, gone.by) for gone in standing.gone_before(self, before, known).values())

    def rules_on(self, day: DayTable, known: datetime | None = None) -> Rules:
        """The rules in force when that day opens."""
        return standing.rules_before(self, day.number, known)

    def rules_after(self, day: DayTable, known: datetime | None = None) -> Rules:
        """The rules in force when that day ends: what its tie and its missed votes are judged by."""
        return standing.rules_before(self, day.number + 1, known)

    def frame(self, day: DayTable, known: datetime | None = None) -> Day:
        """The frame of that day's count as known at `known`.

        Raises GolosaError where the rules ask for what is not known: how earlier phases ended, who missed earlier days.
        """
        known = known or self.known
        if not standing.state_matters(self.rules):
            return standing.frame_of(self, day, known, None)
        # Playing the game needs counts, and counts frames: so it is asked for here, not imported above.
        from golosa.folder.replay import state_before

        return standing.frame_of(self, day, known, state_before(self, day, known))

    def rulings(self, known: datetime | None = None) -> tuple[Ruling, ...]:
        """Rulings that stand, in the order taken."""
        return self.remembered(("rulings", known), lambda: self._rulings(known))

    def _rulings(self, known: datetime | None) -> tuple[Ruling, ...]:
        # A union is no `type` to mypy, though msgspec decodes it.
        return tuple(fact.read(Ruling) for fact in self.facts.all("ruling", known=known))  # type: ignore[arg-type]

    def posts(self, day: DayTable, known: datetime | None = None) -> tuple[Post, ...]:
        """The posts whose marks may be votes: of the day's threads, or of its votes-only thread, within the day's first
        and last post where it has them. A post without marks comes without its lines where the rules read none."""
        known = known or self.known
        lines = standing.lines_matter(self, day, known)
        threads = (day.votes_thread,) if day.votes_thread else day.threads
        posts = self.posts_in(threads, known, lines=lines)
        if day.from_post is None and day.to_post is None:
            return posts
        return self.remembered(("posts", day, known), lambda: _between(posts, day.from_post, day.to_post))

    def posts_in(
        self, threads: Sequence[str], known: datetime | None = None, *, lines: bool = True
    ) -> tuple[Post, ...]:
        """The posts of threads as `Archive.posts` gives them."""
        asked = ("posts", tuple(threads), known, lines)
        return self.of_archive(asked, lambda: self.archive.posts(threads, known, lines=lines))

    def authors_in(self, threads: Sequence[str], known: datetime | None = None) -> tuple[Written, ...]:
        """Who wrote in threads, as `Archive.authors` gives it."""
        return self.of_archive(("authors", tuple(threads), known), lambda: self.archive.authors(threads, known))

    def sweeps(self, thread: str, known: datetime | None = None) -> tuple[Sweep, ...]:
        """The visits to a thread, as `Archive.sweeps` gives them."""
        return self.of_archive(("sweeps", thread, known), lambda: self.archive.sweeps(thread, known))

    def with_lines(self, day: DayTable, post: Post) -> Post:
        """That post of the day with all of its lines, which `posts` may leave out."""
        return next(one for one in self.posts_in(day.threads, self.known) if one.id == post.id)

    def overtime_end(self, day: DayTable, known: datetime | None = None) -> datetime | None:
        """When the overtime of a tie would be over; None where there is none or its start is not known."""
        if TieStep.OVERTIME not in self.rules_after(day, known).tie.steps:
            return None
        return next(iter(self.extra_ends(day, known=known)), None)

    def extra_ends(
        self, day: DayTable, ended_at: datetime | None = None, known: datetime | None = None
    ) -> tuple[datetime, ...]:
        """When each extra time of a tie would be over, overtime and revote one after the other, as far as their start
        is known; `ended_at` (UTC) is when the day ended, where that was before its time."""
        tie, notice = self.rules_after(day, known).tie, standing.times_of(self, day, known).get("overtime_starts")
        opens, found = ended_at or config_file.utc(day.ends), list[datetime]()
        for step in tie.steps:
            if step is TieStep.OVERTIME:
                starts = opens if tie.overtime_from == "clock" or found else notice
                if starts is None:
                    break
                opens = starts + timedelta(minutes=tie.overtime_minutes)
            elif step is TieStep.REVOTE:
                opens += timedelta(minutes=tie.revote_minutes)
            else:
                continue
            found.append(opens)
        return tuple(found)

    def count(
        self,
        day: DayTable,
        now: datetime,
        at: datetime | None = None,
        known: datetime | None = None,
        frame: Day | None = None,
    ) -> Counted:
        """The count of a day as of `at` with what was known at `known` (UTC; None = all).

        Without `at`: as of the end of the day if it has passed, and through the overtime on a tie; before it, as of
        the moment up to which the threads are known. `frame` is the day's, where it is known already.
        """
        known = known or self.known
        if frame is not None:
            return self._count(day, now, at, known, frame)

        def counted() -> Counted:
            found = self._count(day, now, at, known, self.frame(day, known))
            if not has_day_abilities(self.rules_on(day, known)):
                return found
            # Reading what is done by day needs the game as played: so it is asked for here, not imported above.
            from golosa.folder.dayacts import with_questions

            return with_questions(self, found, known)

        return self.remembered(("count", day, now, at, known), counted)

    def _count(self, day: DayTable, now: datetime, at: datetime | None, known: datetime | None, frame: Day) -> Counted:
        posts = self.posts(day, known)
        until, again = self._seen_until(day, known), standing.words_again(self, day, known)
        draws: tuple[Draw, ...] = ()

        def made(moment: datetime) -> Count:
            nonlocal draws
            result, draws = self._with_lots(day, frame, posts, moment, known)
            return structs.replace(result, reports=(*again, *result.reports)) if again else result

        moment = at or self._as_of(day, frame.ends, now, known)
        result = made(moment)
        if at is None and (moment >= frame.ends or result.ended_at is not None):
            for over in self.extra_ends(day, result.ended_at, known) if result.first.tied else ():
                if result.verdict is not Verdict.OPEN:
                    break
                moment = max(moment, self._as_of(day, over, now, known))
                result = made(moment)
        complete, why = self._complete(day, moment, until, known)
        return Counted(result, day, known or now, complete, why, until, posts, draws)

    def _with_lots(
        self, day: DayTable, frame: Day, posts: Sequence[Post], at: datetime, known: datetime | None
    ) -> tuple[Count, tuple[Draw, ...]]:
        """The count with the lots that have been drawn for it, and these: a lot that fell among others than those who
        are tied now, before the host's hand changed who is in, is not this one's."""
        rules, rulings, drawn = self.rules_on(day, known), self.rulings(known), self.facts.all("draw", known=known)
        proofs = [fact.read(Drawn) for fact in drawn]
        draws: list[Draw] = []
        while True:
            result = self.counts.count(rules, self.roster, frame, posts, rulings, at=at, draws=draws)
            due = [Draw(one.label, one.chosen) for lot in result.lots for one in proofs if one.is_for(lot)]
            if not due:
                return result, tuple(draws)
            draws.append(due[-1])

    def _as_of(self, day: DayTable, end: datetime, now: datetime, known: datetime | None) -> datetime:
        """The moment to count for: the end once it has passed, else the one up to which the threads were read whole.

        Before the end, by our clock or by the forum's, that is now only where something was read after the last whole
        visit; else later posts would be missing from a count that claims to know them.
        """
        until = self._seen_until(day, known)
        if now >= end or (until is not None and until >= end):
            return end
        visits = [self.sweeps(thread, known) for thread in day.threads]
        return until if until is not None and all(found[-1].complete for found in visits) else now

    def _seen_until(self, day: DayTable, known: datetime | None) -> datetime | None:
        """Until when all of the day's threads have been read whole."""
        whole = []
        for thread in day.threads:
            sweeps = [sweep.started for sweep in self.sweeps(thread, known) if sweep.complete]
            if not sweeps:
                return None
            whole.append(max(sweeps))
        return min(whole, default=None)

    def _complete(
        self, day: DayTable, at: datetime, until: datetime | None, known: datetime | None
    ) -> tuple[bool, str | None]:
        if not day.threads:
            return False, Told("the day has no thread; name it with `golosa day open`")
        bounds = [post for post in (day.from_post, day.to_post) if post is not None]
        entered = standing.posts_named(self, day.number, known)
        seen = {post.id for post in self.posts_in(day.threads, known)} if bounds or entered else set()
        for post in bounds:
            if post not in seen:
                return False, Told("post {post}, which bounds the day, has not been seen in its thread", post=post)
        for post in entered:
            if post not in seen:
                return False, Told(
                    "post {post}, which begins what the host entered, has not been seen in its thread", post=post
                )
        if until is not None and until >= at:
            return True, None
        last = [sweeps[-1] for thread in day.threads if (sweeps := self.sweeps(thread, known))]
        told = next((sweep.why for sweep in last if not sweep.complete and sweep.why), None)
        if until is None:
            return False, told or Told("it was never read to its end")
        return False, told or Told(
            "it was last read whole at {until}, before the moment of the count",
            until=until.astimezone(ZoneInfo(self.zone)),
        )

    def last_posted(self, day: DayTable, known: datetime | None = None) -> Posted | None:
        """The last count of that day that the host has posted, made with less knowledge than `known` (UTC)."""
        facts = [fact.read(Posted) for fact in self.facts.all("posted", known=known)]
        earlier = [posted for posted in facts if posted.day == day.number and (known is None or posted.known < known)]
        return earlier[-1] if earlier else None


def _between(posts: tuple[Post, ...], first: str | None, last: str | None) -> tuple[Post, ...]:
    """From one post to another, by id; to an end of the thread where there is none, or it has not been seen."""
    ids = [post.id for post in posts]
    start = ids.index(first) if first in ids else 0
    end = ids.index(last) + 1 if last in ids else len(posts)
    return posts[start:end]


def standing_ballots(result: Count) -> dict[str, str | None]:
    """Voter to target as the count's last round has them."""
    ballots: Sequence[Any] = (result.overtime or result.first).ballots
    return {ballot.voter: ballot.target for ballot in ballots}
