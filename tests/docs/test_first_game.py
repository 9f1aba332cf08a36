"""The walk for hosts stays true: its pictures are there, and every button that it names is on the desk."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from golosa.desk.words import words_of

DOCS = Path(__file__).parents[2] / "docs"
WALKS = {"ru": DOCS / "first-game.ru.md", "en": DOCS / "first-game.md"}
QUOTED = {"ru": r"\*\*«([^»]+)»\*\*", "en": r"\*\*“([^”]+)”\*\*"}


def _shown() -> tuple[str, ...]:
    spec = importlib.util.spec_from_file_location("make_first_game", DOCS / "make_first_game.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shown: tuple[str, ...] = module.SHOWN
    return shown


def _said(words: Mapping[str, Any]) -> set[str]:
    return {text for value in words.values() for text in (_said(value) if isinstance(value, Mapping) else {value})}


@pytest.mark.parametrize("lang", WALKS)
def test_every_button_that_is_named_is_on_the_desk(lang: str) -> None:
    named = {" ".join(found.split()) for found in re.findall(QUOTED[lang], WALKS[lang].read_text(encoding="utf-8"))}
    assert len(named) > 15
    assert named <= _said(words_of(lang))


@pytest.mark.parametrize("lang", WALKS)
def test_every_picture_is_there_and_shown_once(lang: str) -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", WALKS[lang].read_text(encoding="utf-8"))
    assert pictures == [f"img/first-game/{name}.{lang}.png" for name in _shown()]
    assert all((DOCS / picture).is_file() for picture in pictures)
