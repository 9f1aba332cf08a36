"""Accounts of players: ids known beforehand, ids bound by what is seen, and the old account of one who was replaced."""

from __future__ import annotations

from engine.counts import Needs, What, Why
from engine.people import Player, Roster
from engine.rulings import ReplaceRuling


def test_v15_ids_that_the_host_has_entered_hold_for_each_player(table, targets):
    table.roster = Roster((Player("Аня", account_ids=("7",)), Player("Борис", account_ids=("8", "9")), Player("Вера")))
    table.post("Первая", "10:00", "Вера", author_id="7")
    table.post("Второй", "10:01", "Аня", author_id="8")
    last = table.post("Третий", "10:02", "Вера", author_id="9")
    counted = table.count()
    assert targets(counted) == {"Аня": "Вера", "Борис": "Вера"}
    renamed = [(one.post, one.author) for one in counted.reports if one.what is What.RENAMED]
    assert renamed[-1] == (last, "Борис")


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


def test_v15_an_account_once_bound_stays_his_whosever_name_it_takes(table, targets):
    table.post("Аня", "10:00", "Вера", author_id="7")
    table.post("Борис", "11:00", "Гена", author_id="7")
    assert targets(table.count()) == {"Аня": "Гена"}


def test_v15_who_posts_after_a_second_account_is_bound_too(table, targets):
    table.roster = Roster((Player("Аня", accounts=("one", "two")), *map(Player, ("Борис", "Вера", "Гена"))))
    table.post("one", "10:00", "Вера", author_id="1")
    table.post("two", "10:01", "Гена", author_id="2")
    table.post("Борис", "10:02", "Аня", author_id="3")
    table.post("Новый ник", "10:03", "Вера", author_id="3")
    table.post("Ещё ник", "10:04", "Вера", author_id="2")
    assert targets(table.count()) == {"Аня": "Вера", "Борис": "Вера"}


def test_v15_a_nick_almost_like_a_players_account_is_asked_about(table, why):
    table.roster = Roster((Player("Кот", accounts=("kot_1990",)), *map(Player, ("Борис", "Вера"))))
    like = table.post("kot_1991", "10:00", "Борис")
    name = table.post("Koт", "10:01", "Вера")
    other = table.post("sobaka", "10:02", "Борис")
    reasons = {like: Needs.UNKNOWN_ACCOUNT, name: Needs.UNKNOWN_ACCOUNT, other: Why.NOT_A_PLAYER}
    assert why(table.count()) == reasons


def test_v10_a_replacement_without_a_moment_holds_for_the_whole_game(table, targets):
    table.rulings.append(ReplaceRuling("anya_new", "Аня"))
    table.post("anya_new", "08:00", "Борис")
    assert targets(table.count()) == {"Аня": "Борис"}


def test_v10_from_the_moment_of_a_replacement_on_the_old_account_is_asked_about(table, targets, why):
    noon = table.day.starts.replace(hour=12)
    table.rulings += [ReplaceRuling("anya_new", "Аня", noon), ReplaceRuling("vera_new", "Вера")]
    before = table.post("Аня", "11:59:59", "Борис")
    new = table.post("anya_new", "12:00", "Дина")
    at_noon = table.post("Аня", "12:00", "Гена")
    undated = table.post("Вера", "12:00", "Гена")
    counted = table.count()
    assert why(counted) == {at_noon: Needs.UNKNOWN_ACCOUNT}
    assert targets(counted) == {"Аня": "Дина", "Вера": "Гена"}
    assert before < new < at_noon < undated


def test_v10_where_votes_lapse_each_replacement_is_the_players_own(table, targets):
    table.knobs("votes", replaced="lapse")
    hour = table.day.starts.replace
    table.rulings += [ReplaceRuling("anya_new", "Аня", hour(hour=12)), ReplaceRuling("vera_new", "Вера", hour(hour=14))]
    table.post("Борис", "13:00", "Аня")
    table.post("Гена", "13:00", "Вера")
    table.post("Дина", "15:00", "Вера")
    assert targets(table.count()) == {"Борис": "Аня", "Дина": "Вера"}


def test_c13_who_posts_under_a_characters_name_is_not_his_player(table, targets, why):
    table.roster = Roster((Player("Шерлок", accounts=("anya_1990",)), *map(Player, ("Борис", "Вера"))))
    under_it = table.post("Шерлок", "10:00", "Борис")
    counted = table.count()
    assert (targets(counted), why(counted)) == ({}, {under_it: Needs.UNKNOWN_ACCOUNT})


def test_v15_a_short_nick_is_not_like_another_short_one(table, why):
    like, other = table.post("Борик", "10:00", "Вера"), table.post("Лена", "10:00", "Вера")
    assert why(table.count()) == {like: Needs.UNKNOWN_ACCOUNT, other: Why.NOT_A_PLAYER}


def test_v15_the_hosts_account_stays_his_under_a_new_name(table, why):
    table.post("Ведущий", "10:00", author_id="1")
    renamed = table.post("Новый ведущий", "10:01", "Вера", author_id="1")
    guest = table.post("Новый ведущий", "10:02", "Вера")
    assert why(table.count()) == {renamed: Why.HOST, guest: Why.NOT_A_PLAYER}


def test_v15_the_hosts_account_is_known_by_the_name_that_it_was_seen_under_before(table, why):
    first = table.post("Новый ведущий", "10:00", "Вера", author_id="1", earlier_authors=("Ведущий",))
    second = table.post("Новый ведущий", "10:01", "Вера", author_id="1")
    assert why(table.count()) == dict.fromkeys((first, second), Why.HOST)
