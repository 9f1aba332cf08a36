"""`golosa play`: what it prints, and with which status it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from golosa.cli import run

FIXTURES = Path(__file__).parents[3] / "fixtures" / "scenarios"
WHOLE = FIXTURES / "whole-game-of-town14.json"
TIE = FIXTURES / "T14-15-still-tied-the-dice-choose.json"
OPEN = FIXTURES / "V13-open-while-a-ruling-could-change-who-is-out.json"


def changed(tmp_path: Path, source: Path, change) -> Path:
    """A copy of a scenario with `change` made to its document."""
    document = json.loads(source.read_text(encoding="utf-8"))
    change(document)
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return file


def test_json_prints_one_document_with_the_keys_in_their_order(capsys):
    assert run(["play", str(WHOLE), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document) == ["schema", "phases"]
    day, night = document["phases"][:2]
    assert (
        list(day)[:22]
        == (
            "phase count_at ballots counts verdict by out tied overtime damage missed leaves_next_morning not_counted "
            "rulings_needed reports deaths private refused roles hp state winner"
        ).split()
    )
    assert list(night)[:11] == ("phase orders deaths saved announcements private refused roles hp state winner".split())
    assert document["phases"][-1]["winner"] == "town"


def test_the_same_file_gives_the_same_bytes(capsys):
    run(["play", str(TIE), "--json"])
    first = capsys.readouterr().out
    run(["play", str(TIE), "--json"])
    assert capsys.readouterr().out == first


def test_text_tells_every_phase(capsys):
    assert run(["play", str(WHOLE)]) == 0
    out = capsys.readouterr().out
    assert "день 1: выбывает по голосам; Инна (Мирный житель) — голосование" in out
    assert "ночь 1: Олег (Мирный житель) — пропуск игрового дня" in out
    assert "  лично, Гена: Проверка: Жора — Маньяк." in out
    assert "  Жора: нападение → Вера: цель неуязвима" in out
    assert "  для всех: Доктор: ночью вылечен один игрок." in out
    assert out.rstrip().endswith("Победа: Мирные жители!")


def test_text_tells_in_english_too(capsys):
    assert run(["play", str(WHOLE), "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "day 1: out by votes; Инна (Townsperson) — the vote" in out
    assert "  Жора: kill → Вера: the target is immune" in out
    assert "kind " not in out


def test_times_of_refused_orders_are_told_as_the_file_has_them(capsys):
    assert run(["play", str(FIXTURES / "T14-20-late-at-23-45.json")]) == 0
    late = "ход не принят: Егор, 2 марта 2026, 23:45: поздно: ходы уже не принимаются"
    assert late in capsys.readouterr().out


def test_an_open_verdict_stops_the_game_with_status_1(tmp_path, capsys):
    def one_more_phase(document):
        document["phases"].append({"phase": "night1", "resolve": "2026-03-02T23:59:00+03:00"})

    assert run(["play", str(changed(tmp_path, OPEN, one_more_phase)), "--json"]) == 1
    phases = json.loads(capsys.readouterr().out)["phases"]
    assert [(phase["phase"], phase["verdict"]) for phase in phases] == [("day1", "open")]


def unclear_order(tmp_path, clock="20:00:00", rulings=()):
    """A game in which the commissar's order names two players."""

    def change(document):
        order = {"id": "pm7", "from": "Егор", "at": f"2026-03-02T{clock}+03:00", "subject": "Ночь. Егор. Комиссар"}
        document["phases"][1]["pm"] = [order | {"body": "Проверить Аню или Веру"}]
        document["phases"][1]["rulings"] = list(rulings)

    return str(changed(tmp_path, FIXTURES / "T14-40-commissar-learns-the-role.json", change))


def test_an_order_that_only_the_host_can_read_holds_the_night_up(tmp_path, capsys):
    assert run(["play", unclear_order(tmp_path), "--json"]) == 1
    night = json.loads(capsys.readouterr().out)["phases"][1]
    assert night["rulings_needed"] == [{"post": "pm7", "author": "Егор", "why": "ambiguous_order"}]
    assert (night["orders"], night["private"]) == ([], [])


