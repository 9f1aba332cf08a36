"""A whole game of town14 through the desk alone, from «new» to the winner; every screen of it, and its log.

All tests of the one played game stand in one file, so that it is played once.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from golosa.clock import using
from golosa.desk import log
from golosa.errors import GolosaError
from golosa.folder import dice
from golosa.folder.game import Game
from golosa.folder.posting import Sent


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


# --- every screen at two widths, light and dark, in both languages ----------------------------------------------------

#: A stage of the game, the pages that matter then, and whether secrets are in sight.
STAGES = (
    ("day-rulings", ("/day", "/day?paste=opening", "/day/post?day=1&post=205"), False),
    ("roles-messages", ("/game",), True),
    ("night-dying", ("/night",), True),
    ("night-answers", ("/night", "/game"), True),
    ("removal", ("/hand", "/check", "/settings", "/night?night=1"), True),
    ("end", ("/night", "/day", "/game"), False),
)
LOOKS = ((390, "dark", "en"), (1280, "light", "ru"))
#: At the second look the busiest of them are enough: the parts are the same.
AGAIN = ("day-rulings", "night-answers", "removal")


#: What is wrong is told alone: what is right is most of a page.
AXE_OPTIONS = "{resultTypes: ['violations'], iframes: false, preload: false}"


@pytest.fixture(scope="module")
def tabs(browser: Any) -> dict[tuple[int, str], Any]:
    """By width and scheme: the tab, left blank by the test before. One for each would cost more than most tests."""
    return {}


@pytest.fixture
def looked_at(browser: Any, tabs: dict[tuple[int, str], Any]) -> Iterator[Callable[..., Any]]:
    """Opens a page in the desk; its policy keeps foreign scripts out, so axe comes in past it."""

    def opened(served: Any, width: int, scheme: str) -> Any:
        look = (width, scheme)
        if look not in tabs:
            size = {"width": width, "height": 900}
            options = {"color_scheme": scheme, "bypass_csp": True, "reduced_motion": "reduce"}
            tabs[look] = browser.new_context(viewport=size, **options).new_page()
        page = tabs[look]
        enter(page, served)
        page.goto(served.address)
        return page

    yield opened
    for page in tabs.values():
        page.goto("about:blank")
        page.context.clear_cookies()


def enter(page: Any, served: Any) -> None:
    """Gives the browser the desk's cookie; the way in by the address is the story's."""
    port = served.address.rstrip("/").rpartition(":")[2]
    cookie = {"name": f"golosa-desk-{port}", "value": served.desk.keys.cookie, "url": served.address}
    page.context.add_cookies([cookie])


def check(page: Any, width: int) -> None:
    from axe_playwright_python.base import AXE_FILE_PATH

    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    page.evaluate(AXE_FILE_PATH.read_text(encoding="utf-8"))
    found = page.evaluate(
        f"axe.run(document, {AXE_OPTIONS}).then(({{passes, violations}}) => [passes.length, violations])"
    )
    assert found[0] > 20, f"{page.url}: most rules have looked at something"
    assert found[1] == [], page.url


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_axe_finds_nothing_and_nothing_sticks_out(story: Any, serve: Any, looked_at: Any, look: Any) -> None:
    width, scheme, lang = look
    page = None
    for stage, paths, secrets in STAGES if look == LOOKS[0] else [one for one in STAGES if one[0] in AGAIN]:
        kept = story.seen[stage]
        served = serve(kept.folder, kept.now, lang)
        with using(lambda now=kept.now: now):
            served.desk.show_secrets(shown=secrets)
        page = page or looked_at(served, width, scheme)
        enter(page, served)
        for path in paths:
            page.goto(served.address.rstrip("/") + path)
            check(page, width)
            if path == "/night":
                assert ("Скрыть секреты" in page.content() or "Hide secrets" in page.content()) == secrets


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_form_of_a_new_game_too(story: Any, serve: Any, looked_at: Any, tmp_path: Any, look: Any) -> None:
    width, scheme, lang = look
    served = serve(tmp_path, story.seen["start-players"].now, lang)
    page = looked_at(served, width, scheme)
    check(page, width)


def test_a_day_can_be_led_by_keyboard_alone(story: Any, serve: Any, looked_at: Any) -> None:
    kept = story.seen["day-rulings"]
    served = serve(kept.folder, kept.now)
    page = looked_at(served, 1280, "light")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "К содержанию"
    page.keyboard.press("Enter")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "Лисёнок":
            break
    page.keyboard.press("Enter")
    page.locator(".said p").wait_for()
    assert "Решение принято." in page.locator(".said").inner_text()
    page.wait_for_function("() => document.activeElement.closest('.said') !== null")


def test_the_hosts_hand_is_led_by_keyboard_and_the_reader_is_taken_to_what_would_change(
    story: Any, serve: Any, looked_at: Any
) -> None:
    kept = story.seen["removal"]
    served = serve(_copy(story, kept), kept.now)
    page = looked_at(served, 1280, "light")
    page.goto(served.address + "hand")
    page.get_by_text("Игрок: убрать, убить, вернуть, дать другую роль").press("Enter")
    page.locator("#act-player").select_option("Пасечник")
    page.locator("#act-do").select_option("role")
    page.locator("#act-role").select_option("townsman")
    page.locator("#act-at").fill("2026-03-02T10:00:00")
    page.locator("#act-reason").fill("ошибка раздачи")
    page.locator("#act-reason").press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.looked')")
    assert "Скрыто." in page.locator(".looked").inner_text(), "a night is the host's secret"
    check(page, 1280)
    page.locator("form[action='/hand/act'] button[value=keep]").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.closest('.said') !== null")
    assert "После этого изменилось" in page.locator("main").inner_text()
    check(page, 1280)


def test_only_the_fields_that_a_choice_needs_are_shown(story: Any, serve: Any, looked_at: Any) -> None:
    kept = story.seen["removal"]
    served = serve(kept.folder, kept.now)
    page = looked_at(served, 1280, "light")
    page.goto(served.address + "hand")
    page.get_by_text("Голос: вес, запрет, кража").click()
    assert page.locator("#effect-number").is_visible() and not page.locator("#effect-with").is_visible()
    page.locator("#effect-kind").select_option("follows")
    assert page.locator("#effect-with").is_visible() and not page.locator("#effect-number").is_visible()


def test_after_a_click_that_says_nothing_the_reader_stays_where_he_was(story: Any, serve: Any, looked_at: Any) -> None:
    kept = story.seen["night-answers"]
    served = serve(_copy(story, kept), kept.now)
    page = looked_at(served, 1280, "light")
    page.goto(served.address + "night")
    page.locator("form[action='/secrets'] button").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Скрыть секреты")
    page.wait_for_function("() => document.activeElement.form?.getAttribute('action') === '/secrets'")
    tick = "form[action='/night/tick'] button"
    left = page.locator(tick).count()
    page.locator(tick).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(f'() => document.querySelectorAll("{tick}").length === {left - 1}')
    if left > 1:
        page.wait_for_function("() => document.activeElement.form?.getAttribute('action') === '/night/tick'")


def test_what_is_typed_is_not_lost_when_the_background_ends(story: Any, serve: Any, looked_at: Any) -> None:
    kept = story.seen["night-orders"]
    served = serve(kept.folder, kept.now)
    page = looked_at(served, 1280, "light")
    going_on = threading.Event()
    served.desk.jobs.start("fetch", lambda progress: going_on.wait(20))
    page.goto(served.address + "night")
    page.wait_for_selector("progress")
    page.locator("#text").fill("От: Рыжая")
    going_on.set()
    page.get_by_text("Показать, что вышло").wait_for()
    assert page.locator("#text").input_value() == "От: Рыжая"
    assert page.evaluate("document.activeElement.id") == "text"


def _copy(story: Any, kept: Any) -> Any:
    """A copy of the game as it was, to change."""
    folder = story.folder.parent / "changed"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(kept.folder, folder)
    return folder


# --- the log of the played game ---------------------------------------------------------------------------------------


@pytest.fixture
def played(story: Any) -> Any:
    kept = story.seen["night-answers"]
    folder = story.folder.parent / "logged"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(kept.folder, folder)
    game = Game(folder)
    yield game, kept.now
    game.close()


def test_the_log_hides_secrets_until_asked_and_never_tells_the_lots(played: Any) -> None:
    game, _ = played
    hidden = log.lines(game, secrets=False, ruled=str)
    assert all(not line.told for line in hidden if line.kind in ("role", "message"))
    shown = log.lines(game, secrets=True, ruled=str)
    assert any("Кузнец — Босс мафии" in line.told for line in shown)
    assert [line.told for line in shown if line.kind == "keys"] == [""]


def test_a_night_is_taken_back_with_those_who_died_of_it_and_a_day_only_after_it(played: Any) -> None:
    game, now = played
    entries = {line.kind: line.number for line in log.lines(game, secrets=True, ruled=str)}
    with pytest.raises(GolosaError, match="night1 was played after day1"):
        log.undo(game, entries["result"], now)
    log.undo(game, entries["night"], now)
    assert [fact.phase for fact in game.facts.all("out")] == ["day1"]
    log.undo(game, entries["result"], now)
    assert game.facts.all("out") == ()
    with pytest.raises(GolosaError, match="cannot be taken back"):
        log.undo(game, entries["keys"], now)
    with pytest.raises(GolosaError, match="cannot be taken back"):
        log.undo(game, entries["night"], now)
