"""Views: what the public may see, and that nothing else can come in."""

from __future__ import annotations

from io import StringIO
from typing import Any

import msgspec
import pytest
from rich.console import Console

from engine.counts import Needed
from engine.game.values import Announcement, Death, Health, NightPublic
from golosa.rulebook.rulesets import load
from golosa.texts.render import render
from golosa.texts.table import print_table
from golosa.views import shapes
from golosa.views.nights import end_view, morning_view, winner_of
from golosa.views.shapes import CountView, MarkView, RowView, VoterView

SECRETS = {
    "role",
    "roles",
    "open_role",
    "order",
    "orders",
    "account",
    "accounts",
    "account_id",
    "private",
    "hp",
    "host",
}


def public_types() -> list[type[msgspec.Struct]]:
    found = [one for one in vars(shapes).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    return [one for one in found if one is not msgspec.Struct]


def test_public_views_have_no_field_for_a_secret() -> None:
    """Roles stand only where the rules reveal them: of who is out, and of everybody once the game is won."""
    allowed = {"DeathView": {"role"}, "RoleView": {"role"}}
    for one in public_types():
        fields = {field.name for field in msgspec.structs.fields(one)}
        assert not fields & (SECRETS - allowed.get(one.__name__, set())), one.__name__
        assert one.__struct_config__.frozen


def town_night(lang: str = "ru", **given: Any) -> Any:
    public = NightPublic(
        phase="night1",
        deaths=(Death("Лис", "maniac", "doctor"), Death("Аня", "missed_day", "townsman")),
        announcements=(
            Announcement("doctor", result="one"),  # as the engine makes it: without its role
            Announcement("informed", role="commissar", value=True),
            Announcement("informed", role="lawyer", value=False),
            Announcement("drinking"),
            Announcement("not_at_home"),
            Announcement("shootout", role="drunk"),
            Announcement("missed_day", player="Аня"),
        ),
        **given,
    )
    legends = {"Лис": "Рыжий.\nХитрый.", "Ёжик": "тайная легенда"}
    return morning_view(
        load("town14"),
        public,
        title="Город",
        day=2,
        lang=lang,
        living=("Ёжик",),
        legends=legends,
        notes={"Ёжик": "нет"},
    )


def test_t14_24_the_morning_post_tells_deaths_with_cause_and_role_and_every_announcement() -> None:
    text = render("morning.bbcode", "ru", town_night())
    for line in (
        "Выбывает [b]Лис[/b] — Доктор. Причина: маньяк.",
        "Выбывает [b]Аня[/b] — Мирный житель. Причина: пропуск игрового дня.",
        "Доктор: ночью вылечен один игрок.",
        "Комиссар: информация получена.",
        "Адвокат: информация не получена.",
        "Ночью была попойка.",
        "Кто-то не застал пьяницу дома.",
        "дома у игрока с ролью «Пьяница»",
        "За пропуск игрового дня выбывает Аня.",
        "[quote]Рыжий.\nХитрый.[/quote]",
        "[b]В игре (1):[/b] Ёжик",
    ):
        assert line in text
    assert "тайная" not in text


def test_an_english_game_tells_roles_by_their_english_names() -> None:
    text = render("morning.bbcode", "en", town_night("en"))
    for role in ("Doctor", "Townsperson", "Commissar", "Lawyer", "Drunk"):
        assert role in text
    assert "Доктор" not in text and "Пьяница" not in text


def test_h10_states_are_told_without_numbers() -> None:
    health = (("Лис", Health.DEAD), ("Ёжик", Health.COMA), ("Аня", Health.LIGHT), ("Кот", Health.HEALTHY))
    text = render("morning.bbcode", "ru", town_night(health=health))
    assert "[b]Состояние:[/b] Ёжик — в коме; Аня — легко ранен." in text


def test_a_quiet_night() -> None:
    public = NightPublic(phase="night1", deaths=())
    view = morning_view(load("classic10"), public, title="Игра", day=2, lang="en")
    assert "Nobody died this night." in render("morning.bbcode", "en", view)


@pytest.mark.parametrize(
    ("winner", "said"),
    [("town", "Победа: Мирные, Закон!"), ("mafia", "Победа: Мафия!"), ("Лис", "Победа: Лис!"), ("draw", "Ничья")],
)
def test_h22_who_wins(winner: str, said: str) -> None:
    from golosa import catalogue

    assert winner_of(winner, load("hp100"), catalogue.of("ru")).startswith(said)


def test_h22_who_wins_in_english() -> None:
    from golosa import catalogue

    assert winner_of("town", load("hp100"), catalogue.of("en")) == "The winner: Town, Law!"


def test_the_end_cannot_be_told_before_it() -> None:
    from engine.game.values import State

    with pytest.raises(ValueError, match="not over"):
        end_view(load("town14"), State(seats=()), title="Игра", lang="ru")


def count_of(**given: Any) -> CountView:
    base: dict[str, Any] = {
        "title": "Игра", "day": 1, "lang": "ru", "official": False, "complete": True, "why_incomplete": None,
        "at": "T", "ends": "E", "ended": True, "up_to": None, "up_to_url": None, "rows": (), "overtime": None,
        "overtime_at": None, "verdict": "nobody", "by": "", "out": (), "no_ballot": (),
    }  # fmt: skip
    return CountView(**{**base, **given})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "Никто не выбывает: голосов нет."),
        ({"verdict": "split", "tied": ("а", "б")}, "Голоса разделились: а, б."),
        (
            {"verdict": "open", "tied": ("а", "б"), "overtime_until": "U"},
            "Дополнительное время — до U.",
        ),
        ({"verdict": "open", "tied": ("а", "б"), "lots": ("day1.tie",)}, "Ничья: а, б.[/b] Решает жребий."),
        ({"verdict": "open", "rulings": (MarkView("а", "б", "в", None, "1"),)}, "Итог зависит от решения ведущего"),
        ({"annulled": True}, "Голосование этого дня аннулировано."),
        ({"missed_out": ("в",)}, "Выбывают за пропуск голосования: в."),
        ({"complete": False}, "Внимание: тема прочитана не полностью."),
        ({"ended": False, "ended_by": "460", "verdict": "out", "out": ("а",)}, "День завершило сообщение № 460."),
        ({"rows": (RowView("а", "3 голоса", 3, (), "2 голоса"),)}, "[*][b]а[/b] — 3 голоса: ещё 2 голоса по правилам"),
        (
            {"rows": (RowView(None, "2 голоса", 2, (VoterView("в", weight="×2"),)),)},
            "Никого[/b] — 2 голоса: в ×2",
        ),
    ],
)
def test_the_counts_post_says_how_the_day_stands(given: dict[str, Any], said: str) -> None:
    assert said in render("count.bbcode", "ru", count_of(**given))


