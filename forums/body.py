"""A post's text reduced to what rules may ask about: marks and lines.

Knows how pieces of shown text make marks (V1, V2), lines and merged parts (E8). Must not know pages or rules of games.
A body that holds a mark is read twice: in lxml's tree and in Lexbor's, which is built as browsers build it. Where
the two disagree the browser's reading stands and the mark is `unclear`, a ruling.

Text that nobody can see (size 0, transparent, not displayed and not in a spoiler) belongs to no line; a mark in it is
kept and `unclear`, so that it neither counts nor vanishes; so is one below the head of a quote whose box is not known,
or in what may be a signature, and so are lines there. White on white is a colour like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile

import msgspec
from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.posts import Body, Line, Mark, MarkKind
from engine.times import Interval
from forums.dates import later_by
from forums.flow import BREAK, HEAD, MERGE, PLAIN, Flow, Look, Piece
from forums.heads import first_head
from forums.profile import GENERIC, Profile
from forums.strikes import raw_strikes
from forums.trees import tree_of

#: How much of its line a mark carries on either side.
CONTEXT = 200

_EMOJI = (
    "(?:[\U0001f000-\U0001faff\U000e0020-\U000e007f\ufe0f\u200d\u20e3\u200b\ufeff]|[\u2190-\u2bff\u3030\u303d]\ufe0f|[?]{2,}|[\u2728\u2764\u2b50\u26a1\u2705\u274c\u2753\u2757]"
    "|[\\s\u00a0])+"
)
_FIRST_EMOJI = "\u2000"  #: none of these signs comes before it, the question mark apart
_HEAD = re.compile(r"\A" + _EMOJI)
_TAIL = re.compile(_EMOJI + r"\Z")
_EMPTY = Body()


def read_body(html: str, profile: Profile = GENERIC, *, at: Interval | None = None) -> Body:
    """The marks and lines of one body, given as HTML without its frame.

    `at` is when the post was posted (UTC): parts merged later get their times from it (E8).
    """
    if not html.strip():
        return _EMPTY
    root, whole = tree_of(f"<div>{html}</div>".encode("utf-8", "replace"))

    def browser() -> LexborNode | None:
        return LexborHTMLParser(f"<!DOCTYPE html><body><div>{html}</div>").body

    node = browser() if root is None or not whole else None
    if node is not None:
        # Only one of the two parsers has read it to its end.
        body = _Assembly(profile, at).body(flow_of(profile).of_lexbor(node))
        return msgspec.structs.replace(body, marks=tuple(_unclear(mark) for mark in body.marks))
    return body_of(root, browser, profile, at) if root is not None else _EMPTY


def body_of(
    element: etree._Element,
    browser: Callable[[], LexborNode | None],
    profile: Profile,
    at: Interval | None = None,
    html: str | None = None,
) -> Body:
    """The body that an element of lxml's tree holds; if it holds a mark, as the browser's tree has it.

    `browser` gives the same body in Lexbor's tree when asked; None there makes every mark unclear. `html` is the
    element written out by lxml, where that is at hand.
    """
    flow = flow_of(profile)
    pieces = flow.of_lxml(element)
    body = _Assembly(profile, at).body(pieces)
    if not body.marks:
        return body
    node = browser()
    if node is None:
        return msgspec.structs.replace(body, marks=tuple(_unclear(mark) for mark in body.marks))
    if html is not None and _is_same_tree(html, node):
        return body
    as_shown = flow.of_lexbor(node)
    if as_shown == pieces:
        return body
    shown = _Assembly(profile, at).body(as_shown)
    if _same(body.marks, shown.marks):
        return shown
    return msgspec.structs.replace(shown, marks=tuple(_agreed(body.marks, shown.marks)))


def _is_same_tree(html: str, node: LexborNode) -> bool:
    """Whether Lexbor's tree is lxml's too: written out, both are the same HTML. In a few elements that nobody uses any
    more the same HTML may stand for tags in one tree and for text in the other."""
    if "<no" in html or "<plaintext" in html:
        return False
    return html.replace("\xa0", "&nbsp;") == node.html


@lru_cache(maxsize=64)
def flow_of(profile: Profile) -> Flow:
    """The reader of a profile, made once."""
    return Flow(profile)


def _essence(mark: Mark) -> tuple[object, ...]:
    return mark.text, mark.kind, mark.colour, mark.struck, mark.spoiler, mark.late, mark.unclear


def _same(ours: Sequence[Mark], theirs: Sequence[Mark]) -> bool:
    return [_essence(mark) for mark in ours] == [_essence(mark) for mark in theirs]


def _last(text: str, lines: Sequence[Line]) -> int | None:
    """The place of the last line of that text."""
    return next((place for place in range(len(lines) - 1, -1, -1) if lines[place].text == text), None)


def _below(first: int, marks: Sequence[Mark], lines: Sequence[Line]) -> tuple[tuple[Mark, ...], tuple[Line, ...]]:
    """The marks and lines, unclear from line `first` on."""
    return (
        tuple(_unclear(mark) if mark.line >= first else mark for mark in marks),
        (*lines[:first], *(msgspec.structs.replace(line, unclear=True) for line in lines[first:])),
    )


def _unclear(mark: Mark) -> Mark:
    return msgspec.structs.replace(mark, unclear=True)


def _agreed(ours: Sequence[Mark], theirs: Sequence[Mark]) -> list[Mark]:
    """The browser's marks: those before and after the place of disagreement as they are, those in it unclear."""
    head = _common(ours, theirs)
    tail = min(_common(ours[::-1], theirs[::-1]), min(len(ours), len(theirs)) - head)
    middle = theirs[head : len(theirs) - tail] or ours[head : len(ours) - tail]
    return [*theirs[:head], *map(_unclear, middle), *theirs[len(theirs) - tail :]]


