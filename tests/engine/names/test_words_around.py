"""V11: what the words before, between and behind names make of them: a vote, a denial, a thought, another's place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.names import Names, Word

Make = Callable[..., Names]
PLAYERS = ("Брондак", "Мурзик", "Стелла", "Вера", "Пётр Второй", "Nightowl", "Bob", "Mole", "Killer Rabbit")


@pytest.mark.parametrize(
    "text",
    [
        "может, за Брондака",
        "Возможно, за Брондака",
        "голосую, наверное, за Брондака",
        "наверное, всё же за Брондака",
        "я за Брондака бы проголосовал",
        "Брондака бы казнить",
        "за Брондака б",
        "Брондак БЫ мне в список",
        "может всегда Брондак",
    ],
)
def test_v11_a_vote_that_is_only_thought_of_is_asked_about(text: str, names: Make) -> None:
    named = names(*PLAYERS).read(text)
    assert (named.player, named.ask, named.word) == (None, ("Брондак",), None)
    assert named.how == "only thought of"


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("maybe, for Bob", "only thought of"),
        ("would always lynch Bob", "only thought of"),
        ("не верю, что тут Bob", "inside a text"),
        ("не верю этому Bob", "negated"),
        ("не к Bob", "negated"),
        ("ну и не верю этому Bob", "negated"),
        ("of Bob", "inside a text"),
        ("Мурзик так Bob молчит", "inside a text"),
    ],
)
def test_v11_why_a_name_is_asked_about(text: str, how: str, names: Make) -> None:
    named = names(*PLAYERS).read(text)
    assert named.player is None
    assert named.how == how
    assert "Bob" in named.ask


@pytest.mark.parametrize(
    ("before", "after", "meant"),
    [
        ("за ", " бы голосовал", "ask"),
        ("", " Б казнил", "ask"),
        ("", ", бы не забыть", "vote"),
        ("", " бывает тут редко", "vote"),
        ("может, за ", "", "ask"),
        ("мой кандидат может всегда быть ", "", "ask"),
        ("ну этот вот может за ", "", "ask"),
        ("ну нет, этот вот ", "", "vote"),
        ("не Мурзик но ", "", "vote"),
        ("я не против но за ", "", "vote"),
        ("за Мурзика, а не за ", "", "denied"),
        ("если так, голосую за ", "", "vote"),
        ("Не мафия. За ", "", "vote"),
        ("не понимаю его, за ", "", "vote"),
        ("не верю ", "", "denied"),
        ("не верю этому ", "", "denied"),
        ("ну что ж, не верю ", "", "denied"),
        ("не уверен ни в чём, так как ", "", "vote"),
        ("нет сомнений что ", "", "vote"),
        ("нет никого подозрительнее, голосую за ", "", "vote"),
        ("", ", не голосую за остальных", "vote"),
        ("", " а не Мурзик", "vote"),
        ("", " буду казнить", "vote"),
        ("", " не мафия", "vote"),
        ("", " не голосую и не собираюсь", "denied"),
        ("", " не буду", "denied"),
        ("", " нет", "denied"),
        ("", " — нет!", "denied"),
        ("", ", нет, рано", "denied"),
        ("", ", нет, ему рано", "denied"),
        ("", ", нет сомнений", "vote"),
        ("", " no", "denied"),
        ("", " за не голосую", "denied"),
        ("", " голос не отдам", "denied"),
        ("", " казнить сегодня не стоит", "denied"),
        ("", " потому что не нравится", "vote"),
        ("", " и но не голосую", "vote"),
        ("снимаю голос и голосую за ", "", "vote"),
        ("снимаю и голосую теперь за ", "", "vote"),
        ("снимаю голос с ", "", "back"),
        ("unvote, vote: ", "", "vote"),
        ("vote: unvote ", "", "back"),
        ("unvote. За ", "", "back"),
        ("instead of ", "", "denied"),
        ("вместо ", "", "denied"),
        ("в роли of ", "", "vote"),
        ("снимаю голос с Веры, с ", "", "denied"),
    ],
)
def test_v11_words_beside_a_coloured_name(before: str, after: str, meant: str, names: Make) -> None:
    named = names(*PLAYERS).read("Брондак", before=before, after=after)
    expected = {
        "vote": ("Брондак", (), None),
        "ask": (None, ("Брондак",), None),
        "denied": (None, ("Брондак",), Word.NEGATED),
        "back": (None, (), Word.UNVOTE),
    }
    assert (named.player, named.ask, named.word) == expected[meant]


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("vote Bob instead of Mole", "Bob"),
        ("instead of Mole, Bob", "Bob"),
        ("Брондак → Мурзик, он молчит", "Мурзик"),
        ("Брондак -> Мурзик и точка", "Мурзик"),
        ("Брондак → на Мурзика", "Мурзик"),
        ("Bob >> Mole now and then", "Mole"),
        ("снимаю голос и голосую за Мурзика", "Мурзик"),
        ("если так, vote Bob", "Bob"),
        ("Bob, а не Мурзик, потому что врёт", "Bob"),
        ("не за Брондака, а за Мурзика и точка", "Мурзик"),
        ("I vote Bob, not Mole", "Bob"),
        ("за Петра Второго: он молчит", "Пётр Второй"),
        ("голосую за Веру - она молчит", "Вера"),
        ("голосую за Веру: Она молчит", "Вера"),
        ("Bob ignores rabbit", "Bob"),
        ("голосую за Брондака не за Мурзика", "Брондак"),
        ("голосую за Брондака не за Мурзика, он врёт", "Брондак"),
        ("голосую за Брондака не за Мурзика, не за Веру", "Брондак"),
        ("Брондака не казнить а голосую за Мурзика, он врёт", "Мурзик"),
        ("не Брондак но Мурзик", "Мурзик"),
        ("vote killer now and then", "Killer Rabbit"),
        ("ну " * 25 + "Брондак", "Брондак"),
        ("пётр второй молчит", "Пётр Второй"),
        ("ГОЛОСУЮ ЗА ВЕРУ ОПЯТЬ", "Вера"),
        ("ВЕРА ОПЯТЬ МОЛЧИТ", None),
    ],
)
def test_v4_the_name_that_the_vote_is_for(text: str, player: str | None, names: Make) -> None:
    assert names(*PLAYERS).read(text).player == player


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("снимаю с Брондака, голосую за Брондака", ("Брондак",)),
        ("не Брондак, Мурзик", ("Брондак", "Мурзик")),
        ("не Брондак Мурзик а кто ещё", ("Брондак", "Мурзик")),
        ("ну вера молчит как всегда", ("Вера",)),
        ("с Брондака Мурзик", ("Брондак", "Мурзик")),
        ("from Bob Mole", ("Bob", "Mole")),
        ("может Брондак, голосую за Мурзика", ("Брондак", "Мурзик")),
        ("за Мурзика, а не Брондака, может Вера", ("Брондак", "Мурзик", "Вера")),
        ("за Мурзика вместо Брондака, может Вера", ("Брондак", "Мурзик", "Вера")),
        ("за Брондака, раз уж не Мурзик", ("Брондак", "Мурзик")),
        ("Брондак → кажется Мурзик", ("Брондак", "Мурзик")),
        ("Брондак кажется → Мурзик", ("Брондак", "Мурзик")),
        ("голосую за Веру Холодную", ("Вера",)),
        ("голосую за Веру X", ("Вера",)),
        ("vote killer instinct says so", ("Killer Rabbit",)),
        ("vote Bob за Mole и Веру", ("Вера", "Bob", "Mole")),
        ("меняю Брондака, потом Мурзика", ("Брондак", "Мурзик")),
        ("Брондака не казнить, Мурзика казнить", ("Брондак", "Мурзик")),
        ("Брондак — нет, Мурзик — да", ("Брондак", "Мурзик")),
        ("Брондак - не мафия, Мурзик - мафия", ("Брондак", "Мурзик")),
        ("Bob no, Mole yes", ("Bob", "Mole")),
        ("Брондак, нет, Мурзик", ("Брондак", "Мурзик")),
        ("не за Брондака, снимаю с Мурзика", ("Брондак", "Мурзик")),
    ],
)
def test_v4_names_of_which_none_is_plainly_put_aside_are_asked_about(
    text: str, ask: tuple[str, ...], names: Make
) -> None:
    named = names(*PLAYERS).read(text)
    assert (named.player, named.ask, named.word) == (None, ask, None)


@pytest.mark.parametrize(
    ("text", "before", "said"),
    [
        ("vote Bob because he lurks", "", False),
        ("Bob because he lurks", "vote: ", False),
        ("Bob because he lurks", "", True),
        ("так: Bob because he lurks", "vote: ", True),
    ],
)
def test_v4_whether_a_word_casts_the_vote_for_a_name_is_told(text: str, before: str, said: bool, names: Make) -> None:
    named = names(*PLAYERS).read(text, before=before)
    assert (named.player, named.said) == ("Bob", said)


def test_v4_a_whole_name_is_not_read_again_as_a_part_of_it(names: Make) -> None:
    reader = names("Killer Rabbit", "Rabbit", "Bob")
    assert reader.read("голосую за Killer Rabbit, он молчит").player == "Killer Rabbit"
    assert reader.read("Killer Rabbit → Bob, он молчит").player == "Bob"


def test_v4_a_joining_word_before_the_first_name_joins_nothing(names: Make) -> None:
    assert names(*PLAYERS).read("или rabbit молчит").how == "no name"


def test_v4_nicks_that_are_words_around_names_stand_only_alone(names: Make) -> None:
    reader = names("Will", "May", "Bob", "The End", "Killer Rabbit", "Killer Queen", typos="count")
    assert reader.read("I will vote Bob, he lurks").player == "Bob"
    assert reader.read("will").player == "Will"
    assert reader.read("The End, he lurks").player == "The End"
    assert reader.read("vote killer rabit because he lurks").player == "Killer Rabbit"
    assert reader.read("vote killer rabit and bob").ask == ("Bob", "Killer Rabbit")
    assert names("Night Moth", "Bob").read("vote night, he lies").ask == ("Night Moth",)
