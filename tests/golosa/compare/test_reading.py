"""A host's posted count as it is read: every layout, and that nothing is guessed."""

from __future__ import annotations

import pytest

from engine.people import Player, Roster
from golosa.compare.reading import PostedCount, read_count
from golosa.compare.text import lines_of

ROSTER = Roster(
    (
        Player("Аня"),
        Player("Лис"),
        Player("Ёжик"),
        Player("Шелли"),
        Player("Старый Мельник", aliases=("Дед",)),
        Player("Anvil50"),
        Player("Night_Moth", accounts=("moth-77",)),
        Player("M, the Great"),
        Player("Анна-Мария"),
    )
)


def read(text: str) -> PostedCount:
    return read_count(lines_of(text), ROSTER)


@pytest.mark.parametrize(
    "line",
    [
        "Лис – 3 (Аня, Ёжик, Шелли)",
        "Лис - 3 - (Аня, Ёжик, Шелли)",
        "3 - Лис: Аня, Ёжик, Шелли",
        "3 Лис (Аня и Ёжик, Шелли)",
        "(3) Лис - Аня, Ёжик, Шелли",
        "[3] Лис: Аня, Ёжик, Шелли",
        "3 голоса – Лис (Аня, Ёжик, Шелли)",
        "[b]Лис[/b] (3): Аня, Ёжик, Шелли",
        "[b]Лис (3):[/b] Аня, Ёжик, Шелли",
        "[*][b]Лиса[/b] — 3 голоса: [url=http://a.example/1]Аня[/url], [url=http://a.example/2]Ёжика[/url], Шелли",
        "[color=red]Лис[/color] [3/7] - Аня, Ёжик, Шелли",
        "Лис, 3 голоса: Аня; Ёжик; Шелли.",
        "За Лиса – 3 (Аня, Ёжик, Шелли)",
        "| Лис | 3 | Аня, Ёжик, Шелли |",
        "[table][tr][td]Лис[/td][td]3[/td][td]Аня, Ёжик, Шелли[/td][/tr][/table]",
        "[code]Лис    3    Аня, Ёжик, Шелли[/code]",
        "Лис: Аня, Ёжик, Шелли (3)",
        "Лис – Аня, Ёжик, Шелли = 3",
        "1. Лис – 3 (Аня #12, Ёжик #15, Шелли (#20))",
        "2) Лиса: 3 [Аня[12], Ёжик[15], Шелли[20]]",
        "Лис – 3 (Аня Ёжик Шелли)",
        "Лис – 3 (Аня, Ёжик (решение ведущего), Шелли)",
        "Лис – 3 (Аня, [s]Night_Moth[/s], Ёжик, Шелли)",
        "• Лис &mdash; 3: Аня, Ёжик, Шелли",
        "ЛИС — 3: аня, ежик, шелли",
        "Лис (Аня, Ёжик, Шелли) - 3",
        "Лис 3 Аня Ёжика Шелли",
        "[size=150]Лис[/size] x 3 (Аня, Ёжик, Шелли)",
        "Лис has 3 votes: Аня, Ёжик, Шелли",
        "Лис — три голоса (Аня, Ёжик, Шелли)",
        "Лис – three votes (Аня, Ёжик, Шелли)",
        "(3) Лис <- Аня, Ёжик, Шелли",
        "Лис 3: Аня (12:30), Ёжик (13:15), Шелли",
    ],
)
def test_a_row_in_every_layout(line: str) -> None:
    found = read(line)
    ((row,),) = found.tables
    assert (row.target, row.votes, row.voters, row.unsure) == ("Лис", 3, ("Аня", "Ёжик", "Шелли"), False)
    assert not found.unread


@pytest.mark.parametrize(
    "line",
    [
        "Лис (3) L-1: Аня, Ёжик, Шелли",
        "Лис (L-1) - 3 - Аня, Ёжик, Шелли",
        "Лис (3, L-1): Аня, Ёжик, Шелли",
        "Лис [L−1]: 3 (Аня, Ёжик, Шелли)",
        "3 Лис {L-1} — Аня, Ёжик, Шелли",
        "Лис - 3 (Аня, Ёжик, Шелли), не хватает 1",
        "Лис — 3 голоса (до большинства 1): Аня, Ёжик, Шелли",
    ],
)
def test_what_is_missing_to_a_majority_is_read(line: str) -> None:
    ((row,),) = read(line).tables
    assert (row.target, row.votes, row.voters, row.short) == ("Лис", 3, ("Аня", "Ёжик", "Шелли"), 1)


