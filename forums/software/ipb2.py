"""Invision Power Board 2, and 1.3, whose posts' bodies have no ids."""

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
from forums.software.ipb3 import SESSION, THREAD, page_address, page_size

#: The class that this module puts on the boxes of 1.3, which have ids instead, all the same.
_BOX = "golosa-box"
#: The same for what stands where 1.3 has a signature, in no class that is known.
_UNSURE = "golosa-unsure"
#: What 1.3 writes above a signature, outside the body's element.
_RULE = "-" * 20
PROFILE = Profile(
    quotes=frozenset(["quotemain", "quote", _BOX]),
    heads=frozenset(["quotetop", "codetop", "sqltop", "htmltop"]),
    code=frozenset(["codemain", "sqlmain", "htmlmain", "code"]),
    dropped=frozenset(["edit", "signature"]),
    unsure=frozenset([_UNSURE]),
    spoilers=frozenset(["spoil"]),
)
_ID = re.compile(r"post-(\d+)\Z")
_ENTRY = re.compile(r"\Aentry(\d+)\Z")
_USER = re.compile(r"showuser=(\d+)")
_NUMBER = re.compile(r"#\s*(\d+)\Z")
_START = re.compile(r"[?&;]st=(\d+)")
_POSTED = re.compile(
    r"\A(?:#\s*\d+\s+)?(?:(?:сообщение|Отправлено|Дата|Опубликовано|post(?:ed)?)(?:\s+on\b)?\s*:?\s+)?", re.I
)
_CLOCK = re.compile(r"\d[:.]\d\d")
_EDITED = re.compile(
    r"(?:Сообщение отредактировал[аи]?|This post has been edited by)\s+(?P<by>.+?)(?: -|:| on)\s+(?P<at>.+)\Z"
)
#: The call behind "Pages:": its second argument is the number of posts, its third that of posts on a page.
_JUMP = re.compile(r"multi_page_jump\(.*?['\"]\s*,\s*(\d+)\s*,\s*(\d+)")
_HERE = re.compile(r"\[(\d+)\]")  #: the page one is on, in 1.3

_BODIES = Find("//div[" + has("postcolor") + "][starts-with(@id, 'post-')]")
_BODY = Find("descendant-or-self::div[" + has("postcolor") + "][starts-with(@id, 'post-')]")
#: In 1.3 a quote ends the body's element and begins another one after it: only the cell holds all of a post's text.
_CELLS = Find("//td[./div[" + has("postcolor") + "]][not(ancestor-or-self::td[@id])]")
_CELL = Find(".//td[./div[" + has("postcolor") + "]][not(ancestor-or-self::td[@id])]")
_BOXES = Find(".//td[@id='QUOTE' or @id='CODE' or @id='HTML' or @id='SQL' or @id='PHP']")
_KNOWN = frozenset(["postcolor", "signature"])
_SIGNED = Find(
    f"./br[normalize-space(following-sibling::text()[1]) = '{_RULE}']/following-sibling::*[not(self::br)]"
    "[not(" + " or ".join(map(has, sorted(_KNOWN))) + ")]"
)
_ANCHOR = Find(".//a[starts-with(@name, 'entry')]")
_NAME = Find(".//*[" + has("normalname") + " or " + has("unreg") + "]")
_LINK = Find(".//a[@href]")
_DETAILS = Find(".//*[" + has("postdetails") + "]")
_PERMALINK = Find(
    ".//a[contains(@onclick, 'link_to_post')]"
    " | .//a[contains(@href, 'findpost')][not(ancestor::*[" + has("postcolor") + "])]"
)
#: Not the labels of attached files, which are printed the same.
_EDITS = Find(".//span[" + has("edit") + "][not(parent::strong)]")
_CURRENT = Find("(//*[" + has("pagecurrent") + "])[1]")
_PAGELINKS = Find("//*[" + has("pagelink") + " or " + has("pagelinklast") + "]//a[contains(@href, 'st=')]")
_JUMPS = Find("(//a[contains(@href, 'multi_page_jump')])[1]")
_BESIDE = Find("../a[contains(@href, 'st=')]")
_TITLE = Find("//div[" + has("maintitle") + "]//b")
_TOPIC_LINK = Find("//a[contains(@href, 'showtopic=')]")
_LOGIN = Find("//form[contains(@action, 'act=Login')][.//input[@type='password']]")
_MESSAGE = Find("//*[" + has("errorwrap") + "] | //*[" + has("tablepad") + "]")


