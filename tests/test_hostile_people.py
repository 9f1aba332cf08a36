"""Nicks, titles and posts written to break what is made of them: through every output of a game folder."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from golosa.cli import run
from golosa.folder.config import load

#: What ends or reorders a line on a terminal, or is not seen at all.
_CONTROLS = {"Cc", "Cf"}
_HARMLESS = "\n\u2060"  #: the word joiner is our own: it breaks tags

OUTPUTS = (
    ("count", "--offline", "--form", "standard"),
    ("count", "--offline", "--form", "compact"),
    ("count", "--offline", "--form", "long"),
    ("count", "--offline", "--form", "long", "--plain"),
    ("count", "--offline", "--json"),
    ("explain", "Аня"),
    ("explain", "Аня", "--json"),
    ("notice", "result"),
    ("notice", "result", "--plain"),
    ("notice", "reminder"),
    ("notice", "reminder", "--json"),
    ("notice", "opening"),
    ("notice", "interim"),
    ("notice", "missed"),
    ("notice", "night"),
    ("notice", "owed"),
    ("night",),
    ("rule", "list"),
    ("day", "list"),
    ("probe", "page1.html", "--zone", "Europe/Moscow"),
    ("probe", "page1.html", "--zone", "Europe/Moscow", "--json"),
)
#: All have voted: nobody is reminded, nobody has missed the day; nobody is named where the night begins.
WITHOUT_NAMES = (("notice", "reminder"), ("notice", "missed"), ("notice", "night"))
#: Commands that are refused, with all players' names in what they say: nobody has a role.
REFUSED = (("notice", "owed"), ("night",))


@pytest.fixture
def game(hostile: Any) -> Path:
    """A game of people with such nicks."""
    folder: Path = hostile.folder
    return folder


@pytest.fixture
def shown(game: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[tuple[str, ...]], str]:
    """Runs a command on the game and gives all that it printed."""

    def run_it(words: tuple[str, ...]) -> str:
        capsys.readouterr()
        assert run([words[0], *_with_folder(words, game)]) in ((2,) if words in REFUSED else (0, 1, 3))
        printed = capsys.readouterr()
        return printed.out + printed.err

    return run_it


def _with_folder(words: tuple[str, ...], folder: Path) -> list[str]:
    if words[0] == "probe":
        return [str(folder.with_name(words[1])), *words[2:]]
    if words[0] == "day":
        return [words[1], "-C", str(folder), *words[2:]]
    return ["-C", str(folder), *words[1:]]


@pytest.mark.parametrize("words", OUTPUTS, ids=" ".join)
def test_nothing_steers_the_terminal_or_runs_as_a_template(shown: Callable[..., str], words: tuple[str, ...]) -> None:
    text = shown(words)
    assert "1247689" not in text
    if "--json" in words:
        text = json.dumps(json.loads(text), ensure_ascii=True)
    strange = {letter for letter in text if unicodedata.category(letter) in _CONTROLS} - set(_HARMLESS)
    assert not strange, [hex(ord(letter)) for letter in strange]


@pytest.mark.parametrize(
    "words",
    [
        one
        for one in OUTPUTS
        if one[0] in ("count", "notice") and one not in REFUSED and not {"--json", "--plain"} & set(one)
    ],
    ids=" ".join,
)
def test_no_nick_brings_bbcode_of_its_own(shown: Callable[..., str], words: tuple[str, ...]) -> None:
    parts = re.split(r"(?m)^─{9}.*$", shown(words))
    post = "".join(parts[1:]) if words[0] == "count" else parts[0]
    assert "жирный" in post or words in WITHOUT_NAMES
    assert "[b]жирный[/b]" not in post
    assert "[url]javascript" not in post


def test_the_page_shows_them_as_text(hostile: Any) -> None:
    game = hostile.folder
    assert run(["count", "-C", str(game), "--offline"]) in (0, 1)
    written = [path for path in (game / "out" / "public").rglob("*") if path.suffix in (".html", ".xml", ".svg")]
    assert written
    for path in written:
        text = path.read_text(encoding="utf-8")
        for nick in (hostile.nicks[0], hostile.nicks[3], hostile.nicks[7]):
            assert nick not in text, path
        assert "\x1b" not in text


def test_what_turns_the_direction_of_writing_turns_nothing_else(game: Path) -> None:
    tree = html.parse(str(game / "out" / "public" / "index.html"), html.HTMLParser(encoding="utf-8"))
    turned = tree.xpath("//body//text()[contains(., '\u202e')]")
    assert turned
    for text in turned:
        assert text.getparent().tag == "bdi" and not text.is_tail, text.getparent().tag


def test_the_game_toml_reads_back_what_was_written(hostile: Any) -> None:
    named = [player.name for player in load(hostile.folder).roster.players]
    assert named == [name.replace("\x1b", "").replace("\x07", "") for name in hostile.nicks]
