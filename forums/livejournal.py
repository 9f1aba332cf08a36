"""LiveJournal: the comments on an entry, from the data that the page holds for its script, and from its RPC.

The entry itself is no post of a thread and is not read. Comments are a tree: they are put in the order of time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums import walls
from forums.adapter import Adapter, Edited, Fields, Frame, Knows
from forums.documents import decoded, embedded, is_json, listed, mapping, text_or_none, whole
from forums.epochs import of_seconds
from forums.find import Find, number_in, thread_address
from forums.pages import Page, PageError, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

PROFILE = Profile(dropped=frozenset(["b-leaf-footer"]), spoilers=frozenset(["lj-spoiler", "lj-spoiler-body"]))
_THREAD = re.compile(r"/(\d+)\.html\b|[?&]itemid=(\d+)")
_BELOW = re.compile(r"(.*?/\d+\.html)")
_PAGE = re.compile(r"[?&;]page=(\d+)")
_GIVEN = "Site.page"
#: Who wrote without an account.
ANONYMOUS = "(Anonymous)"

_DRAWN = Find("//*[starts-with(@id, 't')][contains(@class, 'comment') or contains(@class, 'b-leaf')]")
_PAGES = Find("//a[contains(@href, '.html') and contains(@href, 'page=')]")
_TITLE = Find("//meta[@property='og:title']")
_CANONICAL = Find("//link[@rel='canonical'] | //meta[@property='og:url']")
_LOGIN = Find("//form[contains(@action, 'login.bml')]//input[@type='password']")
_MESSAGE = Find("//*[contains(@class, 'b-msgsystem') or contains(@class, 'error')] | //main | //h1 | //body")


class LiveJournal(Adapter):
    """Times are epochs, those of edits too; a deleted comment leaves a stub."""

    software = "livejournal"
    example = "https://forum.example/12.html?view=flat&page=2"
    knows = Knows(seconds=True, edits=True, deletions=True, signatures=True)
    profile = PROFILE

    def read(self, sheet: Sheet) -> Page:
        """The comments of a page of HTML or JSON. Raises PageError for what came cut off, and for folded comments."""
        if is_json(sheet):
            document = mapping(decoded(sheet.text, sheet))
        else:
            document = embedded(sheet, _GIVEN)
            if document:
                sheet.require_end()
        comments = listed(document.get("comments"))
        if not comments:
            if not is_json(sheet) and self.posts(sheet):
                raise PageError(f"{sheet.name}: the page shows comments without their data; save its source instead")
            return self._walled(sheet)
        for comment in comments:
            _require_open(comment, sheet)
        frame = _frame(document, sheet)
        _require_flat_view(frame, sheet)
        ordered = sorted(comments, key=lambda comment: (whole(comment.get("ctime_ts")) or 0, _key(comment)))
        fields = [_fields(comment) for comment in ordered]
        clock = self.clock(sheet, frame, fields)
        return self.page(sheet, frame, self.readings(sheet, fields, clock), clock)

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        """The comments that a script drew on a saved page; they are read from the page's data, not from here."""
        return _DRAWN.all(sheet.tree)

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        return [node.css_first(".b-leaf-article") for node in tree.css(".b-leaf")]

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        if is_json(sheet):
            said = str(mapping(decoded(sheet.text, sheet)).get("error") or "")
            return walls.of_words(said, status=sheet.source.status), said
        return walls.of_page(sheet, _MESSAGE, _LOGIN)

    def request(self, page: Page, number: int) -> Request:
        """The flat view: the tree of comments folds the deeper ones."""
        below = thread_address(page, _BELOW, "give the entry's, which ends in .html")
        return Request(f"{below}?view=flat" + (f"&page={number}" if number > 1 else ""))


def _key(comment: Mapping[str, Any]) -> int:
    return whole(comment.get("dtalkid")) or whole(comment.get("thread")) or 0


def _require_open(comment: Mapping[str, Any], sheet: Sheet) -> None:
    """Raises PageError for a comment that the page only names, and for the row that stands for several."""
    folded = not isinstance(comment.get("article"), str) and not _gone(comment)
    if folded or ("more" in comment and whole(comment.get("more"))):
        raise PageError(
            f"{sheet.name}: comment {_key(comment) or '?'} is folded and its text not on the page; "
            "take the flat view (?view=flat)"
        )


def _require_flat_view(frame: Frame, sheet: Sheet) -> None:
    """Raises PageError for one of several pages of the tree: other pages are asked for in the flat view, which parts
    the comments otherwise."""
    hrefs = [sheet.source.url, *(link.get("href") for link in _PAGES.all(sheet.tree))]
    if (frame.pages or 1) > 1 and not is_json(sheet) and not any("view=flat" in (href or "") for href in hrefs):
        raise PageError(f"{sheet.name}: a page of the tree of comments; take the flat view (?view=flat)")


def _gone(comment: Mapping[str, Any]) -> bool:
    return bool(whole(comment.get("deleted")) or whole(comment.get("suspended")) or comment.get("deleted") is True)


def _frame(document: Mapping[str, Any], sheet: Sheet) -> Frame:
    canonical, title = _CANONICAL.first(sheet.tree), _TITLE.first(sheet.tree)
    hrefs = [sheet.source.url, (canonical.get("href") or canonical.get("content")) if canonical is not None else None]
    told = (_THREAD.search(href) for href in hrefs if href)
    frame = Frame(thread=next((found[1] or found[2] for found in told if found), None))
    frame.title = text_or_none(title.get("content")) if title is not None else None
    frame.page = whole(document.get("page")) or whole(number_in(sheet.source.url, _PAGE)) or 1
    linked = [int(page) for link in _PAGES.all(sheet.tree) if (page := number_in(link.get("href"), _PAGE))]
    frame.pages = whole(document.get("pages")) or max([frame.page, *linked])
    return frame


def _fields(comment: Mapping[str, Any]) -> Fields:
    account, changed = text_or_none(comment.get("uname")), comment.get("etime_ts")
    body, identity = comment.get("article"), _key(comment)
    return Fields(
        id=str(identity) if identity else None,
        author=text_or_none(comment.get("dname")) or account or ANONYMOUS,
        author_id=account,
        shown=str(comment.get("ctime") or comment.get("ctime_ts") or ""),
        exact=of_seconds(comment.get("ctime_ts")),
        html=body if isinstance(body, str) else None,
        edited=Edited(exact=of_seconds(changed), shown=str(changed)) if whole(changed) else None,
        url=text_or_none(comment.get("thread_url")),
        deleted=_gone(comment),
    )


ADAPTER = LiveJournal()
