"""The day at the desk: its page, and everything that is clicked on it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import structs
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from engine.counts import MarkFate, Needs
from engine.rulings import AliasRuling, ReplaceRuling, Ruling, VoidRuling, VoteRuling
from golosa import catalogue, public
from golosa.clock import system_clock
from golosa.desk import days
from golosa.desk.asking import Ask, does, shows, time_of, whole
from golosa.desk.posts import shown, web
from golosa.desk.preview import preview
from golosa.errors import GolosaError
from golosa.folder import daybook, dealing, dice, posting, rulings
from golosa.folder.config import DayTable, zone_of
from golosa.folder.game import Counted, Game
from golosa.folder.gamefile import add_day
from golosa.folder.people import find_player
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
        day = _asked(ask.query("day"), game, now)
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
            local=lambda at: at.astimezone(zone).strftime("%Y-%m-%dT%H:%M:%S"),
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


def _asked(number: str, game: Game, now: datetime) -> DayTable:
    return game.day(whole(number), now)


def day_of(ask: Ask, game: Game) -> DayTable:
    """The day that the form is about."""
    return _asked(ask.text("day"), game, system_clock())


def back(ask: Ask, told: str = "", **more: str) -> Response:
    query = "".join(f"&{name}={value}" for name, value in more.items())
    return ask.done(f"{BACK}?day={ask.text('day')}{query}", told)


def told(ruling: Ruling, post: str | None, ask: Ask) -> str:
    """A ruling in the desk's words."""
    words = ask.words["ruling"]
    if isinstance(ruling, VoidRuling):
        return str(words["void"]).format(post=post)
    if isinstance(ruling, VoteRuling):
        return str(words["vote" if ruling.target else "nobody"]).format(post=post, target=ruling.target)
    if isinstance(ruling, AliasRuling):
        return str(words["alias"]).format(alias=ruling.alias, player=ruling.player)
    if isinstance(ruling, ReplaceRuling):
        return str(words["replace"]).format(account=ruling.replace, player=ruling.player)
    return str(words["order" if ruling.target else "no_order"]).format(target=ruling.target)


def read(ask: Ask) -> Response:
    """Reads the day's threads in the background."""
    with ask.desk.game() as game:
        threads = day_of(ask, game).threads
    desk = ask.desk

    def work(progress: Any) -> str | None:
        with desk.game() as game:
            walks = [fetch(game, thread, sleep=desk.sleep, progress=progress) for thread in threads]
            public.write(game, now=system_clock())
        return next((walk.why for walk in walks if not walk.complete and walk.why), None)

    if not desk.jobs.start("fetch", work):
        raise GolosaError(ask.words["job"]["busy"])
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
    with ask.desk.game() as game:
        url, at, known = web(ask.text("url")), _instant(ask, "at"), _instant(ask, "known")
        posting.mark(game, ask.text("kind"), day_of(ask, game), system_clock(), url, at, known)
    return back(ask, ask.words["paste"]["remembered"])


def _instant(ask: Ask, name: str) -> datetime | None:
    """A moment that the page wrote into its form, in UTC; None where it wrote none."""
    text = ask.text(name)
    try:
        return time_of(text).astimezone(UTC) if text else None
    except ValueError as error:
        raise GolosaError("{time!r} is no time", time=text) from error


def rule(ask: Ask) -> Response:
    """Takes a ruling on a post."""
    now, post = system_clock(), ask.text("post")
    with ask.desk.game() as game:
        _known(game, day_of(ask, game), post)
        ruling: Ruling
        if ask.text("vote") or ask.text("do") == "other":
            name = ask.text("vote") or ask.text("other")
            if name not in game.roster.names:
                raise GolosaError(ask.words["rule"]["whom"])
            ruling = VoteRuling(post, name, now)
        elif ask.text("do") == "nobody":
            ruling = VoteRuling(post, None, now)
        else:
            ruling = VoidRuling(post, now)
        taken = rulings.take(game, ruling, now)
    return _ruled(ask, "taken", taken)


def taken_in(ask: Ask, where: str, told: str, taken: rulings.Taken) -> Response:
    """Back to a page, after a ruling: what was done, what the host should know of it, what is another by it."""
    ask.changed(taken.changes)
    ask.desk.say(told)
    for note in taken.notes:
        ask.desk.say(note)
    return ask.done(where)


