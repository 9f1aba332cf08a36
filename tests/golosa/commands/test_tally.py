"""`golosa tally`: threads as JSON lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from golosa.cli import run

ROSTER = {
    "players": [{"name": "Night_Moth"}, {"name": "Anvil50", "accounts": ["anvil"]}, {"name": "Harbor", "weight": 2}],
    "hosts": ["Lamp"],
    "dead": [],
}
MAJORITY = ("--set", "deciding.rule=majority", "--set", "deciding.hammer=true", "--set", 'votes.kinds=["bold"]')


@pytest.fixture
def thread(tmp_path: Path) -> Path:
    posts = [
        (1, "Lamp", "<b>Day 1</b>"),
        (2, "Night_Moth", "I vote <b>Harbor</b>"),
        (3, "anvil", "<b>Night_Moth</b>"),
        (4, "stranger", "<b>Anvil50</b>"),
        (5, "Harbor", "<b>Night_Moth</b>"),
        (6, "anvil", "changed my mind: <b>Harbor</b>"),
    ]
    path = tmp_path / "day.jsonl"
    lines = [{"number": n, "id": f"p{n}", "author": author, "at": None, "html": html} for n, author, html in posts]
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    (tmp_path / "roster.json").write_text(json.dumps(ROSTER), encoding="utf-8")
    return path


def tallied(thread: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict]:
    roster = str(thread.with_name("roster.json"))
    status = run(["tally", str(thread), "--rules", "classic10", "--roster", roster, "--json", *options])
    return status, json.loads(capsys.readouterr().out)


def test_order_decides_where_no_post_has_a_time_and_the_hammer_ends_the_day(thread, capsys) -> None:
    status, told = tallied(thread, capsys, *MAJORITY)
    assert (status, told["verdict"], told["out"], told["by"], told["at_post"]) == (
        0,
        "out",
        ["Night_Moth"],
        "hammer",
        5,
    )
    assert told["ballots"]["Anvil50"]["target"] == "Night_Moth"
    assert {(mark["post"], mark["why"]) for mark in told["not_counted"]} >= {("p4", "not_a_player")}


def test_counts_as_they_stood_just_before_a_post(thread, capsys) -> None:
    _, told = tallied(thread, capsys, *MAJORITY, "--counts-at", "3,5")
    assert told["counts_at"][0] == {
        "number": 3,
        "counts": [{"target": "Harbor", "votes": 1, "voters": ["Night_Moth"]}],
        "no_ballot": ["Anvil50", "Harbor"],
    }
    assert {tally["target"]: tally["votes"] for tally in told["counts_at"][1]["counts"]} == {
        "Harbor": 1,
        "Night_Moth": 1,
    }


def test_only_posts_within_the_numbers_count(thread, capsys) -> None:
    _, told = tallied(thread, capsys, "--set", 'votes.kinds=["bold"]', "--from", "2", "--to", "3")
    assert set(told["ballots"]) == {"Night_Moth", "Anvil50"}


def test_several_files_give_one_document_a_line(thread, capsys) -> None:
    other = thread.with_name("other.jsonl")
    other.write_text(thread.read_text(encoding="utf-8"), encoding="utf-8")
    roster = str(thread.with_name("roster.json"))
    run(["tally", str(thread), str(other), "--rules", "classic10", "--roster", roster, "--json"])
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "line 1"),
        ('{"number": 1, "id": "a", "author": "x"}', "html"),
        ('{"number": 1, "id": "a", "author": "x", "html": "", "at": "2026-03-02T12:00:00"}', "offset"),
        (
            '{"number": 1, "id": "a", "author": "x", "html": ""}\n{"number": 2, "id": "a", "author": "x", "html": ""}',
            "one id",
        ),
    ],
)
def test_a_wrong_line_is_named(thread, capsys, text: str, told: str) -> None:
    thread.write_text(text, encoding="utf-8")
    roster = str(thread.with_name("roster.json"))
    assert run(["tally", str(thread), "--rules", "classic10", "--roster", roster, "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert told in captured.err


def test_a_dead_players_name_is_never_given_to_the_living_though_he_is_no_player_here(tmp_path, capsys) -> None:
    thread, roster = tmp_path / "thread.jsonl", tmp_path / "roster.json"
    lines = (("Anna", "Vote: killer"), ("Boris", "Vote: Killerfish"))
    thread.write_text(
        "\n".join(
            json.dumps({"number": number, "id": str(number), "author": author, "html": f"<b>{text}</b>"})
            for number, (author, text) in enumerate(lines, 1)
        )
    )
    players = [{"name": name} for name in ("Anna", "Boris", "Killerfish")]
    for dead, expected in ((["Killer"], {"Boris": "Killerfish"}), ([], {"Anna": "Killerfish", "Boris": "Killerfish"})):
        roster.write_text(json.dumps({"players": players, "dead": dead}))
        run(["tally", str(thread), "--rules", "majority", "--roster", str(roster), "--json"])
        told = json.loads(capsys.readouterr().out)
        assert {voter: ballot["target"] for voter, ballot in told["ballots"].items()} == expected
        assert [mark["why"] for mark in told["not_counted"]] == ["dead_target"] * len(dead)


@pytest.mark.parametrize(
    ("players", "said"),
    [([], "there are no players in the roster"), ([{"name": "A"}, {"name": "A"}], "two players are called 'A'")],
)
def test_a_roster_that_names_nobody_or_somebody_twice_is_refused(thread, capsys, players, said) -> None:
    thread.with_name("roster.json").write_text(json.dumps({"players": players}), encoding="utf-8")
    roster = str(thread.with_name("roster.json"))
    assert run(["tally", str(thread), "--rules", "classic10", "--roster", roster]) == 2
    told = capsys.readouterr()
    assert told.out == "" and said in told.err


def test_a_time_at_the_end_of_the_calendar_is_refused(thread, capsys) -> None:
    line = {"number": 1, "id": "1", "author": "anvil", "at": "9999-12-31T23:59:59Z", "html": "x"}
    thread.write_text(json.dumps(line), encoding="utf-8")
    roster = str(thread.with_name("roster.json"))
    assert run(["tally", str(thread), "--rules", "classic10", "--roster", roster]) == 2
    assert "line 1: no game is played in the year 9999" in capsys.readouterr().err


def test_a_thread_without_times_has_none_in_its_count(thread: Path, capsys) -> None:
    """The order decides; the moments that stand for it are nobody's to read."""
    _, told = tallied(thread, capsys, *MAJORITY)
    assert {ballot["at"] for ballot in told["ballots"].values()} == {None}
    assert "2000-01-01" not in json.dumps(told)
    lines = [json.loads(line) for line in thread.read_text(encoding="utf-8").splitlines()]
    lines[2]["at"] = "2026-03-02T12:00:00+03:00"
    thread.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    _, told = tallied(thread, capsys, *MAJORITY, "--to", "3")
    assert told["ballots"]["Anvil50"]["at"] == "2026-03-02T09:00:00Z"
    assert told["ballots"]["Night_Moth"]["at"] is None


def test_a_fault_of_the_roster_names_its_key(thread: Path, capsys) -> None:
    roster = thread.with_name("roster.json")
    roster.write_text('{"players": [{"name": 3}]}', encoding="utf-8")
    assert run(["tally", str(thread), "--rules", "classic10", "--roster", str(roster)]) == 2
    assert f"{roster}: players[0].name: expected a text, got a whole number" in capsys.readouterr().err
    assert run(["names", str(roster)]) == 2
    assert f"{roster}: players[0].name: expected a text, got a whole number" in capsys.readouterr().err
