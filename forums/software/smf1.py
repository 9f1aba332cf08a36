"""SMF 1.1."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.find import Find, absolute, count_in, first_in, has, number_in, text_of
from forums.found import Edited, Fields, Frame, Knows
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet
from forums.software import smf

PROFILE = Profile(
    quotes=frozenset(["quote"]),
    heads=frozenset(["quoteheader", "codeheader"]),
    code=frozenset(["code"]),
    dropped=frozenset(["signature"]),
)
_MESSAGE_ID = re.compile(r"#msg(\d+)\Z")
_USER = re.compile(r"[?;&]u=(\d+)")
_THREAD = re.compile(r"topic[=,](\d+)")
_START = re.compile(r"topic[=,]\d+\.(\d+)")
_NUMBER = re.compile(r"#(\d+)")
_HEAD = re.compile(r"^[«\s]*(?:[^«»]*?(?:#\d+[^:]*|\bon|от|в)?:\s+)?|[»\s]+$", re.I)
_EDIT = re.compile(
    r"^[«\s]*(?:Last Edit|Последнее редактирование):\s*(?P<at>.+?)\s+(?:by|от)\s+(?P<by>.+?)[»\s]*\Z", re.I
)

#: One theme tells the last edit below the date, and thanks ("Merited by …") below that.
_LAST_EDIT = re.compile(
    r"(?:Last edit|Последнее редактирование):\s*"
    r"(?P<at>.+?)(?:\s+(?:by|от)\s+(?P<by>\S+))?[»\s]*(?:Merited\b.*)?\Z",
    re.I,
)

_MARKED = Find(".//*[" + has("edited") + "]")
_BODIES = Find("//td//div[" + has("post") + "]")
_BODY = Find(".//div[" + has("post") + "]")
_OWN = "td[@rowspan='2' or " + has("poster_info") + "]"
_AROUND = Find("ancestor::table[./tr/" + _OWN + " or ./tbody/tr/" + _OWN + "][1]")
_POSTER = Find(".//td[@rowspan='2' or " + has("poster_info") + "]")
_NAME = Find("./b | ./a[1]")
_LINK = Find("descendant-or-self::a[@href]")
_SUBJECT = Find(".//a[contains(@href, '#msg')]")
_DATE = Find(".//*[starts-with(@id, 'subject_')]/following-sibling::*[" + has("smalltext") + "]")
_COUNT = Find(".//a[" + has("message_number") + "]")
_MODIFIED = Find(".//*[starts-with(@id, 'modified_')]")
_BAR = Find("//td[" + has("middletext") + "][.//a[" + has("navPages") + "] or .//b][1]")
_PAGE_LINK = Find(".//a[" + has("navPages") + "]")
_BOLD = Find("./b")
_TITLE = Find("//*[@id='top_subject']")
_LOGIN = Find("//form[@id='frmLogin' or @name='frmLogin']//input[@type='password']")
_MESSAGE = Find(
    "//td[@style='padding: 3ex;'] | //form[@name='frmLogin']//td[" + has("windowbg") + "] | //*[@id='bodyarea']"
)


class SMF1(Adapter):
    """Bodies are `div.post` in a table beside the poster's cell; the id stands in the subject's link."""

    software = "smf1"
    example = "https://forum.example/index.php?topic=12.15"
    knows = Knows(seconds=True, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = re.compile(r"topic[=,](\d+)\.[1-9]\d*(?:[;&#?]|\.html|\Z)")
    traces = traced_by("msg|subject_", "id|name")
    forms = ("d M Y", "M d Y", "day", "Y-m-d", "d.m.Y", "?-?-Y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        around = [table for body in _BODIES.all(sheet.tree) if (table := _AROUND.first(body)) is not None]
        return [table for table in around if _identity(table)]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        return [node for node in tree.css("td div.post") if _in_a_post(node)]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(id=_identity(post), body=_BODY.first(post))
        poster = _POSTER.first(post)
        name = _NAME.first(poster) if poster is not None else None
        if name is not None:
            found.author = text_of(name)
            found.author_id = number_in(_LINK.href(name), _USER)
        subject, date, count = _SUBJECT.first(post), _DATE.first(post), _COUNT.first(post)
        if subject is not None:
            found.url = absolute(sheet.base, subject.get("href"), smf.SESSION)
        if date is not None:
            found.shown = _HEAD.sub("", _first_line(date))
        # «Ответ #1» is the second post; a theme's own "#2" counts from the first.
        told = count_in(text_of(count), _NUMBER) if count is not None else None
        reply = count_in(text_of(date), _NUMBER) if date is not None else None
        found.number = told if told is not None or reply is None else reply + 1
        found.edited = _edited(_MODIFIED.first(post), date)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        hrefs = [sheet.source.url, *(link.get("href") for link in _SUBJECT.all(sheet.tree))]
        title = re.sub(r"^(?:Topic|Тема):\s*|\s*\((?:Read|Прочитано)[^()]*\)\s*$", "", _TITLE.text(sheet.tree))
        frame = Frame(title=title or None, page=1, pages=1)
        frame.thread = first_in(hrefs, _THREAD)
        bar = _BAR.first(sheet.tree)
        if bar is not None and not _shows_all(bar):
            _counted(frame, bar)
        return frame

    def _goes_on(self, frame: Frame, posts: Sequence[etree._Element], sheet: Sheet) -> bool:
        """`;all` shows all posts on one page, which links to the others all the same."""
        return not _shows_all(_BAR.first(sheet.tree)) and super()._goes_on(frame, posts, sheet)

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        return Request(smf.page_address(page, number))


def _first_line(date: etree._Element) -> str:
    """The date's own line; one theme puts the last edit and thanks below it."""
    parts = [date.text or ""]
    for child in date:
        if child.tag == "br":
            break
        parts += [text_of(child) if isinstance(child.tag, str) else "", child.tail or ""]
    return " ".join(" ".join(parts).split())


