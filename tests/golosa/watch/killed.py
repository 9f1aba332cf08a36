"""Watches a day by a quick clock, killed (SIGKILL) again and again: run by `test_killed.py` in a process of its own.

    killed.py FOLDER CLOCK_FILE SEED KILLS END

The clock stands in CLOCK_FILE (seconds since 1970, eight bytes), where the forum of the test reads it too. Each watch
is a child that is forked off, so that nothing has to be imported anew; while it is dead some minutes pass. Prints how
many were killed before they were done.
"""

from __future__ import annotations

import os
import random
import signal
import struct
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.rulings import AliasRuling
from golosa.clock import using
from golosa.folder.game import Game
from golosa.reading import fetching
from golosa.watch.loop import Watch
from golosa.watch.notifying import Notifier
from golosa.watch.plan import Do
from golosa.watch.screens import PlainScreen
from scraper.client import Manners

NIGHT = datetime(2026, 3, 1, tzinfo=UTC)


class Clock:
    """A clock in a file, which goes on when it is told to."""

    def __init__(self, path: Path) -> None:
        self.file = os.open(path, os.O_RDWR)

    def __call__(self) -> datetime:
        (seconds,) = struct.unpack("d", os.pread(self.file, 8, 0))
        return datetime.fromtimestamp(seconds, UTC)

    def set(self, to: datetime) -> None:
        os.pwrite(self.file, struct.pack("d", to.timestamp()), 0)

    def sleep(self, seconds: float) -> None:
        self.set(self() + timedelta(seconds=seconds))


def watch(folder: Path, clock: Clock) -> None:
    """Watches until the day is done."""
    fetching.MANNERS = Manners(user_agent="golosa-test", delay=1, backoff=0, retries=0, timeout=5)
    with using(clock):
        one = Watch(folder, None, PlainScreen("Europe/Moscow"), Notifier([]), clock=clock, sleep=clock.sleep)
        while (action := one.step()).do is not Do.DONE:
            if action.do is Do.WAIT:
                clock.set(max(clock() + timedelta(seconds=1), action.until or clock()))
        one.close()


class Child:
    """A watch in a process of its own."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.status: int | None = None
        self.number = os.fork()
        if self.number == 0:
            try:
                watch(folder, clock)
                os._exit(0)
            finally:
                os._exit(1)

    def alive(self) -> bool:
        if self.status is None:
            number, status = os.waitpid(self.number, os.WNOHANG)
            self.status = status if number else None
        return self.status is None

    def kill(self) -> None:
        os.kill(self.number, signal.SIGKILL)
        os.waitpid(self.number, 0)


def moments(chance: random.Random, kills: int, now: datetime, end: datetime) -> list[datetime]:
    """When to kill: half of the time anywhere in the day, half around its end and in its half-hour."""
    before, after = end - timedelta(minutes=5), end + timedelta(minutes=31)
    early = [now + (before - now) * chance.random() for _ in range(kills // 2)]
    return sorted([*early, *(before + (after - before) * chance.random() for _ in range(kills - len(early)))])


def main(folder: Path, clock: Clock, seed: int, kills: int, end: datetime) -> int:
    """Kills as often as told, then watches to the end; the host takes a ruling now and then. -1: a watch failed."""
    chance, killed = random.Random(seed), 0
    words = ["Рыжая", "Длинный", "Певица"]
    for number, moment in enumerate(moments(chance, kills, clock(), end)):
        child = Child(folder, clock)
        if number % 10 == 5:
            rule(folder, words.pop(0))
        while clock() < moment and child.alive():
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.03))
        if child.alive():
            child.kill()
            killed += 1
            clock.sleep(chance.choice((0, 0, 1, 60, 300)))
    for word in words:
        rule(folder, word)
    last = Child(folder, clock)
    while last.alive():
        time.sleep(0.005)
    return killed if last.status == 0 else -1


def rule(folder: Path, word: str) -> None:
    """The host takes a ruling, while the watch is at work."""
    game = Game(folder)
    game.facts.add("ruling", AliasRuling(word, "Аня", NIGHT), NIGHT)
    game.close()


if __name__ == "__main__":
    path, ticks, seed_, kills_, end_ = sys.argv[1:]
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    found = main(Path(path), Clock(Path(ticks)), int(seed_), int(kills_), datetime.fromisoformat(end_))
    os.write(out, str(found).encode())
