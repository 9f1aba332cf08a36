"""What stands in the way when a page holds no thread, told from the page itself.

Status codes lie on most forums, so words and marks of the page decide and the status only where they say nothing.
Must not know how any forum marks up its posts.
"""

from __future__ import annotations

import re

from forums.find import Find
from forums.pages import Page, Source, Wall
from forums.sheet import Sheet

#: So much of a message is enough to tell what it is.
_LONGEST_MESSAGE = 300

#: Marks of anti-bot services, each enough by itself on a page without posts (ENGINES.md, 13).
_ANTIBOT = (
    "window._cf_chl_opt",
    "/cdn-cgi/challenge-platform/",
    "cf-browser-verification",
    'id="challenge-stage"',
    'id="challenge-form"',
    "cf-error-details",
    "data-ddg-origin",
    "data-ddg-l10n",
    "check.ddos-guard.net",
    "checkcaptcha",
    "showcaptcha",
    "smart-captcha",
)
_ANTIBOT_TITLE = re.compile(
    r"just a moment|один момент|attention required|ddos-guard|вы робот|ты робот|are you a robot|checking your browser"
    r"|проверка браузера|отделение людей от роботов|вы не робот|not a robot",
    re.I,
)
_TITLE = re.compile(r"<title[^>]*>(.{0,300}?)</title", re.I | re.S)
_FEED = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:rss|feed|rdf:RDF|smf:xml-feed|forum|opml|urlset)\b", re.S
)

#: What forums say at a wall, as alternatives of a regular expression. The first wall whose words occur is the one.
_SAID: dict[Wall, tuple[str, ...]] = {
    Wall.ANTIBOT: ("вы робот", "are you a robot", "captcha"),
    Wall.FLOOD: (
        r"try again in \d+ second",
        r"(?:подождите|подождать|попробуйте снова через|повторите .{0,40}через).{0,30}\d+ ?секунд",
        r"less than \d+ seconds ago",
        "too many requests",
        "слишком (?:много|часто)",
        "flood control",
        "rate.?limit",
    ),
    Wall.MAINTENANCE: (
        "maintenance",
        r"техническ\w+ (?:работ|обслуж|перерыв)",
        "профилактическ",
        r"(?:форум|конференци\w|сайт) .{0,40}(?:временно|отключен|недоступ|закрыт)",
        "(?:board|forum|site) .{0,40}(?:disabled|closed|unavailable|offline)",
        "зайдите позже",
        "excessive load",
        "перегруж",
    ),
    Wall.NOT_FOUND: (
        "не существует",
        "несуществующ",
        "не найден",
        "does not exist",
        "do(?:es)?n.t exist",
        "not found",
        "no such",
        "missing or off limits",
        "отсутствует или недоступ",
        "был[аио]? удал[её]н",
        r"(?:invalid|wrong|неверн\w+|некорректн\w+|ошибочн\w+) (?:thread|topic|forum|post|link|тем|запрос|ссылк)",
        "bad request",
        "incorrect or outdated",
        "неверна или устарела",
        "этой страницы еще нет",
        "requested (?:topic|thread|page)",
        "раздел недоступен",
    ),
    Wall.LOGIN: (
        "авторизова",
        "авторизуйтесь",
        r"зарегистрированн\w+ пользовател",
        "войдите",
        "войти",
        "не вошли",
        "залогин",
        "must be logged",
        r"log ?in\b",
        "not logged",
        "registered (?:members|users)",
        "sign in",
        "требуется вход",
    ),
    Wall.PERMISSION: (
        "не авторизованы",
        "нет (?:прав|доступа)",
        "недостаточно прав",
        "доступ (?:запрещ|закрыт)",
        "не имеете",
        "permission",
        "not authori[sz]ed",
        "off limits",
        "forbidden",
        "access denied",
        "запрещ",
        "заблокирован",
        "забанен",
        "banned",
        "недоступ",
    ),
}
_WORDS = tuple((wall, re.compile("|".join(said), re.I)) for wall, said in _SAID.items())
_DENIED = _WORDS[-1][1]
_BY_STATUS = {
    401: Wall.LOGIN,
    403: Wall.PERMISSION,
    404: Wall.NOT_FOUND,
    410: Wall.NOT_FOUND,
    429: Wall.FLOOD,
    503: Wall.MAINTENANCE,
}


def of_words(message: str, *, login_form: bool = False, status: int | None = None) -> Wall:
    """The wall that a forum's own `message` tells of.

    `login_form`: the page asks for name and password in its main part. `status`: what the server answered, used only
    where the words say nothing.
    """
    for wall, words in _WORDS:
        if words.search(message):
            # «Вы не авторизованы для чтения…» speaks of rights where no form asks for a name.
            return Wall.PERMISSION if wall is Wall.LOGIN and not login_form and _DENIED.search(message) else wall
    return Wall.LOGIN if login_form else _BY_STATUS.get(status or 200, Wall.NOT_A_THREAD)


def of_page(sheet: Sheet, message: Find, login: Find) -> tuple[Wall, str]:
    """The wall that a page without posts is, and what it says, by its `message` and its `login` form."""
    said = message.words(sheet.tree)[:_LONGEST_MESSAGE]
    return of_words(said, login_form=login.first(sheet.tree) is not None, status=sheet.source.status), said


def is_antibot(source: Source, text: str) -> bool:
    """Whether a page without posts is a check for robots."""
    if "challenge" in source.headers.get("cf-mitigated", ""):
        return True
    title = _TITLE.search(text, 0, 20_000)
    return bool(title and _ANTIBOT_TITLE.search(title[1])) or any(mark in text for mark in _ANTIBOT)


def is_feed(text: str) -> bool:
    """Whether a page is a feed or another XML document, which holds no whole thread."""
    return _FEED.match(text) is not None


def of_unknown(source: Source, text: str) -> Page:
    """The page of a source whose software nobody knows: an anti-bot check, a feed, a bare refusal, or unknown."""
    title = _TITLE.search(text, 0, 20_000)
    said = " ".join(title[1].split()) if title else ""
    if is_antibot(source, text):
        wall = Wall.ANTIBOT
    elif is_feed(text):
        wall = Wall.NOT_A_THREAD
    else:
        wall = of_words("", status=source.status)
        if wall is Wall.NOT_A_THREAD:
            wall = Wall.UNKNOWN_SOFTWARE
    return Page(software=None, wall=wall, message=said, url=source.url)
