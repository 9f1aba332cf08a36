"""LiveJournal: the comments on an entry, from the data that the page holds for its script, and from its RPC.

The entry itself is no post of a thread and is not read. Comments are a tree: they are put in the order of time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.telling import Told
from forums import walls
from forums.adapter import Adapter
from forums.documents import decoded, embedded, is_json, mapping, posts_in, text_or_none, whole
from forums.epochs import of_seconds
from forums.find import Find, first_in, number_in, thread_address
from forums.found import Edited, Fields, Frame, Knows
from forums.pages import OtherViewError, Page, PageError, Request, Wall
from forums.profile import Profile
from forums.sheet import Sheet

PROFILE = Profile(dropped=frozenset(["b-leaf-footer"]), spoilers=frozenset(["lj-spoiler", "lj-spoiler-body"]))
_THREAD = re.compile(r"/(\d+)\.html\b|[?&]itemid=(\d+)")
_BELOW = re.compile(r"(.*?/\d+\.html)")
_PAGE = re.compile(r"[?&;]page=(\d+)")
_GIVEN = re.compile(r"\bSite\.page\s*=\s*(?=\{)")
#: Who wrote without an account.
ANONYMOUS = "(Anonymous)"

_DRAWN = Find(
    "//*[starts-with(@id, 't')][contains(@class, 'comment') or contains(@class, 'b-leaf')]"
    " | //*[starts-with(@id, 'ljcmt')]"
)
_PAGES = Find("//a[contains(@href, '.html') and contains(@href, 'page=')]")
_TITLE = Find("//meta[@property='og:title']")
_CANONICAL = Find("//link[@rel='canonical'] | //meta[@property='og:url']")
_LOGIN = Find("//form[contains(@action, 'login.bml')]//input[@type='password']")
_MESSAGE = Find("//*[contains(@class, 'b-msgsystem') or contains(@class, 'error')] | //main | //h1 | //body")
#: The classes of comments of which only the place is shown.
_HIDDEN = ("deleted", "suspended", "screened", "spammed")


class LiveJournal(Adapter):
    """Times are epochs, those of edits too; a deleted comment leaves a stub."""

    software = "livejournal"
    example = "https://forum.example/12.html?view=flat&page=2"
    knows = Knows(seconds=True, edits=True, deletions=True, signatures=True)
    profile = PROFILE

    def read(self, sheet: Sheet) -> Page:
        """The comments of a page of HTML or JSON. Raises PageError for what came cut off, and
        OtherViewError for a view that leaves comments out."""
        if is_json(sheet):
            document = mapping(decoded(sheet.text, sheet))
        else:
            document = _given(sheet)
            if document:
                sheet.require_end()
        comments = posts_in(document.get("comments"), sheet)
        if not comments:
            if not is_json(sheet) and self.posts(sheet):
                raise PageError(
                    "{name}: the page shows comments without their data; take the site's own style "
                    "(?style=site&view=flat behind the entry's address), and save the page's source",
                    name=sheet.name,
                )
            return self._walled(sheet)
        frame = _frame(document, sheet)
        for comment in comments:
            if folded := _folded(comment):
                raise self._other_view(folded, frame, sheet)
        if not is_json(sheet) and not _is_flat(sheet):
            self._require_whole_tree(document, comments, frame, sheet)
        # A place without a time is as gone as for a reader who does not see it.
        placed = [comment for comment in comments if comment.get("ctime_ts") or not _gone(comment)]
        ordered = sorted(placed, key=lambda comment: (whole(comment.get("ctime_ts")) or 0, _key(comment)))
        fields = [_fields(comment) for comment in ordered]
        clock = self.clock(sheet, frame, fields)
        return self.page(sheet, frame, self.readings(sheet, fields, clock), clock)

    def _require_whole_tree(
        self, document: Mapping[str, Any], comments: Sequence[Mapping[str, Any]], frame: Frame, sheet: Sheet
    ) -> None:
        """A tree may be read where all of it stands on one page: the flat view parts the comments otherwise."""
        if (frame.pages or 1) > 1:
            raise self._other_view(Told("a page of the tree of comments"), frame, sheet)
        told, held = whole(document.get("replycount")) or 0, sum(not _gone(comment) for comment in comments)
        if told > held:
            why = Told("the entry has {told} comments, and {held} stand on the page", told=told, held=held)
            raise self._other_view(why, frame, sheet)

    def _other_view(self, why: Told, frame: Frame, sheet: Sheet) -> OtherViewError:
        known = Page(software=self.software, thread=frame.thread, title=frame.title, url=sheet.source.url)
        try:
            flat = self.request(known, 1).url
        except PageError:
            flat = Told("?view=flat behind the entry's address")
        return OtherViewError("{name}: {why}; take the flat view: {flat}", known, name=sheet.name, why=why, flat=flat)

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
        below = thread_address(page, _BELOW, Told("give the entry's, which ends in .html"))
        return Request(f"{below}?view=flat" + (f"&page={number}" if number > 1 else ""))


def _given(sheet: Sheet) -> Mapping[str, Any]:
    """The data that the page holds for its script; other things of the script begin with the same name."""
    for place in _GIVEN.finditer(sheet.text):
        if "comments" in (document := embedded(sheet, "Site.page", place.start())):
            return document
    return {}


def _key(comment: Mapping[str, Any]) -> int:
    return whole(comment.get("dtalkid")) or whole(comment.get("thread")) or 0


def _folded(comment: Mapping[str, Any]) -> Told | None:
    """What is said of a comment that the page only names, and of the row that stands for several; None of others."""
    named = not isinstance(comment.get("article"), str) and not _gone(comment)
    if named or ("more" in comment and whole(comment.get("more"))):
        return Told("comment {comment} is folded and its text not on the page", comment=_key(comment) or "?")
    return None


def _is_flat(sheet: Sheet) -> bool:
    """Whether a page shows the comments in a line; its address or its own links to other pages tell."""
    hrefs = [sheet.source.url, *(link.get("href") for link in _PAGES.all(sheet.tree))]
    return any("view=flat" in (href or "") for href in hrefs)


def _gone(comment: Mapping[str, Any]) -> bool:
    """Whether only the place of a comment is shown: it was deleted, its writer suspended, or it is screened or spam."""
    if any(comment.get(name) not in (None, 0, "0", "", False) for name in ("deleted", "suspended")):
        return True
    hidden = comment.get("leafclass") in _HIDDEN or comment.get("shown") in (0, "0", False)
    return hidden and not comment.get("article") and not whole(comment.get("more"))


def _frame(document: Mapping[str, Any], sheet: Sheet) -> Frame:
    canonical, title = _CANONICAL.first(sheet.tree), _TITLE.first(sheet.tree)
    hrefs = [sheet.source.url, (canonical.get("href") or canonical.get("content")) if canonical is not None else None]
    frame = Frame(thread=first_in(hrefs, _THREAD))
    frame.title = text_or_none(title.get("content")) if title is not None else None
    frame.page = (
        whole(document.get("page"))
        or whole(document.get("comments_page"))
        or whole(number_in(sheet.source.url, _PAGE))
        or 1
    )
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
