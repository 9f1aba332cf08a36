"""The players' page in a browser: live, from plain files, without a script, for everybody, at desk and phone width."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from golosa.folder import dice
from golosa.public.serving import Pages
from golosa.web import background


class Quiet(SimpleHTTPRequestHandler):
    """A web server that knows nothing of golosa."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        """Keeps quiet."""


@contextmanager
def plain_files(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    pages = Pages({"": folder})
    with background(pages.app, on_stop=pages.close) as address:
        yield address


@pytest.fixture(scope="module")
def tabs(browser: Any) -> Callable[..., Any]:
    """The tab of a context with such options, left blank by the test before; every test has an address of its own. A
    window for each test would cost more than the test."""
    made: dict[str, Any] = {}

    def tab(**context: Any) -> Any:
        options = repr(context)
        if options not in made:
            made[options] = browser.new_context(timezone_id="Asia/Vladivostok", **context).new_page()
        return made[options]

    return tab


@contextmanager
def opened(tabs: Any, address: str, width: int = 1280, awaiting: str = "", **context: Any) -> Iterator[Any]:
    """A page in which nothing may go wrong and which may fetch nothing from elsewhere; `awaiting` is an address that it
    is to ask for before the block begins."""
    page, faults = tabs(**context), list[str]()
    page.set_viewport_size({"width": width, "height": 800})
    heard = {
        "console": lambda message: faults.append(message.text) if message.type == "error" else None,
        "pageerror": lambda error: faults.append(str(error)),
        "request": lambda request: faults.append(request.url) if not request.url.startswith(address) else None,
    }
    for event, told in heard.items():
        page.on(event, told)
    try:
        if awaiting:
            with page.expect_response(f"**/{awaiting}"):
                page.goto(address)
        else:
            page.goto(address)
        yield page
    finally:
        for event, told in heard.items():
            page.remove_listener(event, told)
        page.goto("about:blank")
    assert faults == []


def day(played: Any, lang: str = "ru") -> None:
    """A day with most that a page can show."""
    played.set_up(lang=lang, days=1)
    played.vote("Аня", "09:00", "Лис")
    played.vote("Лис", "10:00", "Аня")
    played.vote("Ёжик", "11:00", "Лис")
    played.vote("Аня", "12:00", "Гаррет")
    played.vote("Прохожий", "12:10", "Лис")
    played.see("12:30")
    played.write("12:30")


@pytest.mark.parametrize(("lang", "width"), [("ru", 1280), ("en", 390)])
def test_a_live_update_reaches_an_open_page_within_two_seconds(played: Any, tabs: Any, lang: str, width: int) -> None:
    day(played, lang)
    with served(played.public) as address, opened(tabs, address, width, "events") as page:
        page.locator("#how summary").click()
        page.locator("#nick").fill("гар")
        assert "Гаррет" not in page.locator(".tally > li").nth(0).locator(".voters").inner_text()
        played.vote("Гаррет", "12:40", "Лис")
        played.see("12:50")
        before = time.monotonic()
        played.write("12:50")
        page.locator(".tally > li").nth(0).get_by_text("Гаррет").wait_for(timeout=2000)
        assert time.monotonic() - before < 2
        assert page.locator("#how").get_attribute("open") is not None
        assert page.locator("#nick").input_value() == "гар"
        assert page.locator("#nick").evaluate("nick => nick === document.activeElement")
        assert page.locator(".players > div:visible").all_inner_texts()[0].startswith("Гаррет")
        assert page.locator("#status").inner_text() != ""


def test_from_plain_files_an_open_page_asks_again_and_follows(played: Any, tabs: Any) -> None:
    day(played)
    with plain_files(played.public) as address, opened(tabs, address, 1280, "state.json") as page:
        played.vote("Гаррет", "12:40", "Лис")
        played.see("12:50")
        played.write("12:50")
        # Coming back to the page is one of the moments at which it looks; it looks by itself each half minute too.
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.locator(".tally > li").nth(0).get_by_text("Гаррет").wait_for(timeout=2000)


@pytest.mark.parametrize(("lang", "width"), [("ru", 390), ("en", 1280)])
def test_without_a_script_nothing_is_lost(played: Any, tabs: Any, lang: str, width: int) -> None:
    day(played, lang)
    with plain_files(played.public) as address:
        with opened(tabs, address, width, java_script_enabled=False) as page:
            bare = texts(page)
            assert page.locator("noscript meta[http-equiv=refresh]").count() == 1
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.locator("#history a[href='votes.html']").click()
            assert "● 12:00" in page.locator("table").inner_text()
            assert page.locator(".times li").count() == 4
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.go_back()
            for summary in page.locator("summary").all():
                summary.click()
            assert page.locator(".ballots code").first.inner_text() == "[color=red]Аня[/color]"
        with opened(tabs, address, width) as page:
            page.locator(".report").first.wait_for()
            full = texts(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert set(bare) <= set(full)


def texts(page: Any) -> list[str]:
    """What stands in the page, without what a script adds."""
    nodes = page.locator("h1, h2, .state, .tally li, .players dt, .players dd > bdi, .marks bdi, td, th, time, code")
    found: list[str] = nodes.evaluate_all("all => all.map(one => one.textContent.trim())")
    return found


@pytest.mark.parametrize(("lang", "width", "scheme"), [("ru", 1280, "dark"), ("en", 390, "light")])
def test_axe_finds_nothing(played: Any, tabs: Any, lang: str, width: int, scheme: str) -> None:
    day(played, lang)
    # The page's own policy keeps foreign scripts out, so axe comes in past it.
    context = {"color_scheme": scheme, "bypass_csp": True}
    with plain_files(played.public) as address, opened(tabs, address, width, **context) as page:
        page.locator(".report").first.wait_for()
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        page.locator(".report").first.click()
        clean(page)
        page.goto(f"{address}votes.html")
        clean(page)


def clean(page: Any) -> None:
    """Fails where axe finds anything."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert len(found.response["passes"]) > 15


