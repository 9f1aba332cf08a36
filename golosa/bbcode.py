"""BBCode that a nick or a quoted text cannot break, and posts cut to a forum's length. Knows tags, not games."""

from __future__ import annotations

import re

WORD_JOINER = "\u2060"
_TAGS = (
    "abbr align anchor attach b bold br center code color colour del email font google h1 h2 h3 h4 hide hr html i "
    "img indent ins justify left li list media mention noparse offtopic ol php post pre quote right s size sp spoiler "
    "spoil strike sub sup table td th topic tr tt u ul url user video vote youtube"
).split()
_TAG = re.compile(rf"\[(?=/?(?:{'|'.join(_TAGS)}|\*)(?:[=\s][^\]]*)?\])", re.IGNORECASE)
_OPEN = re.compile(r"\[(/?)(b|i|u|s|list|quote|spoiler|size|color)(?:=[^\]]*)?\]", re.IGNORECASE)


def safe(text: str) -> str:
    """A text that shows as it is inside a post: real tags are broken by an invisible sign, all else stays.

    Line breaks and signs that turn the direction of writing are dropped, so that a nick stays within its line.
    """
    plain = re.sub(r"[\r\n\u2028\u2029]+", " ", text)
    plain = re.sub("[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b-\x1f\x7f]", "", plain)
    return _TAG.sub("[" + WORD_JOINER, plain)


def link(text: str, url: str | None) -> str:
    """A text as a link; plain where there is no address, or one that could end the tag."""
    if not url or not re.fullmatch(r"https?://[^\s\[\]\"'<>]+", url):
        return safe(text)
    return f"[url={url}]{safe(text)}[/url]"


def split(text: str, longest: int) -> tuple[str, ...]:
    """A post cut into posts of at most `longest` characters, at line ends; tags open at a cut are closed and opened
    again. A single line that is longer stays whole in a post of its own."""
    if len(text) <= longest:
        return (text,)
    posts: list[str] = []
    lines: list[str] = []
    opened: list[str] = []
    start: list[str] = []
    for line in text.split("\n"):
        closing = _closed(opened)
        if lines and len("\n".join([*start, *lines, line, *closing])) > longest:
            posts.append("\n".join([*start, *lines, *closing]))
            lines, start = [], list(opened)
        lines.append(line)
        _follow(line, opened)
    posts.append("\n".join([*start, *lines]))
    return tuple(post.strip("\n") for post in posts if post.strip())


def _follow(line: str, opened: list[str]) -> None:
    for found in _OPEN.finditer(line):
        if not found[1]:
            opened.append(found[0])
        elif opened and _name(opened[-1]) == found[2].lower():
            opened.pop()


def _name(tag: str) -> str:
    return re.sub(r"[=\s].*", "", tag.strip("[]")).lower()


def _closed(opened: list[str]) -> list[str]:
    return [f"[/{_name(tag)}]" for tag in reversed(opened)]
