"""Invision Community 5: other classes than version 4, the same ids, roles and data; colours are names."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from forums.find import Find
from forums.found import Fields
from forums.sheet import Sheet
from forums.software.ips4 import IPS4, PROFILE

#: The editor offers no other colours, and leaves it to the style sheet how each looks.
_COLOURS = {
    "root": "#000000",
    "hard": "#000000",
    "soft": "#808080",
    "red": "#ff0000",
    "orange": "#ffa500",
    "yellow": "#ffff00",
    "green": "#008000",
    "blue": "#0000ff",
    "indigo": "#4b0082",
    "violet": "#ee82ee",
}
_NAMED = "data-i-color"
_COLOURED = Find(f".//*[@{_NAMED}]")
_CLASS = "golosa-colour-"


class IPS5(IPS4):
    """As version 4."""

    software = "ips5"
    profile = msgspec.structs.replace(
        PROFILE, colours=tuple((_CLASS + name, colour) for name, colour in _COLOURS.items())
    )

    def browser_bodies(self, tree: LexborHTMLParser) -> Sequence[LexborNode | None]:
        found = super().browser_bodies(tree)
        for body in found:
            for span in body.css(f"[{_NAMED}]") if body is not None else ():
                span.attrs["class"] = _classes(span.attributes.get("class"), span.attributes.get(_NAMED))
        return found

    def fields(self, post: etree._Element, sheet: Sheet) -> Fields:
        found = super().fields(post, sheet)
        if found.body is not None and _NAMED in sheet.text:
            for span in _COLOURED.all(found.body):
                span.set("class", _classes(span.get("class"), span.get(_NAMED)))
        return found


def _classes(old: str | None, colour: str | None) -> str:
    """The classes of a coloured piece, with one by which the profile knows the colour."""
    return f"{old or ''} {_CLASS}{(colour or '').lower()}".strip()


ADAPTER = IPS5()
