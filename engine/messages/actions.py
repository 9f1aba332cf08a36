"""The body of an order: what is to be done, and to whom (T14-21, G4)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from engine.messages.who import Who, key
from engine.messages.words import FILLERS, WITHDRAWALS
from engine.names import Named, Word

_SENTENCES = re.compile(r"\n+|[!?;]+|\.(?=\s|$)")
_NOBODY = Named(word=Word.NO_LYNCH)
_DENIALS = frozenset("не нельзя not never dont".split())


class Action(Struct, frozen=True):
    """One thing to be done: what its word may announce (empty where none stands), and to whom."""

    abilities: tuple[str, ...]
    target: Named


class _Clause(Struct, frozen=True):
    abilities: tuple[str, ...]
    named: Named | None  #: None where nothing is left that could be a name


def read_actions(text: str, sender: str, who: Who) -> tuple[Action, ...]:
    """What a text orders, one action for each ability that it names, at least one.

    Names beside an ability word are its targets; a name in a sentence without such a word could correct it, so two
    names are never one target: `ask`.
    """
    clauses = [clause for part in _SENTENCES.split(text) for clause in _clauses(part, sender, who)]
    verbs = list(dict.fromkeys(clause.abilities for clause in clauses if clause.abilities)) or [()]
    loose = [clause.named for clause in clauses if not clause.abilities and clause.named]
    return tuple(
        Action(verb, _united([*(c.named for c in clauses if verb and c.abilities == verb and c.named), *loose], who))
        for verb in verbs
    )


def _clauses(sentence: str, sender: str, who: Who) -> list[_Clause]:
    """A sentence cut before each ability word but the first; words that follow one another announce one thing, which
    may be any of theirs: «иду лечить»."""
    if key(sentence) in WITHDRAWALS:
        return [_Clause((), _NOBODY)]
    words = sentence.split()
    verbs = [place for place, word in enumerate(words) if who.abilities(word)]
    if not verbs:
        return [_Clause((), _target(words, sender, who))]
    behind = words[verbs[0] + 1 : verbs[0] + 2]
    ahead = _target(words[: verbs[0]], sender, who, denied=_denies(behind, who))
    found: list[_Clause] = []
    abilities: tuple[str, ...] = ()
    for place, after in pairwise([*verbs, len(words)]):
        abilities = tuple(dict.fromkeys((*abilities, *who.abilities(words[place]))))
        target = _target(words[place + 1 : after], sender, who, denied=_denies(words[:place], who))
        if target is not None:
            found.append(_Clause(abilities, target))
            abilities = ()
    if ahead is not None:
        found.append(_Clause(found[0].abilities if found else abilities, ahead))
    return found or [_Clause(abilities, None)]


def _target(words: Sequence[str], sender: str, who: Who, *, denied: bool = False) -> Named | None:
    """The name in a stretch of a sentence, or None where it holds nothing but words around names. `denied`: its ability
    word is."""
    first, last = 0, len(words)
    while first < last and key(words[first]) in FILLERS:
        first += 1
    while last > first and key(words[last - 1]) in FILLERS:
        last -= 1
    text = " ".join(words[first:last])
    if not key(text) and not text.strip(" .,:;-–—!?()"):
        return None
    return _NOBODY if key(text) in WITHDRAWALS else who.player(text, sender, denied=denied)


def _denies(words: Sequence[str], who: Who) -> bool:
    """Whether words deny the ability word beside them: «не буду лечить Аню» is no order against Аня."""
    for word in reversed(words):
        if key(word) in _DENIALS:
            return True
        if key(word) not in FILLERS and not who.abilities(word):
            return False
    return False


def _united(found: Sequence[Named], who: Who) -> Named:
    players = {named.player for named in found if named.player}
    doubtful = {name for named in found for name in named.ask}
    nobody = any(named.word in (Word.NO_LYNCH, Word.UNVOTE) for named in found)
    if nobody and not players and not doubtful:
        return _NOBODY
    if len(players) == 1 and not doubtful and not nobody:
        return Named(players.pop())
    return Named(ask=who.ordered(players | doubtful))
