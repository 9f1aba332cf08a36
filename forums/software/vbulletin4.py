"""vBulletin 4."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums.adapter import Adapter
from forums.complete import ignored, traced_by
from forums.find import Find, absolute, count_in, first_in, has, number_in, text_of
from forums.found import Fields, Frame, Knows
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

PROFILE = Profile(
    quotes=frozenset(["bbcode_quote"]),
    code=frozenset(["bbcode_code"]),
    spoilers=frozenset(["bbcode_spoiler", "body-spoiler"]),  # of add-ons
    dropped=frozenset(["lastedited", "signature", "signaturecontainer"]),
    merge_notice=MERGE_NOTICE,
    merge_line=MERGE_LINE,
    merge_colours=MERGE_COLOURS,
)
_ID = re.compile(r"post_(\d+)\Z")
_MESSAGE_ID = re.compile(r"post_message_(\d+)\Z")
_NUMBER = re.compile(r"#([\d.,\s]+)\Z")

#: What has a post's id: mostly `li`, whatever its classes.
_POSTS = Find("//*[starts-with(@id, 'post_')]")
_MESSAGE = Find(".//*[starts-with(@id, 'post_message_')]")
#: The body is a `blockquote`, sometimes in another of its class.
_BODY = Find(
    ".//*[starts-with(@id, 'post_message_')]//blockquote[" + has("postcontent") + "][not(.//blockquote["
    + has("postcontent") + "])]"
)  # fmt: skip
_DATE = Find("(.//*[" + has("postdate") + "]//*[" + has("date") + "])[1]")
_ANY_DATE = Find(".//*[" + has("postdate") + "]")
_COUNT = Find(".//a[" + has("postcounter") + "]")
_NAME = Find(
    ".//*[" + has("username_container") + "]//*[" + has("username") + "] | .//*[" + has("userinfo") + "]//*["
    + has("username") + "]"
)  # fmt: skip
_ANY_NAME = Find(".//*[" + has("username") + "] | .//*[starts-with(@id, 'postmenu_')]//a[contains(@href, 'member')]")
_EDIT = Find(".//*[" + has("lastedited") + "]")
_PAGES = Find("//*[@id='pagination_top'][.//a]")
_RESULTS = Find("//*[@id='postpagestats_above']")
_TITLE = Find("//*[@id='pagetitle']//*[" + has("threadtitle") + "]")
_TITLE_LINK = Find("//*[@id='pagetitle']//a[@href]")


class VBulletin4(Adapter):
    """Posts are `li.postcontainer#post_N`; times are text, to the minute."""

    software = "vbulletin4"
    example = "https://forum.example/showthread.php?t=12&page=2"
    knows = Knows(seconds=False, edits=True, deletions=False, signatures=True)
    profile = PROFILE
    later = LATER
    traces = traced_by("post_message_|post_")
    stubs = frozenset({"postbitdeleted"})
    forms = ("d.m.Y", "day", "Y-m-d", "?-?-Y", "d M Y", "M d Y", "d.m.y", "d M y")

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        # The stub of a deleted post, shown to moderators, holds no text: the post is as gone as for a guest.
        found = [post for post in _POSTS.all(sheet.tree) if _ID.match(post.get("id", ""))] or _around(sheet)
        found = [post for post in found if post.tag == "li" or _MESSAGE.first(post) is not None]
        if all("blockbody" in (post.get("class") or "").split() for post in found):
            return []  # the view for printing, which numbers posts instead of telling their ids
        for post in found:
            if "postbitignored" in (post.get("class") or "").split() and _MESSAGE.first(post) is None:
                raise PageError("{name}: {why}", name=sheet.name, why=ignored(number_in(post.get("id"), _ID)))
        return [post for post in found if not _deleted(post.get("class"))]

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = [node for node in tree.css("[id^=post_]") if _ID.match(node.id or "")]
        if not found:
            return [_browser_body(node) for node in tree.css("[id^=post_message_]") if _MESSAGE_ID.match(node.id or "")]
        kept = [node for node in found if not _deleted(node.attributes.get("class"))]
        messages = [(node.tag, node.css_first("[id^=post_message_]")) for node in kept]
        return [_browser_body(message) for tag, message in messages if tag == "li" or message is not None]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = Fields(id=number_in(post.get("id"), _ID), body=_BODY.first(post))
        if found.body is None and "postcontent" not in sheet.text:  # a theme without such bodies
            found.body = _body_in(_MESSAGE.first(post))
        name = _NAME.first(post)
        name = _ANY_NAME.first(post) if name is None else name
        if name is not None:
            found.author, found.author_id = text_of(name), number_in(name.get("href"), USER)
        date = _DATE.first(post)
        date = _ANY_DATE.first(post) if date is None else date
        if date is not None:
            shown = text_of(date)
            found.shown = "" if shown.endswith(",") else shown  # a day without its time of day came damaged
            found.exact = young(shown, sheet)
        count = _COUNT.first(post)
        if count is not None:
            found.number = count_in(text_of(count), _NUMBER)
            found.url = absolute(sheet.base, count.get("href"), SESSION)
        notice = _EDIT.first(post)
        if notice is not None:
            found.edited = edit_of(text_of(notice), sure=True)
        return found

    def frame(self, sheet: Sheet) -> Frame:
        require_linear(sheet)
        frame = Frame(title=_TITLE.text(sheet.tree) or None)
        links = (link.get("href") for link in _TITLE_LINK.all(sheet.tree))
        hrefs = (sheet.source.url, sheet.canonical, *links)
        frame.thread = first_in(hrefs, THREAD) or own_thread(sheet)
        counted(frame, _PAGES.words(sheet.tree), _RESULTS.text(sheet.tree))
        told_zone(frame, sheet)
        placed(frame, [self.fields(post, sheet) for post in self.posts(sheet)[:1]])
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return walled(sheet)

    def request(self, page: Page, number: int) -> Request:
        return Request(page_address(page, number))


def _body_in(message: etree._Element | None) -> etree._Element | None:
    """A message's one child, which holds no words of somebody else whatever a theme calls it; else the message."""
    if message is None or len(message) != 1 or (message.text or "").strip() or (message[0].tail or "").strip():
        return message
    return message[0] if message[0].tag == "blockquote" else message


def _browser_body(message: LexborNode | None) -> LexborNode | None:
    """The innermost body in a message; as `_body_in` where a theme has none."""
    if message is None:
        return None
    if found := message.css("blockquote.postcontent"):
        return found[-1]
    inner = [
        node for node in message.iter(include_text=True) if node.tag != "-text" or (node.text_content or "").strip()
    ]
    return inner[0] if len(inner) == 1 and inner[0].tag == "blockquote" else message


def _around(sheet: Sheet) -> list[etree._Element]:
    """The list items around the messages, in a style for telephones that gives the ids to the messages alone."""
    found: list[etree._Element] = []
    for message in _MESSAGE.all(sheet.tree):
        post, number = next(message.iterancestors("li"), None), number_in(message.get("id"), _MESSAGE_ID)
        if post is not None and number is not None:
            post.set("id", f"post_{number}")
            found.append(post)
    return found


def _deleted(classes: str | None) -> bool:
    return "postbitdeleted" in (classes or "").split()


ADAPTER = VBulletin4()
