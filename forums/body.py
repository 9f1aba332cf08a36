"""A post's HTML to its marks and lines, as a browser shows them (V1, V2, V11, E8).

Knows elements, colours and white space; knows no forum (that is the `Profile`) and no rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

import lxml.html
import msgspec
from lxml.etree import ParserError
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.posts import Body, Line, Mark, MarkKind
from engine.times import Interval
from forums.colour import css_colour, font_colour, parse_style
from forums.profile import GENERIC, Attributes, Profile, Role, seconds_of

BLOCKS = frozenset(
    "p div li ul ol dl dt dd tr table tbody thead td th h1 h2 h3 h4 h5 h6 hr section article header footer aside "
    "details summary figure center fieldset blockquote pre".split()
)
_SPACE = re.compile(r"\s+")
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u00ad]")
_RAW_STRIKE = re.compile(r"\[(/?)(?:s|strike|del)\]", re.IGNORECASE)
_EMOJI = (
    "\U0001f000-\U0001faff\U0001fb00-\U0001fbff\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf\u2900-\u297f"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\ufe0e\ufe0f\u200d\u20e3\U000e0020-\U000e007f"
)
_EDGE = re.compile(rf"^[\s{_EMOJI}?]+|[\s{_EMOJI}?]+$")
_DEPTH = 400  #: deeper than this nobody nests by hand; what lies below is not read but makes the marks unclear


class Look(NamedTuple):
    """How a stretch of text is shown."""

    colour: str | None = None
    bold: bool = False
    struck: bool = False
    spoiler: bool = False
    tag: int = 0  #: number of the vote tag that holds it; 0 = none
    hidden: bool = False  #: shown too small or not at all
    href: str | None = None


class Piece(NamedTuple):
    """A stretch of text of one look; "\\n" is a line break."""

    text: str
    look: Look
    merge: bool = False  #: the software's separator stands here (E8)


class _Collector:
    """Walks a tree of either parser and keeps its shown text as pieces."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.pieces: list[Piece] = []
        self.tags = 0
        self.too_deep = False

    def text(self, text: str, look: Look) -> None:
        if text:
            self.pieces.append(Piece(_SPACE.sub(" ", text), look))

    def line_break(self, look: Look) -> None:
        if self.pieces:
            self.pieces.append(Piece("\n", look))

    def enter(self, tag: str, attributes: Attributes, look: Look) -> Look | None:
        """The look inside an element, or None where nothing of it is read."""
        role = self.profile.role(tag, attributes)
        if role is Role.SKIP:
            self.line_break(look._replace(colour=None)) if tag in BLOCKS else self.text(" ", Look())
            return None
        if role is Role.MERGED:
            self.pieces.append(Piece("\n", Look(), merge=True))
            return None if tag == "hr" else look
        if tag == "br":
            self.line_break(look)
            return None
        if tag == "img":
            self.text(" ", look)
            return None
        if role is Role.STRUCK:
            look = look._replace(struck=True)
        elif role is Role.BOLD:
            look = look._replace(bold=True)
        elif role is Role.SPOILER:
            look = look._replace(spoiler=True)
        elif role is Role.VOTE_TAG:
            self.tags += 1
            look = look._replace(tag=self.tags)
        if tag == "a" and attributes.get("href"):
            look = look._replace(href=attributes["href"])
        if tag == "font" and attributes.get("color"):
            look = look._replace(colour=font_colour(attributes["color"] or "") or look.colour)
        if style := attributes.get("style"):
            look = _styled(style, look)
        return look


def _styled(style: str, look: Look) -> Look:
    rules = parse_style(style)
    if "color" in rules:
        look = look._replace(colour=css_colour(rules["color"]) or look.colour)
    if "line-through" in rules.get("text-decoration", "") + rules.get("text-decoration-line", ""):
        look = look._replace(struck=True)
    if weight := rules.get("font-weight"):
        look = look._replace(bold=weight in ("bold", "bolder") or (weight.isdigit() and int(weight) >= 600))
    if rules.get("display") == "none":
        # Boards make spoilers of their own out of hidden blocks and a button (V2).
        look = look._replace(spoiler=True)
    if _too_small(rules) or rules.get("visibility") == "hidden" or rules.get("opacity") in ("0", "0.0", "0%"):
        look = look._replace(hidden=True)
    return look


def _too_small(rules: dict[str, str]) -> bool:
    found = re.match(r"([\d.]+)(px|pt|em|rem|%|)$", rules.get("font-size", ""))
    if not found or not found[1].strip("."):
        return False
    try:
        return float(found[1]) < {"em": 0.25, "rem": 0.25, "%": 25}.get(found[2], 4)
    except ValueError:
        return False


