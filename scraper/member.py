"""A client with somebody's cookies: they go to one forum and nowhere else, and leave no trace in what it brings.

Knows HTTP and cookies; knows no forum, no password and no file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from http.cookiejar import Cookie, DefaultCookiePolicy
from typing import Any
from urllib.parse import quote, urljoin, urlsplit
from urllib.request import Request

import requests
from msgspec import Struct, structs

from forums.logins import JSON_HEADERS, LOGINS, Post, Verdict, is_guests, session_page, verdict
from forums.pages import Source
from scraper.client import Client, Manners, Now, Sleep, UnreachableError

#: Shorter values of cookies are settings and numbers, no keys.
_KEY_LENGTH = 8
_PORTS = {"http": 80, "https": 443}
_AS_GET = (301, 302, 303)
_AGAIN = timedelta(minutes=1)  #: so often a forum is asked who is reading


class Kept(Struct, frozen=True):
    """A cookie as it is kept between two runs."""

    name: str
    value: str
    domain: str
    path: str = "/"
    secure: bool = False
    expires: int | None = None  #: seconds since 1970; None: until the session ends


def at_home(home: str, url: str) -> bool:
    """Whether an address is on the host of `home`: the same name and port; https in the place of http will do."""
    one, other = urlsplit(home), urlsplit(url)
    ports = [part.port or _PORTS.get(part.scheme, 0) for part in (one, other)]
    return one.hostname == other.hostname and (ports[0] == ports[1] or ports == [80, 443])


class _AtHome(DefaultCookiePolicy):
    """Cookies of one host, whatever domain they claim: none from others, none to others."""

    def __init__(self, home: str) -> None:
        super().__init__()
        self.home = home

    def set_ok(self, cookie: Cookie, request: Request) -> bool:
        return at_home(self.home, request.get_full_url()) and super().set_ok(cookie, request)

    def return_ok(self, cookie: Cookie, request: Request) -> bool:
        return at_home(self.home, request.get_full_url()) and super().return_ok(cookie, request)


class MemberClient(Client):
    """Fetches pages as a member of the forum at `home`, the address of a page of it.

    `log_in` logs this client in again when the forum shows its door (`renew`); None where only cookies are known.
    Raises UnreachableError, before anything is sent, for another host and for http where `home` is https.
    """

    def __init__(
        self,
        manners: Manners,
        home: str,
        *,
        now: Now,
        sleep: Sleep,
        zone: str | None = None,
        cookies: Iterable[Kept] = (),
        log_in: Callable[[MemberClient], None] | None = None,
    ) -> None:
        super().__init__(manners, now=now, sleep=sleep, zone=zone)
        self.home, self.log_in = home, log_in
        self._renewed = self._seen_in = False
        self._asked_at: datetime | None = None
        self.session.cookies.set_policy(_AtHome(home))
        for kept in cookies:
            self.session.cookies.set_cookie(_cookie(kept))

    def renew(self) -> bool:
        """Logs in again, once in the life of a client; False where that was done before or cannot be."""
        if self.log_in is None or self._renewed:
            return False
        self._renewed = True
        self.log_in(self)
        return True

    def as_guest(self, source: Source) -> bool:
        """Whether a page lacks what only members of its software see; False where that cannot be told.

        Where pages do not tell it at all, the forum is asked who is reading, now and then.
        """
        found = is_guests(source)
        if found is None and (address := session_page(source)) is not None:
            found = self._asked(address)
        self._seen_in = self._seen_in or found is False
        return found is True

    def _asked(self, address: str) -> bool | None:
        now = self.now()
        if self._asked_at is not None and now - self._asked_at < _AGAIN:
            return None
        self._asked_at = now
        return verdict(self.look(address, JSON_HEADERS), LOGINS["discourse"]) is not Verdict.IN

    @property
    def insists(self) -> bool:
        """Cookies must let in; a login that did on this forum's pages before, too."""
        return self.log_in is None or self._seen_in

    def forget(self) -> None:
        """Drops all cookies."""
        self.session.cookies.clear()

    def kept(self) -> tuple[Kept, ...]:
        """The cookies as they are now."""
        return tuple(
            Kept(found.name, found.value or "", found.domain, found.path, found.secure, found.expires)
            for found in self.session.cookies
        )

    def post(self, post: Post) -> Source:
        """Sends a form and gives the page that comes of it."""
        if self.requests:
            self.sleep(self.manners.delay)
        self.requests += 1
        asked = self.now()
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Referer": self.home, **post.headers}
        with self._walk("POST", post.url, headers, post.body.reveal()) as response:
            return self._source(response, asked)

    def _ask(self, url: str, headers: Mapping[str, str] | None) -> requests.Response:
        return self._walk("GET", url, dict(headers or {}), None)

    def _walk(self, method: str, url: str, headers: dict[str, str], body: str | None) -> requests.Response:
        """The answer after redirections, each looked at before it is followed."""
        for _ in range(self.manners.redirects + 1):
            self._require_home(url)
            response = self._once(method, url, headers, body)
            target = response.headers.get("location")
            if not response.is_redirect or target is None:
                return response
            response.close()
            url = urljoin(url, target)
            if response.status_code in _AS_GET:
                method, body = "GET", None
        raise UnreachableError("{home}: the forum sends in circles", home=self.home)

    def _once(self, method: str, url: str, headers: dict[str, str], body: str | None) -> requests.Response:
        # An address that the forum sends on to may hold a session: no message names it.
        return self._carried(
            self.home,
            lambda: self.session.request(
                method,
                url,
                data=body,
                headers=headers,
                timeout=self.manners.timeout,
                stream=True,
                allow_redirects=False,
            ),
        )

    def _require_home(self, url: str) -> None:
        if not at_home(self.home, url):
            host = urlsplit(url).netloc
            raise UnreachableError(
                "{home}: leads to {host}, another host: nothing was sent there; if it is the forum, name it so",
                home=self.home,
                host=host,
            )
        if urlsplit(self.home).scheme == "https" and urlsplit(url).scheme != "https":
            raise UnreachableError("{home}: leads from https to plain http: nothing was sent there", home=self.home)

    def get(self, url: str, headers: Mapping[str, str] | None = None) -> Source:
        """As `Client.get`, without the values of the cookies: pages are kept, and some forums write their session into
        links."""
        source = self.look(url, headers)
        keys = [kept.value for kept in self.kept() if len(kept.value) >= _KEY_LENGTH]
        forms = {form for key in keys for form in (key, quote(key, safe=""))}
        content, address = source.content, source.url or ""
        for form in sorted(forms, key=len, reverse=True):
            blank = "-" * len(form)
            content, address = content.replace(form.encode(), blank.encode()), address.replace(form, blank)
        return structs.replace(source, content=content, url=address, name=address)

    def look(self, url: str, headers: Mapping[str, str] | None = None) -> Source:
        """The page as it came, for forms that must be sent back with what is in them. Not to be kept or shown."""
        return super().get(url, headers)


def _cookie(kept: Kept) -> Cookie:
    rest: dict[str, Any] = {}
    return Cookie(
        version=0, name=kept.name, value=kept.value, port=None, port_specified=False, domain=kept.domain,
        domain_specified=kept.domain.startswith("."), domain_initial_dot=kept.domain.startswith("."), path=kept.path,
        path_specified=True, secure=kept.secure, expires=kept.expires, discard=kept.expires is None, comment=None,
        comment_url=None, rest=rest,
    )  # fmt: skip
