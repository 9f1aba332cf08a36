"""V4: Latin nicks as players shorten and misspell them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from engine.names import Names, collisions
from engine.people import Player, Roster

Make = Callable[..., Names]
PLAYERS = (
    "Night_Moth|Anvil50|Harbor Candle|killerQ77|themanintheshed|PinkRabbit|Lady in Red|Mr. Beans|Bob|Bobby Tables|"
    "jumping jack 42|Vi|The Grand Duke|T-Bone|Mole|Zelda"
).split("|")


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("NM", "Night_Moth"),
        ("VOTE: A50", "Anvil50"),
        ("vote: HC because", "Harbor Candle"),
        ("LIR", "Lady in Red"),
        ("TGD", "The Grand Duke"),
        ("killer", "killerQ77"),
        ("Vote: theman", "themanintheshed"),
        ("vote: shed", "themanintheshed"),
        ("rabbit", "PinkRabbit"),
        ("grand duke", "The Grand Duke"),
        ("mr beans", "Mr. Beans"),
        ("tbone", "T-Bone"),
        ("jumpingjack", "jumping jack 42"),
        ("Anvil 50", "Anvil50"),
        ("Bob", "Bob"),
        ("bobby", "Bobby Tables"),
        ("Vi", "Vi"),
    ],
)
def test_v4_short_forms(text: str, player: str, names: Make) -> None:
    assert names(*PLAYERS).read(text).player == player


@pytest.mark.parametrize(
    "text", ["nm", "JJ", "GD", "TMITS", "the", "665", "50", "M&L", "N&H", "lol", "jac", "Anvil51", "women"]
)
def test_v4_weak_short_forms_are_never_taken_without_asking(text: str, names: Make) -> None:
    assert names(*PLAYERS).read(text).player is None


def test_v4_joined_initials_are_asked_about(names: Make) -> None:
    assert names("Mole", "Lady in Red", "Zelda").read("M&L").ask == ("Mole", "Lady in Red")


def test_v4_initials_of_two_players_are_asked_about(names: Make) -> None:
    assert names("Night_Moth", "Noisy Mole").read("NM").ask == ("Night_Moth", "Noisy Mole")
    assert names("Night_Moth", "NMason").read("NM").ask == ("Night_Moth", "NMason")


def test_v4_initials_of_cyrillic_names_are_no_short_forms(names: Make) -> None:
    assert names("Красный Барон").read("КБ").player is None


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("VOTE: Harbour Candle", "Harbor Candle"),
        ("vote: Nihgt_Moth", "Night_Moth"),
        ("vote moel because he lurks", "Mole"),
        ("Vote: Tabels", "Bobby Tables"),
        ("vote: pink rabit", "PinkRabbit"),
        ("TMITS", "themanintheshed"),
        ("vote: JJ", "jumping jack 42"),
        ("vote: Anvil51", None),
        ("vote: role", None),
        ("vote: women", None),
        ("vote: Bobs", None),
    ],
)
def test_names_typos_count_takes_the_one_clear_candidate(text: str, player: str | None, names: Make) -> None:
    assert names(*PLAYERS, typos="count").read(text).player == player
    assert names(*PLAYERS).read(text).player in (None, player)


def test_names_typos_count_never_chooses_between_two_within_reach(names: Make) -> None:
    reader = names("Marblewing", "Marblering", typos="count")
    assert reader.read("vote: marbleming").ask == ("Marblewing", "Marblering")
    dead = names("Marblewing", dead=("Marblering",), typos="count")
    assert dead.read("vote: marbleming").player is None


NICKS = """
    Marblewing Quillfeather7 Tundra_Jack StormKettle silentharbour Pockets99 Ostrich Velvet Hammerfall BrickOven
    Gravybard zephyrine Captain_Teacup OldSock42 rustbucket xNightshadex Dottie Clockmaker Bluebird DrSnuggles
    Kestrel88 walrusking
    Jellybean Inkwell Foxglove2 PaperTiger Sandcastle hedgehogger Otterly TinCanAlley Rooster mrgrumbles Waffle_Iron
    Goblet Umbra cherrytomato Lanternfish
""".split()
LEADS = (
    "VOTE: {}|vote {}|##vote {}|unvote, vote: {}|Unvote\nVote: {}|VOTE: {} because he is lurking|Vote: {} - scummy|"
    "vote {} for lurking|Vote: {} (L-2)|[b]vote: {}[/b]|Vote {}, he dodges|lynch {}|VOTE:{}"
).split("|")


def _slip(nick: str, chance: random.Random) -> str:
    place = chance.randrange(1, len(nick) - 1)
    kind = chance.choice(("swap", "drop", "double", "other"))
    if kind == "swap":
        return nick[:place] + nick[place + 1] + nick[place] + nick[place + 2 :]
    if kind == "drop":
        return nick[:place] + nick[place + 1 :]
    if kind == "double":
        return nick[:place] + nick[place] + nick[place:]
    return nick[:place] + chance.choice("aeioumnrst") + nick[place + 1 :]


def _shortened(nick: str, chance: random.Random) -> str:
    kind = chance.choice(("whole", "lower", "beginning", "no digits", "slip", "slip"))
    if kind == "beginning":
        return nick[: max(4, len(nick) // 2)].lower()
    if kind == "no digits":
        return nick.rstrip("0123456789")
    if kind == "slip" and len(nick) > 6:
        return _slip(nick, chance)
    return nick.lower() if kind == "lower" else nick


def test_v4_a_corpus_of_generated_votes_is_read_right_and_never_wrong() -> None:
    chance = random.Random(20)
    result: Counter[str] = Counter()
    for _ in range(60):
        roster = chance.sample(NICKS, 13)
        reader = Names(Roster(tuple(Player(nick) for nick in roster)), typos="count")
        for nick in roster:
            text = chance.choice(LEADS).format(_shortened(nick, chance))
            named = reader.read(text)
            result["right" if named.player == nick else "wrong" if named.player else "asked"] += 1
    assert result["wrong"] == 0
    assert result["right"] > 0.96 * result.total()


def test_collisions_name_the_texts_and_the_players() -> None:
    roster = Roster((Player("Тигр"), Player("Тигра"), Player("Вранк", aliases=("Дед",)), Player("Дед"), Player("Maus")))
    found = collisions(roster)
    assert [one.players for one in found] == [("Тигр", "Тигра"), ("Вранк", "Дед")]
    assert found[0].text == "тигра"
    assert "тигру" in found[0].texts
    aliases = Roster((Player("Вранк", aliases=("Рыжий",)), Player("Тюмок", aliases=("Рыжий",))))
    assert [one.text for one in collisions(aliases)] == ["рыжий"]
    (heard,) = collisions(Roster((Player("Маус"), Player("Maus"))))
    assert (heard.players, heard.texts) == (("Маус", "Maus"), ("maus", "маус"))
    assert collisions(Roster((Player("Вранк"), Player("Мышь")))) == ()


def test_v4_a_nick_that_looks_like_another_with_an_ending_is_never_read_as_that_other(names: Make) -> None:
    read = names("Wolf", "Wolf-А", "Mole").read
    assert read("Wolf-А").player in ("Wolf-А", None)
    assert read("wolf-а").ask == read("голосую за wolf-а").ask == ("Wolf", "Wolf-А")
    assert read("Mole-а").player == "Mole"
