# ruff: noqa: E501 - forms as the software writes them, a piece of markup each
"""A forum on loopback that lets members in as each software does, with its own fields, tokens and answers."""

from __future__ import annotations

import hashlib
import html
import json
import secrets
import threading
from collections.abc import Callable, Iterator
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import pytest

USER, PASSWORD = "Ведущий", "Тайна №7 & Co"
PAGES = Path(__file__).parents[3] / "fixtures" / "pages"


class Kind(NamedTuple):
    """How one software logs in."""

    software: str
    page: str  #: fixture of a thread's page
    thread: str  #: its address
    door: str  #: address of the form
    form: str  #: the form; `{token}` and `{sid}` are the board's
    sent: str  #: address that the form goes to
    wants: dict[str, str]  #: fields that must come, with their values; "*" any, "token" the board's
    way_out: str  #: what only members see
    frame: str  #: the page around the form
    session: str  #: name of the cookie
    encoding: str = "utf-8"


def _pun(software: str, frame: str, page: str, *, encoding: str = "utf-8") -> Kind:
    return Kind(
        software, page, "/viewtopic.php?id=7", "/login.php",
        '<form id="login" method="post" action="login.php?action=in"><input type="hidden" name="form_sent" value="1" />'
        '<input type="hidden" name="redirect_url" value="index.php" /><input type="hidden" name="csrf_token" value="{token}" />'
        '<input type="text" name="req_username" /><input type="password" name="req_password" />'
        '<input type="checkbox" name="save_pass" value="1" /><input type="submit" name="login" value="Войти" /></form>',
        "/login.php?action=in",
        {"form_sent": "1", "csrf_token": "token", "req_username": USER, "req_password": PASSWORD, "save_pass": "1", "login": "Войти"},
        '<a href="login.php?action=out&amp;id=2&amp;csrf_token={sid}">Выход</a>', frame, "pun_cookie", encoding,
    )  # fmt: skip


def _vbulletin(software: str, frame: str, page: str, *, encoding: str = "utf-8") -> Kind:
    md5 = hashlib.md5("".join(c if ord(c) < 256 else f"&#{ord(c)};" for c in PASSWORD).encode("latin-1")).hexdigest()
    return Kind(
        software, page, "/showthread.php?t=7", "/login.php?do=login",
        '<form action="login.php?do=login" method="post" onsubmit="md5hash(vb_login_password, vb_login_md5password)">'
        '<input type="text" name="vb_login_username" /><input type="password" name="vb_login_password" />'
        '<input type="checkbox" name="cookieuser" value="1" /><input type="submit" value="Вход" />'
        '<input type="hidden" name="s" value="" /><input type="hidden" name="securitytoken" value="{token}" />'
        '<input type="hidden" name="do" value="login" /><input type="hidden" name="vb_login_md5password" />'
        '<input type="hidden" name="vb_login_md5password_utf" /></form>',
        "/login.php?do=login",
        {"vb_login_username": USER, "vb_login_password": "", "vb_login_md5password": md5, "do": "login", "securitytoken": "token",
         "vb_login_md5password_utf": hashlib.md5(PASSWORD.encode()).hexdigest(), "cookieuser": "1"},
        '<a href="login.php?do=logout&amp;logouthash=1">Выход</a>', frame, "bb_sessionhash", encoding,
    )  # fmt: skip


def _invision(software: str, frame: str, page: str) -> Kind:
    return Kind(
        software, page, "/topic/7-den-1/", "/login/",
        '<form method="get" action="/search/"><input type="text" name="q"></form>'
        '<form accept-charset="utf-8" method="post" action="/login/"><input type="hidden" name="csrfKey" value="{token}">'
        '<input type="text" name="auth"><input type="password" name="password"><input type="checkbox" name="remember_me" '
        'value="1" checked><button type="submit" name="_processLogin" value="usernamepassword">Войти</button></form>',
        "/login/",
        {"csrfKey": "token", "auth": USER, "password": PASSWORD, "remember_me": "1", "_processLogin": "usernamepassword"},
        '<a href="/logout/?csrfKey=1">Выход</a>', frame, "ips4_IPSSessionFront",
    )  # fmt: skip


