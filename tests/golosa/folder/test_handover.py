"""The whole game as one file: what comes out goes in, and nothing else does; copies before migrations."""

from __future__ import annotations

import io
import json
import sqlite3
import stat
import zipfile
from pathlib import Path
from typing import Any

import pytest

from golosa.errors import GolosaError
from golosa.folder import handover
from golosa.folder.game import Game
from golosa.store import Database
from golosa.store import database as database_module

ROLES = {"Аня": "doctor", "Лис": "mafioso", "Ёжик": "commissar", "Гаррет": "townsman", "Шелли": "townsman"}


@pytest.fixture
def exported(table: Any) -> Any:
    """A game with roles, votes and a ruling, exported."""
    table.new(*(word for name, role in ROLES.items() for word in ("--role", f"{name}={role}")))
    table.count(posts=[table.post(1, "Аня", "12:00:00", "Лис"), table.post(2, "Лис", "13:00:00", "Аня")], status=1)
    table.run("rule", "-C", table.folder, "post", "2", "void")
    (table.folder / "templates").mkdir()
    (table.folder / "templates" / "count.bbcode.j2").write_text("{{ title }}", encoding="utf-8")
    table.file = table.folder.parent / "game.zip"
    table.run("export", "-C", table.folder, table.file)
    return table


def _document(table: Any, folder: Path) -> Any:
    return json.loads(table.run("count", "-C", folder, "--json", "--offline", status=None))


def test_an_exported_game_goes_on_elsewhere_with_everything_in_it(exported: Any) -> None:
    there = exported.folder.parent / "there"
    exported.run("import", exported.file, there)
    assert {path.name for path in there.iterdir()} == {"game.toml", "game.db", "templates"}
    before, after = _document(exported, exported.folder), _document(exported, there)
    of_the_folder = ("known", "game", "bbcode")  # the moment of asking, and a title that is the folder's name
    assert [before[key] for key in before if key not in of_the_folder] == [
        after[key] for key in after if key not in of_the_folder
    ]
    ours, theirs = Game(exported.folder), Game(there)
    assert ours.facts.all(with_undone=True) == theirs.facts.all(with_undone=True)
    ours.close()
    theirs.close()
    assert (there / "templates" / "count.bbcode.j2").is_file()


def test_the_file_is_its_owners_alone_and_says_what_it_holds(exported: Any) -> None:
    assert stat.S_IMODE(exported.file.stat().st_mode) == 0o600
    assert "every secret" in exported.err
    assert [path.name for path in exported.file.parent.glob(".golosa-*")] == []


def test_nothing_is_written_over(exported: Any) -> None:
    exported.run("export", "-C", exported.folder, exported.file, status=2)
    assert "there is a file already" in exported.err
    exported.run("import", exported.file, exported.folder, status=2)
    assert "there is a game here already" in exported.err


def test_a_rule_set_of_the_hosts_own_goes_along(exported: Any) -> None:
    own = exported.folder / "house.toml"
    own.write_text(exported.run("rules", "show", "classic10"), encoding="utf-8")
    toml = exported.folder / "game.toml"
    toml.write_text(toml.read_text(encoding="utf-8").replace('rules = "classic10"', 'rules = "house.toml"'), "utf-8")
    whole, there = exported.folder.parent / "own.zip", exported.folder.parent / "there"
    exported.run("export", "-C", exported.folder, whole)
    exported.run("import", whole, there)
    assert (there / "house.toml").read_bytes() == own.read_bytes()


def test_a_rule_set_outside_the_folder_is_not_left_behind_silently(exported: Any) -> None:
    own = exported.folder.parent / "house.toml"
    own.write_text(exported.run("rules", "show", "classic10"), encoding="utf-8")
    toml = exported.folder / "game.toml"
    toml.write_text(toml.read_text(encoding="utf-8").replace('rules = "classic10"', 'rules = "../house.toml"'), "utf-8")
    exported.run("export", "-C", exported.folder, exported.folder.parent / "own.zip", status=2)
    assert "lies outside the game's folder" in exported.err
    assert not (exported.folder.parent / "own.zip").exists()


def _packed(exported: Any, *more: tuple[str | zipfile.ZipInfo, bytes], without: str = "") -> io.BytesIO:
    """The exported file with entries more or less."""
    made = io.BytesIO()
    with zipfile.ZipFile(exported.file) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            if entry.filename != without:
                new.writestr(entry, old.read(entry))
        for name, content in more:
            new.writestr(name, content)
    made.seek(0)
    return made


def _link() -> zipfile.ZipInfo:
    link = zipfile.ZipInfo("templates/a.j2")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    return link


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("../game.toml", b"", "which no game has"),
        ("templates/../../evil.j2", b"", "which no game has"),
        ("/etc/evil.toml", b"", "which no game has"),
        ("C:\\evil.toml", b"", "which no game has"),
        ("templates\\evil.j2", b"", "which no game has"),
        ("templates/", b"", "which no game has"),
        ("evil.py", b"", "which no game has"),
        (_link(), b"/etc/passwd", "no plain file"),
        ("GAME.toml", b"", "or one twice"),
        ("big.toml", bytes(1 << 24), "unpacks to more than a game can be"),
    ],
    ids=lambda given: f"{len(given)} bytes" if isinstance(given, bytes) else str(given),
)
def test_path_tricks_links_and_bombs_are_refused_and_leave_nothing(
    exported: Any, name: Any, content: bytes, told: str
) -> None:
    there = exported.folder.parent / "there"
    with pytest.raises(GolosaError, match=told):
        handover.take_in(_packed(exported, (name, content)), there)
    assert not there.exists()
    assert {path.name for path in exported.folder.parent.iterdir()} <= {"game", "game.zip", "saved"}


