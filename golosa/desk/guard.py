"""Who may talk to the desk: one browser on this machine, from the desk's own pages only.

Knows HTTP's heads; knows no game. Every refusal is a short page that says what to do.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, QueryParams
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

ENTER, STATIC = "/enter", "/static/"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

#: Where the browser goes once it has its cookie. A page of ours leads there, not a redirect: a SameSite=Strict cookie
#: is not sent along a chain of redirects that began elsewhere. The address with the token leaves the history by it.
_ENTERED = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Golosa</title>
<link rel="icon" href="/static/icon.svg">
<meta http-equiv="refresh" content="0;url=/"></head><body><p><a href="/">Golosa</a></p></body></html>"""

#: Why a request is refused, in every language: nobody who is refused has chosen one.
_WHY = {
    "host": ("стол открывается только по адресу 127.0.0.1", "this desk answers on 127.0.0.1 only"),
    "origin": ("менять что-либо можно только со страниц стола", "a change must come from a page of the desk"),
    "foreign": ("этот запрос пришёл с чужой страницы", "this request comes from another page"),
    "used": (
        "этот адрес уже использован; запустите `golosa desk` снова, будет новый",
        "this address has been used; start `golosa desk` again for a new one",
    ),
    "cookie": (
        "откройте стол по адресу, который показала команда `golosa desk`",
        "open the desk by the address that `golosa desk` has printed",
    ),
}


class Keys:
    """The secrets of one run of the desk: the address's token, good once, the cookie, and the forms' token."""

    def __init__(self, secret: Callable[[], str] = lambda: secrets.token_urlsafe(32)) -> None:
        self._token: str | None = secret()
        self.cookie = secret()
        self.csrf = sha256(f"csrf {secret()}".encode()).hexdigest()

    @property
    def token(self) -> str:
        """The token of the address, while it is good."""
        return self._token or ""

    def spend(self, token: str) -> bool:
        """Whether this is the token; it is good no more."""
        good = self._token is not None and same(token, self._token)
        if good:
            self._token = None
        return good


def same(given: str, expected: str) -> bool:
    """Whether two secrets are alike, in a time that tells nothing of where they differ."""
    return compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode())


class Guard:
    """Lets requests through that come from the desk's own pages in the browser that holds the cookie."""

    def __init__(self, app: ASGIApp, keys: Keys, port: int) -> None:
        self.app, self.keys = app, keys
        self.hosts = frozenset(f"{name}:{port}" for name in LOOPBACK)
        self.cookie = f"golosa-desk-{port}"  # a browser's cookies know no ports

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers for the desk, or lets it answer."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            answer = self._refusal(scope) or self._entrance(scope)
            await (answer or self.app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        """A refusal of whatever comes from another place: a foreign name for this machine, or a foreign page."""
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if host not in self.hosts:
            return _refused("host", 421)
        origin = headers.get("origin")
        if scope["method"] not in ("GET", "HEAD") and origin is None:
            return _refused("origin")
        if origin is not None and origin.lower() != f"http://{host}":
            return _refused("foreign")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and scope["path"] != ENTER:
            return _refused("foreign")
        return None

    def _entrance(self, scope: Scope) -> Response | None:
        """The way in with the token; a refusal where there is no cookie; None where the desk may answer."""
        if scope["path"].startswith(STATIC):
            return None
        if scope["path"] == ENTER and scope["method"] == "GET":
            if not self.keys.spend(QueryParams(scope["query_string"]).get("token", "")):
                return _refused("used")
            entered = HTMLResponse(_ENTERED, headers={"cache-control": "no-store"})
            entered.set_cookie(self.cookie, self.keys.cookie, httponly=True, samesite="strict", path="/")
            return entered
        if not same(_cookie(Headers(scope=scope), self.cookie), self.keys.cookie):
            return _refused("cookie")
        return None


def _cookie(headers: Headers, name: str) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    return found[name].value if name in found else ""


def _refused(why: str, status: int = 403) -> Response:
    text = "".join(f"golosa: {told}\n" for told in _WHY[why])
    return PlainTextResponse(text, status, headers={"cache-control": "no-store"})
