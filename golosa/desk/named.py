"""What a form's fields name in a game: a day, a moment in its zone, a post, a player. What names none is refused."""

from __future__ import annotations

from datetime import UTC, datetime

from golosa.desk.asking import Ask
from golosa.desk.typed import time_of, whole
from golosa.errors import GolosaError
from golosa.folder.config import DayTable, zone_of
from golosa.folder.game import Game


def day_of(ask: Ask, game: Game, now: datetime) -> DayTable:
    """The day that the form is about; the last one that has begun by `now` (UTC) where it names none."""
    return game.day(whole(ask.text("day")), now)


def when(ask: Ask, name: str, game: Game) -> datetime | None:
    """A time of a form, which is in the game's zone; None where it was left empty."""
    text = ask.text(name)
    if not text:
        return None
    try:
        return time_of(text).replace(tzinfo=zone_of(game.zone, "zone"))
    except ValueError as error:
        raise GolosaError("{time!r} is no time", time=text) from error


def moment_of(ask: Ask, name: str, game: Game) -> datetime | None:
    """As `when`, in UTC."""
    found = when(ask, name, game)
    return found.astimezone(UTC) if found else None


def post_id(ask: Ask, name: str, game: Game, day: DayTable) -> str | None:
    """The id of the day's post that a field names, by its number, its id or its address; None where it is empty.

    Raises GolosaError where no such post has been read, or it may be two.
    """
    text = ask.text(name).removeprefix("№").removeprefix("#").strip()
    if not text:
        return None
    posts = game.posts_in(day.threads)
    found = {post.id for post in posts if text in (post.id, str(post.number), post.url)}
    if not found:
        raise GolosaError(str(ask.words["hand"]["no_post"]).format(post=text, day=day.number))
    if len(found) > 1:
        raise GolosaError(str(ask.words["hand"]["two_posts"]).format(post=text))
    return found.pop()


def player_of(ask: Ask, name: str, game: Game) -> str:
    """The player whom a field names. Raises GolosaError where it names none."""
    if ask.text(name) not in game.roster.names:
        raise GolosaError(ask.words["rule"]["whom"])
    return ask.text(name)


def outs_of(ask: Ask, game: Game) -> tuple[str, ...]:
    """Who goes out, ticked by the host, in roster order. Raises GolosaError unless somebody is ticked, or that it is
    nobody."""
    outs = tuple(name for name in game.roster.names if name in ask.texts("out"))
    if bool(outs) == bool(ask.text("nobody")):
        raise GolosaError(ask.words["hand"]["who_out"])
    return outs
