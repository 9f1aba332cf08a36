"""No post of a page may be passed over, no edit either, and no time may contradict another: votes would change in
silence. Must not know any forum software.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import cast

from lxml import etree

from engine.telling import Told
from forums.find import Find, text_of
from forums.found import Fields
from forums.pages import Page, PageError
from forums.sheet import Sheet

#: By how much a forum's clock may be ahead; zones differ by no less than a quarter of an hour.
_AHEAD = timedelta(minutes=10)
#: Of every notice of an edit a part within one word, in small letters, and what tells its time or how often.
_EDIT_HINTS = ("едактиров", "dited", "edit:", "modified", "изменено", "исправлено", "dition")
_EDIT_TIME = re.compile(r"\d(?:[:.h]\d\d|\d{3}|\s*(?:раз|time))|назад|ago", re.I)
_EDIT_NOTICE = re.compile(
    r"(?:Последний раз редактировал\w+|Сообщение (?:было )?отредактировал\w*|Последнее редактирование|Отредактировано"
    r"|Редактировал(?:ся|ось)|(?:Изменено|Исправлено) (?=.{1,60}(?:пользователем|\(\d|\(Сегодня|\(Вчера))"
    r"|(?:Last |This post has been )?edited by|Edited (?=.{1,60}\bby\b)|Last Edit:|last modified:|Dernière édition par)"
    r".{1,100}?(?:\d[:.h]\d\d\b|\d{4}|назад|ago\b)"
    r"|(?:Изменено|edited) \d+ (?:раза?|times?)\b"
    r"|\(.{0,60}\d[:.]\d\d.{0,10} (?:отредактировано|изменено|edited by|modified by) ",
    re.I,
)
_TITLES = cast("Callable[[etree._Element], list[str]]", etree.XPath("/descendant::*/@title", smart_strings=False))
#: Where a writer's own words stand besides the body: the post's subject, quick editors.
_TYPED = frozenset("h1 h2 h3 h4 h5 h6 textarea script style".split())


def traced_by(names: str, attribute: str = "id", then: str = "") -> re.Pattern[str]:
    """What marks of posts look like in a page's text: attributes whose value is one of `names` (alternatives) and the
    post's id, which is the group, with or without `then` behind it."""
    # A pattern that begins with plain letters is looked for ten times as fast as one that begins with a word's edge.
    begun = "|".join(rf"{one}=(?<=\b{one}=)" for one in attribute.split("|"))
    return re.compile(rf"""(?:{begun})["']?(?:{names})([1-9]\d*)(?:{then})?(?=["'\s>])""")


def require_all(
    posts: Sequence[etree._Element],
    fields: Sequence[Fields],
    sheet: Sheet,
    *,
    alike: tuple[str, Find] | None,
    traces: re.Pattern[str] | None,
    stubs: frozenset[str],
) -> None:
    """A post of which the page holds a trace must be among the found: a theme may give one of them other classes, and
    a forum may hide one from this reader. For `alike`, `traces` and `stubs` see `forums.adapter.Adapter`."""
    if alike is not None:
        _require_ids(posts, sheet, *alike)
    if traces is None:
        return
    passed = set(traces.findall(sheet.text)).difference(found.id for found in fields)
    if not passed:
        return
    known = set(posts)
    for element in sheet.tree.iter("*"):
        post = next((one for one in _traced(element, traces) if one in passed), None)
        # Who writes such an attribute into a post has made no other one.
        if post is None or not known.isdisjoint((element, *element.iterancestors())) or _is_stub(element, stubs):
            continue
        raise PageError(
            "{name}: post {post} stands on the page in no form that is known, or is hidden from this reader",
            name=sheet.name,
            post=post,
        )