def _ruled(ask: Ask, word: str, taken: rulings.Taken) -> Response:
    return taken_in(ask, f"{BACK}?day={ask.text('day')}", ask.words["rule"][word], taken)


def teach(ask: Ask) -> Response:
    """Teaches what a text means, from the post on in which it stands."""
    if not ask.text("alias"):
        raise GolosaError(ask.words["players"]["text"])
    now = system_clock()
    with ask.desk.game() as game:
        counted = _known(game, day_of(ask, game), ask.text("post"))
        post = next(post for post in counted.posts if post.id == ask.text("post"))
        player = find_player(game, ask.text("player"))
        taken = rulings.take(game, AliasRuling(ask.text("alias"), player, now, since=post.at.earliest), now)
    return _ruled(ask, "taught", taken)


def account(ask: Ask) -> Response:
    """Rules that an account is a player's, and always was."""
    with ask.desk.game() as game:
        if ask.text("player") not in game.roster.names or not ask.text("account"):
            raise GolosaError(ask.words["rule"]["whom"])
        taken = rulings.take(game, ReplaceRuling(ask.text("account"), ask.text("player"), None), system_clock())
    return _ruled(ask, "taken", taken)


def _known(game: Game, day: DayTable, post: str) -> Counted:
    counted = game.count(day, system_clock())
    if not any(known.id == post for known in counted.posts):
        raise GolosaError("post {post!r} is not of day {day}", post=post, day=day.number)
    return counted


def undo(ask: Ask) -> Response:
    """Takes a ruling back."""
    with ask.desk.game() as game:
        number = ask.text("number")
        if number not in {str(fact.id) for fact in game.facts.all(rulings.RULING)}:
            raise GolosaError(ask.words["rule"]["gone"])
        taken = rulings.undo(game, int(number), system_clock())
    return _ruled(ask, "undone", taken)


def post(ask: Ask) -> Response:
    """One post with all of its texts, what became of its marks, and the rulings that it may get."""
    now = system_clock()
    with ask.desk.game() as game:
        day = _asked(ask.query("day"), game, now)
        counted = game.count(day, now)
        asked = ask.query("post").removeprefix("№").strip()
        found = next((post for post in counted.posts if post.id == asked), None) or next(
            (post for post in counted.posts if asked in (str(post.number), post.url)), None
        )
        if found is None:
            raise GolosaError(str(ask.words["hand"]["no_post"]).format(post=asked, day=day.number))
        return ask.show(
            "post",
            day=day.number,
            post=shown(game, game.with_lines(day, found), ask.lang),
            fates=[_fate(fate, ask) for fate in counted.count.fates if fate.post == found.id],
            living=counted.count.living,
        )


def _fate(fate: MarkFate, ask: Ask) -> dict[str, str]:
    words = catalogue.of(ask.lang)
    if fate.why is None:
        return {"text": fate.text, "told": str(ask.words["post"]["counts"])}
    return {"text": fate.text, "told": words.needs[fate.why] if isinstance(fate.why, Needs) else words.why[fate.why]}


def commit(ask: Ask) -> Response:
    """Makes the secrets of the game's lots; what is to be published stands in the opening."""
    with ask.desk.game() as game:
        dice.make_keys(game, system_clock())
    return back(ask, ask.words["lot"]["committed"], paste="opening")


def lot(ask: Ask) -> Response:
    """Draws the lots that the day's count needs."""
    with ask.desk.game() as game:
        drawn = dice.draw_due(game, day_of(ask, game), system_clock())
    chosen = ", ".join(proof.chosen for proof in drawn if not proof.label.endswith(".missed"))
    return back(ask, str(ask.words["lot"]["drawn"]).format(chosen=chosen) if chosen else "", paste="draw")


def close(ask: Ask) -> Response:
    """Closes the day as counted, or with whom the host names where the rules leave it to him."""
    with ask.desk.game() as game:
        named = "out" in ask.form
        outs = [ask.text("out")] if ask.text("out") else []
        daybook.close_day(game, day_of(ask, game), system_clock(), outs if named else None)
    return back(ask, ask.words["day"]["closed"])


