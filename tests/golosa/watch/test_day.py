"""A watched day from morning to result, over HTTP, by a clock of its own: looks, notices, ties, early ends."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from golosa.watch.plan import Do

#: Fewer looks than usual, so that a day is quick.
SLOW = "poll_minutes = 60\nlast_poll_minutes = 5\nsweep_minutes = 300"


def test_a_day_is_watched_from_its_morning_to_its_result(world: Any) -> None:
    world.starts = world.at("17:00")
    world.post("Борис", "18:00", "Аня")
    world.post("Вера", "19:00", "Аня")
    world.post("Дина", "20:00", "Борис")
    world.post("Егор", "21:30", "Аня")
    world.new()
    done = world.run()
    assert world.kinds() == ["remind", "result", "notes"]
    assert "[b]Выбывает: Аня[/b]" in world.text("result")
    assert "официальный итог" in world.text("result")
    assert "Ещё не голосовали (3): [b]Аня, Глеб, Егор[/b]" in world.text("remind")
    assert world.now - world.ends < timedelta(seconds=10)
    # One request for a look that brings nothing, two passes of one page for a reading of the whole.
    assert len(world.asked) == done.count(Do.POLL) + 2 * done.count(Do.SWEEP)
    pauses = [later - earlier for earlier, later in pairwise(world.asked)]
    assert max(pauses) <= timedelta(minutes=5, seconds=5)
    last = [later - earlier for earlier, later in pairwise(world.asked) if earlier > world.at("21:46")]
    assert max(last) <= timedelta(minutes=1, seconds=5)


def test_what_it_writes_lies_in_the_folder(world: Any) -> None:
    world.vote_all()
    world.new(watch=SLOW)
    world.run()
    host = world.folder / "out" / "host"
    assert (host / "day1-result.txt").read_text(encoding="utf-8") == world.text("result")
    assert (host / "day1-result.txt").stat().st_mode & 0o077 == 0
    assert "22:00:0" in (world.folder / "watch.log").read_text(encoding="utf-8")


def test_a_vote_that_is_edited_after_the_end_counts_as_it_was_read_just_before(world: Any) -> None:
    world.vote_all()
    for minute in range(10):
        world.post("Дина", f"21:2{minute}")  # what is older stands on a page that looks for new posts do not see
    late = world.post("Вера", "21:15", "Аня", edit=("22:00:00", "Борис"))
    world.new(watch=SLOW)
    world.run()
    assert "Выбывает: Аня" in world.text("result")
    with world.game() as game:
        counted = game.count(game.day(1, world.now), world.now)
        post = next(post for post in counted.posts if post.id == str(late))
        before = [visit.ended for visit in game.archive.sweeps(world.url) if visit.complete]
    assert len(post.revisions) == 2
    assert any(world.at("21:59") <= moment < world.ends for moment in before)


def test_t14_14_a_tie_has_its_notice_its_half_hour_and_its_lot(world: Any) -> None:
    world.ends = world.at("23:00")
    world.tie()
    world.post("Глеб", "23:10", "Аня", colour="green")
    world.new("town14", watch=SLOW)
    world.commit()
    done = world.run()
    assert world.kinds() == ["remind", "notice", "result", "draw", "missed", "notes"]
    assert done[-2:] == [Do.DRAW, Do.COUNT]
    told = {message.kind: when for when, message in world.pasted}
    assert told["notice"] - world.ends < timedelta(seconds=10)
    assert told["result"] - world.at("23:30") < timedelta(seconds=10)
    assert "до 2 марта 2026, 23:30" in world.text("notice")
    assert "label: day1.tie" in world.text("draw")
    assert "day1.missed" not in world.text("draw")
    log = (world.folder / "watch.log").read_text(encoding="utf-8")
    with world.game() as game:
        chosen = {fact.read(dict)["label"]: fact.read(dict) for fact in game.facts.all("draw")}
    assert chosen["day1.missed"]["key"] not in log
    assert "жребий day1.missed брошен: …" in log


def test_t14_14_a_change_in_the_half_hour_decides_without_a_lot(world: Any) -> None:
    world.ends = world.at("23:00")
    world.tie()
    world.post("Дина", "23:20", "Аня", colour="green")
    world.new("town14", watch=SLOW, settings={"missed.rule": "none"})
    done = world.run()
    assert Do.DRAW not in done
    assert "Выбывает: Аня[/b] (по голосам)" in world.text("result")


def test_t14_14_the_half_hour_may_run_from_the_hosts_notice(world: Any) -> None:
    world.tie("red")
    world.post("Глеб", "22:35", "Аня")
    world.new(watch=SLOW, settings={"tie.overtime_from": "notice"})
    with world.watch() as watch:
        world.run("22:12", watch=watch)
        assert world.kinds()[1:] == ["ask", "notice"]
        assert "golosa day overtime" in world.text("ask")
        with world.game() as game:
            game.facts.add("overtime_starts", world.at("22:10"), world.now, "day1")
        world.run(watch=watch)
    assert "Выбывает: Аня" in world.text("result")
    assert world.now - world.at("22:40") < timedelta(seconds=10)


def test_deciding_hammer_ends_the_day_and_its_watch_at_once(world: Any) -> None:
    for minute, voter in enumerate(("Борис", "Вера", "Глеб", "Дина")):
        world.post(voter, f"11:0{minute}", "Аня")
    world.new(settings={"deciding.rule": "majority", "deciding.hammer": True})
    world.run()
    assert "Выбывает: Аня[/b] (большинством, досрочно)" in world.text("result")
    assert world.now < world.at("11:15")
    assert "день закончился досрочно в 11:03" in world.text("notes")


def test_e6_the_hosts_words_end_the_day_and_its_watch(world: Any) -> None:
    world.vote_all()
    number = world.post("Ведущий", "12:00")
    index = number - 101
    world.events[index] = world.events[index]._replace(post=world.events[index].post._replace(body="Начинаю просчёт"))
    world.new(settings={"votes.closes_with": ["просчёт"]})
    world.run()
    assert "Выбывает: Аня" in world.text("result")
    assert world.now < world.at("12:10")


def test_a_tie_is_decided_at_once_where_the_rules_have_no_extra_time(world: Any) -> None:
    world.tie("red")
    world.new(watch=SLOW, settings={"tie.steps": ["lot"]})
    world.commit()
    world.run()
    assert world.kinds() == ["remind", "result", "draw", "notes"]
    assert world.now - world.ends < timedelta(seconds=10)


def test_a_lot_is_not_drawn_from_a_commitment_made_after_the_votes(world: Any) -> None:
    world.tie("red")
    world.new(watch=SLOW, settings={"tie.steps": ["lot"]})
    with world.watch() as watch:
        world.run(watch=watch)
        assert "golosa dice commit" in world.text("ask")
        world.now += timedelta(minutes=1)
        world.commit()
        assert Do.DRAW not in world.run(watch=watch)
        with world.game() as game:
            from golosa.folder.dice import draw_due

            draw_due(game, game.day(1, world.now), world.now)
        world.run(watch=watch)
    assert world.kinds() == ["remind", "ask", "result", "draw", "notes"]


def test_lots_are_left_to_the_host_where_he_wants_that(world: Any) -> None:
    world.tie("red")
    world.new(watch=f"{SLOW}\ndraw = false", settings={"tie.steps": ["lot"]})
    world.commit()
    assert Do.DRAW not in world.run()
    assert "нужен жребий: Аня, Борис" in world.text("ask")


def test_v13_a_mark_that_only_the_host_can_read_is_told_once_and_its_ruling_finishes_the_day(world: Any) -> None:
    from engine.rulings import VoteRuling

    world.tie("red")
    unsure = world.post("Глеб", "12:00", "Борис или Аня")
    world.new(watch=SLOW)
    with world.watch() as watch:
        world.run(watch=watch)
        assert world.kinds() == ["ask", "remind"]
        assert f"golosa rule post {unsure} votes" in world.text("ask")
        # The ruling may make it a tie, so the half-hour is watched as well.
        assert world.now >= world.ends + timedelta(minutes=30)
        with world.game() as game:
            game.facts.add("ruling", VoteRuling(str(unsure), "Борис", world.now), world.now)
        world.run(watch=watch)
    assert "Выбывает: Борис" in world.text("result")


def test_where_only_the_host_can_decide_it_waits_for_the_result_that_he_enters(world: Any) -> None:
    from golosa.folder.daybook import close_day

    world.tie("red")
    world.new(watch=SLOW, settings={"tie.steps": ["host"]})
    with world.watch() as watch:
        world.run(watch=watch)
        assert "решить можете только вы: Аня, Борис" in world.text("ask")
        with world.game() as game:
            close_day(game, game.day(1, world.now), world.now, ["Аня"])
        world.run(watch=watch)
        assert watch.known is not None
        assert watch.known.state.closed
        assert world.sights[-1].next == "дальше: ночь, golosa night"


def test_the_words_are_those_of_the_games_language(world: Any) -> None:
    world.vote_all()
    world.new(watch=SLOW, lang="en")
    world.run()
    assert world.pasted[-1][1].title == "Day 1: notes for the host"
    assert "before the end the thread was read whole as of 21:59:" in world.text("notes")
    assert any("nothing new" not in line and "read whole" in line for line in world.lines)


@pytest.mark.parametrize("number", [None, 2])
def test_the_next_day_is_watched_once_the_last_one_is_closed(world: Any, number: int | None) -> None:
    from golosa.folder.daybook import Wanted, close_day, open_day

    world.vote_all()
    world.new(watch=SLOW)
    world.run()
    with world.game() as game:
        close_day(game, game.day(1, world.now), world.now)
        open_day(game, Wanted(number=2, threads=(world.url,)))
    with world.watch(number=number) as watch:
        assert watch.number == 2


def test_a_day_without_a_thread_is_refused(world: Any) -> None:
    from golosa.errors import GolosaError

    world.new(threads=())
    with pytest.raises(GolosaError, match="day 1 has no thread"), world.watch():
        pass


def test_a_missed_days_lot_that_nobody_may_draw_keeps_no_result_back(world: Any) -> None:
    world.vote_all("green")
    world.ends = world.at("23:00")
    world.events = [event for event in world.events if event.post.author not in ("Дина", "Егор")]
    world.new("town14", watch=SLOW)
    world.run()
    assert world.kinds() == ["remind", "ask", "result", "missed", "notes"]
    assert "нужен жребий: " in world.text("ask")


@pytest.mark.parametrize("answered", ["12:30", "22:30"])
def test_deciding_hammer_that_a_ruling_may_undo_waits_for_the_host(world: Any, answered: str) -> None:
    """However late he answers, also when the day would have been over by the clock."""
    from engine.rulings import VoteRuling

    for minute, voter in enumerate(("Борис", "Вера", "Глеб")):
        world.post(voter, f"11:0{minute}", "Аня")
    unsure = world.post("Вера", "11:03", "Борис или Аня")
    world.post("Дина", "11:04", "Аня")
    world.new(watch=SLOW, settings={"deciding.rule": "majority", "deciding.hammer": True})
    with world.watch() as watch:
        world.run(answered, watch=watch)
        assert "result" not in world.kinds()
        assert "ask" in world.kinds()
        with world.game() as game:
            game.facts.add("ruling", VoteRuling(str(unsure), "Аня", world.now), world.now)
        world.run(watch=watch)
    assert "Выбывает: Аня[/b] (большинством, досрочно)" in world.text("result")
    assert world.now - world.at(answered) < timedelta(minutes=2)


def test_a_day_that_is_closed_already_is_done(world: Any) -> None:
    from golosa.folder.daybook import close_day

    world.new()
    world.now = world.at("23:00")
    with world.game() as game:
        close_day(game, game.day(1, world.now), world.now, ["Аня"])
    with world.watch() as watch:
        assert world.run(watch=watch) == []
        watch.goodbye()
    assert world.lines[-1] == "23:00:00 день закрыт"
