"""A whole game as one file: for a co-host who takes over, for another machine, for safe keeping.

Such a file holds every secret of the game: roles, orders, the lots' keys. What is read of one is not trusted: names,
sizes and contents are checked before anything stands where a game stands. Knows zip files and the folder's layout.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import BinaryIO

import msgspec
from msgspec import Struct

from golosa import __version__
from golosa.checked import FaultError, checked
from golosa.errors import GolosaError
from golosa.folder import config as config_file
from golosa.folder.game import DATABASE, Game
from golosa.rulebook.rulesets import shipped
from golosa.store import copy_of
from golosa.texts.output import TEMPLATES

MANIFEST, FORMAT = "golosa.json", "golosa-game-1"
WARNING = "the file holds every secret of the game (roles, orders, the lots' keys): give it to a co-host only"
#: Limits of what is read: a year of a lively forum is far below them.
MOST_FILES, LARGEST_FILE, LARGEST_GAME = 500, 2 << 30, 3 << 30
#: A file that unpacks to more than so many times its size was made to fill the disk.
MOST_RATIO, SMALL = 250, 1 << 20
_CHUNK = 1 << 20


class Manifest(Struct, frozen=True, kw_only=True):
    """What the file says of itself."""

    format: str
    golosa: str = ""  #: the version that wrote it
    made: str = ""


def export(game: Game, target: Path, now: datetime) -> None:
    """Writes the whole game to `target`, whole or not at all, readable by its owner only.

    Raises GolosaError where something stands there already, or it cannot be written.
    """
    if target.exists():
        raise GolosaError("{target}: there is a file already; name another", target=target)
    try:
        with tempfile.TemporaryDirectory(prefix=".golosa-export-", dir=target.resolve().parent) as folder:
            whole = Path(folder, "game.zip")
            _pack(game, Path(folder, DATABASE), whole, now)
            whole.chmod(0o600)
            whole.replace(target)
    except OSError as error:
        raise GolosaError("{target}: cannot write: {error}", target=target, error=error.strerror or error) from error


def _pack(game: Game, database: Path, whole: Path, now: datetime) -> None:
    copy_of(game.folder / DATABASE, database)
    manifest = Manifest(format=FORMAT, golosa=__version__, made=now.isoformat())
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, msgspec.json.encode(manifest))
        packed.write(game.folder / config_file.NAME, config_file.NAME)
        packed.write(database, DATABASE)
        for path in _more(game):
            packed.write(path, path.relative_to(game.folder).as_posix())


def _more(game: Game) -> Iterator[Path]:
    """The host's own rule set and templates, where they lie in the folder."""
    if game.config.game.rules not in shipped():
        rules = game.folder / game.config.game.rules
        if not rules.resolve().is_relative_to(game.folder.resolve()):
            raise GolosaError(
                "{rules}: the rule set lies outside the game's folder: copy it there, name it in game.toml", rules=rules
            )
        yield rules
    yield from sorted(path for path in (game.folder / TEMPLATES).rglob("*.j2") if path.is_file())


def take_in(source: Path | BinaryIO, folder: Path, name: str = "the file") -> Path:
    """Makes the game folder `folder` of an exported file, whole or not at all; gives the folder.

    Raises GolosaError where a game is there already, or the file is none of ours, is damaged, or holds what no game
    has: paths that lead elsewhere, links, files that unpack without measure.
    """
    if any((folder / taken).exists() for taken in (config_file.NAME, DATABASE)):
        raise GolosaError("{folder}: there is a game here already; take another folder", folder=folder)
    made = not folder.exists()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".golosa-import-", dir=folder) as staged:
            _unpack(source, Path(staged), name)
            _check(Path(staged), name)
            _settle(Path(staged), folder)
    except OSError as error:
        raise GolosaError(
            "{folder}: cannot make the game: {error}", folder=folder, error=error.strerror or error
        ) from error
    finally:
        if made and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
    return folder


