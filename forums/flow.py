"""A body's HTML as a flow of shown text: pieces of text, each with how it is shown, and line breaks.

Knows HTML and CSS as far as they decide what a reader sees; reads both parsers' trees by the same rules. Must not know
marks, times or forum software (that is the profile's).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import Any, NamedTuple

import tinycss2
from lxml import etree
from selectolax.lexbor import LexborNode

from forums.colour import css_colour, font_colour
from forums.profile import Profile


class Look(NamedTuple):
    """How a piece of text is shown."""

    colour: str | None = None
    bold: bool = False
    struck: bool = False
    spoiler: bool = False
    hidden: bool = False  #: in the page, but not to be seen by anybody: size 0, transparent, not displayed
    vote: bool = False  #: in a vote tag
    href: str | None = None
    unclear: bool = False  #: perhaps not the writer's own words


#: A stretch of text of one look, or a sign: the text is then `BREAK`, `MERGE` or `HEAD`.
Piece = tuple[str, Look]


class Left(Enum):
    """What was left out, where that tells of what follows."""

    HEAD = auto()  #: the head of a quote or of code
    BOX = auto()  #: a quote or code


class _Sign(NamedTuple):
    """Something left out: before which piece, and how deep in the tree."""

    left: Left
    place: int
    depth: int


class Effect(NamedTuple):
    """What an element does to the text in it."""

    skip: bool = False
    block: bool = False
    changes: bool = False
    colour: str | None = None
    bold: bool | None = None
    struck: bool = False
    spoiler: bool = False
    concealed: bool = False  #: `display: none`: a spoiler where something can open it
    hidden: bool = False
    vote: bool = False
    box: bool = False  #: a spoiler that is marked up as a quote: a quote directly in it is its content
    quote: bool = False
    unclear: bool = False
    left: Left | None = None  #: what is left out with it


#: Texts of pieces that are no text; no forum shows these signs.
BREAK = "\x1e"
MERGE = "\x1d"
HEAD = "\x1c"  #: the head of a quote or of code that no known box follows: whose words stand below is not known
PLAIN = Look()
_NONE = Effect()
_SKIP = Effect(skip=True)
#: What looks like a quote but begins with something to be clicked is a spoiler (FluxBB by Visman, mybb.ru).
_BOX = Effect(block=True, changes=True, spoiler=True, box=True)

_SKIPPED = frozenset(
    "script style noscript template textarea title head select option svg object iframe video audio canvas math".split()
)
_EMPTY = frozenset(["br", "img", "hr"])
_CODE = frozenset(["pre", "code", "xmp", "listing"])
_STRIKES = frozenset(["s", "strike", "del"])
_BLOCKS = frozenset(
    "address article aside center dd details div dl dt fieldset figure figcaption footer form h1 h2 h3 h4 h5 h6 header "
    "legend li main nav ol p section summary table tbody td tfoot th thead tr ul blockquote".split()
)
_OPENERS = frozenset(["button", "input", "summary"])
_SIZE = re.compile(r"(\d+(?:\.\d+)?|\.\d+)(%|px|pt|r?em)?\Z")
#: Font sizes up to these cannot be read by anybody: such text is not shown.
_UNREADABLE = {"%": 10.0, "px": 1.5, "pt": 1.0, "em": 0.1, "rem": 0.1, None: 0.0}
_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf]")
_CACHE_LIMIT = 4096


#: An open element of lxml's tree: its children to come, the look in it, whether it is a spoiler box, a block; its tail.
_Open = tuple[Iterator[Any], Look, bool, bool, str | None]
#: What is the same for all elements that look so: tag, style, class, colour of a `font`, hidden; and where they stand:
#: the look around, in a spoiler box, below something that opens.
_Kind = tuple[str, str | None, str | None, str | None, bool, Look, bool, bool]


class Flow:
    """Reads bodies of one profile into pieces. Holds what it learnt of elements, so that each kind is judged once."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._colours = dict(profile.colours)
        self._known: dict[_Kind, tuple[Effect, Look]] = {}

    def of_lxml(self, root: etree._Element) -> list[Piece]:
        """The pieces of the content of `root`, an element of lxml's tree."""
        out: list[Piece] = [(root.text, PLAIN)] if root.text else []
        opened = False
        signs: list[_Sign] = []
        stack: list[_Open] = [(iter(root), PLAIN, False, False, None)]
        while stack:
            children, look, in_box, block, tail = stack[-1]
            for child in children:
                tag = child.tag
                if not isinstance(tag, str):  # a comment or a processing instruction
                    _close(out, False, child.tail, look)
                    continue
                attributes = dict(child.items())
                opened = opened or tag in _OPENERS or "onclick" in attributes
                effect, inner = self._enter(tag, attributes, look, in_box, opened, out)
                if effect.quote and len(child) and child[0].get("onclick") is not None:
                    effect, inner = _BOX, look._replace(spoiler=True)
                if not effect.skip:
                    if child.text:
                        out.append((child.text, inner))
                    if len(child):
                        stack.append((iter(child), inner, effect.box, effect.block, child.tail))
                        break
                elif effect.left and (signs or effect.left is Left.HEAD):
                    signs.append(_Sign(effect.left, len(out), len(stack)))
                _close(out, effect.block, child.tail, look)
            else:
                stack.pop()
                if stack:
                    _close(out, block, tail, stack[-1][1])
        return _with_head(out, signs) if signs else out

    def of_lexbor(self, root: LexborNode) -> list[Piece]:
        """The pieces of the content of `root`, a node of Lexbor's tree (HTML5, as a browser builds it)."""
        out: list[Piece] = []
        opened = False
        signs: list[_Sign] = []
        stack: list[tuple[LexborNode | None, Look, bool, bool]] = [(root.child, PLAIN, False, False)]
        while stack:
            node, look, in_box, block = stack.pop()
            if node is None:
                if stack and block:
                    out.append((BREAK, stack[-1][1]))
                continue
            stack.append((node.next, look, in_box, block))
            tag = node.tag
            if tag == "-text":
                out.append((node.text_content or "", look))
                continue
            if tag is None or not node.is_element_node:
                continue
            attributes = {name: value or "" for name, value in node.attributes.items()}
            opened = opened or tag in _OPENERS or "onclick" in attributes
            effect, inner = self._enter(tag, attributes, look, in_box, opened, out)
            if effect.quote and _begins_with_opener(node):
                effect, inner = _BOX, look._replace(spoiler=True)
            if not effect.skip:
                stack.append((node.child, inner, effect.box, effect.block))
                continue
            if effect.left and (signs or effect.left is Left.HEAD):
                signs.append(_Sign(effect.left, len(out), len(stack)))
            if effect.block:
                out.append((BREAK, look))
        return _with_head(out, signs) if signs else out

    def _enter(
        self, tag: str, attributes: dict[str, str], look: Look, in_box: bool, opened: bool, out: list[Piece]
    ) -> tuple[Effect, Look]:
        """What the element does, and the look of the text in it; breaks and images are written to `out`."""
        if tag in _EMPTY:
            out.append((self._instead(tag, attributes), look))
            return _SKIP, look
        effect, inner = self._seen(tag, attributes, look, in_box, opened)
        if effect.block:
            out.append((BREAK, look))
        if tag == "a" and (href := attributes.get("href")):
            inner = inner._replace(href=href)
        return effect, inner

    def _instead(self, tag: str, attributes: dict[str, str]) -> str:
        """What stands in the text for an element without content."""
        if tag == "img":
            return _picture(attributes.get("alt", ""))
        rules = self.profile.merge_rules if tag == "hr" else ()
        return MERGE if rules and not rules.isdisjoint(attributes.get("class", "").lower().split()) else BREAK

    def _seen(
        self, tag: str, attributes: dict[str, str], look: Look, in_box: bool, opened: bool
    ) -> tuple[Effect, Look]:
        """What an element does where it stands, judged once for all that are alike."""
        get = attributes.get
        style, classes = get("style"), get("class")
        font, hidden = get("color") if tag == "font" else None, "hidden" in attributes
        kind = (tag, style, classes, font, hidden, look, in_box, opened)
        found = self._known.get(kind)
        if found is None:
            if len(self._known) >= _CACHE_LIMIT:
                self._known.clear()
            effect = self._judge(tag, style, classes, font)
            if effect.quote and in_box and tag == "blockquote":
                effect = Effect(block=True)
            if hidden:
                effect = effect._replace(changes=True, concealed=True)
            found = self._known[kind] = effect, _changed(look, effect, opened) if effect.changes else look
        return found

    def _judge(self, tag: str, style: str | None, classes: str | None, font: str | None) -> Effect:
        """What an element does, from its tag, its classes and its style."""
        profile = self.profile
        names = frozenset(classes.lower().split()) if classes else frozenset()
        box = tag == "details" or not names.isdisjoint(profile.spoilers) or any(n.startswith("spoiler") for n in names)
        block = tag in _BLOCKS
        if tag in _SKIPPED or not names.isdisjoint(profile.dropped):
            return Effect(skip=True, block=block)
        if not names.isdisjoint(profile.heads):
            return Effect(skip=True, block=block, left=Left.HEAD)
        if tag in _CODE or not names.isdisjoint(profile.code):
            return Effect(skip=True, block=block or tag == "pre", left=Left.BOX)
        if not box and (tag == "blockquote" or tag == "q" or not names.isdisjoint(profile.quotes)):
            return Effect(skip=True, quote=True, block=block, left=Left.BOX)
        shown = _declared(style) if style else _NONE
        colour = shown.colour or (font_colour(font) if font else None)
        colour = colour or next((self._colours[name] for name in names if name in self._colours), None)
        bold = shown.bold if shown.bold is not None else _bold(tag, names, profile)
        effect = Effect(
            block=block,
            colour=colour,
            bold=bold,
            struck=shown.struck or tag in _STRIKES or not names.isdisjoint(profile.struck),
            spoiler=box,
            box=box and not names.isdisjoint(profile.quotes | profile.boxes),
            concealed=shown.concealed,
            hidden=shown.hidden,
            vote=not names.isdisjoint(profile.vote_tags),
            unclear=(tag in profile.foreign and bool(names) and not box) or not names.isdisjoint(profile.unsure),
        )
        return effect._replace(changes=effect._replace(block=False) != _NONE)


