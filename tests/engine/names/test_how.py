"""How a text was read is told beside whom it means: `golosa names` and the desk show it (V4, V8, V11)."""

from __future__ import annotations

import pytest

from engine.names import Names, Word
from engine.names.cases import CASES, case_forms
from engine.people import Player, Roster

PLAYERS = ("Брондак", "Мурзик", "Стелла", "Nightowl", "Bob", "Mole", "Night Mare", "High Castle", "Old Fox", "7 5")


@pytest.mark.parametrize(
    ("text", "player", "how"),
    [
        ("Брондак", "Брондак", "literal"),
        ("брондак", "Брондак", "exact"),
        ("the Bob", "Bob", "literal"),
        ("7 5", "7 5", "literal"),
    ],
)
def test_v4_a_name_that_is_read_says_how(names, text, player, how):
    named = names(*PLAYERS).read(text)
    assert (named.player, named.ask, named.how) == (player, (), how)


@pytest.mark.parametrize(
    ("text", "ask", "how"),
    [
        ("голосую за Брондака, на Мурзика", ("Брондак", "Мурзик"), "inside a text"),
        ("за Брондака и на Мурзика", ("Брондак", "Мурзик"), "inside a text"),
        ("меняю Брондака, потом за Мурзика", ("Брондак", "Мурзик"), "inside a text"),
        ("Брондак бла бла Мурзик бла", ("Брондак", "Мурзик"), "inside a text"),
        ("любой Брондак", ("Брондак",), "inside a text"),
        ("может, Брондак", ("Брондак",), "only thought of"),
        ("не Брондак", ("Брондак",), "negated"),
        ("M&B", ("Bob", "Mole"), "initials of several"),
        ("NM or HC", ("Night Mare", "High Castle"), "joined names"),
        ("NM or HC or OF", ("Night Mare", "High Castle", "Old Fox"), "joined names"),
        ("NM or HC or OF or NM", ("Night Mare", "High Castle", "Old Fox"), "joined names"),
        ("Брондакк или Мурзик", ("Брондак", "Мурзик"), "joined names"),
        ("либо Бронадк, либо Мурзик", ("Брондак", "Мурзик"), "joined names"),
        ("Мурзик, Бронадк", ("Брондак", "Мурзик"), "joined names"),
        ("NM or ZZ", (), "no name"),
        ("75", (), "no name"),
    ],
)
def test_v4_what_is_asked_says_why(names, text, ask, how):
    named = names(*PLAYERS).read(text)
    assert (named.player, named.ask, named.how) == (None, ask, how)


NICKS = ("Killer Rabbit", "Пас", "Nightowl", "Тёмный Лорд", "Крокодилович", "The End")


@pytest.mark.parametrize(
    ("text", "meant", "how", "counted", "how_counted"),
    [
        ("bron_77", "?Брондак", "forum account", "Брондак", "forum account"),
        ("killer", "Killer Rabbit", "part of a name", "Killer Rabbit", "part of a name"),
        ("a killer", "?Killer Rabbit", "a word of every day", "?Killer Rabbit", "a word of every day"),
        ("Killer Rabbit's", "?Killer Rabbit", "like a name", "Killer Rabbit", "misspelt"),
        ("Пас", "?Пас", "a name and a word", "?Пас", "a name and a word"),
        ("брандак", "?Брондак", "like a name", "Брондак", "misspelt"),
        ("крокадиловеч", "?Крокодилович", "like a name", "Крокодилович", "misspelt"),
        ("бронд", "Брондак", "beginning of a name", "Брондак", "beginning of a name"),
        ("Лорд", "Тёмный Лорд", "part of a name", "Тёмный Лорд", "part of a name"),
        ("темного лорда", "Тёмный Лорд", "case form", "Тёмный Лорд", "case form"),
        ("<hjylfr", "Брондак", "other keyboard layout", "Брондак", "other keyboard layout"),
        ("the end", "The End", "exact", "The End", "exact"),
        ("найтоул", "", "no name", "", "no name"),
    ],
)
def test_v4_a_misspelling_suggests_or_counts_and_says_so(text, meant, how, counted, how_counted):
    roster = Roster((Player("Брондак", accounts=("bron_77",)), *map(Player, NICKS)))
    for typos, name, said in (("suggest", meant, how), ("count", counted, how_counted)):
        named = Names(roster, typos=typos).read(text)
        assert named.how == said
        assert named.player == (name if name and not name.startswith("?") else None)
        assert named.ask == ((name[1:],) if name.startswith("?") else ())


