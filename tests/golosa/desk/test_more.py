"""What the desk does with a day besides its usual course, and its settings: by form, as a browser sends it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import requests

from golosa.desk import settings
from golosa.desk.sharing import Sharing
from golosa.desk.watching import Watching
from golosa.errors import GolosaError
from golosa.folder.config import ForumTable, load
from golosa.folder.game import Game

ROOT = Path(__file__).parents[3]


@pytest.fixture
def table(serve: Any, client_of: Any, third_day: Any) -> Any:
    return client_of(serve(third_day.folder, third_day.now))


def game_of(client: Any) -> Game:
    return Game(client.desk.folder)


def test_every_notice_of_a_day_can_be_asked_for(table: Any) -> None:
    page = table.get("/day?day=3")[2]
    for kind in ("interim", "reminder", "opening", "tie", "result", "overtime", "split", "draw", "missed", "night"):
        assert f"paste={kind}" in page
    assert "Пока нечего" not in page
    page = table.get("/day?day=1&paste=draw")[2]
    assert "golosa-lot-1" in page


def test_g8_a_day_is_closed_by_the_hosts_word(table: Any) -> None:
    assert "отметьте, кто выбывает" in table.send("/day/settle", day="3")
    table.send("/day/settle", day="3", out=["Falcon", "Рыжая"], by="votes")
    game = game_of(table)
    (result,) = game.facts.all("result", phase="day3")
    assert result.read(dict[str, Any]) == {"out": ["Рыжая", "Falcon"], "by": "votes"}, "in roster order"
    game.close()


def test_a_days_bounds_are_set_by_post_numbers_and_taken_out_again(table: Any) -> None:
    thread = load(table.desk.folder).day[1].threads[0]
    table.send("/day/open", day="2", thread=thread, from_post="2", to_post="№ 5", votes_thread="")
    day = load(table.desk.folder).day[1]
    assert (day.from_post, day.to_post) == ("302", "305")
    table.send("/day/open", day="2", thread=thread, from_post="", to_post="", votes_thread="")
    day = load(table.desk.folder).day[1]
    assert (day.from_post, day.to_post) == (None, None)
    assert "сообщения 99 нет среди прочитанных" in table.send("/day/open", day="2", from_post="99", votes_thread="")


def test_pages_saved_from_a_browser_are_read(table: Any) -> None:
    """The page that the forum shows an hour later, with one vote more."""
    from golosa.demo import first_game
    from golosa.demo.forum import running

    later = first_game.at("2026-03-04T13:00:00")
    board = first_game.board(lambda: later)
    first_game.open_day(board, 3, "Тихоня")
    title, posts = board.threads[23]
    board.threads[23] = (title, [*posts, first_game._post(499, ["Falcon", "2026-03-04T12:30:00", "<g>Звонарь</g>"])])
    with running(board) as address:
        page = requests.get(f"{address.partition('?')[0]}?t=23", timeout=5).content
    form = {"csrf": table.desk.keys.csrf, "day": "3", "seen": "2026-03-04T13:00:00"}
    status, heads = table.upload("/day/saved", form, "C:\\Temp\\страница.html", page)
    assert status == 303
    assert "Страницы прочитаны." in table.get(heads["location"])[2]
    game = game_of(table)
    assert "499" in {post.id for post in game.posts(game.day(3, later))}
    game.close()


def test_saved_pages_of_another_thread_are_refused(table: Any) -> None:
    other = next(iter(sorted((ROOT / "fixtures" / "pages" / "phpbb").glob("*.html")))).read_bytes()
    form = {"csrf": table.desk.keys.csrf, "day": "3", "seen": "2026-03-04T11:59:00"}
    _, heads = table.upload("/day/saved", form, "page.html", other)
    assert "Не получилось." in table.get(heads["location"])[2]
    assert "выберите файлы" in table.send("/day/saved", day="3")


def test_the_thread_is_read_by_itself_while_the_desk_is_open(table: Any) -> None:
    page = table.send("/day/watch", day="3", do="start")
    assert table.desk.watching.running and "включено" in page
    page = table.send("/day/watch", day="3", do="stop")
    assert not table.desk.watching.running
    assert table.desk.watching.lines, "what happened is told"
    assert table.desk.watching.lines[0].text in page.replace("&#39;", "'")


def test_where_there_is_nothing_to_watch_that_is_told(tmp_path: Path) -> None:
    with pytest.raises(GolosaError, match="no game here"):
        Watching().start(tmp_path)


def test_settings_are_kept_in_game_toml_and_comments_stay(table: Any) -> None:
    before = (table.desk.folder / "game.toml").read_text(encoding="utf-8")
    form = {
        "game.title": "Игра <2>",
        "game.hosts": "Лесничий\r\n\r\nЕгерь",
        "game.lang": "ru",
        "game.count_form": "long",
    }
    table.send("/settings/keep", table="game", **form, **{"game.zone": "Europe/Moscow", "game.longest_post": "6000"})
    config = load(table.desk.folder).game
    assert (config.title, config.hosts) == ("Игра <2>", ("Лесничий", "Егерь"))
    assert (config.count_form, config.longest_post) == ("long", 6000)
    after = (table.desk.folder / "game.toml").read_text(encoding="utf-8")
    assert [line for line in before.splitlines() if line.startswith("#")] == [
        line for line in after.splitlines() if line.startswith("#")
    ]
    assert "Игра &lt;2&gt;" in table.get("/settings")[2]


def test_a_setting_that_cannot_be_is_refused_and_nothing_is_written(table: Any) -> None:
    before = (table.desk.folder / "game.toml").read_text(encoding="utf-8")
    for form in ({"game.zone": "Mars/North"}, {"game.longest_post": "12"}, {"game.longest_post": "много"}):
        page = table.send("/settings/keep", table="game", **{"game.title": "x", **form})
        assert "Не получилось." in page, form
    assert (table.desk.folder / "game.toml").read_text(encoding="utf-8") == before


@pytest.mark.parametrize("key", ["zone", "edit_zone"])
@pytest.mark.parametrize("zone", ["x" * 300, "Europe", "UTC+99", "+03:99"])
def test_a_text_that_names_no_zone_is_refused_whatever_it_is(table: Any, key: str, zone: str) -> None:
    """The machine's own files of zones are asked for it: a name too long for a file, or one of a folder, is none."""
    before = load(table.desk.folder)
    assert "Не получилось." in table.send("/settings/keep", table="forum", **{f"forum.{key}": zone})
    assert load(table.desk.folder) == before


