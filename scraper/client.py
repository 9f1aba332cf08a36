"""One polite HTTP client: a request at a time, with a pause, retries and limits. Knows HTTP; knows no forum."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import requests
from msgspec import Struct
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from forums.pages import Source

Now = Callable[[], datetime]
Sleep = Callable[[float], None]


class Manners(Struct, frozen=True, kw_only=True):
    """How politely and how patiently to fetch. Times in seconds."""

    user_agent: str
    delay: float = 1.0  #: pause between two requests
    timeout: float = 30.0  #: longest silence of the forum
    retries: int = 4  #: further tries after a 5xx, a 429 or a broken connection
    backoff: float = 1.0  #: first pause before another try; doubled each time
    longest_wait: int = 120  #: a `Retry-After` beyond this is not waited for
    largest_page: int = 20_000_000  #: bytes
    redirects: int = 8


class UnreachableError(Exception):
    """The forum did not give the page: what happened, in one line."""


class Client:
    """Fetches pages. `now` and `sleep` are the clock's; `zone` is told to the readers with each page."""

    def __init__(self, manners: Manners, *, now: Now, sleep: Sleep, zone: str | None = None) -> None:
        self.manners, self.now, self.sleep, self.zone = manners, now, sleep, zone
        self.requests = 0
        self.clock_offset: float | None = None  #: the forum's clock minus ours, by its last `Date` header, in seconds
        self.session = requests.Session()
        self.session.headers.update(
            {"User-Agent": manners.user_agent, "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"}
        )
        self.session.max_redirects = manners.redirects
        retry = Retry(
            total=manners.retries,
            backoff_factor=manners.backoff,
            status_forcelist=(429, 500, 502, 504),
            allowed_methods=("GET",),
            raise_on_status=False,
            retry_after_max=manners.longest_wait,
        )
        self.session.mount("http://", HTTPAdapter(max_retries=retry))
        self.session.mount("https://", HTTPAdapter(max_retries=retry))

    def get(self, url: str, headers: Mapping[str, str] | None = None) -> Source:
        """The page at `url` as it came, whatever its status: the page decides what it is.

        A body that breaks off is asked for again. Raises UnreachableError when the forum gives no whole page.
        """
        for attempt in range(self.manners.retries + 1):
            if self.requests:
                self.sleep(self.manners.delay * 2**attempt)
            self.requests += 1
            try:
                return self._get(url, headers)
            except (requests.ConnectionError, requests.exceptions.ChunkedEncodingError, requests.Timeout) as error:
                problem = error
            except requests.RequestException as error:
                raise UnreachableError(f"{url}: {_in_short(error)}") from error
        raise UnreachableError(f"{url}: {_in_short(problem)}") from problem

    def _get(self, url: str, headers: Mapping[str, str] | None) -> Source:
        with self.session.get(url, headers=dict(headers or {}), timeout=self.manners.timeout, stream=True) as response:
            content = bytearray()
            for chunk in response.iter_content(65536):
                content += chunk
                if len(content) > self.manners.largest_page:
                    raise UnreachableError(f"{url}: the page is larger than {self.manners.largest_page} bytes")
            return Source(
                content=bytes(content),
                url=response.url,
                headers={name.lower(): value for name, value in response.headers.items()},
                status=response.status_code,
                seen_at=self._seen_at(response.headers.get("Date")),
                zone=self.zone,
                name=response.url,
            )

    def _seen_at(self, header: str | None) -> datetime:
        """When the forum made the page, by its own clock; by ours where it does not say."""
        now = self.now()
        try:
            moment = parsedate_to_datetime(header) if header else None
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None:
            return now
        self.clock_offset = (moment - now).total_seconds()
        return moment.astimezone(UTC)

    def close(self) -> None:
        """Closes the connections."""
        self.session.close()


def _in_short(error: Exception) -> str:
    """An error of the network in words, without addresses of objects."""
    text = str(error.args[0]) if error.args else str(error)
    reason = getattr(error.args[0], "reason", None) if error.args else None
    return " ".join(str(reason or text).split()).split(">: ")[-1][:200]
