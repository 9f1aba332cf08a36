"""V4: signs that nobody sees or that look alike, other layouts and scripts, doubled letters, initials, run-together
nicks, and how each was found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.names import Names, unclear_names
from engine.names.normal import camel_parts, clean, tokens, unleet
from engine.people import Player, Roster

Make = Callable[..., Names]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Бро\u0000ндак", "Брондак"),
        ("Бро\u0008нд\u007fак", "Брондак"),
        ("Бро\u200bнд\u2060ак", "Брондак"),
        ("Брон\u0301дак", "Брондак"),  # an accent that no letter of its own has
        ("Б\u0489рон\u0489дак", "Брондак"),
        ("B\u20ddob", "Bob"),
        ("Bo\ufe0fb", "Bob"),
        ("B\ufe00ob", "Bob"),
        ("Bo\U000e0100b", "Bob"),
        ("Bo\U000e01efb", "Bob"),
        ("\u3164Bob\u2800", "Bob"),
        ("Bob\u0009Mole", "Bob\tMole"),
        ("𝔹𝕠𝕓", "Bob"),
        ("Łukasz Żak", "Łukasz Zak"),
        ("йод Ёж", "йод Ёж"),
        ("Bob\ufe10", "Bob,"),
        ("\U000e01f0", "\U000e01f0"),
    ],
)
def test_v4_what_nobody_sees_is_taken_off(text: str, plain: str) -> None:
    assert clean(text) == plain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Лиcy", ("лису",)),  # two letters of each script
        ("Kоt", ("kot",)),
        ("bоѕs", ("boss",)),
        ("boѕs", ("boss",)),
        ("d'Artagnan", ("dartagnan",)),
        ("a" * 101 + " b", ("a" * 101, "b")),
        ("1 2", ("1", "2")),
    ],
)
def test_v4_normal_forms_of_words(text: str, words: tuple[str, ...]) -> None:
    assert tokens(text) == words


@pytest.mark.parametrize(
    ("token", "plain"), [("sn1per", "sniper"), ("l33t", "leet"), ("r2d2", "r2d2"), ("4ever", "4ever"), ("ко7", "ко7")]
)
def test_v4_digits_inside_a_latin_word_are_letters(token: str, plain: str) -> None:
    assert unleet(token) == plain


@pytest.mark.parametrize(
    ("nick", "parts"),
    [
        ("ZloyKot", ("Zloy", "Kot")),
        ("NPCKiller", ("NPC", "Killer")),
        ("ДокторЗло", ("Доктор", "Зло")),
        ("СССРовец", ("ССС", "Ровец")),
        ("Anvil50", ("Anvil", "50")),
        ("7Гномов", ("7", "Гномов")),
        ("KOT", ("KOT",)),
    ],
)
def test_v4_parts_of_run_together_nicks(nick: str, parts: tuple[str, ...]) -> None:
    assert camel_parts(nick) == parts


@pytest.mark.parametrize(
    ("nicks", "text", "player", "how"),
    [
        ("Nightowl", "night owl", "Nightowl", "exact"),
        ("Лис", "Лиcy", "Лис", "case form"),
        ("Кот в Сапогах", "кота в сапогах", "Кот в Сапогах", "case form"),
        ("Dark_Wolf", "Dark Wolfу", "Dark_Wolf", "case form"),
        ("Night Moth", "mothом", "Night Moth", "case form"),
        ("NPCKiller", "npc killer", "NPCKiller", "exact"),
        ("NPCKiller", "killer", "NPCKiller", "part of a name"),
        ("Grand Old Duke", "old duke", "Grand Old Duke", "part of a name"),
        ("Grand Old Duke", "oldduke", "Grand Old Duke", "part of a name"),
        ("Старый Сивый Пёс", "сивого пса", "Старый Сивый Пёс", "part of a name"),
        ("Лис", "kbc", "Лис", "other keyboard layout"),
        ("Nightowl", "тшпре щцд", "Nightowl", "other keyboard layout"),
        ("Светлый Мечник", "vtxybr", "Светлый Мечник", "other keyboard layout"),
        ("Тёмный Лорд", "kjhl", "Тёмный Лорд", "other keyboard layout"),
        ("Maxim", "vfrcbv", "Maxim", "other keyboard layout"),
        ("Roman", "hjvfy", "Roman", "other keyboard layout"),
        ("Кот", "KOT", "Кот", "look-alike letters"),
        ("Tea_Pot", "пот", "Tea_Pot", "other script"),
        ("Brondak", "брон дак", "Brondak", "other script"),
        ("Рома|Роман", "roma", "Рома", "other script"),
        ("Тик Ток|Тиктоков", "tik tok", "Тик Ток", "other script"),
        ("Эллада", "елада", "Эллада", "doubled letters"),
        ("Анна", "ана", "Анна", "doubled letters"),
        ("Anvil50", "A50", "Anvil50", "initials"),
        ("TJ", "t j", "TJ", "exact"),
    ],
)
def test_v4_a_name_is_found_and_how_is_told(nicks: str, text: str, player: str, how: str, names: Make) -> None:
    named = names(*nicks.split("|"), "Zebra").read(text)
    assert (named.player, named.ask, named.how) == (player, (), how)


@pytest.mark.parametrize(
    ("nicks", "text", "ask", "how"),
    [
        ("Макс|Maxim", "max", ("Макс", "Maxim"), "other script"),
        ("Tea_Pot|Teamster", "теа", ("Tea_Pot", "Teamster"), "other script"),
        ("Night_Moth|NMason", "NM", ("Night_Moth", "NMason"), "initials"),
        ("Night_Moth|nmore", "NM", ("Night_Moth", "nmore"), "initials"),
        ("Night Moth", "night", ("Night Moth",), "part of a name"),
        ("Bob", "b o b", ("Bob",), "spelt out"),
        ("Брондак", "Б р о н д а к", ("Брондак",), "spelt out"),
        ("Вес", "все", ("Вес",), "case form"),
        ("Вес", "всем", (), "no name"),
        ("Весь", "всем", ("Весь",), "case form"),
        ("Клад", "кладу", ("Клад",), "case form"),
        ("Killer Rabbit", "Rabbit а", ("Killer Rabbit",), "like a name"),
    ],
)
def test_v4_what_may_mean_another_thing_is_asked_about(
    nicks: str, text: str, ask: tuple[str, ...], how: str, names: Make
) -> None:
    named = names(*nicks.split("|"), "Zebra").read(text)
    assert (named.player, named.ask, named.how) == (None, ask, how)


@pytest.mark.parametrize(
    ("nick", "text"),
    [
        ("Белый Ром", "hjv"),  # a part of three letters is not retyped
        ("Max", "vfrc"),  # nor is a word of four letters retyped and then heard
        ("Dr. No", "но"),
        ("Old Zu", "зу"),
        ("Old Note", "но те"),
        ("Дикий Рыс", "дикий рис"),  # и and ы are one sound between scripts only
        ("Ян", "янн"),
        ("Красный Барон", "КБ"),
        ("Night Moth", "ьщер ты"),
    ],
)
def test_v4_what_is_too_little_names_nobody(nick: str, text: str, names: Make) -> None:
    assert names(nick, "Zebra").read(text).player is None


def test_v10_a_text_given_by_a_ruling_holds_on_the_other_layout_too(names: Make) -> None:
    reader = names("Старый Пес", "Мурзик", aliases=[("Старый Пёс", "Мурзик")])
    assert reader.read("старый пёс").player == "Мурзик"
    assert reader.read("cnfhsq gtc").player == "Мурзик"


def test_v4_players_whose_own_names_say_something_else_as_well_are_told() -> None:
    nicks = ("Пас", "Брондак", "Никого", "Стелла", "unvote")
    assert unclear_names(Roster(tuple(map(Player, nicks)))) == ("Пас", "Никого", "unvote")
