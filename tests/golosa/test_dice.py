"""`golosa dice`: commit, draw, verify; and what the text of a draw proves (L1-L5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.counts import LotNeeded
from golosa import dice
from golosa.cli import run
from golosa.clock import system_clock
from golosa.errors import GolosaError
from golosa.game import Game

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
