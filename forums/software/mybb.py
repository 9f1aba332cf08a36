"""MyBB 1.6 and 1.8 (mybb.com)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.dates import LOST_DAY
from forums.find import Find, absolute, base_of, count_in, first_in, has, number_in, text_of
from forums.found import Edited, Fields, Frame, Knows
from forums.pages import OtherViewError, Page, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet
from forums.trees import first_within

PROFILE = Profile(
    quotes=frozenset(["mycode_quote", "quote_body"]),
    heads=frozenset(["quote_header", "code_header"]),
    code=frozenset(["codeblock", "phpcodeblock", "code_body"]),
    dropped=frozenset(["signature", "post_edit", "edited_post"]),
    merge_rules=frozenset(["mycode_hr"]),
)
_SESSION = re.compile(r"(?<=[?&;])sid=[0-9a-f]{32}(?:&amp;|[&;])?")
_ID = re.compile(r"post_(\d+)\Z")
_USER = re.compile(r"uid=(\d+)|user-(\d+)")
_THREAD = re.compile(r"[?&;]tid=(\d+)|thread-(\d+)")
_NUMBER = re.compile(r"#([\d.,\s]+)\Z")
_CLOCK = re.compile(r"\d:\d\d")
_POST_LINK = re.compile(r"#pid(\d+)\Z")
_PAGES_NUMBER = re.compile(r"(\d+)")

_POSTS = Find("//div[starts-with(@id, 'post_')][" + has("post") + "] | //table[starts-with(@id, 'post_')]")
_BODY = Find(".//div[" + has("post_body") + "] | .//div[starts-with(@id, 'pid_')]")
_NAME = Find(".//*[" + has("author_information") + "]//strong")
_LINK = Find(".//a[@href]")
_URL = Find(".//*[" + has("post_head") + "]//*[" + has("float_right") + "]//a[@href]")
_DATE = Find(".//*[" + has("post_date") + "]")
_EDIT = Find(".//*[" + has("post_edit") + "]//*[" + has("edited_post") + "]")
#: What names the writer and the number in themes that move them.
_ACCOUNT = Find(".//*[" + has("author_information") + "]//a[contains(@href, 'uid=') or contains(@href, 'user-')]")
_AROUND = Find("ancestor-or-self::a[@href]")
_HEAD = Find(".//*[" + has("post_author") + " or " + has("author_information") + " or " + has("post_head") + "]//*")
_NUMBERED = Find(".//a[contains(@href, '#pid')][starts-with(normalize-space(.), '#')]")
#: The same places in 1.6, whose posts are tables.
_OLD_NAME = Find(".//td[" + has("post_author") + "]//strong")
_OLD_HEAD = Find(".//td[" + has("tcat") + "]/*[" + has("float_left") + "]")
_OLD_URL = Find(".//td[" + has("tcat") + "]//a[contains(@href, '#pid')]")
_OLD_EDIT = Find(".//*[starts-with(@id, 'edited_by_')]/*")
_TITLED = Find(".//span[@title]")
_INSIDE = Find("(//*[starts-with(@id, 'post_')]//a[contains(@href, 'tid=')])[1]")
#: Links to other views of the thread keep its id where an add-on writes names into the addresses.
_VIEWS = Find("//a[contains(@href, 'newreply.php?tid=') or contains(@href, 'printthread.php?tid=')]")
#: A line of the threaded view's tree of posts.
_TREE = Find("//div[starts-with(@style, 'margin-left')]/a[contains(@href, '#pid')]")
_PAGES = Find("(//div[" + has("pagination") + "])[1]")
_OF = Find(".//*[" + has("pages") + "]")
_CURRENT = Find(".//*[" + has("pagination_current") + "]")
_NUMBERED = Find(".//a[" + has("pagination_page") + " or " + has("pagination_last") + "]")
_NEXT = Find(".//a[" + has("pagination_next") + "]")
_TITLE = Find("//head/title")
_NOW = Find("//*[@id='current_time']")
#: The box of an error page: a heading and one cell. The quick login on every page is a table like it.
_MESSAGE = Find("(//table[" + has("tborder") + "][count(.//tr) = 2][not(ancestor::form)])[1]//td[" + has("trow1") + "]")
_LOGIN_LINK = Find(".//a[contains(@href, 'action=login')]")
_PASSWORD = Find(
    "//form[.//input[@name='action'][@value='do_login']][not(ancestor::*[@id='quick_login'])]//input[@name='password']"
)


class MyBB(Adapter):
    """Posts are `div.post#post_N`; times are text, never to the second, and young ones may only say how long ago."""

    software = "mybb"
    example = "https://forum.example/showthread.php?tid=12&page=2"
    knows = Knows(seconds=False, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = re.compile(
        r"showthread\.php\?(?=.*\btid=(\d+))(?=.*\bpage=(?:[2-9]|\d\d))"
        r"|thread-(\d+)[^/?#]*-page-(?:[2-9]|\d\d)"
    )
    traces = traced_by("post_|pid_")
    stubs = frozenset({"deleted_post_hidden"})
    forms = ("d.m.Y", "day", "?-?-Y", "Y-m-d", "d M Y", "M d Y", LOST_DAY)

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        # A stub of a deleted post, shown to members, has neither time nor text: the post is as gone as for a guest.
        return [
            post for post in _POSTS.all(sheet.tree) if _ID.match(post.get("id", "")) and not _stub(post.get("class"))
        ]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = [
            node
            for node in tree.css("[id^=post_]")
            if _ID.match(node.id or "") and not _stub(node.attributes.get("class"))
        ]
        return first_within(tree, found, "div.post_body, div[id^=pid_]")

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(id=number_in(post.get("id"), _ID), body=_BODY.first(post))
        old = post.tag == "table"
        name = (_OLD_NAME if old else _NAME).first(post)
        name = _ACCOUNT.first(post) if name is None else name
        if name is not None:
            found.author = text_of(name)
            link = _LINK.first(name)
            link = _AROUND.first(name) if link is None else link
            found.author_id = number_in(link.get("href"), _USER) if link is not None else None
        link = (_OLD_URL if old else _URL).first(post)
        link = _NUMBERED.first(post) if link is None else link
        if link is not None:
            found.url = absolute(sheet.source.url, link.get("href"), _SESSION)
            found.number = count_in(text_of(link), _NUMBER)
        date = (_OLD_HEAD if old else _DATE).first(post)
        date = _timed(post) if date is None else date
        if date is not None:
            found.shown = shown_time(date)
        notice = (_OLD_EDIT if old else _EDIT).first(post)
        if notice is not None:
            found.edited = _edit(notice)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        now = _NOW.text(sheet.tree)
        frame = Frame(title=_TITLE.text(sheet.tree) or None, now=now.split(":", 1)[-1].strip() if now else None)
        hrefs = (sheet.source.url, _INSIDE.href(sheet.tree))
        frame.thread = first_in(hrefs, _THREAD) or number_in(_VIEWS.href(sheet.tree), _THREAD)
        pages = _PAGES.first(sheet.tree)
        if pages is not None:
            frame.page = count_in(_CURRENT.text(pages), _PAGES_NUMBER)
            frame.pages = count_in(_OF.text(pages), _PAGES_NUMBER) or _counted(pages, frame.page)
        else:
            frame.page = frame.pages = 1
            self._require_all_shown(frame, sheet)
        return frame

    def _require_all_shown(self, frame: Frame, sheet: Sheet) -> None:
        """The threaded view shows one post, and the others as a tree of links."""
        here = {post.get("id") for post in self.posts(sheet)}
        links = (number_in(link.get("href"), _POST_LINK) for link in _TREE.all(sheet.tree))
        left_out = next((post for post in links if post and f"post_{post}" not in here), None)
        if left_out is not None:
            known = Page(software=self.software, thread=frame.thread, title=frame.title, url=sheet.source.url)
            raise OtherViewError(
                "{name}: the threaded view leaves out post {left_out} and others; take the linear view "
                "(&mode=linear behind the thread's address)",
                known,
                name=sheet.name,
                left_out=left_out,
            )

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        said = _MESSAGE.words(sheet.tree)
        box = _MESSAGE.first(sheet.tree)
        login = _PASSWORD.first(sheet.tree) is not None or (box is not None and _LOGIN_LINK.first(box) is not None)
        return walls.of_words(said, login_form=login, status=sheet.source.status), said

    def request(self, page: Page, number: int) -> Request:
        more = f"&page={number}" if number > 1 else ""
        if page.page is None:
            more += "&mode=linear"
        return Request(f"{base_of(page, 'showthread.php')}?tid={page.thread}{more}")


def _stub(classes: str | None) -> bool:
    return "deleted_post_hidden" in (classes or "").split()


def shown_time(date: etree._Element) -> str:
    """The text of a time: the full date where a young one carries it, and without the edit notice inside.

    A title tells all (`27.11.2026, 14:10` behind «9 часов назад») or the day alone (behind «Вчера», the time follows);
    a pack that lacks the word for yesterday leaves `, 13:40`, a time of a day that is not told.
    """
    parts = [date.text or ""]
    for child in date:
        if not isinstance(child.tag, str) or _is_notice(child):
            parts.append((child.tail or "") if not isinstance(child.tag, str) else "")
            continue
        title = child.get("title") or ""
        if ":" in title:
            return title
        parts.append(f"{title or text_of(child)}{child.tail or ''}")
    return " ".join("".join(parts).split())


def _timed(post: etree._Element) -> etree._Element | None:
    """What holds a time of day in a post's head, where a theme does not say that it is the post's date."""
    for element in _HEAD.all(post):
        if _CLOCK.search(" ".join([element.text or "", *(child.tail or "" for child in element)])):
            return element
    return None


def _is_notice(element: etree._Element) -> bool:
    return "post_edit" in (element.get("class") or "") or (element.get("id") or "").startswith("edited_by_")


def _edit(notice: etree._Element) -> Edited:
    """«(Сообщение последний раз редактировалось: 27.11.2026, 18:00 X.)»: the time follows the colon, X is a link."""
    link = _LINK.first(notice)
    title = _TITLED.first(notice)
    text = text_of(notice).split(":", 1)[-1].strip(" ()")
    by = text_of(link) if link is not None else None
    if by:
        head, found, _ = text.rpartition(by)
        text = head if found else text
        text = re.sub(r"\s+(?:by|от|пользователем)\s*$", "", text)
    if title is not None and ":" in (title.get("title") or ""):
        text = title.get("title") or text
    elif title is not None:
        text = text.replace(text_of(title), title.get("title") or "", 1)
    return Edited(shown=text.strip(" .()"), by=by)


def _counted(bar: etree._Element, here: int | None) -> int | None:
    """How many pages there are, by the links of a theme's bar that does not say it in words: it has one to the last."""
    links = [count_in(text_of(link), _PAGES_NUMBER) or 0 for link in _NUMBERED.all(bar)]
    last = max([*links, here or 0])
    return None if not links or here is None or (last == here and _NEXT.first(bar) is not None) else last


ADAPTER = MyBB()
