"""A disk that is full, a folder that may not be written: a clear error, and nothing that stood is lost."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from golosa.cli import run
from golosa.folder.game import Game

COMMANDS = (
    ("rule", "post", "1", "void"),
    ("count", "--offline", "--mark-posted"),
    ("day", "extend", "--ends", "2026-03-02T23:00:00+03:00"),
    (
        "order",
        "add",
        "--from",
        "Аня",
        "--at",
        "2026-03-02T22:10:00+03:00",
        "--subject",
        "Ночь 1",
        "--body",
        "Лечить Лиса",
    ),
)


def words(command: tuple[str, ...], folder: Path) -> list[str]:
    place = 2 if command[0] in ("day", "order") else 1
    return [sys.executable, "-m", "golosa", *command[:place], "-C", str(folder), *command[place:]]


def state(folder: Path) -> tuple[list[tuple[int, str, bytes]], str]:
    """The log, and the words of game.toml."""
    game = Game(folder)
    try:
        assert game.database.rows("PRAGMA integrity_check") == [("ok",)]
        facts = [(fact.id, fact.kind, bytes(fact.payload)) for fact in game.facts.all(with_undone=True)]
    finally:
        game.close()
    return facts, (folder / "game.toml").read_text(encoding="utf-8")


@pytest.fixture
def folder(table) -> Path:
    table.new()
    table.count(posts=[table.post(1, "Аня", "12:00:00", "Лис")], seen="22:30:00", status=None)
    table.run("rule", "alias", "Лисик", "=", "Лис", "-C", table.folder)
    return table.folder


def _no_room() -> None:
    """No file may grow: what a full disk does, to this process alone."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_full_disk_is_told_and_loses_nothing(folder: Path, command: tuple[str, ...]) -> None:
    before = state(folder)
    ended = subprocess.run(words(command, folder), capture_output=True, preexec_fn=_no_room, check=False)
    errors = ended.stderr.decode()
    assert (ended.returncode, errors.count("\n")) == (2, 1), errors
    assert "cannot" in errors
    assert str(folder) in errors
    assert state(folder) == before
    assert not list(folder.rglob("*.new"))
    again = subprocess.run(words(command, folder), capture_output=True, check=False)
    assert again.returncode in (0, 1), again.stderr.decode()


@pytest.fixture
def unwritable(folder: Path) -> Iterator[Path]:
    """The game where somebody else, who may only read, can reach it."""
    place = Path(tempfile.mkdtemp())
    try:
        shutil.copytree(folder, place / "game")
        for path in (place, *place.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield place / "game"
    finally:
        for path in (place, *place.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        shutil.rmtree(place)


@contextmanager
def nobody() -> Iterator[None]:
    """Without the rights of the machine's master, whom no mode of a file stops."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_folder_that_may_not_be_written_is_told(
    folder: Path, unwritable: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words(command, folder)[3:]) in (0, 1)  # and all that it needs is imported
    capsys.readouterr()
    before = {path: path.read_bytes() for path in unwritable.rglob("*") if path.is_file()}
    with nobody():
        status = run(words(command, unwritable)[3:])
    errors = capsys.readouterr().err
    assert (status, errors.count("\n")) == (2, 1), errors
    assert str(unwritable) in errors
    assert {path: path.read_bytes() for path in unwritable.rglob("*") if path.is_file()} == before
