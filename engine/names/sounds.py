"""A key that a word shares with its spelling in the other script: Вольфи and Wolfy, Картман and cartman (V4).

Only ever compared between texts of different scripts: within one script it would merge и and ы, or drop a soft sign.
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.names.normal import has_cyrillic

VOWELS = frozenset("аеиоуыэюя")
_SOUNDS = str.maketrans({
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i", "й": "y", "к": "k",
    "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "h",
    "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sh", "ъ": "", "ы": "i", "ь": "", "э": "e", "ю": "yu", "я": "ya",
    "і": "i", "ї": "yi", "є": "ye", "ґ": "g", "ў": "u",
})  # fmt: skip
_SPELLINGS = (
    ("shch", "sh"), ("sch", "sh"), ("tz", "ts"), ("ck", "k"), ("ph", "f"), ("kh", "h"),
    ("ch", "\0"), ("c", "k"), ("\0", "ch"),  # ch stays as it is
    ("x", "ks"), ("w", "v"), ("q", "k"), ("j", "y"), ("ee", "i"), ("oo", "u"),
)  # fmt: skip
_Y_ALONE = re.compile("(?<![aeiou])y(?![aeiou])")
_LONGEST = 60  #: no name is longer; a longer word has no key


@lru_cache(maxsize=65536)
def sound(token: str) -> str:
    """The key of a folded word of either script."""
    if len(token) > _LONGEST:
        return token
    if has_cyrillic(token):
        return token.translate(_SOUNDS)
    for spelling, plain in _SPELLINGS:
        token = token.replace(spelling, plain)
    return _Y_ALONE.sub("i", token)


_SPELT = (
    ("shch", "щ"), ("sch", "щ"), ("sh", "ш"), ("ch", "ч"), ("zh", "ж"), ("kh", "х"), ("ts", "ц"), ("tz", "ц"),
    ("ck", "к"), ("ph", "ф"), ("th", "т"), ("ee", "и"), ("oo", "у"), ("ya", "я"), ("yu", "ю"), ("yo", "е"),
    ("ye", "е"), ("x", "кс"),
)  # fmt: skip
_LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", "абкдефгхижклмнопкрстуввхиз", strict=True))


@lru_cache(maxsize=4096)
def in_cyrillic(word: str) -> str:
    """A Latin word in Russian letters, so that it can be declined: sergey -> сергей."""
    for latin, cyrillic in _SPELT:
        word = word.replace(latin, cyrillic)
    found = ""
    for sign in word:
        if sign == "y":
            found += "й" if found[-1:] in VOWELS and found else "и"
        else:
            found += _LETTERS.get(sign, sign)
    return found
