"""Reading a text as a vote: a name by one view after the other, the words around it, a word for no vote (V4, V11)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Literal

from msgspec import Struct, structs

from engine.names.index import Index, Players
from engine.names.loose import Loose
from engine.names.normal import clean, tokens
from engine.names.sentences import (
    Finder,
    Lead,
    Stance,
    denied_after,
    judge,
    lead_of,
    may_deny,
    mentions,
    said,
    thought_after,
)
from engine.names.typed import join_endings, other_layouts
from engine.names.views import Hit, Views
from engine.names.words import (
    CONDITIONS,
    CONNECTIVES,
    DENIALS,
    HELPERS,
    LEADS,
    NO_LYNCH,
    SELF,
    TAKES_BACK,
    UNVOTE,
    UNVOTES,
)
from engine.people import Roster


class Word(StrEnum):
    """A text that is no name but says something of the vote."""

    UNVOTE = "unvote"  #: takes the vote back (V8)
    NO_LYNCH = "no_lynch"  #: gives it to nobody (V8)
    NEGATED = "negated"  #: denies a vote for the name that follows (V11)


#: Views that find a name by less than the whole of it.
_WEAK = ("part", "piece", "beginning", "doubled", "misspelt", "short", "initials")


class Named(Struct, frozen=True):
    """What a text means: one player, or candidates to ask about, or a word, or nothing.

    `how` is the view that found it. With a word `negated`, `ask` holds the names that are denied.
    """

    player: str | None = None
    ask: tuple[str, ...] = ()
    word: Word | None = None
    how: str = "no name"
    said: bool = False  #: found among other words without one that casts a vote

    @property
    def partial(self) -> bool:
        """Whether the player is named by less than a whole name, or by one that is not quite his."""
        return self.player is not None and self.how.startswith(_WEAK)


NOTHING = Named()
_TAG = re.compile(r"\[/?[a-z*]{1,20}(?:=[^\]\n]{0,100})?\]", re.IGNORECASE)
_EDGES = re.compile(r"(?:\s|[@>*#!/\-–—]|\+(?:\d\b)?|\d{1,2}[.)]\s)+")
_LEAD = re.compile(r"\A[\W_]*([^\W_]+(?:['’ʼ`´][^\W_]+)*)[\W_]*?(?=[^\W_]|[@#]|$)")
_POSSESSIVE = re.compile(r"['’ʼ`´]s\s*$", re.IGNORECASE)
_JOINED = re.compile(r"\s*[a-zа-яё](?:\s*[&/+]\s*[a-zа-яё]){1,5}\s*", re.IGNORECASE)
_STRIPPED = LEADS | DENIALS | CONDITIONS | HELPERS | UNVOTES | TAKES_BACK
_BEFORE_WORDS = LEADS | UNVOTES  #: what may stand before a word for no vote
#: Leads that no other text gives on the other keyboard layout: "vs" is not «мы».
_RETYPED = frozenset(word for word in LEADS if len(word) > 2) | {"за", "на"}
_ANY = re.compile(r"(?<![^\W_])a\W+\Z", re.IGNORECASE)  #: "a killer" is any of them, and nobody's nick
_REASONS = CONNECTIVES | frozenset(["for", "за"])  #: words behind which a name is done
_AROUND = " \t,;:.!?()-–—…"
_AND = re.compile(r"(?:^|[\s,])\s*(?:and|or|either|и|или|либо)\s|[&/+,]", re.IGNORECASE)
_MOST_JOINED = 4
_MOST_LEADS = 20  #: words before a name
_LONGEST = 2000  #: what stands in a longer text is asked about, never counted
#: Players write the same few texts a whole game: so many are remembered, none longer than this.
_MOST_KNOWN, _LONGEST_KNOWN = 4096, 200


class Names:
    """A roster's names, ready to read texts. Built once a roster.

    `aliases` are further (text, player) pairs. `dead` are players who are out; those who are not in the roster any more
    are known by name too, so that a looser view never gives their name to somebody else. `unvote` and `no_lynch` are
    the rule set's words beside the usual ones. `self_name` is who «я» and "me" are where `read` is not told.
    `typos="count"` names the one clear candidate of a misspelling instead of suggesting it.
    """

    def __init__(
        self,
        roster: Roster,
        *,
        dead: Iterable[str] = (),
        aliases: Iterable[tuple[str, str]] = (),
        unvote: Iterable[str] = (),
        no_lynch: Iterable[str] = (),
        self_name: str | None = None,
        typos: Literal["suggest", "count"] = "suggest",
    ) -> None:
        self.index = Index(roster, aliases, dead)
        self.self_name = self_name
        self._literal: dict[str, Named] = {}
        self._known: dict[tuple[str, str | None, bool], tuple[str, Named]] = {}
        self._views = Views(self.index)
        self._loose = Loose(self.index, count=typos == "count")
        self._finder = Finder(self._strict_words, self._loose_words, self.index.width)
        self._words = dict.fromkeys(UNVOTE, Word.UNVOTE) | dict.fromkeys(NO_LYNCH, Word.NO_LYNCH)
        self._words |= {" ".join(tokens(text)): Word.UNVOTE for text in unvote}
        self._words |= {" ".join(tokens(text)): Word.NO_LYNCH for text in no_lynch}
        self._words.pop("", None)
        self._longest_word = max(len(phrase.split()) for phrase in self._words)
        #: Names as they are written that mean their player whoever writes them, read once.
        self._literal = {
            name: named
            for name in self.index.literal
            if SELF.isdisjoint(tokens(name)) and (named := self.read(name)).how == "literal"
        }

    def read(self, text: str, before: str = "", after: str = "", me: str | None = None) -> Named:
        """What `text` means; `before` and `after` stand beside it on its line, `me` is who wrote it.

        A name that is denied there is `negated` (V11); one that is taken back there is `unvote`.
        """
        lead = _lead(before)
        found = self._literal.get(text)
        if found is None:
            text, found = self._alone(text, me or self.self_name, lead.casts)
        if found.player is not None and found.partial and _any_of_them(text):
            return Named(ask=(found.player,), how="a word of every day")
        if len(text) > _LONGEST and found.player is not None:
            return Named(ask=(found.player,), how="inside a long text")
        if found.word is not None or not (found.player or found.ask):
            return found
        if lead.stance is not Stance.FOR:
            # «с [X] на Y» where the mark is X alone: the vote goes elsewhere.
            return _with_stance(found, Stance.DENIED if lead.stance is Stance.LEFT and not lead.clean else lead.stance)
        if after and may_deny(after := clean(after)) and denied_after(said(after), at_once=False):
            return _with_stance(found, Stance.DENIED)
        return _with_stance(found, Stance.THOUGHT) if thought_after(after) else found

    def _alone(self, text: str, me: str | None, cast_before: bool) -> tuple[str, Named]:
        """A text without what is no part of a name at its ends, and what it means by itself; remembered."""
        asked = text, me, cast_before
        known = self._known.get(asked)
        if known is None:
            # A nick may look like a BBCode tag, or like another with an ending; as it is written it is a name.
            own = text.strip()
            core = own if own in self.index.literal else self._joined_endings(_trimmed(text))
            known = core, self._read(core, me, cast_before=cast_before)
            if len(text) <= _LONGEST_KNOWN:
                if len(self._known) >= _MOST_KNOWN:
                    self._known.clear()
                self._known[asked] = known
        return known

    def _joined_endings(self, text: str) -> str:
        """A text whose nick may bear an ending set off by a hyphen, unless somebody's nick is so written."""
        core = tokens(_without_leads(text))
        return text if self.index.exact.players(" ".join(core)) else join_endings(text)

    def looser(self, text: str) -> tuple[str, ...]:
        """Everybody whom a short text may name by a view that came after the one with a hit, in roster order."""
        rest = _without_leads(join_endings(_trimmed(text)))
        core = tokens(rest)
        return self.index.in_order(self._loose.everybody(core)) if core else ()

    def _read(self, text: str, me: str | None, *, cast_before: bool) -> Named:
        words = tokens(text)
        if not words:
            players = self.index.exact.players(text.strip())
            return self._named(Hit(players, "exact")) if players else NOTHING
        if (hit := self._views.whole(text, words)) is not None:
            return self._doubled_meaning(self._named(hit), words, me)
        rest = _without_leads(text)
        core = tokens(rest)
        if (word := self._word(words)) is not None:
            return word
        if me is not None and words[-1] in SELF and all(word in LEADS | SELF for word in words):
            hit = self._views.whole(words[-1], words[-1:])
            named = Named(me, how="self") if hit is None else self._named(hit)
            return self._doubled_meaning(named, words[-1:], me)
        found = self._after_leads(text, rest, core) or self._several_initials(text) or self._joined(rest)
        found = found or self._sentence(text, cast_before=cast_before)
        found = found or self._said_word(words) or self._by_likeness(text, rest, core)
        if found is None and len(rest) <= _LONGEST:
            found = self._leading(rest)
        return found or self._whole_retyped(text, me) or NOTHING

    def _after_leads(self, text: str, rest: str, core: tuple[str, ...]) -> Named | None:
        if len(rest) == len(text):
            return None
        hit = self._views.whole(rest, core)
        return self._with_lead(text, rest, self._named(hit)) if hit is not None else None

    def _by_likeness(self, text: str, rest: str, core: tuple[str, ...]) -> Named | None:
        """Beginnings, pieces, misspellings: for texts that are little more than a name."""
        if core and (hit := self._loose.read(rest, core)) is not None:
            return self._with_lead(text, rest, self._named(hit))
        possessive = _POSSESSIVE.sub("", rest)
        if possessive != rest and (hit := self._views.whole(possessive, tokens(possessive))) is not None:
            return Named(ask=self.index.in_order(hit.players), how="possessive")
        return None

    def _leading(self, rest: str) -> Named | None:
        """A part of a name, alone or before the end of the first clause: «Мельника, он молчит», "killer for lurking". A
        question, since no word casts the vote."""
        end = next((word.start for word in said(rest) if word.start and (word.hard or word.norm in _REASONS)), None)
        # On the other layout a comma is a letter.
        hit = self._whole(rest[:end]) or self._whole(rest)
        return Named(ask=self.index.in_order(hit.players), how="before a clause") if hit is not None else None

    def _joined(self, rest: str) -> Named | None:
        """Names and nothing else, joined, some of them only like a name: "NM or HC", «либо Лисс, либо Шелли»."""
        pieces = [piece for part in _AND.split(rest) if (piece := part.strip(_AROUND))]
        if not 1 < len(pieces) <= _MOST_JOINED or any(_without_leads(piece) != piece for piece in pieces):
            return None
        written = [self._whole(piece) for piece in pieces]
        hits = [hit or self._loose.read(piece, tokens(piece)) for hit, piece in zip(written, pieces, strict=True)]
        players = {player for hit in hits if hit is not None for player in hit.players}
        if not any(written) or None in hits or len(players) < 2:
            return None
        return Named(ask=self.index.in_order(players), how="joined names")

    def _whole(self, text: str) -> Hit | None:
        text = text.strip(_AROUND)  # on the other layout a comma would be a letter
        return self._views.whole(text, tokens(text))

    def _whole_retyped(self, text: str, me: str | None) -> Named | None:
        """A sentence that was typed on the other keyboard layout, known by a lead in it."""
        if len(text) > _LONGEST:
            return None
        for retyped in other_layouts(text):
            if not _RETYPED.isdisjoint(tokens(retyped)):
                found = self._read(retyped, me, cast_before=False)
                return structs.replace(found, how="other keyboard layout") if found.player else found
        return None

    def _with_lead(self, text: str, rest: str, found: Named) -> Named:
        """A name found at the end of the text, in the light of the words before it."""
        before = text[: len(text) - len(rest)]
        return _with_stance(found, lead_of(said(before)).stance)

    def _named(self, hit: Hit) -> Named:
        if len(hit.players) == 1 and hit.sure:
            return Named(next(iter(hit.players)), how=hit.how)
        return Named(ask=self.index.in_order(hit.players), how=hit.how)

    def _doubled_meaning(self, named: Named, words: tuple[str, ...], me: str | None) -> Named:
        """A nick that is itself a word for no vote or for oneself (Пас, Я) is asked about."""
        alone = " ".join(words)
        others = (me,) if me is not None and alone in SELF and me != named.player else ()
        if named.player is not None and (others or alone in self._words):
            return self._either((named.player, *others))
        return named

    def _either(self, players: Iterable[str]) -> Named:
        return Named(ask=self.index.in_order(players), how="a name and a word")

    def _word(self, words: tuple[str, ...]) -> Named | None:
        """A text that is a word for no vote, after any leads; a player of that name, or nearly that, is asked about."""
        for start in range(len(words)):
            tail = words[start:] if len(words) - start <= self._longest_word else ()
            word = self._words.get(" ".join(tail))
            if word is not None:
                phrase = " ".join(tail)
                hit = self._views.whole(phrase, tail) or self._loose.read(phrase, tail)
                return self._either(hit.players) if hit is not None else Named(word=word, how="word")
            if words[start] not in _BEFORE_WORDS:
                return None
        return None

    def _said_word(self, words: tuple[str, ...]) -> Named | None:
        """A longer text without any name that begins, after any leads, with several words for no vote."""
        start = next((place for place, word in enumerate(words) if word not in _BEFORE_WORDS), len(words))
        if not _STRIPPED.isdisjoint(words[start : start + 1]):
            return None  # «если никого не казнить, …» is only thought of
        for size in range(self._longest_word, 1, -1):
            word = self._words.get(" ".join(words[start : start + size]))
            if word is not None:
                return Named(word=word, how="word")
        return None

    def _several_initials(self, text: str) -> Named | None:
        """M&L: the first letters of several players."""
        if not _JOINED.fullmatch(text):
            return None
        letters = {sign for sign in text.casefold() if sign.isalpha()}
        players = [spelling.player for spelling in self.index.loose.spellings if spelling.joined[:1] in letters]
        return Named(ask=self.index.in_order(players), how="initials of several") if players else None

    def _sentence(self, text: str, *, cast_before: bool) -> Named | None:
        words = said(text)
        found = mentions(text, words, self._finder, cast_before=cast_before)
        if not found:
            return None
        verdict = judge(text, words, found, cast_before=cast_before)
        if verdict.chosen is not None:
            named = self._named(verdict.chosen.hit)
            return structs.replace(named, how=f"{named.how}, inside a text", said=not verdict.cast)
        asked = Named(ask=self.index.in_order(verdict.asked), how="inside a text")
        return asked if verdict.stance is None else _with_stance(asked, verdict.stance)

    def _strict_words(self, raw: str) -> Hit | None:
        words = tokens(raw)
        joined = "".join(words)
        if joined.isdigit() and len(words) == 1:
            return None  # a number in prose is no player
        return self._views.strict(" ".join(words), joined, raw)

    def _loose_words(self, raw: str) -> Hit | None:
        words = tokens(raw)
        if not words:
            return None
        loose = self._loose.several(words) if len(words) > 1 else self._loose.read(raw, words)
        return self._views.whole(raw, words) or loose


