"""Pages of the desk that are older than the game: what they show is what is done, or nothing is."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from golosa.desk import settings
from golosa.desk.desk import MOST_DONE
from golosa.folder import rulings
from golosa.folder.game import Game, Posted
from golosa.folder.gamefile import set_table


@pytest.fixture
def table(serve: Any, client_of: Any, third_day: Any) -> Any:
    return client_of(serve(third_day.folder, third_day.now))


def fields(page: str, action: str) -> dict[str, str]:
    """The hidden fields of a page's first form with that action."""
    form = page.partition(f'action="{action}"')[2].partition("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))


def test_v7_the_count_that_was_on_the_page_is_remembered_as_posted_not_a_later_one(table: Any) -> None:
    from engine.rulings import VoidRuling

    shown = fields(table.get("/day?day=3&paste=interim")[2], "/day/posted")
    game = Game(table.desk.folder)
    now = game.facts.all()[-1].made + timedelta(days=30)
    day = game.day(3, now)
    before = game.count(day, now)
    vote = before.count.first.ballots[0]
    assert vote.post is not None
    rulings.take(game, VoidRuling(vote.post, now), now)
    assert vote.voter not in {one.voter for one in game.count(day, now).count.first.ballots}
    game.close()
    assert "Отмечено" in table.send("/day/posted", **{**shown, "csrf": table.desk.keys.csrf, "kind": "interim"})
    game = Game(table.desk.folder)
    posted = game.facts.all("posted")[-1].read(Posted)
    game.close()
    assert posted.ballots[vote.voter] == vote.target
    assert posted.known < now and posted.known.tzinfo is UTC


def test_a_moment_that_is_none_is_refused(table: Any) -> None:
    assert "не время" in table.send("/day/posted", day="3", kind="interim", at="once")


def test_what_a_click_has_done_is_not_told_to_the_progress_of_the_background(table: Any) -> None:
    going_on = threading.Event()
    table.desk.jobs.start("fetch", lambda progress: going_on.wait(20))
    assert table.post("/day/rule", {"csrf": table.desk.keys.csrf, "day": "3", "post": "none"})[0] == 303
    assert "Не получилось" not in table.get("/job")[2]
    assert "Не получилось" in table.get("/day")[2]
    going_on.set()


@pytest.fixture(scope="module")
def window(browser: Any) -> Any:
    """One for all tests: to open it takes longer than most of them."""
    return browser.new_page()


@pytest.fixture
def tab(window: Any) -> Iterator[Any]:
    """The window, blank and without cookies."""
    yield window
    window.unroute_all()
    window.goto("about:blank")
    window.context.clear_cookies()


@pytest.fixture
def page(table: Any, tab: Any) -> Any:
    tab.goto(f"http://{table.host}/enter?token={table.desk.keys.token}")
    tab.wait_for_url("**/day*")
    return tab


def test_a_click_on_a_page_of_an_earlier_desk_is_answered_in_sight(table: Any, page: Any) -> None:
    table.desk.keys.csrf = "another"
    page.locator("form[action='/day/fetch'] button").first.click()
    page.get_by_role("heading", name="Страница устарела").wait_for()
    page.get_by_role("link", name="Открыть стол").click()
    page.get_by_role("heading", name="День 3").first.wait_for()
    table.desk.keys.cookie = "another"
    page.locator("form[action='/day/fetch'] button").first.click()
    page.get_by_text("откройте стол по адресу").wait_for()


def test_a_click_that_meets_a_fault_of_the_program_is_answered_in_sight(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("golosa.folder.posting.mark", lambda *given: 1 / 0)
    page.locator("form[action='/day/posted'] button").first.click()
    page.get_by_text("Ошибка в программе").wait_for()


def test_a_click_that_nobody_answers_says_so(page: Any) -> None:
    page.route("**/day/fetch", lambda route: route.abort())
    page.locator("form[action='/day/fetch'] button").first.click()
    page.locator(".said .bad").wait_for()
    assert "Стол не отвечает" in page.locator(".said").inner_text()


def test_a_form_that_is_sent_twice_is_done_once(table: Any) -> None:
    form = fields(table.get("/hand")[2], "/hand/effect")
    form |= {"kind": "bonus", "player": "Сорока", "number": "2", "day": "3", "reason": "x", "enter": "keep"}
    with ThreadPoolExecutor(4) as together:
        answers = list(together.map(lambda _: table.post("/hand/effect", form), range(4)))
    assert {(status, heads["location"]) for status, heads, _ in answers} == {(303, "/hand")}
    game = Game(table.desk.folder)
    assert len(game.facts.all("effect")) == 1
    game.close()
    assert table.get("/hand")[2].count("Внесено.") == 1


def test_a_form_of_a_page_shown_anew_and_one_that_could_not_be_done_are_done(table: Any) -> None:
    form = fields(table.get("/game")[2], "/game/alias") | {"player": "Falcon"}
    for alias, told in (("Рыжая", "«Рыжая» — это Рыжая"), ("Рыжая", "«Рыжая» — это Рыжая"), ("Сокол", "Запомнил")):
        table.post("/game/alias", form | {"alias": alias})
        page = table.get("/game")[2]
        assert told in page
    table.post("/game/alias", fields(page, "/game/alias") | {"player": "Falcon", "alias": "Сокол"})
    game = Game(table.desk.folder)
    assert len([fact for fact in game.facts.all("ruling") if fact.read(dict[str, Any]).get("alias") == "Сокол"]) == 2
    game.close()


def test_no_more_forms_are_remembered_than_are_needed(table: Any) -> None:
    for number in range(MOST_DONE + 5):
        table.desk.remember(str(number), "/day")
    assert table.desk.done_before("4") is None and table.desk.done_before("5") == "/day"


@pytest.mark.parametrize(
    ("page", "action"),
    [("/game", "/game/knobs"), ("/settings", "/settings/keep"), ("/day", "/day/extend"), ("/day", "/day/open")],
)
def test_an_older_form_does_not_undo_what_was_changed_elsewhere(table: Any, page: str, action: str) -> None:
    form = fields(table.get(page)[2], action)
    set_table(table.desk.folder, "public", {"delay_minutes": 30})
    kept = (table.desk.folder / "game.toml").read_bytes()
    told = table.send(
        action, **{**form, "csrf": table.desk.keys.csrf, "table": "public", "ends": "2026-03-04T22:00:00"}
    )
    assert "изменили в другом месте" in told
    assert (table.desk.folder / "game.toml").read_bytes() == kept
    form = fields(table.get(page)[2], action)
    form |= {"table": "public", "ends": "2026-03-04T22:00:00", "thread": "https://forum.example/t/3"}
    assert "изменили в другом месте" not in table.send(action, **{**form, "csrf": table.desk.keys.csrf})


def test_a_form_that_was_read_just_before_a_change_elsewhere_does_not_undo_it(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_and_changed(*given: Any, **more: Any) -> Any:
        found = read(*given, **more)
        set_table(table.desk.folder, "public", {"delay_minutes": 30})
        return found

    read = settings.fields
    with monkeypatch.context() as patched:
        patched.setattr(settings, "fields", read_and_changed)
        form = fields(table.get("/settings")[2], "/settings/keep")
    kept = (table.desk.folder / "game.toml").read_bytes()
    told = table.send("/settings/keep", **{**form, "csrf": table.desk.keys.csrf, "table": "public"})
    assert "изменили в другом месте" in told
    assert (table.desk.folder / "game.toml").read_bytes() == kept


def test_the_same_night_and_day_are_shown_after_secrets_or_language(table: Any) -> None:
    csrf = table.desk.keys.csrf
    for shown in ("/night?night=1", "/day?day=1&amp;paste=night", "/day/post?day=1&amp;post=205"):
        back = fields(table.get(shown.replace("&amp;", "&"))[2], "/language")["back"]
        assert back == shown
        status, heads, _ = table.post("/language", {"csrf": csrf, "lang": "ru", "back": back.replace("&amp;", "&")})
        assert (status, heads["location"]) == (303, shown.replace("&amp;", "&"))
    for bad in (
        "//evil.example/?a",
        "/day?x=//evil.example",
        "/day?a=\r\nSet-Cookie: a=b",
        "https://evil.example/day?a=1",
    ):
        location = table.post("/language", {"csrf": csrf, "lang": "ru", "back": bad})[1]["location"]
        assert location in ("/", "/day")


def before_third_day(written: Path, place: Path) -> Path:
    """A copy of the written game, whose second night is resolved and whose third day is not open yet."""
    folder = place / "game"
    shutil.copytree(written, folder)
    settings = (folder / "game.toml").read_text()
    (folder / "game.toml").write_text(re.sub(r"\n\[\[day\]\]\nnumber = 3\n(?:[^\[]|\[\")*", "\n", settings))
    return folder


def test_who_died_in_the_night_is_hidden_on_the_page_of_the_hosts_acts_too(
    serve: Any, client_of: Any, written_game: Any, tmp_path: Path
) -> None:
    folder = before_third_day(written_game.folder, tmp_path)
    game = Game(folder)
    died = {fact.read(dict[str, Any])["player"] for fact in game.facts.all("out", phase="night2")}
    game.close()
    client = client_of(serve(folder, written_game.now))

    def gone() -> set[str]:
        listed = client.get("/hand")[2].partition('<optgroup label="Выбыли">')[2].partition("</optgroup>")[0]
        return set(re.findall("<option[^>]*>([^<]+)", listed))

    assert died and gone() and not gone() & died
    client.send("/secrets", shown="yes", back="/hand")
    assert died <= gone()


def test_the_morning_post_is_hidden_until_the_morning(
    serve: Any, client_of: Any, written_game: Any, tmp_path: Path
) -> None:
    client = client_of(serve(before_third_day(written_game.folder, tmp_path), written_game.now))
    assert 'id="post-morning"' not in client.get("/night?night=2")[2]
    client.send("/secrets", shown="yes", back="/night")
    assert 'id="post-morning"' in client.get("/night?night=2")[2]
    client.send("/night/posted", kind="morning", night="2")
    client.send("/secrets", shown="no", back="/night")
    assert 'id="post-morning"' in client.get("/night?night=2")[2]


def test_a_text_to_be_taught_needs_letters(table: Any) -> None:
    post = fields(table.get("/day/post?day=3&post=401")[2], "/day/rule")["post"]
    assert "укажите, как его называют" in table.send("/day/teach", day="3", post=post, alias=" ", player="Falcon")


def test_what_is_typed_for_a_new_game_stays_when_its_page_is_loaded_anew_or_in_the_other_language(
    serve: Any, tab: Any, tmp_path: Path, third_day: Any
) -> None:
    served = serve(tmp_path / "none", third_day.now)
    page = tab
    page.goto(f"{served.address}enter?token={served.desk.keys.token}")
    page.wait_for_url("**/start")
    page.locator("#title").press_sequentially("Мафия в Заречье")
    with page.expect_response(lambda answer: answer.status == 204 and quote("Лис") in answer.request.post_data):
        page.locator("#players").fill("Аня\nЛис")
    page.reload()
    page.locator("form[action='/language'] button[value='en']").click()
    page.get_by_role("heading", name="New game").first.wait_for()
    assert page.locator("#title").input_value() == "Мафия в Заречье"
    assert page.locator("#players").input_value() == "Аня\nЛис"
