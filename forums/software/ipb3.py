"""IP.Board 3."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit, urlunsplit

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.times import Interval
from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.epochs import of_iso
from forums.find import Find, absolute, count_in, first_in, full_page, has, number_in, text_of, thread_address
from forums.found import Edited, Fields, Frame, Knows
from forums.offsets import proved_zone
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

PROFILE = Profile(
    quotes=frozenset(["ipsblockquote", "citation", "blockquote", "quote"]),  # the latter two before 3.4
    code=frozenset(["prettyprint"]),
    dropped=frozenset(["edit", "signature"]),
    spoilers=frozenset(["bbc_spoiler"]),
)
SESSION = re.compile(r"(?<=[?&;])s=[0-9a-f]{32}(?:&amp;|[&;])?")
THREAD = re.compile(r"(?:/topic/|showtopic=)(\d+)")
_ID = re.compile(r"post_id_(\d+)\Z")
_USER = re.compile(r"(?:/user/|showuser=)(\d+)")
_NUMBER = re.compile(r"#([\d.,\s]+)\Z")
_ANY_NUMBER = re.compile(r"(\d+)")
_OF = re.compile(r"(\d[\d.,]*)\D+?(\d[\d.,]*+)")
_NO_DIGIT = re.compile(r"\D")
_BASE = re.compile(r"(https?://.*?/)(?:index\.php|topic/)")
#: A page of a thread by its name: what names the thread, and how many posts stand before the page, or its number (3.4).
_NAMED = re.compile(r"(?P<stem>.*?/topic/(?P<thread>\d+)[^/?&#]*)/(?:page__st__(?P<start>\d+)|page-(?P<page>\d+))")
_POSTED = re.compile(r"^(?:Отправлено|Posted|Надіслано)\s+")
_EDITED = re.compile(
    r"(?:Сообщение отредактировал[аи]?|Edited by|This post has been edited by)\s+(?P<by>.+?)(?::|,)\s+(?P<at>.+)\Z"
)

_POSTS = Find("//*[starts-with(@id, 'post_id_')]")
_TIME = Find(".//abbr[" + has("published") + "][@title] | .//*[@itemprop='commentTime'][@title]")
_NAME = Find(
    ".//*[" + has("author_info") + "]//*[" + has("author") + "] | .//*[contains(@itemprop, 'name')]"
    " | .//*[" + has("author") + "][" + has("vcard") + "]"
)  # fmt: skip
#: The bare name, where a theme adds more to the one in the head.
_PLAIN_NAME = Find(".//*[" + has("user_details") + "]//*[@itemprop='name']")
_GUEST = Find(".//h3[" + has("guest") + "]")  #: a guest's name is bare text there, beside the number
_OWN_TEXT = etree.XPath("text()")
_LINK = Find("descendant-or-self::a[@href]")
_NUMBERED = Find(".//*[" + has("post_id") + "]//a[@href]")
_BODY = Find(".//div[" + has("entry-content") + "]")
_EDIT = Find(".//p[" + has("edit") + "]")
_REASON = Find(".//*[" + has("reason") + "]")
_BAR = Find("(//ul[" + has("pagination") + "])[1]")
_HERE = Find(".//li[" + has("active") + "]")
_NUMBERS = Find(".//li[" + has("page") + " or " + has("active") + "]")
_TOTAL = Find(".//li[" + has("total") + "]")
_LAST = Find(".//li[" + has("last") + "]//a[@href]")
_JUMP = Find(".//li[" + has("pagejump") + "]")
_TITLE = Find("//h1[" + has("ipsType_pagetitle") + "] | //h1[@itemprop='name']")
_LOGIN = Find("//form[@id='login']//input[@type='password']")
_MESSAGE = Find("//*[" + has("error_message") + " or @id='error_message' or " + has("message") + "]")


class IPB3(Adapter):
    """Posts are `#post_id_N`; times are exact, edit notices are text in the reader's zone."""

    software = "ipb3"
    example = "https://forum.example/topic/12-mafia/page-2"
    knows = Knows(seconds=True, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    notices = Find("./p[@class][not(starts-with(@class, 'bbc'))]")
    later = re.compile(r"showtopic=(\d+)\b.*[?&;]st=[1-9]|/topic/(\d+)[^/?#]*/(?:page-(?:[2-9]|\d\d)|page__st__[1-9])")
    traces = traced_by("post_id_|entry")
    stubs = frozenset({"moderated"})
    forms = ("d M Y", "day", "d.m.Y", "M d Y", "Y-m-d", "?-?-Y", "d.m.y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        # A post that moderators have hidden stands there for them alone, its text or who hid it: it is as gone as for
        # a guest.
        return [post for post in _places(sheet) if not _hidden(post.get("class"))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = [node for node in tree.css("[id^=post_id_]") if _ID.match(node.id or "")]
        shown = [node for node in found if not _hidden(node.attributes.get("class"))]
        return [node.css_first("div.entry-content") for node in shown]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(id=number_in(post.get("id"), _ID), body=_BODY.first(post))
        name = _NAME.first(post)
        if name is not None:
            found.author = _PLAIN_NAME.text(post) or text_of(name)
            found.author_id = number_in(_LINK.href(name), _USER)
        elif (guest := _GUEST.first(post)) is not None:
            found.author = " ".join("".join(_OWN_TEXT(guest)).split()) or None
        found.shown, found.exact = _time(post)
        numbered = _NUMBERED.first(post)
        if numbered is not None:
            found.number = count_in(text_of(numbered), _NUMBER)
            found.url = absolute(sheet.base, numbered.get("href"), SESSION)
        notice = _EDIT.first(post)
        if notice is not None:
            reason = _REASON.first(notice)
            text = text_of(notice).removesuffix(text_of(reason) if reason is not None else "").strip(" .")
            told = _EDITED.match(text)
            found.edited = Edited(shown=told["at"] if told else text, by=told["by"] if told else None)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        frame = Frame(title=_TITLE.text(sheet.tree) or None, page=1, pages=1)
        frame.thread = first_in(sheet.addresses, THREAD)
        posts = self.posts(sheet)
        bar = _BAR.first(sheet.tree)
        told = _OF.search(_JUMP.text(bar)) if bar is not None else None
        if told:
            frame.page, frame.pages = (int(_NO_DIGIT.sub("", part)) for part in told.groups())
        elif bar is not None and _LINK.first(bar) is not None:
            _counted(frame, bar)
        if bar is not None:
            frame.link = _named_link(sheet, frame.thread, bar)
            first = [self.fields(post, sheet) for post in posts[:1]]
            frame.per_page = page_size(frame, first, len(_places(sheet)))
        frame.zone = proved_zone(sheet, map(_time, posts))
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        return Request(page_address(page, number))


def _time(post: etree._Element) -> tuple[str, Interval | None]:
    """The time as shown, and the same moment for machines."""
    time = _TIME.first(post)
    return (_POSTED.sub("", text_of(time)), of_iso(time.get("title"))) if time is not None else ("", None)


def _places(sheet: Sheet) -> list[etree._Element]:
    """The posts, and where hidden ones stand."""
    return [post for post in _POSTS.all(sheet.tree) if _ID.match(post.get("id", ""))]


def _hidden(classes: str | None) -> bool:
    return "moderated" in (classes or "").split()


def _counted(frame: Frame, bar: etree._Element) -> None:
    """Page N of M where the bar does not say so in words; None where the last page has no number in it."""
    here = _HERE.text(bar)
    frame.page = int(here) if here.isdigit() else None
    labels = [int(label) for page in _NUMBERS.all(bar) if (label := text_of(page)).isdigit()]
    shown = max(labels) if frame.page and labels and _LAST.first(bar) is None else None
    frame.pages = count_in(_TOTAL.text(bar), _ANY_NUMBER) or shown


def page_size(frame: Frame, found: Sequence[Fields], places: int) -> int | None:
    """Posts on a page: all `places` of one that is not the last; else what the numbers of the posts tell."""
    if frame.page is None or frame.pages is None:
        return None
    if frame.page < frame.pages:
        return places
    first = found[0].number if found else None
    return (first - 1) // (frame.page - 1) if first and frame.page > 1 else None


def _named_link(sheet: Sheet, thread: str | None, bar: etree._Element) -> str | None:
    """The address of another page of the thread where the bar of pages names it, on the host that answered."""
    for link in _LINK.all(bar):
        found = _NAMED.match(absolute(sheet.base, link.get("href"), SESSION) or "")
        if found and found["thread"] == thread:
            here, there = urlsplit(sheet.source.url or found[0]), urlsplit(found[0])
            return urlunsplit((here.scheme, here.netloc, *there[2:]))
    return None


def page_address(page: Page, number: int) -> str:
    """The address of a page of a thread: as the page itself names others, else as every version understands it.

    A forum that names its threads sends whoever asks by number on to the name, and may lose the page on the way.
    """
    if page.link and (named := _NAMED.match(page.link)):
        if number <= 1:
            return named["stem"] + "/"
        return f"{named['stem']}/" + (f"page-{number}" if named["page"] else f"page__st__{full_page(page, number)}")
    base, start = thread_address(page, _BASE), full_page(page, number)
    return f"{base}index.php?showtopic={page.thread}" + (f"&st={start}" if start else "")


ADAPTER = IPB3()
