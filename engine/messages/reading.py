"""From subject and body of a private message to what its sender says (T14-6, T14-21, T14-23).

Knows the kinds of messages; subjects and bodies of orders are read by `heading` and `actions`. Does not know whose turn
it is: what an order is worth is judged by `engine.game`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.messages.actions import read_actions
from engine.messages.heading import read_heading
from engine.messages.said import Legend, Note, OrderText, Said, Unreadable
from engine.messages.who import Who
from engine.messages.words import LEGEND_WORDS, MINE, NOTE_WORDS, ORDER_WORDS, REPLY_WORDS
from engine.names import Names, Word
from engine.names.normal import tokens
from engine.people import Roster
from engine.roles import Role

_REPLY = re.compile(r"\s*([^\W\d_]{2,5})(?:\[\d+\])?\s*:\s*(?=\S)")
_DAY = re.compile(r"(?<!\d)(\d{1,3})(?!\d)")


class Reader:
    """Reads the messages of one game.

    `roles` are the rule set's; their abilities by night are the ones that messages may name.
    """

    def __init__(self, roster: Roster, names: Names, roles: Sequence[Role]) -> None:
        self.names = names
        self._who = Who(roster, names, roles)
        self._known: dict[tuple[str, str, str], tuple[Said, ...]] = {}  #: a game that is played again reads them again

    def read(self, sender: str, subject: str, body: str) -> tuple[Said, ...]:
        """What the player `sender` says: an order for each ability named, or a legend, a note, or why nothing can be
        made of it. Never empty."""
        asked = (sender, subject, body)
        if asked not in self._known:
            self._known[asked] = self._read(*asked)
        return self._known[asked]

    def _read(self, sender: str, subject: str, body: str) -> tuple[Said, ...]:
        subject = _without_reply(subject)
        words = set(tokens(subject))
        if words & NOTE_WORDS:
            return (_note(subject, body),)
        if words & LEGEND_WORDS:
            return (self._legend(sender, subject, body),)
        if not words & ORDER_WORDS:
            first, _, rest = body.strip().partition("\n")
            if not ORDER_WORDS.isdisjoint(tokens(first)[:1]):
                subject, body = first, rest
            else:
                return (Unreadable("the subject names neither night, legend nor note"),)
        return self._orders(sender, subject, body)

    def _legend(self, sender: str, subject: str, body: str) -> Said:
        """The subject holds the word and the sender's name («моя» will do); another's is a slip that the host must
        see."""
        name = " ".join(word for word in subject.split() if not set(tokens(word)) & (LEGEND_WORDS | MINE))
        if tokens(name) and self._who.player(name, sender).player != sender:
            return Unreadable("the subject of the legend does not name its sender")
        return Legend(body.strip()) if body.strip() else Unreadable("the legend has no text")

    def _orders(self, sender: str, subject: str, body: str) -> tuple[Said, ...]:
        heading = read_heading(subject, sender, self._who)
        if heading.unknown is not None:
            return (Unreadable(f"the subject names nobody of the game: {heading.unknown}"),)
        text = "\n".join(part for part in (heading.rest, body) if part.strip())
        if not text.strip():
            return (Unreadable("the message names no target"),)
        return tuple(
            OrderText(
                heading.role,
                heading.member,
                heading.night,
                action.abilities,
                action.target.player,
                action.target.ask,
                action.target.word is Word.NO_LYNCH,
            )
            for action in read_actions(text, sender, self._who)
        )


def _note(subject: str, body: str) -> Said:
    """«Мафия.<day>.Записка»: the day's number is the only one in the subject."""
    days = _DAY.findall(subject)
    if not body.strip():
        return Unreadable("the note has no text")
    return Note(int(days[0]) if len(days) == 1 else None, body.strip())


def _without_reply(subject: str) -> str:
    """The subject without the "Re:" that forums put before answers."""
    while (found := _REPLY.match(subject)) and found[1].casefold() in REPLY_WORDS:
        subject = subject[found.end() :]
    return subject.strip()
