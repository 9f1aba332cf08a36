"""V8: words for no vote at all among other words, and what must not be taken for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.names import Names, Word

Make = Callable[..., Names]
PLAYERS = ("Брондак", "Мурзик", "Nightowl", "Mole")
OWN = {"unvote": ("верните голос назад", "передумал"), "no_lynch": ("всем мир", "Peace!")}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("отмена голоса, потом решу", Word.UNVOTE),
        ("отмена голоса", Word.UNVOTE),
        ("отмена голоса сейчас", Word.UNVOTE),
        ("gthtlevfk", Word.UNVOTE),
        ("ни за кого не голосую", Word.NO_LYNCH),
        ("итого: отмена голоса до вечера", Word.UNVOTE),
        ("верните голос назад, друзья мои", Word.UNVOTE),
        ("беру голос назад и ухожу спать", Word.UNVOTE),
        ("голосую за никого не казнить и точка", Word.NO_LYNCH),
        ("я за без казни сегодня", Word.NO_LYNCH),
        ("unvote, peace", Word.NO_LYNCH),
        ("unvote, vote: no lynch", Word.NO_LYNCH),
        ("PEACE", Word.NO_LYNCH),
        ("всем  мир!", Word.NO_LYNCH),
        ("всем мир сейчас", Word.NO_LYNCH),
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
        (("Пас", "Мурзик"), "пас", ("Пас",)),
        (("Skip", "Mole"), "skip", ("Skip",)),
        (("Никто", "Мурзик"), "никого", ("Никто",)),
        (("Отмена", "Мурзик"), "отмена", ("Отмена",)),
        (("No Lynch", "Mole"), "no lynch", ("No Lynch",)),
    ],
)
def test_v8_a_word_for_no_vote_that_may_be_a_player_too_is_asked_about(
    roster: tuple[str, ...], text: str, ask: tuple[str, ...], names: Make
) -> None:
    for said in (text, f"голосую за {text}", f"vote: {text}", f"unvote, vote {text}!"):
        named = names(*roster).read(said)
        assert (named.player, named.word, named.ask, named.how) == (None, None, ask, "a name and a word")


def test_v8_a_word_for_no_vote_is_one_where_players_have_other_names(names: Make) -> None:
    for text in ("пас", "skip", "никого", "отмена", "no lynch"):
        assert names("Мурзик", "Mole").read(f"голосую за {text}").word is not None


def test_v8_a_word_of_the_rules_without_letters_is_none(names: Make) -> None:
    named = names("Мурзик", "Mole", no_lynch=("...",)).read("какой-то длинный текст про всё и про всех сразу")
    assert (named.player, named.word, named.ask) == (None, None, ())
