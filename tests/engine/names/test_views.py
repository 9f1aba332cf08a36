"""V4: the views, their order, and what must never be taken for a name."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.names import Names
from engine.names.normal import clean, tokens, undouble
from engine.names.typed import look_alikes, other_layouts
from engine.people import Player, Roster

Make = Callable[..., Names]
ROSTER = (
    "Брондак|Мурзик|Мурза|Стелла|Глория|Nightowl|Tea_Pot|Ёрш|Шушу|Рио|Rio Grande|Player2|Player22|R2D2|3.14|☆|№5|"
    "Zed0rak|Светлый Мечник|Светлый Маг|Пас|Ю"
).split("|")


@pytest.fixture(scope="module")
def reader() -> Names:
    """Reads the roster above."""
    return Names(Roster(tuple(Player(name) for name in ROSTER)))


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("Брондак", "Брондак"),
        ("  БРОНДАК!! ", "Брондак"),
        ("«Брондак»", "Брондак"),
        ("@Брондак", "Брондак"),
        ("+1 Брондак", "Брондак"),
        ("[color=red]Брондак[/color]", "Брондак"),
        ("Ерш", "Ёрш"),
        ("tea pot", "Tea_Pot"),
        ("TEAPOT", "Tea_Pot"),
        ("Ｔｅａ＿Ｐｏｔ", "Tea_Pot"),
        ("Б\u200bрон\u200fдак", "Брондак"),
        ("Стéлла", "Стелла"),
        ("<hjylfr", "Брондак"),
        ("Тшпрещцд", "Nightowl"),
        ("Cтеллa", "Стелла"),
        ("Brondak", "Брондак"),
        ("brondaku", "Брондак"),
        ("Найтоул", None),
        ("Стела", "Стелла"),
        ("Мурзика", "Мурзик"),
        ("мечник", "Светлый Мечник"),
        ("pot", "Tea_Pot"),
        ("Nighto", "Nightowl"),
        ("owl", None),
        ("R2D2", "R2D2"),
        ("r2 d2", "R2D2"),
        ("3.14", "3.14"),
        ("314", None),
        ("☆", "☆"),
        ("Zedorak", "Zed0rak"),
        ("player22", "Player22"),
        ("Player222", None),
        ("Ю", "Ю"),
    ],
)
def test_v4_views(text: str, player: str | None, reader: Names) -> None:
    assert reader.read(text).player == player


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("Мурз", ("Мурзик", "Мурза")),
        ("Светлый", ("Светлый Мечник", "Светлый Маг")),
        ("светлого", ("Светлый Мечник", "Светлый Маг")),
        ("Player", ("Player2", "Player22")),
        ("rio", ("Рио", "Rio Grande")),
        ("Брoндяк", ("Брондак",)),
        ("Глорея", ("Глория",)),
        ("Б р о н д а к", ("Брондак",)),
        ("Пас", ("Пас",)),
    ],
)
def test_v4_two_candidates_or_a_mere_suggestion_are_asked_about(text: str, ask: tuple[str, ...], reader: Names) -> None:
    named = reader.read(text)
    assert named.player is None
    assert named.ask == ask


def test_v4_the_literal_name_wins_over_names_that_fold_alike() -> None:
    reader = Names(Roster((Player("tea_pot"), Player("TeaPot"), Player("Tea Pot"))))
    assert [reader.read(text).player for text in ("tea_pot", "TeaPot", "Tea Pot")] == ["tea_pot", "TeaPot", "Tea Pot"]
    assert reader.read("TEAPOT").ask == ("tea_pot", "TeaPot", "Tea Pot")


def test_v4_a_nick_that_looks_like_a_tag_is_voted_for_as_it_is_written() -> None:
    names = Names(Roster((Player("[b]"), Player("[i]Лис[/i]"), Player("Аня"))))
    assert names.read("[b]").player == "[b]"
    assert names.read("[i]Лис[/i]").player == "[i]Лис[/i]"
    assert names.read("[b]Аня[/b]").player == "Аня"


def test_v4_aliases_of_two_players_are_asked_about_and_one_alias_names() -> None:
    roster = Roster((Player("Вранк", aliases=("Старик",)), Player("Тюмок", aliases=("Старик", "Тю"))))
    reader = Names(roster, aliases=[("Хмырь", "Вранк")])
    assert reader.read("старика").ask == ("Вранк", "Тюмок")
    assert reader.read("Тю").player == "Тюмок"
    assert reader.read("хмыря").player == "Вранк"


def test_v4_a_name_by_its_sound_is_asked_about_where_another_name_begins_so(names: Make) -> None:
    reader = names("Тикс", "Tixon")
    assert reader.read("tix").ask == ("Тикс", "Tixon")
    assert reader.read("тикса").player == "Тикс"


def test_v4_a_vowel_flees_only_where_it_may(names: Make) -> None:
    reader = names("Олег", "Ольга")
    assert reader.read("Ольгу").player == "Ольга"
    assert reader.read("Олегу").player == "Олег"


def test_v10_an_alias_by_ruling_settles_a_form_of_two_players() -> None:
    roster = Roster((Player("Тигр"), Player("Тигра")))
    assert Names(roster).read("за тигру").ask == ("Тигр", "Тигра")
    assert Names(roster, aliases=[("Тигру", "Тигра")]).read("за тигру").player == "Тигра"


def test_v5_the_name_of_the_dead_is_never_given_to_the_living() -> None:
    living = Roster((Player("Гаррисонов"), Player("Wolfram")))
    assert Names(living).read("Гаррис").player == "Гаррисонов"
    reader = Names(living, dead=("Гаррис", "Wolf"))
    assert reader.read("Гарриса").player == "Гаррис"
    assert reader.read("wolf").player == "Wolf"
    assert reader.read("гарр").ask == ("Гаррисонов", "Гаррис")


WORDS_OF_TALK = """
    мафия|ведущий|да|нет|голосую|за|против|мой голос|все молчат|ночь|vote|vote count|vote for women|no lolwagons|vigvote
    |I have 3 votes on me|L-1|lynch all liars|deadline extension|votes: 5|2|22|V/LA until Monday|я|the|42 votes|...|—