def _edited(notice: etree._Element | None, date: etree._Element | None) -> Edited | None:
    """«« Последнее редактирование: T от X »» below the post, or below its date."""
    text = text_of(notice) if notice is not None else ""
    if text.strip("«» "):
        edit = _EDIT.match(text)
        return Edited(shown=edit["at"], by=edit["by"]) if edit else Edited(shown=text)
    if date is None:
        return None
    marked = _MARKED.first(date)
    told = _LAST_EDIT.search((marked.get("title") or "") if marked is not None else "") or _LAST_EDIT.search(
        text_of(date)
    )
    if told is None:
        return Edited(shown=text_of(marked)) if marked is not None else None
    return Edited(shown=told["at"], by=told["by"])


def _identity(post: etree._Element) -> str | None:
    return number_in(_SUBJECT.href(post), _MESSAGE_ID)


def _in_a_post(body: LexborNode) -> bool:
    """Whether the body stands in a row with a poster's cell and the message's own link."""
    row = body.parent
    while row is not None:
        if row.tag == "tr" and any(_is_poster(cell) for cell in row.iter()):
            link = row.css_first('a[href*="#msg"]')
            return link is not None and _MESSAGE_ID.search(link.attributes.get("href") or "") is not None
        row = row.parent
    return False


def _is_poster(cell: LexborNode) -> bool:
    classes = (cell.attributes.get("class") or "").split()
    return cell.tag == "td" and (cell.attributes.get("rowspan") == "2" or "poster_info" in classes)


def _shows_all(bar: etree._Element | None) -> bool:
    """Whether the bar of pages says that this one is «Все»."""
    here = [text_of(bold).strip("[] ") for bold in _BOLD.all(bar)] if bar is not None else []
    return bool(here) and not any(text.isdigit() for text in here)


def _counted(frame: Frame, bar: etree._Element) -> None:
    """Page N of M and posts per page: the current page is bold, in brackets."""
    here = [text for bold in _BOLD.all(bar) if (text := text_of(bold).strip("[] ")).isdigit()]
    frame.page = int(here[0]) if here else None
    frame.pages = frame.page or 1
    frame.count_links(_PAGE_LINK.all(bar), _START)


ADAPTER = SMF1()
