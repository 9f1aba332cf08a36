"""The day at the desk: its page, and everything that is clicked on it but rulings on posts (`post_pages`)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import structs
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from golosa import public
from golosa.clock import system_clock
from golosa.desk import days
from golosa.desk.asking import Ask, does, shows
from golosa.desk.jobs import Progress
from golosa.desk.named import day_of, moment_of, outs_of, post_id, when
from golosa.desk.post_pages import told
from golosa.desk.posts import web
from golosa.desk.preview import preview
from golosa.desk.typed import as_typed, is_address, time_of, whole
from golosa.desk.uploads import on_disk
from golosa.errors import GolosaError
from golosa.folder import daybook, dealing, dice, posting
from golosa.folder.config import DayTable, zone_of
from golosa.folder.game import Game
from golosa.folder.gamefile import add_day
from golosa.reading import savedpages
from golosa.reading.fetching import fetch
from golosa.texts import bbcode
from golosa.texts.plurals import moment

BACK = "/day"
#: Causes that a host can give for the result of a day.
CAUSES = ("host", "votes", "dice", "missed_day")


def page(ask: Ask) -> Response:
    """The page of a day: the one asked for, or the last that has begun."""
    now = system_clock()
    _tell_of_fetch(ask)
    with ask.desk.game() as game:
        if not game.config.day:
            return RedirectResponse("/night", 303)
        day = game.day(whole(ask.query("day")), now)
        screen = days.screen(game, day, now, ask.lang)
        kind = ask.query("paste") if ask.query("paste") in days.DAY_NOTICES else screen.pastes[0]
        paste = days.paste(game, kind, day, now)
        zone = zone_of(game.zone, "zone")
        posted = posting.last(game, kind, day)
        return ask.show(
            "day",
            s=screen,
            paste=paste,
            previews=[preview(post) for post in paste.posts],
            posted_at=moment(posted, game.zone, ask.lang) if posted else None,
            days=sorted(table.number for table in game.config.day),
            living=screen.counted.count.living,
            roster=game.roster.names,
            until=screen.until.isoformat() if screen.until else None,
            until_words=moment(screen.until, game.zone, ask.lang) if screen.until else "",
            told={one.number: told(one.ruling, one.post, ask) for one in screen.standing},
            local=lambda at: as_typed(at, zone),
            zone=game.zone,
            others=[kind for kind in days.DAY_NOTICES if kind not in screen.pastes],
            watching=ask.desk.watching,
            watched=[(moment(line.at, game.zone, ask.lang), line) for line in reversed(ask.desk.watching.lines)],
            causes=CAUSES,
            plain=[bbcode.plain_text(post) for post in paste.posts],
            next_day=next_day(game, now),
            roles_given=bool(dealing.given(game)),
        )


def next_day(game: Game, now: datetime) -> dict[str, Any]:
    """The number of the next day, and when it would start and end by the rules and the days before it."""
    zone, last = zone_of(game.zone, "zone"), max(game.config.day, key=lambda day: day.number)
    hours = game.rules.day.hours
    if hours:
        starts = now.astimezone(zone).replace(second=0, microsecond=0)
        ends = (starts.astimezone(UTC) + timedelta(hours=hours)).astimezone(zone)
    else:
        starts, ends = daybook.next_clock(game, sorted(game.config.day, key=lambda day: day.number))
    pattern = "%Y-%m-%dT%H:%M:%S"
    return {"number": last.number + 1, "starts": starts.strftime(pattern), "ends": ends.strftime(pattern)}


def _tell_of_fetch(ask: Ask) -> None:
    found = ask.desk.jobs.take("fetch")
    if found is not None:
        state, why = found
        ask.desk.say(state.fault or why or ask.words["day"]["fetched"], good=not (state.fault or why))


def back(ask: Ask, told: str = "", **more: str) -> Response:
    """Back to the day that the form was of."""
    query = "".join(f"&{name}={value}" for name, value in more.items())
    return ask.done(f"{BACK}?day={ask.text('day')}{query}", told)


def read(ask: Ask) -> Response:
    """Reads the day's threads in the background."""
    with ask.desk.game() as game:
        threads = day_of(ask, game, system_clock()).threads
    desk = ask.desk

    def work(progress: Progress) -> str | None:
        with desk.game() as game:
            walks = [fetch(game, thread, sleep=desk.sleep, progress=progress) for thread in threads]
            public.write(game, now=system_clock())
        return next((walk.why for walk in walks if not walk.complete and walk.why), None)

    ask.begin("fetch", work)
    return back(ask)


def job(ask: Ask) -> Response:
    """The progress of the background; the page is told when it is over, and loaded anew unless somebody is typing."""
    over = ask.job is None or not ask.job.running
    answer = ask.show("job", **({"job_done": True} if over else {}))
    if over:
        answer.headers["HX-Trigger-After-Settle"] = "job-done"
    return answer


def posted(ask: Ask) -> Response:
    """Remembers that a notice was posted, and for a count its ballots, as they were on the page."""
    now = system_clock()
    with ask.desk.game() as game:
        url, at, known = web(ask.text("url")), _instant(ask, "at"), _instant(ask, "known")
        posting.mark(game, ask.text("kind"), day_of(ask, game, now), now, url, at, known)
    return back(ask, ask.words["paste"]["remembered"])


def _instant(ask: Ask, name: str) -> datetime | None:
    """A moment that the page wrote into its form, in UTC; None where it wrote none."""
    text = ask.text(name)
    try:
        return time_of(text).astimezone(UTC) if text else None
    except ValueError as error:
        raise GolosaError("{time!r} is no time", time=text) from error


