"""Which of many short pieces a page's source holds, without going over the page once for each.

Knows text only; must not know any forum software. Most pieces hold the beginning of an attribute's value or a key of
JSON: all of those are looked for at once, and only pieces whose value or key occurs are looked for themselves.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

_VALUE, _KEY = '="', '":'
_MOST_KEYS = 200


class Pieces:
    """Pieces to be looked for. Made once."""

    def __init__(self, pieces: Iterable[str]) -> None:
        every = frozenset(pieces)
        self.value_of = {piece: value for piece in every if (value := piece.partition(_VALUE)[2])}
        self.key_of = {piece: _last_word(piece.partition(_KEY)[0]) for piece in every if _KEY in piece}
        values = frozenset(self.value_of.values())
        self.values = re.compile(f"{_VALUE}(?=({_either(values)}))")
        #: What stands where a text is found: every value that it begins with.
        self.found_with = {text: [value for value in values if text.startswith(value)] for text in values}


class Held:
    """What one text holds of the pieces."""

    def __init__(self, pieces: Pieces, text: str) -> None:
        self.pieces = pieces
        self.text = text

    def __call__(self, piece: str) -> bool:
        """Whether the text holds `piece`."""
        value, key = self.pieces.value_of.get(piece), self.pieces.key_of.get(piece)
        if value is not None and value not in self._values:
            return False
        if key is not None and self._keys is not None and key not in self._keys:
            return False
        return piece in self.text

    @cached_property
    def _values(self) -> set[str]:
        longest = set(self.pieces.values.findall(self.text))
        return {value for found in longest for value in self.pieces.found_with[found]}

    @cached_property
    def _keys(self) -> set[str] | None:
        """Every key; None where there are too many to be worth it, as in a page that is JSON itself."""
        before = self.text.split(_KEY, _MOST_KEYS)
        return {_last_word(text) for text in before} if len(before) <= _MOST_KEYS else None


def _last_word(text: str) -> str:
    """What stands between the last quotation mark and the end."""
    return text[text.rfind('"') + 1 :]


def _either(words: Iterable[str]) -> str:
    """A regular expression for the longest of these words, branching letter by letter."""
    by_letter: dict[str, list[str]] = defaultdict(list)
    may_end = False
    for word in words:
        if word:
            by_letter[word[0]].append(word[1:])
        else:
            may_end = True
    branches = [re.escape(letter) + (_either(rests) if any(rests) else "") for letter, rests in by_letter.items()]
    return f"(?:{'|'.join([*branches, ''] if may_end else branches)})"
