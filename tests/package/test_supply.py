"""The step of `.ci/run` that looks at the parts: what could not be compared is told, so is a known fault."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

SUPPLY = runpy.run_path(str(Path(__file__).parents[2] / ".ci" / "supply.py"))
CLEAN = {"name": "lxml", "version": "6.1.3", "vulns": []}
FAULTY = {"name": "jinja2", "version": "3.1.6", "vulns": [{"id": "EXAMPLE-1", "fix_versions": ["3.1.7"]}]}
SKIPPED = {"name": "rich", "skip_reason": "not found"}


def told(tmp_path: Path, capsys: pytest.CaptureFixture[str], audit: Any, *, without: str = "") -> tuple[int, str]:
    parts = [{"name": name} for name in SUPPLY["needed"]() - {without}]
    sbom = tmp_path / "sbom.json"
    sbom.write_text(json.dumps({"components": parts, "metadata": {"component": {"name": "golosa"}}}))
    if audit is not None:
        (tmp_path / "audit.json").write_text(json.dumps({"dependencies": audit}))
    status = SUPPLY["main"](sbom, tmp_path / "audit.json")
    return status, capsys.readouterr().out


def test_parts_without_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, text = told(tmp_path, capsys, [CLEAN])
    assert (status, "1 of them compared with known faults, 0 faults" in text, "NOT" in text) == (0, True, False)


def test_a_known_fault_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, text = told(tmp_path, capsys, [CLEAN, FAULTY])
    assert (status, "KNOWN FAULT  jinja2 3.1.6: EXAMPLE-1" in text) == (0, True)


@pytest.mark.parametrize(("audit", "why"), [([SKIPPED], "because: not found"), (None, "cannot be reached")])
def test_what_could_not_be_compared_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], audit: Any, why: str
) -> None:
    status, text = told(tmp_path, capsys, audit)
    assert status == 0
    assert "0 of them compared" in text
    assert "NOT compared: 1" in text and why in text


def test_a_list_that_lacks_a_part_ends_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, text = told(tmp_path, capsys, [CLEAN], without="msgspec")
    assert (status, "msgspec is missing" in text) == (1, True)