KINDS = (
    Kind(
        "phpbb", "phpbb/ru_3_3_p1.html", "/viewtopic.php?t=7", "/ucp.php?mode=login",
        '<form action="./ucp.php?mode=login" method="post" id="login"><input type="text" name="username" value="" />'
        '<input type="password" name="password" /><input type="checkbox" name="autologin" /><input type="checkbox" '
        'name="viewonline" /><input type="hidden" name="redirect" value="./index.php" /><input type="hidden" '
        'name="creation_time" value="1" /><input type="hidden" name="form_token" value="{token}" /><input type="hidden" '
        'name="sid" value="{sid}" /><input type="submit" name="login" value="Вход" /></form>',
        "/ucp.php?mode=login",
        {"username": USER, "password": PASSWORD, "autologin": "on", "form_token": "token", "sid": "sid", "login": "Вход"},
        '<a href="./ucp.php?mode=logout&amp;sid={sid}">Выход</a>', '<body id="phpbb" class="nojs section-ucp ltr">', "phpbb3_x_sid",
    ),
    Kind(
        "smf", "smf/ru_2_1_p1.html", "/index.php?topic=9.0", "/index.php?action=login",
        '<form action="/index.php?action=login2" id="frmLogin" method="post"><input type="text" name="user" value="">'
        '<input type="password" name="passwrd" value=""><input type="number" name="cookielength" value="60">'
        '<input type="checkbox" name="cookieneverexp"><input type="hidden" name="hash_passwrd" value="">'
        '<input type="hidden" name="b2f7c1" value="{token}"><input type="submit" value="Вход"></form>',
        "/index.php?action=login2",
        {"user": USER, "passwrd": PASSWORD, "hash_passwrd": "", "b2f7c1": "token", "cookieneverexp": "on"},
        '<a href="/index.php?action=logout;b2f7c1=1">Выход</a>', '<body><script>var smf_scripturl = "/index.php";</script>', "PHPSESSID",
    ),
    Kind(
        "mybb", "mybb/ru_1_8_p1.html", "/showthread.php?tid=9", "/member.php?action=login",
        '<form action="member.php" method="post" id="quick"><input name="quick_username"><input type="password" name="quick_password"></form>'
        '<form action="member.php" method="post"><input type="text" name="username" /><input type="password" name="password" />'
        '<input type="checkbox" name="remember" value="yes" checked="checked" /><input type="submit" name="submit" value="Войти" />'
        '<input type="hidden" name="action" value="do_login" /><input type="hidden" name="url" value="" />'
        '<input type="hidden" name="my_post_key" value="{token}" /></form>',
        "/member.php",
        {"username": USER, "password": PASSWORD, "remember": "yes", "action": "do_login", "my_post_key": "token", "submit": "Войти"},
        '<a href="/member.php?action=logout&amp;logoutkey=1">Выход</a>', '<body><script>var my_post_key = "";</script>', "mybbuser",
    ),
    _pun("fluxbb", '<body><div id="punlogin" class="pun"><div id="brdheader"></div>', "fluxbb/ru_1_5_p1.html"),
    _pun("punbb", '<body><div id="brd-head"></div><div id="brd-login" class="brd-page">', "punbb/ru_1_4_p1.html"),
    _pun("mybbru", '<body><div id="pun_wrap"><div id="pun-login" class="punbb">', "mybbru/ru_p1.html", encoding="windows-1251"),
    _vbulletin("vbulletin3", '<head><meta name="generator" content="vBulletin 3.8.11" /></head><body>', "vbulletin3/ru_3_8_p1.html", encoding="windows-1251"),
    _vbulletin("vbulletin4", '<head><meta name="generator" content="vBulletin 4.2.5" /></head><body>', "vbulletin4/ru_4_2_p1.html"),
    Kind(
        "vbulletin5", "vbulletin5/ru_5_p1.html", "/forum/main/7-den-1", "/forum/main/auth/login-form",
        '<form action="/auth/login" method="post" class="h-clearfix js-login-form-main"><input type="text" name="username">'
        '<input type="password" name="password"><input type="checkbox" name="rememberme"><input type="hidden" name="privacyconsent" '
        'value="0"><input type="hidden" name="url" value=""><input type="hidden" name="securitytoken" value="{token}"></form>',
        "/auth/login",
        {"username": USER, "password": PASSWORD, "securitytoken": "token", "rememberme": "1"},
        '<a href="/auth/logout?logouthash=1">Выход</a>', '<body id="vb-page-body">', "sessionhash",
    ),
    Kind(
        "xenforo1", "xenforo1/ru_1_5_p1.html", "/threads/den-1.7/", "/login/",
        '<form action="login/login" method="post" id="pageLogin"><input type="text" name="login" value="">'
        '<input type="radio" name="register" value="1"><input type="radio" name="register" value="0" checked>'
        '<input type="password" name="password"><input type="checkbox" name="remember" value="1"><input type="submit" value="Вход">'
        '<input type="hidden" name="cookie_check" value="1"><input type="hidden" name="_xfToken" value="{token}">'
        '<input type="hidden" name="redirect" value="/"></form>',
        "/login/login",
        {"login": USER, "password": PASSWORD, "register": "0", "cookie_check": "1", "_xfToken": "token", "remember": "1"},
        "LoggedIn", '<html id="XenForo" class="Public NoJs LoggedOut"><head><base href="/"></head><body>', "xf_session",
    ),
    Kind(
        "xenforo", "xenforo/ru_2_2_p1.html", "/threads/den-1.7/", "/login/",
        '<form action="/login/login" method="post" class="block"><input type="text" name="login" value=""><input type="password" '
        'name="password"><input type="checkbox" name="remember" value="1" checked><input type="hidden" name="_xfRedirect" value="/">'
        '<input type="hidden" name="_xfToken" value="{token}"><button type="submit">Вход</button></form>',
        "/login/login",
        {"login": USER, "password": PASSWORD, "_xfToken": "token", "remember": "1"},
        'data-logged-in="true"', '<html id="XF" data-app="public" data-template="login" data-logged-in="false"><body>', "xf_session",
    ),
    Kind(
        "ipb2", "ipb2/ru_2_3_p1.html", "/index.php?showtopic=9", "/index.php?act=Login&CODE=00",
        '<form action="/index.php?act=Login&amp;CODE=01" method="post" name="LOGIN"><input type="hidden" name="referer" value="" />'
        '<input type="text" name="UserName" /><input type="password" name="PassWord" /><input type="checkbox" name="CookieDate" '
        'value="1" checked="checked" /><input type="submit" name="submit" value="Вход" /></form>',
        "/index.php?act=Login&CODE=01",
        {"UserName": USER, "PassWord": PASSWORD, "CookieDate": "1", "submit": "Вход"},
        '<a href="/index.php?act=Login&amp;CODE=03">Выход</a>', '<body><div id="ipbwrapper">', "session_id", "windows-1251",
    ),
    Kind(
        "ipb3", "ipb3/ru_3_4_p1.html", "/index.php?showtopic=9", "/index.php?app=core&module=global&section=login",
        '<form action="/index.php?app=core&amp;module=global&amp;section=login&amp;do=process" method="post" id="login">'
        '<input type="hidden" name="auth_key" value="{token}" /><input type="hidden" name="referer" value="" />'
        '<input type="text" name="ips_username" /><input type="password" name="ips_password" />'
        '<input type="checkbox" checked="checked" name="rememberMe" value="1" /></form>',
        "/index.php?app=core&module=global&section=login&do=process",
        {"auth_key": "token", "ips_username": USER, "ips_password": PASSWORD, "rememberMe": "1"},
        '<a href="/index.php?app=core&amp;module=global&amp;section=login&amp;do=logout&amp;k=1">Выход</a>', "<body id='ipboard_body'>", "session_id",
    ),
    Kind(
        "phpbb2", "phpbb2/ru_2_0_p1.html", "/viewtopic.php?t=12", "/login.php",
        '<form action="login.php" method="post" target="_top"><input type="text" name="username" value="" /><input type="password" '
        'name="password" /><input type="checkbox" name="autologin" /><input type="hidden" name="redirect" value="" />'
        '<input type="submit" name="login" class="mainoption" value="Вход" /></form>',
        "/login.php",
        {"username": USER, "password": PASSWORD, "autologin": "on", "login": "Вход"},
        '<a href="login.php?logout=true&amp;sid={sid}">Выход</a>', '<body><table class="bodyline"></table><table class="forumline"></table>',
        "phpbb2mysql_sid", "windows-1251",
    ),
    Kind(
        "smf1", "smf1/ru_1_1_p1.html", "/index.php?topic=12.0", "/index.php?action=login",
        '<form action="/index.php?action=login2" method="post" name="frmLogin"><input type="text" name="user" value="" />'
        '<input type="password" name="passwrd" value="" /><input type="text" name="cookielength" value="60" />'
        '<input type="checkbox" name="cookieneverexp" /><input type="submit" value="Вход" />'
        '<input type="hidden" name="hash_passwrd" value="" /></form>',
        "/index.php?action=login2",
        {"user": USER, "passwrd": PASSWORD, "hash_passwrd": "", "cookieneverexp": "on"},
        '<a href="/index.php?action=logout;sesc={sid}">Выход</a>', '<body><a target="_blank">Powered by SMF 1.1.21</a>', "PHPSESSID", "windows-1251",
    ),
    _invision("ips4", '<body class="ipsApp ipsApp_front" data-pageapp="core">', "ips4/ru_4_p1.html"),
    _invision("ips5", '<body id="ipsLayout" data-pageapp="core">', "ips5/ru_5_p1.html"),
)  # fmt: skip


