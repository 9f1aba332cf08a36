"""Normal forms of a text, from the strictest to the loosest (V4).

Knows letters; knows no player and no case ending.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_JOINERS = re.compile(r"(?<=\w)['’ʼ`´](?=\w)")
_NOT_WORD = re.compile(r"[\W_]+")
_CYRILLIC, _LATIN = re.compile("[а-яіїєґў]"), re.compile("[a-z]")
_FILLERS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  #: letters to Unicode, blanks to the eye
_CACHED = 100  #: longer texts are not worth keeping

#: Small letters that look the same, Latin and Cyrillic.
LOOKS = dict(zip("aeopcyxkmtbhi", "аеорсухкмтвні", strict=True))
LATIN_LOOKS = str.maketrans(LOOKS)
CYRILLIC_LOOKS = str.maketrans({cyrillic: latin for latin, cyrillic in LOOKS.items()} | {"ѕ": "s", "ј": "j", "ԁ": "d"})
_SMALL = frozenset("abcdefghijklmnopqrstuvwxyzабвгдеёжзийклмнопрстуфхцчшщъыьэюя")
_CAPITAL = frozenset(sign.upper() for sign in _SMALL)
_LEET = str.maketrans("013457", "oieast")


class _Invisible(dict[int, int | None]):
    """What the eye does not see, to be taken off: format and control signs (RTL marks, zero widths), filler letters."""

    def __missing__(self, code: int) -> int | None:
        sign = chr(code)
        hidden = sign in _FILLERS or (unicodedata.category(sign) in ("Cf", "Cc") and not sign.isspace())
        self[code] = None if hidden else code
        return self[code]


class _Plain(dict[int, int | None]):
    """Combining marks and variation selectors off, Latin letters without their diacritics; Cyrillic й stays itself."""

    def __missing__(self, code: int) -> int | None:
        sign = chr(code)
        bare = unicodedata.normalize("NFD", sign)[0]
        plain: int | None = ord(bare) if bare.isascii() and bare.isalpha() else code
        self[code] = None if unicodedata.category(sign) in ("Mn", "Me") else plain
        return self[code]


_INVISIBLE, _PLAIN = _Invisible(), _Plain()
#: Texts of these signs alone are clean.
_CLEAN = re.compile("[ -~А-Яа-яЁё«»—–]*")


def clean(text: str) -> str:
    """Invisible and combining marks off, compatibility forms (full-width, ligatures) resolved, letter case kept."""
    if _CLEAN.fullmatch(text):
        return text
    return unicodedata.normalize("NFKC", text.translate(_INVISIBLE)).translate(_PLAIN)


def has_cyrillic(text: str) -> bool:
    """Whether a folded text holds a Cyrillic letter."""
    return _CYRILLIC.search(text) is not None


def has_latin(text: str) -> bool:
    """Whether a folded text holds a Latin letter."""
    return _LATIN.search(text) is not None


def has_letters(text: str) -> bool:
    """Whether a folded text holds a letter of either script."""
    return has_cyrillic(text) or has_latin(text)


def _one_script(token: str) -> str:
    """A token of mixed scripts folded to the script that most of its letters have."""
    cyrillic, latin = len(_CYRILLIC.findall(token)), len(_LATIN.findall(token))
    return token.translate(LATIN_LOOKS if cyrillic >= latin else CYRILLIC_LOOKS)


def tokens(text: str) -> tuple[str, ...]:
    """The words of a text in normal form: folded case, ё as е, punctuation as blanks, one script a word."""
    return _short_tokens(text) if len(text) <= _CACHED else _tokens(text)


def _tokens(text: str) -> tuple[str, ...]:
    text = _JOINERS.sub("", clean(text)).casefold().replace("ё", "е")
    return tuple(_one_script(token) for token in _NOT_WORD.sub(" ", text).split())


_short_tokens = lru_cache(maxsize=16384)(_tokens)


def unleet(token: str) -> str:
    """Digits inside a Latin word read as the letters that they stand for: sn1per -> sniper."""
    return re.sub(r"(?<=[a-z])[013457]+(?=[a-z])", lambda found: found[0].translate(_LEET), token)


_DOUBLED = re.compile(r"([^\W\d_])\1+")


def undouble(token: str) -> str:
    """Doubled letters as single ones, э as е."""
    return _DOUBLED.sub(r"\1", token.replace("э", "е"))


def camel_parts(name: str) -> tuple[str, ...]:
    """The parts of a run-together nick: ZloyKot -> Zloy, Kot; Anvil50 -> Anvil, 50."""
    text = clean(name)
    cut = [
        f" {sign}" if place and _begins_part(text[place - 1], sign, text[place + 1 : place + 2]) else sign
        for place, sign in enumerate(text)
    ]
    return tuple(_NOT_WORD.sub(" ", "".join(cut)).split())


def _begins_part(before: str, sign: str, after: str) -> bool:
    """Whether a part begins with a sign: a number, a word behind one, or a capital that is not inside of capitals."""
    if before.isdecimal() or sign.isdecimal():
        return before.isdecimal() != sign.isdecimal() and before.isalnum() and sign.isalnum()
    return sign in _CAPITAL and (before in _SMALL or (before in _CAPITAL and after in _SMALL))
