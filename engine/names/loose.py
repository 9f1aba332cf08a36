"""Short and misspelt names: beginnings, pieces of run-together nicks, abbreviations, likeness (V4).

Likeness only suggests, unless the rules let the one clear candidate of a misspelling count.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from engine.names.index import NOBODY, Index, Players
from engine.names.normal import has_cyrillic, has_latin, undouble
from engine.names.shorts import JARGON, abbreviates, in_capitals, may_be_short
from engine.names.sounds import sound
from engine.names.views import Hit
from engine.names.words import COMMON

_MOST_WORDS = 4  #: texts that are longer, and longer than every name, are no misspelt name
_MOST_LETTERS = 40
_VOWELS = frozenset("aeiouy")


class Loose:
    """Looks texts up that no view of `Views` knows. `count`: a clear misspelling counts."""

    def __init__(self, index: Index, *, count: bool) -> None:
        self.index = index
        self.count = count
        self._most_words = max(_MOST_WORDS, index.width)

    @cached_property
    def _by_size(self) -> dict[int, list[str]]:
        """The forms for suggestions by their length."""
        found: dict[int, list[str]] = {}
        for form in sorted(self.index.loose.near):
            found.setdefault(len(form), []).append(form)
        return found

    def read(self, raw: str, words: tuple[str, ...]) -> Hit | None:
        """The first of: account, beginning, piece, short form, likeness."""
        joined = "".join(words)
        if not words or len(words) > self._most_words or len(joined) > _MOST_LETTERS:
            return self._suggested(joined) if all(len(word) == 1 for word in words) else None
        hit = self._account(joined) or self._beginning(joined)
        if COMMON.issuperset(words):
            return hit and Hit(hit.players, hit.how, sure=False)
        return hit or self._piece(joined) or self._short(raw, joined) or self._misspelt(joined)

    def several(self, words: tuple[str, ...]) -> Hit | None:
        """Some words of a longer text as the beginning of a name, or as a clear misspelling where those count."""
        joined = "".join(words)
        if len(joined) > _MOST_LETTERS:
            return None
        return self._account(joined) or self._beginning(joined) or (self._clear(joined) if self.count else None)

    def _account(self, joined: str) -> Hit | None:
        """A forum account: whose it is is plain, but what is voted for is the player's name (C13)."""
        found = self.index.accounts.players(joined)
        return Hit(found, "forum account", sure=self.count) if found else None

    def everybody(self, words: tuple[str, ...]) -> Players:
        """Everybody whose name has the text as its beginning, a piece or a likeness."""
        joined = "".join(words)
        if len(joined) > _MOST_LETTERS:
            return NOBODY
        hits = (self._beginning(joined), self._piece(joined), self._suggested(joined))
        return frozenset(player for hit in hits if hit is not None for player in hit.players)

    def _beginning(self, joined: str) -> Hit | None:
        """A beginning of three letters or more that only one player's name has (or several: ask)."""
        found = self.index.loose.begun(joined) if joined[-1].isalpha() else NOBODY
        return Hit(found, "beginning of a name") if found else None

    def _piece(self, joined: str) -> Hit | None:
        """A piece of a run-together nick. Four letters at its end or five within it are enough in Latin."""
        if len(joined) < 3 or not joined.isalpha():
            return None
        found, clear = set(), len(joined) > 4
        for spelling in self.index.loose.spellings:
            if joined in spelling.joined:
                found.add(spelling.player)
                clear |= len(joined) == 4 and spelling.joined.rstrip("0123456789").endswith(joined)
        if found and len(joined) > 4:
            alike = _alike(joined, self.index.loose.plain.keys(), 1)
            found |= {player for form, _ in alike for player in self.index.loose.plain[form]}
        return Hit(frozenset(found), "piece of a name", sure=clear and has_latin(joined)) if found else None

    def _short(self, raw: str, joined: str) -> Hit | None:
        """Weaker short forms than full initials in capitals; only ever candidates unless misspellings count."""
        if not may_be_short(joined) or not has_latin(joined):
            return None
        capitals, letters = in_capitals(raw), sum(sign.isalpha() for sign in joined)
        clipped = capitals or (letters > 2 and letters == len(joined) and _VOWELS.isdisjoint(joined))
        found = self.index.loose.initials.players(joined) | self.index.loose.weak_initials.players(joined)
        begun = set(self.index.loose.begun(joined, shortest=2))
        if not found and not begun and clipped and joined not in JARGON:
            begun = {spelling.player for spelling in self.index.loose.spellings if abbreviates(joined, spelling.joined)}
        players = found | begun
        if not players:
            return None
        sure = self.count and capitals and joined not in JARGON and (bool(found) or len(joined) > 2)
        return Hit(players, "short form", sure=sure)

    def _misspelt(self, joined: str) -> Hit | None:
        if self.count and joined not in COMMON and joined not in JARGON and (clear := self._clear(joined)) is not None:
            return clear
        return self._suggested(joined)

    def _clear(self, joined: str) -> Hit | None:
        """The one player whose name is within reach of a misspelling, when nobody else's is, not even one step further.

        A short name must keep its first letter. Only names of the text's own script are compared.
        """
        shortest = 5 if has_cyrillic(joined) else 4
        reach = 0 if len(joined) < shortest else 1 if len(joined) < 8 else 2 if len(joined) < 13 else 3
        near = _alike(joined, self.index.loose.plain.keys(), reach + 1)
        within = {player for form, _ in near for player in self.index.loose.plain[form]}
        if not reach or len(within) != 1 or near[0][1] > reach:
            return None
        if not any(_plainly_misspelt(joined, form) for form, slips in near if slips == near[0][1]):
            return None
        return Hit(frozenset(within), "misspelt")

    def _suggested(self, joined: str) -> Hit | None:
        """Names that a misspelling may mean: a question."""
        key = sound(undouble(joined))
        reach = 0 if len(key) < 4 else 1 if len(key) < 6 else 2
        if len(key) > _MOST_LETTERS or not (has_latin(joined) or has_cyrillic(joined)):
            return None
        choices = [
            form for size in range(len(key) - reach, len(key) + reach + 1) for form in self._by_size.get(size, ())
        ]
        near = _alike(key, choices, reach)
        if not near:
            return None
        players = {player for form, slips in near if slips == near[0][1] for player in self.index.loose.near[form]}
        return Hit(frozenset(players), "like a name", sure=False)


def _alike(text: str, forms: Collection[str], reach: int) -> list[tuple[str, int]]:
    """The forms at most `reach` slips away from a text, and how many, the nearest first."""
    from rapidfuzz import process  # takes long to import, and a day without a slip needs none of it
    from rapidfuzz.distance import OSA

    found = process.extract(text, forms, scorer=OSA.distance, score_cutoff=reach, limit=None)
    return [(form, slips) for form, slips, _ in found]


def _plainly_misspelt(joined: str, form: str) -> bool:
    """Whether the two differ as a slip of the fingers does: no other number, no other word of the same length, no other
    ending: "killed" and "killers" are words of their own beside "killer"."""
    if [sign for sign in joined if sign.isdigit()] != [sign for sign in form if sign.isdigit()]:
        return False
    if len(joined) < 7 and form[0] != joined[0]:
        return False
    if len(joined) < 8 and joined[:-1] in (form, form[:-1]) and joined[-1] != form[-1]:
        return False
    return len(joined) > 4 or len(form) != len(joined) or sorted(form) == sorted(joined)
