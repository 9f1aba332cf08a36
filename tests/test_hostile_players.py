"""Tricks of players, each the whole way: from the page of a forum, through the store, to the count."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from golosa.demo.forum import Shown, page

from golosa.cli import run

ENDS = datetime(2026, 3, 2, 22, tzinfo=timezone(timedelta(hours=3)))
PLAYERS = ("Аня", "Борис", "Вера", "Глеб", "Инна")
HOST = "Ведущий"
WORDS = "Голосование окончено"

Count = dict[str, Any]


def red(text: str) -> str:
    return f'<span style="color:red">{text}</span>'


def at(minutes: float) -> datetime:
    """So many minutes before the day's end."""
    return ENDS - timedelta(minutes=minutes)


@pytest.fixture
def counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Count]:
    """Counts a day whose thread was seen as told, before the end or after it; pages may be changed as HTML."""
    folder = tmp_path / "game"
    people = [part for name in PLAYERS for part in ("--player", name)]
    times = ["--starts", "2026-03-02T08:00:00+03:00", "--ends", ENDS.isoformat(), "--forum-zone", "Europe/Moscow"]
    thread = "https://forum.example/viewtopic.php?t=7"
    assert run(["new", str(folder), "--host", HOST, "--thread", thread, *people, *times, "--yes"]) == 0
    toml = folder / "game.toml"
    toml.write_text(toml.read_text("utf-8") + f'\n[set]\nvotes.closes_with = ["{WORDS}"]\n', "utf-8")

    def see(posts: list[Shown], seen: datetime, change: Callable[[str], str] = str) -> None:
        file = tmp_path / f"{seen:%H%M}.html"
        file.write_text(change(page("День 1", posts, 1)), encoding="utf-8")
        assert run(["count", "-C", str(folder), "--saved", "--seen-at", seen.isoformat(), str(file)]) in (0, 1, 3)

    def count(*sights: Any) -> Count:
        for sight in sights:
            see(*sight)
        capsys.readouterr()
        assert run(["count", "-C", str(folder), "--offline", "--json"]) in (0, 1)
        told: Count = json.loads(capsys.readouterr().out)
        return told

    return count


LATER = ENDS + timedelta(minutes=5)
VOTE = Shown(101, "Аня", at(100), red("Борис"))


def votes(found: Count) -> dict[str, str]:
    return {name: ballot["target"] for name, ballot in found["ballots"].items()}


def asked(found: Count) -> list[tuple[str, str]]:
    return [(one["post"], one["why"]) for one in found["rulings_needed"]]


def test_v1_the_vote_that_all_tricks_start_from(counted: Callable[..., Count]) -> None:
    found = counted(([VOTE], LATER))
    assert (votes(found), asked(found), found["reports"]) == ({"Аня": "Борис"}, [], [])


@pytest.mark.parametrize(
    "body",
    [
        f"<blockquote><div><cite>Вера писал(а):</cite>{red('Аня')}</div></blockquote> согласен",
        f"<blockquote>{red('Аня')}</blockquote>",
        f"<blockquote><blockquote>{red('Аня')}</blockquote>нет</blockquote>",
        f"<div class='codebox'><pre><code>{red('Аня')}</code></pre></div>",
        f"<s>{red('Аня')}</s>",
        red("<del>Аня</del>"),
        "[color=red]Аня[/color]",
        "&lt;span style=&quot;color:red&quot;&gt;Аня&lt;/span&gt;",
        '<span style="color:#ffffff">Аня</span>',
        '<font color="white" size="1">Аня</font>',
        "<!-- " + red("Аня") + " -->",
    ],
)
def test_v2_nothing_quoted_struck_written_out_or_white_is_a_vote(counted: Callable[..., Count], body: str) -> None:
    found = counted(([VOTE, Shown(102, "Вера", at(90), body)], LATER))
    assert votes(found) == {"Аня": "Борис"}


@pytest.mark.parametrize("style", ["font-size:0", "font-size:1px", "display:none", "opacity:0", "visibility:hidden"])
def test_v2_a_vote_that_nobody_can_see_is_asked_about(counted: Callable[..., Count], style: str) -> None:
    hidden = Shown(102, "Вера", at(90), f'привет <span style="{style}">{red("Аня")}</span>')
    found = counted(([VOTE, hidden], LATER))
    assert votes(found) == {"Аня": "Борис"}
    assert [post for post, _ in asked(found)] == ["102"]


def test_v2_a_quoted_vote_beside_ones_own_is_not_counted_for_it(counted: Callable[..., Count]) -> None:
    body = f"<blockquote>{red('Аня')}</blockquote>{red('Глеб')}<blockquote>{red('Инна')}</blockquote>"
    assert votes(counted(([Shown(102, "Вера", at(90), body)], LATER))) == {"Вера": "Глеб"}


