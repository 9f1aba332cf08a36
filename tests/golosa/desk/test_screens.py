"""Every screen at two widths, light and dark, in both languages: nothing sticks out, and axe finds nothing."""

from __future__ import annotations

from typing import Any

import pytest

#: A stage of the game, the pages that matter then, and whether secrets are in sight.
STAGES = (
    ("day-rulings", ("/day", "/day?paste=opening", "/day/post?day=1&post=205"), False),
    ("roles-messages", ("/game",), True),
    ("night-dying", ("/night",), True),
    ("night-answers", ("/night", "/game"), True),
    ("end", ("/night", "/day", "/game"), False),
)
LOOKS = ((390, "dark", "en"), (1280, "light", "ru"))
#: At the second look the busiest of them are enough: the parts are the same.
AGAIN = ("day-rulings", "night-answers")


def looked_at(browser: Any, served: Any, width: int, scheme: str) -> Any:
    """A page in the desk; its policy keeps foreign scripts out, so axe comes in past it."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(f"{served.address}enter?token={served.desk.keys.token}")
    page.wait_for_url(lambda url: "enter" not in url)
    return page


def check(page: Any, width: int) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_axe_finds_nothing_and_nothing_sticks_out(story: Any, serve: Any, browser: Any, look: Any) -> None:
    width, scheme, lang = look
    for stage, paths, secrets in STAGES if look == LOOKS[0] else [one for one in STAGES if one[0] in AGAIN]:
        kept = story.seen[stage]
        served = serve(kept.folder, kept.now, lang)
        page = looked_at(browser, served, width, scheme)
        if secrets:
            page.goto(served.address + "night")
            page.locator("form[action='/secrets'] button").click()
            page.wait_for_load_state()
        for path in paths:
            page.goto(served.address.rstrip("/") + path)
            check(page, width)
        page.context.close()


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_form_of_a_new_game_too(story: Any, serve: Any, browser: Any, tmp_path: Any, look: Any) -> None:
    width, scheme, lang = look
    served = serve(tmp_path, story.seen["start-players"].now, lang)
    page = looked_at(browser, served, width, scheme)
    check(page, width)
    page.context.close()


def test_a_day_can_be_led_by_keyboard_alone(story: Any, serve: Any, browser: Any) -> None:
    kept = story.seen["day-rulings"]
    served = serve(kept.folder, kept.now)
    page = looked_at(browser, served, 1280, "light")
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
    page.context.close()
