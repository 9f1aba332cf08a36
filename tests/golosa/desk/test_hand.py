"""The host's hand at the desk (G8): what is entered, looked at first, told and taken back; by form, as a browser sends
it, against what the same commands do."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from golosa.desk.changes import Change
from golosa.desk.entered import is_secret, told
from golosa.desk.words import words_of
from golosa.folder import hand
from golosa.folder.entries import Act, Laid, Outcome, RulesChange
from golosa.folder.game import Game

ROOT = Path(__file__).parents[3]


@pytest.fixture
def table(serve: Any, client_of: Any, third_day: Any) -> Any:
    """The desk of the written game at noon of its third day."""
    return client_of(serve(third_day.folder, third_day.now))


def entries(client: Any) -> tuple[hand.Entry, ...]:
    game = Game(client.desk.folder)
    try:
        return hand.entries(game)
    finally:
        game.close()


def test_g8_what_would_come_of_an_act_is_shown_and_nothing_is_kept(table: Any) -> None:
    page = table.send("/hand/act", do="kill", player="Аптекарша", reason="ушёл", enter="look")
    assert "Что изменилось бы" in page and "Пока ничего не внесено." in page
    assert 'value="ушёл"' in page, "what was typed stays"
    assert entries(table) == ()
    table.send("/secrets", shown="yes", back="/hand")
    assert "Что изменилось бы" in table.get("/hand")[2], "and what would change"
    table.get("/day")
    assert "Что изменилось бы" not in table.get("/hand")[2], "until another page is opened"


def outside(page: str) -> str:
    """The players who are out, as a page's first list of players has them."""
    return page.partition(f'<optgroup label="{words_of("ru")["hand"]["outside"]}">')[2].partition("</optgroup>")[0]


@pytest.mark.parametrize("do", ["remove", "kill"])
def test_g8_a_player_goes_out_and_comes_back(table: Any, do: str) -> None:
    page = table.send("/hand/act", do=do, player="Аптекарша", reason="ушёл", enter="keep")
    assert f"Аптекарша — {words_of('ru')['hand_do'][do]}" in page
    assert "<option>Аптекарша</option>" in outside(page)
    assert "день 3" in table.get("/game")[2]
    page = table.send("/hand/act", do="revive", player="Аптекарша", reason="вернулся", enter="keep")
    assert [entry.entered.do for entry in entries(table)] == [do, "revive"]  # type: ignore[union-attr]
    assert "<option>Аптекарша</option>" not in outside(page) != "", "others are out still"


def test_g8_what_cannot_be_is_told_and_the_form_keeps_what_was_typed(table: Any) -> None:
    page = table.send("/hand/act", do="revive", player="Аптекарша", reason="по ошибке", enter="keep")
    assert "Не получилось." in page and 'value="по ошибке"' in page
    assert entries(table) == ()


def test_a_reason_is_asked_for(table: Any) -> None:
    assert "напишите причину" in table.send("/hand/act", do="kill", player="Аптекарша", enter="keep")
    assert entries(table) == ()


def test_g8_another_role_changes_a_night_that_is_over_and_that_is_told_where_secrets_are_shown(table: Any) -> None:
    form = {"do": "role", "player": "Пасечник", "role": "townsman", "at": "2026-03-02T10:00:00", "reason": "ошибка"}
    page = table.send("/hand/act", **form, enter="keep")
    assert "После этого изменилось" in page
    assert "другие ответы" not in page and "Скрыто." in page, "a night is the host's secret"
    assert '<a href="/night?night=1">' in page, "where the corrected text is"
    table.send("/secrets", shown="yes", back="/hand")
    assert "другие ответы у игроков: Пасечник" in table.get("/hand")[2]
    table.send("/hand/seen", back="/hand")
    assert "После этого изменилось" not in table.get("/hand")[2]