def _bold(tag: str, names: frozenset[str], profile: Profile) -> bool | None:
    return True if tag in ("b", "strong") or not names.isdisjoint(profile.bold) else None


def _changed(look: Look, effect: Effect, opened: bool) -> Look:
    """The look of text in an element; the innermost colour wins (V1)."""
    openable = effect.spoiler or look.spoiler or opened
    return Look(
        look.colour if effect.colour is None else effect.colour,
        look.bold if effect.bold is None else effect.bold,
        look.struck or effect.struck,
        look.spoiler or effect.spoiler or (effect.concealed and openable),
        look.hidden or effect.hidden or (effect.concealed and not openable),
        look.vote or effect.vote,
        look.href,
        look.unclear or effect.unclear,
    )


def _close(out: list[Piece], block: bool, tail: str | None, look: Look) -> None:
    """What follows on an element in lxml's tree."""
    if block:
        out.append((BREAK, look))
    if tail:
        out.append((tail, look))


def _with_head(pieces: list[Piece], signs: Sequence[_Sign]) -> list[Piece]:
    """The pieces with a sign for the first head that no known box follows: with nothing but blanks between them, and no
    deeper than the head, as such a box may be the first thing in one that is not known."""
    first: int | None = None
    box, end = math.inf, len(pieces)  # how deep the highest box is that follows, and before which piece
    for sign in reversed(signs):
        if any(text.strip() for text, _ in pieces[sign.place : end]):
            box = math.inf
        end = sign.place
        if sign.left is Left.BOX:
            box = min(box, sign.depth)
        elif box > sign.depth:
            first = end
    if first is not None:
        pieces.insert(first, (HEAD, PLAIN))
    return pieces


