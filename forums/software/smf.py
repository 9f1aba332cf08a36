"""SMF 2.0 and 2.1."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.find import Find, absolute, base_of, count_in, first_in, full_page, has, number_in, text_of
from forums.found import Edited, Fields, Frame, Knows
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

PROFILE = Profile(
    quotes=frozenset(["bbc_standard_quote", "bbc_alternate_quote"]),
    heads=frozenset(["quoteheader", "topslice_quote", "codeheader"]),
    code=frozenset(["bbc_code", "code"]),
    dropped=frozenset(["quotefooter", "signature", "modified", "attachments"]),
)
SESSION = re.compile(r"(?<=[?&;])PHPSESSID=[^&;#]*(?:&amp;|[&;])?")
_ID = re.compile(r"msg_(\d+)\Z")
_USER = re.compile(r"[?;&]u=(\d+)")
_THREAD = re.compile(r"topic[=,](\d+)")
_SCRIPT = re.compile(r"(.*?/index\.php)(?=/)")
_START = re.compile(r"topic[=,]\d+\.(\d+)")
_NUMBER = re.compile(r"#(\d[\d.,\s]*)")
_VERSION = re.compile(r"SMF (\d\.\d(?:\.\d+)?)(?=</a>| &copy;| ©)")
#: What 2.0 writes around a time: «« Ответ #1 : 12 Март 2014, 21:58:00 »».
_HEAD_WORDS = re.compile(r"^[«\s]*(?:[^«»]*?#\d+[^:]*:|[^\d«»:]*:(?=\s))?\s*|[»\s]+$")
_EDIT_HEAD = re.compile(r"^[^:]*:\s*")
_EDIT_BY = re.compile(r"\s+(?:от|by|від|von|par|por|da|od|door|przez|av|af)\s+(?P<by>\S.*?)\s*$")

_TITLE_WORDS = re.compile(r"^(?:Topic|Тема):\s*|\s*\((?:Read|Прочитано)[^()]*\)\s*$")

_BODIES = Find("//div[" + has("inner") + "][starts-with(@id, 'msg_')]")
_FRAME = Find(
    "ancestor::*["
    + " or ".join([has("post_wrapper"), has("windowbg"), has("windowbg2"), has("approvebg"), "starts-with(@id, 'msg')"])
    + "][1]"
)
_NAME = Find(".//div[" + has("poster") + "]//h4")
_LINK = Find(".//a[@href]")
_TIME = Find(
    ".//div["
    + has("keyinfo")
    + "]//a["
    + has("smalltext")
    + "] | .//div["
    + has("keyinfo")
    + "]/div["
    + has("smalltext")
    + "]"
)
_SUBJECT = Find(".//div[" + has("keyinfo") + "]//*[starts-with(@id, 'subject_')]//a[@href]")
_PAGE_NUMBER = Find(".//span[" + has("page_number") + "]")
_MODIFIED = Find(".//*[starts-with(@id, 'modified_')]")
_PAGES = Find("(//div[" + has("pagelinks") + "])[1]")
_CURRENT = Find(".//*[" + has("current_page") + "] | ./strong")
_TITLE = Find(
    "//h2[" + has("display_title") + "] | //h3[" + has("catbg") + "]//*[@id='top_subject'] | //*[@id='top_subject']"
)
_HEADING = Find("//*[@id='forumposts']//h3[" + has("catbg") + "]")
_HEADING_AUTHOR = Find("//*[@id='forumposts']//h3[" + has("catbg") + "]/span[@id='author']")
_LOGIN = Find("//form[@id='frmLogin' or @name='frmLogin']")
_MESSAGE = Find(
    "//form[@id='frmLogin' or @name='frmLogin']//p["
    + has("information")
    + "] | //*[@id='fatal_error']//div["
    + has("padding")
    + "] | //*[@id='fatal_error'] | //*[@id='main_content_section']//*["
    + has("noticebox")
    + "]"
)
_NOT_FOUND = Find("//*[@id='fatal_error']//*[@id='not_found']")
_MAINTENANCE = Find("//*[@id='maintenance_mode']//*[" + has("information") + "] | //*[@id='maintenance_mode']")


class SMF(Adapter):
    """Bodies are `div.inner#msg_N`; times are text only, to the minute or second as the board's format has it."""

    software = "smf"
    example = "https://forum.example/index.php?topic=12.30"
    knows = Knows(seconds=True, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = re.compile(r"topic[=,](\d+)\.[1-9]\d*(?:[;&#?]|\.html|\Z)")
    traces = traced_by("msg_|subject_")
    forms = ("d M Y", "day", "M d Y", "Y-m-d", "d.m.Y", "?-?-Y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return [_post(body) for body in _BODIES.all(sheet.tree) if _ID.match(body.get("id", ""))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        return [node for node in tree.css("div.inner[id]") if _ID.match(node.id or "")]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        body = _BODIES_IN.first(post)
        found = Fields(body=body, id=number_in(body.get("id"), _ID) if body is not None else None)
        name = _NAME.first(post)
        if name is not None:
            found.author = text_of(name)
            found.author_id = number_in(_LINK.href(name), _USER)
        head = _TIME.first(post)
        if head is not None:
            told = text_of(head)
            found.shown, found.number = _HEAD_WORDS.sub("", told), _number(told)
        subject = _SUBJECT.first(post)
        if subject is not None:
            found.url = absolute(sheet.source.url, subject.get("href"), SESSION)
        found.number = _number(_PAGE_NUMBER.text(post)) or found.number
        found.edited = _edited(_MODIFIED.first(post))
        return found

    def frame(self, sheet: Sheet) -> Frame:
        frame = Frame(version=sheet.told(_VERSION), title=_title(sheet))
        frame.thread = first_in(sheet.addresses, _THREAD)
        _counted(frame, _PAGES.first(sheet.tree))
        start = first_in(sheet.addresses, _START)
        if frame.per_page is None and start and (frame.page or 1) > 1:
            frame.per_page = int(start) // ((frame.page or 1) - 1) or None
        return frame

    def _goes_on(self, frame: Frame, posts: Sequence[etree._Element], sheet: Sheet) -> bool:
        """`;all` shows all posts on one page, which links to the others all the same."""
        return not _shows_all(_PAGES.first(sheet.tree)) and super()._goes_on(frame, posts, sheet)

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        said = _MESSAGE.words(sheet.tree)
        if _NOT_FOUND.first(sheet.tree) is not None:
            return Wall.NOT_FOUND, said
        if closed := _MAINTENANCE.all(sheet.tree):
            return Wall.MAINTENANCE, text_of(closed[-1])
        login = _LOGIN.first(sheet.tree) is not None
        return walls.of_words(said, login_form=login, status=sheet.source.status), said

    def request(self, page: Page, number: int) -> Request:
        return Request(page_address(page, number))


def page_address(page: Page, number: int) -> str:
    """The address of a page of a thread, in the plain form; addresses like /index.php/topic,12.15.html know it too."""
    script = number_in(page.url, _SCRIPT) or base_of(page, "index.php")
    return f"{script}?topic={page.thread}.{full_page(page, number)}"


_BODIES_IN = Find("descendant-or-self::div[" + has("inner") + "][starts-with(@id, 'msg_')]")


def _post(body: etree._Element) -> etree._Element:
    """What holds a body and its author; the body itself where a theme hides that, so that the base can refuse it."""
    frame = _FRAME.first(body)
    return body if frame is None else frame


def _title(sheet: Sheet) -> str | None:
    """The thread's title; 2.0 writes «Автор» before and «(Прочитано 123 раз)» behind it."""
    if (found := _TITLE.first(sheet.tree)) is not None:
        return _TITLE_WORDS.sub("", text_of(found)) or None
    head, author = _HEADING.text(sheet.tree), _HEADING_AUTHOR.text(sheet.tree)
    return _TITLE_WORDS.sub("", head.removeprefix(author).strip()) or None


def _number(text: str) -> int | None:
    """The place in the thread: "#1" is the first reply, the opening post has none."""
    told = count_in(text, _NUMBER)
    return None if told is None else told + 1


def _edited(notice: etree._Element | None) -> Edited | None:
    """«Последнее редактирование: T от X»; 2.1 leaves the place there, empty, when nothing was edited."""
    told = text_of(notice).strip("«» \u00a0") if notice is not None else ""
    if not told:
        return None
    rest = _EDIT_HEAD.sub("", told, count=1)
    by = _EDIT_BY.search(rest)
    return Edited(shown=rest[: by.start()] if by else rest, by=by["by"] if by else None)


def _shows_all(bar: etree._Element | None) -> bool:
    """Whether the bar of pages says that this one is «Все»."""
    here = _CURRENT.text(bar) if bar is not None else ""
    return bool(here) and not here.isdigit()


def _counted(frame: Frame, bar: etree._Element | None) -> None:
    """Page N of M and posts per page, from the bar of pages."""
    frame.page = frame.pages = 1
    if bar is None or _shows_all(bar):
        return
    here = _CURRENT.first(bar)
    frame.page = int(text_of(here)) if here is not None and text_of(here).isdigit() else 1
    frame.pages = frame.page
    frame.count_links(_LINK.all(bar), _START)


ADAPTER = SMF()