class IPB2(Adapter):
    """Bodies are `div.postcolor#post-N` in a table with the anchor `entryN`; times are text, to the minute."""

    software = "ipb2"
    example = "https://forum.example/index.php?showtopic=12&st=20"
    knows = Knows(seconds=False, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    notices = Find("./span[@class] | ./div/span[@class]")
    later = re.compile(r"showtopic=(\d+)\b.*[?&;]st=[1-9]")
    traces = traced_by("post-|post-main-|entry", "id|name")
    forms = ("d.m.Y", "day", "d M Y", "M d Y", "d.m.y", "Y-m-d", "?-?-Y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        found = [_post(body) for body in _BODIES.all(sheet.tree) if _ID.match(body.get("id", ""))]
        return found or [_table(cell) for cell in _CELLS.all(sheet.tree)]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = [node for node in tree.css("div.postcolor[id^=post-]") if _ID.match(node.id or "")]
        return found or _browser_cells(tree)

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        body = _BODY.first(post)
        found = Fields(body=body, id=number_in(body.get("id"), _ID) if body is not None else None)
        if body is None and (cell := _CELL.first(post)) is not None:
            found.body, found.id = cell, _entry(post)
            for box in _BOXES.all(cell):
                for around in box.iterancestors("table"):
                    around.set("class", _BOX)
                    break
            for signature in _SIGNED.all(cell):
                signature.set("class", f"{signature.get('class') or ''} {_UNSURE}".lstrip())
        name = _NAME.first(post)
        if name is not None:
            found.author = text_of(name)
            found.author_id = number_in(_LINK.href(name), _USER)
        found.shown = _shown(post)
        link = _PERMALINK.first(post)
        if link is not None:
            found.number = count_in(text_of(link), _NUMBER)
            href = link.get("href")
            found.url = absolute(sheet.base, href, SESSION) if href != "#" else None
        found.edited = _edited(post)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        hrefs = [sheet.source.url, *(link.get("href") for link in _TOPIC_LINK.all(sheet.tree))]
        frame = Frame(title=_TITLE.text(sheet.tree) or None)
        frame.thread = first_in(hrefs, THREAD)
        _counted(frame, sheet)
        if frame.per_page is None:
            found = [self.fields(post, sheet) for post in self.posts(sheet)]
            frame.per_page = page_size(frame, found, len(found))
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        return Request(page_address(page, number))


def _post(body: etree._Element) -> etree._Element:
    """The table with the anchor of this very post; the body itself where a skin has none, to be refused."""
    wanted = f"entry{number_in(body.get('id'), _ID)}"
    for above in body.iterancestors("table"):
        anchors = [anchor.get("name") for anchor in _ANCHOR.all(above)]
        if anchors:
            return above if wanted in anchors else body
    return body


def _table(cell: etree._Element) -> etree._Element:
    """The table that holds a post of 1.3, and no other one; the cell itself where there is none, to be refused."""
    for above in cell.iterancestors("table"):
        anchors = len(_ANCHOR.all(above))
        if anchors:
            return above if anchors == 1 else cell
    return cell


def _entry(post: etree._Element) -> str | None:
    anchor = _ANCHOR.first(post)
    return number_in(anchor.get("name"), _ENTRY) if anchor is not None else None


def _browser_cells(tree: LexborHTMLParser) -> list[LexborNode]:
    """The cells of 1.3 in the browser's tree, with the same boxes marked as in lxml's."""
    cells: list[LexborNode] = []
    for body in tree.css("td > div.postcolor"):
        cell = body.parent
        if cell is None or cell.id or any(cell.mem_id == known.mem_id for known in cells[-1:]):
            continue
        cells.append(cell)
        for box in cell.css("td#QUOTE, td#CODE, td#HTML, td#SQL, td#PHP"):
            around = box.parent
            while around is not None and around.tag != "table":
                around = around.parent
            if around is not None:
                around.attrs["class"] = _BOX
        _tell_signature(cell)
    return cells


def _classes(node: LexborNode) -> list[str]:
    return (node.attributes.get("class") or "").split()


def _tell_signature(cell: LexborNode) -> None:
    """As `_SIGNED`, in the browser's tree."""
    child, below = cell.child, False
    while child is not None:
        if child.tag == "-text" and (child.text_content or "").strip() == _RULE:
            below = True
        elif below and child.is_element_node and child.tag != "br" and not _KNOWN.intersection(_classes(child)):
            child.attrs["class"] = " ".join([*_classes(child), _UNSURE])
        child = child.next


def _shown(post: etree._Element) -> str:
    """The time: the first details with a time of day, without the words before it."""
    details = [text_of(one) for one in _DETAILS.all(post)]
    return _POSTED.sub("", next((text for text in details if _CLOCK.search(text)), next(iter(details), "")))


def _edited(post: etree._Element) -> Edited | None:
    notices = [text_of(notice) for notice in _EDITS.all(post)]
    told = next((found for text in notices if (found := _EDITED.match(text))), None)
    if told:
        return Edited(shown=told["at"], by=told["by"])
    return Edited(shown=notices[-1]) if notices else None


def _counted(frame: Frame, sheet: Sheet) -> None:
    """Page N of M, and posts on a page: as the bar's own call tells, else from where its links lead."""
    jump = _JUMPS.first(sheet.tree)
    call = _JUMP.search(jump.get("href") or "") if jump is not None else None
    links = _PAGELINKS.all(sheet.tree) or (_BESIDE.all(jump) if jump is not None else [])
    current = _CURRENT.text(sheet.tree)
    if not current and jump is not None and (around := jump.getparent()) is not None:
        current = number_in(text_of(around), _HERE) or ""
    here = number_in(current, re.compile(r"(\d+)"))
    labels = [int(text_of(link)) for link in links if text_of(link).isdigit()]
    frame.page = int(here) if here else (None if labels else 1)
    frame.per_page = (int(call[2]) or None) if call else _size(links)
    if frame.page is None:
        return
    starts = [int(start) for link in links if (start := number_in(link.get("href"), _START))]
    lasts = [start // frame.per_page + 1 for start in starts] if frame.per_page else []
    if call and frame.per_page:
        lasts.append(-(-int(call[1]) // frame.per_page))
    frame.pages = max([frame.page, *labels, *lasts])


def _size(links: Sequence[etree._Element]) -> int | None:
    """Posts on a page, from a link to another one."""
    for link in links:
        start, page = number_in(link.get("href"), _START), text_of(link)
        if start and int(start) and page.isdigit() and int(page) > 1:
            return int(start) // (int(page) - 1)
    return None


ADAPTER = IPB2()
