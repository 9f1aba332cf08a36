"""A post's whole text as it is shown, line by line: for texts that are read as texts, not for marks.

Knows HTML: what breaks a line, what is a cell of a table, what is somebody else's words. Must not know games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums.profile import GENERIC, Profile

_SKIPPED = frozenset("script style noscript template textarea title head select option svg iframe".split())
_STRIKES = frozenset(["s", "strike", "del"])
_BLOCKS = frozenset(
    "address article aside blockquote center dd details div dl dt fieldset figure form h1 h2 h3 h4 h5 h6 header hr li "
    "main ol pre section summary table tr ul".split()
)
_CELLS = frozenset(["td", "th"])
_CODE = frozenset(["pre", "code"])
CELL = " | "  #: stands between the cells of a table
_DEEPEST = 400  #: what is nested deeper is not read
#: Where a line ends unless it has ended, and where a paragraph ends; no forum shows these signs.
_LINE, _PARAGRAPH = "\x1e", "\x1d"
_ENDS = re.compile(rf"\n? ?[{_LINE}{_PARAGRAPH}][ {_LINE}{_PARAGRAPH}]*")


def shown_text(html: str, profile: Profile = GENERIC) -> str:
    """The text of a body, one shown line a line, an empty one between paragraphs; cells of a table stand between
    bars. Struck text, quotes, signatures and edit notices are left out; code keeps its blanks."""
    body = LexborHTMLParser(f"<!DOCTYPE html><body><div>{html}</div>").body
    text = "".join(_pieces(body, profile)) if body is not None else ""
    text = _ENDS.sub(lambda ends: "\n\n" if _PARAGRAPH in ends[0] else "\n", text)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.strip(" \t") for line in text.split("\n"))).strip("\n")


def _pieces(root: LexborNode, profile: Profile) -> Iterator[str]:
    """The pieces of text in order; breaks are line ends."""
    stack: list[tuple[LexborNode | str, bool, int]] = [(root, False, 0)]
    while stack:
        node, code, depth = stack.pop()
        if isinstance(node, str):
            yield node
            continue
        if node.is_text_node:
            text = node.text_content or ""
            yield text if code else re.sub(r"\s+", " ", text)
            continue
        if not node.is_element_node or _left_out(node, profile):
            continue
        tag = node.tag or ""
        before, after = _edges(tag)
        if before:
            yield before
        stack.append((after, code, depth))
        inside = code or tag in _CODE
        children = list(_children(node)) if depth < _DEEPEST else []
        stack.extend((child, inside, depth + 1) for child in reversed(children))


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        child = child.next


def _edges(tag: str) -> tuple[str, str]:
    """What stands before and after an element's text."""
    if tag == "br":
        return "\n", ""
    if tag == "p":
        return _PARAGRAPH, _PARAGRAPH
    if tag in _CELLS:
        return "", CELL
    return (_LINE, _LINE) if tag in _BLOCKS else ("", "")


def _left_out(node: LexborNode, profile: Profile) -> bool:
    tag = node.tag or ""
    if tag in _SKIPPED or tag in _STRIKES or tag == "blockquote":
        return True
    classes = (node.attributes.get("class") or "").lower().split()
    if not profile.spoilers.isdisjoint(classes):
        return False
    style = node.attributes.get("style") or ""
    gone = profile.quotes | profile.heads | profile.dropped | profile.struck
    return "line-through" in style.lower() or not gone.isdisjoint(classes)
