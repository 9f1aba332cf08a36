"""Plays the written game at the desk, in a browser, from the sign-up to the winner, and takes the pictures of
first-game.md and first-game.ru.md on the way: `python docs/make_first_game.py`.

The tests play the same walk, so that what the pictures show is what the desk does.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from golosa.demo import first_game
from golosa.demo.forum import Board, running
from playwright.sync_api import Page, sync_playwright

from golosa.clock import using
from golosa.desk.app import build
from golosa.desk.desk import Desk
from golosa.web import background, listen

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PICTURES = Path(__file__).with_name("img") / "first-game"
WIDTH, HEIGHT = 1100, 780
LANGUAGES = ("ru", "en")
#: What the docs show.
SHOWN = (
    "start-players", "roles", "day-voting", "ruling", "post-edited", "tie", "lot-drawn", "day-closed", "night-orders",
    "night-dying", "night-answers", "morning", "hand", "end",
)  # fmt: skip


class Table:
    """A desk over an empty folder, a forum, and the clock by which both live."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now: datetime = first_game.at("2026-03-01T19:00:00")
        self.board: Board = first_game.board(lambda: self.now)
        self.desk = Desk(folder, lang="ru", sleep=lambda seconds: None)
        self.forum = self.address = ""

    @contextmanager
    def open(self) -> Iterator[None]:
        """Serves the forum and the desk while the block runs."""
        listening = listen(0)
        app = build(self.desk, listening.getsockname()[1])

        async def by_this_clock(scope: Any, receive: Any, send: Any) -> None:
            with using(lambda: self.now):
                await app(scope, receive, send)

        with running(self.board) as thread, background(by_this_clock, listening) as address:
            self.forum, self.address = thread.partition("viewtopic")[0], address
            yield

    def thread(self, number: int) -> str:
        """The address of a thread."""
        return f"{self.forum}viewtopic.php?t={number}"

    def clock(self, moment: str) -> None:
        """Lets it be that moment of the game."""
        self.now = first_game.at(moment)


