"""Small tools for finding things in lxml's tree, for adapters. Knows no forum."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import cast
from urllib.parse import urljoin, urlsplit, urlunsplit

from lxml import etree

from engine.telling import Told
from forums.pages import Page, PageError
from forums.paths import Every, First, every_of, first_of

#: The address of a script in the folder of the page's own.
_BESIDE = re.compile(r"[a-z]+\.php\?[\w=&;.,%-]+(?:#[\w-]+)?\Z")
_LEFT_OVER = re.compile(r"[?&;]+(#|\Z)")
_NO_DIGIT = re.compile(r"\D")
_LONGEST_FIELD = 4000  #: letters; of a longer address or label nothing is taken
_LONGEST_NUMBER = 12  #: no thread has more posts than can be told in so many digits


def has(name: str) -> str:
    """The condition "has the class `name`", for `Find`."""
    return f"has('{name}')"


#: The same for XPath, which knows no classes.
_HAS = re.compile(r"has\('([^']+)'\)")
_IN_XPATH = r"(contains(@class, '\1') and contains(concat(' ', normalize-space(@class), ' '), ' \1 '))"


_ANYWHERE = re.compile(r"(?:^|(?<=[|(] )|(?<=\())(\.?)//")


def _descendant(found: re.Match[str]) -> str:
    return "descendant::" if found[1] else "/descendant::"


class Find:
    """An XPath expression for elements, with `has` besides."""

    first: First  #: the first element found, in the order of the page
    all: Every  #: every element found

    def __init__(self, path: str) -> None:
        # `descendant::` finds what `//` finds, and faster.
        self._run = etree.XPath(_ANYWHERE.sub(_descendant, _HAS.sub(_IN_XPATH, path)), smart_strings=False)
        self.first = first_of(path) or self._first
        self.all = every_of(path) or self._all

    def _all(self, root: etree._Element) -> list[etree._Element]:
        return cast("list[etree._Element]", self._run(root))

    def _first(self, root: etree._Element) -> etree._Element | None:
        return next(iter(self._all(root)), None)

    def text(self, root: etree._Element) -> str:
        """The folded text of the first element found; "" if there is none."""
        found = self.first(root)
        return "" if found is None else text_of(found)

    def href(self, root: etree._Element) -> str | None:
        """Where the first element found leads; None where there is none, or it is no link."""
        found = self.first(root)
        return None if found is None else found.get("href")

    def words(self, root: etree._Element) -> str:
        """As `text`, with a blank wherever another element begins: for messages with line breaks."""
        found = self.first(root)
        return "" if found is None else " ".join(" ".join(cast("Iterable[str]", found.itertext())).split())


def text_of(element: etree._Element) -> str:
    """All text in an element, white space folded."""
    if len(element):
        text = etree.tostring(element, method="text", encoding="unicode", with_tail=False)
    else:
        text = element.text or ""
    return " ".join(text.split())


def number_in(text: str | None, pattern: re.Pattern[str]) -> str | None:
    """The first group of `pattern` that holds something in `text`, if the pattern is there; nothing of a text longer
    than any address or label."""
    found = pattern.search(text) if text and len(text) <= _LONGEST_FIELD else None
    return next(filter(None, found.groups()), None) if found else None


def first_in(texts: Iterable[str | None], pattern: re.Pattern[str]) -> str | None:
    """As `number_in`, of the first of `texts` in which there is something."""
    return next((told for text in texts if (told := number_in(text, pattern))), None)


def count_in(text: str | None, pattern: re.Pattern[str]) -> int | None:
    """The first group of `pattern` as a number, whatever stands between its thousands; None where it is none."""
    digits = _NO_DIGIT.sub("", number_in(text, pattern) or "")
    return int(digits) if 0 < len(digits) <= _LONGEST_NUMBER else None


def absolute(url: str | None, href: str | None, session: re.Pattern[str] | None = None) -> str | None:
    """An address found on the page at `url`, made absolute where that is known, without the session id in it."""
    if not href:
        return None
    clean = _LEFT_OVER.sub(r"\1", session.sub("", href)) if session and session.search(href) else href
    if url is None or clean.startswith(("http://", "https://")):
        return clean
    if clean.startswith("./"):
        return _folder(url) + clean[2:]
    if _BESIDE.match(clean):
        return _folder(url) + clean
    return urljoin(url, clean)


@lru_cache(maxsize=64)
def _folder(url: str) -> str:
    return urljoin(url, ".")


def base_of(page: Page, script: str) -> str:
    """The address of `script` on the forum of `page`, without query and fragment."""
    if page.url is None:
        raise PageError("the page's address is unknown")
    parts = urlsplit(page.url)
    folder = parts.path.rsplit("/", 1)[0] if "/" in parts.path else ""
    return urlunsplit((parts.scheme, parts.netloc, f"{folder}/{script}", "", ""))


#: What is asked for where an address leads elsewhere than to the thread.
FIRST_PAGE = Told("give the address of its first page")


def thread_address(page: Page, pattern: re.Pattern[str], ask: Told = FIRST_PAGE) -> str:
    """The part of the page's own address that names the thread: the first group of `pattern`."""
    found = number_in(page.url, pattern)
    if found is None:
        raise PageError("{url}: this is not the thread's own address; {ask}", url=page.url, ask=ask)
    return found


def full_page(page: Page, number: int) -> int:
    """How many posts stand before page `number`. Raises PageError where the size of a page is unknown and matters."""
    if number <= 1:
        return 0
    if not page.per_page:
        raise PageError(
            "{url}: how many posts a page holds is unknown; name posts_per_page for this board", url=page.url
        )
    return (number - 1) * page.per_page
