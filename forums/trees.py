"""The trees of a page: lxml's and whether it holds all of the page, and the browser-like one.

The one place that sets lxml's parser up, and how a page's browser-like tree is searched in one go.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode


class _Parsers(threading.local):
    """A parser for each thread: its list of errors is of what was read last."""

    def __init__(self) -> None:
        self.html = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)


_parsers = _Parsers()


def tree_of(data: bytes) -> tuple[etree._Element | None, bool]:
    """The tree of HTML in UTF-8 (None for nothing), and whether it is whole.

    libxml2 goes down 2,048 elements; it gives up at a deeper one and leaves out that and everything after it. Comments
    and instructions are no text. What stands behind an `</html>` in the midst of a page belongs to it, as in browsers.
    """
    parser = _parsers.html
    root = etree.fromstring(data, parser)
    if root is not None:
        root.extend(tuple(root.itersiblings()))
    error = parser.error_log.last_error
    return root, error is None or error.type_name != "ERR_RESOURCE_LIMIT"


def first_within(tree: LexborHTMLParser, posts: Sequence[LexborNode], selector: str) -> list[LexborNode | None]:
    """The first element in each of `posts` to which a CSS selector leads: one search of the page in place of many."""
    places = {post.mem_id: place for place, post in enumerate(posts)}
    found: list[LexborNode | None] = [None] * len(posts)
    for node in tree.css(selector) if posts else ():
        above = node.parent
        while above is not None and above.mem_id not in places:
            above = above.parent
        if above is not None and found[places[above.mem_id]] is None:
            found[places[above.mem_id]] = node
    return found
