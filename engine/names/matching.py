"""Looking a text up in a roster's closed world, one view after the other (V4)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Literal

from msgspec import Struct
from rapidfuzz import process
from rapidfuzz.distance import OSA

from engine.names.index import Index
from engine.names.normal import clean, has_cyrillic, has_latin, tokens, undouble
from engine.names.sounds import sound
from engine.names.typed import look_alikes, other_layouts
from engine.names.words import LEADS, NO_LYNCH, SELF, UNVOTE, denies, last_clause
from engine.people import Roster


class Word(StrEnum):
    """A text that is no name but says something of the vote."""

    UNVOTE = "unvote"  #: takes the vote back (V8)
    NO_LYNCH = "no_lynch"  #: gives it to nobody (V8)
    NEGATED = "negated"  #: denies a vote for the name that follows (V11)


class Named(Struct, frozen=True):
    """What a text means: one player, or candidates to ask about, or a word, or nothing."""

    player: str | None = None
    ask: tuple[str, ...] = ()
    word: Word | None = None
    how: str = "no name"


class _Hit(Struct, frozen=True):
    players: frozenset[str]
    how: str


NOTHING = Named()
_TAG = re.compile(r"\[/?[a-z*]+(?:=[^\]]{0,100})?\]", re.IGNORECASE)
_EDGES = re.compile(r"^(?:\s|##|[@+>*#\-–—]|\+1\b)+")
_SEGMENTS = re.compile(r"[,;:!?()\[\]«»\"/|\n]+|\.(?:\s|$)|\s[-–—]+\s|->|→")
_INSTEAD = re.compile(r"\bне\s+за\s+(.{1,80}?)[\s,;]+а\s+за\s+(.{1,80})$", re.IGNORECASE)
_FROM_TO = re.compile(r"(?:^|\s)(?:с|со|from)\s+(.{1,80}?)\s+(?:на|to)\s+(.{1,80})$", re.IGNORECASE)
_JOINED = re.compile(r"\s*([a-zа-яё])(?:\s*[&/+]\s*([a-zа-яё]))+\s*", re.IGNORECASE)
_LONGEST = 2000  #: a longer text is no name; its first part is read for names


class Names:
    """A roster's names, ready to read texts.

    `aliases` are further (text, player) pairs; `unvote` and `no_lynch` are the rule set's words beside the usual ones;
    `typos="count"` names the one clear candidate of a misspelling instead of suggesting it.
    """

    def __init__(
        self,
        roster: Roster,
        *,
        aliases: Iterable[tuple[str, str]] = (),
        unvote: Iterable[str] = (),
        no_lynch: Iterable[str] = (),
        typos: Literal["suggest", "count"] = "suggest",
    ) -> None:
        self.index = Index(roster, aliases)
        self.typos = typos
        self.words = dict.fromkeys(UNVOTE, Word.UNVOTE) | dict.fromkeys(NO_LYNCH, Word.NO_LYNCH)
        self.words |= {" ".join(tokens(text)): Word.UNVOTE for text in unvote}
        self.words |= {" ".join(tokens(text)): Word.NO_LYNCH for text in no_lynch}

    def read(self, text: str, before: str = "", after: str = "", me: str | None = None) -> Named:
        """What `text` means; `before` and `after` stand beside it on its line, `me` is who wrote it."""
        del after
        text = _EDGES.sub("", _TAG.sub(" ", clean(text[:_LONGEST]))).strip()
        found = self._read(text, me)
        if found.word is None and (found.player or found.ask) and _denied(before):
            return Named(ask=self._candidates(found), word=Word.NEGATED, how="negated before")
        return found

    def _candidates(self, named: Named) -> tuple[str, ...]:
        return (named.player,) if named.player else named.ask

    def _read(self, text: str, me: str | None) -> Named:
        words = tokens(text)
        if not words:
            players = self.index.exact.players(text)
            return self._named(_Hit(players, "exact")) if players else NOTHING
        hit = self._whole(text, words)
        if hit is not None:
            return self._named(hit)
        if (construed := self._construed(text, me)) is not None:
            return construed
        core, rest = self._without_leads(text, words)
        if core and core != words and (hit := self._whole(rest, core)) is not None:
            return self._denied_or(text, rest, self._named(hit))
        if (word := self._word(words, core)) is not None:
            return word
        if me is not None and len(words) <= 4 and words[-1] in SELF and all(word in LEADS | SELF for word in words):
            return Named(me, how="self")
        if (several := self._several_initials(text)) is not None:
            return several
        if (inside := self._inside(text)) is not None:
            return self._denied_or(text, rest, inside)
        return self._short(text, core, rest)

    def _short(self, text: str, core: tuple[str, ...], rest: str) -> Named:
        """Beginnings and misspellings: for texts that are little more than a name."""
        for words, raw in ((tokens(text), text), (core, rest)):
            if not words or len(words) > 4:
                continue
            if (hit := self._beginning(words)) is not None:
                return self._denied_or(text, raw, self._named(hit))
        return self._denied_or(text, rest, self._suggested(core)) if core else NOTHING

    def _denied_or(self, text: str, rest: str, found: Named) -> Named:
        if found.player is None and not found.ask:
            return found
        lead = text[: text.rfind(rest)] if rest and rest in text else ""
        if _denied(lead):
            return Named(ask=self._candidates(found), word=Word.NEGATED, how="negated")
        return found

    def _named(self, hit: _Hit) -> Named:
        if len(hit.players) == 1:
            return Named(next(iter(hit.players)), how=hit.how)
        return Named(ask=self.index.in_order(hit.players), how=hit.how)

    def _whole(self, raw: str, words: tuple[str, ...]) -> _Hit | None:
        """The whole text as a name: the first view with a hit, parts and loose spellings united with later views."""
        spaced, joined = " ".join(words), "".join(words)
        if (hit := self._strict(spaced, joined)) is not None:
            return hit
        found = set(self.index.parts.players(spaced))
        how = "part of a name" if found else ""
        for view, texts in (("other keyboard layout", other_layouts(raw)), ("look-alike letters", look_alikes(raw))):
            for text in texts:
                if (hit := self._through(tokens(text))) is not None:
                    return _Hit(hit.players | found, view)
        sounds = self._sounds(words)
        if sounds:
            found |= sounds
            how = how or "other script"
        loose = self._doubled(words)
        if loose:
            found |= loose
            how = how or "doubled letters"
        if not found and raw.strip().isupper() and 2 <= len(joined) <= 5 and has_latin(joined):
            found |= self.index.initials.players(joined)
            how = "initials"
        return _Hit(frozenset(found), how) if found else None

    def _strict(self, spaced: str, joined: str) -> _Hit | None:
        exact = self.index.exact.players(spaced) | self.index.exact.players(joined)
        united = exact | self.index.cases.players(spaced) | self.index.cases.players(joined)
        if not united:
            return None
        return _Hit(united, "exact" if exact == united else "case form")

    def _through(self, words: tuple[str, ...]) -> _Hit | None:
        """A retyped text: as written, or by its sound in the other script."""
        if not words or len("".join(words)) < 3:
            return None
        hit = self._strict(" ".join(words), "".join(words))
        if hit is not None:
            return hit
        parts = self.index.parts.players(" ".join(words)) if len(words) == 1 and len(words[0]) > 3 else frozenset()
        players = parts or self._sounds(words)
        return _Hit(frozenset(players), "") if players else None

    def _sounds(self, words: tuple[str, ...]) -> frozenset[str]:
        """Players whose name sounds so in the other script; spellings of one script are never equated here."""
        spaced, joined = " ".join(sound(word) for word in words), "".join(sound(word) for word in words)
        players = self.index.cross.players(spaced) | self.index.cross.players(joined)
        if len(words) == 1 and len(joined) > 2:
            players |= self.index.cross_parts.players(joined)
        text = "".join(words)
        return frozenset(name for name in players if self._other_script(text, name))

    def _other_script(self, text: str, player: str) -> bool:
        """Whether one of the player's names is written in a script that the text is not."""
        for joined, owner in self.index.names:
            if owner == player and (
                (has_cyrillic(text) and has_latin(joined)) or (has_latin(text) and has_cyrillic(joined))
            ):
                return True
        return False

    def _doubled(self, words: tuple[str, ...]) -> frozenset[str]:
        """Doubled letters typed once or single ones twice, э for е; within one script."""
        bare = undouble("".join(words))
        if len(bare) < 3 or not (has_cyrillic(bare) or has_latin(bare)):
            return frozenset()
        players = self.index.loose.players(sound(bare))
        return frozenset(name for name in players if self._same_bare(bare, name))

    def _same_bare(self, bare: str, player: str) -> bool:
        tables = (self.index.exact, self.index.cases)
        return any(player in table[form] for table in tables for form in self._forms_like(bare, table))

    def _forms_like(self, bare: str, table: dict[str, set[str]]) -> list[str]:
        return [form for form in table if form[:1] in (bare[:1], "э") and undouble(form.replace(" ", "")) == bare]

    def _beginning(self, words: tuple[str, ...]) -> _Hit | None:
        """A beginning of three letters or more that only one player's name has (or several: ask)."""
        joined = "".join(words)
        if len(joined) < 3 or joined in LEADS or not joined[-1].isalpha():
            return None
        key = sound(joined)
        found = set()
        for name, player in self.index.names:
            if name.startswith(joined) or (
                len(key) > 2 and sound(name).startswith(key) and self._other_script(joined, player)
            ):
                found.add(player)
        return _Hit(frozenset(found), "beginning of a name") if found else None

    def _suggested(self, words: tuple[str, ...]) -> Named:
        """Names that a misspelling may mean: only ever a question, unless the rules let a clear one count."""
        joined = "".join(words)
        if len(words) > 3 and not all(len(word) == 1 for word in words):
            return NOTHING
        key = sound(undouble(joined))
        reach = 0 if len(key) < 4 else 1 if len(key) < 6 else 2
        near = process.extract(key, self.index.reach, scorer=OSA.distance, score_cutoff=reach, limit=None)
        if not near:
            return NOTHING
        best = min(distance for _, distance, _ in near)
        players = frozenset(
            player for form, distance, _ in near if distance == best for player in self.index.loose[form]
        )
        within = frozenset(player for form, _, _ in near for player in self.index.loose[form])
        clear = len(within) == 1 and best <= (1 if len(key) < 8 else 2)
        if self.typos == "count" and clear and not has_cyrillic(joined):
            return Named(next(iter(within)), how="misspelt")
        return Named(ask=self.index.in_order(players), how="like a name")

    def _word(self, words: tuple[str, ...], core: tuple[str, ...]) -> Named | None:
        """The usual words for taking a vote back or giving it to nobody; a player of nearly that name is asked about."""
        for tried in (words, core):
            word = self.words.get(" ".join(tried))
            if word is not None:
                near = self._suggested(tried) if len(tried) == 1 else NOTHING
                return Named(ask=near.ask, how="like a name") if near.ask else Named(word=word, how="word")
        return None

    def _construed(self, text: str, me: str | None) -> Named | None:
        """«не за X, а за Y» and «с X на Y»: the second name, where the first is one too."""
        for pattern in (_INSTEAD, _FROM_TO):
            found = pattern.search(text)
            if found and (self._is_name(found[1]) or tokens(found[1])[-1:] == ("себя",)):
                return self._read(found[2], me)
        return None

    def _is_name(self, text: str) -> bool:
        words = tokens(text)
        return bool(words) and self._whole(text, words) is not None

    def _without_leads(self, text: str, words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
        """The text without the lead words before its name: normal form and as written."""
        rest = text
        while rest:
            found = re.match(r"[\W_]*([^\W_]+(?:['’][^\W_]+)?)[\s:.,!«\"@#\-–—>*]*", rest)
            first = tokens(found[1]) if found else ()
            if (
                not found
                or not first
                or (first[0] not in LEADS and first[0] != "не")
                or not rest[found.end() :].strip()
            ):
                break
            rest = rest[found.end() :]
        core = tokens(rest)
        return core, rest

    def _several_initials(self, text: str) -> Named | None:
        """M&L: the first letters of several players."""
        if not _JOINED.fullmatch(text):
            return None
        letters = {sign for sign in text.casefold() if sign.isalpha()}
        players = [player for name, player in self.index.names if name[:1] in letters]
        return Named(ask=self.index.in_order(players), how="initials of several") if players else None

    def _inside(self, text: str) -> Named | None:
        """Names within a longer text: whole names and their case forms alone, and in the first clause any view."""
        found: set[str] = set()
        doubtful = False
        segments = [segment for segment in _SEGMENTS.split(text) if segment and segment.strip()]
        if len(segments) > 1:
            first, rest = self._without_leads(segments[0], tokens(segments[0]))
            if first and (hit := self._whole(rest, first)) is not None:
                found |= hit.players
                segments = segments[1:]
        for segment in segments:
            players, alone = self._windows(segment)
            found |= players
            doubtful |= not alone
        if not found:
            return None
        if doubtful or len(found) > 1:
            return Named(ask=self.index.in_order(found), how="inside a text")
        return Named(next(iter(found)), how="inside a text")

    def _windows(self, segment: str) -> tuple[set[str], bool]:
        """Players named in a clause, and whether none of the names stands beside an unknown capitalised word."""
        raw = segment.split()
        words = [(" ".join(tokens(word)), word) for word in raw]
        found: set[str] = set()
        alone, start = True, 0
        while start < len(words):
            for size in range(min(self.index.width, len(words) - start), 0, -1):
                normal = " ".join(word for word, _ in words[start : start + size] if word)
                hit = self._strict(normal, normal.replace(" ", "")) if normal and normal not in LEADS else None
                if hit is not None:
                    found |= hit.players
                    beside = [words[i] for i in (start - 1, start + size) if 0 <= i < len(words)]
                    alone &= not any(_may_be_a_name(normal, word) for normal, word in beside)
                    start += size - 1
                    break
            start += 1
        return found, alone


def _may_be_a_name(normal: str, raw: str) -> bool:
    letters = [sign for sign in raw if sign.isalpha()]
    return bool(letters) and letters[0].isupper() and normal not in LEADS


def _denied(before: str) -> bool:
    return denies(before, " ".join(tokens(last_clause(before))))
