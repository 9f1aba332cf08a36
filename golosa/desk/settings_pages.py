"""The settings at the desk: those of game.toml, the login on the forum, the players' page."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from msgspec import structs
from platformdirs import user_state_path
from starlette.responses import Response
from starlette.routing import Route

from forums.logins import Secret
from golosa.access import passwords, sessions
from golosa.access.entering import by_cookies, by_password
from golosa.access.profile import zone_note
from golosa.access.sessions import forum_of
from golosa.catalogue.wording import word
from golosa.desk import settings
from golosa.desk.asking import Ask, does, shows
from golosa.desk.jobs import Progress
from golosa.errors import GolosaError
from golosa.folder.config import ForumTable
from golosa.folder.game import Game
from golosa.folder.gamefile import set_access, set_table
from golosa.public import PUBLIC

BACK = "/settings"
LOGIN = "login"


def page(ask: Ask) -> Response:
    """The page of the settings."""
    found = ask.desk.jobs.take(LOGIN)
    if found is not None:
        state, told = found
        ask.desk.say(state.fault or told, good=not state.fault)
    with ask.desk.game() as game:
        tables = {table: settings.fields(game.config, table, secrets=ask.desk.secrets) for table in settings.SETTINGS}
        return ask.show(
            "settings",
            tables=tables,
            user=game.config.forum.user,
            cookies=game.config.forum.cookies is not None,
            forum=forum_of(_page_of(game) or ""),
            page_of=_page_of(game) or "",
            sharing=ask.desk.sharing,
            public=str((game.folder / PUBLIC).resolve()),
        )


def _page_of(game: Game) -> str | None:
    """A page of the game's forum: its last thread."""
    threads = [thread for day in sorted(game.config.day, key=lambda day: day.number) for thread in day.threads]
    return threads[-1] if threads else None


def keep(ask: Ask) -> Response:
    """Keeps the settings of one table."""
    ask.require_unchanged()
    table = ask.text("table")
    if table not in settings.SETTINGS:
        raise GolosaError(ask.words["settings"]["which"])
    with ask.desk.game() as game:
        changes = settings.changed(game.config, table, ask.text, secrets=ask.desk.secrets)
        if changes:
            set_table(game.folder, table, changes)
    return ask.done(BACK, ask.words["settings"]["kept"])


def log_in(ask: Ask) -> Response:
    """Logs in to the forum by name and password, in the background; the password is kept where the host wants it."""
    url, user, password = ask.address("url"), ask.text("user"), Secret(ask.text("password"))
    if not user or not password.reveal():
        raise GolosaError(ask.words["settings"]["who"])
    desk, words, keeps = ask.desk, ask.words["settings"], bool(ask.text("keep"))
    with desk.game() as game:
        forum = game.config.forum

    def work(progress: Progress) -> str:
        door = by_password(url, forum, user, password, sleep=desk.sleep)
        set_access(desk.folder, user=user, cookies=None)
        passwords.remember(url, user, password)
        kept = passwords.keep(url, user, password) if keeps else True
        told = str(words["inside"]).format(user=user, forum=forum_of(door.page.url or url))
        return _and(
            ask, told if kept else f"{told} {words['no_keyring']}", url, structs.replace(forum, user=user, cookies=None)
        )

    ask.begin(LOGIN, work)
    return ask.done(BACK)


def _and(ask: Ask, told: str, url: str, forum: ForumTable) -> str:
    """With what there is to know of the zone in which the forum shows this member its times."""
    note = zone_note(url, forum, ask.desk.folder, sleep=ask.desk.sleep)
    return told if note is None else f"{told} {word(note, ask.lang)}"


def take_cookies(ask: Ask) -> Response:
    """Takes a browser's cookies.txt, and tries them in the background; it is kept outside of the game's folder."""
    url = ask.address("url")
    path = _keep_cookies(url, ask.file().file.read())
    desk, words = ask.desk, ask.words["settings"]
    with desk.game() as game:
        forum = ForumTable(zone=game.config.forum.zone, cookies=str(path))

    def work(progress: Progress) -> str:
        door = by_cookies(url, forum, desk.folder, sleep=desk.sleep)
        set_access(desk.folder, user=None, cookies=str(path))
        return _and(ask, str(words["inside_by_cookies"]).format(forum=forum_of(door.page.url or url)), url, forum)

    ask.begin(LOGIN, work)
    return ask.done(BACK)


def _keep_cookies(url: str, content: bytes) -> Path:
    """Writes the cookies to this user's own files, where no copy of the game takes them along."""
    folder = user_state_path("golosa", appauthor=False) / "cookies"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{hashlib.sha256(forum_of(url).encode()).hexdigest()[:24]}.txt"
    with os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
    return path


def forget(ask: Ask) -> Response:
    """Deletes the kept session and password, and reads as a guest again."""
    with ask.desk.game() as game:
        user, url = game.config.forum.user, _page_of(game)
        if user is not None and url is not None:
            sessions.forget(url, user)
            passwords.forget(url, user)
        set_access(game.folder, user=None, cookies=None)
    return ask.done(BACK, ask.words["settings"]["forgotten"])


def share(ask: Ask) -> Response:
    """Serves the players' page, or ends it."""
    if ask.text("do") == "stop":
        ask.desk.sharing.stop()
        return ask.done(BACK, ask.words["share"]["stopped"])
    ask.desk.sharing.start(ask.desk.folder, everywhere=ask.text("do") == "everywhere")
    return ask.done(BACK, ask.words["share"]["started"])


ROUTES: list[Route] = [
    shows(BACK, page),
    does("/settings/keep", keep, BACK),
    does("/settings/login", log_in, BACK),
    does("/settings/cookies", take_cookies, BACK),
    does("/settings/forget", forget, BACK),
    does("/settings/share", share, BACK),
]
