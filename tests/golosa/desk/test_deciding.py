"""What is left to the host: marks that only he can read, and who is out where the rules say that he decides."""

from __future__ import annotations

from typing import Any

from golosa.desk.days import MOST_CARDS
from golosa.folder.game import Game


def results(client: Any) -> Any:
    game = Game(client.desk.folder)
    try:
        return game.facts.all("result")
    finally:
        game.close()


def test_a_thread_full_of_doubts_is_decided_a_page_at_a_time(table: Any, serve: Any, client_of: Any) -> None:
    table.players = ("Лисёнок", "Лисица", *(f"Игрок{number}" for number in range(MOST_CARDS + 5)))
    table.new()
    voters = enumerate(table.players[2:], start=1)
    table.count(posts=[table.post(number, who, f"12:{number:02}:00", "Лис") for number, who in voters], status=1)
    page = client_of(serve(table.folder, table.now)).get("/day")[2]
    assert page.count('class="card ruling"') == MOST_CARDS
    assert "Осталось ещё: 5" in page and f"К решениям ({MOST_CARDS + 5})" in page


def test_where_the_host_decides_nobody_is_out_only_if_he_says_so(table: Any, serve: Any, client_of: Any) -> None:
    table.players = ("Аня", "Лис", "Ёжик", "Гаррет", "Шелли")
    table.new("--set", 'tie.steps=["host"]')
    votes = (("Аня", "Лис"), ("Лис", "Аня"))
    posts = [table.post(place, who, f"12:0{place}:00", whom) for place, (who, whom) in enumerate(votes, 1)]
    table.count(posts=posts, status=1)
    client = client_of(serve(table.folder, table.now))
    assert 'action="/day/close"' in client.get("/day")[2]
    for form in ({"asked": "yes"}, {"asked": "yes", "out": "Лис", "nobody": "yes"}):
        assert "отметьте, кто выбывает, или что не выбывает никто" in client.send("/day/close", day="1", **form)
        assert not results(client)
    client.send("/day/close", day="1", asked="yes", nobody="yes")
    assert [fact.read(dict[str, Any])["out"] for fact in results(client)] == [[]]


def test_e6_closing_words_of_doubtful_origin_end_the_day_when_the_host_says_so(
    table: Any, serve: Any, client_of: Any
) -> None:
    table.players = ("Аня", "Лис", "Ёжик")
    table.new("--set", 'votes.closes_with=["просчёт"]')
    box = '<div class="quotetitle">Ведущий писал(а):</div><div class="of-a-theme">Начинаю просчёт</div>'
    posts = [
        table.post(1, "Аня", "09:00:00", "Лис"),
        table.post(2, "Ведущий", "10:00:00", body=box),
        table.post(3, "Лис", "10:30:00", "Аня"),
        table.post(4, "Ёжик", "10:31:00", "Аня"),
    ]
    table.count(posts=posts, status=1)
    client = client_of(serve(table.folder, table.now))
    (card,) = client.get("/day")[2].split('class="card ruling"')[1:]
    assert "неясно, завершают ли эти слова день" in card
    assert 'value="closes"' in card and 'value="void"' in card
    assert 'value="nobody"' not in card and 'value="other"' not in card
    page = client.send("/day/rule", day="1", post="2", do="closes")
    assert "Сообщение № 2 завершает день" in page and 'class="card ruling"' not in page
