"""uCoz, the forum module of its sites."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.times import Interval
from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.dates import Clock, UnreadableTime, read_time
from forums.epochs import of_seconds
from forums.find import Find, count_in, has, number_in, text_of, thread_address
from forums.found import Edited, Fields, Frame, Knows
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

#: The class that this module puts on a rule before a part that was added later.
_MERGED = "golosa-merged"
PROFILE = Profile(
    quotes=frozenset(["bbquoteblock", "bbquote", "quotemessage"]),
    heads=frozenset(["bbquotename", "bbcodename"]),
    code=frozenset(["bbcodeblock", "codemessage"]),
    dropped=frozenset(["edited", "signatureview", "signaturehr"]),
    spoilers=frozenset(["uspoilerclosed", "uspoileropened", "uspoilertext"]),
    merge_rules=frozenset([_MERGED]),
)
_FORMS = ("d.m.Y", "day", "Y-m-d", "d M Y", "M d Y", "?-?-Y")
_BODY_ID = re.compile(r"ucoz-forum-post-(\d+)\Z")
_ROW_ID = re.compile(r"post(\d+)\Z")
_USER = re.compile(r"/index/8-([1-9]\d*)(?![\d-])")
#: A topic's address: section, topic, page; a post's own has its id and its moment behind.
_TOPIC = re.compile(r"/forum/(\d+)-(\d+)(?:-(\d+))?")
_TOPIC_ID = re.compile(r"/forum/\d+-(\d+)-")
_BELOW = re.compile(r"(.*?/forum/\d+-\d+)(?=[-/?#]|\Z)")
_LINK = re.compile(r"""['"]((?:https?://[^'"]*)?/forum/\d+-\d+-\d+-16-(\d+))['"]""")
_HEAD = re.compile(r"^(?:Дата|Date)\s*:\s*|\s*\|.*\Z", re.S)
_NUMBER = re.compile(r"(\d+)\Z")
_EDIT_WORDS = re.compile(
    r"(?:Сообщение отредактировал[аи]?|(?:Message|Post) edited by)\s+(?P<by>.+?)\s+-\s+(?P<at>.+)\Z"
)
_ADDED = re.compile(r"\s*(?:Добавлено|Додано|Added)\s*\Z")
_ADDED_AT = re.compile(r"\s*\(.*\d:\d\d.*\)\s*\Z")

_BODIES = Find("//*[starts-with(@id, 'ucoz-forum-post-')]")
_ROWS = Find("//tr[starts-with(@id, 'post')]")
_BODY = Find(".//*[starts-with(@id, 'ucoz-forum-post-')] | .//*[" + has("ucoz-forum-post") + "]")
_CELL = Find(".//td[" + has("posttdMessage") + "] | .//div[starts-with(@id, 'ms_')]")
_NAME = Find(".//*[" + has("postUser") + "]")
_TOP = Find(".//*[" + " or ".join(map(has, ("postTdTop", "postTdTop2", "post-date"))) + "]")
_ANCHOR = Find(".//a[@href or @onclick]")
_COUNT = Find(".//a[" + has("postNumberLink") + "]")
_EDIT = Find(".//*[" + has("edited") + "]")
_BOLD = Find(".//b | .//strong")
_HERE = Find("//*[" + has("curPage") + "]")
_MOST = Find("//*[" + has("numPages") + "]")
_SWITCH = Find("//*[" + has("switch") + " or " + has("switches") + " or " + has("pagesInfo") + "]//a[@href]")
_TITLE = Find("//*[" + has("forum-title") + "] | //*[" + has("gTableTop") + "]")
_LOGIN = Find("//form[starts-with(@id, 'frmLg')]//input[@type='password']")
_MESSAGE = Find("//*[" + has("gTableError") + "] | //table[" + has("gTable") + "] | //fieldset | //*[@id='content']")


class UCoz(Adapter):
    """Bodies are `#ucoz-forum-post-N` in `#postN`; times are text, with seconds in the address of a post."""

    software = "ucoz"
    example = "https://forum.example/forum/2-12-2"
    knows = Knows(seconds=True, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = re.compile(r"/forum/\d+-(\d+)-(?:[2-9]|\d\d)(?![-\d])")
    traces = traced_by("ucoz-forum-post-|post")
    forms = _FORMS

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        bodies = [body for body in _BODIES.all(sheet.tree) if _BODY_ID.match(body.get("id", ""))]
        if bodies:
            return [_post(body) for body in bodies]
        rows = [row for row in _ROWS.all(sheet.tree) if _ROW_ID.match(row.get("id", ""))]
        return [row for row in rows if _NAME.first(row) is not None or _CELL.first(row) is not None]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        bodies = [node for node in tree.css("[id^=ucoz-forum-post-]") if _BODY_ID.match(node.id or "")]
        if not bodies:
            rows = [node for node in tree.css("tr[id^=post]") if _ROW_ID.match(node.id or "")]
            rows = [row for row in rows if row.css_first(".postUser, td.posttdMessage, div[id^=ms_]") is not None]
            found = [
                row.css_first(".ucoz-forum-post") or row.css_first("td.posttdMessage, div[id^=ms_]") for row in rows
            ]
        else:
            found = [*bodies]
        for body in found:
            _part_browser(body)
        return found

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        body = post if _BODY_ID.match(post.get("id", "")) else _BODY.first(post)
        body = _CELL.first(post) if body is None else body
        found = Fields(body=body, id=number_in(post.get("id"), _ROW_ID))
        if body is not None:
            found.id = number_in(body.get("id"), _BODY_ID) or found.id
            _part(body)
        name = _NAME.first(post)
        if name is not None:
            found.author, found.author_id = text_of(name), _account(post)
        _read_head(post, found, sheet)
        found.edited = _edited(post)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        frame = Frame(title=_TITLE.text(sheet.tree) or None, page=1, pages=1)
        topics = [topic for href in sheet.addresses if (topic := _TOPIC.search(href))]
        frame.thread = topics[0][2] if topics else _told_by_posts(sheet)
        here, most = _HERE.text(sheet.tree), _MOST.text(sheet.tree)
        linked = [_TOPIC.search(link.get("href") or "") for link in _SWITCH.all(sheet.tree)]
        numbers = [int(topic[3]) for topic in linked if topic and topic[3] and topic[2] == frame.thread]
        if here.isdigit():
            frame.page = int(here)
        elif numbers:
            frame.page = next((int(topic[3]) for topic in topics if topic[3]), 1)
        frame.pages = int(most) if most.isdigit() else max([frame.page or 1, *numbers])
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        below = thread_address(page, _BELOW)
        return Request(f"{below}-{number}")


def _told_by_posts(sheet: Sheet) -> str | None:
    """The thread's id, from the address of a post."""
    for count in _COUNT.all(sheet.tree):
        if link := _LINK.search(count.get("onclick") or f"'{count.get('href') or ''}'"):
            return number_in(link[1], _TOPIC_ID)
    return None