def test_axe_finds_nothing_on_a_day_that_is_over_a_hidden_one_and_the_list_of_games(played: Any, tabs: Any) -> None:
    played.set_up(rules="town14", days=2, hide_until_end=True)
    played.colour = "#008000"
    played.do("07:00", lambda game, now: dice.make_keys(game, now))
    played.vote("Аня", "09:00", "Лис")
    played.vote("Лис", "10:00", "Аня")
    played.see("22:40")
    played.do("22:41", lambda game, now: dice.draw_due(game, game.day(1, now), now))
    played.see("08:30", 2)
    played.write("08:30", 2)
    pages = Pages({"one": played.public, "two": played.folder / "nothing"})
    server = background(pages.app, on_stop=pages.close)
    with server as address, opened(tabs, address, 390, bypass_csp=True) as page:
        clean(page)
        page.get_by_role("link", name="Игра").click()
        page.get_by_text("Голоса будут показаны после окончания дня.").wait_for()
        clean(page)
        page.get_by_role("link", name="День 1").click()
        page.get_by_text("проверено: сходится").first.wait_for()
        clean(page)


def test_the_end_is_told_in_the_readers_own_zone_and_the_time_left_counts_down(played: Any, tabs: Any) -> None:
    day(played)
    # The clock and, below, the permissions are the context's: no other test has these options.
    with plain_files(played.public) as address, opened(tabs, address, locale="ru-RU") as page:
        page.clock.install(time=played.at("21:58:00"))
        page.reload()
        page.clock.pause_at(played.at("21:59:00"))
        assert "3 мар. 2026 г., 05:00" in page.locator("[data-here]").inner_text()
        left = page.locator(".left")
        assert left.inner_text() == "Осталось 0:01:00"
        page.clock.run_for(2000)
        assert left.inner_text() == "Осталось 0:00:58"
        page.clock.run_for(60_000)
        assert left.inner_text() == "Время вышло, ждём подсчёта."


def test_a_mistake_is_reported_with_the_posts_id(played: Any, tabs: Any) -> None:
    day(played)
    with plain_files(played.public) as address, opened(tabs, address) as page:
        page.get_by_role("button", name="Сообщить об ошибке: сообщение № 5 (id 1005)").click()
        text = page.locator("#report-text").input_value()
        assert "№ 5 (id 1005) https://forum.example/viewtopic.php?p=1005#p1005" in text
        assert "«Игра», день 1, подсчёт на 2 марта 2026, 12:30" in text


def test_a_vote_is_copied_as_bbcode(played: Any, tabs: Any) -> None:
    day(played)
    allowed = ["clipboard-read", "clipboard-write"]
    with plain_files(played.public) as address, opened(tabs, address, permissions=allowed) as page:
        page.locator("#how summary").click()
        page.get_by_role("button", name="Скопировать: [color=red]Лис[/color]").click()
        page.get_by_text("Скопировано").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == "[color=red]Лис[/color]"


def test_everything_can_be_reached_by_keyboard(played: Any, tabs: Any) -> None:
    day(played)
    with plain_files(played.public) as address, opened(tabs, address) as page:
        page.locator(".report").first.wait_for()
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "votes"
        reached = set()
        for _ in range(25):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("document.activeElement.tagName"))
        assert {"A", "SUMMARY", "BUTTON", "INPUT"} <= reached


NICKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "Ж" * 500,
    "\u202eсиЛ",
    "</title><b>",
    "{{ 7*7 }}",
    "{post}{url}",
)


def test_a_nick_does_no_harm(played: Any, tabs: Any) -> None:
    played.set_up(players=NICKS, title="".join(NICKS))
    for place, nick in enumerate(NICKS):
        played.vote(nick, f"{9 + place:02}:00", NICKS[place - 1])
    played.vote("<b>Прохожий\u202e</b>", "19:00", NICKS[0])
    played.see("20:00")
    played.write("20:00")
    with plain_files(played.public) as address, opened(tabs, address, 390) as page:
        page.locator(".report").first.wait_for()
        assert page.evaluate("document.querySelectorAll('main script, main img, bdi *').length") == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert set(NICKS) <= set(page.locator("bdi").all_text_contents())
        assert "\u202e" not in page.title()
        page.locator(".report").first.click()
        assert "{post}" not in page.locator("#report-text").input_value().partition("«")[0]
