"""`golosa new`: the folder it makes, what it refuses, and what it warns of."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest

from golosa import cli
from golosa.folder.config import load


def test_a_new_folder_is_the_owners_alone_and_is_read_back(table: Any) -> None:
    table.new(
        "--player", "Барсук=brock,brock2", "--alias", "Барс=Барсук", "--set", "votes.self_vote=false", "--lang", "en"
    )
    config = load(table.folder)
    assert (config.game.rules, config.game.hosts, config.game.lang) == ("classic10", ("Ведущий",), "en")
    assert config.set == {"votes.self_vote": False}
    badger = config.player[-1]
    assert (badger.name, badger.accounts, badger.aliases) == ("Барсук", ("brock", "brock2"), ("Барс",))
    (day,) = config.day
    assert (day.number, day.threads, day.starts, day.ends) == (1, (table.url,), table.start, table.end)
    assert stat.S_IMODE(table.folder.stat().st_mode) == 0o700
    for file in table.folder.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name


def test_times_left_out_are_the_rule_sets(table: Any) -> None:
    table.now = table.moscow("10:00:00")
    table.run("new", table.folder, "--yes", "--host", "В", "--player", "Аня", "--thread", table.url)
    (day,) = load(table.folder).day
    assert (day.starts, day.ends) == (table.moscow("08:00:00"), table.moscow("22:00:00"))


@pytest.mark.parametrize(("now", "starts"), [("10:00:00", 3), ("07:00:00", 2)])
def test_h11_a_first_day_behind_a_night_starts_when_its_hour_comes_next(table: Any, now: str, starts: int) -> None:
    table.now = table.moscow(now)
    table.run("new", table.folder, "--yes", "--host", "В", "--player", "Аня", "--rules", "hp100", "--thread", table.url)
    (day,) = load(table.folder).day
    assert (day.starts, day.ends) == tuple(table.moscow(f"2026-03-0{starts}T{clock}:00:00") for clock in ("08", "22"))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--player", "Аня"], "two players are called 'Аня'; rename one"),
        (["--player", "АНЯ"], "two players are called 'АНЯ'; rename one"),
        (["--player", " =x"], "write NAME or NAME=ACCOUNT,ACCOUNT"),
        (["--player", "Барсук=x", "--player", "Рысь=x"], "'x' is the account of Барсук too"),
        (["--alias", "Рыжий"], "write TEXT=NAME with the name of a player"),
        (["--alias", "Рыжий=Никто"], "write TEXT=NAME with the name of a player"),
        (["--dead", "Никто"], "--dead 'Никто': no such player; players are"),
        (["--set", "day.ends=99:99"], "classic10: day.ends: '99:99' is not a wall time"),
        (["--zone", "Moscow"], "no zone 'Moscow'; give an IANA name"),
        (["--forum-zone", "Nowhere/Land"], "--forum-zone: no zone 'Nowhere/Land'"),
        (["--starts", "2026-03-02T23:00:00+03:00"], "the day ends before it starts"),
        (["--ends", "2026-03-02T22:00:00"], "the time needs an offset"),
        (["--ends", "tonight"], "write a time like"),
        (["--rules", "mafia99"], "there is no rule set 'mafia99'"),
        (["--set", "votes.selfvote=true"], "selfvote"),
        (["--set", "votes.self_vote=maybe"], "votes.self_vote"),
        (["--set", "votes"], "a knob is set as KNOB=VALUE"),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_is_left(table: Any, more: list[str], told: str) -> None:
    table.new(*more, status=2)
    assert told in table.err
    assert table.err.count("\n") == 1
    assert not (table.folder / "game.toml").exists()


def test_a_game_is_not_overwritten(table: Any) -> None:
    table.new()
    before = (table.folder / "game.toml").read_bytes()
    table.new("--title", "another", status=2)
    assert "there is a game here already" in table.err
    assert (table.folder / "game.toml").read_bytes() == before


def test_names_that_collide_are_a_note_and_no_failure(table: Any) -> None:
    table.new("--player", "Анютка", "--alias", "Ан=Аня", "--alias", "Ан=Анютка")
    assert "may mean Аня, Анютка; you will be asked whenever it is used" in table.err


def test_house_rules_that_contradict_each_other_are_a_note(table: Any) -> None:
    table.new("--set", "votes.edits=last-post", "--set", "changes.limit=1")
    assert "note: house rules: changes.limit: changes cannot be limited where only the last post counts" in table.err


def test_a_name_that_says_something_else_too_is_a_note(table: Any) -> None:
    table.new("--player", "Никого")
    assert "«Никого» says something else too: whoever votes for it, you will be asked" in table.err


SIGNUP = (
    "Играют:<br>1. Барсук<br>2) Рысь (lynx_7)<br>3 – Выдра — vydra<br><s>4. Сурок</s><br>№5. [Тень],<br>Ждём ещё двоих"
)


def test_players_are_read_from_a_sign_up_post(table: Any) -> None:
    (file,) = table.save([table.post(7, "Ведущий", "09:00", body=SIGNUP), table.post(8, "Рысь", "10:00", body="1. Я")])
    out = table.new("--signup", file)
    assert "signed up: Рысь (account lynx_7)" in out
    players = [(player.name, player.accounts) for player in load(table.folder).player][:4]
    assert players == [("Барсук", ()), ("Рысь", ("lynx_7",)), ("Выдра", ("vydra",)), ("[Тень]", ())]


@pytest.mark.parametrize(
    ("more", "status", "told"),
    [
        (["--signup", "{file}", "--signup-post", "9"], 2, "no post 9 on this page; it has 7, 8"),
        (["--signup", "{file}", "--signup-post", "8"], 2, "post 8 has no list of players"),
        (["--signup", "nowhere.html"], 2, "--signup nowhere.html: cannot read"),
        (["--signup", "{notes}"], 3, "no thread but unknown software"),
    ],
)
def test_a_page_without_a_list_of_players_is_told(table: Any, more: list[str], status: int, told: str) -> None:
    (file,) = table.save([table.post(7, "Ведущий", "09:00", body=SIGNUP), table.post(8, "Рысь", "10:00")])
    notes = table.saved / "notes.html"
    notes.write_text("<p>A shopping list</p>", encoding="utf-8")
    table.new(*(word.format(file=file, notes=notes) for word in more), status=status)
    assert told in table.err
    assert not (table.folder / "game.toml").exists()


def test_a_thread_that_is_no_address_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--host", "Ведущий", "--player", "Аня", "--thread", "Моя игра", "--yes"]
    assert cli.run(["new", str(tmp_path / "game"), *words]) == 2
    assert "--thread 'Моя игра': give the thread's address" in capsys.readouterr().err
    assert not (tmp_path / "game").exists()


def test_a_rule_set_of_ones_own_is_copied_into_the_folder(table: Any, tmp_path: Path, monkeypatch: Any) -> None:
    """The game would be made, and no command would find its rules."""
    monkeypatch.chdir(tmp_path)
    own = table.run("rules", "show", "classic10").replace('name = "classic10"', 'name = "own"')
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    table.new("--rules", "own.toml")
    (tmp_path / "own.toml").unlink()
    assert (table.folder / "own.toml").read_text(encoding="utf-8") == own
    assert "day 1" in table.run("day", "list", "-C", table.folder)


@pytest.mark.parametrize("players", [("Аня=Лис", "Лис"), ("Лис", "Аня=лис")])
def test_v15_an_account_that_is_another_players_name_and_account_is_refused(
    table: Any, players: tuple[str, str]
) -> None:
    """Whose post would it be?"""
    words = [word for player in players for word in ("--player", player)]
    table.run("new", table.folder, "--yes", "--rules", "classic10", *words, status=2)
    assert "is the account of" in table.err


def test_c13_a_message_from_a_name_that_is_anothers_account_is_asked_about(table: Any) -> None:
    """Characters may be called as other people's accounts are."""
    words = [word for player in ("Барон=Повар", "Повар=Барон") for word in ("--player", player)]
    table.run("new", table.folder, "--yes", "--rules", "classic10", "--starts", "2026-03-02T08:00:00+03:00", *words)
    table.run("order", "add", "-C", table.folder, "--from", "Повар", "--body", "Легенда Повара", status=2)
    assert "'Повар' is a player and also the account of Барон" in table.err


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--zone", "America/New_York"), True),
        (("--zone", "Europe/Moscow"), False),
        (("--zone", "America/New_York", "--set", "day.zone=America/New_York"), False),
        (("--zone", "America/New_York", "--set", "night.until=host"), False),
    ],
)
def test_t14_4_days_by_one_zone_and_nights_by_another_are_told(table: Any, more: tuple[str, ...], told: bool) -> None:
    """Orders would be taken until the next afternoon, in silence."""
    table.run(
        "new", table.folder, "--yes", "--rules", "town14", "--player", "Аня", "--player", "Лис", "--thread", table.url,
        *more,
    )  # fmt: skip
    assert ("orders are taken until 23:45 in Europe/Moscow" in table.err) is told
    assert ("orders are taken until 23:45" in table.run("doctor", "-C", table.folder, "--offline")) is told


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("votes=3", "votes: expected a table, got a whole number"),
        ("votes.edits=sometimes", "votes.edits: expected one of last-edited, forbidden, last-post, got 'sometimes'"),
        ("changes.limit=many", "changes.limit: expected one of unlimited, a whole number, got 'many'"),
        ("votes.foo=1", "votes.foo: unknown key; expected one of colour, "),
        ("foo=1", "foo: unknown key; expected one of name, "),
        ("votes.self_vote=maybe", "votes.self_vote: expected true or false, got a text"),
    ],
)
def test_a_knob_that_cannot_be_is_told_with_what_it_may_be(table: Any, setting: str, said: str) -> None:
    """`votes=3` once took the place of the whole table, which then had its defaults."""
    table.new("--set", setting, status=2)
    assert f"golosa: classic10 (with {setting.partition('=')[0]} set): {said}" in table.err
    assert not table.folder.exists()


def test_h11_a_first_day_behind_a_night_that_is_given_its_end_alone_starts_after_the_night_too(table: Any) -> None:
    table.now = table.moscow("20:00:00")
    words = ("--host", "В", "--player", "Аня", "--rules", "hp100", "--ends", "2026-03-03T23:00:00+03:00")
    table.run("new", table.folder, "--yes", *words)
    (day,) = load(table.folder).day
    assert day.starts == table.moscow("2026-03-03T08:00:00")


def test_a_game_without_players_is_noted(table: Any) -> None:
    table.run("new", table.folder, "--yes", "--host", "В")
    assert "note: the game has no players yet" in table.err
