"""A watch that is killed at random moments of a day, over and over: nothing is half written, lost or otherwise."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

SCRIPT = Path(__file__).with_name("killed.py")
KILLS = 30
#: Some may come when the day is done already.
TRIES = 34
WATCH = "poll_minutes = 60\nlast_poll_minutes = 3\nsweep_minutes = 240"

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="watches are forked off here, to be killed quickly")


class Clock:
    """The clock in its file, as the forum reads it."""

    def __init__(self, path: Path, now: datetime) -> None:
        self.path = path
        path.write_bytes(struct.pack("d", now.timestamp()))

    @property
    def now(self) -> datetime:
        return datetime.fromtimestamp(struct.unpack("d", self.path.read_bytes())[0], UTC)


def _day(world: Any) -> None:
    """A day of town14 with edits, a deletion, a ruling, a tie, its half-hour and two lots."""
    world.ends = world.at("23:00")
    world.tie()
    for minute in range(12):
        world.post("Дина", f"14:{minute + 10}")
    world.post("Глеб", "15:00", "Аня", colour="green", gone="22:00")
    world.post("Вера", "23:12", "Аня", colour="green")
    world.new("town14", watch=WATCH)
    world.commit()


def _run(world: Any, folder: Path, kills: int, seed: int) -> int:
    """Watches the day in that folder, killed so often; gives how often it was killed before it was done."""
    ticks = folder.with_suffix(".clock")
    clock = Clock(ticks, world.starts)
    type(world).now = property(lambda self: clock.now, lambda self, value: None)
    words = [sys.executable, SCRIPT, folder, ticks, str(seed), str(kills), world.ends.isoformat()]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=True)
    return int(done.stdout)


def _told(folder: Path) -> dict[str, Any]:
    """All that a day has led to."""
    from golosa.folder.game import Game

    game = Game(folder)
    try:
        (row,) = game.database.rows("PRAGMA integrity_check")
        now = datetime(2026, 3, 3, tzinfo=UTC)
        counted = game.count(game.day(1, now), now)
        count = counted.count
        return {
            "integrity": row,
            "complete": counted.complete,
            "verdict": (count.verdict, count.by, count.out, count.leaves_next_morning),
            "ballots": msgspec.to_builtins([count.first.ballots, (count.overtime or count.first).ballots]),
            "draws": [fact.read(dict)["label"] for fact in game.facts.all("draw")],
            "rulings": [fact.read(dict) for fact in game.facts.all("ruling")],
            "told": {fact.read(dict)["what"] for fact in game.facts.all("watch")},
            "host": {path.name: path.read_text(encoding="utf-8") for path in (folder / "out" / "host").glob("*.txt")},
        }
    finally:
        game.close()


@pytest.fixture
def two(worlds: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    """A world whose class may be given another clock."""
    world = worlds()
    world.__class__ = type("Quick", (type(world),), {})
    return world


def test_a_watch_killed_thirty_times_over_a_day_comes_to_the_same_result(two: Any, tmp_path: Path) -> None:
    world = two
    _day(world)
    calm = tmp_path / "calm"
    shutil.copytree(world.folder, calm)
    assert _run(world, calm, 0, 0) == 0
    assert _run(world, world.folder, TRIES, 7) >= KILLS
    one, other = _told(calm), _told(world.folder)
    # What tells when something was read may differ: while the watch was dead nobody read.
    notes, _ = [[told["host"].pop(f"day1-{kind}.txt") for told in (one, other)] for kind in ("notes", "remind")]
    assert one == other
    assert sorted(one["host"]) == ["day1-draw.txt", "day1-missed.txt", "day1-notice.txt", "day1-result.txt"]
    assert one["verdict"][0] == "out"
    assert [ruling["alias"] for ruling in one["rulings"]] == ["Рыжая", "Длинный", "Певица"]
    assert one["draws"] == ["day1.tie", "day1.missed"]
    assert all("перед концом дня тема прочитана целиком" in text for text in notes)
    pages = list((world.folder / "out" / "public").rglob("*.html"))
    assert pages
    assert all(page.read_text(encoding="utf-8").rstrip().endswith("</html>") for page in pages)
    assert not list((world.folder / "out" / "public").rglob("*.new"))
