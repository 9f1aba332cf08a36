"""What the result of a day tells besides the votes: who was out by it, his legend, wounds, the winner; in a folder."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

ROLES = {"Аня": "doctor", "Лис": "townsman", "Ёжик": "commissar", "Гаррет": "mafioso", "Шелли": "townsman"}
SECRETS = ("Доктор", "Комиссар", "Мафиози", "commissar", "mafioso")


def voted(table: Any, *more: str, roles: bool = True, seen: str = "23:30:00") -> None:
    """A day on which three vote for Лис."""
    given = [word for name, role in ROLES.items() for word in ("--role", f"{name}={role}")] if roles else []
    table.new(*given, *more)
    posts = [table.post(n, who, f"1{n}:00:00", "Лис") for n, who in enumerate(("Аня", "Шелли", "Ёжик"), 1)]
    table.count(posts=posts, seen=seen, status=None)


def result(table: Any, *more: object) -> str:
    text: str = table.run("notice", "result", "-C", table.folder, *more)
    return text


def legend(table: Any, player: str, text: str) -> None:
    table.run("order", "add", "-C", table.folder, "--from", player, "--at", "2026-03-02T12:00:00+03:00",
              "--subject", f"Легенда. {player}", "--body", text)  # fmt: skip


def test_c3_the_result_tells_the_role_of_who_is_out_and_no_other(table: Any) -> None:
    voted(table)
    text = result(table)
    assert text.endswith("\n\n[b]Лис[/b] — Мирный житель. Причина: голосование.\n")
    assert not any(secret in text for secret in SECRETS)
    table.run("day", "close", "-C", table.folder)
    assert result(table) == text


def test_t14_6_the_legend_of_who_is_out_stands_below_the_result(table: Any) -> None:
    voted(table)
    legend(table, "Лис", "Я жил\n[b]в лесу")
    legend(table, "Аня", "Никому не скажу")
    text = result(table)
    assert "[b]Легенда игрока Лис:[/b]\n[quote]Я жил\n[\u2060b]в лесу[/quote]" in text
    assert "Никому не скажу" not in text


def test_c3_what_the_result_tells_is_a_knob(table: Any) -> None:
    voted(table, "--set", "night.reveal=none")
    assert "Причина" not in result(table)


def test_a_game_whose_roles_are_kept_elsewhere_has_a_result_without_them(table: Any) -> None:
    voted(table, roles=False)
    assert "[b]Выбывает: Лис[/b] (по голосам)." in result(table)


@pytest.mark.parametrize("kind", ["interim", "reminder"])
def test_nothing_is_told_of_roles_before_the_day_is_decided(table: Any, kind: str) -> None:
    voted(table)
    table.now = table.start + timedelta(hours=8)
    told = table.run("notice", kind, "-C", table.folder, "--at", "2026-03-02T16:00:00+03:00")
    assert "Мирный" not in told


def test_c3_while_a_ruling_is_awaited_no_role_is_told(table: Any) -> None:
    table.new(*(word for name, role in ROLES.items() for word in ("--role", f"{name}={role}")))
    posts = [table.post(1, "Аня", "10:00:00", "Лис"), table.post(2, "Шелли", "11:00:00", "Гарет и Лиса")]
    table.count(posts=posts, seen="23:30:00", status=1)
    text = result(table)
    assert "Неофициально" in text and "Мирный" not in text


def test_c10_the_result_that_ends_the_game_names_the_winner(table: Any) -> None:
    voted(table, "--role", "Лис=mafioso", "--role", "Гаррет=townsman")
    text = result(table)
    assert "[b]Лис[/b] — Мафиози. Причина: голосование." in text
    assert "Победа: Мирные жители" in text


def test_h15_h19_the_evening_tells_changes_by_day_and_wounds(table: Any) -> None:
    secret = {"Аня": "medic", "Лис": "gunman", "Ёжик": "townsman", "Гаррет": "townsman", "Шелли": "officer"}
    shown = {"Аня": "nurse", "Лис": "citizen", "Ёжик": "citizen", "Гаррет": "bully", "Шелли": "citizen"}
    roles = [word for held in (secret, shown) for name, role in held.items() for word in ("--role", f"{name}={role}")]
    table.new("--rules", "hp100", "--lang", "en", *roles)
    table.run("night", "-C", table.folder, "--night", 1, "--at", "2026-03-01T23:59:00+03:00")
    bully = '<span style="color: #FF0000">Ёжик</span><br>Действие: бью Шелли'
    posts = [
        table.post(1, "Аня", "10:00:00", body=bully.replace("Ёжик", "Лис").replace("бью Шелли", "лечу Ёжик")),
        table.post(2, "Лис", "11:00:00", "Ёжик"),
        table.post(3, "Гаррет", "12:00:00", body=bully),
        table.post(4, "Шелли", "13:00:00", "Лис"),
        table.post(5, "Ёжик", "14:00:00", "Лис"),
    ]
    table.count(posts=posts, seen="23:30:00", status=None)
    text = result(table)
    assert "[b]Лис[/b], Mafioso. Cause: the vote." in text
    assert "[b]Changes of hp by day:[/b] Шелли -10." in text


@pytest.mark.parametrize("roles", [True, False])
def test_a_day_that_the_host_has_closed_otherwise_has_his_result(table: Any, roles: bool) -> None:
    """The post must not name one who is out by the count and another who is out by the host's word."""
    voted(table, roles=roles)
    table.run("day", "close", "-C", table.folder)
    table.run("day", "correct", "-C", table.folder, "--out", "Аня", "--reason", "спутаны имена", status=None)
    text = result(table)
    assert "[b]Выбывает: Аня[/b] (решением ведущего)." in text and "официальный" in text
    assert "Выбывает: Лис" not in text
    assert ("[b]Аня[/b] — Доктор." in text) is roles and "[b]Лис[/b] — Мирный" not in text
    table.run("day", "correct", "-C", table.folder, "--nobody", "--reason", "и это не так", status=None)
    assert "[b]Никто не выбывает.[/b]" in result(table)


