"""V4: under which forms a name is known: whole, declined, cut, run together, in parts; and by which view."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.names import Names, collisions
from engine.people import Player, Roster

Make = Callable[..., Names]


def told(reader: Names, text: str) -> tuple[str, str]:
    """Who is named, or behind a question mark who is asked about; and by which view."""
    named = reader.read(text)
    return named.player or ("?" + "|".join(named.ask) if named.ask else ""), named.how


LONG = "Король Эрик Рыжая Борода Первый|Сэр Ганс фон Дрозд|xX_Night_Moth_Xx|A Quiet One|B. B. King|The End Of It"


@pytest.mark.parametrize(
    ("text", "player", "how"),
    [
        ("король эрик рыжая борода первый", "Король Эрик Рыжая Борода Первый", "exact"),
        ("Короля Эрика Рыжей Бороды Первый", "Король Эрик Рыжая Борода Первый", "case form"),
        ("королемэрикомрыжейбородойпервый", "Король Эрик Рыжая Борода Первый", "case form"),
        ("королю эрику", "Король Эрик Рыжая Борода Первый", "part of a name"),
        ("рыжей бороды", "Король Эрик Рыжая Борода Первый", "part of a name"),
        ("рыжейбородой", "Король Эрик Рыжая Борода Первый", "part of a name"),
        ("борода первый", "Король Эрик Рыжая Борода Первый", "part of a name"),
        ("эрик рыжая борода первый", "Король Эрик Рыжая Борода Первый", "part of a name"),
        ("король эрик рыжая борода", "Король Эрик Рыжая Борода Первый", "part of a name"),
        ("Сэра Ганса фон Дрозда", "Сэр Ганс фон Дрозд", "case form"),
        ("сэр ганс фон дрозда", "Сэр Ганс фон Дрозд", "case form"),
        ("ганса фон", "Сэр Ганс фон Дрозд", "part of a name"),
        ("фон дрозда", "Сэр Ганс фон Дрозд", "part of a name"),
        ("ганса фон дрозда", "Сэр Ганс фон Дрозд", "part of a name"),
        ("дроздом", "Сэр Ганс фон Дрозд", "part of a name"),
        ("night moth", "xX_Night_Moth_Xx", "part of a name"),
        ("nightmoth", "xX_Night_Moth_Xx", "part of a name"),
        ("moth", "xX_Night_Moth_Xx", "part of a name"),
        ("quiet one", "A Quiet One", "part of a name"),
        ("b b king", "B. B. King", "exact"),
        ("bbking", "B. B. King", "exact"),
        ("king", "B. B. King", "part of a name"),
        ("кинга", "B. B. King", "other script"),
        ("b b", "B. B. King", "part of a name"),
        ("the end", "The End Of It", "part of a name"),
        ("end of", "The End Of It", "part of a name"),
    ],
)
def test_v4_a_name_of_several_words_is_known_in_its_cases_and_by_neighbouring_words(
    text: str, player: str, how: str, names: Make
) -> None:
    assert told(names(*LONG.split("|")), text) == (player, how)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("of it", ""),
        ("it", "?The End Of It"),
        ("the", "?The End Of It"),
        ("one", "?A Quiet One"),
        ("a", ""),
        ("on off", ""),
    ],
)
def test_v4_words_of_every_day_out_of_a_longer_name_are_never_it(text: str, meant: str, names: Make) -> None:
    assert told(names(*LONG.split("|")), text)[0] == meant


MIXED = (
    "Аккакий|ЛунныйКот|Sn1per|Эмма|Уголь_5|Cold-War|Red42Fox|7 5|3 14|☆|Not Known 15|Лиса-Алиса|Sergey_91|IGoR|aB|Мышь"
)


@pytest.mark.parametrize(
    ("text", "meant", "how"),
    [
        ("акакия", "Аккакий", "doubled letters"),
        ("аккакием", "Аккакий", "case form"),
        ("аккаккий", "Аккакий", "doubled letters"),
        ("эмы", "Эмма", "doubled letters"),
        ("лунного кота", "ЛунныйКот", "case form"),
        ("лунный кот", "ЛунныйКот", "exact"),
        ("луннымкотом", "ЛунныйКот", "case form"),
        ("кота", "ЛунныйКот", "part of a name"),
        ("лунного", "ЛунныйКот", "part of a name"),
        ("sniper", "Sn1per", "exact"),
        ("snipera", "Sn1per", "case form"),
        ("sn1pera", "Sn1per", "case form"),
        ("снипер", "Sn1per", "other script"),
        ("снипером", "Sn1per", "other script"),
        ("сн1пер", "Sn1per", "other script"),
        ("снайпера", "?Sn1per", "like a name"),
        ("угля", "Уголь_5", "part of a name"),
        ("угля 5", "Уголь_5", "case form"),
        ("уголь5", "Уголь_5", "exact"),
        ("ugol", "Уголь_5", "other script"),
        ("ugol 5", "Уголь_5", "other script"),
        ("ugol5", "Уголь_5", "other script"),
        ("coldwar", "Cold-War", "exact"),
        ("колд вар", "Cold-War", "other script"),
        ("колдвар", "Cold-War", "other script"),
        ("колдвару", "Cold-War", "other script"),
        ("war", "Cold-War", "part of a name"),
        ("red 42 fox", "Red42Fox", "exact"),
        ("red42fox", "Red42Fox", "exact"),
        ("red 42", "Red42Fox", "part of a name"),
        ("red42", "Red42Fox", "part of a name"),
        ("red fox", "?Red42Fox", "like a name"),
        ("42", "", "no name"),
        ("7 5", "7 5", "literal"),
        ("75", "", "no name"),
        ("7", "", "no name"),
        ("3-14", "3 14", "exact"),
        ("314", "", "no name"),
        ("☆", "☆", "exact"),
        (" ☆ ", "☆", "exact"),
        ("☆☆", "", "no name"),
        ("known", "Not Known 15", "part of a name"),
        ("not known", "Not Known 15", "part of a name"),
        ("known 15", "Not Known 15", "part of a name"),
        ("not", "?Not Known 15", "part of a name"),
        ("лису-алису", "Лиса-Алиса", "case form"),
        ("лисой алисой", "Лиса-Алиса", "case form"),
        ("алисой", "Лиса-Алиса", "part of a name"),
        ("сергея", "Sergey_91", "other script"),
        ("сергею 91", "Sergey_91", "other script"),
        ("sergeya", "Sergey_91", "part of a name"),
        ("i go r", "IGoR", "exact"),
        ("igora", "IGoR", "case form"),
        ("a b", "aB", "exact"),
        ("аб", "aB", "other script"),
        ("мышью", "Мышь", "case form"),
        ("mysh", "Мышь", "other script"),
        ("mishyu", "Мышь", "other script"),
    ],
)
def test_v4_cut_doubled_and_numbered_nicks_are_known_by_what_people_make_of_them(
    text: str, meant: str, how: str, names: Make
) -> None:
    assert told(names(*MIXED.split("|")), text) == (meant, how)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("профессора", "Эмма"),
        ("doc", "Эмма"),
        ("боярин", "Вепрь"),
        ("боярина", "Вепрь"),
        ("кабан", "Вепрь"),
        ("кабана", "Вепрь"),
        ("Маг", "Мудрец"),
        ("марпл", "Мисс Марпл"),
        ("мисс", "?Мисс Пигги|Мисс Марпл"),
        ("boar 77", "?Вепрь"),
        ("boar77", "?Вепрь"),
        ("777", ""),
        ("вепря", "Вепрь"),
    ],
)
def test_v4_v5_v10_aliases_rulings_accounts_and_the_dead_are_names_too(text: str, meant: str) -> None:
    players = (
        Player("Мудрец", accounts=("вепрь", "777")),
        Player("Эмма", aliases=("Профессор", "Doc")),
        Player("Вепрь", accounts=("boar_77",), aliases=("Боярин",)),
        Player("Мисс Пигги"),
    )
    rulings = [("Кабан", "Вепрь"), ("маг", "Мудрец")]
    reader = Names(Roster(players), aliases=rulings, dead=("Мисс Марпл", "Эмма"))
    assert told(reader, text)[0] == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("тю", ""),
        ("иным", ""),
        ("нам", ""),
        ("н", ""),
        ("ну", ""),
        ("ноту", ""),
        ("маном", ""),
        ("ночью", "?Тёмная Ночь"),
        ("ночь", "?Тёмная Ночь"),
        ("мирного", "?Мирный Атом"),
        ("man", "?Old Man 7"),
        ("note", ""),
        ("nihgt", "?Night Moth"),
        ("жити", "НеЖить"),
        ("тёмной ночью", "Тёмная Ночь"),
        ("мирного атома", "Мирный Атом"),
        ("олд ман", "Old Man 7"),
        ("фоксом", "The Old Fox"),
    ],
)
def test_v4_the_endings_of_a_word_of_every_day_in_a_nick_name_nobody_by_themselves(
    text: str, meant: str, names: Make
) -> None:
    roster = "The Old Fox|Lady in Red|НеЖить|Тёмная Ночь|Not Known 15|Old Man 7|Мирный Атом|Night Moth"
    assert told(names(*roster.split("|")), text)[0] == meant


@pytest.mark.parametrize(
    ("text", "meant", "how"),
    [
        ("котиков", "?Kotiki|Belye Kotiki|Kotiki Myshki", "other script"),
        ("котикам", "?Kotiki|Belye Kotiki|Kotiki Myshki", "other script"),
        ("белых котиков", "?Belye Kotiki", "like a name"),
        ("котикам мыжкам", "?Kotiki Myshki", "like a name"),
        ("котикам мышкам", "Kotiki Myshki", "other script"),
        ("old fox", "Not The Old Fox", "part of a name"),
        ("ma", "Ma Baker", "part of a name"),
        ("мисс пиги", "Мисс Пигги", "doubled letters"),
        ("мис пигги", "Мисс Пигги", "doubled letters"),
        ("или ю", "Маша Или Ю", "part of a name"),
        ("ю", "", "no name"),
        ("7 5", "", "no name"),
        ("75", "", "no name"),
        ("бро", "Brondak", "beginning of a name"),
        ("бронд", "Brondak", "beginning of a name"),
        ("бр", "", "no name"),
        ("br", "?Brondak", "short form"),
        ("mr", "", "no name"),
        ("ob", "?Obelix", "short form"),
        ("обь", "", "no name"),
        ("marselyu", "Марсель", "other script"),
        ("bobs", "?Bob", "like a name"),
        ("moht", "?Night_Moth", "like a name"),
        ("jos", "", "no name"),
    ],
)
def test_v4_nicks_in_the_other_script_single_letters_and_numbers_out_of_a_name(
    text: str, meant: str, how: str, names: Make
) -> None:
    roster = "Kotiki|Belye Kotiki|Kotiki Myshki|Bob|Jo|Night_Moth|Мисс Пигги|Маша Или Ю|Team 7 5 3|Brondak|Марсель"
    roster += "|Not The Old Fox|Ma Baker|Obelix|Обжора"
    assert told(names(*roster.split("|")), text) == (meant, how)


def test_v4_names_of_several_words_that_sound_alike_in_two_scripts_are_told_to_the_host() -> None:
    found = collisions(Roster((Player("Маус Кот"), Player("Maus Kot"), Player("Mole"))))
    assert [one.players for one in found] == [("Маус Кот", "Maus Kot")]
    assert {"маус кот", "маускот", "maus kot", "mauskot"} <= set(found[0].texts)


def test_v10_a_ruling_settles_a_text_of_several_words_and_one_without_letters() -> None:
    roster = Roster((Player("Вепрь", aliases=("Старый Лис",)), Player("Щука", aliases=("Старый Лис",)), Player("22")))
    assert Names(roster).read("старый лис").ask == ("Вепрь", "Щука")
    ruled = Names(roster, aliases=[("Старый  лис", "Щука"), ("★", "22"), ("Кот", "Ушедший"), ("Кот", "Вепрь")])
    assert told(ruled, "старый лис!") == ("Щука", "alias by ruling")
    assert told(ruled, "★") == ("22", "exact")
    assert told(ruled, "кот") == ("?Вепрь|Ушедший", "alias by ruling")


def test_v4_in_a_game_of_nobody_nobody_is_named(names: Make) -> None:
    assert told(names(), "голосую за Лиса, он молчит") == ("", "no name")