OTHERS = ("Брондак", "Мурзик", "Стелла", "The Old Fox", "Night Mare Cat")


@pytest.mark.parametrize(
    ("text", "player", "word"),
    [
        ("за Мурзика вместо Брондака", "Мурзик", None),
        ("за Мурзика, а не Брондака", "Мурзик", None),
        ("за Мурзика с Брондака", None, None),
        ("голос забираю назад", None, Word.UNVOTE),
        ("Голос  забираю назад!", None, Word.UNVOTE),
        ("голосзабираюназад", None, None),
        ("никого не вешаем", None, Word.NO_LYNCH),
        ("TOF", "The Old Fox", None),
        ("NMC", "Night Mare Cat", None),
        ("MC", None, None),
        ("за меня", "Стелла", None),
        ("голосую за себя", "Стелла", None),
        ("голосую за", None, None),
        ("за", None, None),
        ("голосую за себя любимую и никого больше тут", None, None),
    ],
)
def test_v4_v8_words_of_the_rules_initials_and_oneself(names, text, player, word):
    reader = names(*OTHERS, unvote=("голос забираю назад",), no_lynch=("никого не вешаем",))
    named = reader.read(text, me="Стелла")
    assert (named.player, named.word) == (player, word)


WORDS = (
    "кузнец нож мяч окно море доброе синее имя соловей ей герой гений ночь зверь рыбы кошки ножницы лиса свеча".split()
)
WORDS += "птица неделя статья армия добрая синяя рыжая молодой рыжий верный день отец время кий сын шея".split()


@pytest.mark.parametrize("word", WORDS)
def test_v4_case_forms_are_words_in_small_letters_that_begin_as_the_name(word):
    forms = case_forms(word)
    assert tuple(forms) == CASES
    for case in CASES:
        for form in forms[case]:
            assert form.isalpha()
            assert form == form.lower()
            assert form[0] == word[0]


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("нож", "ножа ножу ножа ножом ноже"),
        ("мяч", "мяча мячу мяча мячом мяче"),
        ("море", "моря морю море морем море"),
        ("доброе", "доброго доброму доброе добрым добром"),
        ("синее", "синего синему синее синим синем"),
        ("имя", "имени имени имя именем имени"),
        ("соловей", "соловья соловью соловья соловьем соловье"),
        ("герой", "героя герою героя героем герое"),
        ("гений", "гения гению гения гением гении"),
        ("ночь", "ночи ночи ночь ночью ночи"),
        ("зверь", "зверя зверю зверя зверем звере"),
        ("кошки", "кошек кошкам кошек кошками кошках"),
        ("ножницы", "ножниц ножницам ножницы ножницами ножницах"),
        ("свеча", "свечи свече свечу свечой свече"),
        ("птица", "птицы птице птицу птицей птице"),
        ("армия", "армии армии армию армией армии"),
        ("рыжая", "рыжей рыжей рыжую рыжей рыжей"),
        ("молодой", "молодого молодому молодого молодым молодом"),
        ("день", "дня дню дня днем дне"),
        ("отец", "отца отцу отца отцом отце"),
    ],
)
def test_v4_every_case_of_words_of_each_kind_is_among_the_forms(word, forms):
    found = case_forms(word)
    for case, form in zip(CASES[1:], forms.split(), strict=True):
        assert form in found[case] or (case == "acc" and form in found["nom"]), (case, form)


def test_v4_a_text_that_was_read_before_means_the_same_to_another_writer_and_behind_other_words() -> None:
    names = Names(Roster((Player("Лис"), Player("Волк"))))
    for _ in range(2):
        assert names.read("за меня", me="Лис").player == "Лис"
        assert names.read("за меня", me="Волк").player == "Волк"
        assert names.read("лиса", before="голосую за ").player == "Лис"
        assert names.read("лиса", before="не голосую за ").word is Word.NEGATED
        assert names.read("лиса", after="не казнить").word is Word.NEGATED


def test_v4_what_is_remembered_of_texts_is_bounded() -> None:
    names = Names(Roster((Player("Лис"),)))
    for number in range(5000):
        names.read(f"что-то {number}")
    assert len(names._known) <= 4096
    assert names.read("за лиса").player == "Лис"
