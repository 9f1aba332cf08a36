"""The closed world of a roster: every form under which a player may be named, made once (V4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, product

from msgspec import Struct

from engine.names.cases import CASES, case_forms, latin_case_forms
from engine.names.normal import camel_parts, has_cyrillic, has_latin, has_letters, tokens, undouble, unleet
from engine.names.shorts import initials
from engine.names.sounds import in_cyrillic, sound
from engine.names.words import COMMON
from engine.people import Roster

Players = frozenset[str]
NOBODY: Players = frozenset()
_MOST_WORDS = 4  #: a name of more words is declined in its first words only
_MOST_PHRASE = 6  #: phrases are cut out of the first words of a name only


class Spelling(Struct, frozen=True):
    """A name or alias of a player, its words run together."""

    joined: str
    player: str
    sound: str


class Table(dict[str, Players]):
    """Forms and the players who bear them."""

    def put(self, form: str, player: str) -> None:
        """Adds a player's form; an empty one is none."""
        borne = self.get(form, NOBODY)
        if form and player not in borne:
            self[form] = borne | {player}

    def players(self, form: str) -> Players:
        """Who bears a form."""
        return self.get(form, NOBODY)


def _word_forms(word: str) -> dict[str, Iterable[str]]:
    """Forms of one word of a name by case, in its own script."""
    if has_cyrillic(word):
        return dict(case_forms(word))
    return {"nom": (word,), "gen": latin_case_forms(word) or (word,)}