def test_a_tie_that_the_host_has_decided_has_his_result(table: Any) -> None:
    table.new("--set", 'tie.steps=["host"]')
    posts = [table.post(1, "Аня", "10:00:00", "Лис"), table.post(2, "Лис", "11:00:00", "Аня")]
    table.count(posts=posts, seen="23:30:00", status=1)
    assert "Неофициально" in result(table)
    table.run("day", "close", "-C", table.folder, "--out", "Лис")
    text = result(table)
    assert "[b]Выбывает: Лис[/b] (решением ведущего)." in text and "Неофициально" not in text


def test_a_result_does_not_wait_for_nights_that_are_kept_elsewhere(table: Any) -> None:
    voted(table)
    table.run("day", "close", "-C", table.folder)
    second = table.url.replace("t=7", "t=8")
    table.run("day", "open", "-C", table.folder, "--thread", second)
    table.now += timedelta(days=1)
    posts = [table.post(20, "Аня", "2026-03-03T10:00:00", "Гаррет")]
    table.count("--url", second, posts=posts, seen="2026-03-03T23:30:00", status=None)
    text = result(table, "--day", "2")
    assert "[b]Выбывает: Гаррет[/b] (по голосам)." in text and "Мафиози" not in text


def test_t14_33_the_new_boss_is_told_at_once(table: Any) -> None:
    """Nobody but the host knows when the day is closed: what a player is owed then is printed there."""
    roles = {"Аня": "boss", "Лис": "bull", "Ёжик": "townsman", "Гаррет": "townsman", "Шелли": "doctor"}
    given = [word for name, role in roles.items() for word in ("--role", f"{name}={role}")]
    table.new("--rules", "town14", "--set", "missed.rule=none", "--set", 'votes.colour="red"', *given)
    table.run("order", "add", "-C", table.folder, "--from", "Аня", "--at", "2026-03-02T12:00:00+03:00",
              "--subject", "Ночь. Аня. Босс мафии.", "--body", "Убить Ёжика")  # fmt: skip
    table.count(posts=[table.post(1, "Лис", "10:00:00", "Аня")], seen="23:30:00", status=None)
    told = table.run("day", "close", "-C", table.folder)
    assert told.startswith("day1: Аня is out (votes)\n---- только для игрока Лис\n")
    assert "Ваша роль теперь: [b]Босс мафии[/b]. К вам перешёл ход прежнего: Ёжик." in told
    assert "----" not in table.run("day", "correct", "-C", table.folder, "--out", "Шелли", status=None)


def test_c10_whoever_closes_the_last_day_is_told_that_it_was(table: Any) -> None:
    voted(table, "--role", "Лис=mafioso", "--role", "Гаррет=townsman")
    assert table.run("day", "close", "-C", table.folder).endswith("the game is over: `golosa notice end`\n")
