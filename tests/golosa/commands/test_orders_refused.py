"""Orders that are refused: the host is told as soon as they come, not when their night is resolved (G7, T14-20)."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

ROLES = {"Аня": "doctor", "Лис": "mafioso", "Ёжик": "commissar", "Гаррет": "townsman", "Шелли": "townsman"}
TOWN = {"Аня": "doctor", "Лис": "boss", "Ёжик": "maniac", "Гаррет": "townsman", "Шелли": "drunk"}
SUBJECTS = {"Аня": "Доктор", "Лис": "Мафиози", "Ёжик": "Комиссар", "Гаррет": "Мирный"}
DAY2 = timedelta(days=1)


def given(roles):
    return [word for name, role in roles.items() for word in ("--role", f"{name}={role}")]


@pytest.fixture
def game(table):
    """A game of five with roles; on day 1 four voted for Гаррет, the day is over and not closed."""
    table.new(*given(ROLES))
    posts = [table.post(n, name, f"12:0{n}:00", "Гаррет") for n, name in enumerate(("Аня", "Лис", "Ёжик", "Шелли"), 1)]
    table.count(posts=posts, seen="22:40:00", status=None)
    table.now = table.end + timedelta(hours=2)
    return table


def order(table, sender, body, at="2026-03-02T22:10:00+03:00", status=0, role=None, more=()):
    return table.run(
        "order", "add", "-C", table.folder, "--from", sender, "--at", at,
        "--subject", f"Ночь. {sender}. {role or SUBJECTS[sender]}.", "--body", body, *more, status=status,
    )  # fmt: skip


def test_g7_an_order_that_stands_says_nothing_more(game):
    assert "refused" not in order(game, "Аня", "Лечить Шелли")


@pytest.mark.parametrize(
    ("sender", "body", "why"),
    [
        ("Ёжик", "Проверить Ёжика", "против себя нельзя"),
        ("Лис", "Убить Лиса", "против себя нельзя"),
        ("Аня", "Лечить Гаррета", "цель уже выбыла"),
        ("Аня", "Лечить Барсука", "такого игрока нет"),
        ("Гаррет", "Убить Лиса", "отправитель выбыл"),
    ],
)
def test_g7_a_refused_order_is_told_at_once(game, sender, body, why):
    game.run("day", "close", "-C", game.folder)
    told = order(game, sender, body, status=1)
    assert f"refused (night1): {why}" in told


def test_g7_another_role_than_ones_own(game):
    assert "refused (night1): не та роль" in order(game, "Аня", "Убить Лиса", role="Мафиози", status=1)


def test_g6_an_order_of_the_day_before_is_not_for_this_night(game):
    game.run("day", "close", "-C", game.folder)
    game.run("night", "-C", game.folder)
    start = (table_start := game.start + DAY2).isoformat()
    game.run("day", "open", "-C", game.folder, "--thread", game.url, "--starts", start)
    game.now = table_start + timedelta(hours=1)
    told = order(game, "Аня", "Лечить Лиса", at=(table_start - timedelta(minutes=5)).isoformat(), status=1)
    assert "refused (night1): " in told  # sent after the first night was resolved, before the second day


def test_t14_20_a_second_change_is_told_though_the_day_goes_on(table):
    table.new("--rules", "town14", "--ends", "2026-03-02T23:00:00+03:00", *given(TOWN))
    table.now = table.moscow("15:00:00")
    for hour, target, status in ((10, "Ане", 0), (11, "Шелли", 0), (12, "Ане", 1)):
        said = order(table, "Лис", f"Убить {target}", at=f"2026-03-02T{hour}:00:00+03:00", role="Босс", status=status)
    assert "refused (night1): менять ход больше нельзя" in said
    listed = table.run("order", "list", "-C", table.folder).splitlines()
    assert ["refused" in line for line in listed] == [False, False, True]
    (refused,) = json.loads(table.run("order", "list", "-C", table.folder, "--json"))["refused"]
    assert refused == {"message": said.split(":")[0], "phase": "night1", "why": "second_change"}


def test_g8_one_whom_the_host_removed_this_day_may_not_order(table):
    table.new(*given(ROLES))
    table.now = table.moscow("15:00:00")
    table.run("act", "remove", "Аня", "-C", table.folder, "--at", "2026-03-02T14:00:00+03:00", "--reason", "…")
    told = order(table, "Аня", "Лечить Шелли", at="2026-03-02T14:30:00+03:00", status=1)
    assert "refused (night1): отправитель выбыл" in told


def test_c8_the_same_patient_on_two_nights(game):
    game.run("day", "close", "-C", game.folder)
    order(game, "Аня", "Лечить Шелли")
    game.run("night", "-C", game.folder)
    start = game.start + DAY2
    game.run("day", "open", "-C", game.folder, "--thread", "http://forum.example/t8", "--starts", start.isoformat())
    game.now = start + timedelta(hours=3)
    told = order(game, "Аня", "Лечить Шелли", at=(start + timedelta(hours=2)).isoformat(), status=1)
    assert "refused (night2): одного и того же игрока две ночи подряд нельзя" in told


def test_an_order_that_cannot_be_judged_yet_says_so(table):
    table.new()
    order(table, "Аня", "Лечить Шелли")
    assert "cannot be judged yet: Аня has no role" in table.err


def test_an_order_that_only_the_host_can_read_needs_him(game):
    assert "one of Гаррет, Шелли?" in order(game, "Лис", "Убить Гаррета или Шелли", status=1)


def test_an_order_for_a_resolved_night_says_all_that_it_changes(game):
    game.run("day", "close", "-C", game.folder)
    game.run("night", "-C", game.folder)
    order(game, "Ёжик", "Проверить Лиса", status=1)
    assert "night1: other answers for Ёжик" in game.err
    assert "to be told anew" in game.err
    game.now += timedelta(hours=8)
    order(game, "Ёжик", "Проверить Аню", at="2026-03-03T05:00:00+03:00", status=1)  # late: changes nothing
    assert game.err == ""  # that it is refused is told; it makes nothing another that was told before
    number = game.run("order", "list", "-C", game.folder).splitlines()[-1].split()[0]
    game.run("order", "undo", "-C", game.folder, number)
    assert game.err == ""


def test_h16_h25_an_action_of_the_day_is_judged_in_its_day(table):
    secret = dict(zip(table.players, ("medic", "gunman", "officer", "townsman", "townsman"), strict=True))
    shown = dict(zip(table.players, ("nurse", "bully", "citizen", "citizen", "citizen"), strict=True))
    table.new("--rules", "hp100", *given(secret), *given(shown))
    table.now = table.start - timedelta(hours=1)
    table.run("night", "-C", table.folder)
    table.now = table.moscow("15:00:00")
    noon = "2026-03-02T12:00:00+03:00"
    assert "refused" not in order(table, "Лис", "Действие: бью Аню", at=noon, role="…")
    told = order(table, "Ёжик", "Действие: бью Аню", at=noon, role="…", status=1)
    assert "refused (day1): не та роль или способность" in told
    # An order for the coming night in the same day is one of the night.
    assert "refused" not in order(table, "Аня", "Лечить Лиса", at=noon, role="Врач")


def test_v10_the_old_account_of_one_who_was_replaced_sends_no_orders(table):
    table.new("--player", "Барсук=badger", *given({**ROLES, "Барсук": "townsman"}))
    table.now = table.moscow("15:00:00")
    table.run("rule", "-C", table.folder, "--since", "2026-03-02T12:00:00+03:00", "replace", "fresh", "=", "Барсук")

    def sent(account, clock, status):
        return table.run(
            "order", "add", "-C", table.folder, "--from", account, "--at", f"2026-03-02T{clock}:00+03:00",
            "--subject", "Легенда", "--body", "Я пекарь", status=status,
        )  # fmt: skip

    assert "Барсук: a legend" in sent("badger", "11:59", 0)
    assert sent("badger", "12:00", 2) == ""
    assert "fresh plays for Барсук in the place of badger since 2026-03-02T12:00:00+03:00" in table.err
    assert sent("fresh", "11:59", 2) == ""
    assert "Барсук: a legend" in sent("fresh", "12:00", 0)
    assert "Барсук: a legend" in sent("Барсук", "12:30", 0)  # the host says which player


def test_a_message_from_the_future_is_not_taken(game):
    """With a slip in its date it would fall into another night."""
    order(game, "Ёжик", "Проверить Лиса", at="2026-04-02T19:00:00+03:00", status=2)
    assert "which is still to come" in game.err
    assert game.run("order", "list", "-C", game.folder) == ""