class Walk:
    """The host's way through the game, click by click. `picture` is called where something is worth looking at."""

    def __init__(self, table: Table, page: Page, picture: Callable[[str], None] = lambda name: None) -> None:
        self.table, self.page, self.picture = table, page, picture
        self.game = first_game.written()

    # --- how a host uses a page ---------------------------------------------------------------------------------

    def go(self, path: str) -> None:
        """Opens a page of the desk."""
        self.page.goto(self.table.address.rstrip("/") + path)

    def press(self, name: str, within: str = "main", nth: int = 0) -> None:
        """Presses a button by its words, and waits for the answer."""
        button = self.page.locator(within).get_by_role("button", name=name).nth(nth)
        with self.page.expect_response(lambda answer: answer.request.method == "GET" and answer.status == 200):
            button.click()
        self.settled()

    def settled(self) -> None:
        """Waits until the page stands still."""
        self.page.wait_for_selector(".htmx-request, .htmx-swapping, .htmx-settling", state="detached")

    def read_thread(self) -> None:
        """Reads the day's thread and waits for the end of it."""
        self.press("Прочитать тему")
        self.page.wait_for_selector(".said p:has-text('Тема прочитана')")

    # --- chapters ------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Opens the address that the terminal shows."""
        self.page.goto(f"{self.table.address}enter?token={self.table.desk.keys.token}")
        self.page.wait_for_url("**/start")

    def start(self) -> None:
        """A new game: the forum looked at, the players taken from the sign-up, the rules chosen."""
        page = self.page
        page.get_by_label("Адрес темы").fill(self.table.thread(first_game.SIGNUP))
        self.press("Посмотреть на форум")
        page.wait_for_selector(".found dl")
        self.picture("start-forum")
        page.get_by_label("Или адрес сообщения с записью на игру").fill(f"{self.table.forum}viewtopic.php?p=101#p101")
        self.press("Взять игроков оттуда")
        page.wait_for_selector(".said p:has-text('Записались')")
        page.get_by_label("Адрес темы").fill("")
        page.get_by_label("Кто ведёт (имена на форуме)").fill(self.game["host"])
        page.get_by_label("Название игры").fill(self.game["title"])
        page.get_by_label("Часовой пояс, в котором форум показывает время").fill(self.game["zone"])
        page.get_by_label("Первый день начинается").fill("2026-03-02T00:00:00")
        page.get_by_label("Первый день заканчивается").fill("2026-03-02T23:00:00")
        page.locator("[name=do][value=keep]").dispatch_event("click")
        self.settled()
        self.picture("start-players")
        self.press("Создать игру")

    def roles(self) -> None:
        """The commitment of the lots, and the roles as the game is written."""
        self.press("Сделать обязательство")
        self.picture("roles")
        self.page.get_by_text("Дать роли самому").click()
        for name, role in self.game["roles"].items():
            self.page.locator("form[action='/game/roles']").get_by_label(name, exact=True).select_option(role)
        self.press("Сохранить роли")
        self.press("Показать секреты")
        self.picture("roles-messages")
        self.press("Скрыть секреты")

    def open_first_day(self) -> None:
        """The first day's thread is there."""
        self.table.clock("2026-03-02T12:40:00")
        self.go("/day")
        self.picture("day-no-thread")
        self.page.locator(".step").get_by_label("Адрес темы").fill(self.table.thread(first_game.FIRST_DAY))
        self.press("Сохранить", ".step")

    def midday(self) -> None:
        """The thread read in mid-day: what a player says before he edits it is kept."""
        self.read_thread()
        self.picture("day-voting")

    def evening(self) -> None:
        """The day is over: an edited vote and a name that may be two players' wait for the host."""
        self.table.clock("2026-03-02T23:02:00")
        self.go("/day")
        self.read_thread()
        self.picture("day-rulings")

    def rule(self) -> None:
        """An edited post is looked at and ruled on; a name is decided."""
        self.page.get_by_role("listitem").filter(has_text="Falcon: отредактировано").get_by_role("link").click()
        self.page.wait_for_selector("text=Что с этим сообщением в подсчёте")
        self.settled()
        self.picture("post-edited")
        self.page.get_by_label("Другой игрок").select_option("Кондуктор")
        self.press("Голос за него")
        card = self.page.locator(".ruling").filter(has_text="«Лис»")
        self.picture("ruling")
        with self.page.expect_response(lambda answer: answer.status == 200 and answer.request.method == "GET"):
            card.get_by_role("button", name="Голос за игрока Лиса", exact=True).click()
        self.settled()

    def tie(self) -> None:
        """The tie's notice is posted, the half hour is waited for."""
        self.picture("tie")
        self.press("Я опубликовал", ".step")
        self.table.clock("2026-03-02T23:31:00")
        self.go("/day")
        self.read_thread()

    def lot(self) -> str:
        """Still tied: the lot. Gives on whom it fell."""
        self.picture("lot")
        self.press("Бросить жребий")
        told = self.page.locator(".said").inner_text()
        self.picture("lot-drawn")
        return next(name for name in ("Тихоня", "Кондуктор") if name in told)

    def close_day(self) -> None:
        """The result is posted, and the day closed with it."""
        self.press("Я опубликовал", ".step")
        self.press("Закрыть день", ".step")
        self.picture("day-closed")

    def send(self, *messages: list[str]) -> None:
        """Pastes private messages."""
        for message in messages:
            self.page.locator("#text").fill(first_game.pasted(message))
            self.press("Принять")

    def first_night(self) -> None:
        """Orders as they come, one of them refused; the dying asked for a note; the night resolved."""
        self.table.clock("2026-03-02T23:41:00")
        self.go("/night")
        self.reveal()
        self.send(*self.game["messages"][0])
        self.picture("night-orders")
        self.table.clock("2026-03-02T23:50:00")
        self.go("/night")
        self.reveal()
        self.picture("night-dying")
        self.table.clock("2026-03-02T23:53:00")
        self.send(self.game["note"])
        self.table.clock("2026-03-02T23:58:00")
        self.press("Подвести итог ночи")

    def reveal(self) -> None:
        """Shows the secrets where they have hidden again."""
        if self.page.get_by_role("button", name="Показать секреты").count():
            self.press("Показать секреты")

    def answers(self) -> None:
        """Each private answer is sent and ticked off."""
        self.reveal()
        self.picture("night-answers")
        while self.page.locator("form[action='/night/tick'] button").count():
            self.press("Отправлено", "form[action='/night/tick'] >> nth=0")

    def morning(self, number: int, out: str) -> None:
        """The morning post opens the next day's thread."""
        first_game.open_day(self.table.board, number, out)
        self.table.now += timedelta(minutes=10)
        self.go("/night")
        self.reveal()
        self.picture("morning")
        self.press("Я опубликовал", "#posts ~ form >> nth=0")
        self.page.locator("#next-thread").fill(self.table.thread(first_game.FIRST_DAY + number - 1))
        self.press("Открыть день", "form.stack")

    def replace(self) -> None:
        """A new player takes over from an old one."""
        self.table.clock("2026-03-03T11:00:00")
        self.go("/game")
        self.page.get_by_text("Замена игрока, другая учётная запись").click()
        self.page.get_by_label("Имя на форуме").fill("novy_melnik")
        self.page.get_by_label("За кого играет").select_option("Старый Мельник")
        self.picture("replacement")
        self.press("Замена: с этого момента")

    def second_day(self) -> None:
        """A plain day: the boss, who has sent his order already, is out."""
        self.table.clock("2026-03-03T20:05:00")
        self.go("/night")
        self.send(self.game["messages"][1][0])
        self.table.clock("2026-03-03T23:01:00")
        self.go("/day")
        self.read_thread()
        self.picture("day-result")
        self.close_day()

    def second_night(self) -> None:
        """The new boss is told at once; boss and maniac go for each other."""
        self.table.clock("2026-03-03T23:30:00")
        self.go("/night")
        self.reveal()
        self.picture("night-new-boss")
        self.send(*self.game["messages"][1][1:])
        self.table.clock("2026-03-03T23:55:00")
        self.go("/night")
        self.press("Подвести итог ночи")

    def remove(self) -> None:
        """A player is taken out by the host's hand."""
        self.table.clock("2026-03-04T12:00:00")
        self.go("/hand")
        self.page.get_by_text("Игрок: убрать, убить, вернуть, дать другую роль").click()
        form = self.page.locator("form[action='/hand/act']")
        form.get_by_label("Игрок").select_option("Сорока")
        form.get_by_label("Причина (останется в журнале)").fill("переписка вне темы")
        self.picture("removal")
        self.press("Посмотреть, что изменится", "form[action='/hand/act']")
        self.picture("hand")
        self.press("Внести", "form[action='/hand/act']")

    def last_day(self) -> None:
        """The last mafioso is voted out."""
        self.table.clock("2026-03-04T23:01:00")
        self.go("/day")
        self.read_thread()
        self.close_day()

    def end(self) -> None:
        """Somebody has won: the post with all roles."""
        self.go("/night")
        self.picture("end")

    def play(self) -> None:
        """The whole game."""
        self.enter()
        self.start()
        self.roles()
        self.open_first_day()
        self.midday()
        self.evening()
        self.rule()
        self.tie()
        out = self.lot()
        self.close_day()
        self.first_night()
        self.answers()
        self.morning(2, out)
        self.replace()
        self.second_day()
        self.second_night()
        self.answers()
        self.morning(3, out)
        self.remove()
        self.last_day()
        self.end()


@contextmanager
def browser_page(**options: Any) -> Iterator[Page]:
    """A page in the system's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser.new_page(**options)
        finally:
            browser.close()


def take_pictures(folder: Path) -> None:
    """Plays the game and takes the pictures that the docs show, in each language."""
    folder.mkdir(parents=True, exist_ok=True)
    left = set(SHOWN)
    with tempfile.TemporaryDirectory() as place, browser_page(viewport={"width": WIDTH, "height": HEIGHT}) as page:
        table = Table(Path(place, "zarechye"))

        def picture(name: str) -> None:
            if name not in left:
                return
            left.remove(name)
            page.clock.set_fixed_time(table.now)
            for lang in LANGUAGES:
                if lang != table.desk.lang:
                    table.desk.lang = lang
                    page.reload()
                page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
                page.screenshot(path=folder / f"{name}.{lang}.png")
            table.desk.lang = LANGUAGES[0]
            page.reload()

        with table.open():
            Walk(table, page, picture).play()
    if left:
        raise SystemExit(f"no picture was taken of {', '.join(sorted(left))}")


def main() -> None:
    """Takes the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=PICTURES, help="Where to put the pictures.")
    take_pictures(parser.parse_args().to)


if __name__ == "__main__":
    main()
