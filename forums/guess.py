"""Unknown software: posts by schema.org's words where a page has them (microdata, JSON-LD), else by structure.

What comes out is a guess: it is labelled, carries the fingerprint of the layout by which it was read, and counts only
once the host has confirmed that fingerprint (`Board.guess`). Another layout is another guess.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import urlsplit

import msgspec
from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums.adapter import Adapter
from forums.dates import Clock, UnreadableTime, find_time
from forums.documents import listed, mapping, text_or_none
from forums.epochs import of_iso
from forums.find import Find, number_in, text_of
from forums.found import Fields, Frame, Knows
from forums.pages import Page, PageError, Request, Wall
from forums.profile import GENERIC
from forums.shapes import Place, fingerprint, key_of, places_of, signature
from forums.sheet import Sheet

#: What other pages of a thread are called; the group is the page.
_PAGED = re.compile(r"([?&;](?:page|p)=|/page[-/]?|/p)(\d+)(?=[/?#&;]|\.html|\Z)")
#: What links to other pages say.
_OTHER_PAGE = re.compile(r"[2-9]|\d\d{1,3}|[›»>]+|next|next page|далее|след\w*|вперёд|вперед", re.I)
_ACCOUNT = re.compile(r"(\d+)/?(?:[?#-].*)?\Z")
_KEY = re.compile(r"(\d+)\D*\Z")
_POSTING = re.compile(r"schema\.org/(?:DiscussionForumPosting|Comment|Answer|Question)\b")
_KINDS = frozenset(["DiscussionForumPosting", "Comment", "Answer", "Question"])

_SCRIPTS = Find("//script[@type='application/ld+json']")
_ITEMS = Find("//*[@itemscope][contains(@itemtype, 'schema.org/')]")
_LINKS = Find("//a[@href]")
_HEADING = Find("//h1")
_TITLE = Find("//title")


class Guess(Adapter):
    """One page of unknown software, with the posts that were found on it."""

    software: ClassVar[str] = "generic"
    example: ClassVar[str] = "https://forum.example/thread/12?page=2"
    knows: ClassVar[Knows] = Knows(seconds=True, edits=False, deletions=False, signatures=False)
    profile = GENERIC

    def __init__(self, places: Sequence[Place] = (), kind: str = "") -> None:
        self.places = places
        self.kind = kind
        self._clock: Clock | None = None

    def read(self, sheet: Sheet) -> Page:
        """The posts, and the fingerprint of the layout. Raises PageError as every adapter does."""
        page = super().read(sheet)
        shape = fingerprint(self.kind, self.places)
        return msgspec.structs.replace(page, shape=shape, guess=sheet.board.guess != shape)

    def posts(self, sheet: Sheet) -> Sequence[etree._Element]:
        return [place.post for place in self.places]

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        place = next((place for place in self.places if place.post is post), None)
        if place is None:
            return Fields()
        machine = place.time.get("datetime") or place.time.get("content")
        shown = text_of(place.time) or machine or ""
        found = Fields(id=place.key, author=_name(place.author), body=place.body, shown=shown)
        found.author_id = number_in(_own_href(place.author), _ACCOUNT)
        found.exact = of_iso(machine)
        if found.exact is None:  # the time's element may hold more than the time
            try:
                found.exact = find_time(shown, self._clock_of(sheet))
            except UnreadableTime as refused:
                raise UnreadableTime(
                    "{name}: post {key}: {refused}", name=sheet.name, key=place.key, refused=refused
                ) from refused
        return found

    def _clock_of(self, sheet: Sheet) -> Clock:
        """What reads the page's times; all of them together settle the order of day and month."""
        if self._clock is None:
            shown = [Fields(shown=text_of(place.time)) for place in self.places]
            self._clock = self.clock(sheet, Frame(), shown)
        return self._clock

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        return [_in_browser(tree, place) for place in self.places]

    def frame(self, sheet: Sheet) -> Frame:
        """Page N of M from the links to the others. Unknown where there is a next page and no number in its address."""
        url = sheet.canonical or sheet.source.url
        title = _HEADING.text(sheet.tree) or _TITLE.text(sheet.tree)
        frame = Frame(title=title or None, page=1, pages=1, thread=_plain(url))
        inside = {element for place in self.places for element in place.post.iter()}
        links = [link for link in _LINKS.all(sheet.tree) if link not in inside]
        numbers = [number for link in links if (number := _page_in(link.get("href"), url))]
        here = _PAGED.search(url or "")
        frame.page = int(here[2]) if here else 1
        frame.pages = max([frame.page, *numbers])
        if not numbers and any(_OTHER_PAGE.fullmatch(text_of(link)) for link in links):
            frame.pages = None  # there are other pages, called as nobody knows
        return frame

    def wall(self, sheet: Sheet) -> tuple[Wall, str]:
        return Wall.UNKNOWN_SOFTWARE, ""

    def request(self, page: Page, number: int) -> Request:
        """Only the form that the page's own address has is known to lead to another page."""
        url = page.url or ""
        if number == page.page:
            return Request(url)
        if not _PAGED.search(url):
            raise PageError(
                "{url}: how this forum calls the other pages of a thread is unknown; give the address of "
                "page 2, or save the pages in a browser",
                url=url,
            )
        return Request(_PAGED.sub(lambda found: f"{found[1]}{number}", url, count=1))

    def _require_flat(self, posts: Sequence[etree._Element], sheet: Sheet) -> None:
        """Comments may stand inside the posting that they are on, never in its text."""
        inside = {below for place in self.places for below in place.body.iterdescendants()}
        for post in posts:
            if post in inside:
                raise self._nested(post, sheet)


class Unguessed(Guess):
    """A page of unknown software whose places its board names: no guess."""

    read = Adapter.read
    _require_flat = Adapter._require_flat


