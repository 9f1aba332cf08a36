"""Writing `game.toml`: a new one, or changes to one that is there, whose comments stay. Knows no store and no rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import tomlkit
from msgspec import Struct

from forums.boards import Selectors
from golosa.folder.config import NAME, Config, DayTable, PlayerTable, parse, write
from golosa.locks import held

#: What stands above each table of a new file.
COMMENTS = {
    "game": "A game of forum Mafia: its rules, its hosts' accounts, the language and the zone of its posts.",
    "forum": "What the forum's pages do not tell of themselves: zone, edit_zone, date_formats, … (docs/forums.md).",
    "watch": "How `golosa watch` looks and whom it tells; docs/watch.md explains the keys.",
    "public": "What the players' page shows while a day goes on; docs/public-page.md explains the keys.",
    "publish": "Where else the players' page is put; keys and passwords come from the environment, never from here.",
    "set": "Knobs of the rule set that are otherwise here; `golosa rules show` explains them all.",
    "player": "The players by the names that are voted for, with their forum accounts and other names.",
    "day": "The days: threads and clock. `golosa day` keeps them; they may be changed by hand too.",
    "effect": "Weights, blocked and stolen votes, immunity …: what `golosa day effect` enters too.",
    "rules_from": "Knobs that are others from a post on: what `golosa day rules` enters too.",
}


def compose(config: Config) -> str:
    """A new `game.toml`, with a comment on each table."""
    document = tomlkit.document()
    _add(document, "game", _table(config.game))
    _add(document, "forum", _table(config.forum))
    usual = Config()
    for key in ("watch", "public", "publish"):
        if getattr(config, key) != getattr(usual, key):
            _add(document, key, _table(getattr(config, key)))
    if config.set:
        _add(document, "set", _nested(config.set))
    arrays = {"player": config.player, "day": config.day, "effect": config.effect, "rules_from": config.rules_from}
    for key, tables in arrays.items():
        array = tomlkit.aot()
        for table in tables:
            array.append(_table(table))
        if tables:
            _add(document, key, array)
    return tomlkit.dumps(document)


def _add(document: tomlkit.TOMLDocument, key: str, table: Any) -> None:
    if document.body:
        document.add(tomlkit.nl())
    document.add(tomlkit.comment(COMMENTS[key]))
    document.add(key, table)


def _table(value: Struct) -> Any:
    table = tomlkit.table()
    for key, item in msgspec.structs.asdict(value).items():
        if not _left_out(item):
            table[key] = _table(item) if isinstance(item, Struct) else list(item) if isinstance(item, tuple) else item
    return table


def _left_out(item: object) -> bool:
    return item is None or item in ((), "", {}) or item == Selectors()


def _nested(settings: Mapping[str, Any]) -> Any:
    table = tomlkit.table()
    for knob, value in settings.items():
        *tables, key = knob.split(".")
        place = table
        for name in tables:
            if name not in place:
                place[name] = tomlkit.table()
            place = place[name]
        place[key] = value
    return table


@contextmanager
def _changing(folder: Path) -> Iterator[tomlkit.TOMLDocument]:
    """What the file holds, to be changed inside by one program at a time; everything else in it, comments too, stays.

    Raises GolosaError with the key and what was expected where it would be wrong; then nothing is written.
    """
    path = folder / NAME
    with held(folder, "settings", "{who} is changing game.toml: try again", exit_code=2, wait=10):
        before = path.read_text(encoding="utf-8-sig")
        document = tomlkit.parse(before)
        yield document
        text = tomlkit.dumps(document)
        if text != before:
            parse(text, str(path))
            write(path, text)


def _array(document: tomlkit.TOMLDocument, key: str) -> Any:
    if key not in document:
        document[key] = tomlkit.aot()
    return document[key]


def add_day(folder: Path, day: DayTable) -> None:
    """Adds or replaces a day in the file. Raises GolosaError with what is wrong of it."""
    with _changing(folder) as document:
        array = _array(document, "day")
        for table in array:
            if table["number"] == day.number:
                _update(table, day)
                break
        else:
            array.append(_table(day))


def set_players(folder: Path, players: Sequence[PlayerTable]) -> None:
    """Puts these players in the place of those in the file. Raises GolosaError with what is wrong of them."""
    with _changing(folder) as document:
        array = _array(document, "player")
        array.clear()
        for player in players:
            array.append(_table(player))


def set_knobs(folder: Path, knobs: Mapping[str, Any]) -> None:
    """Puts these knobs, by dotted name, in the place of the file's."""
    with _changing(folder) as document:
        if knobs:
            document["set"] = _nested(knobs)
        else:
            document.pop("set", None)


def set_access(folder: Path, *, user: str | None, cookies: str | None) -> None:
    """Sets how the forum is logged in to."""
    set_forum(folder, {"user": user, "cookies": cookies})


def set_forum(folder: Path, changes: Mapping[str, Any]) -> None:
    """Sets keys of `[forum]`, None to take one out."""
    set_table(folder, "forum", changes)


def set_table(folder: Path, name: str, changes: Mapping[str, Any]) -> None:
    """Sets keys of a table, None to take one out. Raises GolosaError with the key and what was expected."""
    with _changing(folder) as document:
        if any(value is not None for value in changes.values()):
            document.setdefault(name, tomlkit.table())
        table: Any = document.get(name, {})
        for key, value in changes.items():
            if value is None:
                table.pop(key, None)
            elif table.get(key) != value:
                table[key] = _inline(value) if isinstance(value, Mapping) else value


def _inline(pairs: Mapping[str, Any]) -> tomlkit.items.InlineTable:
    """A table on one line: what is added to the table around it later stays that one's."""
    made = tomlkit.inline_table()
    made.update(pairs)
    return made


def _update(table: Any, value: Struct) -> None:
    """Brings a table to a value, key by key, so that the comments in it stay."""
    for key, item in msgspec.structs.asdict(value).items():
        if _left_out(item):
            table.pop(key, None)
        elif table.get(key) != (list(item) if isinstance(item, tuple) else item):
            table[key] = list(item) if isinstance(item, tuple) else item
