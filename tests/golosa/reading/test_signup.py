"""Players out of sign-up posts: every way of writing a list, what is doubtful, and how the host corrects it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from golosa.demo.forum import Shown, page

from forums import Source
from forums.lists import lists_of
from golosa.errors import GolosaError
from golosa.folder.config import ForumTable, load
from golosa.reading import fetching, signup
from golosa.reading.signup import SignedUp, SignUps
from scraper.client import Manners

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def signed(body: str, *, authors: tuple[str, ...] = (), post: str | None = None, name: str = "p.html") -> SignUps:
    """What is read of a post with that body, below which those people have written."""
    posts = [Shown(7, "Ведущий", NOW, body)] + [Shown(8 + n, author, NOW, "Играю") for n, author in enumerate(authors)]
    text = page("Запись", posts, 1)
    return signup.read(Source(content=text.encode(), name=name, seen_at=NOW), ForumTable(), post, now=NOW)


@pytest.mark.parametrize(
    "body",
    [
        "Играют:<br>1. Барсук<br>2) Рысь<br>3 – Выдра<br>№4. Ёжик",
        "1 Барсук<br>2 Рысь<br>3 Выдра<br>4 Ёжик",
        "#1 Барсук<br>№ 2. Рысь<br>3\ufe0f\u20e3 Выдра<br>#4 Ёжик",
        "+ Барсук<br>+ Рысь<br>+ Выдра<br>+ Ёжик",
        "1. Барсук<br>2. Рысь<br>3. Выдра<br>4. Ёжик<br><ul><li>не ругаться</li><li>голосовать красным</li></ul>",
        "Состав:<br>- Барсук<br>- Рысь,<br>• Выдра;<br>* Ёжик",
        "Всем привет! Играем в пятницу.<br>Игроки:<br>Барсук<br>Рысь<br>Выдра<br>Ёжик<br><br>Ждём ещё двоих, пишите!",
        "Записались<ol><li>Барсук</li><li><b>Рысь</b></li><li>Выдра</li><li><s>Сурок</s></li><li>@Ёжик</li></ol>",
        "<ul><li>Барсук<li>Рысь<li>Выдра<li>Ёжик</ul>",
        "Правила:<br>1. Голосуем красным цветом, до 22:00!<br>2. Не ругаемся в теме и за её пределами.<br>"
        "Список игроков<br>1. Барсук<br>2. Рысь<br>"
        "3. Выдра<br>4. Ёжик",
        "Всем привет!<br>Игроки: 1) Барсук, 2) Рысь; 3) Выдра, 4) Ёжик<br>Ждём ещё двоих",
        "1. Барсук, 2. Рысь,<br>3. Выдра, 4. Ёжик.",
        "I. Барсук<br>II. Рысь<br>III. Выдра<br>IV. Ёжик",
        "Играют<br>I) Барсук<br>II) Рысь<br>III) Выдра<br>IV) Ёжик<br>V замене: Сурок",
    ],
    ids=["numbered", "alone", "signs", "pluses", "rules besides", "bulleted", "one a line", "ol", "ul", "rules above",
         "in a line", "in lines", "Roman", "Roman with a bracket"],
)  # fmt: skip
def test_players_stand_in_lists_of_every_kind(body: str) -> None:
    assert signed(body).texts == ("Барсук", "Рысь", "Выдра", "Ёжик")


def test_initials_are_no_roman_numbers_and_numbers_in_a_line_that_do_not_count_up_no_list() -> None:
    for initials in ("I. Барсук<br>V. Рысь<br>X. Выдра", "I. Барсук<br>III. Рысь<br>V. Выдра"):
        with pytest.raises(GolosaError, match="post 7 has no list of players"):
            signed(initials)
    found = signed("1. Барсук<br>2. Рысь, 7) лишний<br>3. Выдра")
    assert found.texts == ("Барсук", "Выдра")
    assert "«Рысь, 7) лишний» does not look like a player: left out" in found.doubts


def test_roman_numbers_go_on_beyond_ten() -> None:
    numbers = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI".split()
    found = signed("<br>".join(f"{number}. Игрок {place}" for place, number in enumerate(numbers, 1)))
    assert found.texts == tuple(f"Игрок {place}" for place in range(1, 22))


@pytest.mark.parametrize(
    ("entry", "player", "doubt"),
    [
        ("Рысь (lynx_7)", SignedUp("Рысь", "lynx_7"), "is lynx_7 the account of Рысь?"),
        ("Рысь — lynx_7", SignedUp("Рысь", "lynx_7"), "is lynx_7 the account of Рысь?"),
        (
            "Рысь — Красная Шапочка",
            SignedUp("Рысь", None, "Красная Шапочка"),
            "is Красная Шапочка the character of Рысь?",
        ),
        ("Рысь - Пекарь", SignedUp("Рысь", None, "Пекарь"), "is Пекарь the character of Рысь?"),
        ("Анна-Мария", SignedUp("Анна-Мария"), None),
        ("Выдра — Пекарь", SignedUp("Выдра", "Выдра", "Пекарь"), None),  # Выдра has written in the thread
        ("Пекарь — Выдра", SignedUp("Пекарь", "Выдра"), None),
        ("Пекарь (выдра)", SignedUp("Пекарь", "выдра"), None),
    ],
)
def test_of_two_names_the_one_that_writes_in_the_thread_is_the_account(
    entry: str, player: SignedUp, doubt: str | None
) -> None:
    found = signed(f"1. {entry}<br>2. Сурок", authors=("Выдра",))
    assert found.players == (player, SignedUp("Сурок"))
    assert [text.partition("»: ")[2] for text in found.doubts] == ([doubt] if doubt else [])


@pytest.mark.parametrize(
    ("body", "players", "doubt"),
    [
        ("1. Рысь<br>2. <s>Сурок</s><br>3. Выдра", ("Рысь", "Выдра"), "number 2 of the list is missing"),
        ("1. Рысь<br>2. свободно<br>3. ...", ("Рысь",), "«свободно» is a free place"),
        ("1. Рысь<br>2. рысь<br>3. Выдра", ("Рысь", "Выдра"), "«рысь» is in the list twice"),
        ("1. Рысь<br>2. Тот, кто всегда пишет очень длинно<br>3. Ёж", ("Рысь", "Ёж"), "does not look like a player"),
        (
            "Игроки<br>1. Рысь<br>2. Выдра<br>Запас:<br>1. Сурок",
            ("Рысь", "Выдра"),
            "another list was left out: «Запас:»",
        ),
        (
            "Резерв:<br>1. Сурок<br>2. Ёж<br>3. Ёрш<br>Играют<br>1. Рысь<br>2. Выдра",
            ("Рысь", "Выдра"),
            "«Резерв:», 3 entries",
        ),
        ("1. Рысь<br>2. Выдра<ul><li>Ёж</li></ul>", ("Рысь", "Выдра"), "another list was left out: «Ёж», 1 entries"),
        ("Рысь<br>Выдра<br>Ёж", ("Рысь", "Выдра", "Ёж"), "the names stand one a line without numbers"),
    ],
)
def test_what_is_doubtful_is_told(body: str, players: tuple[str, ...], doubt: str) -> None:
    found = signed(body)
    assert found.texts == players
    assert any(doubt in text for text in found.doubts), found.doubts


@pytest.mark.parametrize(
    "body", ["Играю", "Записывайтесь!<br>Жду всех.", "1. Правил нет, играем как в прошлый раз, только быстрее."]
)
def test_a_post_without_a_list_is_told(body: str) -> None:
    with pytest.raises(GolosaError, match="post 7 has no list of players"):
        signed(body)


def test_an_address_names_the_post() -> None:
    name = "http://forum.example/viewtopic.php?p=8#p8"
    posts = [Shown(7, "Ведущий", NOW, "1. Рысь"), Shown(8, "Ведущий", NOW, "1. Выдра<br>2. Ёж")]
    source = Source(content=page("Запись", posts, 1).encode(), name=name, seen_at=NOW)
    assert signup.read(source, ForumTable(), now=NOW).texts == ("Выдра", "Ёж")
    assert signup.read(source, ForumTable(), "7", now=NOW).texts == ("Рысь",)


def test_lists_in_lists_stand_for_themselves() -> None:
    html = "<ul><li>Город<ol><li>Рысь</li><li>Ёж</li></ol></li><li><del>Гости</del></li></ul><ol></ol>"
    assert lists_of(html) == (("Город",), ("Рысь", "Ёж"))


def answers(*words: str) -> Callable[[SignUps], str]:
    left: Iterator[str] = iter((*words, ""))
    return lambda found: next(left)


@pytest.mark.parametrize(
    ("words", "players"),
    [
        ((), ("Рысь", "Выдра=otter")),
        (("1=Рысь=lynx",), ("Рысь=lynx", "Выдра=otter")),
        (("-2",), ("Рысь",)),
        (("+Ёж=hog", "-1"), ("Выдра=otter", "Ёж=hog")),
        (("2=Бобр",), ("Рысь", "Бобр")),
        (("9=Кто", "-9", "что?"), ("Рысь", "Выдра=otter")),
    ],
)
def test_the_host_corrects_the_list(words: tuple[str, ...], players: tuple[str, ...]) -> None:
    found = SignUps("7", (SignedUp("Рысь"), SignedUp("Выдра", "otter")))
    assert signup.corrected(found, answers(*words)).texts == players


def test_a_new_game_takes_players_and_characters_from_an_address(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    body = page("Запись", [Shown(7, "Ведущий", NOW, "1. Барсук — Пекарь<br>2. Рысь (lynx)")], 1).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=UTF-8")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
            """Quiet."""

    monkeypatch.setattr(fetching, "MANNERS", Manners(user_agent="golosa-test", delay=0, retries=0))
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        out = table.new("--signup", f"http://127.0.0.1:{server.server_address[1]}/viewtopic.php?t=7#p7")
        server.shutdown()
    assert "signed up: Барсук, character Пекарь\nsigned up: Рысь (account lynx)\n" in out
    assert "note: «Барсук — Пекарь»: is Пекарь the character of Барсук?" in table.err
    first, second = load(table.folder).player[:2]
    assert (first.name, first.aliases, second.accounts) == ("Барсук", ("Пекарь",), ("lynx",))


def test_a_silent_forum_is_told(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MANNERS", Manners(user_agent="golosa-test", delay=0, retries=0, timeout=1))
    table.new("--signup", "http://127.0.0.1:9/viewtopic.php?t=7", status=3)
    assert "127.0.0.1:9" in table.err


def test_on_a_terminal_the_list_is_shown_and_corrected(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import click

    from golosa.commands import asking, new

    (file,) = table.save([table.post(7, "Ведущий", "09:00", body="1. Рысь<br>2. Рысь - Пекарь")])
    said = iter(["9=Барсук", "+Ёжик", ""])
    monkeypatch.setattr(asking, "on_a_terminal", lambda: True)
    monkeypatch.setattr(new, "_ask", lambda given, name, err: False)
    monkeypatch.setattr(click, "prompt", lambda *words, **more: next(said))
    out = table.run("new", table.folder, "--signup", file, "--host", "В", "--rules", "classic10", "--thread", table.url)
    assert "  1. Рысь\n" in out and "? «Рысь» is in the list twice" in out
    assert "  ? not understood, nothing changed: 9=Барсук\n" in out
    assert [player.name for player in load(table.folder).player] == ["Рысь", "Ёжик"]
