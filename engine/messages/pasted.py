"""A message pasted from a forum's inbox: head lines and text. Knows what heads are called, not what they mean."""

from __future__ import annotations

import re

from msgspec import Struct

_HEADS = {
    "sender": ("от", "от кого", "отправитель", "from", "sender"),
    "sent": ("дата", "отправлено", "date", "sent"),
    "subject": ("тема", "заголовок", "subject", "title"),
    "body": ("текст", "сообщение", "text", "message", "body"),
}
#: To whom it went: no part of a message, but its line stands among the others.
_TO = ("кому", "получатель", "получатели", "to", "recipient", "recipients")
_HEAD = re.compile(r"\s*([^\W\d_]+(?: [^\W\d_]+)?)\s*:\s*(.*?)\s*")


class Pasted(Struct, frozen=True):
    """The parts of a pasted message; `None` where a head is missing. `sent` is the text of the time as pasted."""

    sender: str | None
    sent: str | None
    subject: str | None
    body: str


def pasted(text: str) -> Pasted:
    """Cuts a pasted message. Head lines stand at the top, in any order; the first other line begins the body.

    A line that says to whom it went is passed over where another head follows at once: as the last one it may be what
    an order says.
    """
    found: dict[str, str] = {}
    lines = text.splitlines()
    for place, line in enumerate(lines):
        head = _HEAD.fullmatch(line)
        name = _name_of(head)
        if head and head[1].casefold() in _TO and _name_of(_HEAD.fullmatch("".join(lines[place + 1 : place + 2]))):
            continue
        if head is None or name is None or name in found:
            if line.strip() or found:
                return _made(found, lines[place:])
            continue
        if name == "body":
            return _made(found, [head[2], *lines[place + 1 :]])
        found[name] = head[2]
    return _made(found, [])


def _name_of(head: re.Match[str] | None) -> str | None:
    return next((key for key, words in _HEADS.items() if head and head[1].casefold() in words), None)


def _made(found: dict[str, str], body: list[str]) -> Pasted:
    return Pasted(found.get("sender"), found.get("sent"), found.get("subject"), "\n".join(body).strip())
