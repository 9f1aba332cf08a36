"""A whole game of town14 through the desk alone, from «new» to the winner."""

from __future__ import annotations

from typing import Any

import pytest

from golosa import dice
from golosa.game import Game
from golosa.posting import Sent


@pytest.fixture
def game(story: Any) -> Any:
    opened = Game(story.folder)
    yield opened
    opened.close()


def test_the_game_is_played_to_its_winner(story: Any) -> None:
    end = story.posts["end"]
    assert "Победа: Мирные жители!" in end
    assert "Сорока — [b]Босс мафии[/b]" in end or "Сорока — [b]Актёр[/b]" in end
    assert "игра окончена" in story.seen["end"].text


def test_players_come_from_the_sign_up(story: Any, game: Any) -> None:
    assert len(game.roster.names) == 14
    assert next(player for player in game.roster.players if player.name == "Вепрь").accounts == ("boar_77",)
    assert "Старый Мельник=melnik_old" in story.seen["start-players"].html


def test_the_forum_is_looked_at_before_the_game_is_made(story: Any) -> None:
    text = story.seen["start-forum"].text
    assert "phpbb 3" in text and "Мафия в Заречье. Запись" in text and "Как прочитаны сообщения (3)" in text


def test_an_edited_post_is_shown_before_and_after_and_ruled_on(story: Any, game: Any) -> None:
    text = story.seen["post-edited"].text
    assert "До правки" in text and "Кондуктора, пожалуй." in text
    assert "После правки" in text and "Тихоня, я так решил." in text
    assert "Falcon (решение ведущего)" in story.seen["lot-drawn"].text


def test_an_ambiguous_name_waits_for_the_host(story: Any) -> None:
    assert "«Лис» — неясно, кто назван" in story.seen["day-rulings"].text
    assert "«Лис»" not in story.seen["lot-drawn"].text.partition("Не засчитано")[0]


def test_t14_14_a_tie_has_its_notice_its_half_hour_and_its_lot_with_a_proof(story: Any) -> None:
    assert "Ничья: опубликуйте объявление" in story.seen["tie"].text
    assert "до 2 марта 2026, 23:30" in story.seen["tie"].text
    assert "Бросьте жребий" in story.seen["lot"].text
    proof, _ = story.copied["lot-drawn", "draw"]
    seen = story.seen["lot-drawn"]
    game = Game(seen.folder)
    try:
        chain = dice.commitment(game).chain
    finally:
        game.close()
    ((drawn, _),) = dice.parse_blocks(proof.replace("[code]", "\n").replace("[/code]", "\n"))
    dice.check(drawn, chain, None)


def test_t14_21_a_refused_order_is_told_with_its_reason(story: Any) -> None:
    text = story.seen["night-orders"].text
    assert "Вепрь: убийство: Марта" in text
    assert "Не принято: не та роль или способность" in text
    assert text.count("Не принято") == 1


def test_t14_23_the_dying_are_invited_to_leave_a_note_and_it_is_published(story: Any) -> None:
    text, html = story.seen["night-dying"].text, story.seen["night-dying"].html
    assert "Кого попросить о записке" in text and "Лиса — мафия" in text
    assert "«Мафия.1.Записка»" in html
    kept = story.seen["replacement"]
    morning = story.cli(kept.folder, kept.now, "notice", "--day", "2", "morning")
    assert "Лиса ушла в лес и не вернулась." in morning


def test_a_replaced_player_votes_by_his_new_account(story: Any) -> None:
    text, _ = story.copied["day-result", "result"]
    assert "[b]Кузнец[/b] — 8 голосов" in text and "Старый Мельник" in text


def test_t14_33_the_new_boss_is_told_at_once_what_he_inherits(story: Any) -> None:
    html = story.seen["night-new-boss"].html
    assert "Ваша роль теперь: [b]Босс мафии[/b]" in html and "К вам перешёл ход прежнего: Марта" in html


def test_t14_60_a_player_is_removed_by_the_hosts_hand(story: Any, game: Any) -> None:
    acts = [fact.read(dict[str, Any]) for fact in game.facts.all("act")]
    assert [(act["do"], act["player"], act["reason"]) for act in acts] == [("remove", "Сорока", "переписка вне темы")]


def test_every_answer_is_ticked_off(game: Any) -> None:
    told = [fact.read(Sent) for fact in game.facts.all("sent")]
    # Two checks, and two who have become boss one after the other.
    assert sorted(one.to for one in told if one.kind == "answer") == ["Falcon", "Falcon", "Вепрь", "Пасечник"]


def test_copy_buttons_give_exactly_the_bytes_of_golosa_notice(story: Any) -> None:
    kinds = {kind for _, kind in story.copied}
    assert {"interim", "reminder", "opening", "tie", "result", "draw", "night"} <= kinds
    for (picture, kind), (clipboard, printed) in story.copied.items():
        assert clipboard.encode() == printed.encode(), (picture, kind)


def test_the_morning_and_the_end_are_copied_as_golosa_notice_prints_them(story: Any) -> None:
    removal, end = story.seen["removal"], story.seen["end"]
    morning = story.cli(removal.folder, removal.now, "notice", "--day", "3", "morning")
    assert story.posts["morning"].encode() == morning.encode()
    assert story.posts["end"].encode() == story.cli(end.folder, end.now, "notice", "end").encode()


def test_no_secret_stands_in_an_address(story: Any, game: Any) -> None:
    names = [*game.roster.names, "boss", "mafia", "kill", "pm"]
    assert not [address for address in story.addresses for name in names if name in address]
    assert not [address for address in story.addresses if "token=" in address and address != story.addresses[0]]


def test_the_browser_had_nothing_to_complain_of(story: Any) -> None:
    assert story.faults == []


def test_secrets_are_not_on_the_page_before_the_click(story: Any, serve: Any, browser: Any) -> None:
    kept = story.seen["night-orders"]
    served = serve(kept.folder, kept.now)
    page = browser.new_page()
    page.goto(f"{served.address}enter?token={served.desk.keys.token}")
    page.wait_for_url("**/day*")
    for path in ("night", "game", "day"):
        page.goto(served.address + path)
        html = page.content()
        for secret in ("Убить", "убийство", "Комиссар</td>", "Пьяница</td>", "Ночь. Кузнец"):
            assert secret not in html, (path, secret)
    page.close()
