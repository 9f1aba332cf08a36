"""What vBulletin 3, 4 and 5 have in common: edit notices, merge notices, bars of pages, walls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from engine.times import Interval
from forums import walls
from forums.dates import MAKING
from forums.find import Find, base_of, first_in, has, number_in, text_of
from forums.found import Edited, Fields, Frame
from forums.offsets import fixed_zone
from forums.pages import Page, PageError, Wall
from forums.sheet import Sheet

SESSION = re.compile(r"(?<=[?&;])s=[0-9a-f]{32}(?:&amp;|[&;])?")
THREAD = re.compile(r"showthread\.php\?(?:.*&)?t=(\d+)|(?:showthread\.php[?/]|threads/)(\d+)")
USER = re.compile(r"member\.php\?(?:.*&)?u=(\d+)|members?(?:\.php)?[/?](\d+)")
LATER = re.compile(
    r"showthread\.php\?(?=.*\bt=(\d+))(?=.*\bpage=(?:[2-9]|\d\d))"
    r"|(?:showthread\.php|threads)[/?](\d+)[^?#]*/page(?:[2-9]|\d\d)"
)
#: «---------- Добавлено в 21:15 ---------- Предыдущее сообщение было в 21:10 ----------», in no colour on some boards.
MERGE_LINE = r"-{5,} .{1,100}\d[:.h]\d\d.{0,100} -{5,}"
#: Add-ons append to a post and say so in silver.
MERGE_NOTICE = (
    r"(?:Добавлено (?:через|спустя)|Added after|Post added (?:after|at)) (?P<after>.+?):?"
    r"|- - - [^\d-]{3,30} - - -|Добавлено(?: в)? \d.*|" + MERGE_LINE
)
MERGE_COLOURS = frozenset(["#c0c0c0", "#808080"])
_EDITED = re.compile(
    r"(?:Последний раз редактировалось|Отредактировано|Last edited by)\s+(?P<by>.+?)\s*;\s*(?P<at>.+?)"
    r"(?:\s*\.?\s*(?:Причина|Reason)\s*:.*)?\Z"
)
#: A notice in any language: who; when.
_NOTICE = re.compile(r"[^;]+;\s*(?P<at>(?=[^;]*\d[:.h]\d\d).+?)(?:\s*\.?\s*(?:Причина|Reason)\s*:.*)?\Z")
#: «Страница 2 из 1,234» in any language, but not "Results 1 to 10 of 11".
_PAGE_OF = re.compile(r"\A\D{0,30}?(\d[\d.,]*)\s*(?:[^\W\d]{1,6}|/)\s*(\d[\d.,]*+)(?!\s*[^\W\d]{1,6}\s*\d)")
#: "1 minute ago" covers all of the first two minutes here.
_ONE_MINUTE = re.compile(r"(?:1|one|одну)\s+мин\w*\.?\s+назад|1\s+minute\s+ago", re.I)
_TWO_MINUTES = timedelta(minutes=2)
#: «Часовой пояс GMT +3, время: 21:47.» It is the reader's own offset with its summer hour, and that of all times shown.
_GMT = re.compile(r"GMT(?:\s*([+-])\s*(\d{1,2})(?:[:.](\d\d))?)?")
_FOOT = Find(
    "(//*[@id='footer_time'] | //div[" + has("smallfont") + " or ./span[" + has("time") + "]][contains(., 'GMT')]"
    "[not(ancestor-or-self::*[starts-with(@id, 'post')])])[last()]"
)  # fmt: skip
#: The script that draws the tree of posts in the threaded and the hybrid view.
_TREE = "/vbulletin_thrdpostlist.js"
_OF_THREAD = re.compile(r"[?&;]t=(\d+)")
_WHOLE_NUMBER = re.compile(r"\A(\d+)\Z")
#: Addresses that the add-on vBSEO makes: …/den-12/page2.html, …/12-den-2.html.
_SEO = re.compile(r"(?P<folder>https?://[^?#]*/)(?:(?:page|index)\d+(?:\.html)?)?\Z|(?P<stem>https?://[^?#]*)\.html\Z")
_RESULTS = re.compile(r"(\d[\d\s.,]*?)\s+(?:по|to|-)\s+(\d[\d\s.,]*?)\s+(?:из|of)\s+(\d[\d\s.,]*)")
_LOGIN = Find("//form[contains(@action, 'do=login')]//input[@name='vb_login_username']")
#: Links of the thread itself: to its print view, its pages, for following it.
_OWN_LINKS = Find("//a[contains(@href, 'printthread.php')] | //a[contains(@href, 'do=addsubscription')]")
#: Fields of its forms for searching it and for answering; the add-on vBSEO makes other addresses, and leaves these.
_OWN_FIELDS = Find("//input[@type='hidden'][@name='searchthreadid' or @id='qr_threadid']")
_MESSAGE = Find(
    "//td[" + has("panelsurround") + "] | //*[" + has("standard_error") + "]//*[" + has("blockrow") + "]"
    " | //*[" + has("standard_error") + "] | //*[" + has("message-body") + "] | //*[" + has("main-pane") + "]"
)


def edit_of(text: str, *, sure: bool = False) -> Edited | None:
    """«Последний раз редактировалось X; 01.02.2014 в 19:35. Причина: …»; None for a text that is no such notice.

    In an unknown language it is told by its shape and names nobody. `sure`: it stands where nothing but notices do.
    """
    if found := _EDITED.match(text):
        return Edited(shown=found["at"].rstrip(". "), by=found["by"])
    if found := _NOTICE.match(text):
        return Edited(shown=found["at"].rstrip(". "))
    return Edited(shown=text) if sure else None


def young(shown: str, sheet: Sheet) -> Interval | None:
    """When a post was made that says "1 minute ago", if the moment of the visit is known."""
    if sheet.seen_at is None or not _ONE_MINUTE.fullmatch(shown.strip()):
        return None
    second = timedelta(seconds=1)
    return Interval(sheet.seen_at - MAKING - _TWO_MINUTES + second, sheet.seen_at + second)


def own_thread(sheet: Sheet) -> str | None:
    """The thread's id from the page's own address or from links and forms that lead to nothing but this thread."""
    links = (link.get("href") for link in _OWN_LINKS.all(sheet.tree))
    fields = (field.get("value") for field in _OWN_FIELDS.all(sheet.tree))
    return number_in(sheet.source.url, THREAD) or first_in(links, _OF_THREAD) or first_in(fields, _WHOLE_NUMBER)


def counted(frame: Frame, bar: str, results: str = "") -> None:
    """Page N of M from the bar's text ("" without one), and posts per page from «Показано с 1 по 10 из 19»."""
    if not bar:
        frame.page = frame.pages = 1
        return
    told = _PAGE_OF.search(bar)
    if told is None:
        return
    frame.page, frame.pages = (int(re.sub(r"\D", "", part)) for part in told.groups())
    shown = _RESULTS.search(results)
    if shown and frame.page < frame.pages:
        first, last = (int(re.sub(r"\D", "", part)) for part in shown.groups()[:2])
        frame.per_page = last - first + 1