@pytest.mark.parametrize("author", ["Вера", "Bедущий", "Ведущий\u200b", "Ведущии", "ВЕДУЩИЙ.", "Гость"])
def test_e6_nobody_but_the_host_ends_the_day_with_his_words(counted: Callable[..., Count], author: str) -> None:
    after = Shown(103, "Глеб", at(80), red("Борис"))
    found = counted(([VOTE, Shown(102, author, at(90), WORDS), after], LATER))
    assert votes(found) == {"Аня": "Борис", "Глеб": "Борис"}


def test_e6_the_host_does(counted: Callable[..., Count]) -> None:
    after = Shown(103, "Глеб", at(80), red("Борис"))
    assert votes(counted(([VOTE, Shown(102, HOST, at(90), WORDS), after], LATER))) == {"Аня": "Борис"}


def test_e6_words_of_the_host_that_a_player_quotes_end_nothing(counted: Callable[..., Count]) -> None:
    body = f"<blockquote><cite>{HOST} писал(а):</cite>{WORDS}</blockquote> {WORDS}"
    found = counted(([Shown(102, "Вера", at(90), body), Shown(103, "Глеб", at(80), red("Аня"))], LATER))
    assert votes(found) == {"Глеб": "Аня"}


@pytest.mark.parametrize("author", ["Aня", "Аня\u200b", "А\u00adня", "\u202eАня", "АНя "])
def test_v15_a_nick_that_looks_like_a_players_never_votes_for_her_silently(
    counted: Callable[..., Count], author: str
) -> None:
    found = counted(([VOTE, Shown(102, author, at(90), red("Глеб"))], LATER))
    assert votes(found) == {"Аня": "Борис"}
    assert [post for post, _ in asked(found)] == ["102"]


def test_v15_a_guest_under_a_players_name_is_asked_about(counted: Callable[..., Count]) -> None:
    def as_guest(text: str) -> str:
        head, at_, tail = text.partition('<div id="p102"')
        return (
            head
            + at_
            + re.sub(
                r'<a href="[^"]*mode=viewprofile[^"]*" class="username">(.*?)</a>',
                r'<span class="username">\1</span>',
                tail,
            )
        )

    found = counted(([VOTE, Shown(102, "Аня", at(90), red("Глеб"))], LATER, as_guest))
    assert votes(found) == {"Аня": "Борис"}
    assert [post for post, _ in asked(found)] == ["102"]


def test_v15_a_player_who_renames_himself_keeps_his_vote_and_is_told_of(counted: Callable[..., Count]) -> None:
    def renamed(text: str) -> str:
        return re.sub(r">Аня</a>", ">Кот Бегемот</a>", text)

    found = counted(([VOTE], at(95)), ([VOTE, Shown(102, "Аня", at(90), red("Глеб"))], LATER, renamed))
    assert votes(found) == {"Аня": "Глеб"}
    assert [(one["post"], one["what"]) for one in found["reports"]] == [("101", "renamed")]


@pytest.mark.parametrize("target", ["Б\u200bорис", "Бо\u00adрис", "Бopиc", "\u202eБорис", "Бoрис\u2060"])
def test_v4_invisible_and_look_alike_signs_in_a_vote_name_him_or_ask(
    counted: Callable[..., Count], target: str
) -> None:
    found = counted(([Shown(101, "Аня", at(100), red(target))], LATER))
    assert votes(found) == {"Аня": "Борис"} or [post for post, _ in asked(found)] == ["101"]


def test_e2_a_vote_edited_after_the_end_counts_as_it_was_seen_before(counted: Callable[..., Count]) -> None:
    edited = VOTE._replace(body=red("Глеб"), edited=ENDS + timedelta(minutes=2))
    found = counted(([VOTE], at(50)), ([edited], LATER))
    assert votes(found) == {"Аня": "Борис"}


def test_e2_never_seen_before_it_is_asked_about(counted: Callable[..., Count]) -> None:
    found = counted(([VOTE._replace(body=red("Глеб"), edited=ENDS + timedelta(minutes=2))], LATER))
    assert votes(found) == {}
    assert [post for post, _ in asked(found)] == ["101"]


def test_e5_a_vote_that_is_deleted_is_told_of(counted: Callable[..., Count]) -> None:
    other = Shown(102, "Вера", at(90), "привет")
    found = counted(([VOTE, other], at(50)), ([other], LATER))
    assert [one["post"] for one in found["reports"]] == ["101"] or [post for post, _ in asked(found)] == ["101"]
