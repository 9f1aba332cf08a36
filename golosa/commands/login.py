"""`golosa login`: tries to log in to the forum, says what it found, and keeps or forgets what lets in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from golosa.commands.options import addresses, folder_option, json_option, say
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.folder.config import ForumTable
    from scraper.login import Door


class _Way(Struct, frozen=True):
    """Where to log in and as whom."""

    url: str
    forum: ForumTable
    folder: Path
    in_game: bool


@click.command("login")
@folder_option
@json_option
@click.option("--url", metavar="URL", help="A page of the forum; the game's last thread if left out.")
@click.option("--user", metavar="NAME", help="Your account; [forum] user of game.toml if left out, and written there.")
@click.option("--cookies", metavar="FILE", help="Use a browser's cookies.txt instead of a password.")
@click.option("--keep/--no-keep", default=None, help="Keep the password in the keyring; you are asked if left out.")
@click.option("--forget", is_flag=True, help="Delete the kept session and password instead.")
def command(folder: Path, as_json: bool, **given: Any) -> int:
    """Log in to the forum, to read what only members see.

    The password comes from GOLOSA_PASSWORD, the keyring or the terminal. It is never written into the game's folder.
    Exit status 3 where the forum does not let in.
    """
    way = _way(folder, given)
    if given["forget"]:
        return _forget(way, as_json=as_json)
    if way.forum.cookies is not None:
        return _by_cookies(way, as_json=as_json)
    return _by_password(way, given, as_json=as_json)


def _way(folder: Path, given: dict[str, Any]) -> _Way:
    from msgspec import structs

    from golosa.folder import config
    from golosa.folder.config import ForumTable

    in_game = (folder / config.NAME).is_file()
    if given["url"]:
        addresses((given["url"],), "--url")
    found = config.load(folder) if in_game or not given["url"] else None
    forum = found.forum if found is not None else ForumTable()
    threads = [thread for day in found.day for thread in day.threads] if found is not None else []
    url = given["url"] or next(reversed(threads), None)
    if url is None:
        raise GolosaError("which forum? Give a page of it with --url")
    if given["cookies"]:
        forum = structs.replace(forum, cookies=str(Path(given["cookies"]).absolute()))
    elif given["user"]:
        forum = structs.replace(forum, user=given["user"], cookies=None)
    if forum.user is None and forum.cookies is None:
        raise GolosaError("as whom? Give --user NAME, or --cookies FILE with a browser's cookies")
    return _Way(url, forum, folder, in_game)


def _forget(way: _Way, *, as_json: bool) -> int:
    from golosa.access import passwords, sessions

    if way.forum.user is None:
        raise GolosaError("--forget is for a user; a cookies.txt is yours to delete")
    session, password = sessions.forget(way.url, way.forum.user), passwords.forget(way.url, way.forum.user)
    told = [what for what, was in (("the session", session), ("the password in the keyring", password)) if was]
    text = f"forgotten: {' and '.join(told)}" if told else "there was nothing to forget"
    say(text, {"session": session, "password": password}, as_json=as_json)
    return 0


def _by_cookies(way: _Way, *, as_json: bool) -> int:
    from golosa.access import cookies
    from golosa.access.entering import by_cookies

    assert way.forum.cookies is not None
    path = way.folder / Path(way.forum.cookies).expanduser()
    door = by_cookies(way.url, way.forum, way.folder)
    if cookies.readable_by_others(path):
        click.echo(f"note: {path} can be read by others on this machine: `chmod go-rwx` it", err=True)
    _write(way, cookies=way.forum.cookies, user=None)
    _note_zone(way)
    return _told(way, door, "by the cookies of a browser", as_json=as_json)


def _by_password(way: _Way, given: dict[str, Any], *, as_json: bool) -> int:
    from golosa.access import passwords
    from golosa.access.entering import by_password

    assert way.forum.user is not None
    user = way.forum.user
    password, typed = passwords.found(way.url, user)
    door = by_password(way.url, way.forum, user, password)
    _write(way, user=user, cookies=None)
    _note_zone(way)
    keep = given["keep"]
    if keep is None and typed and sys.stdin.isatty() and not as_json:
        keep = click.confirm("Keep the password in the keyring?", err=True)
    if keep and not passwords.keep(way.url, user, password):
        click.echo("note: there is no keyring here to keep the password in: set GOLOSA_PASSWORD instead", err=True)
    return _told(way, door, f"as {user}", as_json=as_json)


def _note_zone(way: _Way) -> None:
    from golosa.access.profile import zone_note

    if note := zone_note(way.url, way.forum, way.folder):
        click.echo(f"note: {note}", err=True)


def _write(way: _Way, *, user: str | None, cookies: str | None) -> None:
    """What was given by an option and works goes into game.toml."""
    from golosa.folder import gamefile

    if way.in_game:
        gamefile.set_access(way.folder, user=user, cookies=cookies)


def _told(way: _Way, door: Door, how: str, *, as_json: bool) -> int:
    from golosa.access.sessions import forum_of

    forum = forum_of(door.page.url or way.url)
    if forum.startswith("http://"):
        click.echo(f"note: {forum} has no https here: what is sent to it can be read on the way", err=True)
    say(f"{door.software} at {forum}: logged in {how}", {"software": door.software, "forum": forum}, as_json=as_json)
    return 0
