"""The closed world of a roster: every form under which a player may be named, made once (V4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from engine.names.cases import CASES, case_forms, latin_case_forms
from engine.names.normal import camel_parts, has_cyrillic, has_latin, tokens, undouble, unleet
from engine.names.sounds import in_cyrillic, sound
from engine.people import Roster

Players = frozenset[str]
_NOBODY: Players = frozenset()
_MOST_WORDS = 4  #: a name of more words is declined as a whole only in its first words


class _Table(dict[str, set[str]]):
    def put(self, form: str, player: str) -> None:
        if form:
            self.setdefault(form, set()).add(player)

    def players(self, form: str) -> Players:
        found = self.get(form)
        return frozenset(found) if found else _NOBODY


def _letters(text: str) -> bool:
    return has_cyrillic(text) or has_latin(text)


def _word_forms(word: str) -> dict[str, Iterable[str]]:
    """Forms of one word of a name by case, in its own script and, for a Latin one, in Russian letters."""
    if has_cyrillic(word):
        return dict(case_forms(word))
    latin = latin_case_forms(word)
    return {case: ({word} if case == "nom" else latin or {word}) for case in CASES}


def _declined(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    tables = [_word_forms(word) for word in words[:_MOST_WORDS]]
    rest = words[_MOST_WORDS:]
    for case in CASES:
        for combination in product(*(table[case] for table in tables)):
            yield (*combination, *rest)


class Index:
    """Lookup tables from forms to the players that bear them."""

    def __init__(self, roster: Roster, aliases: Iterable[tuple[str, str]] = ()) -> None:
        self.exact, self.cases, self.parts = _Table(), _Table(), _Table()
        self.cross, self.cross_parts, self.loose = _Table(), _Table(), _Table()
        self.names: list[tuple[str, str]] = []
        self.initials = _Table()
        self.order = {player.name: number for number, player in enumerate(roster.players)}
        for player in roster.players:
            for text in (player.name, *player.aliases):
                self._add(text, player.name)
        for text, name in aliases:
            self._add(text, name)
        self.reach = sorted(self.loose)
        self.width = max((len(form.split()) for form in (*self.exact, *self.cases)), default=1)

    def _add(self, text: str, player: str) -> None:
        words = tokens(text)
        if not words:
            # A nick without letters or digits is known by its very signs alone.
            self.exact.put(text.strip(), player)
            return
        self._add_words(words, player, self.exact, self.cases)
        camel = tuple(token for part in camel_parts(text) for token in tokens(part))
        if camel != words and all(len(part) > 1 or part.isdigit() for part in camel):
            self._add_words(camel, player, self.exact, self.cases)
        plain = tuple(unleet(word) for word in words)
        if plain != words:
            self._add_words(plain, player, self.exact, self.cases)
        for part in {*words, *plain, *camel} if len(words) > 1 or len(camel) > 1 or plain != words else ():
            self._add_part(part, player)
        joined = "".join(words)
        self.names.append((joined, player))
        if has_latin(joined):
            self._add_initials(camel if len(camel) > 1 else words, player)

    def _add_words(self, words: tuple[str, ...], player: str, exact: _Table, cases: _Table) -> None:
        exact.put(" ".join(words), player)
        if len(words) > 1 and _letters("".join(words)):
            exact.put("".join(words), player)
        self._put_sounds(words, player, self.cross)
        for form in _declined(words):
            for text in {" ".join(form), "".join(form) if _letters("".join(form)) else ""}:
                if text not in exact or player not in exact[text]:
                    cases.put(text, player)
            self._put_sounds(form, player, self.cross)
            self._put_loose("".join(form), player)
        cyrillic = tuple(in_cyrillic(word) if has_latin(word) else word for word in words)
        if cyrillic != words:
            for form in _declined(cyrillic):
                self._put_sounds(form, player, self.cross)
                self._put_loose("".join(form), player)

    def _put_loose(self, joined: str, player: str) -> None:
        if len(joined) > 2:
            self.loose.put(sound(undouble(joined)), player)

    def _put_sounds(self, words: tuple[str, ...], player: str, table: _Table) -> None:
        table.put(" ".join(sound(word) for word in words), player)
        table.put("".join(sound(word) for word in words), player)

    def _add_part(self, part: str, player: str) -> None:
        if len(part) < 2 or not _letters(part):
            return
        forms = {form for table in _word_forms(part).values() for form in table}
        for form in {part, *forms}:
            self.parts.put(form, player)
            self.cross_parts.put(sound(form), player)
            if len(form) > 3:
                self._put_loose(form, player)
        if has_latin(part):
            for forms_of_case in case_forms(in_cyrillic(part)).values():
                for form in forms_of_case:
                    self.cross_parts.put(sound(form), player)

    def _add_initials(self, words: tuple[str, ...], player: str) -> None:
        """NM for Night_Moth, A50 for Anvil50: first letters of the words, digits whole."""
        if len(words) > 1:
            self.initials.put("".join(word if word.isdigit() else word[0] for word in words), player)

    def in_order(self, players: Iterable[str]) -> tuple[str, ...]:
        """Players in roster order."""
        return tuple(sorted(set(players), key=lambda name: self.order.get(name, len(self.order))))
