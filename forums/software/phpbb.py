"""phpBB 3.0-3.3 with prosilver or a style made from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from urllib.parse import urlencode

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.complete import ignored, traced_by
from forums.epochs import of_iso
from forums.find import Find, absolute, base_of, full_page, has, number_in, text_of
from forums.found import Edited, Fields, Frame, Knows
from forums.offsets import fixed_zone
from forums.pages import Page, PageError, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet
from forums.trees import first_within

#: The classes that this module gives to a spoiler and its title.
_SPOILER_TITLE, _SPOILER = "spoiler-title", "spoiler"
PROFILE = Profile(
    quotes=frozenset(["quotecontent"]),
    heads=frozenset(["quotetitle", "codetitle"]),
    code=frozenset(["codebox", "codecontent"]),
    dropped=frozenset(["signature", "notice", "attachbox", "inline-attachment", _SPOILER_TITLE]),
    merge_notice=r"(?:(?:Добавлено|Отправлено) (?:спустя|через)|Added in|Sent in) (?P<after>.+?):?",
)
FORMS = ("d M Y", "day", "M d Y", "Y-m-d", "d.m.Y", "?-?-Y", "d.m.y")
_NUMBER, _DIGIT = re.compile(r"\A(\d+)\Z"), re.compile(r"\d")
EDIT_WORDS = re.compile(r"редактир|edited|змін|bearbeitet|geändert|édit|modifi|editado|edición", re.I)
SESSION = re.compile(r"(?<=[?&])sid=[0-9a-f]+&?")
POST_ID = re.compile(r"p(\d+)\Z")
USER = re.compile(r"[?&]u=(\d+)")
#: Plain addresses, and those of add-ons that write names into them: mafia-t12-15.html, topic12-15.html.
THREAD = re.compile(r"(?:[?&]t=|(?:-t|/topic)(?=\d+(?:-\d+)?\.html))(\d+)")
START = re.compile(r"(?:[?&]start=|(?:-t|/topic)\d+-(?=\d+\.html))(\d+)")
LATER = re.compile(r"viewtopic\.php\?(?=.*\bt=(\d+))(?=.*\bstart=[1-9])|(?:-t|/topic)(\d+)-[1-9]\d*\.html")
#: The zone in the page's foot: by name and offset (3.1 and later), or as a fixed offset with its summer hour (3.0).
_NAMED = re.compile(r'<(?:span|abbr) title="([^"]*)">UTC(?:([+-])(\d\d):(\d\d))?</(?:span|abbr)>')
_FIXED = re.compile(
    r"[:>\s]UTC(?: ?([+\-\u2212]) ?(\d{1,2})(?::(\d\d))?)?(?: [^\W\d_]+\.?)?"
    r"(?: \[ ?(?P<dst>[^\]<]+)\])?\s*</(?:li|p|td)>"
)
_ABBREVIATION = re.compile(r"</?abbr\b[^>]*>")
_FOOT = 30_000
_NOW_WORDS = ("Текущее время", "It is currently")
_VERSION = re.compile(r"phpBB&?(?:reg;|®)?\s*(?:Forum Software)?\s*(3\.\d(?:\.\d+)?)")

_CLASS_POSTS = Find("//div[@id][" + has("post") + "]")
_ID_POSTS = Find("//*[starts-with(@id, 'p')][.//div[" + has("content") + "]]")
_OUTSIDE_TEXT = "[not(ancestor::div[" + has("content") + "])]"
_NAME = Find(
    ".//*[contains(@class, 'username')]"
    + _OUTSIDE_TEXT
    + " | .//a[contains(@href, 'mode=viewprofile')][text()]"
    + _OUTSIDE_TEXT
)
_DATE = Find(".//*[contains(@class, 'date')]" + _OUTSIDE_TEXT)
_AUTHOR = Find(".//p[" + has("author") + "]")
_TIME = Find(".//time[@datetime]")
_STRONG = Find(".//strong")
_LINK = Find(".//a[@href]")
_BODY = Find(".//div[" + has("content") + "]")
_NOTICE = Find(".//div[" + has("notice") + "]")
_QUOTE_TITLES = Find(".//div[" + has("quotetitle") + "]")
_BUTTON = Find(".//input | .//button")
_IGNORED = Find(".//*[" + has("ignore") + "]")
_LIST = Find(".//dl")
_PAGES = Find("//div[" + has("pagination") + "]")
_CURRENT = Find(".//li[" + has("active") + "]/span | ./strong | ./span/strong | ./a/strong")
_TITLE = Find(
    "//h2//a[contains(@href, 'viewtopic')] | //h3[" + has("topic-title") + "]//a[contains(@href, 'viewtopic')]"
)
#: What names the thread where the page has no title that is a link and its address is not known.
_REPLY = Find("//link[@rel='canonical'] | //a[contains(@href, 'posting.php?mode=reply')]")
_SEARCHED = Find("//form//input[@type='hidden'][@name='t'][@value]")
#: «Страница **2** из **3**», for themes whose bar of pages is no `div.pagination`.
_PAGE_OF = re.compile(
    r"\b[Pp]age <strong>(\d+)</strong> of <strong>(\d+)</strong>"
    r"|\bСтраница <strong>(\d+)</strong> из <strong>(\d+)</strong>"
)
_LOGIN = Find("//form[@id='login' and .//input[@type='password']]")
_MESSAGE = Find(
    "//*[@id='message']//p | //form[@id='login']//*["
    + has("login-title")
    + "] | //form[@id='login']//h2 | //form[@id='login']//h3"
)


class PhpBB(Adapter):
    """Posts are `div.post#pN`; 3.3 has the exact time in `time[datetime]`, older ones text after the author's name."""

    software = "phpbb"
    example = "https://forum.example/viewtopic.php?f=2&t=12&start=30"
    knows = Knows(seconds=True, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = LATER
    traces = traced_by("p|profile|post_content")
    forms = FORMS

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        found = [post for post in _CLASS_POSTS.all(sheet.tree) if POST_ID.match(post.get("id", ""))]
        if found:
            return found
        # Themes change class names but seldom ids.
        return [post for post in _ID_POSTS.all(sheet.tree) if POST_ID.match(post.get("id", ""))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        posts = [node for node in tree.css("div.post[id]") if POST_ID.match(node.id or "")]
        if not posts:
            posts = [node for node in tree.css("[id^=p]:has(div.content)") if POST_ID.match(node.id or "")]
        return [tell_spoilers_shown(body) for body in first_within(tree, posts, "div.content")]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        head = _AUTHOR.first(post)
        found = Fields(
            id=number_in(post.get("id"), POST_ID),
            body=_BODY.first(post),
            deleted="deleted" in post.get("class", "").split(),
        )
        if head is not None:
            self._read_head(head, found, sheet)
        else:
            self._read_theme(post, found, sheet)
        if not found.author and (name := _NAME.first(post)) is not None:
            found.author, found.author_id = text_of(name), number_in(name.get("href"), USER)
        if found.body is not None:
            tell_spoilers(found.body)
        if found.body is None and not found.deleted and _IGNORED.first(post) is not None:
            raise PageError("{name}: {why}", name=sheet.name, why=ignored(found.id))
        for notice in _NOTICE.all(post):
            if "post_deleted_msg" in notice.get("class", ""):
                found.deleted = True
            elif found.edited is None and _tells_an_edit(notice):
                found.edited = edit_of(notice)
        return found

    def _read_head(self, head: etree._Element, found: Fields, sheet: Sheet) -> None:
        """Author, permalink and time from the line above the post."""
        author = _STRONG.first(head)
        if author is not None:
            found.author = text_of(author)
            found.author_id = number_in(_LINK.href(author), USER)
        if found.id:
            found.url = permalink(_LINK.href(head), found.id, sheet)
        moment = _TIME.first(head)
        if moment is not None:
            found.shown = text_of(moment)
            found.exact = of_iso(moment.get("datetime"))
        else:
            found.shown = _behind_name(head, author)

    def _read_theme(self, post: etree._Element, found: Fields, sheet: Sheet) -> None:
        """Time and permalink in a theme without a line of author and time: what is called a date, outside the text."""
        moment = _TIME.first(post)
        found.exact = of_iso(moment.get("datetime")) if moment is not None else None
        found.shown = text_of(moment) if moment is not None else _DATE.text(post).rpartition("»")[2].strip()
        if found.id:
            found.url = permalink(None, found.id, sheet)

    def frame(self, sheet: Sheet) -> Frame:
        title = _TITLE.first(sheet.tree)
        version = sheet.told(_VERSION) or ("3.3" if _TIME.first(sheet.tree) is not None else None)
        frame = Frame(version=version, title=text_of(title) if title is not None else None)
        frame.thread = thread_of(sheet, title)
        bar = _PAGES.first(sheet.tree)
        counted(frame, bar, _CURRENT, title)
        if bar is None and (told := _PAGE_OF.search(sheet.text)):
            frame.page, frame.pages = int(told[1] or told[3]), int(told[2] or told[4])
            sized(frame, title)
        told_zone(frame, sheet.text)
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return wall_of(sheet)

    def request(self, page: Page, number: int) -> Request:
        start = full_page(page, number)
        query = {"t": page.thread or ""} | ({"start": str(start)} if start else {})
        return Request(f"{base_of(page, 'viewtopic.php')}?{urlencode(query)}")


def _behind_name(head: etree._Element, author: etree._Element | None) -> str:
    """The time in «Барсук » 02 мар 2026, 09:30», and where a theme leaves the sign between out."""
    text = text_of(head)
    if "»" in text or author is None:
        return text.rpartition("»")[2].strip()
    return text.partition(text_of(author))[2].strip(" :,|-–—")


def tell_spoilers(body: etree._Element) -> None:
    """A spoiler that boards make of the classes of quotes, with a button in the title, is called one."""
    for title in _QUOTE_TITLES.all(body):
        content = title.getnext()
        if content is not None and _BUTTON.first(title) is not None:
            title.set("class", _SPOILER_TITLE)
            content.set("class", _SPOILER)


def tell_spoilers_shown(body: LexborNode | None) -> LexborNode | None:
    """As `tell_spoilers`, in the browser's tree."""
    if body is None or "quotetitle" not in (body.html or ""):  # which is faster than looking for such elements
        return body
    for title in body.css("div.quotetitle"):
        content = title.next
        while content is not None and not content.is_element_node:
            content = content.next
        if content is not None and title.css_first("input, button") is not None:
            title.attrs["class"] = _SPOILER_TITLE
            content.attrs["class"] = _SPOILER
    return body


def permalink(href: str | None, post: str, sheet: Sheet) -> str | None:
    """The address of a post, without the session in it."""
    if href is None or (f"p={post}" not in href and not href.startswith("#")):
        href = f"./viewtopic.php?p={post}#p{post}"
    return absolute(sheet.source.url, href, SESSION)


def _tells_an_edit(notice: etree._Element) -> bool:
    """Whether a notice may be one of an edit: it says so, or tells a time; thanks tell times too, in a list."""
    text = text_of(notice)
    return _LIST.first(notice) is None and (EDIT_WORDS.search(text) or _DIGIT.search(text)) is not None


def edit_of(notice: etree._Element) -> Edited | None:
    """«Последний раз редактировалось X T, всего редактировалось N раз.»: the time stands after the name."""
    link = next(
        (child for child in notice if isinstance(child.tag, str) and child.tag in ("a", "span", "strong")), None
    )
    told = (link.tail or "") if link is not None else text_of(notice)
    if not told.strip():
        return None
    first = re.split(r",\s*(?:всего|edited|відредаговано|insgesamt)\b", told, maxsplit=1)[0]
    return Edited(shown=first.strip(), by=text_of(link) if link is not None else None)


def thread_of(sheet: Sheet, title: etree._Element | None) -> str | None:
    """The thread's id, from the link in its title, else from the page's address."""
    href = title.get("href") if title is not None else None
    if found := number_in(href, THREAD) or number_in(sheet.source.url, THREAD):
        return found
    linked = (number_in(link.get("href"), THREAD) for link in _REPLY.all(sheet.tree))
    searched = (number_in(field.get("value"), _NUMBER) for field in _SEARCHED.all(sheet.tree))
    return next((thread for thread in (*linked, *searched) if thread), None)


def counted(frame: Frame, bar: etree._Element | None, current: Find, title: etree._Element | None) -> None:
    """Page N of M and posts per page, from the bar of pages; a thread of one page has none."""
    frame.page = frame.pages = 1
    if bar is None:
        return
    here = current.first(bar)
    frame.page = int(text_of(here)) if here is not None and text_of(here).isdigit() else 1
    frame.pages = frame.page
    frame.count_links(_LINK.all(bar), START)
    sized(frame, title)


def sized(frame: Frame, title: etree._Element | None) -> None:
    """Posts per page, from the link in the title: it tells how many posts stand before this page."""
    start = number_in(title.get("href") if title is not None else None, START)
    if frame.per_page is None and start and frame.page and frame.page > 1:
        frame.per_page = int(start) // (frame.page - 1)


def told_zone(frame: Frame, text: str) -> None:
    """The zone that the page's foot tells. 3.0 shows every time at one fixed offset; later ones name the zone."""
    place = text.rfind("UTC", len(text) - _FOOT if len(text) > _FOOT else 0)
    foot = text[max(place - 200, 0) : place + 200] if place >= 0 else ""
    if named := _NAMED.search(foot):
        frame.offset = _offset(named[2], named[3], named[4])
        name = named[1].replace(" ", "_")
        frame.zone = name if name.isascii() and "/" in name else None
    elif fixed := _FIXED.search(_ABBREVIATION.sub("", foot)):
        offset = _offset(fixed[1], fixed[2], fixed[3]) + timedelta(hours=1 if fixed["dst"] else 0)
        frame.offset, frame.zone, frame.fixed = offset, fixed_zone(offset), True
    for words in _NOW_WORDS:
        if (place := text.find(words)) >= 0:
            frame.now = text[place + len(words) : text.find("<", place)].strip(" :")


def _offset(sign: str | None, hours: str | None, minutes: str | None) -> timedelta:
    length = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    return -length if sign in ("-", "\N{MINUS SIGN}") else length


def wall_of(sheet: Sheet) -> tuple[Wall, str]:
    """What a phpBB page without posts is, by its message box or its login form."""
    return walls.of_page(sheet, _MESSAGE, _LOGIN)


ADAPTER = PhpBB()