def _walk_lxml(element: Any, collector: _Collector, look: Look, depth: int = 0) -> None:
    if depth > _DEPTH:
        collector.too_deep = True
        return
    if element.text:
        collector.text(element.text, look)
    for child in element:
        tag = child.tag
        if isinstance(tag, str):
            block = tag in BLOCKS
            if block:
                collector.line_break(look)
            inner = collector.enter(tag, child.attrib, look)
            if inner is not None:
                _walk_lxml(child, collector, inner, depth + 1)
            if block:
                collector.line_break(look)
        if child.tail:
            collector.text(child.tail, look)


def _walk_lexbor(node: LexborNode, collector: _Collector, look: Look, depth: int = 0) -> None:
    if depth > _DEPTH:
        collector.too_deep = True
        return
    child = node.child
    while child is not None:
        tag = child.tag
        if tag == "-text":
            collector.text(child.text_content or "", look)
        elif tag is not None and not tag.startswith("-"):
            block = tag in BLOCKS
            if block:
                collector.line_break(look)
            inner = collector.enter(tag, child.attributes, look)
            if inner is not None:
                _walk_lexbor(child, collector, inner, depth + 1)
            if block:
                collector.line_break(look)
        child = child.next


def _raw_strikes(pieces: list[Piece]) -> list[Piece]:
    """Applies `[s]…[/s]` that a forum left unparsed: what stands between a pair is struck, the tags are gone."""
    if not any("[/" in piece.text for piece in pieces):
        return pieces
    whole = "".join(piece.text for piece in pieces)
    opened: list[re.Match[str]] = []
    pairs: list[tuple[re.Match[str], re.Match[str]]] = []
    for found in _RAW_STRIKE.finditer(whole):
        if not found[1]:
            opened.append(found)
        elif opened:
            pairs.append((opened.pop(), found))
    if not pairs:
        return pieces
    gone = {i for pair in pairs for tag in pair for i in range(tag.start(), tag.end())}
    struck = {i for first, last in pairs for i in range(first.end(), last.start())}
    changed, offset = [], 0
    for piece in pieces:
        changed += list(_split(piece, offset, gone, struck))
        offset += len(piece.text)
    return changed


def _split(piece: Piece, offset: int, gone: set[int], struck: set[int]) -> Iterator[Piece]:
    start = 0
    kinds = [(i in gone, i in struck) for i in range(offset, offset + len(piece.text))]
    for i in range(1, len(kinds) + 1):
        if i == len(kinds) or kinds[i] != kinds[start]:
            if not kinds[start][0]:
                look = piece.look._replace(struck=True) if kinds[start][1] else piece.look
                yield piece._replace(text=piece.text[start:i], look=look)
            start = i


class _Later(NamedTuple):
    late: bool = False
    at: Interval | None = None


class _Reader:
    """Makes lines and marks out of pieces."""

    def __init__(self, pieces: list[Piece], profile: Profile, at: Interval | None) -> None:
        self.pieces = pieces
        self.at = at
        self.lines: list[list[int]] = [[]]
        self.line_of: list[int] = []
        for index, piece in enumerate(pieces):
            self.line_of.append(len(self.lines) - 1)
            if piece.text == "\n":
                self.lines.append([])
            else:
                self.lines[-1].append(index)
        self.later = self._find_merges(profile)

    def _find_merges(self, profile: Profile) -> list[_Later]:
        """For each line, whether it stands below a merge notice, and since when (E8)."""
        state, found = _Later(), []
        for indices in self.lines:
            first = indices[0] if indices else None
            text = self._text(indices)
            notice = profile.merged_line and text and profile.merged_line.fullmatch(text)
            if notice:
                state = _Later(True, self._after(seconds_of(notice), state))
            elif first is not None and any(self.pieces[i].merge for i in range(self._break_before(first), first)):
                state = _Later(True, None)
            found.append(_Later() if notice else state)
        return found

    def _break_before(self, index: int) -> int:
        while index > 0 and self.pieces[index - 1].text == "\n":
            index -= 1
        return index

    def _after(self, passed: tuple[int, int] | None, before: _Later) -> Interval | None:
        """When a part was added: that long after the post, or after the part before it (software differs)."""
        if passed is None or self.at is None:
            return None
        amount, unit = (timedelta(seconds=part) for part in passed)
        last = before.at or self.at
        return Interval(self.at.earliest + amount, last.latest + amount + unit)

    def _text(self, indices: list[int], *, struck: bool = False) -> str:
        pieces = (self.pieces[i] for i in indices)
        return fold("".join(piece.text for piece in pieces if struck or not piece.look.struck))

    def body(self) -> Body:
        marks = [*self._runs(_by_colour), *self._runs(_by_bold), *self._runs(_by_tag)]
        marks.sort(key=lambda found: found[0])
        lines: list[Line] = []
        places: dict[int, int] = {}
        for number, indices in enumerate(self.lines):
            if text := self._text(indices):
                places[number] = len(lines)
                spoiler = all(self.pieces[i].look.spoiler for i in indices if self.pieces[i].text.strip())
                later = self.later[number]
                lines.append(Line(text, spoiler=spoiler, late=later.late, late_at=later.at))
        placed = tuple(msgspec.structs.replace(mark, line=places.get(mark.line, 0)) for _, mark in marks)
        return Body(placed, tuple(lines), merged=any(later.late for later in self.later))

    def _runs(self, kind: Any) -> Iterator[tuple[tuple[int, int], Mark]]:
        start = 0
        count = len(self.pieces)
        while start < count:
            key = kind(self.pieces[start].look)
            end = start + 1
            while end < count and kind(self.pieces[end].look) == key and not self._merge_between(start, end):
                end += 1
            if key is not None and (mark := self._mark(start, end, key)) is not None:
                yield (start, end), mark
            start = end

    def _merge_between(self, start: int, end: int) -> bool:
        return self.later[self.line_of[start]] != self.later[self.line_of[end]]

    def _mark(self, start: int, end: int, key: tuple[Any, ...]) -> Mark | None:
        pieces = self.pieces[start:end]
        raw = "".join(piece.text for piece in pieces)
        text = trim(raw)
        if not text:
            return None
        first = next(i for i in range(start, end) if self.pieces[i].text.strip())
        last = next(i for i in range(end - 1, start - 1, -1) if self.pieces[i].text.strip())
        look, later = pieces[first - start].look, self.later[self.line_of[first]]
        hrefs = {piece.look.href for piece in pieces if piece.text.strip()}
        return Mark(
            text,
            kind=key[0],
            colour=key[1] if key[0] is MarkKind.COLOUR else None,
            struck=look.struck,
            spoiler=look.spoiler,
            late=later.late,
            late_at=later.at,
            unclear=any(piece.look.hidden for piece in pieces if piece.text.strip()),
            damaged="\ufffd" in raw,
            before=self._text([i for i in self.lines[self.line_of[first]] if i < first]),
            after=self._text([i for i in self.lines[self.line_of[last]] if i > last]),
            line=self.line_of[first],
            href=hrefs.pop() if len(hrefs) == 1 else None,
        )


