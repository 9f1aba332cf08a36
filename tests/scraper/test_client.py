"""What the client does with a forum that is busy, slow, broken or wrong about the time, over real HTTP."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import msgspec
import pytest

from scraper.client import Client, Manners, UnreachableError

MANNERS = Manners(user_agent="golosa-test", delay=1, backoff=1, retries=2, timeout=0.3, largest_page=100_000)


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture
def patient(pauses: list[float]) -> Iterator[Client]:
    """A client that writes down its pauses and takes none."""
    made = Client(MANNERS, now=lambda: datetime.now(UTC), sleep=pauses.append)
    yield made
    made.close()


def test_waits_between_two_requests(forum, patient: Client, pauses: list[float]) -> None:
    for _ in range(3):
        patient.get(forum.url)
    assert pauses == [1, 1]


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_honoured(forum, patient: Client, pauses: list[float], status: int) -> None:
    forum.before = lambda request, number: (
        forum.make(b"busy", status, (("Retry-After", "7"),)) if request == 1 else None
    )
    assert patient.get(forum.url).status == 200
    assert pauses == [7]


def test_a_retry_after_in_words_nobody_knows_is_none(forum, patient: Client, pauses: list[float]) -> None:
    forum.before = lambda request, number: (
        forum.make(b"busy", 503, (("Retry-After", "soon"),)) if request == 1 else None
    )
    assert patient.get(forum.url).status == 200
    assert pauses == [1]


def test_a_retry_after_too_long_to_wait_for_is_told_and_not_broken(forum, patient: Client, pauses: list[float]) -> None:
    forum.before = lambda request, number: forum.make(b"busy", 429, (("Retry-After", "3600"),))
    with pytest.raises(UnreachableError, match="asks to wait 3600 seconds"):
        patient.get(forum.url)
    assert (len(forum.paths), pauses) == (1, [])


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_server_in_trouble_is_asked_again_and_then_its_page_decides(
    forum, patient: Client, pauses: list[float], status: int
) -> None:
    forum.before = lambda request, number: forum.make("форум закрыт".encode(), status)
    source = patient.get(forum.url)
    assert (source.status, source.content.decode()) == (status, "форум закрыт")
    assert (len(forum.paths), pauses) == (3, [1, 2])


def test_a_page_that_is_not_there_is_asked_for_once(forum, patient: Client) -> None:
    forum.before = lambda request, number: forum.make(b"no", 404)
    assert (patient.get(forum.url).status, len(forum.paths)) == (404, 1)


def test_a_body_that_breaks_off_is_asked_for_again(forum, patient: Client) -> None:
    forum.before = lambda request, number: forum.make(b"x" * 1000, cut=500) if request < 3 else None
    assert patient.get(forum.url).content.endswith(b"</html>\n")
    assert len(forum.paths) == 3


def test_a_body_that_always_breaks_off_is_no_page(forum, patient: Client) -> None:
    forum.before = lambda request, number: forum.make(b"x" * 1000, cut=500)
    with pytest.raises(UnreachableError, match=r"viewtopic\.php.*"):
        patient.get(forum.url)
    assert len(forum.paths) == 3


def test_a_redirect_loop_is_told(forum, patient: Client) -> None:
    forum.before = lambda request, number: forum.make(b"", 302, (("Location", "/viewtopic.php?t=7"),))
    with pytest.raises(UnreachableError, match="redirects"):
        patient.get(forum.url)
    assert len(forum.paths) == MANNERS.redirects + 1


def test_a_page_too_large_to_be_one_is_refused(forum, patient: Client) -> None:
    forum.before = lambda request, number: forum.make(b"x" * 100_001)
    with pytest.raises(UnreachableError, match="larger than 100000 bytes"):
        patient.get(forum.url)


@pytest.mark.parametrize("url", ["", "forum.example/t", "ftp://forum.example/t", "http://[", "http://127.0.0.1:1/t"])
def test_an_address_that_leads_nowhere(patient: Client, url: str) -> None:
    with pytest.raises(UnreachableError) as caught:
        patient.get(url)
    assert "\n" not in str(caught.value)
    assert " at 0x" not in str(caught.value)


def test_times_are_those_of_the_forums_clock(forum, client: Client) -> None:
    ahead = datetime.now(UTC).replace(microsecond=0) + timedelta(hours=3)
    forum.before = lambda request, number: forum.make(b"x", headers=(("Date", format_datetime(ahead, usegmt=True)),))
    source = client.get(forum.url)
    assert source.seen_at == ahead
    assert source.asked_at is not None
    assert ahead - timedelta(seconds=2) < source.asked_at <= ahead
    assert client.clock_offset == pytest.approx(3 * 3600, abs=2)


def test_a_page_from_a_cache_was_seen_when_it_was_made(forum, client: Client) -> None:
    made = datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=5)
    headers = (("Date", format_datetime(made, usegmt=True)), ("Age", "300"))
    forum.before = lambda request, number: forum.make(b"x", headers=headers)
    source = client.get(forum.url)
    assert (source.seen_at, source.asked_at) == (made, made)
    assert client.clock_offset == pytest.approx(0, abs=2)


@pytest.mark.parametrize("date", ["yesterday", "Mon, 99 Foo 2026 00:00:00 GMT"])
def test_a_date_that_is_none_leaves_our_clock(forum, client: Client, date: str) -> None:
    forum.before = lambda request, number: forum.make(b"x", headers=(("Date", date),))
    seen = client.get(forum.url).seen_at
    assert seen is not None
    assert abs((datetime.now(UTC) - seen).total_seconds()) < 2


@pytest.fixture
def raw() -> Iterator[Callable[[Callable[[socket.socket], None]], str]]:
    """A server that does with its connection what a test says; gives its address."""
    listener = socket.create_server(("127.0.0.1", 0))

    def start(speak: Callable[[socket.socket], None]) -> str:
        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(65536)
                    try:
                        speak(connection)
                    except OSError:
                        continue  # the client has had enough

        threading.Thread(target=serve, daemon=True).start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}/"

    yield start
    listener.close()


def test_a_silent_forum_is_given_up(raw, patient: Client) -> None:
    silent = threading.Event()
    url = raw(lambda connection: silent.wait(0.5) and None)
    with pytest.raises(UnreachableError, match=r"^http://127\.0\.0\.1:\d+/: the forum does not answer in time"):
        patient.get(url)


def test_a_forum_that_trickles_is_given_up(raw, pauses: list[float]) -> None:
    manners = msgspec.structs.replace(MANNERS, longest_page=0.2)
    client = Client(manners, now=lambda: datetime.now(UTC), sleep=pauses.append)

    def trickle(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(100):
            connection.sendall(b"x")
            threading.Event().wait(0.02)

    with pytest.raises(UnreachableError, match="takes longer than"):
        client.get(raw(trickle))
    client.close()


def test_a_chunked_body_that_breaks_off_is_no_page(raw, patient: Client) -> None:
    def chunks(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")

    with pytest.raises(UnreachableError):
        patient.get(raw(chunks))


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://127.0.0.1:{closed}/", "it takes no connections: is the address right"),
        ("http://nowhere.invalid/", "no forum of that name can be found"),
        ("viewtopic.php?t=7", "this is no address"),
        ("http://", "this is no address"),
    ],
)
def test_the_usual_faults_of_the_network_are_told_in_plain_words(patient: Client, url: str, told: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        closed = server.getsockname()[1]
    with pytest.raises(UnreachableError, match=told):
        patient.get(url.format(closed=closed))