def _with_stance(found: Named, stance: Stance) -> Named:
    """What a name means when the words around it say so."""
    asked: Players | tuple[str, ...] = (found.player,) if found.player else found.ask
    if stance is Stance.FOR or not asked:
        return found
    if stance is Stance.TAKEN_BACK:
        return Named(word=Word.UNVOTE, how="taken back")
    if stance is Stance.DENIED:
        return Named(ask=tuple(asked), word=Word.NEGATED, how="negated")
    return Named(ask=tuple(asked), how="only thought of" if stance is Stance.THOUGHT else "another name is missing")


@lru_cache(maxsize=2048)
def _lead(before: str) -> Lead:
    """What the words before a mark say: the same few in a whole game."""
    return lead_of(said(_trimmed(before)))


def _any_of_them(text: str) -> bool:
    """Whether the name in a text stands behind an article that means any such one."""
    return _ANY.search(text[: len(text) - len(_without_leads(text))]) is not None


def _trimmed(text: str) -> str:
    text = _TAG.sub(" ", clean(text)).strip()
    found = _EDGES.match(text)
    rest = text[found.end() :] if found else text
    return rest if any(sign.isalnum() for sign in rest) else text


def _without_leads(text: str) -> str:
    """The text without the lead words before its name, as written; a text of nothing but leads keeps its last word."""
    rest = text
    for _ in range(_MOST_LEADS):
        found = _LEAD.match(rest)
        if found is None:
            break
        following = rest[found.end() :]
        first = "".join(tokens(found[1]))
        if first not in _STRIPPED or not any(sign.isalnum() for sign in following):
            break
        rest = following
    return _trimmed(rest)
