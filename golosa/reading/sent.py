"""When a private message was sent, by the line that stands over it where it was copied.

Reads a person's time (ISO 8601) and a forum's, in the forms that its board has. Refuses what is not certain: whether an
order is late hangs on it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from forums.dates import Clock, UnreadableTime, read_time
from golosa.errors import GolosaError
from golosa.folder.game import Game
from golosa.reading.fetching import page_before
from golosa.reading.saved import board_of

_DATE_ALONE = len("2026-03-02")


def sent_at(game: Game, text: str) -> datetime:
    """The moment (UTC) that a line Date tells; without an offset in the game's zone where a person wrote it, in the
    forum's where the forum did, from the start of its minute. Raises GolosaError where it is not certain."""
    plain = text.strip()
    written = _written(plain, game.zone)
    if written is not None:
        return written
    try:
        shown = read_time(plain, _clock(game))
    except UnreadableTime as why:
        raise GolosaError("when the message was sent is not certain: {why}", why=why) from why
    if shown.latest - shown.earliest > timedelta(minutes=1):
        raise GolosaError("when the message was sent is not certain: «{said}» tells no minute", said=plain)
    return shown.earliest


def _clock(game: Game) -> Clock:
    """What is known of the times of the game's forum; not when the message was copied, so «Сегодня» stays unread."""
    threads = [thread for day in game.config.day for thread in day.threads]
    board = board_of(game.config.forum, threads[-1] if threads else None)
    last = page_before(game, threads[-1]) if threads and board.zone is None else None
    zone = last.zone if last is not None else board.zone
    return Clock(zone=zone, day_first=board.day_first, taught=board.date_formats)


def _written(text: str, zone: str) -> datetime | None:
    """A time in ISO 8601; None for another text."""
    try:
        found = datetime.fromisoformat(text.replace("Z", "+00:00"))
        own = found if found.tzinfo else found.replace(tzinfo=ZoneInfo(zone))
        return own.astimezone(UTC) if len(text) > _DATE_ALONE else None
    except (ValueError, OverflowError):
        return None
