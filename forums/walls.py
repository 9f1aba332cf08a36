"""What stands in the way when a page holds no thread, told from the page itself.

Status codes lie on most forums, so words and marks of the page decide and the status only where they say nothing.
Must not know how any forum marks up its posts.
"""

from __future__ import annotations

import html
import re

import msgspec

from forums.find import Find
from forums.pages import Page, Source, Wall
from forums.sheet import Sheet

#: So much of a message is enough to tell what it is.
_LONGEST_MESSAGE = 300

#: Marks of services that keep robots out, each enough by itself on a page without posts that says little (ENGINES.md,
#: 13): a page of many words with such a script in it was let through. The script with which Cloudflare looks at every
#: visitor of a page that it lets through is none of them.
_ANTIBOT = (
    "window._cf_chl_opt",
    "cf-browser-verification",
    'id="challenge-stage"',
    'id="challenge-form"',
    "data-ddg-origin",
    "data-ddg-l10n",
    "check.ddos-guard.net",
    "/__qrator/qauth",
    "checkcaptcha",
    "showcaptcha",
    "_Incapsula_Resource",
    "sucuri_cloudproxy_js",
    "/.well-known/sgcaptcha/",
    "captcha-delivery.com",
    "px-captcha",
    "AwsWafIntegration",
    "/.within.website/x/cmd/anubis",
    # Hosts whose guard wants a cookie that a script makes.
    "slowAES.decrypt(",
    "get_jhash(",
    "beget=begetok",
)
_ORCHESTRATED = re.compile(r"/cdn-cgi/challenge-platform/[^\"'<>]{0,80}orchestrate/")
#: Widgets that ask whether a human is there: a check of robots on a page of nobody's software, else a part of a form.
_WIDGETS = ("smart-captcha", "cf-turnstile", "g-recaptcha", "h-captcha")
_ANTIBOT_TITLE = re.compile(
    r"just a moment|один момент|attention required|ddos-guard|вы робот|ты робот|are you a robot|checking your browser"
    r"|проверка браузера|отделение людей от роботов|вы не робот|not a (?:ro)?bot|security check"
    r"|sucuri website firewall",
    re.I,
)
#: A page that Cloudflare makes in the place of the forum's, and the number of the error on it.
_CLOUDFLARE, _ERROR = (
    "cf-error-details",
    re.compile(r"\b(?:error|ошибка)(?: code)?:?\s*(?:<[^>]{0,80}>\s*)*(\d{3,4})\b", re.I),
)
_SLOW_DOWN = "1015"
#: A page that does nothing but set a cookie and come again.
_COMES_AGAIN = re.compile(r"location\.(?:reload|replace|href|assign)|location\s*=|http-equiv=.?refresh", re.I)
_LONGEST_ERRAND = 6000  #: letters of its source
#: What a page does not show, and so many letters as no guard's page shows.
_UNSEEN = re.compile(r"<(script|style|template|svg|noscript|select)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>", re.I | re.S)
_LONGEST_CHECK = 2000
_TITLE = re.compile(r"<title[^>]*>(.{0,300}?)</title", re.I | re.S)
_FEED = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:rss|feed|rdf:RDF|smf:xml-feed|forum|opml|urlset)\b", re.S
)