def guessed(sheet: Sheet) -> Guess | None:
    """What the posts of a page of unknown software may be; None where nothing looks like posts."""
    for kind, find in (("microdata", _by_microdata), ("json-ld", _by_json), ("structure", places_of)):
        if places := find(sheet.tree):
            return Guess(places, kind)
    return None


def _by_microdata(root: etree._Element) -> list[Place]:
    """Items of schema.org with an author, a date and a text of their own."""
    items = [item for item in _ITEMS.all(root) if _POSTING.search(item.get("itemtype") or "")]
    places = []
    for item in items:
        author, body = _prop(item, "author"), _prop(item, "text", "articleBody")
        time, key = _prop(item, "datePublished", "dateCreated"), key_of(item) or _by_url(item)
        if author is None or body is None or time is None or key is None:
            return []
        places.append(Place(item, key[0], key[1], author, time, body))
    return places if len({place.key for place in places}) == len(places) else []


def _prop(item: etree._Element, *names: str) -> etree._Element | None:
    """The item's own property of one of these names: not one of an item inside it."""
    for element in item.iterdescendants():
        if set((element.get("itemprop") or "").split()).isdisjoint(names):
            continue
        if next((above for above in element.iterancestors() if above.get("itemscope") is not None), None) is item:
            return element
    return None


def _by_url(item: etree._Element) -> tuple[str, tuple[str, str]] | None:
    """The number at the end of an item's address."""
    element = _prop(item, "url", "mainEntityOfPage")
    if element is None:
        return None
    name = "href" if element.get("href") else "content"
    found = _KEY.search(element.get(name) or "")
    return (found[1], (name, element.get(name) or "")) if found else None


def _by_json(root: etree._Element) -> list[Place]:
    """Postings of JSON-LD whose texts stand on the page as well: what is counted is read there, with its colours."""
    postings = [posting for script in _SCRIPTS.all(root) for posting in _postings(_loaded(script.text or ""))]
    by_text: dict[str, etree._Element] = {}
    if postings:
        for element in root.iter("div", "article", "section", "p", "td", "blockquote", "span"):
            by_text.setdefault(_letters(text_of(element)), element)
    places = []
    for posting in postings:
        name = text_or_none(mapping(posting.get("author")).get("name"))
        when = text_or_none(posting.get("datePublished")) or text_or_none(posting.get("dateCreated"))
        body = by_text.get(_letters(str(posting.get("text") or posting.get("articleBody") or "")))
        key = _KEY.search(str(posting.get("url") or posting.get("@id") or ""))
        if name is None or when is None or body is None or key is None or of_iso(when) is None:
            return []
        author, time = etree.Element("span"), etree.Element("time", {"datetime": when})
        author.text = name
        places.append(Place(body, key[1], ("", ""), author, time, body))
    return places if len({id(place.body) for place in places}) == len(places) else []


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _postings(document: Any) -> Iterator[Mapping[str, Any]]:
    """Every posting and comment in a document of JSON-LD, in order."""
    for item in document if isinstance(document, list) else [document]:
        told = mapping(item)
        kind = told.get("@type")
        if not set(kind if isinstance(kind, list) else [kind]).isdisjoint(_KINDS):
            yield told
        for name in ("@graph", "mainEntity", "comment", "suggestedAnswer"):
            inner = told.get(name)
            yield from _postings(inner if isinstance(inner, list) else listed([inner]))


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _name(author: etree._Element) -> str | None:
    """The author's name: that of the person inside, else the text."""
    inner = next((element for element in author.iter() if "name" in (element.get("itemprop") or "").split()), None)
    if inner is not None:
        return text_of(inner) or inner.get("content")
    return text_of(author) or author.get("content")


def _own_href(author: etree._Element) -> str | None:
    links = (element for element in author.iter("a") if element.get("href"))
    link = next(links, None)
    return link.get("href") if link is not None else None


def _in_browser(tree: LexborHTMLParser, place: Place) -> LexborNode | None:
    """The body of a post in the browser's tree, by the post's mark and the place of its body."""
    name, value = place.mark
    if not name:
        return None
    wanted, block = signature(place.body), signature(place.post)
    for node in tree.css(f"[{name}]"):
        if node.attributes.get(name) != value:
            continue
        around: LexborNode | None = node
        while around is not None and _signature(around) != block:
            around = around.parent
        if around is None:  # the mark may stand right before its post
            around = _next_element(node)
        below = around.css(str(place.body.tag)) if around is not None else ()
        return next((found for found in below if _signature(found) == wanted), None)
    return None


def _next_element(node: LexborNode) -> LexborNode | None:
    beside = node.next
    while beside is not None and not beside.is_element_node:
        beside = beside.next
    return beside


def _signature(node: LexborNode) -> str:
    element = etree.Element(node.tag if node.is_element_node and node.tag else "x")
    element.set("class", node.attributes.get("class") or "")
    return signature(element)


def _plain(url: str | None) -> str | None:
    """A thread's address without the page and what follows."""
    if url is None:
        return None
    return _PAGED.sub("", url.split("#")[0], count=1).rstrip("/?&")


def _page_in(href: str | None, url: str | None) -> int | None:
    """The page to which a link leads, if it is one of the same thread."""
    found = _PAGED.search(href or "")
    if found is None or url is None:
        return None
    ours, theirs = urlsplit(_plain(url) or ""), urlsplit(_plain(href) or "")
    alike = theirs.path in ("", ours.path) or ours.path.endswith(theirs.path.lstrip("./"))
    query = set(ours.query.split("&")) - {""}
    return int(found[2]) if alike and (not theirs.path or query <= set(theirs.query.split("&"))) else None
