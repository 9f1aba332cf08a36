"""The players' page served from the desk while it is open: what `golosa serve` does in a terminal. Its port is another
one than the desk's, and nothing but the files of out/public is there.
"""

from __future__ import annotations

import socket
from contextlib import ExitStack
from pathlib import Path

from golosa import public
from golosa.errors import GolosaError
from golosa.folder.game import Game
from golosa.public import PUBLIC
from golosa.public.serving import Pages
from golosa.web import background, listen
from golosa.web.serving import LOOPBACK

EVERYWHERE = "0.0.0.0"
#: The port of the players' page, so that its address stays the same from one evening to the next.
PORT = 8322


class Sharing:
    """The players' page, while it is served."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self.address = ""  #: "" while it is not served
        self.others = ""  #: the address for other machines of the same network; "" where only this one can open it

    def start(self, folder: Path, *, everywhere: bool) -> None:
        """Serves the page, to this machine alone or to its network. Raises GolosaError where it cannot be written."""
        self.stop()
        game = Game(folder)
        try:
            public.write(game)
        finally:
            game.close()
        pages = Pages({"": folder / PUBLIC})
        listening = _listen(EVERYWHERE if everywhere else LOOPBACK)
        self.address = self._stack.enter_context(background(pages.app, listening, on_stop=pages.close))
        self.others = f"http://{_own_address()}:{listening.getsockname()[1]}/" if everywhere else ""

    def stop(self) -> None:
        """Serves it no more."""
        self._stack.close()
        self.address = self.others = ""


def _listen(host: str) -> socket.socket:
    """The page's own port, or any free one where that is taken."""
    try:
        return listen(PORT, host)
    except GolosaError:
        return listen(0, host)


def _own_address() -> str:
    """This machine's address in its network, as the way out of it tells; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: no packet leaves for it
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])