def _begins_with_opener(node: LexborNode) -> bool:
    first = node.child
    while first is not None and not first.is_element_node:
        first = first.next
    return first is not None and first.attributes.get("onclick") is not None


def _picture(alt: str) -> str:
    """What stands for an image in the text: the emoji that it shows, else a blank."""
    return alt if len(alt) < 16 and _EMOJI.search(alt) else " "


def _declared(style: str) -> Effect:
    """What a `style` attribute says about the text; of a property given twice the last valid value holds."""
    colour: str | None = None
    bold: bool | None = None
    struck = concealed = hidden = False
    for item in tinycss2.parse_declaration_list(style, skip_comments=True, skip_whitespace=True):
        if item.type != "declaration":
            continue
        value = tinycss2.serialize(item.value).strip().lower()
        match item.lower_name:
            case "color":
                told = css_colour(value)
                colour = colour if told is None else told
            case "font-weight":
                bold = value in ("bold", "bolder") or (value.isdigit() and int(value) >= 600)
            case "text-decoration" | "text-decoration-line":
                struck = "line-through" in value
            case "display":
                concealed = value == "none"
            case "visibility":
                hidden = hidden or value in ("hidden", "collapse")
            case "opacity":
                hidden = hidden or value in ("0", "0.0", "0%")
            case "font-size":
                hidden = hidden or _unreadable(value)
    return Effect(colour=colour or None, bold=bold, struck=struck, concealed=concealed, hidden=hidden or colour == "")


def _unreadable(size: str) -> bool:
    found = _SIZE.match(size)
    return found is not None and float("0" + found[1]) <= _UNREADABLE[found[2]]
