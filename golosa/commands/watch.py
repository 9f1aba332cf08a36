"""`golosa watch`: looks at the day's thread by itself, and has the result ready after the end."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option

if TYPE_CHECKING:
    from golosa.watch.loop import Screen, Watch
    from golosa.watch.plan import Action

NEEDS_HOST, WRONG_USE, UNREAD = 1, 2, 3
WATCHED = "{who} watches this game already; only one watch looks at a thread"


@click.command("watch")
@folder_option
@click.option("--day", type=int, metavar="N", help="Which day; the last one that has begun if left out.")
@click.option("--once", is_flag=True, help="Do what is due now and leave; for a timer that calls it again and again.")
@click.option("--plain", is_flag=True, help="Lines instead of the view, as in a pipe.")
def command(folder: Path, day: int | None, once: bool, plain: bool) -> int:
    """Watch a day until its result is ready.

    It looks for new posts every few minutes, reads the whole thread now and then and just before the end, writes the
    reminder, the tie notice and the result into out/host, draws lots that were committed, and keeps the players' page.
    All that it knows is in the folder: it may be stopped, killed and started again at any moment. How often it looks
    and whom it tells is in [watch] of game.toml.

    Exit status 0 when the result is ready, 1 when something needs you (with --once: as things stand), 2 when another
    golosa watches this game, 3 with --once when the thread could not be read.
    """
    from golosa.folder.game import Game
    from golosa.locks import held
    from golosa.watch.loop import Watch
    from golosa.watch.notifying import notifier

    game = Game(folder)
    try:
        zone, lang, addresses = game.zone, game.config.game.lang, game.config.watch.notify
    finally:
        game.close()
    sender = notifier(addresses)
    with (
        held(folder, "watch", WATCHED, exit_code=WRONG_USE),
        _until_told_to_stop(),
        _screen(zone, lang, plain=plain or once or not sys.stdout.isatty()) as screen,
    ):
        watch = Watch(folder, day, screen, sender)
        try:
            return _watch(watch, once=once)
        finally:
            watch.close()


def _watch(watch: Watch, *, once: bool) -> int:
    from golosa.watch.plan import Do
    from golosa.watch.ticking import beat

    def tick() -> bool:
        """All that is due now; True when nothing will be any more."""
        done = _due(watch).do is Do.DONE
        watch.screen.tick()
        return done or once

    if not once:
        watch.hello()
    beat(tick)
    if not once:
        watch.goodbye()
    if once and watch.memory.failures:
        return UNREAD
    return NEEDS_HOST if watch.known is None or watch.known.needs else 0


def _due(watch: Watch) -> Action:
    """Does what is due, one thing after the other, until there is nothing but to wait."""
    from golosa.watch.plan import Do

    while (action := watch.step()).do not in (Do.WAIT, Do.DONE):
        pass
    return action


@contextmanager
def _screen(zone: str, lang: str, *, plain: bool) -> Iterator[Screen]:
    from golosa.watch.screens import LiveScreen, PlainScreen

    if plain:
        yield PlainScreen(zone)
    else:
        with LiveScreen(zone, lang, system_clock) as screen:
            yield screen


@contextmanager
def _until_told_to_stop() -> Iterator[None]:
    """A request to end, as of systemd, stops the watch as the keyboard does: the terminal is left as it was."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
