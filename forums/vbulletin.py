"""What vBulletin 3, 4 and 5 have in common: edit notices, merge notices, bars of pages, walls."""

from __future__ import annotations

import re

from forums import walls
from forums.adapter import Edited, Frame
from forums.find import Find, base_of, has
from forums.pages import Page, Wall
from forums.sheet import Sheet

SESSION = re.compile(r"(?<=[?&;])s=[0-9a-f]{32}(?:&amp;|[&;])?")
THREAD = re.compile(r"showthread\.php\?(?:.*&)?t=(\d+)|(?:showthread\.php[?/]|threads/)(\d+)")
USER = re.compile(r"member\.php\?(?:.*&)?u=(\d+)|members?(?:\.php)?[/?](\d+)")
LATER = re.compile(
    r"showthread\.php\?(?=.*\bt=(\d+))(?=.*\bpage=(?:[2-9]|\d\d))"
    r"|(?:showthread\.php|threads)[/?](\d+)[^?#]*/page(?:[2-9]|\d\d)"
)
#: Add-ons append to a post and say so in silver.
MERGE_NOTICE = (
    r"(?:Добавлено (?:через|спустя)|Added after|Post added (?:after|at)) (?P<after>.+?):?"
    r"|- - - (?:Updated|Добавлено|Обновлено) - - -|Добавлено(?: в)? \d.*"
)
MERGE_COLOURS = frozenset(["#c0c0c0", "#808080"])
_EDITED = re.compile(
    r"(?:Последний раз редактировалось|Отредактировано|Last edited by)\s+(?P<by>.+?)\s*;\s*(?P<at>.+?)"
    r"(?:\s*\.?\s*(?:Причина|Reason)\s*:.*)?\Z"
)
_PAGE_OF = re.compile(r"(?:Страница|Page|Сторінка|Seite)\s+(\d+)\s+(?:из|of|з|von)\s+(\d+)")
_RESULTS = re.compile(r"(\d[\d\s.,]*?)\s+(?:по|to|-)\s+(\d[\d\s.,]*?)\s+(?:из|of)\s+(\d[\d\s.,]*)")
_LOGIN = Find("//form[contains(@action, 'do=login')]//input[@name='vb_login_username']")
_MESSAGE = Find(
    "//td[" + has("panelsurround") + "] | //*[" + has("standard_error") + "]//*[" + has("blockrow") + "]"
    " | //*[" + has("standard_error") + "] | //*[" + has("message-body") + "] | //*[" + has("main-pane") + "]"
)


def edit_of(text: str) -> Edited | None:
    """«Последний раз редактировалось X; 01.02.2014 в 19:35. Причина: …»; None for a text that is no such notice."""
    found = _EDITED.match(text)
    return Edited(shown=found["at"].rstrip(". "), by=found["by"]) if found else None


def either(text: str | None, pattern: re.Pattern[str]) -> str | None:
    """The first group of `pattern` that fits in `text`."""
    found = pattern.search(text) if text else None
    return next((group for group in found.groups() if group), None) if found else None


def counted(frame: Frame, bar: str, results: str = "") -> None:
    """Page N of M from the bar's text ("" without one), and posts per page from «Показано с 1 по 10 из 19»."""
    if not bar:
        frame.page = frame.pages = 1
        return
    told = _PAGE_OF.search(bar)
    if told is None:
        return
    frame.page, frame.pages = int(told[1]), int(told[2])
    shown = _RESULTS.search(results)
    if shown and frame.page < frame.pages:
        first, last = (int(re.sub(r"\D", "", part)) for part in shown.groups()[:2])
        frame.per_page = last - first + 1


def walled(sheet: Sheet) -> tuple[Wall, str]:
    """What a page without posts says. The login form stands on every page: only in the message it is the wall."""
    box = _MESSAGE.first(sheet.tree)
    said = _MESSAGE.words(sheet.tree)[:500]
    login = box is not None and _LOGIN.first(box) is not None
    wall = walls.of_words(said, login_form=login, status=sheet.source.status)
    return wall, said


def ignored(post: str | None) -> str:
    """What is wrong with a page on which an ignored member's post is hidden."""
    return f"post {post or '?'} is hidden, as this reader ignores its author; read as a guest or end the ignoring"


def page_address(page: Page, number: int) -> str:
    """The address of a page of a thread, as all versions before 5 understand it."""
    more = f"&page={number}" if number > 1 else ""
    base = base_of(page, "showthread.php")
    if page.url and (path := re.match(r"(.*?/)(?:threads|showthread\.php)/", page.url)):
        base = f"{path[1]}showthread.php"
    return f"{base}?t={page.thread}{more}"
