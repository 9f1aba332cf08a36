"""Logging in to each software over HTTP: the right fields with their tokens, and what is told where it fails."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from forums.logins import LOGINS, Secret, Verdict, board_of, verdict
from forums.pages import Source
from scraper.client import Manners, UnreachableError
from scraper.login import LoginError, find_door, is_in, log_in
from scraper.member import Kept, MemberClient, at_home

MANNERS = Manners(user_agent="golosa-test", delay=0, backoff=0, retries=0, timeout=5)


@contextmanager
def member(home: str, **more: Any) -> Iterator[MemberClient]:
    client = MemberClient(MANNERS, home, now=lambda: datetime.now(UTC), sleep=lambda seconds: None, **more)
    try:
        yield client
    finally:
        client.close()


def test_each_software_lets_in_with_its_own_fields_and_tokens(board: Any) -> None:
    with member(board.url) as client:
        door = log_in(client, board.url, board.user, Secret(board.password))
        assert (door.software, board.logins) == (board.kind.software, 1)
        assert is_in(client, find_door(client, board.url))
    with member(board.url, cookies=client.kept()) as again:  # the cookies alone do, in another run
        assert is_in(again, find_door(again, board.url))
    assert board.logins == 1


def test_each_software_tells_a_wrong_password_from_a_right_one(board: Any) -> None:
    with member(board.url) as client, pytest.raises(LoginError) as caught:
        log_in(client, board.url, board.user, Secret("не тот пароль"))
    told = str(caught.value)
    assert "the forum did not let in: check name and password («Неверный пароль:" in told
    assert "не тот пароль" not in told  # the forum repeats it; we do not
    assert not board.members


def test_a_form_on_the_threads_own_page_is_used_at_once(phpbb: Any) -> None:
    with member(phpbb.url) as client:
        log_in(client, phpbb.url, phpbb.user, Secret(phpbb.password))
    assert (phpbb.paths(), phpbb.paths("POST")) == (
        ["/viewtopic.php?t=7", "/viewtopic.php?t=7"],
        ["/ucp.php?mode=login"],
    )


def test_a_board_may_have_its_form_elsewhere(phpbb: Any) -> None:
    elsewhere = phpbb.url.replace("viewtopic.php?t=7", "ucp.php?mode=login")
    with member(phpbb.url) as client:
        log_in(client, phpbb.url, phpbb.user, Secret(phpbb.password), elsewhere)
    assert phpbb.paths()[1] == "/ucp.php?mode=login"


def test_the_form_is_looked_for_where_the_page_links_to(board: Any) -> None:
    board.members_only = False
    with member(board.url) as client:
        log_in(client, board.url, board.user, Secret(board.password))
        assert is_in(client, find_door(client, board.url))


def test_discourse_lets_in_by_json(discourse: Any) -> None:
    with member(discourse.url) as client:
        door = log_in(client, discourse.url, discourse.user, Secret(discourse.password))
        assert (door.software, is_in(client, door)) == ("discourse", True)
    with member(discourse.url) as client, pytest.raises(LoginError, match="«Неверное имя пользователя или пароль»"):
        log_in(client, discourse.url, discourse.user, Secret("другой"))


@pytest.mark.parametrize(
    ("mark", "told"),
    [
        ('<div class="g-recaptcha" data-sitekey="x"></div>', "asks whether a human is writing"),
        ('<input type="text" name="qa_answer" />', "asks whether a human is writing"),
    ],
)
def test_a_check_for_humans_is_told_before_anything_is_sent(phpbb: Any, mark: str, told: str) -> None:
    phpbb.answer = lambda method, path, cookies: (200, phpbb.form("x", mark), [])
    with member(phpbb.url) as client, pytest.raises(LoginError, match=told):
        log_in(client, phpbb.url, phpbb.user, Secret(phpbb.password))
    assert phpbb.logins == 0


def test_a_second_factor_is_told_for_what_it_is() -> None:
    form = '<form action="/login/two-step" method="post"><input name="code"></form>'
    page = f'<html id="XF" data-app="public" data-logged-in="false">{form}</html>'
    source = Source(content=page.encode(), url="https://forum.example/login/two-step")
    assert verdict(source, LOGINS["xenforo"]) is Verdict.SECOND_FACTOR
    told = Source(
        content=b'{"error": "x", "reason": "invalid_second_factor"}', url="https://forum.example/session.json"
    )
    assert verdict(told, LOGINS["discourse"]) is Verdict.SECOND_FACTOR


BOX = "<div class='error panelsurround blockMessage ipsMessage'>{}</div>"
FORM = "<form method='post'><input type='text' name='{}'></form>"


@pytest.mark.parametrize(
    ("software", "answer", "found"),
    [
        ("vbulletin3", BOX.format("You have used up your failed login quota! Please wait 15 minutes."), "locked"),
        ("vbulletin3", BOX.format("You have used 1 out of 5 login attempts. Then you will be locked out."), "out"),
        ("xenforo", BOX.format("Your account has temporarily been locked due to failed login attempts."), "locked"),
        ("mybb", BOX.format("You have failed to login within the required number of attempts."), "locked"),
        ("smf", BOX.format("Sorry, but you've reached your login attempts threshold. Wait 30 seconds."), "locked"),
        ("ips4", BOX.format("Учётная запись временно заблокирована."), "locked"),
        ("phpbb", BOX.format("Вы указали неверный пароль."), "out"),
        ("ips4", FORM.format("google_authenticator_auth_code"), "second_factor"),
        ("smf", FORM.format("tfa_code"), "second_factor"),
        ("discourse", '{"errors":["Слишком часто"],"error_type":"rate_limit"}', "locked"),
        ("discourse", '{"error":"Неверный пароль","reason":"invalid_credentials"}', "out"),
    ],
)
def test_a_lockout_and_a_second_code_are_told_from_a_wrong_password(software: str, answer: str, found: str) -> None:
    source = Source(content=answer.encode(), url="https://forum.example/login")
    assert verdict(source, LOGINS[software]) == found


def test_a_lockout_is_told_with_the_forums_own_words(phpbb: Any) -> None:
    locked = "You exceeded the maximum allowed number of login attempts."
    phpbb.answer = lambda method, path, cookies: (200, phpbb.form("x", locked), []) if method == "POST" else None
    with member(phpbb.url) as client, pytest.raises(LoginError, match=r"after too many tries .*«You exceeded"):
        log_in(client, phpbb.url, phpbb.user, Secret(phpbb.password))


def test_unknown_software_is_referred_to_cookies(phpbb: Any) -> None:
    phpbb.answer = lambda method, path, cookies: (200, "<html><body>Магазин</body></html>", [])
    with member(phpbb.url) as client, pytest.raises(LoginError, match=r"not known here: give a browser's cookies\.txt"):
        log_in(client, phpbb.url, phpbb.user, Secret(phpbb.password))


def test_signs_that_the_forums_encoding_lacks_are_told_without_the_text(_board: Any) -> None:
    _board.reset(_board.kinds["mybbru"])
    with member(_board.url) as client, pytest.raises(LoginError) as caught:
        log_in(client, _board.url, _board.user, Secret("🦊secret"))
    assert "encoding lacks" in str(caught.value) and "secret" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("home", "url", "same"),
    [
        ("http://forum.example/t", "http://forum.example/x", True),
        ("http://forum.example/t", "https://forum.example/x", True),
        ("https://forum.example/t", "http://forum.example/x", False),
        ("http://forum.example/t", "http://www.forum.example/x", False),
        ("http://forum.example/t", "http://forum.example:8080/x", False),
        ("http://forum.example:8080/t", "https://forum.example/x", False),
        ("http://forum.example/t", "http://forum.example.evil.example/x", False),
        ("http://forum.example/t", "http://forum.example@evil.example/x", False),
    ],
)
def test_what_is_the_forums_own_host(home: str, url: str, same: bool) -> None:
    assert at_home(home, url) is same


class _Elsewhere(BaseHTTPRequestHandler):
    asked: list[tuple[str, str | None]] = []

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers.get("Cookie")))
        self.send_response(200)
        self.end_headers()

    do_POST = do_GET  # noqa: N815 - the name is the base class's

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Quiet."""


