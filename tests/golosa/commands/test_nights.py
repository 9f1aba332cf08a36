"""`golosa order` and `golosa night` on a game folder: from messages to the morning."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from golosa.folder.game import Game
from golosa.store import Facts

ROLES = {"Аня": "doctor", "Лис": "mafioso", "Ёжик": "commissar", "Гаррет": "townsman", "Шелли": "townsman"}


@pytest.fixture
def game(table):
    """A game of five with roles, after its first day: nobody voted."""
    table.new(*(word for name, role in ROLES.items() for word in ("--role", f"{name}={role}")))
    table.count("--at", table.end.isoformat(), posts=[table.post(1, "Аня", "12:00:00")], seen="22:30:00")
    table.now = table.end + timedelta(hours=2)
    return table


def order(table, sender, subject, body, at="2026-03-02T22:10:00+03:00", status=0):
    return table.run(
        "order", "add", "-C", table.folder, "--from", sender, "--at", at, "--subject", subject, "--body", body,
        status=status,
    )  # fmt: skip


def night(table, *more, status=0):
    return json.loads(table.run("night", "-C", table.folder, "--json", *more, status=status))


def test_c7_a_night_from_messages(game):
    order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета")
    assert "heal: Шелли" in order(game, "Аня", "Ночь. Аня. Доктор.", "Лечить Шелли")
    order(game, "Ёжик", "Ночь. Ёжик. Комиссар.", "Проверить Лиса")
    told = night(game)
    assert told["deaths"] == [{"player": "Гаррет", "by": "mafia", "role": "townsman"}]
    assert told["private"] == [
        {"to": "Аня", "kind": "heal", "says": "not_needed"},
        {"to": "Ёжик", "kind": "team", "target": "Лис", "says": True},
    ]
    assert any(effect["clause"].startswith("C7") for effect in told["log"])
    assert "out since night1: Гаррет (mafia)" in game.run("day", "list", "-C", game.folder)


def test_each_players_answer_lies_ready_to_paste(game):
    order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета")
    order(game, "Ёжик", "Ночь. Ёжик. Комиссар.", "Проверить Лиса")
    told = game.run("night", "-C", game.folder)
    assert told.count("---- только для игрока ") == 2  # the doctor learns that he has healed nobody
    answer = told.split("---- только для игрока Ёжик\n")[1]
    assert "Ночь 1: ответ для игрока Ёжик." in answer
    assert "Проверка: Лис — сторона «Мафия»: [b]да[/b]." in answer


def test_a_night_that_waits_for_a_ruling_does_not_say_that_nobody_died(game):
    order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета или Шелли", status=1)
    told = game.run("night", "-C", game.folder, status=1)
    assert told.startswith("ночь 1: ждёт ведущего\n  нужно решение: ")
    assert "----" not in told
    assert night(game, status=1)["morning"] is None


def test_t14_24_the_morning_post_is_there_before_the_next_days_thread(game):
    order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета")
    told = game.run("night", "-C", game.folder)
    post = told.split("---- вставить в тему: утро\n")[1].partition("---- ")[0]
    assert "Утро, день 2" in post
    assert "Выбывает [b]Гаррет[/b] — Мирный житель. Причина: мафия." in post
    assert (
        post
        == game.run("notice", "morning", "-C", game.folder)
        == game.run("notice", "morning", "-C", game.folder, "--day", "2")
    )
    assert night(game, "--night", "1")["morning"] == post.rstrip("\n")


def test_messages_are_listed_with_the_games_own_time(game):
    order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета", at="2026-03-02T19:10:00+00:00")
    assert "  2026-03-02T22:10:00+03:00  Лис: kill: Гаррет" in game.run("order", "list", "-C", game.folder)


def test_a_preview_keeps_nothing(game):
    order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета")
    assert night(game, "--preview")["deaths"]
    assert "out since" not in game.run("day", "list", "-C", game.folder)


def test_a_night_played_again_replaces_what_it_said(game):
    number = order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета").split(":")[0]
    first = night(game)
    assert night(game, "--night", "1") == first
    game.run("order", "undo", "-C", game.folder, number, status=1)
    assert game.err.startswith("golosa: night1: out was Гаррет (mafia); now nobody\n")
    assert "to be told anew" in game.err
    assert night(game, "--night", "1")["deaths"] == []
    assert "out since" not in game.run("day", "list", "-C", game.folder)


def test_an_order_that_is_entered_after_its_night_is_told_to_change_it(game):
    assert night(game)["deaths"] == []
    assert game.err == ""
    order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета", status=1)
    assert game.err.startswith("golosa: night1: out was nobody; now Гаррет (mafia)\n")
    assert "out since night1: Гаррет (mafia)" in game.run("day", "list", "-C", game.folder)


def test_an_unclear_order_waits_for_a_ruling(game):
    said = order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета или Шелли", status=1)
    assert "one of Гаррет, Шелли?" in said
    number = said.split(":")[0]
    told = night(game, status=1)
    assert told["rulings_needed"] == [{"post": number, "author": "Лис", "why": "ambiguous_order"}]
    game.run("order", "rule", "-C", game.folder, number, "Шелли")
    assert game.run("order", "list", "-C", game.folder).endswith("; ruled: against Шелли\n")
    game.run("order", "rule", "-C", game.folder, number, "nobody")
    assert game.run("order", "list", "-C", game.folder).endswith("; ruled: no order\n")
    game.run("order", "rule", "-C", game.folder, number, "Шелли")
    assert [death["player"] for death in night(game)["deaths"]] == ["Шелли"]


def pasted(game, date, *more, status=0):
    paste = game.folder.with_name("pm.txt")
    paste.write_text(f"От: Аня\nДата: {date}\nТема: Ночь. Аня. Доктор.\n\nЛечить Лиса\n", "utf-8")
    said = game.run("order", "add", "-C", game.folder, paste, *more, status=status)
    return said, game.run("order", "list", "-C", game.folder)


@pytest.mark.parametrize(
    "date",
    [
        "2026-03-02T22:10:00+03:00", "2026-03-02T19:10:00Z", "2026-03-02 22:10", "02.03.2026 22:10",
        "02 мар 2026, 22:10", "Пн мар 02, 2026 22:10", "2 марта 2026, 22:10", "Mar 2, 2026, 10:10 PM",
    ],
)  # fmt: skip
def test_a_message_is_dated_as_its_forum_shows_it(game, date):
    assert "  2026-03-02T22:10:00+03:00  Аня: heal: Лис" in pasted(game, date)[1]


@pytest.mark.parametrize(
    ("date", "why"),
    [
        ("Сегодня, 22:10", "is relative"),
        ("5 минут назад", "is relative"),
        ("03/04/2026 22:10", "03/04/2026"),
        ("02.03.2026", "tells no minute"),
        ("2026-03-02", "tells no minute"),
        ("вечером", "is in no known form"),
    ],
)
def test_a_date_that_is_not_certain_is_refused_with_what_to_do(game, date, why):
    game.run("order", "add", "-C", game.folder, "--body", f"От: Аня\nДата: {date}\n\nЛечить Лиса", status=2)
    assert why in game.err and game.err.endswith("; give --at\n")
    said, _ = pasted(game, date, "--at", "2026-03-02T22:10:00+03:00")
    assert "heal: Лис" in said


def test_a_forums_date_needs_the_forums_zone(game):
    path = game.folder / "game.toml"
    path.write_text(path.read_text("utf-8").replace('zone = "Europe/Moscow"', ""), "utf-8")
    game.run("order", "add", "-C", game.folder, "--body", "От: Аня\nДата: 02 мар 2026, 22:10\n\nЛечить Лиса", status=2)
    assert "needs the zone in which the forum shows times" in game.err and "; give --at" in game.err


def test_a_lone_suggestion_is_asked_about_alone(game):
    assert "heal: Гаррет? Use" in order(game, "Аня", "Ночь. Аня. Доктор.", "Лечить Горрита", status=1)


def test_orders_are_pasted_listed_and_read_from_a_file(game, tmp_path):
    paste = tmp_path / "pm.txt"
    paste.write_text("От: Аня\nДата: 2026-03-02T22:10:00+03:00\nТема: Ночь. Аня. Доктор.\n\nЛечить Лиса\n", "utf-8")
    assert "heal: Лис" in game.run("order", "add", "-C", game.folder, paste)
    inbox = tmp_path / "inbox.json"
    inbox.write_text(
        json.dumps([{"from": "Лис", "at": "2026-03-02T22:11:00+03:00", "order": {"ability": "kill", "target": "Аня"}}])
    )
    game.run("order", "add", "-C", game.folder, "--json", inbox)
    listed = game.run("order", "list", "-C", game.folder).splitlines()
    assert [line.split("  ")[-1] for line in listed] == ["Аня: heal: Лис", "Лис: kill Аня"]
    assert len(json.loads(game.run("order", "list", "-C", game.folder, "--json"))["messages"]) == 2


def test_a_stranger_has_no_orders(game):
    order(game, "Прохожий", "Ночь. Аня. Доктор.", "Лечить Лиса", status=2)
    assert "no player" in game.err


def test_a_night_needs_roles_and_a_day_read_whole(table):
    table.new()
    table.now = table.end + timedelta(hours=2)
    table.run("night", "-C", table.folder, status=2)
    assert "no role yet: Аня" in table.err


def test_a_day_that_was_not_read_whole_holds_the_night_up(table):
    table.new(*(word for name, role in ROLES.items() for word in ("--role", f"{name}={role}")))
    table.now = table.end + timedelta(hours=2)
    table.run("night", "-C", table.folder, status=3)
    assert "day1: the thread has not been read whole" in table.err


def test_the_log_tells_cause_and_clause(game):
    order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета")
    out = game.run("night", "-C", game.folder, "--log")
    assert "ночь 1: Гаррет (Мирный житель) — мафия" in out
    assert "  log: " in out


def test_a_night_is_kept_with_its_dead_or_not_at_all(game, monkeypatch):
    """A program that is killed between two entries must not leave a resolved night in which nobody died."""
    order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета")
    add = Facts.add

    def killed(self, kind, *rest):
        if kind == "out":
            raise KeyboardInterrupt
        return add(self, kind, *rest)

    with monkeypatch.context() as patched:
        patched.setattr(Facts, "add", killed)
        game.run("night", "-C", game.folder, status=130)
    opened = Game(game.folder)
    try:
        assert not opened.facts.all("night", "out", with_undone=True)
    finally:
        opened.close()
    assert [death["player"] for death in night(game)["deaths"]] == ["Гаррет"]


def test_rulings_on_messages_have_their_machine_form(game):
    number = order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета или Шелли", status=1).split(":")[0]
    ruled = json.loads(game.run("order", "rule", "-C", game.folder, number, "Шелли", "--json"))
    assert (ruled["schema"], ruled["message"], ruled["target"], ruled["changes"]) == (1, number, "Шелли", [])
    assert json.loads(game.run("order", "undo", "-C", game.folder, number, "--json"))["message"] == number


def test_an_exported_game_and_where_it_was_taken_in_have_their_machine_form(game, tmp_path):
    file, there = tmp_path / "game.golosa", tmp_path / "there"
    assert json.loads(game.run("export", "-C", game.folder, file, "--json")) == {"schema": 1, "file": str(file)}
    assert json.loads(game.run("import", file, there, "--json")) == {"schema": 1, "folder": str(there)}


def test_a_night_resolved_too_early_is_played_again_as_of_the_moment_given(game):
    """What is printed then, is kept, and is what every later replay tells, is one and the same night."""
    early, later = "2026-03-02T22:05:00+03:00", "2026-03-02T22:30:00+03:00"
    assert night(game, "--at", early)["deaths"] == []
    order(game, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета", status=1)
    assert [refused["why"] for refused in night(game, "--night", "1")["refused"]] == ["late"]
    seen = night(game, "--night", "1", "--at", later, "--preview")
    told = night(game, "--night", "1", "--at", later)
    assert told["deaths"] == seen["deaths"] == [{"player": "Гаррет", "by": "mafia", "role": "townsman"}]
    assert told["refused"] == []
    assert told == night(game, "--night", "1")
    assert game.run("notice", "morning", "-C", game.folder).rstrip("\n") == told["morning"]
