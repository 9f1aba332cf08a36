"""V4, V8, V11: a whole text as people write it: who is named, who is asked about and why, what is nobody's."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.names import Named, Names, Word
from engine.people import Player, Roster

Make = Callable[..., Names]
PLAYERS = "Брондак|Мурзик|Стелла|Nightowl|Ю|Kettledrum|22|7 5|>_<|+1|[i]|Тигр|Тигра|Jo|G|Тёмный Лорд|Светлый Маг".split(
    "|"
)


@pytest.fixture(scope="module")
def reader() -> Names:
    """Reads the roster above."""
    return Names(Roster(tuple(map(Player, (*PLAYERS, "The Old Man of the Sea")))))


@pytest.mark.parametrize(
    ("text", "player", "how"),
    [
        ("Брондак", "Брондак", "literal"),
        ("[b]Брондак[/b]", "Брондак", "literal"),
        ("[color=red]брондака[/color]", "Брондак", "case form"),
        ("+1 Брондак", "Брондак", "literal"),
        ("1. Брондак", "Брондак", "literal"),
        (">_<", ">_<", "exact"),
        ("[b]>_<[/b]", ">_<", "exact"),
        ("+1", "+1", "literal"),
        ("[i]", "[i]", "literal"),
        ("голосую за 22", "22", "literal"),
        ("голосую за 7 5, он молчит", "7 5", "exact, inside a text"),
        ("голосую за Ю, потому что молчит", "Ю", "exact, inside a text"),
        ("голосую за Брондака, он молчит", "Брондак", "case form, inside a text"),
        ("голосую за бронд, он молчит", "Брондак", "beginning of a name, inside a text"),
        ("голосую за Nightowlу, он молчит", "Nightowl", "case form, inside a text"),
        ("голосую за Gу", "G", "case form"),
        ("голосую за Мурзик-у, он молчит", "Мурзик", "case form, inside a text"),
        ("ujkjce. pf vehpbrf", "Мурзик", "other keyboard layout"),
        ("ujkjce. pf vehpbrf? jy vjkxbn", "Мурзик", "other keyboard layout"),
        ("ghjnbd vehpbrf", "Мурзик", "other keyboard layout"),
        ("pf vehpbrf", "Мурзик", "other keyboard layout"),
        ("vjq ujkjc vehpbre", "Мурзик", "other keyboard layout"),
        ("z pf vehpbrf", "Мурзик", "other keyboard layout"),
        ("ye f z pf vehpbrf", "Мурзик", "other keyboard layout"),
        ("мщеу тшпрещцд", "Nightowl", "other keyboard layout"),
        ("vehpbrf", "Мурзик", "other keyboard layout"),
    ],
)
def test_v4_a_player_is_named_however_the_text_is_dressed(text: str, player: str, how: str, reader: Names) -> None:
    assert reader.read(text) == Named(player, how=how)


@pytest.mark.parametrize(
    ("text", "player"), [("Брондак, он молчит", "Брондак"), ("Nightowlу, он молчит", "Nightowl"), ("Мурзик.", "Мурзик")]
)
def test_v4_a_name_among_other_words_that_cast_no_vote_is_told_to_be_said(
    text: str, player: str, reader: Names
) -> None:
    named = reader.read(text)
    assert (named.player, named.said) == (player, text != "Мурзик.")
    assert reader.read(f"голосую за {text}") == Named(player, how=reader.read(f"голосую за {text}").how)


@pytest.mark.parametrize(
    ("text", "ask", "how"),
    [
        ("не за тигру", ("Тигр", "Тигра"), "negated"),
        ("с тигры", ("Тигра",), "another name is missing"),
        ("может, Брондак", ("Брондак",), "only thought of"),
        ("тёмный, он молчит", ("Тёмный Лорд",), "before a clause"),
        ("<hjylfr? jy vjkxbn", ("Брондак",), "before a clause"),
        ("<hjylfr.", ("Брондак",), "before a clause"),
        ("<hjylfrf, он молчит", ("Брондак",), "before a clause"),
        ("тёмный/светлый", ("Тёмный Лорд", "Светлый Маг"), "joined names"),
        ("ntvysq/cdtnksq", ("Тёмный Лорд", "Светлый Маг"), "joined names"),
        ("(тёмный) или светлый!", ("Тёмный Лорд", "Светлый Маг"), "joined names"),
        ("N&K", ("Nightowl", "Kettledrum"), "initials of several"),
        ("vote: Jo's", ("Jo",), "possessive"),
        ("The Old Man of the Sea’s", ("The Old Man of the Sea",), "possessive"),
        ("пост 22 за Мурзика", ("Мурзик",), "inside a text"),
        ("голосую за ettle drum, он молчит", ("Kettledrum",), "inside a text"),
    ],
)
def test_v4_v11_what_is_asked_about_says_why(text: str, ask: tuple[str, ...], how: str, reader: Names) -> None:
    named = reader.read(text)
    assert (named.player, named.ask, named.how, named.said) == (None, ask, how, False)
    assert (named.word is Word.NEGATED) == (how == "negated")


@pytest.mark.parametrize(
    "text",
    [
        "юмор у вас странный",
        "в посте 22 написано",
        "Q&Z",
        "и тут тоже всё тихо, друзья",
        "тёмный и тихий, и светлый, и ещё один",
        "тёмный/светлый/тёмный/светлый/тёмный",
        "мышь's",
        "vs mole",
        "ujkjce.",
        "d cat",
        "бю",
        "it's",
        "",
        "...",
        ">>",
        "[b][/b]",
    ],
)
def test_v4_other_texts_name_nobody(text: str, reader: Names) -> None:
    assert reader.read(text) == Named()


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("я", "self"),
        ("vote: me", "self"),
        ("я голосую за себя", "self"),
        ("ну все таки сегодня голосую за себя", "self"),
        ("ujkjce. pf ct,z", "other keyboard layout"),
    ],
)
def test_v4_who_votes_for_himself_is_named(text: str, how: str, reader: Names) -> None:
    assert reader.read(text, me="Стелла") == Named("Стелла", how=how)
    assert reader.read(text) == Named()


@pytest.mark.parametrize("text", ["z", "b z", "B&Z", "vs z", "ye, z", "за", "голосую за тебя", "за себя и за Q"])
def test_v4_what_is_oneself_by_chance_on_the_other_keyboard_layout_names_nobody(text: str, reader: Names) -> None:
    assert reader.read(text, me="Стелла").player is None


def test_v4_a_nick_that_means_oneself_is_asked_about_behind_a_vote_too(names: Make) -> None:
    for text in ("я", "голосую за я"):
        assert names("Я", "Стелла").read(text, me="Стелла").ask == ("Я", "Стелла")
        assert names("Я", "Стелла").read(text, me="Я").player == "Я"


@pytest.mark.parametrize(
    ("text", "before", "after", "expected"),
    [
        ("Брондак", "снимаю голос с ", "", Named(word=Word.UNVOTE, how="taken back")),
        ("тигру", "не ", "", Named(ask=("Тигр", "Тигра"), word=Word.NEGATED, how="negated")),
        ("Брондак", "перевожу с ", "", Named(ask=("Брондак",), how="another name is missing")),
        ("Брондак", "ну всё, ухожу с ", "", Named(ask=("Брондак",), word=Word.NEGATED, how="negated")),
        ("Брондак", " \n ", " \n ", Named("Брондак", how="literal")),
        ("тигру", "", " и не казнить бы", Named(ask=("Тигр", "Тигра"), word=Word.NEGATED, how="negated")),
        ("Брондак", "", " бы казнил", Named(ask=("Брондак",), how="only thought of")),
        ("не тигру", "снимаю голос с ", "", Named(ask=("Тигр", "Тигра"), word=Word.NEGATED, how="negated")),
        ("бронд тут", "голосую за ", "", Named(ask=("Брондак",), how="inside a text")),
        ("бронд, он тут", "голосую за ", "", Named("Брондак", how="beginning of a name, inside a text")),
        ("бронд, он тут", "", "", Named()),
    ],
)
def test_v11_what_stands_beside_a_mark_on_its_line(
    text: str, before: str, after: str, expected: Named, reader: Names
) -> None:
    assert reader.read(text, before, after) == expected


def test_v4_a_name_in_a_long_text_is_asked_about_though_a_vote_word_stands_before_it(reader: Names) -> None:
    text = "голосую за Брондака, " + "бла " * 600
    assert reader.read(text) == Named(ask=("Брондак",), how="inside a long text")
    assert reader.read(text[:400]).player == "Брондак"


def test_v4_a_name_that_begins_with_a_vote_word_is_said_on_the_other_layout_too(names: Make) -> None:
    named = names("Голос Разума", "Мурзик").read("ujkjc hfpevf vjkxbn")
    assert named == Named("Голос Разума", how="other keyboard layout", said=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wolfу казнить", Named("Wolf", how="case form, inside a text", said=True)),
        ("за Wolfа, а не за Bobа", Named("Wolf", how="case form, inside a text", said=True)),
        ("Wolf’у казнить", Named("Wolf", how="case form, inside a text", said=True)),
        ("голосую за High Castle-у, молчит", Named("High Castle", how="case form, inside a text")),
        ("Wolfу не верю", Named(ask=("Wolf",), word=Word.NEGATED, how="negated")),
    ],
)
def test_v4_a_latin_nick_with_a_russian_ending_is_a_name_among_other_words(
    text: str, expected: Named, names: Make
) -> None:
    assert names("Wolf", "Bob", "High Castle").read(text) == expected
