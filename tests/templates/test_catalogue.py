"""Every member that the engine can give has its words, in every language."""

from __future__ import annotations

import string
from enum import StrEnum

import pytest

from engine.counts import By, Needs, Spoken, Verdict, What, Why
from engine.game.values import Cause, Fate, Health, Refusal
from golosa import catalogue
from golosa.rulebook.rulesets import load, shipped
from golosa.texts.plurals import plural

ENUMS: dict[str, type[StrEnum]] = {
    "why": Why,
    "needs": Needs,
    "what": What,
    "verdict": Verdict,
    "by": By,
    "spoken": Spoken,
    "health": Health,
    "refusal": Refusal,
    "became": Fate,
}
ANNOUNCEMENTS = {
    *(f"doctor.{result}" for result in ("none", "not_needed", "one", "two")),
    *("informed.true", "informed.false", "drinking", "not_at_home", "shootout", "missed_day"),
}


@pytest.mark.parametrize("lang", catalogue.LANGUAGES)
@pytest.mark.parametrize(("table", "enum"), ENUMS.items())
def test_every_member_has_its_own_words(lang: str, table: str, enum: type[StrEnum]) -> None:
    words = getattr(catalogue.of(lang), table)
    assert set(words) == set(enum)
    assert all(text.strip() for text in words.values())
    assert len(set(words.values())) == len(words)


@pytest.mark.parametrize("lang", catalogue.LANGUAGES)
def test_every_cause_and_announcement_has_its_words(lang: str) -> None:
    words = catalogue.of(lang)
    assert set(Cause) | set(By) - {By.VOTES, By.NO_LYNCH} <= set(words.cause)
    assert set(words.announcement) == ANNOUNCEMENTS
    assert set(words.lot) == {"tie", "missed"}
    for name in shipped():
        rules = load(name)
        causes = {ability.cause for role in rules.roles for ability in role.ability if getattr(ability, "cause", "")}
        assert causes <= set(words.cause)


def test_languages_have_the_same_words_with_the_same_gaps() -> None:
    first, *others = (catalogue.of(lang) for lang in catalogue.LANGUAGES)
    for other in others:
        for table in ("terminal", "played", "ability", "fate", "announcement", "lot", "ruling", "winner", "colour"):
            left, right = getattr(first, table), getattr(other, table)
            assert {key: _gaps(text) for key, text in left.items()} == {key: _gaps(text) for key, text in right.items()}


def _gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_a_language_without_catalogue_is_refused() -> None:
    with pytest.raises(ValueError, match="no catalogue for 'de'"):
        catalogue.of("de")


@pytest.mark.parametrize(
    ("number", "russian", "english"),
    [
        (0, "0 голосов", "0 votes"),
        (1, "1 голос", "1 vote"),
        (2, "2 голоса", "2 votes"),
        (5, "5 голосов", "5 votes"),
        (11, "11 голосов", "11 votes"),
        (21, "21 голос", "21 votes"),
        (22, "22 голоса", "22 votes"),
        (111, "111 голосов", "111 votes"),
        (1.5, "1,5 голоса", "1.5 votes"),
        (0.5, "0,5 голоса", "0.5 votes"),
        (2.0, "2 голоса", "2 votes"),
    ],
)
def test_numbers_take_the_right_form(number: float, russian: str, english: str) -> None:
    assert plural(number, catalogue.of("ru").units.vote, "ru") == russian
    assert plural(number, catalogue.of("en").units.vote, "en") == english
