"""`golosa probe --teach` and `--confirm`: what a probe learnt of a board, what it could not, and where that is written.

Knows pages as values, boards.toml and game.toml; asks nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import tomlkit
from msgspec import Struct, structs

import forums
from forums import Board, Page, PageError, Source
from forums.dates import UnreadableTime, settled_order
from golosa.errors import GolosaError
from golosa.folder import config, gamefile
from golosa.reading.boards import checked_boards, host_of, user_file

_SOME_TIME = datetime(2026, 1, 1, tzinfo=UTC)


class Unknown(StrEnum):
    """What a page does not tell of its board, with the key by which it is taught."""

    ZONE = "zone"
    DAY_FIRST = "day_first"
    DATE_FORMAT = "date_formats"


#: What is to be found out, for people.
QUESTIONS: Mapping[Unknown, str] = {
    Unknown.ZONE: "the zone in which the forum shows times, such as Europe/Moscow",
    Unknown.DAY_FIRST: "whether the day comes before the month in dates like 03/04/2026 (true or false)",
    Unknown.DATE_FORMAT: "the format of the forum's times in the letters of PHP's date(), such as d.m.Y, H:i",
}


class Lesson(Struct, frozen=True):
    """What is known of a board after a probe."""

    host: str
    software: str | None
    facts: Mapping[str, Any]
    unknown: tuple[Unknown, ...]
    page: Page | None  #: the page as read with these facts; None where it could not be

    @property
    def entry(self) -> str:
        """The entry as it stands in boards.toml, with what is missing as a comment."""
        document = tomlkit.document()
        boards, table = tomlkit.table(is_super_table=True), tomlkit.table()
        table.add(tomlkit.comment(f"software: {self.software or 'unknown'}"))
        for key, value in self.facts.items():
            table[key] = value
        for missing in self.unknown:
            table.add(tomlkit.comment(f"{missing.value} = …  not told by the page: {QUESTIONS[missing]}"))
        boards[self.host] = table
        document["board"] = boards
        return tomlkit.dumps(document)


def lesson_of(source: Source, board: Board, ask: Callable[[Unknown], Any] | None = None) -> Lesson:
    """What a page tells of its board. `ask` gives what it does not; without it that stays unknown.

    Raises GolosaError for a page without an address, PageError for one that no fact could make readable.
    """
    host = host_of(source.url)
    if host is None:
        raise GolosaError("{name}: what board this is can only be told by its address; give --url", name=source.name)
    facts: dict[str, Any] = {}
    unknown: list[Unknown] = []
    page = None
    try:
        for _ in Unknown:
            missing = missing_of(source, board)
            if missing is None:
                break
            answer = ask(missing) if ask is not None else None
            if answer is None:
                unknown.append(missing)
                board = structs.replace(board, **_tried(missing))
            else:
                facts[missing.value] = answer
                board = structs.replace(board, **{missing.value: tuple(answer) if isinstance(answer, list) else answer})
        page = forums.read(source, board) if missing_of(source, board) is None else None
    except UnreadableTime:
        raise
    except PageError:
        # A zone that nobody told may contradict the page: what else is missing shows once it is named.
        if Unknown.ZONE not in unknown:
            raise
    if page is not None:
        facts |= _told(page, board)
    return Lesson(host, page.software if page else None, facts, tuple(unknown), page if not unknown else None)


def missing_of(source: Source, board: Board) -> Unknown | None:
    """What it takes to read the page's times beyond what is known; None where nothing, or where nobody can say.

    Raises PageError where the page lacks something else.
    """
    try:
        forums.read(source, board)
    except UnreadableTime:
        if board.zone is None and source.zone is None:
            return Unknown.ZONE
        if source.seen_at is None and _reads(structs.replace(source, seen_at=_SOME_TIME), board):
            raise  # that is told of the page, not of the board
        if board.day_first is None and _reads(source, structs.replace(board, day_first=True)):
            return Unknown.DAY_FIRST
        if board.date_formats:
            raise
        return Unknown.DATE_FORMAT
    return None


def _reads(source: Source, board: Board) -> bool:
    try:
        forums.read(source, board)
    except PageError:
        return False
    return True


def _tried(missing: Unknown) -> dict[str, Any]:
    """Something in the place of an answer that nobody gave, to see what else is missing; it is written nowhere."""
    match missing:
        case Unknown.ZONE:
            return {"zone": "UTC"}
        case Unknown.DAY_FIRST:
            return {"day_first": True}
        case Unknown.DATE_FORMAT:
            return {"date_formats": ("U",)}


def _told(page: Page, board: Board) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if page.pages is not None and page.page is not None and page.page < page.pages and page.software != "generic":
        facts["posts_per_page"] = page.per_page or len(page.posts)
    order = settled_order(post.shown for post in page.posts)
    if board.day_first is None and order is not None:
        facts["day_first"] = order
    return facts


def write_board(host: str, facts: Mapping[str, Any]) -> Path:
    """Puts facts into the user's boards.toml, other entries and comments kept; says where that is."""
    path = user_file()
    text = path.read_text(encoding="utf-8-sig") if path.is_file() else ""
    checked_boards(text, str(path))
    document = tomlkit.parse(text)
    if "board" not in document:
        document["board"] = tomlkit.table(is_super_table=True)
    boards: Any = document["board"]
    if host not in boards:
        boards[host] = tomlkit.table()
    for key, value in facts.items():
        boards[host][key] = value
    fresh = tomlkit.dumps(document)
    checked_boards(fresh, str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    config.write(path, fresh)
    return path


def confirm(shape: str, host: str | None, folder: Path | None) -> Path:
    """Remembers that the posts of a layout were looked at: in the game of `folder`, else for the board of `host`.

    Raises GolosaError where neither is known.
    """
    if folder is not None:
        config.load(folder)
        gamefile.set_forum(folder, {"guess": shape})
        return folder / config.NAME
    if host is None:
        raise GolosaError(
            "there is no game here: name its folder with -C, or put guess = {shape!r} into its [forum]", shape=shape
        )
    return write_board(host, {"guess": shape})