""".replace("\n", "").split("|")


@pytest.mark.parametrize("text", WORDS_OF_TALK)
@pytest.mark.parametrize("typos", ["suggest", "count"])
def test_v4_talk_names_nobody(text: str, typos: str) -> None:
    reader = Names(Roster(tuple(Player(name) for name in ROSTER)), typos=typos)  # type: ignore[arg-type]
    assert reader.read(text.strip()).player is None


def test_normal_forms() -> None:
    assert tokens("Тёмный_Лорд-7") == ("темный", "лорд", "7")
    assert tokens("Kот") == ("кот",)
    assert clean("Żó\u200dłw й") == "Zołw й"
    assert undouble("эллада") == "елада"
    assert other_layouts("rjn") == ("кот",)
    assert other_layouts("кот rjn") == ()
    assert look_alikes("KOT") == ("КОТ",)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=20))
def test_v4_any_text_is_read_without_a_crash(reader: Names, text: str, before: str, after: str) -> None:
    named = reader.read(text, before, after)
    assert named.player is None or named.player in ROSTER
    assert set(named.ask) <= set(ROSTER)
    assert not (named.player and named.ask)


HOSTILE = ["а", "Брондак ", "\u200f", "не за ", "vote ", "[b", "' ", "a'", "с на ", "х&", "﷽", "1) ", "и\u0301", "за:"]


@pytest.mark.parametrize("piece", HOSTILE)
def test_v4_a_text_of_ten_thousand_signs_never_counts_and_stays_cheap(piece: str, reader: Names) -> None:
    text = piece * (10_000 // len(piece))
    found = reader.read(text, before=text, after=text)
    assert found.player is None


def test_v4_a_name_deep_in_a_long_text_is_asked_about(reader: Names) -> None:
    named = reader.read("Брондак. " + "бла " * 1000)
    assert named.player is None
    assert named.ask == ("Брондак",)
