"""A posted count read from its text: rows, who has not voted, up to which post. What cannot be read is told.

Knows sections and lines; the layouts of one line are `layouts`' business, names are the engine's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct, structs

from engine.names import Names
from engine.names.matching import Word
from engine.people import Roster
from golosa.compare.layouts import Number, Piece, Row, Silent, is_silent, rows, stripped, votes


class Unread(Struct, frozen=True):
    """A line, or a piece of one, that could not be read."""

    line: int  #: from 1
    text: str
    why: str


class PostedRow(Struct, frozen=True):
    """Votes for one candidate as the post tells them."""

    line: int
    text: str
    target: str | None  #: None: nobody
    votes: Number | None
    voters: tuple[str, ...] | None  #: None where it names none
    unsure: bool = False  #: holds names that could not be read
    bonus: Number = 0
    short: int | None = None  #: "L-2": votes missing to a majority


class PostedCount(Struct, frozen=True):
    """A posted count."""

    tables: tuple[tuple[PostedRow, ...], ...]  #: the first count, then an overtime's
    silent: tuple[str, ...] | None = None  #: who has not voted; None where it does not say
    silent_line: int | None = None
    silent_unsure: bool = False
    up_to: str | None = None  #: number of the last post counted, where it says so
    unread: tuple[Unread, ...] = ()
    passed: tuple[Unread, ...] = ()  #: lines that are no part of the count: headings, changes, history …


class Section(StrEnum):
    """What part of the post a line stands in."""

    COUNT = "count"
    OTHER = "other"  #: changes, history, rulings …: passed over
    SILENT = "silent"  #: the names under "Not voting:"


_OTHER = re.compile(
    r"(?:изменени|смен(?:а|ы)\s+голос|измени(?:л|вш)|истори|голоса\s+по\s+(?:порядку|игрокам)|хронолог|сообщени[яй]\s+за"
    r"|не\s*засчитан|незасчитан|решени[ея]\s+ведущ|жд[её]т\s+решени|выбы(?:л|в)|м[её]ртв|убит|трупы|казн[её]н|погибш"
    r"|в\s+игре|жив(?:ы|ые)\b|итог|ничья|победил|с\s+прошлого\s+подсч|голоса\s+раздел|никто\s+не\s+выбыва"
    r"|changes?\b|no\s+changes|history|votes\s+(?:in\s+order|by\s+player)|chronolog|posts?\s+(?:this|count)|not\s+counted"
    r"|uncounted|rulings?\b|waiting\s+for|dead\b|deceased|eliminated|lynched|executed|alive\b|living\b|players\s+alive"
    r"|out:|result\b|tie\b|tied\b|nobody\s+is\s+out|verdict)",
    re.IGNORECASE,
)
_OVERTIME = re.compile(r"(?:дополнительное\s+время|переголосовани|овертайм|overtime|revote)", re.IGNORECASE)
_UP_TO = re.compile(
    r"(?:по\s+(?:сообщени[ею]|пост)|до\s+(?:сообщения|поста)|(?:current|up)\s+(?:to|through)(?:\s+and\s+including)?"
    r"(?:\s+post)?|as\s+of\s+post)\s*(?:№|#|no\.?)?\s*(?P<post>\d+)",
    re.IGNORECASE,
)
_UP_TO_SHORT = re.compile(r",\s*(?:по|up to)\s+(?:№\s*|#)(?P<post>\d+)", re.IGNORECASE)
_HEADER = frozenset(
    "игрок игроки кандидат кто за кого vote votes player candidate wagon voter voters count name имя ник".split()
)
_MOST_HEADING_WORDS = 5
MOST_LINES = 1000
MOST_LETTERS = 4000  #: a longer line is no line of a count


class _Marks:
    """Names as the roster writes them, each put as one sign into a line, so that no layout cuts through them."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        owners: dict[str, set[str]] = {}
        for text, player in names:
            folded = " ".join(text.split()).casefold()
            if len(folded) > 1 and not folded.isdigit():
                owners.setdefault(folded, set()).add(player)
        self.players = {text: next(iter(of)) for text, of in owners.items() if len(of) == 1}
        self.signs = {text: chr(0xE000 + place) for place, text in enumerate(self.players)}
        self.texts = {sign: text for text, sign in self.signs.items()}
        longest_first = sorted(self.players, key=len, reverse=True)
        words = "|".join(re.escape(text).replace(r"\ ", r"\s+") for text in longest_first)
        self.pattern = re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])", re.IGNORECASE) if words else None

    def put(self, line: str) -> str:
        """The line with a sign for each name."""
        if self.pattern is None:
            return line
        return self.pattern.sub(lambda found: self.signs.get(" ".join(found[0].split()).casefold(), found[0]), line)

    def player(self, text: str) -> str | None:
        """Whose sign a text is."""
        return self.players[self.texts[text]] if text in self.texts else None

    def back(self, text: str) -> str:
        """The text as it was written, but for letter case."""
        return "".join(self.texts.get(sign, sign) for sign in text)