def _unpack(source: Path | BinaryIO, staged: Path, name: str) -> None:
    try:
        with zipfile.ZipFile(source) as packed:
            entries = packed.infolist()
            for entry in _fitting(entries, name):
                _write(packed, entry, staged, name)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError) as error:
        raise GolosaError(
            "{name}: this is no game that golosa has exported, or it is damaged: {error}", name=name, error=error
        ) from error


def _fitting(entries: list[zipfile.ZipInfo], name: str) -> list[zipfile.ZipInfo]:
    """The entries, once all of them are such as an export has."""
    names = [entry.filename for entry in entries]
    if len(names) > MOST_FILES or len(set(map(str.casefold, names))) != len(names):
        raise GolosaError("{name}: more files than a game has, or one twice", name=name)
    if not {MANIFEST, config_file.NAME, DATABASE} <= set(names):
        raise GolosaError("{name}: this is no game that golosa has exported", name=name)
    for entry in entries:
        _require_plain(entry, name)
    if sum(entry.file_size for entry in entries) > LARGEST_GAME:
        raise GolosaError("{name}: it unpacks to more than a game can be", name=name)
    return entries


def _require_plain(entry: zipfile.ZipInfo, name: str) -> None:
    """Refuses what no export holds."""
    path = PurePosixPath(entry.filename)
    known = entry.filename in (MANIFEST, config_file.NAME, DATABASE)
    rules = path.suffix == ".toml"
    template = path.parts[:1] == (TEMPLATES,) and path.suffix == ".j2"
    inside = not path.is_absolute() and ".." not in path.parts and not set(entry.filename) & set("\\:\0")
    if not inside or entry.is_dir() or not (known or rules or template) or entry.filename != path.as_posix():
        raise GolosaError("{name}: it holds {filename!r}, which no game has", name=name, filename=entry.filename)
    mode = entry.external_attr >> 16
    if entry.flag_bits & 0x1 or (mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG)):
        raise GolosaError("{name}: {filename!r} is no plain file", name=name, filename=entry.filename)
    swells = entry.file_size > SMALL and entry.file_size > MOST_RATIO * max(entry.compress_size, 1)
    if entry.file_size > LARGEST_FILE or swells:
        raise GolosaError("{name}: {filename!r} unpacks to more than a game can be", name=name, filename=entry.filename)


def _write(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, staged: Path, name: str) -> None:
    """Writes one entry; what it says of its size is not trusted."""
    target = staged / entry.filename
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    left = entry.file_size
    with packed.open(entry) as content, os.fdopen(os.open(target, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
        while chunk := content.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise GolosaError("{name}: {filename!r} is larger than it says", name=name, filename=entry.filename)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())


def _check(staged: Path, name: str) -> None:
    """Opens the game where it is staged: its manifest, game.toml, rule set and store must all be sound."""
    try:
        manifest = checked(msgspec.json.decode((staged / MANIFEST).read_bytes()), Manifest)
    except (msgspec.DecodeError, FaultError, TypeError) as error:
        raise GolosaError("{name}: this is no game that golosa has exported", name=name) from error
    if manifest.format != FORMAT:
        raise GolosaError(
            "{name}: made by a newer golosa ({format}); update the program", name=name, format=manifest.format
        )
    game = Game(staged)
    try:
        if game.database.rows("PRAGMA quick_check(1)") != [("ok",)]:
            raise GolosaError("{name}: its store is damaged", name=name)
        if game.database.rows("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')"):
            raise GolosaError("{name}: its store holds what no game has", name=name)
    finally:
        game.close()


def _settle(staged: Path, folder: Path) -> None:
    """Moves the game to its place; game.toml last, since a folder is a game from then on."""
    (staged / MANIFEST).unlink()
    for path in (*staged.glob(f"{DATABASE}-*"), staged / "backups"):
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    rest = sorted(staged.iterdir(), key=lambda path: path.name == config_file.NAME)
    taken = [path.name for path in rest if (folder / path.name).exists()]
    if taken:
        raise GolosaError("{folder}: {taken} is in the way; take an empty folder", folder=folder, taken=taken[0])
    for path in rest:
        path.replace(folder / path.name)
