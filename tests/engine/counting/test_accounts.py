"""Accounts of players: ids known beforehand, ids bound by what is seen, and the old account of one who was replaced."""

from __future__ import annotations

from engine.counts import Needs, What
from engine.people import Player, Roster
from engine.rulings import ReplaceRuling


def test_v15_ids_that_the_host_has_entered_hold_for_each_player(table, targets):
    table.roster = Roster((Player("Аня", account_ids=("7",)), Player("Борис", account_ids=("8", "9")), Player("Вера")))
    table.post("Первая", "10:00", "Вера", author_id="7")
    table.post("Второй", "10:01", "Аня", author_id="8")
    last = table.post("Третий", "10:02", "Вера", author_id="9")
    counted = table.count()
    assert targets(counted) == {"Аня": "Вера", "Борис": "Вера"}
    assert last in [one.post for one in counted.reports if one.what is What.RENAMED]


def test_v15_every_account_is_bound_whoever_posts_before(table, targets):
    table.post("Аня", "10:00", "Борис", author_id="7")
    table.post("Аня", "10:01", "Вера", author_id="7")
    table.post("Ведущий", "10:02", author_id="1")
    table.post("гость", "10:03")
    table.post("Борис", "10:04", "Аня", author_id="8")
    table.post("Новый ник", "10:05", "Вера", author_id="8")
    assert targets(table.count()) == {"Аня": "Вера", "Борис": "Вера"}


def test_v10_v15_the_old_account_of_one_who_was_replaced_is_asked_about_by_id_too(table, targets, why):
    table.roster = Roster((Player("Аня", account_ids=("7",)), *map(Player, ("Борис", "Вера"))))
    table.rulings.append(ReplaceRuling("anya_new", "Аня", table.day.starts.replace(hour=12)))
    table.post("Аня", "10:00", "Борис", author_id="7")
    table.post("anya_new", "13:00", "Вера", author_id="70")
    old = table.post("Аня", "14:00", "Борис", author_id="7")
    counted = table.count()
    assert why(counted)[old] == Needs.UNKNOWN_ACCOUNT
    assert targets(counted).get("Аня") in (None, "Вера")


def test_v10_before_he_was_replaced_the_old_account_votes(table, targets):
    table.roster = Roster((Player("Аня", account_ids=("7",)), *map(Player, ("Борис", "Вера"))))
    table.rulings.append(ReplaceRuling("anya_new", "Аня", table.day.starts.replace(hour=12)))
    table.post("Аня", "10:00", "Борис", author_id="7")
    assert targets(table.count()) == {"Аня": "Борис"}


def test_v15_an_account_of_a_player_with_several_that_was_seen_is_not_bound_twice(table, targets, why):
    table.roster = Roster((Player("Аня", accounts=("anya", "anya_phone")), *map(Player, ("Борис", "Вера"))))
    table.post("anya", "10:00", "Борис", author_id="7")
    table.post("anya_phone", "10:30", "Борис", author_id="8")
    stranger = table.post("anya", "11:00", "Вера", author_id="66")
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted)[stranger] == Needs.UNKNOWN_ACCOUNT


def test_v15_a_host_who_is_renamed_stays_the_host(table, targets):
    table.post("Ведущий", "09:00", author_id="1")
    table.post("Аня", "10:00", "Борис", author_id="7")
    table.post("Аня вторая", "11:00", "Вера", author_id="1")
    assert targets(table.count()) == {"Аня": "Борис"}


def test_v15_accounts_are_the_same_in_any_case_width_and_spacing(table, targets):
    table.roster = Roster((Player("Аня", accounts=("Anya  K",)), *map(Player, ("Борис", "Вера"))))
    table.post("ＡＮＹＡ k", "10:00", "Борис")
    assert targets(table.count()) == {"Аня": "Борис"}
