"""The desk's forms: what is typed is kept, what is wrong is said, what is done can be undone."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import requests
from msgspec import structs

from forums import Page
from golosa.folder import daybook, handover, standing
from golosa.folder.config import load
from golosa.folder.game import Game
from golosa.folder.newgame import NewGame, make

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
PLAYERS = ("Аня", "Лис", "Ёжик", "Гаррет", "Шелли")


@pytest.fixture
def empty(serve: Any, tmp_path: Path, client_of: Any) -> Any:
    return client_of(serve(tmp_path / "game", NOW))


@pytest.fixture
def client(serve: Any, tmp_path: Path, client_of: Any) -> Any:
    make(tmp_path / "game", NewGame(title="Игра", hosts=("Ведущий",), players=PLAYERS, rules="classic10"), NOW)
    return client_of(serve(tmp_path / "game", NOW))


def facts(client: Any, *kinds: str) -> Any:
    game = Game(client.desk.folder)
    try:
        return game.facts.all(*kinds)
    finally:
        game.close()


def test_what_was_typed_stays_and_names_that_look_alike_are_told(empty: Any) -> None:
    form = {"rules": "classic10", "players": "1. Лис\n2) Лиса\nАня = anya_1", "title": "<Игра>"}
    page = empty.send("/start", do="keep", **form)
    assert "«<bdi>лиса</bdi>» — Лис, Лиса" in page
    assert "&lt;Игра&gt;" in page and "Аня = anya_1" in page
    assert not empty.desk.has_game


def test_house_rules_in_the_form_go_into_the_game(empty: Any) -> None:
    form = {"rules": "classic10", "players": "Лис\nАня", "knob.votes.colour": "green", "knob.votes.edits": "forbidden"}
    form |= {"shown.votes.self_vote": "1", "knob.votes.words": "казнить, голосую", "knob.changes.limit": "2"}
    empty.send("/start", do="make", **form)
    game = Game(empty.desk.folder)
    expected = {"votes.colour": ["green"], "votes.edits": "forbidden", "votes.self_vote": False}
    expected |= {"votes.words": ["казнить", "голосую"], "changes.limit": 2}
    assert game.config.set == expected
    assert game.roster.names == ("Лис", "Аня")
    game.close()


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"players": "Лис\nЛис"}, "двух игроков зовут «Лис»"),
        ({"players": "Лис", "thread": "forum.example/t=7"}, "нужен адрес темы"),
        ({"players": "Лис", "zone": "Mars/North"}, "нет часового пояса «Mars/North»"),
        ({"players": "Лис", "starts": "yesterday"}, "не время"),
        (
            {"players": "Лис", "starts": "2026-03-02T10:00:00", "ends": "2026-03-02T09:00:00"},
            "день кончается раньше, чем начался",
        ),
    ],
)
def test_what_is_wrong_with_a_new_game_is_told_and_nothing_is_made(empty: Any, form: dict[str, str], told: str) -> None:
    page = empty.send("/start", do="make", rules="classic10", **form)
    assert told in page
    assert not empty.desk.has_game


def test_a_forum_that_does_not_answer_is_told(empty: Any) -> None:
    page = empty.send("/start", do="probe", rules="classic10", thread="http://127.0.0.1:1/viewtopic.php?t=7")
    empty.desk.jobs.wait(20)
    page += empty.get("/start")[2]  # it is told once, on whichever of the two came after it
    assert "Не получилось." in page and "127.0.0.1:1" in page


def test_a_message_of_a_stranger_is_refused_and_stays_in_the_form(client: Any) -> None:
    page = client.send("/night/message", text="От: Чужой\nТема: Ночь. Чужой. Доктор.\n\nЛечить Аню")
    assert "Чужой — не игрок и не его учётная запись" in page
    assert "Лечить Аню" in page
    assert facts(client, "message") == ()


def test_a_message_is_read_back_only_where_secrets_are_shown_and_can_be_taken_back(client: Any) -> None:
    text = "От: Аня\nТема: Ночь. Аня. Доктор.\n\nЛечить Лиса"
    assert "лечение: Лис" not in client.send("/night/message", text=text)
    client.send("/secrets", shown="yes", back="/night")
    assert "лечение: Лис" in client.get("/night")[2]
    (message,) = facts(client, "message")
    client.send("/night/undo", message=f"pm{message.id}")
    assert facts(client, "message") == ()


def test_a_message_is_dated_as_it_stands_in_the_inbox_of_the_forum(client: Any) -> None:
    text = "От: Аня\nДата: {}\nТема: Ночь. Аня. Доктор.\n\nЛечить Лиса"
    page = client.send("/night/message", text=text.format("Сегодня, 22:10"))
    assert "когда отправлено сообщение, точно не сказано" in page and "Лечить Лиса" in page
    assert facts(client, "message") == ()
    client.send("/night/message", text=text.format("2026-03-01 22:10"))
    (message,) = facts(client, "message")
    assert message.read(dict[str, Any])["at"] == "2026-03-01T19:10:00Z"


def test_an_inbox_that_cannot_be_read_says_why(client: Any) -> None:
    client.send("/day/open", day="1", thread="https://forum.example/t=1")
    page = client.send("/night/inbox")
    client.desk.jobs.wait(20)
    page += client.get("/night")[2]
    assert "входящие есть только у участника форума" in page


def test_what_the_inbox_brought_is_named_only_where_secrets_are_shown(client: Any, monkeypatch: Any) -> None:
    from golosa.desk import night_pages
    from golosa.reading.inbox import LeftAlone, Report

    left = LeftAlone("Чужой", None, "Привет", "no player")
    monkeypatch.setattr(night_pages, "take_new", lambda game, since, sleep: Report((), (left,), 0))
    for shown in ("no", "yes"):
        client.send("/secrets", shown=shown, back="/night")
        page = client.send("/night/inbox")
        client.desk.jobs.wait(20)
        page += client.get("/night")[2]
        assert "Принято сообщений: 0, не тронуто: 1." in page
        assert ("Чужой" in page) == (shown == "yes")


def test_a_form_leads_back_to_the_desk_only(client: Any) -> None:
    for back in ("https://evil.example/", "//evil.example", "/night/../enter"):
        _, heads, _ = client.post("/language", {"csrf": client.desk.keys.csrf, "lang": "en", "back": back})
        assert heads["location"] == "/"


def test_roles_are_dealt_after_the_commitment_with_the_players_words(
    serve: Any, tmp_path: Path, client_of: Any
) -> None:
    players = tuple(f"Игрок {number}" for number in range(10))
    make(tmp_path / "ten", NewGame(players=players, rules="classic10"), NOW)
    client = client_of(serve(tmp_path / "ten", NOW))
    assert "Обязательство готово" in client.send("/game/commit")
    assert "Роли розданы" in client.send("/game/deal", mix="подсолнух")
    assert len(facts(client, "role")) == 10
    assert "Комиссар" not in client.get("/game")[2].partition("Домашние правила")[0]
    client.send("/secrets", shown="yes", back="/game")
    page = client.get("/game")[2]
    assert "Комиссар" in page and "без примеси" not in page


def test_a_day_is_extended_and_its_threads_are_changed(client: Any) -> None:
    assert "День продлён." in client.send("/day/extend", day="1", ends="2026-03-02T23:30:00", reason="форум лежал")
    page = client.send("/day/open", day="1", thread="https://forum.example/t=1\nhttps://forum.example/t=2")
    assert "День сохранён." in page
    game = Game(client.desk.folder)
    (day,) = game.config.day
    assert day.threads == ("https://forum.example/t=1", "https://forum.example/t=2")
    assert day.ends.strftime("%H:%M") == "23:30"
    game.close()
    assert "начинается с http" in client.send("/day/open", day="1", thread="forum.example")


def test_a_result_is_corrected_and_the_old_one_stays_in_the_log(client: Any) -> None:
    game = Game(client.desk.folder)
    daybook.close_day(game, game.config.day[0], NOW, ["Лис"])
    assert "Итог исправлен." in client.send("/day/correct", day="1", out="Аня")
    found = daybook.result_of(game, game.config.day[0])
    assert found is not None and found["out"] == ["Аня"]
    log = client.get("/game")[2]
    assert "Итог дня" in log and "Другой исход" in log
    (entry,) = game.facts.all("outcome")
    client.send("/game/undo", number=str(entry.id))
    assert daybook.result_of(game, game.config.day[0])["out"] == ["Лис"]
    game.close()


def test_house_rules_change_in_mid_game_and_what_cannot_be_is_refused(client: Any) -> None:
    from golosa.desk import houserules
    from golosa.rulebook.rulesets import playable

    form = {houserules.PREFIX + one.knob: one.value for one in houserules.fields(playable("classic10"))}
    form = {name: value for name, value in form.items() if value != "false"}
    assert "Правила сохранены." in client.send("/game/knobs", **(form | {"knob.tie.overtime_minutes": "45"}))
    assert "nocolour" in client.send("/game/knobs", **(form | {"knob.votes.colour": "nocolour"}))
    game = Game(client.desk.folder)
    assert game.rules.tie.overtime_minutes == 45 and game.rules.votes.colour == ("#ff0000",)
    game.close()


def test_the_whole_game_goes_out_as_a_file_once_the_host_knows_what_it_holds(client: Any) -> None:
    assert "о секретах в файле" in client.send("/game/export")
    status, heads, _ = client.post("/game/export", {"csrf": client.desk.keys.csrf, "sure": "yes"})
    assert status == 200 and 'attachment; filename="golosa-2026-03-02.zip"' in heads["content-disposition"]


def test_a_file_that_is_no_game_is_refused_at_the_desk(empty: Any) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        packed.writestr("../game.toml", "")
    status, heads = empty.upload("/game/import", {"csrf": empty.desk.keys.csrf}, "evil.zip", made.getvalue())
    assert (status, heads["location"]) == (303, "/")
    assert "это не игра, выгруженная golosa" in empty.get("/start")[2]
    assert not empty.desk.has_game


def test_a_game_is_taken_over_from_a_file(client: Any, serve: Any, tmp_path: Path, client_of: Any) -> None:
    game = Game(client.desk.folder)
    handover.export(game, tmp_path / "whole.zip", NOW + timedelta(hours=1))
    game.close()
    other = client_of(serve(tmp_path / "other", NOW))
    form = {"csrf": other.desk.keys.csrf}
    status, heads = other.upload("/game/import", form, "whole.zip", (tmp_path / "whole.zip").read_bytes())
    assert (status, heads["location"]) == (303, "/game")
    assert "Игра принята." in other.get("/game")[2]
    assert Game(tmp_path / "other").roster.names == PLAYERS


def upload_rules(client: Any, name: str, content: bytes) -> str:
    status, heads = client.upload("/start/rules", {"csrf": client.desk.keys.csrf}, name, content)
    assert status == 303
    page: str = client.get(heads["location"])[2]
    return page


def test_a_rule_set_of_the_hosts_own_is_taken_played_and_carried_along(empty: Any) -> None:
    text = empty.get("/start/rules.toml?name=classic10")[2]
    assert "# " in text and 'name = "classic10"' in text, "each key is explained in it"
    own = text.replace('title = "Классическая мафия на 10 игроков"', 'title = "Наша мафия"')
    page = upload_rules(empty, "C:\\наша мафия!.toml", own.encode())
    assert "Правила наша-мафия.toml взяты" in page and "Наша мафия (наша-мафия.toml)" in page
    empty.send("/start", do="make", rules="наша-мафия.toml", players="Лис\nАня")
    game = Game(empty.desk.folder)
    assert (game.config.game.rules, game.rules.title) == ("наша-мафия.toml", "Наша мафия")
    target = empty.desk.folder.parent / "game.zip"
    handover.export(game, target, NOW)
    assert "наша-мафия.toml" in zipfile.ZipFile(target).namelist()
    game.close()


@pytest.mark.parametrize("content", [b"no toml =", b"[votes]\ncolour = 7\n", b"\xff\xfe"])
def test_a_rule_set_that_cannot_be_played_is_refused_and_not_kept(empty: Any, content: bytes) -> None:
    assert "Не получилось." in upload_rules(empty, "game.toml", content)
    assert not list(empty.desk.folder.glob("*.toml"))


def test_what_contradicts_itself_and_names_that_are_words_are_told_before_the_game_is_made(empty: Any) -> None:
    form = {"rules": "classic10", "players": "Отмена\nЛис", "knob.votes.kinds": "bare, line", "shown.votes.kinds": "1"}
    empty.send("/start", do="keep", rules="classic10")
    page = empty.send("/start", do="keep", **form)
    assert "Эти имена значат и другое слово" in page and "Отмена" in page
    assert "Правила противоречат себе" in page and "Что считается голосом" in page


def test_a_forum_read_by_guess_is_confirmed_by_a_click(empty: Any, monkeypatch: Any) -> None:
    told: list[tuple[str, str | None]] = []
    monkeypatch.setattr("golosa.reading.teaching.confirm", lambda shape, host, folder: told.append((shape, host)))
    assert "подтверждать нечего" in empty.send("/start", do="confirm", rules="classic10")
    page = Page(software=None, url="https://forum.example/t/1", guess=True, shape="abc")
    empty.desk.draft["page"] = page
    assert "Я проверил: всё прочитано верно" in empty.get("/start")[2]
    page_text = empty.send("/start", do="confirm", rules="classic10")
    assert told == [("abc", "forum.example")] and "Вы подтвердили" in page_text


def test_players_are_taken_from_a_saved_page(empty: Any) -> None:
    from golosa.demo import first_game
    from golosa.demo.forum import running

    board = first_game.board(lambda: NOW)
    with running(board) as address:
        page = requests.get(f"{address.partition('?')[0]}?t=20", timeout=5).content
    status, heads = empty.upload("/start/signup", {"csrf": empty.desk.keys.csrf}, "запись.html", page)
    assert status == 303
    told = empty.get(heads["location"])[2]
    assert "Записались: 14." in told and "Старый Мельник=melnik_old" in told


def test_a_game_without_roles_goes_from_day_to_day(client: Any) -> None:
    client.send("/day/settle", day="1", out="Лис", by="votes")
    page = client.get("/day")[2]
    assert '<details id="next-day" open>' in page and "Внести погибших самому" in page
    client.send("/hand/outcome", phase="night1", out="Аня", by="mafia", reason="письма", enter="keep")
    page = client.send("/day/open", day="2", thread="https://forum.example/t=2")
    assert "<h1>День 2</h1>" in page
    game = Game(client.desk.folder)
    assert list(standing.gone_before(game, "day2")) == ["Лис", "Аня"]
    game.close()


def test_where_a_count_was_posted_is_remembered(client: Any) -> None:
    client.send("/day/posted", kind="interim", day="1", url="https://forum.example/p=9")
    (fact,) = facts(client, "posted")
    assert fact.read(dict[str, Any])["url"] == "https://forum.example/p=9"
    client.send("/day/posted", kind="interim", day="1", url="javascript:alert(1)")
    assert facts(client, "posted")[-1].read(dict[str, Any])["url"] is None


def test_a_game_without_players_is_not_made(empty: Any) -> None:
    assert "Впишите игроков" in empty.send("/start", do="make", title="Игра")
    assert not empty.desk.has_game and "Игра" in empty.get("/start")[2]


@pytest.mark.parametrize("number", ["9" * 5000, "²", "-1", "0"])
def test_a_number_that_names_nothing_is_told_not_a_fault(client: Any, number: str) -> None:
    for path in ("/day?day=", "/night?night=", "/game?log=", "/day/post?post=1&day="):
        assert client.get(path + quote(number))[0] in (200, 303), path
    for path in ("/game/undo", "/hand/undo", "/day/close", "/night/resolve", "/night/tick", "/night/posted"):
        client.send(path, number=number, day=number, night=number, to="Аня", kind="morning")
    client.send("/hand/act", do="hp", player="Аня", number=number, reason="x", enter="keep")


@pytest.mark.parametrize("year", ["0001", "0026", "9999"])
def test_a_year_in_which_no_game_is_played_is_told(client: Any, year: str) -> None:
    thread = "https://forum.example/t"
    page = client.send(
        "/day/open", day="1", thread=thread, starts=f"{year}-03-02T10:00:00", ends=f"{year}-03-02T11:00:00"
    )
    assert "не время" in page
    assert "не время" in client.send(
        "/game/account", account="x", player="Аня", do="replace", since=f"{year}-01-01T00:00:00"
    )


@pytest.mark.parametrize(
    "name", ["x" * 300 + ".html", "Ж" * 300 + ".html", "..", "a\0b.html", "a/../b.html", "a\\b.html"]
)
def test_any_name_of_a_file_will_do(client: Any, name: str) -> None:
    for path in ("/day/saved", "/check/probe-file"):
        assert client.upload(path, {"csrf": client.desk.keys.csrf}, name.encode().decode("latin-1"), b"<p>")[0] == 303


def test_the_list_of_players_is_corrected_until_something_rests_on_it(client: Any) -> None:
    folder = client.desk.folder
    before = load(folder)
    page = client.get("/game")[2]
    assert "Исправить список игроков" in page and "Аня\nЛис\nЁжик" in page
    assert "двух игроков зовут «Аня»" in client.send("/game/players", players="Аня\nАня")
    assert "Впишите игроков" in client.send("/game/players", players=" \n")
    assert load(folder) == before
    client.send("/game/players", players="1. Аня=anya_1,anya_2\r\nЛис\r\nСова", aliases="совушка=Сова")
    after = load(folder)
    assert [(one.name, one.accounts, one.aliases) for one in after.player] == [
        ("Аня", ("anya_1", "anya_2"), ()),
        ("Лис", (), ()),
        ("Сова", (), ("совушка",)),
    ]
    assert structs.replace(after, player=before.player) == before
    page = client.get("/game")[2]
    assert "Аня=anya_1,anya_2\nЛис\nСова" in page and "совушка=Сова" in page
    client.send("/game/alias", player="Лис", alias="рыжий")
    assert "Исправить список игроков" not in client.get("/game")[2]
    assert "игра уже началась" in client.send("/game/players", players="Лис")
    assert load(folder) == after


@pytest.mark.parametrize("knob", ["tie.overtime_minutes", "tie.revote_minutes", "votes.edit_minutes"])
def test_a_length_or_a_limit_below_nought_is_refused(client: Any, knob: str) -> None:
    kept = (client.desk.folder / "game.toml").read_bytes()
    told = client.send("/game/knobs", **{f"knob.{knob}": "-5"})
    assert f"{knob}: нужно число не меньше 0" in told
    assert (client.desk.folder / "game.toml").read_bytes() == kept


def test_v5_a_host_who_is_a_player_is_refused(empty: Any, serve: Any, client_of: Any) -> None:
    assert "ведущ" in empty.send("/start", do="make", players="Лис=fox_1\nАня", hosts="Fox_1", rules="classic10")
    assert not empty.desk.has_game
    empty.send("/start", do="make", players="Лис=fox_1\nАня", hosts="Ведущий", rules="classic10")
    form = {"table": "game", "game.title": "", "game.lang": "ru"}
    empty.send("/settings/keep", **form, **{"game.hosts": "Ведущий\nаня"})
    assert load(empty.desk.folder).game.hosts == ("Ведущий",)


def test_an_address_that_is_none_of_the_desks_is_told_in_its_language(client: Any) -> None:
    status, _, page = client.get("/nowhere")
    assert status == 404 and "Такой страницы нет" in page
