"""Where posts stand on pages of unknown software: what every forum has, found by structure alone.

A post has a mark of its own (an id, an anchor), an author's link, a time and a text; the posts of a page are marked up
alike. Knows no forum; what is found is a guess until somebody has looked at it.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

from lxml import etree
from msgspec import Struct

from engine.times import Resolution
from forums.dates import Clock, UnknownHalf, UnreadableTime, find_time
from forums.find import text_of

#: Classes that differ from post to post.
_VOLATILE = re.compile(r"odd|even|alt\d*|first|last|new|unread|read|row\d*|bg\d*|op|starter|own|online|offline")
_DIGITS = re.compile(r"\d+")
_KEY = re.compile(r"(?:^|[a-zA-Z_-])(\d+)\Z")
_PEOPLE = re.compile(r"user|member|profile|people|person|author|account|/u/|/u\d+(?:\Z|[-/?#])|/@|nick", re.I)
_NAMED = re.compile(r"(?:^|[-_ ])(?:author|user-?name|nick(?:name)?|poster)(?:$|[-_ ])", re.I)
_QUOTED = re.compile(r"quote", re.I)
_TEXT = re.compile(r"content|body|message|text|entry|postmsg|comment", re.I)
_ASIDE = re.compile(
    r"author|user|profile|avatar|side-?bar|signature|meta|head(?:er)?(?:$|[-_ ])|foot(?:er)?(?:$|[-_ ])|info|date|time"
    r"|(?:content|body|message|text|entry|comment)[-_](?:top|bottom|actions?|buttons?|links?|tools?)",
    re.I,
)
_LONGEST_TIME = 80
#: Without one of these nothing is a time to the minute.
_LIKE_A_TIME = re.compile(r"\d\s*[:.hч]\s*\d\d|назад|\bago\b", re.I)
#: No page of a thread holds more; looking through more would take too long.
_MOST_ELEMENTS = 40_000
#: For telling that something is a time at all: neither the zone nor the day of the visit matters.
_ANY_CLOCK = Clock(zone="UTC", seen_at=datetime(2026, 1, 1, tzinfo=UTC), day_first=True)


class Place(Struct, frozen=True, eq=False):
    """A post as found, with its parts."""

    post: etree._Element
    key: str  #: what tells it from the others
    mark: tuple[str, str]  #: the attribute that holds the key, and its value
    author: etree._Element
    time: etree._Element
    body: etree._Element


def signature(element: etree._Element) -> str:
    """Tag and lasting classes: the same for elements that are marked up alike."""
    classes = (_DIGITS.sub("", name) for name in (element.get("class") or "").split())
    return ".".join([str(element.tag), *sorted({name for name in classes if name and not _VOLATILE.fullmatch(name)})])


def fingerprint(kind: str, places: Sequence[Place]) -> str:
    """The layout in short: other when posts or their parts stand elsewhere, whatever they say."""
    usual = Counter(signature(place.post) for place in places).most_common(1)[0][0]
    first = next(place for place in places if signature(place.post) == usual)
    parent = first.author.getparent()
    # A guest's name is marked up otherwise than a member's: what counts is where it stands.
    parts = [
        signature(part) for part in (first.post, first.author if parent is None else parent, first.time, first.body)
    ]
    return f"{kind}-{hashlib.sha256('|'.join(parts).encode()).hexdigest()[:8]}"


def key_of(post: etree._Element) -> tuple[str, tuple[str, str]] | None:
    """What tells a post from the others: the number in its id, in a `data-…id`, in the name of an anchor in it or right
    before it, or in a link to itself."""
    for attribute, text in post.attrib.items():
        name, held = str(attribute), str(text)
        if (name == "id" or re.fullmatch(r"data-(?:[\w-]*-)?p?id", name)) and (found := _KEY.search(held)):
            return found[1], (name, held)
    for anchor in post.iter("a"):
        for name in ("name", "id"):
            if (value := anchor.get(name)) and (found := _KEY.search(value)) and not anchor.get("href"):
                return found[1], (name, value)
    return _key_beside(post)


def _key_beside(post: etree._Element) -> tuple[str, tuple[str, str]] | None:
    before = post.getprevious()
    if before is not None and isinstance(before.tag, str) and not len(before) and not _short_text(before):
        for name in ("id", "name"):
            if found := _KEY.search(before.get(name) or ""):
                return found[1], (name, before.get(name) or "")
    for link in post.iter("a"):
        _, sign, fragment = (link.get("href") or "").partition("#")
        if sign and (found := _KEY.search(fragment)):
            return found[1], ("href", link.get("href") or "")
    return None


def is_time(element: etree._Element) -> bool:
    """Whether an element shows a moment, to the minute at least."""
    if element.tag == "time" and element.get("datetime"):
        return True
    text = _short_text(element)
    if not _LIKE_A_TIME.search(text):
        return False
    try:
        found = find_time(text, _ANY_CLOCK)
    except UnknownHalf:
        return True  # it is a moment, and is refused when it is read
    except UnreadableTime:
        return False
    return found is not None and found.resolution in (Resolution.SECOND, Resolution.MINUTE)


def _short_text(element: etree._Element) -> str:
    """The text of an element, "" for a longer one than any time."""
    length, parts = 0, []
    for part in element.itertext():
        length += len(part.strip())
        if length > _LONGEST_TIME:
            return ""
        parts.append(part)
    return " ".join(" ".join(parts).split())


def places_of(root: etree._Element) -> list[Place]:
    """The posts of a page by structure; none where no group of elements has all that posts have."""
    order = {element: place for place, element in enumerate(root.iter())}
    if len(order) > _MOST_ELEMENTS:
        return []
    authors = {element for element in root.iter("a", "span", "strong", "b", "div") if _is_author(element)}
    times = _times(root)
    groups: dict[str, list[etree._Element]] = {}
    around = _around(authors) & _around(times)
    for element in around:
        if element.tag not in ("html", "body") and not _QUOTED.search(element.get("class") or ""):
            groups.setdefault(signature(element), []).append(element)
    best: list[Place] = []
    for blocks in groups.values():
        blocks.sort(key=order.__getitem__)
        places = _read(blocks, authors, times) if len(blocks) > 1 and _flat(blocks) else []
        if len(places) > len(best) or (len(places) == len(best) and places and _outside(places, best)):
            best = places
    kin = _kin([place.post for place in best], around)
    return (
        _read(sorted((*(place.post for place in best), *kin), key=order.__getitem__), authors, times) if kin else best
    )


def _kin(posts: Sequence[etree._Element], around: set[etree._Element]) -> list[etree._Element]:
    """What stands beside posts, or in the same place of a holder of its own, and has a name and a time or is marked up
    as they are: a moderator's post in other classes, or one whose time cannot be read, must not be passed over."""
    known, tags = set(posts), {post.tag for post in posts}
    alike, marked = {_holder(post) for post in posts}, {signature(post) for post in posts}
    above = {holder for holder, _ in alike if holder is not None}
    places = {post.getparent() for post in posts} | {
        other for place in above for other in place if (place, signature(other)) in alike
    }
    found = (element for place in places if place is not None for element in place)
    return [
        element
        for element in found
        if element not in known and element.tag in tags and (element in around or signature(element) in marked)
    ]