def test_a_ruling_on_an_unclear_order_lets_the_night_go_on(tmp_path, capsys):
    assert run(["play", unclear_order(tmp_path, rulings=[{"pm": "pm7", "target": "Вера"}]), "--json"]) == 0
    night = json.loads(capsys.readouterr().out)["phases"][1]
    assert night["private"] == [{"to": "Егор", "kind": "role", "target": "Вера", "says": "bull"}]


def test_an_unclear_order_that_is_refused_anyway_needs_no_ruling(tmp_path, capsys):
    assert run(["play", unclear_order(tmp_path, clock="23:50:00"), "--json"]) == 0
    night = json.loads(capsys.readouterr().out)["phases"][1]
    assert night["refused"] == [{"from": "Егор", "at": "2026-03-02T23:50:00+03:00", "why": "late"}]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda document: document["players"][0].update(role="wizard"), "players[0].role"),
        (lambda document: document["phases"][0]["posts"][0].update(at="2026-03-02T12:00:05"), "phases[0].posts[0].at"),
        (lambda document: document["lots"].update({"day1.missed": "Аня"}), "lots.day1.missed"),
        (lambda document: document["lots"].update({"day1.tie": "Аня"}), "lots.day1.tie"),
    ],
)
def test_a_fault_ends_with_status_2_its_place_and_nothing_on_standard_output(tmp_path, capsys, change, place):
    file = changed(tmp_path, TIE, change)
    assert run(["play", str(file), "--json"]) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert streams.err.startswith(f"golosa: {file}: {place}: ")
    assert streams.err.count("\n") == 1


def test_a_file_that_is_not_there_is_told(capsys):
    assert run(["play", "nowhere.json"]) == 2
    assert "nowhere.json: cannot be read" in capsys.readouterr().err


def test_check_is_silent_about_what_goes_as_expected(capsys):
    assert run(["play", "--check", str(WHOLE), str(TIE)]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{WHOLE}: as expected", f"{TIE}: as expected"]


def test_check_prints_differences_and_ends_with_status_1(tmp_path, capsys):
    def other(document):
        document["expect"]["phases"][0]["tied"] = ["Борис"]

    file = changed(tmp_path, TIE, other)
    assert run(["play", "--check", str(WHOLE), str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:] == [f'{file}: day1.tied: expected ["Борис"], found ["Борис","Инна"]']
    assert run(["play", "--check", "--json", str(file)]) == 1
    (checked,) = json.loads(capsys.readouterr().out)["files"]
    assert checked["differences"] == [{"place": "day1.tied", "expected": ["Борис"], "found": ["Борис", "Инна"]}]


def test_check_needs_something_to_compare_with(tmp_path, capsys):
    file = changed(tmp_path, TIE, lambda document: document.pop("expect"))
    assert run(["play", "--check", str(file)]) == 2
    assert "expect: there is nothing to compare with" in capsys.readouterr().err


def test_several_files_are_for_check_only(capsys):
    assert run(["play", str(WHOLE), str(TIE)]) == 2
    assert "--check" in capsys.readouterr().err


def test_rules_may_be_a_file_beside_the_scenario(tmp_path, capsys):
    from golosa.rulebook.rulesets import text

    (tmp_path / "house.toml").write_text(text("town14").replace('colour = ["green"]', 'colour = ["blue"]'), "utf-8")
    file = changed(tmp_path, TIE, lambda document: document.update(rules="house.toml", lots={}))
    assert run(["play", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["phases"][0]["verdict"] == "nobody"


def test_phases_have_the_keys_that_scenario_files_may_count_on_and_no_others(capsys):
    assert run(["play", str(WHOLE), "--json"]) == 0
    day, night, *_ = json.loads(capsys.readouterr().out)["phases"]
    both = set("phase deaths private refused rulings_needed roles hp state winner legends notes".split())
    votes = {"count_at", "ballots", "counts", "verdict", "by", "out", "tied", "overtime", "damage", "missed"}
    assert set(day) == both | votes | {"leaves_next_morning", "not_counted", "reports"}
    assert set(night) == both | {"orders", "saved", "announcements"}
