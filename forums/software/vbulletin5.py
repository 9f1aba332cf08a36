"""vBulletin 5."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.times import Interval
from forums.adapter import Adapter
from forums.epochs import of_seconds
from forums.find import Find, absolute, count_in, first_in, has, number_in, text_of, thread_address
from forums.found import Fields, Frame, Knows
from forums.offsets import proved_zone
from forums.pages import Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet
from forums.software.vbulletin import MERGE_COLOURS, MERGE_LINE, MERGE_NOTICE, SESSION, edit_of, walled

PROFILE = Profile(
    quotes=frozenset(["bbcode_quote"]),
    code=frozenset(["bbcode_code"]),
    spoilers=frozenset(["bbcode_spoiler", "body-spoiler"]),  # of add-ons
    dropped=frozenset(["post-signature", "b-post__edit"]),
    merge_notice=MERGE_NOTICE,
    merge_line=MERGE_LINE,
    merge_colours=MERGE_COLOURS,
)
_USER = re.compile(r"/member/(\d+)")
#: A thread's address: /forum/.../12-den-1, /page2 after it.
_THREAD = re.compile(r"/(\d+)-[^/?#]*(?:/page\d+)?/?(?:[?#]|\Z)")
_PAGE = re.compile(r"/page(\d+)/?(?:[?#]|\Z)")
_AFTER = re.compile(r"(?:/page\d+)?/?(?:[?#].*)?\Z")
_NUMBER = re.compile(r"#([\d.,\s]+)\Z")
_ID = re.compile(r"\A(\d+)\Z")
_COUNT_OF_PAGES = re.compile(r"\A(\d[\d.,\s]*)\Z")

#: Streams of news beside a thread list posts of others in the same way.
_STREAM = "activity-view"
_POSTS = Find("//li[@data-node-id][@data-node-publishdate][not(ancestor::*[" + has(_STREAM) + "])]")
_BODY = Find(".//*[" + has("js-post__content-text") + "]")
_NAME = Find(".//*[" + has("author") + "]")
_LINK = Find(".//a[@href]")
_COUNT = Find(".//a[" + has("b-post__count") + "]")
_TIME = Find(".//*[" + has("b-post__timestamp") + "]")
_EDIT = Find(".//*[" + has("b-post__edit") + "]")
_COMMENTS = Find("ancestor::*[" + has("b-comments") + "]")
_TOTAL = Find("//*[" + has("pagenav-controls") + "]//*[" + has("pagetotal") + "]")
_AT = Find("//*[" + has("pagenav-controls") + "]//input[" + has("js-pagenum") + "][@value]")
_TITLE = Find("//h1[" + has("main-title") + "] | //h1")


class VBulletin5(Adapter):
    """Posts are `li.b-post[data-node-id]`; the epoch is exact, the visible time and `time[datetime]` disagree."""

    software = "vbulletin5"
    example = "https://forum.example/forum/games/12-mafia/page2"
    knows = Knows(seconds=True, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = re.compile(r"/(\d+)-[^/?#]*/page(?:[2-9]|\d\d)")
    forms = ("d.m.Y", "day", "d M y", "d M Y", "Y-m-d", "?-?-Y", "M d Y", "d.m.y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return _POSTS.all(sheet.tree)

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = tree.css("li[data-node-id][data-node-publishdate]")
        return [node.css_first(".js-post__content-text") for node in found if not _in_stream(node)]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(id=number_in(post.get("data-node-id"), _ID), body=_own(_BODY, post))
        found.shown, found.exact = _time(post)
        name = _own(_NAME, post)
        if name is not None:
            found.author = text_of(name)
            found.author_id = number_in(_LINK.href(name), _USER)
        count = _own(_COUNT, post)
        if count is not None:
            # "#1.1" is a comment's and counts in another row.
            found.number = count_in(text_of(count), _NUMBER) if _COMMENTS.first(post) is None else None
            found.url = absolute(sheet.base, count.get("href"), SESSION)
        notice = _own(_EDIT, post)
        found.edited = edit_of(text_of(notice), sure=True) if notice is not None else None
        return found

    def frame(self, sheet: Sheet) -> Frame:
        frame = Frame(title=_TITLE.text(sheet.tree) or None)
        frame.thread = first_in(sheet.addresses, _THREAD)
        total = _TOTAL.text(sheet.tree)
        frame.pages = count_in(total, _COUNT_OF_PAGES) if total else 1
        field = _AT.first(sheet.tree)
        told = number_in(field.get("value"), _ID) if field is not None else None
        frame.page = int(told or first_in(sheet.addresses, _PAGE) or "1")
        frame.zone = proved_zone(sheet, map(_time, self.posts(sheet)))
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walled(sheet)

    def request(self, page: Page, number: int) -> Request:
        thread_address(page, _THREAD)
        more = f"/page{number}" if number > 1 else ""
        return Request(_AFTER.sub("", page.url or "", count=1) + more)

    def _require_flat(self, posts: Sequence[etree._Element], sheet: Sheet) -> None:
        """Comments on a post stand inside it, but beside its body: each is a post of its own."""
        super()._require_flat([post for post in posts if _COMMENTS.first(post) is None], sheet)


def _time(post: etree._Element) -> tuple[str, Interval | None]:
    """The time as shown, and the same moment for machines."""
    time = _own(_TIME, post)
    return text_of(time) if time is not None else "", of_seconds(post.get("data-node-publishdate"))


def _in_stream(node: LexborNode) -> bool:
    above = node.parent
    while above is not None:
        if _STREAM in (above.attributes.get("class") or "").split():
            return True
        above = above.parent
    return False


def _own(find: Find, post: etree._Element) -> etree._Element | None:
    """What stands in the post itself, not in a comment on it."""
    found = find.first(post)
    if found is None:
        return None
    nearest = next((above for above in found.iterancestors() if above.get("data-node-publishdate")), None)
    return found if nearest is post else None


ADAPTER = VBulletin5()
