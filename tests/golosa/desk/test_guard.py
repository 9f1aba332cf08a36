"""Who may talk to the desk: foreign hosts, pages and forms are refused, and nothing is changed by them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from golosa.desk.app import build
from golosa.desk.desk import Desk
from golosa.folder.newgame import NewGame, make

EVIL = "<script>alert(1)</script>"
LONG = "Ж" * 500
TURNED = "\u202eйок\u2066лиС\u202c"


@pytest.fixture
def client(serve: Any, tmp_path: Any, client_of: Any) -> Any:
    now = datetime(2026, 3, 2, 12, tzinfo=UTC)
    players = (EVIL, LONG, TURNED, "Лис", "Аня")
    make(tmp_path / "game", NewGame(title=EVIL, hosts=("Ведущий",), players=players, rules="classic10"), now)
    return client_of(serve(tmp_path / "game", now))


def routes(method: str) -> list[str]:
    """The paths of the desk that take that method."""
    app = build(Desk(Path("nowhere")), 1)
    return sorted(route.path for route in app.routes if method in (getattr(route, "methods", None) or ()))


def test_the_desks_own_browser_is_let_in(client: Any) -> None:
    assert client.get("/day")[0] == 200
    assert client.get("/day", origin=f"http://{client.host}", sec_fetch_site="same-origin")[0] == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", "127.0.0.1", ""])
def test_a_foreign_host_is_refused(client: Any, host: str) -> None:
    assert client.get("/day", host=host.format(port=client.port))[0] == 421


@pytest.mark.parametrize(
    "heads", [{"origin": "http://evil.example"}, {"origin": "null"}, {"sec_fetch_site": "cross-site"}]
)
def test_a_foreign_page_is_refused_for_pages_and_changes(client: Any, heads: dict[str, str]) -> None:
    assert client.get("/game", **heads)[0] == 403
    assert client.post("/language", {"csrf": client.desk.keys.csrf, "lang": "en"}, **heads)[0] == 403
    assert client.desk.lang == "ru"


def test_a_change_without_origin_is_refused(client: Any) -> None:
    form = {"csrf": client.desk.keys.csrf, "lang": "en"}
    assert client.ask("POST", "/language", form, host=client.host, cookie=client.cookie)[0] == 403
    assert client.desk.lang == "ru"


@pytest.mark.parametrize("cookie", ["", "golosa-desk-{port}=guess", "golosa-desk-{port}=", "=;;=\x7f", "other=1"])
def test_without_the_cookie_nothing_is_shown_and_nothing_changed(client: Any, cookie: str) -> None:
    given = cookie.format(port=client.port)
    for path in routes("GET"):
        assert client.get(path, cookie=given)[0] == 403, path
    assert client.post("/language", {"csrf": client.desk.keys.csrf, "lang": "en"}, cookie=given)[0] == 403
    assert client.desk.lang == "ru"


@pytest.mark.parametrize("csrf", [None, "", "guess"])
def test_every_change_needs_the_forms_token(client: Any, csrf: str | None) -> None:
    paths = routes("POST")
    assert len(paths) > 25
    before = {path: path.read_bytes() for path in client.desk.folder.iterdir() if path.suffix in (".toml", ".db")}
    for path in paths:
        form = {"lang": "en", "shown": "yes", "do": "make"} | ({"csrf": csrf} if csrf is not None else {})
        assert client.post(path, form)[0] == 403, path
    assert client.desk.lang == "ru" and not client.desk.secrets
    assert before == {path: path.read_bytes() for path in before}


def test_the_address_is_good_once(client: Any) -> None:
    token = client.desk.keys.token
    assert client.ask("GET", "/enter?token=guess", host=client.host)[0] == 403
    status, heads, body = client.ask("GET", f"/enter?token={quote(token)}", host=client.host)
    assert status == 200 and token not in body
    assert "HttpOnly" in heads["set-cookie"] and "SameSite=strict" in heads["set-cookie"]
    assert heads["cache-control"] == "no-store"
    assert client.ask("GET", f"/enter?token={quote(token)}", host=client.host)[0] == 403


def test_answers_carry_a_strict_policy_and_are_kept_by_nobody(client: Any) -> None:
    _, heads, body = client.get("/game")
    policy = heads["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert heads["cache-control"] == "no-store" and heads["x-frame-options"] == "DENY"
    assert " style=" not in body and " onclick" not in body and "<script>" not in body


@pytest.mark.parametrize(
    "path",
    [
        "/static/../guard.py",
        "/static/..%2fguard.py",
        "/static/%2e%2e/app.py",
        "/static/....//app.py",
        "/static//etc/passwd",
        "/static/..\\app.py",
        "/static/%00",
        "/../../etc/passwd",
        "/game/../game.toml",
        "/day?day=../../etc/passwd",
        "/day?paste=../../etc/passwd",
    ],
)
def test_paths_that_lead_elsewhere_lead_nowhere(client: Any, path: str) -> None:
    status, _, body = client.get(path)
    assert "root:" not in body and "import " not in body and "[game]" not in body
    assert status in (200, 404)


def test_a_post_that_is_not_there_is_told_not_shown(client: Any) -> None:
    status, _, body = client.get("/day/post?day=1&post=%3Cscript%3E")
    assert status == 200 and "<script>" not in body and "&lt;script&gt;" in body


def test_hostile_nicks_are_text(client: Any) -> None:
    for path in ("/day", "/game", "/night", "/day?paste=opening"):
        status, _, body = client.get(path)
        assert status == 200
        assert EVIL not in body
    players = client.get("/game")[2]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in players and LONG in players
    # What turns the direction of writing stays inside its own element.
    assert f"<bdi>{TURNED}</bdi>" in players


def test_hostile_nicks_break_no_layout_and_run_nothing(client: Any, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.goto(f"http://{client.host}/enter?token={client.desk.keys.token}")
    page.wait_for_url("**/day*")
    for path in ("/day", "/game", "/night"):
        page.goto(f"http://{client.host}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    assert dialogs == []
    page.close()


def test_a_form_of_a_desk_that_was_started_anew_says_so(client: Any) -> None:
    status, _, body = client.post("/language", {"csrf": "old", "lang": "en"})
    assert status == 403 and "Страница устарела" in body


def test_a_bug_is_told_in_a_line_and_leaves_the_desk_open(client: Any, monkeypatch: Any, capfd: Any) -> None:
    monkeypatch.setattr("golosa.desk.days.screen", lambda *given: 1 / 0)
    status, heads, body = client.get("/day")
    assert status == 500 and "a bug: ZeroDivisionError" in body and "Traceback" not in body
    assert heads["content-security-policy"]
    assert "Traceback" in capfd.readouterr().err
    assert client.get("/game")[0] == 200


def test_a_browser_keeps_the_desks_own_files_and_asks_whether_they_are_others(client: Any) -> None:
    status, heads, _ = client.get("/static/desk.css")
    assert (status, heads["cache-control"]) == (200, "no-cache")
    status, heads, body = client.get("/static/desk.css", if_none_match=heads["etag"])
    assert (status, heads["cache-control"], body) == (304, "no-cache", "")