def test_an_entry_that_is_larger_than_it_says_is_refused(exported: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    there = exported.folder.parent / "there"
    listed = zipfile.ZipFile.infolist

    def understated(self: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
        for entry in (found := listed(self)):
            entry.file_size = min(entry.file_size, 10)
        return found

    monkeypatch.setattr(zipfile.ZipFile, "infolist", understated)
    with pytest.raises(GolosaError):
        handover.take_in(exported.file, there)
    assert not there.exists()


@pytest.mark.parametrize("without", ["game.db", "game.toml", "golosa.json"])
def test_a_file_that_is_no_whole_game_is_refused(exported: Any, without: str) -> None:
    with pytest.raises(GolosaError, match="no game that golosa has exported"):
        handover.take_in(_packed(exported, without=without), exported.folder.parent / "there")


def test_a_damaged_file_and_a_damaged_store_are_refused(exported: Any) -> None:
    there = exported.folder.parent / "there"
    with pytest.raises(GolosaError, match="no game that golosa has exported"):
        handover.take_in(io.BytesIO(b"PK\3\4 no zip"), there)
    with pytest.raises(GolosaError, match="cannot open the game's store"):
        handover.take_in(_packed(exported, ("game.db", b"no store"), without="game.db"), there)
    assert not there.exists()


def test_a_store_with_a_trigger_in_it_is_refused(exported: Any, tmp_path: Path) -> None:
    evil = tmp_path / "evil.db"
    with zipfile.ZipFile(exported.file) as whole:
        evil.write_bytes(whole.read("game.db"))
    with sqlite3.connect(evil) as connection:
        connection.execute("CREATE TRIGGER t AFTER INSERT ON fact BEGIN DELETE FROM fact; END")
    connection.close()
    with pytest.raises(GolosaError, match="holds what no game has"):
        handover.take_in(_packed(exported, ("game.db", evil.read_bytes()), without="game.db"), tmp_path / "there")


def test_a_file_of_a_newer_program_is_refused(exported: Any) -> None:
    newer = (handover.MANIFEST, b'{"format": "golosa-game-2"}')
    with pytest.raises(GolosaError, match="made by a newer golosa"):
        handover.take_in(_packed(exported, newer, without=handover.MANIFEST), exported.folder.parent / "there")


def test_other_files_in_the_folder_are_kept_and_nothing_is_half_there(exported: Any) -> None:
    there = exported.folder.parent / "there"
    (there / "templates").mkdir(parents=True)
    with pytest.raises(GolosaError, match="templates is in the way"):
        handover.take_in(exported.file, there)
    assert [path.name for path in there.iterdir()] == ["templates"]


def test_the_store_is_copied_before_each_migration_and_the_last_copies_are_kept(
    thread: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread.see(thread.page(10, thread.reading(1, "Лис")))
    thread.database.close()
    path, first = thread.database.path, database_module.MIGRATIONS
    backups = path.with_name("backups")
    for number in range(2, 7):
        later = tuple((f"{n:04} need {n}", f"CREATE TABLE need{n} (id INTEGER)") for n in range(2, number + 1))
        monkeypatch.setattr(database_module, "MIGRATIONS", (*first, *later))
        Database(path).close()
        Database(path).close()  # nothing is left to migrate: no copy
    names = [f"game-after-{number:04}.db" for number in (3, 4, 5)]
    assert sorted(copy.name for copy in backups.iterdir()) == names
    assert stat.S_IMODE((backups / names[-1]).stat().st_mode) == 0o600
    with sqlite3.connect(backups / names[-1]) as old:
        assert old.execute("SELECT max(name) FROM migration").fetchone() == ("0005 need 5",)
        assert old.execute("SELECT count(*) FROM reading").fetchone() == (1,)
    old.close()


def test_copies_of_a_killed_migration_do_not_stay(thread: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    thread.database.close()
    backups = thread.database.path.with_name("backups")
    backups.mkdir()
    for left in ("game-after-0001.db.4711.new", "game-after-0001.db.4711.new-journal"):
        (backups / left).write_bytes(b"half")
    newer = (*database_module.MIGRATIONS, ("0002 more", "CREATE TABLE more (id INTEGER)"))
    monkeypatch.setattr(database_module, "MIGRATIONS", newer)
    Database(thread.database.path).close()
    assert [copy.name for copy in backups.iterdir()] == ["game-after-0001.db"]


def test_a_new_store_needs_no_copy(tmp_path: Path) -> None:
    Database(tmp_path / "game.db").close()
    assert not (tmp_path / "backups").exists()
