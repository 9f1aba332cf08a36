"""A posted count as lines of plain text: BBCode and HTML taken off. Knows markup, no names and no counts."""

from __future__ import annotations

import html
import re

from golosa.texts.bbcode import TAGS

_HTML = re.compile(r"</?(?:br|p|div|table|tr|td|b|strong|i|em|a|ul|ol|li|span|font)\b[^>]*>", re.IGNORECASE)
_PAGE = re.compile(r"\s*(?:<!doctype|<html\b)", re.IGNORECASE)
_STRUCK = re.compile(r"\[(s|strike|del)\].{0,1000}?\[/\1\]", re.IGNORECASE | re.DOTALL)
_BREAKS = re.compile(
    r"[ \t]*\n?\[(?:\*|br|hr|/?(?:li|table|tr|center|code)|/?list(?:=[^\]]*)?|/?quote(?:=[^\]]*)?)\]\n?",
    re.IGNORECASE,
)
_CELL = re.compile(r"\[/t[dh]\]\s*(?=\[t[dh]\b)", re.IGNORECASE)
_TAG = re.compile(rf"\[/?(?:{'|'.join(TAGS)}|b|i|u)(?:=[^\]\n]{{0,500}})?\]", re.IGNORECASE)
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff\u00ad]")


def is_page(text: str) -> bool:
    """Whether a text is a whole page of HTML, and no post."""
    return _PAGE.match(text) is not None


def is_html(text: str) -> bool:
    """Whether a text is the HTML of a post."""
    return _HTML.search(text) is not None


def lines_of(text: str) -> list[str]:
    """The lines of a text without its BBCode; what is struck through is left out, blanks at the ends too."""
    text = _STRUCK.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _BREAKS.sub("\n", _CELL.sub(" | ", text))
    text = _INVISIBLE.sub("", html.unescape(_TAG.sub("", text)))
    return [line.replace("\u00a0", " ").strip() for line in text.split("\n")]