def correct(ask: Ask) -> Response:
    """Gives a closed day another result."""
    with ask.desk.game() as game:
        result = daybook.correct_day(
            game, day_of(ask, game), ask.texts("out"), "host", system_clock(), ask.text("reason")
        )
        own = f"{result.phase}:"  # that this day is another is what was asked for
        ask.changed([line for line in result.changes if not line.startswith(own)])
    return back(ask, ask.words["correct"]["done"])


def extend(ask: Ask) -> Response:
    """Moves the day's end."""
    ask.require_unchanged()
    with ask.desk.game() as game:
        ends = when(ask, "ends", game)
        if ends is None:
            raise GolosaError(ask.words["extend"]["when"])
        daybook.extend_day(game, day_of(ask, game), ends, ask.text("reason"), system_clock())
    return back(ask, ask.words["extend"]["done"])


def open_(ask: Ask) -> Response:
    """Opens a day, or changes its threads and clock, and the posts between which it lies."""
    ask.require_unchanged()
    with ask.desk.game() as game:
        threads, votes = tuple(ask.text("thread").split()), ask.text("votes_thread")
        if any(not thread.startswith(("http://", "https://")) for thread in (*threads, votes or "https://")):
            raise GolosaError(ask.words["open"]["address"])
        wanted = daybook.Wanted(
            number=whole(ask.text("day")),
            threads=threads,
            votes_thread=votes or None,
            starts=when(ask, "starts", game),
            ends=when(ask, "ends", game),
        )
        day = daybook.open_day(game, wanted, system_clock())
        if "from_post" in ask.form:
            _bound(ask, game, day)
    return ask.done(f"{BACK}?day={day.number}", ask.words["open"]["done"])


def _bound(ask: Ask, game: Game, day: DayTable) -> None:
    """Sets the posts between which a day lies, and its thread of votes alone; an empty field takes one out."""
    bounds = {name: post_id(ask, name, game, day) for name in ("from_post", "to_post")}
    add_day(game.folder, structs.replace(day, votes_thread=ask.text("votes_thread") or None, **bounds))


def post_id(ask: Ask, name: str, game: Game, day: DayTable) -> str | None:
    """The id of the day's post that a field names, by its number, its id or its address; None where it is empty.

    Raises GolosaError where no such post has been read, or it may be two.
    """
    text = ask.text(name).removeprefix("№").removeprefix("#").strip()
    if not text:
        return None
    posts = game.archive.posts(day.threads)
    found = {post.id for post in posts if text in (post.id, str(post.number), post.url)}
    if not found:
        raise GolosaError(str(ask.words["hand"]["no_post"]).format(post=text, day=day.number))
    if len(found) > 1:
        raise GolosaError(str(ask.words["hand"]["two_posts"]).format(post=text))
    return found.pop()


def when(ask: Ask, name: str, game: Game) -> datetime | None:
    """A time of a form, which is in the game's zone; None where it was left empty."""
    text = ask.text(name)
    if not text:
        return None
    try:
        return time_of(text).replace(tzinfo=zone_of(game.zone, "zone"))
    except ValueError as error:
        raise GolosaError("{time!r} is no time", time=text) from error


def overtime(ask: Ask) -> Response:
    """Remembers when the notice of a tie was posted, just now if nothing else is said: the extra time runs from it."""
    now = system_clock()
    with ask.desk.game() as game:
        at = when(ask, "at", game)
        daybook.start_overtime(game, day_of(ask, game), at.astimezone(UTC) if at else now, now)
    return back(ask, ask.words["paste"]["remembered"])


ROUTES: list[Route] = [
    shows("/day", page),
    shows("/day/post", post),
    shows("/job", job),
    does("/day/fetch", read, BACK),
    does("/day/posted", posted, BACK),
    does("/day/rule", rule, BACK),
    does("/day/teach", teach, BACK),
    does("/day/account", account, BACK),
    does("/day/undo", undo, BACK),
    does("/day/commit", commit, BACK),
    does("/day/lot", lot, BACK),
    does("/day/close", close, BACK),
    does("/day/correct", correct, BACK),
    does("/day/extend", extend, BACK),
    does("/day/open", open_, BACK),
    does("/day/overtime", overtime, BACK),
]