#: What forums say at a wall, as alternatives of a regular expression. The first wall whose words occur is the one.
_SAID: dict[Wall, tuple[str, ...]] = {
    Wall.ANTIBOT: (
        "вы (?:не )?робот",
        "are (?:you a|not a) (?:ro)?bot",
        "you are (?:a )?human",
        "captcha",
        "капч",
        r"(?:enable|включите) (?:javascript and )?cookies",
    ),
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
        r"(?:ведутся|проводятся|идут) .{0,30}работы",
        r"temporarily (?:unavailable|closed|down|offline)",
        "be (?:right )?back (?:soon|shortly)",
        "under construction",
        "bad gateway",
        "gateway time-?out",
        "service unavailable",
        r"(?:database|sql|mysql|driver) error",
        r"(?:error|problem) with the database",
        r"ошибк\w+ (?:базы|подключения|соединения|sql)",
        "connection problems",
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
        r"(?:форум|сайт|домен) .{0,30}(?:удал[её]н|не опубликован|не прилинкован|припаркован|не обслуживается)",
        "account (?:has been )?suspended",
        "domain .{0,30}(?:parked|expired|for sale)",
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
        r"доступ\w* .{0,40}(?:закрыт|ограничен|запрещ)",
        # Boards for grown-ups ask first.
        r"(?:исполнилось|достигли|есть) (?:ли )?(?:вам )?(?:уже )?18",
        r"(?:at least|over|under) (?:18|the age of 18|21)",
        r"18\+|18 лет|18 years",
        r"для взрослых|adult content|age verification|возрастн\w+ огранич",
    ),
}
_BODY, _NOSCRIPT = Find("//body"), Find("//noscript")
_PASSWORD = Find("//input[@type='password']")
_WORDS = tuple((wall, re.compile("|".join(said), re.I)) for wall, said in _SAID.items())
_DENIED = _WORDS[-1][1]
_BY_STATUS = {
    401: Wall.LOGIN,
    403: Wall.PERMISSION,
    404: Wall.NOT_FOUND,
    410: Wall.NOT_FOUND,
    429: Wall.FLOOD,
    451: Wall.PERMISSION,
    **dict.fromkeys((500, 502, 503, 504, *range(520, 528)), Wall.MAINTENANCE),
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


def of_guard(source: Source, text: str) -> Wall | None:
    """The wall that somebody before the forum has put up, on a page without posts; None where there is none."""
    if "challenge" in source.headers.get("cf-mitigated", ""):
        return Wall.ANTIBOT
    wall = _marked(text)
    return wall if wall is not None and len(" ".join(_UNSEEN.sub(" ", text).split())) <= _LONGEST_CHECK else None


def _marked(text: str) -> Wall | None:
    if _CLOUDFLARE in text:
        told = _ERROR.search(text)
        number = told[1] if told else ""
        return Wall.MAINTENANCE if number.startswith("5") else Wall.FLOOD if number == _SLOW_DOWN else Wall.ANTIBOT
    guarded = (
        any(mark in text for mark in _ANTIBOT)
        or _ANTIBOT_TITLE.search(_title(text)) is not None
        or _ORCHESTRATED.search(text) is not None
    )
    return Wall.ANTIBOT if guarded else None


def _title(text: str) -> str:
    found = _TITLE.search(text, 0, 20_000)
    return html.unescape(" ".join(found[1].split())) if found else ""


def is_feed(text: str) -> bool:
    """Whether a page is a feed or another XML document, which holds no whole thread."""
    return _FEED.match(text) is not None


def of_unknown(source: Source, text: str) -> Page:
    """The page of a source whose software nobody knows: a check for robots, a feed, a bare refusal, or unknown."""
    wall = of_guard(source, text)
    if wall is None and is_feed(text):
        wall = Wall.NOT_A_THREAD
    if wall is None:
        wall = of_words("", status=source.status)
        wall = Wall.UNKNOWN_SOFTWARE if wall is Wall.NOT_A_THREAD else wall
    return Page(software=None, wall=wall, message=_title(text), url=source.url)


def of_stranger(sheet: Sheet, page: Page) -> Page:
    """What a page of unknown software is on which nothing looks like posts, by its own words: its title, and all of
    its text where that is short. A page that a script draws says so where there is no script."""
    text = sheet.text
    said, bare = _BODY.words(sheet.tree), _NOSCRIPT.words(sheet.tree)
    shown = said if len(said) <= _LONGEST_MESSAGE * 3 else ""
    # On a page of many words the widget belongs to a form in it: to sign in, to search, to write.
    if _is_errand(text) or (shown == said and any(mark in text for mark in _WIDGETS)):
        return msgspec.structs.replace(page, wall=Wall.ANTIBOT)
    form = _PASSWORD.first(sheet.tree) is not None
    wall = of_words(f"{page.message}\n{shown}", login_form=form, status=sheet.source.status)
    if wall is not Wall.NOT_A_THREAD:
        return msgspec.structs.replace(page, wall=wall, message=page.message or shown[:_LONGEST_MESSAGE])
    return msgspec.structs.replace(page, message=bare[:_LONGEST_MESSAGE] or page.message)


def _is_errand(text: str) -> bool:
    """Whether a page only sets a cookie and comes again."""
    return len(text) <= _LONGEST_ERRAND and "document.cookie" in text and _COMES_AGAIN.search(text) is not None
