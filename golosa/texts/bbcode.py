"""BBCode that a nick or a quoted text cannot break, posts cut to a forum's length, posts as plain text.

Knows tags, not games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

WORD_JOINER = "\u2060"
#: Tags that forums know.
TAGS = (
    "abbr align anchor attach attachment b bold br center code color colour del email flash font google h1 h2 h3 h4 "
    "hide hr html i iframe img indent ins justify left li list mark media mention noparse offtopic ol php post pre "
    "quote right rtl s size sp spoil spoiler strike sub sup table td th topic tr tt u ul url user video vote youtube"
).split()
# Patterns as text, for `re` to compile when the first text asks for one: few posts are cut, few nicks hold a bracket.
#: The head of a real tag: one that ends, that takes a value, or that a later "]" of the post could end.
_TAG = rf"(?i)\[(?=/?(?:{'|'.join(TAGS)})(?:\s*\]|\s*=|\s+[a-z]+\s*=|\s*$)|\*\])"
#: The tags that our templates write and that may stay open over a line's end.
_PAIR = r"(?i)\[(/?)(b|i|u|s|list|quote|spoiler|size|color|code)(?:=[^\]]*)?\]"
#: Where a line may be cut: a blank outside tags and links.
_PIECE = r"\[url=[^\]]*\].*?\[/url\]\S*|\[[^\[\]]*\]|[^\s\[]+|\[|\s+"


def safe(text: str) -> str:
    """A text that shows as it is inside a post: real tags are broken by an invisible sign, all else stays.

    Line breaks and signs that turn the direction of writing are dropped, so that a nick stays within its line.
    """
    if not text.isprintable():
        text = re.sub(r"[\r\n\t\u0085\u2028\u2029]+", " ", text)
        text = re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x08\x0b-\x1f\x7f]", "", text)
    return re.sub(_TAG, "[" + WORD_JOINER, text) if "[" in text else text


def safe_lines(text: str) -> str:
    """`safe` for a text of several lines, whose line ends stay."""
    return "\n".join(safe(line) for line in text.splitlines())


def link(text: str, url: str | None) -> str:
    """A text as a link; plain where there is no address, or one that could end the tag."""
    if not url or not re.fullmatch(r"https?://[^\s\[\]\"'<>]+", url):
        return safe(text)
    return f"[url={url}]{safe(text)}[/url]"


def plain_text(post: str) -> str:
    """A post of ours without its BBCode, for a mail or a messenger: addresses stand behind their texts."""
    text = re.sub(r"\[url=([^\]]*)\](.*?)\[/url\]", r"\2 (\1)", post)
    text = text.replace("[*]", "• ")
    text = re.sub(rf"\[/?(?:{'|'.join(TAGS)})(?:=[^\]]*)?\]\n?", _without_its_line, text, flags=re.IGNORECASE)
    return re.sub(r"\n{3,}", "\n\n", text).replace(WORD_JOINER, "")


def _without_its_line(tag: re.Match[str]) -> str:
    """A tag alone on its line goes with the line."""
    alone = tag.start() == 0 or tag.string[tag.start() - 1] == "\n"
    return "" if alone and tag[0].endswith("\n") else "\n" * tag[0].count("\n")


def split(text: str, longest: int) -> tuple[str, ...]:
    """A post cut into posts of at most `longest` characters, at line ends or, in a longer line, at blanks.

    No tag and no link is cut in two; tags open at a cut are closed and opened again. A single word or link that is
    longer stays whole.
    """
    if len(text) <= longest:
        return (text,)
    posts: list[str] = []
    body = start = ""
    opened: list[str] = []
    for piece in _pieces(text, longest):
        after = list(opened)
        _follow(piece, after)
        if body.strip() and len(start + body + piece + _closed(after)) > longest:
            posts.append(start + body.strip("\n ") + _closed(opened))
            start = _started(opened, body)
            body, piece = "", piece.lstrip("\n ")
        body += piece
        opened = after
    posts.append(start + body.strip("\n "))
    return tuple(post for post in posts if _shows(post))


def _started(opened: list[str], before: str) -> str:
    """What a post begins with after a cut; an item of a list that was cut in its middle goes on as one."""
    in_item = not before.endswith("\n")
    return "".join(f"{tag}[*]" if in_item and _name(tag) == "list" else tag for tag in opened)


def _pieces(text: str, longest: int) -> Iterator[str]:
    """Lines with their ends; a line too long for a post of its own as words, links and tags."""
    for line in text.splitlines(keepends=True):
        if len(line) <= longest // 2:
            yield line
        else:
            yield from re.findall(_PIECE, line)


def _shows(post: str) -> bool:
    return bool(re.sub(_PAIR, "", post).replace("[*]", "").strip())


def _follow(piece: str, opened: list[str]) -> None:
    """Brings the stack of open tags past a piece."""
    for found in re.finditer(_PAIR, piece):
        name = found[2].lower()
        if opened and _name(opened[-1]) == "code" and not (found[1] and name == "code"):
            continue  # inside code everything is text
        if not found[1]:
            opened.append(found[0])
        elif opened and _name(opened[-1]) == name:
            opened.pop()


def _name(tag: str) -> str:
    return re.sub(r"=.*", "", tag.strip("[]")).lower()


def _closed(opened: list[str]) -> str:
    return "".join(f"[/{_name(tag)}]" for tag in reversed(opened))