class Board:
    """A forum of one of these kinds. `log` holds what was asked of it, with the cookies that came."""

    user, password, kinds = USER, PASSWORD, {kind.software: kind for kind in KINDS}

    def __init__(self) -> None:
        self.log: list[tuple[str, str, dict[str, str]]] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def reset(self, kind: Kind | None) -> None:
        """An empty forum of that kind."""
        self.kind = kind
        self.log, self.logins, self.authorized = [], 0, set[str]()
        self.members: set[str] = set()  #: sessions of members
        self.tokens: dict[str, str] = {}  #: session -> the token in its forms
        self.members_only = True
        self.answer: Callable[[str, str, dict[str, str]], Any] = lambda method, path, cookies: None

    @property
    def old(self) -> str:
        """The name of the cookie that lets in."""
        return self.kind.session if self.kind else "_t"

    @property
    def url(self) -> str:
        """The thread's address."""
        return self.address + (self.kind.thread if self.kind else "/t/den-1/7")

    def paths(self, method: str = "GET") -> list[str]:
        """What was asked for."""
        return [path for found, path, _ in self.log if found == method]

    def thread(self, session: str = "") -> str:
        """The thread's page, as a member sees it where a session is given."""
        assert self.kind is not None
        text = (PAGES / self.kind.page).read_bytes().decode(self.kind.encoding)
        if not session:
            return text
        if self.kind.software == "xenforo":
            return text.replace('data-logged-in="false"', "").replace("<html ", '<html data-logged-in="true" ', 1)
        if self.kind.software == "xenforo1":
            return text.replace("LoggedOut", "").replace('class="Public', 'class="LoggedIn Public', 1)
        start = text.index(">", text.index("<body")) + 1
        return text[:start] + self.kind.way_out.format(sid=session) + text[start:]

    def form(self, session: str, said: str = "") -> str:
        """The page with the form."""
        assert self.kind is not None
        self.tokens[session] = secrets.token_hex(8)
        form = self.kind.form.replace("{token}", self.tokens[session]).replace("{sid}", session)
        return f"{self.kind.frame}<div class='errorbox'>{said}</div>{form}</body></html>"

    def right(self, session: str, fields: dict[str, str]) -> bool:
        """Whether all that must come has come, with the token of this session."""
        assert self.kind is not None
        known = {"token": self.tokens.get(session, ""), "sid": session}
        return all(fields.get(name) == known.get(value, value) for name, value in self.kind.wants.items())

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        board = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self.serve("GET", {})

            def do_POST(self) -> None:
                encoding = board.kind.encoding if board.kind else "utf-8"
                body = self.rfile.read(int(self.headers["Content-Length"])).decode("ascii")
                self.serve("POST", dict(parse_qsl(body, keep_blank_values=True, encoding=encoding)))

            def serve(self, method: str, fields: dict[str, str]) -> None:
                cookies = {key: found.value for key, found in SimpleCookie(self.headers.get("Cookie", "")).items()}
                board.log.append((method, self.path, cookies))
                board.authorized |= {self.headers["Authorization"]} - {None}
                status, text, headers = board.answer(method, self.path, cookies) or board.serve(
                    method, self.path, cookies, fields
                )
                data = text.encode(board.kind.encoding if board.kind else "utf-8")
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                if not any(name == "Content-Type" for name, _ in headers):
                    self.send_header(
                        "Content-Type", f"text/html; charset={board.kind.encoding if board.kind else 'utf-8'}"
                    )
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
                """Quiet."""

        return Handler

    def serve(
        self, method: str, path: str, cookies: dict[str, str], fields: dict[str, str]
    ) -> tuple[int, str, list[tuple[str, str]]]:
        """What the forum answers."""
        if self.kind is None:
            return self.serve_json(method, path, cookies, fields)
        session = cookies.get(self.kind.session, "")
        if method == "POST" and path == self.kind.sent:
            self.logins += 1
            if not self.right(session, fields):
                return 200, self.form(session, "Неверный пароль: " + html.escape(fields.get("password", ""))), []
            fresh = secrets.token_hex(16)
            self.members.add(fresh)
            return (
                302,
                "",
                [("Location", self.kind.thread), ("Set-Cookie", f"{self.kind.session}={fresh}; path=/; HttpOnly")],
            )
        started = [] if session else [("Set-Cookie", f"{self.kind.session}={secrets.token_hex(16)}; path=/")]
        if session in self.members:
            return 200, self.thread(session), []
        if not session:
            session = started[0][1].split("=", 1)[1].partition(";")[0]
        if path == self.kind.thread and not self.members_only:
            return 200, self.thread(), started
        return 200, self.form(session, "Вы должны войти, чтобы сделать это."), started

    def serve_json(
        self, method: str, path: str, cookies: dict[str, str], fields: dict[str, str]
    ) -> tuple[int, str, list[tuple[str, str]]]:
        """Discourse."""
        kind = [("Content-Type", "application/json; charset=utf-8")]
        session = cookies.get("_forum_session", "")
        if path == "/session/csrf.json":
            fresh = secrets.token_hex(16)
            self.tokens[fresh] = secrets.token_hex(8)
            return (
                200,
                json.dumps({"csrf": self.tokens[fresh]}),
                [*kind, ("Set-Cookie", f"_forum_session={fresh}; path=/")],
            )
        if method == "POST" and path == "/session.json":
            self.logins += 1
            if (fields.get("login"), fields.get("password")) != (USER, PASSWORD) or session not in self.tokens:
                return 200, json.dumps({"error": "Неверное имя пользователя или пароль"}), kind
            fresh = secrets.token_hex(16)
            self.members.add(fresh)
            return 200, json.dumps({"user": {"username": USER}}), [*kind, ("Set-Cookie", f"_t={fresh}; path=/")]
        if path == "/session/current.json":
            inside = cookies.get("_t") in self.members
            return (200, json.dumps({"current_user": {"username": USER}}), kind) if inside else (404, "{}", kind)
        text = (PAGES / "discourse" / "ru_p1.htm").read_text(encoding="utf-8")
        if self.members_only and cookies.get("_t") not in self.members:
            return 403, '{"errors":["Вам нужно войти"],"error_type":"not_logged_in"}', kind
        return 200, text, []


@pytest.fixture(scope="module")
def _board() -> Iterator[Board]:
    board = Board()
    yield board
    board.server.shutdown()
    board.server.server_close()


@pytest.fixture(params=KINDS, ids=lambda kind: kind.software)
def board(_board: Board, request: pytest.FixtureRequest) -> Board:
    """A forum of each software in turn."""
    _board.reset(request.param)
    return _board


@pytest.fixture(params=[*KINDS, None], ids=lambda kind: kind.software if kind else "discourse")
def every(_board: Board, request: pytest.FixtureRequest) -> Board:
    """A forum of each software in turn, Discourse among them."""
    _board.reset(request.param)
    return _board


@pytest.fixture
def phpbb(_board: Board) -> Board:
    _board.reset(KINDS[0])
    return _board


@pytest.fixture
def discourse(_board: Board) -> Board:
    _board.reset(None)
    return _board


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder, no keyring and no password in the environment."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    monkeypatch.delenv("GOLOSA_PASSWORD", raising=False)
    return tmp_path / "state" / "golosa" / "sessions"
