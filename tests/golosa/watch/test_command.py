"""`golosa watch` as a command: its exit status, its lines, one watch at a time, and the beat."""

from __future__ import annotations

import datetime as real_datetime
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
import schedule
from msgspec import structs

from golosa.cli import run
from golosa.clock import using
from golosa.locks import held
from golosa.reading import fetching
from golosa.watch.ticking import beat


@pytest.fixture
def watch(world: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Runs the command by the world's clock; gives exit status and what was printed."""
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.setattr(fetching, "MANNERS", structs.replace(fetching.MANNERS, delay=0))

    def call(*arguments: str) -> tuple[int, str, str]:
        with using(lambda: world.now):
            status = run(["watch", "-C", str(world.folder), *arguments])
        return (status, *capsys.readouterr())

    return call


def test_a_day_that_is_over_has_its_result_at_once(world: Any, watch: Callable[..., Any]) -> None:
    world.vote_all()
    world.new()
    world.now = world.at("23:00")
    status, out, _ = watch()
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == "2026-03-02 23:00:00 слежу за днём 1: Игра у реки; конец 2 марта 2026, 22:00"
    assert "---- День 1: итог, вставьте в тему" in lines
    assert "[b]Выбывает: Аня[/b] (по голосам)." in lines
    assert (world.folder / "out" / "public" / "index.html").is_file()
    status, out, _ = watch()
    assert (status, out.splitlines()[0][20:34]) == (0, "слежу дальше з")


def test_once_does_what_is_due_and_leaves(world: Any, watch: Callable[..., Any]) -> None:
    world.vote_all()
    world.new()
    world.now = world.at("12:00")
    status, out, _ = watch("--once")
    assert (status, len(out.splitlines())) == (0, 1)
    assert "новое: 3 сообщения; Аня 2" in out or "новое: 2 сообщения; Аня 2" in out
    world.now = world.at("12:01")
    assert watch("--once")[:2] == (0, "")
    world.now = world.at("13:01")
    assert "Борис 1" in watch("--once")[1]


def test_once_tells_by_its_exit_status_that_something_needs_the_host(world: Any, watch: Callable[..., Any]) -> None:
    world.tie("red")
    world.new(settings={"tie.steps": ["host"]})
    world.now = world.at("23:00")
    status, out, _ = watch("--once")
    assert status == 1
    assert "golosa day close --out ИМЯ" in out


def test_once_tells_by_its_exit_status_that_the_thread_could_not_be_read(world: Any, watch: Callable[..., Any]) -> None:
    world.new()
    world.now = world.at("12:00")
    world.down = (world.at("08:00"), world.at("22:00"))
    status, out, _ = watch("--once")
    assert status == 3
    assert "! не удалось прочитать тему" in out


def test_a_second_watch_says_who_watches_and_leaves(world: Any, watch: Callable[..., Any]) -> None:
    world.new()
    world.now = world.at("12:00")
    with held(world.folder, "watch", "{who}", exit_code=2):
        status, _, err = watch()
    assert status == 2
    assert "golosa (process " in err
    assert "watches this game already" in err


def test_a_game_that_is_none_is_told(tmp_path: Any) -> None:
    assert run(["watch", "-C", str(tmp_path)]) == 2


def test_an_address_that_is_none_is_told_before_anything_is_watched(world: Any, watch: Callable[..., Any]) -> None:
    pytest.importorskip("apprise")
    world.new(watch='notify = ["nosuch://token"]')
    status, out, err = watch()
    assert (status, out) == (2, "")
    assert "watch.notify[0]" in err
    assert "token" not in err


# --- the beat ---------------------------------------------------------------------------------------------------------


def test_the_beat_goes_on_each_second_also_where_the_machines_clock_is_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Clock(real_datetime.datetime):
        wall = real_datetime.datetime(2026, 10, 25, 2, 59, 58)  # noqa: DTZ001 - as `schedule` asks for it
        true = 0.0

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return cls.wall

    def sleep(seconds: float) -> None:
        Clock.true += seconds
        Clock.wall += real_datetime.timedelta(seconds=seconds)
        if 2 <= Clock.true < 2.5:
            Clock.wall -= real_datetime.timedelta(hours=1)

    names = {name: getattr(real_datetime, name) for name in ("timedelta", "date", "time", "timezone", "tzinfo")}
    monkeypatch.setattr(schedule, "datetime", SimpleNamespace(datetime=Clock, **names))
    beats: list[float] = []

    def tick() -> bool:
        beats.append(Clock.true)
        return len(beats) == 8

    beat(tick, sleep)
    assert beats[-1] <= 8
    assert all(later - earlier <= 1.01 for earlier, later in pairwise(beats))
