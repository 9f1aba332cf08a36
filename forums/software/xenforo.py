"""XenForo 2, 2.3 with its other attributes too."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter
from forums.complete import traced_by
from forums.epochs import of_iso
from forums.find import Find, absolute, count_in, first_in, has, number_in, text_of
from forums.found import Edited, Fields, Frame, Knows
from forums.pages import Page, PageError, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

#: What add-ons put between merged posts: «Сообщение автоматически склеено: 2 мар 2026», "-- Double Post Merged, … --".
MERGE_LINE = (
    r"-{0,5}\s?(?:(?:двойн\w+ )?сообщени[ея] (?:был[ои] )?(?:автоматически )?(?:склеен|объедин[её]н|соединен)[оы]"
    r"|(?:double |your )?posts? (?:was |were )?(?:automatically |auto[- ]?)?merged)\b.{0,150}"
)
PROFILE = Profile(
    merge_line=MERGE_LINE,
    quotes=frozenset(["bbcodeblock--quote"]),
    code=frozenset(["bbcodeblock--code", "bbcodecode", "bbcodeinline"]),
    dropped=frozenset(["message-signature", "message-lastedit", "bbcodeblock-expandlink"]),
    spoilers=frozenset(["bbcodespoiler", "bbcodeinlinespoiler"]),
)
_ID = re.compile(r"post-(\d+)\Z")
_THREAD = re.compile(r"thread-(\d+)\Z")
_THREAD_URL = re.compile(r"/?threads/(?:[^/?#]*\.)?(\d+)(?=[/?#]|\Z)")
#: The thread's own address where the board calls threads otherwise.
CANONICAL_THREAD = re.compile(r"[./](\d+)/(?:page-\d+)?(?:[?#]|\Z)")
_NUMBER = re.compile(r"#([\d.,\s]+)\Z")

#: An advert is an `article` of the same class, without these attributes.
_POSTS = Find("//article[@data-author][starts-with(@data-content, 'post-')]")
_BODY = Find(".//*[" + has("message-body") + "]//div[" + has("bbWrapper") + "]")
_TIME = Find(".//*[" + has("message-attribution") + "]//time[@datetime]")
#: An opening post that is laid out as an article has it beside the author's name.
_ARTICLE_TIME = Find(".//*[contains(@class, 'message-article')]//time[@datetime]")
#: A theme without that line has the time elsewhere, in a link to the post.
_LINKED_TIME = Find(".//a[contains(@href, 'post')][not(ancestor::*[" + has("message-body") + "])]//time[@datetime]")
_LINKED = re.compile(r"(?:[#/]post-|/posts/)(\d+)/?\Z")
_OPPOSITE = Find(".//*[" + has("message-attribution-opposite") + "]")
#: A post that is deleted or not approved yet stands on the page for moderators alone, with its text.
_GONE = Find(".//*[" + has("messageNotice--deleted") + " or " + has("messageNotice--moderated") + "]")
_USER = Find(".//*[" + has("message-name") + "]//*[@data-user-id]")
_ARTICLE_USER = Find(".//*[" + has("message-articleUserName") + "][@data-user-id]")
_EDIT = Find(".//*[" + has("message-lastEdit") + "]")
_EDIT_TIME = Find(".//time[@datetime]")
_PAGES = Find("(//*[" + has("pageNav-main") + "])[1]//*[" + has("pageNav-page") + "]")
_CURRENT = Find("(//*[" + has("pageNav-main") + "])[1]//*[" + has("pageNav-page--current") + "]")
_TITLE = Find("//h1[" + has("p-title-value") + "]")
_LABEL = Find(".//*[" + has("label") + " or " + has("label-append") + "]")
_HTML = Find("//html")
_LOGIN = Find("//form[contains(@action, 'login/login')]//input[@type='password']")
_MESSAGE = Find(
    "//*[" + has("p-body-pageContent") + "]//*[" + has("blockMessage") + "] | //*[" + has("blockMessage") + "]"
)


class XenForo(Adapter):
    """Posts are `article[data-author][data-content=post-N]`; times are exact; an edit does not name the editor."""

    software = "xenforo"
    example = "https://forum.example/threads/mafia.12/page-2"
    knows = Knows(seconds=True, edits=True, deletions=True, signatures=True)
    profile = PROFILE
    later = re.compile(r"[./](\d+)/page-(?:[2-9]|\d\d)")
    traces = traced_by("js-post-")
    stubs = frozenset({"message--deleted"})

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return [post for post in _POSTS.all(sheet.tree) if _ID.match(post.get("data-content", ""))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = tree.css("article[data-author][data-content]")
        posts = [node for node in found if _ID.match(node.attributes.get("data-content") or "")]
        return [node.css_first(".message-body div.bbWrapper") for node in posts]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(
            id=number_in(post.get("data-content"), _ID),
            author=post.get("data-author"),
            body=_BODY.first(post),
            deleted="message--deleted" in (post.get("class") or "").split(),
        )
        if "messageNotice--" in sheet.text and _GONE.first(post) is not None:
            found.deleted = True
        user, time = _USER.first(post), _TIME.first(post)
        if "message--article" in (post.get("class") or "").split():  # it stands on every page, without a number
            found.number = 1
            user = user if user is not None else _ARTICLE_USER.first(post)
            time = time if time is not None else _ARTICLE_TIME.first(post)
        if time is None and (place := _linked_time(post, found.id)) is not None:
            time, found.url = place[1], absolute(sheet.base, place[0])
        account = user.get("data-user-id") if user is not None else None
        found.author_id = account if account != "0" else None
        if time is not None:
            # `data-time` was the epoch before 2.3 and is a text since: only the ISO time means the same in all.
            found.exact, found.shown = of_iso(time.get("datetime")), time.get("title") or text_of(time)
        for link in reversed([link for place in _OPPOSITE.all(post) for link in place.iter("a")]):
            if (number := count_in(text_of(link), _NUMBER)) is not None:
                found.number, found.url = number, absolute(sheet.base, link.get("href"))
                break
        edited = _EDIT.first(post)
        if edited is not None:
            time = _EDIT_TIME.first(edited)
            found.edited = Edited(
                shown=text_of(edited), exact=of_iso(time.get("datetime")) if time is not None else None
            )
        return found

    def frame(self, sheet: Sheet) -> Frame:
        frame = Frame(title=_title(sheet), thread=_thread(sheet))
        labels = [text for page in _PAGES.all(sheet.tree) if (text := text_of(page)).isdigit()]
        current = _CURRENT.text(sheet.tree)
        frame.page = int(current) if current.isdigit() else (None if labels else 1)
        frame.pages = max(map(int, labels), default=1)
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        return Request(thread_page(page, number))


def thread_page(page: Page, number: int) -> str:
    """The address of a page of a thread. Raises PageError where the page's own address is not below the thread's."""
    below = re.match(rf"(.*?/?[./?]{page.thread})(?=[/?#]|\Z)", page.url or "")
    if below is None:
        raise PageError("{url}: this is not the thread's own address; give the address of its first page", url=page.url)
    return f"{below[1]}/page-{number}" if number > 1 else f"{below[1]}/"


def _title(sheet: Sheet) -> str | None:
    """The title without the labels before it."""
    title = _TITLE.first(sheet.tree)
    if title is None:
        return None
    text = text_of(title)
    for label in _LABEL.all(title):
        text = text.removeprefix(text_of(label)).lstrip()
    return text or None


def _linked_time(post: etree._Element, identity: str | None) -> tuple[str, etree._Element] | None:
    """The address of a post and the time in the link to it, where that is one time."""
    times = {
        time.get("datetime"): (link.get("href", ""), time)
        for time in _LINKED_TIME.all(post)
        for link in time.iterancestors("a")
        if identity and number_in(link.get("href"), _LINKED) == identity
    }
    return next(iter(times.values())) if len(times) == 1 else None


def _thread(sheet: Sheet) -> str | None:
    root = _HTML.first(sheet.tree)
    told = number_in(root.get("data-content-key"), _THREAD) if root is not None else None
    return told or first_in(sheet.addresses, _THREAD_URL) or number_in(sheet.canonical, CANONICAL_THREAD)


ADAPTER = XenForo()
