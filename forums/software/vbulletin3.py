"""vBulletin 3."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums.adapter import Adapter
from forums.complete import ignored, traced_by
from forums.find import Find, absolute, count_in, has, number_in, text_of
from forums.found import Edited, Fields, Frame, Knows
from forums.pages import Page, PageError, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet
from forums.software.vbulletin import (
    LATER,
    MERGE_COLOURS,
    MERGE_LINE,
    MERGE_NOTICE,
    SESSION,
    THREAD,
    USER,
    counted,
    edit_of,
    own_thread,
    page_address,
    placed,
    require_linear,
    told_zone,
    walled,
    young,
)

#: The class that this module puts on quotes: the software gives them none of their own.
_QUOTE = "golosa-quote"
PROFILE = Profile(
    quotes=frozenset([_QUOTE, "bbcode_quote"]),
    code=frozenset(["bbcode_code"]),
    spoilers=frozenset(["sphide"]),
    merge_notice=MERGE_NOTICE,
    merge_line=MERGE_LINE,
    merge_colours=MERGE_COLOURS,
)
_ID = re.compile(r"post_message_(\d+)\Z")
_QUOTE_WORDS = re.compile(
    r"(?:Цитата?|Quote|Цитування|Zitat|Citation|Cita|Citazione|Citação|Citat|Citát|Citace|Citaat|Cytat|Lainaus|Alıntı"
    r"|Idézet|Trích dẫn|Παράθεση|ציטוט|اقتباس|인용|引用)\b",
    re.I,
)
_TABLE_ID = re.compile(r"post(\d+)\Z")
_NUMBER = re.compile(r"([\d.,\s]+)\Z")
#: A day and an hour. Skins write other words into the same cell, such as whose thread it is.
_WHOLE = re.compile(r"\w[^:]*[\s,]\d{1,2}[:.]\d\d")

_BODIES = Find("//*[starts-with(@id, 'post_message_')]")
_BODY = Find(".//*[starts-with(@id, 'post_message_')]")
_NAME = Find(".//*[" + has("bigusername") + "]")
_LINK = Find("descendant-or-self::a[@href]")
_SCRIPTS = Find(".//script")
_MEMBER = Find(".//a[contains(@href, 'member')]")
_MENU = Find(".//*[starts-with(@id, 'postmenu_')]")
_DATE = Find("(.//td[" + has("thead") + "])[1]")
_DATE_ANCHOR = Find(".//a[starts-with(@name, 'post')]/..")  #: where a skin has no such cell
_COUNT = Find(".//a[starts-with(@id, 'postcount')]")
_COUNTED = Find("descendant-or-self::a[starts-with(@id, 'postcount') or starts-with(@id, 'postlink')]")
_TABLES = Find("//*[starts-with(@id, 'post')][not(.//*[starts-with(@id, 'post_message_')])]")
_IGNORE = Find(".//a[contains(@href, 'ignorelist')]")
_SMALL = Find(".//em[not(ancestor::*[starts-with(@id, 'post_message_')])]")
_LABELS = Find(".//div/div[" + has("smallfont") + " or ./label]")
_PAGES = Find("(//div[" + has("pagenav") + "])[1]")
_TITLE = Find("(//*[" + has("navbar") + "]//strong)[last()]")
#: A theme has a bar of its own instead, «1 / 87», and a heading. Its script hangs the next pages below while one reads.
_MAGIC_BAR = Find("//*[@id='mb_page']")
_HEADING = Find("//h1[" + has("threadtitle") + "]")
_PER_PAGE = re.compile(r'var threaddata = \{[^{}<>]*"perpage":(\d{1,4})\b')
_LINKS = Find(
    "(//*["
    + has("navbar")
    + " or "
    + has("pagenav")
    + "]//a[contains(@href, 'showthread.php')][contains(@href, 't=')])[1]"
)


class VBulletin3(Adapter):
    """Bodies are `#post_message_N` in `#postN`; times are text, to the minute."""

    software = "vbulletin3"
    example = "https://forum.example/showthread.php?t=12&page=2"
    knows = Knows(seconds=False, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = LATER
    traces = traced_by("post_message_|td_post_")
    forms = ("d.m.Y", "day", "Y-m-d", "?-?-Y", "d M Y", "M d Y", "d.m.y", "d M y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        found = [_post(body) for body in _BODIES.all(sheet.tree) if _ID.match(body.get("id", ""))]
        if found:
            _require_all(sheet)
        return found

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = [node for node in tree.css("[id^=post_message_]") if _ID.match(node.id or "")]
        for body in found:
            labels = [*body.css("div > div.smallfont"), *(label.parent for label in body.css("div > div > label"))]
            for label in filter(None, labels):
                around = label.parent
                if around is not None and _QUOTE_WORDS.match(label.text(strip=True)):
                    around.attrs["class"] = _QUOTE
        return found

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        body = post if _ID.match(post.get("id", "")) else _BODY.first(post)
        found = Fields(body=body, id=number_in(body.get("id"), _ID) if body is not None else None)
        if body is not None:
            for label in _LABELS.all(body):
                around = label.getparent()
                if around is not None and _QUOTE_WORDS.match(text_of(label)):
                    around.set("class", _QUOTE)
        found.author, found.author_id = _author(post)
        found.shown = _date(post)
        found.exact = young(found.shown, sheet)
        count = _COUNT.first(post)
        if count is not None:
            found.number = count_in(count.get("name") or text_of(count), _NUMBER)
            found.url = absolute(sheet.base, count.get("href"), SESSION)
        found.edited = _edited(post)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        require_linear(sheet)
        frame = Frame(title=_TITLE.text(sheet.tree) or _HEADING.text(sheet.tree) or None)
        frame.thread = own_thread(sheet) or number_in(_LINKS.href(sheet.tree), THREAD)
        counted(frame, _PAGES.words(sheet.tree) or _MAGIC_BAR.words(sheet.tree))
        posts = self.posts(sheet)
        told, first = sheet.told(_PER_PAGE), [self.fields(post, sheet) for post in posts[:1]]
        if frame.page is not None and frame.pages is not None and frame.page < frame.pages:
            frame.per_page = int(told or len(posts))
        told_zone(frame, sheet)
        placed(frame, first)
        if told and _scrolled(frame, first, len(posts), int(told)):
            frame.page = frame.pages = None
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walled(sheet)

    def request(self, page: Page, number: int) -> Request:
        return Request(page_address(page, number))


def _post(body: etree._Element) -> etree._Element:
    """What holds a body and its author: the element `postN`; the body itself where a skin has none, to be refused."""
    wanted = f"post{number_in(body.get('id'), _ID)}"
    return next((above for above in body.iterancestors() if above.get("id") == wanted), body)


def _require_all(sheet: Sheet) -> None:
    """Raises PageError for a post that is not shown to this reader because he ignores its author."""
    for table in _TABLES.all(sheet.tree):
        if _TABLE_ID.match(table.get("id", "")) and _IGNORE.first(table) is not None:
            raise PageError("{name}: {why}", name=sheet.name, why=ignored(number_in(table.get("id"), _TABLE_ID)))


def _scrolled(frame: Frame, first: Sequence[Fields], posts: int, per_page: int) -> bool:
    """Whether a page as a browser saved it shows other posts than those of the page that its bar names."""
    number = first[0].number if first else None
    return posts > per_page or bool(frame.page and number and (number - 1) // max(per_page, 1) + 1 != frame.page)


def _date(post: etree._Element) -> str:
    """The date in the head; one of the two layouts has the post's number in the same cell."""
    cell = _DATE.first(post)
    cell = _DATE_ANCHOR.first(post) if cell is None else cell
    if cell is None:
        return ""
    parts = [cell.text or ""]
    for child in cell:
        counts = isinstance(child.tag, str) and _COUNTED.first(child) is not None
        parts += ["" if counts or not isinstance(child.tag, str) else text_of(child), child.tail or ""]
    whole = [part for part in parts if _WHOLE.search(part)]
    parts = whole if len(whole) == 1 else parts
    return " ".join(" ".join(parts).split()).lstrip("# \u00a0")


def _author(post: etree._Element) -> tuple[str | None, str | None]:
    """Name and account; a guest's name is bare text in the menu's place. Guests may see names without links."""
    name, menu = _NAME.first(post), _MENU.first(post)
    if name is None and menu is not None:
        name = _MEMBER.first(menu)
    if name is not None:
        return text_of(name), number_in(_LINK.href(name), USER)
    if menu is None:
        return None, None
    for script in _SCRIPTS.all(menu):
        script.text = None
    return text_of(menu) or None, None


def _edited(post: etree._Element) -> Edited | None:
    notices = [edit for small in _SMALL.all(post) if (edit := edit_of(text_of(small)))]
    return notices[-1] if notices else None


ADAPTER = VBulletin3()
