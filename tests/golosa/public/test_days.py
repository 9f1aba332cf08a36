"""From a count to the public day and its pages: what is shown, how it stays official, and the days before."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import msgspec

from engine.day import EffectKind
from engine.rulings import VoteRuling
from golosa.folder import dice
from golosa.folder.daybook import close_day
from golosa.folder.game import Game, Posted, standing_ballots
from golosa.public import write
from golosa.views.public import PublicDay, PublicDayFile, PublicPost


def day_of(played: Any, number: int) -> PublicDay:
    content = (played.public / "data" / f"day-{number}.json").read_bytes()
    return msgspec.json.decode(content, type=PublicDayFile).day


def a_day(played: Any, day: int = 1) -> None:
    played.vote("Аня", "09:00", "Лис", day)
    played.vote("Лис", "10:00", "Аня", day)
    played.vote("Ёжик", "11:00", "Лис", day)


def test_the_day_tells_who_votes_for_whom_by_which_post_and_who_is_silent(played: Any) -> None:
    a_day(played)
    played.vote("Прохожий", "12:00", "Лис")
    played.vote("Ведущий", "12:05", "Лис")
    played.vote("Аня", "12:10", "Ёжик")
    played.see("12:30")
    day = played.write("12:30").day
    assert day.first is not None
    assert [(row.target, row.votes, [one.name for one in row.voters]) for row in day.first.rows] == [
        ("Аня", 1, ["Лис"]), ("Лис", 1, ["Ёжик"]), ("Ёжик", 1, ["Аня"]),
    ]  # fmt: skip
    assert day.first.rows[2].voters[0].post == PublicPost(
        "1006", 6, played.at("12:10"), "https://forum.example/viewtopic.php?p=1006#p1006"
    )
    assert [(vote.voter, vote.target, vote.stands) for vote in day.votes] == [
        ("Аня", "Лис", False), ("Лис", "Аня", True), ("Ёжик", "Лис", True), ("Аня", "Ёжик", True),
    ]  # fmt: skip
    assert [(point.at, point.votes) for point in day.first.rows[1].course] == [
        (played.at("08:00"), 0), (played.at("09:00"), 1), (played.at("11:00"), 2), (played.at("12:10"), 1),
    ]  # fmt: skip
    assert day.silent == ("Гаррет", "Шелли")
    assert [(mark.author, mark.why) for mark in day.not_counted] == [("Прохожий", "not_a_player")]
    assert (day.official, day.ended, day.complete) == (False, False, True)
    assert (day.until, day.up_to and day.up_to.id) == (played.at("22:00"), "1006")


def test_a_game_without_votes_and_one_before_its_day(played: Any) -> None:
    played.see("07:00")
    day = played.write("07:00").day
    assert (day.hidden, day.first, day.living) == ("not_begun", None, played.players)
    assert "День ещё не начался. Начало: 2 марта 2026, 08:00." in played.html()
    played.see("08:30")
    played.write("08:30")
    assert "Голосов нет." in played.html() and "Не голосовали (5)" in played.html()


def test_a_game_whose_first_day_is_not_entered_has_a_page(played: Any) -> None:
    played.set_up(days=0)
    game = Game(played.folder)
    write(game, now=played.at("09:00"))
    game.close()
    assert played.data().day is None
    assert "Игра ещё не началась." in played.html()


def test_a_thread_that_was_not_read_whole_is_told_at_the_top(played: Any) -> None:
    a_day(played)
    played.see("12:30", whole=False)
    assert not played.write("12:30").day.complete
    assert "Тема прочитана не полностью" in played.html()
    assert "Тема прочитана не полностью" in (played.public / "feed.xml").read_text(encoding="utf-8")


def test_t14_14_the_extra_time_has_its_own_end_and_its_own_votes(played: Any) -> None:
    played.set_up(rules="town14")
    played.colour = "#008000"
    for author, clock, target in (("Аня", "09:00", "Лис"), ("Лис", "10:00", "Аня"), ("Аня", "22:05", "Ёжик")):
        played.vote(author, clock, target)
    played.see("22:10")
    day = played.write("22:10").day
    assert (day.until, day.first.tied) == (played.at("22:30"), ("Аня", "Лис"))
    assert [(row.target, row.votes) for row in day.first.rows] == [("Лис", 1), ("Аня", 1)]
    assert day.overtime is not None
    assert [(row.target, row.votes) for row in day.overtime.rows] == [("Аня", 1), ("Ёжик", 1)]
    assert [point.votes for point in day.first.rows[0].course] == [0, 1]
    page = played.html()
    assert "Дополнительное время — до" in page and "2 марта 2026, 22:30</time>" in page
    assert page.index("Дополнительное время, на 2 марта 2026, 22:10") < page.index("На конец дня, 2 марта 2026, 22:00")


def test_a_count_made_official_stays_so_until_it_changes(played: Any) -> None:
    a_day(played)
    played.see("22:10")
    assert not played.write("22:10").day.official
    assert played.write("22:11", official=True).day.official
    assert played.data().day.until is None
    assert played.write("22:12").day.official
    assert "Официальный итог" in played.html() and "refresh" not in played.html()
    ruling = VoteRuling("1001", "Гаррет", played.at("22:13"))
    played.do("22:13", lambda game, now: game.facts.add("ruling", ruling, now))
    assert not played.write("22:14").day.official
    assert "Предварительный итог" in played.html()


def test_a_posted_official_count_and_a_closed_day_are_official(played: Any) -> None:
    a_day(played)
    played.see("22:10")

    def post(game: Game, now: datetime) -> None:
        counted = game.count(game.day(1, now), now)
        fact = Posted(1, counted.count.at, now, standing_ballots(counted.count), True, "https://forum.example/p=9")
        game.facts.add("posted", fact, now, "day1")

    played.do("22:11", post)
    data = played.write("22:12")
    assert data.day.official
    assert [(one.day, one.official, one.url, len(one.ballots)) for one in data.posted] == [
        (1, True, "https://forum.example/p=9", 3)
    ]


def test_the_host_may_close_a_day_otherwise_than_counted(played: Any) -> None:
    a_day(played)
    played.see("22:10")
    played.do("22:11", lambda game, now: close_day(game, game.day(1, now), now, ["Шелли"]))
    day = played.write("22:12").day
    assert (day.out, day.closed.out, day.official) == (("Лис",), ("Шелли",), False)
    page = played.html()
    assert "Выбывает: <bdi>Шелли</bdi>" in page and "День закрыт ведущим: решение ведущего." in page
    assert "Выбывает: <bdi>Лис</bdi>" not in page


def test_days_that_are_over_have_pages_of_their_own(played: Any) -> None:
    played.set_up(days=3)
    for day in (1, 2):
        played.vote("Аня", "09:00", ("Лис", "Ёжик")[day - 1], day)
        played.see("22:10", day)
        played.do("22:11", lambda game, now, day=day: close_day(game, game.day(day, now), now), day)
    played.see("08:30", 3)
    data = played.write("08:30", 3)
    assert [(past.number, past.official, past.out) for past in data.past] == [(2, True, ("Ёжик",)), (1, True, ("Лис",))]
    assert day_of(played, 1).votes and day_of(played, 2).gone == ("Лис",)
    assert '<a href="day-1.html">День 1</a>' in played.html()
    assert "Официальный итог" in played.html("day-1.html") and 'href="index.html"' in played.html("day-1.html")
    assert "data-state" not in played.html("day-1.html") and "refresh" not in played.html("day-1.html")


def test_a_day_that_is_over_is_counted_again_only_where_something_of_it_changed(played: Any, monkeypatch: Any) -> None:
    played.set_up(days=2)
    a_day(played)
    played.see("22:10")
    played.see("08:30", 2)
    counted: list[int] = []
    count = Game.count

    def noted(self: Game, day: Any, *rest: Any, **more: Any) -> Any:
        counted.append(day.number)
        return count(self, day, *rest, **more)

    monkeypatch.setattr(Game, "count", noted)

    def days(clock: str) -> list[int]:
        counted.clear()
        played.write(clock, 2)
        return counted[:]

    assert days("08:30") == [2, 1]
    assert days("08:31") == [2]
    played.see("08:32", 2)
    assert days("08:33") == [2]
    ruling = VoteRuling("1001", "Гаррет", played.at("08:34", 2))
    played.do("08:34", lambda game, now: game.facts.add("ruling", ruling, now), 2)
    assert days("08:35") == [2, 1]
    assert day_of(played, 1).ruled == ("сообщение 1 — голос за игрока Гаррет",)
    played.see("08:36")
    assert days("08:37") == [2, 1]
    (played.public / "data" / "day-1.json").write_text("torn")
    assert days("08:38") == [2, 1]
    (played.public / "day-1.html").unlink()
    assert days("08:39") == [2, 1]
    assert (played.public / "day-1.html").is_file()
    assert day_of(played, 1).number == 1


def test_a_recount_of_an_earlier_day_does_not_take_the_current_ones_place_and_is_kept_as_official(played: Any) -> None:
    played.set_up(days=2)
    a_day(played)
    played.see("22:10")
    played.see("08:30", 2)
    assert [past.official for past in played.write("08:30", 2).past] == [False]
    game, now = Game(played.folder), played.at("08:31", 2)
    write(game, game.count(game.day(1, now), now), official=True, now=now)
    game.close()
    data = played.data()
    assert (data.day.number, data.day.official, [past.official for past in data.past]) == (2, False, [True])
    assert "Официальный итог" in played.html("day-1.html")


def test_l2_draws_are_shown_with_their_check_and_the_commitments(played: Any) -> None:
    played.set_up(rules="town14")
    played.colour = "#008000"
    played.do("07:00", lambda game, now: dice.make_keys(game, now))
    played.vote("Аня", "09:00", "Лис")
    played.vote("Лис", "10:00", "Аня")
    played.see("23:40")
    played.do("23:41", lambda game, now: dice.draw_due(game, game.day(1, now), now))
    data = played.write("23:42")
    (draw,) = data.day.draws
    assert draw.holds and draw.label == "day1.tie" and set(draw.candidates) == {"Аня", "Лис"}
    assert data.day.out == (draw.chosen,)
    page = played.html()
    assert "проверено: сходится" in page and draw.block.splitlines()[0] in page
    assert all(line in page for line in data.commitments)
    ((proof, chain),) = dice.parse_blocks(draw.block)
    dice.check(proof, chain, None)


def test_t14_5_the_lot_among_those_who_missed_the_day_waits_for_the_next_one(played: Any) -> None:
    played.set_up(rules="town14", days=2)
    played.colour = "#008000"
    played.do("07:00", lambda game, now: dice.make_keys(game, now))
    played.vote("Аня", "09:00", "Лис")
    played.vote("Лис", "10:00", "Лис")
    played.see("22:40")
    played.do("22:41", lambda game, now: dice.draw_due(game, game.day(1, now), now))
    day = played.write("22:42").day
    assert day.draws == () and "day1.missed" not in played.everything()
    played.see("08:30", 2)
    played.write("08:30", 2)
    assert [draw.label for draw in day_of(played, 1).draws] == ["day1.missed"]


def test_secret_weights_are_shown_as_the_public_may_know_them(played: Any) -> None:
    text = (played.folder / "game.toml").read_text()
    for kind, value in ((EffectKind.WEIGHT, 3), (EffectKind.SHOWN_WEIGHT, 1)):
        text += f'\n[[effect]]\nplayer = "Аня"\nkind = "{kind.value}"\nvalue = {value}\nday = 1\nlasts = "game"\n'
    (played.folder / "game.toml").write_text(text)
    a_day(played)
    played.see("12:30")
    day = played.write("12:30").day
    assert [(row.target, row.votes) for row in day.first.rows] == [("Лис", 2), ("Аня", 1)]
    assert [row.course[-1].votes for row in day.first.rows] == [2, 1]
    assert {voter.weight for row in day.first.rows for voter in row.voters} == {1}


def test_roles_orders_and_notes_never_reach_the_public_files(played: Any) -> None:
    a_day(played)

    def secrets(game: Game, now: datetime) -> None:
        game.facts.add("role", {"player": "Лис", "role": "СЕКРЕТ"}, now)
        game.facts.add("order", {"sender": "Лис", "text": "СЕКРЕТ"}, now, "night1")
        game.facts.add("note", {"player": "Лис", "text": "СЕКРЕТ"}, now)
        dice.make_keys(game, now)

    played.do("08:10", secrets)
    played.see("12:30")
    played.write("12:30")
    game = Game(played.folder)
    keys = dice.keys(game)
    game.close()
    assert keys is not None
    for secret in ("СЕКРЕТ", keys.deal, keys.last, str(played.folder)):
        assert secret not in played.everything()


def test_the_data_is_one_document_with_its_schema(played: Any) -> None:
    a_day(played)
    played.see("12:30")
    played.write("12:30")
    for name in ("state.json", "data/game.json"):
        assert json.loads((played.public / name).read_text(encoding="utf-8"))["schema"] == 1


def test_a_page_of_a_large_busy_day_stays_small_and_loses_nothing(played: Any) -> None:
    """Thirty players, three hundred votes, as many marks that do not count: all that a browser loads first, raw, in
    under 100 kB."""
    players = tuple(f"Игрок {number} из слободы" for number in range(30))
    played.set_up(players=players)
    for number in range(600):
        clock = f"{8 + number // 50:02}:{number % 50:02}:{number % 60:02}"
        played.vote(players[number % 30], clock, players[number * 7 % 12] if number % 2 else "никакого имени")
    played.see("21:30")
    day = played.write("21:30").day
    sizes = {name: (played.public / name).stat().st_size for name in ("index.html", "style.css", "page.js", "icon.svg")}
    assert sum(sizes.values()) < 100_000, sizes
    assert len(day.not_counted) == 300
    assert 'href="votes.html#lost">Все незасчитанные: 300' in played.html()
    both = played.html() + played.html("votes.html")
    assert all(f'data-post="{one.post.id}"' in both for one in (*day.votes, *day.not_counted))
