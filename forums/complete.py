"""No post of a page may be passed over, and none may stand inside another: either would change votes in silence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lxml import etree

from engine.telling import Told
from forums.pages import PageError

if TYPE_CHECKING:
    from forums.adapter import Adapter, Fields
    from forums.sheet import Sheet


def traced_by(names: str, attribute: str = "id", then: str = "") -> re.Pattern[str]:
    """What marks of posts look like in a page's text: attributes whose value is one of `names` (alternatives) and the
    post's id, which is the group, with or without `then` behind it."""
    # A pattern that begins with plain letters is looked for ten times as fast as one that begins with a word's edge.
    begun = "|".join(rf"{one}=(?<=\b{one}=)" for one in attribute.split("|"))
    return re.compile(rf"""(?:{begun})["']?(?:{names})([1-9]\d*)(?:{then})?(?=["'\s>])""")


def require_flat(adapter: Adapter, posts: Sequence[etree._Element], sheet: Sheet) -> None:
    """A post inside a post would lend it its votes."""
    known = set(posts)
    flat: set[etree._Element | None] = set()  #: parents of posts that were looked at
    for post in posts:
        if (parent := post.getparent()) in flat:
            continue
        flat.add(parent)
        if any(above in known for above in post.iterancestors()):
            raise PageError(
                "{name}: post {id} stands inside another post", name=sheet.name, id=adapter.fields(post, sheet).id
            )


def require_all(adapter: Adapter, posts: Sequence[etree._Element], fields: Sequence[Fields], sheet: Sheet) -> None:
    """A post of which the page holds a trace must be among the found: a theme may give one of them other classes, and
    a forum may hide one from this reader."""
    _require_ids(adapter, posts, sheet)
    if adapter.traces is None:
        return
    passed = set(adapter.traces.findall(sheet.text)).difference(found.id for found in fields)
    if not passed:
        return
    known = set(posts)
    for element in sheet.tree.iter("*"):
        post = next((one for one in _traced(element, adapter.traces) if one in passed), None)
        # Who writes such an attribute into a post has made no other one.
        if post is None or not known.isdisjoint((element, *element.iterancestors())) or _is_stub(element, adapter):
            continue
        raise PageError(
            "{name}: post {post} stands on the page in no form that is known, or is hidden from this reader",
            name=sheet.name,
            post=post,
        )


def _require_ids(adapter: Adapter, posts: Sequence[etree._Element], sheet: Sheet) -> None:
    """What looks like a post must be one of the found, inside one or around some: its id may be damaged."""
    if adapter.alike is None or sheet.text.count(adapter.alike[0]) <= len(posts):
        return
    known = set(posts)
    around = {above for post in posts for above in post.iterancestors()}
    for number, element in enumerate(adapter.alike[1].all(sheet.tree), 1):
        if element not in around and known.isdisjoint((element, *element.iterancestors())):
            raise PageError(
                "{name}: what looks like a post (number {number} on the page) has no id of a post",
                name=sheet.name,
                number=number,
            )


def ignored(post: str | None) -> Told:
    """What is wrong with a page on which an ignored member's post is hidden."""
    return Told(
        "post {post} is hidden, as this reader ignores its author; read as a guest or end the ignoring",
        post=post or "?",
    )


def _traced(element: etree._Element, pattern: re.Pattern[str]) -> list[str]:
    return [found[1] for name, value in element.items() if (found := pattern.search(f'{name}="{value}"'))]


def _is_stub(element: etree._Element, adapter: Adapter) -> bool:
    """Whether it belongs to the place of a deleted post, which is as gone as for those who do not see the place."""
    classes = {name for above in (element, *element.iterancestors()) for name in (above.get("class") or "").split()}
    return not classes.isdisjoint(adapter.stubs)