def test_g8_another_outcome_of_a_night(table: Any) -> None:
    page = table.send("/hand/outcome", phase="night1", nobody="yes", reason="письмо врача нашлось", enter="keep")
    assert "Внесено." in page
    (entry,) = entries(table)
    assert (entry.phase, entry.entered) == ("night1", Outcome((), "host", "письмо врача нашлось"))
    assert "никто не выбывает" not in page.partition("Внесено (")[2], "a night is the host's secret"


def test_g8_an_outcome_needs_who_is_out_or_that_nobody_is(table: Any) -> None:
    page = table.send("/hand/outcome", phase="day1", reason="форум лежал", enter="keep")
    assert "отметьте, кто выбывает" in page
    page = table.send("/hand/outcome", phase="day1", out=["Аптекарша", "Звонарь"], reason="x", by="votes", enter="look")
    assert (
        page.count('name="out" value=') == 14 and page.count('" checked> ') - page.count('value="true" checked> ') == 2
    )
    assert entries(table) == ()


def test_an_effect_from_a_post_on_is_laid_by_the_posts_number(table: Any) -> None:
    form = {"kind": "weight", "number": "2,5", "player": "Аптекарша", "day": "2", "post": "№ 301", "lasts": "game"}
    table.send("/hand/effect", **form, reason="мэр", enter="keep")
    (entry,) = entries(table)
    expected = Laid(player="Аптекарша", kind="weight", value=2.5, day=2, lasts="game", post="301", reason="мэр")  # type: ignore[arg-type]
    assert entry.entered == expected
    page = table.send("/hand/effect", kind="blocked", player="Аптекарша", day="2", post="999", reason="x", enter="keep")
    assert "сообщения 999 нет среди прочитанных сообщений дня 2" in page


def test_a_stolen_vote_names_whose_it_follows(table: Any) -> None:
    page = table.send("/hand/effect", kind="follows", player="Аптекарша", day="3", reason="украден", enter="keep")
    assert "выберите игрока" in page
    table.send(
        "/hand/effect", kind="follows", player="Аптекарша", **{"with": "Звонарь"}, day="3", reason="x", enter="keep"
    )
    assert entries(table)[0].entered.by == "Звонарь"  # type: ignore[union-attr]


def test_rules_change_from_a_post_on_and_only_those_that_were_changed(table: Any) -> None:
    page = table.get("/hand")[2]
    assert 'name="knob.votes.edits"' in page and "knob.night.until" not in page, "only what may change in mid-game"
    form = {
        "knob.votes.colour": "#008000",
        "knob.votes.edits": "forbidden",
        "knob.deciding.rule": "plurality",
        "knob.tie.steps": "overtime, lot",
        "knob.tie.overtime_minutes": "45",
        "knob.missed.rule": "lot",
        "knob.names.typos": "count",
    }
    table.send("/hand/rules", **form, day="2", post="303", reason="договорились", enter="keep")
    (entry,) = entries(table)
    knobs = {"tie.overtime_minutes": 45, "names.typos": "count"}
    assert entry.entered == RulesChange(day=2, post="303", set=knobs, reason="договорились")


def test_an_entry_is_taken_back_after_a_look(table: Any) -> None:
    table.send("/hand/act", do="kill", player="Аптекарша", reason="ушёл", enter="keep")
    (entry,) = entries(table)
    assert "Что изменилось бы" in table.send("/hand/undo", number=str(entry.number), enter="look")
    assert entries(table)[0].undone is None
    table.send("/hand/undo", number=str(entry.number), enter="keep")
    assert entries(table)[0].undone is not None


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_entries_are_told_in_the_desks_words(third_day: Any, lang: str) -> None:
    game = Game(third_day.folder)
    at = datetime(2026, 3, 3, 12, tzinfo=UTC)
    words = words_of(lang)
    role = told(game, Act("role", "Аптекарша", at, "ошибка", "doctor"), lang)
    assert words["hand_do"]["role"] in role and "Доктор" in role and role.endswith("— ошибка")
    laid = told(game, Laid(player="Аптекарша", kind="bonus", value=2, day=2, at=at, lasts="game"), lang)  # type: ignore[arg-type]
    assert words["effect"]["bonus"]["title"] in laid and words["hand"]["to_end"] in laid
    rules = told(game, RulesChange(day=2, post="303", set={"votes.self_vote": True, "tie.steps": ["lot"]}), lang)
    assert words["knob"]["tie.steps"]["choices"]["lot"] in rules and f"= {words['hand']['yes']}" in rules
    assert words["hand"]["nobody_out"] == told(game, Outcome(()), lang)
    game.close()