def told_zone(frame: Frame, sheet: Sheet) -> None:
    """The offset from UTC that the page's foot tells: the software shows every time at it, whatever the season."""
    foot = _FOOT.first(sheet.tree) if "GMT" in sheet.text else None
    told = _GMT.search(text_of(foot)) if foot is not None else None
    if told is None:
        return
    length = timedelta(hours=int(told[2] or 0), minutes=int(told[3] or 0))
    frame.offset, frame.fixed = (-length if told[1] == "-" else length), True
    frame.zone = fixed_zone(frame.offset)


def require_linear(sheet: Sheet) -> None:
    """Raises PageError for a view that shows the thread as a tree: posts are left out, or stand out of order."""
    if _TREE in sheet.text:
        raise PageError(
            "{name}: the thread is shown as a tree; take the linear view (&mode=linear behind the thread's address)",
            name=sheet.name,
        )


def placed(frame: Frame, found: Sequence[Fields]) -> None:
    """A page that begins later than with the first post is no first page of a thread, though it has no bar of pages:
    it shows a single post, a tree, or the newest posts first. Which page it is, is not known then."""
    if frame.page == 1 and found and (found[0].number or 1) > 1:
        frame.page = frame.pages = None


def walled(sheet: Sheet) -> tuple[Wall, str]:
    """What a page without posts says. The login form stands on every page: only in the message it is the wall."""
    box = _MESSAGE.first(sheet.tree)
    said = _MESSAGE.words(sheet.tree)[:500]
    login = box is not None and _LOGIN.first(box) is not None
    wall = walls.of_words(said, login_form=login, status=sheet.source.status)
    return wall, said


def page_address(page: Page, number: int) -> str:
    """The address of a page of a thread, as all versions before 5 understand it, with the add-on vBSEO too."""
    if page.url and ".php" not in page.url and "/threads/" not in page.url and (seo := _SEO.match(page.url)):
        return _seo_address(page, number, seo)
    more = f"&page={number}" if number > 1 else ""
    base = base_of(page, "showthread.php")
    if page.url and (path := re.match(r"(.*?/)(?:threads|showthread\.php)/", page.url)):
        base = f"{path[1]}showthread.php"
    return f"{base}?t={page.thread}{more}"


def _seo_address(page: Page, number: int, found: re.Match[str]) -> str:
    if folder := found["folder"]:
        return f"{folder}page{number}.html" if number > 1 else folder
    stem = found["stem"]
    if page.page and page.page > 1:
        stem = stem.removesuffix(f"-{page.page}")
    return f"{stem}-{number}.html" if number > 1 else f"{stem}.html"
