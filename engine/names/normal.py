"""Normal forms of a text, from the strictest to the loosest, and other ways to type the same letters (V4).

Knows letters and keys; knows no player.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_JOINERS = re.compile(r"(?<=\w)['’ʼ`´](?=\w)")
_NOT_WORD = re.compile(r"[\W_]+")
_CYRILLIC, _LATIN = re.compile("[а-я]"), re.compile("[a-z]")

#: Small letters that look the same, Latin and Cyrillic.
_LOOKS = dict(zip("aeopcyxkmtbhi", "аеорсухкмтвні", strict=True))
_LATIN_LOOKS = str.maketrans(_LOOKS)
_CYRILLIC_LOOKS = str.maketrans(
    {cyrillic: latin for latin, cyrillic in _LOOKS.items()} | {"ѕ": "s", "ј": "j", "ԁ": "d"}
)
#: Capital letters that look alike though the small ones do not.
_CAPITAL_LOOKS = str.maketrans("ABCEHKMOPTXY", "АВСЕНКМОРТХУ")
_CAPITAL_LATIN = str.maketrans("АВСЕНКМОРТХУ", "ABCEHKMOPTXY")

_ENGLISH = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_RUSSIAN = "ёйцукенгшщзхъфывапролджэячсмитьбю"
_TO_RUSSIAN = str.maketrans(_ENGLISH + _ENGLISH.upper() + '~{}:"<>', _RUSSIAN + _RUSSIAN.upper() + "ЁХЪЖЭБЮ")
_TO_ENGLISH = str.maketrans(_RUSSIAN + _RUSSIAN.upper(), _ENGLISH + _ENGLISH.upper())
_LEET = str.maketrans("013457", "oieast")


def clean(text: str) -> str:
    """Invisible and combining marks off, compatibility forms (full-width, ligatures) resolved, letter case kept."""
    text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))
    return "".join(sign for sign in text if not unicodedata.combining(sign))


def has_cyrillic(text: str) -> bool:
    """Whether a folded text holds a Russian letter."""
    return _CYRILLIC.search(text) is not None


def has_latin(text: str) -> bool:
    """Whether a folded text holds a Latin letter."""
    return _LATIN.search(text) is not None


def _one_script(token: str) -> str:
    """A token of mixed scripts folded to the script that most of its letters have."""
    cyrillic, latin = len(_CYRILLIC.findall(token)), len(_LATIN.findall(token))
    if not cyrillic or not latin:
        return token
    return token.translate(_LATIN_LOOKS if cyrillic >= latin else _CYRILLIC_LOOKS)


@lru_cache(maxsize=16384)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a text in normal form: folded case, ё as е, punctuation as blanks, one script a word."""
    text = _JOINERS.sub("", clean(text)).casefold().replace("ё", "е")
    return tuple(_one_script(token) for token in _NOT_WORD.sub(" ", text).split())


def other_layouts(text: str) -> tuple[str, ...]:
    """What the same keys give on the other keyboard layout; empty where the text holds letters of both scripts."""
    folded = text.casefold()
    if has_cyrillic(folded) and not has_latin(folded):
        return (text.translate(_TO_ENGLISH),)
    if has_latin(folded) and not has_cyrillic(folded):
        return (text.translate(_TO_RUSSIAN),)
    return ()


def look_alikes(text: str) -> tuple[str, ...]:
    """The text in the letters of the other script that look the same, where every letter has such a twin."""
    found = []
    for table, capital, other in ((_LATIN_LOOKS, _CAPITAL_LOOKS, _LATIN), (_CYRILLIC_LOOKS, _CAPITAL_LATIN, _CYRILLIC)):
        swapped = text.translate(capital)
        swapped = "".join(sign.translate(table) for sign in swapped)
        if swapped != text and not other.search(swapped.casefold()):
            found.append(swapped)
    return tuple(found)


def unleet(token: str) -> str:
    """Digits inside a Latin word read as the letters that they stand for: sn1per -> sniper."""
    if not has_latin(token):
        return token
    return re.sub(r"(?<=[a-z])[013457]+(?=[a-z])", lambda found: found[0].translate(_LEET), token)


def undouble(token: str) -> str:
    """Doubled letters as single ones, э as е."""
    return re.sub(r"([^\W\d_])\1+", r"\1", token.replace("э", "е"))


_SOUNDS = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i", "й": "y", "к": "k",
    "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "h",
    "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sh", "ъ": "", "ы": "i", "ь": "", "э": "e", "ю": "yu", "я": "ya",
    "і": "i", "ї": "yi", "є": "ye", "ґ": "g", "ў": "u",
}  # fmt: skip
_SPELLINGS = (
    (re.compile("shch|sch"), "sh"), (re.compile("tz"), "ts"), (re.compile("ck"), "k"), (re.compile("ph"), "f"),
    (re.compile("kh"), "h"), (re.compile("c(?=[^h]|$)"), "k"), (re.compile("x"), "ks"), (re.compile("w"), "v"),
    (re.compile("q"), "k"), (re.compile("j"), "y"), (re.compile("ee"), "i"), (re.compile("oo"), "u"),
    (re.compile("(?<![aeiou])y(?![aeiou])"), "i"),
)  # fmt: skip


@lru_cache(maxsize=65536)
def sound(token: str) -> str:
    """A key that a word shares with its spelling in the other script: Вольфи and Wolfy, Картман and cartman."""
    if has_cyrillic(token):
        return "".join(_SOUNDS.get(sign, sign) for sign in token)
    for pattern, plain in _SPELLINGS:
        token = pattern.sub(plain, token)
    return token


def camel_parts(name: str) -> tuple[str, ...]:
    """The parts of a run-together nick: ZloyKot -> Zloy, Kot; Anvil50 -> Anvil, 50."""
    cut = re.sub(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])", " ", clean(name))
    cut = re.sub(r"(?<=[a-zа-яё])(?=[A-ZА-ЯЁ])", " ", cut)
    cut = re.sub(r"(?<=[A-ZА-ЯЁ])(?=[A-ZА-ЯЁ][a-zа-яё])", " ", cut)
    return tuple(_NOT_WORD.sub(" ", cut).split())
