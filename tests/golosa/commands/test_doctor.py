"""`golosa doctor`: what is wrong with a set-up is found and told, with the exit status that says how bad it is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from golosa.demo.forum import running


def _found(table: Any, *more: str, status: int = 0) -> list[tuple[str, str, str]]:
    document = json.loads(table.run("doctor", "-C", table.folder, "--json", *more, status=status))
    return [(finding["check"], finding["grade"], finding["says"]) for finding in document["findings"]]


def test_a_sound_folder_is_well(table: Any) -> None:
    table.new()
    found = _found(table, "--offline")
    assert {grade for _, grade, _ in found} == {"well"}
    assert {check for check, _, _ in found} == {"folder", "store"}


def test_names_that_collide_are_noted(table: Any) -> None:
    table.new("--alias", "Рыжий=Лис", "--alias", "Рыжий=Гаррет")
    (note,) = [says for check, _, says in _found(table, "--offline") if check == "names"]
    assert "may mean Лис, Гаррет" in note


def test_a_name_that_says_something_else_too_is_noted(table: Any) -> None:
    table.new("--player", "Никого")
    (note,) = [says for check, _, says in _found(table, "--offline") if check == "names"]
    assert "«Никого» says something else too" in note


def test_a_folder_that_others_may_read_is_noted(table: Any) -> None:
    table.new()
    table.folder.chmod(0o755)
    assert [grade for check, grade, _ in _found(table, "--offline") if check == "secrets"] == ["note"]


def test_a_game_without_a_host_is_noted(table: Any) -> None:
    table.new()
    path = table.folder / "game.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('hosts = ["Ведущий"]', "hosts = []"), encoding="utf-8")
    assert "no host is named" in table.run("doctor", "-C", table.folder, "--offline", status=None)


def test_days_that_overlap_or_have_no_thread_are_wrong(table: Any) -> None:
    table.new()
    with (table.folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write("\n[[day]]\nnumber = 2\nstarts = 2026-03-02T21:00:00+03:00\nends = 2026-03-03T22:00:00+03:00\n")
    found = [says for check, grade, says in _found(table, "--offline", status=2) if grade == "wrong"]
    assert found == ["day 2 starts before day 1 ends", "day 2 has no thread: `golosa day open --thread URL`"]


def test_a_damaged_store_is_wrong(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from golosa.store import Database

    table.new()
    ask = Database.rows
    monkeypatch.setattr(
        Database,
        "rows",
        lambda self, query, *values: [("row 7 missing",)] if "check" in query else ask(self, query, *values),
    )
    assert [grade for check, grade, _ in _found(table, "--offline", status=2) if check == "store"] == ["wrong"]


def test_a_forum_that_answers_is_told_with_its_software(table: Any) -> None:
    with running() as address:
        table.url = address
        table.new()
        found = {check: says for check, _, says in _found(table)}
    assert found["forum"].startswith("phpbb 3.3: «")


def test_a_zone_that_neither_page_nor_host_tells_is_noted(table: Any) -> None:
    with running() as address:
        table.url = address
        table.new()
        assert "zone" not in [check for check, _, _ in _found(table)]
        path = table.folder / "game.toml"
        path.write_text(path.read_text(encoding="utf-8").replace('zone = "Europe/Moscow"', ""), encoding="utf-8")
        (note,) = [says for check, grade, says in _found(table) if (check, grade) == ("zone", "note")]
    assert "set zone under [forum] in game.toml" in note


def test_a_forum_that_is_silent_is_3(table: Any) -> None:
    with running() as address:
        table.url = address
    table.new()
    assert [grade for check, grade, _ in _found(table, status=3) if check == "forum"] == ["wrong"]


def test_a_wall_is_told_with_what_to_do(table: Any) -> None:
    with running() as address:
        table.url = address.replace("viewtopic", "index")
        table.new()
        (says,) = [says for check, _, says in _found(table, status=3) if check == "forum"]
    assert says.endswith("there is no such thread: check the address")


def test_the_forums_clock_is_compared_with_ours(table: Any) -> None:
    with running() as address:
        table.url = address
        table.new()
        (says,) = [says for check, _, says in _found(table) if check == "clock"]
    assert "this machine's: its clock decides what is in time" in says
