"""V8, V11: the words around a name."""

from collections.abc import Callable

import pytest

from engine.names import Names, Word

PLAYERS = ("Брондак", "Мурзик", "Стелла", "Вера", "Nightowl", "Bob", "Mole", "Пётр Второй")
Make = Callable[..., Names]


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("голосую за Брондака", "Брондак"),
        ("Мой голос против Мурзика!!!", "Мурзик"),
        ("отдаю свой голос Стелле", "Стелла"),
        ("брондака казнить", "Брондак"),
        ("Брондак, он молчит", "Брондак"),
        ("Брондак потому что молчит", "Брондак"),
        ("голосую за тебя, Брондак", "Брондак"),
        ("меняю голос с Брондака на Мурзика", "Мурзик"),
        ("меняю Брондака на Мурзика", "Мурзик"),
        ("Брондак → Мурзик", "Мурзик"),
        ("не за Брондака, а за Мурзика", "Мурзик"),
        ("не Брондак, а Мурзик", "Мурзик"),
        ("за Мурзика, а не за Брондака", "Мурзик"),
        ("вместо Брондака Мурзик", "Мурзик"),
        ("снимаю голос с Брондака и голосую за Мурзика", "Мурзик"),
        ("снимаю с Брондака, ставлю на Мурзика", "Мурзик"),
        ("ujkjce. pf vehpbrf", "Мурзик"),
        ("VOTE: Bob", "Bob"),
        ("Vote:Bob - he is scum", "Bob"),
        ("vote bob because he lurks", "Bob"),
        ("unvote, vote: Bob", "Bob"),
        ("UNVOTE: Bob VOTE: Mole", "Mole"),
        ("switching vote from Bob to Mole", "Mole"),
        ("vote: Bob, not Mole", "Bob"),
        ("##vote nigh because she lurks", "Nightowl"),
    ],
)
def test_v4_leads_and_constructions(text: str, player: str, names: Make) -> None:
    assert names(*PLAYERS).read(text).player == player


@pytest.mark.parametrize(
    "text",
    [
        "не голосую за Брондака",
        "только не Брондак",
        "Брондака не казнить",
        "за Брондака голосовать не буду",
        "я бы не стал голосовать за Брондака",
        "не голосую ни за Брондака, ни за Мурзика",
        "Брондак не мафия",
        "not voting Bob",
        "I won't vote Bob",
        "I'm not going to vote for Bob",
        "no Bobs, not Bob",
    ],
)
def test_v11_denied_names(text: str, names: Make) -> None:
    named = names(*PLAYERS).read(text)
    assert named.player is None
    assert named.word is Word.NEGATED
    assert named.ask


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        ("не голосую за ", "", Word.NEGATED),
        ("Я сегодня не буду голосовать за", "", Word.NEGATED),
        ("I am not voting ", "", Word.NEGATED),
        ("", " не казнить", Word.NEGATED),
        ("", " голосовать не буду", Word.NEGATED),
        ("снимаю голос с ", "", Word.UNVOTE),
        ("unvote ", "", Word.UNVOTE),
        ("Я не понимаю, за что его, но голосую за ", "", None),
        ("Голосую за ", ", он не отвечает", None),
        ("", " не отвечает", None),
    ],
)
def test_v11_words_beside_a_mark(before: str, after: str, word: Word | None, names: Make) -> None:
    named = names(*PLAYERS).read("Брондак", before=before, after=after)
    assert named.word is word
    assert named.player == (None if word else "Брондак")


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("Брондак или Мурзик", ("Брондак", "Мурзик")),
        ("Брондак/Мурзик", ("Брондак", "Мурзик")),
        ("голосую за Брондака, потому что Мурзик чист", ("Брондак", "Мурзик")),
        ("я бы за Брондака", ("Брондак",)),
        ("I would vote Bob", ("Bob",)),
        ("FoS: Bob", ("Bob",)),
        ("думаю про Брондака всякое", ("Брондак",)),
        ("голосую за Петра Первого", ("Пётр Второй",)),
        ("вера в людей", ("Вера",)),
        ("Vote: Bob's replacement", ("Bob",)),
        ("B&M", ("Bob", "Mole")),
    ],
)
def test_v4_several_names_conditions_and_prose_are_asked_about(text: str, ask: tuple[str, ...], names: Make) -> None:
    named = names(*PLAYERS).read(text)
    assert named.player is None
    assert named.ask == ask


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("снимаю голос", Word.UNVOTE),
        ("Отменяю свой голос.", Word.UNVOTE),
        ("снимаю голос с Брондака", Word.UNVOTE),
        ("unvote", Word.UNVOTE),
        ("Unvote: Bob", Word.UNVOTE),
        ("пас", Word.NO_LYNCH),
        ("голосую за никого", Word.NO_LYNCH),
        ("VOTE: No Lynch", Word.NO_LYNCH),
        ("unvote, vote: no lynch", Word.NO_LYNCH),
        ("отпускаю", Word.UNVOTE),
        ("мир", Word.NO_LYNCH),
    ],
)
def test_v8_words_for_no_vote(text: str, word: Word, names: Make) -> None:
    named = names(*PLAYERS, unvote=("отпускаю",), no_lynch=("Мир!",)).read(text)
    assert named.word is word
    assert named.player is None


@pytest.mark.parametrize("text", ["я", "себя", "голосую за себя", "vote: me", "myself"])
def test_v4_oneself(text: str, names: Make) -> None:
    assert names(*PLAYERS).read(text, me="Стелла").player == "Стелла"
    assert names(*PLAYERS, self_name="Стелла").read(text).player == "Стелла"
    assert names(*PLAYERS).read(text).player is None


def test_v4_a_nick_that_means_oneself_is_asked_about(names: Make) -> None:
    assert names("Я", "Стелла").read("я", me="Стелла").ask == ("Я", "Стелла")
