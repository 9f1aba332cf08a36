"""V8: words for no vote at all among other words, and what must not be taken for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.names import Names, Word

Make = Callable[..., Names]
PLAYERS = ("Брондак", "Мурзик", "Nightowl", "Mole")
OWN = {"unvote": ("верните голос назад",), "no_lynch": ("всем мир", "Peace!")}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("отмена голоса, потом решу", Word.UNVOTE),
        ("отмена голоса", Word.UNVOTE),
        ("итого: отмена голоса до вечера", Word.UNVOTE),
        ("верните голос назад, друзья мои", Word.UNVOTE),
        ("беру голос назад и ухожу спать", Word.UNVOTE),
        ("голосую за никого не казнить и точка", Word.NO_LYNCH),
        ("я за без казни сегодня", Word.NO_LYNCH),
        ("unvote, peace", Word.NO_LYNCH),
        ("unvote, vote: no lynch", Word.NO_LYNCH),
        ("PEACE", Word.NO_LYNCH),
        ("всем  мир!", Word.NO_LYNCH),
        ("ujkjce. pf ybrjuj", Word.NO_LYNCH),
    ],
)
def test_v8_a_word_for_no_vote_is_read_behind_words_that_cast_it_and_before_others(
    text: str, word: Word, names: Make
) -> None:
    named = names(*PLAYERS, **OWN).read(text)
    assert (named.word, named.how, named.player, named.ask) == (word, "word", None, ())


@pytest.mark.parametrize(
    "text",
    [
        "если никого не казнить",
        "если никого не казнить, то мафия выиграет",
        "может, никого не казнить сегодня?",
        "не отмена голоса, я ошибся",
        "не хочу без казни сегодня",
        "would no lynch be fine?",
        "не всем мир тут",
        "не казнить его сегодня",
        "no one is town here",
        "скажу так: отмена голоса",
        "всеммир",
        "мир",
        "мир всем",
        "верните голос",
        "",
        "голосую",
        "голосую за",
    ],
)
def test_v8_a_word_for_no_vote_that_is_denied_thought_of_or_told_of_is_none(text: str, names: Make) -> None:
    named = names(*PLAYERS, **OWN).read(text)
    assert (named.word, named.player, named.ask) == (None, None, ())


@pytest.mark.parametrize(
    ("roster", "text", "ask"),
    [
        (("Паст", "Мурзик"), "пас", ("Паст",)),
        (("Skipper", "Mole"), "skip", ("Skipper",)),
        (("Скиф", "Мурзик"), "скип", ("Скиф",)),
    ],
)
def test_v8_a_word_for_no_vote_that_begins_a_nick_or_is_like_one_is_asked_about(
    roster: tuple[str, ...], text: str, ask: tuple[str, ...], names: Make
) -> None:
    named = names(*roster).read(text)
    assert (named.player, named.word, named.ask) == (None, None, ask)
    assert names(*roster).read(f"голосую за {text}").word is Word.NO_LYNCH
