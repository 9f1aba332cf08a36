"""phpBB 2."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.find import Find, absolute, base_of, full_page, has, number_in, text_of
from forums.found import Edited, Fields, Frame, Knows
from forums.offsets import fixed_zone
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet
from forums.software.phpbb import SESSION

#: The head of a quote is a `span.genmed` above its cell; nobody can write either class into a post.
PROFILE = Profile(
    quotes=frozenset(["quote"]),
    heads=frozenset(["genmed"]),
    code=frozenset(["code"]),
    dropped=frozenset(["gensmall", "postdetails"]),
    rule="_" * 17,
)
_ID = re.compile(r"\A(\d+)\Z")
_USER = re.compile(r"[?&]u=(\d+)")
_THREAD = re.compile(r"viewtopic\.php\?(?:.*&)?t=(\d+)")
_START = re.compile(r"[?&]start=(\d+)")
_TIME = re.compile(
    r"^(?:Posted|Добавлено|Надіслано):\s*(.+?)\s*(?:(?:Post subject|Заголовок сообщения|Тема|Заголовок)\s*:.*)?\Z"
)
#: The same in any language: what ends with a time of day behind the first colon.
_ANY_TIME = re.compile(r"^[^:\d]{2,40}:\s*(\D*\d.*?\d:\d\d(?::\d\d)?(?:\s*[ap]\.?m\b\.?)?)", re.I)
_EDITED = re.compile(
    r"(?:Last edited by|Последний раз редактировалось:?)\s+(?P<by>.+?)\s*(?: on | ?\((?!.*\())(?P<at>.+?)"
    r"(?:[;,)]\s*(?:edited|всего редактировалось|редактировалось|всего).*)?\Z"
)

#: «Часовой пояс: GMT + 3»: all times of a page are shown so far from UTC, whatever the season.
_ZONE = re.compile(
    r'class="gensmall">[^<>]{0,60}\b(?:GMT|UTC)(?: ?([+-]) ?(\d{1,2})(?:[.,](5|25|75))?)?(?: [^\W\d_]+\.?)?\s*'
    r"<(?:/span|br)"
)
_CLOCK = re.compile(r"\d:\d\d")

_ANCHORS = Find("//a[@name]")
_ROW = Find("ancestor::tr[.//span[" + has("postbody") + "]][.//*[" + has("name") + "]][1]")
_ANCHOR = Find(".//a[@name]")
_NAME = Find(".//*[" + has("name") + "]//b | .//*[" + has("name") + "]//strong")
_WRITER = Find(".//*[" + has("name") + "]")
_PROFILE = Find(".//a[contains(@href, 'mode=viewprofile')]")
_DETAILS = Find(".//span[" + has("postdetails") + "][contains(., ':')][not(ancestor::*[" + has("name") + "])]")
_BODY = Find("(.//span[" + has("postbody") + "])[1]/..")
_SMALL = Find(".//span[" + has("gensmall") + "]")
_OWN_SMALL = Find("./span[" + has("gensmall") + "]")
_CANON = Find("(//a[" + has("maintitle") + "])[1]")
_NAV = Find("(//span[" + has("nav") + "][.//a[contains(@href, 'viewtopic') and contains(@href, 'start=')]])[1]")
_LINK = Find(".//a[@href]")
_BOLD = Find(".//b[not(.//a)]")
_LOGIN = Find("//form[contains(@action, 'login')]//input[@type='password'][@name='password']")
_MESSAGE = Find("//table[" + has("forumline") + "]//span[" + has("gen") + "]")

#: A writer beside a text with a time above it; an advert may have the one and the other, but was posted at no time.
_ALIKE = Find(
    "//td[./*[" + has("name") + "]][following-sibling::td[.//span[" + has("postbody") + "]]"
    "[.//span[" + has("postdetails") + "][contains(., ':')]]]"
)


class PhpBB2(Adapter):
    """Posts are rows with the anchor `a[name=N]`; nothing but a typed line tells a signature from the text."""

    software = "phpbb2"
    example = "https://forum.example/viewtopic.php?t=12&start=15"
    knows = Knows(seconds=False, edits=True, deletions=False, signatures=False)
    profile = PROFILE
    notices = Find("./span[@class][not(" + has("postbody") + ")]")
    later = re.compile(r"viewtopic\.php\?(?=.*\bt=(\d+))(?=.*\bstart=[1-9])")
    traces = traced_by("", "name")
    alike = ('class="postdetails"', _ALIKE)
    forms = ("M d Y", "d M Y", "d.m.Y", "day", "Y-m-d", "?-?-Y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        anchors = [anchor for anchor in _ANCHORS.all(sheet.tree) if (anchor.get("name") or "").isdigit()]
        rows = (_ROW.first(anchor) for anchor in anchors)
        return list(dict.fromkeys(row for row in rows if row is not None))

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        rows = {row.mem_id: row for anchor in tree.css("a[name]") if (row := _row_of(anchor)) is not None}
        bodies: list[LexborNode | None] = []
        for row in rows.values():
            first = row.css_first("span.postbody")
            bodies.append(first.parent if first is not None else None)
        return bodies

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        name = _NAME.first(post)
        name = _WRITER.first(post) if name is None else name
        names = (number_in(anchor.get("name"), _ID) for anchor in _ANCHOR.all(post))
        found = Fields(id=next((identity for identity in names if identity), None), body=_BODY.first(post))
        found.author = text_of(name) if name is not None else None
        below = post.getnext()  # the row of buttons
        link = _PROFILE.first(below) if below is not None and _BODY.first(below) is None else None
        found.author_id = number_in(link.get("href"), _USER) if link is not None else None
        told = [text_of(details) for details in _DETAILS.all(post)]
        times = (number_in(text, pattern) for pattern in (_TIME, _ANY_TIME) for text in told)
        found.shown = next((time for time in times if time), "")
        if found.id:
            found.url = absolute(sheet.source.url, f"viewtopic.php?p={found.id}#{found.id}", SESSION)
        if found.body is not None:
            found.edited = _edited(found.body)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        title, bar = _CANON.first(sheet.tree), _NAV.first(sheet.tree)
        frame = Frame(title=text_of(title) if title is not None else None, page=1, pages=1)
        href = title.get("href") if title is not None else None
        frame.thread = number_in(sheet.source.url, _THREAD) or number_in(href, _THREAD)
        if bar is not None:
            _counted(frame, bar)
        if told := _ZONE.search(sheet.text):
            length = timedelta(hours=float(f"{told[2] or 0}.{told[3] or 0}"))
            frame.offset, frame.fixed = (-length if told[1] == "-" else length), True
            frame.zone = fixed_zone(frame.offset)
        start = number_in(sheet.source.url, _START)
        if frame.per_page is None and start and frame.page and frame.page > 1:
            frame.per_page = int(start) // (frame.page - 1)
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        start = full_page(page, number)
        return Request(f"{base_of(page, 'viewtopic.php')}?t={page.thread}" + (f"&start={start}" if start else ""))


def _row_of(anchor: LexborNode) -> LexborNode | None:
    """The post's row in the browser's tree, as `_ROW`."""
    row = anchor.parent if (anchor.attributes.get("name") or "").isdigit() else None
    while row is not None and not (row.tag == "tr" and row.css_first("span.postbody") and row.css_first(".name")):
        row = row.parent
    return row


def _edited(body: etree._Element) -> Edited | None:
    """The notice at the end of the body's cell."""
    for small in reversed(_SMALL.all(body)):
        told = _EDITED.match(text_of(small))
        if told:
            return Edited(shown=told["at"], by=told["by"])
    # Other languages say it in other words, in the same place.
    last = next((small for small in reversed(_OWN_SMALL.all(body)) if _CLOCK.search(text_of(small))), None)
    return Edited(shown=text_of(last)) if last is not None else None


def _counted(frame: Frame, bar: etree._Element) -> None:
    """«На страницу Пред. 1, 2»: the page without a link is this one."""
    links = [
        (int(text_of(link)), number_in(link.get("href"), _START)) for link in _LINK.all(bar) if text_of(link).isdigit()
    ]
    here = [text for bold in _BOLD.all(bar) if (text := text_of(bold)).isdigit()]
    frame.page = int(here[0]) if here else None
    frame.pages = max([frame.page or 1, *(number for number, _ in links)])
    sizes = [int(start) // (number - 1) for number, start in links if start and int(start) and number > 1]
    frame.per_page = sizes[0] if sizes else None


ADAPTER = PhpBB2()
