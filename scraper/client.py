"""One polite HTTP client: a request at a time, with a pause, retries and limits. Knows HTTP; knows no forum."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Self

import requests
from msgspec import Struct
from requests.adapters import HTTPAdapter
from requests.exceptions import InvalidSchema, InvalidURL, MissingSchema
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    InvalidHeader,
    NameResolutionError,
    NewConnectionError,
    ReadTimeoutError,
    SSLError,
)
from urllib3.util import Retry

from engine.telling import Told, ToldError
from forums.epochs import of_mail
from forums.pages import Source

Now = Callable[[], datetime]
Sleep = Callable[[float], None]
_CHUNK = 65536
_POOL = re.compile(r"^HTTPS?ConnectionPool\([^)]*\): ")  #: what urllib3 puts before its own words


class Manners(Struct, frozen=True, kw_only=True):
    """How politely and how patiently to fetch. Times in seconds."""

    user_agent: str
    delay: float = 1.0  #: pause between two requests
    timeout: float = 30.0  #: longest silence of the forum
    longest_page: float = 120.0  #: longest time for one page, however lively it trickles
    retries: int = 3  #: further tries after a 5xx, a 429 or a broken connection
    backoff: float = 1.0  #: first pause before another try; doubled each time
    longest_wait: int = 120  #: a `Retry-After` beyond this is not waited for
    largest_page: int = 20_000_000  #: bytes
    redirects: int = 8


class UnreachableError(ToldError):
    """The forum did not give the page: what happened, in one line."""


class _Retry(Retry):
    """urllib3's retries by this program's clock, never quicker than good manners allow.

    A `Retry-After` that is longer than will be waited for ends them: asking sooner would be rude.
    """

    manners: Manners
    pause: Sleep

    @classmethod
    def of(cls, manners: Manners, pause: Sleep) -> Self:
        """Retries with these manners."""
        made = cls(
            total=manners.retries,
            backoff_factor=manners.backoff,
            status_forcelist=(429, 500, 502, 503, 504),
            allowed_methods=("GET",),
            raise_on_status=False,
        )
        made.manners, made.pause = manners, pause
        return made

    def new(self, **changed: Any) -> Self:
        made = super().new(**changed)
        made.manners, made.pause = self.manners, self.pause
        return made

    def is_retry(self, method: str, status_code: int, has_retry_after: bool = False) -> bool:
        return super().is_retry(method, status_code, has_retry_after) and bool(self.total)

    def get_retry_after(self, response: Any) -> float | None:
        try:
            return super().get_retry_after(response)
        except InvalidHeader:
            return None

    def increment(self, method: Any = None, url: Any = None, response: Any = None, *rest: Any, **more: Any) -> Self:
        asked = self.get_retry_after(response) if response is not None else None
        if asked is not None and asked > self.manners.longest_wait:
            raise UnreachableError("the forum asks to wait {asked:.0f} seconds: try again then", asked=asked)
        return super().increment(method, url, response, *rest, **more)

    def sleep(self, response: Any = None) -> None:
        asked = self.get_retry_after(response) if response is not None else None
        self.pause(max(asked or 0.0, self.get_backoff_time(), self.manners.delay))


class Client:
    """Fetches pages. `now` and `sleep` are the clock's; `zone` is told to the readers with each page."""

    def __init__(self, manners: Manners, *, now: Now, sleep: Sleep, zone: str | None = None) -> None:
        self.manners, self.now, self.sleep, self.zone = manners, now, sleep, zone
        self.requests = 0
        self.clock_offset: float | None = None  #: the forum's clock minus ours by its `Date` headers, in seconds
        self.session = requests.Session()
        self.session.headers.update(
            {"User-Agent": manners.user_agent, "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"}
        )
        self.session.max_redirects = manners.redirects
        self.session.auth = _as_it_is  # else a .netrc of this machine would be asked for a password
        adapter = HTTPAdapter(max_retries=_Retry.of(manners, sleep))
        self.session.mount("http://", adapter)
        self.session.mount("https://", adapter)

    def get(self, url: str, headers: Mapping[str, str] | None = None) -> Source:
        """The page at `url` as it came, whatever its status: the page decides what it is.

        A body that breaks off or stalls is asked for again. Raises UnreachableError when the forum gives no whole page.
        """
        problem: Exception | None = None
        for attempt in range(self.manners.retries + 1):
            if self.requests:
                self.sleep(max(self.manners.delay, self.manners.backoff * (2**attempt - 1)))
            self.requests += 1
            asked = self.now()
            with self._ask(url, headers) as response:
                try:
                    return self._source(response, asked)
                except HTTPError as error:
                    problem = error
        raise UnreachableError("{url}: {why}", url=url, why=_in_short(problem)) from problem

    def _ask(self, url: str, headers: Mapping[str, str] | None) -> requests.Response:
        """The answer up to its headers, after urllib3's retries."""
        patience = self.manners.timeout
        return self._carried(
            url, lambda: self.session.get(url, headers=dict(headers or {}), timeout=patience, stream=True)
        )

    def renew(self) -> bool:
        """Logs in again where the forum shows its door; False for who is no member (see `scraper.member`)."""
        return False

    def as_guest(self, source: Source) -> bool:
        """Whether a page is shown to this client as to a guest, although it is a member (see `scraper.member`)."""
        return False

    @property
    def insists(self) -> bool:
        """Whether pages as guests see them will not do."""
        return False

    @staticmethod
    def _carried(url: str, ask: Callable[[], requests.Response]) -> requests.Response:
        """What `ask` gets; its faults as ours."""
        try:
            return ask()
        except UnreachableError as error:
            raise UnreachableError("{url}: {error}", url=url, error=error) from error
        except (requests.RequestException, ValueError) as error:
            # urllib3 raises some faults of addresses as plain ValueError.
            raise UnreachableError("{url}: {why}", url=url, why=_in_short(error)) from error

    def _source(self, response: requests.Response, asked: datetime) -> Source:
        content = self._content(response)
        # Pages are kept, and a session is nobody's to find there.
        headers = {name.lower(): value for name, value in response.headers.items() if name.lower() != "set-cookie"}
        seen = self._seen_at(headers)
        # The page was made after it was asked for and before its headers were: both by the forum's clock.
        return Source(
            content=content,
            url=response.url,
            headers=headers,
            status=response.status_code,
            asked_at=min(seen, asked + timedelta(seconds=self.clock_offset or 0.0)),
            seen_at=seen,
            zone=self.zone,
            name=response.url,
        )

    def _content(self, response: requests.Response) -> bytes:
        """The body. Raises HTTPError where it breaks off, UnreachableError where it is too large or takes too long."""
        content = bytearray()
        began = self.now()
        while chunk := response.raw.read1(_CHUNK, decode_content=True):
            content += chunk
            if len(content) > self.manners.largest_page:
                raise UnreachableError(
                    "{url}: the page is larger than {largest} bytes",
                    url=response.url,
                    largest=self.manners.largest_page,
                )
            if (self.now() - began).total_seconds() > self.manners.longest_page:
                raise UnreachableError(
                    "{url}: the page takes longer than {longest:.0f} s",
                    url=response.url,
                    longest=self.manners.longest_page,
                )
        return bytes(content)

    def _seen_at(self, headers: Mapping[str, str]) -> datetime:
        """When the forum made the page, by its own clock; by ours, set by what it told before, where it does not say.

        A page from a cache tells its age: it shows the thread as it was then.
        """
        now = self.now()
        made = of_mail(headers.get("date"))
        if made is None:
            return now + timedelta(seconds=self.clock_offset or 0.0)
        age = headers.get("age", "")
        offset = (made - now).total_seconds() + (int(age) if age.isascii() and age.isdigit() else 0)
        # The header drops parts of a second and has been on its way: the greatest is the nearest.
        self.clock_offset = offset if self.clock_offset is None else max(offset, self.clock_offset)
        return made

    def close(self) -> None:
        """Closes the connections."""
        self.session.close()


def _as_it_is(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


#: Faults of the network that everybody meets -> what they are and what to look at.
_USUAL = (
    (NameResolutionError, Told("no forum of that name can be found: is the address right, is this machine online?")),
    (NewConnectionError, Told("it takes no connections: is the address right, is the forum up?")),
    (ConnectTimeoutError, Told("nothing answers there: is the address right, is the forum up?")),
    (ReadTimeoutError, Told("the forum does not answer in time: try again later")),
    (SSLError, Told("its certificate is not to be trusted: is the address right, is this machine's clock?")),
    (
        (InvalidSchema, InvalidURL, MissingSchema),
        Told("this is no address: give the thread's own, like https://forum.example/viewtopic.php?t=7"),
    ),
)


def _in_short(error: Exception | None) -> str:
    """An error of the network in words, without addresses of objects; the usual ones with what to look at."""
    reason: object = error
    while isinstance(reason, Exception):
        for kind, told in _USUAL:
            if isinstance(reason, kind):
                return told
        if not (inner := getattr(reason, "reason", None) or next(iter(reason.args), None)):
            break
        reason = inner
    words = " ".join(str(reason or type(error).__name__).split()).split(">: ")[-1]
    return _POOL.sub("", words)[:200]
