"""V4: texts that are less than a name, or only like one: pieces, abbreviations, slips of the fingers.

A player is named by them only where nobody else can be meant; the rest is asked about or nobody's.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.names import Names
from engine.people import Player, Roster

Make = Callable[..., Names]
PLAYERS = (
    "Night_Moth|Anvil50|Kettledrum|PinkRabbit|The Grand Duke|Космонавт|Brickwall9|Dottie|Vole|Hornbeam|Tundra_Jack|"
    "Chrysanthemum|Шмель|Вжик|Цой|3.14|Falcon|Tapir|Captain"
).split("|")


def told(reader: Names, text: str) -> tuple[str, str]:
    """Who is named, or behind a question mark who is asked about; and by which view."""
    named = reader.read(text)
    return named.player or ("?" + "|".join(named.ask) if named.ask else ""), named.how


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("drum", "Kettledrum"),
        ("ettle", "Kettledrum"),
        ("wall", "Brickwall9"),
        ("ettl", "?Kettledrum"),
        ("rum", "?Kettledrum"),
        ("навт", "?Космонавт"),
        ("монавт", "?Космонавт"),
    ],
)
def test_v4_a_piece_of_a_nick_counts_if_it_is_latin_and_long_or_its_end(text: str, meant: str, names: Make) -> None:
    for typos in ("suggest", "count"):
        assert told(names(*PLAYERS, typos=typos), text) == (meant, "piece of a name")


@pytest.mark.parametrize("text", ["um", "ров", "ettle5", "rum9"])
def test_v4_two_letters_or_a_number_are_no_piece_of_a_nick(text: str, names: Make) -> None:
    assert told(names(*PLAYERS), text) == ("", "no name")


@pytest.mark.parametrize(
    ("roster", "text", "meant"),
    [
        ("Kettledrum|Conundrum|Mole", "drum", "?Kettledrum|Conundrum"),
        ("Kettledrum|Nettle|Mole", "ettle", "?Kettledrum|Nettle"),
        ("Nettle|Kettledrum|Mole", "ettled", "Kettledrum"),
        ("Kettledrum|Ettlo|Mole", "ettle", "?Kettledrum|Ettlo"),
        ("Kettledrum|Attlo|Mole", "ettle", "Kettledrum"),
        ("Streetlamp|Lump|Mole", "lamp", "Streetlamp"),
    ],
)
def test_v4_a_piece_that_is_also_in_another_nick_or_a_slip_from_it_is_asked_about(
    roster: str, text: str, meant: str, names: Make
) -> None:
    assert told(names(*roster.split("|")), text) == (meant, "piece of a name")


@pytest.mark.parametrize(
    ("text", "meant", "counted"),
    [
        ("GD", "?The Grand Duke", "The Grand Duke"),
        ("NMT", "?Night_Moth", "Night_Moth"),
        ("PRB", "?PinkRabbit", "PinkRabbit"),
        ("FLC", "?Falcon", "Falcon"),
        ("TJK", "?Tundra_Jack", "Tundra_Jack"),
        ("KDR", "?Kettledrum", "Kettledrum"),
        ("KTLDRM", "?Kettledrum", "Kettledrum"),
        ("KD", "?Kettledrum", "?Kettledrum"),
        ("FL", "?Falcon", "?Falcon"),
        ("fa", "?Falcon", "?Falcon"),
        ("prb", "?PinkRabbit", "?PinkRabbit"),
        ("dtt", "?Dottie", "?Dottie"),
        ("tgd", "?The Grand Duke", "?The Grand Duke"),
        ("a50", "?Anvil50", "?Anvil50"),
        ("A5", "?Anvil50", "?Anvil50"),
    ],
)
def test_v4_an_abbreviation_is_asked_about_and_counts_in_capitals_where_slips_do(
    text: str, meant: str, counted: str, names: Make
) -> None:
    assert told(names(*PLAYERS), text) == (meant, "short form")
    assert told(names(*PLAYERS, typos="count"), text) == (counted, "short form")


@pytest.mark.parametrize("text", ["dt", "vl", "vle", "an", "LOL", "GM", "EOD", "ШМ", "f", "50", "5A", "KTTLDRM", "TLD"])
def test_v4_other_letters_of_a_nick_and_the_jargon_of_games_abbreviate_nobody(text: str, names: Make) -> None:
    assert told(names(*PLAYERS), text) == told(names(*PLAYERS, typos="count"), text) == ("", "no name")


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("voel", "Vole"),
        ("hornbam", "Hornbeam"),
        ("horbeam", "Hornbeam"),
        ("hornbiem", "Hornbeam"),
        ("harnbiam", "Hornbeam"),
        ("gornbeem", "Hornbeam"),
        ("hornbean", "Hornbeam"),
        ("anvik50", "Anvil50"),
        ("космнавт", "Космонавт"),
        ("космонафд", "Космонавт"),
        ("шмиль", "Шмель"),
        ("tundraqack", "Tundra_Jack"),
        ("dundrajack", "Tundra_Jack"),
        ("anvli", "Anvil50"),
        ("moht", "?Night_Moth"),
        ("rabbti", "PinkRabbit"),
        ("chrysantemom", "Chrysanthemum"),
        ("chrisantemomm", "?Chrysanthemum"),
        ("crisantemum", "?Chrysanthemum"),
        ("chrisanthimem", "Chrysanthemum"),
        ("chrisantimum", "?Chrysanthemum"),
        ("vale", "?Vole"),
        ("mole", "?Vole"),
        ("harnbam", "?Hornbeam"),
        ("hrnbam", "?Hornbeam"),
        ("вжки", "?Вжик"),
        ("вжих", "?Вжик"),
        ("щмель", "?Шмель"),
        ("tabir", "Tapir"),
        ("kaptain", "Captain"),
        ("dapir", "?Tapir"),
        ("tapid", "?Tapir"),
        ("tapit", "?Tapir"),
        ("falcom", "?Falcon"),
        ("anvil51", "?Anvil50"),
        ("anvil15", "?Anvil50"),
    ],
)
def test_names_typos_count_a_slip_counts_in_proportion_to_the_length_of_the_name(
    text: str, player: str, names: Make
) -> None:
    assert told(names(*PLAYERS), text) == ("?" + player.lstrip("?"), "like a name")
    assert told(names(*PLAYERS, typos="count"), text) == (player, "like a name" if player[0] == "?" else "misspelt")


@pytest.mark.parametrize("text", ["bub", "bbo", "topor", "tepur", "314", "3114", "123456", "kosmos", "vul"])
def test_v4_what_is_further_from_a_name_than_its_length_allows_is_nobody(text: str, names: Make) -> None:
    for typos in ("suggest", "count"):
        assert told(names(*PLAYERS, "Bob", typos=typos), text) == ("", "no name")


@pytest.mark.parametrize(
    ("text", "meant", "how"),
    [
        ("night", "?Nightowl", "beginning of a name"),
        ("про", "?Proton|Доцент", "beginning of a name"),
        ("kill", "?Killjoy", "beginning of a name"),
        ("proto", "Proton", "beginning of a name"),
        ("nights", "", "no name"),
        ("пост", "", "no name"),
        ("host", "?Hosti", "beginning of a name"),
        ("thet", "", "no name"),
        ("votes", "", "no name"),
        ("mafia", "", "no name"),
        ("of it", "", "no name"),
        ("just me", "?Доцент", "forum account"),
    ],
)
def test_v4_a_word_of_every_day_is_never_taken_for_a_nick_without_asking(text: str, meant: str, how: str) -> None:
    others = map(Player, ("Nightowl", "Proton", "Killjoy", "Коста", "Hosti", "Yotes", "Mafin", "Think Of It"))
    roster = Roster((*others, Player("Доцент", aliases=("Профессор",), accounts=("Just Me",))))
    for typos in ("suggest", "count"):
        assert told(Names(roster, typos=typos), text) == (meant, how)


@pytest.mark.parametrize(
    ("text", "meant", "how"),
    [
        ("Г л о р и я", "?Глория", "spelt out"),
        ("г л о р е я", "?Глория", "like a name"),
        ("n i g h t o v l e", "?Nightowl", "like a name"),
        ("голосую за Г л о р и я", "?Глория", "spelt out"),
        ("г л о р е я тут", "", "no name"),
        ("night owl is it you", "", "no name"),
        ("n i g h t owl", "", "no name"),
        ("ни г л о р и ю", "?Глория", "negated"),
    ],
)
def test_v4_a_name_spelt_out_letter_by_letter_is_asked_about(text: str, meant: str, how: str, names: Make) -> None:
    assert told(names("Глория", "Nightowl"), text) == (meant, how)


@pytest.mark.parametrize(
    ("text", "meant", "counted"),
    [
        ("голосую за Pike Perch, он молчит", "?Щука", "Щука"),
        ("vote: pike perch because of post 5", "?Щука", "Щука"),
        ("голосую за Вечерний Экспр, он молчит", "Вечерний Экспресс", "Вечерний Экспресс"),
        ("голосую за Вичерний Экспресс, он молчит", "?Вечерний Экспресс", "Вечерний Экспресс"),
    ],
)
def test_v4_several_words_behind_a_vote_are_an_account_a_beginning_or_a_slip_where_slips_count(
    text: str, meant: str, counted: str
) -> None:
    roster = Roster((Player("Щука", accounts=("Pike Perch",)), Player("Вечерний Экспресс"), Player("Mole")))
    assert told(Names(roster), text)[0] == meant
    assert told(Names(roster, typos="count"), text)[0] == counted


@pytest.mark.parametrize(
    ("text", "meant", "counted"),
    [
        ("king of the wild fronteer", "?King of the Wild Frontier", "King of the Wild Frontier"),
        ("king of the wild fr", "King of the Wild Frontier", "King of the Wild Frontier"),
        ("the king of the wild fr", "King of the Wild Frontier", "King of the Wild Frontier"),
        ("king of the wild west fr", "", ""),
        ("сэр ганс фон дрозт", "?Сэр Ганс фон Дрозд", "Сэр Ганс фон Дрозд"),
    ],
)
def test_v4_names_of_many_words_are_misspelt_and_begun_as_others_are(
    text: str, meant: str, counted: str, names: Make
) -> None:
    players = ("King of the Wild Frontier", "Сэр Ганс фон Дрозд", "Mole")
    assert told(names(*players), text)[0] == meant
    assert told(names(*players, typos="count"), text)[0] == counted


def test_v4_all_names_that_are_as_near_to_a_text_are_asked_about(names: Make) -> None:
    alike = ("Tapir", "Taper", "Tapar", "Tabor", "Tapoe", "Tepor", "Vapor")
    assert names(*alike, "Mole").read("tapor").ask == alike


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("moth", ("Night_Moth", "Mothra", "Behemoth", "Motha")),
        ("vote: Moth!", ("Night_Moth", "Mothra", "Behemoth", "Motha")),
        ("night mo", ("Night_Moth",)),
        ("big b b ki", ("Big B. B. King",)),
        ("behemotl", ("Behemoth",)),
        ("М О Т", ("Mothra", "Motha")),
        ("zzz", ()),
        ("moth moth moth moth moth", ()),
        ("M o t h r", ("Night_Moth", "Mothra", "Motha")),
        ("m" * 50, ()),
    ],
)
def test_v4_everybody_whom_a_short_text_may_mean_in_roster_order(
    text: str, others: tuple[str, ...], names: Make
) -> None:
    assert names("Night_Moth", "Mothra", "Anvil50", "Behemoth", "Motha", "Big B. B. King").looser(text) == others
