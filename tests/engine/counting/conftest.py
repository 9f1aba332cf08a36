"""A small table to count at: players, a day of 22:00 and posts written in a line each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec import structs

from engine.counting import count
from engine.counts import Count
from engine.day import Day, Draw, Effect, EffectKind
from engine.people import Player, Roster
from engine.posts import Body, Line, Mark, Post, Revision
from engine.rules import Rules, Votes
from engine.rulings import Ruling
from engine.times import Interval, Resolution

PLAYERS = ("Аня", "Борис", "Вера", "Гена", "Дина", "Егор")
RED = "#ff0000"
LAST_VISIT = datetime(2026, 3, 5, tzinfo=UTC)


def clock(text: str) -> datetime:
    """«21:59:30» of the day as a moment."""
    parts = [int(part) for part in text.split(":")]
    return datetime(2026, 3, 2, tzinfo=UTC) + timedelta(hours=parts[0], minutes=parts[1], seconds=sum(parts[2:3]))


def body(*texts: str | Mark, late_at: datetime | None = None, late: Sequence[str] = ()) -> Body:
    """A post of vote marks, one a line; `late`: those below a "merged later" notice (E8)."""
    marks = [text if isinstance(text, Mark) else Mark(text, colour=RED) for text in texts]
    at = Interval.shown(late_at) if late_at else None
    marks += [Mark(text, colour=RED, late=True, late_at=at) for text in late]
    marks = [structs.replace(mark, line=number) for number, mark in enumerate(marks)]
    lines = [Line(mark.before + mark.text + mark.after, late=mark.late, late_at=mark.late_at) for mark in marks]
    return Body(tuple(marks), tuple(lines), bool(late))


class Table:
    """Posts as they are written, and their count."""

    def __init__(self) -> None:
        self.ids = itertools.count(101)
        self.posts: list[Post] = []
        self.roster = Roster(tuple(map(Player, PLAYERS)), ("Ведущий",))
        self.day = Day(label="day1", starts=clock("08:00"), ends=clock("22:00"))
        self.rules = Rules(votes=Votes(colour=(RED,)))
        self.rulings: list[Ruling] = []
        self.draws: list[Draw] = []

    def knobs(self, table: str, **values: Any) -> None:
        """Changes knobs of one table of the rule set."""
        changed = structs.replace(getattr(self.rules, table), **values)
        self.rules = structs.replace(self.rules, **{table: changed})

    def frame(self, **values: Any) -> None:
        """Changes what is known of the day."""
        self.day = structs.replace(self.day, **values)

    def post(
        self,
        author: str,
        at: str,
        *texts: str | Mark,
        content: Body | None = None,
        resolution: Resolution = Resolution.SECOND,
        edited: str | None = None,
        seen: str | None = None,
        **more: Any,
    ) -> str:
        """A post seen once, at the end of all time or at `seen`; gives its id."""
        shown = Interval.shown(clock(at), resolution)
        edit = Interval.shown(clock(edited), resolution) if edited else None
        first = clock(seen) if seen else LAST_VISIT
        revision = Revision(content or body(*texts), first, LAST_VISIT, edit)
        number = next(self.ids)
        self.posts.append(
            Post(str(number), number, author, shown.narrowed(before=first), (revision,), number=number, **more)
        )
        return str(number)

    def vote(self, target: str, *voters: str, hour: int = 10) -> list[str]:
        """Votes for one target, a minute after each other; gives the posts' ids."""
        return [self.post(voter, f"{hour}:{minute:02}", target) for minute, voter in enumerate(voters)]

    def seen_before(self, until: str, *texts: str | Mark, content: Body | None = None) -> None:
        """The last post said something else as long as it was seen until then."""
        post = self.posts.pop()
        old = Revision(content or body(*texts), post.at.earliest, clock(until))
        first = post.revisions[0]
        since = first.edited.earliest if first.edited else LAST_VISIT
        new = structs.replace(
            first, first_seen=max(since, clock(until)) if first.first_seen == LAST_VISIT else first.first_seen
        )
        self.posts.append(structs.replace(post, revisions=(old, new)))

    def count(self, at: str = "22:00", posts: Sequence[Post] | None = None) -> Count:
        """The count as of that moment."""
        return count(
            self.rules,
            self.roster,
            self.day,
            self.posts if posts is None else posts,
            self.rulings,
            at=clock(at),
            draws=self.draws,
        )


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def secret_weight(table: Table) -> Callable[[int], None]:
    """Аня's vote for Егор weighs so much and is shown as one; Борис and Вера vote for Дина."""

    def weigh(value: int) -> None:
        kinds = ((EffectKind.WEIGHT, value), (EffectKind.SHOWN_WEIGHT, 1))
        table.frame(effects=tuple(Effect(player="Аня", kind=kind, value=worth) for kind, worth in kinds))
        table.vote("Егор", "Аня")
        table.vote("Дина", "Борис", "Вера", hour=11)

    return weigh


@pytest.fixture(name="clock")
def clock_of_the_day() -> Callable[[str], datetime]:
    """Makes «21:59:30» a moment of the day."""
    return clock


@pytest.fixture
def make_body() -> Callable[..., Body]:
    """Makes the text of a post, with parts that were merged later."""
    return body


@pytest.fixture(scope="session")
def new_table() -> type[Table]:
    """For tests that lay many tables."""
    return Table


@pytest.fixture
def targets() -> Callable[[Count], dict[str, str | None]]:
    """Voter to target, of the last round of a count."""

    def of(counted: Count) -> dict[str, str | None]:
        return {ballot.voter: ballot.target for ballot in (counted.overtime or counted.first).ballots}

    return of


@pytest.fixture
def why() -> Callable[[Count], dict[str, str]]:
    """Post to the reason why its mark does not count, or to the ruling that it needs."""

    def of(counted: Count) -> dict[str, str]:
        found = {one.post: str(one.why) for one in counted.not_counted}
        return found | {one.post: str(one.why) for one in counted.rulings_needed}

    return of
