"""The mybb.ru family: mybb.ru, rusff.me, rolka.me and other hosts of one service (no kin of mybb.com)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.times import Interval
from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.epochs import of_seconds
from forums.find import Find, absolute, count_in, first_in, has, number_in
from forums.found import Fields, Frame, Knows
from forums.offsets import proved_zone
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet
from forums.software.fluxbb import MERGE_NOTICE, counted, edit_of, page_address

#: Boxes of the writer's own words, which bear the class of quotes too.
_BOXES = frozenset(["spoiler-box", "text-box", "media-box", "hide-box"])
PROFILE = Profile(
    quotes=frozenset(["quote-box", "answer-box"]),
    code=frozenset(["code-box"]),
    dropped=frozenset(["lastedit", "post-sig"]),
    foreign=frozenset(["dl"]),  # a signature
    spoilers=_BOXES,
    boxes=_BOXES,
    merge_notice=MERGE_NOTICE,
    merge_colours=frozenset(["#808080", "#c0c0c0"]),
)
_ID = re.compile(r"p(\d+)\Z")
_USER = re.compile(r"profile\.php\?(?:.*&)?id=(\d+)")
_THREAD = re.compile(r"viewtopic\.php\?(?:.*&)?id=(\d+)")
_NUMBER = re.compile(r"(\d+)\Z")
_GUEST = re.compile(r"^(?:Автор|Author):?\s*")
#: «Сообщений 31 страница 60 из 77».
_SPAN = re.compile(r"(\d+)\D+?(\d+)\D+?(\d+)")

_POSTS = Find("//div[" + has("post") + "][starts-with(@id, 'p')]")
_BODY = Find(".//div[" + has("post-content") + "]")
_TIME = Find(".//h3//a[" + has("permalink") + "]")
_NUMBERED = Find(".//h3//strong")
_NAME = Find(".//li[" + has("pa-author") + "]")
_LINK = Find(".//a[@href]")
_PROFILE = Find(".//*[" + has("pl-email") + "]//a[contains(@href, 'profile.php')]")
_EDIT = Find(".//p[" + has("lastedit") + "]")
_PAGES = Find("(//div[" + has("pagelink") + "] | //p[" + has("pagelink") + "])[1]")
_RANGE = Find(
    "//*[" + has("topic") + "]/h2//*[" + has("item2") + "] | //*[@id='pun-main']//h2//*[" + has("item2") + "]"
)
_TITLE = Find("//*[@id='pun-main']/h1")
_INSIDE = Find("(//h3//a[" + has("permalink") + "] | //*[" + has("pagelink") + "]//a[@href])")
_LOGIN = Find("//*[@id='pun-main']//form[contains(@action, 'login.php')]//input[@type='password']")
_MESSAGE = Find("//*[@id='pun-main']//*[" + has("info") + "] | //*[@id='pun-main']//*[" + has("container") + "]")


class MyBBru(Adapter):
    """Posts are `div.post#pN[data-posted]`; the epoch is exact, edit notices are text in the reader's zone."""

    software = "mybbru"
    example = "https://forum.example/viewtopic.php?id=12&p=2"
    knows = Knows(seconds=True, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    notices = Find("./p[@class]")
    later = re.compile(r"viewtopic\.php\?(?=.*\bid=(\d+))(?=.*\bp=(?:[2-9]|\d\d))")
    traces = traced_by("p", then="-content")
    forms = ("Y-m-d", "day", "d.m.Y", "d M Y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return [post for post in _POSTS.all(sheet.tree) if _ID.match(post.get("id", ""))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = [node for node in tree.css("div.post[id]") if _ID.match(node.id or "")]
        return [node.css_first("div.post-content") for node in found]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(id=number_in(post.get("id"), _ID), body=_BODY.first(post))
        # The link at the name puts it into the reply box and names no account.
        found.author = _GUEST.sub("", _NAME.text(post)) or None
        found.author_id = _account(post)
        found.shown, found.exact = _time(post)
        found.url = absolute(sheet.source.url, _TIME.href(post))
        found.number = count_in(_NUMBERED.text(post), _NUMBER)
        found.edited = edit_of(_EDIT.first(post))
        return found

    def frame(self, sheet: Sheet) -> Frame:
        frame = Frame(title=_TITLE.text(sheet.tree) or None, thread=_thread(sheet))
        pages = _PAGES.first(sheet.tree)
        counted(frame, pages)
        _spanned(frame, _RANGE.text(sheet.tree), linked=pages is not None and _LINK.first(pages) is not None)
        frame.zone = proved_zone(sheet, map(_time, self.posts(sheet)))
        return frame

    def _goes_on(self, frame: Frame, posts: Sequence[etree._Element], sheet: Sheet) -> bool:
        """`&p=-1` shows all posts on one page, which links to the others all the same."""
        return not _whole(sheet) and super()._goes_on(frame, posts, sheet)

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        return Request(page_address(page, number))


def _whole(sheet: Sheet) -> bool:
    """Whether the page says that it shows all posts of the thread."""
    span = _SPAN.search(_RANGE.text(sheet.tree))
    return span is not None and int(span[1]) == 1 and int(span[2]) >= int(span[3])


def _account(post: etree._Element) -> str | None:
    """The account's id; guests share account 1."""
    user = post.get("data-user-id")
    if user is None:
        user = number_in(_PROFILE.href(post), _USER)
    return user if user not in (None, "", "0", "1") else None


def _thread(sheet: Sheet) -> str | None:
    links = (link.get("href") for link in _INSIDE.all(sheet.tree))
    return first_in((*sheet.addresses, *links), _THREAD)


def _spanned(frame: Frame, told: str, *, linked: bool) -> None:
    """What «31 страница 60 из 77» tells: the posts per page, and that `&p=-1` shows all of them on one page."""
    span = _SPAN.search(told)
    if span is None:
        if frame.pages is None and not linked:
            frame.page = frame.pages = 1
        return
    first, last, whole = int(span[1]), int(span[2]), int(span[3])
    if first == 1 and last >= whole:
        frame.page = frame.pages = 1
    elif last < whole:
        frame.per_page = last - first + 1
    elif frame.page and frame.page > 1:
        frame.per_page = (first - 1) // (frame.page - 1)


def _time(post: etree._Element) -> tuple[str, Interval | None]:
    """The time as shown, and the same moment for machines."""
    return _TIME.text(post), of_seconds(post.get("data-posted"))


ADAPTER = MyBBru()
