"""docs/watch.md shows every key of `[watch]` with its default, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from golosa.folder.config import WatchTable, parse

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["watch.md", "watch.ru.md"])
def test_the_keys_of_the_watch_are_shown_with_their_defaults(name: str) -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.S)
    shown = parse(block, name).watch
    assert all(re.search(rf"^{key} = ", block, re.M) for key in WatchTable.__struct_fields__)
    assert msgspec.structs.replace(shown, notify=()) == WatchTable()
