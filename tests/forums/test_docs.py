"""The table of forums names every software that can be read, once, and promises what the adapters promise."""

from __future__ import annotations

import re
from pathlib import Path

from forums import registry

ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (Path(__file__).parents[2] / "docs" / "forums.md").read_text("utf-8").splitlines()
    if re.match(r"\| `", line)
]


def test_every_software_in_the_registry_has_its_row() -> None:
    assert sorted(row[0].strip("`") for row in ROWS) == sorted({entry.software for entry in registry.ENTRIES})


def test_rows_promise_what_the_adapters_promise() -> None:
    for software, _, times, edits, deletions, *_ in ROWS:
        knows = [registry.load(e.module).knows for e in registry.ENTRIES if e.software == software.strip("`")]
        assert any(k.seconds for k in knows) == ("second" in times), software
        assert any(k.edits for k in knows) == (edits != "no trace"), software
        assert any(k.deletions for k in knows) == (deletions != "no trace"), software
