"""The lists (`<ol>`, `<ul>`) in a post's HTML, as lines of text. Knows HTML; knows no forum and no names."""

from __future__ import annotations

from lxml import etree

from forums.trees import tree_of

_LISTS = ("ol", "ul")
_GONE = ("s", "del", "strike", "script", "style", "blockquote")


def lists_of(html: str) -> tuple[tuple[str, ...], ...]:
    """Each list with items, in the order of the post; an item without what is struck, quoted or a list in it.

    A list in a list stands for itself.
    """
    root, _ = tree_of(f"<div>{html}</div>".encode("utf-8", "replace"))
    if root is None:
        return ()
    found = (tuple(_text(item) for item in element if item.tag == "li") for element in root.iter(*_LISTS))
    return tuple(texts for items in found if (texts := tuple(text for text in items if text)))


def _text(item: etree._Element) -> str:
    """The text of an item, white space folded."""
    parts: list[str] = []
    _gather(item, parts)
    return " ".join("".join(parts).split())


def _gather(element: etree._Element, parts: list[str]) -> None:
    parts.append(element.text or "")
    for child in element:
        if child.tag not in (*_LISTS, *_GONE) and "line-through" not in (child.get("style") or ""):
            _gather(child, parts)
        parts.append(child.tail or "")
