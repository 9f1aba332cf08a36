"""V4: short nicks among other words: behind a vote word they count, without one they are asked about."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.names import Names
from engine.people import Player, Roster

Make = Callable[..., Names]
PLAYERS = (
    "Night_Moth|Anvil50|Harbor Candle|killerQ77|themanintheshed|PinkRabbit|Lady in Red|Mr. Beans|Bob|Bobby Tables|"
    "jumping jack 42|The Grand Duke|Mole|Старый Мельник"
).split("|")


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("killer because he lies", "killerQ77"),
        ("NM for lurking", "Night_Moth"),
        ("rabbit (see post 5)", "PinkRabbit"),
        ("A50 as he is scum", "Anvil50"),
        ("duke, obviously", "The Grand Duke"),
        ("candle - again", "Harbor Candle"),
    ],
)
def test_v4_a_short_nick_with_a_reason_counts_behind_a_vote_word(text: str, player: str, names: Make) -> None:
    known = names(*PLAYERS)
    assert known.read(text, before="Vote:").player == player
    assert known.read(f"vote: {text}").player == player
    assert known.read(text).player is None


@pytest.mark.parametrize("text", ["NM/HC", "NM or HC", "NM and HC", "NM & HC"])
def test_v4_two_short_nicks_joined_are_asked_about(text: str, names: Make) -> None:
    assert names(*PLAYERS).read(text, before="vote:").ask == ("Night_Moth", "Harbor Candle")


def test_v4_a_joining_word_is_no_piece_of_a_misspelt_name(names: Make) -> None:
    assert names(*PLAYERS, typos="count").read("killer or rabbit", before="vote:").ask == ("killerQ77", "PinkRabbit")


@pytest.mark.parametrize("text", ["a killer", "vote: a killer", "for a rabbit"])
def test_v4_any_such_one_is_no_nick(text: str, names: Make) -> None:
    found = names(*PLAYERS).read(text)
    assert found.player is None and len(found.ask) == 1


def test_v4_an_article_before_a_whole_name_changes_nothing(names: Make) -> None:
    assert names("Doctor", "Mole").read("vote: a Doctor").player == "Doctor"


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Мельника, он молчит", ("Старый Мельник",)),
        ("Мельника за молчание", ("Старый Мельник",)),
        ("killer! again", ("killerQ77",)),
        ("killer because he lurks", ("killerQ77",)),
        ("NM for now", ("Night_Moth",)),
        ("NM or HC", ("Night_Moth", "Harbor Candle")),
        ("rabbit & candle", ("Harbor Candle", "PinkRabbit")),
    ],
)
def test_v4_a_part_of_a_name_before_a_clause_is_asked_about(text: str, asks: tuple[str, ...], names: Make) -> None:
    assert names(*PLAYERS).read(text).ask == asks


@pytest.mark.parametrize("text", ["старый пост", "bean soup, anyone?", "night, all"])
def test_v4_words_of_every_day_before_a_clause_name_nobody(text: str, names: Make) -> None:
    assert names(*PLAYERS).read(text).player is None


@pytest.mark.parametrize("text", ["killed", "killers", "killes"])
def test_names_typos_count_another_ending_is_another_word(text: str, names: Make) -> None:
    assert names(*PLAYERS, typos="count").read(text).player is None


def test_v4_a_word_of_every_day_in_a_nick_takes_no_endings(names: Make) -> None:
    assert names("Not Known 15").read("vote: note").player is None
    assert names("Night Moth").read("vote: motha").player == "Night Moth"


def test_names_typos_count_a_doubled_letter_at_the_end_is_a_slip(names: Make) -> None:
    assert names(*PLAYERS, typos="count").read("anvill").player == "Anvil50"


@pytest.mark.parametrize(
    ("text", "asks"), [("tmn", ("themanintheshed",)), ("PR", ("PinkRabbit",)), ("kll", ("killerQ77",))]
)
def test_v4_abbreviations_of_run_together_nicks_are_asked_about(text: str, asks: tuple[str, ...], names: Make) -> None:
    assert names(*PLAYERS).read(text).ask == asks


@pytest.mark.parametrize("text", ["bb", "hmm", "tyvm", "pls"])
def test_v4_other_words_without_vowels_are_none(text: str, names: Make) -> None:
    found = names("Anvil50", "Harbor Candle").read(text)
    assert (found.player, found.ask) == (None, ())


def test_v4_who_else_a_short_text_may_mean(names: Make) -> None:
    known = names("Night_Moth", "Mothra", "Anvil50")
    assert known.read("moth").player == "Night_Moth"
    assert known.looser("vote: moth") == ("Night_Moth", "Mothra")
    assert known.looser("...") == ()


def accounts(**options: object) -> Names:
    """Players who are known by other names than their accounts; one plays on for another."""
    players = (
        Player("Вепрь", ("boar_77",)),
        Player("NewGuy", ("OldGuy", "NewGuy")),
        Player("Anvil", ("Mole",)),
        Player("Mole"),
    )
    return Names(Roster(players), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "player"), [("boar_77", "Вепрь"), ("OldGuy", "NewGuy"), ("vote: OldGuy, again", "NewGuy")]
)
def test_c13_an_account_is_no_name_but_whose_it_is_is_asked(text: str, player: str) -> None:
    assert accounts().read(text).ask == (player,)
    assert accounts(typos="count").read(text).player == player


def test_c13_an_account_that_is_another_players_name_is_his() -> None:
    assert accounts(typos="count").read("mole").player == "Mole"
    assert accounts().read("NewGuy").player == "NewGuy"


@pytest.mark.parametrize("text", ["boar", "77", "boar_7"])
def test_c13_less_than_an_account_names_nobody(text: str) -> None:
    assert accounts(typos="count").read(text).player is None


@pytest.mark.parametrize("text", ["сот", "ста", "дун"])
def test_v4_a_short_word_is_not_retyped_and_then_heard(text: str, names: Make) -> None:
    assert names("КотБаюн", "Ли").read(text).player is None