def commit(ask: Ask) -> Response:
    """Makes the secrets of the game's lots; what is to be published stands in the opening."""
    with ask.desk.game() as game:
        dice.make_keys(game, system_clock())
    return back(ask, ask.words["lot"]["committed"], paste="opening")


def lot(ask: Ask) -> Response:
    """Draws the lots that the day's count needs."""
    now = system_clock()
    with ask.desk.game() as game:
        drawn = dice.draw_due(game, day_of(ask, game, now), now)
    chosen = ", ".join(proof.chosen for proof in drawn if not proof.label.endswith(".missed"))
    return back(ask, str(ask.words["lot"]["drawn"]).format(chosen=chosen) if chosen else "", paste="draw")


def close(ask: Ask) -> Response:
    """Closes the day as counted, or with whom the host names where the rules leave it to him."""
    now = system_clock()
    with ask.desk.game() as game:
        outs = outs_of(ask, game) if ask.text("asked") else None
        daybook.close_day(game, day_of(ask, game, now), now, outs)
    return back(ask, ask.words["day"]["closed"])


def correct(ask: Ask) -> Response:
    """Gives a closed day another result."""
    now = system_clock()
    with ask.desk.game() as game:
        result = daybook.correct_day(game, day_of(ask, game, now), ask.texts("out"), "host", now, ask.text("reason"))
        own = f"{result.phase}:"  # that this day is another is what was asked for
        ask.changed([line for line in result.changes if not line.startswith(own)])
    return back(ask, ask.words["correct"]["done"])


def extend(ask: Ask) -> Response:
    """Moves the day's end."""
    ask.require_unchanged()
    now = system_clock()
    with ask.desk.game() as game:
        ends = when(ask, "ends", game)
        if ends is None:
            raise GolosaError(ask.words["extend"]["when"])
        daybook.extend_day(game, day_of(ask, game, now), ends, ask.text("reason"), now)
    return back(ask, ask.words["extend"]["done"])


def open_(ask: Ask) -> Response:
    """Opens a day, or changes its threads and clock, and the posts between which it lies."""
    ask.require_unchanged()
    with ask.desk.game() as game:
        threads, votes = tuple(ask.text("thread").split()), ask.text("votes_thread")
        if not all(map(is_address, (*threads, votes) if votes else threads)):
            raise GolosaError(ask.words["open"]["address"])
        wanted = daybook.Wanted(
            number=whole(ask.text("day")),
            threads=threads,
            votes_thread=votes or None,
            starts=when(ask, "starts", game),
            ends=when(ask, "ends", game),
        )
        day = daybook.planned(game, wanted, system_clock())
        add_day(game.folder, _bound(ask, game, day) if "from_post" in ask.form else day)
    return ask.done(f"{BACK}?day={day.number}", ask.words["open"]["done"])


def _bound(ask: Ask, game: Game, day: DayTable) -> DayTable:
    """The day with the posts between which it lies, and its thread of votes alone; an empty field takes one out."""
    bounds = {name: post_id(ask, name, game, day) for name in ("from_post", "to_post")}
    return structs.replace(day, votes_thread=ask.text("votes_thread") or None, **bounds)


def overtime(ask: Ask) -> Response:
    """Remembers when the notice of a tie was posted, just now if nothing else is said: the extra time runs from it."""
    now = system_clock()
    with ask.desk.game() as game:
        daybook.start_overtime(game, day_of(ask, game, now), moment_of(ask, "at", game) or now, now)
    return back(ask, ask.words["paste"]["remembered"])


def saved(ask: Ask) -> Response:
    """Takes pages of the day's thread that were saved from a browser."""
    uploads = ask.files("file")
    if not uploads:
        raise GolosaError(ask.words["saved"]["no_file"])
    now = system_clock()
    with ask.desk.game() as game, on_disk(uploads) as files:
        seen = moment_of(ask, "seen", game)
        urls = [ask.text("url")] if ask.text("url") and len(files) == 1 else []
        for note in savedpages.keep(game, day_of(ask, game, now), files, urls, [seen] if seen else []):
            ask.desk.say(note)
        public.write(game, now=now)
    return back(ask, ask.words["saved"]["done"])


def settle(ask: Ask) -> Response:
    """Closes the day with a result by the host's word, whatever the count says."""
    by = ask.text("by") if ask.text("by") in CAUSES else "host"
    now = system_clock()
    with ask.desk.game() as game:
        daybook.close_day(game, day_of(ask, game, now), now, outs_of(ask, game), by)
    return back(ask, ask.words["day"]["closed"])


def watch(ask: Ask) -> Response:
    """Begins to watch the day that has begun last, or ends it."""
    if ask.text("do") == "stop":
        ask.desk.watching.stop()
        return back(ask, ask.words["watch"]["stopped"])
    ask.desk.watching.start(ask.desk.folder, ask.desk.sleep)
    return back(ask, ask.words["watch"]["started"])


ROUTES: list[Route] = [
    shows("/day", page),
    shows("/job", job),
    does("/day/fetch", read, BACK),
    does("/day/posted", posted, BACK),
    does("/day/commit", commit, BACK),
    does("/day/lot", lot, BACK),
    does("/day/close", close, BACK),
    does("/day/correct", correct, BACK),
    does("/day/extend", extend, BACK),
    does("/day/open", open_, BACK),
    does("/day/overtime", overtime, BACK),
    does("/day/saved", saved, BACK),
    does("/day/settle", settle, BACK),
    does("/day/watch", watch, BACK),
]
