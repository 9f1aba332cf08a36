"""The watch's log in the game's folder: lines with their times, kept small. No secret is ever written to it."""

from __future__ import annotations

import logging
import traceback
from datetime import datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from zoneinfo import ZoneInfo

NAME = "watch.log"
LARGEST = 1_000_000
KEPT = 3


class Log:
    """Lines with times of the game's zone; the last files are kept, each up to a megabyte."""

    def __init__(self, folder: Path, zone: str) -> None:
        self.zone = ZoneInfo(zone)
        self._handler = RotatingFileHandler(
            folder / NAME, maxBytes=LARGEST, backupCount=KEPT, encoding="utf-8", delay=True
        )
        self._handler.setFormatter(logging.Formatter("%(message)s"))
        # A logger of its own: what libraries log does not come here.
        self._logger = logging.Logger("golosa.watch")
        self._logger.addHandler(self._handler)

    def line(self, at: datetime, text: str) -> None:
        """One line."""
        self._logger.info("%s %s", stamped(at, self.zone), one_line(text))

    def fault(self, at: datetime, error: BaseException) -> None:
        """A fault with where it was."""
        where = "".join(traceback.format_exception(error))
        self._logger.error("%s %s", stamped(at, self.zone), where)

    def close(self) -> None:
        """Closes the file."""
        self._handler.close()


def stamped(at: datetime, zone: ZoneInfo) -> str:
    """`2026-03-02 21:45:00`, in the game's zone."""
    return at.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")


def one_line(text: str) -> str:
    """A text on one line, without control signs: it may hold a stranger's words."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
