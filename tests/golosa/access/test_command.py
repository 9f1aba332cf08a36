"""`golosa login`, and counting as a member: where secrets may lie, and that they show up nowhere else."""

from __future__ import annotations

import json
import re
import stat
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from golosa.access import passwords, sessions
from golosa.folder.config import load
from golosa.reading import fetching
from scraper.client import Manners

QUICK = Manners(user_agent="golosa-test", delay=0, backoff=0, retries=0, timeout=5)


class Ring(ModuleType):
    """A keyring."""

    def __init__(self) -> None:
        super().__init__("keyring")
        self.held: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, name: str) -> str | None:
        return self.held.get((service, name))

    def set_password(self, service: str, name: str, text: str) -> None:
        self.held[service, name] = text

    def delete_password(self, service: str, name: str) -> None:
        del self.held[service, name]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MANNERS", QUICK)


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Ring:
    import keyring.errors  # noqa: F401 - known before another keyring takes its place

    made = Ring()
    monkeypatch.setitem(sys.modules, "keyring", made)
    return made


@pytest.fixture
def game(table: Any, phpbb: Any) -> Any:
    """A game whose thread only members see."""
    table.url = phpbb.url
    table.new()
    return table


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_a_login_is_told_kept_and_used(game: Any, phpbb: Any, private: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLOSA_PASSWORD", phpbb.password)
    out = game.run("login", "-C", game.folder, "--user", phpbb.user)
    assert out == f"phpbb at {phpbb.address}: logged in as {phpbb.user}\n"
    assert "has no https here" in game.err
    assert load(game.folder).forum.user == phpbb.user
    monkeypatch.delenv("GOLOSA_PASSWORD")
    found = json.loads(game.run("count", "-C", game.folder, "--json", status=None))
    assert "members only" not in found["incomplete_why"] and phpbb.logins == 1  # the kept session does
    (file,) = private.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(private.stat().st_mode) == 0o700


@pytest.mark.parametrize("hours", [0, 2])
def test_a_profile_in_another_zone_than_guests_see_is_told_at_once(
    game: Any, _board: Any, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """SMF's pages do not tell their zone: times that differ by whole hours do."""
    _board.reset(_board.kinds["smf"])
    _board.members_only = False
    plain = _board.thread
    clock = re.compile(r"(?<=2026, )(\d\d)(?=:\d\d)")

    def shown(session: str = "") -> str:
        page: str = plain(session)
        return clock.sub(lambda found: f"{int(found[1]) + hours:02d}", page) if session else page

    monkeypatch.setattr(_board, "thread", shown)
    monkeypatch.setenv("GOLOSA_PASSWORD", _board.password)
    game.run("login", "-C", game.folder, "--url", _board.url, "--user", _board.user)
    assert ("your profile shows the same posts 2:00 h later than guests see them" in game.err) is (hours == 2)


def test_no_secret_in_the_game_its_output_or_a_trace(game: Any, phpbb: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLOSA_PASSWORD", phpbb.password)
    told = game.run("login", "-C", game.folder, "--user", phpbb.user, "--json") + game.err
    told += game.run("count", "-C", game.folder, status=None) + game.err
    assert phpbb.logins == 1
    monkeypatch.setenv("GOLOSA_PASSWORD", "другая тайна")
    told += game.run("login", "-C", game.folder, "--verbose", status=3) + game.err
    assert "Traceback" in game.err and "the forum did not let in" in game.err
    (session,) = phpbb.members
    for secret in (phpbb.password, "другая тайна", session):
        assert secret not in told
        assert secret.encode() not in everything(game.folder)


def test_a_session_that_is_over_is_renewed_while_counting(
    game: Any, phpbb: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(passwords.variable_of(phpbb.url), phpbb.password)
    game.run("login", "-C", game.folder, "--user", phpbb.user)
    phpbb.members.clear()
    phpbb.members_only = True
    game.run("count", "-C", game.folder, status=None)
    assert phpbb.logins == 2


def test_without_a_session_the_first_fetch_logs_in(game: Any, phpbb: Any, ring: Ring) -> None:
    ring.held["golosa", f"{phpbb.user}@{phpbb.address}"] = phpbb.password
    game.run("login", "-C", game.folder, "--user", phpbb.user)
    assert sessions.forget(phpbb.url, phpbb.user)
    game.run("count", "-C", game.folder, status=None)
    assert phpbb.logins == 2


def test_without_a_password_it_is_told_what_to_do(game: Any, phpbb: Any) -> None:
    assert game.run("login", "-C", game.folder, "--user", phpbb.user, status=2) == ""
    assert f"no password of {phpbb.user} at {phpbb.address} is known: set GOLOSA_PASSWORD" in game.err
    assert game.err.count("\n") == 1
    assert load(game.folder).forum.user is None  # what does not work is not written down


def test_a_typed_password_is_kept_if_the_host_wants_it(
    game: Any, phpbb: Any, ring: Ring, monkeypatch: pytest.MonkeyPatch
) -> None:
    import click

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    asked: list[str] = []

    def prompt(text: str, **more: Any) -> str:
        assert more["hide_input"] is True
        asked.append(text)
        return str(phpbb.password)

    monkeypatch.setattr(click, "prompt", prompt)
    monkeypatch.setattr(click, "confirm", lambda text, **more: asked.append(text) or True)
    game.run("login", "-C", game.folder, "--user", phpbb.user)
    assert asked == [f"Password of {phpbb.user} at {phpbb.address}", "Keep the password in the keyring?"]
    assert ring.held == {("golosa", f"{phpbb.user}@{phpbb.address}"): phpbb.password}


def test_forgetting_takes_session_and_password_away(game: Any, phpbb: Any, ring: Ring, private: Path) -> None:
    ring.held["golosa", f"{phpbb.user}@{phpbb.address}"] = phpbb.password
    game.run("login", "-C", game.folder, "--user", phpbb.user)
    out = game.run("login", "-C", game.folder, "--forget")
    assert out == "forgotten: the session and the password in the keyring\n"
    assert not ring.held and not list(private.iterdir())
    assert game.run("login", "-C", game.folder, "--forget") == "there was nothing to forget\n"


@pytest.mark.parametrize("broken", [True, False])
def test_where_there_is_no_keyring_it_is_told(
    game: Any, phpbb: Any, monkeypatch: pytest.MonkeyPatch, broken: bool
) -> None:
    if not broken:
        monkeypatch.setitem(sys.modules, "keyring", None)
    monkeypatch.setenv("GOLOSA_PASSWORD", phpbb.password)
    game.run("login", "-C", game.folder, "--user", phpbb.user, "--keep")
    assert "there is no keyring here to keep the password in" in game.err


def cookies_file(folder: Path, phpbb: Any, *, host: str = "127.0.0.1", more: str = "") -> Path:
    phpbb.members.add("c" * 32)
    path = folder / "cookies.txt"
    path.write_text(
        "# Netscape HTTP Cookie File\n\n"
        f"#HttpOnly_{host}\tFALSE\t/\tFALSE\t4102444800\tphpbb3_x_sid\t{'c' * 32}\n"
        f"shop.example\tFALSE\t/\tTRUE\t0\tbasket\tsecret-basket\n{more}",
        encoding="utf-8",
    )
    path.chmod(0o600)
    return path


def test_a_browsers_cookies_let_in(game: Any, phpbb: Any, tmp_path: Path) -> None:
    file = cookies_file(tmp_path, phpbb)
    assert game.run("login", "-C", game.folder, "--cookies", file) == (
        f"phpbb at {phpbb.address}: logged in by the cookies of a browser\n"
    )
    assert "read by others" not in game.err
    assert load(game.folder).forum.cookies == str(file)
    game.run("count", "-C", game.folder, status=None)
    assert phpbb.logins == 0
    assert all("basket" not in cookies for _, _, cookies in phpbb.log)
    file.chmod(0o644)
    game.run("login", "-C", game.folder)
    assert f"{file} can be read by others on this machine" in game.err


def test_probe_reads_as_the_game_does(game: Any, phpbb: Any, tmp_path: Path) -> None:
    game.run("login", "-C", game.folder, "--cookies", cookies_file(tmp_path, phpbb))
    found = json.loads(game.run("probe", phpbb.url, "-C", game.folder, "--json"))
    assert found["pages"][0]["posts"]
    game.run("probe", phpbb.url, "--zone", "Europe/Moscow", status=3)


def test_the_check_up_tells_of_cookies_that_others_may_get(game: Any, phpbb: Any, tmp_path: Path) -> None:
    file = cookies_file(tmp_path, phpbb)
    game.run("login", "-C", game.folder, "--cookies", file)
    assert "cookies" not in game.run("doctor", "-C", game.folder, "--offline")
    file.chmod(0o644)
    assert "can be read by others on this machine" in game.run("doctor", "-C", game.folder, "--offline")
    inside = game.folder / "cookies.txt"
    file.rename(inside)
    assert "is not there: export" in game.run("doctor", "-C", game.folder, "--offline", status=2)
    game.run("login", "-C", game.folder, "--cookies", inside)
    assert "lies in the game's folder" in game.run("doctor", "-C", game.folder, "--offline")


def test_a_netrc_is_not_asked(game: Any, phpbb: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from urllib.parse import urlsplit

    netrc = tmp_path / "netrc"
    netrc.write_text(f"machine {urlsplit(phpbb.url).hostname} login x password y\n", encoding="utf-8")
    monkeypatch.setenv("NETRC", str(netrc))
    game.run("login", "-C", game.folder, "--cookies", cookies_file(tmp_path, phpbb))
    assert phpbb.authorized == set()


def test_cookies_that_let_in_no_more_are_told(game: Any, phpbb: Any, tmp_path: Path) -> None:
    file = cookies_file(tmp_path, phpbb)
    phpbb.members.clear()
    game.run("login", "-C", game.folder, "--cookies", file, status=3)
    assert "its cookies do not let in: log in with the browser and export them again" in game.err


@pytest.mark.parametrize(
    ("host", "more", "told"),
    [
        ("forum.example", "", "no cookies for 127.0.0.1 in it"),
        ("127.0.0.1", "hush hush\n", "line 5: is no cookie in Netscape's format"),
        ("127.0.0.1", "a\tTRUE\t/\tTRUE\tsoon\thush\thush\n", "line 5: the fifth field is no time"),
    ],
)
def test_a_wrong_cookies_file_is_told_without_its_contents(
    game: Any, phpbb: Any, tmp_path: Path, host: str, more: str, told: str
) -> None:
    file = cookies_file(tmp_path, phpbb, host=host, more=more)
    game.run("login", "-C", game.folder, "--cookies", file, "--verbose", status=2)
    assert told in game.err and "hush" not in game.err and "c" * 32 not in game.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--url", "forum.example"], "give the thread's address"),
        (["--user", "Кто"], "no game here; make one with"),
        (["--url", "http://forum.example/"], "as whom? Give --user NAME"),
        (
            ["--url", "http://forum.example/", "--user", "Кто", "--forget", "--cookies", "c.txt"],
            "--forget is for a user",
        ),
    ],
)
def test_wrong_use_is_told(table: Any, tmp_path: Path, words: list[str], told: str) -> None:
    table.run("login", "-C", tmp_path, *words, status=2)
    assert told in table.err


def test_players_are_read_from_a_signup_thread_for_members(
    phpbb: Any, table: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With the name of a member, and without: then the door is told for what it is."""
    monkeypatch.setenv("GOLOSA_PASSWORD", phpbb.password)
    monkeypatch.setattr(phpbb, "thread", lambda session="": SIGNUP)
    table.new("--signup", phpbb.url, "--yes", status=3)
    assert "login" in table.err
    out = table.new("--signup", phpbb.url, "--user", phpbb.user, "--yes")
    assert "signed up: Рысь" in out
    assert f'user = "{phpbb.user}"' in (table.folder / "game.toml").read_text("utf-8")


SIGNUP = """<!DOCTYPE html><html lang="ru"><body id="phpbb" class="section-viewtopic">
<a href="./ucp.php?mode=logout">Выход</a>
<div id="p7" class="post"><p class="author">
<a class="username" href="./memberlist.php?mode=viewprofile&amp;u=2">Ведущий</a>
» <time datetime="2026-03-01T06:00:00+00:00">01 мар 2026, 09:00</time></p>
<div class="content">1. Рысь<br>2. Выдра</div></div></body></html>"""