def _by_colour(look: Look) -> tuple[Any, ...] | None:
    return (MarkKind.COLOUR, look.colour, look.struck, look.spoiler) if look.colour else None


def _by_bold(look: Look) -> tuple[Any, ...] | None:
    return (MarkKind.BOLD, look.struck, look.spoiler) if look.bold else None


def _by_tag(look: Look) -> tuple[Any, ...] | None:
    return (MarkKind.TAG, look.tag, look.struck, look.spoiler) if look.tag else None


def fold(text: str) -> str:
    """Text with white space folded to single blanks and invisible characters off."""
    return _SPACE.sub(" ", _INVISIBLE.sub("", text)).strip()


def trim(text: str) -> str:
    """A mark's text: folded, and emoji and their stand-ins (`?` on forums that cannot store them) off at the ends."""
    return _EDGE.sub("", fold(text))


def _read(collector: _Collector, at: Interval | None) -> Body:
    body = _Reader(_raw_strikes(collector.pieces), collector.profile, at).body()
    return _all_unclear(body) if collector.too_deep else body


def _all_unclear(body: Body) -> Body:
    marks = tuple(msgspec.structs.replace(mark, unclear=True) for mark in body.marks)
    return msgspec.structs.replace(body, marks=marks)


def body_of(element: Any, again: LexborNode | None, profile: Profile, at: Interval | None = None) -> Body:
    """The body of a post from its element in lxml's tree and the same element in the HTML5 parser's.

    The second tree, what a browser shows, has the last word; a mark on which the two disagree is `unclear`, and every
    mark is where the second tree does not have the element (`again` None). `at`: when the post was posted, for merge
    notices that tell "added N minutes later".
    """
    collector = _Collector(profile)
    _walk_lxml(element, collector, Look())
    body = _read(collector, at)
    if not body.marks:
        return body
    if again is None:
        return _all_unclear(body)
    second = _Collector(profile)
    _walk_lexbor(again, second, Look())
    return _agreed(body, _read(second, at))


def _agreed(first: Body, second: Body) -> Body:
    if first.marks == second.marks:
        return second
    marks = [mark if mark in first.marks else msgspec.structs.replace(mark, unclear=True) for mark in second.marks]
    marks += [msgspec.structs.replace(mark, unclear=True) for mark in first.marks if mark not in second.marks]
    return msgspec.structs.replace(second, marks=tuple(marks))


def read_body(html: str, profile: Profile = GENERIC, at: Interval | None = None) -> Body:
    """The body of a post given as an HTML fragment, as `body_of` reads one on a page. Raises nothing."""
    wrapped = f"<div>{html}</div>"
    try:
        element = lxml.html.fragment_fromstring(wrapped, create_parent="div")
    except ParserError:
        return Body()
    return body_of(element, LexborHTMLParser(f"<!DOCTYPE html><body>{wrapped}</body>").body, profile, at)
