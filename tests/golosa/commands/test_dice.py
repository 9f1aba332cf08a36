"""`golosa dice`: commit, draw, verify; and what the text of a draw proves (L1-L5)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.counts import LotNeeded
from golosa.cli import run
from golosa.clock import system_clock
from golosa.errors import GolosaError
from golosa.folder import dice
from golosa.folder.game import Game

LOT = LotNeeded("day1.tie", ("Аня", "Лис [VIP]", "cartman"), "Аня\tcartman\t12\n")


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "game"
    day = ("--starts", "2026-03-02T08:00:00+03:00", "--ends", "2026-03-02T22:00:00+03:00")
    assert run(["new", str(path), "--host", "Ведущий", "--player", "Аня", "--player", "cartman", *day, "--yes"]) == 0
    capsys.readouterr()
    return path


def drawn(folder: Path) -> str:
    """A draw of a committed game as the text of a post."""
    game = Game(folder)
    try:
        proof = dice.draw_for(game, LOT, system_clock())
        commitment = dice.commitment(game)
        assert commitment is not None
        return dice.block_of(proof, commitment.chain)
    finally:
        game.close()


def test_l1_a_commitment_is_made_once_and_tells_no_secret(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["dice", "commit", "-C", str(folder)]) == 0
    told = capsys.readouterr().out
    game = Game(folder)
    keys = dice.keys(game)
    game.close()
    assert keys is not None
    assert told.startswith("deal: ")
    assert keys.deal not in told
    assert keys.last not in told
    assert run(["dice", "commit", "-C", str(folder)]) == 2
    assert "committed already" in capsys.readouterr().err


def test_a_draw_without_a_commitment_is_refused(folder: Path) -> None:
    with pytest.raises(GolosaError, match="dice commit"):
        drawn(folder)


def test_l2_anybody_can_verify_the_text_of_a_post(folder: Path, tmp_path: Path, capsys) -> None:
    run(["dice", "commit", "-C", str(folder)])
    chain = capsys.readouterr().out.split("chain: ")[1].strip()
    post = tmp_path / "post.txt"
    post.write_text(f"Ничья!\n{drawn(folder)}", encoding="utf-8")
    (tmp_path / "votes.txt").write_text(LOT.ballots, encoding="utf-8")
    assert run(["dice", "verify", str(post), "--chain", chain, "--ballots", str(tmp_path / "votes.txt")]) == 0
    assert "day1.tie: holds" in capsys.readouterr().out


def test_l2_the_text_to_paste_can_be_verified_as_it_is(folder: Path, tmp_path: Path, capsys) -> None:
    run(["dice", "commit", "-C", str(folder)])
    post = tmp_path / "draw.txt"
    post.write_text(f"[b]Жребий[/b]\n[code]{drawn(folder).rstrip()}[/code]\n", encoding="utf-8")
    assert run(["dice", "verify", str(post)]) == 0
    assert "day1.tie: holds" in capsys.readouterr().out


@pytest.mark.parametrize("part", ["label", "draw", "key", "chain", "candidate", "digest", "hmac", "chosen"])
def test_a_changed_line_does_not_hold(folder: Path, tmp_path: Path, capsys, part: str) -> None:
    run(["dice", "commit", "-C", str(folder)])
    lines = drawn(folder).splitlines()
    where = next(i for i, line in enumerate(lines) if line.startswith(f"{part}: "))
    wrong = {"label": "day2.tie", "draw": "2", "chosen": "никто"}
    value = lines[where].split(": ", 1)[1]
    lines[where] = f"{part}: {wrong.get(part) or ('1' if value[0] != '1' else '2') + value[1:]}"
    post = tmp_path / "post.txt"
    post.write_text("\n".join(lines), encoding="utf-8")
    assert run(["dice", "verify", str(post)]) == 1
    assert "DOES NOT HOLD" in capsys.readouterr().err
    assert run(["dice", "verify", str(post), "--json"]) == 1
    (draw,) = json.loads(capsys.readouterr().out)["draws"]
    assert draw["holds"] is False and draw["why"]


def test_a_draw_that_holds_is_told_beside_one_that_does_not(folder: Path, tmp_path: Path, capsys) -> None:
    run(["dice", "commit", "-C", str(folder)])
    good = drawn(folder)
    post = tmp_path / "post.txt"
    post.write_text(good.replace("chosen: ", "chosen: x") + "\n\n" + good, encoding="utf-8")
    capsys.readouterr()
    assert run(["dice", "verify", str(post)]) == 1
    said = capsys.readouterr()
    assert said.out.startswith("day1.tie: holds — ") and said.err.startswith("golosa: DOES NOT HOLD: day1.tie: ")


def test_no_byte_of_a_posted_draw_can_be_changed(folder: Path, capsys) -> None:
    """Every single byte, each replaced in several ways; the line feed at the end is no part of the draw."""
    run(["dice", "commit", "-C", str(folder)])
    whole = drawn(folder).rstrip("\n").encode()
    ((proof, chain),) = dice.parse_blocks(whole.decode())
    dice.check(proof, chain, None)
    for place, byte in enumerate(whole):
        for other in {byte ^ 1, ord("0"), ord(" "), ord("\n"), ord("\r"), 0x1C} - {byte}:
            text = (whole[:place] + bytes([other]) + whole[place + 1 :]).decode(errors="replace")
            with pytest.raises(GolosaError):
                for found, head in dice.parse_blocks(text):
                    dice.check(found, head, None)


def test_the_second_draw_takes_the_next_key_even_after_the_first_is_undone(folder: Path) -> None:
    run(["dice", "commit", "-C", str(folder)])
    drawn(folder)
    game = Game(folder)
    game.facts.undo(game.facts.all("draw")[0].id, system_clock())
    again = dice.draw_for(game, LOT, system_clock())
    game.close()
    assert again.index == 2


def test_a_text_without_a_draw(tmp_path: Path, capsys) -> None:
    post = tmp_path / "post.txt"
    post.write_text("ничего", encoding="utf-8")
    assert run(["dice", "verify", str(post)]) == 2
    assert "no draw in this text" in capsys.readouterr().err


def test_every_part_has_its_machine_form(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told(*words: str) -> dict[str, Any]:
        assert run(["dice", *words, "--json"]) == 0
        out = capsys.readouterr().out
        assert out.count("\n") == 1
        found: dict[str, Any] = json.loads(out)
        assert found["schema"] == 1
        return found

    game = ("-C", str(folder))
    found = told("commit", *game)
    post = tmp_path / "post.txt"
    post.write_text(drawn(folder), encoding="utf-8")
    shown = told("show", *game)
    assert (shown["deal"], shown["chain"], shown["draws"][0]["label"]) == (found["deal"], found["chain"], "day1.tie")
    verified = told("verify", str(post), "--chain", found["chain"])
    assert verified["draws"][0]["holds"] is True
    assert verified["compared"] == {"chain": True, "ballots": False}
    secret = told("reveal", *game, "--yes")
    assert (len(secret["deal_secret"]), secret["mix"]) == (64, None)


def test_a_draws_machine_form_is_one_that_can_be_verified(table: Any, tmp_path: Path) -> None:
    table.new()
    table.run("dice", "commit", "-C", table.folder)
    table.now = table.moscow("22:40:00")
    posts = [table.post(1, "Аня", "09:00", "Лис"), table.post(2, "Лис", "10:00", "Аня")]
    table.count(posts=posts, seen="22:31:00", status=1)
    drawn_lots = json.loads(table.run("dice", "draw", "-C", table.folder, "--json"))
    assert [draw["label"] for draw in drawn_lots["draws"]] == ["day1.tie"]
    assert drawn_lots["draws"][0]["chosen"] in ("Аня", "Лис")


def test_the_roles_messages_have_their_machine_form(table: Any) -> None:
    roles = ["townsman", "mafioso", "commissar", "doctor", "townsman"]
    given = [word for name, role in zip(table.players, roles, strict=True) for word in ("--role", f"{name}={role}")]
    table.new(*given)
    found = json.loads(table.run("dice", "pm", "-C", table.folder, "--json"))
    assert [(one["player"], one["accounts"], one["role"]) for one in found["messages"]][1] == (
        "Лис",
        ["Лис"],
        found["messages"][1]["role"],
    )
    assert "Лис" in found["messages"][1]["text"]


def test_l4_the_mix_is_what_can_be_copied(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line end behind the last word is in no post: whoever checks the deal has not got it."""
    (tmp_path / "mix.txt").write_bytes("\r\nгречка\r\nсолнце \r\n".encode())
    game = ("-C", str(folder))
    path = folder / "game.toml"
    names = "".join(f'\n[[player]]\nname = "Игрок {number}"\n' for number in range(8))
    path.write_text(path.read_text(encoding="utf-8") + names, encoding="utf-8")
    run(["dice", "commit", *game])
    assert run(["dice", "deal", *game, "--mix", str(tmp_path / "mix.txt")]) == 0
    capsys.readouterr()
    assert run(["dice", "reveal", *game, "--yes", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mix"] == "гречка\nсолнце"


def test_who_reveals_without_a_terminal_says_so_himself(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["dice", "commit", "-C", str(folder)]) == 0
    assert run(["dice", "reveal", "-C", str(folder)]) == 2
    assert "if it is, say --yes" in capsys.readouterr().err