def _common(ours: Sequence[Mark], theirs: Sequence[Mark]) -> int:
    pairs = zip(ours, theirs, strict=False)
    return sum(1 for _ in takewhile(lambda pair: _essence(pair[0]) == _essence(pair[1]), pairs))


#: What must stay the same for a run to go on: its colour, whether it is struck, in a spoiler, unclear.
_Key = tuple[str | None, bool, bool, bool]
_NO_KEYS: Mapping[MarkKind, _Key] = {}


class _Run:
    """A mark in the making: where it begins and the pieces it has so far."""

    __slots__ = ("hrefs", "key", "line", "parts", "place", "text")

    def __init__(self, key: _Key, line: int, place: int) -> None:
        self.key = key
        self.line = line
        self.place = place  #: index of its first part in its line
        self.text: list[str] = []
        self.parts: list[tuple[int, int]] = []  #: (line, index) of each of its parts
        self.hrefs: set[str | None] = set()


#: A run that has ended, its kind, whether it stands below a notice "merged later", and when that was.
_Done = tuple[_Run, MarkKind, bool, Interval | None]


class _OpenLine:
    """A line in the making."""

    __slots__ = ("late", "late_at", "parts", "spoiler", "unclear")

    def __init__(self, spoiler: bool, late: bool, late_at: Interval | None) -> None:
        self.parts: list[str] = []
        self.spoiler = spoiler
        self.late = late
        self.late_at = late_at
        self.unclear = False


