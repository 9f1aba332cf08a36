"""Bytes of a page to text.

Knows labels of encodings and which of them to believe; must not know any forum software. The order is: a byte order
mark, valid multi-byte UTF-8, the `Content-Type` header, the page's own `meta` (both strictly), and only where nothing
is declared a guess. Text that fits no declared encoding is read with U+FFFD in the place of what could not be read, and
flagged, so that a mark with such a sign in it becomes a ruling.
"""

from __future__ import annotations

import codecs
import logging
import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

#: How much of the page's beginning may hold its `meta` declaration.
META_REACH = 8192
#: How much of a page is looked at to guess its encoding: all of it, unless it is very long.
GUESS_REACH = 2_000_000
#: A page is damaged UTF-8 if so many of its non-ASCII letters are valid for each place that is not.
VALID_FOR_EACH_BROKEN = 20

_META = re.compile(
    rb"""<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)""", re.I
)
_HEADER = re.compile(r"""charset\s*=\s*["']?\s*([\w.:-]+)""", re.I)
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


class Decoded(Struct, frozen=True):
    """A page's text."""

    text: str
    encoding: str
    damaged: bool = False  #: some bytes could not be read; U+FFFD stands for them


def decode(content: bytes, headers: Mapping[str, str] | None = None) -> Decoded:
    """The text of `content`, with the encoding taken from what deserves belief most (DESIGN.md, "The way of the data").

    `headers` have lower-case names. Never fails; what cannot be read is flagged as damaged.
    """
    for bom, name in _BOMS:
        if content.startswith(bom):
            return _replacing(content[len(bom) :], name)
    if content.isascii():
        return Decoded(content.decode("ascii"), "ascii")
    try:
        return Decoded(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        pass
    almost = content.decode("utf-8", "replace")
    if _mostly_utf8(almost):
        return Decoded(almost, "utf-8", damaged=True)
    labels = list(declared(content, headers or {}))
    for name in labels:
        try:
            return Decoded(content.decode(name), name)
        except UnicodeDecodeError:
            continue
    return _replacing(content, labels[0]) if labels else _guess(content)


def _replacing(content: bytes, name: str) -> Decoded:
    text = content.decode(name, "replace")
    return Decoded(text, name, damaged="\ufffd" in text)


def _mostly_utf8(text: str) -> bool:
    """Whether a text decoded with replacements is UTF-8 in which a few bytes went wrong."""
    broken = text.count("\ufffd")
    foreign = len(text) - len(text.encode("ascii", "ignore")) - broken
    return foreign > broken * VALID_FOR_EACH_BROKEN


def declared(content: bytes, headers: Mapping[str, str]) -> Iterator[str]:
    """Names of the encodings that header and page declare, in order of belief; labels unknown to browsers are passed
    over, and the others mean what they mean to them (WHATWG Encoding): iso-8859-1 is windows-1252."""
    import webencodings

    labels = []
    if told := _HEADER.search(headers.get("content-type", "")):
        labels.append(told[1])
    if meta := _META.search(content, 0, META_REACH):
        labels.append((meta[1] or meta[2]).decode("ascii", "replace"))
    for label in labels:
        found = webencodings.lookup(label)
        # A page whose declaration could be read as ASCII is no UTF-16.
        if found is not None and not found.name.startswith(("utf-16", "replacement", "x-user-defined")):
            yield "gb18030" if found.name == "gbk" else found.codec_info.name


def _guess(content: bytes) -> Decoded:
    """A guess, for pages that declare nothing that could be true."""
    from bs4.dammit import UnicodeDammit

    # Damage is told with the page and its marks; a line in the log would only disturb the terminal.
    logging.getLogger("bs4.dammit").setLevel(logging.ERROR)
    found = UnicodeDammit(content[:GUESS_REACH], is_html=True)
    if found.unicode_markup and found.original_encoding and not found.contains_replacement_characters:
        if len(content) <= GUESS_REACH:
            return Decoded(found.unicode_markup, found.original_encoding)
        return _replacing(content, found.original_encoding)
    return _replacing(content, "utf-8")
