"""An ASGI app on this machine: a free port, and an end that is quick and clean whatever streams are open.

Knows sockets and uvicorn; knows no game.
"""

from __future__ import annotations

import errno
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from golosa.errors import GolosaError

LOOPBACK = "127.0.0.1"
PORT, HIGHEST_PORT = 8321, 65_535
#: How long answers that are under way may take once the server is to stop, in seconds.
GRACE_SECONDS = 1
STARTING_SECONDS = 10.0
#: Connections that wait to be accepted: a whole forum may open the page at once.
BACKLOG = 2048

Hook = Callable[[], None]


def listen(port: int | None = None, host: str = LOOPBACK) -> socket.socket:
    """A socket that listens. Without `port`: on `PORT`, or on any free one where that is taken; 0 is any free one.

    Raises GolosaError where the wanted port cannot be had.
    """
    if port is not None and not 0 <= port <= HIGHEST_PORT:
        raise GolosaError(f"no port {port}: they go from 0 (any free one) to {HIGHEST_PORT}")
    for number in (PORT, 0) if port is None else (port,):
        try:
            listening = socket.create_server((host, number), backlog=BACKLOG)
            # Head and body of an answer leave in two writes: else the second waits 40 ms for the browser to confirm.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listening
        except OSError as error:
            failure = error
    # The failure's own text says the address again.
    what = os.strerror(failure.errno) if failure.errno and failure.errno > 0 else failure.strerror or failure
    if failure.errno == errno.EADDRINUSE:
        raise GolosaError(f"cannot listen on {host}, port {port}: {what}; choose another with --port") from failure
    at = host if port is None else f"{host}, port {port}"
    raise GolosaError(f"cannot listen on {at}: {what}") from failure


def address_of(listening: socket.socket) -> str:
    """The address of what listens there, as a browser on this machine opens it: "http://127.0.0.1:8321/"."""
    host, port = listening.getsockname()[:2]
    return f"http://{LOOPBACK if host == '0.0.0.0' else host}:{port}/"


class _Server(uvicorn.Server):
    """Ends at the first Ctrl-C without raising it again, and tells open streams before it waits for them."""

    def __init__(self, app: ASGIApp, on_stop: Hook | None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                log_level="critical",
                access_log=False,
                server_header=False,
                ws="none",
                http="h11",
                loop="asyncio",
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self.on_stop = on_stop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.on_stop is not None:
            self.on_stop()
        await super().shutdown(sockets)


def run(app: ASGIApp, listening: socket.socket, *, on_stop: Hook | None = None) -> None:
    """Serves until Ctrl-C or SIGTERM, then returns. `on_stop` is called in the server's loop first, to end streams.

    A second Ctrl-C waits for nothing.
    """
    _Server(app, on_stop).run(sockets=[listening])


@contextmanager
def background(app: ASGIApp, listening: socket.socket | None = None, *, on_stop: Hook | None = None) -> Iterator[str]:
    """Serves in a thread while the block runs, on a free port unless a socket is given; gives the address."""
    listening = listening or listen(0)
    address = address_of(listening)
    server = _Server(app, on_stop)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        _await_start(server, thread)
        yield address
    finally:
        server.should_exit = True
        thread.join()


def _await_start(server: _Server, thread: threading.Thread) -> None:
    pause = 0.01
    for _ in range(int(STARTING_SECONDS / pause)):
        if server.started or not thread.is_alive():
            break
        thread.join(pause)
    if not server.started:
        raise GolosaError("the server on this machine did not start", 70)
