"""The lines of Python in docs/dice.md check real draws and deals, with nothing of ours (L1-L4)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.lots import ballots_text, commit, deal, digest_of, draw, scenario_secrets

TEXT = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
DRAW, DEAL = re.findall(r"```python\n(.*?)```", TEXT, re.S)
SECRET, LAST = scenario_secrets("docs")


def test_l3_the_lines_for_a_draw(capsys: pytest.CaptureFixture[str]) -> None:
    proof = draw(LAST, 1, "day1.tie", ["A", "B"], digest_of(ballots_text(())))
    chain = commit(SECRET, LAST).chain
    values = {"KEY": proof.key, "CHAIN": chain, "DIGEST": proof.digest, "HMAC": proof.hmac}
    code = DRAW
    for name, value in values.items():
        code = code.replace(f'"{name}"', repr(value))
    exec(code)
    assert capsys.readouterr().out == proof.chosen + "\n"


def test_l2_the_lines_find_a_key_that_was_not_committed_to() -> None:
    proof = draw(SECRET, 1, "day1.tie", ["A", "B"], "")
    with pytest.raises(AssertionError):
        exec(DRAW.replace('"KEY"', repr(proof.key)).replace('"CHAIN"', repr(commit(SECRET, LAST).chain)))


def test_l4_the_lines_for_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    code = DEAL.replace('"SECRET"', repr(SECRET.hex())).replace('"DEAL"', repr(commit(SECRET, LAST).deal))
    exec(code)
    expected = deal(SECRET, ["mafioso", "mafioso", "doctor"], ["A", "B", "C"], "the mix")
    assert capsys.readouterr().out == f"{expected}\n"
