"""`golosa rule` and `golosa explain`: rulings taken, shown, undone; every mark with its reason."""

from __future__ import annotations

import json
from typing import Any

import pytest


def _day(table: Any) -> list[Any]:
    table.new()
    return [
        table.post(1, "Аня", "09:00", "Лис"),
        table.post(2, "Лис", "10:00", "Ёжик", edited="22:10"),
        table.post(3, "Шелли", "11:00", "Неведомый"),
        table.post(4, "Новичок", "12:00", "Аня"),
        table.post(5, "Аня", "13:00", "Ёжик"),
    ]


def _rule(table: Any, *words: str, status: int = 0) -> str:
    return table.run("rule", "-C", table.folder, *words, status=status)


def test_v10_a_post_ruled_a_vote_counts_as_one(table: Any) -> None:
    table.count(posts=_day(table), status=1)
    assert _rule(table, "post", "2", "votes", "Ёжика") == "ruling 1: post 2 votes Ёжик\n"
    found = table.count()
    assert (table.targets(found), found["verdict"], found["rulings_needed"]) == (
        {"Аня": "Ёжик", "Лис": "Ёжик"},
        "out",
        [],
    )


def test_v10_a_void_post_does_not_count(table: Any) -> None:
    table.count(posts=_day(table), status=1)
    _rule(table, "post", "2", "void")
    _rule(table, "post", "5", "void")
    assert table.targets(table.count()) == {"Аня": "Лис"}


def test_v10_an_alias_is_known_from_then_on(table: Any) -> None:
    table.count(posts=_day(table), status=1)
    _rule(table, "alias", "Неведомый", "=", "Гаррет")
    assert table.targets(table.count(status=1))["Шелли"] == "Гаррет"


def test_v10_another_account_of_a_player_votes_for_him(table: Any) -> None:
    table.count(posts=_day(table), status=1)
    assert _rule(table, "account", "Новичок", "=", "Гаррет") == "ruling 1: account Новичок plays for Гаррет\n"
    found = table.count(status=1)
    assert table.targets(found)["Гаррет"] == "Аня"
    assert "у игрока Гаррет есть и другой аккаунт" in found["bbcode"]
    assert "играет другой участник" not in found["bbcode"]


def test_v10_a_replaced_player_is_played_by_the_new_account_from_then_on(table: Any) -> None:
    table.count(posts=_day(table), status=1)
    told = _rule(table, "replace", "Новичок", "=", "Аня", "--since", "2026-03-02T11:30:00+03:00")
    assert told == "ruling 1: account Новичок plays for Аня since 2026-03-02 11:30\n"
    found = table.count(status=1)
    assert "за игрока Аня играет другой участник" in found["bbcode"]
    assert found["ballots"]["Аня"]["post"] == "4"
    assert ("5", "unknown_account") in [(needed["post"], needed["why"]) for needed in found["rulings_needed"]]


def test_v10_a_replacement_is_from_now_on_unless_told(table: Any) -> None:
    table.count(posts=_day(table), status=1)
    _rule(table, "replace", "Новичок", "=", "Гаррет")
    assert "Гаррет" not in table.count(status=1)["ballots"]


def test_v10_a_post_ruled_on_twice_is_told_as_it_counts_now(table: Any) -> None:
    """The players read one decision for each post, and each sentence once."""
    table.count(posts=_day(table), status=1)
    for words in (
        ("post", "2", "votes", "Шелли"),
        ("alias", "Неведомый", "=", "Гаррет"),
        ("post", "2", "votes", "Ёжик"),
    ):
        _rule(table, *words)
    _rule(table, "undo", "2")
    for _ in range(2):
        _rule(table, "alias", "Неведомый", "=", "Гаррет")
    post = table.count(status=0)["bbcode"]
    assert "сообщение 2 — голос за игрока Ёжик" in post
    assert "голос за игрока Шелли" not in post
    assert post.count("«Неведомый» — это Гаррет") == 1
    shown = table.run("count", "-C", table.folder, "--offline", status=None)
    assert "ваше решение: сообщение #2 — голос за игрока Ёжик" in shown  # as the terminal names posts everywhere


def test_v10_a_ruling_can_be_undone_and_stays_in_the_list(table: Any) -> None:
    before = table.count(posts=_day(table), status=1)
    _rule(table, "post", "2", "votes", "Шелли")
    assert _rule(table, "undo", "1") == "ruling 1 is undone\n"
    assert table.count(status=1) == before
    (told,) = json.loads(_rule(table, "list", "--json"))["rulings"]
    assert (told["number"], told["ruling"]["post"], told["ruling"]["target"]) == (1, "2", "Шелли")
    assert told["undone"] is not None
    assert "post 2 votes Шелли  (undone)" in _rule(table, "list")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["post", "77", "void"], "post '77' is not in the store"),
        (["post", "2", "votes", "Зебра"], "'Зебра': which player? One of Аня, Лис"),
        (["post", "2", "votes"], "write `rule post 123 votes NAME`"),
        (["alias", "Рыжий"], "write `rule post 123 votes NAME`"),
        (["alias", "=", "Лис"], "write `rule post 123 votes NAME`"),
        (["undo", "5"], "no ruling 5: see `golosa rule list`"),
        (["dance"], "write `rule post 123 votes NAME`"),
    ],
)
def test_words_that_are_no_ruling_are_refused(table: Any, words: list[str], told: str) -> None:
    table.count(posts=_day(table), status=1)
    _rule(table, *words, status=2)
    assert told in table.err
    assert _rule(table, "list") == "no rulings yet\n"


