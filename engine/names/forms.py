"""The forms under which a name or an alias may be written, made of its text alone and once for each text (V4).

Knows letters and case endings; knows no player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, product
from math import prod

from msgspec import Struct

from engine.names.cases import CASES, case_forms, latin_case_forms, plural_forms
from engine.names.normal import camel_parts, has_cyrillic, has_latin, has_letters, tokens, undouble, unleet
from engine.names.shorts import initials
from engine.names.sounds import in_cyrillic, sound
from engine.names.words import COMMON

Words = tuple[str, ...]
_MOST_FORMS = 2048  #: a name that would have more is declined in its first words only
_LEAST_WORDS = 4  #: so many of them whatever their forms
_MOST_PHRASE = 6  #: phrases are cut out of the first words of a name only
_MOST_TEXTS = 512  #: so many names and aliases are remembered with their forms


class Forms(Struct, frozen=True, gc=False):
    """The whole of a name: as it is, and in its cases where they are others."""

    exact: Words
    cases: Words = ()


class LooseForms(Struct, frozen=True, gc=False):
    """What stands for a name and is less than it, or only like it."""

    joined: str = ""  #: its words run together
    sound: str = ""  #: of that
    parts: Words = ()
    plurals: Words = ()  #: cases of what may be a plural in -а or -я, the name's own or a part's
    cross: Words = ()  #: by sound, for the other script
    cross_parts: Words = ()
    bare: Words = ()  #: without doubled letters
    near: Words = ()  #: by sound without doubled letters, for suggestions
    plain: Words = ()  #: it and its longer parts as they are, for misspellings that may count
    initials: Words = ()
    weak_initials: Words = ()


class _Read(Struct, frozen=True, gc=False):
    """A text as it is written, cut where its letters change their case, and without digits for letters."""

    words: Words
    camel: Words
    plain: Words

    @property
    def wholes(self) -> list[Words]:
        """The words by which it is the whole name."""
        cut = all(len(part) > 1 or part.isdigit() for part in self.camel)
        return list(dict.fromkeys((self.words, *([self.camel] if cut else []), self.plain)))


def _read(text: str) -> _Read | None:
    words = tokens(text)
    if not words:
        return None
    camel = tuple(token for part in camel_parts(text) for token in tokens(part))
    return _Read(words, camel, tuple(unleet(word) for word in words))


@lru_cache(maxsize=_MOST_TEXTS)
def forms_of(text: str) -> Forms:
    """The forms of the whole name. One without letters or digits is known by its very signs alone."""
    read = _read(text)
    if read is None:
        return Forms((text.strip(),))
    exact, cases = list[str](), list[str]()
    for words in read.wholes:
        exact += _spellings(words)
        for form in _declined(words):
            cases += _spellings(form)
    own = dict.fromkeys(exact)
    return Forms(tuple(own), tuple(form for form in dict.fromkeys(cases) if form not in own))


def _spellings(words: Words) -> Iterator[str]:
    """With blanks, and run together where that leaves letters."""
    yield " ".join(words)
    if len(words) > 1 and has_letters(joined := "".join(words)):
        yield joined


@lru_cache(maxsize=_MOST_TEXTS)
def loose_forms_of(text: str) -> LooseForms:
    """The looser forms of a name; one without letters or digits has none."""
    read = _read(text)
    if read is None:
        return LooseForms()
    words, camel, plain = read.words, read.camel, read.plain
    made = _Made()
    for whole in read.wholes:
        made.add_whole(whole)
    if len(camel) > 1 or plain != words:
        for part in dict.fromkeys((*words, *plain, *camel)):
            made.add_part(part)
    for variant in dict.fromkeys((words, camel)):
        made.add_phrases(variant)
    joined = "".join(words)
    full, weak = initials(camel if len(camel) > 1 else words) if has_latin(joined) else ("", ())
    return LooseForms(
        joined=joined,
        sound=sound(joined),
        parts=tuple(made.parts),
        plurals=tuple(made.plurals),
        cross=tuple(made.cross),
        cross_parts=tuple(made.cross_parts),
        bare=tuple(made.bare),
        near=tuple(made.near),
        plain=tuple(dict.fromkeys((*made.plain, joined))),
        initials=(full,) if full else (),
        weak_initials=weak,
    )


class _Made:
    """The looser forms of one name while they are collected, each once."""

    def __init__(self) -> None:
        self.parts, self.cross, self.cross_parts = dict[str, None](), dict[str, None](), dict[str, None]()
        self.plurals = dict[str, None]()
        self.bare, self.near, self.plain = dict[str, None](), dict[str, None](), dict[str, None]()

    def add_whole(self, words: Words) -> None:
        """What is like the whole name in any of its cases."""
        self._add_sounds(words)
        if len(words) == 1:
            self._add_plurals(words[0])
        for form in _declined(words):
            self._add_sounds(form)
            joined = "".join(form)
            self.bare[undouble(joined)] = None
            self._add_near(joined)
        cyrillic = tuple(map(in_cyrillic, words))
        if cyrillic != words:
            for form in _declined(cyrillic):
                self._add_sounds(form)
                self._add_near("".join(form))

    def _add_plurals(self, word: str) -> None:
        self.plurals |= dict.fromkeys(chain.from_iterable(plural_forms(word).values()))

    def _add_near(self, joined: str) -> None:
        self.near[sound(undouble(joined))] = None

    def _add_sounds(self, words: Words) -> None:
        self.cross["".join(map(sound, words))] = None

    def add_part(self, part: str) -> None:
        """One word of a name."""
        if len(part) < 2 or not has_letters(part):
            return
        common = part in COMMON
        tables = _word_forms(part).values() if has_cyrillic(part) or not common else ()
        forms = dict.fromkeys((part, *(form for table in tables for form in table)))
        for form in forms:
            if len(form) > 3:
                self._add_near(form)
        if common:  # its endings only suggest: "note" is no case of "not", and «нам» is none of «не»
            self.parts[part] = None
            return
        self._add_plurals(part)
        for form in forms:
            self.parts[form] = None
            self.cross_parts[sound(form)] = None
        if len(part) > 4:
            self.plain[part] = None
        if has_latin(part):
            for forms_of_case in case_forms(in_cyrillic(part)).values():
                for form in forms_of_case:
                    self.cross_parts[sound(form)] = None

    def add_phrases(self, words: Words) -> None:
        """Neighbouring words of a longer name: Grand Duke for The Grand Duke."""
        words = words[:_MOST_PHRASE]
        for size in range(2, len(words)):
            for start in range(len(words) - size + 1):
                phrase = words[start : start + size]
                if not has_letters("".join(phrase)) or all(word in COMMON for word in phrase):
                    continue
                for form in _declined(phrase):
                    self.parts["".join(form)] = None


def _word_forms(word: str) -> dict[str, Iterable[str]]:
    """Forms of one word of a name by case, in its own script."""
    if has_cyrillic(word):
        return dict(case_forms(word))
    return {"nom": (word,), "gen": latin_case_forms(word) or (word,)}


def _declined(words: Words) -> Iterator[Words]:
    """A name with its words in one case each time, or as they are: «Дочери Ночи», «Кота Базилио», «красных глаз».

    A Latin word has one set of forms for all cases.
    """
    tables = [_word_forms(word) for word in words]
    cases = CASES if any(len(table) > 2 for table in tables) else ("gen",)
    if len(words) > 1:
        tables = [_with_plurals(word, table) for word, table in zip(words, tables, strict=True)]
    by_case = [[{*table.get(case, table["gen"]), *table["nom"]} for table in tables] for case in cases]
    most = len(words)
    while most > _LEAST_WORDS and sum(prod(map(len, choices[:most])) for choices in by_case) > _MOST_FORMS:
        most -= 1
    forms = (product(*choices[:most]) for choices in by_case)
    for combination in dict.fromkeys(chain.from_iterable(forms)):  # cases share many forms
        yield (*combination, *words[most:])


def _with_plurals(word: str, table: dict[str, Iterable[str]]) -> dict[str, Iterable[str]]:
    plurals = plural_forms(word)
    return {case: (*forms, *plurals.get(case, ())) for case, forms in table.items()}