@pytest.mark.parametrize(
    ("line", "target", "voters"),
    [
        ("Старый Мельник – 2 (M, the Great, moth-77)", "Старый Мельник", ("M, the Great", "Night_Moth")),
        ("Мельник – 2 (Дед, Anvil50)", "Старый Мельник", ("Старый Мельник", "Anvil50")),
        ("Anvil50 - 1 (NM)", "Anvil50", ("Night_Moth",)),
        ("Анна-Мария - 1 (Лис)", "Анна-Мария", ("Лис",)),
        ("Никого – 1 (Аня)", None, ("Аня",)),
        ("No lynch (1): Аня", None, ("Аня",)),
        ("Лис – 0", "Лис", None),
        ("За Лиса голосуют: Аня, Ёжик", "Лис", ("Аня", "Ёжик")),
        ("Voting for Лис: Аня", "Лис", ("Аня",)),
    ],
)
def test_names_are_read_as_votes_are(line: str, target: str | None, voters: tuple[str, ...] | None) -> None:
    ((row,),) = read(line).tables
    assert (row.target, row.voters) == (target, voters)


@pytest.mark.parametrize(
    "text",
    [
        "Аня → Лис\nЁжик → Лис\nЛис → Ёжик",
        "Аня -> Лис\nЁжик -> Лис\nЛис -> Ёжик",
        "Аня голосует за Лиса\nЁжик за Лиса\nЛис — за Ёжика",
        "Аня votes for Лис\nЁжик votes Лис\nЛис voted for Ёжик",
        "Аня, Ёжик → Лис\nЛис → Ёжик (#14)",
    ],
)
def test_votes_one_a_line(text: str) -> None:
    (rows,) = read(text).tables
    assert {row.target: row.voters for row in rows} == {"Лис": ("Аня", "Ёжик"), "Ёжик": ("Лис",)}


@pytest.mark.parametrize(
    "text",
    [
        "Не голосовали (2): Аня, Лис",
        "Не проголосовали – 2 (Аня, Лис)",
        "Молчат: Аня, Лис",
        "Ещё не определились: Аня, Лис",
        "Non-voters: Аня, Лис",
        "Not Voting (2): Аня, Лис",
        "2 - Not voting: Аня, Лис",
        "Not voting:\nАня\nЛис\n\nпрочее",
        "Ещё не голосовали:\n1. Аня\n2. Лис",
    ],
)
def test_who_has_not_voted(text: str) -> None:
    found = read(text)
    assert (found.silent, found.unread) == (("Аня", "Лис"), ())


def test_nobody_is_silent() -> None:
    assert read("Не голосовали: нет").silent == ()
    assert read("Лис – 1 (Аня)").silent is None


def test_voters_below_their_candidate() -> None:
    ((row,),) = read("[b]Лис (2)[/b]\n1. Аня\n2. Ёжик\n\nШелли").tables
    assert row.voters == ("Аня", "Ёжик")


def test_votes_that_nobody_gave() -> None:
    found = read("Лис — 3 голоса: Аня, ещё 2 голоса по правилам")
    ((row,),) = found.tables
    assert (row.votes, row.voters, row.bonus, found.unread) == (3, ("Аня",), 2, ())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Лис – 3 (Аня, Ёшик, Шелли)", "which player? Ёжик"),
        ("Лис – 3 (Аня, Петя, Шелли)", "it names no player"),
        ("Петя – 2 (Аня, Лис)", "it names players and fits no layout"),
        ("Лис: Аня", "it names players and fits no layout"),
        ("Аня → Лис → Ёжик", "it names players and fits no layout"),
        ("Лис +++ (Аня, Ёжик, Шелли)", "it names players and fits no layout"),
        ("Лис – 1 (Аня)\nЛис – 2 (Ёжик, Шелли)", "Лис stands there twice"),
        ("Аня → Лис\nАня → Ёжик", "Аня votes twice"),
        ("Лис – 1 (Аня)\nЁжик → Лис", "a vote beside a table of votes"),
        ("Не голосовали (3): Аня, Лис", "it says 3 and names 2"),
    ],
)
def test_what_cannot_be_read_is_said_and_not_guessed(line: str, why: str) -> None:
    assert [unread.why for unread in read(line).unread] == [why]


def test_a_line_that_fits_two_layouts_is_not_guessed() -> None:
    roster = Roster(tuple(map(Player, ("7", "3", "Аня", "Лис"))))
    found = read_count(["7 – 3 (Аня)"], roster)
    assert [unread.why for unread in found.unread] == ["it can be read in more than one way"]
    (rows,) = read_count(["7 – 3 (1, Аня, Лис)".replace("1, ", "3, ")], roster).tables
    assert rows[0].target == "7"  # the only reading that agrees with its number


