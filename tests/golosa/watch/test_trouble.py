"""What goes wrong on a day: stops, sleep, clocks that differ, forums that are gone, others who fetch, faults."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import pytest

from golosa.watch import loop
from golosa.watch.plan import Do

SLOW = "poll_minutes = 60\nlast_poll_minutes = 5\nsweep_minutes = 300"


def test_a_watch_that_was_stopped_goes_on_and_tells_nothing_twice(world: Any) -> None:
    world.vote_all()
    world.new(watch=SLOW)
    for until in ("09:00", "21:05", "21:58", "22:00:01"):
        world.run(until)
    world.run()
    assert world.kinds() == ["remind", "result", "notes"]
    assert world.run() == []
    assert world.kinds() == ["remind", "result", "notes"]


def test_what_could_not_be_seen_while_the_laptop_slept_is_said_and_the_result_is_the_same(world: Any) -> None:
    world.starts = world.at("19:30")
    world.post("Дина", "20:00", "Аня")
    world.new()
    with world.watch() as watch:
        world.run("21:40", watch=watch)
        world.now = world.at("22:20")
        world.run(watch=watch)
    assert "Выбывает: Аня" in world.text("result")
    assert "с 21:35:01 до 22:00 в тему никто не заглядывал" in world.text("notes")
    assert "перед концом дня тема прочитана целиком на 21:00" in world.text("notes")


def test_a_watch_begun_after_the_day_counts_and_says_that_nobody_had_looked(world: Any) -> None:
    world.vote_all()
    world.new()
    world.now = world.at("23:00")
    assert world.run() == [Do.SWEEP, Do.COUNT]
    assert "с 08:00 до 22:00 в тему никто не заглядывал" in world.text("notes")
    assert "ни разу не прочитана целиком" in world.text("notes")


def test_a_forum_that_cannot_be_read_is_told_and_tried_again_more_and_more_seldom(world: Any) -> None:
    world.vote_all()
    world.new(watch="poll_minutes = 15\nlast_poll_minutes = 5\nsweep_minutes = 300")
    world.down = (world.at("12:00"), world.at("13:30"))
    world.run()
    assert "Выбывает: Аня" in world.text("result")
    failed = [line for line in world.lines if "не удалось прочитать тему" in line]
    assert 8 <= len(failed) <= 11
    assert failed[0].startswith("12:00:0")
    assert "ещё раз в 12:00:1" in failed[0].replace("12:00:2", "12:00:1")
    assert any(line.endswith("тема снова читается") and line.startswith("13:") for line in world.lines)
    # Others may have seen it all the time.
    assert "с 11:45:0" in world.text("notes")


def test_a_forum_that_is_down_at_the_end_delays_the_result_and_nothing_else(world: Any) -> None:
    world.vote_all()
    world.new(watch=SLOW)
    world.down = (world.at("21:50"), world.at("22:45"))
    world.run()
    assert world.kinds() == ["remind", "result", "notes"]
    assert world.at("22:45") <= world.now < world.at("22:47")


def test_the_host_is_called_once_where_the_forum_stays_away(world: Any) -> None:
    from golosa.watch.notifying import Notifier

    sent: list[str] = []
    world.vote_all()
    world.new(watch=SLOW)
    world.down = (world.at("12:00"), world.at("14:00"))
    world.run("16:00", notifier=Notifier([lambda title, text: bool(sent.append(title)) or True]))
    assert sent == ["День 1: тема не читается"]


@pytest.mark.parametrize("minutes", [-20, 20])
def test_the_day_goes_by_the_forums_clock(world: Any, minutes: int) -> None:
    world.ahead = timedelta(minutes=minutes)
    world.vote_all()
    world.new(watch=SLOW)
    world.run()
    forums_time = world.now + world.ahead
    assert world.ends <= forums_time < world.ends + timedelta(minutes=1)
    assert "Выбывает: Аня" in world.text("result")
    assert "часы форума и этого компьютера расходятся" in world.text("notes")
    with world.game() as game:
        whole = [visit.ended for visit in game.archive.sweeps(world.url) if visit.complete]
    assert any(world.ends - timedelta(minutes=1) <= moment <= world.ends for moment in whole)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the machine's zone cannot be set here")
def test_the_machines_zone_does_not_matter(world: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    time.tzset()
    try:
        world.vote_all()
        world.new(watch=SLOW)
        world.run()
    finally:
        monkeypatch.undo()
        time.tzset()
    assert world.ends <= world.now < world.ends + timedelta(seconds=10)
    assert "День закончился 2 марта 2026, 22:00" in world.text("result")
    assert any(line.startswith("22:00:0") for line in world.lines)


def test_another_golosa_that_fetches_is_waited_for(world: Any) -> None:
    from golosa.reading.fetching import fetching

    world.vote_all()
    world.new(watch=SLOW)
    with world.watch() as watch:
        world.run("09:30", watch=watch)
        with world.game() as game, fetching(game):
            world.run("10:00:30", watch=watch)
        assert sum("is fetching this game's threads" in line for line in world.lines) == 1
        assert watch.memory.failures == 0
        world.run("10:05", watch=watch)
    assert any("новое: 1 сообщение" in line and line.startswith("10:00:3") for line in world.lines)


def test_a_day_that_is_extended_meanwhile_is_watched_to_its_new_end(world: Any) -> None:
    from golosa.folder.daybook import extend_day

    world.vote_all()
    world.post("Дина", "22:20", "Аня")
    world.new(watch=SLOW)
    with world.watch() as watch:
        world.run("21:30", watch=watch)
        with world.game() as game:
            extend_day(game, game.day(1, world.now), world.at("22:45"), "", world.now)
        world.run(watch=watch)
    assert world.at("22:45") <= world.now < world.at("22:46")
    assert "5 голосов" in world.text("result")


def test_settings_that_cannot_be_read_are_told_and_the_old_ones_hold(world: Any) -> None:
    world.vote_all()
    world.new(watch=SLOW)
    path = world.folder / "game.toml"
    with world.watch() as watch:
        world.run("12:00", watch=watch)
        good = path.read_text(encoding="utf-8")
        path.write_text("[game\n", encoding="utf-8")
        world.run("13:00", watch=watch)
        assert sum("game.toml сейчас не читается" in line for line in world.lines) == 1
        path.write_text(good, encoding="utf-8")
        world.run(watch=watch)
    assert "Выбывает: Аня" in world.text("result")


def test_a_day_that_loses_its_thread_in_the_file_keeps_it_in_the_watch(world: Any) -> None:
    world.vote_all()
    world.new(watch=SLOW)
    path = world.folder / "game.toml"
    with world.watch() as watch:
        world.run("12:00", watch=watch)
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(f'["{world.url}"]', "[]"), encoding="utf-8")
        world.run(watch=watch)
    assert sum("day 1 has no thread" in line for line in world.lines) == 1
    assert "Выбывает: Аня" in world.text("result")


def test_a_fault_that_comes_back_is_told_again(world: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: list[str] = ["full", "full", "", "full"]

    def sometimes(*given: object, **more: object) -> None:
        if wrong and (why := wrong.pop(0)):
            raise OSError(why)

    monkeypatch.setattr(loop, "write", sometimes)
    world.vote_all()
    world.new(watch=SLOW)
    world.run()
    assert sum("страница игроков не обновлена: full" in line for line in world.lines) == 2


def test_a_page_that_fails_costs_no_count(world: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: object, **more: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(loop, "write", fail)
    world.vote_all()
    world.new(watch=SLOW)
    world.run()
    assert "Выбывает: Аня" in world.text("result")
    assert sum("страница игроков не обновлена: no space left" in line for line in world.lines) == 1


def test_a_fault_in_the_loop_is_told_logged_and_does_not_end_the_watch(
    world: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = loop.known_of, iter(range(100))

    def known(*given: Any) -> Any:
        if 3 <= next(calls) <= 6:
            raise ZeroDivisionError("nobody thought of this")
        return real(*given)

    monkeypatch.setattr(loop, "known_of", known)
    world.vote_all()
    world.new(watch=SLOW)
    world.run()
    assert "Выбывает: Аня" in world.text("result")
    assert sum("ZeroDivisionError" in line for line in world.lines) == 1
    assert (world.folder / "watch.log").read_text(encoding="utf-8").count("Traceback") == 4


def test_a_hosts_template_that_is_wrong_is_told_in_the_place_of_the_text(world: Any) -> None:
    world.vote_all()
    world.new(watch=SLOW)
    (world.folder / "templates").mkdir()
    (world.folder / "templates" / "reminder.bbcode.j2").write_text("{{ nothing_of_the_kind }}", encoding="utf-8")
    world.run()
    assert "golosa notice reminder" in world.text("remind")
    assert "Выбывает: Аня" in world.text("result")


def test_a_result_that_cannot_be_told_just_now_is_told_later(world: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when somebody else's look came between the count and its text."""
    from golosa.errors import GolosaError
    from golosa.watch import telling

    real, calls = telling.notices.text_of, iter(range(100))

    def text_of(*given: Any) -> str:
        if given[1] == "result" and next(calls) == 0:
            raise GolosaError("the thread has not been read whole: somebody looked", 3)
        return real(*given)

    monkeypatch.setattr(telling.notices, "text_of", text_of)
    world.vote_all()
    world.new(watch=SLOW)
    world.run()
    assert world.kinds() == ["remind", "result", "notes"]
    assert any("somebody looked" in line for line in world.lines)


