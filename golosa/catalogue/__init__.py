"""The words of each language: what every reason, need, report, verdict, cause and announcement is called.

One catalogue a language; a test holds each against the engine's enums. Knows words; decides nothing.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping

from msgspec import Struct

from engine.counts import By, Needs, Spoken, Verdict, What, Why
from engine.game.values import Fate, Health, Refusal

LANGUAGES = ("ru", "en")
Forms = Mapping[str, str]  #: plural form of CLDR -> the word in that form


class Units(Struct, frozen=True, kw_only=True):
    """Words that stand beside numbers."""

    vote: Forms
    minute: Forms
    player: Forms
    post: Forms


class Catalogue(Struct, frozen=True, kw_only=True):
    """All words of one language."""

    lang: str  #: its code
    why: Mapping[Why, str]
    needs: Mapping[Needs, str]
    minutes_only: str  #: stands in brackets behind an unclear time
    what: Mapping[What, str]
    verdict: Mapping[Verdict, str]
    by: Mapping[By, str]
    spoken: Mapping[Spoken, str]  #: as it stands behind "name: … →"
    cause: Mapping[str, str]  #: by what somebody is out: every Cause, and the kills of the shipped rule sets
    fate: Mapping[str, str]  #: "day", "night": when and by what somebody went out; hold {number} and {cause}
    health: Mapping[Health, str]
    refusal: Mapping[Refusal, str]
    became: Mapping[Fate, str]  #: what became of a standing order
    ability: Mapping[str, str]  #: the word of an ability in orders -> what it is called
    played: Mapping[str, str]  #: labels of played phases in the terminal; may hold {player}, {names} and others
    announcement: Mapping[str, str]  #: kind, or kind and result ("doctor.one"); may hold {role} and {player}
    lot: Mapping[str, str]  #: what a draw decides, by the part of its label behind the point
    ruling: Mapping[str, str]  #: a ruling's kind -> what it says; may hold {post}, {target}, {alias}, {player}
    winner: Mapping[str, str]  #: "draw", or "one", which holds {winner}
    colour: Mapping[str, str]  #: "#rrggbb" -> the colour's name as it stands in "a name in …"
    terminal: Mapping[str, str]  #: labels of a count in the terminal; may hold {title}, {day}, {kind}, {at} and others
    units: Units


def of(lang: str) -> Catalogue:
    """The catalogue of a language of `LANGUAGES`."""
    if lang not in LANGUAGES:
        raise ValueError(f"no catalogue for {lang!r}")
    found = importlib.import_module(f"golosa.catalogue.{lang}").CATALOGUE
    assert isinstance(found, Catalogue)
    return found