@pytest.mark.parametrize("width", [80, 120])
def test_the_terminals_table_fits_and_obeys_no_stranger(width: int) -> None:
    voters = tuple(VoterView(f"[red]Игрок\x1b[31m {number}") for number in range(20))
    view = count_of(rows=(RowView("[b]Лис[/b]", "20 голосов", 20, voters),), verdict="out", out=("[b]Лис[/b]",), by="п")
    out = StringIO()
    print_table(view, Console(file=out, width=width, force_terminal=False, highlight=False, emoji=False))
    text = out.getvalue()
    assert max(len(line) for line in text.splitlines()) <= width
    assert "\x1b" not in text and "[b]Лис[/b]" in text and "[red]Игрок" in text


def shown(**given: Any) -> str:
    """What the terminal shows of a count."""
    out = StringIO()
    truly = given.pop("truly", ())
    print_table(count_of(**given), Console(file=out, width=120, highlight=False, emoji=False), (), truly)
    return out.getvalue()


ROW = RowView("Лис", "3 голоса", 3, (VoterView("Аня", default=True),), needed=2)


@pytest.mark.parametrize(
    ("lang", "given", "said"),
    [
        ("ru", {}, ("официально · на T", "голоса", "за кого", "итог: никто не выбывает")),
        ("en", {}, ("official · as of T", "votes", "for", "verdict: nobody is out")),
        ("ru", {"rows": (ROW,)}, ("до большинства", "Аня (сам не голосовал)")),
        ("en", {"rows": (ROW,)}, ("to go", "Аня (by default)")),
        ("ru", {"ended": False}, ("день заканчивается E",)),
        ("ru", {"verdict": "open"}, ("\nитога ещё нет\n",)),
        ("en", {"verdict": "open"}, ("\nno result yet\n",)),
        ("ru", {"verdict": "out", "out": ("Лис",), "by": "по голосам"}, ("выбывает: Лис (по голосам)",)),
        ("en", {"verdict": "out", "out": ("Лис",), "by": "by votes"}, ("out: Лис (by votes)",)),
        (
            "ru",
            {"verdict": "open", "tied": ("а", "б"), "overtime_until": "U"},
            ("ничья: а, б, дополнительное время до U",),
        ),
        ("ru", {"ended_by": "46", "annulled": True}, ("завершён досрочно: сообщением 46", "аннулировано: голосование")),
        (
            "ru",
            {"no_ballot": ("Ёжик",), "missed_out": ("Ёжик",)},
            ("не голосовали: Ёжик", "за пропуск голосования: Ёжик"),
        ),
        ("ru", {"truly": (Needed("Лис", 1), Needed(None, 2))}, ("тайных весов и порогов: Лис 1, — 2",)),
        ("ru", {"complete": False, "why_incomplete": "стена"}, ("не полностью: стена",)),
    ],
)
def test_the_terminal_speaks_the_games_language(lang: str, given: dict[str, Any], said: tuple[str, ...]) -> None:
    text = shown(lang=lang, **given)
    for words in said:
        assert words in text


def test_the_title_of_a_narrow_table_stands_on_one_line() -> None:
    first, *_ = shown(rows=(), title="Мафия в Заречье", at="2 марта 2026, 22:00").splitlines()
    assert first == "Мафия в Заречье · день 1 · неофициально · на 2 марта 2026, 22:00"


def test_the_terminal_tells_among_whom_a_lot_decides() -> None:
    tie = shown(verdict="open", tied=("а", "б", "в"), still_tied=("а", "б"), lots=("day1.tie",))
    assert "решает жребий: day1.tie: а, б (`golosa dice draw`)" in tie
    missed = shown(verdict="out", out=("а",), by="по голосам", no_ballot=("г", "д"), lots=("day1.missed",))
    assert "выбывает: а (по голосам)" in missed and "решает жребий: day1.missed (`golosa dice draw`)" in missed


def test_the_terminal_tells_no_verdict_of_what_is_not_known_whole() -> None:
    assert "итог" not in shown(complete=False)


def test_t14_5_t14_23_who_leaves_for_a_missed_day_is_not_asked_for_a_note() -> None:
    """It would tell him before the morning."""
    from engine.game.values import Cause, Death
    from golosa.rulebook.rulesets import load
    from golosa.views.host import dying_view

    deaths = (Death("Аня", "mafia", None), Death("Лис", Cause.MISSED_DAY, None))
    view = dying_view(load("town14"), deaths, title="", night=1, lang="ru")
    assert [one.player for one in view.dying] == ["Аня"]
