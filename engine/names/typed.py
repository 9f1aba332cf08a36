"""Other ways in which the same letters reach a text: the other keyboard layout, look-alike letters, Russian endings on
a Latin nick (V4). Knows keys and glyphs; knows no player.
"""

from __future__ import annotations

import re

from engine.names.normal import CYRILLIC_LOOKS, LATIN_LOOKS, has_cyrillic, has_latin

_OTHER_THAN = {"latin": re.compile("[a-z]"), "cyrillic": re.compile("[а-яё]")}
#: Capital letters that look alike though the small ones do not.
_CAPITAL_LOOKS = str.maketrans("ABCEHKMOPTXY", "АВСЕНКМОРТХУ")
_CAPITAL_LATIN = str.maketrans("АВСЕНКМОРТХУ", "ABCEHKMOPTXY")

_ENGLISH = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_RUSSIAN = "ёйцукенгшщзхъфывапролджэячсмитьбю"
_TO_RUSSIAN = str.maketrans(_ENGLISH + _ENGLISH.upper() + '~{}:"<>', _RUSSIAN + _RUSSIAN.upper() + "ЁХЪЖЭБЮ")
_TO_ENGLISH = str.maketrans(_RUSSIAN + _RUSSIAN.upper(), _ENGLISH + _ENGLISH.upper())
#: As text: `re` compiles it for the first text that may be such a word, and many threads have none.
_RUSSIAN_ENDING = r"(?i)\A([a-z0-9_.\- ]*[a-z0-9])['’ʼ`´-]?(?:а|у|ом|ем|е|ы|и|ой|ей|ю|я|ью|ого|ому|ым|им)"
_SPLIT_ENDING = re.compile(
    r"(?<=[^\W_])['’ʼ`´-](?=(?:а|у|ом|ем|е|ы|и|ой|ей|ю|я|ью|го|ого|му|ому|ым|им)\b)", re.IGNORECASE
)


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
    tables = ((LATIN_LOOKS, _CAPITAL_LOOKS, "latin"), (CYRILLIC_LOOKS, _CAPITAL_LATIN, "cyrillic"))
    for table, capital, script in tables:
        swapped = text.translate(capital).translate(table)
        if swapped != text and not _OTHER_THAN[script].search(swapped.casefold()):
            found.append(swapped)
    return tuple(found)


def join_endings(text: str) -> str:
    """A case ending that is set off by an apostrophe or hyphen, joined to its nick: Wolf-а, cartman'у."""
    return _SPLIT_ENDING.sub("", text)


def without_russian_ending(text: str) -> str | None:
    """The Latin nick under a Cyrillic case ending (Wolfу -> Wolf); None where the text is no such word.

    Needed beside the look-alikes: Wolfу is a form of Wolf, though it looks like Wolfy.
    """
    word = text.strip()
    if has_cyrillic(word[:1].casefold()):
        return None
    found = re.fullmatch(_RUSSIAN_ENDING, word)
    return found[1] if found else None
