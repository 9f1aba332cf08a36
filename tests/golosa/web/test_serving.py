"""The shared server: its headers, its port, and its end with streams open."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator

import pytest
import requests
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from golosa.errors import GolosaError
from golosa.web import POLICY, SecurityHeaders, address_of, background, listen


async def hello(request: Request) -> Response:
    return PlainTextResponse("hello")


async def kept(request: Request) -> Response:
    return PlainTextResponse("kept", headers={"Cache-Control": "no-cache"})


async def endless(request: Request) -> Response:
    async def beats() -> AsyncIterator[str]:
        while True:
            yield "beat\n"
            await asyncio.sleep(0.05)

    return StreamingResponse(beats())


APP = SecurityHeaders(Starlette(routes=[Route("/", hello), Route("/kept", kept), Route("/endless", endless)]))


def test_every_answer_forbids_what_is_not_the_pages_own() -> None:
    with background(APP) as address:
        found = requests.get(address, timeout=5)
        missing = requests.get(f"{address}nowhere", timeout=5)
    for answer in (found, missing):
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "server" not in answer.headers
    assert "unsafe" not in POLICY and "frame-ancestors 'none'" in POLICY


def test_what_the_app_says_of_caching_stands() -> None:
    with background(APP) as address:
        assert requests.get(f"{address}kept", timeout=5).headers["Cache-Control"] == "no-cache"


def test_a_taken_port_is_told_in_one_line_and_the_usual_one_gives_way() -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(GolosaError, match=f"port {port}.*--port"):
            listen(port)
    with listen() as first, listen() as second:
        assert address_of(first) != address_of(second)
    with pytest.raises(GolosaError, match="port 70000"):
        listen(70000)


def test_an_answer_does_not_wait_for_the_browser_to_confirm_its_head() -> None:
    with listen(0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_it_listens_on_this_machine_only() -> None:
    with listen(0) as found:
        assert found.getsockname()[0] == "127.0.0.1"
        assert address_of(found) == f"http://127.0.0.1:{found.getsockname()[1]}/"


def test_an_open_stream_does_not_hold_up_the_end() -> None:
    told: list[bool] = []
    with background(APP, on_stop=lambda: told.append(True)) as address:
        stream = requests.get(f"{address}endless", stream=True, timeout=5)
        beats = stream.iter_content(5)
        assert next(beats) == b"beat\n"
        before = time.monotonic()
    assert time.monotonic() - before < 3
    assert told == [True]
    beats.close()


PROGRAM = """
import asyncio
import errno
from starlette.responses import StreamingResponse
from golosa.web import listen, run, address_of
async def beats():
    while True:
        yield "beat\\n"
        await asyncio.sleep(0.05)
async def app(scope, receive, send):
    if scope["type"] == "http":
        await StreamingResponse(beats())(scope, receive, send)
found = listen(0)
print(address_of(found), flush=True)
run(app, found)
print("after", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent to a process by a POSIX signal here")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_quickly_with_a_stream_open(sent: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        with socket.create_connection((host, int(port)), timeout=5) as stream:
            stream.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert stream.recv(10)
            before = time.monotonic()
            process.send_signal(sent)
            out, complaints = process.communicate(timeout=10)
    assert time.monotonic() - before < 3
    assert (process.returncode, out, complaints) == (0, "after\n", "")


def test_what_cannot_be_listened_on_is_told_once_and_without_its_number() -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(GolosaError) as told:
            listen(port)
    assert str(told.value) == (
        f"cannot listen on 127.0.0.1, port {port}: {os.strerror(errno.EADDRINUSE)}; choose another with --port"
    )
    with pytest.raises(GolosaError) as told:
        listen(host="192.0.2.1")  # nobody's address (RFC 5737)
    assert str(told.value) == f"cannot listen on 192.0.2.1: {os.strerror(errno.EADDRNOTAVAIL)}"