@pytest.mark.parametrize("when", ["thread", "post"])
def test_nothing_is_sent_to_another_host_after_a_redirection(phpbb: Any, when: str) -> None:
    other = ThreadingHTTPServer(("127.0.0.1", 0), _Elsewhere)
    threading.Thread(target=other.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    there = f"http://127.0.0.1:{other.server_address[1]}/steal"
    _Elsewhere.asked = []
    phpbb.answer = lambda method, path, cookies: (
        (307, "", [("Location", there)]) if when == "thread" or method == "POST" else None
    )
    try:
        with member(phpbb.url) as client, pytest.raises(UnreachableError, match="another host: nothing was sent there"):
            log_in(client, phpbb.url, phpbb.user, Secret(phpbb.password))
    finally:
        other.shutdown()
        other.server_close()
    assert _Elsewhere.asked == []


def test_https_is_never_left_for_http() -> None:
    with member("https://forum.example/t", cookies=[Kept("sid", "s" * 20, "forum.example")]) as client:
        for url in ("http://forum.example:443/t", "http://forum.example/t"):
            with pytest.raises(UnreachableError, match="nothing was sent there"):
                client.get(url)
        assert client.session.cookies.get("sid") == "s" * 20


def test_cookies_go_to_the_forums_host_alone(phpbb: Any) -> None:
    kept = [Kept("phpbb3_x_sid", "s" * 32, "127.0.0.1"), Kept("other", "o" * 32, "forum.example")]
    with member(phpbb.url, cookies=kept) as client:
        client.get(phpbb.url)
    assert phpbb.log[0][2] == {"phpbb3_x_sid": "s" * 32}


def test_the_session_stands_in_nothing_that_is_kept(phpbb: Any) -> None:
    """phpBB writes the session into its links, and pages are stored."""
    with member(phpbb.url) as client:
        log_in(client, phpbb.url, phpbb.user, Secret(phpbb.password))
        (session,) = phpbb.members
        page = client.get(phpbb.url)
        assert session in client.look(phpbb.url).content.decode()
    assert session not in page.content.decode() and "-" * 32 in page.content.decode()
    assert "set-cookie" not in page.headers


def test_a_session_that_is_over_is_renewed_once(every: Any) -> None:
    """On a thread for members, of each software."""
    from scraper.walk import Walker

    def enter(client: MemberClient) -> None:
        log_in(client, every.url, every.user, Secret(every.password))

    with member(
        every.url, zone="Europe/Moscow", log_in=enter, cookies=[Kept(every.old, "old" * 10, "127.0.0.1")]
    ) as client:
        walk = Walker(client, every.url).sweep()
        assert every.logins == 1 and walk.wall is None
        assert walk.passes[0].pages[0][1].posts
        every.members.clear()  # over again: once is enough, a forum that logs out at once is not hammered
        walk = Walker(client, every.url).sweep()
    assert every.logins == 1
    assert (walk.complete, walk.wall) == (False, "login")


def test_a_member_never_reads_on_as_a_guest(every: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a post may be for members only: a session that is over is noticed on a public thread too."""
    from scraper.walk import OUTSIDE, Walker

    monkeypatch.setattr("scraper.member._AGAIN", timedelta(0))
    every.members_only = False

    def enter(client: MemberClient) -> None:
        log_in(client, every.url, every.user, Secret(every.password))

    old = [Kept(every.old, "old" * 10, "127.0.0.1")]
    with member(every.url, zone="Europe/Moscow", log_in=enter, cookies=old) as client:
        assert Walker(client, every.url).sweep().passes
        assert every.logins == 1
        every.members.clear()
        walk = Walker(client, every.url).sweep()
        assert (walk.complete, walk.why, every.logins) == (False, OUTSIDE, 1)
    with member(every.url, zone="Europe/Moscow", cookies=old) as client:
        assert Walker(client, every.url).sweep().why == OUTSIDE


def test_discourse_is_asked_who_is_reading_once_a_minute(discourse: Any) -> None:
    from scraper.walk import Walker

    discourse.members_only = False
    with member(
        discourse.url, log_in=lambda client: log_in(client, discourse.url, discourse.user, Secret("x"))
    ) as client:
        log_in(client, discourse.url, discourse.user, Secret(discourse.password))
        Walker(client, discourse.url).sweep()
    assert discourse.paths().count("/session/current.json") == 1


def test_a_renewal_that_fails_ends_the_walk_and_says_why(phpbb: Any) -> None:
    from scraper.walk import Walker

    def enter(client: MemberClient) -> None:
        log_in(client, phpbb.url, phpbb.user, Secret("уже другой"))

    with member(phpbb.url, log_in=enter) as client:
        walk = Walker(client, phpbb.url).sweep()
    assert not walk.complete and "the forum did not let in" in (walk.why or "")


def test_a_secret_shows_itself_nowhere() -> None:
    secret = Secret("тайна")
    assert "тайна" not in f"{secret} {secret!r} {[secret]}"
    assert secret.reveal() == "тайна"


@pytest.mark.parametrize(
    ("url", "board"),
    [
        ("https://a.example/viewtopic.php?t=7", "https://a.example/"),
        ("https://a.example/forum/viewtopic.php?t=7", "https://a.example/forum/"),
        ("https://a.example/forum/index.php?topic=7.0", "https://a.example/forum/"),
        ("https://a.example/community/threads/x.7/page-2", "https://a.example/community/"),
        ("https://a.example/topic/7-x/", "https://a.example/"),
        ("https://a.example/t/x/7", "https://a.example/"),
        ("https://a.example", "https://a.example/"),
    ],
)
def test_the_board_of_an_address(url: str, board: str) -> None:
    assert board_of(url) == board
