"""The deal on a game folder: who learns what, what is warned of, and that anybody can repeat it (L4, C1, T14-7)."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from engine.lots import deal
from golosa.cli import run
from golosa.folder import dealing, dice
from golosa.folder.game import Game

NAMES = [f"Игрок{number}" for number in range(1, 11)]


def new(path: Path, *options: str, names: list[str] | None = None) -> int:
    players = [part for name in names or NAMES for part in ("--player", name)]
    return run(["new", str(path), "--host", "Ведущий", *players, *options, "--yes"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "game"


@pytest.fixture
def game(folder: Path):
    opened = None

    def open_game() -> Game:
        nonlocal opened
        opened = Game(folder)
        return opened

    yield open_game
    if opened is not None:
        opened.close()


def test_l4_the_deal_can_be_repeated_with_the_secret(folder: Path, game, capsys) -> None:
    assert new(folder, "--deal") == 0
    opened = game()
    keys = dice.keys(opened)
    cards = ["mafioso"] * 2 + ["townsman"] * 6 + ["commissar", "doctor"]
    assert sorted(dealing.given(opened).values()) == sorted(cards)
    in_order = [role.id for role in opened.rules.roles for _ in range(role.count)]
    assert dealing.given(opened) == deal(bytes.fromhex(keys.deal), in_order, NAMES, "")


def test_l4_a_deal_without_a_mix_is_warned_of(folder: Path, capsys) -> None:
    assert new(folder, "--deal") == 0
    assert "without a mix" in capsys.readouterr().err


def test_l4_with_a_mix_that_came_after_the_commitment(folder: Path, game, tmp_path: Path, capsys) -> None:
    assert new(folder) == 0
    mix = tmp_path / "mix.txt"
    mix.write_text("слова игроков", encoding="utf-8")
    assert run(["dice", "deal", "-C", str(folder), "--mix", str(mix)]) == 2
    assert "must come after the commitment" in capsys.readouterr().err
    assert run(["dice", "commit", "-C", str(folder)]) == 0
    assert run(["dice", "deal", "-C", str(folder), "--mix", str(mix)]) == 0
    assert "without a mix" not in capsys.readouterr().err
    opened = game()
    in_order = [role.id for role in opened.rules.roles for _ in range(role.count)]
    keys = dice.keys(opened)
    assert dealing.given(opened) == deal(bytes.fromhex(keys.deal), in_order, NAMES, "слова игроков")
    assert run(["dice", "reveal", "-C", str(folder), "--yes"]) == 0
    assert capsys.readouterr().out == f"deal secret: {keys.deal}\nmix: слова игроков\n"


def test_a_second_deal_is_refused(folder: Path, capsys) -> None:
    new(folder, "--deal")
    assert run(["dice", "deal", "-C", str(folder)]) == 2
    assert "dealt already" in capsys.readouterr().err


def test_c1_the_mafia_learn_of_each_other_and_nobody_else_does(folder: Path, game, capsys) -> None:
    new(folder, "--deal")
    opened = game()
    held = dealing.given(opened)
    mafia = [name for name, role in held.items() if role == "mafioso"]
    for view, text in dealing.messages(opened):
        mates = [name for name in mafia if name != view.player] if view.player in mafia else []
        assert list(view.mates) == mates
        assert [name for name in mafia if name != view.player and f"команде: {name}." in text] == mates
        assert ("Мафиози" in text) == (view.player in mafia)


def test_roles_are_in_the_store_alone(folder: Path, capsys) -> None:
    new(folder, "--deal")
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("game.db")]
    assert files
    for path in files:
        assert b"mafioso" not in path.read_bytes()


def test_the_messages_can_be_printed_again(folder: Path, capsys) -> None:
    new(folder, "--deal")
    first = capsys.readouterr().out
    assert run(["dice", "pm", "-C", str(folder)]) == 0
    assert capsys.readouterr().out in first


def test_messages_before_the_deal_are_refused(folder: Path, capsys) -> None:
    new(folder)
    assert run(["dice", "pm", "-C", str(folder)]) == 2
    assert "no role yet: Игрок1" in capsys.readouterr().err


def test_roles_by_hand(folder: Path, game, capsys) -> None:
    assert new(folder, "--role", "Игрок1=doctor", "--role", "Игрок2=mafioso") == 0
    assert dealing.given(game()) == {"Игрок1": "doctor", "Игрок2": "mafioso"}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--role", "Никто=doctor"), "no such player"),
        (("--role", "Игрок1=shaman"), "the rule set has mafioso"),
        (("--role", "doctor"), "no such player"),
        (("--deal", "--role", "Игрок1=doctor"), "only open roles"),
        (("--deal", "--player", "Одиннадцатый"), "10 roles and the game 11 players"),
    ],
)
def test_what_cannot_be_leaves_no_folder(folder: Path, capsys, options: tuple[str, ...], says: str) -> None:
    assert new(folder, *options) == 2
    assert says in capsys.readouterr().err
    assert not (folder / "game.toml").exists()


def test_h24_open_roles_beside_a_deal(folder: Path, game, capsys) -> None:
    from golosa.rulebook.rulesets import load

    size = sum(role.count for role in load("hp100").roles if not role.open)
    names = [f"Игрок{number}" for number in range(size)]
    assert new(folder, "--rules", "hp100", "--deal", "--role", "Игрок0=nurse", names=names) == 0
    opened = game()
    assert (dealing.given_open(opened), len(dealing.given(opened))) == ({"Игрок0": "nurse"}, size)
    assert "Явная роль, известная всем: [b]Медсестра[/b]" in dealing.messages(opened)[0][1]


def test_roles_may_be_given_after_the_game_was_made_by_ids_or_titles(folder: Path, game, capsys) -> None:
    assert new(folder) == 0
    assert run(["dice", "give", "-C", str(folder), "Игрок1=Доктор", "Игрок2=mafioso"]) == 0
    assert "no role yet: Игрок3" in capsys.readouterr().out
    rest = [f"{name}=townsman" for name in NAMES[2:]]
    assert run(["dice", "give", "-C", str(folder), *rest]) == 0
    assert "everybody has his role" in capsys.readouterr().out
    assert list(dealing.given(game()).values())[:3] == ["doctor", "mafioso", "townsman"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Игрок1=mafioso", "has the role 'doctor' already"),
        ("Игрок2=Шаман", "the rule set has mafioso (Мафиози)"),
        ("Никто=doctor", "no such player"),
        ("doctor", "write NAME=ROLE"),
    ],
)
def test_a_role_that_cannot_be_given_is_refused(folder: Path, game, capsys, text: str, says: str) -> None:
    new(folder, "--role", "Игрок1=doctor")
    assert run(["dice", "give", "-C", str(folder), "Игрок3=townsman", text]) == 2
    assert says in capsys.readouterr().err
    assert dealing.given(game()) == {"Игрок1": "doctor"}


def test_a_title_that_two_roles_have_names_none(folder: Path, game) -> None:
    new(folder)
    rules = game().rules
    twice = structs.replace(
        rules, roles=tuple(structs.replace(role, title="Кто-то", titles={}) for role in rules.roles)
    )
    assert dealing.role_in(twice, "Кто-то") == "Кто-то"
    assert dealing.role_in(rules, "DOCTOR") == "doctor"  # its English title
