"""The beat of a watch: `schedule` calls it each second, whatever the machine's clock does meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable

import schedule

TICK = 1  # seconds


def beat(tick: Callable[[], bool], sleep: Callable[[float], None] = time.sleep) -> None:
    """Calls `tick` each second until it gives True.

    `schedule` goes by this machine's wall clock without a zone: where that is set back, as an hour in autumn, the next
    call would be an hour away. It is made at once instead.
    """
    scheduler = schedule.Scheduler()
    done: list[bool] = []

    def once() -> None:
        if tick():
            done.append(True)

    scheduler.every(TICK).seconds.do(once)
    once()
    while not done:
        idle = scheduler.idle_seconds
        if idle is None or idle > TICK:
            scheduler.run_all()
            continue
        sleep(max(0.0, idle))
        scheduler.run_pending()
