"""One line of a posted count in every layout that it fits: "Name – 3 (a, b)", "3 - Name: a, b", "a → b" and others.

Knows layouts and words of counts. Which name a piece means is asked of the reader that is handed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum, auto

from msgspec import Struct, structs

Number = int | float


class Silent(Enum):
    """Stands where a candidate would: the list of those who have not voted."""

    SILENT = auto()


class Piece(Struct, frozen=True):
    """A piece of a line that should name a player: what it means, or why that is not known."""

    text: str
    player: str | None = None
    nobody: bool = False  #: names nobody on purpose (a no lynch)
    ask: tuple[str, ...] = ()  #: whom it may mean


Reader = Callable[[str], Piece]


class Row(Struct, frozen=True):
    """What a line says: votes for one candidate."""

    target: str | Silent | None  #: None: nobody
    votes: Number | None = None  #: the number that stands there
    voters: tuple[str, ...] | None = None  #: None where it names none
    unknown: tuple[Piece, ...] = ()  #: voters that cannot be read
    bonus: Number = 0  #: votes that the line says nobody gave
    short: int | None = None  #: "L-2"

    @property
    def whole(self) -> bool:
        """Whether its number is that of the voters it names."""
        named = len(self.voters or ()) + len(self.unknown) + self.bonus
        return self.votes is None or self.voters is None or self.votes == named


# Lines come with single blanks (`stripped`): " ?" is any blank, and no part of a pattern fits what its neighbour does.
_DASH = r"[-–—−]"
_COUNT = r"(?<![^\W_])(?P<count>\d{1,3}(?:[.,]\d{1,3})?)(?![^\W_])"
_OF = r"(?: ?(?:/|из|of) ?\d{1,3})?"
_UNITS = r"(?: ?(?:голос(?:а|ов)?|гол\.|votes?|vote\(s\)|шт\.?)(?![^\W_]))?"
_SEP = rf"(?: ?(?:[:=|·•]|{_DASH}(?=[ (\[\d]|\Z)) ?| )"
_NUMBER = rf"[(\[]? ?(?:[x×х] )?{_COUNT}{_OF}{_UNITS} ?[)\]]?"
_REST = rf"(?P<rest>(?:{_SEP}| ?[(\[]).*|)\Z"
#: "Name – 3 (a, b, c)", "Name (3): a, b", "Name: 3 – a, b", "Name | 3 | a, b", "Name has 3 votes", "Name – 3".
_NAME_FIRST = re.compile(
    rf"\A(?P<name>.+?)(?: (?:has|got|имеет|набрал[аи]?) |{_SEP}{{0,3}}| ?(?=[(\[])){_NUMBER}{_REST}", re.I
)
#: "3 - Name: a, b", "3 голоса – Name (a, b)", "3 | Name | a, b".
_NUMBER_FIRST = re.compile(
    rf"\A{_NUMBER}{_SEP}{{0,3}}(?P<name>[^:(\[|=]+?)(?P<rest>(?: ?[:|=]| {_DASH} | ?[(\[]).*|)\Z", re.I
)
#: "Name: a, b, c – 3", "Name – a, b (3)": the number at the end, and what stands before it.
_LAST_NUMBER = re.compile(rf"{_SEP}{{0,3}}{_NUMBER} ?\Z", re.I)
_NAME_THEN = re.compile(rf"\A(?P<name>[^:|=]+?)(?: ?[:|=]| {_DASH} | ?(?=[(\[]))(?P<rest>.+)\Z", re.I)
_SILENT_NUMBER = re.compile(rf"\A{_SEP}{{0,3}}{_NUMBER}(?P<rest>.*)\Z", re.I)
#: "За Лиса голосуют: a, b", "Voting for X: a, b": who votes for whom is plain without a number.
_WHO_FOR = re.compile(
    r"\A(?:(?:за|против) (?P<name>[^:]+?) (?:про)?голос(?:уют|овали|ует|овал[аи]?)|voting(?: for)? (?P<other>[^:]+?))"
    r" ?:(?P<rest>.*)\Z",
    re.I,
)
#: Numbers in words, as hosts write them before "голоса" and "votes".
_WORDS = {
    word: str(number)
    for number, words in enumerate(
        "ноль zero|один одна one|два две two|три three|четыре four|пять five|шесть six|семь seven|восемь eight"
        "|девять nine|десять ten".split("|")
    )
    for word in words.split()
}
_IN_WORDS = re.compile(rf"(?<![^\W_])({'|'.join(_WORDS)})(?= (?:голос|votes?\b))", re.I)
_SHORT = re.compile(rf"[(\[]? ?,? ?\b(?:at )?[LЛEЕ] ?{_DASH} ?(?P<short>\d{{1,2}}) ?[)\]]?", re.I)
_SHORT_RU = re.compile(r"[(\[]? ?,? ?(?:до (?:большинства|казни)|не хватает) ?:? ?(?P<short>\d{1,2}) ?[)\]]?", re.I)
#: A tally drawn as a bar, a sign a vote; of two kinds of signs the first is full, the second empty.
_BAR = re.compile(
    r"(?<![^\s:=(\[–—-])[(\[]?(?:(?P<strokes>[|┃│❘]{2,60}|I{2,60})"
    r"|(?P<full>([█▉▓▒■▪▮▰▇⬛●◼⚫🟥🟧🟨🟩🟦🟪🟫])\3{0,59})(?P<empty>([░▒□▫▯▱⬜○◻⚪])\5{0,59})?)[)\]]?(?![^\s:=)\],.–—-])"
)
_SHARE = re.compile(r"[(\[]?\d{1,3}(?:[.,]\d{1,2})? ?%[)\]]?")
#: "Name: a, b" in a line of which "L-2" has been made a colon.
_NAME_SHORT = re.compile(r"\A[: ]*(?P<name>[^:]+?) ?(?::(?P<rest>.*)|)\Z")
_EMPTY_PAIR = re.compile(r"\( ?,? ?\)|\[ ?,? ?\]|\{ ?\}")
_NUMBERING = re.compile(r"\A(?:[•*·>»]+|[-–—]+(?= )|\d{1,2}[.)](?= )) ?")
_BETWEEN = re.compile(r" ?(?:[,;|]|(?<= )(?:и|and|&)(?= )| / ) ?", re.I)
_REFERENCE = re.compile(
    r" ?(?:[(\[] ?(?:№|#|post|пост|сообщ\w{0,10})?[\d ,:.]{1,60}[)\]]|(?:№|#|post |пост |сообщ\w{0,10} ) ?\d{1,12})",
    re.I,
)
_WEIGHT = re.compile(r" ?[(\[]?[x×х*] ?\d{1,3}(?:[.,]\d{1,3})?[)\]]?\Z", re.I)
_REMARK = re.compile(r" ?\([^()]{0,200}\)\Z")
_BONUS = re.compile(
    r"\A\+?(?:(?:ещё|еще|another|plus) )?(?P<bonus>\d{1,3}(?:[.,]\d{1,3})?)\b.*"
    r"(?:правил|штраф|бонус|молч|rule|penalt|bonus|silen)",
    re.I,
)
_MOST_SPACED = 40  #: so many names may stand between blanks alone
_NONE = re.compile(rf"(?:{_DASH}{{1,5}}|нет|никто|никого|none|no one|nobody|0|\.\.\.|…)", re.I)
_SILENT = re.compile(
    r"(?:кто )?(?:(?:еще|ещё) )?(?:не ?(?:про)?голосовали?\b|не голосуют\b|не голосующие\b|неголосующие\b"
    r"|неголосовавшие\b|не голосовавшие\b|не проголосовавшие\b|молчат\b|молчуны\b|молчали\b|без голоса\b"
    r"|голоса? не отдал[аи]?\b|не определились\b|голос(?:а|ов)? нет\b"
    r"|(?:players )?(?:still )?not (?:yet )?vot(?:ing|ed)\b|non-?voters?\b|no votes?\b"
    r"|unvoted\b|didn'?t vote\b|(?:have not|haven'?t) voted\b)",
    re.I,
)
_ARROW = re.compile(r" ?(?:→|➔|➜|⇒|-{1,2}>|=>|»»|>>) ?")
_BACK = re.compile(r" ?(?:←|⇐|<-{1,2}|<=) ?")
_FOR = re.compile(
    rf" (?:{_DASH} )?(?:голосует за|голосовал[аи]? за|за|против|votes? for|voted for|votes?|voting) ", re.I
)


def is_silent(text: str) -> re.Match[str] | None:
    """Whether a piece of text is the name of the list of those who have not voted."""
    return _SILENT.match(text)


def stripped(line: str) -> str:
    """A line without the sign or the number of a list before it, columns apart by single blanks."""
    return _NUMBERING.sub("", " ".join(line.split()).strip("|").strip())


def rows(line: str, read: Reader) -> list[Row]:
    """Every way to read a line as votes for a candidate; several where the line is ambiguous."""
    bar = _BAR.search(line)
    if bar is None:
        return _rows(line, read)
    drawn = len(bar["strokes"] or bar["full"])
    without = _SHARE.sub("", f"{line[: bar.start()]} {line[bar.end() :]}")
    told = [row for row in _rows(without, read) if row.votes is not None]
    if not told:
        return _rows(f"{line[: bar.start()]} {drawn} {line[bar.end() :]}", read)
    # Blocks are drawn to some scale, and two upright lines may part columns; strokes are counted.
    counted = bar["strokes"] is not None and drawn > len("||")
    other = [structs.replace(row, votes=drawn) for row in told if counted and row.votes != drawn]
    return [*told, *other]


def _rows(line: str, read: Reader) -> list[Row]:
    short, bare = _short(_IN_WORDS.sub(lambda word: _WORDS[word[0].casefold()], stripped(line)))
    found: list[Row] = []
    for row in list(_readings(bare, read)) or list(_without_number(line, read)):
        row = Row(row.target, row.votes, row.voters, row.unknown, row.bonus, short)
        if row not in found:
            found.append(row)
    whole = [row for row in found if not row.unknown] or found
    # What agrees with its own number is what was meant, where only one reading does.
    agreeing = [row for row in whole if row.whole]
    return agreeing if len(whole) > 1 and len(agreeing) == 1 else whole


def _without_number(line: str, read: Reader) -> Iterator[Row]:
    """ "Name (L-2): a, b", "L-2 Name": told by what is missing to a majority alone."""
    found = _SHORT.sub(":", stripped(line), count=1)
    match = _NAME_SHORT.match(found) if found != stripped(line) else None
    if match is not None:
        yield from _row(match["name"], None, (match["rest"] or "").replace(":", " "), read)


def _short(line: str) -> tuple[int | None, str]:
    """ "L-2" taken out of a line."""
    found = _SHORT.search(line) or _SHORT_RU.search(line)
    if found is None:
        return None, line
    closing = ")" if found[0].endswith(")") and not found[0].lstrip().startswith("(") else ""
    rest = f"{line[: found.start()].rstrip(' ,')}{closing} {line[found.end() :]}"
    return int(found["short"]), _EMPTY_PAIR.sub("", rest).strip()


def _readings(line: str, read: Reader) -> Iterator[Row]:
    silent = is_silent(line)
    if silent is not None:
        yield from _silent(line[silent.end() :], read)
        return
    who = _WHO_FOR.match(line)
    if who is not None:
        yield from _row(who["name"] or who["other"], None, who["rest"], read)
    for layout in (_NAME_FIRST, _NUMBER_FIRST):
        match = layout.match(line)
        if match is not None:
            yield from _row(match["name"], match["count"], match["rest"], read)
    last = _LAST_NUMBER.search(line)
    head = _NAME_THEN.match(line[: last.start()]) if last is not None else None
    if last is not None and head is not None:
        yield from _row(head["name"], last["count"], head["rest"], read)
    back = _BACK.split(line)
    if len(back) == 2:
        counted = _NUMBER_FIRST.match(back[0]) or _NAME_FIRST.match(back[0])
        name, count = (counted["name"], counted["count"]) if counted else (back[0], None)
        yield from _row(name, count, back[1], read)


def _silent(rest: str, read: Reader) -> Iterator[Row]:
    """ "Not voting (3): a, b, c", "Не голосовали – 2 (a, b)"."""
    match = _SILENT_NUMBER.match(rest)
    count, names = (match["count"], match["rest"]) if match else (None, rest)
    voters, unknown, _ = _voters(names, read)
    yield Row(Silent.SILENT, _number(count), voters, unknown)


def _row(name: str, count: str | None, rest: str, read: Reader) -> Iterator[Row]:
    silent = is_silent(name.strip())
    if silent is not None and silent.end() == len(name.strip()):
        voters, unknown, _ = _voters(rest, read)
        yield Row(Silent.SILENT, _number(count), voters, unknown)
        return
    target = read(_cleaned(name))
    if target.player is None and not target.nobody:
        return
    voters, unknown, bonus = _voters(rest, read)
    yield Row(target.player, _number(count), voters, unknown, bonus)


def _number(text: str | None) -> Number | None:
    if text is None:
        return None
    value = float(text.replace(",", "."))
    return int(value) if value == int(value) else value


def _cleaned(name: str) -> str:
    return _REFERENCE.sub("", name).strip(" \t:–—-=|·•([*_")


def _voters(rest: str, read: Reader) -> tuple[tuple[str, ...] | None, tuple[Piece, ...], Number]:
    """The voters that stand behind a candidate: those that are known, the pieces that are not, votes nobody gave."""
    text = re.sub(rf"\A(?:\s|[:=|·•]|{_DASH}(?=\s|[(\[]))+", "", rest).rstrip(" .|")
    if text[:1] + text[-1:] in ("()", "[]") and _depth_stays(text[1:-1]):
        text = text[1:-1]
    if not text.strip():
        return None, (), 0
    if _NONE.fullmatch(text.strip()):
        return (), (), 0
    known: list[str] = []
    unknown: list[Piece] = []
    bonus: Number = 0
    for part in _BETWEEN.split(text):
        extra = _BONUS.match(part.strip())
        if extra is not None:
            bonus += _number(extra["bonus"]) or 0
            continue
        for piece in _pieces(part, read):
            if piece.player is not None:
                known.append(piece.player)
            else:
                unknown.append(piece)
    return tuple(known), tuple(unknown), bonus


def _depth_stays(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if depth < 0:
            return False
    return depth == 0


def _pieces(part: str, read: Reader) -> list[Piece]:
    """One name, with what may stand around it taken off; or several that are marked as names already."""
    text = part.strip()
    for bare in (text, _REFERENCE.sub("", text), _WEIGHT.sub("", _REFERENCE.sub("", text)), _REMARK.sub("", text)):
        bare = bare.strip(" \t()[]*_.")
        if not bare:
            return []
        found = read(bare)
        if found.player is not None:
            return [found]
        if 1 < len(bare.split()) <= _MOST_SPACED and (_marked(bare) or text == bare):
            spaced = [read(word) for word in bare.split()]
            players = {word.player for word in spaced}
            if None not in players and len(players) == len(spaced):
                return spaced
    return [read(text.strip(" \t()[]*_."))]


def _marked(text: str) -> bool:
    """Whether every word is a name as the roster writes it (see `reading`)."""
    return all("\ue000" <= word[0] <= "\uf8ff" and len(word) == 1 for word in text.split())


def votes(line: str, read: Reader) -> tuple[tuple[str, ...], str | None] | None:
    """Who votes for whom by a line such as "a → b", "a, b → c", "a голосует за b"; None where it tells no such thing,
    or not of everybody it names."""
    parts = _ARROW.split(stripped(line))
    if len(parts) == 1:
        parts = _FOR.split(parts[0])
    if len(parts) != 2:
        return None
    voters = [read(_REMARK.sub("", _cleaned(part))) for part in _BETWEEN.split(parts[0])]
    target = read(_REMARK.sub("", _cleaned(parts[1])).rstrip(" .;,"))
    if target.player is None and not target.nobody:
        return None
    names = tuple(voter.player for voter in voters if voter.player is not None)
    return (names, target.player) if len(names) == len(voters) else None
