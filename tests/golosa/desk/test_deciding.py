"""What is left to the host: marks that only he can read, and who is out where the rules say that he decides."""

from __future__ import annotations

from typing import Any

from golosa.desk.days import MOST_CARDS
from golosa.folder.game import Game

GREEN = '<span style="color: #008000">'


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


def test_no_tie_is_to_be_announced_while_a_decision_may_undo_it(table: Any, serve: Any, client_of: Any) -> None:
    table.players = ("Аня", "Лис", "Ёжик", "Гаррет", "Шелли")
    table.new()
    votes = (("Аня", "Лис"), ("Лис", "Аня"), ("Ёжик", "Лсис"))
    posts = [table.post(place, who, f"12:0{place}:00", whom) for place, (who, whom) in enumerate(votes, 1)]
    table.now = table.moscow("22:06:00")
    table.count(posts=posts, seen="22:05:00", status=None)
    table.run("notice", "tie", "-C", table.folder)
    assert "note: a decision waits for you that may undo the tie" in table.err
    client = client_of(serve(table.folder, table.now))
    page = client.get("/day")[2]
    assert "Нужно ваше решение" in page and "Ничья: опубликуйте" not in page and "data-until" in page
    assert "Ничья: опубликуйте" in client.send("/day/rule", day="1", post="3", do="void")


def test_h25_on_whom_a_player_acts_by_day_is_decided_at_the_card(table: Any, serve: Any, client_of: Any) -> None:
    table.players = ("Аня", "Лис", "Ёжик")
    secret = dict(zip(table.players, ("medic", "gunman", "townsman"), strict=True))
    shown = dict(zip(table.players, ("nurse", "bully", "citizen"), strict=True))
    roles = [word for held in (secret, shown) for name, role in held.items() for word in ("--role", f"{name}={role}")]
    table.new("--rules", "hp100", *roles)
    table.run("night", "-C", table.folder, "--at", "2026-03-01T23:59:00+03:00")
    body = '<span style="color: #FF0000">Ёжик</span><br>Действие: бью Анюту'
    table.count(posts=[table.post(1, "Лис", "12:00:00", body=body)], status=1)
    client = client_of(serve(table.folder, table.now))
    (card,) = client.get("/day")[2].split('class="card ruling"')[1:]
    assert "дневное действие не по форме" in card and 'name="act" value="Аня"' in card and 'name="vote"' not in card
    page = client.send("/day/rule", day="1", post="1", act="Аня")
    assert "Действие в сообщении № 1 — на игрока Аня" in page and 'class="card ruling"' not in page
    assert "выберите игрока" in client.send("/day/rule", day="1", post="1", do="act_other")
    page = client.send("/day/rule", day="1", post="1", do="no_act")
    assert "В сообщении № 1 нет дневного действия" in page


def night_of_four(table: Any, serve: Any, client_of: Any, *orders: tuple[str, str, str]) -> Any:
    """A game of four by town14 after its first day, its orders in (sender, his role, text) and its cut-off past."""
    table.players = ("Аня", "Лис", "Ёжик", "Гаррет")
    roles = dict(zip(table.players, ("boss", "doctor", "townsman", "townsman"), strict=True))
    table.new("--rules", "town14", *(word for name, role in roles.items() for word in ("--role", f"{name}={role}")))
    votes = enumerate(table.players[:3], 1)
    posts = [table.post(n, who, f"12:0{n}:00", body=f"{GREEN}Гаррет</span>") for n, who in votes]
    table.now = table.moscow("23:50:00")
    table.count(posts=posts, seen="23:30:00", status=None)
    table.run("day", "close", "-C", table.folder)
    for sender, role, body in orders:
        table.run(
            "order", "add", "-C", table.folder, "--from", sender, "--at", "2026-03-02T20:00:00+03:00",
            "--subject", f"Ночь. {sender}. {role}", "--body", body, status=None,
        )  # fmt: skip
    client = client_of(serve(table.folder, table.now))
    client.send("/secrets", shown="yes", back="/night")
    return client


def test_who_dies_is_not_told_while_an_order_waits_for_the_host(table: Any, serve: Any, client_of: Any) -> None:
    orders = (("Аня", "Босс мафии", "Убить Ёжика"), ("Лис", "Доктор", "Лечить Ежка"))
    client = night_of_four(table, serve, client_of, *orders)
    page = client.get("/night")[2]
    assert "Пока не известно" in page and "Этой ночью не погибает никто" not in page
    number = table.run("order", "list", "-C", table.folder).splitlines()[-1].split()[0]
    client.send("/night/rule", message=number)
    page = client.get("/night")[2]
    assert "Пока не известно" not in page and "Ёжик</bdi> — " in page


def test_a_game_is_not_over_before_the_night_that_would_end_it_is_resolved(
    table: Any, serve: Any, client_of: Any
) -> None:
    client = night_of_four(table, serve, client_of, ("Аня", "Босс мафии", "Убить Ёжика"))
    page = client.get("/night")[2]
    assert "Игра окончена" not in page and 'action="/night/resolve"' in page and "Победа" not in page
    page = client.send("/night/resolve", night="1")
    assert "Игра окончена" in page and "Победа: Мафия!" in page


def test_t14_32_the_list_of_players_shows_the_role_that_one_has_come_to(table: Any, serve: Any, client_of: Any) -> None:
    table.players = ("Аня", "Лис", "Ёжик", "Гаррет", "Шелли")
    roles = dict(zip(table.players, ("boss", "bull", "townsman", "townsman", "townsman"), strict=True))
    table.new("--rules", "town14", *(word for name, role in roles.items() for word in ("--role", f"{name}={role}")))
    voters = enumerate(table.players, 1)
    posts = [table.post(n, who, f"12:0{n}:00", body=f"{GREEN}{'Лис' if n == 1 else 'Аня'}</span>") for n, who in voters]
    table.now = table.moscow("23:50:00")
    table.count(posts=posts, seen="23:30:00", status=None)
    client = client_of(serve(table.folder, table.now))
    client.send("/secrets", shown="yes", back="/game")
    assert "Бык" in client.get("/game")[2] and "→ Босс мафии" not in client.get("/game")[2]
    client.send("/day/close", day="1")
    assert "Бык → Босс мафии" in client.get("/game")[2]