def test_other_parts_of_a_post_are_passed_over_and_told() -> None:
    found = read(
        "Подсчёт, день 2\n\nИзменения с прошлого подсчёта (на 18:00):\n[list]\n[*]Аня: Лис → Ёжик\n[/list]\n\n"
        "Лис – 1 (Ёжик)\nВыбывает: Лис (по голосам).\nВ игре: Аня, Лис, Ёжик"
    )
    ((row,),) = found.tables
    assert (row.target, row.voters, found.unread) == ("Лис", ("Ёжик",), ())
    assert [passed.text for passed in found.passed] == [
        "Подсчёт, день 2",
        "Изменения с прошлого подсчёта (на 18:00):",
        "Аня: Лис → Ёжик",
        "Выбывает: Лис (по голосам).",
        "В игре: Аня, Лис, Ёжик",
    ]


def test_a_second_table_is_the_overtimes() -> None:
    found = read("Лис – 1 (Аня)\nЁжик – 1 (Лис)\n\nДополнительное время (на 22:30):\nЛис – 2 (Аня, Шелли)")
    assert [[(row.target, row.votes) for row in table] for table in found.tables] == [
        [("Лис", 1), ("Ёжик", 1)],
        [("Лис", 2)],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Подсчитано по сообщение № 58 включительно",
        "[b]День 2[/b], неофициально, на 18:00, по № 58",
        "Current to post 58",
        "This count is current to post #58.",
        "up to and including post #58",
    ],
)
def test_up_to_which_post_it_goes(text: str) -> None:
    assert read(text).up_to == "58"


@pytest.mark.parametrize(
    "text",
    [
        "Лис " + " - " * 2000,
        "Лис :=|·• " * 300 + "3",
        "Лис – 3 (" + "Аня, " * 900,
        "(" * 4000,
        "[s]" * 20000 + "Лис – 1 (Аня)",
        " ".join(["Аня", "Лис"] * 600),
        "1 " * 2000,
        "Лис – 3 (Аня)\n" * 3000,
    ],
    ids=["dashes", "signs", "commas", "brackets", "struck", "names", "numbers", "lines"],
)
def test_a_hostile_text_is_read_to_its_end(text: str) -> None:
    """Each of these has ways of being cut up that no patience outlasts, where a pattern tries them all."""
    found = read(text)
    assert found.tables or found.unread or found.passed


def test_what_is_too_long_is_told() -> None:
    assert [one.why for one in read("Лис – 1 (Аня)" + " " * 4000 + ".").unread] == [
        "it is too long for a line of a count"
    ]
    assert read("\n" * 1200).unread[-1].why == "it has too many lines for a count"


@pytest.mark.parametrize(
    ("line", "voters"),
    [
        ("Лис ███ 3", None),
        ("Лис |||", None),
        ("Лис: III", None),
        ("||| Лис", None),
        ("Лис ■■■ (Аня, Ёжик, Шелли)", ("Аня", "Ёжик", "Шелли")),
        ("Лис — ||| — Аня, Ёжик, Шелли", ("Аня", "Ёжик", "Шелли")),
        ("Лис ▓▓▓░░░ 3/7 Аня, Ёжик, Шелли", ("Аня", "Ёжик", "Шелли")),
        ("Лис ▰▰▰▱▱", None),
        ("Лис ▇▇▇▇▇▇ 57% 3", None),  # drawn to a scale
        ("Лис 🟥🟥🟥 3", None),
        ("| Лис | ███ | 3 | Аня, Ёжик, Шелли |", ("Аня", "Ёжик", "Шелли")),
        ("Лис || 3 || Аня, Ёжик, Шелли", ("Аня", "Ёжик", "Шелли")),
    ],
)
def test_bars_are_read(line: str, voters: tuple[str, ...] | None) -> None:
    found = read(line)
    assert not found.unread
    ((row,),) = found.tables
    assert (row.target, row.votes, row.voters) == ("Лис", 3, voters)


def test_strokes_that_are_not_as_many_as_the_number_are_not_guessed() -> None:
    assert [one.why for one in read("Лис |||| 3").unread] == ["it can be read in more than one way"]


@pytest.mark.parametrize(
    ("line", "voters"),
    [
        ("Лис (L-2): Аня, Ёжик", ("Аня", "Ёжик")),
        ("Лис [L-2] Аня, Ёжик", ("Аня", "Ёжик")),
        ("Лис - L-2 - Аня, Ёжик", ("Аня", "Ёжик")),
        ("Лис: Аня, Ёжик (L-2)", ("Аня", "Ёжик")),
        ("L-2 Лис: Аня, Ёжик", ("Аня", "Ёжик")),
        ("Лис at L-2 (Аня, Ёжик)", ("Аня", "Ёжик")),
        ("Лис E-2: Аня, Ёжик", ("Аня", "Ёжик")),
        ("Лис L-2", None),
    ],
)
def test_what_is_missing_to_a_majority_may_stand_without_a_number(line: str, voters: tuple[str, ...] | None) -> None:
    found = read(line)
    assert not found.unread
    ((row,),) = found.tables
    assert (row.target, row.votes, row.voters, row.short) == ("Лис", None, voters, 2)
