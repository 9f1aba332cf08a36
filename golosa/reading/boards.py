"""What single boards change, as data: shipped with Golosa, in the user's own file, in a game's `[forum]`.

The nearer goes first, key by key: `[forum]` of game.toml, then the user's boards.toml, then the shipped one.
Knows files; what the facts mean is `forums`'.
"""

# Annotations are values here: as texts, msgspec would compile and evaluate each of them at every start.

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

import forums
from forums.boards import Board, Selectors
from forums.colour import css_colour
from golosa.checked import FaultError, checked, written
from golosa.errors import GolosaError
from golosa.rulebook.walltimes import is_zone

NAME = "boards.toml"
_SHIPPED = Path(forums.__path__[0]) / NAME


class BoardTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a page cannot tell of its board. Everything is optional."""

    zone: str | None = None  #: zone in which the forum shows times to this reader
    edit_zone: str | None = None  #: zone of its edit notices, where it is another one
    date_formats: tuple[str, ...] = ()  #: formats of its dates, in the letters of PHP's date()
    day_first: bool | None = None  #: the order in dates like 03/04/2026
    posts_per_page: Annotated[int, Meta(ge=1)] | None = None
    colours: dict[str, str] = {}  #: class → "#rrggbb", for colours that only the board's style sheet gives
    quotes: tuple[str, ...] = ()  #: more classes of quotes
    dropped: tuple[str, ...] = ()  #: more classes of what is no part of a post's text
    spoilers: tuple[str, ...] = ()  #: more classes of spoilers
    vote_tags: tuple[str, ...] = ()  #: classes of the board's vote tag
    selectors: Selectors = Selectors()  #: where posts and their parts stand, as CSS selectors
    login: str | None = None  #: address of its page for logging in, where that is not the software's own
    guess: str | None = None  #: the layout of unknown software that was looked at and confirmed


def user_file() -> Path:
    """Where the user's own boards are."""
    from platformdirs import user_config_path

    return user_config_path("golosa") / NAME


def table_for(url: str | None, nearest: BoardTable) -> BoardTable:
    """What is known of the board at `url`, with what the game says of it (`nearest`) before all else.

    Raises GolosaError naming file and key where one of the files is wrong.
    """
    told = nearest
    for path in (user_file(), None):
        entry = _entry(_boards(path), url)
        told = over(told, entry) if entry is not None else told
    return told


def board_for(url: str | None, nearest: BoardTable) -> Board:
    """As `table_for`, as readers of pages take it."""
    told = table_for(url, nearest)
    facts = {name: getattr(told, name) for name in BoardTable.__struct_fields__ if name not in ("colours", "login")}
    for name in ("quotes", "dropped", "spoilers", "vote_tags"):
        facts[name] = tuple(known.lower() for known in facts[name])
    colours = ((known.lower(), css_colour(colour) or colour) for known, colour in told.colours.items())
    return Board(**facts, colours=tuple(colours))


def named_by_user(url: str | None) -> str | None:
    """The board at an address, if the user's own file tells of it."""
    return host_of(url) if _entry(_boards(user_file()), url) is not None else None


def check(table: BoardTable, where: str) -> None:
    """Raises GolosaError, beginning with `where` and the key, for a zone that is none and the like."""
    for key, name in (("zone", table.zone), ("edit_zone", table.edit_zone)):
        if not name or is_zone(name):
            continue
        from forums.dates import UnreadableTime, zone_of  # who reads offsets too

        try:
            zone_of(name)
        except UnreadableTime as error:
            raise GolosaError(
                "{where}.{key}: no zone {name!r}; give an IANA name such as Europe/Moscow",
                where=where,
                key=key,
                name=name,
            ) from error
    for name, colour in table.colours.items():
        if not css_colour(colour):
            raise GolosaError(
                '{where}.colours.{name}: {colour!r} is no colour; give one like "#ff0000"',
                where=where,
                name=name,
                colour=colour,
            )
    if not table.selectors.named():
        return
    # The parsers of pages take long to import, and few boards name places.
    from forums.taught import fault_in

    if fault := fault_in(table.selectors):
        raise GolosaError("{where}.selectors.{fault}", where=where, fault=fault)


def host_of(url: str | None) -> str | None:
    """The name of the board at an address, as a key of boards.toml."""
    return urlsplit(url).netloc.lower().removeprefix("www.") or None if url else None


def over(near: BoardTable, far: BoardTable) -> BoardTable:
    """`near`, with what only `far` says."""
    defaults = BoardTable()
    silent = [name for name in BoardTable.__struct_fields__ if getattr(near, name) == getattr(defaults, name)]
    return msgspec.structs.replace(near, **{name: getattr(far, name) for name in silent})


def _entry(boards: Mapping[str, BoardTable], url: str | None) -> BoardTable | None:
    """The entry for an address: the longest key that is its beginning."""
    host = host_of(url)
    if host is None:
        return None
    path = urlsplit(url or "").path
    fitting = [key for key in boards if _fits(key.lower().removeprefix("www."), host, path)]
    return boards[max(fitting, key=len)] if fitting else None


def _fits(key: str, host: str, path: str) -> bool:
    name, slash, below = key.partition("/")
    return name == host and (not slash or f"{path}/".startswith(f"/{below.strip('/')}/"))


def _boards(path: Path | None) -> Mapping[str, BoardTable]:
    """The boards in a file of the user, or in the shipped one."""
    if path is None:
        return _parsed(_SHIPPED.read_text("utf-8"), f"forums/{NAME}")
    try:
        return _parsed(path.read_text(encoding="utf-8-sig"), str(path))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise GolosaError(
            "{path}: cannot read: {error}; it must be a text file in UTF-8", path=path, error=error
        ) from error


def checked_boards(text: str, where: str) -> Mapping[str, BoardTable]:
    """The boards in the text of a boards.toml. Raises GolosaError naming `where` and the key that is wrong."""
    return _parsed(text, where)


@lru_cache(maxsize=8)
def _parsed(text: str, where: str) -> Mapping[str, BoardTable]:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GolosaError("{where}: not valid TOML: {error}", where=where, error=error) from error
    entries: Any = document.get("board", {})
    if set(document) - {"board"} or not isinstance(entries, dict):
        raise GolosaError('{where}: expected tables like [board."forum.example"] only', where=where)
    return {_key(key): _checked(entry, f"{where}: board.{written(key)}") for key, entry in entries.items()}


def _key(key: str) -> str:
    """A board's key as host and path, also where it was written as an address."""
    return key.partition("://")[2].rstrip("/") if "://" in key else key.rstrip("/")


def _checked(entry: Any, where: str) -> BoardTable:
    if not isinstance(entry, dict):
        raise GolosaError("{where}: expected a table", where=where)
    try:
        table = checked(entry, BoardTable)
    except FaultError as fault:
        raise GolosaError("{where}.{fault}", where=where, fault=fault) from fault
    check(table, where)
    return table