def test_what_tells_of_roles_weights_or_nights_is_a_secret() -> None:
    at = datetime(2026, 3, 3, 12, tzinfo=UTC)
    assert is_secret(Act("hp", "Лис", at, "", 3), "day1")
    assert is_secret(Act("kill", "Лис", at), "night1") and not is_secret(Act("kill", "Лис", at), "day1")
    assert is_secret(Outcome(()), "night2") and not is_secret(Outcome(()), "day2")


def test_a_nights_change_is_hidden_and_a_days_is_not() -> None:
    assert Change.of("night2: other answers for Лис", "ru", secrets=False) == Change("/night?night=2", "")
    assert Change.of("day 2: the count that you posted is another now", "ru", secrets=False).text
    assert Change.of("day2: other answers for Лис", "ru", secrets=False) == Change("/day?day=2", "")
    assert Change.of("day2: out was Лис (votes); now nobody", "ru", secrets=False).text
    assert Change.of("the game: was won by mafia", "ru", secrets=False) == Change("", "")
    assert Change.of("the game: was won by mafia", "ru", secrets=True).text


def test_a_night_that_is_resolved_for_the_first_time_changes_nothing_that_was_told(table: Any) -> None:
    send = table.send
    send("/day/settle", day="3", out="Falcon", by="votes")
    send("/night/resolve", night="3")
    assert "После этого изменилось" not in table.get("/hand")[2]


def test_g7_an_order_that_turns_up_late_is_taken_and_what_it_changes_is_told(table: Any) -> None:
    send = table.send
    send("/secrets", shown="yes", back="/night")
    page = table.get("/night?night=1")[2]
    assert "Нашлось ещё одно сообщение" in page
    text = "От: Рыжая\nДата: 2026-03-02T23:36:00+03:00\nТема: Ночь. Рыжая. Доктор.\n\nЛечить Лису"
    page = send("/night/message", night="1", text=text)
    assert "После этого изменилось" in page and "ночь 1" in page
    game = Game(table.desk.folder)
    assert [fact.read(dict[str, Any])["player"] for fact in game.facts.all("out", phase="night1")] == []
    game.close()


def test_a_night_is_resolved_again_as_of_another_time(table: Any) -> None:
    table.send("/night/resolve", night="1", at="2026-03-02T23:37:30")
    page = table.get("/hand")[2]
    assert "После этого изменилось" in page and "Скрыто." in page


def test_l3_a_lot_is_taken_back_in_the_log_and_the_next_has_the_next_number(table: Any) -> None:
    game = Game(table.desk.folder)
    (draw,) = game.facts.all("draw")
    game.close()
    page = table.send("/game/undo", number=str(draw.id))
    assert "Жребий отменён." in page and "После этого изменилось" in page
    page = table.send("/day/lot", day="1")
    game = Game(table.desk.folder)
    assert [fact.read(dict[str, Any])["index"] for fact in game.facts.all("draw", with_undone=True)] == [1, 2]
    game.close()


def test_a_day_that_was_extended_gets_its_end_back(table: Any) -> None:
    before = Game(table.desk.folder)
    ends = before.day(3, third := before.config.day[2].starts).ends
    before.close()
    assert third < ends
    table.send("/day/extend", day="3", ends="2026-03-05T01:00:00", reason="форум лежал")
    game = Game(table.desk.folder)
    (moved,) = game.facts.all("extended")
    assert game.day(3, third).ends > ends
    game.close()
    assert "форум лежал" in table.get("/game")[2]
    table.send("/game/undo", number=str(moved.id))
    game = Game(table.desk.folder)
    assert game.day(3, third).ends == ends and game.facts.all("extended") == ()
    game.close()
