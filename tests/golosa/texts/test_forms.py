"""The count in the forms that hosts post: compact and long, what is missing to a majority, history, who has written."""

from __future__ import annotations

from typing import Any

import pytest

URL = "https://forum.example/viewtopic.php?p=9#p9"
MAJORITY = ("--rules", "majority", "--set", 'votes.kinds=["colour"]')


def hammered(table: Any, *more: str) -> None:
    """A game in which 3 of 5 votes end the day; two votes stand against Лис, one has been moved."""
    table.new(*MAJORITY, "--zone", "Europe/Moscow", *more)
    table.now = table.moscow("15:00:00")


def votes(table: Any) -> list[Any]:
    return [
        table.post(1, "Аня", "09:00", "Лис"),
        table.post(2, "Шелли", "10:00", "Лис"),
        table.post(3, "Гаррет", "11:00", "Ёжик"),
        table.post(4, "Гаррет", "11:30", "unvote"),
        table.post(5, "Ёжик", "12:00"),
    ]


def post(table: Any, *more: str, posts: Any = None) -> str:
    given = posts if posts is not None else votes(table)
    return str(table.count(*more, posts=given, seen="14:59:30")["bbcode"])


@pytest.mark.parametrize(
    ("lang", "form", "said"),
    [
        ("ru", "compact", "[b]Лис[/b] — 2 (до большинства 1): "),
        ("en", "compact", "[b]Лис[/b] — 2 (L-1): "),
        ("ru", "long", "[b]Лис[/b] — 2 голоса (до большинства 1): "),
        ("en", "long", "[b]Лис[/b] — 2 votes (L-1): "),
        ("ru", "long", "В игре: 5. Большинство — 3 голоса: как только они набраны, день заканчивается."),
        ("en", "long", "Players alive: 5. Majority: 3 votes; reaching it ends the day."),
    ],
)
def test_deciding_hammer_the_forms_say_what_is_missing(table: Any, lang: str, form: str, said: str) -> None:
    hammered(table, "--lang", lang)
    assert said in post(table, "--form", form)


@pytest.mark.parametrize(("lang", "quoted"), [("ru", "«Лис» — не игрок"), ("en", "“Лис” — ")])
def test_the_compact_form_quotes_as_its_language_does(table: Any, lang: str, quoted: str) -> None:
    hammered(table, "--lang", lang)
    strange = [*votes(table), table.post(6, "Прохожий", "13:00", "Лис")]
    assert quoted in post(table, "--form", "compact", posts=strange)


def test_the_standard_form_is_as_it_was(table: Any) -> None:
    hammered(table)
    text = post(table)
    assert text == post(table, "--form", "standard")
    assert "большинств" not in text and "по порядку" not in text


def test_without_a_majority_nothing_is_said_of_one(table: Any) -> None:
    table.new()
    table.now = table.moscow("15:00:00")
    assert "большинств" not in post(table, "--form", "long")


def test_the_long_form_tells_every_vote_by_time_and_by_player(table: Any) -> None:
    hammered(table)
    text = post(table, "--form", "long", "--plain")
    assert "№ 3, 11:00 — Гаррет → Ёжик\n" in text
    assert "№ 4, 11:30 — Гаррет → голос снят\n" in text
    assert "Гаррет: Ёжик (№ 3, 11:00) → голос снят (№ 4, 11:30)\n" in text
    assert "[" not in text


def test_the_long_form_tells_who_has_written_how_much(table: Any) -> None:
    hammered(table)
    text = post(table, "--form", "long", "--plain")
    assert "Гаррет — 2 сообщения, последнее № 4" in text
    assert "Ёжик — 1 сообщение, последнее № 5" in text
    assert "Лис — 0 сообщений\n" in text


def test_the_count_is_current_to_a_post(table: Any) -> None:
    hammered(table, "--lang", "en")
    for form in ("standard", "compact", "long"):
        assert "#5" in post(table, "--form", form).splitlines()[form != "compact"]


def test_mark_posted_with_an_address_links_the_previous_count(table: Any) -> None:
    hammered(table)
    table.count("--mark-posted", URL, "--at", "2026-03-02T11:00:00+03:00", posts=votes(table), seen="14:00:00")
    table.now = table.moscow("15:10:00")
    same = [*votes(table)[:2], table.post(3, "Гаррет", "12:00")]
    assert f"С [url={URL}]прошлого подсчёта[/url] (на 2 марта 2026, 11:00) изменений нет." in post(table, posts=same)
    moved = [*votes(table), table.post(6, "Ёжик", "13:00", "Аня")]
    for form, said in (("standard", f"Изменения с [url={URL}]прошлого подсчёта[/url]"), ("compact", f"[url={URL}]Изм")):
        assert said in post(table, "--form", form, posts=moved)
    found = table.count("--form", "long")
    assert found["previous"] == {"at": "2026-03-02T08:00:00Z", "url": URL, "official": False}


def test_files_behind_mark_posted_are_files(table: Any) -> None:
    hammered(table)
    files = table.save(votes(table))
    seen = table.moscow("14:59:00").isoformat()
    table.run("count", "-C", table.folder, "--saved", "--seen-at", seen, "--mark-posted", *files)
    table.now = table.moscow("15:10:00")
    assert table.count()["previous"] == {"at": "2026-03-02T11:59:00Z", "url": None, "official": False}


def test_the_game_has_a_form_of_its_own(table: Any) -> None:
    hammered(table)
    path = table.folder / "game.toml"
    path.write_text(path.read_text().replace("[game]\n", '[game]\ncount_form = "compact"\n', 1))
    assert "до большинства 1" in post(table)
    assert "до большинства 1" in table.run("notice", "interim", "-C", table.folder)
    assert "Подсчитано" in post(table, "--form", "standard")


def test_the_machine_form_tells_the_course_of_the_day(table: Any) -> None:
    hammered(table)
    found = table.count(posts=votes(table), seen="14:59:30")
    assert (found["majority"], found["needed"], found["previous"]) == (3, [{"target": "Лис", "votes": 1}], None)
    assert [(one["voter"], one["target"], one["word"], one["stands"]) for one in found["history"]] == [
        ("Аня", "Лис", None, True),
        ("Шелли", "Лис", None, True),
        ("Гаррет", "Ёжик", None, False),
        ("Гаррет", None, "unvote", False),
    ]
    assert found["presence"][3] == {"player": "Гаррет", "posts": 2, "last": "4"}


def test_talk_beside_a_votes_only_thread_is_presence_too(table: Any) -> None:
    hammered(table)
    talk = "http://forum.example/viewtopic.php?t=8"
    table.run("day", "open", "-C", table.folder, "--day", "1", "--thread", talk, "--votes-thread", table.url)
    found = table.count(posts=votes(table), seen="14:59:30", status=3)
    assert found["presence"][3]["posts"] == 2
