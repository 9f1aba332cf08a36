"""Colours as forums write them, brought to one form: "#rrggbb".

Knows CSS colours and the old `font` attribute; must not know which colour is a vote (`engine.colours` compares).
"""

from __future__ import annotations

import re
from functools import lru_cache

_HEX6 = re.compile(r"#[0-9a-f]{6}\Z")
#: The names that forums use most; the parser of CSS knows all, and takes long to import.
_USUAL = {"red": "#ff0000", "green": "#008000", "blue": "#0000ff", "black": "#000000", "white": "#ffffff"}


@lru_cache(maxsize=2048)
def css_colour(text: str) -> str | None:
    """A CSS colour (`red`, `#F00`, `rgb(255, 0, 0)`, `rgb(255 0 0)`, `hsl(…)`) as "#rrggbb"; None for what is no colour
    of its own (`inherit`, `currentColor`), for nonsense, which browsers ignore, and for the spaces that no forum writes
    (`lab(…)`, `oklch(…)`). Wholly transparent colours give ""."""
    plain = text.strip().lower()
    if _HEX6.match(plain):
        return plain
    if usual := _USUAL.get(plain):
        return usual
    import tinycss2.color4

    found = tinycss2.color4.parse_color(plain)
    if found is None or isinstance(found, str):
        return None
    try:
        *parts, alpha = found.to("srgb")
    except NotImplementedError:  # lab(…) and the like
        return None
    red, green, blue = (min(max(part or 0, 0), 1) * 255 for part in parts)
    return _hex(red, green, blue) if alpha else ""


def _hex(red: float, green: float, blue: float) -> str:
    return f"#{round(red):02x}{round(green):02x}{round(blue):02x}"


@lru_cache(maxsize=512)
def font_colour(text: str) -> str | None:
    """The value of `<font color=…>` as "#rrggbb", by HTML's rules for legacy colours ("ff0000" without a sign, too
    many or wrong digits); None where browsers ignore it."""
    plain = text.strip()
    if not plain or plain.lower() == "transparent":
        return None
    import tinycss2.color3

    if named := tinycss2.color3.parse_color(plain) if plain[0] == "#" and len(plain) in (4, 7) else _named(plain):
        return named if isinstance(named, str) else _hex(named.red * 255, named.green * 255, named.blue * 255)
    digits = "".join(
        sign if sign in "0123456789abcdefABCDEF" else "0" for sign in plain[:128].removeprefix("#")
    ).lower()
    digits = digits or "0"
    digits += "0" * (-len(digits) % 3)
    length = len(digits) // 3
    parts = [digits[at * length : (at + 1) * length][-8:] for at in range(3)]
    while len(parts[0]) > 2 and all(part[0] == "0" for part in parts):
        parts = [part[1:] for part in parts]
    return "#" + "".join(part[:2].rjust(2, "0") for part in parts)


def _named(text: str) -> str | None:
    return css_colour(text) or None if text.isalpha() else None