def _declined(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """A name with its words in one case each time, or as they are: «Дочери Ночи», «Кота Базилио».

    A Latin word has one set of forms for all cases.
    """
    tables = [_word_forms(word) for word in words[:_MOST_WORDS]]
    rest = words[_MOST_WORDS:]
    cases = CASES if any(len(table) > 2 for table in tables) else ("nom", "gen")
    forms = [product(*({*table.get(case, table["gen"]), *table["nom"]} for table in tables)) for case in cases]
    for combination in dict.fromkeys(chain.from_iterable(forms)):  # cases share many forms
        yield (*combination, *rest)


class Index:
    """Lookup tables from forms to the players that bear them."""

    def __init__(self, roster: Roster, aliases: Iterable[tuple[str, str]] = (), others: Iterable[str] = ()) -> None:
        self.literal: dict[str, str] = {}  #: names as they are written, where only one player's name is so
        self.ruled = Table()  #: texts that the host gave to a player: they settle shared forms
        self.exact, self.cases, self.parts = Table(), Table(), Table()
        self.cross, self.cross_parts = Table(), Table()  #: by sound, for the other script
        self.bare = Table()  #: without doubled letters
        self.near = Table()  #: by sound without doubled letters, for suggestions
        self.plain = Table()  #: names and their longer parts as they are, for misspellings that may count
        self.initials, self.weak_initials = Table(), Table()
        self.spellings: list[Spelling] = []
        self.order: dict[str, int] = {}
        self._scripts: dict[str, set[str]] = {}
        for player in roster.players:
            self._add_player(player.name, player.aliases)
        for text, name in aliases:
            self._add(text, name)
            self.ruled.put(" ".join(tokens(text)), name)
        for name in others:
            if name not in self.order:
                self._add_player(name, ())
        self.accounts = Table()  #: forum accounts that are no names, run together
        for player in roster.players:
            for account in player.accounts:
                joined = "".join(tokens(account))
                if has_letters(joined) and not (self.exact.players(joined) or self.cases.players(joined)):
                    self.accounts.put(joined, player.name)
        self.width = max((len(form.split()) for form in (*self.exact, *self.cases)), default=1)

    def _add_player(self, name: str, aliases: Iterable[str]) -> None:
        self.order.setdefault(name, len(self.order))
        self.literal[name] = name
        for text in (name, *aliases):
            self._add(text, name)

    def _add(self, text: str, player: str) -> None:
        words = tokens(text)
        if not words:
            # A nick without letters or digits is known by its very signs alone.
            self.exact.put(text.strip(), player)
            return
        camel = tuple(token for part in camel_parts(text) for token in tokens(part))
        plain = tuple(unleet(word) for word in words)
        self._add_words(words, player)
        if camel != words and all(len(part) > 1 or part.isdigit() for part in camel):
            self._add_words(camel, player)
        if plain != words:
            self._add_words(plain, player)
        if len(camel) > 1 or plain != words:
            for part in {*words, *plain, *camel}:
                self._add_part(part, player)
        for variant in {words, camel}:
            self._add_phrases(variant, player)
        joined = "".join(words)
        self._scripts.setdefault(player, set()).update(_scripts(joined))
        self.spellings.append(Spelling(joined, player, sound(joined)))
        self.plain.put(joined, player)
        if has_latin(joined):
            full, weak = initials(camel if len(camel) > 1 else words)
            self.initials.put(full, player)
            for text in weak:
                self.weak_initials.put(text, player)

    def _add_words(self, words: tuple[str, ...], player: str) -> None:
        self.exact.put(" ".join(words), player)
        if len(words) > 1 and has_letters("".join(words)):
            self.exact.put("".join(words), player)
        self._put_sounds(words, player)
        for form in _declined(words):
            joined = "".join(form)
            for text in {" ".join(form), joined if has_letters(joined) else ""}:
                if player not in self.exact.players(text):
                    self.cases.put(text, player)
            self._put_sounds(form, player)
            bare = undouble(joined)
            self._put_near(joined, bare, player)
            self.bare.put(bare, player)
        cyrillic = tuple(in_cyrillic(word) if has_latin(word) else word for word in words)
        if cyrillic != words:
            for form in _declined(cyrillic):
                self._put_sounds(form, player)
                joined = "".join(form)
                self._put_near(joined, undouble(joined), player)

    def _put_near(self, joined: str, bare: str, player: str) -> None:
        """`bare` is the form without doubled letters."""
        if len(joined) > 2:
            self.near.put(sound(bare), player)

    def _put_sounds(self, words: tuple[str, ...], player: str) -> None:
        keys = [sound(word) for word in words]
        self.cross.put(" ".join(keys), player)
        if len(keys) > 1:
            self.cross.put("".join(keys), player)

    def _add_part(self, part: str, player: str) -> None:
        if len(part) < 2 or not has_letters(part):
            return
        # A Latin word of every day takes no Russian endings: "note" is no case of "not".
        tables = _word_forms(part).values() if has_cyrillic(part) or part not in COMMON else ()
        for form in {part, *(form for table in tables for form in table)}:
            self.parts.put(form, player)
            self.cross_parts.put(sound(form), player)
            if len(form) > 3:
                self._put_near(form, undouble(form), player)
        if len(part) > 4 and part not in COMMON:
            self.plain.put(part, player)
        if has_latin(part):
            for forms_of_case in case_forms(in_cyrillic(part)).values():
                for form in forms_of_case:
                    self.cross_parts.put(sound(form), player)

    def _add_phrases(self, words: tuple[str, ...], player: str) -> None:
        """Neighbouring words of a longer name: Grand Duke for The Grand Duke."""
        words = words[:_MOST_PHRASE]
        for size in range(2, len(words)):
            for start in range(len(words) - size + 1):
                phrase = words[start : start + size]
                if not has_letters("".join(phrase)) or all(word in COMMON for word in phrase):
                    continue
                for form in _declined(phrase):
                    self.parts.put(" ".join(form), player)
                    self.parts.put("".join(form), player)

    def begun(self, joined: str, *, shortest: int = 3, heard: bool = True) -> Players:
        """Players whose name begins so, as written or (`heard`) by its sound in the other script."""
        key = sound(joined)
        if len(joined) < shortest:
            return NOBODY
        return frozenset(
            spelling.player
            for spelling in self.spellings
            if spelling.joined.startswith(joined)
            or (
                heard and len(key) > 2 and spelling.sound.startswith(key) and self.other_script(joined, spelling.player)
            )
        )

    def sound_of(self, form: str) -> str:
        """The key under which `cross` keeps a form."""
        return " ".join(sound(word) for word in form.split())

    def other_script(self, text: str, player: str) -> bool:
        """Whether one of the player's names is written in a script that the text is not."""
        scripts = self._scripts.get(player, set())
        return (has_cyrillic(text) and "latin" in scripts) or (has_latin(text) and "cyrillic" in scripts)

    def in_order(self, players: Iterable[str]) -> tuple[str, ...]:
        """Players in roster order."""
        return tuple(sorted(set(players), key=lambda name: self.order.get(name, len(self.order))))


def _scripts(text: str) -> set[str]:
    return {name for name, has in (("latin", has_latin), ("cyrillic", has_cyrillic)) if has(text)}