def test_all_that_a_board_changes_can_be_set_at_the_desk(table: Any) -> None:
    form = {
        "zone": "Europe/Moscow", "date_formats": "d.m.Y, H:i", "posts_per_page": "20", "colours": "vote = #ff0000",
        "quotes": "cite-box\r\nsaid", "dropped": "sign", "spoilers": "hide", "vote_tags": "vote",
        "selectors": "author = .who > a\r\nedited = .changed[data-x='1']", "login": "https://forum.example/enter",
    }  # fmt: skip
    asked = {f"forum.{key}": value for key, value in form.items()}
    table.send("/settings/keep", table="forum", **asked)
    forum = load(table.desk.folder).forum
    assert (forum.posts_per_page, forum.colours, forum.quotes) == (20, {"vote": "#ff0000"}, ("cite-box", "said"))
    assert (forum.dropped, forum.spoilers, forum.vote_tags) == (("sign",), ("hide",), ("vote",))
    assert (forum.selectors.author, forum.selectors.edited) == (".who > a", ".changed[data-x='1']")
    assert forum.login == "https://forum.example/enter"
    page = table.get("/settings")[2]
    assert "author = .who &gt; a\nedited = .changed" in page and "vote = #ff0000" in page
    for wrong in ({"selectors": "author"}, {"selectors": "who = .x"}, {"colours": "vote = redd"}, {"quotes": ""}):
        told = table.send(
            "/settings/keep", table="forum", **asked | {f"forum.{key}": one for key, one in wrong.items()}
        )
        assert ("Не получилось." in told) is ("quotes" not in wrong), wrong
    table.send("/settings/keep", table="forum", **{"forum.zone": "Europe/Moscow", "forum.day_first": "true"})
    assert load(table.desk.folder).forum == ForumTable(zone="Europe/Moscow", day_first=True)