def test_a_ruling_after_the_result_makes_another_result(world: Any) -> None:
    from engine.rulings import VoidRuling

    world.vote_all()
    world.new(watch=SLOW)
    world.run()
    with world.game() as game:
        for post in ("101", "102", "103"):
            game.facts.add("ruling", VoidRuling(post, world.now), world.now)
    world.now += timedelta(minutes=5)
    assert world.run() == [Do.COUNT]
    assert "Выбывает: Борис" in world.text("result")


def test_t14_5_no_lot_falls_twice_where_the_watch_and_the_host_draw_at_once(world: Any) -> None:
    from threading import Thread

    from golosa.folder.dice import draw_due
    from golosa.folder.game import Game

    world.ends = world.at("23:00")
    world.tie()
    world.new("town14", watch=f"{SLOW}\ndraw = false")
    world.commit()
    world.run()
    assert world.now >= world.at("23:30")
    now = world.now

    def draw() -> None:
        game = Game(world.folder)
        try:
            draw_due(game, game.day(1, now), now)
        finally:
            game.close()

    drawers = [Thread(target=draw) for _ in range(3)]
    for drawer in drawers:
        drawer.start()
    for drawer in drawers:
        drawer.join()
    with world.game() as game:
        labels = sorted(fact.read(dict)["label"] for fact in game.facts.all("draw"))
    assert labels == ["day1.missed", "day1.tie"]


def test_e5_a_deletion_that_is_unclear_for_an_interim_count_alone_is_not_asked_about(world: Any) -> None:
    world.vote_all()
    world.post("Дина", "14:00", "Аня", gone="16:29")
    world.new(watch="poll_minutes = 60\nsweep_minutes = 30")
    world.run("17:10")
    assert world.kinds() == []
