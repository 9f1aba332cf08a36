"""Players from a sign-up post: its list, however it is written, with what is doubtful about it.

Knows pages, lines and lists; whether the names will do as a roster is `golosa.folder.config`'s to say. Nothing is
taken for certain: what was found is shown to the host, who corrects it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from msgspec import Struct, structs

from engine.posts import Reading
from forums import Page, Source
from forums.lists import lists_of
from golosa.errors import GolosaError, Told
from golosa.folder.config import ForumTable
from golosa.reading.saved import read as read_page

_LONGEST_NAME, _MOST_WORDS = 40, 4
_LONGEST_ENTRY = 300  #: signs; a longer line is no player's
_FIRST = 3  #: a list begins with 1, or soon after it where its first lines are struck
_FEWEST_PLAIN = 3  #: so many names, one a line, make a list without signs
_NUMBERED = re.compile(r"[№#]?\s*(?P<number>\d{1,3})\ufe0f?\u20e3?\s*(?:[.):–—-]|(?=\s)|\Z)\s*(?P<rest>.*)")
#: Where an entry of a list in one line begins: «Игроки: 1) Лис, 2) Рысь».
_IN_LINE = re.compile(r"(?:^|[,;:])\s*(?=(\d{1,3})[.)]\s*[^\W\d])")
_ROMAN = re.compile(r"(?P<roman>[IVX]+)\s*[.):–—-]\s*(?P<rest>\S.*)")
_UNITS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_BULLET = re.compile(r"[-–—•·*●▪♦►»+]\s*(?P<rest>\S.*)")
#: `Лис (lis_77)`, `Лис — Пекарь`, `Лис = lis_77`, `Лис - Пекарь`.
_ENTRY = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<inside>[^()]+)\)|(?:\s[-–—=:]\s|\s*[—–=]\s*)(?P<after>.+))?[,;.]*")
_ACCOUNT = re.compile(r"[A-Za-z0-9_.\-]+\Z")
_FREE = re.compile(r"[.…?_\-–—\s]*|(?:свободно|свободное место|место|вакантно|пусто|free|open|vacant)\W*", re.I)
_PLAYERS = re.compile(
    r"\b(?:игро\w+|играют|участни\w+|состав|записал\w*|запис[ьи]|список|players?|roster|signed up|list)\b", re.I
)
_OTHERS = re.compile(r"\b(?:резерв\w*|запасн\w+|замен\w*|скамейк\w*|reserves?|substitutes?|backups?)\b", re.I)
_POST = re.compile(r"(?:#\D*|[?&;]p(?:id|ost)?=|/post-|comment=)(\d+)")


class SignedUp(Struct, frozen=True):
    """A player as the list has him."""

    name: str
    account: str | None = None
    alias: str | None = None  #: the character that he plays under, where the list names one

    @property
    def text(self) -> str:
        """`NAME` or `NAME=ACCOUNT`."""
        return f"{self.name}={self.account}" if self.account else self.name


class SignUps(Struct, frozen=True):
    """What a sign-up post says."""

    post: str  #: its id
    players: tuple[SignedUp, ...]
    doubts: tuple[str, ...] = ()  #: what the host should look at

    @property
    def texts(self) -> tuple[str, ...]:
        """The players as `NAME` or `NAME=ACCOUNT`."""
        return tuple(player.text for player in self.players)

    @property
    def aliases(self) -> tuple[str, ...]:
        """The characters as `TEXT=NAME`."""
        return tuple(f"{player.alias}={player.name}" for player in self.players if player.alias)


class _List(Struct, frozen=True):
    """A list in a post: the line before it, its entries, and their numbers where they are numbered."""

    head: str
    entries: tuple[str, ...]  #: "" where what stood there is struck
    numbers: tuple[int, ...] = ()
    plain: bool = False  #: lines without any sign
    length: int = 0  #: how many lines of the post it takes, where not one for each entry


def read(source: Source, forum: ForumTable, post: str | None = None, *, now: datetime) -> SignUps:
    """The players that a sign-up post lists; `post` is its id, the one in the page's address or the page's first if
    None.

    Times like «today» are read as of `now` (UTC); nothing here hangs on them. Raises GolosaError where the page holds
    no such post, or the post no list.
    """
    source = structs.replace(source, seen_at=source.seen_at or now, zone=source.zone or forum.zone)
    page = read_page(source, forum)
    found = _post(page, post, source)
    lists = _lists_in(found)
    best = max(lists, key=_likeness, default=None)
    if best is None or not any(_is_name(entry) for entry in best.entries):
        raise GolosaError(
            "{name}: post {id} has no list of players, numbered, bulleted or one a line; name the "
            "players with --player",
            name=source.name,
            id=found.id,
        )
    authors = {reading.author.casefold() for reading in page.posts}
    return _made(found.id, best, lists, authors)


def _post(page: Page, wanted: str | None, source: Source) -> Reading:
    told = _POST.findall(source.name) if wanted is None else []
    for post in page.posts:
        if post.id == wanted or post.id in told:
            return post
    if wanted is None and page.posts:
        return page.posts[0]
    raise GolosaError(
        "{name}: no post {wanted} on this page; it has {id}",
        name=source.name,
        wanted=wanted,
        id=", ".join(post.id for post in page.posts),
    )


def _lists_in(post: Reading) -> list[_List]:
    """The lists of a post, those made with the editor's button first; what stands in these is no line besides."""
    made = lists_of(post.html)
    items = {item for one in made for item in one}
    lines = [line.text for line in post.body.lines if " ".join(line.text.split()) not in items]
    return [*(_List("", one) for one in made), *_lists(_arabic(list(_one_a_line(lines))))]