class _Reader:
    """Reads one post."""

    def __init__(self, roster: Roster, aliases: Sequence[tuple[str, str]]) -> None:
        accounts = [(account, player.name) for player in roster.players for account in player.accounts]
        others = [(alias, player.name) for player in roster.players for alias in player.aliases]
        named = [(player.name, player.name) for player in roster.players]
        self.names = Names(roster, aliases=[*aliases, *accounts])
        self.marks = _Marks([*named, *accounts, *others, *aliases])
        self.tables: list[list[PostedRow]] = [[]]
        self.votes: dict[str, tuple[int, str | None]] = {}
        self.silent: list[str] | None = None
        self.silent_line: int | None = None
        self.silent_unsure = False
        self.unread: list[Unread] = []
        self.passed: list[Unread] = []
        self.section = Section.COUNT
        self.up_to: str | None = None
        self.row_below = False
        self.inside = False  #: whether something has stood under the heading of another part

    def piece(self, text: str) -> Piece:
        """What a piece of a line names."""
        player = self.marks.player(text.strip())
        if player is not None:
            return Piece(text, player)
        written = self.marks.back(text)
        if len(written) > 60 or not any(sign.isalnum() for sign in written):
            return Piece(written)
        named = self.names.read(written)
        if named.player is not None and "inside" not in named.how:
            return Piece(written, named.player)
        return Piece(written, nobody=named.word is Word.NO_LYNCH, ask=named.ask or self._asked(named.player))

    @staticmethod
    def _asked(player: str | None) -> tuple[str, ...]:
        return (player,) if player is not None else ()

    def read(self, lines: Sequence[str]) -> PostedCount:
        for number, line in enumerate(lines[:MOST_LINES], start=1):
            self._line(number, line)
        if len(lines) > MOST_LINES:
            self.unread.append(Unread(MOST_LINES + 1, "…", "it has too many lines for a count"))
        self._group_votes()
        tables = tuple(tuple(table) for table in self.tables if table)
        return PostedCount(
            tables,
            tuple(self.silent) if self.silent is not None else None,
            self.silent_line,
            self.silent_unsure,
            self.up_to,
            tuple(self.unread),
            tuple(self.passed),
        )

    def _line(self, number: int, line: str) -> None:
        if not line.strip():
            self.row_below = False
            if (self.section is Section.SILENT and self.silent) or self.inside:
                self.section, self.inside = Section.COUNT, False
            return
        if len(line) > MOST_LETTERS:
            self.unread.append(Unread(number, f"{line[:60]}…", "it is too long for a line of a count"))
            return
        said = _UP_TO.search(line) or _UP_TO_SHORT.search(line)
        if said is not None and self.up_to is None:
            self.up_to = said["post"]
        marked = self.marks.put(line)
        if self._heading(number, line, marked) or self._counted(number, line, marked):
            return
        if self._name_below(marked):
            return
        self._told(number, line, marked)

    def _heading(self, number: int, line: str, marked: str) -> bool:
        """Whether a line opens another part of the post."""
        bare = stripped(marked)
        if _OVERTIME.match(bare):
            if self.tables[-1]:
                self.tables.append([])
            self.section, self.row_below = Section.COUNT, False
            self.passed.append(Unread(number, line, "a heading"))
            return True
        if _OTHER.match(bare):
            if bare.endswith(":") or (":" not in bare and len(bare.split()) <= _MOST_HEADING_WORDS):
                self.section, self.row_below, self.inside = Section.OTHER, False, False
            self.passed.append(Unread(number, line, "no part of the count"))
            return True
        return False

    def _counted(self, number: int, line: str, marked: str) -> bool:
        """Whether a line tells votes; if it does, they are kept."""
        told = votes(marked, self.piece) if self.section is Section.COUNT else None
        if told is not None:
            for voter in told[0]:
                self._vote(number, line, voter, told[1])
            return True
        found = rows(marked, self.piece)
        sure = [row for row in found if not row.unknown and row.votes is not None and row.voters]
        if self.section is Section.OTHER and not (len(found) == 1 and sure and sure[0].whole):
            return False
        if len(found) != 1:
            if found:
                self.unread.append(Unread(number, line, "it can be read in more than one way"))
            return bool(found)
        self._row(number, line, found[0])
        return True

    def _row(self, number: int, line: str, row: Row) -> None:
        voters = row.voters
        for piece in row.unknown:
            self._unknown(number, piece)
        if row.target is Silent.SILENT:
            self.section = Section.SILENT if voters is None else Section.COUNT
            self.row_below = False
            self.silent = [*(self.silent or ()), *(voters or ())]
            self.silent_line = self.silent_line or number
            self.silent_unsure = self.silent_unsure or bool(row.unknown)
            if row.votes is not None and voters is not None and row.votes != len(voters) + len(row.unknown):
                self.unread.append(Unread(number, line, f"it says {row.votes} and names {len(voters)}"))
            return
        self.section, self.inside = Section.COUNT, False
        target = row.target if not isinstance(row.target, Silent) else None
        if any(one.target == target for one in self.tables[-1]):
            self.unread.append(Unread(number, line, f"{target or 'nobody'} stands there twice"))
            return
        kept = PostedRow(number, line, target, row.votes, voters, bool(row.unknown), row.bonus, row.short)
        self.tables[-1].append(kept)
        self.row_below = voters is None and row.votes != 0

    def _unknown(self, number: int, piece: Piece) -> None:
        why = f"which player? {' or '.join(piece.ask)}" if piece.ask else "it names no player"
        self.unread.append(Unread(number, self.marks.back(piece.text), why))

    def _vote(self, number: int, line: str, voter: str, target: str | None) -> None:
        if voter in self.votes:
            self.unread.append(Unread(number, line, f"{voter} votes twice"))
        else:
            self.votes[voter] = (number, target)

    def _group_votes(self) -> None:
        """Votes told one a line as rows; beside rows of another layout they would be counted twice."""
        if not self.votes:
            return
        if any(self.tables):
            lines = ((line, f"{voter} → {target or 'nobody'}") for voter, (line, target) in self.votes.items())
            self.unread += [Unread(line, text, "a vote beside a table of votes") for line, text in lines]
            return
        targets = dict.fromkeys(target for _, target in self.votes.values())
        for target in targets:
            voters = tuple(voter for voter, (_, one) in self.votes.items() if one == target)
            first = self.votes[voters[0]][0]
            text = ", ".join(voters) + f" → {target or 'nobody'}"
            self.tables[-1].append(PostedRow(first, text, target, None, voters))

    def _name_below(self, marked: str) -> bool:
        """A name alone on its line, under a candidate or under "Not voting:"."""
        if self.section is Section.OTHER or not (self.row_below or self.section is Section.SILENT):
            return False
        found = self.piece(stripped(marked).strip(" .,;"))
        if found.player is None:
            return False
        if self.section is Section.SILENT:
            self.silent = [*(self.silent or ()), found.player]
        else:
            row = self.tables[-1][-1]
            self.tables[-1][-1] = structs.replace(row, voters=(*(row.voters or ()), found.player))
        return True

    def _told(self, number: int, line: str, marked: str) -> None:
        """A line that is no part of the count, or may be one and cannot be read."""
        if self.section is Section.OTHER:
            self.inside = True
            self.passed.append(Unread(number, line, "no part of the count"))
        elif any(sign in self.marks.texts for sign in marked) and not is_silent(marked):
            self.unread.append(Unread(number, line, "it names players and fits no layout"))
        elif re.search(r"\d", line) and any(self._names(marked)):
            self.unread.append(Unread(number, line, "it may name a player and fits no layout"))
        else:
            why = "a heading" if _is_header(line) else "no name, no vote"
            self.passed.append(Unread(number, line, why))

    def _names(self, marked: str) -> Iterator[bool]:
        for part in re.split(r"[,;:|()\[\]–—]+", marked):
            found = self.piece(part)
            yield found.player is not None


def _is_header(line: str) -> bool:
    """Whether a line is the head of a table: nothing but the names of its columns."""
    words = re.split(r"[|\s/№#]+", line.casefold().strip("|/№# "))
    return all(word in _HEADER or word.startswith("голос") for word in words)


def read_count(lines: Sequence[str], roster: Roster, aliases: Sequence[tuple[str, str]] = ()) -> PostedCount:
    """A posted count from the lines of its text. `aliases`: further (text, player) pairs, as the host has ruled."""
    return _Reader(roster, aliases).read(lines)
