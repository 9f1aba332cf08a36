"""Short forms of Latin nicks: NM for Night_Moth, A50 for Anvil50, TMITS for themanintheshed.

Knows letters and capitals; whether a short form counts or is only asked about is decided where it is looked up.
"""

from __future__ import annotations

import re

#: Short words of forum games that are never taken for a nick without asking.
JARGON = frozenset(
    """
    lol lmao rofl omg wtf btw imo imho tbh idk iirc fwiw afaik ftw gg wp gl hf ty np brb afk vla ok no yes hi
    fos hos igmeoy omgus rvs rqs wifom lylo mylo eod eon sod edit ebwop npc mod gm vc vt pr cop doc wth
    nl vig vote votes lynch elim mafia town scum day night
    """.split()
)
_ARTICLES = frozenset(["the", "a", "an", "mr", "mrs", "ms", "dr"])
_SHORTEST, _LONGEST = 2, 6
_SHAPE = re.compile(r"[a-z0-9]+")


def initials(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """First letters of a name's words with digits whole, and weaker forms: without digits, without an article.

    Empty texts for a name of one word.
    """
    if len(words) < 2:
        return "", ()
    full = _first_letters(words)
    short = {_first_letters(tuple(word for word in words if not word.isdigit()))}
    if words[0] in _ARTICLES:
        short.add(_first_letters(words[1:]))
    return full, tuple(sorted(text for text in short if len(text) >= _SHORTEST and text != full))


def _first_letters(words: tuple[str, ...]) -> str:
    return "".join(word if word.isdigit() else word[0] for word in words)


def may_be_short(joined: str) -> bool:
    """Whether a folded text has the length and the signs of a short form."""
    return _SHORTEST <= len(joined) <= _LONGEST and _SHAPE.fullmatch(joined) is not None


def in_capitals(raw: str) -> bool:
    """Whether a text is written as short forms are: two capitals or more, or a capital before digits."""
    capitals = sum(sign.isupper() for sign in raw)
    return capitals >= 2 or (capitals == 1 and re.fullmatch(r"\W*[A-Z]\d+\W*", raw) is not None)


def abbreviates(short: str, joined: str) -> bool:
    """Whether a short form's letters stand in the name in their order, the first letter first."""
    if not joined.startswith(short[0]) or len(short) >= len(joined):
        return False
    rest = iter(joined)
    return all(sign in rest for sign in short)
