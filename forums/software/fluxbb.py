"""FluxBB 1.4 and 1.5, PunBB 1.2, and FluxBB by Visman."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.find import Find, absolute, base_of, count_in, first_in, has, number_in, text_of
from forums.found import Edited, Fields, Frame, Knows
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet
from forums.trees import first_within

#: Visman's fork appends to a post and says so in grey; times are rounded down to the units named.
MERGE_NOTICE = r"(?:Добавлено спустя|Added later|Post was added after) (?P<after>.+?):?"
PROFILE = Profile(
    quotes=frozenset(["quotebox", "incqbox"]),
    code=frozenset(["codebox"]),
    dropped=frozenset(["postedit", "postsignature"]),
    struck=frozenset(["bbs"]),
    merge_notice=MERGE_NOTICE,
    merge_colours=frozenset(["#808080"]),
)
_ID = re.compile(r"p(\d+)\Z")
_USER = re.compile(r"profile\.php\?(?:.*&)?id=(\d+)")
_THREAD = re.compile(r"viewtopic\.php\?(?:.*&)?id=(\d+)")
_LINKED = re.compile(rf"{_THREAD.pattern}|post\.php\?tid=(\d+)")
_PAGE = re.compile(r"[?&]p=(\d+)")
_NUMBER = re.compile(r"#?(\d+)\Z")
_VERSION = re.compile(r"FluxBB(?:</a>)? (?:v(?:ersion)? ?)?(\d\.\d[\d.]*)")
_EDIT_BY = re.compile(
    r"^(?:Last edited by|Редактировал(?:ся|ось)|Отредактировано|Изменено|Исправлено)\s+(?P<by>.+?)\s*\("
)

_POSTS = Find("//div[" + has("blockpost") + "][starts-with(@id, 'p')]")
_NUMBERED = Find("./h2//*[" + has("conr") + "]")
_TIME = Find("./h2//a[@href]")
_NAME = Find(".//*[" + has("postleft") + "]//dt")
_LINK = Find(".//a[@href]")
_BODY = Find(".//div[" + has("postmsg") + "][not(" + has("postsignature") + ")]")
_EDIT = Find(".//p[" + has("postedit") + "]")
_PAGES = Find("(//p[" + has("pagelink") + "])[1]")
_CURRENT = Find("./strong")
#: Bars whose last item is the title, the surest first.
_BARS = (Find("//*[" + has("crumbs") + "]"), Find("//*[@id='punviewtopic']//div[" + has("linkst") + "]//ul"))
_REPLY = Find("//a[contains(@href, 'post.php?tid=')]")
_MESSAGE = Find(
    "//*[@id='posterror']//div["
    + has("inbox")
    + "] | //*[@id='punmaint']//div["
    + has("inbox")
    + "] | //div[@id='msg']//div["
    + has("inbox")
    + "] | //*[@id='msg'] | //*[@id='maint']"
)
_LOGIN = Find("//form[@id='login' or contains(@action, 'login.php')]//input[@type='password']")


class FluxBB(Adapter):
    """Posts are `div.blockpost#pN`; times are text, mostly to the second; the signature bears the body's class too."""

    software = "fluxbb"
    example = "https://forum.example/viewtopic.php?id=12&p=2"
    knows = Knows(seconds=True, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    notices = Find("./p[@class]")
    later = re.compile(r"viewtopic\.php\?(?=.*\bid=(\d+))(?=.*\bp=(?:[2-9]|\d\d))")
    traces = traced_by("p")
    alike = (
        'class="postmsg"',
        Find("//div[" + has("blockpost") + "][./h2//a[contains(@href, '#p')]][.//*[" + has("postmsg") + "]]"),
    )
    forms = ("Y-m-d", "day", "d.m.Y", "d M Y", "M d Y", "?-?-Y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return [post for post in _POSTS.all(sheet.tree) if _ID.match(post.get("id", ""))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = [node for node in tree.css("div.blockpost[id]") if _ID.match(node.id or "")]
        return first_within(tree, found, "div.postmsg:not(.postsignature)")

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(id=number_in(post.get("id"), _ID), body=_BODY.first(post))
        name = _NAME.first(post)
        if name is not None:
            found.author = text_of(name)
            found.author_id = number_in(_LINK.href(name), _USER)
        head = _TIME.first(post)
        if head is not None:
            found.shown = text_of(head)
            found.url = _permalink(head.get("href"), found.id, sheet)
        found.number = count_in(_NUMBERED.text(post), _NUMBER)
        found.edited = edit_of(_EDIT.first(post))
        return found

    def frame(self, sheet: Sheet) -> Frame:
        frame = Frame(version=sheet.told(_VERSION), title=_title(sheet).strip("» ") or None)
        pages = _PAGES.first(sheet.tree)
        frame.thread = first_in(sheet.addresses, _THREAD) or linked_thread(sheet, pages)
        counted(frame, pages)
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        return Request(page_address(page, number))


def _title(sheet: Sheet) -> str:
    bar = next((found for find in _BARS if (found := find.first(sheet.tree)) is not None), None)
    last = next(bar.iterchildren("li", reversed=True), None) if bar is not None else None
    return text_of(last) if last is not None else ""


def page_address(page: Page, number: int) -> str:
    """The address of a page of a thread, as the whole family writes it."""
    more = f"&p={number}" if number > 1 else ""
    return f"{base_of(page, 'viewtopic.php')}?id={page.thread}{more}"


def linked_thread(sheet: Sheet, pages: etree._Element | None) -> str | None:
    """The thread's id from links to its other pages or to its reply form."""
    links = [*(_LINK.all(pages) if pages is not None else ()), *_REPLY.all(sheet.tree)]
    return first_in((link.get("href") for link in links), _LINKED)


def counted(frame: Frame, pages: etree._Element | None) -> None:
    """The page and how many there are: the current one is `strong`, the others are links."""
    if pages is None:
        return
    linked = [int(told) for link in _LINK.all(pages) if (told := number_in(link.get("href"), _PAGE))]
    named = [int(text) for link in _LINK.all(pages) if (text := text_of(link)).isdigit()]
    frame.page = count_in(_CURRENT.text(pages), _NUMBER)
    frame.pages = max([*linked, *named, frame.page or 1])


def edit_of(notice: etree._Element | None) -> Edited | None:
    """«Изменено player_7 (2026-11-27 18:00:00)»: the time stands in the last brackets."""
    if notice is None:
        return None
    text = text_of(notice)
    if not text:
        return None
    by = _EDIT_BY.match(text)
    return Edited(shown=text[text.rfind("(") + 1 :].rstrip(") "), by=by["by"] if by else None)


def _permalink(href: str | None, post: str | None, sheet: Sheet) -> str | None:
    if href is None or post is None:
        return None
    return absolute(sheet.source.url, f"viewtopic.php?pid={post}#p{post}" if href.startswith("#") else href)


ADAPTER = FluxBB()