def _holder(post: etree._Element) -> tuple[etree._Element | None, str]:
    """Where a post's holder stands, and what it is like."""
    holder = post.getparent()
    return (holder.getparent(), signature(holder)) if holder is not None else (None, "")


def _is_author(element: etree._Element) -> bool:
    """A link to somebody; or a guest's name, which has no link but mostly a class that says what it is."""
    if element.tag == "a":
        return _PEOPLE.search(element.get("href") or "") is not None and bool(_short_text(element))
    named = _NAMED.search(element.get("class") or "") is not None and element.find(".//a") is None
    return named and bool(_short_text(element))


def _times(root: etree._Element) -> set[etree._Element]:
    """The innermost elements that show a moment."""
    elements = (element for element in root.iter() if isinstance(element.tag, str))
    found = {element for element in elements if element.tag not in ("script", "style") and is_time(element)}
    return found - _around(found)


def _around(elements: set[etree._Element]) -> set[etree._Element]:
    found: set[etree._Element] = set()
    for element in elements:
        for above in element.iterancestors():
            if above in found:
                break
            found.add(above)
    return found


def _flat(blocks: Sequence[etree._Element]) -> bool:
    """Whether none stands in another."""
    known = set(blocks)
    return not any(above in known for block in blocks for above in block.iterancestors())


def _outside(places: Sequence[Place], others: Sequence[Place]) -> bool:
    """Whether the first of `places` holds the first of `others`."""
    return any(above is places[0].post for above in others[0].post.iterancestors())


def _read(blocks: Sequence[etree._Element], authors: set[etree._Element], times: set[etree._Element]) -> list[Place]:
    """The posts in blocks that are marked up alike; none where one of them lacks something or two share a key."""
    heads = [
        (next((found for found in block.iter() if found in authors), None),
         next((found for found in block.iter() if found in times), None))
        for block in blocks
    ]  # fmt: skip
    bodies = _bodies(blocks, {head for pair in heads for head in pair if head is not None})
    places = []
    for block, (author, time), body in zip(blocks, heads, bodies, strict=False):
        key = key_of(block)
        if key is None or author is None or time is None:
            return []
        places.append(Place(block, key[0], key[1], author, time, body))
    return places if len({place.key for place in places}) == len(blocks) else []


def _bodies(blocks: Sequence[etree._Element], heads: set[etree._Element]) -> list[etree._Element]:
    """The text of each block: the parts that are marked up alike, hold the most text and neither author nor time."""
    taken = heads | _around(heads)
    counted: dict[str, dict[int, etree._Element]] = {}
    for index, block in enumerate(blocks):
        for element in block.iterdescendants():
            if isinstance(element.tag, str) and element not in taken and element.tag not in ("a", "script", "img"):
                counted.setdefault(signature(element), {}).setdefault(index, element)
    whole = [found for found in counted.values() if len(found) == len(blocks)]
    named = [found for found in whole if all(_is_called_text(body, blocks[index]) for index, body in found.items())]
    best = max(named or whole, key=lambda found: sum(len(text_of(body)) for body in found.values()), default=None)
    return [best[index] for index in range(len(blocks))] if best else []


def _is_called_text(element: etree._Element, block: etree._Element) -> bool:
    """Whether a part is called what forums call the text of a post, and stands in nothing that is called otherwise."""
    if not _TEXT.search(f"{element.get('class')} {element.get('id')}"):
        return False
    while element is not block:
        if _ASIDE.search(f"{element.get('class')} {element.get('id')}"):
            return False
        parent = element.getparent()
        if parent is None:
            return False
        element = parent
    return True
