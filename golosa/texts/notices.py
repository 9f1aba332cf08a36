"""The host's posts, ready to paste, and the notes that are for the host alone: kind of a notice to its text.

What `golosa notice` and the desk share. Knows the game's folder and views; nothing is fetched or kept.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import structs

from engine.counts import By, Verdict
from golosa import catalogue
from golosa.errors import GolosaError
from golosa.folder.config import DayTable
from golosa.folder.daybook import result_of
from golosa.folder.game import Counted, Game
from golosa.texts.output import form_of, own_templates, post_of, view_of
from golosa.texts.render import render
from golosa.views import count_view, evenings, mornings, notices
from golosa.views.shapes import CountView


def text_of(game: Game, kind: str, day: DayTable, now: datetime, at: datetime | None = None) -> str:
    """The text of a notice of that kind. Raises GolosaError where the day is not at the point for it."""
    match kind:
        case "opening":
            return _render(game, "opening.bbcode", notices.opening_view(game, day))
        case "night":
            return _render(game, "night.bbcode", notices.night_view(game, day, now))
        case "draw":
            return _render(game, "draw.bbcode", notices.draws_view(game, day, now))
        case "owed" | "dying" | "morning" | "end":
            return _of_the_night(game, kind, day, now)
    counted = game.count(day, now, at)
    match kind:
        case "interim":
            return _count_post(game, counted, official=False)
        case "reminder":
            return _render(game, "reminder.bbcode", _count(game, counted, official=False))
        case "tie":
            return _render(game, "tie.bbcode", notices.tie_view(game, counted))
        case "missed":
            return _render(game, "missed.bbcode", notices.missed_view(game, counted))
    official = is_final(counted)
    if kind == "overtime" and counted.count.overtime is None:
        raise GolosaError("no overtime has been played: see `golosa notice result`")
    if kind == "split":
        return _render(game, "tie.bbcode", notices.split_view(game, counted))
    return _result(game, counted, now, official=official)


def _result(game: Game, counted: Counted, now: datetime, *, official: bool) -> str:
    """The count's post with who is out, by it or by the host's word, and what the rules tell of him."""
    view = view_of(game, counted, game.last_posted(counted.day), form_of(game), official=official)
    view = _as_closed(game, counted, view)
    post = post_of(game, view)
    told = evenings.evening(game, counted.day, now) if view.official else None
    below = _render(game, "evening.bbcode", told).strip("\n") if told is not None else ""
    return "\n\n".join(filter(None, (post.rstrip("\n"), below))) + "\n"


def _as_closed(game: Game, counted: Counted, view: CountView) -> CountView:
    """The view of a count whose day the host has closed with another result: his word is what holds."""
    count, result = counted.count, result_of(game, counted.day)
    out = tuple(str(name) for name in result["out"]) if result is not None else ()
    if result is None or count.rulings_needed or (count.verdict is not Verdict.OPEN and set(out) == set(count.out)):
        return view
    by = catalogue.of(view.lang).by[By.HOST]
    verdict = Verdict.OUT if out else Verdict.NOBODY
    return structs.replace(
        view, official=True, verdict=verdict.value, by=by, out=out, missed_out=(), tied=(), still_tied=(), lots=()
    )


def is_final(counted: Counted) -> bool:
    """Whether a result is official. Raises GolosaError before the end of the day, or where the thread is not whole."""
    if counted.count.at < counted.day.ends and counted.count.ended_at is None:
        raise GolosaError("the day ends at {ends}: a result is written after that", ends=counted.day.ends)
    if not counted.complete:
        raise GolosaError("the thread has not been read whole: {why}", 3, why=counted.why_incomplete)
    return counted.count.verdict is not Verdict.OPEN and not counted.count.rulings_needed


def _count_post(game: Game, counted: Counted, *, official: bool) -> str:
    """The count's post in the form that the game has for it."""
    posted = game.last_posted(counted.day)
    return post_of(game, view_of(game, counted, posted, form_of(game), official=official))


def _count(game: Game, counted: Counted, *, official: bool) -> CountView:
    return count_view(game, counted, game.last_posted(counted.day), official=official)


def _of_the_night(game: Game, kind: str, day: DayTable, now: datetime) -> str:
    """What the night's outcome tells, played from the log; nothing is kept."""
    match kind:
        case "morning":
            return _render(game, "morning.bbcode", mornings.morning(game, day, now))
        case "owed":
            return _render(game, "owed.txt", mornings.owed(game, now))
        case "dying":
            return _render(game, "dying.txt", mornings.dying(game, now))
    return _render(game, "end.bbcode", mornings.end(game, now))


def _render(game: Game, name: str, view: object) -> str:
    return render(name, game.config.game.lang, view, own_templates(game))
