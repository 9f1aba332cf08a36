"""Which runs of a post's text are vote marks here, by the rule set's kinds (V1, V2). Knows no names and no times."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from engine.colours import colour_distance
from engine.names.words import CASTS, VOTE_NOUNS
from engine.posts import Body, Line, Mark, MarkKind
from engine.rules import Votes

NEAR_COLOUR = 0.3  #: nearer than this, but not the vote colour, is reported (V1)
#: Where several kinds cover one text, the first of these speaks for it.
_RANK = {kind: rank for rank, kind in enumerate((MarkKind.TAG, MarkKind.COLOUR, MarkKind.BOLD, MarkKind.LINE))}
#: Another word of voting than the rule set's, alone with a sign behind it: `V: X`, `Lynch: X`, «Казнь — X».
#: As text: `re` compiles it for the first bold text, and many games vote in colour alone.
_NEARLY = rf"(?i)(?:v|vt|г|{'|'.join(sorted(CASTS | VOTE_NOUNS))})(?:\s*[:=]|\s+[–—-]+\s)\s*"
_PUNCTUATION = " /\t:;,.!–—=>*#@+[]()«»\"'-"


def vote_distance(mark: Mark, votes: Votes) -> float | None:
    """Distance of a coloured mark from the nearest vote colour (OKLab); None for a mark of another kind."""
    if mark.kind is not MarkKind.COLOUR or mark.colour is None:
        return None
    return min((colour_distance(mark.colour, colour) for colour in votes.colour), default=None)


def reads_lines(votes: Votes) -> bool:
    """Whether votes may stand in text that is not marked."""
    return MarkKind.LINE in votes.kinds or MarkKind.BARE in votes.kinds


def vote_marks(body: Body, votes: Votes) -> tuple[Mark, ...]:
    """The marks of a body that vote, in the order of its text; one for each text that several kinds cover."""
    shown = [mark for mark in body.marks if not votes.own_line or _alone(mark)]
    found = [mark for one in shown if (mark := _as_vote(one, votes)) is not None]
    if MarkKind.LINE in votes.kinds:
        found += _lines(body, votes)
    if MarkKind.BARE in votes.kinds:
        found += _bare(body)
    found = [mark for mark in found if votes.spoilers or not mark.spoiler]
    if len(votes.kinds) > 1:
        found = _once_each(found)
    return tuple(_doubted(mark, votes) for mark in found) if votes.unvote else tuple(found)


def _doubted(mark: Mark, votes: Votes) -> Mark:
    """The mark; unclear where it names somebody and takes the vote back behind it (`vote X; unvote`)."""
    taken_back = any(mark.text[: one.start()].strip(_PUNCTUATION) for one in _pattern(votes.unvote).finditer(mark.text))
    return structs.replace(mark, unclear=True) if taken_back else mark


def _as_vote(mark: Mark, votes: Votes) -> Mark | None:
    if mark.kind not in votes.kinds:
        return None
    if mark.kind is MarkKind.COLOUR:
        distance = vote_distance(mark, votes)
        return mark if distance is not None and distance <= votes.colour_distance else None
    said = _behind_word(mark.text, votes)
    if said is None:
        if mark.kind is MarkKind.BOLD and votes.bold_needs_word and _is_word_alone(mark, votes):
            return structs.replace(mark, text=mark.after.strip(), before=mark.text, after="", unclear=True)
        if mark.kind is MarkKind.BOLD and votes.bold_needs_word and (nearly := _with_another_word(mark)) is not None:
            return nearly
        if mark.kind is not MarkKind.BOLD or not votes.bold_needs_word:
            return mark
        if not _word_before(mark, votes):
            return _in_a_sentence(mark, votes)
        return structs.replace(mark, unclear=True) if _goes_on(mark, votes) else mark
    return structs.replace(mark, text=said.text, before=f"{mark.before} {said.word}".strip())


def _word_before(mark: Mark, votes: Votes) -> bool:
    """Whether the vote word stands right before the mark and opens the line: `VOTE: [b]X[/b]`."""
    return _pattern(votes.words).fullmatch(mark.before.lstrip(_PUNCTUATION)) is not None


def _goes_on(mark: Mark, votes: Votes) -> bool:
    """Whether a line without a colon goes on behind the mark (`vote [b]X[/b] tomorrow`): perhaps talk, so it is asked
    about; a word that makes the vote final is none."""
    after = mark.after.casefold()
    for word in votes.final:
        after = after.replace(word.casefold(), "")
    return ":" not in mark.before and bool(after.strip(_PUNCTUATION))


def _is_word_alone(mark: Mark, votes: Votes) -> bool:
    """Whether only the vote word is bold and the name behind it is not (`[b]Vote:[/b] X`): perhaps a vote that its
    writer believes to count, so what stands behind it is asked about."""
    opens = not mark.before.strip(_PUNCTUATION) and bool(mark.after.strip(_PUNCTUATION))
    return opens and _pattern(votes.words).fullmatch(mark.text.lstrip(_PUNCTUATION)) is not None


def _with_another_word(mark: Mark) -> Mark | None:
    """What stands behind another word of voting than those of the rule set (`[b]V: X[/b]`, `[b]V:[/b] X`): its writer
    may believe that it counts, so it is asked about where it names a player."""
    word = re.match(_NEARLY, mark.text.lstrip(_PUNCTUATION))
    if word is None:
        return None
    behind = mark.text.lstrip(_PUNCTUATION)[word.end() :].strip()
    text, after = (behind, mark.after) if behind else (mark.after.strip(), "")
    return structs.replace(mark, text=text, before=word.group().strip(), after=after, unclear=True) if text else None


def _in_a_sentence(mark: Mark, votes: Votes) -> Mark | None:
    """What stands behind a vote word in the midst of bold text (`[b]I vote X[/b]`): perhaps a vote, perhaps talk of
    one, so it is asked about where it names a player."""
    words = list(_pattern(votes.words).finditer(mark.text))
    behind = mark.text[words[-1].end() :].strip() if words else ""
    if not behind:
        return None
    return structs.replace(mark, text=behind, before=mark.text[: words[-1].end()].strip(), unclear=True)


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted((word.strip() for word in words), key=len, reverse=True)
    bare = [word.lstrip("#@+[") for word in longest_first]
    texts = "|".join(r"\s+".join(map(re.escape, word.split())) for word in bare if word)
    return re.compile(rf"(?<![^\W_])(?:{texts})(?![^\W_])[\s:;,.–—=>*\-]*" if texts else r"(?!)", re.IGNORECASE)


class _Spoken(NamedTuple):
    """What a text says behind its vote word, and that word: it casts the vote, so the name is read as one voted for."""

    text: str
    word: str = ""


def _behind_word(text: str, votes: Votes) -> _Spoken | None:
    """What stands behind the text's vote word; the word itself where it takes a vote back, and the whole text where it
    gives the vote to nobody (V8); None where there is neither.

    A word speaks at the start of the text, with a colon anywhere, or behind another one; the last that speaks decides.
    """
    found = [(match, False) for match in _pattern(votes.words).finditer(text)]
    found += [(match, True) for match in _pattern(votes.unvote).finditer(text)]
    spoken: list[tuple[re.Match[str], bool]] = []
    for match, withdraws in sorted(found, key=lambda pair: pair[0].start()):
        took_back = bool(spoken) and spoken[-1][1]
        behind = bool(spoken) and spoken[-1][0].end() == match.start()
        at_start = not text[: match.start()].strip(_PUNCTUATION)
        if at_start or behind or (not withdraws and (took_back or ":" in match.group())):
            spoken.append((match, withdraws))
    if spoken:
        match, withdraws = spoken[-1]
        if withdraws:
            return _Spoken(match.group().strip(_PUNCTUATION))
        behind_it = text[match.end() :].strip(" \t]*")
        return _Spoken(behind_it, match.group().strip()) if behind_it else None
    whole = text.strip(_PUNCTUATION)
    return _Spoken(whole) if _pattern(votes.no_lynch).fullmatch(whole) else None


def _lines(body: Body, votes: Votes) -> list[Mark]:
    """Lines that begin with a vote word: `##vote X`, `VOTE: X`, «Голосую: X», `[vote X]`."""
    marks = []
    for number, line in enumerate(body.lines):
        text = line.text.lstrip(_PUNCTUATION)
        said = _behind_word(text, votes)
        if said is not None and _begins(text, votes):
            marks.append(
                Mark(
                    said.text,
                    MarkKind.LINE,
                    spoiler=line.spoiler,
                    late=line.late,
                    late_at=line.late_at,
                    unclear=line.unclear,
                    line=number,
                    before=said.word,
                )
            )
    return marks


def _begins(text: str, votes: Votes) -> bool:
    return _pattern((*votes.words, *votes.unvote, *votes.no_lynch)).match(text) is not None


def _bare(body: Body) -> list[Mark]:
    """The whole post as one mark; what was merged into it later is one of its own. Where some of its lines may be
    somebody else's, it may be the whole or what is left without them: both are asked about."""
    marks = []
    for late in (False, True):
        lines = [(number, line) for number, line in enumerate(body.lines) if line.late is late and line.text]
        own = [(number, line) for number, line in lines if not line.unclear]
        readings = [lines] if len(own) in (0, len(lines)) else [own, lines]
        marks += [_whole(one, unclear=len(own) < len(lines)) for one in readings if one]
    return marks


def _whole(lines: list[tuple[int, Line]], *, unclear: bool) -> Mark:
    number, first = lines[0]
    return Mark(
        " ".join(line.text for _, line in lines),
        MarkKind.BARE,
        spoiler=first.spoiler,
        late=first.late,
        late_at=first.late_at,
        unclear=unclear,
        line=number,
    )


def _once_each(marks: list[Mark]) -> list[Mark]:
    """Of marks of several kinds over one text the first kind's, by line, and on a line in the order of the text."""
    kept: list[tuple[int, Mark]] = []
    for place, mark in sorted(enumerate(marks), key=lambda pair: _RANK.get(pair[1].kind, len(_RANK))):
        if not any(other.line == mark.line and _covers(other, mark) for _, other in kept):
            kept.append((place, mark))
    return [mark for _, mark in sorted(kept, key=lambda pair: (pair[1].line, pair[0]))]


def _covers(other: Mark, mark: Mark) -> bool:
    return (
        other.kind is not mark.kind
        and other.struck == mark.struck
        and (other.text in mark.text or mark.text in other.text)
    )


def _alone(mark: Mark) -> bool:
    return not mark.before.strip(_PUNCTUATION) and not mark.after.strip(_PUNCTUATION)