def test_v9_explain_shows_every_mark_in_order_and_the_ballot_last(table: Any) -> None:
    table.count(posts=_day(table), status=1)
    document = json.loads(table.run("explain", "-C", table.folder, "--json", "Ане"))
    assert (document["schema"], document["player"]) == (1, "Аня")
    assert [
        (mark["post"], mark["text"], mark["target"], mark["counts"], mark["why"]) for mark in document["marks"]
    ] == [
        ("1", "Лис", "Лис", False, "superseded"),
        ("5", "Ёжик", "Ёжик", True, None),
    ]
    assert all(mark["clause"] and mark["revision"] == 1 for mark in document["marks"])


def test_explain_without_json_tells_the_same_in_words(table: Any) -> None:
    table.count(posts=_day(table), status=1)
    out = table.run("explain", "-C", table.folder, "Аня")
    first, second = (line for line in out.splitlines() if line.startswith("2026"))
    assert first == "2026-03-02 09:00:00  #1  «Лис»: заменён более поздним голосом (V3)"
    assert second.endswith("#5  «Ёжик»: засчитан (V3)")
    assert table.run("explain", "-C", table.folder, "Гаррет") == "Гаррет: в теме этого дня нет его голосов\n"


def test_explain_asks_which_player(table: Any) -> None:
    table.new()
    table.run("explain", "-C", table.folder, "Зебра", status=2)
    assert "'Зебра': which player?" in table.err


def test_v10_a_replacement_has_its_reason(table: Any) -> None:
    table.new()
    _rule(table, "account", "Новичок", "=", "Гаррет", "--reason", "уехал")
    assert _rule(table, "list").endswith("account Новичок plays for Гаррет — уехал\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("replace", "Лис", "=", "Аня"), "Лис is the account of Лис: it cannot play for Аня too"),
        (("account", "лис", "=", "Аня"), "лис is the account of Лис"),
        (("replace", "Ведущий", "=", "Аня"), "Ведущий is a host's account"),
        (("replace", "Новичок", "=", "Лис"), "Новичок plays for Гаррет by ruling 1: undo that first"),
        (("alias", "Шелли", "=", "Аня"), "«Шелли» is Шелли: it cannot name Аня too"),
        (("alias", "шелли!", "=", "Аня"), "«шелли!» is Шелли"),
        (("alias", "Рыжий", "=", "Аня"), "«Рыжий» is Лис by a ruling"),
    ],
)
def test_v10_v15_another_players_name_or_account_is_not_taken(table: Any, words: tuple[str, ...], told: str) -> None:
    table.new()
    _rule(table, "account", "Новичок", "=", "Гаррет")
    _rule(table, "alias", "Рыжий", "=", "Лис")
    _rule(table, *words, status=2)
    assert told in table.err
    assert len(json.loads(_rule(table, "list", "--json"))["rulings"]) == 2


def test_v10_an_alias_that_could_name_another_is_told(table: Any) -> None:
    table.new()
    told = _rule(table, "alias", "Гаррета", "=", "Аня")
    assert "«Гаррета» could mean Гаррет so far (case form); from now on it is Аня alone" in told
    assert json.loads(_rule(table, "alias", "Гарр", "=", "Лис", "--json"))["notes"][0].startswith(
        "«Гарр» could mean Аня, Гаррет so"
    )


def test_v10_a_ruling_that_changes_a_closed_day_is_told(table: Any) -> None:
    table.count(posts=_day(table)[:1], status=0)
    table.run("day", "close", "-C", table.folder)
    told = _rule(table, "post", "1", "votes", "Шелли")
    assert "day1: it stays closed as it is, but as counted now Шелли would be out, not Лис" in told
    assert "as counted now Лис would be out" in _rule(table, "undo", told.split()[1].rstrip(":"))


def test_a_thread_that_was_not_read_is_no_proof_of_silence(table: Any) -> None:
    posts = _day(table)
    table.run("explain", "-C", table.folder, "Гаррет")
    assert table.err == "golosa: the thread has not been read whole: it was never read to its end\n"
    table.count(posts=posts, status=1)
    table.run("explain", "-C", table.folder, "Гаррет")
    assert table.err == ""


def test_v10_two_rulings_on_two_texts_of_a_post_are_both_told(table: Any) -> None:
    """The first on what stood there by day, the second on what an edit in the overtime made of it."""
    table.new()
    tie = [table.post(1, "Аня", "09:00", "Лис"), table.post(2, "Лис", "10:00", "Ёжик")]
    table.now = table.moscow("22:05:00")
    table.count(posts=[*tie, table.post(3, "Шелли", "11:00", "Лис")], seen="22:05:00", status=0)
    _rule(table, "post", "3", "void")
    table.now = table.moscow("22:40:00")
    found = table.count(
        posts=[*tie, table.post(3, "Шелли", "11:00", "Ёжик", edited="22:10")], seen="22:40:00", status=1
    )
    assert [(needed["post"], needed["why"]) for needed in found["rulings_needed"]] == [("3", "edited")]
    assert found["verdict"] == "open"
    _rule(table, "post", "3", "votes", "Ёжик")
    found = table.count(status=0)
    assert (found["verdict"], found["out"], len(found["ballots"])) == ("out", ["Ёжик"], 2)
    assert "сообщение 3 не засчитывается (до правки)" in found["bbcode"]
    assert "сообщение 3 — голос за игрока Ёжик" in found["bbcode"]