class _Assembly:
    """Puts pieces together. One use each."""

    def __init__(self, profile: Profile, at: Interval | None) -> None:
        self.notice = _notice(profile.merge_notice) if profile.merge_notice else None
        self.notice_colours = profile.merge_colours
        self.plain_notice = _notice(profile.merge_line) if profile.merge_line else None
        self.rule = profile.rule
        self.at = at
        self.late = False
        self.late_at: Interval | None = None
        self.lines: list[_OpenLine] = []
        self.fresh = True  #: the next text begins a line
        self.open: dict[MarkKind, _Run] = {}
        self.done: list[_Done] = []
        self.doubtful: int | None = None  #: the first line below the head of a quote whose box is not known

    def body(self, pieces: list[Piece]) -> Body:
        if any("[/" in text for text, _ in pieces):
            pieces = raw_strikes(pieces)
        for text, look in pieces:
            if text == BREAK:
                self._break(look)
            elif text == MERGE:
                self._break(look)
                self._merged(None)
            elif text == HEAD:
                self._headed()
            else:
                self._text(text, look)
        if self.open:
            self._end_runs(_NO_KEYS)
        if len(self.done) > 1:
            self.done.sort(key=_place)
        marks = tuple([mark for run in self.done if (mark := self._mark(*run)) is not None])
        lines = tuple([Line(_folded("".join(o.parts)), o.spoiler, o.late, o.late_at, o.unclear) for o in self.lines])
        head = first_head(line.text for line in lines)
        rule = _last(self.rule, lines) if self.rule is not None else None
        doubtful = [place + 1 for place in (head, rule) if place is not None]
        if self.doubtful is not None:
            doubtful.append(self.doubtful)
        if doubtful:
            marks, lines = _below(min(doubtful), marks, lines)
        return Body(marks, lines, self.late)

    def _break(self, look: Look) -> None:
        """A line ends. A run goes on over it if the break itself stands in the run (V1)."""
        if self.open:
            self._end_runs(_keys(look))
            for run in self.open.values():
                run.text.append(" ")
        if self.plain_notice is not None and not self.fresh:
            parts = self.lines[-1].parts
            if self.plain_notice.fullmatch(_folded("".join(parts))):
                parts[:] = [""] * len(parts)
                self._merged(None)
        self.fresh = True

    def _headed(self) -> None:
        """What follows may be somebody else's words (V2)."""
        self._end_runs(_NO_KEYS)
        self.fresh = True
        if self.doubtful is None:
            self.doubtful = len(self.lines)

    def _text(self, text: str, look: Look) -> None:
        keys = _NO_KEYS if look is PLAIN else _keys(look)
        if self.open:
            self._end_runs(keys)
        if self.fresh:
            if not self.open and (not text or text.isspace()):
                return
            self.lines.append(_OpenLine(look.spoiler, self.late, self.late_at))
            self.fresh = False
        here = self.lines[-1]
        if look.unclear:
            here.unclear = True
        for kind, key in keys.items():
            run = self.open.get(kind)
            if run is None:
                run = self.open[kind] = _Run(key, len(self.lines) - 1, len(here.parts))
            run.text.append(text)
            run.parts.append((len(self.lines) - 1, len(here.parts)))
            run.hrefs.add(look.href)
        here.parts.append("" if look.struck or look.hidden else text)

    def _end_runs(self, keys: Mapping[MarkKind, _Key]) -> None:
        """Ends the runs that do not go on in text of these keys."""
        for kind in [kind for kind, run in self.open.items() if run.key != keys.get(kind)]:
            self._close(kind)

    def _close(self, kind: MarkKind) -> None:
        run = self.open.pop(kind)
        if kind is MarkKind.COLOUR and self.notice and (not self.notice_colours or run.key[0] in self.notice_colours):
            found = self.notice.fullmatch(_folded("".join(run.text)))
            if found:
                for line, place in run.parts:
                    self.lines[line].parts[place] = ""
                self._merged(found.groupdict().get("after"))
                return
        self.done.append((run, kind, self.late, self.late_at))

    def _merged(self, after: str | None) -> None:
        """What follows was added later (E8); `after` says how much later in the forum's words, where it says so."""
        added = later_by(self.at, after, since=self.late_at) if self.at and after else None
        self.late, self.late_at = True, added
        self.fresh = True

    def _mark(self, run: _Run, kind: MarkKind, late: bool, late_at: Interval | None) -> Mark | None:
        text = _trimmed("".join(run.text))
        if not text:
            return None
        colour, struck, spoiler, unclear = run.key
        end_line, end = run.parts[-1]
        return Mark(
            text,
            kind,
            colour,
            struck=struck,
            spoiler=spoiler,
            late=late,
            late_at=late_at,
            unclear=unclear,
            damaged="\ufffd" in text,
            before=_before(self.lines[run.line].parts, run.place),
            after=_after(self.lines[end_line].parts, end + 1),
            line=run.line,
            href=next(iter(run.hrefs)) if len(run.hrefs) == 1 else None,
        )


@lru_cache(maxsize=64)
def _notice(words: str) -> re.Pattern[str]:
    return re.compile(words, re.I)


@lru_cache(maxsize=1024)
def _keys(look: Look) -> Mapping[MarkKind, _Key]:
    """By kind of mark: what must stay the same for a run to go on."""
    rest = (look.struck, look.spoiler, look.hidden or look.unclear)
    kinds = ((MarkKind.COLOUR, look.colour), (MarkKind.BOLD, look.bold), (MarkKind.TAG, look.vote))
    return {kind: (look.colour if kind is MarkKind.COLOUR else None, *rest) for kind, shown in kinds if shown}


def _place(done: _Done) -> tuple[int, int]:
    return done[0].line, done[0].place


def _folded(text: str) -> str:
    return " ".join(text.split())


def _trimmed(text: str) -> str:
    """A mark's text: white space folded, emoji and what stands for them dropped at the ends."""
    plain = _folded(text)
    if plain.isalnum():
        return plain
    if plain and not _is_letter(plain[0]):
        plain = _HEAD.sub("", plain)
    return _TAIL.sub("", plain) if plain and not _is_letter(plain[-1]) else plain


def _is_letter(sign: str) -> bool:
    """Whether a sign at the end of a mark is surely none that may be dropped."""
    return sign < _FIRST_EMOJI and sign != "?"


def _before(parts: list[str], place: int) -> str:
    if not place:
        return ""
    taken: list[str] = []
    length = 0
    while place and length < CONTEXT:
        place -= 1
        taken.append(parts[place])
        length += len(parts[place])
    return _folded("".join(reversed(taken)))[-CONTEXT:]


def _after(parts: list[str], place: int) -> str:
    if place == len(parts):
        return ""
    taken: list[str] = []
    length = 0
    while place < len(parts) and length < CONTEXT:
        taken.append(parts[place])
        length += len(parts[place])
        place += 1
    return _folded("".join(taken))[:CONTEXT]
