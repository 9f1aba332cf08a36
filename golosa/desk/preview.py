"""A post of ours as a forum would show it: the BBCode that our templates write, as HTML that holds nothing else.

Everything that is no such tag is text. Knows tags; knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

_TAG = re.compile(
    r"\[(/?)(b|i|u|s|list|quote|code|color|url|size|spoiler)(?:=([^\[\]\n]{0,2000}))?\]|\[(\*)\]", re.IGNORECASE
)
_PLAIN = {
    "b": "strong", "i": "em", "u": "u", "s": "s", "quote": "blockquote", "size": "span", "list": "ul", "code": "pre",
}  # fmt: skip
#: Colours are shown by classes: a page that may have no style of its own can still show these.
_COLOURS = {
    "red": "red", "#ff0000": "red", "#f00": "red", "green": "green", "#008000": "green", "blue": "blue",
    "#0000ff": "blue", "#00f": "blue",
}  # fmt: skip
#: Tags nested deeper than this are text: our own posts nest three deep.
DEEPEST = 40
#: Line ends beside a block, which makes its own; looked for from their first one only, however many there are.
_BLOCKS = re.compile(r"(</?(?:ul|li|blockquote|pre)>)(?:<br>)++|(?<!<br>)(?:<br>)++(?=</?(?:ul|li)>)")


def preview(post: str) -> str:
    """The post as HTML. Whatever the text holds, only these tags come out, well nested, and links of the web alone."""
    out: list[str] = []
    opened: list[tuple[str, str]] = []  # tag of BBCode, how its HTML is closed
    end = 0
    for found in _TAG.finditer(post):
        out.append(_text(post[end : found.start()]))
        end = found.end()
        name = (found[2] or "").lower()
        if opened and opened[-1][0] == "code" and not (found[1] and name == "code"):
            out.append(_text(found[0]))
        elif found[4]:
            _item(out, opened)
        elif found[1]:
            _close(out, opened, name, found[0])
        else:
            _open(out, opened, name, found[3] or "", found[0])
    out.append(_text(post[end:]))
    out.extend(close for _, close in reversed(opened))
    return _BLOCKS.sub(lambda block: block[1] or "", "".join(out))


def _text(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _item(out: list[str], opened: list[tuple[str, str]]) -> None:
    """A list's item; outside a list the sign stays text."""
    if not any(name == "list" for name, _ in opened):
        out.append(_text("[*]"))
        return
    while opened[-1][0] != "list":
        out.append(opened.pop()[1])
    out.append("<li>")
    opened.append(("*", "</li>"))


def _close(out: list[str], opened: list[tuple[str, str]], name: str, tag: str) -> None:
    """The end of a tag, and of all that is open inside it; one that was never opened is text."""
    if not any(open_name == name for open_name, _ in opened):
        out.append(_text(tag))
        return
    while True:
        open_name, close = opened.pop()
        out.append(close)
        if open_name == name:
            return


def _open(out: list[str], opened: list[tuple[str, str]], name: str, value: str, tag: str) -> None:
    start, close = (_html(name, value) if len(opened) < DEEPEST else None) or (_text(tag), "")
    out.append(start)
    if start != _text(tag):
        opened.append((name, close))


def _html(name: str, value: str) -> tuple[str, str] | None:
    """How a tag begins and ends in HTML; None where it is shown as text."""
    if name in _MADE:
        return _MADE[name](value)
    return f"<{_PLAIN[name]}>", f"</{_PLAIN[name]}>"


def _spoiler(value: str) -> tuple[str, str]:
    return f"<details><summary>{escape(value or '…')}</summary>", "</details>"


def _colour(value: str) -> tuple[str, str]:
    name = _COLOURS.get(value.strip("\"' ").lower())
    return (f'<span class="shade-{name}">' if name else "<span>"), "</span>"


def _link(value: str) -> tuple[str, str] | None:
    if not re.fullmatch(r"https?://[^\s\"'<>]+", value):
        return None
    return f'<a href="{escape(value)}" rel="noreferrer noopener" target="_blank">', "</a>"


_MADE: dict[str, Callable[[str], tuple[str, str] | None]] = {"spoiler": _spoiler, "color": _colour, "url": _link}