def _post(body: etree._Element) -> etree._Element:
    """What holds a body and its author: the row of this very post, else its table; else the body, to be refused."""
    wanted = f"post{number_in(body.get('id'), _BODY_ID)}"
    around = [above for above in body.iterancestors() if above.get("id") == wanted]
    around += [above for above in body.iterancestors("table") if len(_NAME.all(above)) == 1]
    return around[0] if around else body


def _read_head(post: etree._Element, found: Fields, sheet: Sheet) -> None:
    """Time, number and address: «Дата: Понедельник, 02.03.2026, 09:00 | Сообщение # 1»."""
    shown = (_HEAD.sub("", text_of(top)) for top in _TOP.all(post) if _NAME.first(top) is None)
    found.shown = next((text for text in shown if ":" in text), "")
    count = _COUNT.first(post)
    if count is None:
        return
    found.number = count_in(text_of(count), _NUMBER)
    link = _LINK.search(count.get("onclick") or f"'{count.get('href') or ''}'")
    if link is not None:
        found.url = link[1] if link[1].startswith("http") else None
        found.exact = _to_the_second(found.shown, of_seconds(link[2]), sheet)


def _account(post: etree._Element) -> str | None:
    """The account's id, from the buttons of the post; many templates name no account at all."""
    texts = (f"{link.get('href') or ''} {link.get('onclick') or ''}" for link in _ANCHOR.all(post))
    return next((account for text in texts if (account := number_in(text, _USER))), None)


def _to_the_second(shown: str, exact: Interval | None, sheet: Sheet) -> Interval | None:
    """The moment in the post's address, where it lies in the minute that is shown; the zone must be known for that."""
    zone = sheet.source.zone or sheet.board.zone
    if exact is None or zone is None or not shown:
        return None
    try:
        minute = read_time(shown, Clock(zone=zone, seen_at=sheet.seen_at, forms=_FORMS))
    except UnreadableTime:
        return None
    return exact if minute.earliest <= exact.earliest < minute.latest else None


def _edited(post: etree._Element) -> Edited | None:
    """«Сообщение отредактировал X - Понедельник, 02.03.2026, 11:15»."""
    for notice in reversed(_EDIT.all(post)):
        told = _EDIT_WORDS.search(text_of(notice))
        return Edited(shown=told["at"], by=told["by"]) if told else Edited(shown=text_of(notice))
    return None


def _part(body: etree._Element) -> None:
    """Puts a rule before «**Добавлено** (02.03.2026, 21:58)»: what follows was added later."""
    for bold in _BOLD.all(body):
        previous = bold.getprevious()
        parted = previous is not None and previous.get("class") == _MERGED
        if _ADDED.match(text_of(bold)) and _ADDED_AT.match(bold.tail or "") and not parted:
            bold.addprevious(etree.Element("hr", {"class": _MERGED}))


def _part_browser(body: LexborNode | None) -> None:
    """As `_part`, in the browser's tree."""
    for bold in body.css("b, strong") if body is not None else ():
        tail = bold.next
        told = tail.text_content if tail is not None and tail.is_text_node else ""
        if _ADDED.match(bold.text()) and _ADDED_AT.match(told or ""):
            rule = LexborHTMLParser(f'<hr class="{_MERGED}">').css_first("hr")
            if rule is not None:
                bold.insert_before(rule)


ADAPTER = UCoz()