def test_where_notifications_go_is_a_secret(table: Any) -> None:
    table.send("/secrets", shown="yes", back="/settings")
    usual = {"watch.poll_minutes": "5", "watch.last_minutes": "15", "watch.last_poll_minutes": "1"}
    usual |= {"watch.sweep_minutes": "60", "watch.remind_minutes": "60", "watch.draw": "true"}
    table.send("/settings/keep", table="watch", **usual, **{"watch.notify": "json://127.0.0.1/geheim"})
    assert load(table.desk.folder).watch.notify == ("json://127.0.0.1/geheim",)
    assert "geheim" in table.get("/settings")[2]
    table.send("/secrets", shown="no", back="/settings")
    assert "geheim" not in table.get("/settings")[2]
    table.send("/settings/keep", table="watch", **usual | {"watch.poll_minutes": "2,5"})
    watch = load(table.desk.folder).watch
    assert (watch.notify, watch.poll_minutes) == (("json://127.0.0.1/geheim",), 2.5), "what is hidden stays"


def test_every_setting_of_the_file_has_a_field() -> None:
    from golosa.folder.config import GameTable, PublicTable, PublishTable, WatchTable

    for table, struct in (
        ("game", GameTable),
        ("watch", WatchTable),
        ("public", PublicTable),
        ("publish", PublishTable),
    ):
        assert set(settings.SETTINGS[table]) == set(struct.__struct_fields__) - {"rules"}, table


def test_the_players_page_is_served_beside_the_desk(third_day: Any) -> None:
    sharing = Sharing()
    try:
        sharing.start(third_day.folder, everywhere=False)
        assert sharing.address.startswith("http://127.0.0.1:") and sharing.others == ""
        assert "Мафия в Заречье" in requests.get(sharing.address, timeout=5).content.decode()
        assert requests.get(sharing.address + "game.toml", timeout=5).status_code == 404
    finally:
        sharing.stop()
    assert sharing.address == ""
    with pytest.raises(requests.ConnectionError):
        requests.get("http://127.0.0.1:8322/", timeout=2)


def test_a_login_that_fails_is_told_and_its_password_is_nowhere(table: Any) -> None:
    form = {"url": "http://127.0.0.1:1/ucp.php", "user": "Лесничий", "password": "geheim"}
    page = table.send("/settings/login", **form)
    table.desk.jobs.wait(20)
    page += table.get("/settings")[2]
    assert "Не получилось." in page and "geheim" not in page
    assert load(table.desk.folder).forum.user is None
    assert "geheim" not in (table.desk.folder / "game.toml").read_text(encoding="utf-8")


def test_cookies_are_kept_outside_of_the_games_folder(table: Any, monkeypatch: Any, tmp_path: Path) -> None:
    from golosa.desk import settings_pages

    monkeypatch.setattr(settings_pages, "user_state_path", lambda *a, **k: tmp_path / "state")
    form = {"csrf": table.desk.keys.csrf, "url": "http://127.0.0.1:1/viewtopic.php?t=1"}
    line = b"127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tgeheim\n"
    status, heads = table.upload("/settings/cookies", form, "cookies.txt", line)
    assert (status, heads["location"]) == (303, "/settings")
    (kept,) = (tmp_path / "state" / "cookies").iterdir()
    assert kept.read_bytes() == line and kept.stat().st_mode & 0o077 == 0
    table.desk.jobs.wait(20)
    assert "geheim" not in table.get("/settings")[2]
    assert load(table.desk.folder).forum.cookies is None, "cookies that do not let in are not used"


def test_a_night_is_opened_again_though_an_earlier_one_was_resolved_anew_after_it(table: Any) -> None:
    assert "Итог ночи подведён" in table.send("/night/resolve", night="1")
    game = game_of(table)
    second, first = game.facts.all("night")
    game.close()
    assert (second.phase, first.phase) == ("night2", "night1")
    assert "ночь 2" in table.send("/game/undo", number=str(first.id)).lower(), "the night after it stands on it"
    table.send("/game/undo", number=str(second.id))
    game = game_of(table)
    assert [fact.phase for fact in game.facts.all("night")] == ["night1"]
    game.close()
