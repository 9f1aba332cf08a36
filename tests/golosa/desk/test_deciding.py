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
