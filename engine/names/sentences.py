"""A text with names inside: which of them the vote is for, by the words around each (V11).

Knows words and places; names are found by the reader that is handed in. In doubt it asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto

from msgspec import Struct

from engine.names.index import Players
from engine.names.normal import tokens
from engine.names.views import Hit
from engine.names.words import (
    CASTS,
    CHANGES,
    COMMON,
    CONDITIONS,
    CONNECTIVES,
    CONTRAST,
    DENIALS,
    FROM,
    HELPERS,
    INSTEAD,
    LEADS,
    ONTO,
    TAKES_BACK,
    UNVOTES,
    VOTE_NOUNS,
)

_WORD = re.compile(r"[^\W_]+(?:['’ʼ`´][^\W_]+)*")
_HARD = re.compile(r"[,;!?()\[\]|\n]|\.\s|\.\.|\.$|…|\s[-–—]+\s")
_ARROW = re.compile(r"[-=]+>|→|⇒|»{2}|>{2}")
_UNCROSSED = re.compile(r"[,;:!?()|\n]|[-=]+>|→|⇒")
_JOINS = frozenset("and or и или либо".split())
_JOINED = re.compile(r"\s{0,2}[&/+]\s{0,2}")
_WOULD = re.compile(r"\s+бы?\b", re.IGNORECASE)
_REACH = 12  #: a lead is looked for so many words before a name
_MOST_MENTIONS = 12  #: a text with more names is a list
_MAY_DENY = LEADS | HELPERS | DENIALS | {"is", "was"}  #: words behind a name before which a denial may still come
_NO_NAME_WORDS = LEADS | DENIALS | UNVOTES | TAKES_BACK | CONDITIONS | HELPERS


class Said(Struct, frozen=True):
    """One word of a text and what stands between it and the word before."""

    raw: str
    norm: str
    start: int
    end: int
    gap: str

    @property
    def hard(self) -> bool:
        """Whether a clause ends before this word."""
        return _HARD.search(self.gap) is not None


def said(text: str) -> list[Said]:
    """The words of a text."""
    found: list[Said] = []
    last = 0
    for match in _WORD.finditer(text):
        norm = "".join(tokens(match[0]))
        found.append(Said(match[0], norm, match.start(), match.end(), text[last : match.start()]))
        last = match.end()
    return found


class Stance(Enum):
    """What the words around a name make of it."""

    FOR = auto()  #: a vote for it, as far as the words tell
    DENIED = auto()  #: «не голосую за X»
    LEFT = auto()  #: «с X», «вместо X»: another name follows
    TAKEN_BACK = auto()  #: «снимаю голос с X», "unvote X"
    THOUGHT = auto()  #: «я бы за X»: a condition


class Lead(Struct, frozen=True):
    """What the words before a name say."""

    stance: Stance = Stance.FOR
    casts: bool = False  #: a word that casts a vote stands directly before the name
    onto: bool = False  #: «на X», "to X"
    changes: bool = False  #: «меняю X»
    clean: bool = True  #: nothing but such words stands before the name


class Mention(Struct, frozen=True):
    """Players whom some words of a text name."""

    start: int
    end: int  #: the place after its last word
    hit: Hit
    strict: bool  #: a whole name or its case form

    @property
    def players(self) -> Players:
        """Who is named."""
        return self.hit.players


def lead_of(words: Sequence[Said]) -> Lead:
    """What the words before a name say of it."""
    casts = verb = denied = thought = back = False
    nearest = words[-1].norm if words else ""
    place, crossed = len(words), False
    while place:
        word = words[place - 1]
        if word.norm in DENIALS and not crossed:
            denied = True
        elif word.norm in CONDITIONS:
            thought = True
        elif word.norm in UNVOTES:
            back |= not casts
        elif word.norm in TAKES_BACK:
            back |= not verb
        elif word.norm in LEADS or word.norm in HELPERS:
            casts |= word.norm in CASTS or word.norm in VOTE_NOUNS
            verb |= word.norm in CASTS - VOTE_NOUNS
        else:
            break
        place -= 1
        if word.hard or word.norm in CONTRAST:
            crossed = True
            if casts or back:
                break
    if not crossed and place:
        rest = {word.norm for word in _clause(words[:place])}
        denied |= not casts and bool(rest & DENIALS)
        thought |= bool(rest & CONDITIONS)
    return Lead(
        stance=_stance(nearest, words, denied=denied, thought=thought, back=back),
        casts=casts and not denied and not thought,
        onto=nearest in ONTO,
        changes=any(word.norm in CHANGES for word in words[place:]),
        clean=all(word.norm in LEADS for word in words),
    )


def _stance(nearest: str, words: Sequence[Said], *, denied: bool, thought: bool, back: bool) -> Stance:
    if denied:
        return Stance.DENIED
    if thought:
        return Stance.THOUGHT
    if nearest in INSTEAD or (nearest == "of" and len(words) > 1 and words[-2].norm in INSTEAD):
        return Stance.LEFT
    if back:
        return Stance.TAKEN_BACK
    return Stance.LEFT if nearest in FROM else Stance.FOR


def _clause(words: Sequence[Said]) -> Sequence[Said]:
    """The last clause of some words, up to their end."""
    place = len(words)
    while place and not words[place - 1].hard and words[place - 1].norm not in CONNECTIVES:
        place -= 1
    return words[max(place - 1, 0) :]


def denied_after(words: Sequence[Said], *, at_once: bool = True) -> bool:
    """Whether the words after a name deny it: «X не казнить», «за X голосовать не буду».

    `at_once`: a denial of anything counts («X не мафия»); else only one of the vote («X не казнить», «X нет»).
    """
    for place, word in enumerate(words):
        if word.norm in DENIALS and all(next_.hard for next_ in words[place + 1 : place + 2]):
            return True  # «X нет», «X — нет, Y — да»
        if word.hard or word.norm in CONTRAST or word.norm in CONNECTIVES:
            return False
        if word.norm in DENIALS:
            return at_once or place > 0 or words[1].norm in LEADS | HELPERS
        if word.norm not in _MAY_DENY:
            return False
    return False


def may_deny(text: str) -> bool:
    """A quick look at a text behind a name: whether `denied_after` can find a denial in its words."""
    first = _WORD.search(text)
    return first is not None and "".join(tokens(first[0])) in _MAY_DENY


def thought_after(text: str, place: int = 0) -> bool:
    """Whether «бы» stands right behind a name that ends at `place`: «за X бы проголосовал» is only thought of."""
    return _WOULD.match(text, place) is not None


class Verdict(Struct, frozen=True):
    """What a text with names says: the mention that the vote is for, or a stance that all share, or a question."""

    chosen: Mention | None = None
    stance: Stance | None = None
    asked: Players = frozenset()
    cast: bool = False  #: a word that casts a vote stands before the chosen one


Find = Callable[[str], Hit | None]


class Finder(Struct, frozen=True):
    """How names are found among words: `strict` by whole names and case forms, `loose` by any view."""

    strict: Find
    loose: Find
    width: int  #: words of the longest name


def mentions(text: str, words: Sequence[Said], finder: Finder, *, cast_before: bool) -> list[Mention]:
    """The names in a text, the longest first at each place; loose ones only right after words that cast a vote.
    `cast_before`: such words stand directly before the text."""
    found: list[Mention] = []
    start = after = 0
    while start < len(words):
        mention = _at(text, words, start, finder, after, cast=cast_before and start == 0)
        if mention is not None:
            found.append(mention)
            after = mention.end
        start = mention.end if mention else start + 1
    return found


def _at(text: str, words: Sequence[Said], start: int, finder: Finder, after: int, *, cast: bool) -> Mention | None:
    end = start + 1
    while end < len(words) and end - start < finder.width and _UNCROSSED.search(words[end].gap) is None:
        end += 1
    shortest = start + 1 if words[start].norm in _NO_NAME_WORDS else start
    found = _longest(text, words, start, range(end, shortest, -1), finder.strict)
    if found is not None:
        return Mention(start, found[0], found[1], strict=True)
    cast = cast or _cast_by(words[max(after, start - _REACH) : start]) or _joined_to(words, start, after)
    if words[start].norm in _NO_NAME_WORDS or not cast:
        return None
    # A word of every day at the end is no piece of a misspelt name: "killer or".
    stops = [
        stop for stop in range(end, shortest, -1) if stop == start + 1 or words[stop - 1].norm not in COMMON | _JOINS
    ]
    found = _longest(text, words, start, stops, finder.loose)
    return None if found is None else Mention(start, found[0], found[1], strict=False)


def _joined_to(words: Sequence[Said], start: int, after: int) -> bool:
    """Whether nothing but a word or sign that joins names stands between the name before and this place."""
    if not after or words[start].norm in COMMON:
        return False
    if start == after:
        return _JOINED.fullmatch(words[start].gap) is not None
    return start == after + 1 and words[after].norm in _JOINS


def _cast_by(words: Sequence[Said]) -> bool:
    return bool(words) and words[-1].norm in _NO_NAME_WORDS and lead_of(words).casts


def _longest(text: str, words: Sequence[Said], start: int, stops: Iterable[int], find: Find) -> tuple[int, Hit] | None:
    for stop in stops:
        if (hit := find(text[words[start].start : words[stop - 1].end])) is not None:
            return stop, hit
    return None


def judge(text: str, words: Sequence[Said], found: Sequence[Mention], *, cast_before: bool) -> Verdict:
    """Whom the vote is for. `cast_before`: words that cast a vote stand directly before the text."""
    everybody = frozenset(player for mention in found for player in mention.players)
    if len(found) > _MOST_MENTIONS:
        return Verdict(asked=everybody)
    leads, stances = [], []
    for place, mention in enumerate(found):
        before = words[found[place - 1].end if place else 0 : mention.start]
        stop = found[place + 1].start if place + 1 < len(found) else len(words)
        lead = lead_of(before)
        stance = lead.stance
        if place and stance is Stance.DENIED and words[mention.start].hard:
            return Verdict(asked=everybody)  # «X не казнить, Y казнить»: the denial may be of the name before
        if stance is Stance.FOR and _denied_behind(words[mention.end : stop + 1], last=place + 1 == len(found)):
            stance = Stance.DENIED
        if stance is Stance.FOR and thought_after(text, words[mention.end - 1].end):
            stance = Stance.THOUGHT
        leads.append(lead)
        stances.append(stance)
    _settle_changes(words, found, leads, stances)
    chosen = [place for place, stance in enumerate(stances) if stance is Stance.FOR]
    if not chosen:
        same = set(stances)
        return Verdict(stance=same.pop() if len(same) == 1 else None, asked=everybody)
    if not _one_of(chosen, found, stances, leads, words):
        return Verdict(asked=everybody)
    mention = found[chosen[0]]
    alone = len(found) == len(chosen)
    if alone and not (_placed(text, words, mention, leads[chosen[0]], cast_before=cast_before)):
        return Verdict(asked=everybody)
    if _beside_unknown(text, words, mention):
        return Verdict(asked=everybody)
    return Verdict(chosen=mention, cast=leads[chosen[0]].casts or (cast_before and mention.start == 0))


def _denied_behind(words: Sequence[Said], *, last: bool) -> bool:
    return denied_after(words) and (last or any(word.hard or word.norm in CONTRAST for word in words))


def _settle_changes(
    words: Sequence[Said], found: Sequence[Mention], leads: Sequence[Lead], stances: list[Stance]
) -> None:
    """«X → Y» and «меняю X на Y»: the first name is left."""
    if len(found) != 2 or stances != [Stance.FOR, Stance.FOR]:
        return
    between = words[found[0].end : found[1].start + 1]
    arrow = any(_ARROW.search(word.gap) for word in between) and all(word.norm in LEADS for word in between[:-1])
    if arrow or (leads[0].changes and leads[1].onto):
        stances[0] = Stance.LEFT


def _one_of(
    chosen: Sequence[int],
    found: Sequence[Mention],
    stances: Sequence[Stance],
    leads: Sequence[Lead],
    words: Sequence[Said],
) -> bool:
    """Whether the vote is for one player alone, and every other name is plainly put aside."""
    players = {player for place in chosen for player in found[place].players}
    if len(players) != 1:
        return False
    for place, mention in enumerate(found):
        if place in chosen:
            continue
        if mention.players & players:
            return False
        pick = min((p for p in chosen if p > place), default=None)
        if pick is None:
            if stances[place] is Stance.DENIED and _put_aside(words[found[place - 1].end : mention.start]):
                continue
            if stances[place] is Stance.LEFT and words[mention.start - 1].norm not in FROM:
                continue
            return False
        between = words[mention.end : found[pick].start + 1]
        moved = leads[pick].casts or leads[pick].onto or any(_ARROW.search(word.gap) for word in between)
        contrast = any(word.norm in CONTRAST for word in between)
        instead = stances[place] is Stance.LEFT and words[mention.start - 1].norm not in FROM
        if not (moved or instead or (stances[place] is Stance.DENIED and contrast)):
            return False
        if stances[place] is Stance.THOUGHT:
            return False
    return True


def _put_aside(between: Sequence[Said]) -> bool:
    """«…, а не X»: nothing but the denial stands between the two names."""
    return all(word.norm in LEADS or word.norm in DENIALS or word.norm in CONTRAST for word in between)


def _placed(text: str, words: Sequence[Said], mention: Mention, lead: Lead, *, cast_before: bool) -> bool:
    """Whether a single name stands where a vote stands: right after words that cast one, or first and as a name."""
    if lead.casts or (cast_before and mention.start == 0):
        return True
    if not lead.clean or not mention.strict:
        return False
    clause_ends = mention.end == len(words) or words[mention.end].hard or words[mention.end].norm in CASTS
    raw = words[mention.start].raw
    return clause_ends or mention.end - mention.start > 1 or (raw[0].isupper() and not text.isupper())


def _beside_unknown(text: str, words: Sequence[Said], mention: Mention) -> bool:
    """Whether the name runs on into a word that may belong to it: «Петра Первого», or after a mere part any word."""
    if mention.end == len(words):
        return False
    follower = words[mention.end]
    if follower.hard or _UNCROSSED.search(follower.gap) or follower.norm in _NO_NAME_WORDS:
        return False
    if follower.norm in CONNECTIVES:
        return False
    if not mention.strict:
        return True
    return follower.raw[0].isupper() and not text.isupper()
