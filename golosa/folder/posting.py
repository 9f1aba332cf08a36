"""What the host has posted, as facts: counts with their ballots (V7), other notices by their kind, answers by player.

What `golosa count --mark-posted` and the desk share. Knows the log; nothing is sent anywhere.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from golosa.errors import GolosaError
from golosa.folder.config import DayTable
from golosa.folder.game import Counted, Game, Posted, standing_ballots
from golosa.folder.phases import START, day_label
from golosa.texts.notices import is_final

POSTED, SENT = "posted", "sent"
#: The notices that are counts.
COUNTS = ("interim", "result", "overtime")


class Sent(Struct, frozen=True):
    """A fact: a notice has been posted, or an answer sent to a player."""

    kind: str  #: of the notice, or "answer"
    to: str | None = None  #: the player, for an answer
    digest: str = ""  #: of an answer's text, so that another text is another answer


def mark_count(game: Game, counted: Counted, now: datetime, *, official: bool, url: str | None = None) -> None:
    """Remembers a count as posted: what later ones are compared with."""
    ballots = standing_ballots(counted.count)
    fact = Posted(counted.day.number, counted.count.at, counted.known, ballots, official, url)
    game.facts.add(POSTED, fact, now, day_label(counted.day.number))


def mark(
    game: Game,
    kind: str,
    day: DayTable,
    now: datetime,
    url: str | None = None,
    at: datetime | None = None,
    known: datetime | None = None,
) -> None:
    """Remembers that a day's notice was posted, for a count also where (`url`): the count as of `at` with what was
    known at `known` (UTC), so that what is remembered is what was copied, whatever has been read since.

    Raises GolosaError as `golosa.texts.notices.text_of` does.
    """
    if kind in COUNTS:
        counted = game.count(day, now, at, known)
        mark_count(game, counted, now, official=kind != "interim" and is_final(counted), url=url)
    else:
        game.facts.add(SENT, Sent(kind), now, day_label(day.number))


def last(game: Game, kind: str, day: DayTable) -> datetime | None:
    """When a day's notice of that kind was last posted (UTC); None where it was not."""
    label = day_label(day.number)
    if kind in COUNTS:
        counts = game.facts.all(POSTED, phase=label)
        made = [fact.made for fact in counts if fact.read(Posted).official == (kind != "interim")]
    else:
        made = [fact.made for fact in game.facts.all(SENT, phase=label) if fact.read(Sent).kind == kind]
    return made[-1] if made else None


def mark_of_night(game: Game, kind: str, night: str, now: datetime) -> None:
    """Remembers that a notice of a night was posted. Raises GolosaError where it names no night."""
    game.facts.add(SENT, Sent(kind), now, _label(night))


def last_of_night(game: Game, kind: str, night: int) -> datetime | None:
    """When a night's notice of that kind was last posted (UTC); None where it was not."""
    made = [fact.made for fact in game.facts.all(SENT, phase=f"night{night}") if fact.read(Sent).kind == kind]
    return made[-1] if made else None


def tick(game: Game, to: str, digest: str, night: str, now: datetime) -> None:
    """Remembers that an answer was sent to a player. Raises GolosaError for an unknown player or night."""
    if to not in game.roster.names:
        raise GolosaError("{name!r} is no player of this game", name=to)
    game.facts.add(SENT, Sent("answer", to, digest), now, _label(night))


def _label(night: str) -> str:
    if not (night.isascii() and night.isdigit() and len(night) < 10):
        raise GolosaError("{night!r} is no night's number", night=night)
    return f"night{int(night)}"


def tick_role(game: Game, to: str, now: datetime) -> None:
    """Remembers that a player was told his role. Raises GolosaError for an unknown player."""
    if to not in game.roster.names:
        raise GolosaError("{name!r} is no player of this game", name=to)
    game.facts.add(SENT, Sent("role", to), now, START)
