"""Kill -9 at random moments: `python bench/crashes.py [TIMES] [--seed N]`, 500 times if left out.

Commands run on a game folder, one after another, and each is killed at a random moment of its run; so is a store's
migration to a newer program's tables, on a copy. After each: the store opens and is sound, what stood before stands,
a command that ended has done its work and one that was killed has done all of it or nothing, `game.toml` and what is
written for people are whole, and the count as known before the command is as it was.
The command ends with 1 where anything else is found.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

from golosa.demo.forum import day, running
from msgspec import Struct

from golosa.clock import system_clock
from golosa.errors import GolosaError
from golosa.folder.dealing import give
from golosa.folder.game import Game
from golosa.folder.newgame import NewGame, make
from golosa.store import database

LETTER = ("--from", "Кузнец", "--at", "2026-03-03T23:00:00+03:00", "--subject", "Ночь. Кузнец. Мафиози.", "--body")
#: What is run, and whether each run that ends adds to the log.
COMMANDS: dict[str, tuple[tuple[str, ...], bool]] = {
    "count": (("count", "--mark-posted"), True),
    "offline": (("count", "--offline", "--mark-posted"), True),
    "rule": (("rule", "post", "217", "votes", "Сорока"), True),
    "undo": (("rule", "undo", "{last}"), False),
    "order": (("order", "add", *LETTER, "Убить Рыжую"), True),
    "night": (("night", "--night", "1"), False),
    "extend": (("day", "extend", "--ends", "{later}"), False),
    "watch": (("watch", "--once", "--plain"), False),
    "migrate": (("migrate", "{copy}"), False),
    "new": (("new", "{beside}", "--rules", "town14", "--player", "Аня", "--player", "Борис", "--yes"), False),
}
#: Entries that one run may add: a resolved night is kept with who dies in it, a watch tells, draws and counts.
MOST = {"night": 2, "watch": 6, "migrate": 0, "undo": 0, "new": 0}
#: What a newer program does to the store: more than a page of changes, so that a kill can fall between them.
NEWER = (
    *database.MIGRATIONS,
    (
        "0002 a trial",
        """
        CREATE TABLE trial (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
        INSERT INTO trial (body) SELECT zeroblob(100000) FROM fact, (SELECT 1 FROM fact LIMIT 9);
        ALTER TABLE fact ADD COLUMN trial TEXT;
        UPDATE fact SET trial = kind;
        """,
    ),
)
ROLES = ("doctor", "mafioso", "commissar", "mafioso", *["townsman"] * 5)
ENDED = (0, 1, 2, 3)


class Seen(Struct, frozen=True):
    """All that must survive."""

    facts: tuple[tuple[int, str, bytes], ...]
    undone: int
    visits: int
    days: str
    counted: str


class Ran(Struct, frozen=True):
    """A command, and how it ended: `status` is None where it was killed."""

    name: str
    status: int | None
    errors: str


def made(folder: Path, address: str) -> Path:
    """A new game of the demo's day."""
    written = day()
    wanted = NewGame(
        title="Проба", rules=written["rules"], hosts=(written["host"],), players=tuple(written["players"]),
        dead=tuple(written["dead"]), day=1, threads=(address,), starts=datetime.fromisoformat(written["starts"]),
        ends=datetime.fromisoformat(written["ends"]), forum_zone="Europe/Moscow",
    )  # fmt: skip
    make(folder, wanted, system_clock())
    game = Game(folder)
    try:
        give(game, list(zip(written["players"], ROLES, strict=True)), system_clock())
    finally:
        game.close()
    return folder


def seen(folder: Path, known: datetime) -> Seen:
    """What is in a folder; the count as known at `known` (UTC). Raises GolosaError where it does not open."""
    game = Game(folder)
    try:
        assert game.database.rows("PRAGMA integrity_check") == [("ok",)]
        assert not game.database.rows("PRAGMA foreign_key_check")
        log = game.facts.all(with_undone=True)
        table = game.config.day[0]
        return Seen(
            tuple((fact.id, fact.kind, bytes(fact.payload)) for fact in log),
            sum(fact.undone is not None for fact in log),
            len(game.archive.sweeps(table.threads[0])),
            repr(game.config.day),
            repr(game.count(table, known, table.ends, known).count),
        )
    finally:
        game.close()


def run_and_kill(folder: Path, name: str, words: tuple[str, ...], after: float | None) -> Ran:
    """Runs a command and kills it after so many seconds, unless it is done by then."""
    started = (__file__, *words) if name == "migrate" else ("-m", "golosa", words[0], *_placed(words, folder))
    process = subprocess.Popen(
        [sys.executable, *started],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=os.environ | {"PYTHONUTF8": "1"},
    )  # fmt: skip
    try:
        _, errors = process.communicate(timeout=after)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return Ran(name, None, "")
    return Ran(name, process.returncode, errors.decode())


def _placed(words: tuple[str, ...], folder: Path) -> list[str]:
    """A command's arguments with `-C` where it takes it: behind the subcommand."""
    if words[0] == "new":
        return list(words[1:])
    grouped = words[0] in ("order", "day")
    return [*words[1:2], "-C", str(folder), *words[2:]] if grouped else ["-C", str(folder), *words[1:]]


def faults(ran: Ran, before: Seen, after: Seen, *, adds: bool) -> Iterator[str]:
    """What was lost, or is there by half."""
    if ran.status is not None and ran.status not in ENDED:
        yield f"ended with {ran.status}: {ran.errors[-300:]}"
    if after.facts[: len(before.facts)] != before.facts:
        yield "an entry of the log is lost or changed"
    more = len(after.facts) - len(before.facts)
    if (ran.status in (0, 1, 3) and adds and more != 1) or more > MOST.get(ran.name, 1):
        yield f"{more} entries more"
    if after.undone - before.undone not in (0, 1):
        yield "entries are taken back"
    if after.undone - before.undone != 1 and ran.name == "undo" and ran.status == 0:
        yield "what was undone stands"
    if after.visits < before.visits:
        yield "a visit is lost"
    if after.days == before.days and ran.name == "extend" and ran.status == 0:
        yield "the extension is lost"
    # Before anything was stored, what a walk had seen by then is known as soon as the next one has taken it in.
    if after.counted != before.counted and before.visits and ran.name != "extend":
        yield "the count as known before the command is another"


def half_written(folder: Path) -> Iterator[str]:
    """The files for people that are not whole."""
    for path in sorted((folder / "out").rglob("*")):
        text = path.read_text("utf-8") if path.suffix in (".html", ".json", ".xml", ".svg", ".txt") else "-"
        try:
            if path.suffix in (".xml", ".svg"):
                ElementTree.fromstring(text)
            elif path.suffix == ".json":
                json.loads(text)
            whole = bool(text.strip())
        except (ElementTree.ParseError, ValueError):
            whole = False
        if not whole or (path.suffix == ".html" and not text.rstrip().endswith("</html>")):
            yield f"{path.relative_to(folder)} is half written"


def migrate(folder: Path) -> None:
    """Opens a game with the newer program's store: run in a process of its own."""
    with mock.patch.object(database, "MIGRATIONS", NEWER):
        Game(folder).close()


def unmigrated(ran: Ran, folder: Path, before: Seen, known: datetime) -> Iterator[str]:
    """What is wrong with a copy whose migration was killed; it is opened by the newer program again."""
    copies = list((folder / database.BACKUPS).glob("*.db"))
    with mock.patch.object(database, "MIGRATIONS", NEWER):
        after = seen(folder, known)
        if (after.facts, after.visits, after.counted) != (before.facts, before.visits, before.counted):
            yield "the migrated store holds something else"
        if ran.status == 0 and not copies:
            yield "no copy from before the migration is kept"
    left = [path.name for path in (folder / database.BACKUPS).iterdir() if path.suffix != ".db"]
    if left:
        yield f"{', '.join(left)} is left over"
    for copy in copies:
        store = database.Database(copy)
        if [fact[0] for fact in store.rows("SELECT id FROM fact ORDER BY id")] != [fact[0] for fact in before.facts]:
            yield "the copy from before the migration is not what was there"
        store.close()


def soak(times: int, seed: int = 0) -> Iterator[tuple[Ran, list[str]]]:
    """Each run and what was wrong after it; a new folder every 40 runs."""
    dice = random.Random(seed)
    with running() as address, tempfile.TemporaryDirectory() as scratch:
        spans = _spans(made(Path(scratch, "timed"), address))
        for turn in range(times):
            if turn % 40 == 0:
                folder = made(Path(scratch, str(turn)), address)
            name = dice.choice(list(COMMANDS))
            words, adds = COMMANDS[name]
            known = system_clock()
            before = seen(folder, known)
            last = max((number for number, kind, _ in before.facts if kind == "ruling"), default=0)
            words = tuple(word.format(last=last, **_named(Path(scratch), turn)) for word in words)
            if name == "migrate":
                _copied(folder, Path(words[1]))
            ran = run_and_kill(folder, name, words, spans[name] * dice.triangular(0.1, 1.15, 0.95))
            try:
                found = [*faults(ran, before, seen(folder, known), adds=adds), *half_written(folder)]
                if name == "new":
                    found += _half_made(Path(words[1]), words)
                if name == "migrate":
                    found += unmigrated(ran, Path(words[1]), before, known)
                yield ran, found
            except (GolosaError, AssertionError) as error:
                yield ran, [f"the folder does not open: {error!r}"]


def _named(scratch: Path, turn: int) -> dict[str, object]:
    """What differs from run to run: new folders, and a later end of the day."""
    later = f"2026-03-03T22:{turn % 59 + 1:02}:00+03:00"
    return {"beside": scratch / f"new{turn}", "copy": scratch / f"copy{turn}", "later": later}


def _copied(folder: Path, copy: Path) -> None:
    copy.mkdir()
    database.copy_of(folder / "game.db", copy / "game.db")
    (copy / "game.toml").write_bytes((folder / "game.toml").read_bytes())


def _half_made(folder: Path, words: tuple[str, ...]) -> Iterator[str]:
    """What is wrong with a folder whose making was killed: made anew it must be a game, if it is none yet."""
    again = run_and_kill(folder, "new", words, None)
    if again.status not in (0, 2):
        yield f"making the game again ended with {again.status}: {again.errors[-300:]}"
    game = Game(folder)
    try:
        if [player.name for player in game.roster.players] != ["Аня", "Борис"]:
            yield "the new game lacks its players"
    finally:
        game.close()


def _spans(folder: Path) -> dict[str, float]:
    """How long each command takes when it is let alone, in seconds."""
    spans = {}
    for name, (words, _) in COMMANDS.items():
        begun = time.monotonic()
        words = tuple(word.format(last=1, **_named(folder.parent, -1)) for word in words)
        if name == "migrate":
            _copied(folder, Path(words[1]))
        ran = run_and_kill(folder, name, words, None)
        assert ran.status in (ENDED if name == "undo" else (0, 1)), ran
        spans[name] = time.monotonic() - begun
    return spans


def main() -> int:
    """Runs the soak and prints what came of it."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("times", nargs="?", type=int, default=500)
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    killed, ended, wrong, begun = Counter[str](), Counter[str](), 0, time.monotonic()
    with contextlib.suppress(KeyboardInterrupt):  # what has been found by then is told
        for ran, found in soak(given.times, given.seed):
            (killed if ran.status is None else ended)[ran.name] += 1
            wrong += bool(found)
            for fault in found:
                print(f"WRONG: {ran.name}, {'killed' if ran.status is None else 'ended'}: {fault}", flush=True)
    runs, seconds = killed.total() + ended.total(), time.monotonic() - begun
    print(f"{runs} runs in {seconds:.0f} s, {killed.total()} killed, {wrong} wrong")
    for name in COMMANDS:
        print(f"{name:10} killed {killed[name]:4}, ended {ended[name]:4}")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["migrate"]:
        migrate(Path(sys.argv[2]))
        sys.exit()
    sys.exit(main())
