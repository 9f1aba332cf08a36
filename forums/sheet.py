"""A page on the table: its text, its trees, and what is known of its coming. Each is made when first asked for."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import cast
from urllib.parse import urljoin

from lxml import etree
from selectolax.lexbor import LexborHTMLParser

from forums.boards import PLAIN, Board
from forums.decode import decode
from forums.epochs import of_mail
from forums.pages import PageError, Source
from forums.trees import tree_of

#: A page that came whole ends with one of these, give or take what advertisers hang below it.
_ENDS = ("</html", "</body")
_END_REACH = 20_000
#: The mark of SingleFile, an add-on that leaves out quotes around values and end tags, those of the page among them.
_PACKED = re.compile(r"<!--\s*Page saved with SingleFile\b")
#: Some servers leave out quotes too, beginning with the first element; so did Internet Explorer in all that it saved.
_UNQUOTED = re.compile(r"<html\b[^>]*\s(?:lang|id|class|dir|xmlns)=[^\"'\s>]|<meta content=\"MSHTML ", re.I)
_HEAD = 4000
#: A page of a thousand posts has five million bytes and a hundred thousand tags. What is greater by far was made to
#: keep its reader busy, and is refused before anything costly is done with it.
MOST_BYTES = 20_000_000
MOST_TAGS = 150_000
#: libxml2 looks for the end of each comment that begins in an attribute when it writes that out: so many letters may be
#: gone over on one page, half a second's work. A page without enough signs of which such a beginning is made ("--", or
#: "&#" where it is encoded) need not be looked at.
MOST_WORK = 200_000_000
_COMMENT = "<!--"
_BEGUN = cast(
    "Callable[[etree._Element], list[str]]", etree.XPath(f"//@*[contains(., '{_COMMENT}')]", smart_strings=False)
)


class Sheet:
    """One page being read. Raises PageError where it is too large to be one of a thread."""

    def __init__(self, source: Source, board: Board | None = None) -> None:
        self.source = source
        self.board = board or PLAIN
        if len(source.content) > MOST_BYTES:
            raise PageError(
                "{name}: no page of a thread is so large ({content:,} bytes)",
                name=self.name,
                content=len(source.content),
            )
        decoded = decode(source.content, source.headers)
        is_utf8 = decoded.encoding in ("utf-8", "ascii")
        # Looking for a null is quick in bytes and slow in text; in UTF-8 nothing else is a null than the byte.
        has_null = (not is_utf8 or b"\x00" in source.content) and "\x00" in decoded.text
        self.text = decoded.text.replace("\x00", "\ufffd") if has_null else decoded.text
        self.packed = _PACKED.search(self.text, 0, _HEAD) is not None
        if self.packed or _UNQUOTED.search(self.text, 0, _HEAD):
            self.text = LexborHTMLParser(self.text).html or ""  # as a browser writes it, with all quotes and end tags
        self._is_utf8 = is_utf8 and not decoded.damaged and self.text is decoded.text

    @property
    def name(self) -> str:
        """What messages call this page."""
        return self.source.name or self.source.url or "page"

    @cached_property
    def bytes(self) -> bytes:
        """The text as UTF-8, for the parsers."""
        content = self.source.content
        if self._is_utf8 and not content.startswith(BOM_UTF8):
            return content
        return self.text.encode("utf-8", "replace")

    def told(self, pattern: re.Pattern[str]) -> str | None:
        """The first group of `pattern` in the page's text, wherever it stands; None where it is not there."""
        found = pattern.search(self.text)
        return found[1] if found else None

    @cached_property
    def tree(self) -> etree._Element:
        """lxml's tree: the frame of the page and its fields. Raises PageError where the parser cannot go to its end."""
        self._require_usual()
        root, whole = tree_of(self.bytes) if self.text and not self.text.isspace() else (None, True)
        if not whole:
            raise PageError(
                "{name}: elements are nested too deep to read the page to its end; save it otherwise", name=self.name
            )
        self._require_quick(root)
        return root if root is not None else etree.Element("html")

    def _require_usual(self) -> None:
        size = len(self.bytes)
        tags = self.bytes.count(b"<") if size > MOST_TAGS else 0
        if size > MOST_BYTES:
            raise PageError("{name}: no page of a thread is so large ({size:,} bytes)", name=self.name, size=size)
        if tags > MOST_TAGS:
            raise PageError("{name}: no page of a thread has so many tags ({tags:,})", name=self.name, tags=tags)

    def _require_quick(self, root: etree._Element | None) -> None:
        data = self.bytes
        # Single signs are counted faster than pairs, and there are no fewer of them than of pairs that hold them.
        if root is None or (data.count(b"-") // 2 + data.count(b"&")) * len(data) < MOST_WORK:
            return
        if (data.count(b"--") + data.count(b"&#")) * len(data) < MOST_WORK:
            return
        if sum(value.count(_COMMENT) * len(value) for value in _BEGUN(root)) > MOST_WORK:
            raise PageError(
                "{name}: attributes on the page hold the beginnings of thousands of comments", name=self.name
            )

    @cached_property
    def base(self) -> str | None:
        """The address that relative links of the page start from: its own, or that of its `base`."""
        found = next(self.tree.iter("base"), None)
        href = found.get("href") if found is not None else None
        if href is None or self.source.url is None:
            return href if href and href.startswith("http") else self.source.url
        return urljoin(self.source.url, href)

    @cached_property
    def canonical(self) -> str | None:
        """The address that the page calls its own."""
        links = (link for link in self.tree.iter("link") if link.get("rel") == "canonical")
        return next((href for link in links if (href := link.get("href"))), None)

    @property
    def addresses(self) -> list[str]:
        """The page's address as it calls it itself, and as it was asked for; what is not known is left out."""
        return [address for address in (self.canonical, self.source.url) if address]

    @cached_property
    def browser(self) -> LexborHTMLParser:
        """The tree that a browser would build."""
        return LexborHTMLParser(self.bytes)

    @cached_property
    def seen_at(self) -> datetime | None:
        """When the page was made, by the forum's clock where that is known (UTC)."""
        return self.source.seen_at.astimezone(UTC) if self.source.seen_at else self.date

    @cached_property
    def date(self) -> datetime | None:
        """The `Date` header (UTC)."""
        return of_mail(self.source.headers.get("date"))

    def require_end(self, posts: Sequence[etree._Element] = ()) -> None:
        """Raises PageError if the page was cut off: posts may be missing from it.

        A packed page has no end tag: it is whole where anything stands below its posts.
        """
        if self.packed:
            if posts and _is_last(posts, self.tree):
                raise PageError(
                    "{name}: the page is cut off, nothing stands below its posts; save it again", name=self.name
                )
            return
        tail = self.text[-_END_REACH:]
        # Looked for from behind: there it mostly stands.
        if all(tail.rfind(end) < 0 for end in _ENDS) and all(tail.lower().rfind(end) < 0 for end in _ENDS):
            raise PageError("{name}: the page is cut off, its end is missing; fetch it again", name=self.name)


def _is_last(posts: Sequence[etree._Element], root: etree._Element) -> bool:
    """Whether the page ends within what holds the posts; within the last one where that is the whole page."""
    first = {posts[0], *posts[0].iterancestors()} if len(posts) > 1 else None
    above = posts[-1].iterancestors()
    holder = next((element for element in above if first is None or element in first), root)
    last = root
    while len(last):
        last = last[-1]
    within = posts[-1] if holder.tag in ("body", "html") else holder
    return within is last or within in last.iterancestors()