def require_edits(
    posts: Sequence[etree._Element], fields: Sequence[Fields], sheet: Sheet, notices: Find | None
) -> None:
    """A notice of an edit that stands in a post where none is known must not be passed over: a theme may move it, or
    name it otherwise. For `notices` see `forums.adapter.Adapter`."""
    in_titles = any(_EDIT_NOTICE.match(title) for title in _TITLES(sheet.tree))
    for post, found in zip(posts, fields, strict=True):
        if found.edited is not None or found.deleted:
            continue
        # Quickly told of nearly all posts, where telling apart what their writers typed takes long.
        if not in_titles and not _hints_at_an_edit(etree.tostring(post, method="text", encoding="unicode")):
            continue
        told = _EDIT_NOTICE.search(" ".join(" ".join(_around(post, found.body)).split()))
        if told is None and notices is not None and found.body is not None:
            inside = (_EDIT_NOTICE.match(text_of(notice)) for notice in notices.all(found.body))
            told = next(filter(None, inside), None)
        if told:
            raise PageError(
                "{name}: post {post} says that it was edited («{notice}»), in a place that is not known; name it with "
                "selectors.edited for this board",
                name=sheet.name,
                post=found.id or "?",
                notice=told[0],
            )


def _hints_at_an_edit(text: str) -> bool:
    low = text.lower()
    return any(hint in low for hint in _EDIT_HINTS) and _EDIT_TIME.search(text) is not None


def _around(post: etree._Element, body: etree._Element | None) -> Iterator[str]:
    """The texts of a post, and titles that tell of an edit, besides what its writer typed: body, signature, subject."""
    walk = etree.iterwalk(post, events=("start", "end"))
    for event, element in walk:
        if event == "end":
            yield (element.tail or "") if element is not post else ""
        elif element is body or element.tag in _TYPED or _is_signature(element):
            walk.skip_subtree()
        else:
            yield element.text or ""
            if _EDIT_NOTICE.match(title := element.get("title") or ""):
                yield title


def _is_signature(element: etree._Element) -> bool:
    return "sig" in f"{element.get('class', '')} {element.get('id', '')}".lower()


def _require_ids(posts: Sequence[etree._Element], sheet: Sheet, held: str, alike: Find) -> None:
    """What looks like a post, and holds the text `held` as every post does, must be one of the found, inside one or
    around some: its id may be damaged."""
    if sheet.text.count(held) <= len(posts):
        return
    known = set(posts)
    around = {above for post in posts for above in post.iterancestors()}
    for number, element in enumerate(alike.all(sheet.tree), 1):
        if element not in around and known.isdisjoint((element, *element.iterancestors())):
            raise PageError(
                "{name}: what looks like a post (number {number} on the page) has no id of a post",
                name=sheet.name,
                number=number,
            )


def require_past(page: Page, sheet: Sheet) -> None:
    """No post is younger than the visit: the zone is a wrong one then, or the moment that was told of the visit.

    The forum's clock may be a little ahead of the one that noted the visit.
    """
    if sheet.seen_at is None:
        return
    ahead = next((post for post in page.posts if post.at.earliest > sheet.seen_at + _AHEAD), None)
    if ahead is not None:
        raise PageError(
            "{name}: post {post} is of {at}, after the page was seen ({seen}): name the zone in which the forum shows "
            "times (--zone), and check --seen-at",
            name=sheet.name,
            post=ahead.id,
            at=ahead.at.earliest.isoformat(),
            seen=sheet.seen_at.isoformat(),
        )


def require_edits_later(page: Page, sheet: Sheet) -> None:
    """No post is edited before it is written: the notice shows its time in another zone or form than the post then."""
    odd = next((post for post in page.posts if post.edited and post.edited.latest <= post.at.earliest - _AHEAD), None)
    if odd is not None:
        raise PageError(
            "{name}: post {post} is of {at}, and its edit notice tells an earlier time: name the zone of edit notices "
            "(--edit-zone)",
            name=sheet.name,
            post=odd.id,
            at=odd.at.earliest.isoformat(),
        )


def ignored(post: str | None) -> Told:
    """What is wrong with a page on which an ignored member's post is hidden."""
    return Told(
        "post {post} is hidden, as this reader ignores its author; read as a guest or end the ignoring",
        post=post or "?",
    )


def _traced(element: etree._Element, pattern: re.Pattern[str]) -> list[str]:
    return [found[1] for name, value in element.items() if (found := pattern.search(f'{name}="{value}"'))]


def _is_stub(element: etree._Element, stubs: frozenset[str]) -> bool:
    """Whether it belongs to the place of a deleted post, which is as gone as for those who do not see the place."""
    classes = {name for above in (element, *element.iterancestors()) for name in (above.get("class") or "").split()}
    return not classes.isdisjoint(stubs)
