"""The desk's questions: the answers are those of the commands that ask the same, and nothing is changed by asking."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from forums import Page
from golosa.folder import dice
from golosa.folder.checkup import Finding, Grade
from golosa.folder.config import load
from golosa.folder.game import Game

ROOT = Path(__file__).parents[3]


@pytest.fixture
def table(serve: Any, client_of: Any, third_day: Any) -> Any:
    return client_of(serve(third_day.folder, third_day.now))


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", re.sub(r"</?bdi>", "", page))).split())


def test_v9_a_players_marks_are_explained_and_lead_to_their_posts(table: Any) -> None:
    page = table.send("/check/explain", player="Falcon", day="1")
    told = text_of(page)
    assert "«Кондуктора» → Кондуктор — засчитано (V10)" in told
    assert '<a href="/day/post?day=1&amp;post=205">' in page
    assert "нет ни одной отметки" in table.send("/check/explain", player="Вепрь", day="3")


def test_a_count_is_shown_as_it_stood_at_another_moment(table: Any) -> None:
    told = text_of(table.send("/check/recount", day="1", at="2026-03-02T10:00:00", form="compact"))
    assert "Тихоня 2 голоса" in told and "Кондуктор 1" not in told
    told = text_of(table.send("/check/recount", day="1", at="2026-03-02T22:00:00", known="2026-03-02T12:00:00"))
    assert "Тема прочитана не полностью:" in told


def test_a_posted_count_is_compared_by_its_text(table: Any) -> None:
    right = "Тихоня - 1 (Рыжая)\n"
    page = table.send("/check/compare", text=right + "По сообщение 202", day="1")
    assert "Совпадает" in text_of(page) and "в подсчёте сказано, что он по сообщение 202" in text_of(page)
    told = text_of(table.send("/check/compare", text="Кондуктор - 1 (Рыжая)\nПо сообщение 202", day="1"))
    assert "Расходится" in told and "Рыжая: в сообщении — Кондуктор, у нас — Тихоня" in told
    assert "одно из двух" in table.send("/check/compare", text="Лис - 1", post="202")
    assert "сообщения 999 нет среди прочитанных" in table.send("/check/compare", post="№999")


def test_v4_a_text_is_read_as_a_vote_would_be(table: Any) -> None:
    told = text_of(table.send("/check/names", text="Рыжую\nЛис\nникого\nкочергу"))
    assert "Рыжую Рыжая" in told and "Лис неясно: Лиса, Лисёнок" in told.replace("Лисёнок, Лиса", "Лиса, Лисёнок")
    assert "никого голос за «никого»" in told and "кочергу никого" in told


def test_l3_a_lot_is_checked_as_its_post_is_pasted(table: Any) -> None:
    page = table.get("/check")[2]
    block = unescape(re.search(r'<textarea id="draw-1"[^>]*>\n(.*?)</textarea>', page, re.S)[1])  # type: ignore[index]
    told = text_of(table.send("/check/verify", text=block))
    assert "Сходится. day1.tie" in told and "Сравните строку chain" in told
    forged = block.replace("counter: ", "counter: 1")
    assert "НЕ СХОДИТСЯ. day1.tie" in text_of(table.send("/check/verify", text=forged))
    assert "вставьте сообщение с жребием" in table.send("/check/verify", text="")


def test_the_set_up_is_looked_at_without_the_forum(table: Any) -> None:
    page = table.send("/check/doctor", offline="yes")
    table.desk.jobs.wait(20)
    page += table.get("/check")[2]  # told once, on whichever page came after it
    assert "В порядке:" in text_of(page)
    assert '<li class="well">' in page


def test_a_forum_that_does_not_answer_is_a_finding(table: Any, monkeypatch: Any) -> None:
    from golosa.desk import check_pages

    wrong = Finding("forum", Grade.WRONG, "not reachable: closed")
    monkeypatch.setattr(check_pages, "of_current_day", lambda game, sleep: [wrong])
    page = table.send("/check/doctor")
    table.desk.jobs.wait(20)
    page += table.get("/check")[2]
    assert "Неладно: not reachable: closed" in text_of(page)


def test_questions_change_nothing(table: Any) -> None:
    def facts() -> int:
        game = Game(table.desk.folder)
        try:
            return len(game.facts.all(with_undone=True))
        finally:
            game.close()

    before = facts()
    table.send("/check/explain", player="Falcon", day="1")
    table.send("/check/recount", day="1")
    assert "Рыжую Рыжая" in text_of(table.send("/check/names", text="Рыжую"))
    assert facts() == before
    table.get("/day")
    assert "Рыжую Рыжая" not in text_of(table.get("/check")[2]), "an answer is forgotten with its page"


def test_a_saved_page_is_looked_at_and_its_posts_are_shown(table: Any) -> None:
    page = (ROOT / "fixtures" / "pages" / "phpbb").glob("*.html")
    form = {"csrf": table.desk.keys.csrf, "seen": "2026-03-03T00:20:30"}
    status, heads = table.upload("/check/probe-file", form, "page.html", sorted(page)[0].read_bytes())
    assert status == 303
    told = text_of(table.get(heads["location"])[2])
    assert "Форум phpbb" in told and "Как прочитаны сообщения" in told


def test_a_page_read_by_guess_is_confirmed_for_this_game(table: Any) -> None:
    assert "подтверждать нечего" in table.send("/check/probe", do="confirm")
    table.desk.draft["page"] = Page(software=None, url="https://forum.example/t/1", guess=True, shape="abc")
    assert "Я проверил: всё прочитано верно" in table.get("/check")[2]
    table.send("/check/probe", do="confirm")
    assert load(table.desk.folder).forum.guess == "abc"


def test_l4_the_deals_secret_is_shown_only_when_asked_for_twice(table: Any) -> None:
    game = Game(table.desk.folder)
    keys = dice.keys(game)
    game.close()
    assert keys is not None
    assert keys.deal not in table.send("/check/reveal")
    page = table.send("/check/reveal", sure="yes")
    assert f"deal secret: {keys.deal}" in page and keys.last not in page
    table.get("/day")
    assert keys.deal not in table.get("/check")[2]


def test_a_game_is_played_from_a_file(table: Any) -> None:
    scenario = sorted((ROOT / "fixtures" / "scenarios").glob("*.json"))[0].read_bytes()
    status, heads = table.upload("/check/play", {"csrf": table.desk.keys.csrf}, "game.json", scenario)
    assert status == 303
    assert "<pre" in table.get(heads["location"])[2].partition("Сыграть партию из файла")[2]
    _, heads = table.upload("/check/play", {"csrf": table.desk.keys.csrf}, "game.json", b"{}")
    assert "Не получилось." in table.get(heads["location"])[2]
