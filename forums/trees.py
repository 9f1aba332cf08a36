"""lxml's tree of a page or a body, and whether it holds all of it. The one place that sets the parser up."""

from __future__ import annotations

from lxml import etree


def tree_of(data: bytes) -> tuple[etree._Element | None, bool]:
    """The tree of HTML in UTF-8 (None for nothing), and whether it is whole.

    libxml2 goes down 2,048 elements; it gives up at a deeper one and leaves out that and everything after it. Comments
    and instructions are no text. What stands behind an `</html>` in the midst of a page belongs to it, as in browsers.
    """
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    root = etree.fromstring(data, parser)
    if root is not None:
        root.extend(tuple(root.itersiblings()))
    error = parser.error_log.last_error
    return root, error is None or error.type_name != "ERR_RESOURCE_LIMIT"
