"""Logging a client in: carries out what `forums.logins` says. Knows no file and keeps nothing."""

from __future__ import annotations

from msgspec import Struct

from engine.telling import Told, told
from forums.logins import (
    JSON_HEADERS,
    LOGINS,
    Login,
    Post,
    Secret,
    Verdict,
    board_of,
    filled,
    form_on,
    json_post,
    page_with_form,
    said,
    session_page,
    software_of,
    token_page,
    verdict,
)
from forums.pages import PageError, Source
from scraper.client import UnreachableError
from scraper.member import MemberClient


class LoginError(UnreachableError):
    """The forum did not let in: what it asks for, in one line without any secret."""


class Door(Struct, frozen=True):
    """How the forum at an address lets members in."""

    software: str
    login: Login
    page: Source  #: the page from which the form was looked for


def find_door(client: MemberClient, url: str) -> Door:
    """What forum it is and how it lets in. Raises LoginError for software whose way is not known here."""
    page = client.look(url)
    software = software_of(page)
    login = LOGINS.get(software or "")
    if software is None or login is None:
        what = software or Told("this forum")
        raise LoginError(
            "{url}: logging in to {what} is not known here: give a browser's cookies.txt (--cookies)",
            url=url,
            what=what,
        )
    return Door(software, login, page)


def is_in(client: MemberClient, door: Door) -> bool:
    """Whether the client's cookies let it in."""
    address = session_page(door.page)
    shown = client.look(address, JSON_HEADERS) if address is not None else door.page
    return verdict(shown, door.login) is Verdict.IN


def log_in(client: MemberClient, url: str, user: str, password: Secret, at: str | None = None) -> Door:
    """Logs in with name and password; earlier cookies are dropped. `at`: the page with the form, where it is another.

    Raises LoginError where the forum does not let in, UnreachableError where it is silent.
    """
    client.forget()
    door = find_door(client, url)
    try:
        answer = client.post(_post(client, door, user, password, at))
    except PageError as error:
        raise LoginError(told(error)) from None
    found = verdict(answer, door.login)
    if found in (Verdict.OUT, Verdict.LOCKED) and not door.login.json:
        # Some forums thank on a page that looks like a guest's and show the member's pages only after it.
        again = verdict(client.look(url), door.login)
        found = again if found is Verdict.OUT or again is Verdict.IN else found
    if found is not Verdict.IN:
        raise LoginError("{url}: {why}", url=url, why=_why(found, answer, door.login, password))
    return door


def _post(client: MemberClient, door: Door, user: str, password: Secret, at: str | None) -> Post:
    if door.login.json:
        board = board_of(door.page.url or client.home)
        return json_post(board, client.look(token_page(board), JSON_HEADERS), user, password)
    form = form_on(door.page, door.login) if at is None else None
    page = door.page
    if form is None:
        page = client.look(at or page_with_form(door.page, door.login))
        form = form_on(page, door.login)
    if form is None:
        raise PageError(
            "{url}: no form for logging in is there: give a browser's cookies.txt (--cookies)", url=page.url
        )
    if verdict(page, door.login) is Verdict.CAPTCHA:
        raise PageError("{url}: {why}", url=page.url, why=_ASKS[Verdict.CAPTCHA])
    return filled(form, door.login, user, password)


_LOCKED = Told("after too many tries the forum looks at no password for some time: wait before the next one")
_REFUSED = Told("the forum did not let in: check name and password")
_ASKS = {
    Verdict.CAPTCHA: Told(
        "the form asks whether a human is writing: log in with a browser and give its cookies.txt (--cookies)"
    ),
    Verdict.SECOND_FACTOR: Told(
        "the forum wants a second code: log in with a browser and give its cookies.txt (--cookies)"
    ),
}


def _why(found: Verdict, answer: Source, login: Login, password: Secret) -> Told:
    if found in _ASKS:
        return _ASKS[found]
    words = said(answer, login).replace(password.reveal(), "…") if password.reveal() else ""
    why = _LOCKED if found is Verdict.LOCKED else _REFUSED
    return Told("{advice} («{words}»)", advice=why, words=words) if words else why