def _one_a_line(lines: Sequence[str]) -> Iterator[str]:
    """The lines; one that holds several entries, numbered without a gap, is as many lines, what stands before them one
    of its own."""
    for line in lines:
        begins = list(_IN_LINE.finditer(line))
        numbers = [int(found[1]) for found in begins]
        if len(numbers) < 2 or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            yield line
            continue
        if head := line[: begins[0].start()].strip():
            yield head
        ends = [*(found.start() for found in begins[1:]), len(line)]
        yield from (line[begin.end() : end] for begin, end in zip(begins, ends, strict=True))


def _arabic(lines: Sequence[str]) -> list[str]:
    """The lines; two and more that count I, II, III… have 1, 2, 3 instead. One alone may begin with an initial."""
    out = list(lines)
    run: list[str] = []
    for place, line in enumerate([*lines, ""]):
        found = _ROMAN.fullmatch(line.strip())
        due = len(run) + 1
        if found and found["roman"] == "X" * (due // 10) + _UNITS[due % 10]:
            run.append(f"{due}. {found['rest']}")
            continue
        if len(run) > 1:
            out[place - len(run) : place] = run
        run = []
    return out


def _lists(lines: Sequence[str]) -> Iterator[_List]:
    """The lists in the lines of a post: numbered ones count up from 1, the others are lines of one kind in a row."""
    place, head = 0, ""
    while place < len(lines):
        for kind in (_numbered, _bulleted, _plain):
            found = kind(lines, place, head)
            if found is not None:
                yield found
                place += found.length or len(found.entries)
                break
        else:
            head = lines[place].strip() or head
            place += 1


def _numbered(lines: Sequence[str], place: int, head: str) -> _List | None:
    """Lines with numbers that grow; a line of which all is struck is an empty one."""
    entries: list[str] = []
    numbers: list[int] = []
    length = 0
    for index, line in enumerate(lines[place:], start=1):
        found = _NUMBERED.fullmatch(line.strip())
        if found is None and not line.strip() and entries:
            continue
        if found is None or int(found["number"]) <= (numbers[-1] if numbers else 0):
            break
        numbers.append(int(found["number"]))
        entries.append(found["rest"])
        length = index
    return _List(head, tuple(entries), tuple(numbers), length=length) if entries and numbers[0] <= _FIRST else None


def _bulleted(lines: Sequence[str], place: int, head: str) -> _List | None:
    entries = []
    for line in lines[place:]:
        found = _BULLET.fullmatch(line.strip())
        if found is None:
            break
        entries.append(found["rest"])
    return _List(head, tuple(entries)) if entries else None


def _plain(lines: Sequence[str], place: int, head: str) -> _List | None:
    entries = []
    for line in lines[place:]:
        if not _is_name(line.strip()) or _PLAYERS.search(line) or _OTHERS.search(line) or line.rstrip().endswith(":"):
            break
        entries.append(line.strip())
    return _List(head, tuple(entries), plain=True) if len(entries) >= _FEWEST_PLAIN else None


def _is_name(text: str) -> bool:
    """Whether an entry may be a player: a name of a few words, with another in brackets or behind a dash."""
    found = _ENTRY.fullmatch(" ".join(text.split())) if len(text) <= _LONGEST_ENTRY else None
    name = found["name"].strip() if found else ""
    return (
        0 < len(name) <= _LONGEST_NAME and len(name.split()) <= _MOST_WORDS and not re.search(r"[.!?;]\s|[!?]$", name)
    )


def _likeness(found: _List) -> tuple[bool, bool, bool, int]:
    """How likely a list is the one of the players."""
    names = sum(_is_name(entry) for entry in found.entries)
    mostly = names * 2 > len(found.entries)
    called = _PLAYERS.search(found.head) is not None
    return mostly and _OTHERS.search(found.head) is None, called, not found.plain, names


def _made(post: str, best: _List, lists: Sequence[_List], authors: set[str]) -> SignUps:
    players: dict[str, SignedUp] = {}
    doubts: list[str] = []
    for entry in filter(None, best.entries):
        if _FREE.fullmatch(entry):
            doubts.append(Told("«{entry}» is a free place, no player", entry=entry))
            continue
        if not _is_name(entry):
            doubts.append(Told("«{entry}» does not look like a player: left out", entry=entry[:60]))
            continue
        player, doubt = _player(entry, authors)
        if player.name.casefold() in players:
            doubts.append(Told("«{player}» is in the list twice", player=player.name))
            continue
        players[player.name.casefold()] = player
        doubts += [doubt] if doubt else []
    doubts += _gaps(best)
    doubts += [
        Told(
            "another list was left out: «{list}», {entries} entries",
            list=other.head or other.entries[0],
            entries=len(other.entries),
        )
        for other in lists
        if other is not best
    ]
    if best.plain:
        doubts.append(Told("the names stand one a line without numbers: is each line a player, and are all there?"))
    return SignUps(post, tuple(players.values()), tuple(doubts))


def _player(entry: str, authors: set[str]) -> tuple[SignedUp, str | None]:
    """A player out of an entry, and what is doubtful about it.

    Of two names the one that has written in the thread is the account; where neither has, what is written like one.
    """
    found = _ENTRY.fullmatch(" ".join(entry.split()))
    assert found is not None
    name = found["name"].strip().removeprefix("@")
    other = (found["inside"] or found["after"] or "").strip().rstrip(",;.").removeprefix("@")
    if not other:
        return SignedUp(name), Told("«{name}» holds a sign =: write it otherwise", name=name) if "=" in name else None
    if other.casefold() in authors and name.casefold() not in authors:
        return SignedUp(name, other), None
    if name.casefold() in authors and found["inside"] is None:
        return SignedUp(name, name, other), None
    if found["inside"] is not None or _ACCOUNT.match(other):
        return SignedUp(name, other), Told(
            "«{entry}»: is {other} the account of {name}?", entry=entry, other=other, name=name
        )
    return SignedUp(name, alias=other), Told(
        "«{entry}»: is {other} the character of {name}?", entry=entry, other=other, name=name
    )


def _gaps(found: _List) -> list[str]:
    """Numbers that the list leaves out: somebody may be struck, or written in another way."""
    if not found.numbers:
        return []
    filled = {number for number, entry in zip(found.numbers, found.entries, strict=True) if entry}
    missing = sorted(set(range(1, found.numbers[-1] + 1)) - filled)
    told = ", ".join(map(str, missing))
    return [Told("number {numbers} of the list is missing", numbers=told)] if missing else []


#: What `corrected` understands, for the one who is asked.
HOW = "Enter: right as it is; N=NAME[=ACCOUNT] changes a line, -N takes one out, +NAME[=ACCOUNT] adds one"


def corrected(found: SignUps, ask: Callable[[SignUps], str]) -> SignUps:
    """The players after the host's corrections: `ask` shows them and gives what he writes, "" when all is right."""
    while words := ask(found).strip():
        players = list(found.players)
        change = re.fullmatch(
            r"(?P<sign>[-+]?)\s*(?P<number>\d{1,3}(?=\s*(?:=|\Z)))?\s*=?\s*(?P<rest>.*)", words, re.DOTALL
        )
        assert change is not None  # a line of any signs fits
        number, rest = int(change["number"] or 0), change["rest"].strip()
        name, _, account = (part.strip() for part in rest.partition("="))
        written = SignedUp(name, account or None)
        doubts: tuple[str, ...] = ()
        if change["sign"] == "-" and 1 <= number <= len(players):
            del players[number - 1]
        elif change["sign"] == "+" and name:
            players.append(written)
        elif not change["sign"] and 1 <= number <= len(players) and name:
            players[number - 1] = structs.replace(written, alias=players[number - 1].alias)
        else:
            doubts = (Told("not understood, nothing changed: {words}", words=words),)
        found = structs.replace(found, players=tuple(players), doubts=doubts)
    return found
