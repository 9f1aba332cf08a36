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
    (re.compile("shch|sch"), "sh"), (re.compile("tz"), "ts"), (re.compile("ck"), "k"), (re.compile("ph"), "f"),
    (re.compile("kh"), "h"), (re.compile("c(?=[^h]|$)"), "k"), (re.compile("x"), "ks"), (re.compile("w"), "v"),
    (re.compile("q"), "k"), (re.compile("j"), "y"), (re.compile("ee"), "i"), (re.compile("oo"), "u"),
    (re.compile("(?<![aeiou])y(?![aeiou])"), "i"),
)  # fmt: skip
_LONGEST = 60  #: no name is longer; a longer word has no key


@lru_cache(maxsize=65536)
def sound(token: str) -> str:
    """The key of a folded word of either script."""
    if len(token) > _LONGEST:
        return token
    if has_cyrillic(token):
        return token.translate(_SOUNDS)
    for pattern, plain in _SPELLINGS:
        token = pattern.sub(plain, token)
    return token


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
