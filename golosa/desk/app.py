"""The desk's app: its routes behind its guard. Knows which pages there are."""

from __future__ import annotations

import contextlib
import gc
import sys
import traceback
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from golosa.clock import system_clock
from golosa.desk import (
    check_pages,
    day_pages,
    days,
    game_pages,
    hand_pages,
    night_pages,
    post_pages,
    roster_pages,
    settings_pages,
    start_pages,
)
from golosa.desk.asking import Ask, does, shows
from golosa.desk.desk import Desk
from golosa.desk.guard import Guard
from golosa.desk.words import LANGUAGES, words_of
from golosa.errors import GolosaError
from golosa.texts import render
from golosa.web import SecurityHeaders
from golosa.web.headers import HEADERS

STATIC = Path(__file__).with_name("static")


class _Files(StaticFiles):
    """The desk's own files, which a browser keeps and asks about: it reads and compiles them once."""

    def file_response(self, *given: Any, **more: Any) -> Response:
        response = super().file_response(*given, **more)
        response.headers["cache-control"] = "no-cache"
        return response


def build(desk: Desk, port: int) -> Starlette:
    """The app of a desk that is served on that port."""
    app = Starlette(
        routes=[*_routes(), Mount("/static", _Files(directory=STATIC), name="static")],
        middleware=[Middleware(SecurityHeaders), Middleware(Guard, keys=desk.keys, port=port)],
        exception_handlers={404: _no_page, Exception: _bug},
    )
    app.state.desk = desk
    return app


async def _bug(request: Request, error: Exception) -> Response:
    """A fault of the program's own: told in a line, with the whole story on the terminal."""
    traceback.print_exception(error, file=sys.stderr)
    told = words_of(request.app.state.desk.lang or "ru")["fault"]["bug"]
    return PlainTextResponse(f"golosa: {told}\n(a bug: {type(error).__name__}: {error})\n", 500, HEADERS)


async def _no_page(request: Request, error: Exception) -> Response:
    """An address that is none of the desk's, in the host's language."""
    told = words_of(request.app.state.desk.lang or "ru")["fault"]["no_page"]
    return PlainTextResponse(f"golosa: {told}\n", 404)


def _routes() -> list[Route]:
    own = [shows("/", _home), does("/language", _language, "/"), does("/secrets", _secrets, "/night")]
    return [
        *own,
        *start_pages.ROUTES,
        *day_pages.ROUTES,
        *post_pages.ROUTES,
        *night_pages.ROUTES,
        *hand_pages.ROUTES,
        *check_pages.ROUTES,
        *game_pages.ROUTES,
        *settings_pages.ROUTES,
        *roster_pages.ROUTES,
    ]


def _home(ask: Ask) -> Response:
    """Where the game stands: its day, or the form of a new one."""
    return RedirectResponse("/day" if ask.desk.has_game else "/start", 303)


def _language(ask: Ask) -> Response:
    if ask.text("lang") in LANGUAGES:
        ask.desk.lang = ask.text("lang")
    return ask.done(ask.place())


def _secrets(ask: Ask) -> Response:
    ask.desk.show_secrets(shown=ask.text("shown") == "yes")
    return ask.done(ask.place())


def get_ready(desk: Desk) -> None:
    """Does once what the first click on each page would wait for, while the browser opens: our templates are loaded,
    the game's threads are read and counted, and Python's search for garbage is set to many short pauses. What is wrong
    with the game is left to the page to tell."""
    # A desk lives for hours: garbage is looked for often and briefly, not for 130 ms in one click of 300.
    gc.set_threshold(5_000, 20, 1_000)
    render.get_ready("desk")
    with contextlib.suppress(GolosaError):
        if desk.has_game:
            with desk.game() as game:
                now = system_clock()
                days.screen(game, game.day(None, now), now, desk.lang or game.config.game.lang)
