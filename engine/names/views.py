"""The views under which a whole text may be a name, in their order; the first with a hit wins (V4).

A hit by a part of a name, by its sound or by doubled letters does not end the search: later views may add candidates.
"""

from __future__ import annotations

from msgspec import Struct

from engine.names.index import NOBODY, Index, Players
from engine.names.normal import has_latin, has_letters, tokens, undouble
from engine.names.shorts import JARGON, in_capitals, may_be_short
from engine.names.sounds import sound
from engine.names.typed import look_alikes, other_layouts, without_russian_ending
from engine.names.words import COMMON


class Hit(Struct, frozen=True):
    """Players whom a text may name, by which view; not `sure` is asked about even where it is one alone."""

    players: Players
    how: str
    sure: bool = True


class Views:
    """Looks whole texts up in a roster's index."""

    def __init__(self, index: Index) -> None:
        self.index = index

    def whole(self, raw: str, words: tuple[str, ...]) -> Hit | None:
        """The whole text as a name. `raw` as written, `words` its normal form."""
        if len(words) > self.index.width + 1 and max(map(len, words)) > 1:
            return None
        spaced, joined = " ".join(words), "".join(words)
        literal = self.index.literal.get(raw.strip())
        if (hit := self.strict(spaced, joined, raw)) is not None:
            if literal is not None and hit.how == "exact":
                return Hit(frozenset([literal]), "literal")
            spelt_out = len(words) > 2 and len(joined) == len(words) and spaced not in self.index.exact
            if spelt_out:
                return Hit(hit.players, "spelt out", sure=False)
            # «все» is a case of Вес, but hardly ever means him.
            return Hit(hit.players, hit.how, sure=hit.how != "case form" or joined not in COMMON)
        found = self.index.loose.parts.players(joined)
        if plural := self.index.loose.plurals.players(joined):
            # Few words in -а are plurals: another's name may begin so, or this with his.
            found |= plural | self.index.loose.begun(joined) | self.index.loose.begins(joined)
        how = "part of a name" if found else ""
        for view, texts in (("other keyboard layout", other_layouts(raw)), ("look-alike letters", look_alikes(raw))):
            for text in texts:
                if players := self._retyped(tokens(text)):
                    return Hit(players | found, view)
        sounds, bare = self._sounds(words), self._undoubled(joined)
        if not how and (sounds or bare):
            # Max sounds like Макс, but may as well be Maxim; Roma is Рома, though Роман begins so.
            found = self.index.loose.begun(joined, heard=not self.index.loose.cross.players("".join(map(sound, words))))
        how = how or ("other script" if sounds else "doubled letters")
        found |= sounds | bare
        if found:
            return Hit(found, how, sure=joined not in COMMON)
        return self._initials(raw, joined)

    def strict(self, spaced: str, joined: str, raw: str = "") -> Hit | None:
        """Names, aliases and their case forms, all of one view."""
        index = self.index
        if ruled := index.ruled.players(spaced):
            return Hit(ruled, "alias by ruling")
        exact, united = index.exact.players(joined), index.cases.players(joined)
        if spaced != joined:
            exact |= index.exact.players(spaced)
        united |= exact
        stem = without_russian_ending(raw) if raw and not raw.isascii() else None
        if stem is not None:
            folded = "".join(tokens(stem))
            united |= index.exact.players(folded) or index.loose.parts.players(folded)
        if not united:
            return None
        return Hit(united, "exact" if exact == united else "case form")

    def _retyped(self, words: tuple[str, ...]) -> Players:
        """A retyped text: as written, a longer part, or by its sound in the other script."""
        joined = "".join(words)
        if len(joined) < 3:
            return NOBODY
        hit = self.strict(" ".join(words), joined)
        if hit is not None:
            return hit.players
        part = self.index.loose.parts.players(joined) if len(words) == 1 and len(joined) > 3 else NOBODY
        # A short text that must be retyped and then heard is a word of its own: «сот» is no "cot" and so no «кот».
        return part or (self._sounds(words) if len(joined) > 4 else NOBODY)

    def _sounds(self, words: tuple[str, ...]) -> Players:
        """Players whose name sounds so in the other script; spellings of one script are never equated here."""
        joined = "".join(map(sound, words))
        players = self.index.loose.cross.players(joined)
        if len(words) == 1 and len(joined) > 2:
            players |= self.index.loose.cross_parts.players(joined)
        text = "".join(words)
        return frozenset(name for name in players if self.index.loose.other_script(text, name))

    def _undoubled(self, joined: str) -> Players:
        """Doubled letters typed once or single ones twice, э for е; within one script."""
        bare = undouble(joined)
        return self.index.loose.bare.players(bare) if len(bare) > 2 and has_letters(bare) else NOBODY

    def _initials(self, raw: str, joined: str) -> Hit | None:
        """Capitals for the words of a name (NM, A50); a name that begins so is a candidate too."""
        if not may_be_short(joined) or not has_latin(joined) or not in_capitals(raw):
            return None
        found = self.index.loose.initials.players(joined)
        if not found:
            return None
        found |= self.index.loose.begun(joined, shortest=2)
        return Hit(found, "initials", sure=joined not in JARGON)
