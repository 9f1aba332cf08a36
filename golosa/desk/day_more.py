"""What the desk can do with a day besides its usual course: pages saved from a browser, a result by the host's word, a
watch that reads the thread by itself."""

from __future__ import annotations

from datetime import UTC

from starlette.responses import Response
from starlette.routing import Route

from golosa import public
from golosa.clock import system_clock
from golosa.desk.asking import Ask, does
from golosa.desk.day_pages import BACK, CAUSES, back, day_of, when
from golosa.desk.uploads import on_disk
from golosa.errors import GolosaError
from golosa.folder import daybook
from golosa.reading import savedpages


def saved(ask: Ask) -> Response:
    """Takes pages of the day's thread that were saved from a browser."""
    uploads = ask.files("file")
    if not uploads:
        raise GolosaError(ask.words["saved"]["no_file"])
    now = system_clock()
    with ask.desk.game() as game, on_disk(uploads) as files:
        seen = when(ask, "seen", game)
        urls = [ask.text("url")] if ask.text("url") and len(files) == 1 else []
        moments = [seen.astimezone(UTC)] if seen else []
        for note in savedpages.keep(game, day_of(ask, game), files, urls, moments):
            ask.desk.say(note)
        public.write(game, now=now)
    return back(ask, ask.words["saved"]["done"])


def settle(ask: Ask) -> Response:
    """Closes the day with a result by the host's word, whatever the count says."""
    if bool(ask.texts("out")) == bool(ask.text("nobody")):
        raise GolosaError(ask.words["hand"]["who_out"])
    by = ask.text("by") if ask.text("by") in CAUSES else "host"
    with ask.desk.game() as game:
        daybook.close_day(game, day_of(ask, game), system_clock(), ask.texts("out"), by)
    return back(ask, ask.words["day"]["closed"])


def watch(ask: Ask) -> Response:
    """Begins to watch the day that has begun last, or ends it."""
    if ask.text("do") == "stop":
        ask.desk.watching.stop()
        return back(ask, ask.words["watch"]["stopped"])
    ask.desk.watching.start(ask.desk.folder, ask.desk.sleep)
    return back(ask, ask.words["watch"]["started"])


ROUTES: list[Route] = [
    does("/day/saved", saved, BACK),
    does("/day/settle", settle, BACK),
    does("/day/watch", watch, BACK),
]
